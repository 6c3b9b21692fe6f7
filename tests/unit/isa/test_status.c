/* SPDX-License-Identifier: MIT */
/* Statuses and errors: names, and what hw_fail leaves in struct hw_error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/status.h>

static void every_status_has_a_name(void **state)
{
    (void)state;
    for (int status = HW_OK; status <= HW_ERR_LIMIT; status++)
        assert_string_not_equal(hw_status_name((hw_status)status), "?");
    assert_string_equal(hw_status_name(HW_ERR_NOT_FOUND), "not found");
    assert_string_equal(hw_status_name((hw_status)(HW_ERR_LIMIT + 1)), "?");
    assert_string_equal(hw_status_name((hw_status)-1), "?");
}

static void fail_fills_the_error(void **state)
{
    (void)state;
    struct hw_error error = {.line = 7, .column = 8, .offset = 9};
    assert_int_equal(hw_fail(&error, HW_ERR_RANGE, "isa", "register %d of %d", 200, 128), HW_ERR_RANGE);
    assert_int_equal(error.status, HW_ERR_RANGE);
    assert_string_equal(error.module, "isa");
    assert_string_equal(error.text, "register 200 of 128");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_int_equal(error.offset, 0);
}

static void fail_needs_no_error(void **state)
{
    (void)state;
    assert_int_equal(hw_fail(NULL, HW_ERR_IO, "cli", "nobody reads this"), HW_ERR_IO);
}

static void a_long_sentence_is_cut(void **state)
{
    (void)state;
    struct hw_error error;
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    hw_fail(&error, HW_ERR_FORMAT, "module", "%s", text);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void an_error_may_quote_itself(void **state)
{
    (void)state;
    struct hw_error error;
    hw_fail(&error, HW_ERR_SYNTAX, "isa", "no such register");
    hw_fail(&error, HW_ERR_FORMAT, "module", "line 3: %s", error.text);
    assert_string_equal(error.text, "line 3: no such register");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_name),   cmocka_unit_test(fail_fills_the_error),
        cmocka_unit_test(fail_needs_no_error),       cmocka_unit_test(a_long_sentence_is_cut),
        cmocka_unit_test(an_error_may_quote_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
