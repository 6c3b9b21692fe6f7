/* SPDX-License-Identifier: MIT */
/* The tables of methods: rows by number and by name, data as text and back, and what the hardware takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/methods.h>

#include "fact.h"

/* A method by the name that envytools has for it, and the number that the document states. */
struct stated {
    uint16_t object;
    const char *name;
    uint32_t number;
};

static void expect_stated(const struct stated *stated, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct hw_object_class *object = hw_object_class_of(stated[i].object);
        struct hw_error error;
        uint32_t number;
        assert_non_null(object);
        if (hw_method_number(object, stated[i].name, &number, &error) != HW_OK)
            fail_msg("%s", error.text);
        if (number != stated[i].number)
            fail_msg("%s is 0x%x; the document says 0x%x", stated[i].name, number, stated[i].number);
    }
}

/* The document's own names are read, too, and those of envytools printed. */
static void test_aliases(void **state)
{
    static const struct stated names[] = {
        {0x50c0, "THREADS_PER_BLOCK", 0x2b4},   {0x50c0, "WARP_HALVES", 0x3b8},
        {0x5097, "WARP_HALVES", 0x19a0},        {0x50c0, "CB_FLUSH", 0x380},
        {0x5097, "CB_FLUSH", 0x1440},           {0x50c0, "CB_SET_DEF", 0x2ac},
        {0x50c0, "GLOBAL_BASE_HIGH[3]", 0x460}, {0x50c0, "global_base_low[15]", 0x5e4},
        {0x50c0, "GLOBAL_PITCH[0]", 0x408},     {0x50c0, "GLOBAL_LIMIT[14]", 0x5cc},
        {0x50c0, "GLOBAL_MODE", 0x410},
    };
    char text[HW_METHOD_TEXT];
    struct hw_error error;
    uint32_t number;

    (void)state;
    expect_stated(names, sizeof names / sizeof names[0]);
    hw_method_name(hw_object_class_of(0x50c0), 0x460, text, sizeof text);
    assert_string_equal(text, "GLOBAL[3].ADDRESS_HIGH");
    assert_int_equal(hw_method_number(hw_object_class_of(0x50c0), "GLOBAL_LIMIT[16]", &number, &error),
                     HW_ERR_RANGE);
    assert_int_equal(hw_method_number(hw_object_class_of(0x50c0), "WARP_HALVES[0]", &number, &error),
                     HW_ERR_NOT_FOUND);
}

/* The document's numbers of the 3D object (tesla) and of the compute object (turing). */
static void test_code_methods(void **state)
{
    static const struct stated code_cb[] = {{0x5097, "DMA_CODE_CB", 0x198}, {0x50c0, "DMA_CODE_CB", 0x1c0}},
                               high[] = {{0x5097, "VP_ADDRESS_HIGH", 0xf7c},
                                         {0x5097, "GP_ADDRESS_HIGH", 0xf70},
                                         {0x5097, "FP_ADDRESS_HIGH", 0xfa4},
                                         {0x50c0, "CP_ADDRESS_HIGH", 0x210}},
                               low[] = {{0x5097, "VP_ADDRESS_LOW", 0xf80},
                                        {0x5097, "GP_ADDRESS_LOW", 0xf74},
                                        {0x5097, "FP_ADDRESS_LOW", 0xfa8},
                                        {0x50c0, "CP_ADDRESS_LOW", 0x214}},
                               start[] = {{0x5097, "VP_START_ID", 0x140c},
                                          {0x5097, "GP_START_ID", 0x1410},
                                          {0x5097, "FP_START_ID", 0x1414},
                                          {0x50c0, "CP_START_ID", 0x3b4}},
                               temp[] = {{0x5097, "VP_REG_ALLOC_TEMP", 0x16b0},
                                         {0x5097, "GP_REG_ALLOC_TEMP", 0x17a0},
                                         {0x5097, "FP_REG_ALLOC_TEMP", 0x198c},
                                         {0x50c0, "CP_REG_ALLOC_TEMP", 0x2c0}},
                               result[] = {{0x5097, "VP_REG_ALLOC_RESULT", 0x16b8},
                                           {0x5097, "GP_REG_ALLOC_RESULT", 0x17a8}};
    static const char *const none[] = {"FP_REG_ALLOC_RESULT", "CP_REG_ALLOC_RESULT"};
    struct hw_error error;
    uint32_t number;

    (void)state;
    expect_stated(code_cb, 2);
    expect_stated(high, 4);
    expect_stated(low, 4);
    expect_stated(start, 4);
    expect_stated(temp, 4);
    expect_stated(result, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hw_method_number(hw_object_class_of(0x5097), none[i], &number, &error),
                         HW_ERR_NOT_FOUND);
        assert_int_equal(hw_method_number(hw_object_class_of(0x50c0), none[i], &number, &error),
                         HW_ERR_NOT_FOUND);
    }
    hw_fact("SF-013");
    hw_fact("SF-014");
    hw_fact("SF-015");
    hw_fact("SF-016");
    hw_fact("SF-017");
    hw_fact("SF-018");
}

