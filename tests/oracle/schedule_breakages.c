/* SPDX-License-Identifier: MIT */
/* What the checker of schedules sees of breakages that are planted into NVIDIA's schedules: what
 * docs/evidence/scheduling.md says of them.
 *
 * usage: schedule_breakages SEED PER_KERNEL FILE...
 *
 * Each breaks one dependency between two instructions of a run without jumps, of which this program sees by
 * itself that the second needs what the first does: a stall count lowered by one where no pair of these
 * operations in all the files leaves fewer cycles, a scoreboard no longer taken or no longer waited for,
 * another one taken or waited for, and a register kept for a reader that another one has written.  It prints
 * for each kind how many there were, how many were found, and how many of the others are harmless: where the
 * files themselves leave fewer cycles between two instructions of these timing classes, where an instruction
 * between the two waits for what is taken instead, or where a barrier between them lets all earlier accesses
 * read their sources.  It prints each that is neither. */
#include "kernel_files.h"
#include "sched/sched_insn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    STALL,
    WAIT_DROPPED,
    WAIT_MOVED,
    TAKEN_DROPPED,
    TAKEN_MOVED,
    READ_DROPPED,
    READ_WAIT_DROPPED,
    REUSE
};
#define KINDS 8

static const char *const kind_names[KINDS] = {"stall lowered",
                                              "wait dropped",
                                              "wait moved",
                                              "scoreboard dropped",
                                              "scoreboard moved",
                                              "scoreboard of sources dropped",
                                              "wait for sources dropped",
                                              "reuse of a register that changed"};

struct breakage {
    enum kind kind;
    uint32_t first, second; /* numbers of instructions */
    unsigned board;
    unsigned resource, cycles; /* of a stall */
};

static unsigned long planted[KINDS], found[KINDS], harmless[KINDS];
static unsigned long long random_state;
static unsigned most_per_kernel;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33) % limit;
}

/* ---------------------------------------------------------------- distances */

/* The fewest cycles between two operations, over all files. */
struct distance {
    uint64_t key;
    unsigned least;
};
static struct distance distances[1 << 16];

static unsigned *least_of(uint64_t key)
{
    unsigned at = (unsigned)(key * 0x9e3779b97f4a7c15ull >> 48);
    while (distances[at].key && distances[at].key != key)
        at = (at + 1) & 0xffff;
    if (!distances[at].key)
        distances[at] = (struct distance){key, 255};
    return &distances[at].least;
}

struct code {
    const struct kernel_place *place;
    struct hw_cfg flow;
    const struct hw_form **form; /* of each instruction */
};

static bool has(const struct hw_resources *set, unsigned resource)
{
    return hw_resources_next(set, resource) == resource;
}

/* Two that differ here may have different latencies: the forms, how the second reads, what is read. */
static uint64_t pair_key(const struct code *code, uint32_t first, uint32_t second, unsigned resource)
{
    const struct hw_sched_insn *writer = &code->flow.step[first], *reader = &code->flow.step[second];
    const unsigned part = resource == reader->high_read ? 1 : resource == reader->low_read ? 2 : 0;
    return (uint64_t)((uintptr_t)code->form[first] * 31 + (uintptr_t)code->form[second]) * 64 + part * 16 +
           (resource == writer->low_written) * 8 + (resource == hw_guard_resource(reader->guard)) * 4 +
           (resource >= HW_READY_UREG) * 2 + (resource >= HW_READY_PRED);
}

/* The same for timing classes: how the first writes, and how the second reads. */
static uint64_t class_key(const struct code *code, uint32_t first, uint32_t second, unsigned resource)
{
    const uint64_t pair = pair_key(code, first, second, resource) & 63;
    return (uint64_t)(uintptr_t)code->flow.step[first].timing * 4096 +
           (uint64_t)code->flow.step[second].timing->port * 64 + pair;
}

/* ---------------------------------------------------------------- candidates */

typedef void pair_fn(void *context, const struct code *code, uint32_t first, uint32_t second,
                     unsigned resource, unsigned cycles);

