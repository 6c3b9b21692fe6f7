/* SPDX-License-Identifier: MIT */
/* halfwarp time: a kernel of a file under the clock, or a whole CUDA program (cuda/profiler/profiler.h). */
/* summary: time a kernel on a chip, and say why; or a CUDA program */
#include "cli/run.h"
#include "cli/time_course.h"
#include "cli/time_hazards.h"
#include "cli/time_metrics.h"
#include "cli/time_views.h"

#include <halfwarp/chip_override.h>
#include <halfwarp/timer.h>

#include <stdlib.h>
#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp time FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [OPTION]...\n"
    "       halfwarp time --query-metrics|--query-events [--json]\n"
    "       halfwarp time [--chip NAME] [--print-gpu-trace] [--csv] [--json] [--log-file FILE] [--reuse] [--workers N]\n"
    "                     [--set LIST] [--metrics LIST] [--events LIST] [--clock MHZ] [--memory-clock MHZ] -- PROGRAM [ARGUMENT]...\n"
    "\n"
    "Run a kernel as `halfwarp run` does, on a model of the chip: how many clocks it takes, and why.\n"
    "\n"
    "  --chip NAME         the chip, or a card (\"GTX 980\"); the oldest chip that the file's code runs on\n"
    "  --against NAME      another chip or card, or FILE.json of an earlier run: its figures beside those of this one\n"
    "  --clock MHZ         the clock of its multiprocessors; by default the card's\n"
    "  --memory-clock MHZ  that of its memory, half the rate of data\n"
    "  --set KEY=VALUE,... numbers of the chip changed, by their names in `halfwarp chips NAME`, and its card's mps\n"
    "                      and memory_bits; may be given many times\n"
    "  --costs             what each instruction cost, with its source line where the file knows it\n"
    "  --hazards           instead: where the code's scheduling bits promise too little, on any path\n"
    "  --json              the report as JSON\n"
    "  --report FILE       the report as one HTML page, with pictures\n"
    "  --metrics LIST      instead: nvprof's metrics, with commas between them, or all; where none needs the clock, the\n"
    "                      kernel just runs; --query-metrics lists them; as CSV with --csv\n"
    "  --events LIST       the same of nvprof's events\n"
    "  --timeline text|svg|json   what warps did in each clock: as letters, as a picture, or as a trace for Perfetto\n"
    "                      (ui.perfetto.dev); in place of the report, or with -o beside it\n"
    "  --timeline-sm N     whose warps (0); text and json take FIRST-LAST and all, too\n"
    "  --timeline-clocks FROM-TO   from which clock to before which (all)\n"
    "  -o FILE             write the timeline, or without one the report, there\n"
    "\n"
    "With `--model course FRAGMENT` the pipelines of a course are drawn instead: `halfwarp time --model course --help`.\n"
    "All options of `halfwarp run FILE` work here, too; --print and --dump write what the kernel has computed.  A text\n"
    "cubin's kernel has the shared memory that its file and --shared say, as that decides how many blocks run at once.\n"
    "\n"
    "With a CUDA program: its kernels and copies on the chip's timeline, as a table when it ends, on standard error.\n"
    "\n"
    "  --print-gpu-trace   a list of all launches and copies instead\n"
    "  --csv, --json       the table or the list in that form\n"
    "  --metrics LIST      nvprof's metrics of each kernel, with commas between them, or all; --events LIST its events\n"
    "  --log-file FILE     write to FILE; %p in its name is the process\n"
    "  --reuse             time launches once that find all as an earlier one did; those that replay finds\n"
    "  --workers N         host threads; no result depends on them\n"
    "  --strict            refuse kernels that are in doubt\n"
    "\n"
    "  halfwarp time saxpy.cubin --chip \"GTX 280\" --grid 4096 --block 256 --arg u32:1048576 --arg f32:2 --arg buf:x=4m --arg buf:y=4m\n"
    "  halfwarp time saxpy.cubin --chip \"GTX 280\" --against g80 --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k --report saxpy.html\n"
    "  halfwarp time saxpy.cubin --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k --timeline text --timeline-clocks 4000-4100\n"
    "  halfwarp time saxpy.cubin --metrics gld_transactions,gld_efficiency --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k\n"
    "  halfwarp time saxpy.cubin --chip g200 --set dram_efficiency=50,mps=15 --grid 64 --block 256 --arg u32:16384 --arg f32:2 --arg buf:x=64k --arg buf:y=64k\n"
    "  halfwarp time --chip gk104 -- ./vectorAdd\n"
    "  halfwarp time --chip \"GTX 480\" --print-gpu-trace --csv --log-file trace.csv -- ./simpleStreams\n";