static void test_launch_methods(void **state)
{
    static const struct stated launch[] = {
        {0x50c0, "GRIDID", 0x388},         {0x50c0, "GRIDDIM", 0x3a4},
        {0x50c0, "SHARED_SIZE", 0x3a8},    {0x50c0, "BLOCKDIM_XY", 0x3ac},
        {0x50c0, "BLOCKDIM_Z", 0x3b0},     {0x50c0, "BLOCK_ALLOC", 0x2b4},
        {0x50c0, "LANES32_ENABLE", 0x2b8}, {0x50c0, "USER_PARAM_COUNT", 0x374},
        {0x50c0, "USER_PARAM[0]", 0x600},  {0x50c0, "USER_PARAM[63]", 0x6fc},
        {0x50c0, "BLOCKDIM_LATCH", 0x2f8}, {0x50c0, "LAUNCH", 0x368},
    };

    (void)state;
    expect_stated(launch, sizeof launch / sizeof launch[0]);
}

/* Each row is found under each of its numbers and names, by each class that has it. */
static void test_every_row(void **state)
{
    const struct hw_object_class *object;
    const struct hw_method *method;
    unsigned rows = 0;

    (void)state;
    for (unsigned c = 0; (object = hw_object_class_at(c)) != NULL; c++) {
        assert_ptr_equal(hw_object_class_of(object->number), object);
        assert_ptr_equal(hw_object_class_named(object->name), object);
        for (unsigned i = 0; (method = hw_method_at(object, i)) != NULL; i++, rows++)
            for (unsigned n = 0; n < method->count; n++) {
                const uint32_t wanted = method->number + n * method->stride;
                char name[HW_METHOD_TEXT];
                unsigned element;
                struct hw_error error;
                uint32_t number = 0;
                assert_ptr_equal(hw_method_find(object, wanted, &element), method);
                assert_int_equal(element, n);
                assert_true(hw_method_name(object, wanted, name, sizeof name) < sizeof name);
                if (hw_method_number(object, name, &number, &error) != HW_OK)
                    fail_msg("%s", error.text);
                assert_int_equal(number, wanted);
            }
    }
    assert_true(rows > 1500);
}

static uint32_t random_word(void)
{
    static uint64_t seed = 5;

    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32) >> (seed >> 20) % 32;
}

/* Any data of any row comes back from its text. */
static void test_values_come_back(void **state)
{
    const struct hw_object_class *object;
    const struct hw_method *method;

    (void)state;
    for (unsigned c = 0; (object = hw_object_class_at(c)) != NULL; c++)
        for (unsigned i = 0; (method = hw_method_at(object, i)) != NULL; i++)
            for (unsigned n = 0; n < 20; n++) {
                const uint32_t data = n == 0 ? 0 : n == 1 ? UINT32_MAX : random_word();
                char text[HW_METHOD_TEXT];
                struct hw_error error;
                uint32_t again;
                assert_true(hw_method_value(method, data, text, sizeof text) < sizeof text);
                if (hw_method_parse_value(method, text, &again, &error) != HW_OK || again != data)
                    fail_msg("%s = %s is 0x%x, not 0x%x", method->name, text, again, data);
            }
}

