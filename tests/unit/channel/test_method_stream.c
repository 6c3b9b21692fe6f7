/* SPDX-License-Identifier: MIT */
/* Streams: the text and back, errors with their place, and what playing them does. */
#include "method_streams.h"

#include "generated/method_numbers.h"

/* --- text and back --- */

static uint64_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static uint32_t any_word(void)
{
    return chance(3) ? chance(0x10000) << chance(17) : chance(0x7fffffff) * 2 + chance(2);
}

/* A stream with items of all kinds, and words that are commands more often than not. */
static void make_any(struct hw_method_stream *stream)
{
    static const uint16_t classes[] = {0x50c0, 0x5039, 0x502d, 0x85c0, 0x5097};
    static const uint8_t dma_classes[] = {HW_DMA_CLASS_READ, HW_DMA_CLASS_WRITE, HW_DMA_CLASS_READ_WRITE},
                         linear[] = {HW_LINEAR_VRAM, HW_LINEAR_HOST, HW_LINEAR_HOST_NO_SNOOP};
    struct hw_error error;

    *stream = (struct hw_method_stream){.units = any_word(), .vram_bytes = chance(2) ? 0 : 0x100000};
    if (chance(2))
        strcpy(stream->chip, "g200");
    for (unsigned i = chance(20); i > 0; i--) {
        uint32_t word[64];
        struct hw_stream_item item = {.kind = (uint8_t)chance(HW_STREAM_KINDS)};
        const struct hw_page page = {.target = linear[chance(3)],
                                     .storage = (uint8_t)chance(0x80),
                                     .read_only = chance(2),
                                     .supervisor = chance(2),
                                     .linear = any_word()};
        switch (item.kind) {
        case HW_STREAM_OBJECT:
            item.handle = chance(4);
            item.number = classes[chance(5)];
            break;
        case HW_STREAM_DMA:
            item.handle = any_word();
            item.dma = (struct hw_dma_object){.number = dma_classes[chance(3)],
                                              .target = (uint8_t)chance(4),
                                              .access = (uint8_t)chance(3),
                                              .storage = (uint8_t)chance(0x80),
                                              .supervisor = chance(2),
                                              .base = any_word(),
                                              .limit = (uint64_t)any_word() << 8};
            break;
        case HW_STREAM_MAP: item.page = page; /* fall through */
        case HW_STREAM_UNMAP:
            item.address = any_word();
            item.bytes = any_word();
            break;
        case HW_STREAM_LINEAR: item.page.target = page.target;         /* fall through */
        case HW_STREAM_DATA: item.address = (uint64_t)any_word() << 4; /* fall through */
        case HW_STREAM_PUSH:
            item.count = chance(64) + 1;
            item.word = word;
            for (size_t at = 0; at < item.count; at++)
                word[at] = chance(3) ? any_word() : chance(20) << 18 | chance(8) << 13 | chance(0x100) << 2;
            if (chance(4) == 0) /* bind an object, if there is one */
                word[0] = 1 << 18 | chance(8) << 13, word[item.count > 1] = chance(4);
            break;
        case HW_STREAM_BUFFER:
            snprintf(item.name, sizeof item.name, "b%u", chance(1000));
            item.address = any_word();
            item.bytes = any_word();
            break;
        case HW_STREAM_RUN:
            item.handle = any_word();
            item.address = any_word();
            item.end = any_word();
            break;
        default:
            item.handle = any_word();
            item.address = any_word();
            item.order = (uint8_t)chance(32);
            item.first = any_word();
            item.end = any_word();
        }
        assert_int_equal(hw_method_stream_add(stream, &item, &error), HW_OK);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 3000; n++) {
        struct hw_method_stream stream, again;
        make_any(&stream);
        char *text = stream_text(&stream);
        stream_read(text, &again);
        stream_expect_equal(&stream, &again);
        free(text);
        hw_method_stream_free(&stream);
        hw_method_stream_free(&again);
    }
}

static void test_names(void **state)
{
    static const char source[] = "object 0x00000001 G80_COMPUTE\n"
                                 "6 OBJECT 0x1\n"
                                 "6 GRIDDIM X=4 Y=2, 128, X=32 Y=1, 1\n"
                                 "6 CB_DATA[0] fixed 0x1, 0x2\n"
                                 "jump 0x00000020\n"
                                 "return\n"
                                 "word 0x00000007\n";
    struct hw_method_stream stream;

    (void)state;
    stream_read(source, &stream);
    assert_int_equal(stream.count, 2);
    assert_int_equal(stream.item[1].count, 2 + 5 + 3 + 3);
    assert_int_equal(stream.item[1].word[2], 4u << 18 | 6u << 13 | HW_COMPUTE_GRIDDIM);
    assert_int_equal(stream.item[1].word[3], 2u << 16 | 4);
    assert_int_equal(stream.item[1].word[7], 0x40000000 | 2u << 18 | 6u << 13 | HW_COMPUTE_CB_DATA);
    char *text = stream_text(&stream);
    assert_string_equal(text, source);
    free(text);
    hw_method_stream_free(&stream);
}

