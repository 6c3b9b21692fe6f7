/* SPDX-License-Identifier: MIT */
/* Push buffers in a channel: commands, jumps and calls in memory, the entries of an IB, and their errors. */
#include "channel.h"

static const char nothing[] = "NOP # exit\n";

#define INCREASING(subchannel, method, count) ((uint32_t)(count) << 18 | (subchannel) << 13 | (method))
#define FIXED(subchannel, method, count)      (0x40000000u | INCREASING(subchannel, method, count))
#define JUMP(to)                              ((uint32_t)(to) | 1)
#define CALL(to)                              ((uint32_t)(to) | 2)
#define RETURN                                0x00020000u

static void put_words(struct channel *c, uint32_t at, const uint32_t *word, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        channel_put(c, at + 4 * i, word[i]);
}

static struct {
    uint32_t method, data;
    uint64_t offset;
} seen[32];
static unsigned seen_count;

static void see(void *context, unsigned subchannel, uint16_t object, uint32_t method, uint32_t data,
                uint64_t offset)
{
    (void)context;
    (void)subchannel;
    (void)object;
    seen[seen_count].method = method;
    seen[seen_count].data = data;
    seen[seen_count++ % 32].offset = offset;
}

static void make(struct channel *c)
{
    const struct hw_channel_setup setup = {.method = see};

    channel_make_with(c, "g84", nothing, &setup);
    seen_count = 0;
}

static void test_increasing_and_fixed(void **state)
{
    static const uint32_t word[] = {
        INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 3), 1, 2, 3,
        FIXED(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 2),      4, 5, INCREASING(ON_COMPUTE, HW_GRAPH_NOP, 0)};
    static const uint32_t expected[][2] = {{0x600, 1}, {0x604, 2}, {0x608, 3}, {0x600, 4}, {0x600, 5}};
    struct channel c;

    (void)state;
    make(&c);
    assert_int_equal(hw_channel_push(c.channel, word, 8, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.methods, 5);
    assert_int_equal(c.result.offset, 32);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(seen[i].method, expected[i][0]);
        assert_int_equal(seen[i].data, expected[i][1]);
        assert_int_equal(seen[i].offset, i < 3 ? 0 : 16);
    }
    channel_free(&c);
}

/* A command may go on in the next piece. */
static void test_pieces(void **state)
{
    static const uint32_t word[] = {INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 3), 1, 2, 3};
    struct channel c;

    (void)state;
    make(&c);
    assert_int_equal(hw_channel_push(c.channel, word, 2, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.missing, 2);
    assert_int_equal(hw_channel_push(c.channel, word + 2, 2, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.missing, 0);
    assert_int_equal(seen[2].method, 0x608);
    channel_free(&c);
}

static void test_jumps_and_calls(void **state)
{
    static const uint32_t start[] = {CALL(AT_PLAY + 0x100), INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 1),
                                     1, JUMP(AT_PLAY + 0x200)};
    static const uint32_t subroutine[] = {INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 1), 7, RETURN};
    static const uint32_t rest[] = {INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 1), 2,
                                    0x20000000u | ((AT_PLAY + 0x300) & 0x1ffffffc)};
    struct channel c;

    (void)state;
    make(&c);
    put_words(&c, AT_PLAY, start, 4);
    put_words(&c, AT_PLAY + 0x100, subroutine, 3);
    put_words(&c, AT_PLAY + 0x200, rest, 2);
    assert_int_equal(hw_channel_run(c.channel, DMA_ALL, AT_PLAY, AT_PLAY + 0x208, &c.result, &c.error),
                     HW_OK);
    channel_expect_none(&c);
    assert_int_equal(seen_count, 3);
    assert_int_equal(seen[0].data, 7);
    assert_int_equal(seen[0].offset, AT_PLAY + 0x100);
    assert_int_equal(seen[1].data, 1);
    assert_int_equal(seen[2].data, 2);
    assert_int_equal(c.result.offset, AT_PLAY + 0x208);
    channel_free(&c);
}

