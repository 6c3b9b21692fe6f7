/* SPDX-License-Identifier: MIT */
/* Maxwell's instructions at their limits: guarded jumps through registers, a control-flow stack that is full,
 * addresses of 32 bits, registers that the launch has not, and what no public document describes. */
#include "maxwell.h"

static void expect_trouble(const char *source, uint32_t stack_entries, unsigned kind, const char *says)
{
    struct kernel k;

    make(&k, 32, source);
    k.launch.limits.stack_entries = stack_entries;
    kernel_run(&k);
    if (k.result.fault.kind != kind || !strstr(k.result.fault.sentence, says))
        fail_msg("%s: fault %u, '%s', expected %u, '%s'", source, k.result.fault.kind,
                 k.result.fault.sentence, kind, says);
    kernel_free(&k);
}

static uint32_t ten_from_eight_on(uint32_t i)
{
    return i < 8 ? i : i + 10;
}

/* Lanes below 8 jump, the others go on; with nobody below 0 all go on. */
static void test_guarded_brx(void **state)
{
    (void)state;
    expect(64,
           START "MOV R4, R0\n" LESS("R0", "0x8") "MOV32I R8, @end\nMOV32I R9, @behind\nIADD R8, R8, -R9\n"
                                                  "SSY @end\n@P0 BRX R8\n"
                                                  "behind: " LESS(
                                                      "R0", "0x0") "@P0 BRX R8\nIADD R4, R4, 0xa\nSYNC\n"
                                                                   "end: " STORE("R4") END,
           ten_from_eight_on);
}

#define FOUR_EDGES                                                                       \
    "LOP.AND R4, R0, 0x3\nSHL R4, R4, 0x5\nMOV32I R8, @first\nIADD R8, R8, R4\nJMX R8\n" \
    "first: NOP\nNOP\nEXIT\nNOP\nNOP\nEXIT\nNOP\nNOP\nEXIT\nNOP\nNOP\nEXIT\n"

static void test_full_stack(void **state)
{
    (void)state;
    expect_trouble(START "SSY @end\n" LESS("R0", "0x8") "@P0 BRA @end\nSYNC\nend: " END, 1,
                   HW_FAULT_STACK_OVERFLOW, "");
    expect_trouble(START FOUR_EDGES, 2, HW_FAULT_STACK_OVERFLOW, "");
    expect_trouble(START LESS("R0", "0x8") "SSY @end\n@P0 JMX R0\nend: " END, 1, HW_FAULT_STACK_OVERFLOW, "");
}

static void test_jumps_into_nothing(void **state)
{
    (void)state;
    expect_trouble(START "MOV32I R8, 0x10000\nJMX R8\n" END, 0, HW_FAULT_JUMP, "0x10000");
    expect_trouble(START "PBK c[0x3][0x0]\n" END, 0, HW_FAULT_UNBOUND, "");
}

/* Without .E an address is one register; device memory lies above. */
static void test_short_addresses(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 1, START "LDG R4, [R2]\n" END);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.address, (uint32_t)k.out_address);
    kernel_free(&k);
}

/* The launch has 16 registers: what is written to others is lost, and they read as zero. */
static uint32_t number(uint32_t i)
{
    return i;
}

static void test_missing_registers(void **state)
{
    /* clang-format off */
    static const char *const code[] = {
        "LDC.IS R16, c[0x0][R4]\n", "ATOM.E.ADD R16, [R2], R4\n", "ATOMS.ADD R17, [R4], R5\n", "LDG.E R16, [R2]\n",
        "S2R R20, SR_TID.X\n",      "SHFL.IDX PT, R16, R4, 0x1, 0x1f\n", "FADD R16, R4, R5\n",
        "MOV32I R30, 0x5\n",
    };
    /* clang-format on */

    (void)state;
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++) {
        char source[256];
        snprintf(source, sizeof source,
                 START "MOV R4, RZ\n%sIADD R0, R0, R16\nIADD R0, R0, R30\n" STORE("R0") END, code[i]);
        expect(64, source, number);
    }
}

static void test_undescribed(void **state)
{
    (void)state;
    expect_trouble(START "R2B.RESULT 0x1, R4\n" END, 0, HW_FAULT_ILLEGAL, "");
    expect_trouble(START "LDC.IL R4, c[0x0][R5]\n" END, 0, HW_FAULT_ILLEGAL, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guarded_brx),        cmocka_unit_test(test_full_stack),
        cmocka_unit_test(test_jumps_into_nothing), cmocka_unit_test(test_short_addresses),
        cmocka_unit_test(test_missing_registers),  cmocka_unit_test(test_undescribed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
