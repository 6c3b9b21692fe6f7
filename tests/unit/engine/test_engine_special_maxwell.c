/* SPDX-License-Identifier: MIT */
/* Special registers of Maxwell and Pascal: names, and what each reads.
 *
 * Decisions where NVIDIA's description contradicts itself stand with the tests that show them. */
#include "maxwell_special.h"

#include "machine/chip/sm_location.h"

static void expect_masks(uint32_t eq, uint32_t lt, uint32_t le, uint32_t gt, uint32_t ge, unsigned lane)
{
    assert_int_equal(eq, 1u << lane);
    assert_int_equal(lt, (1u << lane) - 1);
    assert_int_equal(eq | lt, le);
    assert_int_equal(gt, ~le);
    assert_int_equal(ge, ~lt);
    assert_int_equal(lt ^ ge, 0xffffffff);
    assert_int_equal(eq & lt, 0);
}

static void test_lane_masks(void **state)
{
    struct kernel k[5];
    (void)state;

    for (unsigned i = 0; i < 5; i++) {
        read_number(&k[i], 64, "S2R", 56 + i);
        kernel_expect_ok(&k[i]);
    }
    for (unsigned t = 0; t < 64; t++)
        expect_masks(k[0].out[t], k[1].out[t], k[2].out[t], k[3].out[t], k[4].out[t], t % 32);
    assert_int_equal(k[1].out[0], 0);
    assert_int_equal(k[2].out[0], 1);
    assert_int_equal(k[3].out[0], 0xfffffffe);
    assert_int_equal(k[0].out[31], 0x80000000);
    assert_int_equal(k[3].out[31], 0);
    for (unsigned i = 0; i < 5; i++)
        kernel_free(&k[i]);
    hw_fact("SF-486");
    hw_fact("SF-487");
    hw_fact("SF-488");
    hw_fact("SF-489");
    hw_fact("SF-490");
    hw_fact("SF-510");
}

/* SR0 is the lane; both instructions move a special register to Rd, CS2R only those of its set. */
static void test_lane(void **state)
{
    struct kernel k;
    (void)state;

    read_with(&k, 96, "", "S2R R4, SR_LaneId");
    kernel_expect_ok(&k);
    for (unsigned t = 0; t < 96; t++)
        assert_int_equal(k.out[t], t % 32);
    kernel_free(&k);
    read_number(&k, 96, "S2R", 3);
    kernel_expect_ok(&k);
    for (unsigned t = 0; t < 96; t++)
        assert_int_equal(k.out[t] & 0x1f, t % 32);
    kernel_free(&k);
    hw_fact("SF-440");
}

/* SR2: the chip as a program sees it.  32 blocks a multiprocessor do not fit four bits; the upper field has
 * the rest. */
static void test_virtual_config(void **state)
{
    static const struct {
        const char *chip;
        uint32_t mps;
    } chips[] = {{"gm107", 5}, {"gm204", 16}, {"gp104", 20}, {"gp100", 60}};
    (void)state;

    for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
        struct kernel k;
        kernel_make(&k, chips[i].chip, START "S2R R4, SR_VirtCfg\n" STORE("R4") END);
        kernel_expect_ok(&k);
        const uint32_t value = k.out[0];
        assert_int_equal(value & 0x3f, 32);
        assert_int_equal(value >> 6 & 3, 0);
        assert_int_equal(value >> 8 & 0x7f, 64);
        assert_int_equal(value >> 15 & 1, 0);
        assert_int_equal((value >> 16 & 0xf) | (value >> 29 & 3) << 4, 32);
        assert_int_equal(value >> 20 & 0x1ff, k.chip->tps * k.chip->mps_per_tp);
        if (strcmp(chips[i].chip, "gp100") != 0) /* boards of it have some units switched off */
            assert_int_equal(value >> 20 & 0x1ff, chips[i].mps);
        assert_int_equal(value >> 31, 0);
        kernel_free(&k);
    }
    hw_fact("SF-442");
    hw_fact("SF-443");
    hw_fact("SF-444"); /* of chips before SPA 3.0 none has this register here */
    hw_fact("SF-445");
    hw_fact("SF-516"); /* decided: 64 from compute capability 3.0 on, as NVIDIA's tables say */
    hw_fact("SF-517"); /* decided: 32 blocks, in the two fields */
}