static void test_checks(void **state)
{
    static const struct {
        const char *name;
        uint32_t data;
        enum hw_data_error expected;
    } check[] = {
        {"BLOCKDIM_Z", 64, HW_DATA_OK},
        {"BLOCKDIM_Z", 65, HW_DATA_INVALID_VALUE},
        {"BLOCKDIM_Z", 0, HW_DATA_INVALID_VALUE},
        {"SHARED_SIZE", 0x4000, HW_DATA_OK},
        {"SHARED_SIZE", 0x4040, HW_DATA_INVALID_VALUE},
        {"SHARED_SIZE", 0x41, HW_DATA_INVALID_VALUE},
        {"LOCAL_WARPS_LOG_ALLOC", 7, HW_DATA_OK},
        {"LOCAL_WARPS_LOG_ALLOC", 5, HW_DATA_INVALID_VALUE},
        {"REG_MODE", 1, HW_DATA_OK},
        {"REG_MODE", 3, HW_DATA_INVALID_ENUM},
        {"USER_PARAM_COUNT", 64 << 8, HW_DATA_OK},
        {"USER_PARAM_COUNT", 65 << 8, HW_DATA_INVALID_VALUE},
        {"USER_PARAM_COUNT", 1u << 31, HW_DATA_INVALID_BITFIELD},
        {"LANES32_ENABLE", 1, HW_DATA_OK},
        {"GRIDID", 0x10000, HW_DATA_INVALID_VALUE},
    };
    const struct hw_object_class *object = hw_object_class_named("compute");

    (void)state;
    for (unsigned i = 0; i < sizeof check / sizeof check[0]; i++) {
        struct hw_error error;
        uint32_t number;
        assert_int_equal(hw_method_number(object, check[i].name, &number, &error), HW_OK);
        const enum hw_data_error said =
            hw_method_check(hw_method_find(object, number, NULL), check[i].data, NULL);
        if (said != check[i].expected)
            fail_msg("%s 0x%x: %s", check[i].name, check[i].data, hw_data_error_name(said));
    }
}

/* What some chips have, and wrong names. */
static void test_chips_and_names(void **state)
{
    const struct hw_object_class *compute = hw_object_class_of(0x50c0);
    struct hw_error error;
    uint32_t number;

    (void)state;
    const struct hw_method *flush = hw_method_find(compute, 0x398, NULL);
    assert_non_null(flush);
    assert_false(hw_tesla_chip_in(flush->chips, 0x50));
    assert_true(hw_tesla_chip_in(flush->chips, 0x84));
    assert_null(hw_method_find(compute, 0x1ffc, NULL));
    assert_null(hw_object_class_of(0x9097));
    assert_null(hw_object_class_named("toaster"));
    assert_int_equal(hw_method_number(compute, "cb_data[15]", &number, &error), HW_OK);
    assert_int_equal(number, 0x278);
    assert_int_equal(hw_method_number(compute, "CB_DATA[16]", &number, &error), HW_ERR_RANGE);
    assert_int_equal(hw_method_number(compute, "0x3b5", &number, &error), HW_ERR_RANGE);
    assert_int_equal(hw_method_number(compute, "LAUNCH[0]", &number, &error), HW_ERR_NOT_FOUND);
    assert_int_equal(hw_method_number(compute, "", &number, &error), HW_ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aliases),          cmocka_unit_test(test_code_methods),
        cmocka_unit_test(test_launch_methods),   cmocka_unit_test(test_every_row),
        cmocka_unit_test(test_values_come_back), cmocka_unit_test(test_checks),
        cmocka_unit_test(test_chips_and_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
