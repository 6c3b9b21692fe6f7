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
static const char *print(const char *format, uint64_t *bad)
{
    static char text[256];
    FILE *out = fmemopen(text, sizeof text, "w");

    memset(text, 0, sizeof text);
    strcpy((char *)memory, format);
    bool ok = hw_kernel_printf(read_memory, NULL, BASE, BASE + 256, out, &count, bad);
    fclose(out);
    return ok ? text : NULL;
}

static void put(size_t offset, const void *value, size_t bytes)
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
    uint64_t bad;

    strcpy((char *)memory + 400, "text");
    put(0, &number, 4);
    put(8, &wide, 8);
    put(16, &real, 8);
    put(24, &string, 8);
    put(32, &string, 8);
    put(40, &number, 4);
    assert_string_equal(print("%d %lld %.2f <%6s> %p %c%%", &bad),
                        "-42 -5000000000 3.25 <  text> 0x290 \xd6%");
    assert_string_equal(print("%x|%08X", &bad), "ffffffd6|00000000");
    put(0, &real, 8);
    assert_string_equal(print("%e %hhd", &bad), "3.250000e+00 0");
    put(0, (int[2]){5, 7}, 8);
    assert_string_equal(print("[%*d]", &bad), "[    7]");
}

static void lengths_and_stars(void **state)
{
    (void)state;
    const double real = 2.5;
    const uint64_t string = BASE + 400;
    uint64_t bad;

    strcpy((char *)memory + 400, "text");
    put(0, (int[4]){0x18765, 0x18765, 0x123, 0x1ff}, 16);
    assert_string_equal(print("%hd %hu %hhd %hhu", &bad), "-30875 34661 35 255");
    put(0, (int[2]){8, 3}, 8);
    put(8, &real, 8);
    assert_string_equal(print("<%*.*f>", &bad), "<   2.500>");
    put(8, &string, 8);
    assert_string_equal(print("<%*.*s>", &bad), "<     tex>");
    put(0, (int[2]){3, 'x'}, 8);
    assert_string_equal(print("<%*c>", &bad), "<  x>");
    put(0, (int[2]){-6, 0}, 8);
    put(8, &string, 8);
    assert_string_equal(print("<%*p>", &bad), "<0x290 >");
    put(0, (uint64_t[1]){UINT64_C(0x123456789a)}, 8);
    assert_string_equal(print("%#lx", &bad), "0x123456789a");
    print("%00000000000000000000000000000000000000000000000000000000000000000000000000000000d", &bad);
}

static void what_is_no_conversion_is_printed_as_it_stands(void **state)
{
    (void)state;
    uint64_t bad;

    assert_string_equal(print("100%", &bad), "100%");
    assert_string_equal(print("%y", &bad), "%y");
    assert_string_equal(print("%-5ly|%h", &bad), "%-5ly|%h");
    assert_string_equal(print("plain", &bad), "plain");
}

/* What printf returns, and that it takes 32 arguments, of which stars are some. */
static void arguments_are_counted(void **state)
{
    static const char ones[] = "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d";
    char format[128], expected[128];
    uint64_t bad;

    (void)state;
    for (int i = 0; i < 33; i++)
        put((size_t)i * 4, (int[1]){1}, 4);
    assert_string_equal(print("no value %% %y", &bad), "no value % %y");
    assert_int_equal(count, 0);
    print("%d %*d", &bad);
    assert_int_equal(count, 3);
    assert_true(hw_kernel_printf(read_memory, NULL, 0, BASE + 256, stdout, &count, &bad));
    assert_int_equal(count, -1);
    snprintf(format, sizeof format, "%s%%d<%%-3d|%%*d>%%%%", ones);
    snprintf(expected, sizeof expected, "%.32s<%%-3d|%%*d>%%", "11111111111111111111111111111111");
    assert_string_equal(print(format, &bad), expected);
    assert_int_equal(count, 32);
    snprintf(format, sizeof format, "%s<%%*ld>", ones);
    snprintf(expected, sizeof expected, "%.31s<%%*ld>", "11111111111111111111111111111111");
    assert_string_equal(print(format, &bad), expected);
}

static void memory_that_is_not_there_is_told(void **state)
{
    (void)state;
    const uint64_t nowhere = 0x42;
    uint64_t bad = 0;

    put(0, &nowhere, 8);
    assert_null(print("%s", &bad));
    assert_int_equal(bad, nowhere);
    FILE *out = fmemopen((char[8]){0}, 8, "w");
    static const char *const formats[] = {"%d", "%lld", "%f", "%c", "%p", "%s", "%*d"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        strcpy((char *)memory, formats[i]);
        assert_false(hw_kernel_printf(read_memory, NULL, BASE, nowhere, out, &count, &bad));
        assert_true(bad >= nowhere && bad < nowhere + 8); /* as the argument is aligned */
    }
    /* a format, and a conversion, without an end */
    memory[sizeof memory - 1] = '%';
    assert_false(hw_kernel_printf(read_memory, NULL, BASE + sizeof memory - 1, BASE, out, &count, &bad));
    assert_int_equal(bad, BASE + sizeof memory);
    memory[sizeof memory - 1] = 0;
    assert_false(hw_kernel_printf(read_memory, NULL, 1, BASE, out, &count, &bad));
    assert_int_equal(bad, 1);
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
