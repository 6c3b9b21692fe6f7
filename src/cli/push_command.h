/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp push` share this header (push_*.c, one concept each). */
#ifndef HW_CLI_PUSH_COMMAND_H
#define HW_CLI_PUSH_COMMAND_H

#include "cli/cli.h"

#include <halfwarp/method_stream.h>

#include <stdio.h>

struct json_object;

/* What the command line says, unparsed. */
struct hw_push_options {
    const char *file, *chip, *workers, *max_instructions, *max_methods;
    struct hw_list binds, prints, memories;
    bool binary, assume, text, explain, json, strict, trace, stats;
};

/* --- push_input.c --- */

/* Read the file and what --bind adds.  False, with the error printed and *status set, where that fails. */
bool hw_push_input(const struct hw_push_options *options, struct hw_method_stream *stream, int *status);

/* --- push_explain.c --- */

/* Every item and method of a stream, without executing it. */
void hw_push_explain(const struct hw_method_stream *stream, FILE *out);
void hw_push_explain_json(const struct hw_method_stream *stream, FILE *out);

/* --- push_play.c --- */

/* Play the stream, print what was asked for; the exit status. */
int hw_push_play(const struct hw_push_options *options, const struct hw_method_stream *stream);

/* --- push_report.c --- */

/* A report of the channel as lines for people, or as JSON. */
void hw_push_report(const struct hw_channel_report *report, FILE *out);
void hw_push_report_json(const struct hw_channel_report *report, struct json_object *list);
/* A method before it is executed. */
void hw_push_trace(unsigned subchannel, uint16_t object, uint32_t method, uint32_t data, uint64_t offset);

#endif
