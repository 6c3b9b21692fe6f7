/* SPDX-License-Identifier: MIT */
/* What the compute object refuses, with the code that the card reports, and what a kernel's fault becomes. */
#include "channel.h"

static const char store_thread[] = "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\n"
                                   "SHL R3, R0, 0x2\nIADD R1, R1, R3\nGST.U32 global14[R1], R0 # exit\n";

/* Blocks of `threads`, one method changed, and LAUNCH refused with a code; out stays as it was. */
static void refuse(unsigned threads, uint32_t method, uint32_t data, enum hw_data_error code)
{
    struct channel c;

    channel_make(&c, "g80", store_thread);
    channel_prepare(&c, threads, 2);
    channel_put(&c, AT_OUT + 4, 0x12345678);
    channel_set(&c, method, data);
    if (method == HW_COMPUTE_BLOCK_ALLOC)
        channel_set(&c, HW_COMPUTE_BLOCKDIM_LATCH, 1);
    channel_expect_none(&c);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_DATA_ERROR, code);
    assert_int_equal(c.report[0].method, HW_COMPUTE_LAUNCH);
    assert_int_equal(c.report[0].subchannel, ON_COMPUTE);
    assert_int_equal(c.report[0].object, 0x50c0);
    assert_int_equal(c.result.launches, 0);
    assert_int_equal(channel_word(&c, AT_OUT + 4), 0x12345678);
    channel_free(&c);
}

static void test_refused_launches(void **state)
{
    (void)state;
    refuse(32, HW_COMPUTE_BLOCKDIM_LATCH, 0, HW_DATA_CP_NO_BLOCKDIM_LATCH);
    hw_fact("SF-123");
    refuse(32, HW_COMPUTE_BLOCK_ALLOC, 33, HW_DATA_CP_BLOCK_SIZE_MISMATCH);
    hw_fact("SF-127");
    refuse(32, HW_COMPUTE_SHARED_SIZE, 0, HW_DATA_CP_MORE_PARAMS_THAN_SHARED);
    refuse(32, HW_COMPUTE_USER_PARAM_COUNT, 29 << 8, HW_DATA_CP_MORE_PARAMS_THAN_SHARED); /* 16 + 116 > 128 */
    refuse(96, HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, 1, HW_DATA_CP_NOT_ENOUGH_LOCAL_WARPS);
    refuse(96, HW_COMPUTE_STACK_WARPS_LOG_ALLOC, 1, HW_DATA_CP_NOT_ENOUGH_STACK_WARPS);
    refuse(512, HW_COMPUTE_CP_REG_ALLOC_TEMP, 17, HW_DATA_CP_NO_REG_SPACE_STRIPED);
    refuse(400, HW_COMPUTE_LANES32_ENABLE, 0, HW_DATA_CP_NOT_ENOUGH_WARPS);
}

/* A value that a method does not take, refused at once. */
static void refuse_value(uint32_t method, uint32_t data, enum hw_data_error code)
{
    struct channel c;

    channel_make(&c, "g80", store_thread);
    channel_set(&c, method, data);
    channel_expect(&c, HW_REPORT_DATA_ERROR, code);
    assert_int_equal(c.report[0].data, data);
    channel_free(&c);
}

static void test_refused_values(void **state)
{
    (void)state;
    refuse_value(HW_COMPUTE_LANES32_ENABLE, 2, HW_DATA_INVALID_ENUM);
    refuse_value(HW_COMPUTE_LOCAL_WARPS_LOG_ALLOC, 5, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_STACK_WARPS_LOG_ALLOC, 6, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_USER_PARAM_COUNT, 65 << 8, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_SHARED_SIZE, 0x20, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_REG_MODE, 3, HW_DATA_INVALID_ENUM);
    refuse_value(HW_COMPUTE_CP_START_ID, 2, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_CP_REG_ALLOC_TEMP, 129, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_GLOBAL_PITCH, 0x80, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_GLOBAL_PITCH, 0x800100, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_BLOCKDIM_Z, 0, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_CB_DEF_SET, 0x80, HW_DATA_INVALID_VALUE);
    refuse_value(HW_COMPUTE_CB_ADDR, 0x80, HW_DATA_INVALID_BITFIELD);
}

static void test_objects_and_methods(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", store_thread);
    channel_set(&c, 0x1ffc, 0);
    channel_expect(&c, HW_REPORT_ILLEGAL_MTHD, 0);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0x77);
    channel_expect(&c, HW_REPORT_CACHE_ERROR, HW_PULLER_NO_HASH);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0x50c0);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_INVALID_OBJECT);
    channel_set_on(&c, 1, HW_GRAPH_NOP, 0);
    channel_expect(&c, HW_REPORT_CACHE_ERROR, HW_PULLER_EMPTY_SUBCHANNEL);
    channel_set_on(&c, 1, HW_CHANNEL_OBJECT, 0x77);
    channel_expect(&c, HW_REPORT_CACHE_ERROR, HW_PULLER_NO_HASH);
    channel_set_on(&c, 1, HW_CHANNEL_OBJECT, DMA_ALL);
    channel_expect(&c, HW_REPORT_ILLEGAL_CLASS, HW_DMA_CLASS_READ_WRITE);
    channel_set(&c, HW_CHANNEL_SEMAPHORE_SEQUENCE, 1); /* came with G84 */
    channel_expect(&c, HW_REPORT_DMA_PUSHER, HW_PUSHER_INVALID_MTHD);
    assert_int_equal(hw_channel_object(c.channel, 0x85c0, 0x85c0, &c.error), HW_ERR_ARGUMENT);
    assert_int_equal(hw_channel_object(c.channel, 0x8297, 0x8297, &c.error), HW_ERR_ARGUMENT);
    assert_int_equal(hw_channel_object(c.channel, 0x5097, 0x5097, &c.error), HW_OK);
    channel_free(&c);
    hw_fact("SF-008");
}

