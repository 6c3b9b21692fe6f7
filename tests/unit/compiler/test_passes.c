/* SPDX-License-Identifier: MIT */
/* Passes: random programs compute the same before and after. */
#include "compiler/passes/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir_random.h"

enum { DEAD, FOLD, NUMBER, STRAIGHTEN, PASSES };

static bool do_pass(struct ir_random *s, unsigned pass)
{
    switch (pass) {
    case DEAD: return hw_pass_dce(s->function);
    case FOLD: return hw_pass_simplify(s->function);
    case NUMBER: return hw_pass_gvn(s->function, hw_ir_flow(s->function));
    default: return hw_pass_simplify_cfg(s->function);
    }
}

static uint32_t insns(const struct hw_ir_function *function)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            count++;
    return count;
}

static void passes_keep_what_programs_do(void **state)
{
    struct ir_random s = {.seed = 1};
    unsigned worked[PASSES] = {0}, ended = 0;
    uint64_t before = 0, after = 0;

    (void)state;
    for (unsigned round = 0; round < 4000; round++) {
        ir_random_make(&s);
        ir_random_check(&s);
        const struct ir_random_run first = ir_random_go(&s);
        before += insns(s.function);
        for (unsigned step = 0; step < 10; step++) {
            const unsigned pass = ir_random_pick(&s, PASSES);
            worked[pass] += do_pass(&s, pass);
            ir_random_check(&s);
            const struct ir_random_run again = ir_random_go(&s);
            if (first.ended && again.ended)
                assert_memory_equal(first.result, again.result, sizeof first.result);
            assert_true(again.ended || !first.ended); /* a pass makes no path longer */
        }
        after += insns(s.function);
        ended += first.ended;
        hw_arena_clear(&s.arena);
    }
    printf("%u programs ended; passes changed %u, %u, %u, %u\n", ended, worked[0], worked[1], worked[2],
           worked[3]);
    for (unsigned pass = 0; pass < PASSES; pass++)
        assert_true(worked[pass] > 100);
    assert_true(ended > 2000);
    assert_true(4 * after < 3 * before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_keep_what_programs_do)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
