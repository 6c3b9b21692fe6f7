/* SPDX-License-Identifier: MIT */
/* Instructions of Turing and later with uniform registers that no compiler of CUDA makes, or that its code
 * has only in part: constants that a pair of uniform registers describes, the predicate of R2UR, packed
 * floats; and accesses of 256 bits. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BASE         "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"

/* UR4 and UR5 describe so many bytes of constants, a multiple of 16, at 0x100 bytes behind the output. */
#define DESCRIBE(units)                                                                  \
    "IADD3 R4, R2, 0x100, RZ\nSHF.R.U64 R6, R4, 0x4, R3\nSHF.R.U32.HI R7, RZ, 0x4, R3\n" \
    "LOP3.LUT R7, R7, " units ", RZ, 0xfc, !PT\nR2UR UR4, R6\nR2UR UR5, R7\n"

static const char *const chips[] = {"tu102", "ga100", "ga102", "ad102"};

/* The code behind the address of the output, at whose place 0x100 are numbers. */
static void make(struct kernel *k, const char *chip, const char *code)
{
    char source[2048];

    snprintf(source, sizeof source, BASE "%sEXIT\n", code);
    kernel_make(k, chip, source);
    for (uint32_t i = 0; i < 16; i++)
        k->out[0x40 + i] = 0x1000 + i;
}

static void test_described_constants(void **state)
{
    static const struct {
        const char *code;
        uint32_t word[4];
    } cases[] = {
        {"MOV R8, cx[UR4][0x4]\nMOV R9, cx[UR4][0x1c]\nMOV R10, RZ\nMOV R11, RZ\n", {0x1001, 0x1007, 0, 0}},
        {"MOV R8, 0x5\nIADD3 R8, R8, cx[UR4][0x8], RZ\nMOV R9, 0x2\nIMAD R9, R9, R9, cx[UR4][0x0]\n"
         "MOV R10, RZ\nMOV R11, RZ\n",
         {0x1007, 0x1004, 0, 0}},
        {"MOV R8, 0x8\nLDC.64 R10, cx[UR4][R8+0x8]\nLDC R8, cx[UR4][R8+-0x4]\nLDC.U8 R9, cx[UR4][0x11]\n",
         {0x1001, 0x10, 0x1004, 0x1005}},
        {"ULDC.64 UR6, cx[UR4][0x18]\nULDC UR8, cx[UR4][0xc]\nMOV R8, UR6\nMOV R9, UR7\nMOV R10, UR8\n"
         "MOV R11, RZ\n",
         {0x1006, 0x1007, 0x1003, 0}},
    };
    char source[1024];

    (void)state;
    for (size_t i = 0; i < COUNT(cases) * COUNT(chips); i++) {
        const size_t n = i / COUNT(chips);
        struct kernel k;

        snprintf(source, sizeof source, DESCRIBE("0x4000") "%sST.E.128 [R2.64], R8\n", cases[n].code);
        if (i % COUNT(chips) == 0)
            snprintf(source, sizeof source, DESCRIBE("0x4000") "%sST.E.128.SYS [R2], R8\n", cases[n].code);
        make(&k, chips[i % COUNT(chips)], source);
        kernel_expect_ok(&k);
        for (unsigned w = 0; w < 4; w++)
            if (k.out[w] != cases[n].word[w])
                fail_msg("case %zu: word %u is 0x%x", n, w, k.out[w]);
        kernel_free(&k);
    }
}

static void test_described_bounds(void **state)
{
    static const struct {
        const char *code;
        unsigned kind;
    } cases[] = {
        {DESCRIBE("0x4000") "MOV R8, cx[UR4][0x20]\n", HW_FAULT_ADDRESS},
        {DESCRIBE("0x4000") "LDC.64 R8, cx[UR4][0x1c]\n", HW_FAULT_MISALIGNED},
        {DESCRIBE("0x4000") "MOV R8, 0x20\nLDC R8, cx[UR4][R8+-0x24]\n", HW_FAULT_ADDRESS},
        {DESCRIBE("0x0") "MOV R8, cx[UR4][0x0]\n", HW_FAULT_ADDRESS},
        {"MOV R8, cx[URZ][0x0]\n", HW_FAULT_ADDRESS},
        {"MOV R6, 0x1000\nMOV R7, 0x4000\nR2UR UR4, R6\nR2UR UR5, R7\nMOV R8, cx[UR4][0x0]\n",
         HW_FAULT_ADDRESS},
        {"MOV R8, cx[UR5][0x0]\n", HW_FAULT_OPERAND},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel k;

        make(&k, "ga100", cases[i].code);
        kernel_expect_fault(&k, cases[i].kind);
        kernel_free(&k);
    }
}

