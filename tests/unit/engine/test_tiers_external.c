/* SPDX-License-Identifier: MIT */
/* Kernels that print, take memory of the heap, and assert: both engines do the same, in the same order. */
#include "machine/device_runtime.h"
#include "engine/compiler_interface.h"
#include "generations.h"

#define BLOCKS     2
#define THREADS    40 /* a warp, and a part of one */
#define SAID_BYTES 8192

#define VPRINTF    "JCAL 0xfff00000\n"
#define ASSERTFAIL "JCAL 0xfff00020\n"
#define MALLOC     "JCAL 0xfff00040\n"
#define FREE       "JCAL 0xfff00060\n"

/* R12:R13 = memory of the heap; R0 = the thread's number and a digit of its block. */
#define TAKE                                                                            \
    START "S2R R9, SR_CTAID.X\nSHL R9, R9, 0x8\nIADD R0, R0, R9\n"                      \
          "IADD R2.CC, R2, R9\nIADD.X R3, R3, RZ\nMOV32I R4, 0x40\nMOV R5, RZ\n" MALLOC \
          "MOV R12, R4\nMOV R13, R5\n"
/* "<%x>" and its argument lie there, one behind the other. */
#define PRINT                                                                       \
    "MOV32I R4, 0x3e78253c\nMOV R5, RZ\nST_WORD [R12], R4\nST_WORD [R12+0x4], R5\n" \
    "ST_WORD [R12+0x8], R0\nMOV R4, R12\nMOV R5, R13\n"                             \
    "IADD R6.CC, R12, 0x8\nIADD.X R7, R13, RZ\n" VPRINTF
#define ASSERT                                                             \
    "MOV R4, R12\nMOV R5, R13\nMOV R6, R12\nMOV R7, R13\nMOV32I R8, 0x7\n" \
    "MOV R10, R12\nMOV R11, R13\n" ASSERTFAIL
#define GIVE_BACK "MOV R4, R12\nMOV R5, R13\n" FREE
/* A loop in front, so that something is worth compiling. */
#define COUNT(to) "MOV R14, RZ\nagain: IADD R14, R14, 0x1\n" LESS("R14", to) "@P0 BRA @again\n"

struct outcome {
    hw_status status;
    struct hw_launch_result result;
    uint32_t out[BLOCKS * 64];
    char said[SAID_BYTES];
};

static void hear(void *context, const char *text, size_t bytes)
{
    char *said = context;

    assert_true(strlen(said) + bytes < SAID_BYTES);
    strncat(said, text, bytes);
}

static void run_by(const char *engine, unsigned generation, const char *source, struct outcome *outcome)
{
    struct kernel k;

    setenv("HALFWARP_ENGINE", engine, 1);
    memset(outcome, 0, sizeof *outcome);
    make_on(&k, generation, THREADS, source);
    k.launch.grid[0] = BLOCKS;
    k.launch.code.calls_out = true;
    k.launch.host.output = k.launch.host.assertions = hear;
    k.launch.host.output_context = k.launch.host.assertions_context = outcome->said;
    outcome->status = kernel_run(&k);
    if (outcome->status != HW_OK && k.result.fault.kind == HW_FAULT_NONE)
        fail_msg("%s, %s: %s", generations[generation].chip, engine, k.error.text);
    outcome->result = k.result;
    memcpy(outcome->out, k.out, sizeof outcome->out);
    kernel_free(&k);
}

/* By both engines on all generations; `outcome` is that of the last. */
static void run_by_both(const char *source, struct outcome *outcome)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct outcome interpreted;

        run_by("interpreter", i, source, &interpreted);
        run_by("jit", i, source, outcome);
        assert_int_equal(outcome->status, interpreted.status);
        assert_string_equal(outcome->said, interpreted.said);
        assert_memory_equal(outcome->out, interpreted.out, sizeof interpreted.out);
        assert_string_equal(outcome->result.fault.sentence, interpreted.result.fault.sentence);
        assert_int_equal(outcome->result.fault.pc, interpreted.result.fault.pc);
        assert_int_equal(outcome->result.stats.warp_instructions, interpreted.result.stats.warp_instructions);
        assert_true(outcome->result.stats.compiled > outcome->result.stats.warp_instructions / 2);
    }
}

static void skip_without_compiler(void)
{
    if (hw_jit_compiler.installed(NULL) != HW_OK)
        skip();
}

static void what_is_printed(void **state)
{
    struct outcome outcome;

    (void)state;
    skip_without_compiler();
    run_by_both(TAKE COUNT("0x20") PRINT STORE("R4") GIVE_BACK END, &outcome);
    assert_int_equal(outcome.status, HW_OK);
    assert_int_equal(strncmp(outcome.said, "<0><1><2><3>", 12), 0);
    assert_non_null(strstr(outcome.said, "<27><100><101>"));
    assert_int_equal(outcome.out[0], 1); /* how many arguments */
}

static void some_lanes_print(void **state)
{
    struct outcome outcome;

    (void)state;
    skip_without_compiler();
    run_by_both(TAKE COUNT("0x20") "LOP.AND R15, R0, 0x7\n" LESS("R15", "0x6") "@P0 BRA @on\n" PRINT
                                                                               "on: " STORE("R0")
                                                                                   GIVE_BACK END,
                &outcome);
    assert_int_equal(outcome.status, HW_OK);
    assert_int_equal(strncmp(outcome.said, "<6><7><e><f><16>", 16), 0);
    assert_int_equal(outcome.out[39], 39);
}

static void assertions_that_fail(void **state)
{
    struct outcome outcome;

    (void)state;
    skip_without_compiler();
    run_by_both(TAKE COUNT("0x20") PRINT "LOP.AND R15, R0, 0x1f\n" LESS("R15", "0x1e") "@P0 BRA @on\n" ASSERT
                                                                                       "on: " STORE("R0")
                                                                                           GIVE_BACK END,
                &outcome);
    assert_int_equal(outcome.result.fault.kind, HW_FAULT_ASSERT);
    assert_non_null(strstr(outcome.said, "block: [1,0,0], thread: [31,0,0] Assertion"));
    assert_int_equal(outcome.out[29], 29);
    assert_int_equal(outcome.out[30], 0);
}

static void memory_that_is_given_back_twice(void **state)
{
    struct outcome outcome;

    (void)state;
    skip_without_compiler();
    run_by_both(TAKE COUNT("0x20") STORE("R0") GIVE_BACK GIVE_BACK END, &outcome);
    assert_int_equal(outcome.result.fault.kind, HW_FAULT_ADDRESS);
    assert_non_null(strstr(outcome.result.fault.sentence, "free already"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed),
        cmocka_unit_test(some_lanes_print),
        cmocka_unit_test(assertions_that_fail),
        cmocka_unit_test(memory_that_is_given_back_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
