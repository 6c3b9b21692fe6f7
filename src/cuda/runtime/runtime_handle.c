/* SPDX-License-Identifier: MIT */
/* See runtime_handle.h. */
#include "cuda/runtime/runtime_handle.h"

#include "cuda/runtime/soname/soname.h"

#include <stdlib.h>
#include <string.h>

static void **table; /* handle 1 is the first */
static uint32_t used, room;

/* The place of a pointer: its earlier one (memory that was freed and came again), else a new one. */
static uint32_t place_of(void *pointer)
{
    uint32_t at = 0;

    while (at < used && table[at] != pointer)
        at++;
    if (at < room)
        return at;
    const uint32_t more = room ? 2 * room : 64;
    void **grown = realloc(table, more * sizeof *grown);
    if (!grown)
        return UINT32_MAX;
    table = grown;
    room = more;
    return at;
}

bool hw_handle_give(void *to, void *pointer)
{
    if (!hw_soname.small_handles) {
        memcpy(to, &pointer, sizeof pointer);
        return true;
    }
    const uint32_t at = place_of(pointer);
    if (at == UINT32_MAX)
        return false;
    table[at] = pointer;
    used = at < used ? used : at + 1;
    memcpy(to, &(uint32_t){at + 1}, sizeof(uint32_t));
    return true;
}

void *hw_handle_pointer(const void *handle)
{
    const uint32_t number = (uint32_t)(uintptr_t)handle;

    if (!hw_soname.small_handles)
        return (void *)handle;
    if (number == 0)
        return NULL;
    return number <= used ? table[number - 1] : (void *)&table;
}
