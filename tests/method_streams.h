/* SPDX-License-Identifier: MIT */
/* Streams for tests: as text and back, and whether two are the same. */
#ifndef HW_TESTS_METHOD_STREAMS_H
#define HW_TESTS_METHOD_STREAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/method_stream.h>

/* Write a stream; the text is the caller's to free. */
char *stream_text(const struct hw_method_stream *stream);
/* Read a text that is without errors. */
void stream_read(const char *text, struct hw_method_stream *stream);
void stream_expect_equal(const struct hw_method_stream *one, const struct hw_method_stream *other);
/* A channel for a stream, which has been played on it without an error of the host. */
struct hw_channel *stream_play(const struct hw_method_stream *stream, struct hw_channel_setup *setup,
                               struct hw_channel_result *result);

#endif
