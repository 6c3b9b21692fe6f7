/* SPDX-License-Identifier: MIT */
/* The pusher decodes words of push buffers to methods, one after another.
 *
 * Words come from memory of the caller, or by a DMA object from the channel's.  Where a piece ends within a
 * command, the next piece goes on with it.
 * @see envytools, docs/hw/fifo/dma-pusher.rst */
#include "channel/engine/channel_state.h"

/* Where words come from. */
struct stream {
    const uint32_t *word; /* the caller's memory, from byte 0 on; NULL: the channel's */
    const struct hw_dma_object *dma;
    uint64_t end; /* where it ends, in bytes */
    bool jumps;   /* commands that jump are allowed */
};

static void refuse(struct hw_channel *channel, enum hw_pusher_error code, const char *sentence, uint64_t what)
{
    channel->method = channel->data = 0;
    hw_channel_error(channel, HW_REPORT_DMA_PUSHER, HW_UNIT_DISPATCH, code, sentence,
                     (unsigned long long)what);
}

/* --- methods --- */

/* Whether the chip's puller has a method below 0x100: long semaphores came with G84. */
static bool is_known(const struct hw_channel *channel, uint32_t method)
{
    const struct hw_method *row = hw_method_find(NULL, method, NULL);

    return row && hw_tesla_chip_in(row->chips, channel->setup.chip->id);
}

static void to_engine(struct hw_channel *channel)
{
    const struct hw_named_object *bound = channel->puller.bound[channel->subchannel];

    if (bound)
        hw_graph_method(channel, bound->engine);
    else
        hw_channel_error(channel, HW_REPORT_CACHE_ERROR, HW_UNIT_DISPATCH, HW_PULLER_EMPTY_SUBCHANNEL,
                         "method 0x%04x, but no object is bound to subchannel %u", channel->method,
                         channel->subchannel);
}

void hw_channel_execute(struct hw_channel *channel, unsigned subchannel, uint32_t method, uint32_t data)
{
    const struct hw_named_object *bound = channel->puller.bound[subchannel];

    channel->subchannel = (uint8_t)subchannel;
    channel->object = bound ? bound->engine->number : 0;
    channel->method = method;
    channel->data = data;
    channel->clock++;
    channel->result->methods++;
    if (channel->setup.method)
        channel->setup.method(channel->setup.context, subchannel, channel->object, method, data,
                              channel->offset);
    if (method >= 0x100)
        to_engine(channel);
    else if (is_known(channel, method))
        hw_puller_method(channel, method, data);
    else
        refuse(channel, HW_PUSHER_INVALID_MTHD, "the channel has no method 0x%llx", method);
}

/* --- commands --- */

static bool read_word(struct hw_channel *channel, const struct stream *stream, uint32_t *word)
{
    struct hw_pusher *pusher = &channel->pusher;
    struct hw_dma_fault fault;

    if (stream->word) {
        *word = stream->word[pusher->at / 4];
    } else if (!hw_dma_read(&channel->space, stream->dma, pusher->at, word, sizeof *word, &fault)) {
        refuse(channel, HW_PUSHER_MEM_FAULT, "the push buffer cannot be read at 0x%010llx", pusher->at);
        return false;
    }
    pusher->at += 4;
    return true;
}

static void jump(struct hw_channel *channel, uint64_t target)
{
    channel->pusher.at = target;
}

static void call(struct hw_channel *channel, uint64_t target)
{
    struct hw_pusher *pusher = &channel->pusher;

    if (pusher->called) {
        refuse(channel, HW_PUSHER_CALL_SUBR_ACTIVE, "a call of 0x%llx within a subroutine", target);
        return;
    }
    pusher->called = true;
    pusher->back = pusher->at;
    pusher->at = target;
}

static void go_back(struct hw_channel *channel)
{
    struct hw_pusher *pusher = &channel->pusher;

    if (!pusher->called)
        refuse(channel, HW_PUSHER_RET_SUBR_INACTIVE, "a return at 0x%llx, but no call is active",
               pusher->began);
    else
        pusher->at = pusher->back;
    pusher->called = false;
}

