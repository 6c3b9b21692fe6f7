/* SPDX-License-Identifier: MIT */
/* halfwarp replace: a changed cubin, or PTX, back into the file that it is from. */
#include "cli/cli.h"
#include "cli/file_kind.h"
#include "cli/json.h"
#include "cli/replace_choice.h"
#include "cli/spared_files.h"
#include "cli/stale_capsules.h"
#include "cli/whole_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct replace_options {
    const char *file, *with, *output, *entry;
    bool json;
    struct hw_replace_choice choice;
};

/* clang-format off */
static const struct hw_option replace_options[] = {
    {"--with", .argument = "CODE",
     .help = "the cubin or PTX; `halfwarp dis`, an editor and `halfwarp as` make one of another",
     .kind = HW_KIND_FILE, HW_VALUE(struct replace_options, with)},
    {"-o", "--output-file", "OUT", "the file to write, with the permissions of FILE; - is standard output",
     .kind = HW_KIND_CHANGED, HW_VALUE(struct replace_options, output)},
    {"--target", .argument = "NAME", .help = "in place of the code for this target, which CODE must be for",
     .kind = HW_KIND_TARGET, HW_VALUE(struct replace_options, choice.target)},
    {"-k", "--kernel --kernel-name", "KERNEL", "in place of the code with this kernel, whatever else is in it",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct replace_options, choice.kernel)},
    {"-n", "--entry", "NUMBER", "in place of the entry of this number, as `halfwarp extract FILE` lists them",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct replace_options, entry)},
    {"--json", .help = "say as JSON what was replaced", HW_FLAG(struct replace_options, json)},
    HW_OPTIONS_END,
};
/* clang-format on */

static void print_json(const struct replace_options *options, const struct hw_archive *archive, size_t index,
                       size_t code_bytes, size_t file_bytes)
{
    const struct hw_entry *entry = &archive->entries[index];
    struct json_object *json = hw_json_object(NULL, NULL);
    hw_json_text(json, "file", options->file);
    hw_json_text(json, "container", hw_archive_kind_name(archive->kind));
    hw_json_text(json, "output", options->output);
    hw_json_number(json, "output_bytes", (int64_t)file_bytes);
    hw_json_number(json, "entry", (int64_t)index);
    hw_json_text(json, "kind", hw_entry_kind_name(entry->kind));
    hw_json_text(json, "target", entry->target[0] ? entry->target : NULL);
    hw_json_text(json, "packing", hw_packing_name(entry->packing));
    hw_json_text(json, "member", entry->member);
    hw_json_number(json, "old_bytes", (int64_t)entry->unpacked_bytes);
    hw_json_number(json, "new_bytes", (int64_t)code_bytes);
    hw_json_print(json, stdout);
}

static hw_status write_output(const struct replace_options *options, const uint8_t *bytes, size_t length,
                              struct hw_error *error)
{
    struct stat about;
    if (strcmp(options->output, "-") == 0)
        return hw_write_file("-", bytes, length, error);
    const mode_t mode =
        strcmp(options->file, "-") != 0 && stat(options->file, &about) == 0 ? about.st_mode & 07777 : 0644;
    if (stat(options->output, &about) == 0 && !S_ISREG(about.st_mode))
        return hw_write_file(options->output, bytes, length, error); /* a pipe, or /dev/null */
    return hw_write_over_file(options->output, mode, bytes, length, error);
}

/* The file with the code in it; `code` has been read. */
static int replace(const struct replace_options *options, const struct hw_archive *archive, const void *code,
                   size_t code_bytes)
{
    struct hw_error error;
    uint8_t *bytes = NULL;
    size_t length = 0;
    struct hw_replaced replaced;
    hw_status status = hw_replace_choose(archive, &options->choice, code, code_bytes, &replaced, &error);
    if (!status)
        status = hw_archive_replace(archive, replaced.index, code, code_bytes, &bytes, &length, &error);
    if (status)
        return hw_report(replaced.code_is_wrong ? options->with : options->file, NULL, &error);
    status = write_output(options, bytes, length, &error);
    free(bytes);
    if (status)
        return hw_report(NULL, NULL, &error);
    if (replaced.lost)
        hw_complain("note: %zu %s of entry %zu %s not in %s, and %s gone now", replaced.lost,
                    replaced.lost == 1 ? "kernel" : "kernels", replaced.index,
                    replaced.lost == 1 ? "is" : "are", options->with, replaced.lost == 1 ? "is" : "are");
    hw_warn_of_replaced_capsules(options->with, archive, replaced.index, code, code_bytes);
    if (options->json)
        print_json(options, archive, replaced.index, code_bytes, length);
    return HW_EXIT_DONE;
}

