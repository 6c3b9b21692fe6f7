/* SPDX-License-Identifier: MIT */
/* Sectors and wavefronts of an access, and how many would be ideal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "timing/access/access_counts.h"
#include "timing/access/bank_conflicts.h"

static uint64_t address[32];

/* Words of so many bytes, so many apart. */
static struct hw_access_event strided(uint32_t bytes, uint64_t stride, uint32_t lanes)
{
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = 0x10000 + lane * stride;
    return (struct hw_access_event){
        .kind = HW_ACCESS_LOAD, .bytes = bytes, .lanes = lanes, .address = address, .texels = 1};
}

static void expect_sectors(const struct hw_access_event *event, uint64_t sectors, uint64_t ideal)
{
    const struct hw_chip_info *chip;
    struct hw_access_counts counts = {0};
    struct hw_line_requests requests;

    assert_int_equal(hw_chip_find("gm204", &chip, NULL), HW_OK);
    hw_coalesce(chip, event, &requests);
    hw_count_lines(&counts, event, &requests);
    assert_int_equal(counts.requests, 1);
    assert_int_equal(counts.sectors, sectors);
    assert_int_equal(counts.ideal_sectors, ideal);
}

static void test_sectors(void **state)
{
    struct hw_access_event event;

    (void)state;
    expect_sectors((event = strided(4, 4, UINT32_MAX), &event), 4, 4);
    expect_sectors((event = strided(4, 8, UINT32_MAX), &event), 8, 4);
    expect_sectors((event = strided(4, 128, UINT32_MAX), &event), 32, 4);
    expect_sectors((event = strided(1, 32, UINT32_MAX), &event), 32, 1);
    expect_sectors((event = strided(4, 0, UINT32_MAX), &event), 1, 1); /* all lanes read one word */
    expect_sectors((event = strided(4, 128, 3), &event), 2, 1);
    expect_sectors((event = strided(16, 16, UINT32_MAX), &event), 16, 16);
}

static void expect_wavefronts(const char *name, const struct hw_access_event *event, uint64_t wavefronts,
                              uint64_t ideal)
{
    const struct hw_chip_info *chip;
    struct hw_access_counts counts = {0};
    struct hw_ideal_passes passes;

    assert_int_equal(hw_chip_find(name, &chip, NULL), HW_OK);
    hw_ideal_passes(chip, &passes);
    hw_count_passes(&counts, &passes, event, hw_shared_passes(chip, event));
    assert_int_equal(counts.shared_requests, 1);
    assert_int_equal(counts.wavefronts, wavefronts);
    assert_int_equal(counts.ideal_wavefronts, ideal);
}

static void test_wavefronts(void **state)
{
    struct hw_access_event event;

    (void)state;
    expect_wavefronts("gm204", (event = strided(4, 4, UINT32_MAX), &event), 1, 1);
    expect_wavefronts("gm204", (event = strided(4, 8, UINT32_MAX), &event), 2, 1);
    expect_wavefronts("gm204", (event = strided(4, 128, UINT32_MAX), &event), 32, 1);
    expect_wavefronts("gm204", (event = strided(8, 8, UINT32_MAX), &event), 2, 2);
    expect_wavefronts("gm204", (event = strided(8, 0, UINT32_MAX), &event), 1, 1);
    expect_wavefronts("g80", (event = strided(4, 4, UINT32_MAX), &event), 2, 2); /* of half a warp each */
    expect_wavefronts("gm204", (event = strided(4, 128, 0x55), &event), 4, 1);   /* lanes that do nothing */
    expect_wavefronts("g80", (event = strided(4, 8, UINT32_MAX), &event), 4, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_wavefronts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