static void begin_stream(struct hw_channel *channel, const struct stream *stream)
{
    struct hw_pusher *pusher = &channel->pusher;
    const struct hw_push_command *command = &pusher->command;

    switch (stream->jumps || command->kind < HW_PUSH_SLI ? command->kind : HW_PUSH_INVALID) {
    case HW_PUSH_INCREASING:
    case HW_PUSH_FIXED:
    case HW_PUSH_LONG: pusher->left = command->count; break;
    case HW_PUSH_OLD_JUMP:
    case HW_PUSH_JUMP: jump(channel, command->target); break;
    case HW_PUSH_CALL: call(channel, command->target); break;
    case HW_PUSH_RETURN: go_back(channel); break;
    default: refuse(channel, HW_PUSHER_INVALID_CMD, "0x%08llx is no command here", pusher->first); break;
    }
}

/* The first word of a command, or the count of a long one. */
static void take_command(struct hw_channel *channel, const struct stream *stream, uint32_t word)
{
    struct hw_pusher *pusher = &channel->pusher;
    const uint32_t words[2] = {pusher->wants_count ? pusher->first : word, word};

    if (!pusher->wants_count) {
        pusher->first = word;
        pusher->began = channel->offset = pusher->at - 4;
    }
    pusher->wants_count = !hw_push_decode(words, pusher->wants_count ? 2 : 1, &pusher->command);
    if (pusher->command.kind == HW_PUSH_LONG && stream->jumps) /* with an IB only */
        pusher->command.kind = HW_PUSH_INVALID;
    if (!pusher->wants_count)
        begin_stream(channel, stream);
}

static void take_data(struct hw_channel *channel, uint32_t word)
{
    struct hw_pusher *pusher = &channel->pusher;
    const uint32_t method = pusher->command.method;

    channel->offset = pusher->began;
    pusher->left--;
    if (pusher->command.kind == HW_PUSH_INCREASING)
        pusher->command.method = (uint16_t)((method + 4) % HW_METHOD_END);
    hw_channel_execute(channel, pusher->command.subchannel, method, word);
}

/* Execute until the end, an error that stops, or a semaphore that is not there yet. */
static hw_status run_stream(struct hw_channel *channel, const struct stream *stream)
{
    struct hw_pusher *pusher = &channel->pusher;
    const uint64_t most = channel->setup.max_methods;
    uint32_t word;

    while (!channel->stop && (pusher->at != stream->end || channel->puller.acquire.active)) {
        if (!hw_puller_acquired(channel)) {
            channel->result->state = HW_CHANNEL_WAITS;
            break;
        }
        if (channel->stop || pusher->at == stream->end)
            break;
        if (most && pusher->executed++ >= most)
            return hw_fail(channel->error, HW_ERR_LIMIT, "channel",
                           "the stream has more than %llu commands and methods", (unsigned long long)most);
        if (!read_word(channel, stream, &word))
            break;
        if (pusher->left)
            take_data(channel, word);
        else
            take_command(channel, stream, word);
    }
    channel->result->offset = pusher->at;
    channel->result->missing = pusher->left + pusher->wants_count;
    return channel->status;
}

/* --- calls --- */

static void enter(struct hw_channel *channel, struct hw_channel_result *result, struct hw_error *error)
{
    *result = (struct hw_channel_result){.state = HW_CHANNEL_DONE};
    channel->result = result;
    channel->error = error;
    channel->status = HW_OK;
    channel->stop = false;
    channel->pusher.executed = 0;
}

hw_status hw_channel_method(struct hw_channel *channel, unsigned subchannel, uint32_t method, uint32_t data,
                            struct hw_channel_result *result, struct hw_error *error)
{
    if (subchannel >= HW_SUBCHANNELS || method >= HW_METHOD_END || method % 4)
        return hw_fail(error, HW_ERR_ARGUMENT, "channel",
                       "method 0x%x of subchannel %u; expected a multiple of 4 "
                       "below 0x%x, and 0 to %u",
                       method, subchannel, HW_METHOD_END, HW_SUBCHANNELS - 1);
    enter(channel, result, error);
    channel->offset = 0;
    if (hw_puller_acquired(channel))
        hw_channel_execute(channel, subchannel, method, data);
    if (channel->puller.acquire.active)
        result->state = HW_CHANNEL_WAITS;
    return channel->status;
}

