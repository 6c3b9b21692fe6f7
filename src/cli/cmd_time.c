/* SPDX-License-Identifier: MIT */
/* halfwarp time: a kernel of a file under the clock, or a whole CUDA program (cuda/profiler/profiler.h). */
#include "cli/program_line.h"
#include "cli/run.h"
#include "cli/time_course.h"
#include "cli/time_hazards.h"
#include "cli/time_metrics.h"
#include "cli/time_views.h"

#include <halfwarp/chip_override.h>
#include <halfwarp/timer.h>

#include <stdlib.h>
#include <string.h>

struct timing {
    struct hw_time_views views;
    const char *chip, *clock, *memory_clock, *against;
    struct hw_time_baseline other; /* what to compare with */
    struct hw_time_metrics metrics;
    bool is_other, hazards;
    struct hw_list sets; /* KEY=VALUE */
    struct hw_chip_change change[HW_LIST_MAX];
    size_t change_count;
};

/* What the command line says. */
struct time_line {
    struct hw_run_options options;
    struct timing timing;
};

#define WORDS "HALFWARP_TIME" /* a variable that has words */

/* clang-format off */
static const struct hw_option model_options[] = {
    {"--against", .argument = "NAME", .help = "another chip or card, or FILE.json of an earlier run: its figures beside "
     "those of this one", .kind = HW_KIND_CHIP, HW_VALUE(struct timing, against)},
    {"--clock", .argument = "MHZ", .help = "the clock of its multiprocessors; by default the card's",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct timing, clock)},
    {"--memory-clock", .argument = "MHZ", .help = "that of its memory, half the rate of data",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct timing, memory_clock)},
    {"--set", .argument = "KEY=VALUE,...", .help = "numbers of the chip changed, by their names in `halfwarp chips "
     "NAME`, and its card's mps and memory_bits; may be given many times", HW_VALUES(struct timing, sets)},
    {"--model", .argument = "full|course", .help = "course: the pipelines of a course, drawn (`halfwarp time --model "
     "course --help`)"},
    HW_OPTIONS_END,
};

static const struct hw_option report_options[] = {
    {"--costs", .help = "what each instruction cost, with its source line where the file knows it",
     HW_FLAG(struct timing, views.costs)},
    {"--hazards", .help = "instead: where the code's scheduling bits promise too little, on any path, in all cubins "
     "of the file that --target or --chip leaves; status 1 if somewhere",
     HW_FLAG(struct timing, hazards)},
    {"--json", .help = "the report as JSON", HW_FLAG(struct timing, views.json)},
    {"--report", .argument = "FILE", .help = "the report as one HTML page, with pictures", .kind = HW_KIND_OUTPUT,
     HW_VALUE(struct timing, views.report)},
    {"--metrics", .argument = "LIST", .help = "instead: nvprof's metrics, with commas between them, or all; where none "
     "needs the clock, the kernel just runs; --query-metrics lists them; as CSV with --csv",
     .kind = HW_KIND_METRIC, HW_VALUE(struct timing, metrics.names)},
    {"--events", .argument = "LIST", .help = "the same of nvprof's events", .kind = HW_KIND_EVENT,
     HW_VALUE(struct timing, metrics.events)},
    {"--csv", .help = "metrics as CSV", HW_FLAG(struct timing, metrics.csv)},
    {"--query-metrics", "--query-events", .help = "list them, as JSON with --json; nothing else may be on the line"},
    {"--timeline", .argument = "text|svg|json", .help = "what warps did in each clock: as letters, as a picture, or as "
     "a trace for Perfetto (ui.perfetto.dev); in place of the report, or with -o beside it",
     HW_VALUE(struct timing, views.timeline)},
    {"--timeline-sm", .argument = "N", .help = "whose warps (0); text and json take FIRST-LAST and all, too",
     HW_VALUE(struct timing, views.timeline_sm)},
    {"--timeline-clocks", .argument = "FROM-TO", .help = "from which clock to before which (all)",
     HW_VALUE(struct timing, views.timeline_clocks)},
    {"-o", "--output-file", "FILE", "write the timeline, or without one the report or the hazards, there", .kind = HW_KIND_OUTPUT,
     HW_VALUE(struct timing, views.out)},
    HW_OPTIONS_END,
};

