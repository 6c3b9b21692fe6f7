/* SPDX-License-Identifier: MIT */
/* See stream_visit.h. */
#include "channel/trace/stream_visit.h"

void hw_stream_visit(const struct hw_method_stream *stream, size_t at, struct hw_stream_names *names,
                     hw_stream_visit_fn *tell, void *context)
{
    const struct hw_stream_item *item = &stream->item[at];

    for (size_t i = 0; i < item->count;) {
        struct hw_visited_word told = {.offset = 4 * i, .word = item->word[i]};
        (void)hw_push_decode(&item->word[i], item->count - i, &told.command);
        told.object = names->bound[told.command.subchannel];
        tell(context, &told);
        i += told.command.words;
        const size_t end = told.command.kind > HW_PUSH_LONG                           ? i
                           : told.command.count < item->count - i && i <= item->count ? i + told.command.count
                                                                                      : item->count;
        told.is_data = true;
        told.method = told.command.method;
        for (; i < end; i++) {
            told.offset = 4 * i;
            told.word = item->word[i];
            hw_stream_names_note(names, stream, at, told.command.subchannel, told.method, told.word);
            told.object = names->bound[told.command.subchannel];
            tell(context, &told);
            if (told.command.kind == HW_PUSH_INCREASING)
                told.method = (told.method + 4) % HW_METHOD_END;
        }
    }
}
