/* SPDX-License-Identifier: MIT */
/* halfwarp diff: two cubins, kernel by kernel and instruction by instruction. */
#include "cli/diff.h"
#include "cli/json.h"

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
    HW_OPTIONS_END,
};
/* clang-format on */

/* As diff(1): 1 says that files differ. */
enum { DIFFERS = 1, TROUBLE = 2 };

static hw_status open_module(const struct hw_diff_options *options, const char *file,
                             struct hw_module **module, struct hw_target *target, struct hw_error *error)
{
    struct hw_code_choice choice = {.target = options->target, .kernel = options->kernel};
    void *data;
    size_t size;
    hw_status status = hw_read_file(file, HW_FILE_MAX, &data, &size, error);

    if (status != HW_OK)
        return status;
    status = hw_cli_open_module(data, size, &choice, module, error);
    choice.kernel = NULL;
    if (status == HW_ERR_NOT_FOUND && options->kernel) /* only the other file may have it */
        status = hw_cli_open_module(data, size, &choice, module, error);
    free(data);
    return status == HW_OK ? hw_target_find((*module)->target, target, error) : status;
}

/* Constants of a module with their values, and of its kernels, beside the code. */
static bool same_consts(struct hw_const *const *a, size_t a_count, struct hw_const *const *b, size_t b_count)
{
    bool same = a_count == b_count;

    for (size_t i = 0; same && i < a_count; i++)
        same = a[i]->bank == b[i]->bank && a[i]->offset == b[i]->offset && a[i]->bytes == b[i]->bytes &&
               !a[i]->data == !b[i]->data &&
               (!a[i]->data || memcmp(a[i]->data, b[i]->data, a[i]->bytes) == 0);
    return same;
}

static bool same_data(const struct hw_section *a, const struct hw_section *b)
{
    return (!a && !b) || (a && b && a->bytes == b->bytes && !a->data == !b->data &&
                          (!a->data || memcmp(a->data, b->data, a->bytes) == 0));
}

/* The first thing beside code that differs; NULL: nothing. */
static const char *other_difference(struct hw_module *const module[2], const struct hw_diff_pairs *pairs)
{
    static const char *const sections[] = {".nv.global.init", ".nv.constant3", ".nv.constant4"};

    if (strcmp(module[0]->target, module[1]->target) != 0)
        return "targets";
    if (!same_consts(module[0]->consts, module[0]->const_count, module[1]->consts, module[1]->const_count))
        return "constants";
    for (size_t i = 0; i < pairs->count; i++)
        if (pairs->pair[i].a && pairs->pair[i].b &&
            !same_consts(pairs->pair[i].a->consts, pairs->pair[i].a->const_count, pairs->pair[i].b->consts,
                         pairs->pair[i].b->const_count))
            return "constants of kernels";
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (!same_data(hw_module_find_section(module[0], sections[i]),
                       hw_module_find_section(module[1], sections[i])))
            return "initial values of variables";
    return NULL;
}

/* All pairs: to `json`, or as text where that is NULL. */
static hw_status compare_pairs(const struct hw_diff_options *options, struct hw_module *const module[2],
                               const struct hw_target target[2], const struct hw_diff_pairs *pairs,
                               struct json_object *json, bool *differs, struct hw_error *error)
{
    for (size_t i = 0; i < pairs->count; i++) {
        const struct hw_diff_pair *pair = &pairs->pair[i];
        struct hw_diff diff;
        const hw_status status =
            hw_diff_kernels(module[0], pair->a, module[1], pair->b, options->sched, &diff, error);
        if (status == HW_OK) {
            const bool differ = hw_diff_differs(pair, &diff);
            if (json)
                hw_diff_put_json(json, options, target, pair, &diff);
            else if (differ || options->all || diff.count[HW_DIFF_RENAMED])
                hw_diff_print(options, target, pair, &diff);
            *differs |= differ;
        }
        hw_diff_free(&diff);
        if (status != HW_OK)
            return status;
    }
    return HW_OK;
}

static hw_status compare(const struct hw_diff_options *options, struct hw_module *const module[2],
                         const struct hw_target target[2], bool *differs, struct hw_error *error)
{
    struct json_object *json = options->json ? hw_json_object(NULL, NULL) : NULL;
    struct json_object *kernels = json ? hw_json_list(json, "kernels") : NULL;
    struct hw_diff_pairs pairs;
    hw_status status = hw_diff_pair_up(module[0], module[1], options->kernel, &pairs, error);
    const char *other = status == HW_OK && !options->kernel ? other_difference(module, &pairs) : NULL;

    *differs = other != NULL;
    if (other && !json)
        printf("%s differ\n", other);
    if (status == HW_OK)
        status = compare_pairs(options, module, target, &pairs, kernels, differs, error);
    if (json) {
        hw_json_text(json, "beside_code", other);
        hw_json_bool(json, "differs", *differs);
        hw_json_print(json, stdout);
    }
    free(pairs.pair);
    return status;
}

static int diff_files(const struct hw_diff_options *options)
{
    struct hw_module *module[2] = {NULL, NULL};
    struct hw_target target[2];
    struct hw_error error;
    hw_status status = HW_OK;
    bool differs = false;
    unsigned at = 0;

    for (; at < 2 && status == HW_OK; at++)
        status = open_module(options, options->file[at], &module[at], &target[at], &error);
    if (status != HW_OK) {
        hw_report(options->file[at - 1], NULL, &error);
    } else {
        status = compare(options, module, target, &differs, &error);
        if (status != HW_OK)
            hw_report(NULL, NULL, &error);
    }
    hw_module_free(module[0]);
    hw_module_free(module[1]);
    return status != HW_OK ? TROUBLE : differs ? DIFFERS : HW_EXIT_DONE;
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
    options.file[0] = operands.item[0];
    options.file[1] = operands.item[1];
    return diff_files(&options);
}

/* clang-format off */
const struct hw_command hw_command_diff = {
    .name = "diff",
    .summary = "compare two cubins by kernel and instruction",
    .usage = HW_STRINGS("halfwarp diff A B [-k KERNEL] [--target sm_NN] [--sched] [-U N] [--all] [--brief] [--json]"),
    .description =
        "Compare the code of two cubins. Each may also be a fatbin, program, library or object file, of which the "
        "first cubin is taken whose chip is known. Kernels of the same name are compared, then those whose code is "
        "nearest. Instructions are aligned; jumps are equal if they lead to the same instruction, at whatever "
        "address.\n"
        "A line begins with - for an instruction that only A has, + for one that only B has, < and > for one that "
        "changed, as in A and as in B, and ? for what differs in it; with r where registers were renamed, all the way "
        "and both ways, which is no change.",
    .groups = HW_GROUPS(HW_GROUP(NULL, diff_options)),
    .notes =
        "The exit status is 0 if nothing differs (but for registers' names and, without --sched, schedules), 1 if "
        "something does, and 2 if the files cannot be compared.",
    .examples = HW_EXAMPLES(
        {"halfwarp diff old.cubin new.cubin", "what a change of the source came to"},
        {"halfwarp diff --sched --all old.cubin new.cubin -k saxpy", "all of a kernel, with its schedule"}),
    .pages = HW_STRINGS("docs/diff.md"),
    .operands = 2,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