static const struct hw_option program_options[] = {
    {"--print-gpu-trace", .help = "a list of all launches and copies instead", HW_VARIABLE(WORDS, "trace")},
    {"--csv", .help = "the table or the list as CSV", HW_VARIABLE(WORDS, "csv")},
    {"--json", .help = "the same as JSON", HW_VARIABLE(WORDS, "json")},
    {"--reuse", .help = "time launches once that find all as an earlier one did; those that replay finds",
     HW_VARIABLE(WORDS, "reuse")},
    {"--log-file", .argument = "FILE", .help = "write to FILE; %p in its name is the process", .kind = HW_KIND_OUTPUT,
     HW_VARIABLE("HALFWARP_TIME_FILE", NULL)},
    {"--clock", .argument = "MHZ", .help = "the clock of its multiprocessors", .kind = HW_KIND_NUMBER,
     HW_VARIABLE("HALFWARP_TIME_CLOCK", NULL)},
    {"--memory-clock", .argument = "MHZ", .help = "that of its memory", .kind = HW_KIND_NUMBER,
     HW_VARIABLE("HALFWARP_TIME_MEMORY_CLOCK", NULL)},
    {"--metrics", .argument = "LIST", .help = "nvprof's metrics of each kernel, with commas between them, or all",
     .kind = HW_KIND_METRIC, HW_VARIABLE("HALFWARP_TIME_METRICS", NULL)},
    {"--events", .argument = "LIST", .help = "its events", .kind = HW_KIND_EVENT,
     HW_VARIABLE("HALFWARP_TIME_EVENTS", NULL)},
    {"--set", .argument = "KEY=VALUE,...", .help = "numbers of the chip changed", HW_VARIABLE("HALFWARP_SET", NULL)},
    HW_OPTIONS_END,
};
/* clang-format on */

static hw_status take_clock(const char *text, uint32_t *khz, struct hw_error *error)
{
    uint64_t mhz = 0;
    hw_status status = text ? hw_number(text, 100000, false, &mhz, error) : HW_OK;

    *khz = (uint32_t)mhz * 1000;
    return status;
}

/* Run the launch with a listener more, and keep all that reports need. */
static hw_status time_run(struct hw_timer *timer, const struct hw_chip_info *chip,
                          const struct hw_kernel_run *run, struct hw_launch_result *result,
                          struct hw_timed_run **timed, struct hw_error *error)
{
    struct hw_launch launch = run->launch;
    struct hw_active_lanes lanes;
    struct hw_launch_time time;
    struct hw_listener *listeners = calloc(launch.listener_count + 1, sizeof *listeners);
    hw_status status;

    if (!listeners || !hw_active_lanes_begin(&lanes, &launch)) {
        free(listeners);
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timed launch");
    }
    if (launch.listener_count)
        memcpy(listeners, launch.listeners, launch.listener_count * sizeof *listeners);
    listeners[launch.listener_count++] = hw_active_lanes_listener(&lanes);
    launch.code.chip = chip;
    launch.listeners = listeners;
    status = hw_timer_run(timer, &launch, result, &time, error);
    if (status == HW_OK)
        status = hw_timed_run_make(run->module, &run->image, &launch, &time, &lanes, timed, error);
    hw_active_lanes_end(&lanes);
    free(listeners);
    return status;
}

/* What the timer is to be, and in *made the chip, where numbers of it are changed. */
static hw_status choose(const struct timing *timing, const struct hw_launch *launch,
                        struct hw_timer_options *options, struct hw_chip_info **made, struct hw_error *error)
{
    const char *name = timing->is_other ? timing->against : timing->chip;
    const struct hw_chip_info *chip;
    hw_status status = take_clock(timing->clock, &options->clock_khz, error);

    options->chip = launch->code.chip;
    options->workers = launch->host.workers;
    if (!timing->is_other && hw_time_views_need_timeline(&timing->views))
        options->window = &timing->views.window;
    if (status == HW_OK)
        status = take_clock(timing->memory_clock, &options->memory_clock_khz, error);
    if (status == HW_OK && name)
        status = hw_card_find(name, &chip, &options->card, error);
    if (status != HW_OK || timing->is_other || !timing->change_count)
        return status;
    status =
        hw_chip_override(options->chip, options->card, timing->change, timing->change_count, made, error);
    options->chip = *made;
    options->card = NULL;
    return status;
}

static hw_status take_timed(struct timing *timing, const struct hw_kernel_run *run,
                            const struct hw_timed_run *timed, struct hw_error *error)
{
    if (timing->is_other) {
        hw_time_baseline_set(timed, timing->views.costs, &timing->other);
        return HW_OK;
    }
    hw_progress_end(&run->progress);
    return hw_time_views_write(&timing->views, timed, &timing->other, error);
}

