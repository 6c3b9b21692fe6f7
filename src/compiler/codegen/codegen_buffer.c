/* SPDX-License-Identifier: MIT */
/* Appends to the text buffer of codegen_buffer.h. */
#include "compiler/codegen/codegen_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void grow_capacity(struct hw_codegen_buffer *buffer, size_t more)
{
    if (buffer->length + more < buffer->capacity)
        return;
    const size_t capacity = 2 * (buffer->length + more) + 256;
    char *text = hw_arena_alloc(buffer->arena, capacity);
    if (buffer->length)
        memcpy(text, buffer->text, buffer->length);
    buffer->text = text;
    buffer->capacity = capacity;
}

void hw_codegen_append(struct hw_codegen_buffer *buffer, const char *text, size_t length)
{
    grow_capacity(buffer, length + 1);
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void hw_codegen_print(struct hw_codegen_buffer *buffer, const char *format, ...)
{
    va_list list, again;

    va_start(list, format);
    va_copy(again, list);
    grow_capacity(buffer, 1);
    size_t capacity = buffer->capacity - buffer->length;
    const int length = vsnprintf(buffer->text + buffer->length, capacity, format, list);
    if (length > 0 && (size_t)length >= capacity) {
        grow_capacity(buffer, (size_t)length + 1);
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
    }
    if (length > 0)
        buffer->length += (size_t)length;
    va_end(again);
    va_end(list);
}
