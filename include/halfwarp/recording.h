/* SPDX-License-Identifier: MIT */
/* A recording has the words of push buffers in the text that tools of the field print.
 *
 *   PB: 0x000443ac size 1, subchannel 2 (class: 0x50c0, desc: G80_COMPUTE, handle: 0x5c000013), ...
 *       demmt, for a trace of valgrind-mmt; a class and a handle in a line make an object
 *   nouveau:  0x000443ac
 *       libdrm, when the kernel has refused a push buffer
 *
 * Other lines of these tools are passed over.
 * @see envytools, demmt/pushbuf.c; libdrm, nouveau/pushbuf.c
 *
 * Stability: may change. */
#ifndef HALFWARP_RECORDING_H
#define HALFWARP_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include <halfwarp/method_stream.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a text has a line with a word as above.  Texts of streams have none. */
bool hw_recording_is(const char *text, size_t bytes);

/* Read a recording: the chip where the text names it, the objects, the words in their order.  The stream must
 * be empty; the caller frees it.  Data of methods comes as it was recorded; memory that a program wrote
 * without methods is not in a recording.  HW_ERR_SYNTAX: a line that begins with PB: has no word.
 * HW_ERR_UNSUPPORTED: the first word is a packet in the format of Fermi and later chips. */
hw_status hw_recording_read(const char *text, size_t bytes, struct hw_method_stream *stream,
                            struct hw_error *error);

/* Add in front what the methods of a stream take for granted, so that it can be played: an object for each
 * handle that is bound and ends in the number of a class (as nouveau's do), a DMA object over all virtual
 * memory for each other handle, and 2 MiB of video memory around each address that compute, M2MF and
 * semaphore methods name. */
hw_status hw_recording_infer(struct hw_method_stream *stream, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
