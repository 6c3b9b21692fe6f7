/* SPDX-License-Identifier: MIT */
/* The names nearest to one that nobody knows. */
#include "nearest.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

static void expect(const char *wanted, const char *const *names, const char *nearest_names)
{
    struct hw_nearest nearest;
    char text[64];

    hw_nearest_begin(&nearest, wanted);
    for (; *names; names++)
        hw_nearest_offer(&nearest, *names, strlen(*names));
    assert_string_equal(hw_nearest_write(&nearest, text, sizeof text), nearest_names);
}

static const char *const commands[] = {"as", "cc", "dis", "info", "isa", "occupancy", "run", "time", NULL};

static void one_letter_is_wrong_missing_or_too_much(void **state)
{
    (void)state;
    expect("dos", commands, "dis");
    expect("occupncy", commands, "occupancy");
    expect("timee", commands, "time");
    expect("TIME", commands, "time");
}

static void swapped_neighbours_count_once(void **state)
{
    (void)state;
    expect("rnu", commands, "run");
    expect("ifno", commands, "info");
}

static void the_front_of_a_name_is_near(void **state)
{
    (void)state;
    expect("occu", commands, "occupancy");
}

static void nothing_is_near_what_is_quite_different(void **state)
{
    (void)state;
    expect("disassemble", commands, "");
    expect("x", commands, "");
    expect("", commands, "");
}

static void several_are_listed_the_nearest_first(void **state)
{
    static const char *const names[] = {"kernel_c", "kernel_ab", "kernel_a", NULL};

    (void)state;
    expect("kernel_b", names, "kernel_c, kernel_ab or kernel_a");
    expect("kernel_abb", names, "kernel_ab or kernel_a");
}

static void of_longer_names_those_with_the_fewest_letters_more_come_first(void **state)
{
    static const char *const names[] = {"gemmBatched", "gemmEx", "geam", "gemm", NULL};

    (void)state;
    expect("gem", names, "geam, gemm, gemmEx or gemmBatched");
}

static void a_name_is_listed_once(void **state)
{
    static const char *const names[] = {"scales", "scale", "scales", "scale", "scales", NULL};
    struct hw_nearest nearest;

    (void)state;
    expect("scal", names, "scale or scales");
    hw_nearest_begin(&nearest, "dis");
    hw_nearest_offer_as(&nearest, "diss", "disassemble", strlen("disassemble"));
    hw_nearest_offer_as(&nearest, "dis", "disassemble", strlen("disassemble"));
    assert_int_equal(nearest.count, 1);
    assert_int_equal(nearest.item[0].distance, 0);
}

/* Names of cubins have thousands of letters. */
static void what_stands_behind_the_compared_letters_is_equal(void **state)
{
    static char wanted[5000], name[9000];
    struct hw_nearest nearest;
    char text[8];

    (void)state;
    memset(wanted, 'a', sizeof wanted - 1);
    memset(name, 'a', sizeof name - 1);
    hw_nearest_begin(&nearest, wanted);
    hw_nearest_offer(&nearest, name, strlen(name));
    assert_int_equal(nearest.count, 1);
    assert_string_equal(hw_nearest_write(&nearest, text, sizeof text), "aaaaaaa");
}

static void a_sentence_ends_with_a_question_where_something_is_near(void **state)
{
    struct hw_nearest nearest;
    char text[32];

    (void)state;
    hw_nearest_begin(&nearest, "rnu");
    assert_string_equal(hw_nearest_ask(&nearest, text, sizeof text), "");
    hw_nearest_offer(&nearest, "run", strlen("run"));
    assert_string_equal(hw_nearest_ask(&nearest, text, sizeof text), "; did you mean run?");
    hw_nearest_offer(&nearest, "rnus_and_many_more_names", strlen("rnus_and_many_more_names"));
    assert_string_equal(hw_nearest_ask(&nearest, text, sizeof text), "; did you mean run or rnus_and?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_letter_is_wrong_missing_or_too_much),
        cmocka_unit_test(swapped_neighbours_count_once),
        cmocka_unit_test(the_front_of_a_name_is_near),
        cmocka_unit_test(nothing_is_near_what_is_quite_different),
        cmocka_unit_test(several_are_listed_the_nearest_first),
        cmocka_unit_test(of_longer_names_those_with_the_fewest_letters_more_come_first),
        cmocka_unit_test(a_name_is_listed_once),
        cmocka_unit_test(what_stands_behind_the_compared_letters_is_equal),
        cmocka_unit_test(a_sentence_ends_with_a_question_where_something_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
