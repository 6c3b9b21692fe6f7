/* SPDX-License-Identifier: MIT */
/* Figures about schedules with scoreboards, from code that NVIDIA's compilers made: what
 * docs/evidence/scheduling.md says of Volta to Ada.
 *
 * usage: schedule_figures latencies|classes|sources|costs STEP TARGET FILE...  STEP: of each file's cubins
 * only every so manieth.  TARGET: of archives only cubins for it, "" for all.
 *
 * latencies: for each kind of instruction that no scoreboard announces, and each kind that uses its result in
 * the same run of instructions: the least cycles between them, how often, how many there are, and an example.
 * classes: the same for timing classes.
 * sources: who overwrites what another has read, and how soon, or behind its scoreboard (`waited`).
 * costs: for each target kernels, instructions, what hw_sched_check finds in NVIDIA's schedule and in ours,
 * and the cycles that each stalls (the endless jump and NOPs are not counted); then the same with each loop's
 * cycles ten times, ours by NVIDIA's: the geometric mean of all kernels, and those above 1.1, with stall
 * counts of 0 as the 37 cycles that the warp rests and as 0. */
#include "kernel_files.h"
#include "loop_depth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 40 /* cycles: who uses a result later tells nothing */

/* ---------------------------------------------------------------- latencies */

struct pair {
    char name[96];
    unsigned least, times, all;
    char example[200];
};
static struct pair pairs[20000];
static unsigned pair_count;

static void note_pair(const char *name, unsigned cycles, const char *first, const char *second)
{
    unsigned i = 0;
    while (i < pair_count && strcmp(pairs[i].name, name) != 0)
        i++;
    if (i == pair_count) {
        if (pair_count == sizeof(pairs) / sizeof(pairs[0]))
            return;
        snprintf(pairs[pair_count++].name, sizeof(pairs[0].name), "%s", name);
        pairs[i].least = FAR;
    }
    pairs[i].all++;
    if (cycles < pairs[i].least) {
        pairs[i].least = cycles;
        pairs[i].times = 0;
        snprintf(pairs[i].example, sizeof(pairs[i].example), "%.90s ; %.90s", first, second);
    }
    pairs[i].times += cycles == pairs[i].least;
}

static const char *kind_of(unsigned resource)
{
    return resource < HW_READY_PRED    ? "R"
           : resource < HW_READY_COND  ? "P"
           : resource < HW_READY_UREG  ? "CC"
           : resource < HW_READY_UPRED ? "UR"
                                       : "UP";
}

static bool has(const struct hw_resources *set, unsigned resource)
{
    return hw_resources_next(set, resource) == resource;
}

/* The operation, with the suffixes that distinguish kinds. */
static void mnemonic(const struct hw_insn *insn, char name[24], char text[HW_TEXT_MAX])
{
    hw_print(insn, HW_SYNTAX_NV, 0, text, HW_TEXT_MAX);
    const char *at = *text == '@' ? strchr(text, ' ') + 1 : text;
    size_t length = strcspn(at, " ");
    bool whole = !strncmp(at, "HMMA", 4) || !strncmp(at, "IMMA", 4) || !strncmp(at, "BMMA", 4);
    if (!whole) {
        size_t first = strcspn(at, ". ");
        if (!strncmp(at, "IMAD", 4) && at[4] == '.')
            first += 1 + strcspn(at + first + 1, ". ");
        length = first < length ? first : length;
    }
    snprintf(name, 24, "%.*s", (int)(length < 23 ? length : 23), at);
}

static bool by_class;

static void name_insn(const struct hw_insn *insn, char name[24], char text[HW_TEXT_MAX])
{
    mnemonic(insn, name, text);
    if (by_class)
        snprintf(name, 24, "%s", hw_timing_class_name(hw_timing_class(insn)));
}

struct code {
    const struct hw_target *target;
    const struct hw_cfg *flow;
    const uint8_t *bytes;
    size_t length;
};

static void read_insn(const struct code *code, uint32_t i, struct hw_insn *insn)
{
    size_t at = code->flow->step[i].offset;
    if (hw_decode_code(code->target, code->bytes, code->length, &at, insn) != HW_OK)
        exit(1);
}

static void pair_up(const struct code *code, uint32_t first, uint32_t second, unsigned resource,
                    const char *how, unsigned cycles)
{
    const struct hw_sched_insn *writer = &code->flow->step[first], *reader = &code->flow->step[second];
    char names[2][24], texts[2][HW_TEXT_MAX], name[96];
    struct hw_insn insn;
    read_insn(code, first, &insn);
    name_insn(&insn, names[0], texts[0]);
    read_insn(code, second, &insn);
    name_insn(&insn, names[1], texts[1]);
    snprintf(name, sizeof(name), "%s %s%s %s %s%s", names[0], kind_of(resource),
             resource == writer->low_written ? ".low" : "", how, names[1],
             resource == reader->high_read  ? ".high"
             : resource == reader->low_read ? ".low"
                                            : "");
    note_pair(name, cycles, texts[0], texts[1]);
}

