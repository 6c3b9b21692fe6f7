/* SPDX-License-Identifier: MIT */
/* M2MF: copies of lines, pitch and blocklinear, against a copy that is done here byte by byte. */
#include "channel.h"

#include "channel/engine/blocklinear.h"

#define FROM AT_PLAY
#define TO   (AT_PLAY + 0x40000)

static void begin(struct channel *c)
{
    channel_make(c, "g80", "NOP # exit\n");
    for (unsigned i = 0; i < 0x4000; i++)
        channel_put(c, FROM + 4 * i, i * 0x01010101u + 0x03020100u);
    channel_set_on(c, ON_M2MF, HW_M2MF_DMA_NOTIFY, DMA_NOTES);
    channel_set_on(c, ON_M2MF, HW_M2MF_DMA_BUFFER_IN, DMA_ALL);
    channel_set_on(c, ON_M2MF, HW_M2MF_DMA_BUFFER_OUT, DMA_ALL);
    channel_set_on(c, ON_M2MF, HW_M2MF_LAYOUT_IN, 1);
    channel_set_on(c, ON_M2MF, HW_M2MF_LAYOUT_OUT, 1);
    channel_set_on(c, ON_M2MF, HW_M2MF_FORMAT, 0x101);
    channel_put(c, AT_NOTES + 0x1c, 0xffffffff);
}

static void copy(struct channel *c, uint32_t pitch_in, uint32_t pitch_out, uint32_t length, uint32_t lines)
{
    channel_set_on(c, ON_M2MF, HW_M2MF_OFFSET_IN, FROM);
    channel_set_on(c, ON_M2MF, HW_M2MF_OFFSET_OUT, TO);
    channel_set_on(c, ON_M2MF, HW_M2MF_PITCH_IN, pitch_in);
    channel_set_on(c, ON_M2MF, HW_M2MF_PITCH_OUT, pitch_out);
    channel_set_on(c, ON_M2MF, HW_M2MF_LINE_LENGTH_IN, length);
    channel_set_on(c, ON_M2MF, HW_M2MF_LINE_COUNT, lines);
    channel_set_on(c, ON_M2MF, HW_M2MF_BUF_NOTIFY, 0);
}

static uint8_t byte_at(const struct channel *c, uint64_t address)
{
    return (uint8_t)(channel_word(c, address & ~(uint64_t)3) >> 8 * (address & 3));
}

static void test_pitch(void **state)
{
    struct channel c;

    (void)state;
    begin(&c);
    copy(&c, 0x100, 0x180, 0x70, 5);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_NOTES + 0x1c), 0); /* M2MF's notifier */
    for (unsigned y = 0; y < 5; y++)
        for (unsigned x = 0; x < 0x80; x++)
            assert_int_equal(byte_at(&c, TO + 0x180 * y + x),
                             x < 0x70 ? byte_at(&c, FROM + 0x100 * y + x) : 0);
    channel_free(&c);
}

/* Bytes of the input apart: every second one. */
static void test_increments(void **state)
{
    struct channel c;

    (void)state;
    begin(&c);
    channel_set_on(&c, ON_M2MF, HW_M2MF_FORMAT, 0x102);
    copy(&c, 0x100, 0x100, 0x20, 1);
    for (unsigned x = 0; x < 0x20; x++)
        assert_int_equal(byte_at(&c, TO + x), byte_at(&c, FROM + 2 * x));
    channel_free(&c);
}

static void set_surface(struct channel *c, uint32_t layout, const struct hw_blocklinear *s, uint32_t x,
                        uint32_t y, uint32_t z)
{
    channel_set_on(c, ON_M2MF, layout, 0);
    channel_set_on(c, ON_M2MF, layout + 4, (uint32_t)(s->log_x | s->log_y << 4 | s->log_z << 8));
    channel_set_on(c, ON_M2MF, layout + 8, s->width);
    channel_set_on(c, ON_M2MF, layout + 12, s->height);
    channel_set_on(c, ON_M2MF, layout + 16, s->depth);
    channel_set_on(c, ON_M2MF, layout + 20, z);
    channel_set_on(c, ON_M2MF, layout + 24, y << 16 | x);
}

static void test_blocklinear(void **state)
{
    const struct hw_blocklinear surface = {
        .width = 208, .height = 17, .depth = 3, .log_x = 0, .log_y = 1, .log_z = 1};
    struct channel c;

    (void)state;
    begin(&c);
    set_surface(&c, HW_M2MF_LAYOUT_OUT, &surface, 13, 2, 2);
    copy(&c, 0x100, 0, 150, 9);
    channel_expect_none(&c);
    for (uint32_t y = 0; y < 9; y++)
        for (uint32_t x = 0; x < 150; x++)
            assert_int_equal(byte_at(&c, TO + hw_blocklinear_offset(&surface, 13 + x, 2 + y, 2)),
                             byte_at(&c, FROM + 0x100 * y + x));
    copy(&c, 0x100, 0, 196, 9);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_XY_OUT_OF_BOUNDS);
    channel_set_on(&c, ON_M2MF, HW_M2MF_LAYOUT_OUT + 20, 3);
    copy(&c, 0x100, 0, 150, 9);
    channel_expect(&c, HW_REPORT_DATA_ERROR, HW_DATA_Z_OUT_OF_BOUNDS);
    channel_free(&c);
}

/* The example of envytools' page on surfaces: 13 x 17 x 3 elements of 16 bytes, blocks of 2 x 2 x 2 gobs. */
static void test_public_example(void **state)
{
    const struct hw_blocklinear surface = {
        .width = 208, .height = 17, .depth = 3, .log_x = 1, .log_y = 1, .log_z = 1};
    static const struct {
        uint32_t x, y, z, offset;
    } example[] = {{1, 0, 0, 0x10},    {4, 0, 0, 0x100},    {8, 0, 0, 0x800},   {12, 3, 0, 0x9c0},
                   {0, 4, 0, 0x200},   {0, 8, 0, 0x1000},   {5, 13, 0, 0x1350}, {0, 0, 1, 0x400},
                   {8, 9, 1, 0x1c40},  {12, 16, 0, 0x2900}, {0, 0, 2, 0x3000},  {7, 11, 2, 0x41f0},
                   {12, 16, 2, 0x5900}};

    (void)state;
    for (unsigned i = 0; i < sizeof example / sizeof example[0]; i++)
        assert_int_equal(hw_blocklinear_offset(&surface, 16 * example[i].x, example[i].y, example[i].z),
                         example[i].offset);
    assert_int_equal(hw_blocklinear_bytes(&surface), 0x6000);
}

static void test_missing_memory(void **state)
{
    struct channel c;

    (void)state;
    begin(&c);
    channel_set_on(&c, ON_M2MF, HW_M2MF_OFFSET_IN, FROM);
    channel_set_on(&c, ON_M2MF, HW_M2MF_OFFSET_OUT_HIGH, 1);
    channel_set_on(&c, ON_M2MF, HW_M2MF_LINE_LENGTH_IN, 4);
    channel_set_on(&c, ON_M2MF, HW_M2MF_LINE_COUNT, 1);
    channel_set_on(&c, ON_M2MF, HW_M2MF_BUF_NOTIFY, 0);
    channel_expect(&c, HW_REPORT_TRAP, HW_VM_PT_NOT_PRESENT);
    assert_int_equal(c.report[0].unit, HW_UNIT_M2MF);
    assert_int_equal(c.report[0].address, (uint64_t)1 << 32);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pitch),          cmocka_unit_test(test_increments),
        cmocka_unit_test(test_blocklinear),    cmocka_unit_test(test_public_example),
        cmocka_unit_test(test_missing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
