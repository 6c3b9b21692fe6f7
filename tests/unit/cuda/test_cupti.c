/* SPDX-License-Identifier: MIT */
/* CUPTI as profilers use it: versions, results as text, the clock; what would record is refused by name. */
#include "cuda_test.h"

#include "cuda/cupti/cupti.h"

CUptiResult cuptiSubscribe(void **subscriber, void *callback, void *of_caller);
CUptiResult cuptiActivityEnable(int kind);

static void the_version_is_the_toolkits(void **state)
{
    uint32_t version = 0;

    (void)state;
    assert_int_equal(cuptiGetVersion(&version), CUPTI_SUCCESS);
    assert_int_equal(version, 130200);
    assert_int_equal(cuptiGetVersion(NULL), CUPTI_ERROR_INVALID_PARAMETER);
}

static void results_have_names(void **state)
{
    const char *text = NULL;

    (void)state;
    assert_int_equal(cuptiGetResultString(CUPTI_SUCCESS, &text), CUPTI_SUCCESS);
    assert_string_equal(text, "CUPTI_SUCCESS");
    assert_int_equal(cuptiGetResultString((CUptiResult)27, &text), CUPTI_SUCCESS);
    assert_string_equal(text, "CUPTI_ERROR_NOT_SUPPORTED");
    assert_int_equal(cuptiGetErrorMessage((CUptiResult)999, &text), CUPTI_SUCCESS);
    assert_string_equal(text, "CUPTI_ERROR_UNKNOWN");
    assert_int_equal(cuptiGetResultString((CUptiResult)48, &text), CUPTI_ERROR_INVALID_PARAMETER);
    assert_null(text);
    assert_int_equal(cuptiGetResultString(CUPTI_SUCCESS, NULL), CUPTI_ERROR_INVALID_PARAMETER);
}

static void the_clock_goes_on(void **state)
{
    uint64_t first = 0, second = 0;

    (void)state;
    assert_int_equal(cuptiGetTimestamp(&first), CUPTI_SUCCESS);
    assert_int_equal(cuptiGetTimestamp(&second), CUPTI_SUCCESS);
    assert_true(first > 0 && second >= first);
    assert_int_equal(cuptiGetTimestamp(NULL), CUPTI_ERROR_INVALID_PARAMETER);
}

/* PyTorch's profiler goes on without the device's side then. */
static void recording_is_refused(void **state)
{
    void *subscriber = NULL;

    (void)state;
    assert_int_equal(cuptiSubscribe(&subscriber, NULL, NULL), CUPTI_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuptiActivityEnable(3), CUPTI_ERROR_NOT_SUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_the_toolkits),
        cmocka_unit_test(results_have_names),
        cmocka_unit_test(the_clock_goes_on),
        cmocka_unit_test(recording_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