/* The first instruction of the run that reads what another of it has written, for each that is written. */
static void each_pair(const struct code *code, pair_fn *visit, void *context)
{
    for (uint32_t b = 0; b < code->flow.block_count; b++) {
        const uint32_t end = code->flow.block[b].first + code->flow.block[b].count;
        for (uint32_t i = code->flow.block[b].first; i < end; i++)
            HW_EACH_RESOURCE(r, &code->flow.step[i].writes) {
                unsigned cycles = 0;
                for (uint32_t j = i + 1; j < end && j < i + 200; j++) {
                    const struct hw_sched_insn *user = &code->flow.step[j];
                    cycles += hw_sched_insn_cycles(&code->flow.step[j - 1]);
                    if (has(&user->reads, r) && code->flow.step[i].guard == 0)
                        visit(context, code, i, j, r, cycles);
                    if (has(&user->reads, r) || has(&user->writes, r))
                        break;
                }
            }
    }
}

static bool is_fixed(const struct hw_sched_insn *step)
{
    return step->sched.write >= HW_SCOREBOARD_COUNT;
}

static void note_distance(void *context, const struct code *code, uint32_t first, uint32_t second,
                          unsigned resource, unsigned cycles)
{
    (void)context;
    const uint64_t keys[] = {pair_key(code, first, second, resource),
                             class_key(code, first, second, resource)};
    for (unsigned i = 0; i < 2 && is_fixed(&code->flow.step[first]); i++) {
        unsigned *least = least_of(keys[i]);
        *least = cycles < *least ? cycles : *least;
    }
}

struct choice {
    struct breakage chosen[KINDS][64];
    unsigned long seen[KINDS];
};

/* Keeps a random sample of what comes. */
static void offer(struct choice *choice, struct breakage breakage)
{
    const unsigned long seen = choice->seen[breakage.kind]++;
    if (seen < most_per_kernel)
        choice->chosen[breakage.kind][seen] = breakage;
    else if (random_below((unsigned)seen + 1) < most_per_kernel)
        choice->chosen[breakage.kind][random_below(most_per_kernel)] = breakage;
}

/* Whether something between the two has waited for the scoreboard, or takes it too. */
static bool is_disturbed(const struct code *code, uint32_t first, uint32_t second, unsigned board)
{
    for (uint32_t i = first + 1; i < second; i++) {
        const struct hw_sched_insn *step = &code->flow.step[i];
        if (step->sched.wait >> board & 1 || step->releases || step->sched.write == board ||
            step->sched.read == board || step->timing->order == code->flow.step[first].timing->order)
            return true;
    }
    return false;
}

/* Whether a scoreboard that the second waits for tells of the first: one that a later instruction of its
 * completion order has taken. */
static bool is_told_later(const struct code *code, uint32_t first, uint32_t second)
{
    const struct hw_sched_insn *reader = &code->flow.step[second];
    const unsigned order = code->flow.step[first].timing->order;
    for (uint32_t i = first + 1; order && i < second; i++) {
        const struct hw_sched_insn *step = &code->flow.step[i];
        if (step->timing->order == order && !is_fixed(step) && reader->sched.wait >> step->sched.write & 1)
            return true;
    }
    return false;
}

static void offer_pair(void *context, const struct code *code, uint32_t first, uint32_t second,
                       unsigned resource, unsigned cycles)
{
    const struct hw_sched_insn *writer = &code->flow.step[first], *reader = &code->flow.step[second];
    const unsigned board = writer->sched.write;
    if (is_fixed(writer) && cycles == *least_of(pair_key(code, first, second, resource)) && cycles <= 15 &&
        writer->sched.stall > 1 && !is_told_later(code, first, second))
        offer(context, (struct breakage){STALL, first, second, 0, resource, cycles});
    if (is_fixed(writer) || !(reader->sched.wait >> board & 1) || is_disturbed(code, first, second, board))
        return;
    const bool waits_for_other = reader->sched.wait >> (board + 1) % HW_SCOREBOARD_COUNT & 1;
    for (unsigned kind = WAIT_DROPPED; kind + waits_for_other <= TAKEN_MOVED; kind++)
        offer(context, (struct breakage){(enum kind)kind, first, second, board, resource, 0});
}

