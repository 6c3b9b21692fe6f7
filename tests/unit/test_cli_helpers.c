/* What the subcommands share: numbers, dimensions, the walk over the arguments, files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"

static void numbers_in_every_base(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool suffix;
        uint64_t value;
    } good[] = {
        {"0", false, 0},         {"42", false, 42},         {"0x2A", false, 42},
        {"0b101", false, 5},     {"4k", true, 4096},        {"2M", true, 2 << 20},
        {"0x10k", true, 16384},  {"007", false, 7},         {"18446744073709551615", false, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t value = 1;
        assert_int_equal(hw_number(good[i].text, UINT64_MAX, good[i].suffix, &value, NULL), HW_OK);
        assert_int_equal(value, good[i].value);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "x", "0x", "0b", "0b2", "-1", "+1", " 1", "1 ", "1k", "12z", "0xg"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t value;
        struct hw_error error;
        assert_int_equal(hw_number(bad[i], UINT64_MAX, false, &value, &error), HW_ERR_SYNTAX);
        assert_non_null(strstr(error.text, bad[i]));
    }
}

static void numbers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    uint64_t value;
    struct hw_error error;
    assert_int_equal(hw_number("65536", 65535, false, &value, &error), HW_ERR_RANGE);
    assert_string_equal(error.text, "65536 is too large: at most 65535");
    assert_int_equal(hw_number("18446744073709551616", UINT64_MAX, false, &value, &error), HW_ERR_RANGE);
    assert_int_equal(hw_number("0x8000000000000000k", UINT64_MAX, true, &value, &error), HW_ERR_RANGE);
    assert_int_equal(hw_number("5k", 5119, true, &value, &error), HW_ERR_RANGE);
}

static void dimensions(void **state)
{
    (void)state;
    uint32_t size[3];
    assert_int_equal(hw_dimensions("7", 100, size, NULL), HW_OK);
    assert_true(size[0] == 7 && size[1] == 1 && size[2] == 1);
    assert_int_equal(hw_dimensions("1,2,3", 100, size, NULL), HW_OK);
    assert_true(size[0] == 1 && size[1] == 2 && size[2] == 3);

    static const char *const bad[] = {"", ",", "1,", "1,2,3,", "1,2,3,4", "1x2", "a"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(hw_dimensions(bad[i], 100, size, NULL), HW_ERR_SYNTAX);
    assert_int_equal(hw_dimensions("0", 100, size, NULL), HW_ERR_RANGE);
    assert_int_equal(hw_dimensions("1,101", 100, size, NULL), HW_ERR_RANGE);
}

static void arguments_are_split(void **state)
{
    (void)state;
    char *argv[] = {"dis", "a.cubin", "-k", "main", "--syntax=nv", "--hex", "-", "--", "-b", NULL};
    struct hw_args args;
    hw_args_begin(&args, 9, argv);
    assert_true(hw_args_next(&args));
    assert_null(args.option);
    assert_string_equal(args.value, "a.cubin");
    assert_true(hw_args_next(&args) && hw_args_is(&args, "-k"));
    assert_string_equal(hw_args_value(&args), "main");
    assert_true(hw_args_next(&args) && hw_args_is(&args, "--syntax"));
    assert_string_equal(hw_args_value(&args), "nv");
    assert_true(hw_args_next(&args) && hw_args_is(&args, "--hex"));
    assert_true(hw_args_next(&args) && !args.option);
    assert_string_equal(args.value, "-");
    assert_true(hw_args_next(&args) && !args.option);
    assert_string_equal(args.value, "-b");
    assert_false(hw_args_next(&args));
}

static void a_file_comes_back_as_written(void **state)
{
    (void)state;
    char name[] = "/tmp/halfwarp-test-XXXXXX";
    int handle = mkstemp(name);
    assert_true(handle >= 0);
    close(handle);
    static char written[200000];
    for (size_t i = 0; i < sizeof written; i++)
        written[i] = (char)(i * 7);

    void *data;
    size_t size;
    struct hw_error error;
    assert_int_equal(hw_write_file(name, written, sizeof written, &error), HW_OK);
    assert_int_equal(hw_read_file(name, HW_FILE_MAX, &data, &size, &error), HW_OK);
    assert_int_equal(size, sizeof written);
    assert_memory_equal(data, written, size);
    assert_int_equal(((char *)data)[size], 0);
    free(data);

    assert_int_equal(hw_read_file(name, sizeof written - 1, &data, &size, &error), HW_ERR_LIMIT);
    assert_null(data);
    unlink(name);
}

static void files_that_cannot_be_opened(void **state)
{
    (void)state;
    void *data;
    size_t size;
    struct hw_error error;
    assert_int_equal(hw_read_file("/nonexistent/file", 10, &data, &size, &error), HW_ERR_IO);
    assert_string_equal(error.text, "cannot open /nonexistent/file: No such file or directory");
    assert_int_equal(hw_read_file("/", 10, &data, &size, &error), HW_ERR_IO);
    assert_int_equal(hw_write_file("/nonexistent/file", "x", 1, &error), HW_ERR_IO);
    assert_int_equal(hw_write_file("/dev/full", "x", 1, &error), HW_ERR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_every_base),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(numbers_that_do_not_fit_are_refused),
        cmocka_unit_test(dimensions),
        cmocka_unit_test(arguments_are_split),
        cmocka_unit_test(a_file_comes_back_as_written),
        cmocka_unit_test(files_that_cannot_be_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
