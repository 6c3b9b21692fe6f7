/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the 32-lane functions: registers, operands at which rules meet, and instructions
 * made by hand. */
#ifndef TEST_OPS_ROWS_H
#define TEST_OPS_ROWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ops/select/alu.h"
#include "ops/scalar/fp32.h"
#include "splitmix.h"

enum { REG_D = 0, REG_A = 2, REG_B = 4, REG_C = 6, REG_FLAGS = 8, REG_COND, REG_COUNT };

static _Alignas(64) hw_lanes reg[REG_COUNT];

static struct hw_regs warp;

static uint64_t random_state;

static inline uint64_t random_bits(void)
{
    return splitmix64(&random_state);
}

/* Numbers at the ends of the ranges of floats and of integers. */
static const uint32_t edges[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x00800001,
    0x00ffffff, 0x01000000, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7f800001, 0x7fffffff, 0xffffffff, 0x4b000000, 0x4b7fffff, 0x4f000000,
    0xcf000000, 0x4f7fffff, 0x4f800000, 0xffff,     0x8000,     0x7fff,     0xff,       0x80,
    31,         32,         33,         16,
};
#define EDGES (sizeof edges / sizeof edges[0])

static inline uint32_t random_operand(void)
{
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % EDGES];
    case 1: return edges[(r >> 8) % EDGES] + (uint32_t)(r >> 40) % 5 - 2;
    case 2: return (uint32_t)(r >> 20) % 70;
    case 3: return ((uint32_t)(r >> 8) & 0x80ffffffu) + 0x3e000000u; /* about 1 */
    default: return (uint32_t)(r >> 16);
    }
}

/* Operands whose product lies near the bottom of the range, and addends that cancel the product. */
static inline void related_operands(uint32_t *a, uint32_t *b, uint32_t *c)
{
    const uint64_t r = random_bits();
    const uint32_t exponent = 1 + (uint32_t)(r >> 32) % 126;

    *a = random_operand();
    *b = random_operand();
    *c = random_operand();
    if (r & 1) {
        *a = (*a & 0x807fffff) | exponent << 23;
        *b = (*b & 0x807fffff) | (127 - exponent + (uint32_t)(r >> 8) % 4) << 23;
    }
    if (r & 2)
        *c = (hw_fp32_mul(*a, *b, (struct hw_fp32_mode){HW_ROUND_RZ, HW_FTZ_FLUSH, 0}) ^ HW_FP32_SIGN) +
             (uint32_t)(r >> 16) % 3;
    if ((r & 12) == 4) /* sums near 2^-126 */
        *c = (*c & 0x807fffff) | (1 + (uint32_t)(r >> 20) % 4) << 23;
    if ((r & 12) == 12)
        *b = (*a ^ HW_FP32_SIGN) + (uint32_t)(r >> 24) % 3;
}

static inline void fill_rows(void)
{
    for (unsigned l = 0; l < HW_LANES; l++) {
        related_operands(&reg[REG_A][l], &reg[REG_B][l], &reg[REG_C][l]);
        for (unsigned high = 1; high < 8; high += 2)
            reg[high][l] = random_operand();
        reg[REG_COND][l] = (uint32_t)random_bits() & 15;
    }
    for (unsigned i = 0; i < HW_PT; i++)
        warp.pred[i] = (uint32_t)random_bits();
}

/* An instruction of words: operation, then modifiers and operand flags set by the caller. */
static inline struct hw_semantics view_of(unsigned op, unsigned operands)
{
    struct hw_semantics view = {.op = (uint16_t)op, .cond_out = -1, .operand_count = (uint8_t)operands};

    for (unsigned i = 0; i < operands; i++) {
        view.operand[i].kind = HW_OPERAND_REG;
        view.operand[i].bytes = 4;
    }
    return view;
}

static inline void bind_on(const struct hw_semantics *view, const struct hw_alu_table *table, unsigned chip,
                           struct hw_uop *uop)
{
    *uop = (struct hw_uop){
        .d = REG_D, .a = REG_A, .b = REG_B, .c = REG_C, .cond_out = REG_FLAGS, .cond_in = HW_NO_REGISTER};
    if (view->mod[HW_MOD_CARRY])
        uop->cond_in = REG_COND;
    assert_true(hw_alu_select(view, table, hw_chip_traits_of(chip), uop));
}

static inline void bind(const struct hw_semantics *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    bind_on(view, table, HW_CHIP_G200, uop);
}

static inline void run(const struct hw_uop *uop)
{
    warp.reg = reg;
    warp.exec = 0xffffffffu;
    warp.pred[HW_PT] = ~0u;
    uop->fn(&warp, uop);
}

/* Call `body` with every build of the functions. */
static inline void with_each_table(void (*body)(const struct hw_alu_table *))
{
    const struct hw_alu_table *table;

    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++) {
        random_state = 2010;
        body(table);
    }
}

static inline uint32_t modified(uint32_t x, unsigned flags)
{
    x = flags & HW_OPERAND_ABS ? x & ~HW_FP32_SIGN : x;
    return flags & HW_OPERAND_NEG ? x ^ HW_FP32_SIGN : x;
}

/* Add an operand that is a predicate; with HW_PRED_NOT it is negated. */
static inline void add_predicate(struct hw_semantics *view, unsigned number)
{
    struct hw_operand *operand = &view->operand[view->operand_count++];

    operand->kind = HW_OPERAND_PRED;
    operand->bytes = 1;
    operand->reg = number & 7;
    operand->flags = number & HW_PRED_NOT ? HW_OPERAND_INV : 0;
}

#endif
