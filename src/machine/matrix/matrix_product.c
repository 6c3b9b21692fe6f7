/* SPDX-License-Identifier: MIT */
/* Each matrix product is computed in the lanes that have its results, and stored when it is complete: d may
 * be a register of a, b or c.
 *
 * A sparse a is expanded: its elements go to their columns, and zeros to the others, which add nothing. */
#include "machine/matrix/matrix_product.h"

#include <string.h>

#include "isa/matrix_effects.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_sparse.h"
#include "machine/program.h"
#include "machine/warp.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/matrix/fragment_layout.h"
#include "ops/value_types.h"

static bool is_tall(const struct hw_uop *uop)
{
    return uop->matrix.shape & HW_SHAPE_TALL;
}

static unsigned rows_of(const struct hw_uop *uop)
{
    return is_tall(uop) ? HW_MATRIX_ROWS : HW_MATRIX_ROWS / 2;
}

/* The columns of a. */
static unsigned depth_of(const struct hw_uop *uop)
{
    return 1u << (uop->matrix.shape & (HW_SHAPE_TALL - 1));
}

static bool is_sparse(const struct hw_uop *uop)
{
    return uop->matrix.metadata != HW_NO_REGISTER;
}

/* Those of them that a has elements of. */
static unsigned stored_of(const struct hw_uop *uop)
{
    return depth_of(uop) >> is_sparse(uop);
}

/* How many registers have a row of a, if it is not sparse, or a column of b. */
static unsigned registers_of(const struct hw_uop *uop, unsigned bits)
{
    return depth_of(uop) * bits / (32 * HW_LANES_OF_LINE);
}

/* The registers of the result. */
static unsigned results_of(const struct hw_uop *uop)
{
    return uop->type == HW_TYPE_F16 ? 2 : is_tall(uop) ? 4 : 2;
}

static struct hw_dot_fragments fragments_of(struct hw_regs *regs, const struct hw_uop *uop, unsigned bits)
{
    return (struct hw_dot_fragments){
        .a = &regs->reg[uop->a],
        .b = &regs->reg[uop->b],
        .c = &regs->reg[uop->c],
        .a_type = uop->matrix.a_type,
        .b_type = uop->matrix.b_type,
        .d_type = uop->type,
        .tall = is_tall(uop),
        .registers = (uint8_t)registers_of(uop, bits),
    };
}

static const struct hw_dot_functions *functions_of(struct hw_regs *regs)
{
    return &hw_warp_of(regs)->block->program->dot;
}

static void store_results(struct hw_regs *regs, const struct hw_uop *uop, hw_lanes d[HW_DOT_RESULTS])
{
    memcpy(regs->reg[uop->d], d, results_of(uop) * sizeof *d);
}

/* --- elements --- */

/* Element k of a row of a or of a column of b, of 4 to 32 bits; bits above them are zero. */
static uint32_t element_at(hw_lanes *reg, unsigned bits, bool tall, unsigned line, unsigned k)
{
    return *hw_line_word(reg, tall, line, k * bits / 32) >> k * bits % 32 & (~0u >> (32 - bits));
}

/* What a row of a meets: rows of b. */
static void find_columns(struct hw_regs *regs, const struct hw_uop *uop, unsigned row,
                         uint8_t column[HW_SPARSE_STORED])
{
    if (is_sparse(uop))
        hw_sparse_columns(regs, uop, hw_type_bits(uop->matrix.a_type), depth_of(uop), row, column);
    else
        for (unsigned k = 0; k < stored_of(uop); k++)
            column[k] = (uint8_t)k;
}

/* Expand a sparse a.  False: metadata put two elements of a row into the same column. */
static bool expand(struct hw_regs *regs, const struct hw_uop *uop, unsigned bits,
                   hw_lanes to[2 * HW_DOT_REGISTERS])
{
    uint8_t column[HW_SPARSE_STORED];

    memset(to, 0, 2 * registers_of(uop, bits) * sizeof *to);
    for (unsigned row = 0; row < rows_of(uop); row++) {
        uint64_t taken[2] = {0, 0};

        find_columns(regs, uop, row, column);
        for (unsigned k = 0; k < stored_of(uop); k++) {
            const uint64_t bit = (uint64_t)1 << column[k] % 64;

            if (taken[column[k] / 64] & bit)
                return false;
            taken[column[k] / 64] |= bit;
            *hw_line_word(to, true, row, column[k] * bits / 32) |=
                element_at(&regs->reg[uop->a], bits, true, row, k) << column[k] * bits % 32;
        }
    }
    return true;
}

/* --- floats --- */

/* A sum by the reference. */
static uint32_t sum_floats(struct hw_regs *regs, const struct hw_uop *uop, unsigned row, unsigned column)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const unsigned bits = hw_type_bits(how->a_type), stored = stored_of(uop);
    struct hw_dot_number a[HW_SPARSE_STORED], b[HW_SPARSE_STORED];
    uint8_t b_row[HW_SPARSE_STORED];
    const uint32_t c = how->c_type == HW_TYPE_F16
                           ? hw_half_of(*hw_result_halves(&regs->reg[uop->c], row, column), column)
                           : *hw_result_word(&regs->reg[uop->c], row, column);

    find_columns(regs, uop, row, b_row);
    for (unsigned k = 0; k < stored; k++) {
        a[k] = hw_dot_unpack(how->a_type, element_at(&regs->reg[uop->a], bits, true, row, k),
                             how->a_flags & HW_OPERAND_NEG);
        b[k] = hw_dot_unpack(how->b_type, element_at(&regs->reg[uop->b], bits, false, column, b_row[k]),
                             how->b_flags & HW_OPERAND_NEG);
    }
    return hw_dot(hw_dot_rules_of(how->unit, how->a_type), a, b, stored, c, how->c_type, uop->type, how->sat);
}

