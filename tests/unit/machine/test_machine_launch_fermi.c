/* SPDX-License-Identifier: MIT */
/* The kernel ABI of Fermi and Kepler: locations in constant banks, and how many blocks chips hold. */
#include "unit/engine/fermi.h"

#include <halfwarp/chip.h>

static void shape(struct kernel *k)
{
    static const uint32_t constants[16] = {[12] = 0xc0c0c0c0};

    for (unsigned i = 0; i < 3; i++) {
        k->launch.block[i] = 4 - i;
        k->launch.grid[i] = 5 + i;
    }
    k->launch.grid_id = 9;
    k->launch.dynamic_shared_bytes = 96;
    k->launch.local_bytes = 64;
    k->params[2] = 0xa2a2a2a2;
    k->params[3] = 0xa3a3a3a3;
    k->launch.bank[2] = k->launch.bank[3] = k->launch.bank[16] =
        (struct hw_bank){constants, sizeof constants};
}

/* The words that compiled code reads, by chip: bank, offset and value. */
static void test_bank_layout(void **state)
{
    static const struct {
        unsigned chips, bank, offset;
        uint32_t value;
        /* clang-format off */
    } expected[] = {
        {1, 0, 0x0, HW_SHARED_WINDOW},  {1, 0, 0x4, HW_LOCAL_WINDOW},  {1, 0, 0x8, 4},   {1, 0, 0xc, 3},
        {1, 0, 0x10, 2},                {1, 0, 0x14, 5},               {1, 0, 0x18, 6},  {1, 0, 0x1c, 7},
        {1, 1, 0x100, 0x1000000},       {1, 0, 0x28, 0xa2a2a2a2},      {1, 0, 0x2c, 0xa3a3a3a3},
        {1, 2, 0x30, 0xc0c0c0c0},       {1, 16, 0x30, 0xc0c0c0c0},     {6, 3, 0x30, 0xc0c0c0c0},
        {6, 0, 0x20, HW_SHARED_WINDOW}, {6, 0, 0x24, HW_LOCAL_WINDOW}, {6, 0, 0x28, 4},  {6, 0, 0x2c, 3},
        {6, 0, 0x30, 2},                {6, 0, 0x34, 5},               {6, 0, 0x38, 6},  {6, 0, 0x3c, 7},
        {6, 0, 0x44, 0x1000000},        {6, 0, 0xdc, 9},               {6, 0, 0xe0, 0},  {6, 0, 0x114, 96},
        {6, 0, 0x148, 0xa2a2a2a2},      {6, 0, 0x14c, 0xa3a3a3a3},
    };
    /* clang-format on */

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
            struct kernel k;
            char source[512];
            if (!(expected[i].chips >> chip & 1))
                continue;
            snprintf(source, sizeof source,
                     "MOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nMOV R4, c[0x%x][0x%x]\n" STORE("R4") END,
                     expected[i].bank, expected[i].offset);
            fermi_make(&k, chip, 1, source);
            shape(&k);
            kernel_expect_ok(&k);
            if (k.out[0] != expected[i].value)
                fail_msg("%s: c[0x%x][0x%x] is 0x%x", fermi_chips[chip].chip, expected[i].bank,
                         expected[i].offset, k.out[0]);
            kernel_free(&k);
        }
    hw_fact("SF-389");
}

