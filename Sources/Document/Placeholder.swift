enum DocumentPlaceholder {}
