/* SPDX-License-Identifier: MIT */
/* A warp's registers for tests of 32-lane functions: instructions put together operand by operand, run in
 * every build on random operands and on edges, and compared with a reference lane by lane, in lanes that
 * execute and in others. */
#ifndef TEST_OPS_LANES_H
#define TEST_OPS_LANES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ops/select/alu.h"
#include "ops/scalar/cond.h"
#include "ops/value_types.h"
#include "splitmix.h"

/* A register of a view is a register here.  Row COND is the condition code: its old value is input, the new
 * one output. */
enum { REG_D = 0, REG_A, REG_B, REG_C, REG_COND, LITERAL_REGISTER, REG_COUNT };

static _Alignas(64) hw_lanes reg[REG_COUNT];
static struct hw_regs regs;
static uint64_t random_state;

static inline uint64_t random_bits(void)
{
    return splitmix64(&random_state);
}

static inline uint32_t random_operand(void)
{
    static const uint32_t edges[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0xffff,
                                     0x10000,    0x8000,     0x7fff,     0xff,       0x80,       0x7f,
                                     0xffff8000, 0x80008000, 0xffff0000, 31,         32,         33,
                                     63,         64,         0x100,      0x2000,     0x1f00,     0x1010};
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 1: return edges[(r >> 8) % (sizeof edges / sizeof *edges)] + (uint32_t)(r >> 40) % 5 - 2;
    case 2: return (uint32_t)(r >> 20) % 70;
    case 3: return (uint32_t)(r >> 20) & 0x3f3f; /* fields */
    default: return (uint32_t)(r >> 16);
    }
}

static inline void fill_rows(void)
{
    for (unsigned l = 0; l < HW_LANES; l++) {
        for (unsigned i = REG_D; i <= REG_C; i++)
            reg[i][l] = random_operand();
        reg[REG_COND][l] = (uint32_t)random_bits() & 15;
        if (random_bits() % 4 == 0)
            reg[REG_B][l] = reg[REG_A][l] + (uint32_t)random_bits() % 3 - 1;
    }
    for (unsigned p = 0; p < 7; p++)
        regs.pred[p] = (uint32_t)random_bits();
    regs.pred[7] = ~0u;
    regs.reg = reg;
    regs.exec = random_bits() % 4 ? ~0u : (uint32_t)random_bits();
}

static inline struct hw_semantics view_of(unsigned op)
{
    return (struct hw_semantics){.op = (uint16_t)op, .cond_out = -1};
}

static inline struct hw_operand *add_operand(struct hw_semantics *view, unsigned kind, unsigned number)
{
    struct hw_operand *operand = &view->operand[view->operand_count++];

    *operand = (struct hw_operand){.kind = (uint8_t)kind, .bytes = 4, .reg = (uint16_t)number};
    return operand;
}

/* Registers from `first` on to `last`, as d, a, b, c stand in most instructions. */
static inline void add_registers(struct hw_semantics *view, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++)
        add_operand(view, HW_OPERAND_REG, i);
}

/* A predicate, coded as in hw_uop. */
/* As encoded: bit 3 negates it. */
static inline void add_pred(struct hw_semantics *view, unsigned code)
{
    add_operand(view, HW_OPERAND_PRED, code & 7)->flags = code & 8 ? HW_OPERAND_INV : 0;
}

static inline void add_literal(struct hw_semantics *view, int64_t value)
{
    add_operand(view, HW_OPERAND_IMM, 0)->offset = value;
}

static inline uint16_t register_of(const struct hw_semantics *view, int index)
{
    if (index < 0)
        return HW_NO_REGISTER;
    if (view->operand[index].kind == HW_OPERAND_IMM)
        for (unsigned l = 0; l < HW_LANES; l++)
            reg[LITERAL_REGISTER][l] = (uint32_t)view->operand[index].offset;
    return view->operand[index].kind == HW_OPERAND_IMM    ? LITERAL_REGISTER
           : view->operand[index].kind == HW_OPERAND_COND ? REG_COND
                                                          : view->operand[index].reg;
}

/* The micro-operation of an instruction, as the engine makes it; false when it is refused. */
static inline bool try_bind(const struct hw_semantics *view, const struct hw_alu_table *table,
                            struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    *uop = (struct hw_uop){
        .d = register_of(view, found.reg[0]),
        .a = register_of(view, found.reg[1]),
        .b = register_of(view, found.reg[2]),
        .c = register_of(view, found.reg[3]),
        .cond_in = found.cond_in >= 0 ? REG_COND : HW_NO_REGISTER,
        .cond_out = found.cond_out >= 0 ? REG_COND : HW_NO_REGISTER,
    };
    return hw_alu_select(view, table, hw_chip_traits_of(HW_CHIP_GM107), uop);
}

