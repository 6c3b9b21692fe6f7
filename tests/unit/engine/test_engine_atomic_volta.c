/* SPDX-License-Identifier: MIT */
/* Atomics of Volta and later that compiled programs reach only in part: arrivals at a barrier in memory,
 * atomics that say whether they were done, atomics in local memory, and sizes that no chip has. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BASE         "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"

/* A barrier at the beginning of shared memory that expects so many arrivals, of which so many are pending. */
static void make(struct kernel *k, const char *chip, unsigned expected, unsigned pending,
                 const char *arrivals)
{
    char source[1024];

    snprintf(source, sizeof source,
             BASE "MOV R4, 0x%x\nMOV R5, 0x%x\nSTS.64 [RZ], R4\n%s"
                  "LDS.64 R4, [RZ]\nST.E.64 [R2.64], R4\nST.E.64 [R2.64+0x8], R8\nEXIT\n",
             (1u << 30) - expected, (1u << 31) - pending, arrivals);
    kernel_make(k, chip, source);
}

static void test_arrivals(void **state)
{
    static const struct {
        unsigned expected, pending;
        const char *text;
        uint32_t lower, upper, found;
    } cases[] = {
        {5, 5, "ATOMS.ARRIVE.64 R8, [URZ]\n", 0x3ffffffb, 0x7ffffffc, 0x7ffffffb},
        {5, 2, "ATOMS.ARRIVE.64 R8, [URZ]\n", 0x3ffffffb, 0x7fffffff, 0x7ffffffe},
        {5, 1, "ATOMS.ARRIVE.64 R8, [URZ]\n", 0x3ffffffb, 0xfffffffb, 0x7fffffff},
        {1, 1, "ATOMS.ARRIVE.64 R8, [URZ]\nATOMS.ARRIVE.64 R8, [URZ]\n", 0x3fffffff, 0x7fffffff, 0xffffffff},
        {5, 1, "ATOMS.POPC.INC.32 RZ, [URZ]\nATOMS.ARRIVE.64 R8, [URZ]\n", 0x3ffffffc, 0xfffffffc,
         0x7fffffff},
        {0xfffff, 1, "ATOMS.ARRIVE.64 R8, [URZ]\n", 0x3ff00001, 0xfff00001, 0x7fffffff},
        {3, 1, "MOV R8, RZ\nMOV R9, RZ\nARRIVES.LDGSTSBAR.64 [URZ]\n", 0x3ffffffd, 0xfffffffd, 0},
        {3, 1,
         "MOV R6, RZ\nMOV R7, c[0x0][0x18]\nIADD3 R6, R7, RZ, RZ\nMOV R7, c[0x0][0x1c]\n"
         "ATOM.E.ARRIVE.64.STRONG.SM PT, R8, [R6.64+URZ]\n",
         0x3ffffffd, 0xfffffffd, 0x7fffffff},
    };
    static const char *const chips[] = {"ga100", "ga102", "ad102"};

    (void)state;
    for (size_t i = 0; i < COUNT(cases) * COUNT(chips); i++) {
        const size_t n = i / COUNT(chips);
        struct kernel k;

        make(&k, chips[i % COUNT(chips)], cases[n].expected, cases[n].pending, cases[n].text);
        kernel_expect_ok(&k);
        if (k.out[0] != cases[n].lower || k.out[1] != cases[n].upper || k.out[3] != cases[n].found)
            fail_msg("case %zu: 0x%x 0x%x, found 0x%x", n, k.out[0], k.out[1], k.out[3]);
        kernel_free(&k);
    }
}

/* Lanes arrive one after the other: each finds one arrival fewer pending. */
static void test_lanes(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100",
                BASE
                "S2R R0, SR_TID.X\nIMAD.WIDE.U32 R2, R0, 0x4, R2\nMOV R4, 0x3fffffe0\nMOV R5, 0x7fffffe0\n"
                "STS.64 [RZ], R4\nATOMS.ARRIVE.64 R8, [URZ]\nIADD3 R9, -R9, -0x80000000, RZ\n"
                "ST.E [R2.64], R9\nEXIT\n");
    k.launch.block[0] = 32;
    kernel_expect_ok(&k);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(k.out[lane], 32 - lane);
    kernel_free(&k);
}

