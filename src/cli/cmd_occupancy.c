/* SPDX-License-Identifier: MIT */
/* halfwarp occupancy: how many blocks a multiprocessor holds at once, what limits them, and what would have
 * to change for more. */
#include "cli/cli.h"
#include "cli/occupancy_report.h"
#include "names/shown.h"

#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

struct occupancy_options {
    const char *sm, *chip, *kernel, *threads, *registers, *shared, *barriers, *preference, *carveout,
        *picture;
    struct hw_list rules;
    bool json, tables, mangled;
};

/* clang-format off */
/* In the order of enum hw_cache_preference. */
static const struct hw_option_word preferences[] = {
    {"none", NULL}, {"shared", NULL}, {"l1", NULL}, {"equal", NULL}, {.name = NULL},
};

/* Their names are those of hw_occupancy_rule_at. */
static const struct hw_option_word rules[] = {
    {"single-warps", "2.x: registers are given out by the warp, not by two"},
    {"paired-warps", "1.x: an odd warp takes the slots of two"},
    {"partitioned", "5.2, 5.3, 6.1, 6.2: global loads are cached, which halves them"},
    {"strict", "with partitioned: also where no block fits into a half"},
    {"calculator-block", "3.2, 5.2, 6.2: registers of a block as in NVIDIA's calculator"},
    {"encoded-registers", "1.x: 128 registers a thread, not 124"},
    {"four-warps", "6.0: registers of a block are counted for a multiple of four warps"},
    {.name = NULL},
};

static const struct hw_option occupancy_options[] = {
    {"--sm", .argument = "NUMBER", .help = "a compute capability: 2.0, 61, sm_35, 8.6; 9.0 is known as well",
     .kind = HW_KIND_TARGET, HW_VALUE(struct occupancy_options, sm)},
    {"--chip", .argument = "NAME", .help = "a chip or a card; of a file the oldest that its code runs on",
     .kind = HW_KIND_CHIP, HW_VALUE(struct occupancy_options, chip)},
    {"-k", "--kernel --kernel-name", "KERNEL", "a kernel of the file: its symbol, its name, or a part that only one has",
     .kind = HW_KIND_KERNEL, HW_VALUE(struct occupancy_options, kernel)},
    {"--mangled", .help = "show its symbol and not its name", HW_FLAG(struct occupancy_options, mangled)},
    {"--threads", .argument = "N", .help = "threads a block",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct occupancy_options, threads)},
    {"--regs", "--registers", "N", "registers a thread",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct occupancy_options, registers)},
    {"--shared", .argument = "BYTES", .help = "shared memory a block (k and m may follow): all of it, on 1.x with the "
     "16 bytes of the launch header and the parameters; with a file the dynamic part alone",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct occupancy_options, shared)},
    {"--barriers", .argument = "N", .help = "barriers of a block, of which later chips have only so many",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct occupancy_options, barriers)},
    {"--prefer", .argument = "WHAT", .help = "none, shared, l1 or equal: what 2.x, 3.x and later chips give shared "
     "memory (none: the most)", .words = preferences,
     HW_VALUE(struct occupancy_options, preference)},
    {"--carveout", .argument = "N", .help = "the same as percent of the most shared memory, for 7.0 and later",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct occupancy_options, carveout)},
    {"--rule", .argument = "NAME", .help = "another reading where sources differ; may be given several times:",
     .words = rules, HW_VALUES(struct occupancy_options, rules)},
    {"--table", .help = "tables over block size, registers and shared memory, too",
     HW_FLAG(struct occupancy_options, tables)},
    {"-o", "--output-file", "OUT.svg", "a picture of them", .kind = HW_KIND_OUTPUT,
     HW_VALUE(struct occupancy_options, picture)},
    {"--json", .help = "all of this as JSON", HW_FLAG(struct occupancy_options, json)},
    HW_OPTIONS_END,
};
/* clang-format on */

static hw_status take_number(const char *text, uint64_t most, bool suffix, uint64_t *value,
                             struct hw_error *error)
{
    return text ? hw_number(text, most, suffix, value, error) : HW_OK;
}

