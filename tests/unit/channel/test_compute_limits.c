/* SPDX-License-Identifier: MIT */
/* What DMA objects leave of the memory that they lead to: limits and rights hold for global segments of both
 * kinds, for local memory and for stacks. */
#include "channel.h"

#include <string.h>

#define DMA_TRIED 0xd0000009u

/* All virtual addresses up to `limit`, for `slot` alone. */
static void bind(struct channel *c, uint32_t slot, uint64_t limit, uint8_t access)
{
    const struct hw_dma_object dma = {
        .number = HW_DMA_CLASS_READ_WRITE, .target = HW_DMA_TARGET_VM, .access = access, .limit = limit};

    assert_int_equal(hw_channel_dma(c->channel, DMA_TRIED, &dma, &c->error), HW_OK);
    channel_set(c, slot, DMA_TRIED);
}

/* The launch traps in the unit of memory for that reason. */
static void expect_trap(struct channel *c, uint32_t reason, const char *sentence)
{
    channel_launch(c);
    channel_expect(c, HW_REPORT_TRAP, reason);
    assert_int_equal(c->report[0].unit, HW_UNIT_PROP);
    assert_non_null(strstr(c->report[0].sentence, sentence));
    channel_free(c);
}

static void make_segment(struct channel *c, uint32_t offset, bool tiled)
{
    char source[160];

    snprintf(source, sizeof source, "MVI R1, 0x%x\nMVI R4, 0x11\nGST.U32 global3[R1], R4 # exit\n", offset);
    channel_make(c, "g80", source);
    channel_prepare(c, 1, 1);
    channel_set(c, HW_COMPUTE_GLOBAL_ADDRESS_HIGH + 3 * 0x20, 0);
    channel_set(c, HW_COMPUTE_GLOBAL_ADDRESS_LOW + 3 * 0x20, AT_PLAY);
    channel_set(c, HW_COMPUTE_GLOBAL_PITCH + 3 * 0x20, 0x1000);
    channel_set(c, HW_COMPUTE_GLOBAL_LIMIT + 3 * 0x20, tiled ? 0xff << 16 | 0xff : 0xffff);
    channel_set(c, HW_COMPUTE_GLOBAL_MODE + 3 * 0x20, tiled ? 0 : 1);
}

static void test_segments(void **state)
{
    struct channel c;

    (void)state;
    make_segment(&c, 0x1000, false);
    bind(&c, HW_COMPUTE_DMA_GLOBAL, AT_PLAY + 0xfff, HW_DMA_ACCESS_READ_WRITE);
    expect_trap(&c, HW_VM_DMAOBJ_LIMIT, "outside of memory");
    make_segment(&c, 0x40000, true); /* line 4: the second strip */
    bind(&c, HW_COMPUTE_DMA_GLOBAL, AT_PLAY + 0xfff, HW_DMA_ACCESS_READ_WRITE);
    expect_trap(&c, HW_VM_DMAOBJ_LIMIT, "outside of memory");
    make_segment(&c, 0x40000, true);
    bind(&c, HW_COMPUTE_DMA_GLOBAL, AT_PLAY + 0x1003, HW_DMA_ACCESS_READ_WRITE);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_PLAY + 0x1000), 0x11);
    channel_free(&c);
    for (int tiled = 0; tiled < 2; tiled++) {
        make_segment(&c, 0, tiled);
        bind(&c, HW_COMPUTE_DMA_GLOBAL, 0xffffffffff, HW_DMA_ACCESS_READ_ONLY);
        expect_trap(&c, HW_VM_PAGE_READ_ONLY, "may only be read");
    }
}

/* Eight bytes whose second half is beyond: the last byte is what says why. */
static void test_straddling(void **state)
{
    struct channel c;

    (void)state;
    for (int by_object = 0; by_object < 2; by_object++) {
        channel_make(&c, "g80", "MVI R1, 0xfc\nMVI R4, 0x11\nMVI R5, 0x11\nGST.U64 global3[R1], R4 # exit\n");
        channel_prepare(&c, 1, 1);
        channel_set(&c, HW_COMPUTE_GLOBAL_ADDRESS_LOW + 3 * 0x20, AT_PLAY);
        channel_set(&c, HW_COMPUTE_GLOBAL_LIMIT + 3 * 0x20, by_object ? 0xffff : 0xff);
        channel_set(&c, HW_COMPUTE_GLOBAL_MODE + 3 * 0x20, 1);
        if (by_object)
            bind(&c, HW_COMPUTE_DMA_GLOBAL, AT_PLAY + 0xff, HW_DMA_ACCESS_READ_WRITE);
        expect_trap(&c, by_object ? HW_VM_DMAOBJ_LIMIT : HW_VM_GLOBAL_LIMIT, "outside of memory");
    }
}

/* A word of local memory that is stored, then loaded. */
static void make_local(struct channel *c)
{
    channel_make(c, "g80",
                 "MVI R3, 0x22\nLST.U32 local [0x4], R3\nLLD.U32 R4, local [0x4]\nMOV32 R1, g [0x4]\n"
                 "MOV32 R2, g [0x4]\nGST.U32 global14[R1], R4 # exit\n");
    channel_prepare(c, 1, 1);
}

static void test_local_memory(void **state)
{
    struct channel c;

    (void)state;
    make_local(&c);
    bind(&c, HW_COMPUTE_DMA_LOCAL, AT_LOCAL + 0x3f, HW_DMA_ACCESS_READ_WRITE); /* the word is at 0x40 */
    expect_trap(&c, HW_VM_DMAOBJ_LIMIT, "outside of memory");
    make_local(&c);
    bind(&c, HW_COMPUTE_DMA_LOCAL, AT_LOCAL + 0x42, HW_DMA_ACCESS_READ_WRITE);
    expect_trap(&c, HW_VM_DMAOBJ_LIMIT, "outside of memory");
    make_local(&c);
    bind(&c, HW_COMPUTE_DMA_LOCAL, AT_LOCAL + 0xffff, HW_DMA_ACCESS_READ_ONLY);
    expect_trap(&c, HW_VM_PAGE_READ_ONLY, "may only be read");
    make_local(&c);
    bind(&c, HW_COMPUTE_DMA_LOCAL, AT_LOCAL + 0x43, HW_DMA_ACCESS_READ_WRITE);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_OUT), 0x22);
    channel_free(&c);
}

/* Thirteen entries: the first block goes to memory. */
static void make_stack(struct channel *c)
{
    char source[512] = "";

    for (unsigned i = 0; i < 13; i++)
        strcat(source, "SSY @join\n");
    strcat(source, "join: NOP # exit\n");
    channel_make(c, "g80", source);
    channel_prepare(c, 1, 1);
}

static void test_stacks(void **state)
{
    struct channel c;

    (void)state;
    make_stack(&c);
    bind(&c, HW_COMPUTE_DMA_STACK, AT_STACK + 0x17, HW_DMA_ACCESS_READ_WRITE); /* three entries */
    expect_trap(&c, HW_VM_DMAOBJ_LIMIT, "where no memory is");
    make_stack(&c);
    bind(&c, HW_COMPUTE_DMA_STACK, AT_STACK + 0xffff, HW_DMA_ACCESS_READ_ONLY);
    expect_trap(&c, HW_VM_PAGE_READ_ONLY, "may only be read");
    make_stack(&c);
    bind(&c, HW_COMPUTE_DMA_STACK, AT_STACK + 0x1f, HW_DMA_ACCESS_READ_WRITE);
    channel_launch(&c);
    channel_expect_none(&c);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_straddling),
        cmocka_unit_test(test_local_memory),
        cmocka_unit_test(test_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
