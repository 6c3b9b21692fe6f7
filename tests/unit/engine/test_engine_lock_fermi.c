/* SPDX-License-Identifier: MIT */
/* Locked accesses of Fermi and Kepler: what compilers build atomics in shared memory of. */
#include "fermi.h"

/* Add one to the word at R4 under its lock, as compilers of the day did: GF100 tries again where it did not
 * get the lock, later chips where the store was not done. */
#define ADD_GF100                                                                             \
    "SSY @out\nloop: LDSLK P0, R5, [R4]\n@P0 IADD R5, R5, 0x1\n@P0 STSUL [R4], R5\n@!P0 BRA " \
    "@loop\nJOIN\nout: "
#define ADD_GK104                                                                                   \
    "SSY @out\nloop: PSETP.AND.AND P1, PT, PT, PT, !PT\nLDSLK P0, R5, [R4]\n@P0 IADD R5, R5, 0x1\n" \
    "@P0 STSCUL P1, [R4], R5\n@!P1 BRA @loop\nJOIN\nout: "

static const char *const add[] = {ADD_GF100, ADD_GK104, ADD_GK104};

/* `before` puts an address into R4; at the end thread 0 .. 7 store the first eight words of shared memory. */
static void run_adds(unsigned chip, const char *before, const uint32_t expected[8])
{
    struct kernel k;
    char source[2048];

    snprintf(source, sizeof source, START "%s%sBARRIER\nSHL R4, R0, 0x2\nLDS R5, [R4]\n" STORE("R5") END,
             before, add[chip]);
    fermi_make(&k, chip, 200, source);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 8; i++)
        if (k.out[i] != expected[i])
            fail_msg("%s, word %u: %u, expected %u", fermi_chips[chip].chip, i, k.out[i], expected[i]);
    kernel_free(&k);
}

/* All threads on one word; on eight; by every fourth thread. */
static void test_adds(void **state)
{
    static const uint32_t one[8] = {200}, eight[8] = {25, 25, 25, 25, 25, 25, 25, 25}, fourth[8] = {0, 50};

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        run_adds(chip, "MOV R4, RZ\n", one);
        run_adds(chip, "LOP.AND R4, R0, 0x7\nSHL R4, R4, 0x2\n", eight);
        run_adds(chip, "MOV32I R4, 0x4\nLOP.AND R5, R0, 0x3\nISETP.NE.AND P0, PT, R5, 0x1, PT\n@P0 EXIT\n",
                 fourth);
    }
    hw_fact("SF-193");
}

/* Lanes of a warp that all want the word of lane 0: one gets it, and the word as it was is everybody's. */
static void test_one_wins(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 32,
                   START "MOV32I R5, 0x77\nSTS [0x40], R5\nLDSLK P0, R5, [0x40]\nSEL R6, R5, RZ, P0\n" STORE(
                       "R6") "ST.E [R2+0x80], R5\n" END);
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 32; i++) {
            assert_int_equal(k.out[i], i == 0 ? 0x77 : 0);
            assert_int_equal(k.out[32 + i], 0x77);
        }
        kernel_free(&k);
    }
}

/* The store of GK104 on: without the lock it is not done. */
static void test_conditional_store(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = GK104; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 1,
                   START
                   "MOV32I R4, 0x11\nMOV32I R5, 0x22\nSTS [0x8], R4\nSTSCUL P1, [0x8], R5\nLDS R6, [0x8]\n"
                   "SEL R7, R6, RZ, !P1\n" STORE(
                       "R7") "LDSLK P0, R6, [0x8]\nSTSCUL P1, [0x8], R5\nLDS R6, [0x8]\nSEL R7, R6, RZ, P1\n"
                             "ST.E [R2+0x4], R7\nSTSCUL P1, [0x8], R4\nLDS R6, [0x8]\nSEL R7, R6, RZ, !P1\n"
                             "ST.E [R2+0x8], R7\n" END);
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 0x11);
        assert_int_equal(k.out[1], 0x22);
        assert_int_equal(k.out[2], 0x22);
        kernel_free(&k);
    }
}

