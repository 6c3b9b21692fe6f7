/* SPDX-License-Identifier: MIT */
/* Text of instructions in a program whose locale writes 1,5 for 1.5: the library's is the same everywhere.
 *
 * Such a locale is made for the test by localedef, which belongs to the C library; without it the test is
 * skipped. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

static char folder[64];

static int make_locale(void **state)
{
    char command[512];

    (void)state;
    snprintf(folder, sizeof folder, "/tmp/halfwarp-locale-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(
        command, sizeof command,
        "cd %s && printf 'LC_NUMERIC\\ndecimal_point \"<U002C>\"\\nthousands_sep \"\"\\ngrouping -1\\n"
        "END LC_NUMERIC\\n' > comma.src && localedef -c --no-archive -i comma.src ./comma >/dev/null 2>&1",
        folder);
    const int status = system(command); /* not 0, since most of a locale is missing */
    (void)status;
    setenv("LOCPATH", folder, 1);
    return 0;
}

static int remove_locale(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void same_text(const char *chip, const char *expected)
{
    struct hw_target target;
    struct hw_insn insn;
    struct hw_error error;
    char text[HW_TEXT_MAX];

    assert_int_equal(hw_target_find(chip, &target, &error), HW_OK);
    if (hw_parse(&target, hw_target_syntax(&target), expected, 0, &insn, &error) != HW_OK)
        fail_msg("%s: %s", expected, error.text);
    hw_print(&insn, hw_target_syntax(&target), 0, text, sizeof text);
    assert_string_equal(text, expected);
}

static void test_numbers(void **state)
{
    char comma[8];

    (void)state;
    if (!setlocale(LC_NUMERIC, "comma"))
        skip();
    snprintf(comma, sizeof comma, "%g", 1.5);
    assert_string_equal(comma, "1,5");
    same_text("sm_30", "FADD R0, R1, 1.5");
    same_text("sm_35", "FMUL32I R0, R1, 0.10000000149011611938");
    same_text("sm_52", "DADD R0, R2, -2.5");
    same_text("sm_53", "HADD2 R0, R1, 1.5, 0.25");
    assert_string_equal(setlocale(LC_NUMERIC, NULL), "comma"); /* the program's is as it was */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, make_locale, remove_locale);
}
