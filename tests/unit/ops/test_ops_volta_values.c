/* SPDX-License-Identifier: MIT */
/* What Volta's to Ada's instructions give, from their text to a result: known values, from the PTX manual's
 * rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "ops/select/alu.h"
#include "test_ops_host.h"

enum { LITERAL = 16, ZERO = 20, SINK = 24, REGISTERS = 28 };

static _Alignas(64) hw_lanes reg[REGISTERS];
static struct hw_regs regs;

static uint16_t register_of(const struct hw_operand *operand, bool written)
{
    for (unsigned l = 0; operand->kind == HW_OPERAND_IMM && l < HW_LANES; l++)
        reg[LITERAL][l] = (uint32_t)operand->offset;
    if (operand->kind == HW_OPERAND_IMM)
        return LITERAL;
    return operand->reg == HW_RZ ? (written ? SINK : ZERO) : operand->reg;
}

/* Run an instruction on R4, R6 and R8 of sm_86 in one build. */
static void run(const struct hw_alu_table *table, const char *text, uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t source[3] = {a, b, c};
    struct hw_target target;
    struct hw_insn insn;
    struct hw_semantics view;
    struct hw_error error;
    struct hw_alu_operands found;
    struct hw_uop uop = {
        .d = SINK, .a = ZERO, .b = ZERO, .c = ZERO, .cond_out = HW_NO_REGISTER, .cond_in = HW_NO_REGISTER};
    uint16_t *const registers[4] = {&uop.d, &uop.a, &uop.b, &uop.c};

    assert_int_equal(hw_target_find("sm_86", &target, NULL), HW_OK);
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    hw_insn_semantics(&insn, &view);
    memset(reg, 0, sizeof reg);
    for (unsigned i = 0; i < 6; i++)
        for (unsigned l = 0; l < HW_LANES; l++)
            reg[4 + i][l] = (uint32_t)(source[i / 2] >> 32 * (i % 2));
    hw_alu_operands(&view, &found);
    for (unsigned i = 0; i < 4; i++)
        if (found.reg[i] >= 0)
            *registers[i] = register_of(&view.operand[found.reg[i]], i == 0);
    if (!hw_alu_select(&view, table, hw_chip_traits_of(HW_CHIP_GA102), &uop))
        fail_msg("%s: refused", text);
    regs = (struct hw_regs){.reg = reg, .exec = ~0u, .pred = {[3] = ~0u, [HW_PT] = ~0u}};
    uop.fn(&regs, &uop);
}

static void gives(const char *text, uint64_t a, uint64_t b, uint64_t c, uint32_t expected)
{
    const struct hw_alu_table *table;

    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++) {
        run(table, text, a, b, c);
        for (unsigned l = 0; l < HW_LANES; l++)
            if (reg[0][l] != expected)
                fail_msg("%s %s: %08x, expected %08x", table->name, text, reg[0][l], expected);
    }
}

static void floats(void **state)
{
    (void)state;
    gives("FSEL R0, R4, R6, P3", 0x7fa00001, 0, 0, 0x7fa00001); /* the bits of a NaN stay */
    gives("FSEL.FTZ R0, R4, -R6, !P3", 0, 1, 0, 0x80000000);
    gives("FMNMX R0, R4, R6, PT", 0x7fc00000, 0x3f800000, 0, 0x3f800000);
    gives("FMNMX.NAN R0, R4, R6, PT", 0x7fc00000, 0x3f800000, 0, 0x7fffffff);
    gives("FMNMX.XORSIGN R0, |R4|, |R6|, PT", 0xbf800000, 0x40000000, 0, 0xbf800000);
    gives("FMNMX.XORSIGN R0, |R4|, |R6|, !PT", 0xbf800000, 0xc0000000, 0, 0x40000000);
}

static void special_functions(void **state)
{
    (void)state;
    gives("MUFU.SIN R0, R4", 0x3e800000, 0, 0, 0x3f800000); /* a quarter turn */
    gives("MUFU.SIN R0, R4", 0xbdaaaaab, 0, 0, 0xbf000000); /* -1/12 */
    gives("MUFU.COS R0, R4", 0x3f000000, 0, 0, 0xbf800000); /* half a turn */
    gives("MUFU.COS R0, R4", 0x7f800000, 0, 0, 0x7fffffff);
    gives("MUFU.EX2 R0, R4", 0x40400000, 0, 0, 0x41000000);
    gives("MUFU.EX2 R0, R4", 0x43000000, 0, 0, 0x7f800000);
    gives("MUFU.EX2 R0, R4", 0xff800000, 0, 0, 0);
    gives("MUFU.TANH R0, R4", 0xff800000, 0, 0, 0xbf800000);
    gives("MUFU.TANH R0, R4", 0x00000001, 0, 0, 0x00000001);
    gives("MUFU.EX2.F16 R0, R4.H1", 0x3c000000, 0, 0, 0x4000);
}

/* Against the host's functions, within the bounds that the PTX manual states. */
static void errors_of_special_functions(void **state)
{
    (void)state;
    for (int i = -4000; i <= 4000; i++) {
        const float x = (float)i / 997;
        const double turn = (double)x * 6.283185307179586;
        run(hw_alu_table(), "MUFU.SIN R0, R4", bits_of(x), 0, 0);
        assert_true(fabs((double)float_of(reg[0][0]) - sin(turn)) < 0x1p-21);
        run(hw_alu_table(), "MUFU.COS R0, R4", bits_of(x), 0, 0);
        assert_true(fabs((double)float_of(reg[0][0]) - cos(turn)) < 0x1p-21);
        run(hw_alu_table(), "MUFU.TANH R0, R4", bits_of(x), 0, 0);
        assert_true(fabs((double)float_of(reg[0][0]) - tanh((double)x)) <= fabs(tanh((double)x)) * 0x1p-11);
        run(hw_alu_table(), "MUFU.EX2 R0, R4", bits_of(x * 30), 0, 0);
        assert_true(fabs((double)float_of(reg[0][0]) / exp2((double)(x * 30)) - 1) < 0x1p-22);
    }
}

