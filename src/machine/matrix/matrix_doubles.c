/* SPDX-License-Identifier: MIT */
/* Matrix products of doubles: a lane has one element of each row of a and of each column of b, and two of the
 * result.
 *
 * Rounded to nearest and without a NaN among the results they are the host's.  Otherwise each column of a
 * with its row of b is a multiply-add of all lanes, by the lane function of DFMA: its operands are put
 * together in registers of their own.  Of those a row of a is the same in four lanes, and the columns of b
 * are the same in each four. */
#include <string.h>

#include "ops/matrix/fragment_layout.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_product.h"
#include "machine/program.h"
#include "machine/warp.h"
#include "ops/lanes/lane_functions.h"

#define DEPTH      4
#define NEIGHBOURS 2 /* elements of the result that a lane has */
#define WORDS      2 /* of a double */

/* Registers. */
enum { A = 0, B = WORDS, SUM = 2 * WORDS, OWN = (2 + NEIGHBOURS) * WORDS };

/* Words of four lanes. */
typedef uint32_t line __attribute__((vector_size(4 * HW_LANES_OF_LINE), may_alias));

static line *line_of(hw_lanes *reg, unsigned number)
{
    return (line *)(void *)(*reg + number * HW_LANES_OF_LINE);
}

/* Each line of lanes gets its row's element of a column of a. */
static void spread_rows(hw_lanes *to, hw_lanes *a, unsigned column)
{
    for (unsigned word = 0; word < WORDS; word++)
        for (unsigned row = 0; row < HW_LANES / HW_LANES_OF_LINE; row++)
            *line_of(&to[word], row) = (line){0} + a[word][row * HW_LANES_OF_LINE + column];
}

/* Each line of lanes gets the elements of a row of b that are in even columns, or in odd ones. */
static void spread_columns(hw_lanes *to, hw_lanes *b, unsigned row, unsigned odd)
{
    const unsigned first = odd * HW_LANES_OF_LINE + row, step = NEIGHBOURS * HW_LANES_OF_LINE;

    for (unsigned word = 0; word < WORDS; word++) {
        const uint32_t *from = b[word] + first;
        const line columns = {from[0], from[step], from[2 * step], from[3 * step]};
        for (unsigned i = 0; i < HW_LANES / HW_LANES_OF_LINE; i++)
            *line_of(&to[word], i) = columns;
    }
}

/* False: not that way. */
static bool multiply_by_host(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const struct hw_dot_fragments f = {
        .a = &regs->reg[uop->a],
        .b = &regs->reg[uop->b],
        .c = &regs->reg[uop->c],
        .a_negated = how->a_flags & HW_OPERAND_NEG,
        .b_negated = how->b_flags & HW_OPERAND_NEG,
        .c_negated = how->c_flags & HW_OPERAND_NEG,
    };
    _Alignas(64) hw_lanes d[NEIGHBOURS * WORDS];

    if (how->round != HW_ROUND_RN || ((how->a_flags | how->b_flags | how->c_flags) & HW_OPERAND_ABS) ||
        !hw_warp_of(regs)->block->program->dot.doubles(&f, d))
        return false;
    memcpy(regs->reg[uop->d], d, sizeof d);
    return true;
}

void hw_uop_multiply_doubles(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    _Alignas(64) hw_lanes own[OWN];
    struct hw_regs lanes = {.reg = own, .exec = ~0u};
    struct hw_uop fma = {.a = A, .b = B, .p_out = HW_PT, .p_out2 = HW_PT, .p_in = HW_PT};

    if (!hw_matrix_lanes(regs, uop) || multiply_by_host(regs, uop))
        return;
    fma.cond_in = fma.cond_out = HW_NO_REGISTER;
    fma.a_flags = how->a_flags;
    fma.b_flags = how->b_flags;
    fma.round = how->round;
    fma.fn = hw_warp_of(regs)->block->program->double_lanes[how->round == HW_ROUND_RN ? HW_LANES_FP64_DFMA_RN
                                                                                      : HW_LANES_FP64_DFMA];
    memcpy(own[SUM], regs->reg[uop->c], NEIGHBOURS * WORDS * sizeof(hw_lanes));
    for (unsigned k = 0; k < DEPTH; k++) {
        spread_rows(&own[A], &regs->reg[uop->a], k);
        fma.c_flags = k == 0 ? how->c_flags : 0;
        for (unsigned i = 0; i < NEIGHBOURS; i++) {
            spread_columns(&own[B], &regs->reg[uop->b], k, i);
            fma.d = fma.c = (uint16_t)(SUM + WORDS * i);
            fma.fn(&lanes, &fma);
        }
    }
    memcpy(regs->reg[uop->d], own[SUM], NEIGHBOURS * WORDS * sizeof(hw_lanes));
}
