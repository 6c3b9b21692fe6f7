/* SPDX-License-Identifier: MIT */
/* halfwarp diff: two cubins, kernel by kernel and instruction by instruction. */
#include "cli/diff.h"
#include "cli/json.h"
#include "names/shown.h"

#include <halfwarp/archive.h>

#include <stdlib.h>
#include <string.h>

#define CONTEXT 3

/* clang-format off */
static const struct hw_option diff_options[] = {
    {"-k", "--kernel --kernel-name", "KERNEL", "only this kernel", .kind = HW_KIND_KERNEL,
     HW_VALUE(struct hw_diff_options, kernel)},
    {"--target", .argument = "NAME", .help = "the cubins for this chip (sm_52)", .kind = HW_KIND_TARGET,
     HW_VALUE(struct hw_diff_options, target)},
    {"--sched", .help = "compare how instructions are scheduled, too, and show it",
     HW_FLAG(struct hw_diff_options, sched)},
    {"-U", .argument = "N", .help = "equal instructions around others (3)", .kind = HW_KIND_NUMBER,
     HW_VALUE(struct hw_diff_options, context_text)},
    {"--all", .help = "all instructions", HW_FLAG(struct hw_diff_options, all)},
    {"--brief", .help = "only the sums of each kernel", HW_FLAG(struct hw_diff_options, brief)},
    {"--json", .help = "the same as JSON", HW_FLAG(struct hw_diff_options, json)},
    HW_MANGLED_OPTION(struct hw_diff_options),
    HW_OPTIONS_END,
};
/* clang-format on */

/* As diff(1): 1 says that files differ. */
enum { DIFFERS = 1, TROUBLE = 2 };

/* What has come of it so far. */
struct file_diff {
    const struct hw_diff_options *options;
    struct hw_diff_file file[2];
    bool many;                /* cubins, which have headings then */
    struct json_object *list; /* of cubins, NULL for text */
    bool differs, failed;
};

/* Two cubins, while they are compared. */
struct cubin_pair {
    const struct hw_diff_cubins *cubins;
    struct hw_module *module[2];
    struct hw_target target[2];
    struct json_object *json; /* NULL for text */
    bool headed, differs;
};

static const char *target_of(const struct hw_diff_cubin *cubin)
{
    return cubin->target[0] ? cubin->target : "an unknown target";
}

/* In front of the first line about a pair. */
static void put_heading(const struct file_diff *all, struct cubin_pair *pair)
{
    const struct hw_diff_cubin *a = pair->cubins->a, *b = pair->cubins->b;

    if (!pair->headed && all->many) {
        printf("cubin for %s", target_of(a));
        if (strcmp(a->target, b->target) != 0)
            printf(" -> %s", target_of(b));
        printf(a->entry == b->entry ? ", entry %zu\n" : ", entry %zu -> %zu\n", a->entry, b->entry);
    }
    pair->headed = true;
}

static void put_beside(const struct file_diff *all, struct cubin_pair *pair,
                       const struct hw_diff_pairs *kernels)
{
    const unsigned beside =
        all->options->kernel ? 0 : hw_diff_beside_code(pair->module[0], pair->module[1], kernels);
    struct json_object *list = pair->json ? hw_json_list(pair->json, "beside_code") : NULL;

    pair->differs |= beside != 0;
    for (enum hw_diff_beside i = 0; i < HW_BESIDE_COUNT; i++) {
        if (!(beside & 1u << i))
            continue;
        if (list) {
            hw_json_text(list, NULL, hw_diff_beside_name(i));
        } else {
            put_heading(all, pair);
            printf("%s differ\n", hw_diff_beside_name(i));
        }
    }
}