static inline void run(const struct hw_semantics *view, const struct hw_alu_table *table)
{
    struct hw_uop uop;

    assert_true(try_bind(view, table, &uop));
    uop.fn(&regs, &uop);
}

/* Run an instruction on the same operands in every lane of every build, and give what lane 0 got. */
static inline uint32_t result_of(const struct hw_semantics *view, uint32_t a, uint32_t b, uint32_t c)
{
    const struct hw_alu_table *table;
    uint32_t value = 0, cond = reg[REG_COND][0], after = cond;

    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++) {
        for (unsigned l = 0; l < HW_LANES; l++) {
            reg[REG_A][l] = a;
            reg[REG_B][l] = b;
            reg[REG_C][l] = c;
            reg[REG_COND][l] = cond;
        }
        regs.reg = reg;
        regs.exec = ~0u;
        regs.pred[7] = ~0u;
        run(view, table);
        if (i > 0)
            assert_int_equal(reg[REG_D][0], value);
        value = reg[REG_D][0];
        after = reg[REG_COND][0];
        for (unsigned l = 1; l < HW_LANES; l++)
            assert_int_equal(reg[REG_D][l], value);
    }
    for (unsigned l = 0; l < HW_LANES; l++)
        reg[REG_COND][l] = after;
    return value;
}

/* What a lane holds before and after.  `pred` are its predicates, a bit each. */
struct lane {
    uint32_t d, a, b, c, cond, pred;
};

static inline struct lane lane_at(const hw_lanes *registers, const uint32_t *pred, unsigned l)
{
    struct lane lane = {.d = registers[REG_D][l],
                        .a = registers[REG_A][l],
                        .b = registers[REG_B][l],
                        .c = registers[REG_C][l],
                        .cond = registers[REG_COND][l]};

    for (unsigned p = 0; p < 8; p++)
        lane.pred |= (pred[p] >> l & 1) << p;
    return lane;
}

/* One lane's reference: changes what the instruction writes. */
typedef void reference_fn(const struct hw_semantics *view, struct lane *lane);

/* Compare an instruction with its reference in every build. */
static inline void check(const struct hw_semantics *view, reference_fn *reference, unsigned rounds)
{
    static _Alignas(64) hw_lanes before[REG_COUNT];
    const struct hw_alu_table *table;
    uint32_t pred[8];

    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
        for (unsigned n = 0; n < rounds; n++) {
            fill_rows();
            memcpy(before, reg, sizeof reg);
            memcpy(pred, regs.pred, sizeof pred);
            run(view, table);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const struct lane was = lane_at(before, pred, l), is = lane_at(reg, regs.pred, l);
                struct lane expected = was;

                if (regs.exec >> l & 1)
                    reference(view, &expected);
                if (memcmp(&is, &expected, sizeof is) != 0)
                    fail_msg(
                        "%s %s: d %08x a %08x b %08x c %08x cond %x pred %02x gives %08x cond %x pred %02x, "
                        "expected %08x %x %02x",
                        table->name, hw_operation_info(view->op)->name, was.d, was.a, was.b, was.c, was.cond,
                        was.pred, is.d, is.cond, is.pred, expected.d, expected.cond, expected.pred);
            }
        }
}

/* Set the condition code, if the instruction writes one. */
static inline void expect_flags(const struct hw_semantics *view, struct lane *lane, uint32_t flags)
{
    if (view->cond_out >= 0)
        lane->cond = flags;
}

static inline uint32_t zero_and_sign(uint32_t value)
{
    return (value == 0 ? HW_FLAG_Z : 0) | (value >> 31 ? HW_FLAG_S : 0);
}

static inline void expect_pred(struct lane *lane, unsigned number, bool value)
{
    if (number < 7)
        lane->pred = (lane->pred & ~(1u << number)) | (uint32_t)value << number;
}

/* A predicate as a source. */
static inline bool read_pred(const struct lane *lane, const struct hw_operand *operand)
{
    return (lane->pred >> (operand->reg & 7) & 1) != !!(operand->flags & HW_OPERAND_INV);
}

static inline bool combined(unsigned logic, bool x, bool y)
{
    return logic == 0 ? x && y : logic == 1 ? x || y : x != y;
}

#endif
