/* SPDX-License-Identifier: MIT */
/* The symbols of loaded code say which function, and which micro-operation, an address belongs to.
 *
 * They are read for profilers and debuggers alone: when HALFWARP_JIT_SYMBOLS names a folder, or a debugger
 * traces the process. */
#ifndef HW_JIT_SYMBOLS_JIT_SYMBOLS_H
#define HW_JIT_SYMBOLS_JIT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_jit_image;

/* All offsets count from the begin of the loaded memory. */
struct hw_jit_symbol {
    char *name; /* the compiler's: HW_JIT_FUNCTION and others */
    uint32_t offset, size;
};

/* Code from `offset` on, as far as the next row, is of this micro-operation. */
struct hw_jit_row {
    uint32_t offset;
    uint32_t line;  /* the index of the micro-operation and 1; 0: of none in particular */
    uint32_t order; /* of the row in the object file */
};

struct hw_jit_symbols {
    struct hw_jit_symbol *symbol; /* functions */
    size_t symbol_count;
    struct hw_jit_row *row; /* by offset; none where the request asked for none */
    size_t row_count;
    uint32_t unwind, unwind_size; /* the loaded section .eh_frame */
};

/* The symbols of an image whose relocations are done.  False: they are inconsistent, or there is no memory.
 * Free them with hw_jit_symbols_clear, also then. */
bool hw_jit_symbols_read(struct hw_jit_symbols *symbols, struct hw_jit_image *image);
void hw_jit_symbols_clear(struct hw_jit_symbols *symbols);

#endif
