/* SPDX-License-Identifier: MIT */
/* A small program has a micro-operation of each kind. */
#ifndef HW_TESTS_JIT_PROGRAM_H
#define HW_TESTS_JIT_PROGRAM_H

#include "jit/jit_get_code.h"
#include "machine/memory/memory_ops.h"
#include "machine/paths/control_flow.h"
#include "machine/warp.h"
#include "ops/lanes/lane_functions.h"
#include "unit/jit/single_uop.h"

enum { GUARD, MOVE, UNGUARD, NOTHING, BRANCH, CALL, END, UOPS };

enum { LITERALS = 2 };

struct program {
    struct hw_uop uop[UOPS];
    uint32_t literal[LITERALS];
    bool literal_changes[LITERALS];
    uint32_t insn_of[UOPS];
    struct hw_program program;
    struct hw_compile_input source;
};

/* Where P0 is true: register 1 = register 0. */
static void make_program(struct program *made)
{
    const struct hw_alu_table *arithmetic = hw_alu_table();

    *made = (struct program){.literal = {10, 20},
                             .literal_changes = {false, true},
                             .program = {.uop = made->uop,
                                         .uop_count = UOPS,
                                         .insn_of = made->insn_of,
                                         .numbering = {.zero = 4, .literal = 8},
                                         .literal = made->literal,
                                         .literal_changes = made->literal_changes,
                                         .literal_count = LITERALS}};
    made->source = (struct hw_compile_input){.program = &made->program,
                                             .lanes = HW_CODE_FULL_WARPS,
                                             .arithmetic = arithmetic,
                                             .memory = hw_memory_table_of(arithmetic)};
    hw_uop_fn *const functions[UOPS] = {
        hw_uop_guard, arithmetic->move[HW_LANES_MOVE_MOV], hw_uop_unguard, hw_uop_nop, hw_uop_bra, hw_uop_s2r,
        stop_warp};
    for (unsigned i = 0; i < UOPS; i++) {
        struct hw_uop *uop = &made->uop[i];
        uop->fn = uop->narrow = functions[i];
        uop->a = uop->b = uop->c = HW_NO_REGISTER;
        uop->p_out = uop->p_out2 = uop->p_in = HW_PT;
    }
    made->uop[GUARD].p_in = 0;
    made->uop[GUARD].jump.skipped = 1;
    made->uop[MOVE].d = 1;
    made->uop[MOVE].a = 0;
    made->uop[BRANCH].jump.target = END;
}

#endif
