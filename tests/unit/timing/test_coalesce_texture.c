/* SPDX-License-Identifier: MIT */
/* Lookups, turns and sectors of warps' accesses, as nvprof counts them on 5.x and 6.x: each line is a pattern
 * of a kernel of set A for which GPUs counted so (docs/evidence/counters.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "timing/access/bank_conflicts.h"
#include "timing/access/coalesce_texture.h"
#include "timing/access/coalesce_texels.h"

#define BASE 0x10000u
#define ALL  0xffffffffu

/* Lane l wants `bytes` at offset + l % row * step + l / row * rows. */
struct pattern {
    uint32_t lanes, bytes, offset, step, row, rows;
};

static void find_addresses(const struct pattern *pattern, uint64_t address[32])
{
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = BASE + pattern->offset + (uint64_t)(lane % pattern->row) * pattern->step +
                        (uint64_t)(lane / pattern->row) * pattern->rows;
}

/* Of a store. */
static uint32_t sectors_of(const struct hw_access_event *event)
{
    struct hw_access_event store = *event;
    const struct hw_chip_info *chip;
    struct hw_line_requests requests;
    uint32_t sectors = 0;

    store.kind = HW_ACCESS_STORE;
    assert_int_equal(hw_chip_find("sm_52", &chip, NULL), HW_OK);
    hw_coalesce(chip, &store, &requests);
    for (uint32_t i = 0; i < requests.count; i++)
        sectors += (uint32_t)__builtin_popcount(requests.item[i].sectors);
    return sectors;
}

static void test_loads_and_stores(void **state)
{
    /* clang-format off */
    static const struct { struct pattern p; uint32_t lookups, turns, sectors; } known[] = {
        {{ALL, 4,  0,  4, 32, 0},         8,  4,  4}, /* words side by side: vectorAdd */
        {{ALL, 8,  0,  8, 32, 0},         8,  8,  8}, /* cachebench, int2 */
        {{ALL, 16, 0, 16, 32, 0},        16, 16, 16}, /* scan, uint4 */
        {{ALL, 4,  0,  0, 32, 0},         4,  4,  1}, /* all lanes one word: matrixMulGlobal */
        {{ALL, 4,  0,  8, 32, 0},         8,  4,  8}, /* every other word: nn */
        {{ALL, 4,  4,  4, 16, 0},        10,  4,  6}, /* two half-warps the same row, moved by a word: adjust_weights */
        {{ALL, 4,  8,  4, 16, 68},       10,  4,  5}, /* rows of 17 words: layerforward */
        {{0x00010001, 4, 4, 4, 16, 4},    2,  2,  1}, /* a lane of each half-warp: layerforward */
        {{0x0000ff00, 4, 0, 4, 32, 0},    2,  2,  1}, /* idle lanes before the active ones: pathfinder */
        {{0x000000ff, 4, 0, 4, 32, 0},    2,  1,  1}, /* idle lanes behind them */
        {{0x0000ffff, 4, 0, 2048, 4, 4},  8,  2,  8}, /* four columns of four rows: gaussian */
        {{0, 4, 0, 4, 32, 0},             0,  0,  0},
    };
    /* clang-format on */

    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t address[32];
        const struct hw_access_event event = {
            .lanes = known[i].p.lanes, .bytes = known[i].p.bytes, .address = address};

        find_addresses(&known[i].p, address);
        print_message("# pattern %u\n", i);
        assert_int_equal(hw_load_lookups(&event), known[i].lookups);
        assert_int_equal(hw_load_groups(&event), known[i].turns);
        assert_int_equal(sectors_of(&event), known[i].sectors);
    }
}

static void test_words_on_two_sectors(void **state)
{
    uint64_t address[32];
    const struct pattern pattern = {ALL, 8, 28, 32, 32, 0};
    const struct hw_access_event event = {.lanes = ALL, .bytes = 8, .address = address};

    (void)state;
    find_addresses(&pattern, address);
    assert_int_equal(sectors_of(&event), 33);
    assert_true(hw_load_lookups(&event) >= 33);
}

static void test_texels(void **state)
{
    const struct hw_access_event point = {.lanes = ALL, .bytes = 4}, wide = {.lanes = ALL, .bytes = 16};
    const struct hw_access_event few = {.lanes = 0x00000011, .bytes = 4};

    (void)state;
    assert_int_equal(hw_texel_groups(&point), 8); /* convolutionTexture, stereoDisparity */
    assert_int_equal(hw_texel_groups(&wide), 16); /* cachebench-tex-loads, int4 */
    assert_int_equal(hw_texel_groups(&few), 2);
}

/* The lines of all texels, each once; texels outside want nothing. */
static void test_texel_lines(void **state)
{
    uint64_t address[2 * 32];
    const struct hw_access_event event = {.lanes = ALL, .bytes = 4, .texels = 2, .address = address};
    struct hw_line_requests requests = {.count = 0};

    (void)state;
    for (unsigned lane = 0; lane < 32; lane++) {
        address[lane] = lane < 8 ? HW_NO_ADDRESS : 0x1000 + 4 * lane;
        address[32 + lane] = 0x1004 + 4 * lane;
    }
    hw_coalesce_texels(&event, 0, &requests);
    assert_int_equal(requests.count, 1);
    assert_int_equal(requests.item[0].sectors, 14);
    hw_coalesce_texels(&event, 1, &requests);
    assert_int_equal(requests.count, 2);
    assert_int_equal(requests.item[0].sectors, 15);
    assert_int_equal(requests.item[1].line, 0x1080);
    assert_int_equal(requests.item[1].sectors, 1);
}

/* Shared memory of 5.x: 16 bytes of half a warp at a time, and a pass for each word that a lane stores. */
static void test_wide_shared(void **state)
{
    uint64_t address[32] = {0};
    const struct hw_access_event load = {.lanes = ALL, .bytes = 16, .address = address};
    const struct hw_access_event store = {
        .kind = HW_ACCESS_STORE, .lanes = 1, .bytes = 8, .address = address};
    const struct hw_chip_info *chip;

    (void)state;
    assert_int_equal(hw_chip_find("sm_52", &chip, NULL), HW_OK);
    assert_int_equal(hw_shared_passes(chip, &load), 2);  /* matrixMulShared */
    assert_int_equal(hw_shared_passes(chip, &store), 2); /* binomialOptions */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads_and_stores), cmocka_unit_test(test_words_on_two_sectors),
        cmocka_unit_test(test_texels),           cmocka_unit_test(test_texel_lines),
        cmocka_unit_test(test_wide_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
