/* SPDX-License-Identifier: MIT */
/* halfwarp time: a kernel of a file under the clock. */
/* summary: time a kernel on a chip, and say why */
#include "cli/run.h"
#include "cli/time_course.h"
#include "cli/time_report.h"

#include <halfwarp/timer.h>

#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp time FILE [-k KERNEL] --grid X[,Y[,Z]] --block X[,Y[,Z]] [OPTION]...\n"
    "\n"
    "Run a kernel as `halfwarp run` does, on a model of the chip: how many clocks it takes, and why.\n"
    "\n"
    "  --chip NAME         the chip, or a card (\"GTX 980\"); the oldest chip that the file's code runs on\n"
    "  --clock MHZ         the clock of its multiprocessors; by default the card's\n"
    "  --memory-clock MHZ  that of its memory, half the rate of data\n"
    "  --costs             what each instruction cost\n"
    "  --json              the report as JSON\n"
    "\n"
    "With `--model course FRAGMENT` the pipelines of a course are drawn instead: `halfwarp time --model course --help`.\n"
    "All options of `halfwarp run FILE` work here, too; --print and --dump write what the kernel has computed.\n"
    "\n"
    "  halfwarp time saxpy.cubin --chip \"GTX 280\" --grid 4096 --block 256 --arg u32:1048576 --arg f32:2 --arg buf:x=4m --arg buf:y=4m\n";
/* clang-format on */

struct timing {
    struct hw_time_view view;
    const char *chip, *clock, *memory_clock, *workers;
};

static hw_status take_clock(const char *text, uint32_t *khz, struct hw_error *error)
{
    uint64_t mhz = 0;
    hw_status status = text ? hw_number(text, 100000, false, &mhz, error) : HW_OK;

    *khz = (uint32_t)mhz * 1000;
    return status;
}

static hw_status time_launch(void *context, const struct hw_launch *launch, struct hw_launch_result *result,
                             struct hw_error *error)
{
    struct timing *timing = context;
    struct hw_timer_options options = {.chip = launch->code.chip, .workers = launch->host.workers};
    const struct hw_chip_info *chip;
    struct hw_timer *timer;
    struct hw_launch_time time;
    hw_status status = take_clock(timing->clock, &options.clock_khz, error);

    if (status == HW_OK)
        status = take_clock(timing->memory_clock, &options.memory_clock_khz, error);
    if (status == HW_OK && timing->chip)
        status = hw_card_find(timing->chip, &chip, &options.card, error);
    if (status == HW_OK)
        status = hw_timer_create(&options, &timer, error);
    if (status != HW_OK)
        return status;
    status = hw_timer_run(timer, launch, result, &time, error);
    if (status == HW_OK)
        hw_time_report(&timing->view, launch, &time);
    hw_timer_destroy(timer);
    return status;
}

/* Take `--model NAME` out of the arguments: the name, "full" where there is none. */
static const char *take_model(int *argc, char **argv)
{
    const char *model = "full";
    int kept = 1;

    for (int i = 1; i < *argc; i++)
        if (!strcmp(argv[i], "--model") && i + 1 < *argc)
            model = argv[++i];
        else
            argv[kept++] = argv[i];
    *argc = kept;
    argv[kept] = NULL;
    return model;
}

int hw_cmd_time(int argc, char **argv)
{
    const char *model = take_model(&argc, argv);
    struct hw_run_options options = {.command = "time"};
    struct timing timing = {.chip = NULL};
    const struct hw_option more[] = {
        {"--clock", .value = &timing.clock},
        {"--memory-clock", .value = &timing.memory_clock},
        {"--costs", .flag = &timing.view.costs},
        {"--json", .flag = &timing.view.json},
    };
    int status;

    if (!strcmp(model, "course"))
        return hw_time_course(argc, argv);
    if (strcmp(model, "full"))
        return hw_usage_error("time", "--model is full or course, not `%s`", model);
    if (!hw_run_options(&options, help, more, sizeof more / sizeof *more, argc, argv, &status))
        return status;
    timing.chip = options.chip;
    return hw_run_execute(&options, time_launch, &timing);
}
