/* SPDX-License-Identifier: MIT */
/* The SIMT stack from Fermi to Pascal: loops, calls, long jumps, jumps through registers and
 * constants. */
#include "generations.h"

static uint32_t triangle(uint32_t i)
{
    return i * (i + 1) / 2;
}

/* PBK and BRK: lanes leave the loop one by one, and go on together behind it. */
static void test_break(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
                        "loop: ISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRK\n"
                        "IADD R5, R5, 0x1\nIADD R4, R4, R5\nBRA @loop\n"
                        "end: " STORE("R4") END,
                  triangle);
}

/* BRK from within an if unwinds what SSY and the branch pushed. */
static void test_break_unwinds(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
                        "loop: SSY @next\nISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRA @leave\n"
                        "IADD R5, R5, 0x1\nIADD R4, R4, R5\nJOIN\n"
                        "leave: BRK\n"
                        "next: BRA @loop\n"
                        "end: " STORE("R4") END,
                  triangle);
}

/* Rounds whose number has the parity of the thread's: the others CONTinue at once. */
static uint32_t same_parity(uint32_t i)
{
    return i / 2;
}

static void test_continue(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
                        "loop: PCNT @next\nISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRK\n"
                        "IADD R6, R5, R0\nLOP.AND R6, R6, 0x1\nISETP.EQ.AND P1, PT, R6, 0x1, PT\n"
                        "@P1 CONT\nIADD R4, R4, 0x1\nCONT\n"
                        "next: IADD R5, R5, 0x1\nBRA @loop\n"
                        "end: " STORE("R4") END,
                  same_parity);
}

static uint32_t called(uint32_t i)
{
    return i < 7 ? i * 4 : i * 2;
}

/* Calls within calls, and lanes that return early. */
static void test_call(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, R0\nCAL @outer\n" STORE("R4") END
                  "outer: CAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nCAL @inner\nRET\n"
                  "inner: IADD R4, R4, R4\nRET\n",
                  called);
    expect_on_all(64,
                  START "MOV R4, R0\nJCAL @outer\n" STORE("R4") END
                  "outer: JCAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nJCAL @inner\nRET\n"
                  "inner: IADD R4, R4, R4\nRET\n",
                  called);
}

/* PRET and a jump through a register are a call through a pointer. */
static void test_indirect_call(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, R0\nMOV32I R8, @outer\nPRET @back\nJMX R8\n"
                        "back: " STORE("R4") END
                  "outer: CAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nCAL @inner\nRET\n"
                  "inner: IADD R4, R4, R4\nRET\n",
                  called);
}

static uint32_t three_edges(uint32_t i)
{
    return (i & 3) == 1 ? 0x200 + i : (i & 3) == 2 ? 0x300 + i : 0x100 + i;
}

/* Lanes with different targets become different paths and come together at SSY's. */
#define EDGES "one: MOV32I R4, 0x100\nJOIN\ntwo: MOV32I R4, 0x200\nJOIN\nthree: MOV32I R4, 0x300\nJOIN\n"
#define CHOOSE                                                               \
    "LOP.AND R10, R0, 0x3\n"                                                 \
    "ISETP.EQ.AND P1, PT, R10, 0x1, PT\nISETP.EQ.AND P2, PT, R10, 0x2, PT\n" \
    "MOV32I R8, @one\n@P1 MOV32I R8, @two\n@P2 MOV32I R8, @three\n"

static void test_jump_table(void **state)
{
    (void)state;
    expect_on_all(64,
                  START CHOOSE "SSY @together\nJMX R8\n" EDGES "together: IADD R4, R4, R0\n" STORE("R4") END,
                  three_edges);
    /* a distance from the instruction behind it: R8 = target - (jump + 8) */
    expect_on_all(64,
                  START CHOOSE
                  "MOV32I R11, @jump\nLOP.PASS_B R11, RZ, ~R11\nIADD R8, R8, R11\nIADD R8, R8, -0x7\n"
                  "SSY @together\njump: BRX R8\n" EDGES "together: IADD R4, R4, R0\n" STORE("R4") END,
                  three_edges);
}

