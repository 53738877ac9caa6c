import Testing

/// A library that a program is started with, and under which the state folder can become read-only while it runs,
/// as the kernel makes a file system that has errors; mount(8) refuses that as long as a file is open for writing.
struct ReadOnlyShim {
    /// The path of the library.
    let path: String
    /// The path whose existence makes the state folder read-only.
    let trigger: String

    /// Builds the library in a folder.
    init(in folder: TestFolder) throws {
        path = folder("read-only-shim.so")
        trigger = folder("read-only")
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <stdarg.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/types.h>
            #include <unistd.h>
            #define STATE "\(folder("state"))"
            static int refuses(int file) {
                char link[64], path[4096];
                int saved = errno, is = access("\(trigger)", F_OK) == 0;
                snprintf(link, sizeof link, "/proc/self/fd/%d", file);
                ssize_t length = is ? readlink(link, path, sizeof path) : -1;
                is = length >= (ssize_t)strlen(STATE) && memcmp(path, STATE, strlen(STATE)) == 0;
                errno = is ? EROFS : saved;
                return is;
            }
            #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
            int openat(int folder, const char *name, int flags, ...) {
                va_list rest;
                va_start(rest, flags);
                mode_t mode = va_arg(rest, mode_t);
                va_end(rest);
                if (((flags & O_CREAT) || (flags & O_ACCMODE) != O_RDONLY) && refuses(folder)) return -1;
                return NEXT(openat)(folder, name, flags, mode);
            }
            ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
                return refuses(file) ? -1 : NEXT(pwrite)(file, bytes, count, offset);
            }
            int renameat2(int from, const char *name, int to, const char *newName, unsigned flags) {
                return refuses(from) ? -1 : NEXT(renameat2)(from, name, to, newName, flags);
            }
            int unlinkat(int folder, const char *name, int flags) {
                return refuses(folder) ? -1 : NEXT(unlinkat)(folder, name, flags);
            }
            int ftruncate(int file, off_t size) { return refuses(file) ? -1 : NEXT(ftruncate)(file, size); }
            """
        try folder.write("read-only-shim.c", Array(source.utf8))
        let run = try Run("clang", ["-shared", "-fPIC", "-o", path, folder("read-only-shim.c")])
        guard run.isSuccess else { throw BuildError(text: run.errors) }
    }

    /// Why the library could not be built.
    struct BuildError: Error {
        let text: String
    }
}