/* clang-format on */

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

static const struct hw_program_form program_form = {"time",
                                                    "HALFWARP_TIME",
                                                    {{"--print-gpu-trace", "HALFWARP_TIME", "trace"},
                                                     {"--csv", "HALFWARP_TIME", "csv"},
                                                     {"--json", "HALFWARP_TIME", "json"},
                                                     {"--reuse", "HALFWARP_TIME", "reuse"},
                                                     {"--log-file", "HALFWARP_TIME_FILE", NULL},
                                                     {"--clock", "HALFWARP_TIME_CLOCK", NULL},
                                                     {"--memory-clock", "HALFWARP_TIME_MEMORY_CLOCK", NULL},
                                                     {"--metrics", "HALFWARP_TIME_METRICS", NULL},
                                                     {"--events", "HALFWARP_TIME_EVENTS", NULL},
                                                     {"--set", "HALFWARP_SET", NULL}}};

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

    if (timing->hazards)
        return hw_time_hazards(&run->launch, error);
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
                   : hw_report_option("time", timing->against, &error);
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

int hw_cmd_time(int argc, char **argv)
{
    const char *model = take_model(&argc, argv);
    struct hw_run_options options = {.command = "time", .shared_as_declared = true};
    struct timing timing = {.chip = NULL};
    const struct hw_option more[] = {
        {"--clock", .value = &timing.clock},
        {"--memory-clock", .value = &timing.memory_clock},
        {"--against", .value = &timing.against},
        {"--metrics", .value = &timing.metrics.names},
        {"--csv", .flag = &timing.metrics.csv},
        {"--events", .value = &timing.metrics.events},
        {"--set", .list = &timing.sets},
        {"--costs", .flag = &timing.views.costs},
        {"--hazards", .flag = &timing.hazards},
        {"--json", .flag = &timing.views.json},
        {"--report", .value = &timing.views.report},
        {"--timeline", .value = &timing.views.timeline},
        {"--timeline-sm", .value = &timing.views.timeline_sm},
        {"--timeline-clocks", .value = &timing.views.timeline_clocks},
        {"-o", .value = &timing.views.out},
    };
    struct hw_error error = {.text = ""};
    int status;

    if (hw_time_metrics_query(argc, argv, &status))
        return status;
    if (!strcmp(model, "course"))
        return hw_time_course(argc, argv);
    if (strcmp(model, "full"))
        return hw_usage_error("time", "--model is full or course, not `%s`", model);
    if (hw_run_program(argc, argv, &program_form, &status))
        return status;
    if (!hw_run_options(&options, help, more, sizeof more / sizeof *more, argc, argv, &status))
        return status;
    if (hw_time_views_parse(&timing.views, &error) != HW_OK ||
        hw_time_metrics_parse(&timing.metrics, &error) != HW_OK)
        return hw_report_option("time", NULL, &error);
    if (take_changes(&timing, &error) != HW_OK)
        return hw_usage_error("time", "--set: %s", error.text);
    timing.chip = options.chip;
    timing.metrics.json = timing.views.json;
    timing.metrics.out = timing.views.out;
    if (timing.against)
        status = time_other(&options, &timing);
    if (status == HW_EXIT_DONE)
        status = hw_run_execute(&options, time_launch, &timing);
    hw_time_baseline_free(&timing.other);
    return status;
}
