/* SPDX-License-Identifier: MIT */
/* A method stream is a list of items: see method_stream.h. */
#include <halfwarp/method_stream.h>

#include <stdlib.h>
#include <string.h>

/* Whether the words of an item go on where those of the last one end. */
static bool goes_on(const struct hw_stream_item *last, const struct hw_stream_item *item)
{
    if (last->kind != item->kind)
        return false;
    switch (item->kind) {
    case HW_STREAM_PUSH: return true;
    case HW_STREAM_LINEAR:
        if (last->page.target != item->page.target)
            return false; /* fall through */
    case HW_STREAM_DATA: return last->address + 4 * last->count == item->address;
    default: return false;
    }
}

static hw_status append_words(struct hw_stream_item *to, const uint32_t *word, size_t count,
                              struct hw_error *error)
{
    const size_t wanted = to->count + count;

    if (wanted > to->room) {
        const size_t room = wanted > 2 * to->room ? wanted : 2 * to->room;
        uint32_t *grown = realloc(to->word, room * sizeof *grown);
        if (!grown)
            return hw_fail(error, HW_ERR_NO_MEMORY, "stream", "no memory for %zu words", room);
        to->word = grown;
        to->room = room;
    }
    if (count)
        memcpy(to->word + to->count, word, count * sizeof *word);
    to->count = wanted;
    return HW_OK;
}

static bool has_only_words(const struct hw_stream_item *item)
{
    return item->kind == HW_STREAM_PUSH || item->kind == HW_STREAM_DATA || item->kind == HW_STREAM_LINEAR;
}

hw_status hw_method_stream_add(struct hw_method_stream *stream, const struct hw_stream_item *item,
                               struct hw_error *error)
{
    if (has_only_words(item) && item->count == 0)
        return HW_OK;
    if (stream->count && goes_on(&stream->item[stream->count - 1], item))
        return append_words(&stream->item[stream->count - 1], item->word, item->count, error);
    if (stream->count == stream->room) {
        const size_t room = stream->room ? 2 * stream->room : 16;
        struct hw_stream_item *grown = realloc(stream->item, room * sizeof *grown);
        if (!grown)
            return hw_fail(error, HW_ERR_NO_MEMORY, "stream", "no memory for %zu items", room);
        stream->item = grown;
        stream->room = room;
    }
    struct hw_stream_item *added = &stream->item[stream->count];
    *added = *item;
    added->word = NULL;
    added->count = added->room = 0;
    const hw_status status = append_words(added, item->word, item->count, error);
    stream->count += status == HW_OK;
    return status;
}

void hw_method_stream_free(struct hw_method_stream *stream)
{
    for (size_t i = 0; i < stream->count; i++)
        free(stream->item[i].word);
    free(stream->item);
    *stream = (struct hw_method_stream){.item = NULL};
}
