/* SPDX-License-Identifier: MIT */
/* See matrix_product.h.  Each operation takes its elements out of the lanes, computes all of the result, and
 * deals that out: d may be a register of a, b or c. */
#include "machine/matrix/matrix_product.h"

#include "isa/matrix_effects.h"
#include "machine/matrix/matrix_layout.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_sparse.h"
#include "ops/scalar/dot.h"
#include "ops/scalar/fp64.h"
#include "ops/value_types.h"

#define FLOATS_DEPTH   64
#define INTEGERS_DEPTH 128
#define DOUBLES_DEPTH  4

typedef uint32_t results[HW_MATRIX_ROWS][HW_MATRIX_COLUMNS];

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

/* Those of a row, if a is sparse. */
static void find_columns(struct hw_regs *regs, const struct hw_uop *uop, unsigned row,
                         uint8_t column[HW_SPARSE_STORED])
{
    if (is_sparse(uop))
        hw_sparse_columns(regs, uop, hw_type_bits(uop->matrix.a_type), depth_of(uop), row, column);
}

/* --- results --- */

static void take(struct hw_regs *regs, const struct hw_uop *uop, results c)
{
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            c[row][column] = uop->matrix.c_type == HW_TYPE_F16
                                 ? hw_half_of(*hw_result_halves(&regs->reg[uop->c], row, column), column)
                                 : *hw_result_word(&regs->reg[uop->c], row, column);
}

static void give(struct hw_regs *regs, const struct hw_uop *uop, results d)
{
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            if (uop->type == HW_TYPE_F16)
                hw_put_half(hw_result_halves(&regs->reg[uop->d], row, column), column, d[row][column]);
            else
                *hw_result_word(&regs->reg[uop->d], row, column) = d[row][column];
}

/* --- floats --- */

static void take_floats(hw_lanes *reg, unsigned type, bool tall, bool negate, unsigned lines, unsigned depth,
                        struct hw_dot_number to[][FLOATS_DEPTH])
{
    for (unsigned line = 0; line < lines; line++)
        for (unsigned k = 0; k < depth; k++)
            to[line][k] =
                hw_dot_unpack(type, hw_line_element(reg, tall, hw_type_bits(type), line, k), negate);
}

/* What a row of a is multiplied with: a column of b, or the elements of it that meet a sparse row's. */
static const struct hw_dot_number *met_floats(const struct hw_uop *uop, const struct hw_dot_number *b,
                                              const uint8_t *place, struct hw_dot_number *room)
{
    if (!is_sparse(uop))
        return b;
    for (unsigned k = 0; k < stored_of(uop); k++)
        room[k] = b[place[k]];
    return room;
}

void hw_uop_multiply_floats(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const struct hw_dot_rules *rules = hw_dot_rules_of(how->unit, how->a_type);
    const unsigned stored = stored_of(uop);
    struct hw_dot_number a[HW_MATRIX_ROWS][FLOATS_DEPTH], b[HW_MATRIX_COLUMNS][FLOATS_DEPTH],
        met[FLOATS_DEPTH];
    uint8_t place[HW_SPARSE_STORED];
    results c;

    if (!hw_matrix_lanes(regs, uop))
        return;
    take_floats(&regs->reg[uop->a], how->a_type, is_tall(uop), how->a_flags & HW_OPERAND_NEG, rows_of(uop),
                stored, a);
    take_floats(&regs->reg[uop->b], how->b_type, false, how->b_flags & HW_OPERAND_NEG, HW_MATRIX_COLUMNS,
                depth_of(uop), b);
    take(regs, uop, c);
    for (unsigned row = 0; row < rows_of(uop); row++) {
        find_columns(regs, uop, row, place);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            c[row][column] = hw_dot(rules, a[row], met_floats(uop, b[column], place, met), stored,
                                    c[row][column], how->c_type, uop->type, how->sat);
    }
    give(regs, uop, c);
}

