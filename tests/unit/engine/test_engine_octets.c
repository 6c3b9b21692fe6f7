/* SPDX-License-Identifier: MIT */
/* Accesses of words that lie one behind the other for each 8 lanes, as in blocks that are 8 threads wide. */
#include "kernel.h"

#define ROW 64u /* words from one octet to the next */

/* Lane l's word is number l % 8 of row l / 8: stored and loaded, in global and in shared memory. */
static const char source[] =
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\n"
    "LOP3.LUT R4, R0, 0x7, RZ, 0xc0, !PT\nSHF.R.U32.HI R5, RZ, 0x3, R0\n"
    "IMAD R6, R5, 0x40, R4\nIADD3 R7, R0, 0x100, RZ\nMOV R11, 0x4\n"
    "IMAD.WIDE.U32 R8, R6, R11, R2\nIMAD.WIDE.U32 R12, R0, R11, R2\n"

    "STG.E.SYS [R8], R7\nLDG.E.SYS R10, [R8]\nIADD3 R10, R10, 0x1, RZ\nSTG.E.SYS [R12+0x400], R10\n"
    "SHF.L.U32 R14, R6, 0x2, RZ\nSTS [R14], R7\nLDS R15, [R14]\n"
    "STG.E.SYS [R12+0x480], R15\nEXIT\n";

static void test_octets(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "tu102", source);
    k.launch.block[0] = 32;
    k.launch.shared_bytes = 4 * ROW * 4;
    kernel_expect_ok(&k);
    for (unsigned l = 0; l < 32; l++) {
        assert_int_equal(k.out[l / 8 * ROW + l % 8], l + 256);
        assert_int_equal(k.out[256 + l], l + 257);
        assert_int_equal(k.out[288 + l], l + 256);
    }
    for (unsigned row = 0; row < 4; row++)
        for (unsigned i = 8; i < ROW; i++)
            assert_int_equal(k.out[row * ROW + i], 0);
    kernel_free(&k);
}

/* Octets that overlap: of lanes that store to one word the last one's is left. */
static void test_overlap(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "tu102",
                "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nMOV R11, 0x4\n"
                "LOP3.LUT R4, R0, 0x7, RZ, 0xc0, !PT\nSHF.R.U32.HI R5, RZ, 0x3, R0\n"
                "IMAD R6, R5, 0x3, R4\nIMAD.WIDE.U32 R8, R6, R11, R2\nSTG.E.SYS [R8], R0\nEXIT\n");
    k.launch.block[0] = 32;
    kernel_expect_ok(&k);
    for (unsigned word = 0; word < 3 * 3 + 8; word++) {
        const unsigned octet = word / 3 > 3 ? 3 : word / 3;
        assert_int_equal(k.out[word], octet * 8 + word - octet * 3);
    }
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_octets),
        cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
