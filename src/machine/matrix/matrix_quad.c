/* SPDX-License-Identifier: MIT */
/* Volta's matrix products of halves (HMMA.884): of 8 by 4 and 4 by 8, in two or four steps.
 *
 * Lanes 4 q to 4 q + 3 and those 16 further up are the eight threads of product q.  A thread has four
 * elements of a, which are a row (thread t row t) or, by columns, half a column: thread t has the four rows
 * from 4 * (t / 4) on of column t % 4.  With b rows and columns are exchanged.  A result of halves is
 * eight rows, thread t's row t; step s makes the columns from 4 s on.  A result of words is dealt out as
 * thread_of_word says; step s makes rows 0, 1, 4, 5, or with an odd number 2, 3, 6, 7, and the four columns
 * from 4 * (s / 2) on.  The register pair c has what belongs to the step.
 *
 * @see PTX ISA, fragments of mma.sync.m8n8k4; which step writes what: compiled code (tests/programs) */
#include "ops/matrix/fragment_layout.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_product.h"
#include "machine/program.h"
#include "machine/warp.h"
#include "ops/matrix/dot_matrix.h"

#include <halfwarp/modifiers.h>

#define SIDE  8 /* rows, columns, threads of a product */
#define DEPTH 4
#define QUADS 4

static unsigned lane_of(unsigned quad, unsigned thread)
{
    return quad * 4 + thread % 4 + thread / 4 * 16;
}

static unsigned thread_of_word(unsigned row, unsigned column)
{
    return (row & 1) | (column & 2) | (row & 4);
}

/* Which element a thread has in d as its number `i`: halves one after the other, or words. */
struct element {
    unsigned row, column;
};

static struct element element_of(const struct hw_uop *uop, unsigned thread, unsigned i)
{
    const unsigned step = uop->matrix.step;

    if (uop->type == HW_TYPE_F16)
        return (struct element){thread, step * 4 + i};
    return (struct element){(thread & 5) | (step & 1) * 2, (thread & 2) | (step >> 1) * 4 | i};
}

static unsigned elements_of(const struct hw_uop *uop)
{
    return uop->type == HW_TYPE_F16 ? 4 : 2;
}

/* Halves of a or b: rows of a, columns of b. */
typedef uint16_t lines[QUADS][SIDE][DEPTH];

static void load_lines(hw_lanes *reg, bool is_transposed, lines to)
{
    for (unsigned quad = 0; quad < QUADS; quad++)
        for (unsigned thread = 0; thread < SIDE; thread++)
            for (unsigned half = 0; half < DEPTH; half++) {
                const uint32_t word = reg[half / 2][lane_of(quad, thread)];
                const unsigned line = is_transposed ? thread / 4 * 4 + half : thread,
                               k = is_transposed ? thread % 4 : half;

                to[quad][line][k] = (uint16_t)hw_half_of(word, half);
            }
}

static uint32_t load_accumulator(hw_lanes *reg, unsigned quad, bool halves, struct element e)
{
    if (halves)
        return hw_half_of(reg[e.column % 4 / 2][lane_of(quad, e.row)], e.column);
    return reg[e.column % 2][lane_of(quad, thread_of_word(e.row, e.column))];
}

/* A sum by the reference. */
static uint32_t sum_left(const struct hw_uop *uop, const struct hw_dot_products *products, unsigned lane)
{
    struct hw_dot_number a[DEPTH], b[DEPTH];

    for (unsigned k = 0; k < DEPTH; k++) {
        a[k] = hw_dot_unpack(HW_TYPE_F16, products->a[k][lane], products->a_negated);
        b[k] = hw_dot_unpack(HW_TYPE_F16, products->b[k][lane], products->b_negated);
    }
    return hw_dot(hw_dot_rules_of(uop->matrix.unit, HW_TYPE_F16), a, b, DEPTH, products->c[lane],
                  products->c_type, products->d_type, uop->matrix.sat);
}

/* The elements with a number, in all lanes. */
static void multiply_elements(struct hw_regs *regs, const struct hw_uop *uop, lines a, lines b, unsigned i,
                              struct hw_dot_products *products, hw_lanes d)
{
    uint32_t left;

    for (unsigned quad = 0; quad < QUADS; quad++)
        for (unsigned thread = 0; thread < SIDE; thread++) {
            const struct element e = element_of(uop, thread, i);
            const unsigned lane = lane_of(quad, thread);

            for (unsigned k = 0; k < DEPTH; k++) {
                products->a[k][lane] = a[quad][e.row][k];
                products->b[k][lane] = b[quad][e.column][k];
            }
            products->c[lane] =
                load_accumulator(&regs->reg[uop->c], quad, products->c_type == HW_TYPE_F16, e);
        }
    hw_warp_of(regs)->block->program->dot.products(products, d, &left);
    for (; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);

        d[lane] = sum_left(uop, products, lane);
    }
}

void hw_uop_multiply_quads(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const struct hw_dot_rules *rules = hw_dot_rules_of(how->unit, HW_TYPE_F16);
    const bool halves = uop->type == HW_TYPE_F16;
    struct hw_dot_products products = {.c_type = how->c_type,
                                       .d_type = uop->type,
                                       .a_negated = how->a_flags & HW_OPERAND_NEG,
                                       .b_negated = how->b_flags & HW_OPERAND_NEG,
                                       .fraction = rules->fraction,
                                       .kept = rules->kept};
    _Alignas(64) hw_lanes d[DEPTH];
    lines a, b;

    if (!hw_matrix_lanes(regs, uop))
        return;
    load_lines(&regs->reg[uop->a], how->a_by_columns, a);
    load_lines(&regs->reg[uop->b], !how->b_by_columns, b);
    for (unsigned i = 0; i < elements_of(uop); i++)
        multiply_elements(regs, uop, a, b, i, &products, d[i]);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            regs->reg[uop->d + i][lane] = halves ? d[2 * i][lane] | d[2 * i + 1][lane] << 16 : d[i][lane];
}
