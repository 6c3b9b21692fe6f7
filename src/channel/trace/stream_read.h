/* SPDX-License-Identifier: MIT */
/* The parser of the text of streams has two parts: lines (stream_read.c) and commands (stream_methods.c). */
#ifndef HW_CHANNEL_TRACE_STREAM_READ_H
#define HW_CHANNEL_TRACE_STREAM_READ_H

#include "channel/trace/stream_cursor.h"

struct hw_stream_reader {
    struct hw_cursor cursor;
    struct hw_method_stream *stream;
    const char *folder;
    struct hw_stream_names names;
    bool in_memory;   /* commands go to memory: */
    uint64_t address; /* of the next one */
};

/* Append an item of the current line. */
hw_status hw_reader_add(struct hw_stream_reader *reader, const struct hw_stream_item *item);

/* --- stream_methods.c: lines of commands, behind their first word --- */

hw_status hw_reader_raw(struct hw_stream_reader *reader);
hw_status hw_reader_jump(struct hw_stream_reader *reader);
hw_status hw_reader_call(struct hw_stream_reader *reader);
hw_status hw_reader_return(struct hw_stream_reader *reader);
hw_status hw_reader_sli(struct hw_stream_reader *reader);
/* SUBCHANNEL METHOD [fixed|long] VALUE, VALUE... */
hw_status hw_reader_methods(struct hw_stream_reader *reader);

#endif
