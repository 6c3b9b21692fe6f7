/* SPDX-License-Identifier: MIT */
/* This file writes a launch down as a method stream that brings a new channel to the same launch.
 *
 * Virtual addresses below 4 GiB are the launch's device addresses; the submitter's own memory lies behind
 * them.  The pages of both follow each other in video memory. */
#include "channel/submit/submit_state.h"

#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>

#define PAGE      HW_MEMORY_FILE_PAGE
#define VRAM_UNIT ((uint64_t)1 << 20)
#define GAP_WORDS 16u /* zeros that are written rather than skipped */

struct stage_writer {
    struct hw_method_stream *stream;
    uint64_t vram; /* bytes that are taken */
    struct hw_error *error;
};

static hw_status add_item(struct stage_writer *writer, const struct hw_stream_item *item)
{
    return hw_method_stream_add(writer->stream, item, writer->error);
}

/* Map the pages of a stretch to the next ones of video memory. */
static hw_status map(struct stage_writer *writer, uint64_t first, uint64_t end)
{
    const uint64_t begin = first / PAGE * PAGE, bytes = (end + PAGE - 1) / PAGE * PAGE - begin;
    const struct hw_stream_item item = {.kind = HW_STREAM_MAP,
                                        .address = begin,
                                        .bytes = bytes,
                                        .page = {.target = HW_LINEAR_VRAM, .linear = writer->vram}};

    writer->vram += bytes;
    return add_item(writer, &item);
}

/* --- the launch's memory --- */

static hw_status map_memory(struct stage_writer *writer, const struct hw_memory *memory)
{
    uint64_t mapped = 0; /* pages below are */
    hw_status status = HW_OK;
    struct hw_range range;

    while (status == HW_OK && hw_memory_next(memory, mapped, &range)) {
        status = map(writer, range.first > mapped ? range.first : mapped, range.last + 1);
        mapped = range.last / PAGE * PAGE + PAGE;
    }
    return status;
}

/* Words of a stretch from `at` on up to a gap of zeros. */
static size_t words_to_gap(const uint32_t *word, size_t at, size_t count)
{
    size_t end = at, zeros = 0;

    for (; at < count && zeros < GAP_WORDS; at++) {
        zeros = word[at] ? 0 : zeros + 1;
        end = word[at] ? at + 1 : end;
    }
    return end;
}

/* Memory is zero where nothing is written. */
static hw_status write_words(struct stage_writer *writer, uint64_t address, uint32_t *word, size_t count)
{
    hw_status status = HW_OK;
    size_t at = 0;

    while (status == HW_OK) {
        while (at < count && word[at] == 0)
            at++;
        if (at == count)
            break;
        const size_t end = words_to_gap(word, at, count);
        status = add_item(writer, &(struct hw_stream_item){.kind = HW_STREAM_DATA,
                                                           .address = address + 4 * at,
                                                           .word = word + at,
                                                           .count = end - at});
        at = end;
    }
    return status;
}

/* Allocations begin at multiples of 256, so at words. */
static hw_status write_range(struct stage_writer *writer, const struct hw_memory *memory,
                             const struct hw_range *range)
{
    const uint64_t first = range->first / 4 * 4, bytes = range->last + 1 - range->first;
    const size_t count = (range->last - first) / 4 + 1;
    uint32_t *word = calloc(count, sizeof *word);

    if (!word)
        return hw_fail(writer->error, HW_ERR_NO_MEMORY, "stage", "no memory for %zu words", count);
    memcpy((uint8_t *)word + (range->first - first), hw_memory_translate(memory, range->first, bytes), bytes);
    const hw_status status = write_words(writer, first, word, count);
    free(word);
    return status;
}

static hw_status write_memory(struct stage_writer *writer, const struct hw_memory *memory)
{
    hw_status status = HW_OK;
    struct hw_range range;

    for (uint64_t at = 0; status == HW_OK && hw_memory_next(memory, at, &range); at = range.last + 1)
        status = write_range(writer, memory, &range);
    return status;
}

/* --- the stage's --- */

static hw_status map_regions(struct stage_writer *writer, const struct hw_submitter *stage)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; i < HW_SUBMIT_REGIONS && status == HW_OK; i++) {
        const uint64_t first = HW_SUBMIT_OWN_BASE + hw_submit_region(i);
        if (stage->used[i])
            status = map(writer, first, first + stage->used[i]);
    }
    return status;
}

static hw_status make_objects(struct stage_writer *writer, const struct hw_launch *launch)
{
    const struct hw_dma_object global = {.number = HW_DMA_CLASS_READ_WRITE,
                                         .access = HW_DMA_ACCESS_READ_WRITE,
                                         .limit = UINT32_MAX},
                               own = {.number = HW_DMA_CLASS_READ_WRITE,
                                      .access = HW_DMA_ACCESS_READ_WRITE,
                                      .base = HW_SUBMIT_OWN_BASE,
                                      .limit = HW_SUBMIT_OWN_BASE + hw_submit_memory_bytes() - 1};
    const struct hw_stream_item items[] = {
        {.kind = HW_STREAM_OBJECT, .handle = HW_SUBMIT_ENGINE, .number = hw_submit_class(launch->code.chip)},
        {.kind = HW_STREAM_DMA, .handle = HW_SUBMIT_GLOBAL, .dma = global},
        {.kind = HW_STREAM_DMA, .handle = HW_SUBMIT_OWN, .dma = own},
    };
    hw_status status = HW_OK;

    for (unsigned i = 0; i < sizeof items / sizeof items[0] && status == HW_OK; i++)
        status = add_item(writer, &items[i]);
    return status;
}

/* Append what the stage has written down. */
static hw_status add_all(struct stage_writer *writer, const struct hw_method_stream *from)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < from->count && status == HW_OK; i++)
        status = add_item(writer, &from->item[i]);
    return status;
}

hw_status hw_submitter_stream(const struct hw_launch *launch, struct hw_method_stream *stream,
                              struct hw_error *error)
{
    struct hw_method_stream methods = {.item = NULL};
    struct stage_writer writer = {.stream = stream, .error = error};
    struct hw_submitter *stage = NULL;
    hw_status status = hw_submit_check(launch, error);

    if (status == HW_OK)
        status = hw_submitter_create(&stage, error);
    if (status == HW_OK) {
        stage->stream = &methods;
        status = hw_submit_begin(stage, error);
    }
    if (status == HW_OK)
        status = hw_submit_launch(stage, launch, error);
    if (status == HW_OK)
        status = make_objects(&writer, launch);
    if (status == HW_OK)
        status = map_memory(&writer, launch->memory);
    if (status == HW_OK)
        status = map_regions(&writer, stage);
    if (status == HW_OK)
        status = write_memory(&writer, launch->memory);
    if (status == HW_OK)
        status = add_all(&writer, &methods);
    snprintf(stream->chip, sizeof stream->chip, "%s", launch->code.chip->name);
    stream->units = launch->placement.units;
    stream->vram_bytes = (writer.vram + VRAM_UNIT - 1) / VRAM_UNIT * VRAM_UNIT;
    hw_submitter_destroy(stage);
    hw_method_stream_free(&methods);
    if (status != HW_OK)
        hw_method_stream_free(stream);
    return status;
}
