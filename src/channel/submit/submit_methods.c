/* SPDX-License-Identifier: MIT */
/* This writer appends the words of the push buffer that a submitter sends: neighbouring methods share a
 * command. */
#include "channel/submit/submit_state.h"

#include <string.h>

#define PACKET_MOST 0x7ffu /* words of data that a command can have */

static hw_status note(struct hw_submitter *stage, struct hw_error *error)
{
    return hw_method_stream_add(
        stage->stream,
        &(struct hw_stream_item){.kind = HW_STREAM_PUSH, .word = stage->word, .count = stage->count}, error);
}

hw_status hw_submit_flush(struct hw_submitter *stage, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (stage->count && stage->stream)
        status = note(stage, error);
    if (stage->count && stage->channel && status == HW_OK)
        status = hw_channel_push(stage->channel, stage->word, stage->count, &stage->result, error);
    stage->count = stage->packet = 0;
    return status;
}

/* Have room for a command of so many words of data. */
static hw_status grow_words(struct hw_submitter *stage, uint32_t data, struct hw_error *error)
{
    return stage->count + 1 + data > HW_SUBMIT_WORDS ? hw_submit_flush(stage, error) : HW_OK;
}

/* Whether the last command goes on with this method. */
static bool goes_on(const struct hw_submitter *stage, uint32_t method)
{
    struct hw_push_command last;

    if (!stage->packet || stage->count == HW_SUBMIT_WORDS)
        return false;
    (void)hw_push_decode(&stage->word[stage->packet - 1], 1, &last);
    return last.kind == HW_PUSH_INCREASING && last.count < PACKET_MOST &&
           last.method + 4 * last.count == method;
}

static hw_status begin_command(struct hw_submitter *stage, enum hw_push_kind kind, uint32_t method,
                               uint32_t count, struct hw_error *error)
{
    const struct hw_push_command command = {.kind = (uint8_t)kind,
                                            .subchannel = HW_SUBMIT_SUBCHANNEL,
                                            .method = (uint16_t)method,
                                            .count = count};
    hw_status status = grow_words(stage, count ? count : 1, error);

    if (status == HW_OK)
        status = hw_push_encode(&command, &stage->word[stage->count], error);
    if (status == HW_OK)
        stage->packet = ++stage->count;
    return status;
}

hw_status hw_submit_send(struct hw_submitter *stage, uint32_t method, uint32_t data, struct hw_error *error)
{
    struct hw_push_command last;

    if (!goes_on(stage, method)) {
        const hw_status status = begin_command(stage, HW_PUSH_INCREASING, method, 0, error);
        if (status != HW_OK)
            return status;
    }
    uint32_t *word = &stage->word[stage->packet - 1];
    (void)hw_push_decode(word, 1, &last);
    last.count++;
    stage->word[stage->count++] = data;
    return hw_push_encode(&last, word, error);
}

hw_status hw_submit_set(struct hw_submitter *stage, uint32_t method, uint32_t data, struct hw_error *error)
{
    if (stage->known[method / 4] && stage->data[method / 4] == data)
        return HW_OK;
    stage->known[method / 4] = true;
    stage->data[method / 4] = data;
    return hw_submit_send(stage, method, data, error);
}

hw_status hw_submit_set_address(struct hw_submitter *stage, uint32_t high, uint64_t address,
                                struct hw_error *error)
{
    const hw_status status = hw_submit_set(stage, high, (uint32_t)(address >> 32), error);

    return status == HW_OK ? hw_submit_set(stage, high + 4, (uint32_t)address, error) : status;
}

hw_status hw_submit_send_all(struct hw_submitter *stage, uint32_t method, const uint32_t *data,
                             uint32_t count, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (uint32_t part; count && status == HW_OK; data += part, count -= part) {
        part = count < PACKET_MOST ? count : PACKET_MOST;
        status = begin_command(stage, HW_PUSH_FIXED, method, part, error);
        if (status != HW_OK)
            break;
        memcpy(&stage->word[stage->count], data, part * sizeof *data);
        stage->count += part;
    }
    return status;
}
