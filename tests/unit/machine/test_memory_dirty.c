/* SPDX-License-Identifier: MIT */
/* Dirty tracking: a write of any length clears the clean marks of its chunks and of no others; loans. */
#include "machine/memory/memory_dirty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CHUNKS 8u
#define AT(n)  ((uint64_t)(n)*HW_DIRTY_CHUNK)

static struct hw_dirty_map *all_clean(void)
{
    struct hw_dirty_map *map = hw_dirty_map_create();

    assert_non_null(map);
    for (unsigned i = 0; i < CHUNKS; i++)
        hw_dirty_map_mark_clean(map, AT(i));
    return map;
}

/* Those that are not clean, a bit each. */
static unsigned dirty_chunks(const struct hw_dirty_map *map)
{
    unsigned dirty = 0;

    for (unsigned i = 0; i < CHUNKS; i++)
        dirty |= (unsigned)!hw_dirty_map_is_clean(map, AT(i)) << i;
    return dirty;
}

static void expect_dirty(uint64_t address, uint64_t bytes, unsigned dirty)
{
    struct hw_dirty_map *map = all_clean();

    hw_dirty_map_note_write(map, address, bytes);
    assert_int_equal(dirty_chunks(map), dirty);
    hw_dirty_map_destroy(map);
}

static void test_writes(void **state)
{
    (void)state;
    expect_dirty(AT(2), 0, 0);
    expect_dirty(AT(2) + 5, 0, 0);
    expect_dirty(AT(2), 1, 1u << 2);
    expect_dirty(AT(3) - 1, 1, 1u << 2);
    expect_dirty(AT(3) - 1, 2, 3u << 2);
    expect_dirty(AT(1), AT(3), 7u << 1);
    expect_dirty(AT(1) + 1, AT(3), 15u << 1);
    expect_dirty(AT(CHUNKS - 1), AT(3), 1u << (CHUNKS - 1)); /* beyond the marks */
    expect_dirty(AT(CHUNKS + 100), 4, 0);
}

/* A chunk that was never marked is not clean; a mark after a write counts. */
static void test_marks(void **state)
{
    struct hw_dirty_map *map = hw_dirty_map_create();

    (void)state;
    assert_non_null(map);
    assert_int_equal(dirty_chunks(map), (1u << CHUNKS) - 1);
    hw_dirty_map_mark_clean(map, AT(4) + 17);
    assert_int_equal(dirty_chunks(map), ((1u << CHUNKS) - 1) & ~(1u << 4));
    hw_dirty_map_note_write(map, AT(4), 1);
    hw_dirty_map_mark_clean(map, AT(4));
    assert_true(hw_dirty_map_is_clean(map, AT(4) + HW_DIRTY_CHUNK - 1));
    hw_dirty_map_destroy(map);
}

/* What is lent is never clean, whatever is marked; what is reclaimed was written. */
static void test_loans(void **state)
{
    struct hw_dirty_map *map = all_clean();

    (void)state;
    hw_dirty_map_lend(map, AT(2) + 4, HW_DIRTY_CHUNK);
    assert_int_equal(dirty_chunks(map), 3u << 2);
    hw_dirty_map_mark_clean(map, AT(2));
    assert_false(hw_dirty_map_is_clean(map, AT(2)));
    assert_true(hw_dirty_map_is_lent(map, AT(2), 5));
    assert_false(hw_dirty_map_is_lent(map, AT(2), 4));
    assert_true(hw_dirty_map_is_lent(map, AT(3) + 3, 1));
    assert_false(hw_dirty_map_is_lent(map, AT(3) + 4, 1));
    hw_dirty_map_reclaim(map, AT(2) + 4, HW_DIRTY_CHUNK);
    assert_int_equal(dirty_chunks(map), 3u << 2);
    hw_dirty_map_mark_clean(map, AT(2));
    hw_dirty_map_mark_clean(map, AT(3));
    assert_int_equal(dirty_chunks(map), 0);
    hw_dirty_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_writes), cmocka_unit_test(test_marks),
                                       cmocka_unit_test(test_loans)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
