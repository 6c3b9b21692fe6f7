/* The token stack of Maxwell and Pascal: loops, calls, long jumps, jumps through registers. */
#include "maxwell.h"

static uint32_t triangle(uint32_t i)
{
    return i * (i + 1) / 2;
}

/* PBK and BRK: lanes leave the loop one by one, and go on together behind it. */
static void test_break(void **state)
{
    (void)state;
    expect(64, START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
           "loop: ISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRK\n"
           "IADD R5, R5, 0x1\nIADD R4, R4, R5\nBRA @loop\n"
           "end: " STORE("R4") END, triangle);
}

/* BRK from within an if unwinds what SSY and the branch pushed. */
static void test_break_unwinds(void **state)
{
    (void)state;
    expect(64, START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
           "loop: SSY @next\nISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRA @leave\n"
           "IADD R5, R5, 0x1\nIADD R4, R4, R5\nSYNC\n"
           "leave: BRK\n"
           "next: BRA @loop\n"
           "end: " STORE("R4") END, triangle);
}

/* Rounds whose number has the parity of the thread's: the others CONTinue at once. */
static uint32_t same_parity(uint32_t i)
{
    return i / 2;
}

static void test_continue(void **state)
{
    (void)state;
    expect(64, START "MOV R4, RZ\nMOV R5, RZ\nPBK @end\n"
           "loop: PCNT @next\nISETP.GE.AND P0, PT, R5, R0, PT\n@P0 BRK\n"
           "IADD R6, R5, R0\nLOP.AND R6, R6, 0x1\nISETP.EQ.AND P1, PT, R6, 0x1, PT\n"
           "@P1 CONT\nIADD R4, R4, 0x1\nCONT\n"
           "next: IADD R5, R5, 0x1\nBRA @loop\n"
           "end: " STORE("R4") END, same_parity);
}

static uint32_t called(uint32_t i)
{
    return i < 7 ? i * 4 : i * 2;
}

/* Calls within calls, and lanes that return early. */
static void test_call(void **state)
{
    (void)state;
    expect(64, START "MOV R4, R0\nCAL @outer\n" STORE("R4") END
           "outer: CAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nCAL @inner\nRET\n"
           "inner: IADD R4, R4, R4\nRET\n", called);
    expect(64, START "MOV R4, R0\nJCAL @outer\n" STORE("R4") END
           "outer: JCAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nJCAL @inner\nRET\n"
           "inner: IADD R4, R4, R4\nRET\n", called);
}

/* PRET and a jump through a register are a call through a pointer. */
static void test_indirect_call(void **state)
{
    (void)state;
    expect(64, START "MOV R4, R0\nMOV32I R8, @outer\nPRET @back\nJMX R8\n"
           "back: " STORE("R4") END
           "outer: CAL @inner\nISETP.GE.AND P0, PT, R0, 0x7, PT\n@P0 RET\nCAL @inner\nRET\n"
           "inner: IADD R4, R4, R4\nRET\n", called);
}

static uint32_t three_ways(uint32_t i)
{
    return 0x100 * (i % 3 + 1) + i;
}

/* Lanes with different targets become different paths and come together at SSY's. */
#define WAYS "one: MOV32I R4, 0x100\nSYNC\ntwo: MOV32I R4, 0x200\nSYNC\nthree: MOV32I R4, 0x300\nSYNC\n"
#define CHOOSE \
    "MOV32I R9, 0x5556\nXMAD R9, R0, R9, RZ\nSHR.U32 R9, R9, 0x10\nISCADD R10, R9, R9, 0x1\n" \
    "IADD R10, R0, -R10\n" /* R10 = R0 % 3 */ \
    "ISETP.EQ.AND P1, PT, R10, 0x1, PT\nISETP.EQ.AND P2, PT, R10, 0x2, PT\n" \
    "MOV32I R8, @one\n@P1 MOV32I R8, @two\n@P2 MOV32I R8, @three\n"

static void test_jump_table(void **state)
{
    (void)state;
    expect(64, START CHOOSE "SSY @together\nJMX R8\n" WAYS "together: IADD R4, R4, R0\n" STORE("R4") END,
           three_ways);
    /* relative to the instruction behind it: R8 = target - (address of BRX + 8) */
    expect(64, START CHOOSE "MOV32I R11, @behind\nIADD R8, R8, -R11\nSSY @together\nNOP\nBRX R8\n"
           "behind: NOP\n" WAYS "together: IADD R4, R4, R0\n" STORE("R4") END, three_ways);
}

/* The address that a constant holds. */
static void test_jump_through_constant(void **state)
{
    struct kernel k;
    uint32_t table[2] = {0, 0};

    (void)state;
    make(&k, 32, "BRA @start\nthere: MOV32I R4, 0x77\nBRA @store\nstart: " START "JMP c[0x3][0x4]\nEXIT\nstore: "
         STORE("R4") END);
    table[1] = 0x10;
    k.launch.bank[3] = (struct hw_bank){.data = table, .bytes = sizeof table};
    kernel_expect_ok(&k);
    assert_int_equal(k.out[31], 0x77);
    table[1] = 0x12;
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    assert_int_equal(k.result.fault.address, 0x12);
    kernel_free(&k);
}

/* A jump through a register to where nothing is names the lane and the address. */
static void test_bad_jump(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 32, START "MOV32I R8, 0x1234\nJMX R8\n" END);
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    assert_int_equal(k.result.fault.address, 0x1234);
    kernel_free(&k);
    make(&k, 32, START "NOP\n");
    kernel_expect_fault(&k, HW_FAULT_JUMP); /* runs past the end */
    kernel_free(&k);
}

