/* SPDX-License-Identifier: MIT */
/* The compute object has 128 constant buffers, 16 spaces that code names, and the cache between them and
 * memory.
 *
 * The cache reads a buffer when a launch first needs it and then keeps it.  What CB_DATA uploads goes to
 * memory and to the cache; other changes to memory are not seen before CODE_CB_FLUSH.
 * @see the NV50 CUDA page of the nouveau wiki, "Const spaces" */
#ifndef HW_CHANNEL_ENGINE_CONSTANTS_H
#define HW_CHANNEL_ENGINE_CONSTANTS_H

#include "channel/engine/dma.h"

#define HW_CONSTANT_BUFFERS 128u
#define HW_CONSTANT_SPACES  16u
#define HW_CONSTANT_BYTES   65536u /* of a buffer, at most */

struct hw_constant_buffer {
    uint64_t address;
    uint32_t bytes;        /* 0: not defined */
    uint8_t *cached;       /* NULL: nothing is */
    uint32_t cached_bytes; /* of those that memory has */
};

struct hw_constants {
    struct hw_constant_buffer buffer[HW_CONSTANT_BUFFERS];
    uint8_t bound[HW_CONSTANT_SPACES]; /* 1 + the buffer of a space; 0: none */
    uint8_t upload_buffer;             /* where CB_DATA goes to */
    uint32_t upload_word;
};

void hw_constants_clear(struct hw_constants *constants);

void hw_constants_define(struct hw_constants *constants, uint32_t buffer, uint64_t address, uint32_t bytes);
void hw_constants_bind(struct hw_constants *constants, uint32_t space, uint32_t buffer, bool valid);
void hw_constants_forget(struct hw_constants *constants); /* CODE_CB_FLUSH */

void hw_constants_upload_to(struct hw_constants *constants, uint32_t buffer, uint32_t word);
/* One word of CB_DATA. */
enum hw_upload { HW_UPLOAD_DONE = 0, HW_UPLOAD_OVERFLOW, HW_UPLOAD_UNDEFINED, HW_UPLOAD_FAULT };
enum hw_upload hw_constants_upload(struct hw_constants *constants, const struct hw_address_space *space,
                                   const struct hw_dma_object *dma, uint32_t data,
                                   struct hw_dma_fault *fault);

/* What a launch finds in a space: the bytes of its buffer as far as memory has them; none where no buffer is
 * bound.  HW_ERR_NO_MEMORY is the host's. */
hw_status hw_constants_of_space(struct hw_constants *constants, const struct hw_address_space *space,
                                const struct hw_dma_object *dma, unsigned number, struct hw_bank *bank);

#endif
