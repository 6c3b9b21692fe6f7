/* SPDX-License-Identifier: MIT */
/* The text of streams has these words that its lines begin with, and these classes whose names a subchannel's
 * methods have.
 */
#ifndef HW_CHANNEL_TRACE_STREAM_TEXT_H
#define HW_CHANNEL_TRACE_STREAM_TEXT_H

#include <halfwarp/method_stream.h>

/* A word and what it stands for. */
struct hw_stream_word {
    const char *name;
    uint32_t value;
};
/* Lists end with a NULL. */
extern const struct hw_stream_word hw_stream_linear_targets[], hw_stream_dma_classes[],
    hw_stream_dma_targets[], hw_stream_dma_access[];

/* The name of a value; NULL: there is none. */
const char *hw_stream_word_of(const struct hw_stream_word *list, uint32_t value);

/* The classes that are bound to the subchannels, as the methods so far have it. */
struct hw_stream_names {
    const struct hw_object_class *bound[HW_SUBCHANNELS];
};

/* A method has been sent: it may bind an object of the first `count` items. */
void hw_stream_names_note(struct hw_stream_names *names, const struct hw_method_stream *stream, size_t count,
                          unsigned subchannel, uint32_t method, uint32_t data);

#endif
