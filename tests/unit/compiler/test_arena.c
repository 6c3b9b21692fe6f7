/* SPDX-License-Identifier: MIT */
/* Arenas: an inner arena can be cleared and used again, and is freed with the outer one (leaks are found by
 * the build with sanitizers). */
#include "compiler/arena.h"
#include "sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void an_arena_within_another_is_cleared_alone(void **state)
{
    struct hw_arena outer = {.chunks = NULL};

    (void)state;
    char *kept = hw_arena_text(&outer, "kept", 4);
    struct hw_arena *inner = hw_arena_within(&outer), *second = hw_arena_within(inner);
    for (unsigned round = 0; round < 3; round++) {
        char *taken = hw_arena_alloc(inner, 1 << 21);
        assert_int_equal(taken[0] | taken[(1 << 21) - 1], 0);
        memset(taken, 1, 1 << 21);
        hw_arena_clear(inner);
        assert_int_equal(inner->bytes, 0);
    }
    (void)second; /* it lay in the inner one */
    assert_string_equal(kept, "kept");
    hw_arena_alloc(hw_arena_within(inner), 64);
    hw_arena_clear(&outer);
    assert_null(outer.chunks);
}

static void without_memory_the_outermost_is_left(void **state)
{
    struct hw_arena outer = {.chunks = NULL};
    volatile int left = 0;

    (void)state;
    if (setjmp(outer.out))
        left = 1;
    else
        hw_arena_array(hw_arena_within(hw_arena_within(&outer)), SIZE_MAX / 2, 16);
    assert_int_equal(left, 1);
    hw_arena_clear(&outer);
}

#if ADDRESS_SANITIZED
#include <sanitizer/asan_interface.h>
#endif

static void what_lies_beyond_is_watched(void **state)
{
    struct hw_arena outer = {.chunks = NULL};

    (void)state;
#if ADDRESS_SANITIZED
    for (size_t bytes = 1; bytes < 40; bytes++) {
        const char *taken = hw_arena_alloc(&outer, bytes), *next = hw_arena_alloc(&outer, 1);
        assert_null(__asan_region_is_poisoned((void *)taken, bytes));
        for (const char *at = taken + bytes; at < next; at++)
            assert_true(__asan_address_is_poisoned(at));
        assert_true(next > taken + bytes);
    }
#else
    skip();
#endif
    hw_arena_clear(&outer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_beyond_is_watched),
        cmocka_unit_test(an_arena_within_another_is_cleared_alone),
        cmocka_unit_test(without_memory_the_outermost_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
