/* SPDX-License-Identifier: MIT */
/* Values are never used twice, so that a handle of something that is gone is found out. */
#include "machine/device_launch/device_handle.h"

#include <stdlib.h>

#define FIRST_VALUE 0x10000u /* above the values of named streams */
#define STEP        16u

uint64_t hw_device_handle_add(struct hw_device_handles *handles, const struct hw_device_handle *handle)
{
    if (handles->count == handles->capacity) {
        const size_t capacity = handles->capacity ? 2 * handles->capacity : 16;
        struct hw_device_handle *list = realloc(handles->list, capacity * sizeof *list);
        if (!list)
            return 0;
        handles->list = list;
        handles->capacity = capacity;
    }
    struct hw_device_handle *added = &handles->list[handles->count++];
    *added = *handle;
    added->value = FIRST_VALUE + STEP * handles->created++;
    return added->value;
}

struct hw_device_handle *hw_device_handle_find(struct hw_device_handles *handles,
                                               const struct hw_device_handle *handle)
{
    for (size_t i = handles->count; i-- > 0;) {
        struct hw_device_handle *entry = &handles->list[i];
        if (entry->value == handle->value)
            return entry->kind == handle->kind && entry->grid == handle->grid ? entry : NULL;
    }
    return NULL;
}

bool hw_device_handle_remove(struct hw_device_handles *handles, const struct hw_device_handle *handle)
{
    struct hw_device_handle *entry = hw_device_handle_find(handles, handle);

    if (entry)
        *entry = handles->list[--handles->count];
    return entry;
}

void hw_device_handles_drop(struct hw_device_handles *handles, const void *grid)
{
    size_t kept = 0;

    for (size_t i = 0; i < handles->count; i++)
        if (handles->list[i].grid != grid)
            handles->list[kept++] = handles->list[i];
    handles->count = kept;
}
