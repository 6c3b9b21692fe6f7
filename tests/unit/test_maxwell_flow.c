/* How warps of Maxwell and Pascal flow: predicates, the token stack, calls and jumps. */
#include "maxwell.h"

static uint32_t two_sides(uint32_t i)
{
    return i < 5 ? 0x100 + i : 0x200 + i;
}

/* @P and @!P: lanes for which the guard does not hold keep what they had. */
static void test_guards(void **state)
{
    (void)state;
    expect(64, START LESS("R0", "0x5") "@P0 IADD R4, R0, 0x100\n@!P0 IADD R4, R0, 0x200\n" STORE("R4") END,
           two_sides);
    expect(64, START "MOV R4, R0\n@!PT IADD R4, R4, 0x7777\n@!PT EXIT\n" LESS("R0", "0x5")
           "@P0 IADD R4, R4, 0x100\n@!P0 IADD R4, R4, 0x200\n" STORE("R4") END, two_sides);
    hw_fact("SF-388");
}

/* A guard that holds nowhere skips the instruction, with all that it would do wrong. */
static void test_guard_hides_faults(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 32, START "@P1 STG.E [RZ], R0\n@P1 LDS R4, [0x7ffff0]\n@P1 MOV R4, c[0xf][0x0]\n" STORE("R0") END);
    kernel_expect_ok(&k);
    kernel_free(&k);
    make(&k, 32, START "@!P1 MOV R4, c[0xf][0x0]\n" STORE("R0") END);
    kernel_expect_fault(&k, HW_FAULT_UNBOUND);
    kernel_free(&k);
}

/* Predicates and the condition code are false, or zero, when a thread starts. */
static uint32_t start_state(uint32_t i)
{
    (void)i;
    return 0x80;
}

static void test_start_state(void **state)
{
    (void)state;
    expect(32, START "MOV32I R4, 0x80\n@P0 IADD R4, R4, 0x1\n@P1 IADD R4, R4, 0x1\n@P2 IADD R4, R4, 0x1\n"
           "@P3 IADD R4, R4, 0x1\n@P4 IADD R4, R4, 0x1\n@P5 IADD R4, R4, 0x1\n@P6 IADD R4, R4, 0x1\n"
           STORE("R4") END, start_state);
    hw_fact("SF-384");
    hw_fact("SF-424");
}

/* SSY, a branch, two sides that end in SYNC: they come together at SSY's target. */
static void test_if_else(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 64,
         START LESS("R0", "0x5") "SSY @together\n@P0 BRA @less\n"
               "MOV32I R4, 0x200\nSYNC\n"
               "less: MOV32I R4, 0x100\nSYNC\n"
               "together: IADD R4, R4, R0\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], two_sides(i));
    assert_int_equal(k.result.stats.divergent_branches, 1);
    assert_int_equal(k.result.stats.warp_instructions, (8 + 2 + 2 + 3) + (8 + 2 + 3));
    assert_int_equal(k.result.stats.thread_instructions, 32 * 8 + 5 * 2 + 27 * 2 + 32 * 3 + 32 * (8 + 2 + 3));
    kernel_free(&k);
}

/* SYNC with a guard: those that take it wait, the others go on with the side that is theirs. */
static void test_guarded_sync(void **state)
{
    (void)state;
    expect(64, START LESS("R0", "0x5") "MOV32I R4, 0x100\nSSY @together\n@P0 SYNC\nMOV32I R4, 0x200\nSYNC\n"
           "together: IADD R4, R4, R0\n" STORE("R4") END, two_sides);
}

/* The target may be the address of the word of scheduling bits in front of the instruction. */
static void test_target_at_control_word(void **state)
{
    (void)state;
    /* SSY stands at 0x48, the store at 0x88: 0x80 is the word of scheduling bits in front of it */
    expect(64, START LESS("R0", "0x5") "SSY 0x80\n@P0 IADD R4, R0, 0x100\n@P0 SYNC\n"
           "IADD R4, R0, 0x200\nSYNC\nNOP\n" STORE("R4") END, two_sides);
}

static uint32_t triangle(uint32_t i)
{
    return i * (i + 1) / 2;
}

static void test_divergent_loop(void **state)
{
    (void)state;
    expect(64, START "MOV R4, RZ\nMOV R5, RZ\nSSY @end\n"
           "loop: ISETP.GE.AND P0, PT, R5, R0, PT\n@P0 SYNC\n"
           "IADD R5, R5, 0x1\nIADD R4, R4, R5\nBRA @loop\n"
           "end: " STORE("R4") END, triangle);
}

/* A comparison writes two predicates: the outcome and its complement, each combined with a third. */
static uint32_t compared(uint32_t i)
{
    const bool third = i % 2;
    return (i == 9) | (uint32_t)(i != 9) << 1 | (uint32_t)(i > 9 && third) << 2 | (uint32_t)(!(i > 9) && third) << 3;
}

static void test_two_predicates(void **state)
{
    (void)state;
    expect(64, START "MOV32I R5, 0x9\nMOV R4, RZ\nISETP.EQ.AND P0, P1, R0, R5, PT\n"
           "@P0 IADD R4, R4, 0x1\n@P1 IADD R4, R4, 0x2\n"
           "LOP.AND R6, R0, 0x1\nISETP.NE.AND P3, PT, R6, RZ, PT\nISETP.GT.AND P0, P1, R0, R5, P3\n"
           "@P0 IADD R4, R4, 0x4\n@P1 IADD R4, R4, 0x8\n" STORE("R4") END, compared);
    hw_fact("SF-385");
    hw_fact("SF-386");
    hw_fact("SF-387");
    hw_fact("SF-425"); /* the second is !(R1 > R2) && P3 */
}

/* R0 to R254, and RZ, which reads 0 and keeps nothing, as a pair too. */
static uint32_t highest(uint32_t i)
{
    return i + 0x3f800000;
}

static void test_registers(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 64, START "IADD32I R254, R0, 0x3f800000\nMOV32I RZ, 0x77\nDADD RZ, RZ, 1\nIADD R4, R254, RZ\n"
                       STORE("R4") END);
    k.launch.registers = 255;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], highest(i));
    kernel_free(&k);
    hw_fact("SF-380");
    hw_fact("SF-381");
}

/* The number of a thread in the grid, as compilers compute it. */
static void test_grid_number(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 48, "S2R R0, SR_Tid.X\nS2R R2, SR_CTAid.X\nIMAD R2, R2, c[0x0][0x8], R0\nMOV R4, R2\n"
                 "MOV R6, c[0x0][0x140]\nMOV R7, c[0x0][0x144]\nISCADD R6.CC, R2, R6, 0x2\nIADD.X R7, R7, RZ\n"
                 "STG.E [R6], R4\n" END);
    k.launch.grid[0] = 5;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 5 * 48; i++)
        assert_int_equal(k.out[i], i);
    kernel_free(&k);
    hw_fact("SF-382");
    hw_fact("SF-391");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_guard_hides_faults),
        cmocka_unit_test(test_start_state),
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_guarded_sync),
        cmocka_unit_test(test_target_at_control_word),
        cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_two_predicates),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_grid_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
