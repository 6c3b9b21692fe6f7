/* SPDX-License-Identifier: MIT */
/* Fuzz a channel: methods of all objects with data that is likely to mean something, words into memory,
 * launches of kernels that are there, push buffers and IBs in memory.  Every call ends within its bound with
 * a state or a named error, and the same input gives the same reports and the same memory.
 *
 * The first byte chooses the chip; then each step takes a byte for what is done and some for its numbers. */
#include <halfwarp/channel.h>
#include <halfwarp/chip.h>

#include "generated/method_numbers.h"

#include <stdlib.h>
#include <string.h>

#define MOST      2000u /* methods of a call, instructions of a block */
#define STEPS     200u
#define VRAM      0x40000u
#define AT        0x20000000u /* where it is mapped */
#define AT_STACK  (AT + 0x10000u)
#define AT_LOCAL  (AT + 0x20000u)
#define AT_PUSH   (AT + 0x8000u)
#define DMA_ALL   0xd0000001u
#define DMA_SMALL 0xd0000002u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Kernels, from AT on: a store by parameters, one with local memory and a constant, a texture, and a call
 * that never ends. */
static const uint32_t kernels[][16] = {
    {0x10004209, 0x0023c780, 0x60024c01, 0x00200780, 0x30020001, 0xc4100780, 0x2000c805, 0x04200780,
     0xd00e0605, 0xa0c00781},
    {0x2000c805, 0x04200780, 0xd0000201, 0x60c00780, 0xd0000205, 0x40c00780, 0x21000205, 0x04400780,
     0xd00e0205, 0xa0c00781},
    {0xf6400005, 0x00000784, 0xd00e0205, 0xa0c00781},
    {0x20000003, 0x00000780, 0x10000003, 0x00000780},
};

struct input {
    const uint8_t *data;
    size_t left;
};

static uint32_t take(struct input *input, unsigned bytes)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < bytes && input->left; i++, input->left--)
        value |= (uint32_t)*input->data++ << 8 * i;
    return value;
}

/* What came of a run, mixed into one number. */
struct outcome {
    uint64_t hash;
};

static void mix(struct outcome *outcome, uint64_t value)
{
    outcome->hash = (outcome->hash ^ value) * 0x100000001b3u;
}

static void take_report(void *context, const struct hw_channel_report *report)
{
    if (!report->sentence[0] || report->kind >= HW_REPORT_KINDS)
        abort();
    mix(context, report->kind);
    mix(context, (uint64_t)report->code << 32 | report->method);
    mix(context, (uint64_t)report->data << 32 | report->fault.pc);
    mix(context, report->offset);
    mix(context, report->address);
}

/* Data that a driver might send. */
static uint32_t take_data(struct input *input)
{
    static const uint32_t likely[] = {0,          1,        2,        3,         7,          16,
                                      32,         64,       0x100,    0x10001,   DMA_ALL,    DMA_SMALL,
                                      AT,         AT_STACK, AT_LOCAL, AT_PUSH,   0x1000,     0xffff,
                                      0xffffffff, 0x4000,   0x20,     AT + 0x80, AT + 0xfff, 0x80000000};
    const uint32_t kind = take(input, 1);

    if (kind < 0xc0)
        return likely[kind % (sizeof likely / sizeof likely[0])];
    return take(input, kind % 4 + 1);
}

static uint32_t take_method(struct input *input, unsigned subchannel)
{
    static const char *const kinds[] = {"compute", "m2mf", "2d", "3d"};
    const struct hw_object_class *object = hw_object_class_named(kinds[subchannel % 4]);
    const struct hw_method *row;
    unsigned count = 0;

    while (hw_method_at(object, count))
        count++;
    const uint32_t choice = take(input, 1), element = choice >= 0xf0 ? take(input, 1) : 0;
    if (choice == 0xff)
        return take(input, 2) % HW_METHOD_END & ~3u;
    row = hw_method_at(object, choice % count);
    return row->number + element % row->count * row->stride;
}

