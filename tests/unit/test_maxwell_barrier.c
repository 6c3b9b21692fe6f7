/* Barriers of Maxwell and Pascal: whole blocks, counted threads, reductions, numbers in registers. */
#include "maxwell.h"

/* Each thread stores to shared memory, waits, and reads its mirror's word. */
static uint32_t mirror(uint32_t i)
{
    return 127 - i;
}

#define MIRROR(barrier) \
    START "SHL R8, R0, 0x2\nSTS [R8], R0\n" barrier "MOV32I R9, 0x1fc\nIADD R9, R9, -R8\nLDS.U.32 R4, [R9]\n" STORE("R4") END

static void test_whole_block(void **state)
{
    (void)state;
    expect(128, MIRROR("BAR.SYNC 0x0\n"), mirror);
    expect(128, MIRROR("BAR.SYNC 0xf, 0x80\n"), mirror);
    expect(128, MIRROR("MOV32I R10, 0x3\nBAR.SYNC R10\n"), mirror);
    expect(128, MIRROR("MOV32I R10, 0x3\nMOV32I R11, 0x80\nBAR.SYNC R10, R11\n"), mirror);
    expect(128, MIRROR("MOV32I R11, 0x80\nBAR.SYNC 0x2, R11\n"), mirror);
}

/* Warps that have ended do not hold up a barrier for the whole block. */
static uint32_t without_first(uint32_t i)
{
    return i < 32 ? 0 : i;
}

static void test_ended_warps(void **state)
{
    (void)state;
    expect(128, START "ISETP.LT.AND P0, PT, R0, 0x20, PT\n@P0 EXIT\nBAR.SYNC 0x0\n" STORE("R0") END,
           without_first);
    /* The first warp ends after the others have arrived. */
    expect(128, START "ISETP.LT.AND P0, PT, R0, 0x20, PT\n@P0 BRA @last\nBAR.SYNC 0x0\n" STORE("R0") END
           "last: MOV R5, RZ\nloop: IADD R5, R5, 0x1\nISETP.LT.AND P1, PT, R5, 0x1000, PT\n@P1 BRA @loop\n" END,
           without_first);
}

/* Producers arrive and go on; consumers wait for both. */
static uint32_t consumed(uint32_t i)
{
    return i < 64 ? 0 : i - 64;
}

static void test_arrive(void **state)
{
    (void)state;
    expect(128, START "SHL R8, R0, 0x2\nISETP.LT.AND P0, PT, R0, 0x40, PT\n@!P0 BRA @consume\n"
           "STS [R8], R0\nBAR.ARV 0x1, 0x80\n" END
           "consume: BAR.SYNC 0x1, 0x80\nLDS.U.32 R4, [R8+-0x100]\n" STORE("R4") END, consumed);
}

/* Two groups of warps with a barrier each. */
static void test_two_groups(void **state)
{
    (void)state;
    expect(128, START "SHL R8, R0, 0x2\nSTS [R8], R0\nSHR.U32 R10, R0, 0x6\nBAR.SYNC R10, 0x40\nBAR.SYNC 0x0\n"
           "MOV32I R9, 0x1fc\nIADD R9, R9, -R8\nLDS.U.32 R4, [R9]\n" STORE("R4") END, mirror);
}

/* Reductions: a count, all, any; each thread brings the predicate "number below 40". */
static uint32_t popc(uint32_t i)
{
    (void)i;
    return 40;
}
static uint32_t none(uint32_t i)
{
    (void)i;
    return 0x10;
}
static uint32_t some(uint32_t i)
{
    (void)i;
    return 0x11;
}

#define REDUCE(bar, read) START "MOV32I R4, 0x10\nISETP.LT.AND P0, PT, R0, 0x28, PT\n" bar read STORE("R4") END

static void test_reductions(void **state)
{
    (void)state;
    expect(96, REDUCE("BAR.RED.POPC 0x0, P0\n", "B2R.RESULT R4\n"), popc);
    expect(96, REDUCE("BAR.RED.AND 0x0, P0\n", "B2R.RESULT RZ, P1\n@P1 IADD R4, R4, 0x1\n"), none);
    expect(96, REDUCE("BAR.RED.OR 0x0, P0\n", "B2R.RESULT RZ, P1\n@P1 IADD R4, R4, 0x1\n"), some);
    expect(96, REDUCE("BAR.RED.AND 0x0, PT\n", "B2R.RESULT RZ, P1\n@P1 IADD R4, R4, 0x1\n"), some);
    expect(96, REDUCE("BAR.RED.OR 0x0, !PT\n", "B2R.RESULT RZ, P1\n@P1 IADD R4, R4, 0x1\n"), none);
    /* Twice: the first does not count in the second. */
    expect(96, REDUCE("BAR.RED.POPC 0x0, PT\nBAR.RED.POPC 0x0, P0\n", "B2R.RESULT R4\n"), popc);
}

/* Only threads that are there, and execute the instruction, are counted. */
static uint32_t thirtyseven(uint32_t i)
{
    (void)i;
    return 37;
}

static void test_reduction_counts_threads(void **state)
{
    (void)state;
    expect(37, REDUCE("BAR.RED.POPC 0x0, PT\n", "B2R.RESULT R4\n"), thirtyseven);
    expect(96, REDUCE("ISETP.LT.AND P2, PT, R0, 0x25, PT\n@P2 BAR.RED.POPC 0x0, PT\n@!P2 BAR.SYNC 0x1, 0x20\n",
                      "MOV32I R4, 0x25\n"), thirtyseven);
}

static void test_deadlock(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 128, START "BAR.SYNC 0x3, 0xa0\n" END);
    kernel_expect_fault(&k, HW_FAULT_DEADLOCK);
    assert_non_null(strstr(k.result.fault.sentence, "barrier 3 has 4 of 5 warps"));
    assert_string_equal(k.result.fault.instruction, "BAR.SYNC 0x3, 0xa0");
    kernel_free(&k);
}

static void test_bad_operands(void **state)
{
    static const struct {
        const char *source, *says;
        unsigned kind;
    } bad[] = {
        {START "MOV32I R10, 0x10\nBAR.SYNC R10\n" END, "barrier 16", HW_FAULT_OPERAND},
        {START "BAR.SYNC 0x0, 0x21\n" END, "33 threads", HW_FAULT_OPERAND},
        {START "BAR.SCAN 0x0, 0x0, PT\n" END, "described", HW_FAULT_ILLEGAL},
        {START "B2R R4, 0x0\n" END, "described", HW_FAULT_ILLEGAL},
    };
    struct kernel k;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        make(&k, 64, bad[i].source);
        kernel_expect_fault(&k, bad[i].kind);
        if (!strstr(k.result.fault.sentence, bad[i].says))
            fail_msg("%s", k.result.fault.sentence);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_block),
        cmocka_unit_test(test_ended_warps),
        cmocka_unit_test(test_arrive),
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_reduction_counts_threads),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_bad_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
