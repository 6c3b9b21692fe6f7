/* SPDX-License-Identifier: MIT */
/* A text buffer grows in an arena. */
#ifndef HW_COMPILER_CODEGEN_CODEGEN_BUFFER_H
#define HW_COMPILER_CODEGEN_CODEGEN_BUFFER_H

#include "compiler/arena.h"

struct hw_codegen_buffer {
    struct hw_arena *arena;
    char *text; /* terminated by a NUL; NULL: nothing yet */
    size_t length, capacity;
};

void hw_codegen_print(struct hw_codegen_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void hw_codegen_append(struct hw_codegen_buffer *buffer, const char *text, size_t length);

#endif
