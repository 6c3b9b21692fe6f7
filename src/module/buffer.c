/* SPDX-License-Identifier: MIT */
/* These helpers are the containers' memory management: growing arrays and an output buffer. */
#include "module/module_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hw_module_grow(void *array, size_t count, size_t size)
{
    if (count & (count - 1))
        return true; /* between two powers of two there is room */
    void *old;
    memcpy(&old, array, sizeof old);
    void *bigger = realloc(old, (count ? 2 * count : 1) * size);
    if (!bigger)
        return false;
    memcpy(array, &bigger, sizeof bigger);
    return true;
}

hw_status hw_module_no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, HW_MODULE_ERROR, "out of memory for the module");
}

char *hw_module_copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        if (length)
            memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Room for `length` more bytes. */
static bool reserve(struct hw_buffer *buffer, size_t length)
{
    if (length > SIZE_MAX / 4) /* the doubling below would never get there */
        buffer->failed = true;
    if (buffer->failed)
        return false;
    if (length <= buffer->capacity - buffer->length)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 1024;
    while (capacity - buffer->length < length)
        capacity *= 2;
    uint8_t *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) {
        buffer->failed = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void hw_buffer_add(struct hw_buffer *buffer, const void *bytes, size_t length)
{
    if (length && reserve(buffer, length)) {
        memcpy(buffer->bytes + buffer->length, bytes, length);
        buffer->length += length;
    }
}

void hw_buffer_zero(struct hw_buffer *buffer, size_t length)
{
    if (length && reserve(buffer, length)) {
        memset(buffer->bytes + buffer->length, 0, length);
        buffer->length += length;
    }
}

void hw_buffer_u32(struct hw_buffer *buffer, uint32_t value)
{
    uint8_t bytes[4];
    hw_put32(bytes, value);
    hw_buffer_add(buffer, bytes, sizeof bytes);
}

void hw_buffer_printf(struct hw_buffer *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length <= 0 || !reserve(buffer, (size_t)length + 1))
        return;
    va_start(args, format);
    vsnprintf((char *)buffer->bytes + buffer->length, (size_t)length + 1, format, args);
    va_end(args);
    buffer->length += (size_t)length;
}
