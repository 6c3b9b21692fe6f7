/* SPDX-License-Identifier: MIT */
/* A method stream is all that a driver sends to a channel, in order, as a list that can be written, read and
 * played.
 *
 * A stream makes objects and DMA objects, maps pages, puts data into memory and sends words of push buffers.
 * Its text is the .push form (docs/methods.md); recordings of public tools are read into the same list.
 *
 * Stability: may change. */
#ifndef HALFWARP_METHOD_STREAM_H
#define HALFWARP_METHOD_STREAM_H

#include <stdio.h>

#include <halfwarp/channel.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_STREAM_NAME 32 /* bytes of a name with its NUL */

enum hw_stream_kind {
    HW_STREAM_OBJECT = 0, /* an engine object: handle, number */
    HW_STREAM_DMA,        /* a DMA object: handle, dma */
    HW_STREAM_MAP,        /* bytes from address on: page */
    HW_STREAM_UNMAP,
    HW_STREAM_DATA,   /* words into memory at the virtual address */
    HW_STREAM_LINEAR, /* words into memory at the linear address; page.target says which */
    HW_STREAM_BUFFER, /* bytes from the virtual address on have a name, for who prints results */
    HW_STREAM_PUSH,   /* words of a push buffer */
    HW_STREAM_RUN,    /* commands in memory: handle, address (get), end (put) */
    HW_STREAM_RUN_IB, /* entries of an IB: handle, address (ib), order, first (get), end (put) */
    HW_STREAM_KINDS
};

struct hw_stream_item {
    uint8_t kind; /* enum hw_stream_kind; it says which members count */
    uint8_t order;
    uint16_t number; /* of a class */
    uint32_t line;   /* of the text, for errors; 0: none */
    uint32_t handle;
    uint32_t first;
    uint64_t address, bytes, end;
    struct hw_page page;
    struct hw_dma_object dma;
    char name[HW_STREAM_NAME];
    uint32_t *word; /* owned by the stream */
    size_t count;   /* of words */
    size_t room;    /* for words, which the stream keeps */
};

struct hw_method_stream {
    char chip[HW_STREAM_NAME]; /* "g200"; "": not said */
    uint32_t units;            /* as in struct hw_channel_setup */
    uint64_t vram_bytes, host_bytes;
    struct hw_stream_item *item;
    size_t count, room;
};

/* Append a copy of an item, its words and all.  Words that go on where those of the last item end (the same
 * push buffer, the next addresses) become a part of it; no words are no item.
 * HW_ERR_NO_MEMORY. */
hw_status hw_method_stream_add(struct hw_method_stream *stream, const struct hw_stream_item *item,
                               struct hw_error *error);
/* Free what the stream owns and make it empty. */
void hw_method_stream_free(struct hw_method_stream *stream);

/* Read the text form.  `folder` is where the files lie that the text names; NULL: it may name none.  Errors
 * (HW_ERR_SYNTAX, HW_ERR_RANGE, HW_ERR_NOT_FOUND) name line and column and what was expected; the stream is
 * empty then. */
hw_status hw_method_stream_read(const char *text, size_t bytes, const char *folder,
                                struct hw_method_stream *stream, struct hw_error *error);
/* Write the text form; read back, it gives an equal stream.  Words are written as methods, with the class
 * that each subchannel has been given by then.  HW_ERR_IO. */
hw_status hw_method_stream_write(FILE *out, const struct hw_method_stream *stream, struct hw_error *error);

/* What a channel for this stream is made of; `setup` keeps what it has of report, method, strict and so on.
 * HW_ERR_NOT_FOUND: a chip that halfwarp does not know, or not one of Tesla. */
hw_status hw_method_stream_setup(const struct hw_method_stream *stream, struct hw_channel_setup *setup,
                                 struct hw_error *error);

/* Play all items on a channel.  `result` is the sum over the items, with the state of the last one; it stops
 * at one that is not HW_CHANNEL_DONE, whose index is *item (may be NULL; the count where all were played). */
hw_status hw_method_stream_play(const struct hw_method_stream *stream, struct hw_channel *channel,
                                struct hw_channel_result *result, size_t *item, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
