/* SPDX-License-Identifier: MIT */
/* The object loader makes object files callable, and refuses others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "jit/jit_client.h"
#include "jit/jit_object_loader.h"
#include "jit/request/jit_protocol.h"
#include "unit/jit/jit_requests.h"

static struct program program;
static uint8_t *object;
static size_t size;

static int compile_it(void **state)
{
    struct hw_error error;

    (void)state;
    make_program(&program);
    struct hw_cache_key key = key_of_program(&program);
    if (hw_jit_client_compile(&key, &object, &size, &error) != HW_OK)
        fail_msg("%s", error.text);
    hw_cache_key_clear(&key);
    return 0;
}

static int forget_it(void **state)
{
    (void)state;
    free(object);
    return 0;
}

static bool loads(const uint8_t *bytes, size_t count)
{
    struct hw_jit_loaded loaded;

    if (hw_jit_load(&loaded, NULL, bytes, count, NULL) != HW_OK)
        return false;
    hw_jit_unload(&loaded);
    return true;
}

static void code_runs(void **state)
{
    struct hw_jit_loaded loaded[3];

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(hw_jit_load(&loaded[i], NULL, object, size, NULL), HW_OK);
    for (unsigned i = 0; i < 3; i++) {
        expect_to_run(&program, loaded[i].run);
        hw_jit_unload(&loaded[i]);
    }
}

static void pieces_are_refused(void **state)
{
    (void)state;
    for (size_t count = 0; count < size; count++) {
        uint8_t *piece = malloc(count + 1);
        assert_non_null(piece);
        memcpy(piece, object, count);
        if (loads(piece, count)) /* the end may be what nobody needs */
            assert_true(count > size / 2);
        free(piece);
    }
}

/* Whatever a bit is: loaded or refused; it is not run. */
static void any_bit_may_be_another(void **state)
{
    unsigned refused = 0;

    (void)state;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        object[bit / 8] ^= (uint8_t)(1u << bit % 8);
        refused += !loads(object, size);
        object[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(refused > size / 8);
    assert_true(loads(object, size));
}

/* Give a name in the object another first letter. */
static void rename_symbol(const char *name)
{
    uint8_t *at = memmem(object, size, name, strlen(name) + 1);

    assert_non_null(at);
    *at = 'X';
}

static void what_it_calls_must_be_ours(void **state)
{
    struct hw_error error;
    struct hw_jit_loaded loaded;

    (void)state;
    rename_symbol("hw_warp_branch");
    assert_int_equal(hw_jit_load(&loaded, NULL, object, size, &error), HW_ERR_FORMAT);
    assert_string_equal(error.text, "the compiler's object file cannot be loaded: it calls Xw_warp_branch");
}

static void the_kernel_must_be_there(void **state)
{
    (void)state;
    rename_symbol(HW_JIT_FUNCTION);
    assert_false(loads(object, size));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, compile_it, forget_it)
    const struct CMUnitTest tests[] = {
        TEST(code_runs),
        TEST(pieces_are_refused),
        TEST(any_bit_may_be_another),
        TEST(what_it_calls_must_be_ours),
        TEST(the_kernel_must_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
