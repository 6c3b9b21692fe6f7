/* SPDX-License-Identifier: MIT */
/* DMA objects translate the addresses of methods: a DMA object adds its base, checks its limit and leads to
 * linear memory at once, or by the page tables.
 * @see envytools, docs/hw/memory/g80-vm.rst, "DMA objects" */
#ifndef HW_CHANNEL_ENGINE_DMA_H
#define HW_CHANNEL_ENGINE_DMA_H

#include "channel/engine/address_space.h"

enum hw_dma_use { HW_FOR_READING = 0, HW_FOR_WRITING };

/* Why something could not be read or written: HW_VM_FINE where it could. */
struct hw_dma_fault {
    uint8_t reason; /* enum hw_vm_fault */
    bool write;
    uint64_t address; /* as the method has it */
};

/* The bytes at an address and how many there are at least: *bytes, up to the end of a page or of the memory.
 * `dma` NULL: no object is bound.  NULL, with the fault, where there is nothing. */
uint8_t *hw_dma_bytes(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                      enum hw_dma_use use, uint64_t *bytes, struct hw_dma_fault *fault);

/* Copy out of memory and into it; false, with the fault, when a byte is not there.  What lies before it has
 * been copied. */
bool hw_dma_read(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                 void *data, uint64_t bytes, struct hw_dma_fault *fault);
bool hw_dma_write(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                  const void *data, uint64_t bytes, struct hw_dma_fault *fault);

/* The device memory that kernels find behind an object, and where its address 0 lies in it; NULL: none. */
struct hw_memory *hw_dma_memory(const struct hw_address_space *space, const struct hw_dma_object *dma,
                                uint64_t *base);

/* How many bytes from `address` on, at most `most`, are there. */
uint64_t hw_dma_extent(const struct hw_address_space *space, const struct hw_dma_object *dma,
                       uint64_t address, uint64_t most);

#endif
