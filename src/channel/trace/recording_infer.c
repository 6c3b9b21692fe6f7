/* SPDX-License-Identifier: MIT */
/* This pass infers the preconditions of a recording: it visits the methods and collects handles and
 * addresses.
 */
#include "channel/engine/page_table.h"
#include "channel/trace/stream_visit.h"
#include "generated/method_numbers.h"

#include <halfwarp/recording.h>

#include <stdlib.h>
#include <string.h>

#define PIECE       0x100000u /* bytes that are mapped at once; an address has its own and the next */
#define PIECES      ((size_t)(HW_VIRTUAL_END / PIECE))
#define PIECES_MOST 1024u
#define ALL_MEMORY  0xffffffffffu

struct assumed {
    const struct hw_method_stream *from;
    struct hw_method_stream to; /* objects and maps */
    uint8_t *piece;             /* a flag for each of virtual memory */
    size_t pieces;
    uint32_t last[HW_SUBCHANNELS][HW_METHOD_END / 4];
    struct hw_error *error;
    hw_status status;
};

static bool is_known(const struct hw_method_stream *stream, uint32_t handle)
{
    for (size_t i = 0; i < stream->count; i++)
        if (stream->item[i].kind <= HW_STREAM_DMA && stream->item[i].handle == handle)
            return true;
    return false;
}

/* The first object of a handle decides; a handle that is bound as one thing stays that. */
static void assume_handle(struct assumed *assumed, uint32_t handle, bool is_object)
{
    struct hw_stream_item item = {
        .kind = HW_STREAM_DMA,
        .handle = handle,
        .dma = {.number = HW_DMA_CLASS_READ_WRITE, .target = HW_DMA_TARGET_VM, .limit = ALL_MEMORY}};

    if (handle == 0 || is_known(assumed->from, handle) || is_known(&assumed->to, handle))
        return;
    if (is_object &&
        (!(handle & 0xffff) || !hw_object_class_of(handle & 0xffff))) /* 0 is the channel itself */
        return;
    if (is_object)
        item =
            (struct hw_stream_item){.kind = HW_STREAM_OBJECT, .handle = handle, .number = (uint16_t)handle};
    assumed->status = hw_method_stream_add(&assumed->to, &item, assumed->error);
}

static void assume_piece(struct assumed *assumed, uint64_t piece)
{
    if (piece >= PIECES || assumed->piece[piece] || assumed->pieces == PIECES_MOST)
        return;
    assumed->piece[piece] = 1;
    assumed->pieces++;
}

/* The low half of an address has come; the high half has a name like it. */
static void assume_address(struct assumed *assumed, const struct hw_visited_word *word)
{
    char name[HW_METHOD_TEXT];
    uint32_t high;
    const struct hw_object_class *object = word->object ? word->object : hw_object_class_of(0);
    hw_method_name(object, word->method, name, sizeof name);
    const size_t length = strlen(name);
    const bool is_low = length > 4 && strcmp(name + length - 4, "_LOW") == 0;
    if (length + 6 > sizeof name)
        return;
    memcpy(name + (is_low ? length - 4 : length), "_HIGH", sizeof "_HIGH");
    if (hw_method_number(object, name, &high, NULL) != HW_OK)
        return;
    const uint64_t address =
        (uint64_t)(assumed->last[word->command.subchannel][high / 4] & 0xff) << 32 | word->word;
    assume_piece(assumed, address / PIECE);
    assume_piece(assumed, address / PIECE + 1);
}

static void take_word(void *context, const struct hw_visited_word *word)
{
    struct assumed *assumed = context;
    const struct hw_method *row = word->is_data ? hw_method_find(word->object, word->method, NULL) : NULL;

    if (!row || assumed->status != HW_OK)
        return;
    assumed->last[word->command.subchannel][word->method / 4] = word->word;
    if (row->field_count && row->field[0].kind == HW_FIELD_HANDLE)
        assume_handle(assumed, word->word, word->method == HW_CHANNEL_OBJECT);
    if (word->method < 0x100 || word->object->kind == HW_OBJECT_COMPUTE ||
        word->object->kind == HW_OBJECT_M2MF)
        assume_address(assumed, word);
}

/* Video memory behind all that the stream maps itself. */
static uint64_t free_vram(const struct hw_method_stream *stream)
{
    uint64_t end = 0;

    for (size_t i = 0; i < stream->count; i++) {
        const struct hw_stream_item *item = &stream->item[i];
        if (item->kind == HW_STREAM_MAP && item->page.target == HW_LINEAR_VRAM &&
            item->page.linear + item->bytes > end)
            end = item->page.linear + item->bytes;
    }
    return end;
}

static void add_maps(struct assumed *assumed)
{
    uint64_t linear = free_vram(assumed->from);

    for (size_t i = 0; i < PIECES && assumed->status == HW_OK; i++) {
        const struct hw_stream_item item = {.kind = HW_STREAM_MAP,
                                            .address = (uint64_t)i * PIECE,
                                            .bytes = PIECE,
                                            .page = {.target = HW_LINEAR_VRAM, .linear = linear}};
        if (!assumed->piece[i])
            continue;
        assumed->status = hw_method_stream_add(&assumed->to, &item, assumed->error);
        linear += PIECE;
    }
    if (linear > assumed->from->vram_bytes)
        assumed->to.vram_bytes = linear;
}

static void visit_methods(struct assumed *assumed)
{
    struct hw_stream_names names = {.bound = {NULL}};

    for (size_t i = 0; i < assumed->from->count && assumed->status == HW_OK; i++)
        if (assumed->from->item[i].kind == HW_STREAM_PUSH)
            hw_stream_visit(assumed->from, i, &names, take_word, assumed);
}

/* What was assumed, then the stream. */
static void put_together(struct assumed *assumed, struct hw_method_stream *stream)
{
    for (size_t i = 0; i < stream->count && assumed->status == HW_OK; i++)
        assumed->status = hw_method_stream_add(&assumed->to, &stream->item[i], assumed->error);
    if (assumed->status != HW_OK)
        return;
    const struct hw_method_stream whole = assumed->to;
    assumed->to = *stream;
    *stream = whole;
}

hw_status hw_recording_infer(struct hw_method_stream *stream, struct hw_error *error)
{
    struct assumed *assumed = calloc(1, sizeof *assumed);
    uint8_t *piece = calloc(PIECES, 1);
    hw_status status = HW_ERR_NO_MEMORY;

    if (assumed && piece) {
        *assumed = (struct assumed){.from = stream, .piece = piece, .error = error};
        assumed->to.units = stream->units;
        assumed->to.vram_bytes = stream->vram_bytes;
        assumed->to.host_bytes = stream->host_bytes;
        memcpy(assumed->to.chip, stream->chip, sizeof stream->chip);
        visit_methods(assumed);
        add_maps(assumed);
        put_together(assumed, stream);
        hw_method_stream_free(&assumed->to);
        status = assumed->status;
    } else {
        status = hw_fail(error, HW_ERR_NO_MEMORY, "recording", "no memory");
    }
    free(piece);
    free(assumed);
    return status;
}