/* --- integers and bits --- */

static void take_integers(hw_lanes *reg, unsigned type, bool tall, unsigned lines, unsigned depth,
                          int16_t to[][INTEGERS_DEPTH])
{
    const unsigned bits = hw_type_bits(type);
    const int32_t beyond = hw_type_signed(type) ? 1 << (bits - 1) : 256;

    for (unsigned line = 0; line < lines; line++)
        for (unsigned k = 0; k < depth; k++) {
            const int32_t value = (int32_t)hw_line_element(reg, tall, bits, line, k);
            to[line][k] = (int16_t)(value >= beyond ? value - 2 * beyond : value);
        }
}

/* A sum as a word. */
static uint32_t word_of(int64_t sum, bool saturates)
{
    if (saturates && sum > INT32_MAX)
        return INT32_MAX;
    return saturates && sum < INT32_MIN ? (uint32_t)INT32_MIN : (uint32_t)sum;
}

void hw_uop_multiply_integers(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const unsigned stored = stored_of(uop);
    int16_t a[HW_MATRIX_ROWS][INTEGERS_DEPTH], b[HW_MATRIX_COLUMNS][INTEGERS_DEPTH];
    uint8_t place[HW_SPARSE_STORED];
    results c;

    if (!hw_matrix_lanes(regs, uop))
        return;
    take_integers(&regs->reg[uop->a], how->a_type, is_tall(uop), rows_of(uop), stored, a);
    take_integers(&regs->reg[uop->b], how->b_type, false, HW_MATRIX_COLUMNS, depth_of(uop), b);
    take(regs, uop, c);
    for (unsigned row = 0; row < rows_of(uop); row++) {
        find_columns(regs, uop, row, place);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < stored; k++)
                sum += a[row][k] * b[column][is_sparse(uop) ? place[k] : k];
            c[row][column] = word_of((int64_t)sum + (int32_t)c[row][column], how->sat);
        }
    }
    give(regs, uop, c);
}

void hw_uop_multiply_bits(struct hw_regs *regs, const struct hw_uop *uop)
{
    results c;

    if (!hw_matrix_lanes(regs, uop))
        return;
    take(regs, uop, c);
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            for (unsigned word = 0; word < depth_of(uop) / 32; word++) {
                const uint32_t x = *hw_line_word(&regs->reg[uop->a], is_tall(uop), row, word),
                               y = *hw_line_word(&regs->reg[uop->b], false, column, word);
                c[row][column] +=
                    (uint32_t)__builtin_popcount(uop->matrix.logic == HW_LOGIC_XOR ? x ^ y : x & y);
            }
    give(regs, uop, c);
}

/* --- doubles: a lane has one of each line of a and b, and two of the result --- */

static uint64_t double_at(hw_lanes *reg, unsigned lane, unsigned flags)
{
    return hw_fp64_modify(reg[0][lane] | (uint64_t)reg[1][lane] << 32, flags);
}

void hw_uop_multiply_doubles(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    uint64_t d[HW_LANES][2];

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        for (unsigned i = 0; i < 2; i++) {
            const unsigned row = lane / HW_LANES_OF_LINE, column = lane % HW_LANES_OF_LINE * 2 + i;
            d[lane][i] = double_at(&regs->reg[uop->c + 2 * i], lane, how->c_flags);
            for (unsigned k = 0; k < DOUBLES_DEPTH; k++)
                d[lane][i] =
                    hw_fp64_fma(double_at(&regs->reg[uop->a], row * HW_LANES_OF_LINE + k, how->a_flags),
                                double_at(&regs->reg[uop->b], column * HW_LANES_OF_LINE + k, how->b_flags),
                                d[lane][i], how->round);
        }
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        for (unsigned word = 0; word < 4; word++)
            regs->reg[uop->d + word][lane] = (uint32_t)(d[lane][word / 2] >> word % 2 * 32);
}
