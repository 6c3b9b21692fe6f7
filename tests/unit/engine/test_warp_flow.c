/* SPDX-License-Identifier: MIT */
/* How warps flow from Fermi to Pascal: predicates, divergence, and where SSY, `.S` and SYNC bring lanes
 * together. */
#include "generations.h"

static uint32_t two_sides(uint32_t i)
{
    return i < 5 ? 0x100 + i : 0x200 + i;
}

/* @P and @!P: lanes for which the guard does not hold keep what they had. */
static void test_guards(void **state)
{
    (void)state;
    expect_on_all(64,
                  START LESS("R0", "0x5") "@P0 IADD R4, R0, 0x100\n@!P0 IADD R4, R0, 0x200\n" STORE("R4") END,
                  two_sides);
    expect_on_all(64,
                  START "MOV R4, R0\n@!PT IADD R4, R4, 0x7777\n@!PT EXIT\n" LESS(
                      "R0", "0x5") "@P0 IADD R4, R4, 0x100\n@!P0 IADD R4, R4, 0x200\n" STORE("R4") END,
                  two_sides);
    hw_fact("SF-388");
}

/* A guard that holds nowhere skips the instruction, with all that it would do wrong. */
static uint32_t thread(uint32_t i)
{
    return i;
}

static void test_guard_hides_faults(void **state)
{
    (void)state;
    expect_on_all(
        32, START "@P1 ST_WORD [RZ], R0\n@P1 LDS R4, [0x7ffff0]\n@P1 MOV R4, c[0xf][0x0]\n" STORE("R0") END,
        thread);
    expect_fault_on_all(32, START "@!P1 MOV R4, c[0xf][0x0]\n" STORE("R0") END, HW_FAULT_UNBOUND, "");
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
    expect_on_all(
        32,
        START
        "MOV32I R4, 0x80\n@P0 IADD R4, R4, 0x1\n@P1 IADD R4, R4, 0x1\n@P2 IADD R4, R4, 0x1\n"
        "@P3 IADD R4, R4, 0x1\n@P4 IADD R4, R4, 0x1\n@P5 IADD R4, R4, 0x1\n@P6 IADD R4, R4, 0x1\n" STORE("R4")
            END,
        start_state);
    hw_fact("SF-384");
    hw_fact("SF-424");
}

/* SSY, a branch, two sides that end in a join: they come together at SSY's target. */
static void test_if_else(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_on(&k, i, 64,
                START LESS("R0", "0x5") "SSY @together\n@P0 BRA @less\n"
                                        "MOV32I R4, 0x200\nJOIN\n"
                                        "less: MOV32I R4, 0x100\nJOIN\n"
                                        "together: IADD R4, R4, R0\n" STORE("R4") END);
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 64; t++)
            assert_int_equal(k.out[t], two_sides(t));
        assert_int_equal(k.result.stats.divergent_branches, 1); /* of the first warp only */
        assert_int_equal(k.result.stats.warp_instructions, (8 + 2 + 2 + 3) + (8 + 2 + 3));
        assert_int_equal(k.result.stats.thread_instructions,
                         32 * 8 + 5 * 2 + 27 * 2 + 32 * 3 + 32 * (8 + 2 + 3));
        kernel_free(&k);
    }
    hw_fact("SF-372");
    hw_fact("SF-374");
    hw_fact("SF-375");
    hw_fact("SF-376");
}

/* From Fermi to Kepler any instruction can have the flag: it is executed, then its lanes go on at SSY's
 * target. */
