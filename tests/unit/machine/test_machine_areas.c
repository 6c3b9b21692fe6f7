/* SPDX-License-Identifier: MIT */
/* Areas of local memory and of stacks, on every layout of a Tesla chip: no two locations share an address,
 * all lie in the area, and each address leads back to its location. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/chip/sm_location.h"

#define LOCAL_BYTES   32u /* of a thread: two blocks */
#define STACK_ENTRIES 12u /* of a warp: three blocks */

static uint32_t random_bits(void)
{
    static uint64_t seed = 7;

    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33);
}

static uint32_t warps_of(const struct hw_layout *layout)
{
    return 1u << (layout->warps_log == 7 ? 5 : layout->warps_log);
}

/* The current warp of an iteration over all active units and warps. */
struct warp_iterator {
    const struct hw_layout *layout;
    struct hw_sm_location location;
};

/* The next warp; false: that was the last. */
static bool next_warp(struct warp_iterator *warp_iterator)
{
    struct hw_sm_location *location = &warp_iterator->location;

    if (++location->warp < warps_of(warp_iterator->layout))
        return true;
    location->warp = 0;
    do
        location->mp++;
    while (location->mp < 4 && !(warp_iterator->layout->mp_active >> location->mp & 1));
    if (location->mp < 4)
        return true;
    location->mp = (uint32_t)__builtin_ctz(warp_iterator->layout->mp_active);
    do
        location->tp++;
    while (location->tp < 16 && !(warp_iterator->layout->tp_active >> location->tp & 1));
    return location->tp < 16;
}

static struct warp_iterator first_warp(const struct hw_layout *layout)
{
    return (struct warp_iterator){.layout = layout,
                                  .location = {.tp = (uint32_t)__builtin_ctz(layout->tp_active),
                                               .mp = (uint32_t)__builtin_ctz(layout->mp_active)}};
}

static void mark_taken(uint8_t *taken, uint32_t offset, uint64_t bytes)
{
    assert_true(offset < bytes);
    assert_false(taken[offset / 4]);
    taken[offset / 4] = 1;
}

static void expect_location(const struct hw_sm_location *said, const struct hw_sm_location *wanted)
{
    assert_int_equal(said->tp, wanted->tp);
    assert_int_equal(said->mp, wanted->mp);
    assert_int_equal(said->warp, wanted->warp);
    assert_int_equal(said->lane, wanted->lane);
}

static void check_local_warp(const struct hw_layout *layout, struct hw_sm_location location, uint8_t *taken,
                             uint64_t bytes)
{
    for (location.lane = 0; location.lane < 16 * layout->halfwarps; location.lane++)
        for (uint32_t address = 0; address < LOCAL_BYTES; address += 4) {
            const uint32_t offset = hw_local_address(layout, address, location);
            struct hw_sm_location back;
            uint32_t back_address;
            mark_taken(taken, offset, bytes);
            assert_true(hw_local_location(layout, offset, &back_address, &back));
            assert_int_equal(back_address, address);
            expect_location(&back, &location);
        }
}

static void check_stack_warp(const struct hw_layout *layout, struct hw_sm_location location, uint8_t *taken,
                             uint64_t bytes)
{
    for (uint32_t entry = 0; entry < STACK_ENTRIES; entry++) {
        const uint32_t offset = hw_stack_address(layout, entry, location);
        struct hw_sm_location back = {.lane = location.lane};
        uint32_t back_entry, byte;
        mark_taken(taken, offset, bytes);
        mark_taken(taken, offset + 4, bytes);
        assert_true(hw_stack_location(layout, offset + 4, &back_entry, &byte, &back));
        assert_int_equal(back_entry, entry);
        assert_int_equal(byte, 4);
        expect_location(&back, &location);
    }
}

/* Bytes that no warp has taken belong to none by the inverse, too. */
static void check_rest(const struct hw_layout *layout, const uint8_t *taken, uint64_t bytes, bool stack)
{
    struct hw_sm_location location;
    uint32_t number, byte;

    for (uint32_t offset = 0; offset < bytes; offset += 4)
        assert_int_equal(stack ? hw_stack_location(layout, offset, &number, &byte, &location)
                               : hw_local_location(layout, offset, &number, &location),
                         taken[offset / 4]);
}

static void check_layout(const struct hw_layout *layout)
{
    const uint64_t local = hw_local_area_bytes(layout, LOCAL_BYTES),
                   stack = hw_stack_area_bytes(layout, STACK_ENTRIES);
    uint8_t *taken_local = calloc(local / 4, 1), *taken_stack = calloc(stack / 4, 1);
    struct warp_iterator warp_iterator = first_warp(layout);

    assert_non_null(taken_local);
    assert_non_null(taken_stack);
    do {
        check_local_warp(layout, warp_iterator.location, taken_local, local);
        check_stack_warp(layout, warp_iterator.location, taken_stack, stack);
    } while (next_warp(&warp_iterator));
    check_rest(layout, taken_local, local, false);
    check_rest(layout, taken_stack, stack, true);
    free(taken_local);
    free(taken_stack);
}

/* Every LOG_ALLOC, with 16 and with 32 lanes. */
static void check_units(const struct hw_chip_info *chip, uint32_t tps, uint32_t mps)
{
    static const uint8_t logs[] = {0, 1, 2, 3, 4, 7};

    for (unsigned i = 0; i < sizeof logs; i++)
        for (uint32_t halves = 1; halves <= 2; halves++) {
            const struct hw_layout layout = {.tp_active = tps,
                                             .mp_active = mps,
                                             .warps_log = logs[i],
                                             .halfwarps = halves,
                                             .power_of_two = chip->id < 0xa0};
            check_layout(&layout);
        }
}

static void test_whole_chips(void **state)
{
    unsigned chips = 0;

    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        if (chip->capability >= 20)
            continue;
        check_units(chip, (1u << chip->tps) - 1, (1u << chip->mps_per_tp) - 1);
        chips++;
    }
    assert_true(chips >= 10);
}

/* Chips with units that are switched off, wherever these are. */
static void test_parts_of_chips(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        if (chip->capability >= 20)
            continue;
        const uint32_t tps = random_bits() & ((1u << chip->tps) - 1),
                       mps = random_bits() & ((1u << chip->mps_per_tp) - 1);
        if (tps && mps)
            check_units(chip, tps, mps);
    }
}

/* Warps beyond those that have bits share the parts of lower ones. */
static void test_aliases(void **state)
{
    struct hw_layout layout = {.tp_active = 0xff, .mp_active = 3, .halfwarps = 2, .power_of_two = true};

    (void)state;
    for (layout.warps_log = 0; layout.warps_log < 5; layout.warps_log++)
        for (uint32_t warp = 0; warp < 32; warp++) {
            const struct hw_sm_location own = {.tp = 3, .mp = 1, .warp = warp},
                                        low = {.tp = 3, .mp = 1, .warp = warp % warps_of(&layout)};
            assert_int_equal(hw_local_address(&layout, 0x24, own), hw_local_address(&layout, 0x24, low));
            assert_int_equal(hw_stack_address(&layout, 9, own), hw_stack_address(&layout, 9, low));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_chips),
        cmocka_unit_test(test_parts_of_chips),
        cmocka_unit_test(test_aliases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