/* A kernel's fault becomes a trap of the unit that found it. */
static void expect_trap(const char *source, enum hw_trap_unit unit, uint32_t code, uint64_t address)
{
    struct channel c;

    channel_make(&c, "g80", source);
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_GLOBAL_LIMIT + 3 * 0x20, 0xff);
    channel_set(&c, HW_COMPUTE_GLOBAL_MODE + 3 * 0x20, 1);
    channel_set(&c, HW_COMPUTE_GLOBAL_ADDRESS_LOW + 3 * 0x20, AT_PLAY);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, code);
    assert_int_equal(c.report[0].unit, unit);
    assert_int_equal(c.report[0].address, address);
    assert_int_equal(c.result.launches, 1);
    channel_launch(&c); /* the channel goes on */
    assert_int_equal(c.result.launches, 1);
    channel_free(&c);
}

static void test_traps(void **state)
{
    (void)state;
    expect_trap("MVI R1, 0x22000000\nGLD.U32 R4, global14[R1]\nNOP # exit\n", HW_UNIT_PROP,
                HW_VM_PAGE_NOT_PRESENT, 0x22000000);
    expect_trap("MVI R1, 0x60000000\nGST.U32 global14[R1], R4 # exit\n", HW_UNIT_PROP, HW_VM_PT_NOT_PRESENT,
                0x60000000);
    expect_trap("MVI R1, 0x100\nGST.U32 global3[R1], R4 # exit\n", HW_UNIT_PROP, HW_VM_GLOBAL_LIMIT,
                AT_PLAY + 0x100);
    expect_trap("NOP.S\nNOP # exit\n", HW_UNIT_MP, HW_MP_STACK_UNDERFLOW, 0);
    expect_trap("TRAP\nNOP # exit\n", HW_UNIT_MP, HW_MP_DECODE_ERROR, 0);
    expect_trap("SSY @join\nQUADPOP\njoin: NOP # exit\n", HW_UNIT_MP, HW_MP_STACK_MISMATCH, 0);
    expect_trap("QUADON\nNOP # exit\n", HW_UNIT_MP, HW_MP_QUADON_ACTIVE, 0);
    expect_trap("MVC R4, c[0x3][0x4]\nNOP # exit\n", HW_UNIT_CCACHE, HW_VM_FINE, 0);
}

/* Memory that an object needs and that no handle names, and a handle that leads beyond video memory. */
static void test_missing_dma_objects(void **state)
{
    const struct hw_dma_object beyond = {.number = HW_DMA_CLASS_READ_WRITE,
                                         .target = HW_DMA_TARGET_VRAM,
                                         .base = (uint64_t)1 << 39,
                                         .limit = 0xffffffffff};
    struct channel c;

    (void)state;
    channel_make(&c, "g80", "NOP # exit\n");
    channel_set(&c, HW_COMPUTE_QUERY_GET, 0);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_NULL_DMAOBJ);
    assert_int_equal(c.report[0].unit, HW_UNIT_DISPATCH);
    assert_int_equal(hw_channel_dma(c.channel, 0xb, &beyond, &c.error), HW_OK);
    channel_set(&c, HW_COMPUTE_DMA_QUERY, 0xb);
    channel_set(&c, HW_COMPUTE_QUERY_GET, 0);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_VRAM_LIMIT);
    channel_free(&c);
}

/* A strict channel stops at the first error; a bounded one ends. */
static void test_strict_and_bounded(void **state)
{
    const struct hw_channel_setup strict = {.strict = true}, bounded = {.max_instructions = 1000};
    static const uint32_t stream[] = {1u << 18 | ON_COMPUTE << 13 | 0x1ffc, 0,
                                      1u << 18 | ON_COMPUTE << 13 | 0x100, 0};
    struct channel c;

    (void)state;
    channel_make_with(&c, "g80", "loop: BRA @loop\n", &strict);
    assert_int_equal(hw_channel_push(c.channel, stream, 4, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.state, HW_CHANNEL_STOPPED);
    assert_int_equal(c.result.methods, 1);
    assert_int_equal(c.result.offset, 8);
    channel_free(&c);

    channel_make_with(&c, "g80", "loop: BRA @loop\n", &bounded);
    assert_int_equal(hw_channel_push(c.channel, stream, 4, &c.result, &c.error), HW_OK);
    assert_int_equal(c.result.state, HW_CHANNEL_DONE);
    assert_int_equal(c.result.methods, 2);
    c.reports = 0;
    channel_prepare(&c, 1, 1);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_MP_TIMEOUT);
    channel_prepare(&c, 32, 1001);
    assert_int_equal(hw_channel_method(c.channel, ON_COMPUTE, HW_COMPUTE_LAUNCH, 0, &c.result, &c.error),
                     HW_ERR_LIMIT);
    assert_non_null(strstr(c.error.text, "1001 warps"));
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_launches),    cmocka_unit_test(test_refused_values),
        cmocka_unit_test(test_objects_and_methods), cmocka_unit_test(test_traps),
        cmocka_unit_test(test_strict_and_bounded),  cmocka_unit_test(test_missing_dma_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