static hw_status time_with(struct timing *timing, const struct hw_timer_options *options,
                           const struct hw_kernel_run *run, struct hw_launch_result *result,
                           struct hw_error *error)
{
    struct hw_timer *timer = NULL;
    struct hw_timed_run *timed = NULL;
    hw_status status = hw_timer_create(options, &timer, error);

    if (status == HW_OK)
        status = time_run(timer, options->chip, run, result, &timed, error);
    hw_timer_destroy(timer);
    if (status == HW_OK) {
        status = take_timed(timing, run, timed, error);
        hw_timed_run_free(timed);
    }
    return status;
}

/* How many blocks a multiprocessor holds depends on their shared memory, so a kernel has what is declared. */
static void explain_fault(const struct hw_kernel_run *run, const struct hw_fault *fault)
{
    if (fault->kind == HW_FAULT_ADDRESS && fault->space == HW_OPERAND_SHARED &&
        run->module->container == HW_CONTAINER_TEXT && !run->options->shared)
        hw_complain(
            "a block has the %u bytes of shared memory that the file declares; --shared says what the "
            "launch adds",
            run->launch.shared_bytes);
}

static hw_status time_launch(void *context, const struct hw_kernel_run *run, struct hw_launch_result *result,
                             struct hw_error *error)
{
    struct timing *timing = context;
    struct hw_timer_options options = {.chip = NULL};
    struct hw_chip_info *made = NULL;
    hw_status status;

    status = choose(timing, &run->launch, &options, &made, error);
    if (status == HW_OK && timing->metrics.count)
        status = hw_time_metrics_run(&timing->metrics, run, &options, result, error);
    else if (status == HW_OK)
        status = time_with(timing, &options, run, result, error);
    explain_fault(run, &result->fault);
    hw_chip_override_free(made);
    return status;
}

/* An earlier run, or the launch on another chip: nothing that it computes is printed then. */
static int time_other(const struct hw_run_options *options, struct timing *timing)
{
    struct hw_run_options other = *options;
    struct hw_error error = {.text = ""};
    int status;

    if (hw_time_baseline_is_file(timing->against))
        return hw_time_baseline_read(timing->against, &timing->other, &error) == HW_OK
                   ? HW_EXIT_DONE
                   : hw_report_option("time", NULL, &error);
    if (hw_time_baseline_check_chip(timing->against, &error) != HW_OK)
        return hw_usage_error("time", "--against: %s", error.text);
    other.chip = timing->against;
    other.prints.count = other.dumps.count = 0;
    other.stats = other.trace = false;
    timing->is_other = true;
    status = hw_run_execute(&other, time_launch, timing);
    timing->is_other = false;
    return status;
}

static hw_status take_changes(struct timing *timing, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; status == HW_OK && i < timing->sets.count; i++)
        status = hw_chip_changes_read(timing->sets.item[i], timing->change, HW_LIST_MAX,
                                      &timing->change_count, error);
    return status;
}

