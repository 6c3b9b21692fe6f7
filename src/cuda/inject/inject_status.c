/* SPDX-License-Identifier: MIT */
/* See inject_status.h. */
#include "cuda/inject/inject_status.h"

#include "cuda/base/driver_errors.h"
#include "cuda/base/fault_error_rows.h"
#include "cuda/base/runtime_error_rows.h"

#include <stdio.h>
#include <string.h>

#define MOST_DIGITS 6

struct status_name {
    const char *text;
    int number;
};

#define RUNTIME_NAME(number, name, text)       {#name, number},
#define DRIVER_NAME(number, name, text, other) {#name, number},
static const struct status_name runtime_names[] = {HW_CUDA_ERRORS(RUNTIME_NAME)};
static const struct status_name driver_names[] = {HW_CU_ERRORS(DRIVER_NAME)};
#undef RUNTIME_NAME
#undef DRIVER_NAME

#define FAULT_NAME(fault, name, number, old) {#name, number},
static const struct status_name fault_names[] = {HW_CUDA_FAULT_ERRORS(FAULT_NAME)};
#undef FAULT_NAME

/* A number without a sign; false where it is none. */
static bool read_number(const char *text, size_t length, int *number)
{
    if (length == 0 || length > MOST_DIGITS)
        return false;
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (text[i] - '0');
    }
    return true;
}

static const struct status_name *find_name(const struct status_name *names, size_t count, const char *text,
                                           size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i].text) == length && memcmp(names[i].text, text, length) == 0)
            return &names[i];
    return NULL;
}

static hw_status unknown_name(const struct status_name *names, size_t count, const char *text, size_t length,
                              struct hw_error *error)
{
    char wanted[64], likely[128];
    struct hw_nearest nearest;

    snprintf(wanted, sizeof wanted, "%.*s", (int)length, text);
    hw_nearest_begin(&nearest, wanted);
    for (size_t i = 0; i < count; i++)
        hw_nearest_offer(&nearest, names[i].text, strlen(names[i].text));
    hw_nearest_write(&nearest, likely, sizeof likely);
    return hw_fail(error, HW_ERR_ARGUMENT, "inject", "no error is called %s%s%s%s", wanted,
                   *likely ? "; did you mean " : "", likely, *likely ? "?" : "");
}

hw_status hw_inject_status(enum hw_inject_statuses statuses, const char *text, size_t length, int *status,
                           bool *own, struct hw_error *error)
{
    const bool runtime = statuses == HW_INJECT_RUNTIME;
    const struct status_name *names = runtime ? runtime_names : driver_names;
    const size_t count = runtime ? sizeof runtime_names / sizeof *names : sizeof driver_names / sizeof *names;
    const struct status_name *found = NULL;

    if (!read_number(text, length, status)) {
        if (statuses == HW_INJECT_LIBRARY)
            return hw_fail(error, HW_ERR_ARGUMENT, "inject",
                           "%.*s is no number, and errors of this library have no names here", (int)length,
                           text);
        if (!(found = find_name(names, count, text, length)))
            return unknown_name(names, count, text, length, error);
        *status = found->number;
    }
    *own = found && runtime;
    return *status ? HW_OK : hw_fail(error, HW_ERR_ARGUMENT, "inject", "%.*s is no error", (int)length, text);
}

hw_status hw_inject_fault(const char *text, size_t length, int *number, struct hw_error *error)
{
    const size_t count = sizeof fault_names / sizeof *fault_names;
    const struct status_name *found = find_name(fault_names, count, text, length);

    if (found)
        *number = found->number;
    else if (!read_number(text, length, number))
        return unknown_name(fault_names, count, text, length, error);
    for (size_t i = 0; i < count; i++)
        if (fault_names[i].number == *number)
            return HW_OK;
    return hw_fail(
        error, HW_ERR_ARGUMENT, "inject",
        "%d is no error of a kernel; those are 700 (illegal address), 702 (timeout), 710 (assert), "
        "714 to 716, 718 and 719 (launch failure)",
        *number);
}