hw_status hw_channel_push(struct hw_channel *channel, const uint32_t *word, size_t count,
                          struct hw_channel_result *result, struct hw_error *error)
{
    const struct stream stream = {.word = word, .end = (uint64_t)count * 4};

    enter(channel, result, error);
    if (!channel->puller.acquire.active)
        channel->pusher.at = 0;
    return run_stream(channel, &stream);
}

/* The DMA object of a push buffer. */
static hw_status find_dma(const struct hw_channel *channel, uint32_t handle, const struct hw_dma_object **dma,
                          struct hw_error *error)
{
    const struct hw_named_object *found = hw_objects_find(&channel->objects, handle);

    if (!found || found->engine)
        return hw_fail(error, HW_ERR_NOT_FOUND, "channel", "the channel has no DMA object 0x%08x", handle);
    *dma = &found->dma;
    return HW_OK;
}

hw_status hw_channel_run(struct hw_channel *channel, uint32_t handle, uint64_t get, uint64_t put,
                         struct hw_channel_result *result, struct hw_error *error)
{
    struct stream stream = {.end = put, .jumps = true};
    hw_status status = find_dma(channel, handle, &stream.dma, error);

    enter(channel, result, error);
    if (status == HW_OK && (get | put) % 4)
        status = hw_fail(error, HW_ERR_ARGUMENT, "channel", "the push buffer is no whole number of words");
    if (status != HW_OK)
        return status;
    if (!channel->puller.acquire.active)
        channel->pusher.at = get;
    return run_stream(channel, &stream);
}

/* One entry of an IB. */
static hw_status run_entry(struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t at)
{
    struct stream stream = {.dma = dma};
    struct hw_dma_fault fault;
    uint32_t word[2];

    channel->offset = at;
    if (!hw_dma_read(&channel->space, dma, at, word, sizeof word, &fault)) {
        refuse(channel, HW_PUSHER_MEM_FAULT, "the IB cannot be read at 0x%010llx", at);
        return HW_OK;
    }
    const uint64_t first = (word[0] & ~3u) | (uint64_t)(word[1] & 0xff) << 32,
                   words = word[1] >> 10 & 0x1fffff;
    if (words == 0) {
        refuse(channel, HW_PUSHER_IB_EMPTY, "the IB's entry at 0x%010llx has no words", at);
        return HW_OK;
    }
    stream.end = first + 4 * words;
    if (!channel->puller.acquire.active)
        channel->pusher.at = first;
    return run_stream(channel, &stream);
}

hw_status hw_channel_run_ib(struct hw_channel *channel, uint32_t handle, uint64_t ib, unsigned order,
                            uint32_t get, uint32_t put, struct hw_channel_result *result,
                            struct hw_error *error)
{
    const uint32_t count = order < 32 ? (uint32_t)1 << order : 0;
    const struct hw_dma_object *dma = NULL;
    hw_status status = find_dma(channel, handle, &dma, error);

    enter(channel, result, error);
    if (status == HW_OK && (get >= count || put >= count))
        status =
            hw_fail(error, HW_ERR_ARGUMENT, "channel", "entries %u to %u of an IB of 2^%u", get, put, order);
    if (status == HW_OK && !channel->puller.acquire.active)
        channel->pusher.entry = get;
    while (status == HW_OK && channel->pusher.entry != put && !channel->stop) {
        status = run_entry(channel, dma, ib + (uint64_t)channel->pusher.entry * 8);
        if (channel->puller.acquire.active)
            break;
        channel->pusher.entry = (channel->pusher.entry + 1) % count;
    }
    return status;
}
