/* SPDX-License-Identifier: MIT */
/* Messages of memory faults. */
#include "machine/memory/access.h"
#include "machine/memory/parameter_window.h"

#include <stdio.h>

/* Whether the launch gives the micro-op's space anything at all. */
static bool is_bound(const struct hw_launch *launch, const struct hw_uop *uop, unsigned space)
{
    if (space == HW_OPERAND_CONST)
        return launch->bank[uop->mem.number].bytes != 0;
    return space != HW_OPERAND_GLOBAL || launch->segment[uop->mem.number].mode != HW_SEGMENT_NONE;
}

/* Whether the memory is there, but not for stores. */
static bool may_only_be_read(const struct hw_launch *launch, const struct hw_uop *uop, unsigned space,
                             uint64_t address, unsigned bytes)
{
    const struct hw_segment *segment = &launch->segment[uop->mem.number % HW_SEGMENTS];

    if (!uop->mem.writes)
        return false;
    if (space == HW_OPERAND_GENERIC && hw_parameter_at(launch, address, bytes))
        return true;
    if (space == HW_OPERAND_LOCAL)
        return launch->placement.local.read_only;
    if (space == HW_OPERAND_GLOBAL &&
        (segment->read_only || !hw_segment_address(segment, (uint32_t)address, &address)))
        return segment->read_only;
    return (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC) &&
           hw_memory_is_read_only(launch->memory, address, bytes);
}

/* How near below its local memory a thread's address must be to be a stack that has grown too long. */
#define BELOW_STACK 65536u

static bool is_stack_overflow(const struct hw_block *block, unsigned space, uint64_t address)
{
    return space == HW_OPERAND_LOCAL && block->kernel_abi->local_end && address < block->local_first &&
           block->local_first - address <= BELOW_STACK;
}

/* The address of an access as users write it. */
static void describe_address(const struct hw_block *block, const struct hw_uop *uop, unsigned space,
                             uint64_t address, char *text, size_t size)
{
    const unsigned low = (unsigned)address;

    switch (space) {
    case HW_OPERAND_SHARED: snprintf(text, size, "s[0x%x] (%u bytes exist)", low, block->shared_bytes); break;
    case HW_OPERAND_LOCAL:
        if (block->local_first && block->local_bytes)
            snprintf(text, size, "l[0x%x] (0x%x to 0x%x exist)", low, block->local_first,
                     block->local_first + block->local_bytes - 1);
        else
            snprintf(text, size, "l[0x%x] (%u bytes exist)", low, block->local_bytes);
        break;
    case HW_OPERAND_CONST:
        snprintf(text, size, "c%u[0x%x] (%u bytes are bound)", uop->mem.number, low,
                 block->launch->bank[uop->mem.number].bytes);
        break;
    case HW_OPERAND_GENERIC: snprintf(text, size, "[0x%09llx]", (unsigned long long)address); break;
    default: snprintf(text, size, "g%u[0x%08x]", uop->mem.number, low); break;
    }
}

void hw_mem_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                  unsigned lane, uint64_t address, unsigned bytes)
{
    const struct hw_block *block = warp->block;
    const struct hw_access access = {
        .space = (uint8_t)space, .size = (uint8_t)bytes, .index = uop->mem.number, .address = address};
    char text[64];

    describe_address(block, uop, space, address, text, sizeof text);
    if (!is_bound(block->launch, uop, space))
        hw_warp_fault(warp, uop, HW_FAULT_UNBOUND, lane, &access,
                      "an access at %s, but the launch binds nothing there", text);
    else if (address & align)
        hw_warp_fault(warp, uop, HW_FAULT_MISALIGNED, lane, &access,
                      "an access of %u bytes at %s, which is no multiple of %u", bytes, text, bytes);
    else if (is_stack_overflow(block, space, address))
        hw_warp_fault(warp, uop, HW_FAULT_STACK_OVERFLOW, lane, &access,
                      "the thread's stack of %u bytes has overflowed: an access of %u bytes at %s",
                      block->local_bytes, bytes, text);
    else
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, lane, &access,
                      may_only_be_read(block->launch, uop, space, address, bytes)
                          ? "a store of %u bytes at %s, which may only be read"
                          : "an access of %u bytes at %s is outside of memory",
                      bytes, text);
}
