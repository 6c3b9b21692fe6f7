/* SPDX-License-Identifier: MIT */
/* halfwarp fatbin: cubins of several chips into one file, as it goes into a program for the host. */
#include "cli/cli.h"
#include "cli/file_kind.h"

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include <stdlib.h>

struct fatbin_options {
    const char *output;
};

/* clang-format off */
static const struct hw_option fatbin_options[] = {
    {"-o", "--output-file", "OUT", "the fatbin; - is standard output",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct fatbin_options, output)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* A damaged cubin would be noticed by the program that loads it. */
static hw_status check_part(const struct hw_fatbin_part *part, struct hw_error *error)
{
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_PTX) | HW_FILE_KIND(HW_FILE_EMPTY);
    struct hw_module *module = NULL;
    hw_status status = hw_file_kind_check(part->bytes, part->length, kinds, "an ELF cubin, or PTX", error);

    if (status == HW_OK && hw_file_kind(part->bytes, part->length) == HW_FILE_ELF)
        status = hw_module_read(part->bytes, part->length, &module, error);
    hw_module_free(module);
    return status == HW_ERR_UNSUPPORTED ? HW_OK
                                        : status; /* which the fatbin's writer refuses, or need not know */
}

static int pack(const struct hw_list *files, const char *output)
{
    struct hw_fatbin_part parts[HW_LIST_MAX];
    struct hw_error error;
    const char *at = NULL; /* the file that an error is about */
    uint8_t *fatbin = NULL;
    size_t length;
    unsigned count = 0;
    hw_status status = HW_OK;

    for (; count < files->count && status == HW_OK; count++) {
        void *data = NULL;
        status = hw_read_file(files->item[count], HW_FILE_MAX, &data, &parts[count].length, &error);
        parts[count].bytes = data;
        if (status == HW_OK)
            status = check_part(&parts[count], &error);
        if (status != HW_OK)
            at = files->item[count];
    }
    if (status == HW_OK)
        status = hw_fatbin_write(parts, count, &fatbin, &length, &error);
    if (status == HW_OK)
        status = hw_write_file(output, fatbin, length, &error);
    free(fatbin);
    while (count > 0)
        free((void *)parts[--count].bytes);
    return status == HW_OK ? HW_EXIT_DONE : hw_report(at, NULL, &error);
}

static int run(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    struct fatbin_options options = {.output = NULL};
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_fatbin, &options, &files, &status))
        return status;
    if (!files.count)
        return hw_usage_error("fatbin", "expected at least one cubin");
    return options.output ? pack(&files, options.output)
                          : hw_usage_error("fatbin", "where to? -o OUT names the fatbin");
}

/* clang-format off */
const struct hw_command hw_command_fatbin = {
    .name = "fatbin",
    .summary = "pack cubins of several chips into a fatbin, the form in which programs carry device code",
    .usage = HW_STRINGS("halfwarp fatbin FILE... -o OUT"),
    .description =
        "Pack ELF cubins, and PTX, into a fatbin. A program that runs on several chips carries one, from which "
        "the CUDA runtime takes the code that fits the chip (examples/cuda shows how a program gets it). "
        "`halfwarp info` lists what is in it, `dis` and `run` take it as they take a cubin.",
    .groups = HW_GROUPS(HW_GROUP(NULL, fatbin_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp as add.sm_20.hwasm --format elf -o add.sm_20.cubin", "a kernel for one chip"},
        {"halfwarp as add.sm_35.hwasm --format elf -o add.sm_35.cubin", "the same for another"},
        {"halfwarp fatbin add.sm_20.cubin add.sm_35.cubin -o add.fatbin", "both in one file"}),
    .pages = HW_STRINGS("docs/containers.md"),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
