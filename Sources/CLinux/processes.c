#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(sizeof(pthread_t) == sizeof(uint64_t), "a thread's id fits 64 bits");

char **clinux_environment(void) {
    return environ;
}

int clinux_get_random(uint8_t *bytes, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = getrandom(bytes + done, count - done, 0);
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -1;
        }
        done += (size_t)got;
    }
    return 0;
}

int clinux_terminal_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) < 0 ? -1 : size.ws_col;
}

int clinux_spawn(
    int *process, const char *path, int search_path, char *const argv[], char *const environment[], const char *folder,
    const int *sources, const int *targets, size_t count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    for (size_t i = 0; i < count && error == 0; i++) {
        error = posix_spawn_file_actions_adddup2(&actions, sources[i], targets[i]);
    }
    if (error == 0 && folder != NULL) {
        error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    }
    if (error == 0) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    if (error == 0) {
        pid_t child = 0;
        error = (search_path ? posix_spawnp : posix_spawn)(&child, path, &actions, &attributes, argv, environment);
        *process = child;
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int clinux_pidfd_open(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int clinux_wait(int process, int no_hang, int *exit_code, int *signal) {
    int status = 0;
    int ended = waitpid(process, &status, no_hang ? WNOHANG : 0);
    if (ended > 0) {
        *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    return ended;
}

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int clinux_thread_start(uint64_t *thread, const char *name, size_t stack, void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) {
        return ENOMEM;
    }
    start->body = body;
    start->context = context;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0) {
        free(start);
        return error;
    }
    pthread_t created = 0;
    error = pthread_attr_setstacksize(&attributes, stack);
    if (error == 0) {
        // The mask is inherited: blocked here, a signal of the process can never be delivered to the thread.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        error = pthread_create(&created, &attributes, run, start);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        free(start);
        return error;
    }
    // The name only helps whoever looks with ps(1); a refused one is no failure.
    pthread_setname_np(created, name);
    *thread = created;
    return 0;
}

int clinux_thread_join(uint64_t thread) {
    return pthread_join((pthread_t)thread, NULL);
}

uint64_t clinux_thread_self(void) {
    return pthread_self();
}
