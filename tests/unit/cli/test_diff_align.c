/* SPDX-License-Identifier: MIT */
/* The alignment of `halfwarp diff` against the table of longest common sequences, on random lists. */
#include "cli/diff.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

#define MOST  24
#define LISTS 3000

static uint32_t drawn = 1;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 16) % below;
}

static uint32_t longest(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count)
{
    uint32_t table[MOST + 1][MOST + 1] = {{0}};

    for (uint32_t i = 1; i <= a_count; i++)
        for (uint32_t j = 1; j <= b_count; j++) {
            const uint32_t without = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
            table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : without;
        }
    return table[a_count][b_count];
}

static void matches_are_a_longest_sequence(void **state)
{
    (void)state;
    for (int list = 0; list < LISTS; list++) {
        const uint32_t a_count = draw(MOST + 1), b_count = draw(MOST + 1), letters = 1 + draw(6);
        uint64_t a[MOST], b[MOST];
        uint32_t match[MOST + 1], count = 0, next = 0;

        for (uint32_t i = 0; i < a_count; i++)
            a[i] = draw(letters);
        for (uint32_t i = 0; i < b_count; i++)
            b[i] = draw(letters);
        assert_true(hw_diff_align(a, a_count, b, b_count, match));
        for (uint32_t i = 0; i < a_count; i++) {
            if (match[i] == HW_DIFF_NONE)
                continue;
            assert_true(match[i] >= next && match[i] < b_count && a[i] == b[match[i]]);
            next = match[i] + 1;
            count++;
        }
        assert_int_equal(count, longest(a, a_count, b, b_count));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(matches_are_a_longest_sequence)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
