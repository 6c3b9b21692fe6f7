/* SPDX-License-Identifier: MIT */
/* Tesla's instructions where they go wrong or are rarely used: locks outside memory, texture lookups with a
 * level or an offset and those that fail or are not modelled, jumps into nothing, and all that a trace
 * shows. */
#include "kernel.h"

#include <halfwarp/texture.h>

#define START "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R14, 0x1\n"
#define END   "NOP # exit\n"

static const uint8_t texels[4][4][4] = {{{9, 8, 7, 6}}, {{0}}, {{1, 2, 3, 4}, {5, 6, 7, 8}}};
static const struct hw_texture plane = {
    .data = texels,
    .bytes = sizeof texels,
    .width = 4,
    .height = 4,
    .row_pitch = 16,
    .dimensions = 2,
    .type = HW_TEXEL_U8,
    .channels = 4,
    .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
static const struct hw_texture space = {.data = texels,
                                        .bytes = sizeof texels,
                                        .width = 2,
                                        .height = 2,
                                        .depth = 4,
                                        .row_pitch = 8,
                                        .slice_pitch = 16,
                                        .dimensions = 3,
                                        .type = HW_TEXEL_U8,
                                        .channels = 4};

static void expect_fault(const char *chip, const char *source, unsigned kind)
{
    struct kernel k;

    kernel_make(&k, chip, source);
    k.launch.textures.unit[3] = &plane;
    k.launch.textures.unit[4] = &space;
    kernel_expect_fault(&k, kind);
    kernel_free(&k);
}

static void test_locks(void **state)
{
    (void)state;
    expect_fault("g200", START "MVI R8, 0x102\nR2A A2, R8\nLDS.LOCK.C1 R5, g [A2+0x0]\n" END,
                 HW_FAULT_MISALIGNED);
    expect_fault("g200", START "MVI R8, 0x4000\nR2A A2, R8\nLDS.LOCK.C1 R5, g [A2+0x0]\n" END,
                 HW_FAULT_ADDRESS);
    expect_fault("g200", START "MVI R8, 0x4000\nR2A A2, R8\nR2G.UNLOCK.U32.U32 g [A2+0x0], R5\n" END,
                 HW_FAULT_ADDRESS);
}

/* The four words that a lookup at x 1.5, y 2.5 leaves in R4.. */
static void test_lookups(void **state)
{
    static const struct {
        const char *code;
        uint32_t word[4];
    } cases[] = {
        {"TEX R4, 0x3, 0x3, 0x2, RGBA", {5, 6, 7, 8}},
        {"TEX.LL R4, 0x3, 0x3, 0x3, RGBA", {5, 6, 7, 8}},
        {"TEX.LB R4, 0x3, 0x3, 0x3, R_B_", {5, 7, 0, 0}},
        {"MVI R4, 0x0\nTXQ R4, 0x3, 0x3, 0x1, RG__", {4, 4, 0, 0}},
        {"MVI R4, 0x1\nMVI R5, 0x2\nTLD32 R4, 0x3, 0x3, 0x2\nMOV32 R2, R4", {5, 6, 7, 8}},
        {"ISET.S32.C0 R8, R14, R14, EQ\nTEX R4 (C0.EQ), 0x3, 0x3, 0x2, RGBA", {0x3fc00000, 0x40200000, 0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kernel k;
        char source[512];
        snprintf(source, sizeof source,
                 START "MVI R4, 0x3fc00000\nMVI R5, 0x40200000\nMVI R6, 0x0\nMVI R7, 0x0\n%s\n"
                       "GST.U128 global14[R1], R4\n" END,
                 cases[i].code);
        kernel_make(&k, "g80", source);
        k.launch.textures.unit[3] = &plane;
        kernel_expect_ok(&k);
        for (unsigned n = 0; n < 4; n++)
            if (k.out[n] != cases[i].word[n])
                fail_msg("%s: word %u is 0x%x, expected 0x%x", cases[i].code, n, k.out[n], cases[i].word[n]);
        kernel_free(&k);
    }
}

static void test_failed_lookups(void **state)
{
    (void)state;
    expect_fault("g80", START "TEX R4, 0x4, 0x4, 0x2, RGBA\n" END,
                 HW_FAULT_ADDRESS); /* needs three coordinates */
    expect_fault("g80", START "TEX R4, 0x5, 0x5, 0x2, RGBA\n" END, HW_FAULT_UNBOUND);
    expect_fault("g80", START "TEX.CUBE R4, 0x3, 0x3, 0x3, RGBA\n" END, HW_FAULT_ILLEGAL);
    expect_fault("g80", START "TXCSAA R4, 0x3, 0x3, 0x2, RGBA\n" END, HW_FAULT_ILLEGAL);
}

/* Code that ends within an instruction. */
static void test_half_an_instruction(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", "MVI R4, 0x12345\n" END);
    k.launch.code.bytes = 4;
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    assert_int_equal(k.result.fault.pc, 0);
    kernel_free(&k);
}

/* A limited call does nothing once as many are active as the launch allows. */
static void test_limited_calls(void **state)
{
    (void)state;
    for (uint32_t limit = 1; limit < 4; limit++) {
        struct kernel k;
        kernel_make(&k, "g80",
                    START "MVI R4, 0x0\nCAL.LIMIT @more\nGST.U32 global14[R1], R4\n" END
                          "more: IADD R4, R4, R14\nCAL.LIMIT @more\nRET\n");
        k.launch.limits.call_limit = limit;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], limit);
        kernel_free(&k);
    }
}

struct shown {
    unsigned count;
    uint8_t kind[8], number[8];
    uint32_t value[8];
};

static void note(void *context, const struct hw_written_event *event)
{
    struct shown *shown = context;

    for (unsigned i = 0; i < event->written_count && shown->count < 8; i++) {
        shown->kind[shown->count] = event->written[i].kind;
        shown->number[shown->count] = event->written[i].number;
        shown->value[shown->count++] = event->written[i].lanes[0];
    }
}

static void test_trace(void **state)
{
    static const struct shown expected = {
        5,
        {HW_OPERAND_REG, HW_OPERAND_ADDR, HW_OPERAND_COND, HW_OPERAND_REG, HW_OPERAND_REG},
        {4, 2, 1, 8, 9},
        {0x102, 0x102, 2, 9, 7}};
    struct shown shown = {.count = 0};
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "MVI R4, 0x102\nR2A A2, R4\nR2C C1, R4\n"
                "TEX R8, 0x3, 0x3, 0x2, R_B_\n" END);
    k.launch.textures.unit[3] = &plane;
    kernel_listen(&k, note, &shown);
    kernel_expect_ok(&k);
    assert_int_equal(shown.count, expected.count);
    for (unsigned i = 0; i < shown.count; i++) {
        assert_int_equal(shown.kind[i], expected.kind[i]);
        assert_int_equal(shown.number[i], expected.number[i]);
        assert_int_equal(shown.value[i], expected.value[i]);
    }
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locks),          cmocka_unit_test(test_lookups),
        cmocka_unit_test(test_failed_lookups), cmocka_unit_test(test_half_an_instruction),
        cmocka_unit_test(test_limited_calls),  cmocka_unit_test(test_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
