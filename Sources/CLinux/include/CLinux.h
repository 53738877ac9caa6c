#ifndef FOURLINES_CLINUX_H
#define FOURLINES_CLINUX_H

// What Swift's Glibc module lacks, as prototypes of plain integers and pointers. Nothing here needs _GNU_SOURCE:
// defining it in a public header breaks the module map of the C library, so only the .c files do.
// Unless said otherwise a function returns -1 and sets errno, as the call that it wraps does.

#include <stddef.h>
#include <stdint.h>

// Errors (errors.c): constant texts in English, null for an unknown number.

const char *clinux_error_name(int number);
const char *clinux_error_message(int number);

// Files (files.c)

enum {
    CLINUX_RENAME_NOREPLACE = 1,
    CLINUX_RENAME_EXCHANGE = 2,
    CLINUX_SYNC_RANGE_WRITE = 2,
    CLINUX_SYNC_RANGE_WAIT = 7,
    CLINUX_SEEK_DATA = 3,
};

int clinux_openat(int folder, const char *name, int flags, unsigned mode);
int clinux_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int clinux_sync_file_range(int fd, int64_t offset, int64_t length, unsigned flags);
int clinux_fallocate(int fd, int64_t offset, int64_t length);
int64_t clinux_getdents(int fd, uint8_t *buffer, size_t capacity);
int clinux_lock_exclusive(int fd);
int clinux_unlock(int fd);
int clinux_duplicate(int fd, int at_least);
int clinux_set_nonblocking(int fd, int on);
int clinux_set_close_on_exec(int fd, int on);
int clinux_is_open(int fd);

// Events (events.c)

enum {
    CLINUX_EVENT_READABLE = 0x001,
    CLINUX_EVENT_WRITABLE = 0x004,
    CLINUX_EVENT_ERROR = 0x008,
    CLINUX_EVENT_HANGUP = 0x010,
    CLINUX_EVENTS_AT_ONCE = 256,
};

struct clinux_event {
    uint64_t data;
    uint32_t events;
};

// One signal as read from a signalfd.
struct clinux_signal {
    int32_t number;
    int32_t process;
    uint32_t user;
};

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t data);
int clinux_epoll_change(int epoll, int fd, uint32_t events, uint64_t data);
int clinux_epoll_remove(int epoll, int fd);
// At most CLINUX_EVENTS_AT_ONCE events; `capacity` of them are written.
int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int timeout_milliseconds);
int clinux_eventfd(int nonblocking);
int clinux_eventfd_add(int fd);
int clinux_eventfd_take(int fd);
// Blocks the signals in the calling thread, and so in every thread that it starts later.
int clinux_signals_block(const int *numbers, size_t count);
int clinux_signals_unblock(const int *numbers, size_t count);
int clinux_signalfd(const int *numbers, size_t count);
// 1 and the signal, 0 when none is waiting.
int clinux_signalfd_take(int fd, struct clinux_signal *out);
int clinux_signal_ignore(int number);

// Sockets (sockets.c). A name is the bytes of a path, or with `abstract` of an abstract address, without the NUL.

enum {
    CLINUX_SOCKET_NAME_LIMIT = 107,
};

struct clinux_credentials {
    int32_t process;
    uint32_t user;
    uint32_t group;
};

int clinux_unix_stream(void);
int clinux_unix_datagram(void);
int clinux_unix_pair(int fds[2], int datagram);
int clinux_unix_bind(int fd, const uint8_t *name, size_t length, int abstract);
int clinux_unix_connect(int fd, const uint8_t *name, size_t length, int abstract);
int64_t clinux_unix_send_to(
    int fd, const uint8_t *bytes, size_t count, const uint8_t *name, size_t length, int abstract);
// The length of the name that was written (0: unnamed), `*abstract` says of which kind.
int clinux_unix_name(int fd, uint8_t name[108], int *abstract);
int clinux_accept(int listener);
int clinux_peer_credentials(int fd, struct clinux_credentials *out);
// 1 when the descriptor is a listening Unix stream socket, 0 when it is anything else.
int clinux_is_unix_stream_listener(int fd);
int clinux_set_send_timeout(int fd, int64_t microseconds);
int clinux_shutdown_writes(int fd);

// Processes and threads (processes.c)

char **clinux_environment(void);
int clinux_get_random(uint8_t *bytes, size_t count);
int clinux_terminal_columns(int fd);
// Returns an error number. `folder` may be null. Descriptor sources[i] becomes targets[i] in the child; every source
// must lie above every target. The child starts with no signal blocked and every signal at its default.
int clinux_spawn(
    int *process, const char *path, int search_path, char *const argv[], char *const environment[], const char *folder,
    const int *sources, const int *targets, size_t count);
int clinux_pidfd_open(int process);
// The raw status of waitpid(2), taken apart.
int clinux_wait(int process, int no_hang, int *exit_code, int *signal);
// Returns an error number. The thread runs with every signal blocked.
int clinux_thread_start(uint64_t *thread, const char *name, size_t stack, void (*body)(void *), void *context);
int clinux_thread_join(uint64_t thread);
uint64_t clinux_thread_self(void);

// Time (time.c)

struct clinux_local_time {
    int64_t year;
    int32_t month, day, hour, minute, second;
};

// Returns 0 when the year does not fit.
int clinux_local_time(int64_t seconds, struct clinux_local_time *out);
// The year must fit an int. What does not exist is moved as mktime(3) does.
int64_t clinux_from_local_time(const struct clinux_local_time *time);

// Checksums (checksums.c)

// Both take and return the inverted register of CRC-32C (start from 0xFFFFFFFF, invert at the end).
uint32_t clinux_crc32c(uint32_t state, const uint8_t *bytes, size_t count);
uint32_t clinux_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count);
int clinux_crc32c_is_hardware(void);
// Mixes `blocks` blocks of 32 bytes into the four lanes.
void clinux_digest_blocks(uint64_t lanes[4], const uint8_t *bytes, size_t blocks);

#endif
