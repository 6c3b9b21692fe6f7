/* SPDX-License-Identifier: MIT */
/* Loop unrolling: random loops of one block compute the same, in fewer iterations. */
#include "compiler/passes/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir_random.h"

static bool has_loop(const struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        if (function->block[i]->to_count == 2)
            return true;
    return false;
}

/* Loops that are unrolled fully, loops that are unrolled by a factor, and loops that stay. */
static void loops_are_unrolled(void **state)
{
    struct ir_random s = {.seed = 2};
    unsigned all = 0, some = 0;

    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        ir_random_loop(&s, true);
        ir_random_check(&s);
        hw_pass_simplify(s.function);
        const struct ir_random_run first = ir_random_go(&s);
        const bool stays = round % 10 == 0;
        s.function->block[1]->stays_rolled = stays;
        const bool unrolled = hw_pass_unroll(s.function);
        ir_random_check(&s);
        assert_false(stays && unrolled);
        const struct ir_random_run again = ir_random_go(&s);
        assert_true(first.ended && again.ended);
        assert_memory_equal(first.result, again.result, sizeof first.result);
        all += unrolled && !has_loop(s.function);
        some += unrolled && has_loop(s.function);
        hw_arena_clear(&s.arena);
    }
    printf("%u loops are gone, %u shorter\n", all, some);
    assert_true(all > 500 && some > 200);
}

static uint32_t blocks_twice(const struct hw_ir_function *function)
{
    uint32_t loops = 0;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (uint32_t k = 0; k < function->block[i]->to_count; k++)
            loops += function->block[i]->to[k] == function->block[i];
    return loops;
}

/* Loops with a trip count that is known only at run time: with both kinds of exit, signed and not, near the
 * ends of the numbers. */
static void loops_that_count_are_unrolled(void **state)
{
    struct ir_random s = {.seed = 3};
    unsigned two = 0, ended = 0, faster = 0;

    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        ir_random_loop(&s, false);
        ir_random_check(&s);
        hw_pass_simplify(s.function);
        const struct ir_random_run first = ir_random_go(&s);
        two += hw_pass_unroll(s.function) && blocks_twice(s.function) == 2;
        ir_random_check(&s);
        const struct ir_random_run again = ir_random_go(&s);
        assert_true(again.ended || !first.ended);
        if (first.ended)
            assert_memory_equal(first.result, again.result, sizeof first.result);
        ended += first.ended;
        faster += again.steps + 4 < first.steps;
        hw_arena_clear(&s.arena);
    }
    printf("%u loops became two, %u ended, %u are shorter\n", two, ended, faster);
    assert_true(two > 3000 && ended > 3000 && faster > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_are_unrolled),
                                       cmocka_unit_test(loops_that_count_are_unrolled)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
