/* SPDX-License-Identifier: MIT */
/* The command `halfwarp time --model course` runs a fragment on textbook pipelines, as text, SVG or JSON;
 * exercises. */
#include "cli/time_course.h"
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/time_course_json.h"

#include <halfwarp/chip.h>
#include <halfwarp/course.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum timeline { TIMELINE_TEXT, TIMELINE_SVG, TIMELINE_JSON };

struct course {
    struct hw_list operands;
    const char *sm, *chip, *warps_text, *latency_text, *isa, *timeline_text, *out, *exercises_text,
        *seed_text;
    bool threads, whole, json, answers;

    enum timeline timeline;
    unsigned capability;
    char name[16]; /* "sm_20" */
    uint64_t warps, latency, exercises, seed;
    struct hw_target target;
    const struct hw_course_machine *machine;
};

/* --- options --- */

/* "2.0", "20" or "sm_20" -> 20; 0: none of these. */
static unsigned capability_of(const char *text)
{
    unsigned major, minor;
    char end;
    if (sscanf(text, "%1u.%1u%c", &major, &minor, &end) == 2)
        return major * 10 + minor;
    if (!strncmp(text, "sm_", 3))
        text += 3;
    return sscanf(text, "%1u%1u%c", &major, &minor, &end) == 2 ? major * 10 + minor : 0;
}

static int choose_machine(struct course *course)
{
    const struct hw_chip_info *chip;
    struct hw_error error;
    if (course->sm && course->chip)
        return hw_usage_error("time", "--sm and --chip say the same; give one");
    course->capability = 10;
    if (course->sm)
        course->capability = capability_of(course->sm);
    if (course->chip && hw_chip_find(course->chip, &chip, &error) != HW_OK)
        return hw_usage_error("time", "%s", error.text);
    if (course->chip)
        course->capability = chip->capability;
    course->machine = hw_course_machine(course->capability);
    if (!course->machine)
        return hw_usage_error("time", "`%s` is no compute capability from 1.0 to 6.2",
                              course->sm ? course->sm : course->chip);
    snprintf(course->name, sizeof course->name, "sm_%u", course->capability);
    if (hw_code_target(course->isa ? course->isa : course->name, NULL, &course->target, &error) != HW_OK)
        return hw_usage_error("time", "%s", error.text);
    return HW_EXIT_DONE;
}

static int read_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    struct hw_error error;
    if (!text)
        return HW_EXIT_DONE;
    if (hw_number(text, most, false, value, &error) != HW_OK)
        return hw_usage_error("time", "%s: %s", option, error.text);
    if (*value < least)
        return hw_usage_error("time", "%s: `%s` is too small; at least %u is needed", option, text,
                              (unsigned)least);
    return HW_EXIT_DONE;
}

/* In the order of enum timeline. */
static const struct hw_option_word timelines[] = {
    {"text", NULL}, {"svg", NULL}, {"json", NULL}, {.name = NULL}};

static void choose_timeline(struct course *course)
{
    if (course->json)
        course->timeline = TIMELINE_JSON;
    if (course->timeline_text)
        course->timeline = (enum timeline)hw_option_word_number(timelines, course->timeline_text);
}

static int check(struct course *course)
{
    int status = choose_machine(course);
    if (!status)
        status = read_number("--warps", course->warps_text, 1, course->machine->contexts, &course->warps);
    if (!status)
        status = read_number("--latency", course->latency_text, 1, 1000, &course->latency);
    if (!status)
        status = read_number("--exercises", course->exercises_text, 1, 1000, &course->exercises);
    if (!status)
        status = read_number("--seed", course->seed_text, 0, UINT64_MAX, &course->seed);
    choose_timeline(course);
    if (!status && course->threads && course->timeline != TIMELINE_TEXT)
        return hw_usage_error("time", "--threads is for text");
    if (!status && !course->exercises && (!course->operands.count || !*course->operands.item[0]))
        return hw_usage_error("time", "which fragment? a file, - or the code itself");
    if (!status && course->exercises && course->operands.count)
        return hw_usage_error("time", "--exercises makes fragments of its own; `%s` is one too many",
                              course->operands.item[0]);
    return status;
}

