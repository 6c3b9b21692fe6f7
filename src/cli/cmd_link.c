/* SPDX-License-Identifier: MIT */
/* halfwarp link: relocatable cubins, and libraries of them, into one cubin. */
#include "cli/cli.h"
#include "cli/file_kind.h"

#include <halfwarp/linker.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link_options {
    struct hw_list files;
    const char *output, *target;
    bool partial, quiet;
};

/* clang-format off */
static const struct hw_option link_options[] = {
    {"-o", "--output-file", "OUT", "the cubin; - is standard output",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct link_options, output)},
    {"-r", .help = "the output is relocatable itself: names may stay undefined",
     HW_FLAG(struct link_options, partial)},
    {"--target", .argument = "sm_NN", .help = "the chip, where files have code for several",
     .kind = HW_KIND_TARGET, HW_VALUE(struct link_options, target)},
    {"-q", "--quiet", .help = "no notes on what was left out", HW_FLAG(struct link_options, quiet)},
    HW_OPTIONS_END,
};
/* clang-format on */

static hw_status add_file(struct hw_linker *linker, const char *name, struct hw_error *error)
{
    const unsigned kinds = HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) |
                           HW_FILE_KIND(HW_FILE_PTX) | HW_FILE_KIND(HW_FILE_EMPTY);
    void *data = NULL;
    size_t size = 0;
    hw_status status = hw_read_file(name, HW_FILE_MAX, &data, &size, error);
    if (status == HW_OK)
        status = hw_file_kind_check(data, size, kinds,
                                    "a relocatable cubin, or a fatbin, object file or library", error);
    if (status == HW_OK)
        status = hw_linker_add(linker, name, data, size, error);
    free(data);
    return status;
}

/* Print lines that begin with `error: ` or `note: `, without notes where they are not wanted. */
static void print_messages(const char *text, bool notes)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (notes || *text == 'e')
            fprintf(stderr, "halfwarp: %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static int link_files(const struct link_options *settings)
{
    const struct hw_linker_options options = {.target = settings->target, .partial = settings->partial};
    struct hw_linker *linker;
    struct hw_error error;
    uint8_t *cubin = NULL;
    size_t length = 0;
    const char *at = NULL;
    hw_status status = hw_linker_create(&options, &linker, &error);

    if (status != HW_OK)
        return hw_usage_error("link", "--target: %s", error.text);
    for (unsigned i = 0; i < settings->files.count && status == HW_OK; i++) {
        at = settings->files.item[i];
        status = add_file(linker, at, &error);
    }
    if (status == HW_OK) {
        at = NULL;
        status = hw_linker_finish(linker, &cubin, &length, &error);
        print_messages(hw_linker_messages(linker), !settings->quiet && status == HW_OK);
    }
    if (status == HW_OK)
        status = hw_write_file(settings->output, cubin, length, &error);
    /* The messages have an error already that one of them is. */
    if (status != HW_OK && (at || !strstr(hw_linker_messages(linker), error.text)))
        hw_report(at, NULL, &error);
    free(cubin);
    hw_linker_free(linker);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    struct link_options settings = {.output = NULL};
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_link, &settings, &settings.files, &status))
        return status;
    if (!settings.files.count)
        return hw_usage_error("link", "expected at least one cubin");
    return settings.output ? link_files(&settings)
                           : hw_usage_error("link", "where to? -o OUT names the cubin");
}

/* clang-format off */
const struct hw_command hw_command_link = {
    .name = "link",
    .summary = "link relocatable cubins, objects and libraries into one cubin",
    .usage = HW_STRINGS("halfwarp link [-r] [--target sm_NN] FILE... -o OUT"),
    .description =
        "Link relocatable cubins (of ptxas -c, nvcc -dc or `halfwarp as` with .relocatable) into one cubin that "
        "can be loaded: functions and variables of one file are found by the others. FILE may also be a fatbin "
        "or an object file or program of the host with such code in it, or a static library, whose members are "
        "taken only where they define what others want. Chips from sm_20 to sm_89; all code must be for one chip.",
    .groups = HW_GROUPS(HW_GROUP(NULL, link_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp as main.hwasm --format elf -o main.cubin", "a part that calls a function of another"},
        {"halfwarp as part.hwasm --format elf -o part.cubin", "the one that has it"},
        {"halfwarp link main.cubin part.cubin -o program.cubin", "both in one cubin, which can be run"}),
    .pages = HW_STRINGS("docs/link.md"),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
