/* SPDX-License-Identifier: MIT */
/* A kernel's view of its registers: general, address, condition code and special ones. */
#include "kernel.h"

/* Common start and end: R1 points to the output; each STORE puts a register into the next word. */
#define START      "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R15, 0x4\n"
#define STORE(reg) "GST.U32 global14[R1], " reg "\nIADD R1, R1, R15\n"
#define END        "NOP # exit\n"

static void run(struct kernel *k, const char *chip, const char *source)
{
    kernel_make(k, chip, source);
    kernel_expect_ok(k);
}

/* 128 registers of 32 bits; those that a launch does not give read as 0 and keep nothing. */
static void test_register_limit(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "MVI R120, 0x55\nMVI R127, 0xdeadbeef\n" STORE("R120") STORE("R127") END);
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0);
    assert_int_equal(k.out[1], 0);
    k.launch.code.registers = 128;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x55);
    assert_int_equal(k.out[1], 0xdeadbeef);
    kernel_free(&k);
    hw_fact("SF-039");
    hw_fact("SF-040");
}

static void test_registers_start_at_zero(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80", START "C2R R4, C2\nA2R R5, A3\n" STORE("R9") STORE("R4") STORE("R5") END);
    assert_int_equal(k.out[0] | k.out[1] | k.out[2], 0);
    kernel_free(&k);
}

static void test_halves(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "MVI R4, 0x11112222\nMVI R5, 0x33334444\nMOV.U16 R4L, R5H\nMOV.U16 R5H, R4H\n"
                      "MVI R63, 0x77778888\nMOV.U16 R63L, R5L\n" STORE("R4") STORE("R5") STORE("R63") END);
    k.launch.code.registers = 64;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x11113333);
    assert_int_equal(k.out[1], 0x11114444);
    assert_int_equal(k.out[2], 0x77774444);
    kernel_free(&k);
    hw_fact("SF-041");
}

/* Pairs and quads: the low word in the lowest register; they begin at multiples of their size. */
static void test_pairs_and_quads(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80",
        START "MVI R4, 0x4444\nMVI R5, 0x5555\nMVI R6, 0x6666\nMVI R7, 0x7777\n"
              "GST.U128 global14[R1], R4\nGLD.U64 R8, global14[R1]\nIADD R1, R1, R15\nIADD R1, R1, R15\n"
              "GLD.U64 R10, global14[R1]\nIADD R1, R1, R15\nIADD R1, R1, R15\n" STORE("R8") STORE("R9")
                  STORE("R10") STORE("R11") END);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(k.out[i], 0x4444 + 0x1111 * i);
        assert_int_equal(k.out[4 + i], 0x4444 + 0x1111 * i);
    }
    kernel_free(&k);
    kernel_make(&k, "g80", START "GLD.U64 R5, global14[R1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_OPERAND);
    kernel_free(&k);
    hw_fact("SF-042");
    kernel_make(&k, "g80", START "GLD.U128 R6, global14[R1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_OPERAND);
    kernel_free(&k);
    hw_fact("SF-043");
}

/* A wide load that reaches beyond the thread's registers leaves nothing there. */
static void test_wide_load_over_the_limit(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "MVI R4, 0x1\nGST.U32 global14[R1], R4\nIADD R3, R1, R15\nGST.U32 global14[R3], R4\n"
                      "GLD.U64 R16, global14[R1]\n" STORE("R16")
                          STORE("R17") "GST.U64 global14[R1], R16\n" END);
    k.launch.code.registers = 17;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 1);
    assert_int_equal(k.out[1], 0);
    assert_int_equal(k.out[2], 1);
    assert_int_equal(k.out[3], 0);
    kernel_free(&k);
}

/* $o127 swallows what is written to it, halves too; the flags are still set. */
static void test_bit_bucket(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80", START "MVI R4, 0x5\nIADD.C1 o[0x7f], R4, -R4\nC2R R5, C1\n" STORE("R5") STORE("R4") END);
    assert_int_equal(k.out[0], 0x5); /* Z and C */
    assert_int_equal(k.out[1], 5);
    kernel_free(&k);
    hw_fact("SF-045");
    /* The half form is the same field value and disturbs no register. */
    kernel_make(&k, "g80",
                START "MVI R4, 0x11112222\nMVI R63, 0x55556666\nMOV.U16 o[0x7f], R4H\n" STORE("R4")
                    STORE("R63") END);
    k.launch.code.registers = 64;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x11112222);
    assert_int_equal(k.out[1], 0x55556666);
    kernel_free(&k);
    hw_fact("SF-047");
}