static bool guards(const struct hw_sched_insn *step, unsigned resource)
{
    return step->guard && resource == HW_READY_PRED + step->guard / 2 - 1u;
}

static void measure_result(const struct code *code, uint32_t i, uint32_t end, unsigned resource)
{
    const struct hw_cfg *flow = code->flow;
    unsigned cycles = 0;
    if (flow->step[i].sched.write < HW_SCOREBOARD_COUNT)
        return;
    for (uint32_t next = i + 1; next < end && cycles < FAR; next++) {
        const struct hw_sched_insn *user = &flow->step[next];
        cycles += hw_sched_insn_cycles(&flow->step[next - 1]);
        bool apart = flow->step[i].guard && user->guard == (flow->step[i].guard ^ 1);
        if (!apart && has(&user->reads, resource))
            pair_up(code, i, next, resource, guards(user, resource) ? "guards" : "to", cycles);
        if (!apart && has(&user->writes, resource) && !has(&user->reads, resource))
            pair_up(code, i, next, resource, "waw", cycles);
        if (has(&user->writes, resource))
            return;
    }
}

/* Who overwrites a source first: `waited`, the scoreboard that tells that it has been read; or how many
 * cycles later without one. */
static void measure_source(const struct code *code, uint32_t i, uint32_t end, unsigned resource)
{
    const struct hw_cfg *flow = code->flow;
    const struct hw_sched_insn *reader = &flow->step[i];
    unsigned cycles = 0, boards = 0;
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        boards |= (reader->sched.read == b || reader->sched.write == b) ? 1u << b : 0;
    for (uint32_t next = i + 1; next < end && cycles < FAR; next++) {
        const struct hw_sched_insn *user = &flow->step[next];
        cycles += hw_sched_insn_cycles(&flow->step[next - 1]);
        if (has(&user->writes, resource) || (user->sched.wait & boards)) {
            if (has(&user->writes, resource))
                pair_up(code, i, next, resource, user->sched.wait & boards ? "waited" : "war", cycles);
            return;
        }
    }
}

static bool of_sources;

static void measure(const struct kernel_place *place)
{
    struct hw_cfg flow;
    const struct hw_target *target = &place->target;
    const uint8_t *bytes = place->kernel->code;
    const size_t length = place->kernel->code_bytes;
    if (hw_cfg_decode(target, bytes, length, &flow) != HW_OK || hw_cfg_connect(&flow) != HW_OK)
        exit(1);
    struct code code = {target, &flow, bytes, length};
    for (uint32_t b = 0; b < flow.block_count; b++)
        for (uint32_t i = flow.block[b].first, end = i + flow.block[b].count; i < end; i++)
            if (of_sources) {
                HW_EACH_RESOURCE(r, &flow.step[i].reads)
                    measure_source(&code, i, end, r);
            } else {
                HW_EACH_RESOURCE(r, &flow.step[i].writes)
                    measure_result(&code, i, end, r);
            }
    hw_cfg_free(&flow);
}

/* ---------------------------------------------------------------- costs */

/* A stall count of 0 as the time for which the warp rests; as the number that it is. */
enum { RESTING, LITERAL, MEASURES };

struct cost {
    char target[16];
    unsigned long kernels, instructions, hazards[2], stalls[2], tangled, dear[MEASURES];
    double logarithms[MEASURES], worst[MEASURES]; /* of our weighted stalls to NVIDIA's, a kernel */
};
static struct cost costs[32];

struct place {
    const struct kernel_place *where;
    unsigned which;
    struct cost *cost;
};

#define MOST_SAID 20000
static unsigned said;

static void print_at(const struct place *place, size_t at, char text[HW_TEXT_MAX])
{
    struct hw_insn insn;
    const struct hw_kernel *kernel = place->where->kernel;
    if (hw_decode_code(&place->where->target, kernel->code, kernel->code_bytes, &at, &insn) == HW_OK)
        hw_print(&insn, HW_SYNTAX_NV, 0, text, HW_TEXT_MAX);
}

static void hazard(void *context, const struct hw_hazard *h)
{
    struct place *place = context;
    char text[2][HW_TEXT_MAX];
    place->cost->hazards[place->which]++;
    if (said++ >= MOST_SAID)
        return;
    print_at(place, h->producer, text[0]);
    print_at(place, h->offset, text[1]);
    printf("%s %.60s, %s: %s, %u cycles, kind %u: 0x%x %s; 0x%x %s\n", place->where->file,
           place->where->kernel->name, place->which ? "ours" : "theirs", h->name, h->missing, h->kind,
           (unsigned)h->producer, text[0], (unsigned)h->offset, text[1]);
}

