/* SPDX-License-Identifier: MIT */
/* What a driver waits for: semaphores, queries, notifiers, the reference counter; and conditions. */
#include "channel.h"

static const char store_one[] =
    "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R4, 0x1\nGST.U32 global14[R1], R4 # exit\n";

static void test_old_semaphores(void **state)
{
    static const uint32_t wait[] = {2u << 18 | 0x64, 0x20, 0x77, 1u << 18 | 0x50, 5};
    struct channel c;

    (void)state;
    channel_make(&c, "g80", store_one);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_RELEASE, 1);
    channel_expect(&c, HW_REPORT_SEMAPHORE, HW_SEMAPHORE_INVALID_STATE);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_OFFSET, 0x22);
    channel_expect(&c, HW_REPORT_SEMAPHORE, HW_SEMAPHORE_ADDRESS_UNALIGNED);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_OFFSET, 0x10000);
    channel_expect(&c, HW_REPORT_SEMAPHORE, HW_SEMAPHORE_ADDRESS_TOO_LARGE);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_OFFSET, 0x20);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_RELEASE, 1); /* no DMA object */
    channel_expect(&c, HW_REPORT_SEMAPHORE, HW_SEMAPHORE_MEM_FAULT);
    channel_set(&c, HW_CHANNEL_DMA_SEMAPHORE, DMA_NOTES);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_RELEASE, 0x76);
    assert_int_equal(channel_word(&c, AT_NOTES + 0x20), 0x76);
    /* the channel waits, and goes on where it was */
    assert_int_equal(hw_channel_push(c.channel, wait, 5, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.state, HW_CHANNEL_WAITS);
    assert_int_equal(hw_channel_reference(c.channel), 0);
    assert_int_equal(hw_channel_push(c.channel, wait, 5, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.state, HW_CHANNEL_WAITS);
    channel_put(&c, AT_NOTES + 0x20, 0x77);
    assert_int_equal(hw_channel_push(c.channel, wait, 5, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.state, HW_CHANNEL_DONE);
    assert_int_equal(hw_channel_reference(c.channel), 5);
    channel_free(&c);
}

static void test_long_semaphores(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", store_one);
    channel_set(&c, HW_CHANNEL_DMA_SEMAPHORE, DMA_ALL);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_ADDRESS_HIGH, 0);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_ADDRESS_LOW, AT_PLAY);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_SEQUENCE, 0x1234);
    for (unsigned i = 0; i < 4; i++)
        channel_put(&c, AT_PLAY + 4 * i, 0xffffffff);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_TRIGGER, 2);
    assert_int_equal(channel_word(&c, AT_PLAY), 0x1234);
    assert_int_equal(channel_word(&c, AT_PLAY + 4), 0);
    assert_int_not_equal(channel_word(&c, AT_PLAY + 8), 0xffffffff);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_SEQUENCE, 0x1233);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_TRIGGER, 4); /* greater or equal */
    assert_int_equal(c.result.state, HW_CHANNEL_DONE);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_TRIGGER, 1); /* equal */
    assert_int_equal(c.result.state, HW_CHANNEL_WAITS);
    channel_free(&c);
}

static void test_queries(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", store_one);
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_QUERY_ADDRESS_LOW, AT_PLAY);
    channel_set(&c, HW_COMPUTE_QUERY_SEQUENCE, 99);
    channel_put(&c, AT_PLAY + 0x14, 0xffffffff);
    channel_set(&c, HW_COMPUTE_QUERY_GET, 0);
    assert_int_equal(channel_word(&c, AT_PLAY), 99);
    assert_int_equal(channel_word(&c, AT_PLAY + 4), 0);
    const uint32_t before = channel_word(&c, AT_PLAY + 8);
    channel_launch(&c);
    channel_set(&c, HW_COMPUTE_QUERY_GET, 1 << 9);
    channel_expect(&c, HW_REPORT_QUERY, 99);
    assert_int_equal(c.result.reports, 0); /* no error */
    assert_true(channel_word(&c, AT_PLAY + 8) > before);
    channel_set(&c, HW_COMPUTE_QUERY_ADDRESS_LOW, AT_PLAY + 0x10);
    channel_set(&c, HW_COMPUTE_QUERY_GET, 1 << 15); /* a word only */
    assert_int_equal(channel_word(&c, AT_PLAY + 0x10), 99);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x14), 0xffffffff);
    channel_free(&c);
}

static void test_notifiers(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", store_one);
    channel_set(&c, HW_M2MF_DMA_NOTIFY, DMA_NOTES);
    channel_put(&c, AT_NOTES + 0xc, 0xffffffff);
    channel_set(&c, HW_GRAPH_NOTIFY, 1);
    assert_int_equal(channel_word(&c, AT_NOTES + 0xc), 0xffffffff); /* the next method writes it */
    channel_set(&c, HW_GRAPH_NOP, 0);
    channel_expect(&c, HW_REPORT_NOTIFY, 0);
    assert_int_equal(channel_word(&c, AT_NOTES + 0xc), 0);
    channel_set(&c, HW_GRAPH_NOTIFY, 0);
    channel_set(&c, HW_GRAPH_NOTIFY, 0);
    channel_expect(&c, HW_REPORT_DOUBLE_NOTIFY, 0);
    channel_set(&c, HW_GRAPH_SERIALIZE, 0);
    channel_free(&c);
}

static void condition(uint32_t mode, uint32_t first, uint32_t second, bool runs)
{
    struct channel c;

    channel_make(&c, "g80", store_one);
    channel_prepare(&c, 1, 1);
    channel_put(&c, AT_PLAY, 5);
    channel_put(&c, AT_PLAY + 4, first);
    channel_put(&c, AT_PLAY + 0x10, 5);
    channel_put(&c, AT_PLAY + 0x14, second);
    channel_set(&c, HW_COMPUTE_COND_ADDRESS_HIGH, 0);
    channel_set(&c, HW_COMPUTE_COND_ADDRESS_LOW, AT_PLAY);
    channel_set(&c, HW_COMPUTE_COND_MODE, mode);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(c.result.launches, runs);
    assert_int_equal(channel_word(&c, AT_OUT), runs);
    channel_free(&c);
}

static void test_conditions(void **state)
{
    (void)state;
    condition(HW_COMPUTE_COND_MODE_NEVER, 1, 1, false);
    condition(HW_COMPUTE_COND_MODE_ALWAYS, 0, 0, true);
    condition(HW_COMPUTE_COND_MODE_RES_NON_ZERO, 1, 0, true);
    condition(HW_COMPUTE_COND_MODE_RES_NON_ZERO, 0, 1, false);
    condition(HW_COMPUTE_COND_MODE_EQUAL, 3, 3, true);
    condition(HW_COMPUTE_COND_MODE_EQUAL, 3, 4, false);
    condition(HW_COMPUTE_COND_MODE_NOT_EQUAL, 3, 4, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old_semaphores), cmocka_unit_test(test_long_semaphores),
        cmocka_unit_test(test_queries),        cmocka_unit_test(test_notifiers),
        cmocka_unit_test(test_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
