/* SPDX-License-Identifier: MIT */
/* The set of Maxwell's special registers: which there are, by name and number, which CS2R reads, which are 0,
 * and how reading them is scheduled. */
#include "maxwell_special.h"

#include <halfwarp/sched.h>

/* The coupled set: CS2R reads these and gives 0 for every other number. */
static bool is_coupled(unsigned number)
{
    return (number >= 4 && number <= 11) || (number >= 72 && number <= 83);
}

static void test_coupled(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 256; number++) {
        struct kernel k;
        char insn[128];
        uint32_t by_s2r, by_cs2r;

        snprintf(insn, sizeof insn,
                 "S2R R5, SR%u\nCS2R R6, SR%u\nXMAD.PSL R4, R6, 0x1, RZ\nXMAD R4, R5, 0x1, R4", number,
                 number);
        read_with(&k, 32, "", insn);
        for (unsigned i = 0; i < 8; i++)
            k.launch.pm[i] = 0x5500001234ull;
        k.launch.limits.max_instructions = 1000;
        kernel_expect_ok(&k);
        by_s2r = k.out[1] & 0xffff;
        by_cs2r = k.out[1] >> 16;
        if (!is_coupled(number))
            assert_int_equal(by_cs2r, 0);
        else if (number == 80)
            assert_int_equal(by_cs2r, by_s2r + 11);
        else
            assert_int_equal(by_cs2r, by_s2r);
        kernel_free(&k);
    }
    hw_fact("SF-432");
    hw_fact("SF-435");
    hw_fact("SF-438");
}

/* Registers that a compute program reads as 0: reserved ones, those of other programs, those of queues and
 * traps. */
static const struct {
    uint8_t first, last;
    const char *name; /* as NVIDIA's description spells it; NULL: reserved */
    const char *fact;
} zero[] = {
    {1, 1, NULL, "SF-441"},
    {12, 14, NULL, "SF-450"},
    {15, 15, "SR_ORDERING_TICKET", "SF-451"},
    {16, 16, "SR_PRIM_TYPE", "SF-452"},
    {17, 17, "SR_INVOCATION_ID", "SF-453"},
    {18, 18, "SR_Y_DIRECTION", "SF-454"},
    {19, 19, "SR_THREAD_KILL", "SF-455"},
    {20, 20, "SM_SHADER_TYPE", "SF-456"},
    {21, 21, "SR_DirectCBEWriteAddressLow", "SF-457"},
    {22, 22, "SR_DirectCBEWriteAddressHigh", "SF-458"},
    {23, 23, "SR_DirectCBEWriteEnable", "SF-459"},
    {24, 24, "SR_MACHINE_ID_0", "SF-460"},
    {25, 25, "SR_MACHINE_ID_1", "SF-461"},
    {26, 26, "SR_MACHINE_ID_2", "SF-461"},
    {27, 27, "SR_MACHINE_ID_3", "SF-461"},
    {29, 29, "SR_INVOCATION_INFO", "SF-463"},
    {30, 30, "SR_WScaleFactor_XY", "SF-464"},
    {31, 31, "SR_WScaleFactor_Z", "SF-464"},
    {36, 36, NULL, "SF-469"},
    {41, 41, "SR_CirQueueIncrMinusOne", "SF-475"},
    {43, 47, NULL, "SF-477"},
    {62, 63, NULL, "SF-492"},
    {64, 64, "SR_GlobalErrorStatus", "SF-493"},
    {65, 65, NULL, "SF-494"},
    {66, 66, "SR_WarpErrorStatus", "SF-495"},
    {67, 71, NULL, "SF-496"},
    {84, 95, NULL, "SF-503"},
    {96, 96, "SR_HwTaskId", "SF-504"},
    {97, 97, "SR_CircularQueueEntryIndex", "SF-505"},
    {98, 98, "SR_CircularQueueEntryAddressLow", "SF-506"},
    {99, 99, "SR_CircularQueueEntryAddressHigh", "SF-507"},
    {100, 255, NULL, "SF-508"},
};

static uint64_t word_of(const char *text)
{
    struct hw_target target;
    struct hw_insn insn;
    struct hw_error error;

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    return insn.word[0];
}

static void test_zero(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof zero / sizeof *zero; i++) {
        for (unsigned number = zero[i].first; number <= zero[i].last; number++)
            assert_int_equal(value_of("S2R", number), 0);
        if (zero[i].name) {
            char text[64];
            snprintf(text, sizeof text, "S2R R0, %s", zero[i].name);
            assert_int_equal(word_of(text) >> 20 & 0xff, zero[i].first);
        }
        hw_fact(zero[i].fact);
    }
    hw_fact("SF-437");
    hw_fact("SF-518"); /* both spellings are read; types that no list names read as 0 */
    hw_fact("SF-519"); /* both spellings are read */
    hw_fact("SF-522"); /* the numbers of this generation, and not Fermi's */
    hw_fact("SF-524"); /* reserved registers read as 0, also where other sources have names for them */
}

