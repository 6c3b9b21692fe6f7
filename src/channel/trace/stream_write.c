/* SPDX-License-Identifier: MIT */
/* This writer prints streams as text: an item a line, words of push buffers as methods with their names. */
#include "channel/trace/stream_text.h"

#include <inttypes.h>
#include <string.h>

#define WORDS_IN_LINE 8u
#define LINE_MOST     96u

struct stream_writer {
    FILE *out;
    const struct hw_method_stream *stream;
    size_t at; /* the item */
    struct hw_stream_names names;
};

/* --- commands --- */

static void write_raw(const struct stream_writer *writer, const uint32_t *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(writer->out, "%s0x%08x%s", i % WORDS_IN_LINE ? " " : "word ", word[i],
                i % WORDS_IN_LINE == WORDS_IN_LINE - 1 || i + 1 == count ? "\n" : "");
}

/* A method's value behind those of its command that stand there already; *column is where the line is. */
static void write_value(const struct stream_writer *writer, const struct hw_method *method, uint32_t data,
                        bool first, size_t *column)
{
    char text[HW_METHOD_TEXT];
    const size_t length = hw_method_value(method, data, text, sizeof text);

    if (!first && *column + length > LINE_MOST) {
        fprintf(writer->out, ",\n    %s", text);
        *column = 4 + length;
    } else {
        fprintf(writer->out, "%s%s", first ? " " : ", ", text);
        *column += 2 + length;
    }
}

static void write_methods(struct stream_writer *writer, const struct hw_push_command *command,
                          const uint32_t *data)
{
    static const char *const form[] = {
        [HW_PUSH_INCREASING] = "", [HW_PUSH_FIXED] = " fixed", [HW_PUSH_LONG] = " long"};
    const struct hw_object_class *object = writer->names.bound[command->subchannel];
    char name[HW_METHOD_TEXT];
    size_t column;

    (void)hw_method_name(object, command->method, name, sizeof name);
    column = (size_t)fprintf(writer->out, "%u %s%s", command->subchannel, name, form[command->kind]);
    for (uint32_t i = 0; i < command->count; i++) {
        const uint32_t method =
            (command->method + (command->kind == HW_PUSH_INCREASING ? 4 * i : 0)) % HW_METHOD_END;
        write_value(writer, hw_method_find(writer->names.bound[command->subchannel], method, NULL), data[i],
                    i == 0, &column);
        hw_stream_names_note(&writer->names, writer->stream, writer->at, command->subchannel, method,
                             data[i]);
    }
    fputc('\n', writer->out);
}

/* A command that has no methods. */
static void write_other(const struct stream_writer *writer, const struct hw_push_command *command,
                        uint32_t word)
{
    switch (command->kind) {
    case HW_PUSH_JUMP: fprintf(writer->out, "jump 0x%08x\n", command->target); break;
    case HW_PUSH_CALL: fprintf(writer->out, "call 0x%08x\n", command->target); break;
    case HW_PUSH_RETURN: fprintf(writer->out, "return\n"); break;
    default: write_raw(writer, &word, 1);
    }
}

/* Whether the words of a command come back from its text: it has data, all of it, and no bits that the
 * hardware ignores. */
static bool is_plain(const struct hw_push_command *command, size_t behind)
{
    return command->kind <= HW_PUSH_LONG && command->spare == 0 && command->count > 0 &&
           command->count <= behind;
}

static void write_push(struct stream_writer *writer, const uint32_t *word, size_t count)
{
    struct hw_push_command command;

    for (size_t taken; count; word += taken, count -= taken) {
        const bool whole = hw_push_decode(word, count, &command);
        const size_t behind = count - (whole ? command.words : count);
        if (whole && is_plain(&command, behind)) {
            write_methods(writer, &command, word + command.words);
            taken = command.words + command.count;
        } else if (whole && command.kind > HW_PUSH_LONG) {
            write_other(writer, &command, *word);
            taken = 1;
        } else {
            taken = !whole || command.count > behind ? count : command.words + command.count;
            write_raw(writer, word, taken);
        }
    }
}

/* --- items --- */