/* A constant holds an address for JMP and JCAL, for others a distance from the next instruction. */
static void through_constant(unsigned g, const char *jump, uint32_t value, uint32_t index)
{
    struct kernel k;
    uint32_t table[4] = {0, 0, 0, 0};
    char source[1024];

    snprintf(source, sizeof source,
             "BRA @start\nthere: MOV32I R4, 0x77\nBRA @store\n"
             "start: " START "MOV32I R8, 0x%x\n%s\nbehind: EXIT\nstore: " STORE("R4") END,
             index, jump);
    make_on(&k, g, 32, source);
    table[1] = value;
    k.launch.bank[3] = (struct hw_bank){.data = table, .bytes = sizeof table};
    kernel_expect_ok(&k);
    assert_int_equal(k.out[31], 0x77);
    table[1] = value + 2;
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    kernel_free(&k);
}

static void test_jump_through_constant(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        /* where `there` and the instruction behind the jump stand depends on control words */
        const uint32_t there = g == GF100 ? 0x8 : 0x10, behind = g == GF100 ? 0x50 : g == GM107 ? 0x70 : 0x60;
        through_constant(g, "JMP c[0x3][0x4]", there, 0);
        through_constant(g, "JCAL c[0x3][0x4]", there, 0);
        through_constant(g, "BRA c[0x3][0x4]", there - behind, 0);
        through_constant(g, "CAL c[0x3][0x4]", there - behind, 0);
        if (g == GK110)
            continue; /* lacks those with a register */
        through_constant(g, "JMX c[0x3][R8+0x4]", there, 0);
        through_constant(g, "BRX c[0x3][R8]", there - behind, 4);
    }
}

/* A jump through a register to where nothing is names the address; so does running past the end. */
static void test_invalid_jump(void **state)
{
    (void)state;
    expect_fault_on_all(32, START "MOV32I R8, 0x1234\nJMX R8\n" END, HW_FAULT_JUMP, "0x1234");
    expect_fault_on_all(32, START "NOP CC.T\n", HW_FAULT_JUMP, "");
}

/* A long jump leaves calls and loops; the lanes that do not take it finish theirs first. */
static uint32_t jumped(uint32_t i)
{
    return i < 9 ? 0x500 + i : 0x900 + i;
}

static void test_long_jump(void **state)
{
    (void)state;
    expect_on_all(
        64,
        START "MOV R4, R0\nPLONGJMP @landing\nCAL @work\nIADD R4, R4, 0x800\nLONGJMP\n"
              "landing: IADD R4, R4, 0x100\n" STORE("R4") END
        "work: PBK @out\nISETP.LT.AND P0, PT, R0, 0x9, PT\n@P0 IADD R4, R4, 0x400\n@P0 LONGJMP\nBRK\n"
        "out: RET\n",
        jumped);
}

/* Some threads end; the stack gives back only those that are left. */
static uint32_t survivors(uint32_t i)
{
    return i < 20 ? 0 : i;
}

static void test_exit_within(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "SSY @together\nISETP.LT.AND P0, PT, R0, 0x14, PT\n@P0 EXIT\nJOIN\n"
                        "together: " STORE("R0") END,
                  survivors);
    expect_on_all(64,
                  START "SSY @together\nISETP.LT.AND P0, PT, R0, 0x14, PT\n@P0 KIL\nJOIN\n"
                        "together: " STORE("R0") END,
                  survivors);
    expect_on_all(64, START "IADD RZ.CC, R0, -0x14\nEXIT CC.LT\n" STORE("R0") END, survivors);
}

/* Guard and test of the condition code together: both must hold. */
static uint32_t both(uint32_t i)
{
    return i < 20 && i >= 10 ? 1 : 2;
}

static void test_guard_and_test(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV32I R4, 0x2\nISETP.GE.AND P3, PT, R0, 0xa, PT\nIADD RZ.CC, R0, -0x14\n"
                        "SSY @together\n@P3 BRA CC.LT, @yes\nJOIN\nyes: MOV32I R4, 0x1\nJOIN\n"
                        "together: " STORE("R4") END,
                  both);
}

/* The tests that Tesla lacks or numbers differently, on the carry of a sum. */
static uint32_t carried(uint32_t i)
{
    return i >= 20 ? 0xc : 0x3; /* no borrow: C is set */
}

static void test_carry_tests(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "MOV R4, RZ\nIADD RZ.CC, R0, -0x14\nSSY @a\nBRA CC.LO, @lo\nIADD R4, R4, 0x4\nJOIN\n"
                        "lo: IADD R4, R4, 0x1\nJOIN\n"
                        "a: SSY @b\nBRA CC.HS, @hs\nIADD R4, R4, 0x2\nJOIN\nhs: IADD R4, R4, 0x8\nJOIN\n"
                        "b: " STORE("R4") END,
                  carried);
}