/* Those that are left: lane masks, as of hw_dot_floats_fn. */
static void sum_left(struct hw_regs *regs, const struct hw_uop *uop, const uint32_t left[HW_DOT_RESULTS],
                     hw_lanes d[HW_DOT_RESULTS])
{
    for (unsigned i = 0; i < HW_DOT_RESULTS; i++)
        for (uint32_t rest = left[i]; rest; rest &= rest - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(rest);
            const unsigned row = i / 2 * 8 + lane / HW_LANES_OF_LINE,
                           column = lane % HW_LANES_OF_LINE * 2 + i % 2;
            const uint32_t sum = sum_floats(regs, uop, row, column);

            if (uop->type == HW_TYPE_F16)
                hw_set_half(hw_result_halves(d, row, column), column, sum);
            else
                *hw_result_word(d, row, column) = sum;
        }
}

void hw_uop_multiply_floats(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const struct hw_dot_rules *rules = hw_dot_rules_of(how->unit, how->a_type);
    const unsigned bits = hw_type_bits(how->a_type);
    uint32_t left[HW_DOT_RESULTS] = {~0u, ~0u, ~0u, ~0u};
    _Alignas(64) hw_lanes d[HW_DOT_RESULTS], dense[2 * HW_DOT_REGISTERS];

    if (!hw_matrix_lanes(regs, uop))
        return;
    struct hw_dot_fragments f = fragments_of(regs, uop, bits);
    f.block = (uint8_t)(rules->block * bits / (32 * HW_LANES_OF_LINE) << is_sparse(uop));
    f.fraction = rules->fraction;
    f.kept = rules->kept;
    f.a_negated = how->a_flags & HW_OPERAND_NEG;
    f.b_negated = how->b_flags & HW_OPERAND_NEG;
    if (is_sparse(uop))
        f.a = dense;
    if (!is_sparse(uop) || expand(regs, uop, bits, dense))
        functions_of(regs)->floats(&f, d, left);
    sum_left(regs, uop, left, d);
    store_results(regs, uop, d);
}

/* --- integers and bits --- */

static int32_t integer_of(uint32_t element, unsigned type)
{
    const unsigned above = 32 - hw_type_bits(type);

    return hw_type_signed(type) ? (int32_t)(element << above) >> above : (int32_t)element;
}

/* A sum as a word. */
static uint32_t word_of(int64_t sum, bool saturates)
{
    if (saturates && sum > INT32_MAX)
        return INT32_MAX;
    return saturates && sum < INT32_MIN ? (uint32_t)INT32_MIN : (uint32_t)sum;
}

/* Sums one by one, if a cannot be expanded. */
static void sum_integers(struct hw_regs *regs, const struct hw_uop *uop, unsigned bits,
                         hw_lanes d[HW_DOT_RESULTS])
{
    uint8_t b_row[HW_SPARSE_STORED];

    for (unsigned row = 0; row < rows_of(uop); row++) {
        find_columns(regs, uop, row, b_row);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
            int64_t sum = (int32_t)*hw_result_word(&regs->reg[uop->c], row, column);

            for (unsigned k = 0; k < stored_of(uop); k++)
                sum += integer_of(element_at(&regs->reg[uop->a], bits, true, row, k), uop->matrix.a_type) *
                       integer_of(element_at(&regs->reg[uop->b], bits, false, column, b_row[k]),
                                  uop->matrix.b_type);
            *hw_result_word(d, row, column) = word_of(sum, uop->matrix.sat);
        }
    }
}

void hw_uop_multiply_integers(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned bits = hw_type_bits(uop->matrix.a_type);
    _Alignas(64) hw_lanes d[HW_DOT_RESULTS], dense[2 * HW_DOT_REGISTERS];

    if (!hw_matrix_lanes(regs, uop))
        return;
    struct hw_dot_fragments f = fragments_of(regs, uop, bits);
    f.sat = uop->matrix.sat;
    if (is_sparse(uop))
        f.a = dense;
    if (!is_sparse(uop) || expand(regs, uop, bits, dense))
        functions_of(regs)->integers(&f, d);
    else
        sum_integers(regs, uop, bits, d);
    store_results(regs, uop, d);
}

void hw_uop_multiply_bits(struct hw_regs *regs, const struct hw_uop *uop)
{
    _Alignas(64) hw_lanes d[HW_DOT_RESULTS];

    if (!hw_matrix_lanes(regs, uop))
        return;
    struct hw_dot_fragments f = fragments_of(regs, uop, 1);
    f.logic = uop->matrix.logic;
    functions_of(regs)->bits(&f, d);
    store_results(regs, uop, d);
}