/* SR3: the fields lie where SR2's do, and stay below its numbers. */
static void test_virtual_id(void **state)
{
    struct kernel k;
    uint32_t warps[64] = {0};
    (void)state;

    make(&k, 256,
         "S2R R0, SR_TID.X\nS2R R6, SR_CTAID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n"
         "SHL R7, R6, 0x8\nIADD R0, R0, R7\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
         "S2R R4, SR_VirtId\n" STORE("R4") END);
    k.launch.grid[0] = 16;
    kernel_expect_ok(&k);
    for (uint32_t t = 0; t < 16 * 256; t++) {
        const uint32_t value = k.out[t], warp = value >> 8 & 0x7f, block = value >> 16 & 0xf;
        assert_int_equal(value & 0x1f, t % 32);
        assert_int_equal(value >> 5 & 7, 0);
        assert_true(warp < 64); /* bit 14 stays 0: before SPA 5.3 the field ends at bit 13 */
        assert_int_equal(warp % 8, t / 32 % 8);
        assert_int_equal(warp / 8, block);
        assert_int_equal(value >> 15 & 1, 0);
        assert_int_equal(value >> 20 & 0x1ff, t / 256 % 5); /* five multiprocessors, taken in turn */
        assert_int_equal(block, t / 256 / 5 % 8);           /* eight blocks of eight warps fit */
        assert_int_equal(value >> 29 & 3, 0);
        assert_int_equal(value >> 31, 0);
        warps[warp]++;
    }
    assert_int_equal(warps[0], 32 * 5);
    kernel_free(&k);
    hw_fact("SF-446");
    hw_fact("SF-447");
}

/* Performance counters: 40 bits, of which the upper eight stay at 0xff. */
static void test_counters(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++)
        for (unsigned coupled = 0; coupled < 2; coupled++) {
            struct kernel k;
            const uint64_t counter = i == 5 ? 0x12345678901ull : 0x1122334450ull + i;
            read_number(&k, 32, coupled ? "CS2R" : "S2R", 4 + i);
            k.launch.pm[i] = counter;
            kernel_expect_ok(&k);
            assert_int_equal(k.out[7], (uint32_t)counter);
            kernel_free(&k);
            read_number(&k, 32, coupled ? "CS2R" : "S2R", 72 + i);
            k.launch.pm[i] = counter;
            kernel_expect_ok(&k);
            assert_int_equal(k.out[7], i == 5 ? 0xff : 0x11);
            kernel_free(&k);
        }
    hw_fact("SF-448");
    hw_fact("SF-449");
    hw_fact("SF-497");
    hw_fact("SF-498");
    hw_fact("SF-514"); /* the second text of SR76..79 lacks only what the first says about resetting them */
    hw_fact("SF-515"); /* decided: one value in bits 7:0 */
}

/* Thread coordinates, packed and apart. */
static void test_thread_ids(void **state)
{
    static const char *const insn[] = {"S2R R4, SR_Tid", "S2R R4, SR_Tid.X", "S2R R4, SR_Tid.Y",
                                       "S2R R4, SR_Tid.Z"};
    (void)state;

    for (unsigned i = 0; i < 4; i++) {
        struct kernel k;
        char source[512];
        /* the number of the thread is x + 16 y + 64 z */
        snprintf(
            source, sizeof source,
            "S2R R5, SR_TID.Y\nS2R R6, SR_TID.Z\nS2R R0, SR_TID.X\nISCADD R0, R5, R0, 0x4\nISCADD R0, R6, "
            "R0, 0x6\n"
            "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
            "%s\n" STORE("R4") END,
            insn[i]);
        make(&k, 16, source);
        k.launch.block[1] = 4;
        k.launch.block[2] = 8;
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 512; t++) {
            const uint32_t x = t % 16, y = t / 16 % 4, z = t / 64;
            const uint32_t expected[] = {x | y << 16 | z << 26, x, y, z};
            assert_int_equal(k.out[t], expected[i]);
        }
        kernel_free(&k);
    }
    hw_fact("SF-465");
    hw_fact("SF-466");
    hw_fact("SF-467");
    hw_fact("SF-468");
    hw_fact("SF-511"); /* $r0 of Tesla is test_engine_registers' */
    hw_fact("SF-520"); /* x has eleven bits though 1024 threads need ten: the eleventh is never set */
}