/* Lane 0's word is in global memory, lane 1's in shared memory, lane 2's in its own. */
static void test_done(void **state)
{
    static const char source[] =
        BASE "S2R R0, SR_TID.X\nMOV R4, 0x10\nST.E [R2.64], R4\nSTS [RZ], R4\nMOV R12, 0xffffc0\nSTL [R12], "
             "R4\nMOV R1, 0x7\n"
             "MOV R10, R2\nMOV R11, R3\n"
             "ISETP.EQ.U32.AND P0, PT, R0, 0x1, PT\n@P0 MOV R2, c[0x0][0x18]\n@P0 MOV R3, c[0x0][0x1c]\n"
             "ISETP.EQ.U32.AND P0, PT, R0, 0x2, PT\n@P0 IADD3 R2, R12, c[0x0][0x20], RZ\n@P0 MOV R3, "
             "c[0x0][0x24]\n"
             "ATOM.E.ADD.STRONG.GPU P1, R6, [R2.64], R1\n"
             "LD.E R7, [R2.64]\nSEL R8, R1, RZ, P1\nIMAD.WIDE.U32 R10, R0, 0x10, R10\n"
             "ST.E [R10.64+0x10], R6\nST.E [R10.64+0x14], R7\nST.E [R10.64+0x18], R8\nEXIT\n";
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100", source);
    k.launch.block[0] = 3;
    k.launch.local_bytes = 64;
    kernel_expect_ok(&k);
    for (unsigned lane = 0; lane < 3; lane++) {
        if (lane < 2)
            assert_int_equal(k.out[4 + lane * 4], 0x10);
        assert_int_equal(k.out[5 + lane * 4], lane < 2 ? 0x17 : 0x10);
        assert_int_equal(k.out[6 + lane * 4], lane < 2 ? 7 : 0);
    }
    kernel_free(&k);
}

/* Without a predicate, an atomic in local memory is done there: in each thread's own. */
static void test_local(void **state)
{
    static const char source[] = BASE
        "S2R R0, SR_TID.X\nMOV R12, 0xffffd0\nSTL [R12], R0\nMOV R6, 0x5\nSTL [R12+0x8], R6\nSTL [R12+0xc], "
        "R0\nIADD3 R10, R12, c[0x0][0x20], RZ\nMOV R11, c[0x0][0x24]\nMOV R4, 0x10\nMOV R5, RZ\n"
        "ATOM.E.ADD.STRONG.GPU PT, R8, [R10.64], R4\nMOV R4, -0x1\n"
        "ATOM.E.ADD.64.STRONG.GPU PT, R6, [R10.64+0x8], R4\n"
        "LDL R14, [R12]\nLDL R15, [R12+0xc]\nIMAD.WIDE.U32 R2, R0, 0x10, R2\n"
        "ST.E [R2.64], R8\nST.E [R2.64+0x4], R14\nST.E [R2.64+0x8], R6\nST.E [R2.64+0xc], R15\nEXIT\n";
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100", source);
    k.launch.block[0] = 64;
    k.launch.local_bytes = 64;
    kernel_expect_ok(&k);
    for (unsigned thread = 0; thread < 64; thread++) {
        const uint32_t *word = k.out + 4 * thread;
        assert_true(word[0] == thread && word[1] == thread + 16);
        assert_true(word[2] == 5 && word[3] == thread + 1); /* 5 + 0xffffffff carries */
    }
    assert_int_equal(k.result.stats.local_atomics, 2 * 64);
    kernel_free(&k);
}

/* A sum of singles flushes denormals in global memory and keeps them in shared and local memory. */
static void test_denormals(void **state)
{
    static const char source[] =
        BASE "MOV R4, 0x8000\nMOV R12, 0xffffd0\nST.E [R2.64], R4\nSTS [RZ], R4\nSTL [R12], R4\n"
             "MOV R6, RZ\nMOV R7, c[0x0][0x18]\nIADD3 R6, R7, RZ, RZ\nMOV R7, c[0x0][0x1c]\n"
             "IADD3 R10, R12, c[0x0][0x20], RZ\nMOV R11, c[0x0][0x24]\n"
             "ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R8, [R2.64], R4\n"
             "ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R8, [R6.64], R4\n"
             "ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R9, [R10.64], R4\n"
             "LDS R8, [RZ]\nLDL R9, [R12]\nST.E.64 [R2.64+0x8], R8\nEXIT\n";
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100", source);
    k.launch.local_bytes = 64;
    k.launch.shared_bytes = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0);
    assert_int_equal(k.out[2], 0x10000);
    assert_int_equal(k.out[3], 0x10000);
    kernel_free(&k);
}

static void test_refused(void **state)
{
    static const char *const texts[] = {
        "ATOMS.ARRIVE.???3 R8, [URZ]",         "ATOM.E.ARRIVE.???0 PT, R8, [R2.64+URZ]",
        "ARRIVES.LDGSTSBAR.???4 [URZ]",        "ARRIVES.???1.64 [URZ]",
        "ATOMS.POPC.INC.???2 R8, [URZ]",       "ATOM.E.ADD.INVALID7 PT, R8, [R2.64], R4",
        "ATOMS.CAS.INVALID3 R8, [RZ], R4, R5", "ATOMG.E.ADD P1, R8, [R2.64], R4",
    };
    char source[256];

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct kernel k;

        snprintf(source, sizeof source, BASE "%s\nEXIT\n", texts[i]);
        kernel_make(&k, "ga100", source);
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrivals), cmocka_unit_test(test_lanes),     cmocka_unit_test(test_done),
        cmocka_unit_test(test_local),    cmocka_unit_test(test_denormals), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
