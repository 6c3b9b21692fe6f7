/* SPDX-License-Identifier: MIT */
/* Messages of a sweep's ranks: what is read is what was added; what is too short or torn is invalid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/sweep_message.h"

static void test_round_trip(void **state)
{
    struct hw_message message = {.data = NULL};
    const double seconds = 2.5;
    double again = 0;

    (void)state;
    hw_message_add_text(&message, "a text");
    hw_message_add(&message, &seconds, sizeof seconds);
    hw_message_add_text(&message, NULL);
    hw_message_add_text(&message, "");
    assert_string_equal(hw_message_read_text(&message), "a text");
    hw_message_read(&message, &again, sizeof again);
    assert_true(again == seconds);
    assert_null(hw_message_read_text(&message));
    assert_string_equal(hw_message_read_text(&message), "");
    assert_false(message.invalid);
    assert_int_equal(message.at, message.size);
    hw_message_free(&message);
}

/* A message of many pieces grows, and keeps what it has. */
static void test_growth(void **state)
{
    struct hw_message message = {.data = NULL};

    (void)state;
    for (uint32_t i = 0; i < 10000; i++)
        hw_message_add(&message, &i, sizeof i);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t number = UINT32_MAX;
        hw_message_read(&message, &number, sizeof number);
        assert_int_equal(number, i);
    }
    assert_false(message.invalid);
    hw_message_free(&message);
}

/* Exactly the last bytes can be read; one more cannot, and reads as zeros.  So does all that comes behind. */
static void test_end(void **state)
{
    struct hw_message message = {.data = NULL};
    unsigned char four[4] = {1, 2, 3, 4}, read[5];

    (void)state;
    hw_message_add(&message, four, sizeof four);
    hw_message_read(&message, read, 4);
    assert_memory_equal(read, four, 4);
    assert_false(message.invalid);
    hw_message_read(&message, read, 1);
    assert_true(message.invalid);
    assert_int_equal(read[0], 0);
    hw_message_free(&message);

    hw_message_add(&message, four, sizeof four);
    memset(read, 9, sizeof read);
    hw_message_read(&message, read, 5);
    assert_true(message.invalid);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(read[i], 0);
    memset(read, 9, sizeof read);
    hw_message_read(&message, read, 1); /* it is there, but the message is invalid */
    assert_int_equal(read[0], 0);
    assert_null(hw_message_read_text(&message));
    hw_message_free(&message);
}

/* A text whose length is wrong: none, more than there is, or one that is not at the zero byte. */
static void expect_torn(uint64_t length)
{
    struct hw_message message = {.data = NULL};

    hw_message_add(&message, &length, sizeof length);
    hw_message_add(&message, "abc", 4);
    assert_null(hw_message_read_text(&message));
    assert_true(message.invalid);
    hw_message_free(&message);
}

static void test_torn_texts(void **state)
{
    (void)state;
    expect_torn(0);
    expect_torn(3);
    expect_torn(5);
    expect_torn(UINT64_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_torn_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
