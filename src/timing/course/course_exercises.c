/* SPDX-License-Identifier: MIT */
/* This generator writes exercises on the course's model, with answers that the model itself gives.
 *
 * Fragments are put together at random from instructions of each kind; operands are often results of earlier
 * instructions, so that there is something to wait for.  The generator of random numbers is our own, hence a
 * seed gives the same page everywhere. */
#include <halfwarp/course.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 1000

struct exercise {
    unsigned capability, warps;
    char text[1024];
};

/* Knuth's linear congruential generator (MMIX). */
static unsigned pick(uint64_t *state, unsigned below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % below);
}

/* Seeds that are near each other give different exercises. */
static uint64_t first_state(uint64_t seed)
{
    uint64_t state = seed ^ UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned i = 0; i < 8; i++)
        pick(&state, 1);
    return state;
}

/* Text of the second kind is for all but CC 1.x. */
static const char *const texts[][2] = {
    {"IADD R%u, R%u, R%u", "IADD R%u, R%u, R%u"},
    {"FMUL R%u, R%u, R%u", "FMUL R%u, R%u, R%u"},
    {"FADD R%u, R%u, R%u", "FADD R%u, R%u, R%u"},
    {"RSQ R%u, R%u", "MUFU.RSQ R%u, R%u"},
};

static void add_line(struct exercise *exercise, const char *line)
{
    size_t length = strlen(exercise->text);
    snprintf(exercise->text + length, sizeof exercise->text - length, "%s\n", line);
}

/* One instruction; `made` results lie in the registers from R10 on. */
static void add_insn(struct exercise *exercise, uint64_t *state, const char *label, unsigned made,
                     bool depends, bool special)
{
    char insn[64], line[96];
    unsigned kind = special ? 3 : pick(state, 3), old = pick(state, 8);
    unsigned source = depends && made ? 10 + made - 1 - pick(state, made > 1 ? 2 : 1) : pick(state, 8);
    /* the formats are those above */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(insn, sizeof insn, texts[kind][exercise->capability >= 20], 10 + made, source, old);
#pragma GCC diagnostic pop
    snprintf(line, sizeof line, "%-4s%s;", label, insn);
    add_line(exercise, line);
}

static void make_straight(struct exercise *exercise, uint64_t *state)
{
    unsigned count = 3 + pick(state, 3), special = pick(state, 3) ? count : pick(state, count);
    for (unsigned i = 0; i < count; i++) {
        char label[16];
        snprintf(label, sizeof label, "I%u:", i + 1);
        add_insn(exercise, state, label, i, pick(state, 2), i == special);
    }
}

static void make_diverged(struct exercise *exercise, uint64_t *state)
{
    static const char *const lanes[] = {"even", "0-15", "0-7", "odd", "0", "8-23"};
    char line[64];
    unsigned made = 0, first = 1 + pick(state, 2), second = 1 + pick(state, 2);
    add_line(exercise, exercise->capability >= 20 ? "BR: @P0 BRA 0x40;" : "BR: BRA C0.NE, 0x40;");
    const char *const of_second = pick(state, 2) ? "all" : "none", *const of_first = lanes[pick(state, 6)];
    snprintf(line, sizeof line, "if W0=%s W1=%s", of_first, of_second);
    add_line(exercise, line);
    for (unsigned i = 0; i < first; i++, made++) {
        snprintf(line, sizeof line, "S%u:", i + 1);
        add_insn(exercise, state, line, made, i > 0, false);
    }
    add_line(exercise, "else");
    for (unsigned i = 0; i < second; i++, made++) {
        snprintf(line, sizeof line, "C%u:", i + 1);
        add_insn(exercise, state, line, made, i > 0, false);
    }
    add_line(exercise, "endif");
    add_insn(exercise, state, "E1:", made, true, false);
}

static void make_exercise(struct exercise *exercise, unsigned number, uint64_t *state)
{
    static const uint8_t capabilities[] = {10, 20, 13, 21, 30, 61, 60};
    *exercise = (struct exercise){.capability = capabilities[pick(state, 7)]};
    const struct hw_course_machine *machine = hw_course_machine(exercise->capability);
    if (number % 4 == 0) {
        exercise->warps = 2;
        make_diverged(exercise, state);
    } else {
        exercise->warps =
            machine->schedulers == 1 ? 1 + pick(state, 3) : machine->schedulers * (1 + pick(state, 2));
        make_straight(exercise, state);
    }
}

