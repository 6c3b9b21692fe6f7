/* Special registers of Maxwell and Pascal: names, and what each reads.
 *
 * Decisions where NVIDIA's description contradicts itself stand with the tests that show them. */
#include "maxwell.h"

#include <halfwarp/sched.h>

#include "machine/place.h"

/* Run `before`, then read a register with an instruction into each thread's word. */
static void read_with(struct kernel *k, uint32_t threads, const char *before, const char *insn)
{
    char source[1024];

    snprintf(source, sizeof source, START "%s%s\n" STORE("R4") END, before, insn);
    make(k, threads, source);
}

static void read_number(struct kernel *k, uint32_t threads, const char *mnemonic, unsigned number)
{
    char insn[32];

    snprintf(insn, sizeof insn, "%s R4, SR%u", mnemonic, number);
    read_with(k, threads, "", insn);
}

/* What lane 0 of one warp reads. */
static uint32_t value_of(const char *mnemonic, unsigned number)
{
    struct kernel k;

    read_number(&k, 32, mnemonic, number);
    kernel_expect_ok(&k);
    uint32_t value = k.out[0];
    for (unsigned l = 1; l < 32; l++)
        if (k.out[l] != value)
            fail_msg("SR%u differs from lane to lane", number);
    kernel_free(&k);
    return value;
}

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

/* SR2: the chip as a program sees it.  32 blocks a multiprocessor do not fit four bits; the upper field has the rest. */
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

    make(&k, 256, "S2R R0, SR_TID.X\nS2R R6, SR_CTAID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n"
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
    static const char *const insn[] = {"S2R R4, SR_Tid", "S2R R4, SR_Tid.X", "S2R R4, SR_Tid.Y", "S2R R4, SR_Tid.Z"};
    (void)state;

    for (unsigned i = 0; i < 4; i++) {
        struct kernel k;
        char source[512];
        /* the number of the thread is x + 16 y + 64 z */
        snprintf(source, sizeof source,
                 "S2R R5, SR_TID.Y\nS2R R6, SR_TID.Z\nS2R R0, SR_TID.X\nISCADD R0, R5, R0, 0x4\nISCADD R0, R6, R0, 0x6\n"
                 "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
                 "%s\n" STORE("R4") END, insn[i]);
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
        snprintf(source, sizeof source,
                 "S2R R0, SR_CTAID.X\nS2R R5, SR_CTAID.Y\nS2R R6, SR_CTAID.Z\nISCADD R0, R5, R0, 0x2\nISCADD R0, R6, R0, 0x4\n"
                 "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
                 "%s\n" STORE("R4") END, insn[i]);
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
 * A block of 100 threads: three whole warps and one of four threads.  `first` says which warp ends before the others
 * read; in another one half of the threads have ended, which changes nothing. */
static void read_counts(const char *first, uint32_t *threads, uint32_t *alive)
{
    struct kernel k;
    char source[1024];

    snprintf(source, sizeof source,
             START "SHR.U32 R5, R0, 0x5\nISETP.EQ.AND P0, PT, R5, %s, PT\n@P0 EXIT\n"
             "LOP.AND R6, R0, 0x3f\nISETP.GE.AND P1, PT, R6, 0x30, PT\n@P1 EXIT\n" /* half of warp 1 */
             "BAR.SYNC 0x0\nS2R R4, SR_NTid\nS2R R6, SR_NLATC\nBAR.SYNC 0x0\nXMAD.PSL R4, R6, 0x1, R4\n" STORE("R4") END, first);
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
    hw_fact("SF-512"); /* decided: the difference is 32 - ThreadCount mod 32 */
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
    k.launch.registers = 200;
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

    kernel_make(&k, "gp104", "S2R R0, SR_CTAID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n"
                             "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\nS2R R4, SR_AFFINITY\n" STORE("R4") END);
    k.launch.grid[0] = 40;
    kernel_expect_ok(&k);
    for (uint32_t b = 0; b < 40; b++) {
        assert_int_equal(k.out[b], hw_place_of_block(k.chip, b).tp);
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
    assert_int_equal(k.out[0], 3);
    kernel_free(&k);
    hw_fact("SF-499");
    assert_int_equal(value_of("CS2R", 81), 0);
    hw_fact("SF-500");

    read_with(&k, 32, "CS2R R5, SR_GlobalTimerLo\nMOV R6, RZ\nloop: IADD R6, R6, 0x1\n"
                      "ISETP.LT.AND P0, PT, R6, 0x64, PT\n@P0 BRA @loop\n",
              "CS2R R6, SR_GlobalTimerLo\nLOP.OR R7, R5, R6\nLOP.AND R7, R7, 0x1f\nIADD R4, R6, -R5\n"
              "ISETP.NE.AND P0, PT, R7, RZ, PT\n@P0 MOV R4, RZ");
    kernel_expect_ok(&k);
    assert_in_range(k.out[0], 288, 320); /* some 300 instructions, in steps of 32 */
    assert_int_equal(k.out[0] % 32, 0);
    uint32_t first = k.out[0];
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], first);
    kernel_free(&k);
    hw_fact("SF-501");
    assert_int_equal(value_of("CS2R", 83), 0);
    hw_fact("SF-502");
    hw_fact("SF-523"); /* the clock counts instructions, and each is a nanosecond of the timer */
}

/* The coupled set: CS2R reads these and gives 0 for every other number. */
static bool is_coupled(unsigned number)
{
    return (number >= 4 && number <= 11) || (number >= 72 && number <= 83);
}

static void test_coupled(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 256; number++) {
        struct kernel k;
        char insn[128];
        uint32_t by_s2r, by_cs2r;

        snprintf(insn, sizeof insn, "S2R R5, SR%u\nCS2R R6, SR%u\nXMAD.PSL R4, R6, 0x1, RZ\nXMAD R4, R5, 0x1, R4",
                 number, number);
        read_with(&k, 32, "", insn);
        for (unsigned i = 0; i < 8; i++)
            k.launch.pm[i] = 0x5500001234ull;
        k.launch.max_instructions = 1000;
        kernel_expect_ok(&k);
        by_s2r = k.out[1] & 0xffff;
        by_cs2r = k.out[1] >> 16;
        if (!is_coupled(number))
            assert_int_equal(by_cs2r, 0);
        else if (number == 80)
            assert_int_equal(by_cs2r, by_s2r + 1);
        else
            assert_int_equal(by_cs2r, by_s2r);
        kernel_free(&k);
    }
    hw_fact("SF-432");
    hw_fact("SF-435");
    hw_fact("SF-438");
}

