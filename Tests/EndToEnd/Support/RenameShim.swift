import Testing

/// A library that a program is started with, and that refuses renameat2(2) as some file systems do.
struct RenameShim {
    /// The path of the library.
    let path: String

    /// Builds the library in a folder.
    init(in folder: TestFolder) throws {
        path = folder("rename-shim.so")
        let source = """
            #include <errno.h>
            int renameat2(int from, const char *name, int to, const char *newName, unsigned flags) {
                extern int renameat(int, const char *, int, const char *);
                if (flags == 0) return renameat(from, name, to, newName);
                errno = EINVAL;
                return -1;
            }
            """
        try folder.write("rename-shim.c", Array(source.utf8))
        let run = try Run("clang", ["-shared", "-fPIC", "-o", path, folder("rename-shim.c")])
        guard run.isSuccess else { throw BuildError(text: run.errors) }
    }

    /// Why the library could not be built.
    struct BuildError: Error {
        let text: String
    }
}