static void write_page(FILE *out, const struct hw_page *page)
{
    fprintf(out, " %s 0x%" PRIx64, hw_stream_word_of(hw_stream_linear_targets, page->target), page->linear);
    if (page->storage)
        fprintf(out, " storage 0x%x", page->storage);
    fprintf(out, "%s%s\n", page->read_only ? " read-only" : "", page->supervisor ? " supervisor" : "");
}

static void write_dma(FILE *out, uint32_t handle, const struct hw_dma_object *dma)
{
    fprintf(out, "dma 0x%08x %s %s 0x%" PRIx64 "..0x%" PRIx64, handle,
            hw_stream_word_of(hw_stream_dma_classes, dma->number),
            hw_stream_word_of(hw_stream_dma_targets, dma->target), dma->base, dma->limit);
    if (dma->access)
        fprintf(out, " %s", hw_stream_word_of(hw_stream_dma_access, dma->access));
    if (dma->storage)
        fprintf(out, " storage 0x%x", dma->storage);
    fprintf(out, "%s\n", dma->supervisor ? " supervisor" : "");
}

/* The linear address of a line is that of its first word. */
static void write_data(FILE *out, const char *what, const struct hw_stream_item *item)
{
    for (size_t i = 0; i < item->count; i++)
        if (i % WORDS_IN_LINE == 0)
            fprintf(out, "%s%s 0x%" PRIx64 ": 0x%08x", i ? "\n" : "", what, item->address + 4 * i,
                    item->word[i]);
        else
            fprintf(out, " 0x%08x", item->word[i]);
    if (item->count)
        fputc('\n', out);
}

static void write_item(struct stream_writer *writer, const struct hw_stream_item *item)
{
    FILE *out = writer->out;
    char what[HW_STREAM_NAME];

    switch (item->kind) {
    case HW_STREAM_OBJECT: {
        const struct hw_object_class *object = hw_object_class_of(item->number);
        if (object && item->number)
            fprintf(out, "object 0x%08x %s\n", item->handle, object->name);
        else
            fprintf(out, "object 0x%08x 0x%04x\n", item->handle, item->number);
        break;
    }
    case HW_STREAM_DMA: write_dma(out, item->handle, &item->dma); break;
    case HW_STREAM_MAP:
        fprintf(out, "map 0x%" PRIx64 " 0x%" PRIx64, item->address, item->bytes);
        write_page(out, &item->page);
        break;
    case HW_STREAM_UNMAP:
        fprintf(out, "unmap 0x%" PRIx64 " 0x%" PRIx64 "\n", item->address, item->bytes);
        break;
    case HW_STREAM_DATA: write_data(out, "data", item); break;
    case HW_STREAM_LINEAR:
        snprintf(what, sizeof what, "linear %s",
                 hw_stream_word_of(hw_stream_linear_targets, item->page.target));
        write_data(out, what, item);
        break;
    case HW_STREAM_BUFFER:
        fprintf(out, "buffer %s 0x%" PRIx64 " 0x%" PRIx64 "\n", item->name, item->address, item->bytes);
        break;
    case HW_STREAM_PUSH: write_push(writer, item->word, item->count); break;
    case HW_STREAM_RUN:
        fprintf(out, "run 0x%08x 0x%" PRIx64 "..0x%" PRIx64 "\n", item->handle, item->address, item->end);
        break;
    case HW_STREAM_RUN_IB:
        fprintf(out, "run-ib 0x%08x 0x%" PRIx64 " %u %u..%" PRIu64 "\n", item->handle, item->address,
                item->order, item->first, item->end);
        break;
    default: break;
    }
}

hw_status hw_method_stream_write(FILE *out, const struct hw_method_stream *stream, struct hw_error *error)
{
    struct stream_writer writer = {.out = out, .stream = stream};

    if (stream->chip[0])
        fprintf(out, "chip %s\n", stream->chip);
    if (stream->units)
        fprintf(out, "units 0x%08x\n", stream->units);
    if (stream->vram_bytes)
        fprintf(out, "vram 0x%" PRIx64 "\n", stream->vram_bytes);
    if (stream->host_bytes)
        fprintf(out, "host 0x%" PRIx64 "\n", stream->host_bytes);
    for (; writer.at < stream->count; writer.at++)
        write_item(&writer, &stream->item[writer.at]);
    return ferror(out) ? hw_fail(error, HW_ERR_IO, "stream", "the text cannot be written") : HW_OK;
}