/* In programs of graphics what only compute programs have reads as 0, the rest does not. */
static void test_other_programs(void **state)
{
    static const uint8_t compute_only[] = {32, 33, 34, 35, 37, 38, 39, 40, 42, 48, 49, 50, 51};
    struct kernel k;
    char source[512];
    (void)state;

    for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++) {
        const bool compute = program == HW_PROGRAM_CP;
        for (unsigned i = 0; i < sizeof compute_only; i++) {
            snprintf(source, sizeof source,
                     "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nS2R R0, SR_LANEID\n"
                     "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\nS2R R4, SR%u\n" STORE("R4") END,
                     compute_only[i]);
            make(&k, 32, source);
            k.launch.block[1] = k.launch.block[2] = 2;
            k.launch.threads = 32;
            k.launch.code.target.program = (uint8_t)program;
            kernel_expect_ok(&k);
            if (!compute)
                assert_int_equal(k.out[31], 0);
            kernel_free(&k);
        }
        snprintf(source, sizeof source,
                 "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nS2R R4, SR_LTMASK\n"
                 "S2R R0, SR_LANEID\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n" STORE("R4") END);
        make(&k, 32, source);
        k.launch.code.target.program = (uint8_t)program;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[31], 0x7fffffff);
        kernel_free(&k);
    }
    hw_fact("SF-509");
    hw_fact(
        "SF-521"); /* what a register belongs to (thread, warp, CTA, SM) shows in who reads the same value */
}

/* Text: numbers and names, in any case, with a guard. */
static void test_text(void **state)
{
    char text[64], printed[HW_TEXT_MAX];
    struct hw_target target;
    struct hw_insn insn;
    struct hw_error error;
    (void)state;

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    for (unsigned number = 0; number < 256; number++) {
        snprintf(text, sizeof text, "S2R R0, SR%u", number);
        const uint64_t word = word_of(text);
        assert_int_equal(word >> 20 & 0xff, number);
        assert_int_equal(hw_decode(&target, &word, 8, &insn), HW_OK);
        hw_print(&insn, HW_SYNTAX_NV, 0, printed, sizeof printed);
        assert_int_equal(word_of(printed), word);
    }
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, "S2R R0, SR256", 0, &insn, &error), HW_OK);
    hw_fact("SF-436");
    assert_int_equal(word_of("S2R R0, SR_LaneId"), 0xf0c8000000070000ull);
    assert_int_equal(word_of("S2R R0, SR_LANEID"), 0xf0c8000000070000ull);
    assert_int_equal(word_of("S2R R0, SR2"), 0xf0c8000000270000ull);
    hw_fact("SF-439");
    assert_int_equal(word_of("@!P3 S2R R5, SR_Tid.Y"), 0xf0c80000022b0005ull);
    assert_int_equal(word_of("@P3 CS2R R5, SR_ClockLo"), 0x50c8000005030005ull);
}

/* S2R takes as long as it takes: its result needs a scoreboard.  CS2R's is there after a fixed time. */
static void test_scheduling(void **state)
{
    struct hw_target target;
    struct hw_error error;
    struct hw_sched sched;
    uint32_t control;
    uint64_t code[4] = {0, word_of("S2R R4, SR_TID.X"), word_of("CS2R R5, SR_CLOCKLO"),
                        word_of("IADD R6, R4, R5")};
    (void)state;

    static const char full[] = "&req={0,5} &rd=3 &wr=1 ?W6_Y";
    assert_int_equal(hw_sched_parse(HW_SCHED_SCOREBOARDS, full, strlen(full), &control, &error), HW_OK);
    sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, control);
    assert_int_equal(sched.wait, 0x21);
    assert_int_equal(sched.read, 3);
    assert_int_equal(sched.write, 1);
    assert_int_equal(sched.stall, 6);
    hw_fact("SF-430");

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    assert_int_equal(hw_schedule(&target, code, sizeof code, &error), HW_OK);
    sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, (uint32_t)(code[0] & 0x1fffff));
    assert_int_not_equal(sched.write, HW_SCHED_NO_BARRIER);
    const unsigned scoreboard = sched.write;
    hw_fact("SF-433");
    sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, (uint32_t)(code[0] >> 21 & 0x1fffff));
    assert_int_equal(sched.write, HW_SCHED_NO_BARRIER);
    assert_int_equal(sched.read, HW_SCHED_NO_BARRIER);
    assert_true(sched.stall > 1);
    hw_fact("SF-431");
    hw_fact("SF-434");
    sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, (uint32_t)(code[0] >> 42 & 0x1fffff));
    assert_int_equal(sched.wait, 1u << scoreboard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coupled),        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_other_programs), cmocka_unit_test(test_text),
        cmocka_unit_test(test_scheduling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
