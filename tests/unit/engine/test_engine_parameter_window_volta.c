/* SPDX-License-Identifier: MIT */
/* Generic addresses of parameters (cvta.param, __grid_constant__): what can be read there and what cannot.
 * The text is as ptxas 12.9 compiles for sm_70 and sm_80. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PARAMETERS   16u /* words, of which word i is 0x1000 + i behind the first two */
#define LAST         (0x160 + 4 * PARAMETERS - 1)

/* R2:R3 = the output; R4:R5 = the generic address of bank 0. */
#define BASE "MOV R2, c[0x0][0x%x]\nMOV R3, c[0x0][0x%x]\nMOV R4, c[0x0][0x40]\nMOV R5, c[0x0][0x44]\n"

static char printed[64];

static void collect_output(void *context, const char *text, size_t bytes)
{
    (void)context;
    strncat(printed, text, bytes);
}

static bool says_sys(const char *chip)
{
    return strcmp(chip, "gv100") == 0 || strcmp(chip, "tu102") == 0;
}

static void prepare(struct kernel *k, const char *chip, unsigned base, const char *code)
{
    char source[1024];

    snprintf(source, sizeof source, BASE "%sST.E%s R6\nEXIT\n", base, base + 4, code,
             says_sys(chip) ? ".SYS [R2]," : " [R2.64],");
    kernel_make(k, chip, source);
    for (unsigned i = 2; i < PARAMETERS; i++)
        k->params[i] = 0x1000 + i;
    k->launch.param_base = base == 0x160 ? 0 : base;
    k->launch.param_bytes = 4 * PARAMETERS;
}

static uint32_t run(const char *chip, unsigned base, const char *code)
{
    struct kernel k;

    prepare(&k, chip, base, code);
    k.launch.block[0] = 32;
    kernel_expect_ok(&k);
    const uint32_t word = k.out[0];
    kernel_free(&k);
    return word;
}

static void expect_fault(const char *chip, const char *code, unsigned kind, const char *says)
{
    struct kernel k;

    prepare(&k, chip, 0x160, code);
    kernel_expect_fault(&k, kind);
    if (!strstr(k.result.fault.sentence, says))
        fail_msg("'%s' does not say '%s'", k.result.fault.sentence, says);
    kernel_free(&k);
}

static void loads(void **state)
{
    (void)state;
    assert_int_equal(run("gv100", 0x160, "LD.E.SYS R6, [R4+0x168]\n"), 0x1002);
    assert_int_equal(run("tu102", 0x160, "LD.E.SYS R6, [R4+0x168]\n"), 0x1002);
    assert_int_equal(run("ga100", 0x160, "LDG.E R6, [R4.64+0x19c]\n"), 0x100f);
    assert_int_equal(run("ga100", 0x160, "LD.E.U8 R6, [R4.64+0x169]\n"), 0x10);
    assert_int_equal(run("ga100", 0x160, "LD.E.128 R8, [R4.64+0x190]\nIADD3 R6, R8, R10, R11\n"),
                     0x100c + 0x100e + 0x100f);
    assert_int_equal(run("ad102", 0x1a80, "LD.E R6, [R4.64+0x1a8c]\n"), 0x1003);
    assert_int_equal(run("ga100", 0x160,
                         "LDGSTS.E [RZ], [R4.64+0x16c]\nLDGDEPBAR\nDEPBAR.LE SB0, 0x0\n"
                         "LDS R6, [RZ]\n"),
                     0x1003);
}

/* Lanes that point into the parameters beside lanes that point into memory; the first stores its word last.
 */
static void lanes_apart(void **state)
{
    (void)state;
    assert_int_equal(
        run("ga100", 0x160,
            "MOV R6, 0x5\nST.E [R2.64+0x40], R6\nIADD3 R4, R4, 0x168, RZ\nIADD3 R8, R2, 0x40, RZ\n"
            "S2R R0, SR_TID.X\nISETP.GE.U32.AND P0, PT, R0, 0x10, PT\n"
            "@P0 MOV R4, R8\n@P0 MOV R5, R3\nLD.E R6, [R4.64]\n"
            "SHFL.DOWN PT, R7, R6, 0x10, 0x1f\nIADD3 R6, R6, R7, RZ\n"
            "ISETP.NE.AND P0, PT, R0, RZ, PT\n@P0 EXIT\n"),
        0x1002 + 5);
}

/* isspacep.param compares with the first and the last byte; cvta.to.param subtracts the bank's address. */
static void ends(void **state)
{
    (void)state;
    assert_int_equal(run("ga100", 0x160, "MOV R6, c[0x0][0x12c]\n"), LAST);
    assert_int_equal(run("gv100", 0x160, "MOV R6, c[0x0][0x114]\n"), LAST);
    assert_int_equal(run("tu102", 0x160, "MOV R6, c[0x0][0x114]\n"), LAST);
}

static void strings(void **state)
{
    struct kernel k;

    (void)state;
    prepare(&k, "ga100", 0x160,
            "IADD3 R4, R4, 0x168, RZ\nMOV R6, RZ\nMOV R7, RZ\nMOV R20, @back\nMOV R21, RZ\n"
            "CALL.ABS.NOINC 0xfff00000\nback:\nMOV R6, R4\n");
    k.launch.code.calls_out = true;
    k.launch.code.registers = 32;
    k.launch.host.output = collect_output;
    strcpy((char *)&k.params[2], "a parameter");
    kernel_expect_ok(&k);
    assert_string_equal(printed, "a parameter");
    kernel_free(&k);
}

static void refused(void **state)
{
    (void)state;
    expect_fault("ga100", "ST.E [R4.64+0x168], R4\n", HW_FAULT_ADDRESS, "may only be read");
    expect_fault("ga100", "ATOM.E.ADD.STRONG.GPU PT, R6, [R4.64+0x168], R4\n", HW_FAULT_ADDRESS,
                 "may only be read");
    expect_fault("ga100", "LD.E R6, [R4.64+0x1a0]\n", HW_FAULT_ADDRESS, "outside of memory");
    expect_fault("ga100", "LD.E.64 R6, [R4.64+0x158]\n", HW_FAULT_ADDRESS, "outside of memory");
    expect_fault("ga100", "LD.E.64 R6, [R4.64+0x164]\n", HW_FAULT_MISALIGNED, "multiple of 8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads),   cmocka_unit_test(lanes_apart), cmocka_unit_test(ends),
        cmocka_unit_test(strings), cmocka_unit_test(refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