/* Sources that are read late, and the first instruction of the run that overwrites one. */
static void offer_sources(struct choice *choice, const struct code *code)
{
    for (uint32_t b = 0; b < code->flow.block_count; b++) {
        const uint32_t end = code->flow.block[b].first + code->flow.block[b].count;
        for (uint32_t i = code->flow.block[b].first; i < end; i++) {
            const struct hw_sched_insn *reader = &code->flow.step[i];
            const unsigned board = reader->sched.read;
            if (board >= HW_SCOREBOARD_COUNT || hw_resources_empty(&reader->late_reads) || reader->guard)
                continue;
            for (uint32_t j = i + 1; j < end && j < i + 200; j++) {
                const struct hw_sched_insn *writer = &code->flow.step[j];
                if (!hw_resources_overlap(&writer->writes, &reader->late_reads))
                    continue;
                const unsigned other = reader->sched.write;
                if (writer->sched.wait >> board & 1 && !is_disturbed(code, i, j, board) &&
                    writer->timing->order != reader->timing->order &&
                    (other >= HW_SCOREBOARD_COUNT ||
                     (!(writer->sched.wait >> other & 1) && !is_disturbed(code, i, j, other))))
                    for (unsigned kind = READ_DROPPED; kind <= READ_WAIT_DROPPED; kind++)
                        offer(choice, (struct breakage){(enum kind)kind, i, j, board, 0, 0});
                break;
            }
        }
    }
}

/* A register that the next reader through the same slot reads, too, and that has changed by then. */
static void offer_kept(struct choice *choice, const struct code *code)
{
    for (uint32_t b = 0; b < code->flow.block_count; b++) {
        const uint32_t end = code->flow.block[b].first + code->flow.block[b].count;
        for (uint32_t i = code->flow.block[b].first; i + 1 < end; i++) {
            const struct hw_sched_insn *step = &code->flow.step[i];
            for (unsigned s = 0; s < HW_OPERAND_SLOTS && !step->sched.yield; s++)
                if (step->slot[s] != HW_RZ && has(&step->writes, step->slot[s]) &&
                    step[1].slot[s] == step->slot[s])
                    offer(choice, (struct breakage){REUSE, i, i + 1, s, 0, 0});
        }
    }
}

/* ---------------------------------------------------------------- planting */

static void count(void *context, const struct hw_hazard *hazard)
{
    (void)hazard;
    ++*(unsigned long *)context;
}

static unsigned long hazards(const struct kernel_place *place)
{
    unsigned long sum = 0;
    if (hw_sched_check(&place->target, place->kernel->code, place->kernel->code_bytes, count, &sum, NULL) !=
        HW_OK)
        exit(1);
    return sum;
}

/* The schedules of the two after the breakage. */
static void breaks(const struct breakage *breakage, struct hw_sched *first, struct hw_sched *second)
{
    const unsigned other = (breakage->board + 1) % HW_SCOREBOARD_COUNT;
    switch (breakage->kind) {
    case STALL: first->stall--; break;
    case WAIT_MOVED: second->wait |= (uint8_t)(1u << other); /* fallthrough */
    case WAIT_DROPPED:
    case READ_WAIT_DROPPED: second->wait &= (uint8_t) ~(1u << breakage->board); break;
    case TAKEN_DROPPED: first->write = HW_SCHED_NO_BARRIER; break;
    case TAKEN_MOVED: first->write = (uint8_t)other; break;
    case READ_DROPPED: first->read = HW_SCHED_NO_BARRIER; break;
    case REUSE: first->reuse |= (uint8_t)(1u << breakage->board); break;
    }
}

/* Whether a barrier between the two lets no access to memory go on behind it. */
static bool is_drained_between(const struct code *code, const struct breakage *breakage)
{
    bool drained = false;
    for (uint32_t i = breakage->first + 1; i < breakage->second; i++)
        drained |= code->flow.step[i].drains;
    return drained && code->flow.step[breakage->first].timing->order == HW_ORDER_MEMORY;
}

/* Whether something between the two waits for the scoreboard that is taken instead, which it does not before
 * that counts: from the second cycle on. */
static bool is_waited_for_between(const struct code *code, const struct breakage *breakage)
{
    const unsigned other = (breakage->board + 1) % HW_SCOREBOARD_COUNT;
    unsigned cycles = 0;
    for (uint32_t i = breakage->first + 1; i <= breakage->second; i++) {
        cycles += hw_sched_insn_cycles(&code->flow.step[i - 1]);
        if (cycles > 1 && code->flow.step[i].sched.wait >> other & 1)
            return true;
    }
    return false;
}

static bool is_harmless(const struct code *code, const struct breakage *breakage)
{
    switch (breakage->kind) {
    case STALL:
        return *least_of(class_key(code, breakage->first, breakage->second, breakage->resource)) <
               breakage->cycles;
    case TAKEN_MOVED: return is_waited_for_between(code, breakage);
    case READ_DROPPED:
    case READ_WAIT_DROPPED: return is_drained_between(code, breakage);
    default: return false;
    }
}

