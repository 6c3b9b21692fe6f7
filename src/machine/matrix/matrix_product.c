/* SPDX-License-Identifier: MIT */
/* Each matrix product loads its elements from the lanes, computes all of the result, and stores that to the
 * lanes: d may be a register of a, b or c. */
#include "machine/matrix/matrix_product.h"

#include "isa/matrix_effects.h"
#include "machine/matrix/fragment_layout.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_sparse.h"
#include "machine/program.h"
#include "machine/warp.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/value_types.h"

#define INTEGERS_DEPTH 128

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

static void load_accumulator(struct hw_regs *regs, const struct hw_uop *uop, results c)
{
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            c[row][column] = uop->matrix.c_type == HW_TYPE_F16
                                 ? hw_half_of(*hw_result_halves(&regs->reg[uop->c], row, column), column)
                                 : *hw_result_word(&regs->reg[uop->c], row, column);
}

static void store_products(struct hw_regs *regs, const struct hw_uop *uop, results d)
{
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            if (uop->type == HW_TYPE_F16)
                hw_set_half(hw_result_halves(&regs->reg[uop->d], row, column), column, d[row][column]);
            else
                *hw_result_word(&regs->reg[uop->d], row, column) = d[row][column];
}

/* --- elements --- */

/* The elements of a row of a or of a column of b, of 4 to 32 bits; bits above them are zero. */
static void take_line(hw_lanes *reg, unsigned type, bool tall, unsigned line, unsigned depth, uint32_t *to)
{
    const unsigned bits = hw_type_bits(type);

    for (unsigned k = 0, number = 0; k < depth; number++) {
        const uint32_t word = *hw_line_word(reg, tall, line, number);
        for (unsigned at = 0; at < 32; at += bits)
            to[k++] = word >> at & (~0u >> (32 - bits));
    }
}

/* --- floats --- */

_Static_assert(HW_DOT_ROWS == HW_MATRIX_ROWS && HW_DOT_COLUMNS == HW_MATRIX_COLUMNS &&
                   HW_DOT_DEPTH == HW_SPARSE_STORED,
               "the matrices of a warp are those that are added up at once");

static void take_floats(struct hw_regs *regs, const struct hw_uop *uop, struct hw_dot_matrices *m)
{
    uint32_t line[HW_DOT_DEPTH];

    for (unsigned row = 0; row < m->rows; row++) {
        take_line(&regs->reg[uop->a], m->a_type, is_tall(uop), row, m->depth, m->a[row]);
        for (unsigned k = m->depth; k % HW_DOT_COLUMNS; k++)
            m->a[row][k] = 0; /* for they are taken eight at a time */
        find_columns(regs, uop, row, m->b_row[row]);
    }
    for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
        take_line(&regs->reg[uop->b], m->b_type, false, column, m->b_depth, line);
        for (unsigned k = 0; k < m->b_depth; k++)
            m->b[k][column] = line[k];
    }
    load_accumulator(regs, uop, m->c);
}

void hw_uop_multiply_floats(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_uop_matrix *how = &uop->matrix;
    struct hw_dot_matrices m;

    if (!hw_matrix_lanes(regs, uop))
        return;
    m.rules = hw_dot_rules_of(how->unit, how->a_type);
    m.a_type = how->a_type;
    m.b_type = how->b_type;
    m.c_type = how->c_type;
    m.type = uop->type;
    m.rows = rows_of(uop);
    m.depth = stored_of(uop);
    m.b_depth = depth_of(uop);
    m.a_negated = how->a_flags & HW_OPERAND_NEG;
    m.b_negated = how->b_flags & HW_OPERAND_NEG;
    m.sparse = is_sparse(uop);
    take_floats(regs, uop, &m);
    hw_dot_matrix(hw_warp_of(regs)->block->program->dot_lanes, &m, how->sat);
    store_products(regs, uop, m.c);
}

/* --- integers and bits --- */

static void take_integers(hw_lanes *reg, unsigned type, bool tall, unsigned lines, unsigned depth,
                          int16_t to[][INTEGERS_DEPTH])
{
    const int32_t beyond = hw_type_signed(type) ? 1 << (hw_type_bits(type) - 1) : 256;
    uint32_t element[INTEGERS_DEPTH];

    for (unsigned line = 0; line < lines; line++) {
        take_line(reg, type, tall, line, depth, element);
        for (unsigned k = 0; k < depth; k++) {
            const int32_t value = (int32_t)element[k];
            to[line][k] = (int16_t)(value >= beyond ? value - 2 * beyond : value);
        }
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
    uint8_t b_row[HW_SPARSE_STORED];
    results c;

    if (!hw_matrix_lanes(regs, uop))
        return;
    take_integers(&regs->reg[uop->a], how->a_type, is_tall(uop), rows_of(uop), stored, a);
    take_integers(&regs->reg[uop->b], how->b_type, false, HW_MATRIX_COLUMNS, depth_of(uop), b);
    load_accumulator(regs, uop, c);
    for (unsigned row = 0; row < rows_of(uop); row++) {
        find_columns(regs, uop, row, b_row);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < stored; k++)
                sum += a[row][k] * b[column][is_sparse(uop) ? b_row[k] : k];
            c[row][column] = word_of((int64_t)sum + (int32_t)c[row][column], how->sat);
        }
    }
    store_products(regs, uop, c);
}

void hw_uop_multiply_bits(struct hw_regs *regs, const struct hw_uop *uop)
{
    results c;

    if (!hw_matrix_lanes(regs, uop))
        return;
    load_accumulator(regs, uop, c);
    for (unsigned row = 0; row < rows_of(uop); row++)
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++)
            for (unsigned word = 0; word < depth_of(uop) / 32; word++) {
                const uint32_t x = *hw_line_word(&regs->reg[uop->a], is_tall(uop), row, word),
                               y = *hw_line_word(&regs->reg[uop->b], false, column, word);
                c[row][column] +=
                    (uint32_t)__builtin_popcount(uop->matrix.logic == HW_LOGIC_XOR ? x ^ y : x & y);
            }
    store_products(regs, uop, c);
}