static unsigned rules_of(const struct hw_list *names)
{
    const struct hw_occupancy_rule *rule;
    unsigned all = 0;

    for (unsigned i = 0; i < names->count; i++)
        for (unsigned r = 0; (rule = hw_occupancy_rule_at(r)) != NULL; r++)
            all |= strcmp(rule->name, names->item[i]) ? 0 : rule->rule;
    return all;
}

/* "20" and "120" are compute capabilities as well. */
static hw_status take_chip(const struct occupancy_options *options, const struct hw_chip_info **chip,
                           struct hw_error *error)
{
    const char *sm = options->sm;
    char name[32];

    if (!sm)
        return options->chip ? hw_occupancy_chip(options->chip, chip, error) : HW_OK;
    const size_t digits = strspn(sm, "0123456789");
    if ((digits == 2 || digits == 3) && !sm[digits]) {
        snprintf(name, sizeof name, "sm_%s", sm);
        sm = name;
    }
    return hw_occupancy_chip(sm, chip, error);
}

/* All that the options alone say: an error is one of the command line. */
static hw_status take_options(const struct occupancy_options *options, struct hw_block_needs *needs,
                              struct hw_error *error)
{
    uint64_t threads = 0, registers = 0, shared_bytes = 0, barriers = 0, carveout = 0;
    hw_status status = take_number(options->threads, UINT32_MAX, false, &threads, error);

    if (!status)
        status = take_number(options->registers, UINT32_MAX, false, &registers, error);
    if (!status)
        status = take_number(options->shared, UINT32_MAX, true, &shared_bytes, error);
    if (!status)
        status = take_number(options->barriers, HW_BLOCK_BARRIERS, false, &barriers, error);
    if (!status)
        status = take_number(options->carveout, 100, false, &carveout, error);
    if (!status)
        status = take_chip(options, &needs->chip, error);
    needs->threads = (uint32_t)threads;
    needs->registers = (uint32_t)registers;
    needs->shared_bytes = shared_bytes;
    needs->barriers = (uint32_t)barriers;
    needs->carveout = (uint32_t)carveout;
    needs->preference = (enum hw_cache_preference)hw_option_word_number(preferences, options->preference);
    needs->rules = rules_of(&options->rules);
    if (options->carveout && carveout == 0)
        needs->preference = HW_PREFER_L1;
    return status;
}

static hw_status find_kernel(const struct hw_module *module, const char *name,
                             const struct hw_kernel **kernel, struct hw_error *error)
{
    const hw_status status = hw_cli_find_kernel(module, name, kernel, error);

    return !status && (*kernel)->function ? hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                                                    "'%.100s' is a function, not a kernel", (*kernel)->name)
                                          : status;
}

/* The code's chip, where none is given; else the code must run on it. */
static hw_status check_chip(const char *target, const struct hw_chip_info **chip, struct hw_error *error)
{
    const struct hw_chip_info *own;
    const hw_status status = hw_occupancy_chip(target, &own, error);

    if (status)
        return status;
    if (!*chip)
        *chip = own;
    if ((*chip)->capability < own->capability || (*chip)->capability / 10 != own->capability / 10)
        return hw_fail(error, HW_ERR_LAUNCH, "cli", "the code is for %s; chip %s is sm_%u", target,
                       (*chip)->name, (*chip)->capability);
    return HW_OK;
}

/* The module is the caller's, to free. */
static hw_status read_kernel(const char *file, const struct occupancy_options *options,
                             struct hw_occupancy_report *report, struct hw_module **module,
                             struct hw_error *error)
{
    struct hw_block_needs *needs = &report->needs;
    const struct hw_code_choice choice = {.kernel = options->kernel,
                                          .capability = needs->chip ? needs->chip->capability : 0};
    void *data = NULL;
    size_t size;
    hw_status status = hw_read_file(file, HW_FILE_MAX, &data, &size, error);

    if (!status)
        status = hw_cli_open_module(data, size, &choice, module, error);
    free(data);
    if (!status)
        status = find_kernel(*module, options->kernel, &report->kernel, error);
    if (!status)
        status = check_chip((*module)->target, &needs->chip, error);
    if (status)
        return status;
    report->file = *module;
    if (!options->registers)
        needs->registers = report->kernel->registers;
    if (!options->barriers)
        needs->barriers = report->kernel->barriers;
    needs->shared_bytes += report->kernel->shared_bytes;
    return HW_OK;
}

