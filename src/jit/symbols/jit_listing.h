/* SPDX-License-Identifier: MIT */
/* The listing of a kernel (hw_program.listing) is a file that profilers and debuggers show as its source:
 * FOLDER/KERNEL-HASH.sass. */
#ifndef HW_JIT_SYMBOLS_JIT_LISTING_H
#define HW_JIT_SYMBOLS_JIT_LISTING_H

#include <limits.h>

#include "engine/compiler_interface.h"
#include "jit/symbols/jit_symbols.h"

struct hw_jit_listing {
    char path[PATH_MAX]; /* absolute; empty: there is none */
};

/* Write the listing of a program into a folder.  The path is empty if it cannot be written, or the program
 * has none. */
void hw_jit_listing_write(struct hw_jit_listing *listing, const char *folder,
                          const struct hw_program *program);

/* The line of the listing that a row belongs to.  The first one stands for code that belongs to no
 * instruction. */
uint32_t hw_jit_listing_line(const struct hw_program *program, const struct hw_jit_row *row);

#endif
