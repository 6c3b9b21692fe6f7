/* SPDX-License-Identifier: MIT */
/* Rules of HALFWARP_FAIL: their parts, forms of functions. */
#include "cuda/inject/inject_function.h"
#include "cuda/inject/inject_rule.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

static void rules_have_parts(void **state)
{
    static struct hw_inject_rules rules;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_inject_read("cudaMalloc:17,kernel:ns::f<int, 4>(int*, float):3+:719,cublasSgemm:*:7",
                                    &rules, &error),
                     HW_OK);
    assert_int_equal(rules.count, 3);
    assert_int_equal(rules.rule[0].first, 17);
    assert_int_equal(rules.rule[0].last, 17);
    assert_int_equal(rules.rule[0].status, 2);
    assert_true(rules.rule[1].kernel);
    assert_int_equal(rules.rule[1].name_length, strlen("ns::f<int, 4>(int*, float)"));
    assert_int_equal(rules.rule[1].first, 3);
    assert_true(rules.rule[1].last == UINT64_MAX);
    assert_int_equal(rules.rule[1].status, 719);
    assert_int_equal(rules.rule[2].first, 1);
    assert_int_equal(rules.rule[2].status, 7);
    assert_int_equal(hw_inject_read("", &rules, &error), HW_OK);
    assert_int_equal(rules.count, 0);
}

static void rules_may_have_blanks_around(void **state)
{
    static const char text[] = "  cudaMalloc:1 ,\n kernel:k(int*, int):2:CUDA_ERROR_ASSERT, ";
    static struct hw_inject_rules rules;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_inject_read(text, &rules, &error), HW_OK);
    assert_int_equal(rules.count, 2);
    assert_int_equal(rules.rule[0].text_length, strlen("cudaMalloc:1"));
    assert_int_equal(rules.rule[1].name_length, strlen("k(int*, int)"));
    assert_int_equal(rules.rule[1].status, 710);
    assert_int_equal(hw_inject_read(" ", &rules, &error), HW_OK);
    assert_int_equal(rules.count, 0);
}

static bool names(const char *word, const char *function)
{
    return hw_inject_is_name_of(word, strlen(word), function);
}

static void names_are_for_forms(void **state)
{
    (void)state;
    assert_true(names("cuMemAlloc", "cuMemAlloc_v2"));
    assert_true(names("cudaMemcpy", "cudaMemcpy_ptds"));
    assert_true(names("cublasSgemm", "cublasSgemm_v2_64"));
    assert_true(names("cuMemAlloc_v2", "cuMemAlloc_v2"));
    assert_true(names("cudaLaunchKernel", "__cudaLaunchKernel"));
    assert_true(names("cudaLaunchKernel", "__cudaLaunchKernel_ptsz"));
    assert_true(names("cudaLaunchKernel_ptsz", "__cudaLaunchKernel_ptsz"));
    assert_true(names("__cudaLaunchKernel", "__cudaLaunchKernel_ptsz"));
    assert_false(names("__cudaLaunchKernel", "cudaLaunchKernel"));
    assert_false(names("cuMemAlloc_v2", "cuMemAlloc"));
    assert_false(names("cuMem", "cuMemAlloc"));
    assert_false(names("cudaMemcpy", "cudaMemcpy2D"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_have_parts),
        cmocka_unit_test(rules_may_have_blanks_around),
        cmocka_unit_test(names_are_for_forms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