static hw_status compare_kernels(const struct file_diff *all, struct cubin_pair *pair,
                                 const struct hw_diff_pairs *kernels, struct hw_error *error)
{
    const struct hw_diff_options *options = all->options;
    struct json_object *list = pair->json ? hw_json_list(pair->json, "kernels") : NULL;

    for (size_t i = 0; i < kernels->count; i++) {
        const struct hw_diff_pair *both = &kernels->pair[i];
        struct hw_diff diff;
        const hw_status status =
            hw_diff_kernels(pair->module[0], both->a, pair->module[1], both->b, options->sched, &diff, error);
        if (status == HW_OK) {
            const bool differ = hw_diff_differs(both, &diff);
            if (list) {
                hw_diff_put_json(list, options, pair->target, both, &diff);
            } else if (differ || options->all || diff.count[HW_DIFF_RENAMED]) {
                put_heading(all, pair);
                hw_diff_print(options, pair->target, both, &diff);
            }
            pair->differs |= differ;
        }
        hw_diff_free(&diff);
        if (status != HW_OK)
            return status;
    }
    return HW_OK;
}

static hw_status compare_modules(const struct file_diff *all, struct cubin_pair *pair, struct hw_error *error)
{
    const char *const symbol[2] = {all->file[0].symbol, all->file[1].symbol};
    struct hw_diff_pairs kernels;
    hw_status status = hw_diff_pair_up(pair->module[0], pair->module[1], symbol, &kernels, error);

    if (status == HW_OK) {
        put_beside(all, pair, &kernels);
        status = compare_kernels(all, pair, &kernels, error);
    }
    free(kernels.pair);
    return status;
}

static hw_status read_module(const struct hw_archive *archive, const struct hw_diff_cubin *cubin,
                             struct hw_module **module, struct hw_target *target, struct hw_error *error)
{
    const hw_status status = hw_cli_read_entry(archive, cubin->entry, module, error);

    return status == HW_OK ? hw_target_find((*module)->target, target, error) : status;
}

static void put_cubin(struct json_object *json, const char *key, const struct hw_diff_cubin *cubin)
{
    struct json_object *in = cubin ? hw_json_object(json, key) : NULL;

    if (!cubin) {
        hw_json_null(json, key);
        return;
    }
    hw_json_number(in, "entry", (int64_t)cubin->entry);
    hw_json_text(in, "target", cubin->target[0] ? cubin->target : NULL);
}

/* Equal bytes need not be understood. */
static bool are_same(const struct hw_diff_options *options, const struct hw_diff_cubins *cubins)
{
    return !options->json && !options->all && cubins->a->hash == cubins->b->hash &&
           cubins->a->bytes == cubins->b->bytes;
}

static void compare_cubins(struct file_diff *all, const struct hw_diff_cubins *cubins,
                           struct json_object *json)
{
    struct cubin_pair pair = {.cubins = cubins, .json = json};
    const struct hw_diff_cubin *const cubin[2] = {cubins->a, cubins->b};
    struct hw_error error;
    hw_status status = HW_OK;

    if (are_same(all->options, cubins))
        return;
    for (unsigned i = 0; i < 2 && status == HW_OK; i++) {
        status = read_module(all->file[i].archive, cubin[i], &pair.module[i], &pair.target[i], &error);
        if (status != HW_OK)
            hw_report(all->file[i].name, NULL, &error);
        if (status != HW_OK && all->many)
            hw_complain("that was entry %zu, a cubin for %s", cubin[i]->entry, target_of(cubin[i]));
    }
    if (status == HW_OK) {
        status = compare_modules(all, &pair, &error);
        if (status != HW_OK)
            hw_report(NULL, NULL, &error);
    }
    hw_module_free(pair.module[0]);
    hw_module_free(pair.module[1]);
    all->failed |= status != HW_OK;
    all->differs |= pair.differs;
    if (json)
        hw_json_bool(json, "differs", pair.differs);
}

static void tell_lone(struct file_diff *all, const struct hw_diff_cubins *cubins, struct json_object *json)
{
    const struct hw_diff_cubin *cubin = cubins->a ? cubins->a : cubins->b;

    all->differs = true;
    if (json) {
        hw_json_bool(json, "differs", true);
        return;
    }
    printf("cubin for %s, entry %zu: only in %s, with", target_of(cubin), cubin->entry,
           all->file[cubins->a ? 0 : 1].name);
    for (size_t i = 0; i < cubin->names.count; i++)
        printf("%s %s", i ? "," : "", HW_SHOWN(cubin->names.name[i]));
    printf(cubin->names.count ? "\n" : " no kernels\n");
}

