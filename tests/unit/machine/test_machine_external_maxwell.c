/* SPDX-License-Identifier: MIT */
/* System calls of device code where their memory is: strings in every space, and in none. */
#include "unit/engine/maxwell.h"

#include "machine/device_runtime.h"

#define VPRINTF    "JCAL 0xfff00000\n"
#define ASSERTFAIL "JCAL 0xfff00020\n"
#define MALLOC     "JCAL 0xfff00040\n"
#define FREE       "JCAL 0xfff00060\n"
/* R4:R5 = the address of byte `offset` of the output; R6:R7 = none. */
#define OUTPUT(offset) "IADD R4.CC, R2, " offset "\nIADD.X R5, R3, RZ\nMOV R6, RZ\nMOV R7, RZ\n"
/* The bytes "hi!" in R0, and R4:R5 = an address below 4 GiB. */
#define HI           "MOV32I R0, 0x216968\n"
#define LOW(address) "MOV32I R4, " address "\nMOV R5, RZ\nMOV R6, RZ\nMOV R7, RZ\n"

static char printed[1024];

static void collect_output(void *context, const char *text, size_t bytes)
{
    (void)context;
    strncat(printed, text, bytes);
}

static void prepare_kernel(struct kernel *k, const char *code)
{
    char source[1024];

    snprintf(source, sizeof source, "%s%s%s", START, code, "STG.E [R2], R4\n" END);
    make(k, 1, source);
    k->launch.local_bytes = 16;
    k->launch.code.calls_out = true;
    k->launch.host.output = collect_output;
    strcpy((char *)(k->out + 16), "text");
    printed[0] = 0;
}

static uint32_t run_kernel(const char *code)
{
    struct kernel k;

    prepare_kernel(&k, code);
    kernel_expect_ok(&k);
    const uint32_t answer = k.out[0];
    kernel_free(&k);
    return answer;
}

static void expect_trouble(const char *code, unsigned kind, const char *says)
{
    struct kernel k;

    prepare_kernel(&k, code);
    kernel_expect_fault(&k, kind);
    if (!strstr(k.result.fault.sentence, says))
        fail_msg("'%s' does not say '%s'", k.result.fault.sentence, says);
    kernel_free(&k);
}

static void names_and_addresses(void **state)
{
    (void)state;
    assert_int_equal(hw_device_call_address("vprintf"), 0xfff00000);
    assert_int_equal(hw_device_call_address("free"), 0xfff00060);
    assert_int_equal(hw_device_call_address("printf"), 0);
    assert_string_equal(hw_device_call_name(0xfff00020), "__assertfail");
    assert_non_null(hw_device_call_name(0xfff00160)); /* a function that is not provided */
    assert_string_equal(hw_device_call_name(0xfff00180),
                        "cudaGetParameterBuffer"); /* those that launch kernels follow */
    assert_null(hw_device_call_name(0xffff0000));
    assert_null(hw_device_call_name(0x100));
}

static void undefined_functions_are_missed_when_called(void **state)
{
    (void)state;
    expect_trouble("JCAL 0xfff00160\n", HW_FAULT_JUMP, "a function that the file does not define");
}

static void formats_in_every_space(void **state)
{
    (void)state;
    assert_int_equal(run_kernel(OUTPUT("0x40") VPRINTF), 0);
    assert_string_equal(printed, "text");
    run_kernel(HI "STS [RZ+0x8], R0\n" LOW("0xfe000008") VPRINTF);
    assert_string_equal(printed, "hi!");
    run_kernel(HI "MOV32I R1, 0xfffff8\nSTL [R1], R0\n" LOW("0xfffffff8") VPRINTF);
    assert_string_equal(printed, "hi!");
}

static void what_printf_returns(void **state)
{
    (void)state;
    assert_int_equal(run_kernel("MOV R4, RZ\nMOV R5, RZ\n" VPRINTF), UINT32_MAX);
    assert_string_equal(printed, "");
    /* "%c" and its argument, which is the format itself */
    assert_int_equal(
        run_kernel("MOV32I R0, 0x6325\nSTS [RZ+0x8], R0\n"
                   "MOV32I R4, 0xfe000008\nMOV R5, RZ\nMOV32I R6, 0xfe000008\nMOV R7, RZ\n" VPRINTF),
        1);
    assert_string_equal(printed, "%");
}

