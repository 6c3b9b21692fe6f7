/* SPDX-License-Identifier: MIT */
/* See dma.h.
 *
 * The document says that an address equal to the limit is refused.  Drivers set the limit to the last byte
 * and use that byte, so it is taken for the last address that is allowed. */
#include "channel/engine/dma.h"

#include <string.h>

/* Bits of the six words. */
#define TARGET(word)     ((word) >> 16 & 3)
#define ACCESS(word)     ((word) >> 18 & 3)
#define USER(word)       ((word) >> 20 & 3)
#define STORAGE(word)    ((word) >> 22 & 0x7f)
#define SUPERVISOR       (1u << 31)
#define COMPRESSION_PAGE (3u << 29)

void hw_dma_object_pack(const struct hw_dma_object *object, uint32_t word[6])
{
    word[0] = object->number | (uint32_t)(object->target & 3) << 16 | (uint32_t)(object->access & 3) << 18 |
              (uint32_t)(object->storage & 0x7f) << 22 | (object->supervisor ? SUPERVISOR : 0) |
              (object->storage == HW_DMA_STORAGE_PAGES ? COMPRESSION_PAGE : 0);
    word[1] = (uint32_t)object->limit;
    word[2] = (uint32_t)object->base;
    word[3] = (uint32_t)(object->base >> 32 & 0xff) | (uint32_t)(object->limit >> 32 & 0xff) << 24;
    word[4] = word[5] = 0;
}

void hw_dma_object_unpack(const uint32_t word[6], struct hw_dma_object *object)
{
    *object = (struct hw_dma_object){.number = (uint16_t)word[0],
                                     .target = TARGET(word[0]),
                                     .access = ACCESS(word[0]),
                                     .storage = STORAGE(word[0]),
                                     .supervisor = (word[0] & SUPERVISOR) != 0,
                                     .base = word[2] | (uint64_t)(word[3] & 0xff) << 32,
                                     .limit = word[1] | (uint64_t)(word[3] >> 24) << 32};
}

const char *hw_vm_fault_name(unsigned fault)
{
    switch (fault) {
    case HW_VM_PT_NOT_PRESENT: return "PT_NOT_PRESENT";
    case HW_VM_PT_TOO_SHORT: return "PT_TOO_SHORT";
    case HW_VM_PAGE_NOT_PRESENT: return "PAGE_NOT_PRESENT";
    case HW_VM_PAGE_SUPERVISOR_ONLY: return "PAGE_SUPERVISOR_ONLY";
    case HW_VM_PAGE_READ_ONLY: return "PAGE_READ_ONLY";
    case HW_VM_NO_CHANNEL: return "NO_CHANNEL";
    case HW_VM_NULL_DMAOBJ: return "NULL_DMAOBJ";
    case HW_VM_WRONG_MEMTYPE: return "WRONG_MEMTYPE";
    case HW_VM_VRAM_LIMIT: return "VRAM_LIMIT";
    case HW_VM_DMAOBJ_LIMIT: return "DMAOBJ_LIMIT";
    case HW_VM_GLOBAL_LIMIT: return "GLOBAL_LIMIT";
    default: return "NONE";
    }
}

/* A page by the page tables, with the rights that the object has or leaves to it. */
static enum hw_vm_fault find_page(const struct hw_address_space *space, const struct hw_dma_object *dma,
                                  uint64_t virtual, enum hw_dma_use use, struct hw_page *page)
{
    enum hw_vm_fault fault = hw_page_find(&space->tables, virtual, page);

    if (fault == HW_VM_FINE && page->supervisor && !dma->supervisor)
        fault = HW_VM_PAGE_SUPERVISOR_ONLY;
    if (fault == HW_VM_FINE && use == HW_FOR_WRITING && page->read_only && dma->access == HW_DMA_ACCESS_PAGES)
        fault = HW_VM_PAGE_READ_ONLY;
    return fault;
}

static const struct hw_linear *linear_of(const struct hw_address_space *space,
                                         const struct hw_dma_object *dma)
{
    return dma->target == HW_DMA_TARGET_VRAM ? &space->vram : &space->host;
}

/* The bytes of linear memory from an address on. */
static uint8_t *linear_bytes(const struct hw_linear *linear, uint64_t address, uint64_t *bytes)
{
    struct hw_range range;

    if (!hw_memory_range(linear->memory, address, &range))
        return NULL;
    *bytes = range.last - address + 1;
    return hw_linear_bytes(linear, address, *bytes);
}

uint8_t *hw_dma_bytes(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                      enum hw_dma_use use, uint64_t *bytes, struct hw_dma_fault *fault)
{
    const uint64_t sum = dma ? dma->base + address : 0;
    uint8_t *host = NULL;
    struct hw_page page;

    *fault = (struct hw_dma_fault){.reason = HW_VM_FINE, .write = use == HW_FOR_WRITING, .address = address};
    if (!dma)
        fault->reason = HW_VM_NULL_DMAOBJ;
    else if (sum < address || sum > dma->limit)
        fault->reason = HW_VM_DMAOBJ_LIMIT;
    else if (use == HW_FOR_WRITING && dma->access == HW_DMA_ACCESS_READ_ONLY)
        fault->reason = HW_VM_PAGE_READ_ONLY;
    else if (dma->target != HW_DMA_TARGET_VM)
        host = linear_bytes(linear_of(space, dma), sum, bytes);
    else if ((fault->reason = (uint8_t)find_page(space, dma, sum, use, &page)) == HW_VM_FINE) {
        *bytes = HW_PAGE_BYTES - sum % HW_PAGE_BYTES;
        host = hw_linear_bytes(hw_address_space_linear(space, page.target), page.linear + sum % HW_PAGE_BYTES,
                               *bytes);
    }
    if (!host && fault->reason == HW_VM_FINE)
        fault->reason = HW_VM_VRAM_LIMIT;
    if (host && *bytes - 1 > dma->limit - sum)
        *bytes = dma->limit - sum + 1;
    return host;
}

bool hw_dma_read(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                 void *data, uint64_t bytes, struct hw_dma_fault *fault)
{
    uint8_t *to = data;

    for (uint64_t count; bytes; bytes -= count, address += count, to += count) {
        const uint8_t *from = hw_dma_bytes(space, dma, address, HW_FOR_READING, &count, fault);
        if (!from)
            return false;
        count = count < bytes ? count : bytes;
        memcpy(to, from, count);
    }
    return true;
}

bool hw_dma_write(const struct hw_address_space *space, const struct hw_dma_object *dma, uint64_t address,
                  const void *data, uint64_t bytes, struct hw_dma_fault *fault)
{
    const uint8_t *from = data;

    for (uint64_t count; bytes; bytes -= count, address += count, from += count) {
        uint8_t *to = hw_dma_bytes(space, dma, address, HW_FOR_WRITING, &count, fault);
        if (!to)
            return false;
        count = count < bytes ? count : bytes;
        memcpy(to, from, count);
    }
    return true;
}

struct hw_memory *hw_dma_memory(const struct hw_address_space *space, const struct hw_dma_object *dma,
                                uint64_t *base)
{
    if (!dma)
        return NULL;
    *base = dma->base;
    return dma->target == HW_DMA_TARGET_VM ? space->view : linear_of(space, dma)->memory;
}

uint64_t hw_dma_extent(const struct hw_address_space *space, const struct hw_dma_object *dma,
                       uint64_t address, uint64_t most)
{
    uint64_t found = 0, count;
    struct hw_dma_fault fault;

    while (found < most && hw_dma_bytes(space, dma, address + found, HW_FOR_READING, &count, &fault))
        found += count;
    return found < most ? found : most;
}
