#define _GNU_SOURCE
#include "CLinux.h"

#include <string.h>

const char *clinux_error_name(int number) {
    return strerrorname_np(number);
}

const char *clinux_error_message(int number) {
    return strerrordesc_np(number);
}