static void check(hw_status status, const struct hw_error *error, const struct hw_channel_result *result,
                  struct outcome *outcome)
{
    if (status != HW_OK && !error->text[0])
        abort();
    if (result->methods > MOST + 1)
        abort();
    mix(outcome, status);
    mix(outcome, result->state);
    mix(outcome, result->methods);
    mix(outcome, result->stats.warp_instructions);
}

static void step(struct hw_channel *channel, struct input *input, struct outcome *outcome)
{
    struct hw_channel_result result = {.state = HW_CHANNEL_DONE};
    struct hw_error error = {.text = ""};
    const uint32_t choice = take(input, 1);
    hw_status status;
    uint32_t words[4];

    switch (choice >> 5) {
    case 7: /* a word into memory */
        words[0] = take_data(input);
        status = hw_channel_write(channel, AT + take(input, 2) * 4 % VRAM, words, 4, &error);
        break;
    case 6: /* a push buffer in memory */
        status = hw_channel_run(channel, choice & 1 ? DMA_SMALL : DMA_ALL, AT_PUSH,
                                AT_PUSH + 4 * take(input, 1), &result, &error);
        break;
    case 5:
        status = hw_channel_run_ib(channel, DMA_ALL, AT_PUSH, 4, choice & 15, take(input, 1) & 15, &result,
                                   &error);
        break;
    case 4:
        for (unsigned i = 0; i < 4; i++)
            words[i] = take(input, 4);
        status = hw_channel_push(channel, words, 4, &result, &error);
        break;
    case 3: status = hw_channel_method(channel, 0, HW_COMPUTE_LAUNCH, 0, &result, &error); break;
    default: {
        const unsigned subchannel = choice & 8 ? choice % 8 : 0;
        const uint32_t method = choice & 16 ? take(input, 1) % 32 * 4 : take_method(input, subchannel);
        status = hw_channel_method(channel, subchannel, method, take_data(input), &result, &error);
    }
    }
    check(status, &error, &result, outcome);
}

/* A launch that would work. */
static void prepare(struct hw_channel *channel)
{
    static const uint32_t set[][2] = {
        {HW_CHANNEL_OBJECT, 0x50c0},
        {HW_COMPUTE_DMA_GLOBAL, DMA_ALL},
        {HW_COMPUTE_DMA_QUERY, DMA_ALL},
        {HW_COMPUTE_DMA_LOCAL, DMA_ALL},
        {HW_COMPUTE_DMA_STACK, DMA_ALL},
        {HW_COMPUTE_DMA_CODE_CB, DMA_ALL},
        {HW_COMPUTE_DMA_TIC, DMA_ALL},
        {HW_COMPUTE_DMA_TSC, DMA_ALL},
        {HW_COMPUTE_DMA_TEXTURE, DMA_ALL},
        {HW_COMPUTE_CP_ADDRESS_LOW, AT},
        {HW_COMPUTE_STACK_ADDRESS_LOW, AT_STACK},
        {HW_COMPUTE_STACK_SIZE_LOG, 3},
        {HW_COMPUTE_LOCAL_ADDRESS_LOW, AT_LOCAL},
        {HW_COMPUTE_LOCAL_SIZE_LOG, 1},
        {HW_COMPUTE_GLOBAL_LIMIT + 14 * 0x20, 0xffffffff},
        {HW_COMPUTE_GLOBAL_MODE + 14 * 0x20, 1},
        {HW_COMPUTE_CP_REG_ALLOC_TEMP, 4},
        {HW_COMPUTE_REG_MODE, 2},
        {HW_COMPUTE_LANES32_ENABLE, 1},
        {HW_COMPUTE_USER_PARAM_COUNT, 3 << 8},
        {HW_COMPUTE_USER_PARAM, AT + 0x4000},
        {HW_COMPUTE_USER_PARAM + 4, AT + 0x5000},
        {HW_COMPUTE_USER_PARAM + 8, AT + 0x6000},
        {HW_COMPUTE_GRIDDIM, 0x10002},
        {HW_COMPUTE_SHARED_SIZE, 0x80},
        {HW_COMPUTE_BLOCKDIM_XY, 0x10008},
        {HW_COMPUTE_BLOCKDIM_Z, 1},
        {HW_COMPUTE_BLOCK_ALLOC, 8},
        {HW_COMPUTE_BLOCKDIM_LATCH, 1},
    };
    struct hw_channel_result result;
    struct hw_error error;

    for (unsigned i = 0; i < sizeof set / sizeof set[0]; i++)
        (void)hw_channel_method(channel, 0, set[i][0], set[i][1], &result, &error);
    (void)hw_channel_method(channel, 1, HW_CHANNEL_OBJECT, 0x5039, &result, &error);
    (void)hw_channel_method(channel, 2, HW_CHANNEL_OBJECT, 0x502d, &result, &error);
    (void)hw_channel_write(channel, AT, kernels, sizeof kernels, &error);
}

