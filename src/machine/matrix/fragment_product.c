/* SPDX-License-Identifier: MIT */
/* See fragment_product.h: each sum is computed in the lanes that have its result. */
#include "machine/matrix/fragment_product.h"

#include <string.h>

#include "isa/matrix_effects.h"
#include "machine/matrix/matrix_sparse.h"
#include "machine/program.h"
#include "machine/warp.h"
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

unsigned hw_product_registers(const struct hw_uop *uop, unsigned bits)
{
    return depth_of(uop) * bits / (32 * HW_LANES_OF_LINE);
}

unsigned hw_product_results(const struct hw_uop *uop)
{
    return uop->type == HW_TYPE_F16 ? 2 : is_tall(uop) ? 4 : 2;
}

static struct hw_dot_fragments fragments_of(const struct hw_product *p)
{
    const struct hw_uop *uop = p->uop;

    return (struct hw_dot_fragments){
        .a = p->is_expanded ? p->dense : p->a,
        .b = p->b,
        .c = p->c,
        .a_type = uop->matrix.a_type,
        .b_type = uop->matrix.b_type,
        .d_type = uop->type,
        .tall = is_tall(uop),
        .registers = (uint8_t)hw_product_registers(uop, p->bits),
    };
}

static const struct hw_dot_functions *functions_of(const struct hw_product *p)
{
    return &hw_warp_of(p->regs)->block->program->dot;
}

/* Whether the sums can be made of whole registers: a sparse a is expanded. */
static bool is_dense(const struct hw_product *p)
{
    return p->is_expanded || !is_sparse(p->uop);
}

/* --- elements --- */

/* Element k of a row of a or of a column of b, of 4 to 32 bits; bits above them are zero. */
static uint32_t element_at(hw_lanes *reg, unsigned bits, bool tall, unsigned line, unsigned k)
{
    return *hw_line_word(reg, tall, line, k * bits / 32) >> k * bits % 32 & (~0u >> (32 - bits));
}

/* What a row of a meets: rows of b. */
static void find_columns(const struct hw_product *p, unsigned row, uint8_t column[HW_SPARSE_STORED])
{
    if (is_sparse(p->uop))
        hw_sparse_columns(p->regs, p->uop, p->bits, depth_of(p->uop), row, column);
    else
        for (unsigned k = 0; k < stored_of(p->uop); k++)
            column[k] = (uint8_t)k;
}

/* Expand a sparse a.  False: metadata put two elements of a row into the same column. */
static bool expand(struct hw_product *p)
{
    const struct hw_uop *uop = p->uop;
    const unsigned bits = p->bits;
    uint8_t column[HW_SPARSE_STORED];

    memset(p->dense, 0, 2 * hw_product_registers(uop, bits) * sizeof *p->dense);
    for (unsigned row = 0; row < rows_of(uop); row++) {
        uint64_t taken[2] = {0, 0};

        find_columns(p, row, column);
        for (unsigned k = 0; k < stored_of(uop); k++) {
            const uint64_t bit = (uint64_t)1 << column[k] % 64;

            if (taken[column[k] / 64] & bit)
                return false;
            taken[column[k] / 64] |= bit;
            *hw_line_word(p->dense, true, row, column[k] * bits / 32) |= element_at(p->a, bits, true, row, k)
                                                                         << column[k] * bits % 32;
        }
    }
    return true;
}

void hw_product_begin(struct hw_product *product, struct hw_regs *regs, const struct hw_uop *uop, hw_lanes *a,
                      unsigned bits)
{
    product->regs = regs;
    product->uop = uop;
    product->a = a;
    product->bits = bits;
    product->is_expanded = is_sparse(uop) && expand(product);
}

/* --- floats --- */

