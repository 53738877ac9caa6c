enum RESPPlaceholder {}