static struct hw_channel *make(uint8_t choice, struct outcome *outcome)
{
    static const char *const chips[] = {"g80", "g84", "g200", "gt215"};
    const struct hw_page page = {.target = HW_LINEAR_VRAM},
                         host = {.target = HW_LINEAR_HOST, .read_only = true};
    const struct hw_dma_object all = {.number = HW_DMA_CLASS_READ_WRITE, .limit = 0xffffffffff},
                               small = {.number = HW_DMA_CLASS_READ_WRITE,
                                        .target = HW_DMA_TARGET_VRAM,
                                        .access = HW_DMA_ACCESS_READ_WRITE,
                                        .base = 0x100,
                                        .limit = 0x8fff};
    struct hw_channel_setup setup = {.vram_bytes = VRAM,
                                     .host_bytes = 0x10000,
                                     .workers = 1,
                                     .max_instructions = MOST,
                                     .max_methods = MOST,
                                     .strict = choice & 4,
                                     .report = take_report,
                                     .context = outcome};
    struct hw_channel *channel;
    struct hw_error error;

    if (hw_chip_find(chips[choice % 4], &setup.chip, &error) != HW_OK ||
        hw_channel_create(&setup, &channel, &error) != HW_OK)
        abort();
    (void)hw_channel_map(channel, AT, VRAM, &page, &error);
    (void)hw_channel_map(channel, AT + VRAM, 0x10000, &host, &error);
    (void)hw_channel_dma(channel, DMA_ALL, &all, &error);
    (void)hw_channel_dma(channel, DMA_SMALL, &small, &error);
    (void)hw_channel_object(channel, 0x50c0, 0x50c0, &error);
    (void)hw_channel_object(channel, 0x5039, 0x5039, &error);
    (void)hw_channel_object(channel, 0x502d, 0x502d, &error);
    prepare(channel);
    return channel;
}

static uint64_t run(const uint8_t *data, size_t size)
{
    static uint8_t memory[VRAM];
    struct input input = {data + 1, size - 1};
    struct outcome outcome = {.hash = 1};
    struct hw_channel *channel = make(data[0], &outcome);
    struct hw_error error;

    for (unsigned i = 0; i < STEPS && input.left; i++)
        step(channel, &input, &outcome);
    if (hw_channel_read(channel, AT, memory, sizeof memory, &error) != HW_OK)
        abort();
    for (size_t i = 0; i < sizeof memory; i += 8) {
        uint64_t word;
        memcpy(&word, memory + i, sizeof word);
        mix(&outcome, word);
    }
    hw_channel_destroy(channel);
    return outcome.hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > 1024)
        return 0;
    if (run(data, size) != run(data, size))
        abort();
    return 0;
}