/* A compiled kernel as its listing has it: array_out[i] = some_constant * array_in[i]. */
static void test_compiled(void **state)
{
    static const float constants[16] = {[12] = 1.5f};
    struct kernel k;

    (void)state;
    fermi_make(&k, GF100, 32,
               "MOV R1, c [0x1] [0x100]\nNOP CC.T\nMOV32I R6, 0x4\nS2R R0, SR_CTAid.X\nS2R R2, SR_Tid.X\n"
               "IMAD R2, R0, c [0x0] [0x8], R2\nIMUL.HI R3, R2, 0x4\nIMAD R4.CC, R2, R6, c [0x0] [0x20]\n"
               "IADD.X R5, R3, c [0x0] [0x24]\nIMAD R2.CC, R2, R6, c [0x0] [0x28]\nLD.E R0, [R4]\n"
               "IADD.X R3, R3, c [0x0] [0x2c]\nFMUL.FTZ R0, R0, c [0x2] [0x30]\nST.E [R2], R0\nEXIT\n");
    k.launch.grid[0] = 4;
    k.launch.bank[2] = (struct hw_bank){constants, sizeof constants};
    k.params[2] = (uint32_t)k.out_address + 0x400;
    k.params[3] = (uint32_t)(k.out_address >> 32);
    float *const in = (float *)k.out, *const out = in + 0x100;
    for (uint32_t i = 0; i < 128; i++)
        in[i] = (float)i;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 128; i++)
        assert_true(out[i] == 1.5f * (float)i);
    kernel_free(&k);
    hw_fact("SF-391");
    hw_fact("SF-392");
    hw_fact("SF-393");
    hw_fact("SF-394");
}

/* The stack grows down from where R1 begins, and a thread's is its own. */
static void test_stack(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        struct kernel k;

        fermi_make(&k, chip, 96,
                   START
                   "MOV R1, STACK\nIADD R1, R1, -0x10\nIMUL R4, R0, 0x101\nSTL [R1+0xc], R4\nSTL [R1], R0\n"
                   "LDL R5, [R1+0xc]\nST.E [R2], R5\n" END);
        k.launch.local_bytes = 16;
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 96; i++)
            assert_int_equal(k.out[i], i * 0x101);
        kernel_free(&k);
    }
}

/* Launches that a chip cannot hold. */
static void test_limits(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 1, END);
        k.launch.block[0] = 1025;
        assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
        k.launch.block[0] = 1024;
        k.launch.code.registers = 32;
        assert_int_equal(kernel_run(&k), HW_OK);
        k.launch.code.registers = 64;
        assert_int_equal(kernel_run(&k), chip == GK110 ? HW_OK : HW_ERR_LAUNCH);
        k.launch.code.registers = 16;
        k.launch.grid[0] = 65536;
        k.launch.block[0] = 1;
        assert_int_equal(kernel_run(&k), chip == GF100 ? HW_ERR_LAUNCH : HW_OK);
        k.launch.grid[0] = 1;
        k.launch.shared_bytes = 49153;
        assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
        kernel_free(&k);
    }
}

/* Each compute capability's oldest chip, and what it allows. */
static void test_chips(void **state)
{
    static const struct {
        const char *capability, *chip, *isa;
        uint32_t number, registers_per_mp, registers_per_thread, shared_per_mp, warps_per_mp;
        /* clang-format off */
    } expected[] = {
        {"sm_20", "gf100", "fermi", 20, 32768, 63, 49152, 48},   {"sm_21", "gf104", "fermi", 21, 32768, 63, 49152, 48},
        {"sm_30", "gk104", "fermi", 30, 65536, 63, 49152, 64},   {"sm_32", "gk20a", "kepler", 32, 65536, 255, 49152, 64},
        {"sm_35", "gk110", "kepler", 35, 65536, 255, 49152, 64}, {"sm_37", "gk210", "kepler", 37, 131072, 255, 114688, 64},
    };
    /* clang-format on */
    const struct hw_chip_info *chip;

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct hw_target target;
        assert_int_equal(hw_chip_find(expected[i].capability, &chip, NULL), HW_OK);
        assert_string_equal(chip->name, expected[i].chip);
        assert_string_equal(chip->isa, expected[i].isa);
        assert_int_equal(hw_target_find(chip->variant, &target, NULL), HW_OK);
        assert_string_equal(hw_isa_name(target.isa), expected[i].isa);
        assert_int_equal(chip->capability, expected[i].number);
        assert_int_equal(chip->registers_per_mp, expected[i].registers_per_mp);
        assert_int_equal(chip->registers_per_thread, expected[i].registers_per_thread);
        assert_int_equal(chip->shared_per_mp, expected[i].shared_per_mp);
        assert_int_equal(chip->warps_per_mp, expected[i].warps_per_mp);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bank_layout), cmocka_unit_test(test_compiled), cmocka_unit_test(test_stack),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_chips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
