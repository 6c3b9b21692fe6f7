/* SPDX-License-Identifier: MIT */
/* Memory of kernels that methods set up: global segments, local memory, the stack, placement. */
#include "channel.h"

#include "machine/chip/sm_location.h"

static struct hw_layout layout_of(unsigned tps, unsigned mps, unsigned log, unsigned halves, bool power)
{
    return (struct hw_layout){.tp_active = (1u << tps) - 1,
                              .mp_active = (1u << mps) - 1,
                              .warps_log = log,
                              .halfwarps = halves,
                              .power_of_two = power};
}

static void set_segment(struct channel *c, unsigned number, uint32_t base, uint32_t pitch, uint32_t limit,
                        uint32_t mode)
{
    const uint32_t at = 0x20 * number;

    channel_set(c, HW_COMPUTE_GLOBAL_ADDRESS_HIGH + at, 0);
    channel_set(c, HW_COMPUTE_GLOBAL_ADDRESS_LOW + at, base);
    channel_set(c, HW_COMPUTE_GLOBAL_PITCH + at, pitch);
    channel_set(c, HW_COMPUTE_GLOBAL_LIMIT + at, limit);
    channel_set(c, HW_COMPUTE_GLOBAL_MODE + at, mode);
}

/* Segments have bases of their own; in a tiled one an offset is a line and a byte of it. */
static void test_segments(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80",
                 "MVI R1, 0x20\nMVI R4, 0x11\nGST.U32 global0[R1], R4\n"
                 "MVI R4, 0x22\nGST.U32 global15[R1], R4\n"
                 "MVI R1, 0x50040\nMVI R4, 0x33\nGST.U32 global3[R1], R4 # exit\n");
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, DMA_ALL);
    set_segment(&c, 0, AT_PLAY, 0, 0xff, 1);
    set_segment(&c, 15, AT_PLAY + 0x1000, 0, 0xff, 1);
    set_segment(&c, 3, AT_PLAY + 0x10000, 0x1000, 0xf << 16 | 0xff, 2 << 8); /* tiles of 16 lines */
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x20), 0x11);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x1020), 0x22);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x10000 + 0x540), 0x33); /* SF-140 */
    set_segment(&c, 3, AT_PLAY + 0x10000, 0x1000, 0xf << 16 | 0xff, 0);  /* of 4 */
    channel_launch(&c);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x10000 + 0x1140), 0x33);
    set_segment(&c, 3, AT_PLAY + 0x10000, 0x1000, 0x4 << 16 | 0xff, 0); /* line 5 is beyond */
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_GLOBAL_LIMIT);
    channel_free(&c);
    hw_fact("SF-143");
    hw_fact("SF-144");
    hw_fact("SF-145");
    hw_fact("SF-146");
    hw_fact("SF-147");
}

/* Each thread writes its number, plus a hundred times its warp, to a word of local memory. */
static const char local_source[] =
    "S2R R3, SR0\nLST.U32 local [0x14], R3\nLLD.U32 R4, local [0x14]\n"
    "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R6, 0xffff\nLOP.AND R5, R0, R6\n"
    "I2I.U32.U16 R7, g [0x6].U16\nSHL R7, R7, 0x6\nIADD R5, R5, R7\n"
    "SHL R5, R5, 0x2\nIADD R1, R1, R5\nGST.U32 global14[R1], R4 # exit\n";

/* Each thread's word lies where the formula puts its physid. */
static void check_local(const char *chip, const struct hw_layout *layout, uint32_t units)
{
    const struct hw_channel_setup setup = {.units = units};
    const unsigned blocks = 40;
    struct channel c;

    channel_make_with(&c, chip, local_source, &setup);
    channel_prepare(&c, 64, blocks);
    channel_set(&c, HW_COMPUTE_LANES32_ENABLE, layout->halfwarps == 2);
    channel_set(&c, HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, layout->warps_log);
    channel_launch(&c);
    channel_expect_none(&c);
    for (unsigned n = 0; n < 64 * blocks; n++) {
        const uint32_t physid = channel_word(&c, AT_OUT + 4 * n);
        const struct hw_sm_location location = hw_physid_location(physid);
        assert_true(layout->tp_active >> location.tp & 1);
        assert_true(layout->mp_active >> location.mp & 1);
        assert_true(location.lane < 16 * layout->halfwarps);
        /* later blocks have overwritten what earlier ones left in the same place: it is the same number */
        assert_int_equal(channel_word(&c, AT_LOCAL + hw_local_address(layout, 0x14, location)), physid);
    }
    channel_free(&c);
}

