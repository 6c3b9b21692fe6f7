/* SPDX-License-Identifier: MIT */
/* halfwarp info: the contents of a file, as a table or as JSON. */
#include "cli/cli.h"
#include "cli/file_kind.h"
#include "cli/info.h"
#include "cli/info_elf.h"
#include "cli/json.h"
#include "names/shown.h"

#include <stdio.h>
#include <stdlib.h>

/* What is shown of a cubin. */
struct info_options {
    const char *kernel;
    bool json, usage, elf, symbols, mangled;
};

/* clang-format off */
static const struct hw_option info_options[] = {
    {"-k", "--kernel --kernel-name", "KERNEL", "only this kernel: its symbol, its name, or a part that only one has",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct info_options, kernel)},
    {"--res-usage", .help = "what each function needs, in the lines of cuobjdump -res-usage",
     HW_FLAG(struct info_options, usage)},
    {"--elf", .help = "headers, sections, segments, symbols, records of .nv.info and .nv.compat, and relocations of ELF cubins",
     HW_FLAG(struct info_options, elf)},
    {"--symbols", .help = "the symbols of ELF cubins", HW_FLAG(struct info_options, symbols)},
    HW_MANGLED_OPTION(struct info_options),
    {"--json", .help = "a JSON list, one object a file", HW_FLAG(struct info_options, json)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* A text cubin has source lines to show with an error. */
static const char *source_of(const struct hw_entry *entry, const uint8_t *data)
{
    return entry->kind == HW_ENTRY_CUBIN && entry->unpacked_bytes && data[0] != 0x7f ? (const char *)data
                                                                                     : NULL;
}

/* What is shown of a file. */
struct view {
    const char *file;
    const struct info_options *options;
    const struct hw_archive *archive;
    char *kernel;             /* the symbol of the only kernel; NULL: all */
    struct json_object *list; /* for its object; NULL: a table */
};

static void show_module(const struct view *view, const struct hw_module *module, struct json_object *json)
{
    if (view->options->usage && json)
        hw_info_usage_json(json, module, view->kernel);
    else if (view->options->usage)
        hw_info_usage(module, view->kernel);
    else if (json)
        hw_info_json(json, module, view->kernel);
    else
        hw_info_table(view->archive->kind == HW_ARCHIVE_CUBIN ? view->file : "  cubin", module, view->kernel);
}

/* Show a cubin: into `json`, or as text where that is NULL. */
static hw_status show_cubin(const struct view *view, const uint8_t *data, size_t size,
                            const struct hw_module *module, struct json_object *json, struct hw_error *error)
{
    if (view->options->elf)
        return hw_info_elf(data, size, error);
    if (view->options->symbols)
        return hw_info_symbols(data, size, error);
    show_module(view, module, json);
    return HW_OK;
}

/* Whether a cubin is read as a module: the views of the file itself need none, unless a kernel is wanted, or
 * the file may be none at all and shall say why. */
static bool needs_module(const struct view *view, const struct hw_entry *entry)
{
    return view->kernel || !entry->target[0] || (!view->options->elf && !view->options->symbols);
}

/* Show one entry: into an object that is added to `entries`, or that is `json`; as a table where both are
 * NULL. */
static int show_entry(const struct view *view, size_t index, struct json_object *entries,
                      struct json_object *json)
{
    const struct hw_archive *archive = view->archive;
    const struct hw_entry *entry = &archive->entries[index];
    struct hw_module *module = NULL;
    struct hw_error error;
    uint8_t *data = NULL;
    size_t size;
    int exit_status = HW_EXIT_DONE;
    bool wanted = true;
    if (entry->kind == HW_ENTRY_CUBIN &&
        (hw_entry_unpack(archive, index, &data, &size, &error) ||
         (needs_module(view, entry) && hw_module_read(data, size, &module, &error))))
        exit_status = HW_EXIT_FAILED;
    if (view->kernel && exit_status == HW_EXIT_DONE)
        wanted = module && hw_module_find_kernel(module, view->kernel);
    if (wanted && entries)
        json = hw_json_object(entries, NULL);
    if (wanted && archive->kind != HW_ARCHIVE_CUBIN && json)
        hw_info_entry_json(json, index, entry);
    else if (wanted && archive->kind != HW_ARCHIVE_CUBIN)
        hw_info_entry(index, entry);
    if (exit_status == HW_EXIT_DONE && wanted && entry->kind == HW_ENTRY_CUBIN &&
        show_cubin(view, data, size, module, json, &error))
        exit_status = HW_EXIT_FAILED;
    if (exit_status != HW_EXIT_DONE)
        hw_report(view->file, data ? source_of(entry, data) : NULL, &error);
    hw_module_free(module);
    free(data);
    return exit_status;
}

/* Show what a file holds.  A cubin is a file of one entry, which is shown as the file's own. */
static int show_archive(const struct view *view)
{
    const struct hw_archive *archive = view->archive;
    bool single = archive->kind == HW_ARCHIVE_CUBIN;
    struct json_object *json = view->list ? hw_json_object(view->list, NULL) : NULL, *entries = NULL;
    int exit_status = HW_EXIT_DONE;
    if (json)
        hw_json_text(json, "file", view->file);
    if (json && !single) {
        hw_json_text(json, "container", hw_archive_kind_name(archive->kind));
        entries = hw_json_list(json, "entries");
    } else if (!single) {
        printf("%s: %s, %zu %s\n", view->file, hw_archive_kind_name(archive->kind), archive->entry_count,
               archive->entry_count == 1 ? "entry" : "entries");
    }
    for (size_t i = 0; i < archive->entry_count; i++)
        if (show_entry(view, i, entries, json) != HW_EXIT_DONE)
            exit_status = HW_EXIT_FAILED;
    return exit_status;
}

static int print_file(const char *file, const struct info_options *options, struct json_object *list)
{
    void *data = NULL;
    size_t size = 0;
    struct hw_archive *archive = NULL;
    struct view view = {.file = file, .options = options, .list = list};
    struct hw_error error;
    if (hw_read_file(file, HW_FILE_MAX, &data, &size, &error))
        return hw_report(file, NULL, &error);
    hw_status status = hw_cli_open_archive(data, size, HW_FILE_KIND(HW_FILE_PTX), &archive, &error);
    if (status == HW_OK)
        status = hw_cli_find_symbol(archive, options->kernel, &view.kernel, &error);
    view.archive = archive;
    const int exit_status = status == HW_OK ? show_archive(&view) : hw_report(file, NULL, &error);
    free(view.kernel);
    hw_archive_close(archive);
    free(data);
    return exit_status;
}

static int run(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    struct info_options options = {.json = false};
    int status;
    if (!hw_args_parse(argc, argv, &hw_command_info, &options, &files, &status))
        return status;
    if (options.usage + options.elf + options.symbols > 1)
        return hw_usage_error("info", "--res-usage, --elf and --symbols are three views: choose one");
    if (options.json && (options.elf || options.symbols))
        return hw_usage_error("info",
                              "%s is text; --json alone has sections, symbols, records and relocations",
                              options.elf ? "--elf" : "--symbols");
    if (options.mangled)
        hw_names_show_mangled();
    if (!files.count)
        return hw_usage_error("info", "expected at least one file");
    struct json_object *list = options.json ? hw_json_list(NULL, NULL) : NULL;
    for (unsigned i = 0; i < files.count; i++)
        if (print_file(files.item[i], &options, list) != HW_EXIT_DONE)
            status = HW_EXIT_FAILED;
    if (list)
        hw_json_print(list, stdout);
    return status;
}

/* clang-format off */
const struct hw_command hw_command_info = {
    .name = "info",
    .summary = "what a file holds: cubins and PTX in it, kernels, resources, constants, symbols",
    .usage = HW_STRINGS("halfwarp info FILE... [-k KERNEL] [--res-usage|--elf|--symbols] [--mangled] [--json]"),
    .description =
        "Show the container, the target and the kernels of cubins (`-` is standard input), with what each kernel "
        "needs: registers a thread, shared bytes a block (on sm_1x with launch header and parameters), local "
        "bytes a thread, barriers, bytes of parameters, of constants and of code; `-` is what the file does not "
        "say, or cannot (the stack of a recursion). Then variables, symbols, relocations. Of fatbins, programs, "
        "libraries and object files (ELF, PE, COFF, ar) all cubins and PTX in them are listed. At most 256 files "
        "are taken at a time.",
    .groups = HW_GROUPS(HW_GROUP(NULL, info_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp info kernel.cubin", "kernels, and what each needs"},
        {"halfwarp info --res-usage program", "registers, stack, shared memory and constants of each function"},
        {"halfwarp info --json *.cubin", "the same of many files, for a program to read"}),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