/* Registers that a compute program reads as 0: reserved ones, those of other programs, those of queues and traps. */
static const struct {
    uint8_t first, last;
    const char *name; /* as NVIDIA's description spells it; NULL: reserved */
    const char *fact;
} zero[] = {
    {1, 1, NULL, "SF-441"},
    {12, 14, NULL, "SF-450"},
    {15, 15, "SR_ORDERING_TICKET", "SF-451"},
    {16, 16, "SR_PRIM_TYPE", "SF-452"},
    {17, 17, "SR_INVOCATION_ID", "SF-453"},
    {18, 18, "SR_Y_DIRECTION", "SF-454"},
    {19, 19, "SR_THREAD_KILL", "SF-455"},
    {20, 20, "SM_SHADER_TYPE", "SF-456"},
    {21, 21, "SR_DirectCBEWriteAddressLow", "SF-457"},
    {22, 22, "SR_DirectCBEWriteAddressHigh", "SF-458"},
    {23, 23, "SR_DirectCBEWriteEnable", "SF-459"},
    {24, 24, "SR_MACHINE_ID_0", "SF-460"},
    {25, 25, "SR_MACHINE_ID_1", "SF-461"},
    {26, 26, "SR_MACHINE_ID_2", "SF-461"},
    {27, 27, "SR_MACHINE_ID_3", "SF-461"},
    {29, 29, "SR_INVOCATION_INFO", "SF-463"},
    {30, 30, "SR_WScaleFactor_XY", "SF-464"},
    {31, 31, "SR_WScaleFactor_Z", "SF-464"},
    {36, 36, NULL, "SF-469"},
    {41, 41, "SR_CirQueueIncrMinusOne", "SF-475"},
    {43, 47, NULL, "SF-477"},
    {62, 63, NULL, "SF-492"},
    {64, 64, "SR_GlobalErrorStatus", "SF-493"},
    {65, 65, NULL, "SF-494"},
    {66, 66, "SR_WarpErrorStatus", "SF-495"},
    {67, 71, NULL, "SF-496"},
    {84, 95, NULL, "SF-503"},
    {96, 96, "SR_HwTaskId", "SF-504"},
    {97, 97, "SR_CircularQueueEntryIndex", "SF-505"},
    {98, 98, "SR_CircularQueueEntryAddressLow", "SF-506"},
    {99, 99, "SR_CircularQueueEntryAddressHigh", "SF-507"},
    {100, 255, NULL, "SF-508"},
};

static uint64_t word_of(const char *text)
{
    struct hw_target target;
    struct hw_insn insn;
    struct hw_error error;

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    return insn.word[0];
}

static void test_zero(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof zero / sizeof *zero; i++) {
        for (unsigned number = zero[i].first; number <= zero[i].last; number++)
            assert_int_equal(value_of("S2R", number), 0);
        if (zero[i].name) {
            char text[64];
            snprintf(text, sizeof text, "S2R R0, %s", zero[i].name);
            assert_int_equal(word_of(text) >> 20 & 0xff, zero[i].first);
        }
        hw_fact(zero[i].fact);
    }
    hw_fact("SF-437");
    hw_fact("SF-518"); /* both spellings are read; types that no list names read as 0 */
    hw_fact("SF-519"); /* both spellings are read */
    hw_fact("SF-522"); /* the numbers of this generation, and not Fermi's */
    hw_fact("SF-524"); /* reserved registers read as 0, also where other sources have names for them */
}

