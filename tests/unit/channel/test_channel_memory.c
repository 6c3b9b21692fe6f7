/* SPDX-License-Identifier: MIT */
/* Addresses of a channel: pages, DMA objects, their rights and limits, the same memory at two places. */
#include "channel.h"

#include "channel/engine/page_table.h"

static const char copy_word[] = "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nGLD.U32 R4, global14[R1]\n"
                                "MVI R3, 0x1000\nIADD R1, R1, R3\nGST.U32 global14[R1], R4 # exit\n";

static void expect_ok(const struct channel *c, hw_status status)
{
    if (status != HW_OK)
        fail_msg("%s", c->error.text);
}

static void test_entries(void **state)
{
    const struct hw_page page = {.target = HW_LINEAR_HOST,
                                 .storage = 0x70,
                                 .read_only = true,
                                 .supervisor = true,
                                 .linear = 0x12345f000};
    const uint64_t entry = hw_page_entry(&page);
    const struct hw_page back = hw_page_of_entry(entry);

    (void)state;
    assert_int_equal(entry & 1, 1);      /* present */
    assert_int_equal(entry >> 3 & 1, 1); /* read-only */
    assert_int_equal(entry >> 4 & 3, 2); /* target */
    assert_int_equal(entry >> 6 & 1, 1); /* supervisor */
    assert_int_equal(entry >> 40 & 0x7f, 0x70);
    assert_int_equal(entry & 0xfffffff000, page.linear);
    assert_int_equal(back.target, page.target);
    assert_int_equal(back.storage, page.storage);
    assert_true(back.read_only && back.supervisor);
    assert_int_equal(back.linear, page.linear);
}

static void test_dma_words(void **state)
{
    const struct hw_dma_object object = {.number = HW_DMA_CLASS_WRITE,
                                         .target = HW_DMA_TARGET_HOST,
                                         .access = HW_DMA_ACCESS_READ_WRITE,
                                         .storage = HW_DMA_STORAGE_PAGES,
                                         .supervisor = true,
                                         .base = 0x1234567800,
                                         .limit = 0x2345678fff};
    struct hw_dma_object back;
    uint32_t word[6];

    (void)state;
    hw_dma_object_pack(&object, word);
    assert_int_equal(word[0] & 0xffff, 3);
    assert_int_equal(word[1], 0x45678fff);
    assert_int_equal(word[2], 0x34567800);
    assert_int_equal(word[3], 0x23000012);
    hw_dma_object_unpack(word, &back);
    assert_int_equal(back.number, object.number);
    assert_int_equal(back.target, object.target);
    assert_int_equal(back.access, object.access);
    assert_int_equal(back.storage, object.storage);
    assert_true(back.supervisor);
    assert_int_equal(back.base, object.base);
    assert_int_equal(back.limit, object.limit);
}

/* The same page of video memory at two virtual addresses; one read-only; one of the host's memory. */
static void test_aliases_and_rights(void **state)
{
    const struct hw_page alias = {.linear = AT_OUT - AT_CODE},
                         host = {.target = HW_LINEAR_HOST, .linear = 0x3000},
                         locked = {.linear = AT_OUT - AT_CODE, .read_only = true},
                         secret = {.linear = AT_OUT - AT_CODE, .supervisor = true};
    struct hw_page found;
    struct channel c;
    uint32_t word = 77;

    (void)state;
    channel_make(&c, "g80", copy_word);
    expect_ok(&c, hw_channel_map(c.channel, 0x40000000, 0x1000, &alias, &c.error));
    expect_ok(&c, hw_channel_map(c.channel, 0x40001000, 0x1000, &host, &c.error));
    assert_int_equal(hw_channel_page(c.channel, 0x40001abc, &found), HW_VM_FINE);
    assert_int_equal(found.target, HW_LINEAR_HOST);
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_USER_PARAM, 0x40000000);
    channel_put(&c, AT_OUT, 55); /* the alias reads it, and writes the host's memory */
    channel_launch(&c);
    channel_expect_none(&c);
    expect_ok(&c, hw_channel_read_linear(c.channel, HW_LINEAR_HOST, 0x3000, &word, 4, &c.error));
    assert_int_equal(word, 55);
    expect_ok(&c, hw_channel_map(c.channel, 0x40001000, 0x1000, &locked, &c.error)); /* in its place */
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_PAGE_READ_ONLY);
    assert_int_equal(c.report[0].address, 0x40001000);
    expect_ok(&c, hw_channel_map(c.channel, 0x40000000, 0x1000, &locked, &c.error)); /* reading it is fine */
    expect_ok(&c, hw_channel_map(c.channel, 0x40001000, 0x1000, &host, &c.error));
    channel_put(&c, AT_OUT, 56);
    channel_launch(&c);
    assert_int_equal(c.reports, 1);
    expect_ok(&c, hw_channel_read_linear(c.channel, HW_LINEAR_HOST, 0x3000, &word, 4, &c.error));
    assert_int_equal(word, 56);
    expect_ok(&c, hw_channel_map(c.channel, 0x40000000, 0x1000, &secret, &c.error));
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_PAGE_SUPERVISOR_ONLY);
    expect_ok(&c, hw_channel_unmap(c.channel, 0x40000000, 0x1000, &c.error));
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_PAGE_NOT_PRESENT);
    channel_free(&c);
}