static void test_address_registers(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80",
        START "MVI R4, 0x12345\nR2A A1, R4\nR2A A2, R4, 0x4\nADA A3, A1, 0xffff\nADA A4, A0, 0x77\n"
              "A2R R5, A1\nA2R R6, A2\nA2R R7, A3\nA2R R8, A4\n" STORE("R5") STORE("R6") STORE("R7")
                  STORE("R8") END);
    assert_int_equal(k.out[0], 0x2345); /* 16 bits */
    assert_int_equal(k.out[1], 0x3450);
    assert_int_equal(k.out[2], 0x2344);
    assert_int_equal(k.out[3], 0x77);
    kernel_free(&k);
    hw_fact("SF-048");
    hw_fact("SF-251");
    hw_fact("SF-252");
}

static void test_special_address_registers(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80",
        START "MVI R4, 0x123\nR2A A0, R4\nR2A A5, R4\nR2A A6, R4\n"
              "A2R R5, A0\nA2R R6, A5\nA2R R7, A6\n" STORE("R5") STORE("R6") STORE("R7") END);
    assert_int_equal(k.out[0], 0);
    hw_fact("SF-049");
    assert_int_equal(k.out[1] | k.out[2], 0);
    hw_fact("SF-050");
    kernel_free(&k);
    /* $a7 exists once a warp: the lowest executing lane's value is everybody's. */
    kernel_make(&k, "g80",
                START "MVI R4, 0x7\nIADD R4, R4, R0\nR2A A7, R4\nA2R R5, A7\nSHL R6, R0, 0x2\n"
                      "IADD R1, R1, R6\nGST.U32 global14[R1], R5 # exit\n");
    k.launch.block[0] = 3;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 7);
    assert_int_equal(k.out[1], 7);
    assert_int_equal(k.out[2], 7);
    kernel_free(&k);
    hw_fact("SF-051");
}

/* Four condition code registers of four bits each, all independent. */
static void test_condition_registers(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80",
        START
        "MVI R4, 0xfffffff1\nR2C C0, R4\nMVI R4, 0x12\nR2C C1, R4\nMVI R4, 0x4\nR2C C2, R4\nMVI R4, 0x8\n"
        "R2C C3, R4\nC2R R5, C0\nC2R R6, C1\nC2R R7, C2\nC2R R8, C3\n" STORE("R5") STORE("R6") STORE("R7")
            STORE("R8") END);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(k.out[i], 1u << i);
    kernel_free(&k);
    hw_fact("SF-052");
    hw_fact("SF-258");
}

/* An instruction whose condition is false does nothing: no result, no flags, no increment of an address. */
static void test_guard(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "g80",
        START "MVI R4, 0x1\nR2C C0, R4\nMVI R5, 0x9\nMVI R6, 0x9\nMOV R5 (C0.NE), R4\nMOV R6 (C0.EQ), R4\n"
              "IADD.C0 R7 (C0.NE), R4, R4\nC2R R8, C0\n" STORE("R5") STORE("R6") STORE("R7") STORE("R8") END);
    assert_int_equal(k.out[0], 9);
    assert_int_equal(k.out[1], 1);
    assert_int_equal(k.out[2], 0);
    assert_int_equal(k.out[3], 1);
    kernel_free(&k);
}

static void test_special_registers(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "S2R R4, SR_CLOCK\nNOP\nNOP\nS2R R5, SR_CLOCK\nS2R R6, SR2\nS2R R7, SR3\n"
                      "S2R R8, SR4\nS2R R9, SR5\nS2R R10, SR6\nS2R R11, SR7\n" STORE("R4") STORE("R5")
                          STORE("R6") STORE("R7") STORE("R8") STORE("R9") STORE("R10") STORE("R11") END);
    for (uint32_t i = 0; i < 4; i++)
        k.launch.pm[i] = 0x1000 + i;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[1] - k.out[0], 3 * 11); /* ticks for each instruction */
    hw_fact("SF-054");
    hw_fact("SF-257");
    assert_int_equal(k.out[2], 0);
    hw_fact("SF-055");
    assert_int_equal(k.out[3], 0x20);
    hw_fact("SF-056");
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(k.out[4 + i], 0x1000 + i);
    hw_fact("SF-057");
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_register_limit),
        cmocka_unit_test(test_registers_start_at_zero),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_pairs_and_quads),
        cmocka_unit_test(test_wide_load_over_the_limit),
        cmocka_unit_test(test_bit_bucket),
        cmocka_unit_test(test_address_registers),
        cmocka_unit_test(test_special_address_registers),
        cmocka_unit_test(test_condition_registers),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_special_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
