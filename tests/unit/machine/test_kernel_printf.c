/* SPDX-License-Identifier: MIT */
/* The printf of device code: every conversion against what the host prints, and memory that is not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "machine/kernel_printf.h"

/* A little memory at address 0x100. */
#define BASE 0x100u
static uint8_t memory[512];
static int count; /* what the last call returned */

static bool read_memory(void *context, uint64_t address, void *to, size_t bytes)
{
    (void)context;
    if (address < BASE || address - BASE > sizeof memory - bytes)
        return false;
    memcpy(to, memory + (address - BASE), bytes);
    return true;
}

/* Print `format` with the 64 bytes of arguments that are at memory[256]; NULL when memory was missing. */
static const char *print_format(const char *format, uint64_t *unreadable)
{
    static char text[256];
    FILE *out = fmemopen(text, sizeof text, "w");

    memset(text, 0, sizeof text);
    strcpy((char *)memory, format);
    bool ok = hw_kernel_printf(read_memory, NULL, BASE, BASE + 256, out, &count, unreadable);
    fclose(out);
    return ok ? text : NULL;
}

static void push_argument(size_t offset, const void *value, size_t bytes)
{
    memcpy(memory + 256 + offset, value, bytes);
}

static void each_conversion_takes_its_argument(void **state)
{
    (void)state;
    const int number = -42;
    const long long wide = -5000000000;
    const double real = 3.25;
    const uint64_t string = BASE + 400;
    uint64_t unreadable;

    strcpy((char *)memory + 400, "text");
    push_argument(0, &number, 4);
    push_argument(8, &wide, 8);
    push_argument(16, &real, 8);
    push_argument(24, &string, 8);
    push_argument(32, &string, 8);
    push_argument(40, &number, 4);
    assert_string_equal(print_format("%d %lld %.2f <%6s> %p %c%%", &unreadable),
                        "-42 -5000000000 3.25 <  text> 0x290 \xd6%");
    assert_string_equal(print_format("%x|%08X", &unreadable), "ffffffd6|00000000");
    push_argument(0, &real, 8);
    assert_string_equal(print_format("%e %hhd", &unreadable), "3.250000e+00 0");
    push_argument(0, (int[2]){5, 7}, 8);
    assert_string_equal(print_format("[%*d]", &unreadable), "[    7]");
}

static void lengths_and_stars(void **state)
{
    (void)state;
    const double real = 2.5;
    const uint64_t string = BASE + 400;
    uint64_t unreadable;

    strcpy((char *)memory + 400, "text");
    push_argument(0, (int[4]){0x18765, 0x18765, 0x123, 0x1ff}, 16);
    assert_string_equal(print_format("%hd %hu %hhd %hhu", &unreadable), "-30875 34661 35 255");
    push_argument(0, (int[2]){8, 3}, 8);
    push_argument(8, &real, 8);
    assert_string_equal(print_format("<%*.*f>", &unreadable), "<   2.500>");
    push_argument(8, &string, 8);
    assert_string_equal(print_format("<%*.*s>", &unreadable), "<     tex>");
    push_argument(0, (int[2]){3, 'x'}, 8);
    assert_string_equal(print_format("<%*c>", &unreadable), "<  x>");
    push_argument(0, (int[2]){-6, 0}, 8);
    push_argument(8, &string, 8);
    assert_string_equal(print_format("<%*p>", &unreadable), "<0x290 >");
    push_argument(0, (uint64_t[1]){UINT64_C(0x123456789a)}, 8);
    assert_string_equal(print_format("%#lx", &unreadable), "0x123456789a");
    print_format("%00000000000000000000000000000000000000000000000000000000000000000000000000000000d",
                 &unreadable);
}

static void what_is_no_conversion_is_printed_as_it_stands(void **state)
{
    (void)state;
    uint64_t unreadable;

    assert_string_equal(print_format("100%", &unreadable), "100%");
    assert_string_equal(print_format("%y", &unreadable), "%y");
    assert_string_equal(print_format("%-5ly|%h", &unreadable), "%-5ly|%h");
    assert_string_equal(print_format("plain", &unreadable), "plain");
}

/* What printf returns, and that it takes 32 arguments, of which stars are some. */
static void arguments_are_counted(void **state)
{
    static const char ones[] = "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d";
    char format[128], expected[128];
    uint64_t unreadable;

    (void)state;
    for (int i = 0; i < 33; i++)
        push_argument((size_t)i * 4, (int[1]){1}, 4);
    assert_string_equal(print_format("no value %% %y", &unreadable), "no value % %y");
    assert_int_equal(count, 0);
    print_format("%d %*d", &unreadable);
    assert_int_equal(count, 3);
    assert_true(hw_kernel_printf(read_memory, NULL, 0, BASE + 256, stdout, &count, &unreadable));
    assert_int_equal(count, -1);
    snprintf(format, sizeof format, "%s%%d<%%-3d|%%*d>%%%%", ones);
    snprintf(expected, sizeof expected, "%.32s<%%-3d|%%*d>%%", "11111111111111111111111111111111");
    assert_string_equal(print_format(format, &unreadable), expected);
    assert_int_equal(count, 32);
    snprintf(format, sizeof format, "%s<%%*ld>", ones);
    snprintf(expected, sizeof expected, "%.31s<%%*ld>", "11111111111111111111111111111111");
    assert_string_equal(print_format(format, &unreadable), expected);
}

static void memory_that_is_not_there_is_told(void **state)
{
    (void)state;
    const uint64_t nowhere = 0x42;
    uint64_t unreadable = 0;

    push_argument(0, &nowhere, 8);
    assert_null(print_format("%s", &unreadable));
    assert_int_equal(unreadable, nowhere);
    FILE *out = fmemopen((char[8]){0}, 8, "w");
    static const char *const formats[] = {"%d", "%lld", "%f", "%c", "%p", "%s", "%*d"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        strcpy((char *)memory, formats[i]);
        assert_false(hw_kernel_printf(read_memory, NULL, BASE, nowhere, out, &count, &unreadable));
        assert_true(unreadable >= nowhere && unreadable < nowhere + 8); /* as the argument is aligned */
    }
    /* a format, and a conversion, without an end */
    memory[sizeof memory - 1] = '%';
    assert_false(
        hw_kernel_printf(read_memory, NULL, BASE + sizeof memory - 1, BASE, out, &count, &unreadable));
    assert_int_equal(unreadable, BASE + sizeof memory);
    memory[sizeof memory - 1] = 0;
    assert_false(hw_kernel_printf(read_memory, NULL, 1, BASE, out, &count, &unreadable));
    assert_int_equal(unreadable, 1);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_conversion_takes_its_argument),
        cmocka_unit_test(lengths_and_stars),
        cmocka_unit_test(what_is_no_conversion_is_printed_as_it_stands),
        cmocka_unit_test(arguments_are_counted),
        cmocka_unit_test(memory_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
