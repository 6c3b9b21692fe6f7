/* SPDX-License-Identifier: MIT */
/* Recordings: words, objects and the chip of tools' texts, and what is assumed to play them. */
#include "method_streams.h"

#include "generated/method_numbers.h"

#include <halfwarp/recording.h>

/* As demmt prints the beginning of a CUDA program. */
static const char demmt[] =
    "LOG: Chipset: NVA0\n"
    "LOG: subchannel 0 does not have bound object and first command does not bind it\n"
    "PB: 0x00040060 size 1, subchannel 0, offset 0x0060, increment\n"
    "PB: 0x5c000004   OBJ0.0x60 = 0x5c000004\n"
    "PB: 0x00044000 size 1, subchannel 2, offset 0x0000, increment\n"
    "PB: 0x5c000013   G80_COMPUTE mapped to subchannel 2\n"
    "PB: 0x000441a4 size 1, subchannel 2 (class: 0x50c0, desc: G80_COMPUTE, handle: 0x5c000013), offset "
    "0x01a4\n"
    "PB: 0x5c000004   G80_COMPUTE.DMA_QUERY = 0x5c000004\n"
    "PB: 0x00104310 size 4, subchannel 2 (class: 0x50c0, desc: G80_COMPUTE, handle: 0x5c000013), offset "
    "0x0310\n"
    "PB: 0x00000000   G80_COMPUTE.QUERY_ADDRESS_HIGH = 0\n"
    "PB: 0x41071234   G80_COMPUTE.QUERY_ADDRESS_LOW = 0x41071234\n"
    "PB: 0x00000007   G80_COMPUTE.QUERY_SEQUENCE = 0x7\n"
    "PB: 0x00008000   G80_COMPUTE.QUERY_GET\n";

/* As libdrm prints a push buffer that the kernel has refused, in a log. */
static const char libdrm[] = "[   12.5] nouveau: kernel rejected pushbuf: Invalid argument\n"
                             "nouveau: ch0: krec 0 pushes 1 bufs 1 relocs 0\n"
                             "nouveau: ch0: buf 00000000 00000003 00000004 00000004 00000000\n"
                             "nouveau: ch0: psh 00000000 0000000000 0000000010\n"
                             "nouveau: \t0x0004a000\r\n"
                             "nouveau: \t0xbeef5039\n"
                             "[   12.6] nouveau:        0x0004a100\n"
                             "nouveau: \t0x00000000";

static void read_recording(const char *text, struct hw_method_stream *stream)
{
    struct hw_error error;

    assert_true(hw_recording_is(text, strlen(text)));
    *stream = (struct hw_method_stream){.item = NULL};
    if (hw_recording_read(text, strlen(text), stream, &error) != HW_OK)
        fail_msg("%u: %s", error.line, error.text);
}

static void test_demmt(void **state)
{
    struct hw_method_stream stream;

    (void)state;
    read_recording(demmt, &stream);
    assert_string_equal(stream.chip, "g200");
    assert_int_equal(stream.count, 2);
    assert_int_equal(stream.item[0].kind, HW_STREAM_OBJECT);
    assert_int_equal(stream.item[0].handle, 0x5c000013);
    assert_int_equal(stream.item[0].number, 0x50c0);
    assert_int_equal(stream.item[1].kind, HW_STREAM_PUSH);
    assert_int_equal(stream.item[1].count, 11);
    assert_int_equal(stream.item[1].word[0], 0x40060);
    assert_int_equal(stream.item[1].word[10], 0x8000);
    hw_method_stream_free(&stream);
}

static void test_libdrm(void **state)
{
    static const uint32_t expected[] = {0x4a000, 0xbeef5039, 0x4a100, 0};
    struct hw_method_stream stream;

    (void)state;
    read_recording(libdrm, &stream);
    assert_int_equal(stream.count, 1);
    assert_int_equal(stream.item[0].count, 4);
    assert_memory_equal(stream.item[0].word, expected, sizeof expected);
    hw_method_stream_free(&stream);
}

static void test_no_recordings(void **state)
{
    static const char *const text[] = {"",
                                       "chip g80\n6 LAUNCH 0\n",
                                       "# nouveau: 0x00000001\n",
                                       "nouveau: 0x001\n",
                                       "nouveau: 0x000000012\n",
                                       "PB 0x00000001\n",
                                       "nouveau: 0x00000001 x"};

    (void)state;
    for (unsigned i = 0; i < sizeof text / sizeof text[0]; i++)
        assert_false(hw_recording_is(text[i], strlen(text[i])));
}