static void test_block_ids(void **state)
{
    static const char *const insn[] = {"S2R R4, SR_CTAid.X", "S2R R4, SR_CTAid.Y", "S2R R4, SR_CTAid.Z"};
    (void)state;

    for (unsigned i = 0; i < 3; i++) {
        struct kernel k;
        char source[512];
        snprintf(
            source, sizeof source,
            "S2R R0, SR_CTAID.X\nS2R R5, SR_CTAID.Y\nS2R R6, SR_CTAID.Z\nISCADD R0, R5, R0, 0x2\nISCADD R0, "
            "R6, R0, 0x4\n"
            "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
            "%s\n" STORE("R4") END,
            insn[i]);
        make(&k, 1, source);
        k.launch.grid[0] = 4;
        k.launch.grid[1] = 4;
        k.launch.grid[2] = 5;
        kernel_expect_ok(&k);
        for (uint32_t b = 0; b < 80; b++) {
            const uint32_t expected[] = {b % 4, b / 4 % 4, b / 16};
            assert_int_equal(k.out[b], expected[i]);
        }
        kernel_free(&k);
    }
    hw_fact("SF-470");
    hw_fact("SF-471");
    hw_fact("SF-472");
}

/* SR40 and SR42 count threads: 32 less for each warp that has ended, whatever it had.
 *
 * A block of 100 threads: three whole warps and one of four threads.  `first` says which warp ends before the
 * others read; in another one half of the threads have ended, which changes nothing. */
static void read_counts(const char *first, uint32_t *threads, uint32_t *alive)
{
    struct kernel k;
    char source[1024];

    snprintf(
        source, sizeof source,
        START
        "SHR.U32 R5, R0, 0x5\nISETP.EQ.AND P0, PT, R5, %s, PT\n@P0 EXIT\n"
        "LOP.AND R6, R0, 0x3f\nISETP.GE.AND P1, PT, R6, 0x30, PT\n@P1 EXIT\n" /* half of warp 1 */
        "BAR.SYNC 0x0\nS2R R4, SR_NTid\nS2R R6, SR_NLATC\nBAR.SYNC 0x0\nXMAD.PSL R4, R6, 0x1, R4\n" STORE(
            "R4") END,
        first);
    make(&k, 100, source);
    kernel_expect_ok(&k);
    *threads = k.out[64] & 0xffff;
    *alive = k.out[64] >> 16;
    kernel_free(&k);
}

static void test_thread_counts(void **state)
{
    uint32_t threads, alive;
    (void)state;

    read_counts("0x9", &threads, &alive); /* nobody */
    assert_int_equal(threads, 100);
    assert_int_equal(alive, 128);
    assert_int_equal(alive - threads, 32 - 100 % 32);
    hw_fact("SF-512");                    /* decided: the difference is 32 - ThreadCount mod 32 */
    read_counts("0x0", &threads, &alive); /* a whole warp */
    assert_int_equal(threads, 68);
    assert_int_equal(alive, 96);
    hw_fact("SF-473");
    hw_fact("SF-476");
    read_counts("0x3", &threads, &alive); /* the warp of four: 96 threads are left, 28 more than SR40 says */
    assert_int_equal(threads, 68);
    assert_int_equal(alive, 96);
    hw_fact("SF-474");
    hw_fact("SF-513"); /* decided: short once the partial warp has ended, exact before */
}

