#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

// sun_path has room for 108 bytes; one is kept for the NUL that ends a path, so that every program can use it.
_Static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) == CLINUX_SOCKET_NAME_LIMIT + 1, "sun_path");

// The length of the address, or 0 with errno when the name does not fit.
static socklen_t fill(struct sockaddr_un *address, const uint8_t *name, size_t length, int abstract) {
    if (length == 0 || length > CLINUX_SOCKET_NAME_LIMIT) {
        errno = length == 0 ? EINVAL : ENAMETOOLONG;
        return 0;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path + (abstract ? 1 : 0), name, length);
    // A path counts its NUL, an abstract name its leading one.
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int clinux_unix_stream(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int clinux_unix_datagram(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

int clinux_unix_pair(int fds[2], int datagram) {
    return socketpair(AF_UNIX, (datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds);
}

int clinux_unix_bind(int fd, const uint8_t *name, size_t length, int abstract) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, name, length, abstract);
    return size == 0 ? -1 : bind(fd, (struct sockaddr *)&address, size);
}

int clinux_unix_connect(int fd, const uint8_t *name, size_t length, int abstract) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, name, length, abstract);
    return size == 0 ? -1 : connect(fd, (struct sockaddr *)&address, size);
}

int64_t clinux_unix_send_to(
    int fd, const uint8_t *bytes, size_t count, const uint8_t *name, size_t length, int abstract) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, name, length, abstract);
    return size == 0 ? -1 : sendto(fd, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, size);
}

int clinux_unix_name(int fd, uint8_t name[108], int *abstract) {
    struct sockaddr_un address = {0};
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) {
        return -1;
    }
    *abstract = 0;
    size_t header = offsetof(struct sockaddr_un, sun_path);
    if (size <= header) {
        return 0;
    }
    size_t length = size - header;
    if (length > sizeof address.sun_path) {
        length = sizeof address.sun_path;
    }
    if (address.sun_path[0] == 0) {
        *abstract = 1;
        memcpy(name, address.sun_path + 1, length - 1);
        return (int)(length - 1);
    }
    length = strnlen(address.sun_path, length);
    memcpy(name, address.sun_path, length);
    return (int)length;
}

int clinux_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer_credentials(int fd, struct clinux_credentials *out) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) {
        return -1;
    }
    out->process = peer.pid;
    out->user = peer.uid;
    out->group = peer.gid;
    return 0;
}

static int option(int fd, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &size) < 0 ? -1 : value;
}

int clinux_is_unix_stream_listener(int fd) {
    return option(fd, SO_DOMAIN) == AF_UNIX && option(fd, SO_TYPE) == SOCK_STREAM && option(fd, SO_ACCEPTCONN) == 1;
}

int clinux_set_send_timeout(int fd, int64_t microseconds) {
    struct timeval limit = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

int clinux_shutdown_writes(int fd) {
    return shutdown(fd, SHUT_WR);
}