static void say(const struct code *code, const struct breakage *breakage)
{
    const struct kernel_place *place = code->place;
    char text[2][HW_TEXT_MAX] = {"", ""};
    for (unsigned i = 0; i < 2; i++) {
        struct hw_insn insn;
        size_t at = code->flow.step[i ? breakage->second : breakage->first].offset;
        if (hw_decode_code(&place->target, place->kernel->code, place->kernel->code_bytes, &at, &insn) ==
            HW_OK)
            hw_print(&insn, HW_SYNTAX_NV, 0, text[i], HW_TEXT_MAX);
    }
    printf("missed: %s: %s %.60s: 0x%x %s; 0x%x %s\n", kind_names[breakage->kind], place->file,
           place->kernel->name, (unsigned)code->flow.step[breakage->first].offset, text[0],
           (unsigned)code->flow.step[breakage->second].offset, text[1]);
}

static void plant(const struct code *code, const struct breakage *breakage, unsigned long before)
{
    const struct kernel_place *place = code->place;
    const struct hw_sched_insn *first = &code->flow.step[breakage->first],
                               *second = &code->flow.step[breakage->second];
    struct hw_sched broken[2] = {first->sched, second->sched};
    const uint32_t whole[2] = {hw_code_control(&place->target, place->kernel->code, first->offset),
                               hw_code_control(&place->target, place->kernel->code, second->offset)};
    breaks(breakage, &broken[0], &broken[1]);
    hw_code_set_control(&place->target, place->kernel->code, first->offset,
                        hw_sched_pack(HW_SCHED_SCOREBOARDS, &broken[0]));
    hw_code_set_control(&place->target, place->kernel->code, second->offset,
                        hw_sched_pack(HW_SCHED_SCOREBOARDS, &broken[1]));
    const bool is_found = hazards(place) > before;
    hw_code_set_control(&place->target, place->kernel->code, first->offset, whole[0]);
    hw_code_set_control(&place->target, place->kernel->code, second->offset, whole[1]);
    planted[breakage->kind]++;
    found[breakage->kind] += is_found;
    if (is_found)
        return;
    if (is_harmless(code, breakage))
        harmless[breakage->kind]++;
    else
        say(code, breakage);
}

/* ---------------------------------------------------------------- kernels */

static struct code read_code(const struct kernel_place *place)
{
    struct code code = {.place = place};
    struct hw_kernel *kernel = place->kernel;
    if (hw_cfg_decode(&place->target, kernel->code, kernel->code_bytes, &code.flow) != HW_OK ||
        hw_cfg_connect(&code.flow) != HW_OK)
        exit(1);
    code.form = calloc(code.flow.count + 1, sizeof(*code.form));
    if (!code.form)
        exit(1);
    for (uint32_t i = 0; i < code.flow.count; i++) {
        struct hw_insn insn;
        size_t at = code.flow.step[i].offset;
        if (hw_decode_code(&place->target, kernel->code, kernel->code_bytes, &at, &insn) == HW_OK)
            code.form[i] = insn.form;
    }
    return code;
}

static void free_code(struct code *code)
{
    hw_cfg_free(&code->flow);
    free(code->form);
}

static void measure(const struct kernel_place *place)
{
    struct code code = read_code(place);
    each_pair(&code, note_distance, NULL);
    free_code(&code);
}

static void break_kernel(const struct kernel_place *place)
{
    struct code code = read_code(place);
    static struct choice choice;
    choice = (struct choice){.seen = {0}};
    each_pair(&code, offer_pair, &choice);
    offer_sources(&choice, &code);
    offer_kept(&choice, &code);
    const unsigned long before = hazards(place);
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned i = 0; i < most_per_kernel && i < choice.seen[kind]; i++)
            plant(&code, &choice.chosen[kind][i], before);
    free_code(&code);
}

int main(int count_of, char **argument)
{
    if (count_of < 4)
        return 2;
    random_state = strtoull(argument[1], NULL, 0);
    most_per_kernel = (unsigned)strtoul(argument[2], NULL, 0);
    most_per_kernel = most_per_kernel > 64 ? 64 : most_per_kernel;
    for (int i = 3; i < count_of; i++)
        each_kernel(argument[i], 1, "", measure);
    for (int i = 3; i < count_of; i++)
        each_kernel(argument[i], 1, "", break_kernel);
    for (unsigned kind = 0; kind < KINDS; kind++)
        printf("%s: %lu planted, %lu found, %lu harmless\n", kind_names[kind], planted[kind], found[kind],
               harmless[kind]);
    return 0;
}