static void expect_pusher(const uint32_t *word, unsigned count, enum hw_pusher_error code, uint32_t offset)
{
    struct channel c;

    make(&c);
    put_words(&c, AT_PLAY, word, count);
    assert_int_equal(hw_channel_run(c.channel, DMA_ALL, AT_PLAY, AT_PLAY + 4 * count, &c.result, &c.error),
                     HW_OK);
    channel_expect(&c, HW_REPORT_DMA_PUSHER, code);
    assert_int_equal(c.report[0].offset, AT_PLAY + offset);
    assert_int_equal(c.result.state, HW_CHANNEL_STOPPED);
    channel_free(&c);
}

static void test_pusher_errors(void **state)
{
    static const uint32_t twice[] = {CALL(AT_PLAY + 4), CALL(AT_PLAY + 8), 0};
    static const uint32_t back[] = {RETURN, 0};
    static const uint32_t invalid[] = {INCREASING(ON_COMPUTE, HW_GRAPH_NOP, 1), 0, 0x60000000, 0};
    static const uint32_t special[] = {INCREASING(ON_COMPUTE, 0x04, 1), 0};
    static const uint32_t away[] = {JUMP(0x90000000), 0};
    static const uint32_t sli[] = {0x00010010, 0};
    struct channel c;

    (void)state;
    expect_pusher(twice, 3, HW_PUSHER_CALL_SUBR_ACTIVE, 4);
    expect_pusher(back, 2, HW_PUSHER_RET_SUBR_INACTIVE, 0);
    expect_pusher(invalid, 4, HW_PUSHER_INVALID_CMD, 8);
    expect_pusher(special, 2, HW_PUSHER_INVALID_MTHD, 0);
    expect_pusher(sli, 2, HW_PUSHER_INVALID_CMD, 0); /* there is one card */
    expect_pusher(away, 2, HW_PUSHER_MEM_FAULT, 0);
    make(&c); /* no jumps behind an IB */
    assert_int_equal(hw_channel_push(c.channel, away, 1, &c.result, &c.error), HW_OK);
    channel_expect(&c, HW_REPORT_DMA_PUSHER, HW_PUSHER_INVALID_CMD);
    channel_free(&c);
}

/* A loop of jumps ends at the bound. */
static void test_bound(void **state)
{
    const struct hw_channel_setup setup = {.max_methods = 100};
    struct channel c;

    (void)state;
    channel_make_with(&c, "g84", nothing, &setup);
    channel_put(&c, AT_PLAY, JUMP(AT_PLAY));
    assert_int_equal(hw_channel_run(c.channel, DMA_ALL, AT_PLAY, AT_PLAY + 4, &c.result, &c.error),
                     HW_ERR_LIMIT);
    channel_free(&c);
}

static void test_ib(void **state)
{
    static const uint32_t first[] = {INCREASING(ON_COMPUTE, HW_COMPUTE_USER_PARAM, 2), 1};
    static const uint32_t second[] = {2, 0x00030000 | ON_COMPUTE << 13 | HW_COMPUTE_USER_PARAM, 2, 3, 4};
    const uint32_t ib[] = {0, 0, 0, 0, AT_PLAY, 2 << 10, AT_PLAY + 0x100, 5 << 10};
    struct channel c;

    (void)state;
    make(&c);
    put_words(&c, AT_PLAY, first, 2);
    put_words(&c, AT_PLAY + 0x100, second, 5);
    put_words(&c, AT_PLAY + 0x1000, ib, 8);
    assert_int_equal(hw_channel_run_ib(c.channel, DMA_ALL, AT_PLAY + 0x1000, 2, 2, 0, &c.result, &c.error),
                     HW_OK);
    channel_expect_none(&c);
    assert_int_equal(seen_count, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(seen[i].data, i + 1);
    assert_int_equal(seen[1].method, HW_COMPUTE_USER_PARAM + 4);
    assert_int_equal(seen[3].method, HW_COMPUTE_USER_PARAM);
    assert_int_equal(hw_channel_run_ib(c.channel, DMA_ALL, AT_PLAY + 0x1000, 2, 0, 1, &c.result, &c.error),
                     HW_OK);
    channel_expect(&c, HW_REPORT_DMA_PUSHER, HW_PUSHER_IB_EMPTY);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_increasing_and_fixed),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_jumps_and_calls),
        cmocka_unit_test(test_pusher_errors),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_ib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