static void test_stack_faults(void **state)
{
    static const struct {
        const char *source;
        unsigned kind;
    } invalid[] = {
        {START "JOIN\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "BRK\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "CONT\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "LONGJMP\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "RAM\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "PBK 0x8\nJOIN\n" END, HW_FAULT_STACK_MISMATCH},
        {START "PCNT 0x8\nJOIN\n" END, HW_FAULT_STACK_MISMATCH},
        {START "PLONGJMP 0x8\nJOIN\n" END, HW_FAULT_STACK_MISMATCH},
        {START "CAL @f\nf: JOIN\n" END, HW_FAULT_STACK_MISMATCH},
        {START "SSY 0x8\nRAM\n" END, HW_FAULT_STACK_MISMATCH},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof invalid / sizeof *invalid; i++)
        expect_fault_on_all(32, invalid[i].source, invalid[i].kind, "");
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_on(&k, i, 32, START "down: CAL @down\n" END);
        k.launch.limits.stack_entries = 40;
        kernel_expect_fault(&k, HW_FAULT_STACK_OVERFLOW);
        assert_int_equal(k.result.stats.warp_instructions, 5 + 41);
        assert_memory_equal(k.result.fault.instruction, "CAL", 3);
        kernel_free(&k);
    }
}

/* RET outside of any call ends the thread. */
static uint32_t returned(uint32_t i)
{
    return i < 5 ? 0 : i;
}

static void test_return_at_top(void **state)
{
    (void)state;
    expect_on_all(64, START LESS("R0", "0x5") "@P0 RET\n" STORE("R0") END, returned);
}

/* Loops without a jump let other warps run, too, and end: at the limit of instructions when they count, or
 * because nothing changes. */
static void test_loop_without_jump(void **state)
{
    static const char *const loops[][2] = {
        {"SSY", "JOIN"}, {"PBK", "BRK"}, {"PCNT", "CONT"}, {"PRET", "RET"}, {"PLONGJMP", "LONGJMP"},
    };
    static const struct {
        const char *body;
        unsigned fault;
    } bodies[] = {{"IADD R4, R4, 0x1\n", HW_FAULT_LIMIT}, {"", HW_FAULT_NO_PROGRESS}};

    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++)
        for (unsigned loop = 0; loop < sizeof loops / sizeof *loops; loop++)
            for (unsigned body = 0; body < sizeof bodies / sizeof *bodies; body++) {
                struct kernel k;
                char source[256];
                snprintf(source, sizeof source, START "again: %s @again\n%s%s\n" END, loops[loop][0],
                         bodies[body].body, loops[loop][1]);
                make_on(&k, i, 64, source);
                k.launch.limits.max_instructions = 100000;
                kernel_expect_fault(&k, bodies[body].fault);
                kernel_free(&k);
            }
}

/* SAM makes all lanes active, RAM undoes it. */
static uint32_t all_lanes(uint32_t i)
{
    return i < 5 ? 0x107 : 0x7;
}

static void test_all_active(void **state)
{
    (void)state;
    expect_on_all(32,
                  START
                  "MOV R4, RZ\n" LESS("R0", "0x5") "SSY @together\n@!P0 JOIN\n"
                                                   "SAM\nIADD R4, R4, 0x7\nRAM\nIADD R4, R4, 0x100\nJOIN\n"
                                                   "together: " STORE("R4") END,
                  all_lanes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_break),
        cmocka_unit_test(test_break_unwinds),
        cmocka_unit_test(test_continue),
        cmocka_unit_test(test_call),
        cmocka_unit_test(test_indirect_call),
        cmocka_unit_test(test_jump_table),
        cmocka_unit_test(test_jump_through_constant),
        cmocka_unit_test(test_invalid_jump),
        cmocka_unit_test(test_long_jump),
        cmocka_unit_test(test_exit_within),
        cmocka_unit_test(test_guard_and_test),
        cmocka_unit_test(test_carry_tests),
        cmocka_unit_test(test_stack_faults),
        cmocka_unit_test(test_return_at_top),
        cmocka_unit_test(test_loop_without_jump),
        cmocka_unit_test(test_all_active),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
