/* SPDX-License-Identifier: MIT */
/* See constants.h. */
#include "channel/engine/constants.h"

#include <stdlib.h>
#include <string.h>

void hw_constants_forget(struct hw_constants *constants)
{
    for (unsigned i = 0; i < HW_CONSTANT_BUFFERS; i++) {
        free(constants->buffer[i].cached);
        constants->buffer[i].cached = NULL;
    }
}

void hw_constants_clear(struct hw_constants *constants)
{
    hw_constants_forget(constants);
    memset(constants, 0, sizeof *constants);
}

void hw_constants_define(struct hw_constants *constants, uint32_t buffer, uint64_t address, uint32_t bytes)
{
    struct hw_constant_buffer *defined = &constants->buffer[buffer];
    const uint32_t size = bytes ? bytes : HW_CONSTANT_BYTES;

    if (defined->address == address && defined->bytes == size)
        return; /* what is cached stays: a guess */
    free(defined->cached);
    *defined = (struct hw_constant_buffer){.address = address, .bytes = size};
}

void hw_constants_bind(struct hw_constants *constants, uint32_t space, uint32_t buffer, bool valid)
{
    constants->bound[space] = valid ? (uint8_t)(buffer + 1) : 0;
}

void hw_constants_upload_to(struct hw_constants *constants, uint32_t buffer, uint32_t word)
{
    constants->upload_buffer = (uint8_t)buffer;
    constants->upload_word = word;
}

/* The address behind the last word of 64 KiB is none: an upload there is an error. */
enum hw_upload hw_constants_upload(struct hw_constants *constants, const struct hw_address_space *space,
                                   const struct hw_dma_object *dma, uint32_t data, struct hw_dma_fault *fault)
{
    struct hw_constant_buffer *buffer = &constants->buffer[constants->upload_buffer];
    const uint32_t offset = constants->upload_word * 4;

    if (offset >= HW_CONSTANT_BYTES)
        return HW_UPLOAD_OVERFLOW;
    if (buffer->bytes == 0)
        return HW_UPLOAD_UNDEFINED;
    constants->upload_word++;
    if (!hw_dma_write(space, dma, buffer->address + offset, &data, sizeof data, fault))
        return HW_UPLOAD_FAULT;
    if (buffer->cached && offset < buffer->cached_bytes)
        memcpy(buffer->cached + offset, &data, sizeof data);
    return HW_UPLOAD_DONE;
}

/* Read a buffer into the cache. */
static bool fetch(struct hw_constant_buffer *buffer, const struct hw_address_space *space,
                  const struct hw_dma_object *dma)
{
    const uint32_t bytes = (uint32_t)hw_dma_extent(space, dma, buffer->address, buffer->bytes);
    struct hw_dma_fault fault;

    buffer->cached = malloc(bytes ? bytes : 1);
    buffer->cached_bytes = bytes;
    return buffer->cached && hw_dma_read(space, dma, buffer->address, buffer->cached, bytes, &fault);
}

hw_status hw_constants_of_space(struct hw_constants *constants, const struct hw_address_space *space,
                                const struct hw_dma_object *dma, unsigned number, struct hw_bank *bank)
{
    const unsigned bound = constants->bound[number];
    struct hw_constant_buffer *buffer = bound ? &constants->buffer[bound - 1] : NULL;

    *bank = (struct hw_bank){.data = NULL};
    if (!buffer || buffer->bytes == 0)
        return HW_OK;
    if (!buffer->cached && !fetch(buffer, space, dma))
        return HW_ERR_NO_MEMORY;
    *bank = (struct hw_bank){.data = buffer->cached, .bytes = buffer->cached_bytes};
    return HW_OK;
}