static void test_local_memory(void **state)
{
    struct hw_layout layout = layout_of(8, 2, 7, 2, true);

    (void)state;
    check_local("g80", &layout, 0);
    layout = layout_of(8, 2, 3, 1, true);
    check_local("g80", &layout, 0);
    layout = layout_of(10, 3, 7, 2, false);
    check_local("g200", &layout, 0);
    layout = layout_of(8, 2, 7, 2, true);
    layout.tp_active = 0xb5; /* five of eight */
    layout.mp_active = 2;
    check_local("g80", &layout, 0x020000b5);
    hw_fact("SF-023");
    hw_fact("SF-025");
    hw_fact("SF-086");
    hw_fact("SF-089");
    hw_fact("SF-090");
    hw_fact("SF-091");
    hw_fact("SF-020");
    hw_fact("SF-120");
    hw_fact("SF-125");
}

/* Without NO_CLAMP no warp runs that has no part of its own; with it, warps share. */
static void check_clamping(uint32_t log_alloc, uint32_t no_clamp)
{
    struct channel c;
    unsigned most = 0;

    channel_make(&c, "g80", local_source);
    channel_prepare(&c, 32, 64);
    channel_set(&c, log_alloc, 1);
    channel_launch(&c);
    for (unsigned n = 0; n < 64; n++) /* two blocks at a time */
        assert_true((channel_word(&c, AT_OUT + 4 * 64 * n) >> 8 & 0x1f) < 2);
    channel_set(&c, no_clamp, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    for (unsigned n = 0; n < 64; n++) {
        const unsigned warp = channel_word(&c, AT_OUT + 4 * 64 * n) >> 8 & 0x1f;
        most = warp > most ? warp : most;
    }
    assert_int_equal(most, 3); /* 64 blocks on 16 multiprocessors */
    channel_free(&c);
}

static void test_clamping(void **state)
{
    (void)state;
    check_clamping(HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, HW_COMPUTE_LOCAL_WARPS_NO_CLAMP);
    hw_fact("SF-092");
    check_clamping(HW_COMPUTE_STACK_WARPS_LOG_ALLOC, HW_COMPUTE_STACK_WARPS_NO_CLAMP);
    hw_fact("SF-094");
}

/* Twenty SSYs: 12 entries stay on the chip, the first two blocks of four go to memory. */
static void test_stack(void **state)
{
    char source[2048] = "";
    struct channel c;

    (void)state;
    for (unsigned i = 0; i < 20; i++)
        strcat(source, "SSY @join\n");
    strcat(source,
           "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nGST.U32 global14[R1], R0 # exit\njoin: NOP # exit\n");
    channel_make(&c, "g80", source);
    channel_prepare(&c, 32, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    const struct hw_layout layout = layout_of(8, 2, 7, 2, true);
    for (uint32_t n = 0; n < 12; n++) {
        const uint32_t at = AT_STACK + hw_stack_address(&layout, n, (struct hw_sm_location){.tp = 0});
        const uint32_t word = channel_word(&c, at);
        if (n >= 8) {
            assert_int_equal(word, 0);
            continue;
        }
        assert_int_equal(word & 0x003fffff,
                         0x2c); /* the join: behind 20 words of 8 bytes, two of 4 and one of 8 */
        assert_int_equal(word >> 22 & 3, n >> 1 & 3);
        assert_int_equal(word >> 24 & 0x1f, 0);
        assert_int_equal(word >> 29, HW_SPILLED_JOIN);
        assert_int_equal(channel_word(&c, at + 4), 0xffffffff);
    }
    channel_set(&c, HW_COMPUTE_STACK_SIZE_LOG, 5); /* 16 entries */
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, 0);
    assert_int_equal(c.report[0].fault.kind, HW_FAULT_STACK_OVERFLOW);
    channel_set(&c, HW_COMPUTE_STACK_SIZE_LOG, 0);
    channel_launch(&c);
    assert_int_equal(c.report[1].fault.kind, HW_FAULT_STACK_OVERFLOW);
    channel_free(&c);
    hw_fact("SF-085");
    hw_fact("SF-087");
    hw_fact("SF-088");
    hw_fact("SF-093");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_local_memory),
        cmocka_unit_test(test_clamping),
        cmocka_unit_test(test_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