/* In programs of graphics what only compute programs have reads as 0, the rest does not. */
static void test_other_programs(void **state)
{
    static const uint8_t compute_only[] = {32, 33, 34, 35, 37, 38, 39, 40, 42, 48, 49, 50, 51};
    struct kernel k;
    char source[512];
    (void)state;

    for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++) {
        const bool compute = program == HW_PROGRAM_CP;
        for (unsigned i = 0; i < sizeof compute_only; i++) {
            snprintf(source, sizeof source, "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nS2R R0, SR_LANEID\n"
                     "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\nS2R R4, SR%u\n" STORE("R4") END, compute_only[i]);
            make(&k, 32, source);
            k.launch.block[1] = k.launch.block[2] = 2;
            k.launch.threads = 32;
            k.launch.target.program = (uint8_t)program;
            kernel_expect_ok(&k);
            if (!compute)
                assert_int_equal(k.out[31], 0);
            kernel_free(&k);
        }
        snprintf(source, sizeof source, "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nS2R R4, SR_LTMASK\n"
                 "S2R R0, SR_LANEID\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n" STORE("R4") END);
        make(&k, 32, source);
        k.launch.target.program = (uint8_t)program;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[31], 0x7fffffff);
        kernel_free(&k);
    }
    hw_fact("SF-509");
    hw_fact("SF-521"); /* what a register belongs to (thread, warp, CTA, SM) shows in who reads the same value */
}

/* Text: numbers and names, in any case, with a guard. */
static void test_text(void **state)
{
    char text[64], printed[HW_TEXT_MAX];
    struct hw_target target;
    struct hw_insn insn;
    struct hw_error error;
    (void)state;

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    for (unsigned number = 0; number < 256; number++) {
        snprintf(text, sizeof text, "S2R R0, SR%u", number);
        const uint64_t word = word_of(text);
        assert_int_equal(word >> 20 & 0xff, number);
        assert_int_equal(hw_decode(&target, &word, 8, &insn), HW_OK);
        hw_print(&insn, HW_SYNTAX_NV, 0, printed, sizeof printed);
        assert_int_equal(word_of(printed), word);
    }
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, "S2R R0, SR256", 0, &insn, &error), HW_OK);
    hw_fact("SF-436");
    assert_int_equal(word_of("S2R R0, SR_LaneId"), 0xf0c8000000070000ull);
    assert_int_equal(word_of("S2R R0, SR_LANEID"), 0xf0c8000000070000ull);
    assert_int_equal(word_of("S2R R0, SR2"), 0xf0c8000000270000ull);
    hw_fact("SF-439");
    assert_int_equal(word_of("@!P3 S2R R5, SR_Tid.Y"), 0xf0c80000022b0005ull);
    assert_int_equal(word_of("@P3 CS2R R5, SR_ClockLo"), 0x50c8000005030005ull);
}

/* S2R takes as long as it takes: its result needs a scoreboard.  CS2R's is there after a fixed time. */
static void test_scheduling(void **state)
{
    struct hw_target target;
    struct hw_error error;
    struct hw_sched sched;
    uint32_t control;
    uint64_t code[4] = {0, word_of("S2R R4, SR_TID.X"), word_of("CS2R R5, SR_CLOCKLO"), word_of("IADD R6, R4, R5")};
    (void)state;

    static const char full[] = "&req={0,5} &rd=3 &wr=1 ?W6_Y";
    assert_int_equal(hw_sched_parse(full, strlen(full), &control, &error), HW_OK);
    sched = hw_sched_unpack(control);
    assert_int_equal(sched.wait, 0x21);
    assert_int_equal(sched.read, 3);
    assert_int_equal(sched.write, 1);
    assert_int_equal(sched.stall, 6);
    hw_fact("SF-430");

    assert_int_equal(hw_target_find("sm_50", &target, &error), HW_OK);
    assert_int_equal(hw_schedule(&target, code, sizeof code, &error), HW_OK);
    sched = hw_sched_unpack((uint32_t)(code[0] & 0x1fffff));
    assert_int_not_equal(sched.write, HW_SCHED_NO_BARRIER);
    const unsigned scoreboard = sched.write;
    hw_fact("SF-433");
    sched = hw_sched_unpack((uint32_t)(code[0] >> 21 & 0x1fffff));
    assert_int_equal(sched.write, HW_SCHED_NO_BARRIER);
    assert_int_equal(sched.read, HW_SCHED_NO_BARRIER);
    assert_true(sched.stall > 1);
    hw_fact("SF-431");
    hw_fact("SF-434");
    sched = hw_sched_unpack((uint32_t)(code[0] >> 42 & 0x1fffff));
    assert_int_equal(sched.wait, 1u << scoreboard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lane_masks),
        cmocka_unit_test(test_lane),
        cmocka_unit_test(test_virtual_config),
        cmocka_unit_test(test_virtual_id),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_thread_ids),
        cmocka_unit_test(test_block_ids),
        cmocka_unit_test(test_thread_counts),
        cmocka_unit_test(test_memory_registers),
        cmocka_unit_test(test_affinity),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_coupled),
        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_other_programs),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_scheduling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
