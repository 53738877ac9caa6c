#define _GNU_SOURCE
#include "CLinux.h"

#include <time.h>

_Static_assert(sizeof(time_t) == 8, "times are 64 bits wide");

int clinux_local_time(int64_t seconds, struct clinux_local_time *out) {
    time_t moment = seconds;
    struct tm parts;
    if (localtime_r(&moment, &parts) == NULL) {
        return 0;
    }
    out->year = (int64_t)parts.tm_year + 1900;
    out->month = parts.tm_mon + 1;
    out->day = parts.tm_mday;
    out->hour = parts.tm_hour;
    out->minute = parts.tm_min;
    out->second = parts.tm_sec;
    return 1;
}

int64_t clinux_from_local_time(const struct clinux_local_time *time) {
    struct tm parts = {
        .tm_year = (int)(time->year - 1900),
        .tm_mon = time->month - 1,
        .tm_mday = time->day,
        .tm_hour = time->hour,
        .tm_min = time->minute,
        .tm_sec = time->second,
        .tm_isdst = -1,
    };
    return mktime(&parts);
}
