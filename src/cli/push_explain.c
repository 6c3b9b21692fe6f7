/* SPDX-License-Identifier: MIT */
/* This file explains streams: each word of a push buffer with its address and what it is, item by item. */
#include "cli/json.h"
#include "cli/push_command.h"
#include "channel/trace/stream_visit.h"

#include <inttypes.h>
#include <string.h>

static const char *command_name(unsigned kind)
{
    static const char *const name[] = {[HW_PUSH_INCREASING] = "increasing",
                                       [HW_PUSH_FIXED] = "fixed",
                                       [HW_PUSH_LONG] = "long",
                                       [HW_PUSH_SLI] = "sli",
                                       [HW_PUSH_RETURN] = "return",
                                       [HW_PUSH_OLD_JUMP] = "old jump",
                                       [HW_PUSH_JUMP] = "jump",
                                       [HW_PUSH_CALL] = "call",
                                       [HW_PUSH_INVALID] = "no command"};

    return name[kind];
}

/* --- as text --- */

static void print_word(void *context, const struct hw_visited_word *told)
{
    char name[HW_METHOD_TEXT], value[HW_METHOD_TEXT];
    FILE *out = context;

    fprintf(out, "%08" PRIx64 "  %08x  ", told->offset, told->word);
    if (told->is_data) {
        (void)hw_method_name(told->object, told->method, name, sizeof name);
        (void)hw_method_value(hw_method_find(told->object, told->method, NULL), told->word, value,
                              sizeof value);
        fprintf(out, "    %s.%s = %s\n", told->object ? told->object->name : "-", name, value);
    } else if (told->command.kind <= HW_PUSH_LONG) {
        fprintf(out, "%s: %u word%s to subchannel %u, method 0x%04x\n", command_name(told->command.kind),
                told->command.count, told->command.count == 1 ? "" : "s", told->command.subchannel,
                told->command.method);
    } else {
        fprintf(out, "%s", command_name(told->command.kind));
        fprintf(out, told->command.target ? " 0x%08x\n" : "\n", told->command.target);
    }
}

void hw_push_explain(const struct hw_method_stream *stream, FILE *out)
{
    struct hw_stream_names names = {.bound = {NULL}};
    struct hw_error error;

    for (size_t i = 0; i < stream->count; i++) {
        const struct hw_method_stream one = {.item = &stream->item[i], .count = 1};
        if (stream->item[i].kind == HW_STREAM_PUSH)
            hw_stream_visit(stream, i, &names, print_word, out);
        else
            (void)hw_method_stream_write(out, &one, &error);
    }
}

/* --- as JSON --- */

static void add_word(void *context, const struct hw_visited_word *told)
{
    struct json_object *word = hw_json_object(context, NULL);
    char name[HW_METHOD_TEXT], value[HW_METHOD_TEXT];

    hw_json_number(word, "place", (int64_t)told->offset);
    hw_json_number(word, "word", told->word);
    if (!told->is_data)
        hw_json_text(word, "command", command_name(told->command.kind));
    if (told->command.kind > HW_PUSH_LONG)
        return;
    hw_json_number(word, "subchannel", told->command.subchannel);
    hw_json_text(word, "object", told->object ? told->object->name : NULL);
    hw_json_number(word, "method", told->is_data ? told->method : told->command.method);
    if (!told->is_data) {
        hw_json_number(word, "count", told->command.count);
        return;
    }
    (void)hw_method_name(told->object, told->method, name, sizeof name);
    (void)hw_method_value(hw_method_find(told->object, told->method, NULL), told->word, value, sizeof value);
    hw_json_text(word, "name", name);
    hw_json_text(word, "value", value);
}

void hw_push_explain_json(const struct hw_method_stream *stream, FILE *out)
{
    struct json_object *whole = hw_json_list(NULL, NULL);
    struct hw_stream_names names = {.bound = {NULL}};

    for (size_t i = 0; i < stream->count; i++)
        if (stream->item[i].kind == HW_STREAM_PUSH)
            hw_stream_visit(stream, i, &names, add_word, hw_json_list(whole, NULL));
    hw_json_print(whole, out);
}
