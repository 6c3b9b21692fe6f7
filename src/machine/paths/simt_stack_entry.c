/* SPDX-License-Identifier: MIT */
/* SIMT stack entries that are pushed, and blocks of them that are spilled and filled. */
#include "machine/paths/simt_stack_entry.h"

#include "machine/chip/sm_location.h"
#include "machine/paths/stack_spill.h"

/* The name of a kind of entry in the message of a fault. */
static const char *const names[HW_PATH_KINDS] = {
    [HW_PATH_BRANCH] = "branch", [HW_PATH_CALL] = "call",         [HW_PATH_LIMITED_CALL] = "call",
    [HW_PATH_BREAK] = "break",   [HW_PATH_CONTINUE] = "continue", [HW_PATH_LONGJMP] = "long jump",
    [HW_PATH_JOIN] = "join",     [HW_PATH_SAVED_MASK] = "QUADON",
};

uint32_t hw_simt_stack_entries(const struct hw_launch *launch)
{
    const uint32_t given = launch->limits.stack_entries;

    return given == HW_NO_STACK ? 0 : given ? given : HW_STACK_ENTRIES;
}

const char *hw_simt_entry_name(unsigned kind)
{
    return names[kind];
}

/* The chip holds blocks of entries from number `spilled` on. */
#define BLOCKS_ON_CHIP (HW_STACK_ON_CHIP / HW_STACK_BLOCK)

/* Spill blocks to memory until the chip can hold the top one. */
static bool spill_blocks(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_paths *paths = warp->paths;

    for (; (paths->depth - 1) / HW_STACK_BLOCK - paths->spilled >= BLOCKS_ON_CHIP; paths->spilled++)
        for (uint32_t i = 0; i < HW_STACK_BLOCK; i++) {
            const uint32_t number = paths->spilled * HW_STACK_BLOCK + i;
            const struct hw_simt_entry *entry = &paths->entry[number];
            if (!hw_stack_spill(warp, uop, number,
                                &(struct hw_stack_entry){entry->target, entry->mask, entry->kind}))
                return false;
        }
    return true;
}

bool hw_simt_stack_fill(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_paths *paths = warp->paths;
    const uint32_t block = paths->depth ? (paths->depth - 1) / HW_STACK_BLOCK : 0;

    if (block >= paths->spilled)
        return true;
    paths->spilled = block;
    for (uint32_t number = block * HW_STACK_BLOCK; number < paths->depth; number++) {
        struct hw_simt_entry *entry = &paths->entry[number];
        struct hw_stack_entry found = {entry->target, entry->mask, entry->kind};
        if (!hw_stack_fill(warp, uop, number, &found))
            return false;
        hw_simt_stack_count(paths, entry->kind, -1u);
        hw_simt_stack_count(paths, found.kind, 1);
        entry->target = found.index;
        entry->mask = found.mask;
        entry->kind = found.kind;
    }
    return true;
}

bool hw_simt_stack_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                        uint32_t mask)
{
    struct hw_paths *paths = warp->paths;
    const uint32_t limit = hw_simt_stack_entries(warp->block->launch);

    if (paths->depth == limit) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_OVERFLOW, HW_NO_LANE, NULL,
                      "the warp's control-flow stack is full (%u entries)", limit);
        return false;
    }
    paths->entry[paths->depth++] =
        (struct hw_simt_entry){.target = target, .mask = mask, .kind = (uint8_t)kind};
    hw_simt_stack_count(paths, kind, 1);
    return !hw_stack_spills(warp) || spill_blocks(warp, uop);
}