/* Holes are cut into mappings. */
static void test_holes(void **state)
{
    const struct hw_page page = {.linear = 0};
    struct hw_page found;
    struct channel c;

    (void)state;
    channel_make(&c, "g80", copy_word);
    expect_ok(&c, hw_channel_map(c.channel, 0x40000000, 0x10000, &page, &c.error));
    expect_ok(&c, hw_channel_unmap(c.channel, 0x40004000, 0x2000, &c.error));
    assert_int_equal(hw_channel_page(c.channel, 0x40003fff, &found), HW_VM_FINE);
    assert_int_equal(hw_channel_page(c.channel, 0x40004000, &found), HW_VM_PAGE_NOT_PRESENT);
    assert_int_equal(hw_channel_page(c.channel, 0x40006000, &found), HW_VM_FINE);
    assert_int_equal(found.linear, 0x6000);
    channel_put(&c, 0x40006000, 9);
    assert_int_equal(channel_word(&c, AT_CODE + 0x6000), 9);
    assert_int_equal(hw_channel_map(c.channel, 0x40000800, 0x1000, &page, &c.error), HW_ERR_ARGUMENT);
    const struct hw_page beyond = {.linear = (uint64_t)256 << 20};
    assert_int_equal(hw_channel_map(c.channel, 0x40000000, 0x1000, &beyond, &c.error), HW_ERR_RANGE);
    const struct hw_page peer = {.target = 1};
    assert_int_equal(hw_channel_map(c.channel, 0x40000000, 0x1000, &peer, &c.error), HW_ERR_ARGUMENT);
    channel_free(&c);
}

/* DMA objects add their base and end at their limit; without paging they lead to memory at once. */
static void test_dma_objects(void **state)
{
    const struct hw_dma_object window = {.number = HW_DMA_CLASS_READ_WRITE,
                                         .target = HW_DMA_TARGET_VRAM,
                                         .base = AT_OUT - AT_CODE,
                                         .limit = AT_OUT - AT_CODE + 0x1003},
                               reading = {.number = HW_DMA_CLASS_READ,
                                          .storage = HW_DMA_STORAGE_PAGES,
                                          .access = HW_DMA_ACCESS_READ_ONLY,
                                          .limit = 0xffffffffff},
                               supervisor = {
                                   .number = HW_DMA_CLASS_READ_WRITE, .supervisor = true, .limit = 0xffff};
    struct channel c;

    (void)state;
    channel_make(&c, "g80", copy_word);
    expect_ok(&c, hw_channel_dma(c.channel, 0xa1, &window, &c.error));
    expect_ok(&c, hw_channel_dma(c.channel, 0xa2, &reading, &c.error));
    expect_ok(&c, hw_channel_dma(c.channel, 0xa3, &supervisor, &c.error));
    assert_int_equal(hw_channel_dma(c.channel, 0xa3, &supervisor, &c.error), HW_ERR_ARGUMENT);
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0xa3);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_SUPERVISOR_OBJECT);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0xa1);
    channel_set(&c, HW_COMPUTE_USER_PARAM, 0);
    channel_put(&c, AT_OUT, 31);
    channel_launch(&c);
    assert_int_equal(c.reports, 1);
    assert_int_equal(channel_word(&c, AT_OUT + 0x1000), 31);
    channel_set(&c, HW_COMPUTE_USER_PARAM, 4); /* writes 0x1004 */
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_DMAOBJ_LIMIT);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0xa2);
    channel_set(&c, HW_COMPUTE_USER_PARAM, AT_OUT);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_PAGE_READ_ONLY);
    channel_free(&c);
}

/* A program's own memory as video memory. */
static void test_adopted_memory(void **state)
{
    const struct hw_dma_object all = {
        .number = HW_DMA_CLASS_READ_WRITE, .target = HW_DMA_TARGET_VRAM, .limit = 0xffffffff};
    const struct hw_page page = {.linear = 0};
    struct hw_memory *memory;
    struct hw_error error;
    struct channel c;
    uint64_t out, code;

    (void)state;
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    const struct hw_channel_setup setup = {.vram = memory};
    channel_make_with(&c, "g200", copy_word, &setup);
    assert_int_equal(hw_memory_alloc(memory, 0x2000, &out, &error), HW_OK);
    assert_int_equal(hw_memory_alloc(memory, 0x1000, &code, &error), HW_OK);
    assert_int_equal(hw_memory_write(memory, code, c.k.code, c.k.launch.code.bytes, &error), HW_OK);
    assert_int_equal(hw_memory_fill(memory, out, 0x11, 4, &error), HW_OK);
    assert_int_equal(hw_channel_map(c.channel, 0x1000, 0x1000, &page, &c.error), HW_ERR_UNSUPPORTED);
    expect_ok(&c, hw_channel_dma(c.channel, 0xa1, &all, &c.error));
    channel_prepare(&c, 1, 1);
    channel_set(&c, HW_COMPUTE_DMA_GLOBAL, 0xa1);
    channel_set(&c, HW_COMPUTE_DMA_CODE_CB, 0xa1);
    channel_set(&c, HW_COMPUTE_STACK_SIZE_LOG, 0);
    channel_set(&c, HW_COMPUTE_LOCAL_SIZE_LOG, 0);
    channel_set(&c, HW_COMPUTE_CP_ADDRESS_LOW, (uint32_t)code);
    channel_set(&c, HW_COMPUTE_USER_PARAM, (uint32_t)out);
    channel_launch(&c);
    channel_expect_none(&c);
    uint32_t word = 0;
    assert_int_equal(hw_memory_read(memory, out + 0x1000, &word, 4, &error), HW_OK);
    assert_int_equal(word, 0x11111111);
    channel_free(&c);
    hw_memory_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_dma_words),
        cmocka_unit_test(test_aliases_and_rights),
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_dma_objects),
        cmocka_unit_test(test_adopted_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
