/* SPDX-License-Identifier: MIT */
/* Compile requests are serialised and read back unchanged, and bytes that are no request are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "unit/jit/jit_requests.h"

static struct program program;
static uint8_t *bytes;
static size_t size;

static int write_one(void **state)
{
    (void)state;
    make_program(&program);
    struct hw_jit_request request = request_of(&program);
    bytes = hw_jit_request_write(&request, &size);
    hw_jit_unit_clear(&request.unit);
    return bytes ? 0 : -1;
}

static int forget_it(void **state)
{
    (void)state;
    free(bytes);
    return 0;
}

static hw_status read_it(const uint8_t *from, size_t count, struct hw_error *error)
{
    struct hw_jit_request request;
    const hw_status status = hw_jit_request_read(&request, from, count, error);

    hw_jit_unit_clear(&request.unit);
    return status;
}

static void it_comes_back(void **state)
{
    struct hw_jit_request request;
    size_t again_size;

    (void)state;
    assert_int_equal(hw_jit_request_read(&request, bytes, size, NULL), HW_OK);
    assert_int_equal(request.lanes, program.source.lanes);
    assert_int_equal(request.level, program.source.arithmetic->build);
    assert_int_equal(request.unit.count, UOPS);
    assert_int_equal(request.unit.uop[BRANCH].jump.target, END);
    assert_int_equal(request.unit.uop[MOVE].d, 1);
    assert_int_equal(request.unit.literal[0], 10);
    assert_int_equal(request.unit.literal[1], 0); /* a launch may change it */
    uint8_t *again = hw_jit_request_write(&request, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    free(again);
    hw_jit_unit_clear(&request.unit);
}

/* In memory of its own, so that the address sanitizer sees its end. */
static void pieces_are_refused(void **state)
{
    struct hw_error error;

    (void)state;
    for (size_t count = 0; count < size; count++) {
        uint8_t *piece = malloc(count + 1);
        assert_non_null(piece);
        memcpy(piece, bytes, count);
        assert_int_not_equal(read_it(piece, count, &error), HW_OK);
        assert_non_null(strstr(error.text, "no request"));
        free(piece);
    }
    uint8_t *longer = calloc(1, size + 1);
    assert_non_null(longer);
    memcpy(longer, bytes, size);
    assert_int_equal(read_it(longer, size + 1, NULL), HW_ERR_FORMAT);
    free(longer);
}

static void other_builds_are_refused(void **state)
{
    struct hw_error error;

    (void)state;
    bytes[0] ^= 1; /* of the version */
    assert_int_equal(read_it(bytes, size, &error), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "another build"));
    bytes[0] ^= 1;
    bytes[16] ^= 1; /* of the layout */
    assert_int_equal(read_it(bytes, size, NULL), HW_ERR_UNSUPPORTED);
}

/* Whatever a byte is: read, or refused. */
static void any_byte_may_be_another(void **state)
{
    unsigned refused = 0;

    (void)state;
    for (size_t i = 0; i < size; i++)
        for (unsigned other = 1; other < 256; other += other < 8 ? 1 : 31) {
            bytes[i] ^= (uint8_t)other;
            refused += read_it(bytes, size, NULL) != HW_OK;
            bytes[i] ^= (uint8_t)other;
        }
    assert_true(refused > 0);
    assert_int_equal(read_it(bytes, size, NULL), HW_OK);
}

/* A jump to a place where no block begins. */
static void jumps_to_nowhere_are_refused(void **state)
{
    const uint32_t targets[] = {MOVE, UOPS, ~0u};

    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct hw_jit_request request = request_of(&program);
        size_t count;
        request.unit.uop[BRANCH].jump.target = targets[i];
        uint8_t *wrong = hw_jit_request_write(&request, &count);
        assert_int_equal(read_it(wrong, count, NULL), HW_ERR_FORMAT);
        free(wrong);
        hw_jit_unit_clear(&request.unit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, write_one, forget_it)
    const struct CMUnitTest tests[] = {
        TEST(it_comes_back),           TEST(pieces_are_refused),           TEST(other_builds_are_refused),
        TEST(any_byte_may_be_another), TEST(jumps_to_nowhere_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
