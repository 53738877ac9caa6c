#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

_Static_assert(CLINUX_EVENT_READABLE == EPOLLIN, "EPOLLIN");
_Static_assert(CLINUX_EVENT_WRITABLE == EPOLLOUT, "EPOLLOUT");
_Static_assert(CLINUX_EVENT_ERROR == EPOLLERR, "EPOLLERR");
_Static_assert(CLINUX_EVENT_HANGUP == EPOLLHUP, "EPOLLHUP");

int clinux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static int control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data = {.u64 = data}};
    return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t data) {
    return control(epoll, EPOLL_CTL_ADD, fd, events, data);
}

int clinux_epoll_change(int epoll, int fd, uint32_t events, uint64_t data) {
    return control(epoll, EPOLL_CTL_MOD, fd, events, data);
}

int clinux_epoll_remove(int epoll, int fd) {
    return control(epoll, EPOLL_CTL_DEL, fd, 0, 0);
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int timeout_milliseconds) {
    // struct epoll_event is packed on x86-64 and not elsewhere; ours is the same everywhere.
    struct epoll_event ready[CLINUX_EVENTS_AT_ONCE];
    if (capacity > CLINUX_EVENTS_AT_ONCE) {
        capacity = CLINUX_EVENTS_AT_ONCE;
    }
    int count = epoll_wait(epoll, ready, capacity, timeout_milliseconds);
    for (int i = 0; i < count; i++) {
        events[i].data = ready[i].data.u64;
        events[i].events = ready[i].events;
    }
    return count;
}

int clinux_eventfd(int nonblocking) {
    return eventfd(0, EFD_CLOEXEC | (nonblocking ? EFD_NONBLOCK : 0));
}

int clinux_eventfd_add(int fd) {
    return eventfd_write(fd, 1);
}

int clinux_eventfd_take(int fd) {
    eventfd_t value;
    return eventfd_read(fd, &value);
}

static void fill(sigset_t *set, const int *numbers, size_t count) {
    sigemptyset(set);
    for (size_t i = 0; i < count; i++) {
        sigaddset(set, numbers[i]);
    }
}

static int mask(int how, const int *numbers, size_t count) {
    sigset_t set;
    fill(&set, numbers, count);
    int error = pthread_sigmask(how, &set, NULL);
    errno = error;
    return error == 0 ? 0 : -1;
}

int clinux_signals_block(const int *numbers, size_t count) {
    return mask(SIG_BLOCK, numbers, count);
}

int clinux_signals_unblock(const int *numbers, size_t count) {
    return mask(SIG_UNBLOCK, numbers, count);
}

int clinux_signalfd(const int *numbers, size_t count) {
    sigset_t set;
    fill(&set, numbers, count);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_take(int fd, struct clinux_signal *out) {
    struct signalfd_siginfo info;
    ssize_t count = read(fd, &info, sizeof info);
    if (count < 0) {
        return errno == EAGAIN ? 0 : -1;
    }
    out->number = (int32_t)info.ssi_signo;
    out->process = (int32_t)info.ssi_pid;
    out->user = info.ssi_uid;
    return 1;
}

int clinux_signal_ignore(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}
