enum LinuxPlaceholder {}
