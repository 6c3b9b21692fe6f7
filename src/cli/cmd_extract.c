/* SPDX-License-Identifier: MIT */
/* halfwarp extract: cubins and PTX out of the files that hold them. */
#include "cli/cli.h"
#include "cli/extract.h"
#include "cli/json.h"
#include "names/shown.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct extract_options {
    const char *folder, *target, *kernel, *entry;
    bool cubins, ptx, all, force, mangled, json;
};

/* clang-format off */
static const struct hw_option extract_options[] = {
    {"-o", "--output-folder", "FOLDER", "write what is chosen into this folder, which is made if need be; - is standard "
     "output, for one entry",
     .kind = HW_KIND_FOLDER, HW_VALUE(struct extract_options, folder)},
    {"--target", .argument = "NAME", .help = "only code for this target: sm_80, or compute_80 for PTX",
     .kind = HW_KIND_TARGET, HW_VALUE(struct extract_options, target)},
    {"-k", "--kernel --kernel-name", "KERNEL", "only code with this kernel: its symbol or its name",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct extract_options, kernel)},
    {"-n", "--entry", "NUMBER", "only the entry of this number, from 0",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct extract_options, entry)},
    {"--cubins", .help = "only cubins", HW_FLAG(struct extract_options, cubins)},
    {"--ptx", .help = "only PTX; with --cubins both, but nothing else (such as code for link-time optimisation)",
     HW_FLAG(struct extract_options, ptx)},
    {"--all", .help = "all of it, which is what happens when nothing is chosen",
     HW_FLAG(struct extract_options, all)},
    {"--force", .help = "write over files of the same names", HW_FLAG(struct extract_options, force)},
    HW_MANGLED_OPTION(struct extract_options),
    {"--json", .help = "the list as JSON, with what was written", HW_FLAG(struct extract_options, json)},
    HW_OPTIONS_END,
};
/* clang-format on */

static void extract_operand(struct hw_extract *extract, const char *path)
{
    struct stat about;
    const char *slash = strrchr(path, '/');
    if (strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        hw_extract_folder(extract, path);
    else
        hw_extract_file(extract, path, slash ? slash + 1 : strcmp(path, "-") ? path : "standard", false);
}

/* Whatever was looked for and is not there is an error, for the sake of scripts. */
static int finish(struct hw_extract *extract)
{
    if (extract->list)
        hw_json_print(extract->list, stdout);
    if (extract->unread && !extract->list && !extract->kernel)
        hw_complain("%zu %s read, so the kernels are not listed (`?`); `halfwarp info` says why",
                    extract->unread, extract->unread == 1 ? "entry cannot be" : "entries cannot be");
    if (!extract->files && extract->status == HW_EXIT_DONE)
        return hw_complain("there is no GPU code in these files");
    if (!extract->found && extract->status == HW_EXIT_DONE)
        return hw_extract_missing(extract);
    return extract->standard && extract->status == HW_EXIT_DONE ? hw_extract_put(extract) : extract->status;
}

static bool is_standard(const struct extract_options *options)
{
    return options->folder && strcmp(options->folder, "-") == 0;
}

/* The options that contradict each other. */
static bool check(const struct extract_options *options, int *status)
{
    const bool chosen =
        options->cubins || options->ptx || options->target || options->kernel || options->entry;
    if (options->all && chosen)
        *status = hw_usage_error("extract", "--all is all; it goes with no option that chooses");
    else if (options->all && !options->folder)
        *status = hw_usage_error("extract", "--all: where to? -o FOLDER names the folder");
    else if (options->json && is_standard(options))
        *status = hw_usage_error("extract", "--json and -o - would both write to standard output");
    return *status == HW_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct hw_list files = {.count = 0};
    struct extract_options options = {.folder = NULL};
    struct hw_error error;
    unsigned entry = 0;
    int status;
    if (!hw_args_parse(argc, argv, &hw_command_extract, &options, &files, &status) ||
        !check(&options, &status))
        return status;
    if (!files.count)
        return hw_usage_error("extract", "expected a file, or a folder of files");
    if (hw_option_number("--entry", options.entry, INT32_MAX, &entry, &error) != HW_OK)
        return hw_usage_error("extract", "%s", error.text);
    if (options.mangled)
        hw_names_show_mangled();
    struct hw_extract extract = {.target = options.target,
                                 .kernel = options.kernel,
                                 .entry = options.entry ? (int64_t)entry : -1,
                                 .cubins = options.cubins,
                                 .ptx = options.ptx,
                                 .folder = is_standard(&options) ? NULL : options.folder,
                                 .standard = is_standard(&options),
                                 .force = options.force,
                                 .list = options.json ? hw_json_list(NULL, NULL) : NULL};
    for (unsigned i = 0; i < files.count; i++)
        extract_operand(&extract, files.item[i]);
    status = finish(&extract);
    free(extract.bytes);
    hw_kernel_names_clear(&extract.targets);
    hw_kernel_names_clear(&extract.kernels);
    return status;
}

/* clang-format off */
const struct hw_command hw_command_extract = {
    .name = "extract",
    .summary = "take cubins and PTX out of programs, libraries, fatbins, wheels and folders",
    .usage = HW_STRINGS(
        "halfwarp extract FILE... [-o FOLDER] [--target NAME] [-k KERNEL] [-n NUMBER] [--cubins] [--ptx] [--all] "
        "[--force] [--mangled] [--json]"),
    .description =
        "List the GPU code in files: kind, target and size of each piece, and the kernels in it. With -o write it "
        "into a folder, unpacked, as NAME.ENTRY.TARGET.cubin or .ptx. FILE is a program, library or object file "
        "(ELF, PE, COFF, ar), a fatbin, cubin or PTX, a Python wheel or other zip file, or a folder of any of "
        "these. `halfwarp replace` puts a changed cubin back.",
    .groups = HW_GROUPS(HW_GROUP(NULL, extract_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp extract program", "what there is"},
        {"halfwarp extract program --target sm_52 -o code", "the cubins for one chip, into a folder"},
        {"halfwarp extract program -n 0 -o - | halfwarp dis -", "one without a folder"},
        {"halfwarp extract cache -k saxpy -o of_cache", "the code of one kernel, from all files below a folder"},
        {"halfwarp extract package.whl --cubins -o of_wheel", "all cubins of a Python package"}),
    .pages = HW_STRINGS("docs/extract.md"),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
