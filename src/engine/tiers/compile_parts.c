/* SPDX-License-Identifier: MIT */
/* See compile_parts.h.  A cut must not be in a guarded region, for code cannot be entered there; it should
 * not be in a small loop, which would leave compiled code twice in each iteration. */
#include "engine/tiers/compile_parts.h"

#include "engine/compiler_interface.h"
#include "machine/paths/control_flow.h"

/* Micro-operations of a part, at least, unless it is the last one. */
#define PART_UOPS (HW_COMPILE_UOPS_MAX / 2)
/* Behind them a cut is looked for, so far. */
#define CUT_WINDOW (HW_COMPILE_UOPS_MAX / 4)
/* Micro-operations of a loop that should not be cut. */
#define SMALL_LOOP 512u

uint32_t hw_compile_parts_max(const struct hw_program *program)
{
    return program->uop_count / PART_UOPS + 1;
}

/* The first index behind all small loops around `cut`. */
static uint32_t end_of_loops(const struct hw_program *program, uint32_t cut)
{
    uint32_t end = cut;

    for (uint32_t i = cut; i < program->uop_count && i < end + SMALL_LOOP; i++) {
        const struct hw_uop *uop = &program->uop[i];
        if (uop->fn == hw_uop_bra && uop->jump.target < end && uop->jump.target <= i &&
            i - uop->jump.target < SMALL_LOOP)
            end = i + 1;
    }
    return end;
}

/* Where a part ends that begins at `first`: the first cut that is in nothing, else the last one that is
 * possible.
 */
static uint32_t end_of_part(const struct hw_program *program, uint32_t first)
{
    uint32_t possible = 0, behind = 0;
    bool open = false;

    for (uint32_t i = first; i < program->uop_count; i++) {
        if (i >= first + PART_UOPS && !open) {
            possible = i;
            if (i >= behind)
                behind = end_of_loops(program, i);
            if (i == behind)
                return i;
        }
        if (i >= first + PART_UOPS + CUT_WINDOW && possible)
            return possible;
        open = hw_guard_is_open_after(&program->uop[i], open);
    }
    return program->uop_count;
}

uint32_t hw_compile_parts(const struct hw_program *program, uint32_t *end)
{
    uint32_t count = 0, first = 0;

    while (program->uop_count - first > HW_COMPILE_UOPS_MAX)
        first = end[count++] = end_of_part(program, first);
    if (first < program->uop_count)
        end[count++] = program->uop_count;
    return count;
}
