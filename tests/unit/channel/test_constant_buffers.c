/* SPDX-License-Identifier: MIT */
/* Constant buffers: definition, binding, upload, and the cache between them and memory. */
#include "channel.h"

/* out[0] = word 1 of constant space 5. */
static const char read_constant[] = "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\n"
                                    "MVC R4, c[0x5][0x1]\nGST.U32 global14[R1], R4 # exit\n";

static void define(struct channel *c, uint32_t buffer, uint32_t address, uint32_t bytes)
{
    channel_set(c, HW_COMPUTE_CB_DEF_ADDRESS_HIGH, 0);
    channel_set(c, HW_COMPUTE_CB_DEF_ADDRESS_LOW, address);
    channel_set(c, HW_COMPUTE_CB_DEF_SET, buffer << 16 | bytes);
}

static uint32_t launched(struct channel *c)
{
    channel_launch(c);
    channel_expect_none(c);
    return channel_word(c, AT_OUT);
}

static void test_definition_and_binding(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", read_constant);
    channel_prepare(&c, 1, 1);
    channel_put(&c, AT_CONST + 4, 111);
    channel_put(&c, AT_CONST + 0x104, 222);
    define(&c, 127, AT_CONST, 0x100);
    define(&c, 3, AT_CONST + 0x100, 0); /* size 0 is 65536 */
    channel_set(&c, HW_COMPUTE_SET_PROGRAM_CB, 127 << 12 | 5 << 8 | 1);
    assert_int_equal(launched(&c), 111);
    channel_set(&c, HW_COMPUTE_SET_PROGRAM_CB, 3 << 12 | 5 << 8 | 1);
    assert_int_equal(launched(&c), 222);
    channel_set(&c, HW_COMPUTE_SET_PROGRAM_CB, 127 << 12 | 6 << 8 | 1); /* another space */
    assert_int_equal(launched(&c), 222);
    channel_free(&c);
    hw_fact("SF-103");
    hw_fact("SF-108");
    hw_fact("SF-109");
    hw_fact("SF-111");
}

/* Memory that changes behind the cache is seen after a flush only. */
static void test_stale_constants(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", read_constant);
    channel_prepare(&c, 1, 1);
    define(&c, 9, AT_CONST, 0x100);
    channel_set(&c, HW_COMPUTE_SET_PROGRAM_CB, 9 << 12 | 5 << 8 | 1);
    channel_put(&c, AT_CONST + 4, 1);
    assert_int_equal(launched(&c), 1);
    channel_put(&c, AT_CONST + 4, 2);
    assert_int_equal(launched(&c), 1);
    channel_set(&c, HW_COMPUTE_CODE_CB_FLUSH, 0);
    assert_int_equal(launched(&c), 2);
    channel_free(&c);
    hw_fact("SF-104");
    hw_fact("SF-110");
}

/* The same of code. */
static void test_stale_code(void **state)
{
    struct channel c;
    struct kernel other;

    (void)state;
    channel_make(&c, "g84",
                 "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R4, 0x11\nGST.U32 global14[R1], R4 # exit\n");
    kernel_make(&other, "g84",
                "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R4, 0x22\nGST.U32 global14[R1], R4 # exit\n");
    channel_prepare(&c, 1, 1);
    assert_int_equal(launched(&c), 0x11);
    assert_int_equal(hw_channel_write(c.channel, AT_CODE, other.code, other.launch.code.bytes, &c.error),
                     HW_OK);
    assert_int_equal(launched(&c), 0x11);
    channel_set(&c, HW_COMPUTE_CODE_CB_FLUSH, 0);
    assert_int_equal(launched(&c), 0x22);
    kernel_free(&other);
    channel_free(&c);
    hw_fact("SF-019");
}

/* CB_DATA writes memory and the cache, and goes on by itself; all sixteen methods are the same. */
static void test_upload(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", read_constant);
    channel_prepare(&c, 1, 1);
    define(&c, 9, AT_CONST, 0x100);
    channel_set(&c, HW_COMPUTE_SET_PROGRAM_CB, 9 << 12 | 5 << 8 | 1);
    assert_int_equal(launched(&c), 0);
    channel_set(&c, HW_COMPUTE_CB_ADDR, 1 << 8 | 9);
    channel_set(&c, HW_COMPUTE_CB_DATA + 4 * 15, 31);
    channel_set(&c, HW_COMPUTE_CB_DATA, 32);
    channel_set(&c, HW_COMPUTE_CB_DATA, 33);
    assert_int_equal(launched(&c), 31);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(channel_word(&c, AT_CONST + 4 + 4 * i), 31 + i);
    channel_free(&c);
    hw_fact("SF-105");
    hw_fact("SF-106");
}

static void test_upload_overflow(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", read_constant);
    channel_prepare(&c, 1, 1);
    define(&c, 9, AT_CONST, 0);
    channel_set(&c, HW_COMPUTE_CB_ADDR, 0x3fff << 8 | 9);
    channel_set(&c, HW_COMPUTE_CB_DATA, 1);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_CONST + 0xfffc), 1);
    channel_set(&c, HW_COMPUTE_CB_DATA, 2);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_OPERATION);
    assert_int_equal(channel_word(&c, AT_CONST + 0x10000), 0);
    channel_set(&c, HW_COMPUTE_CB_ADDR, 10); /* a buffer that nobody has defined */
    channel_set(&c, HW_COMPUTE_CB_DATA, 2);
    assert_int_equal(c.reports, 2);
    channel_free(&c);
    hw_fact("SF-107");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition_and_binding),
        cmocka_unit_test(test_stale_constants),
        cmocka_unit_test(test_stale_code),
        cmocka_unit_test(test_upload),
        cmocka_unit_test(test_upload_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
