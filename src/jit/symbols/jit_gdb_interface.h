/* SPDX-License-Identifier: MIT */
/* GDB's JIT interface: a list of objects in memory, of which a debugger is told by a call of a function in
 * which it has a breakpoint.
 * @see "JIT Compilation Interface" in Debugging with GDB */
#ifndef HW_JIT_SYMBOLS_JIT_GDB_INTERFACE_H
#define HW_JIT_SYMBOLS_JIT_GDB_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_jit_gdb_entry;

/* Whether a debugger, or another program, traces this process. */
bool hw_jit_gdb_traces(void);

/* Register an object, which is freed with the entry.  NULL: there is no memory, and the object is freed. */
struct hw_jit_gdb_entry *hw_jit_gdb_register(uint8_t *object, size_t size);
/* NULL is allowed. */
void hw_jit_gdb_unregister(struct hw_jit_gdb_entry *entry);

#endif