static int replace_files(const struct replace_options *options)
{
    struct hw_archive *archive = NULL;
    struct hw_error error;
    void *data = NULL, *code = NULL;
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) | HW_FILE_KIND(HW_FILE_PTX);
    size_t size, code_bytes;
    int result;
    if (hw_read_file(options->file, HW_FILE_MAX, &data, &size, &error) ||
        hw_read_file(options->with, HW_FILE_MAX, &code, &code_bytes, &error))
        result = hw_report(NULL, NULL, &error);
    else if (hw_file_kind_check(data, size, kinds,
                                "a program, library, object file, fatbin, cubin, PTX or wheel", &error) ||
             hw_archive_open(data, size, &archive, &error))
        result = hw_report(options->file, NULL, &error);
    else
        result = replace(options, archive, code, code_bytes);
    hw_archive_close(archive);
    free(code);
    free(data);
    return result;
}

static int run(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    struct replace_options options = {.choice = {.entry = -1}};
    unsigned number = 0;
    struct hw_error error;
    int status;
    if (!hw_args_parse(argc, argv, &hw_command_replace, &options, &files, &status))
        return status;
    if (!files.count)
        return hw_usage_error("replace", "which file is the code to go into?");
    if (!options.with)
        return hw_usage_error("replace", "with what? --with CODE names a cubin or PTX");
    if (!options.output)
        return hw_usage_error("replace", "where to? -o OUT names the file to write");
    if (hw_is_same_file(options.with, options.output))
        return hw_complain("-o %s is the code of --with, which would be gone", options.output);
    if (options.json && strcmp(options.output, "-") == 0)
        return hw_usage_error("replace", "--json and -o - would both write to standard output");
    if (hw_option_number("--entry", options.entry, INT32_MAX, &number, &error) != HW_OK)
        return hw_usage_error("replace", "%s", error.text);
    options.file = files.item[0];
    options.choice.entry = options.entry ? (int64_t)number : -1;
    return replace_files(&options);
}

/* clang-format off */
const struct hw_command hw_command_replace = {
    .name = "replace",
    .summary = "put a changed cubin back into a program, library, object, fatbin or wheel",
    .usage = HW_STRINGS(
        "halfwarp replace FILE --with CODE -o OUT [--target NAME] [-k KERNEL] [-n NUMBER] [--json]"),
    .description =
        "Write a copy of FILE in which CODE, an ELF cubin or PTX, has the place of another. FILE is a program, "
        "library or object file (ELF, PE, COFF, ar), a fatbin, cubin or PTX, a Python wheel or other zip file. "
        "What is replaced is the code for the same target with the same kernels, linked if CODE is; if that is "
        "none or several, options say which.\n"
        "CODE is packed as the old was (LZ4, zstd, zlib), and may be larger: in ELF files the fatbin then gets a "
        "place of its own. RECORD of a wheel has the new hash. FILE itself changes only if OUT is FILE.",
    .groups = HW_GROUPS(HW_GROUP(NULL, replace_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp extract program --target sm_61 -o of_program", "take the code out"},
        {"halfwarp dis of_program/program.1.sm_61.cubin --sched -o scale.hwasm", "as text, to edit"},
        {"halfwarp as scale.hwasm -o scale.cubin", "as a cubin again"},
        {"halfwarp replace program --with scale.cubin -o patched", "and back into a copy of the program"}),
    .pages = HW_STRINGS("docs/extract.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