/* Wide and narrow ones. */
static void test_widths(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(
            &k, chip, 1,
            chip == GF100 ? START
                "MOV32I R4, 0x81828384\nMOV32I R5, 0x91929394\nLDSLK.64 P0, R6, [0x8]\n"
                "STSUL.64 [0x8], R4\nLDSLK.64 P1, R6, [0x8]\n@P0 ST.E.64 [R2], R6\n"
                "LDSLK.S8 P1, R8, [0x9]\nSTSUL.U16 [0xa], R5\nSEL R8, R8, RZ, !P1\nST.E [R2+0x8], R8\n"
                "LDS R9, [0x8]\nST.E [R2+0xc], R9\n" END
                          : START
                "MOV32I R4, 0x81828384\nMOV32I R5, 0x91929394\nLDSLK.64 P0, R6, [0x8]\n"
                "STSCUL.64 P2, [0x8], R4\nLDSLK.64 P1, R6, [0x8]\n@P2 ST.E.64 [R2], R6\n"
                "LDSLK.S8 P1, R8, [0x9]\nSTSCUL.U16 P2, [0xa], R5\nSEL R8, R8, RZ, !P1\nST.E [R2+0x8], R8\n"
                "LDS R9, [0x8]\n@P2 ST.E [R2+0xc], R9\n" END);
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 0x81828384);
        assert_int_equal(k.out[1], 0x91929394);
        assert_int_equal(k.out[2], 0xffffff83);
        assert_int_equal(k.out[3], 0x93948384);
        kernel_free(&k);
    }
}

/* GF100: two locks at once at generic addresses, as its compilers swap pairs of words in shared memory; here
 * each thread adds 2^32 + 1 to one of two pairs. */
static void test_two_locks(void **state)
{
    struct kernel k;

    (void)state;
    fermi_make(&k, GF100, 96,
               START
               "LOP.AND R4, R0, 0x1\nSHL R4, R4, 0x3\nIADD R4, R4, SWIN\nSSY @out\n"
               "loop: PSETP.AND.AND P1, PT, PT, PT, !PT\nLDLK P0, R6, [R4]\n@P0 LDLK P1, R7, [R4+0x4]\n"
               "@P1 IADD R6.CC, R6, 0x1\n@P1 IADD.X R7, R7, 0x1\n@P0 STUL [R4], R6\n@P1 STUL [R4+0x4], R7\n"
               "@!P1 BRA @loop\nJOIN\nout: BARRIER\nSHL R4, R0, 0x2\n"
               "ISETP.LT.AND P0, PT, R0, 0x4, PT\n@P0 LDS R5, [R4]\n@P0 " STORE("R5") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(k.out[i], 48);
    kernel_free(&k);
}

/* GF100: a lock of a word of global memory, for all blocks. */
static void test_global_lock(void **state)
{
    struct kernel k;

    (void)state;
    fermi_make(&k, GF100, 64,
               "MOV R4, OUT_LOW\nSSY @out\nloop: LDLK P0, R5, [R4+0x20]\n@P0 IADD R5, R5, 0x3\n@P0 STUL "
               "[R4+0x20], R5\n"
               "@!P0 BRA @loop\nJOIN\nout: EXIT\n");
    k.launch.grid[0] = 20;
    k.launch.host.workers = 4;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[8], 20 * 64 * 3);
    assert_int_equal(k.result.stats.workers, 1);
    kernel_free(&k);
}

static void test_faults(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_expect_fault(chip, "LDSLK P0, R4, [0x400]", HW_FAULT_ADDRESS, "s[0x400] (1024 bytes exist)");
        fermi_expect_fault(chip, "LDSLK.64 P0, R4, [0x4]", HW_FAULT_MISALIGNED, "no multiple of 8");
    }
    fermi_expect_fault(GF100, "STSUL [0x2], R4", HW_FAULT_MISALIGNED, "no multiple of 4");
    fermi_expect_fault(GF100, "LDLK P0, R4, [0x10]", HW_FAULT_ADDRESS, "[0x000000010]");
    fermi_expect_fault(GF100, "MOV R4, SWIN\nSTUL [R4+0x400], R4", HW_FAULT_ADDRESS, "outside");
    fermi_expect_fault(GF100, "MOV R4, LWIN\nLDLK P0, R5, [R4]", HW_FAULT_ADDRESS, "outside");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adds),
        cmocka_unit_test(test_one_wins),
        cmocka_unit_test(test_conditional_store),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_two_locks),
        cmocka_unit_test(test_global_lock),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