static void halves(void **state)
{
    (void)state;
    gives("HADD2.F32 R0, -RZ, R6.H1_H1", 0, 0x3e000000, 0, 0x3fc00000);
    gives("HFMA2.BF16_V2 R0, R4, R6, R8", 0x3f804000, 0x40003f80, 0x3f803f80, 0x40404040); /* 1*2+1, 2*1+1 */
    gives("HFMA2.RELU R0, R4, R6, R8", 0x3c00bc00, 0x3c003c00, 0, 0x3c000000);
    gives("HFMA2.MMA R0, R4, R6, R8", 0x3c004000, 0x40004000, 0x3c003c00, 0x42004500);
    gives("HMNMX2 R0, R4, R6, PT", 0x7e003c00, 0xbc004000, 0, 0xbc003c00);
    gives("HMNMX2.NAN R0, R4, R6, PT", 0x7e003c00, 0xbc004000, 0, 0x7fff3c00);
    gives("HMNMX2.XORSIGN R0, |R4|, |R6|, PT", 0xbc003c00, 0x4000c000, 0, 0xbc00bc00);
}

static void conversions(void **state)
{
    (void)state;
    gives("F2I.TRUNC.NTZ R0, R4", 0x7fc00000, 0, 0, 0);
    gives("F2I.TRUNC R0, R4", 0x7fc00000, 0, 0, 0x80000000);
    gives("F2I.F64.TRUNC R0, R4", 0x7ff8000000000000, 0, 0, 0x80000000);
    gives("F2I.U8.F16 R0, R4.H1", 0x45000000, 0, 0, 5);
    gives("I2F.U8 R0, R4.B2", 0x00070000, 0, 0, 0x40e00000);
    gives("F2F.F16.F64 R0, R4", 0x3ff0020000000001, 0, 0, 0x3c01); /* above the middle: rounded once */
    gives("F2F.BF16.F32 R0, R4", 0x3f818001, 0, 0, 0x3f82);
    gives("FRND.FLOOR R0, R4", 0xbf000000, 0, 0, 0xbf800000);
    gives("F2FP.PACK_AB R0, R4, R6", 0x3f800000, 0x40000000, 0, 0x3c004000);
    gives("F2FP.RELU.BF16.PACK_AB R0, R4, R6", 0xbf800000, 0x40000000, 0, 0x4000);
    gives("I2FP.F32.U32.RZ R0, R4", 0xffffffff, 0, 0, 0x4f7fffff);
    gives("I2IP.S8.S32.SAT R0, R4, R6, R8", 1000, 0xfffffc18, 0x1234, 0x12347f80);
    gives("I2IP.U16.S32.SAT R0, R4, R6, RZ", 0x12345, 0xffffffff, 0, 0xffff0000);
    gives("F2IP.U8.F32.TRUNC.NTZ R0, RZ, R6, RZ", 0, 0x42c90000, 0, 100);
    gives("I2I.U8.S32.SAT R0, R6", 0, 300, 0, 255);
}

static void integers(void **state)
{
    (void)state;
    gives("VABSDIFF R0, R4, R6, R8", 0xffffffff, 2, 10, 13);
    gives("VABSDIFF.U32 R0, R4, R6, R8", 3, 5, 10, 12);
    gives("VABSDIFF4.U8 R0, R4, R6, R8", 0x01ff0305, 0x04000507, 9, 0x03ff0202);
    gives("VABSDIFF4.U8.ACC R0, R4, R6, R8", 0x01ff0305, 0x04000507, 9, 271);
    gives("IDP.4A.U8.U8 R0, R4, R6, -R8", 0x01010101, 0x01020304, 4, 6);
}

/* Predicates that choose the words of a minimum, and tell where both numbers are NaN. */
static void choice_of_doubles(void **state)
{
    static const struct {
        uint64_t a, b;
        uint32_t first, neither;
    } sample[] = {
        {0x3ff0000000000000, 0x4000000000000000, ~0u, 0},
        {0x4000000000000000, 0x3ff0000000000000, 0, 0},
        {0x8000000000000000, 0, ~0u, 0},
        {0x7ff8000000000000, 0x4000000000000000, 0, 0},
        {0x4000000000000000, 0x7ff8000000000000, ~0u, 0},
        {0x7ff8000000000000, 0x7ff8000000000000, 0, ~0u},
    };
    const struct hw_alu_table *table;

    (void)state;
    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
        for (unsigned n = 0; n < sizeof sample / sizeof *sample; n++) {
            run(table, "DSETP.MIN.AND P0, P1, R4, R6, PT", sample[n].a, sample[n].b, 0);
            assert_int_equal(regs.pred[0], sample[n].first);
            assert_int_equal(regs.pred[1], sample[n].neither);
            run(table, "DSETP.MAX.AND P0, P1, R6, R4, PT", sample[n].a, sample[n].b, 0);
            assert_int_equal(regs.pred[1], sample[n].neither);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats),
        cmocka_unit_test(special_functions),
        cmocka_unit_test(errors_of_special_functions),
        cmocka_unit_test(halves),
        cmocka_unit_test(conversions),
        cmocka_unit_test(integers),
        cmocka_unit_test(choice_of_doubles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
