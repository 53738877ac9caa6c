enum KeyedArchivePlaceholder {}
