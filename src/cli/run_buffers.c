/* SPDX-License-Identifier: MIT */
/* This file has the device buffers of `run`: created before the launch, printed or written after it. */
#include "cli/run.h"
#include "cli/spared_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Fill device memory from a file, which may be shorter. */
static hw_status fill(struct hw_memory *memory, uint64_t address, uint64_t bytes, const char *file,
                      struct hw_error *error)
{
    void *data;
    size_t size;
    hw_status status = hw_read_file(file, HW_FILE_MAX, &data, &size, error);
    if (status != HW_OK)
        return status;
    if (size > bytes)
        status = hw_fail(error, HW_ERR_RANGE, "cli", "%s has %zu bytes; the buffer has %" PRIu64, file, size,
                         bytes);
    else
        status = hw_memory_write(memory, address, data, size, error);
    free(data);
    return status;
}

const struct hw_run_buffer *hw_run_buffer_find(const struct hw_run_buffers *buffers, const char *name,
                                               size_t length)
{
    for (unsigned i = 0; i < buffers->count; i++)
        if (strlen(buffers->list[i].name) == length && strncmp(buffers->list[i].name, name, length) == 0)
            return &buffers->list[i];
    return NULL;
}

hw_status hw_run_buffer_add(struct hw_run_buffers *buffers, const char *text,
                            const struct hw_run_buffer **made, struct hw_error *error)
{
    struct hw_run_buffer *buffer = &buffers->list[buffers->count];
    const char *equals = strchr(text, '='), *rest;
    size_t length = equals ? (size_t)(equals - text) : 0;

    if (length == 0 || length >= sizeof buffer->name)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no buffer; expected NAME=BYTES or NAME=BYTES:FILE", text);
    if (buffers->count == HW_RUN_BUFFERS)
        return hw_fail(error, HW_ERR_RANGE, "cli", "too many buffers: at most %u", HW_RUN_BUFFERS);
    if (hw_run_buffer_find(buffers, text, length))
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "there are two buffers called `%.*s`", (int)length, text);
    hw_status status = hw_run_number(equals + 1, ":", UINT64_MAX, true, &buffer->bytes, &rest, error);
    if (status == HW_OK)
        status = hw_memory_alloc(buffers->memory, buffer->bytes, &buffer->address, error);
    if (status == HW_OK && *rest == ':')
        status = fill(buffers->memory, buffer->address, buffer->bytes, rest + 1, error);
    if (status != HW_OK)
        return status;
    memcpy(buffer->name, text, length);
    buffer->name[length] = '\0';
    buffers->count++;
    *made = buffer;
    return HW_OK;
}

hw_status hw_run_map(struct hw_memory *memory, const char *text, uint64_t *address, uint64_t *bytes,
                     struct hw_error *error)
{
    const char *rest;
    hw_status status = hw_run_number(text, "=", UINT64_MAX, false, address, &rest, error);
    if (status != HW_OK)
        return status;
    if (*rest != '=')
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no mapping; expected ADDRESS=BYTES or ADDRESS=BYTES:FILE", text);
    status = hw_run_number(rest + 1, ":", UINT64_MAX, true, bytes, &rest, error);
    if (status == HW_OK)
        status = hw_memory_map(memory, *address, *bytes, error);
    if (status == HW_OK && *rest == ':')
        status = fill(memory, *address, *bytes, rest + 1, error);
    return status;
}

/* Print `text`'s values: NAME[:TYPE[:COUNT]]. */
static hw_status print_values(const struct hw_run_buffers *buffers, const struct hw_run_buffer *buffer,
                              const char *text, struct hw_error *error)
{
    const char *rest = text + strcspn(text, ":"), *type_name = "u32";
    size_t type_length = 3;
    uint64_t count;

    if (*rest == ':') {
        type_name = rest + 1;
        type_length = strcspn(type_name, ":");
        rest = type_name + type_length;
    }
    const struct hw_run_type *type = hw_run_type_find(type_name, type_length);
    if (!type)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%.*s` is no type; expected one of u8 s8 u16 s16 u32 s32 u64 s64 f32 f64",
                       (int)type_length, type_name);
    count = buffer->bytes / type->bytes;
    if (*rest == ':') {
        hw_status status = hw_run_number(rest + 1, "", count, true, &count, &rest, error);
        if (status != HW_OK)
            return status;
    }
    const uint8_t *data = hw_memory_host(buffers->memory, buffer->address, count * type->bytes);
    for (uint64_t i = 0; i < count; i++)
        hw_run_print_value(type, data + i * type->bytes, stdout);
    return HW_OK;
}

hw_status hw_run_check_print(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error)
{
    size_t length = strcspn(text, ":=");
    if (hw_run_buffer_find(buffers, text, length))
        return text[length] == '=' ? hw_expect_output("--print", text + length + 1, error) : HW_OK;
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no buffer called `%.*s`", (int)length, text);
}

hw_status hw_run_print(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error)
{
    size_t length = strcspn(text, ":=");
    const struct hw_run_buffer *buffer = hw_run_buffer_find(buffers, text, length);

    if (!buffer)
        return hw_run_check_print(buffers, text, error);
    if (text[length] != '=')
        return print_values(buffers, buffer, text, error);
    return hw_write_file(text + length + 1, hw_memory_host(buffers->memory, buffer->address, buffer->bytes),
                         buffer->bytes, error);
}

/* ADDRESS:BYTES=FILE */
static hw_status parse_dump(const char *text, uint64_t *address, uint64_t *bytes, const char **file,
                            struct hw_error *error)
{
    const char *rest;
    hw_status status = hw_run_number(text, ":", UINT64_MAX, false, address, &rest, error);
    if (status == HW_OK && *rest == ':')
        status = hw_run_number(rest + 1, "=", UINT64_MAX, true, bytes, &rest, error);
    if (status != HW_OK)
        return status;
    if (*rest != '=')
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` is no dump; expected ADDRESS:BYTES=FILE", text);
    *file = rest + 1;
    return HW_OK;
}

hw_status hw_run_check_dump(const char *text, struct hw_error *error)
{
    uint64_t address, bytes;
    const char *file;
    const hw_status status = parse_dump(text, &address, &bytes, &file, error);
    return status == HW_OK ? hw_expect_output("--dump", file, error) : status;
}

hw_status hw_run_dump(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error)
{
    uint64_t address, bytes;
    const char *file;
    hw_status status = parse_dump(text, &address, &bytes, &file, error);
    if (status != HW_OK)
        return status;
    const void *data = hw_memory_host(buffers->memory, address, bytes);
    if (!data)
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "%" PRIu64 " bytes at 0x%" PRIx64 " are not all device memory", bytes, address);
    return hw_write_file(file, data, bytes, error);
}
