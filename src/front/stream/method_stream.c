/* SPDX-License-Identifier: MIT */
/* Streams as lists: see method_stream.h. */
#include <halfwarp/method_stream.h>

#include <stdlib.h>
#include <string.h>

hw_status hw_method_stream_add(struct hw_method_stream *stream, const struct hw_stream_item *item,
                               struct hw_error *error)
{
    struct hw_stream_item copy = *item;

    if (stream->count == stream->room) {
        const size_t room = stream->room ? 2 * stream->room : 16;
        struct hw_stream_item *grown = realloc(stream->item, room * sizeof *grown);
        if (!grown)
            return hw_fail(error, HW_ERR_NO_MEMORY, "stream", "no memory for %zu items", room);
        stream->item = grown;
        stream->room = room;
    }
    copy.word = NULL;
    if (copy.count) {
        copy.word = malloc(copy.count * sizeof *copy.word);
        if (!copy.word)
            return hw_fail(error, HW_ERR_NO_MEMORY, "stream", "no memory for %zu words", copy.count);
        memcpy(copy.word, item->word, copy.count * sizeof *copy.word);
    }
    stream->item[stream->count++] = copy;
    return HW_OK;
}

void hw_method_stream_free(struct hw_method_stream *stream)
{
    for (size_t i = 0; i < stream->count; i++)
        free(stream->item[i].word);
    free(stream->item);
    *stream = (struct hw_method_stream){.item = NULL};
}