/* --- input and output --- */

/* Code on the command line has a blank in it, which a name of a file there rarely has. */
static bool is_code(const char *operand)
{
    return strcmp(operand, "-") && access(operand, F_OK) && strpbrk(operand, " ;\n");
}

static hw_status print_text(const struct course *course, const struct hw_course_run *run, FILE *out,
                            struct hw_error *error)
{
    hw_status status = course->threads ? hw_course_print_threads(run, !course->whole, out, error)
                                       : hw_course_print_warps(run, !course->whole, out, error);
    fputc('\n', out);
    if (!status && hw_course_diverges(run->fragment) && !course->threads) {
        status = hw_course_print_paths(run, out, error);
        fputc('\n', out);
    }
    return status ? status : hw_course_print_summary(run, out, error);
}

static hw_status print_picture(const struct course *course, const struct hw_course_run *run, FILE *out,
                               struct hw_error *error)
{
    char title[96];
    snprintf(title, sizeof title, "CC %u.%u, %u warp%s: utilization %.3g, %.3g insn/cycle",
             course->capability / 10, course->capability % 10, run->warps, run->warps == 1 ? "" : "s",
             hw_course_utilization(run), hw_course_throughput(run));
    return hw_course_print_svg(run, !course->whole, title, out, error);
}

static hw_status print_run(const struct course *course, const struct hw_course_run *run, FILE *out,
                           struct hw_error *error)
{
    unsigned needed;
    if (course->timeline == TIMELINE_TEXT)
        return print_text(course, run, out, error);
    if (course->timeline == TIMELINE_SVG)
        return print_picture(course, run, out, error);
    hw_status status = hw_course_warps_needed(run->machine, run->fragment, run->latency, &needed, error);
    if (!status)
        hw_time_course_json(run, course->name, needed, out);
    return status;
}

/* Read the fragment and run it; what it prints goes to `out`. */
static int show_fragment(const struct course *course, FILE *out)
{
    const char *operand = course->operands.item[0], *name = operand;
    struct hw_course_fragment *fragment = NULL;
    struct hw_course_run run = {.events = NULL};
    struct hw_error error;
    void *data = NULL;
    size_t size = strlen(operand);
    hw_status status = HW_OK;
    if (is_code(operand)) {
        name = "fragment";
        data = strdup(operand);
        if (!data)
            status = hw_fail(&error, HW_ERR_NO_MEMORY, "course", "out of memory");
    } else {
        status = hw_read_file(operand, 1u << 20, &data, &size, &error);
    }
    if (!status)
        status = hw_course_fragment_read(data, size, &course->target, hw_target_syntax(&course->target),
                                         &fragment, &error);
    if (!status)
        status = hw_course_run(course->machine, fragment, (unsigned)course->warps, (unsigned)course->latency,
                               &run, &error);
    if (!status)
        status = print_run(course, &run, out, &error);
    int result = status ? hw_report(name, data, &error) : HW_EXIT_DONE;
    hw_course_run_end(&run);
    hw_course_fragment_free(fragment);
    free(data);
    return result;
}

static int print_course(const struct course *course, FILE *out)
{
    struct hw_error error;
    if (!course->exercises)
        return show_fragment(course, out);
    if (hw_course_exercises((unsigned)course->exercises, course->seed, course->answers, out, &error) != HW_OK)
        return hw_report(NULL, NULL, &error);
    return HW_EXIT_DONE;
}

/* Nothing is written unless all went well. */
static int show_in_full(const struct course *course)
{
    char *text = NULL;
    size_t size = 0;
    struct hw_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return hw_complain("out of memory");
    int status = print_course(course, out);
    if (fclose(out))
        status = hw_complain("out of memory");
    if (!status && hw_write_file(course->out ? course->out : "-", text, size, &error) != HW_OK)
        status = hw_report(NULL, NULL, &error);
    free(text);
    return status;
}