/* A long jump leaves calls and loops; the lanes that do not take it finish theirs first. */
static uint32_t jumped(uint32_t i)
{
    return i < 9 ? 0x500 + i : 0x900 + i;
}

static void test_long_jump(void **state)
{
    (void)state;
    expect(64, START "MOV R4, R0\nPLONGJMP @landing\nCAL @work\nIADD R4, R4, 0x800\nLONGJMP\n"
           "landing: IADD R4, R4, 0x100\n" STORE("R4") END
           "work: PBK @out\nISETP.LT.AND P0, PT, R0, 0x9, PT\n@P0 IADD R4, R4, 0x400\n@P0 LONGJMP\nBRK\n"
           "out: RET\n", jumped);
}

/* Some threads end; the stack gives back only those that are left. */
static uint32_t survivors(uint32_t i)
{
    return i < 20 ? 0 : i;
}

static void test_exit_within(void **state)
{
    (void)state;
    expect(64, START "SSY @together\nISETP.LT.AND P0, PT, R0, 0x14, PT\n@P0 EXIT\nSYNC\n"
           "together: " STORE("R0") END, survivors);
    expect(64, START "SSY @together\nISETP.LT.AND P0, PT, R0, 0x14, PT\n@P0 KIL\nSYNC\n"
           "together: " STORE("R0") END, survivors);
    expect(64, START "IADD RZ.CC, R0, -0x14\nEXIT CC.LT\n" STORE("R0") END, survivors);
}

/* Guard and test of the condition code together: both must hold. */
static uint32_t both(uint32_t i)
{
    return i < 20 && i >= 10 ? 1 : 2;
}

static void test_guard_and_test(void **state)
{
    (void)state;
    expect(64, START "MOV32I R4, 0x2\nISETP.GE.AND P3, PT, R0, 0xa, PT\nIADD RZ.CC, R0, -0x14\n"
           "SSY @together\n@P3 BRA CC.LT, @yes\nSYNC\nyes: MOV32I R4, 0x1\nSYNC\n"
           "together: " STORE("R4") END, both);
}

/* The tests that Tesla lacks or numbers differently, on the carry of a sum. */
static uint32_t carried(uint32_t i)
{
    return i >= 20 ? 0xc : 0x3; /* no borrow: C is set */
}

static void test_carry_tests(void **state)
{
    (void)state;
    expect(64, START "MOV R4, RZ\nIADD RZ.CC, R0, -0x14\nSSY @a\nBRA CC.LO, @lo\nIADD R4, R4, 0x4\nSYNC\n"
           "lo: IADD R4, R4, 0x1\nSYNC\n"
           "a: SSY @b\nBRA CC.HS, @hs\nIADD R4, R4, 0x2\nSYNC\nhs: IADD R4, R4, 0x8\nSYNC\n"
           "b: " STORE("R4") END, carried);
}

static void test_stack_faults(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 32, START "down: CAL @down\n" END);
    k.launch.stack_entries = 40;
    kernel_expect_fault(&k, HW_FAULT_STACK_OVERFLOW);
    assert_int_equal(k.result.stats.warp_instructions, 5 + 41);
    kernel_free(&k);

    static const struct {
        const char *source;
        unsigned kind;
    } bad[] = {
        {START "SYNC\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "BRK\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "CONT\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "LONGJMP\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "RAM\n" END, HW_FAULT_STACK_UNDERFLOW},
        {START "PBK 0x8\nSYNC\n" END, HW_FAULT_STACK_MISMATCH},
        {START "PCNT 0x8\nSYNC\n" END, HW_FAULT_STACK_MISMATCH},
        {START "PLONGJMP 0x8\nSYNC\n" END, HW_FAULT_STACK_MISMATCH},
        {START "CAL @f\nf: SYNC\n" END, HW_FAULT_STACK_MISMATCH},
        {START "SSY 0x8\nRAM\n" END, HW_FAULT_STACK_MISMATCH},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        make(&k, 32, bad[i].source);
        kernel_expect_fault(&k, bad[i].kind);
        kernel_free(&k);
    }
}

/* Loops without a jump end at the limit of instructions, too, and let other warps run. */
static void test_loop_without_jump(void **state)
{
    static const char *const loops[] = {
        START "again: SSY @again\nSYNC\n" END,
        START "again: PBK @again\nBRK\n" END,
        START "again: PCNT @again\nCONT\n" END,
        START "again: PRET @again\nRET\n" END,
        START "again: PLONGJMP @again\nLONGJMP\n" END,
    };
    struct kernel k;

    (void)state;
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++) {
        make(&k, 64, loops[i]);
        k.launch.max_instructions = 100000;
        kernel_expect_fault(&k, HW_FAULT_LIMIT);
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
    expect(32, START "MOV R4, RZ\n" LESS("R0", "0x5") "SSY @together\n@!P0 SYNC\n"
           "SAM\nIADD R4, R4, 0x7\nRAM\nIADD R4, R4, 0x100\nSYNC\n"
           "together: " STORE("R4") END, all_lanes);
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
        cmocka_unit_test(test_bad_jump),
        cmocka_unit_test(test_long_jump),
        cmocka_unit_test(test_exit_within),
        cmocka_unit_test(test_guard_and_test),
        cmocka_unit_test(test_carry_tests),
        cmocka_unit_test(test_stack_faults),
        cmocka_unit_test(test_loop_without_jump),
        cmocka_unit_test(test_all_active),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
