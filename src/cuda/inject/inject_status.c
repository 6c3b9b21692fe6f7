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

/* The numbers of all errors up to CUDA 13.0 (driver_types.h, with those of before 10.1, and cuda.h); the
 * tables above have names for those that functions return here. */
struct number_range {
    int first, last;
};

/* clang-format off */
static const struct number_range runtime_numbers[] = {
    {1, 77}, {82, 82}, {98, 98}, {100, 103}, {127, 127}, {200, 202}, {205, 226}, {300, 304}, {400, 402}, {500, 500},
    {600, 600}, {700, 705}, {708, 721}, {800, 812}, {900, 915}, {999, 999}, {10000, 10000}};
static const struct number_range driver_numbers[] = {
    {1, 8}, {34, 34}, {36, 36}, {46, 46}, {100, 102}, {200, 202}, {205, 226}, {300, 304}, {400, 402}, {500, 500},
    {600, 600}, {700, 705}, {708, 721}, {800, 812}, {900, 916}, {999, 999}};
/* clang-format on */

static bool is_in(const struct number_range *range, size_t count, int number)
{
    for (size_t i = 0; i < count; i++)
        if (number >= range[i].first && number <= range[i].last)
            return true;
    return false;
}

/* Of other libraries it is not known which numbers they have. */
static bool is_number_of(enum hw_inject_statuses statuses, int number)
{
    switch (statuses) {
    case HW_INJECT_RUNTIME:
        return is_in(runtime_numbers, sizeof runtime_numbers / sizeof *runtime_numbers, number);
    case HW_INJECT_DRIVER:
        return is_in(driver_numbers, sizeof driver_numbers / sizeof *driver_numbers, number);
    case HW_INJECT_LIBRARY: break;
    }
    return number != 0;
}

static hw_status unknown_name(const struct status_name *names, size_t count, const char *text, size_t length,
                              struct hw_error *error)
{
    char wanted[64], likely[128 + 16];
    struct hw_nearest nearest;

    snprintf(wanted, sizeof wanted, "%.*s", (int)length, text);
    hw_nearest_begin(&nearest, wanted);
    for (size_t i = 0; i < count; i++)
        hw_nearest_offer(&nearest, names[i].text, strlen(names[i].text));
    return hw_fail(error, HW_ERR_ARGUMENT, "inject", "no error is called %s%s", wanted,
                   hw_nearest_ask(&nearest, likely, sizeof likely));
}

hw_status hw_inject_status(enum hw_inject_statuses statuses, const char *text, size_t length, int *status,
                           bool *own, struct hw_error *error)
{
    static const char *const of[] = {[HW_INJECT_RUNTIME] = " of the runtime",
                                     [HW_INJECT_DRIVER] = " of the driver",
                                     [HW_INJECT_LIBRARY] = ""};
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
    if (found ? *status != 0 : is_number_of(statuses, *status))
        return HW_OK;
    return hw_fail(error, HW_ERR_ARGUMENT, "inject", "%.*s is no error%s", (int)length, text, of[statuses]);
}

#define FAULTS (sizeof fault_names / sizeof *fault_names)

static bool is_fault(int number)
{
    size_t i = 0;

    while (i < FAULTS && fault_names[i].number != number)
        i++;
    return i < FAULTS;
}

/* What is no error of a kernel: those that are, each once, in as few letters as an error's text needs. */
static hw_status no_fault(const char *text, size_t length, const char *is, struct hw_error *error)
{
    char list[200];
    size_t used = 0;

    for (size_t i = 0; i < FAULTS && used < sizeof list; i++) {
        const char *name = fault_names[i].text;
        if (find_name(fault_names, FAULTS, name, strlen(name)) == &fault_names[i])
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%d %s", used ? ", " : "",
                                     fault_names[i].number, name + strlen("cudaError"));
    }
    return hw_fail(error, HW_ERR_ARGUMENT, "inject",
                   "%.*s is %s of a kernel; those are, without cudaError in front, %s", (int)length, text, is,
                   list);
}

hw_status hw_inject_fault(const char *text, size_t length, int *number, struct hw_error *error)
{
    const struct status_name *found = find_name(fault_names, FAULTS, text, length);

    if (!found)
        found = find_name(driver_names, sizeof driver_names / sizeof *driver_names, text, length);
    if (found)
        *number = found->number;
    else if (!read_number(text, length, number)) {
        if (!find_name(runtime_names, sizeof runtime_names / sizeof *runtime_names, text, length))
            return unknown_name(fault_names, FAULTS, text, length, error);
        return no_fault(text, length, "an error, but not one", error);
    }
    return is_fault(*number) ? HW_OK : no_fault(text, length, "no error", error);
}
