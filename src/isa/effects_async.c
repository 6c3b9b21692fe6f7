/* SPDX-License-Identifier: MIT */
/* This file counts the uniform registers that a bracket of a bulk copy or of a tensor instruction stands for.
 *
 * UTMALDG.2D [UR8], [UR16]: UR8 is the address in shared memory, UR9 that of the barrier, UR10 and UR11 are
 * coordinates; UR16 and UR17 hold the address of the tensor's description. Stores have no barrier, prefetches
 * coordinates alone. UBLKCP.S.G [UR8], [UR16], UR4 has an address with a barrier, and a pair. Measured on
 * ptxas 13.0's code. */
#include "isa/async_effects.h"

#include "isa/bits.h"

#define PAIR         2
#define SHARED_SPACE 2 /* HW_MOD_QUERY of a block's source */

/* Coordinates of a box: .GATHER4 and .SCATTER4 have one of columns, and four of rows. */
static unsigned coordinates(const struct hw_semantics *view)
{
    const unsigned rows = view->mod[HW_MOD_PART];
    return rows ? rows : view->mod[HW_MOD_COUNT];
}

static unsigned registers_of_first(const struct hw_semantics *view)
{
    switch (view->op) {
    case HW_OP_TENSORLOAD: return 2 + coordinates(view);
    case HW_OP_TENSORSTORE:
    case HW_OP_TENSORRED: return 1 + coordinates(view);
    case HW_OP_TENSORPF: return coordinates(view);
    case HW_OP_BLKCOPY:
    case HW_OP_BLKRED:
    case HW_OP_BLKPF:
    case HW_OP_TENSORCTL: return PAIR;
    default: return 0;
    }
}

static bool is_block_of_shared(const struct hw_semantics *view)
{
    return (view->op == HW_OP_BLKCOPY || view->op == HW_OP_BLKRED) && view->mod[HW_MOD_QUERY] == SHARED_SPACE;
}

void hw_async_groups(struct hw_semantics *view)
{
    const unsigned first = registers_of_first(view);
    if (!first || !view->operand_count)
        return;
    hw_uniform_add(view->uniform, view->operand[0].reg, first);
    if (view->operand_count > 1 && view->operand[1].base_kind == HW_BASE_UREG)
        hw_uniform_add(view->uniform, view->operand[1].reg, is_block_of_shared(view) ? 1 : PAIR);
}