/* Weighted: as often as ten rounds of each loop around it would execute it. */
struct stalls {
    unsigned long sum, instructions;
    double weighted[MEASURES];
};

static struct stalls stalls_of(const struct kernel_place *place)
{
    struct hw_cfg flow;
    struct stalls stalls = {0};
    if (hw_cfg_decode(&place->target, place->kernel->code, place->kernel->code_bytes, &flow) != HW_OK ||
        hw_cfg_connect(&flow) != HW_OK)
        exit(1);
    unsigned *depth = calloc(flow.block_count + 1, sizeof(*depth));
    if (!depth)
        exit(1);
    loop_depths(&flow, depth);
    for (uint32_t b = 0; b < flow.block_count; b++)
        for (uint32_t i = flow.block[b].first; i < flow.block[b].first + flow.block[b].count; i++)
            if (!flow.step[i].padding && !hw_jumps_to_itself(&flow, i)) {
                stalls.sum += hw_sched_insn_cycles(&flow.step[i]);
                stalls.weighted[RESTING] += hw_sched_insn_cycles(&flow.step[i]) * pow(10, depth[b]);
                stalls.weighted[LITERAL] += flow.step[i].sched.stall * pow(10, depth[b]);
                stalls.instructions++;
            }
    free(depth);
    hw_cfg_free(&flow);
    return stalls;
}

static struct cost *cost_for(const char *target)
{
    unsigned n = 0;
    while (costs[n].target[0] && strcmp(costs[n].target, target) != 0)
        n++;
    snprintf(costs[n].target, sizeof(costs[n].target), "%s", target);
    return &costs[n];
}

static void note_ratio(struct cost *cost, const struct kernel_place *place, unsigned measure, double ratio)
{
    cost->logarithms[measure] += log(ratio);
    cost->dear[measure] += ratio > 1.1;
    if (ratio > 1.1)
        printf("%s %.60s: %.3f of NVIDIA's\n", place->file, place->kernel->name, ratio);
    if (ratio > cost->worst[measure])
        cost->worst[measure] = ratio;
}

static void cost_of(const struct kernel_place *place)
{
    struct cost *cost = cost_for(place->target_name);
    struct stalls stalls[2];
    struct hw_kernel *kernel = place->kernel;
    for (unsigned which = 0; which < 2; which++) {
        struct place at = {place, which, cost};
        if (which && hw_schedule(&place->target, kernel->code, kernel->code_bytes, NULL) != HW_OK)
            exit(1);
        if (hw_sched_check(&place->target, kernel->code, kernel->code_bytes, hazard, &at, NULL) != HW_OK)
            cost->tangled++;
        stalls[which] = stalls_of(place);
        cost->stalls[which] += stalls[which].sum;
    }
    cost->instructions += stalls[0].instructions;
    if (stalls[0].sum) {
        cost->kernels++;
        for (unsigned i = 0; i < MEASURES; i++)
            note_ratio(cost, place, i, stalls[1].weighted[i] / stalls[0].weighted[i]);
    }
}

static double mean_ratio(const struct cost *cost, unsigned measure)
{
    return cost->kernels ? exp(cost->logarithms[measure] / (double)cost->kernels) : 1;
}

int main(int count, char **argument)
{
    if (count < 5)
        return 2;
    of_sources = !strcmp(argument[1], "sources");
    by_class = of_sources || !strcmp(argument[1], "classes");
    kernel_visit *const visit = strcmp(argument[1], "costs") ? measure : cost_of;
    for (int i = 4; i < count; i++)
        each_kernel(argument[i], strtoul(argument[2], NULL, 0), argument[3], visit);
    for (unsigned i = 0; i < pair_count; i++)
        printf("%-40s %3u %7u %7u  %s\n", pairs[i].name, pairs[i].least, pairs[i].times, pairs[i].all,
               pairs[i].example);
    for (unsigned i = 0; costs[i].target[0]; i++) {
        const struct cost *cost = &costs[i];
        printf("%s: %lu kernels, %lu instructions; hazards %lu, ours %lu; stalls %lu, ours %lu; tangled %lu; "
               "weighted %.4f, worst %.3f, above 1.1 %lu; with 0 as 0: %.4f, %.3f, %lu\n",
               cost->target, cost->kernels, cost->instructions, cost->hazards[0], cost->hazards[1],
               cost->stalls[0], cost->stalls[1], cost->tangled, mean_ratio(cost, RESTING),
               cost->worst[RESTING], cost->dear[RESTING], mean_ratio(cost, LITERAL), cost->worst[LITERAL],
               cost->dear[LITERAL]);
    }
    return 0;
}