/* clang-format off */
static const struct hw_option course_options[] = {
    {"--sm", .argument = "CC", .help = "compute capability, 1.0 to 6.2; 1.0 if left out", HW_VALUE(struct course, sm)},
    {"--chip", .argument = "NAME", .help = "that of a chip or a card", .kind = HW_KIND_CHIP,
     HW_VALUE(struct course, chip)},
    {"--warps", .argument = "N", .help = "how many warps run it; 1 if left out", .kind = HW_KIND_NUMBER,
     HW_VALUE(struct course, warps_text)},
    {"--latency", .argument = "N", .help = "cycles until a result is there: 24 before 3.0, then 11, if left out",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct course, latency_text)},
    {"--isa", .argument = "NAME", .help = "the language of the fragment, if not that of the compute capability",
     .kind = HW_KIND_TARGET, HW_VALUE(struct course, isa)},
    {"--threads", .help = "a row for each thread", HW_FLAG(struct course, threads)},
    {"--whole", .help = "leave no idle cycles out and draw everything in full length", HW_FLAG(struct course, whole)},
    {"--timeline", .argument = "KIND", .help = "text, svg (a picture) or json; --json is the last",
     .words = timelines, HW_VALUE(struct course, timeline_text)},
    {"--json", .help = "the same as --timeline json", HW_FLAG(struct course, json)},
    {"--exercises", .argument = "N", .help = "a page of exercises; --seed chooses which, --answers adds the answers",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct course, exercises_text)},
    {"--seed", .argument = "N", .help = "which exercises", .kind = HW_KIND_NUMBER, HW_VALUE(struct course, seed_text)},
    {"--answers", .help = "with their answers", HW_FLAG(struct course, answers)},
    {"-o", "--output-file", "OUT", "a file instead of standard output", .kind = HW_KIND_OUTPUT,
     HW_VALUE(struct course, out)},
    HW_OPTIONS_END,
};

static const struct hw_command course_command = {
    .name = "time --model course",
    .usage = HW_STRINGS(
        "halfwarp time --model course FRAGMENT [--sm CC | --chip NAME] [--warps N] [--latency N] [--isa NAME] "
        "[--threads] [--whole] [--timeline text|svg|json] [--json] [-o OUT]",
        "halfwarp time --model course --exercises N [--seed N] [--answers] [-o OUT]"),
    .description =
        "Show in which cycles a fragment of code is dispatched on the simple pipelines of a course, with "
        "utilization and throughput (docs/course.md). FRAGMENT is a file, - for standard input, or the code itself.",
    .groups = HW_GROUPS(HW_GROUP(NULL, course_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp time --model course 'FMUL R17, R19, R29; RSQ R7, R7'", "two instructions, one after the other"},
        {"halfwarp time --model course fragment.sass --sm 2.0 --warps 4", "four warps on the pipelines of Fermi"},
        {"halfwarp time --model course --sm 1.0 --warps 2 'BR: BRA C0.NE, 0x40; if even; S1: FMUL R1, R2, R2; endif'",
         "a branch that half of the warps take"},
        {"halfwarp time --model course fragment.sass --sm 6.1 --warps 8 --timeline svg -o diagram.svg", "as a picture"},
        {"halfwarp time --model course --exercises 8 --seed 9 --answers", "eight exercises with their answers"}),
    .operands = 1,
    .operand = HW_KIND_FILE,
};
/* clang-format on */

int hw_time_course(int argc, char **argv)
{
    struct course course = {.warps = 1, .seed = 1};
    int status;

    if (!hw_args_parse(argc, argv, &course_command, &course, &course.operands, &status))
        return status;
    status = check(&course);
    return status ? status : show_in_full(&course);
}