static void test_broken_line(void **state)
{
    static const char text[] = "PB: 0x00000001\nPB: 0x1 size\n";
    struct hw_method_stream stream = {.item = NULL};
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_recording_read(text, strlen(text), &stream, &error), HW_ERR_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_int_equal(stream.count, 0);
}

/* Packets of Fermi: increasing, fixed, immediate, increasing once. */
static void test_later_chip(void **state)
{
    static const char *const word[] = {"200181c2", "60010000", "80000404", "a00940e3"};
    struct hw_method_stream stream = {.item = NULL};
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        char text[128];
        snprintf(text, sizeof text, "nouveau: ch3: krec 0 pushes 1\nnouveau: \t0x%s\nnouveau: \t0x00000000\n",
                 word[i]);
        assert_int_equal(hw_recording_read(text, strlen(text), &stream, &error), HW_ERR_UNSUPPORTED);
        assert_int_equal(error.line, 2);
        assert_non_null(strstr(error.text, word[i]));
        assert_int_equal(stream.count, 0);
    }
}

/* The query's word comes into memory that nothing has mapped. */
static void test_assumed(void **state)
{
    struct hw_method_stream stream;
    struct hw_channel_setup setup = {.workers = 1};
    struct hw_channel_result result;
    struct hw_error error;
    uint32_t word;

    (void)state;
    read_recording(demmt, &stream);
    stream.item[1].word[8] = 0x41071230;
    assert_int_equal(hw_recording_infer(&stream, &error), HW_OK);
    struct hw_channel *channel = stream_play(&stream, &setup, &result);
    assert_int_equal(result.reports, 0);
    assert_int_equal(result.methods, 7);
    assert_int_equal(hw_channel_read(channel, 0x41071230, &word, sizeof word, &error), HW_OK);
    assert_int_equal(word, 7);
    hw_channel_destroy(channel);

    /* What is there already is not assumed again. */
    const size_t count = stream.count;
    assert_int_equal(hw_recording_infer(&stream, &error), HW_OK);
    for (size_t i = count; i < stream.count; i++)
        assert_int_not_equal(stream.item[i - count].kind, HW_STREAM_DMA);
    hw_method_stream_free(&stream);
}

/* Handles that nouveau makes of the numbers of classes. */
static void test_assumed_object(void **state)
{
    struct hw_method_stream stream;
    struct hw_channel_setup setup = {.workers = 1};
    struct hw_channel_result result;
    struct hw_error error;

    (void)state;
    read_recording(libdrm, &stream);
    assert_int_equal(hw_recording_infer(&stream, &error), HW_OK);
    assert_int_equal(stream.item[0].kind, HW_STREAM_OBJECT);
    assert_int_equal(stream.item[0].handle, 0xbeef5039);
    assert_int_equal(stream.item[0].number, 0x5039);
    hw_channel_destroy(stream_play(&stream, &setup, &result));
    assert_int_equal(result.reports, 0);
    assert_int_equal(result.methods, 2);
    hw_method_stream_free(&stream);
}

/* Number 0 is no class of objects, wherever it stands. */
static void test_class_0(void **state)
{
    static const char text[] =
        "PB: 0x00040000 size 1, subchannel 0 (class: 0x0, handle: 0x7), offset 0x0000\n"
        "PB: 0xd0000000\n";
    struct hw_method_stream stream;
    struct hw_error error;

    (void)state;
    read_recording(text, &stream);
    assert_int_equal(hw_recording_infer(&stream, &error), HW_OK);
    for (size_t i = 0; i < stream.count; i++)
        assert_int_not_equal(stream.item[i].kind, HW_STREAM_OBJECT);
    hw_method_stream_free(&stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demmt),          cmocka_unit_test(test_libdrm),
        cmocka_unit_test(test_no_recordings),  cmocka_unit_test(test_broken_line),
        cmocka_unit_test(test_later_chip),     cmocka_unit_test(test_assumed),
        cmocka_unit_test(test_assumed_object), cmocka_unit_test(test_class_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