/* Take `--model NAME` out of the arguments before `--`: the name, "full" where there is none. */
static const char *take_model(int *argc, char **argv)
{
    const char *model = "full";
    bool marked = false;
    int kept = 1;

    for (int i = 1; i < *argc; i++) {
        marked = marked || !strcmp(argv[i], "--");
        if (!marked && !strcmp(argv[i], "--model") && i + 1 < *argc)
            model = argv[++i];
        else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    argv[kept] = NULL;
    return model;
}

/* Nothing runs then, so that a launch has no meaning. */
static int find_hazards(const struct time_line *line)
{
    const struct hw_option *other = hw_option_given(
        &hw_command_time, line,
        HW_STRINGS("--hazards", "--kernel", "--target", "--chip", "--mangled", "--json", "-o"));

    if (other)
        return hw_usage_error("time", "%s has no meaning with --hazards, which runs nothing", other->name);
    return hw_time_hazards(&line->options, line->timing.views.json, line->timing.views.out);
}

static int run(int argc, char **argv)
{
    const char *model = take_model(&argc, argv);
    struct time_line line = {.options = {.command = "time", .shared_as_declared = true}};
    struct timing *const timing = &line.timing;
    struct hw_error error = {.text = ""};
    int status;

    if (hw_time_metrics_query(argc, argv, &status))
        return status;
    if (!strcmp(model, "course"))
        return hw_time_course(argc, argv);
    if (strcmp(model, "full"))
        return hw_usage_error("time", "--model is full or course, not `%s`", model);
    if (hw_run_program(argc, argv, &hw_command_time, WORDS, &status))
        return status;
    if (!hw_run_options(&line.options, &hw_command_time, &line, argc, argv, &status))
        return status;
    if (timing->hazards)
        return find_hazards(&line);
    if (hw_time_views_parse(&timing->views, &error) != HW_OK)
        return hw_report_option("time", NULL, &error);
    if (hw_time_metrics_parse(&timing->metrics, &error) != HW_OK)
        return hw_usage_error("time", "%s", error.text);
    if (timing->metrics.csv && !timing->metrics.count)
        return hw_usage_error("time", "--csv is for --metrics and --events; of a report there is --json");
    if (take_changes(timing, &error) != HW_OK)
        return hw_usage_error("time", "--set: %s", error.text);
    timing->chip = line.options.chip;
    timing->metrics.json = timing->views.json;
    timing->metrics.out = timing->views.out;
    if (timing->against)
        status = time_other(&line.options, timing);
    if (status == HW_EXIT_DONE)
        status = hw_run_execute(&line.options, time_launch, timing);
    hw_time_baseline_free(&timing->other);
    return status;
}

/* clang-format off */
const struct hw_command hw_command_time = {
    .name = "time",
    .summary = "time a kernel on a chip, and say why; or a CUDA program",
    .usage = HW_STRINGS(
        "halfwarp time FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [OPTION]...",
        "halfwarp time FILE [-k KERNEL] [--target NAME] [--chip NAME] --hazards [--json] [-o FILE]",
        "halfwarp time --query-metrics|--query-events [--json]",
        "halfwarp time [--chip NAME] [--print-gpu-trace] [--csv] [--json] [--log-file FILE] [--reuse] [--workers N] "
        "[--set LIST] [--metrics LIST] [--events LIST] [--clock MHZ] [--memory-clock MHZ] -- PROGRAM [ARGUMENT]..."),
    .description =
        "Run a kernel as `halfwarp run` does, on a model of the chip: how many clocks it takes, and why.",
    .groups = HW_GROUPS(HW_GROUP(NULL, hw_run_launch_rows),
                        HW_GROUP_AT("The model", model_options, offsetof(struct time_line, timing)),
                        HW_GROUP_AT("Reports", report_options, offsetof(struct time_line, timing)),
                        HW_GROUP("Memory", hw_run_memory_rows),
                        HW_GROUP("Execution", hw_run_execution_rows),
                        HW_PROGRAM_GROUP("Before a program", hw_program_rows),
                        HW_PROGRAM_GROUP(NULL, program_options)),
    .notes =
        "With `--model course FRAGMENT` the pipelines of a course are drawn instead: `halfwarp time --model course "
        "--help`.\n"
        "All options of `halfwarp run FILE` about a kernel work here, too; --print and --dump write what the kernel "
        "has computed. A text cubin's kernel has the shared memory that its file and --shared say, as that decides "
        "how many blocks run at once.\n"
        "With a CUDA program: its kernels and copies on the chip's timeline, as a table when it ends, on standard error.",
    .examples = HW_EXAMPLES(
        {"halfwarp time saxpy.cubin --chip \"GTX 280\" --grid 4096 --block 256 --arg u32:1048576 --arg f32:2 --arg buf:x=4m --arg buf:y=4m",
         "a kernel on a card"},
        {"halfwarp time saxpy.cubin --chip \"GTX 280\" --against g80 --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k --report saxpy.html",
         "on two chips, as a page"},
        {"halfwarp time saxpy.cubin --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k --timeline text --timeline-clocks 4000-4100",
         "what its warps do in some clocks"},
        {"halfwarp time saxpy.cubin --metrics gld_transactions,gld_efficiency --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k",
         "metrics of nvprof"},
        {"halfwarp time saxpy.cubin --chip g200 --set dram_efficiency=50,mps=15 --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k",
         "a chip that never was"},
        {"halfwarp time --chip gk104 -- ./vectorAdd", "a program"},
        {"halfwarp time --chip \"GTX 480\" --print-gpu-trace --csv --log-file trace.csv -- ./simpleStreams",
         "each launch and copy of one"}),
    .pages = HW_STRINGS("docs/time.md", "docs/time-programs.md", "docs/metrics.md", "docs/course.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
