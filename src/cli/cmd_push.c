/* SPDX-License-Identifier: MIT */
/* halfwarp push: play what a driver sends to a channel of a Tesla chip, or explain it. */
/* summary: play a stream of methods on a Tesla chip's channel, or explain it */
#include "cli/push_command.h"

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp push FILE [--chip NAME] [--print BUF]... [OPTION]...\n"
    "       halfwarp push FILE --dump|--text [--json] [OPTION]...\n"
    "\n"
    "Play what a driver gives to a channel of a Tesla chip: objects, memory, methods.  FILE is a text (docs/methods.md),\n"
    "a recording (demmt's text, libdrm's dump) or, with --binary, words of a push buffer; - is standard input.\n"
    "Errors of the card go to standard error; the exit status is 1 if there was one, and if the stream waits for a\n"
    "semaphore that nobody releases.\n"
    "\n"
    "  --chip NAME         the chip; that of the text, else g80\n"
    "  --binary            FILE holds little-endian words of 32 bits\n"
    "  --bind SUB=CLASS    begin with an object of this class on a subchannel: 6=compute, 2=m2mf, 3=0x502d\n"
    "  --assume            make the objects and the memory that the methods name and nothing makes\n"
    "  --dump              print each word, method and value, and execute nothing\n"
    "  --text              write the stream as text, and execute nothing\n"
    "  --json              --dump, or what came of playing with all reports, as JSON\n"
    "  --print NAME[:TYPE[:COUNT]], --print NAME=FILE   a buffer of the text, as `halfwarp run` does\n"
    "  --memory ADDRESS:BYTES=FILE   write virtual memory afterwards\n"
    "  --strict            stop at the first error; without it the channel goes on, as hardware does\n"
    "  --trace             each method before it is executed, on standard error\n"
    "  --stats             counts of the launches, on standard error\n"
    "  --workers N         host threads, 0: one a processor\n"
    "  --max-instructions N   stop a block that executes more warp instructions, and a launch of more warps\n"
    "  --max-methods N     stop a push buffer that has more commands and methods\n"
    "\n"
    "  halfwarp push launch.push --print z\n"
    "  halfwarp push launch.push --dump\n"
    "  halfwarp push demmt.txt --assume --trace\n"
    "  halfwarp push words.bin --binary --bind 6=compute --dump --json\n";
/* clang-format on */

static int explain(const struct hw_push_options *options, const struct hw_method_stream *stream)
{
    struct hw_error error;

    if (options->text)
        return hw_method_stream_write(stdout, stream, &error) == HW_OK ? HW_EXIT_DONE
                                                                       : hw_complain("%s", error.text);
    if (options->json)
        hw_push_explain_json(stream, stdout);
    else
        hw_push_explain(stream, stdout);
    return HW_EXIT_DONE;
}

int hw_cmd_push(int argc, char **argv)
{
    struct hw_push_options options = {.file = NULL};
    const struct hw_option table[] = {
        {"--chip", .value = &options.chip},
        {"--workers", .value = &options.workers},
        {"--max-instructions", .value = &options.max_instructions},
        {"--max-methods", .value = &options.max_methods},
        {"--bind", .list = &options.binds},
        {"--print", .list = &options.prints},
        {"--memory", .list = &options.memories},
        {"--binary", .flag = &options.binary},
        {"--assume", .flag = &options.assume},
        {"--text", .flag = &options.text},
        {"--dump", .flag = &options.explain},
        {"--json", .flag = &options.json},
        {"--strict", .flag = &options.strict},
        {"--trace", .flag = &options.trace},
        {"--stats", .flag = &options.stats},
    };
    struct hw_list operands = {.count = 0};
    struct hw_method_stream stream;
    int status;

    if (!hw_args_parse(argc, argv, help, table, sizeof table / sizeof *table, &operands, 1, &status))
        return status;
    options.file = operands.item[0];
    if (!options.file)
        return hw_usage_error("push", "expected a FILE");
    if (!hw_push_input(&options, &stream, &status))
        return status;
    status = options.explain || options.text ? explain(&options, &stream) : hw_push_play(&options, &stream);
    hw_method_stream_free(&stream);
    return status;
}