static void compare_all(struct file_diff *all)
{
    size_t count = 0;
    struct hw_diff_cubins *cubins = hw_diff_cubins_pair(all->file, &count);

    all->failed |= !cubins;
    if (!cubins)
        hw_complain("no memory to compare files");
    all->many = count > 1;
    for (size_t i = 0; i < count && cubins; i++) {
        struct json_object *json = all->list ? hw_json_object(all->list, NULL) : NULL;
        if (json) {
            put_cubin(json, "a", cubins[i].a);
            put_cubin(json, "b", cubins[i].b);
        }
        if (cubins[i].a && cubins[i].b)
            compare_cubins(all, &cubins[i], json);
        else
            tell_lone(all, &cubins[i], json);
    }
    free(cubins);
}

static int diff_files(const struct hw_diff_options *options)
{
    struct file_diff all = {.options = options};
    const char *at = NULL;
    struct hw_error error;

    if (hw_diff_files_read(options, all.file, &at, &error) != HW_OK) {
        hw_report(at, NULL, &error);
        all.failed = true;
    } else {
        struct json_object *json = options->json ? hw_json_object(NULL, NULL) : NULL;
        all.list = json ? hw_json_list(json, "cubins") : NULL;
        compare_all(&all);
        if (json) {
            hw_json_bool(json, "differs", all.differs);
            hw_json_print(json, stdout);
        }
    }
    hw_diff_files_free(all.file);
    return all.failed ? TROUBLE : all.differs ? DIFFERS : HW_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct hw_diff_options options = {.context = CONTEXT};
    struct hw_list operands = {.count = 0};
    struct hw_error error;
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_diff, &options, &operands, &status))
        return status;
    if (operands.count != 2)
        return hw_usage_error("diff", "expected two files");
    if (hw_option_number("-U", options.context_text, UINT16_MAX, &options.context, &error) != HW_OK)
        return hw_usage_error("diff", "%s", error.text);
    if (options.mangled)
        hw_names_show_mangled();
    options.file[0] = operands.item[0];
    options.file[1] = operands.item[1];
    return diff_files(&options);
}

/* clang-format off */
const struct hw_command hw_command_diff = {
    .name = "diff",
    .summary = "compare two cubins by kernel and instruction",
    .usage = HW_STRINGS("halfwarp diff A B [-k KERNEL] [--target sm_NN] [--sched] [-U N] [--all] [--brief] [--mangled] [--json]"),
    .description =
        "Compare the code of two cubins. Each may also be a fatbin, program, library or object file: then cubins "
        "for the same target with the same kernels are compared, wherever they stand. Kernels of the same name are compared, then those whose code is "
        "nearest. Instructions are aligned; jumps are equal if they lead to the same instruction, at whatever "
        "address.\n"
        "A line begins with - for an instruction that only A has, + for one that only B has, < and > for one that "
        "changed, as in A and as in B, and ? for what differs in it; with r where registers were renamed, all the way "
        "and both ways, which is no change.",
    .groups = HW_GROUPS(HW_GROUP(NULL, diff_options)),
    .notes =
        "The exit status is 0 if nothing differs (but for registers' names and, without --sched, schedules), 1 if "
        "something does, and 2 if the files cannot be compared.",
    .statuses = HW_STRINGS("nothing differs", "something differs",
                           "the files cannot be compared, or the command line was wrong"),
    .examples = HW_EXAMPLES(
        {"halfwarp diff old.cubin new.cubin", "what a change of the source came to"},
        {"halfwarp diff --sched --all old.cubin new.cubin -k saxpy", "all of a kernel, with its schedule"}),
    .pages = HW_STRINGS("docs/diff.md"),
    .operands = 2,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
