/* SPDX-License-Identifier: MIT */
/* halfwarp push: play what a driver sends to a channel of a Tesla chip, or explain it. */
#include "cli/push_command.h"

/* clang-format off */
static const struct hw_option push_options[] = {
    {"--chip", .argument = "NAME", .help = "the chip; that of the text, else g80",
     .kind = HW_KIND_CHIP, HW_VALUE(struct hw_push_options, chip)},
    {"--binary", .help = "FILE holds little-endian words of 32 bits", HW_FLAG(struct hw_push_options, binary)},
    {"--bind", .argument = "SUB=CLASS", .help = "begin with an object of this class on a subchannel: 6=compute, "
     "2=m2mf, 3=0x502d", HW_VALUES(struct hw_push_options, binds)},
    {"--assume", .help = "make the objects and the memory that the methods name and nothing makes",
     HW_FLAG(struct hw_push_options, assume)},
    {"--dump", .help = "print each word, method and value, and execute nothing",
     HW_FLAG(struct hw_push_options, explain)},
    {"--text", .help = "write the stream as text, and execute nothing", HW_FLAG(struct hw_push_options, text)},
    {"--json", .help = "--dump, or what came of playing with all reports, as JSON",
     HW_FLAG(struct hw_push_options, json)},
    {"--print", .argument = "NAME[:TYPE[:COUNT]]|NAME=FILE", .help = "a buffer of the text, as `halfwarp run` does",
     HW_VALUES(struct hw_push_options, prints)},
    {"--memory", .argument = "ADDRESS:BYTES=FILE", .help = "write virtual memory afterwards",
     HW_VALUES(struct hw_push_options, memories)},
    {"--strict", .help = "stop at the first error; without it the channel goes on, as hardware does",
     HW_FLAG(struct hw_push_options, strict)},
    {"--trace", .help = "each method before it is executed, on standard error", HW_FLAG(struct hw_push_options, trace)},
    {"--stats", .help = "counts of the launches, on standard error", HW_FLAG(struct hw_push_options, stats)},
    {"--workers", .argument = "N", .help = "host threads, 0: one a processor",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_push_options, workers)},
    {"--max-instructions", .argument = "N", .help = "stop a block that executes more warp instructions, and a launch "
     "of more warps", .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_push_options, max_instructions)},
    {"--max-methods", .argument = "N", .help = "stop a push buffer that has more commands and methods",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct hw_push_options, max_methods)},
    HW_OPTIONS_END,
};
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

static int run(int argc, char **argv)
{
    struct hw_push_options options = {.file = NULL};
    struct hw_list operands = {.count = 0};
    struct hw_method_stream stream;
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_push, &options, &operands, &status))
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

/* clang-format off */
const struct hw_command hw_command_push = {
    .name = "push",
    .summary = "play a stream of methods on a Tesla chip's channel, or explain it",
    .usage = HW_STRINGS("halfwarp push FILE [--chip NAME] [--print BUF]... [OPTION]...",
                        "halfwarp push FILE --dump|--text [--json] [OPTION]..."),
    .description =
        "Play what a driver gives to a channel of a Tesla chip: objects, memory, methods. FILE is a text "
        "(docs/methods.md), a recording (demmt's text, libdrm's dump) or, with --binary, words of a push buffer; "
        "- is standard input. Errors of the card go to standard error; the exit status is 1 if there was one, and "
        "if the stream waits for a semaphore that nobody releases.",
    .groups = HW_GROUPS(HW_GROUP(NULL, push_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp push launch.push --print z", "a launch, and the buffer that it has filled"},
        {"halfwarp push launch.push --dump", "the words of the same, explained"},
        {"halfwarp push demmt.txt --assume --trace", "a recording"},
        {"halfwarp push words.bin --binary --bind 6=compute --dump --json", "bare words, for a program to read"}),
    .pages = HW_STRINGS("docs/methods.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