static void test_join_flag(void **state)
{
    (void)state;
    for (unsigned g = GF100; g <= GK110; g++) {
        expect_on(g, 64,
                  START LESS("R0", "0x5") "SSY @together\n@P0 BRA @less\n"
                                          "MOV32I.S R4, 0x200\n"
                                          "less: MOV32I.S R4, 0x100\n"
                                          "together: IADD R4, R4, R0\n" STORE("R4") END,
                  two_sides);
        /* With a guard those join that execute it, even where it writes the predicate of its guard. */
        expect_on(g, 64,
                  START LESS("R0", "0x5") "SSY @together\nMOV32I R4, 0x100\n"
                                          "@P0 ISETP.GE.AND.S P0, PT, R0, 0x100, PT\nMOV32I.S R4, 0x200\n"
                                          "together: @P0 IADD R4, R4, 0x1000\nIADD R4, R4, R0\n" STORE("R4")
                                              END,
                  two_sides);
        /* NOP may look at the condition code; where nobody takes it, nothing happens. */
        expect_on(g, 64,
                  START
                  "IADD RZ.CC, R0, -0x5\nSSY @together\nMOV32I R4, 0x100\n@!PT NOP.S CC.T\nNOP.S CC.LT\n"
                  "MOV32I.S R4, 0x200\n"
                  "together: IADD R4, R4, R0\n" STORE("R4") END,
                  two_sides);
        /* A load and a store. */
        expect_on(g, 64,
                  START "SHL R8, R0, 0x2\nSTS [R8], R0\n" LESS(
                      "R0", "0x5") "SSY @together\n@P0 BRA @less\n"
                                   "MOV32I R6, 0x200\nLDS.S R7, [R8]\n"
                                   "less: MOV32I R6, 0x100\nLDS R7, [R8]\n@P0 STS.S [R8], R6\n"
                                   "together: IADD R4, R6, R7\n" STORE("R4") END,
                  two_sides);
    }
}

/* A join with a guard: those that take it wait, the others go on with the side that is theirs. */
static void test_guarded_join(void **state)
{
    (void)state;
    expect_on_all(
        64,
        START LESS("R0", "0x5") "MOV32I R4, 0x100\nSSY @together\n@P0 JOIN\nMOV32I R4, 0x200\nJOIN\n"
                                "together: IADD R4, R4, R0\n" STORE("R4") END,
        two_sides);
}

/* The target may be the address of the word of scheduling bits in front of the instruction. */
static void test_target_at_control_word(void **state)
{
    (void)state;
    /* Maxwell: SSY stands at 0x48, the store at 0x88; Kepler: SSY at 0x38, six instructions behind it the
     * store, at 0x88 */
    expect_on(GM107, 64,
              START LESS("R0", "0x5") "SSY 0x80\n@P0 IADD R4, R0, 0x100\n@P0 JOIN\n"
                                      "IADD R4, R0, 0x200\nJOIN\nNOP\n" STORE("R4") END,
              two_sides);
    for (unsigned g = GK104; g <= GK110; g++)
        expect_on(g, 64,
                  START LESS("R0", "0x5") "SSY 0x80\n@P0 IADD.S R4, R0, 0x100\n"
                                          "IADD R4, R0, 0x200\nNOP\nNOP\nNOP\nNOP\nNOP.S\n" STORE("R4") END,
                  two_sides);
}

/* BRA.U jumps only if all lanes of the path do; code behind it is guarded for those that would have. */
static uint32_t agreed(uint32_t i)
{
    return i < 64 ? 1 : 2; /* the last warp skips what the two others do, who do not all agree */
}

static void test_uniform_branch(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_on(&k, i, 96,
                START
                "MOV32I R4, 0x2\nISETP.GE.AND P0, PT, R0, 0x20, PT\n"
                "@P0 ISETP.NE.AND P0, PT, R0, 0x21, PT\n@P0 BRA.U @skip\nMOV32I R4, 0x1\nskip: " STORE("R4")
                    END);
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 96; t++)
            assert_int_equal(k.out[t], agreed(t));
        assert_int_equal(k.result.stats.divergent_branches, 0);
        kernel_free(&k);
    }
}

static uint32_t triangle(uint32_t i)
{
    return i * (i + 1) / 2;
}

static void test_divergent_loop(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, RZ\nMOV R5, RZ\nSSY @end\n"
                        "loop: ISETP.GE.AND P0, PT, R5, R0, PT\n@P0 JOIN\n"
                        "IADD R5, R5, 0x1\nIADD R4, R4, R5\nBRA @loop\n"
                        "end: " STORE("R4") END,
                  triangle);
}

/* A comparison writes two predicates: the outcome and its complement, each combined with a third. */
static uint32_t compared(uint32_t i)
{
    const bool third = i % 2;
    return (i == 9) | (uint32_t)(i != 9) << 1 | (uint32_t)(i > 9 && third) << 2 |
           (uint32_t)(!(i > 9) && third) << 3;
}