/* The value of the first lane, and which lanes have another: of one word, or of either of two. */
static void test_first_lane(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "ga102",
         "S2R R0, SR_TID.X\nLOP3.LUT R4, R0, 0x1, RZ, 0xc0, !PT\nLOP3.LUT R5, R0, 0x2, RZ, 0xc0, !PT\n"
         "ISETP.GE.U32.AND P2, PT, R0, 0x4, PT\n"
         "@P2 R2UR P0, UR4, R4\n@P2 R2UR.OR P0, UR5, R5\nMOV R6, UR4\nMOV R7, UR5\n"
         "SEL R8, RZ, 0x1, !P0\nIMAD.WIDE.U32 R2, R0, 0xc, R2\n"
         "ST.E [R2.64], R6\nST.E [R2.64+0x4], R7\nST.E [R2.64+0x8], R8\n");
    k.launch.block[0] = 16;
    kernel_expect_ok(&k);
    for (unsigned lane = 0; lane < 16; lane++) {
        assert_int_equal(k.out[lane * 3], 0);
        assert_int_equal(k.out[lane * 3 + 1], 0);
        assert_int_equal(k.out[lane * 3 + 2], lane >= 4 && lane % 4 != 0);
    }
    kernel_free(&k);
}

static void test_packed(void **state)
{
    static const struct {
        const char *text;
        uint32_t word;
    } cases[] = {
        {"UF2FP.PACK_AB UR6, UR4, UR5", 0x3c00c100},
        {"UF2FP.PACK_AB.RZ UR6, UR4, 65504.99", 0x3c007bff},
        {"UF2FP.MERGE_C UR6, UR4, UR5", 0x00003c00},
        {"UF2FP.MERGE_C UR6, UR4, UR5.H1", 0xc0203c00},
    };
    char source[512];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel k;

        snprintf(source, sizeof source,
                 "UMOV UR4, 0x3f800000\nUMOV UR5, 0xc0200000\n%s\nMOV R8, UR6\nST.E [R2.64], R8\n",
                 cases[i].text);
        make(&k, "ga102", source);
        kernel_expect_ok(&k);
        if (k.out[0] != cases[i].word)
            fail_msg("%s: 0x%x", cases[i].text, k.out[0]);
        kernel_free(&k);
    }
}

/* The second register of a load has the lower half, and so has the first of a store. */
static void test_wide(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "ad102",
         "LDG.E.ENL2.256 R12, R8, [R2.64+0x100]\nIADD3 R8, R8, 0x100, RZ\nIADD3 R12, R12, 0x200, RZ\n"
         "STG.E.ENL2.256 [R2.64], R8, R12\nLDG.E.ENL2.256 R8, R4, [R2.64+0x120]\nSTG.E.128 [R2.64+0x20], "
         "R4\n");
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(k.out[i], 0x1000 + i + (i == 0 ? 0x100 : i == 4 ? 0x200 : 0));
    kernel_free(&k);
}

static void test_refused(void **state)
{
    static const struct {
        const char *chip, *text;
    } cases[] = {
        {"ad102", "LDG.E.ENL2.256 R12, R8, [R2.64], 0x7f"},
        {"ad102", "STG.E.ENL2.256 [R2.64], R8, R12, 0x0"},
        {"ga102", "UF2FP.PACK_AB.???1 UR6, UR4, UR5"},
        {"ad102", "F2FP.E4M3.F32.PACK_AB_MERGE_C R6, R4, R5, R8"},
        {"ad102", "F2FP.TF32.F32.PACK_B R6, R4"},
        {"tu102", "ULDC UR6, [UR4+0x10], UPT"},
        {"tu102", "UCLEA UR6, UP0, UR4, 0x10, 0x4"},
        {"ga102", "RPCMOV.32 Rpc.LO, R4"},
        {"ga102", "BMOV.32 R4, MACTIVE"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel k;
        char source[128];

        snprintf(source, sizeof source, "%s\n", cases[i].text);
        make(&k, cases[i].chip, source);
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_described_constants),
        cmocka_unit_test(test_described_bounds),
        cmocka_unit_test(test_first_lane),
        cmocka_unit_test(test_packed),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