static void print_question(const struct exercise *exercise, unsigned number, FILE *out)
{
    bool paths = strstr(exercise->text, "endif") != NULL;
    fprintf(out,
            "## Exercise %u\n\n"
            "A multiprocessor of compute capability %u.%u runs this fragment by %u warp%s:\n\n"
            "```\n%s```\n\n",
            number, exercise->capability / 10, exercise->capability % 10, exercise->warps,
            exercise->warps == 1 ? "" : "s", exercise->text);
    fputs(paths ? "Draw the diagram and the table of paths. In which cycle does each warp begin its last\n"
                  "instruction? How many of the dispatched threads are masked?\n\n"
                : "Draw the diagram. What are utilization and instruction throughput? How many warps\n"
                  "would reach a utilization of 1.0?\n\n",
          out);
}

static hw_status print_paths_answer(const struct hw_course_run *run, FILE *out, struct hw_error *error)
{
    unsigned last = hw_course_insn_count(run->fragment) - 1;
    fputc('\n', out);
    hw_status status = hw_course_print_paths(run, out, error);
    fputc('\n', out);
    for (unsigned warp = 0; warp < run->warps; warp++)
        fprintf(out, "%sW%02u begins %s in cycle %u", warp ? "; " : "", warp,
                hw_course_insn_label(run->fragment, last), hw_course_event(run, warp, last)->start);
    fprintf(out, "\nMasked: %" PRIu64 " of %u threads\n", run->event_count * UINT64_C(32) - run->threads,
            run->event_count * 32);
    return status;
}

static hw_status print_answer(const struct exercise *exercise, unsigned number, FILE *out,
                              struct hw_error *error)
{
    char name[16];
    struct hw_target target;
    struct hw_course_fragment *fragment = NULL;
    struct hw_course_run run = {.events = NULL};
    snprintf(name, sizeof name, "sm_%u", exercise->capability);
    hw_status status = hw_target_find(name, &target, error);
    if (!status)
        status = hw_course_fragment_read(exercise->text, strlen(exercise->text), &target, HW_SYNTAX_NV,
                                         &fragment, error);
    if (!status)
        status =
            hw_course_run(hw_course_machine(exercise->capability), fragment, exercise->warps, 0, &run, error);
    if (!status) {
        fprintf(out, "### Answer %u\n\n```\n", number);
        status = hw_course_print_warps(&run, true, out, error);
    }
    if (!status && hw_course_diverges(fragment))
        status = print_paths_answer(&run, out, error);
    if (!status) {
        fputc('\n', out);
        status = hw_course_print_summary(&run, out, error);
        fputs("```\n\n", out);
    }
    hw_course_run_end(&run);
    hw_course_fragment_free(fragment);
    return status;
}

hw_status hw_course_exercises(unsigned count, uint64_t seed, bool answers, FILE *out, struct hw_error *error)
{
    struct exercise exercise;
    hw_status status = HW_OK;
    if (!count || count > COUNT_MAX)
        return hw_fail(error, HW_ERR_RANGE, "course", "%u exercises; expected 1 to %u", count, COUNT_MAX);
    fprintf(out,
            "# Exercises on the course's model\n\n"
            "The rules are in [course.md](course.md). This page is the output of\n"
            "`halfwarp time --model course --exercises %u --seed %" PRIu64 "%s`.\n\n",
            count, seed, answers ? " --answers" : "");
    uint64_t state = first_state(seed);
    for (unsigned i = 1; i <= count; i++) {
        make_exercise(&exercise, i, &state);
        print_question(&exercise, i, out);
    }
    state = first_state(seed);
    if (answers)
        fputs("# Answers\n\n", out);
    for (unsigned i = 1; answers && !status && i <= count; i++) {
        make_exercise(&exercise, i, &state);
        status = print_answer(&exercise, i, out, error);
    }
    return status;
}
