/* SPDX-License-Identifier: MIT */
/* What stops products of a warpgroup (HALFWARP_PREVIEW): matrices outside of shared memory, registers that
 * the thread does not have, a warp that is not whole, and what is not documented.  Random words of them and
 * random descriptors run to some end. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define WORDS        2000

static int with_preview(void **state)
{
    (void)state;
    return setenv("HALFWARP_PREVIEW", "1", 1);
}

/* Four warps run it, with descriptors in UR4 to UR7: rows at 0, columns of b at 0x200 (low words), groups of
 * 8 lines 0x80 apart, parts 0x40. */
static void make(struct kernel *k, const char *before, const char *product)
{
    char source[512];

    snprintf(source, sizeof source,
             "UMOV UR4, 0x00080000\nUMOV UR5, 0x00000010\nUMOV UR6, 0x00080020\nUMOV UR7, 0x00000010\n"
             "%s%s\nEXIT\n",
             before, product);
    kernel_make(k, "gh100", source);
    k->launch.block[0] = 128;
    k->launch.shared_bytes = 0x2000;
    k->launch.code.registers = 168;
}

static void it_runs(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "", "HGMMA.64x64x16.F32 R24, gdesc[UR4], RZ, !UPT, gsb0");
    kernel_expect_ok(&k);
    kernel_free(&k);
}

static void matrices_are_inside(void **state)
{
    static const char *const beyond[] = {
        "UMOV UR4, 0x000801f9\n", /* the last row of a */
        "UMOV UR6, 0x00083fff\n", /* all of b */
        "UMOV UR7, 0x00000100\n", /* columns that are far from each other */
        "UMOV UR6, 0x1f800000\n", /* a part that is far from the other */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(beyond); i++) {
        struct kernel k;

        make(&k, beyond[i], "HGMMA.64x64x16.F32 R24, gdesc[UR4], RZ, !UPT, gsb0");
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        assert_non_null(strstr(k.result.fault.sentence, "descriptor"));
        kernel_free(&k);
    }
}

static void registers_are_there(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "", "HGMMA.64x256x16.F32 R48, gdesc[UR4], RZ, !UPT, gsb0");
    kernel_expect_fault(&k, HW_FAULT_OPERAND);
    kernel_free(&k);
    make(&k, "", "HGMMA.64x64x16.F32 R24, gdesc[UR4], R160, gsb0");
    kernel_expect_fault(&k, HW_FAULT_OPERAND);
    kernel_free(&k);
}

static void warps_are_whole(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "S2R R0, SR_LANEID\nISETP.GT.AND P0, PT, R0, 0x4, PT\n",
         "@P0 HGMMA.64x8x16.F32 R24, gdesc[UR4], RZ, !UPT, gsb0");
    kernel_expect_fault(&k, HW_FAULT_OPERAND);
    kernel_free(&k);
}

static void others_are_not_documented(void **state)
{
    static const char *const products[] = {
        "HGMMA.64x8x16.F32.TF32 R24, gdesc[UR4], RZ, !UPT, gsb0",
        "HGMMA.64x8x8.F32 R24, gdesc[UR4], RZ, !UPT, gsb0",
        "HGMMA.64x8x16.F16.BF16 R24, gdesc[UR4], RZ, !UPT, gsb0",
        "HGMMA.64x8x8.F32.TF32 R24, gdesc[UR4].tnspB, RZ, !UPT, gsb0",
        "HGMMA.INVALID95.F32.BF16 R24, gdesc[UR4], RZ, !UPT, gsb0",
        "HGMMA.SP.64x8x32.F32 R24, gdesc[UR4], RZ, !UPT, R0, 0x2, gsb0",
        "HGMMA.SP.REGOFFSET.64x8x32.F32 R24, gdesc[UR4], RZ, !UPT, R0, 0x0, gsb0",
        "QGMMA.SP.64x8x64.F32.E4M3.E4M3 R24, gdesc[UR4], RZ, !UPT, R0, 0x1, gsb0",
        "WARPGROUPSET.AC UR4",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(products); i++) {
        struct kernel k;

        make(&k, "", products[i]);
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        assert_non_null(strstr(k.result.fault.sentence, "described in public"));
        kernel_free(&k);
    }
}

static uint32_t random_word(void)
{
    static uint64_t seed = 88172645463325252u;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 16);
}

/* Bits of the product change, but for the operation and the guard. */
static void random_words_end(void **state)
{
    static const char *const products[] = {
        "HGMMA.64x64x16.F32 R24, gdesc[UR4], R24, gsb0",
        "HGMMA.SP.64x64x32.F16 R24, R136, gdesc[UR4], R24, R0, 0x0, gsb0",
        "IGMMA.64x192x32.S8.S8 R24, gdesc[UR4], R24, gsb0",
        "QGMMA.64x8x32.F32.E4M3.E5M2 R24, gdesc[UR4], R24, gsb0",
        "QGMMA.SP.64x8x64.F32.E4M3.E4M3 R24, R28, gdesc[UR4], R24, R32, gsb0",
        "BGMMA.64x48x256.AND.POPC R24, R4, gdesc[UR4], R24",
    };

    (void)state;
    for (unsigned i = 0; i < WORDS; i++) {
        struct kernel k;
        char descriptors[160];
        uint32_t change[4] = {0, random_word(), random_word(), random_word()};

        snprintf(descriptors, sizeof descriptors,
                 "UMOV UR4, 0x%x\nUMOV UR5, 0x%x\nUMOV UR6, 0x%x\nUMOV UR7, 0x%x\n",
                 random_word() & 0x003f00ff, random_word() & 0xc000001f, random_word() & 0x003f00ff,
                 random_word() & 0xc00e001f);
        make(&k, descriptors, products[i % COUNT(products)]);
        for (unsigned n = 1; n < 4; n++) {
            uint32_t word;
            uint8_t *at = k.code + 16 * 8 + 4 * n;

            memcpy(&word, at, sizeof word);
            word ^= change[n] & random_word() & random_word();
            memcpy(at, &word, sizeof word);
        }
        kernel_run(&k);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_runs),
        cmocka_unit_test(matrices_are_inside),
        cmocka_unit_test(registers_are_there),
        cmocka_unit_test(warps_are_whole),
        cmocka_unit_test(others_are_not_documented),
        cmocka_unit_test(random_words_end),
    };
    return cmocka_run_group_tests(tests, with_preview, NULL);
}
