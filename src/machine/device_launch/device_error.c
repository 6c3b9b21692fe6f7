/* SPDX-License-Identifier: MIT */
/* A thread's last error is kept in one of a few lists, by a hash of the thread; most threads have none. */
#include "machine/device_launch/device_error.h"

#include <stddef.h>
#include <stdlib.h>

static const struct {
    int error;
    const char *name, *text;
} errors_known[] = {
    {HW_CDP_SUCCESS, "cudaSuccess", "no error"},
    {HW_CDP_INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
    {HW_CDP_NO_MEMORY, "cudaErrorMemoryAllocation", "out of memory"},
    {HW_CDP_INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {HW_CDP_TOO_DEEP, "cudaErrorLaunchMaxDepthExceeded",
     "launch would exceed maximum depth of nested launches"},
    {HW_CDP_SYNC_TOO_DEEP, "cudaErrorSyncDepthExceeded",
     "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth"},
    {HW_CDP_INVALID_FUNCTION, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {HW_CDP_INVALID_DEVICE, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {HW_CDP_UNSUPPORTED_LIMIT, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
    {HW_CDP_INVALID_HANDLE, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {HW_CDP_OUT_OF_RESOURCES, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {HW_CDP_NOT_SUPPORTED, "cudaErrorNotSupported", "operation not supported"},
};

#define KNOWN (sizeof errors_known / sizeof errors_known[0])

static size_t find_known(int error)
{
    size_t i = 0;

    while (i < KNOWN && errors_known[i].error != error)
        i++;
    return i;
}

const char *hw_device_error_name(int error)
{
    const size_t i = find_known(error);

    return i < KNOWN ? errors_known[i].name : "unrecognized error code";
}

const char *hw_device_error_text(int error)
{
    const size_t i = find_known(error);

    return i < KNOWN ? errors_known[i].text : "unrecognized error code";
}

/* --- the last error of a thread --- */

static bool is_same(const struct hw_thread_error *entry, const struct hw_device_thread *thread)
{
    return entry->grid == thread->grid && entry->block == thread->block && entry->thread == thread->thread;
}

/* The link to a thread's entry, or to the end of its list. */
static struct hw_thread_error **find_link(struct hw_thread_errors *errors,
                                          const struct hw_device_thread *thread)
{
    const uint64_t hash = thread->block * 1024 + thread->thread;
    struct hw_thread_error **link = &errors->list[(hash ^ hash >> 8) % HW_THREAD_ERROR_LISTS];

    while (*link && !is_same(*link, thread))
        link = &(*link)->next;
    return link;
}

void hw_thread_error_set(struct hw_thread_errors *errors, const struct hw_device_thread *thread, int error)
{
    struct hw_thread_error **link = find_link(errors, thread);

    if (!*link) {
        *link = calloc(1, sizeof **link);
        if (!*link)
            return;
        (*link)->grid = thread->grid;
        (*link)->block = thread->block;
        (*link)->thread = thread->thread;
    }
    (*link)->error = error;
}

int hw_thread_error_get(struct hw_thread_errors *errors, const struct hw_device_thread *thread, bool forget)
{
    struct hw_thread_error **link = find_link(errors, thread), *entry = *link;

    if (!entry)
        return HW_CDP_SUCCESS;
    const int error = entry->error;
    if (forget) {
        *link = entry->next;
        free(entry);
    }
    return error;
}

void hw_thread_errors_clear(struct hw_thread_errors *errors, const void *grid)
{
    for (unsigned i = 0; i < HW_THREAD_ERROR_LISTS; i++) {
        struct hw_thread_error **link = &errors->list[i];
        while (*link) {
            struct hw_thread_error *entry = *link;
            if (grid && entry->grid != grid) {
                link = &entry->next;
                continue;
            }
            *link = entry->next;
            free(entry);
        }
    }
}