/* Windows, sizes and banks. */
static void test_memory_registers(void **state)
{
    struct kernel k;
    (void)state;

    assert_int_equal(value_of("S2R", 48), HW_SHARED_WINDOW);
    assert_int_equal(value_of("S2R", 48) & 0x00ffffff, 0);
    hw_fact("SF-478");
    assert_int_equal(value_of("S2R", 49), 1 << 24);
    hw_fact("SF-479");
    assert_int_equal(value_of("S2R", 51), 1 << 5);
    hw_fact("SF-481");
    assert_int_equal(value_of("S2R", 52), HW_LOCAL_WINDOW);
    assert_int_equal(value_of("S2R", 52) & 0x00ffffff, 0);
    hw_fact("SF-482");
    assert_int_equal(value_of("S2R", 53), 1 << 24);
    hw_fact("SF-483");

    read_number(&k, 32, "S2R", 50);
    k.launch.shared_bytes = 1000;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0] % 128, 0);
    assert_true(k.out[0] >= 1000 && k.out[0] < 1000 + 256);
    kernel_free(&k);
    hw_fact("SF-480");

    read_with(&k, 32, "S2R R5, SR54\nSHL R5, R5, 0x1\n", "S2R R4, SR55\nIADD R4, R4, R5");
    k.launch.local_bytes = 100;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], (1 << 24) - 112); /* no low part; the high part in multiples of 16 */
    kernel_free(&k);
    assert_int_equal(value_of("S2R", 54), 0);
    hw_fact("SF-484");
    hw_fact("SF-485");

    read_with(&k, 32, "", "S2R R4, SR_RegAlloc");
    k.launch.code.registers = 200;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 200);
    kernel_free(&k);
    hw_fact("SF-491");
}

/* Which GPC a block's multiprocessor belongs to, in byte 0. */
static void test_affinity(void **state)
{
    struct kernel k;
    (void)state;

    kernel_make(&k, "gp104",
                "S2R R0, SR_CTAID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n"
                "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\nS2R R4, SR_AFFINITY\n" STORE("R4") END);
    k.launch.grid[0] = 40;
    kernel_expect_ok(&k);
    for (uint32_t b = 0; b < 40; b++) {
        assert_int_equal(k.out[b], hw_sm_location_of_block(k.chip, b).tp);
        assert_true(k.out[b] < k.chip->tps);
    }
    kernel_free(&k);
    hw_fact("SF-462");
}

/* Clocks grow, are the same for both instructions, and start again with each run. */
static void test_clocks(void **state)
{
    struct kernel k;
    (void)state;

    read_with(&k, 32, "CS2R R5, SR_ClockLo\nNOP\nNOP\nS2R R6, SR_ClockLo\n", "IADD R4, R6, -R5");
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 3 * 11);
    kernel_free(&k);
    hw_fact("SF-499");
    assert_int_equal(value_of("CS2R", 81), 0);
    hw_fact("SF-500");

    read_with(&k, 32,
              "CS2R R5, SR_GlobalTimerLo\nMOV R6, RZ\nloop: IADD R6, R6, 0x1\n"
              "ISETP.LT.AND P0, PT, R6, 0x64, PT\n@P0 BRA @loop\n",
              "CS2R R6, SR_GlobalTimerLo\nLOP.OR R7, R5, R6\nLOP.AND R7, R7, 0x1f\nIADD R4, R6, -R5\n"
              "ISETP.NE.AND P0, PT, R7, RZ, PT\n@P0 MOV R4, RZ");
    kernel_expect_ok(&k);
    const uint32_t expected = (uint32_t)(300 * 11 * UINT64_C(1000000) / k.chip->shader_clock_khz);
    assert_in_range(k.out[0], expected - 32, expected + 64); /* some 300 instructions, in steps of 32 */
    assert_int_equal(k.out[0] % 32, 0);
    uint32_t first = k.out[0];
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], first);
    kernel_free(&k);
    hw_fact("SF-501");
    assert_int_equal(value_of("CS2R", 83), 0);
    hw_fact("SF-502");
    hw_fact("SF-523"); /* each instruction is a nanosecond of the timer */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lane_masks),       cmocka_unit_test(test_lane),
        cmocka_unit_test(test_virtual_config),   cmocka_unit_test(test_virtual_id),
        cmocka_unit_test(test_counters),         cmocka_unit_test(test_thread_ids),
        cmocka_unit_test(test_block_ids),        cmocka_unit_test(test_thread_counts),
        cmocka_unit_test(test_memory_registers), cmocka_unit_test(test_affinity),
        cmocka_unit_test(test_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
