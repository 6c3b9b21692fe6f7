/* SPDX-License-Identifier: MIT */
/* The version: numbers, text and library agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <halfwarp/version.h>

static void numbers_text_and_library_agree(void **state)
{
    char text[64];
    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", HW_VERSION_MAJOR, HW_VERSION_MINOR, HW_VERSION_PATCH);
    assert_string_equal(HW_VERSION_STRING, text);
    assert_string_equal(hw_version(), text);
}

/* CMake reads the header: its package and pkg-config files have the same number. */
static void cmake_agrees(void **state)
{
    (void)state;
    assert_string_equal(HW_PROJECT_VERSION, hw_version());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_text_and_library_agree),
        cmocka_unit_test(cmake_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
