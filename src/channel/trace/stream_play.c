/* SPDX-License-Identifier: MIT */
/* A stream is played on a channel: each item is a call of the channel's. */
#include "machine/stats.h"

#include <halfwarp/method_stream.h>

#include <string.h>

hw_status hw_method_stream_setup(const struct hw_method_stream *stream, struct hw_channel_setup *setup,
                                 struct hw_error *error)
{
    setup->units = stream->units;
    setup->vram_bytes = stream->vram_bytes;
    setup->host_bytes = stream->host_bytes;
    return hw_chip_find(stream->chip[0] ? stream->chip : "g80", &setup->chip, error);
}

static void add_result(struct hw_channel_result *sum, const struct hw_channel_result *part)
{
    sum->state = part->state;
    sum->methods += part->methods;
    sum->launches += part->launches;
    sum->reports += part->reports;
    sum->offset = part->offset;
    sum->missing = part->missing;
    hw_stats_add(&sum->stats, &part->stats);
    sum->stats.workers = part->stats.workers;
}

static hw_status play(const struct hw_stream_item *item, struct hw_channel *channel,
                      struct hw_channel_result *result, struct hw_error *error)
{
    const uint64_t bytes = item->count * sizeof *item->word;

    switch (item->kind) {
    case HW_STREAM_OBJECT: return hw_channel_object(channel, item->handle, item->number, error);
    case HW_STREAM_DMA: return hw_channel_dma(channel, item->handle, &item->dma, error);
    case HW_STREAM_MAP: return hw_channel_map(channel, item->address, item->bytes, &item->page, error);
    case HW_STREAM_UNMAP: return hw_channel_unmap(channel, item->address, item->bytes, error);
    case HW_STREAM_DATA: return hw_channel_write(channel, item->address, item->word, bytes, error);
    case HW_STREAM_LINEAR:
        return hw_channel_write_linear(channel, item->page.target, item->address, item->word, bytes, error);
    case HW_STREAM_PUSH: return hw_channel_push(channel, item->word, item->count, result, error);
    case HW_STREAM_RUN: return hw_channel_run(channel, item->handle, item->address, item->end, result, error);
    case HW_STREAM_RUN_IB:
        return hw_channel_run_ib(channel, item->handle, item->address, item->order, item->first,
                                 (uint32_t)item->end, result, error);
    default: return HW_OK; /* a name */
    }
}

hw_status hw_method_stream_play(const struct hw_method_stream *stream, struct hw_channel *channel,
                                struct hw_channel_result *result, size_t *item, struct hw_error *error)
{
    hw_status status = HW_OK;
    size_t i;

    *result = (struct hw_channel_result){.state = HW_CHANNEL_DONE};
    for (i = 0; i < stream->count && status == HW_OK && result->state == HW_CHANNEL_DONE; i++) {
        struct hw_channel_result part = {.state = HW_CHANNEL_DONE};
        status = play(&stream->item[i], channel, &part, error);
        add_result(result, &part);
        if (status != HW_OK && error && !error->line)
            error->line = stream->item[i].line;
    }
    if (item)
        *item = status == HW_OK && result->state == HW_CHANNEL_DONE ? i : i - 1;
    return status;
}
