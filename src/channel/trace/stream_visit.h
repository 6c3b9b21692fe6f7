/* SPDX-License-Identifier: MIT */
/* This visitor reports the words of a stream, one after another, with what each of them is; nothing is
 * executed. */
#ifndef HW_CHANNEL_TRACE_STREAM_VISIT_H
#define HW_CHANNEL_TRACE_STREAM_VISIT_H

#include "channel/trace/stream_text.h"

/* A word of a push buffer: a method's data, or a command. */
struct hw_visited_word {
    uint64_t offset; /* bytes from the item's beginning */
    uint32_t word;
    struct hw_push_command command;       /* the word itself, or the one that the data belongs to */
    const struct hw_object_class *object; /* of the subchannel; NULL: none is bound that is known */
    bool is_data;
    uint32_t method; /* of data */
};
typedef void hw_stream_visit_fn(void *context, const struct hw_visited_word *word);

/* Tell of each word of a HW_STREAM_PUSH, the item of index `at`.  `names` is what was bound before it, and is
 * kept up to date. */
void hw_stream_visit(const struct hw_method_stream *stream, size_t at, struct hw_stream_names *names,
                     hw_stream_visit_fn *tell, void *context);

#endif