static void memory_that_is_not_there(void **state)
{
    (void)state;
    expect_trouble(LOW("0x10") VPRINTF, HW_FAULT_ADDRESS, "vprintf reads a byte at 0x10");
    expect_trouble(LOW("0xfe004000") VPRINTF, HW_FAULT_ADDRESS, "vprintf reads a byte at 0xfe004000");
    expect_trouble(LOW("0xff000008") VPRINTF, HW_FAULT_ADDRESS, "vprintf reads a byte at 0xff000008");
    expect_trouble(LOW("0x10") ASSERTFAIL, HW_FAULT_ADDRESS, "__assertfail reads a byte at 0x10");
    expect_trouble(OUTPUT("0x40") FREE, HW_FAULT_ADDRESS, "malloc has not given");
    expect_trouble("JCAL 0xfff00160\n", HW_FAULT_JUMP, "");
}

static void assertions_say_where(void **state)
{
    (void)state;
    /* the assertion, the file, the line, the function: the same text three times */
    expect_trouble(
        OUTPUT("0x40") "MOV R6, R4\nMOV R7, R5\nMOV32I R8, 0xc\nMOV R10, R4\nMOV R11, R5\n" ASSERTFAIL,
        HW_FAULT_ASSERT, "text:12: text: assertion `text` failed");
}

/* Every thread with an assertion that fails has its line, whatever warp and block it is in; all others run
 * on, barriers and all.  The launch's fault is the first. */
static void assertions_of_all_threads(void **state)
{
    static const char *const lines[] = {"block: [0,0,0], thread: [2,0,0] Assertion",
                                        "block: [0,0,0], thread: [34,0,0] Assertion",
                                        "block: [2,0,0], thread: [34,0,0] Assertion"};
    struct kernel k;

    (void)state;
    prepare_kernel(&k,
                   OUTPUT("0x40") "MOV R6, R4\nMOV R7, R5\nMOV32I R8, 0xc\nMOV R10, R4\nMOV R11, R5\n"
                                  "S2R R0, SR_TID.X\nLOP.AND R0, R0, 0x1f\nISETP.NE.AND P0, PT, R0, 0x2, PT\n"
                                  "SSY @on\n@P0 SYNC\n" ASSERTFAIL "on: BAR.SYNC 0x0\nMOV32I R4, 0x7\n");
    k.launch.block[0] = 64;
    k.launch.grid[0] = 3;
    k.launch.host.assertions = collect_output;
    kernel_expect_fault(&k, HW_FAULT_ASSERT);
    assert_true(k.result.fault.block[0] == 0 && k.result.fault.thread[0] == 2);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_non_null(strstr(printed, lines[i]));
    assert_int_equal(k.out[0], 7);
    kernel_free(&k);
}

/* What malloc gives can be written, is given once, and goes back once. */
static void the_heap(void **state)
{
    (void)state;
    assert_int_not_equal(run_kernel("MOV32I R4, 0x10\nMOV R5, RZ\n" MALLOC "STG.E.128 [R4], R8\n"), 0);
    assert_int_equal(run_kernel("MOV R4, RZ\nMOV32I R5, 0x10\n" MALLOC), 0);
    run_kernel("MOV32I R4, 0x10\nMOV R5, RZ\n" MALLOC "MOV R12, R4\nMOV R13, R5\n" FREE
               "MOV R4, RZ\nMOV R5, RZ\n" FREE);
    expect_trouble("MOV32I R4, 0x10\nMOV R5, RZ\n" MALLOC "MOV R12, R4\nMOV R13, R5\n" FREE
                   "MOV R4, R12\nMOV R5, R13\n" FREE,
                   HW_FAULT_ADDRESS, "free already");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_addresses),
        cmocka_unit_test(undefined_functions_are_missed_when_called),
        cmocka_unit_test(formats_in_every_space),
        cmocka_unit_test(what_printf_returns),
        cmocka_unit_test(memory_that_is_not_there),
        cmocka_unit_test(assertions_say_where),
        cmocka_unit_test(assertions_of_all_threads),
        cmocka_unit_test(the_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