static void warn_of_rules(const struct hw_block_needs *needs)
{
    const struct hw_occupancy_rule *rule;

    for (unsigned i = 0; (rule = hw_occupancy_rule_at(i)) != NULL; i++)
        if (needs->rules & rule->rule & ~hw_occupancy_rules_of(needs->chip))
            hw_complain("warning: the rule %s does not matter on compute capability %u.%u", rule->name,
                        needs->chip->capability / 10, needs->chip->capability % 10);
}

static int write_picture(const struct hw_occupancy_report *report, const char *file)
{
    struct hw_error error;
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return hw_complain("out of memory");
    hw_draw_occupancy(report, out);
    int status = fclose(out) ? hw_complain("out of memory") : HW_EXIT_DONE;
    if (!status && hw_write_file(file, text, bytes, &error) != HW_OK)
        status = hw_report(file, NULL, &error);
    free(text);
    return status;
}

static int print_report(const struct occupancy_options *options, struct hw_occupancy_report *report)
{
    warn_of_rules(&report->needs);
    hw_report_occupancy(report);
    if (options->picture && write_picture(report, options->picture) != HW_EXIT_DONE)
        return HW_EXIT_FAILED;
    if (options->picture && strcmp(options->picture, "-") == 0)
        return HW_EXIT_DONE;
    if (options->json)
        hw_print_occupancy_json(report, options->tables);
    else
        hw_print_occupancy(report, options->tables);
    return HW_EXIT_DONE;
}

static int report_occupancy(const char *file, const struct occupancy_options *options)
{
    struct hw_occupancy_report report = {.file = NULL};
    struct hw_module *module = NULL;
    struct hw_error error;

    if (take_options(options, &report.needs, &error) != HW_OK)
        return hw_usage_error("occupancy", "%s", error.text);
    const int status = file && read_kernel(file, options, &report, &module, &error) != HW_OK
                           ? hw_report(file, NULL, &error)
                           : print_report(options, &report);
    hw_module_free(module);
    return status;
}

static int run(int argc, char **argv)
{
    struct occupancy_options options = {.sm = NULL};
    struct hw_list files = {.count = 0};
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_occupancy, &options, &files, &status))
        return status;
    if (options.mangled)
        hw_names_show_mangled();
    if (options.sm && options.chip)
        return hw_usage_error("occupancy", "--sm and --chip say the same; give one of them");
    if (!files.count && !options.sm && !options.chip)
        return hw_usage_error("occupancy", "expected --sm, --chip or a file");
    if (!files.count && options.kernel)
        return hw_usage_error("occupancy", "-k needs a file");
    if (!options.threads)
        return hw_usage_error("occupancy", "expected --threads");
    return report_occupancy(files.count ? files.item[0] : NULL, &options);
}

/* clang-format off */
const struct hw_command hw_command_occupancy = {
    .name = "occupancy",
    .summary = "blocks that a multiprocessor holds at once, and what limits them",
    .usage = HW_STRINGS(
        "halfwarp occupancy --sm NUMBER|--chip NAME --threads N [--regs N] [--shared BYTES] [OPTIONS]",
        "halfwarp occupancy FILE [-k KERNEL] --threads N [--shared BYTES] [--chip NAME] [OPTIONS]"),
    .description =
        "Show how many blocks of N threads a multiprocessor holds at once, what limits them, and the nearest "
        "changes that would put more warps on it. Registers, barriers and static shared memory are those of a kernel in a "
        "file (cubin, fatbin, program), of which a line as ptxas -v writes it is shown as well; or they are given. "
        "A number that is not given, or 0, limits nothing. docs/occupancy.md has the rules and their sources.",
    .groups = HW_GROUPS(HW_GROUP(NULL, occupancy_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp occupancy --sm 2.0 --threads 256 --regs 21 --shared 4k", "without a file"},
        {"halfwarp occupancy --chip \"GTX 980\" --threads 64 --regs 127 --shared 8k --table", "with tables"},
        {"halfwarp occupancy --sm 5.2 --threads 352 --regs 32 --rule partitioned --json", "another reading"},
        {"halfwarp occupancy kernel.cubin --threads 256 -o occupancy.svg", "a kernel, as a picture"}),
    .pages = HW_STRINGS("docs/occupancy.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
