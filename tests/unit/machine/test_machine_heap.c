/* SPDX-License-Identifier: MIT */
/* The heap of device code: allocating, freeing, running out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "machine/memory/heap.h"

#define BASE 0x10000u

static void blocks_do_not_overlap_and_are_aligned(void **state)
{
    (void)state;
    struct hw_heap heap = {.base = BASE, .bytes = 4096};
    uint64_t last = 0;

    for (unsigned bytes = 1; bytes < 40; bytes++) {
        uint64_t address = hw_heap_alloc(&heap, bytes);
        assert_int_equal(address % 16, 0);
        assert_true(address >= BASE && address + bytes <= BASE + 4096);
        assert_true(address > last);
        last = address;
    }
    hw_heap_clear(&heap);
}

static void a_full_heap_gives_nothing_and_freed_room_is_used_again(void **state)
{
    (void)state;
    struct hw_heap heap = {.base = BASE, .bytes = 256};
    uint64_t block[16];

    assert_int_equal(hw_heap_alloc(&heap, 257), 0);
    for (unsigned i = 0; i < 16; i++)
        assert_int_not_equal(block[i] = hw_heap_alloc(&heap, 16), 0);
    assert_int_equal(hw_heap_alloc(&heap, 1), 0);
    assert_true(hw_heap_free(&heap, block[3]));
    assert_true(hw_heap_free(&heap, block[4]));
    assert_int_equal(hw_heap_alloc(&heap, 33), 0);
    assert_int_equal(hw_heap_alloc(&heap, 32), block[3]);
    assert_int_equal(hw_heap_alloc(&heap, 1), 0);
    hw_heap_clear(&heap);
}

static void the_lowest_address_is_taken_whatever_came_before(void **state)
{
    (void)state;
    struct hw_heap heap = {.base = BASE, .bytes = 4096};
    uint64_t a = hw_heap_alloc(&heap, 16), b = hw_heap_alloc(&heap, 64), c = hw_heap_alloc(&heap, 16);

    assert_true(hw_heap_free(&heap, a));
    assert_int_equal(hw_heap_alloc(&heap, 32), c + 16);
    assert_int_equal(hw_heap_alloc(&heap, 8), a);
    assert_true(hw_heap_free(&heap, b));
    assert_int_equal(hw_heap_alloc(&heap, 48), b);
    hw_heap_clear(&heap);
}

static void only_what_was_allocated_can_be_freed(void **state)
{
    (void)state;
    struct hw_heap heap = {.base = BASE, .bytes = 4096};
    uint64_t a = hw_heap_alloc(&heap, 100);

    assert_true(hw_heap_free(&heap, 0));
    assert_false(hw_heap_free(&heap, a + 16));
    assert_true(hw_heap_free(&heap, a));
    assert_false(hw_heap_free(&heap, a));
    assert_int_equal(hw_heap_alloc(&heap, 0), 0);
    hw_heap_clear(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_do_not_overlap_and_are_aligned),
        cmocka_unit_test(a_full_heap_gives_nothing_and_freed_room_is_used_again),
        cmocka_unit_test(the_lowest_address_is_taken_whatever_came_before),
        cmocka_unit_test(only_what_was_allocated_can_be_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
