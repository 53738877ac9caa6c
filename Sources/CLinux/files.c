#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

_Static_assert(CLINUX_RENAME_NOREPLACE == RENAME_NOREPLACE, "RENAME_NOREPLACE");
_Static_assert(CLINUX_RENAME_EXCHANGE == RENAME_EXCHANGE, "RENAME_EXCHANGE");
_Static_assert(CLINUX_SYNC_RANGE_WRITE == SYNC_FILE_RANGE_WRITE, "SYNC_FILE_RANGE_WRITE");
_Static_assert(
    CLINUX_SYNC_RANGE_WAIT
        == (SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER),
    "SYNC_FILE_RANGE_WAIT");
_Static_assert(CLINUX_SEEK_DATA == SEEK_DATA, "SEEK_DATA");
_Static_assert(sizeof(off_t) == 8, "file offsets are 64 bits wide");

int clinux_openat(int folder, const char *name, int flags, unsigned mode) {
    return openat(folder, name, flags | O_CLOEXEC, (mode_t)mode);
}

int clinux_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return renameat2(from_folder, from, to_folder, to, flags);
}

int clinux_sync_file_range(int fd, int64_t offset, int64_t length, unsigned flags) {
    return sync_file_range(fd, offset, length, flags);
}

int clinux_fallocate(int fd, int64_t offset, int64_t length) {
    return fallocate(fd, 0, offset, length);
}

int64_t clinux_getdents(int fd, uint8_t *buffer, size_t capacity) {
    return getdents64(fd, buffer, capacity);
}

int clinux_lock_exclusive(int fd) {
    return flock(fd, LOCK_EX | LOCK_NB);
}

int clinux_unlock(int fd) {
    return flock(fd, LOCK_UN);
}

int clinux_duplicate(int fd, int at_least) {
    return fcntl(fd, F_DUPFD_CLOEXEC, at_least);
}

static int set_flag(int fd, int get, int set, int flag, int on) {
    int flags = fcntl(fd, get);
    if (flags < 0) {
        return -1;
    }
    int wanted = on ? flags | flag : flags & ~flag;
    return wanted == flags ? 0 : fcntl(fd, set, wanted);
}

int clinux_set_nonblocking(int fd, int on) {
    return set_flag(fd, F_GETFL, F_SETFL, O_NONBLOCK, on);
}

int clinux_set_close_on_exec(int fd, int on) {
    return set_flag(fd, F_GETFD, F_SETFD, FD_CLOEXEC, on);
}

int clinux_is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}
