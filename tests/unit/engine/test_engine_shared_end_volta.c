/* SPDX-License-Identifier: MIT */
/* Where shared memory ends: behind a block's own there is what the chip's granule adds, and from 8.0 on what
 * the system takes, in which cooperative groups have their words. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BASE         "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"
#define OWN          300u

/* What %reserved_smem_offset_begin, _end, _cap and _1 are compiled to. */
static void test_addresses(void **state)
{
    static const char source[] = BASE
        "S2R R4, SR_SMEMSZ\nIADD3 R5, R4, -c[0x0][0x114], RZ\nMOV R6, c[0x0][0x120]\nMOV R7, c[0x0][0x124]\n"
        "ST.E.64 [R2.64], R4\nST.E.64 [R2.64+0x8], R6\nEXIT\n";
    static const char *const chips[] = {"ga100", "ga102", "ad102"};

    (void)state;
    for (size_t i = 0; i < COUNT(chips); i++) {
        struct kernel k;
        kernel_make(&k, chips[i], source);
        k.launch.shared_bytes = OWN;
        kernel_expect_ok(&k);
        const uint32_t cap = k.out[0], begin = k.out[1], end = k.out[2], groups = k.out[3];
        assert_int_equal(begin, 384);
        assert_int_equal(cap - begin, 1024);
        assert_true(begin <= groups && groups + 288 <= end && end <= cap && groups % 8 == 0);
        kernel_free(&k);
    }
}

/* Accesses at R8, by all kinds of instruction; at the end of one the word is 5.  The first do without a
 * generic address. */
#define OF_SHARED 3
static const char *const accesses[] = {
    "MOV R4, 0x5\nSTS [R8], R4\nLDS R5, [R8]\n",
    "MOV R4, 0x5\nATOMS.ADD RZ, [R8], R4\nLDS R5, [R8]\n",
    "MOV R4, 0x5\nATOMS.EXCH RZ, [R8], R4\nLDS R5, [R8]\n",
    "MOV R4, 0x5\nMOV R10, c[0x0][0x18]\nIADD3 R10, R8, R10, RZ\nMOV R11, c[0x0][0x1c]\n"
    "ST.E [R10.64], R4\nLD.E R5, [R10.64]\n",
    "MOV R4, 0x5\nMOV R10, c[0x0][0x18]\nIADD3 R10, R8, R10, RZ\nMOV R11, c[0x0][0x1c]\n"
    "ATOM.E.ADD.STRONG.GPU PT, R5, [R10.64], R4\nLDS R5, [R8]\n",
};

static void make(struct kernel *k, const char *chip, const char *access, uint32_t at, const char *before)
{
    const bool volta = strcmp(chip, "gv100") == 0;
    char source[512];

    snprintf(source, sizeof source, BASE "%sMOV R8, 0x%x\n%s%s, R5\nEXIT\n", before, at, access,
             volta ? "ST.E.SYS [R2]" : "ST.E [R2.64]");
    kernel_make(k, chip, source);
    k->launch.shared_bytes = OWN;
}

static void expect(const char *chip, const char *access, uint32_t at, bool exists, bool counted)
{
    struct kernel k;

    make(&k, chip, access, at, "");
    if (exists) {
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 5);
        if ((k.result.stats.behind_shared != 0) != counted)
            fail_msg("%s, 0x%x: %u behind", chip, at, (unsigned)k.result.stats.behind_shared);
    } else {
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        assert_int_equal(k.result.stats.behind_shared, 0);
    }
    kernel_free(&k);
    make(&k, chip, access, at, "");
    k.launch.limits.strict = true;
    if (exists && !counted)
        kernel_expect_ok(&k);
    else
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    kernel_free(&k);
}

static void test_accesses(void **state)
{
    (void)state;
    for (size_t i = 0; i < OF_SHARED; i++) {
        expect("gv100", accesses[i], OWN - 4, true, false);
        expect("gv100", accesses[i], OWN, true, true);
        expect("gv100", accesses[i], 508, true, true);
        expect("gv100", accesses[i], 512, false, false);
    }
    for (size_t i = 0; i < COUNT(accesses); i++) {
        expect("ga100", accesses[i], OWN - 4, true, false);
        expect("ga100", accesses[i], OWN, true, true);
        expect("ga100", accesses[i], 384 + 1020, true, true);
        expect("ga100", accesses[i], 384 + 1024, false, false);
    }
}

/* A word of a fixed address, and lines of matrices. */
static void test_other_accesses(void **state)
{
    static const char *const texts[] = {"LDS R5, [RZ+0x130]\n", "LDSM.16.M88 R5, [R8]\n",
                                        "STS.64 [RZ+0x128], R4\n"};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct kernel k;
        make(&k, "ga100", texts[i], 0x130, "");
        k.launch.block[0] = 32;
        kernel_expect_ok(&k);
        assert_int_not_equal(k.result.stats.behind_shared, 0);
        k.launch.limits.strict = true;
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        kernel_free(&k);
    }
}

/* Who asks where cooperative groups have their words may use these. */
static void test_groups(void **state)
{
    static const char named[] = "MOV R9, c[0x0][0x124]\n";

    (void)state;
    for (size_t i = 0; i < COUNT(accesses); i++) {
        struct kernel k;
        make(&k, "ga100", accesses[i], 384 + 512 + 284, named);
        k.launch.limits.strict = true;
        kernel_expect_ok(&k);
        assert_true(k.out[0] == 5 && k.result.stats.behind_shared == 0);
        kernel_free(&k);
        make(&k, "ga100", accesses[i], 384 + 512 + 288, named);
        k.launch.limits.strict = true;
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        kernel_free(&k);
        make(&k, "ga100", accesses[i], 384 + 512, "");
        k.launch.limits.strict = true;
        kernel_expect_fault(&k, HW_FAULT_ADDRESS);
        kernel_free(&k);
    }
}

/* What a block leaves there no other finds. */
static void test_zeros(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "ga100",
         "S2R R0, SR_CTAID.X\nLDS R5, [R8]\nIADD3 R6, R5, 0x1, RZ\nSTS [R8], R6\n"
         "IMAD.WIDE.U32 R2, R0, 0x4, R2\n",
         OWN + 8, "");
    k.launch.grid[0] = 40;
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(k.out[i], 0);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_other_accesses), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