/* A sum by the reference. */
static uint32_t sum_floats(const struct hw_product *p, unsigned row, unsigned column)
{
    const struct hw_uop_matrix *how = &p->uop->matrix;
    const unsigned bits = p->bits, stored = stored_of(p->uop);
    struct hw_dot_number a[HW_SPARSE_STORED], b[HW_SPARSE_STORED];
    uint8_t b_row[HW_SPARSE_STORED];
    const uint32_t c = how->c_type == HW_TYPE_F16 ? hw_half_of(*hw_result_halves(p->c, row, column), column)
                                                  : *hw_result_word(p->c, row, column);

    find_columns(p, row, b_row);
    for (unsigned k = 0; k < stored; k++) {
        a[k] =
            hw_dot_unpack(how->a_type, element_at(p->a, bits, true, row, k), how->a_flags & HW_OPERAND_NEG);
        b[k] = hw_dot_unpack(how->b_type, element_at(p->b, bits, false, column, b_row[k]),
                             how->b_flags & HW_OPERAND_NEG);
    }
    return hw_dot(hw_dot_rules_of(how->unit, how->a_type), a, b, stored, c, how->c_type, p->uop->type,
                  how->sat);
}

/* Those that are left: lane masks, as of hw_dot_floats_fn. */
static void sum_left(const struct hw_product *p, const uint32_t left[HW_DOT_RESULTS],
                     hw_lanes d[HW_DOT_RESULTS])
{
    for (unsigned i = 0; i < HW_DOT_RESULTS; i++)
        for (uint32_t rest = left[i]; rest; rest &= rest - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(rest);
            const unsigned row = i / 2 * 8 + lane / HW_LANES_OF_LINE,
                           column = lane % HW_LANES_OF_LINE * 2 + i % 2;
            const uint32_t sum = sum_floats(p, row, column);

            if (p->uop->type == HW_TYPE_F16)
                hw_set_half(hw_result_halves(d, row, column), column, sum);
            else
                *hw_result_word(d, row, column) = sum;
        }
}

/* The registers of a block of dot.h: an instruction with a shorter sum is one block. */
static uint8_t block_registers(const struct hw_product *p, const struct hw_dot_rules *rules)
{
    const unsigned block = rules->block * p->bits / (32 * HW_LANES_OF_LINE) << is_sparse(p->uop),
                   all = hw_product_registers(p->uop, p->bits);

    return (uint8_t)(block < all ? block : all);
}

void hw_product_floats(const struct hw_product *p, hw_lanes d[HW_DOT_RESULTS])
{
    const struct hw_uop_matrix *how = &p->uop->matrix;
    const struct hw_dot_rules *rules = hw_dot_rules_of(how->unit, how->a_type);
    uint32_t left[HW_DOT_RESULTS] = {~0u, ~0u, ~0u, ~0u};
    struct hw_dot_fragments f = fragments_of(p);

    f.block = block_registers(p, rules);
    f.fraction = rules->fraction;
    f.kept = rules->kept;
    f.a_negated = how->a_flags & HW_OPERAND_NEG;
    f.b_negated = how->b_flags & HW_OPERAND_NEG;
    if (is_dense(p))
        functions_of(p)->floats(&f, d, left);
    sum_left(p, left, d);
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
static void sum_integers(const struct hw_product *p, hw_lanes d[HW_DOT_RESULTS])
{
    const struct hw_uop *uop = p->uop;
    uint8_t b_row[HW_SPARSE_STORED];

    for (unsigned row = 0; row < rows_of(uop); row++) {
        find_columns(p, row, b_row);
        for (unsigned column = 0; column < HW_MATRIX_COLUMNS; column++) {
            int64_t sum = (int32_t)*hw_result_word(p->c, row, column);

            for (unsigned k = 0; k < stored_of(uop); k++)
                sum += integer_of(element_at(p->a, p->bits, true, row, k), uop->matrix.a_type) *
                       integer_of(element_at(p->b, p->bits, false, column, b_row[k]), uop->matrix.b_type);
            *hw_result_word(d, row, column) = word_of(sum, uop->matrix.sat);
        }
    }
}

void hw_product_integers(const struct hw_product *p, hw_lanes d[HW_DOT_RESULTS])
{
    struct hw_dot_fragments f = fragments_of(p);

    f.sat = p->uop->matrix.sat;
    if (is_dense(p))
        functions_of(p)->integers(&f, d);
    else
        sum_integers(p, d);
}

void hw_product_bits(const struct hw_product *p, hw_lanes d[HW_DOT_RESULTS])
{
    struct hw_dot_fragments f = fragments_of(p);

    f.logic = p->uop->matrix.logic;
    functions_of(p)->bits(&f, d);
}
