/* SPDX-License-Identifier: MIT */
/* See jit_gdb_interface.h. */
#include "jit/symbols/jit_gdb_interface.h"

#include "jit/symbols/jit_publish_lock.h"

#include <stdio.h>
#include <stdlib.h>

/* The names of what the debugger looks for, and the order of members, are GDB's. */
struct hw_jit_gdb_entry {
    struct hw_jit_gdb_entry *next, *previous;
    const void *object;
    uint64_t size;
};

enum { ACTION_NONE = 0, ACTION_REGISTER, ACTION_UNREGISTER };

struct jit_descriptor {
    uint32_t version, action;
    struct hw_jit_gdb_entry *relevant, *first;
};

/* They are local: other libraries of the process, LLVM's among them, may have the same names for a list of
 * their own, and GDB reads each.  It finds local names in the symbol table, which `strip` removes. */
__attribute__((used)) static struct jit_descriptor __jit_debug_descriptor = {.version = 1};

__attribute__((noinline, used)) static void __jit_debug_register_code(void)
{
    __asm__ volatile("" ::: "memory"); /* so that calls stay */
}

bool hw_jit_gdb_traces(void)
{
    FILE *status = fopen("/proc/self/status", "re");
    char line[128];
    int tracer = 0;

    while (status && !tracer && fgets(line, sizeof line, status))
        if (sscanf(line, "TracerPid: %d", &tracer) == 1)
            break;
    if (status)
        fclose(status);
    return tracer != 0;
}

/* Under the lock. */
static void notify_debugger(uint32_t action, struct hw_jit_gdb_entry *entry)
{
    __jit_debug_descriptor.action = action;
    __jit_debug_descriptor.relevant = entry;
    __jit_debug_register_code();
    __jit_debug_descriptor.action = ACTION_NONE;
    __jit_debug_descriptor.relevant = NULL;
}

struct hw_jit_gdb_entry *hw_jit_gdb_register(uint8_t *object, size_t size)
{
    struct hw_jit_gdb_entry *entry = malloc(sizeof *entry);

    if (!entry) {
        free(object);
        return NULL;
    }
    hw_jit_publish_lock();
    *entry = (struct hw_jit_gdb_entry){.next = __jit_debug_descriptor.first, .object = object, .size = size};
    if (entry->next)
        entry->next->previous = entry;
    __jit_debug_descriptor.first = entry;
    notify_debugger(ACTION_REGISTER, entry);
    hw_jit_publish_unlock();
    return entry;
}

void hw_jit_gdb_unregister(struct hw_jit_gdb_entry *entry)
{
    if (!entry)
        return;
    hw_jit_publish_lock();
    if (entry->previous)
        entry->previous->next = entry->next;
    else
        __jit_debug_descriptor.first = entry->next;
    if (entry->next)
        entry->next->previous = entry->previous;
    notify_debugger(ACTION_UNREGISTER, entry);
    hw_jit_publish_unlock();
    free((void *)(uintptr_t)entry->object);
    free(entry);
}