static void test_two_predicates(void **state)
{
    (void)state;
    expect_on_all(64,
                  START
                  "MOV32I R5, 0x9\nMOV R4, RZ\nISETP.EQ.AND P0, P1, R0, R5, PT\n"
                  "@P0 IADD R4, R4, 0x1\n@P1 IADD R4, R4, 0x2\n"
                  "LOP.AND R6, R0, 0x1\nISETP.NE.AND P3, PT, R6, RZ, PT\nISETP.GT.AND P0, P1, R0, R5, P3\n"
                  "@P0 IADD R4, R4, 0x4\n@P1 IADD R4, R4, 0x8\n" STORE("R4") END,
                  compared);
    hw_fact("SF-385");
    hw_fact("SF-386");
    hw_fact("SF-387");
    hw_fact("SF-425"); /* the second is !(R1 > R2) && P3 */
}

/* R0 to R62 or R254, and RZ, which reads 0 and keeps nothing, as a pair too. */
static uint32_t highest(uint32_t i)
{
    return i + 0x3f800000;
}

static void test_registers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_on(&k, i, 64,
                START "IADD32I LAST_REG, R0, 0x3f800000\nMOV32I RZ, 0x77\nDADD RZ, RZ, RZ\n"
                      "IADD R4, LAST_REG, RZ\n" STORE("R4") END);
        k.launch.code.registers = i < 2 ? 63 : 255;
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 64; t++)
            assert_int_equal(k.out[t], highest(t));
        kernel_free(&k);
    }
    hw_fact("SF-165");
    hw_fact("SF-380");
    hw_fact("SF-381");
}

/* Of 16 registers R0 to R15 exist; the others read as 0 and keep nothing. */
static uint32_t none(uint32_t i)
{
    (void)i;
    return 0;
}

static void test_registers_beyond(void **state)
{
    (void)state;
    expect_on_all(32, START "MOV R15, R0\nMOV R16, R0\nMOV R62, R0\nIADD R4, R16, R62\n" STORE("R4") END,
                  none);
    expect_on_all(32, START "MOV R15, R0\nMOV R16, R0\n" STORE("R15") END, thread);
    hw_fact("SF-166");
}

/* Seven predicates, and one that is always true whatever is written to it. */
static uint32_t predicates(uint32_t i)
{
    return (i & 0x7f) | 0x80;
}

static void test_predicates(void **state)
{
    (void)state;
    expect_on_all(128,
                  START "MOV R4, RZ\n"
#define COPY(p, bit) "LOP.AND R5, R0, " bit "\nISETP.NE.AND " p ", PT, R5, RZ, PT\n"
#define ADD(p, bit)  "@" p " IADD R4, R4, " bit "\n"
                  COPY("P0", "0x1") COPY("P1", "0x2") COPY("P2", "0x4") COPY("P3", "0x8") COPY("P4", "0x10")
                      COPY("P5", "0x20") COPY("P6", "0x40") COPY("PT", "0x80") ADD("P0", "0x1")
                          ADD("P1", "0x2") ADD("P2", "0x4") ADD("P3", "0x8") ADD("P4", "0x10")
                              ADD("P5", "0x20") ADD("P6", "0x40") ADD("PT", "0x80") STORE("R4") END,
                  predicates);
    hw_fact("SF-170");
}

/* The number of a thread in the grid, as compilers compute it. */
static void test_grid_number(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_on(&k, i, 48,
                "S2R R0, SR33\nS2R R2, SR37\nIMAD R2, R2, NTID_X, R0\nMOV R4, R2\n"
                "MOV R6, OUT_LOW\nMOV R7, OUT_HIGH\nISCADD R6.CC, R2, R6, 0x2\nIADD.X R7, R7, RZ\n"
                "ST_WORD [R6], R4\n" END);
        k.launch.grid[0] = 5;
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 5 * 48; t++)
            assert_int_equal(k.out[t], t);
        kernel_free(&k);
    }
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
        cmocka_unit_test(test_join_flag),
        cmocka_unit_test(test_guarded_join),
        cmocka_unit_test(test_target_at_control_word),
        cmocka_unit_test(test_uniform_branch),
        cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_two_predicates),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_registers_beyond),
        cmocka_unit_test(test_predicates),
        cmocka_unit_test(test_grid_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