/* Wrong texts, and where they are wrong. */
static void test_errors(void **state)
{
    static const struct {
        const char *text;
        hw_status status;
        unsigned line, column;
    } wrong[] = {
        {"chip\n", HW_ERR_SYNTAX, 1, 5},
        {"\n  map 0x1000 4k disk 0\n", HW_ERR_SYNTAX, 2, 17},
        {"map 0x1000 4k vram 0 often\n", HW_ERR_SYNTAX, 1, 22},
        {"object 1 toaster\n", HW_ERR_NOT_FOUND, 1, 10},
        {"dma 1 read vm 5-6\n", HW_ERR_SYNTAX, 1, 15},
        {"dma 1 read vm 5..0x10000000000\n", HW_ERR_RANGE, 1, 18},
        {"data 0: 5 x\n", HW_ERR_SYNTAX, 1, 11},
        {"data 0 file \"x\"\n", HW_ERR_UNSUPPORTED, 1, 13},
        {"8 OBJECT 1\n", HW_ERR_RANGE, 1, 1},
        {"dance\n", HW_ERR_SYNTAX, 1, 1},
        {"3 NOSUCH 1\n", HW_ERR_NOT_FOUND, 1, 3},
        {"3 OBJECT\n", HW_ERR_SYNTAX, 1, 9},
        {"3 OBJECT 1,\n", HW_ERR_SYNTAX, 2, 1},
        {"word 0x100000000\n", HW_ERR_RANGE, 1, 6},
        {"sli 0x1000\n", HW_ERR_RANGE, 1, 4},
        {"end\n", HW_ERR_SYNTAX, 1, 1},
        {"at 0x20\n", HW_ERR_SYNTAX, 2, 1},
        {"return 5\n", HW_ERR_SYNTAX, 1, 8},
    };
    struct hw_method_stream stream;
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const hw_status status =
            hw_method_stream_read(wrong[i].text, strlen(wrong[i].text), NULL, &stream, &error);
        if (status != wrong[i].status || error.line != wrong[i].line || error.column != wrong[i].column)
            fail_msg("%s: status %u at %u:%u: %s", wrong[i].text, status, error.line, error.column,
                     error.text);
        assert_int_equal(stream.count, 0);
    }
}

/* --- playing --- */

/* Commands in memory that jump and call; the subroutine counts REF_CNT. */
static void test_commands_in_memory(void **state)
{
    static const char source[] = "chip g80\nvram 1m\nmap 0x20000000 0x10000 vram 0x0\n"
                                 "dma 0x10 read-write vm 0x0..0xffffffffff\n"
                                 "at 0x20000000\n"
                                 "0 REF_CNT 1\n"
                                 "call 0x20001000\n"
                                 "jump 0x20000100\n"
                                 "end\n"
                                 "at 0x20000100\n"
                                 "0 REF_CNT 3\n"
                                 "end\n"
                                 "at 0x20001000\n"
                                 "0 REF_CNT 2\n"
                                 "return\n"
                                 "end\n"
                                 "run 0x10 0x20000000..0x20000108\n";
    struct hw_channel_setup setup = {.workers = 1};
    struct hw_channel_result result;
    struct hw_method_stream stream;

    (void)state;
    stream_read(source, &stream);
    struct hw_channel *channel = stream_play(&stream, &setup, &result);
    assert_int_equal(hw_channel_reference(channel), 3);
    assert_int_equal(result.methods, 3);
    assert_int_equal(result.reports, 0);
    hw_channel_destroy(channel);
    hw_method_stream_free(&stream);
}

/* An item that the channel refuses ends the play, with its line. */
static void test_refused_item(void **state)
{
    struct hw_channel_setup setup = {.workers = 1};
    struct hw_channel_result result;
    struct hw_method_stream stream;
    struct hw_channel *channel;
    struct hw_error error = {.text = ""};
    size_t item;

    (void)state;
    stream_read("object 1 compute\nobject 2 GT215_COMPUTE\nobject 3 compute\n", &stream);
    assert_int_equal(hw_method_stream_setup(&stream, &setup, &error), HW_OK);
    assert_int_equal(hw_channel_create(&setup, &channel, &error), HW_OK);
    assert_int_equal(hw_method_stream_play(&stream, channel, &result, &item, &error), HW_ERR_ARGUMENT);
    assert_int_equal(item, 1);
    assert_int_equal(error.line, 2);
    hw_channel_destroy(channel);
    hw_method_stream_free(&stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_names),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_commands_in_memory),
        cmocka_unit_test(test_refused_item),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
