/* SPDX-License-Identifier: MIT */
/* Figures about schedules with scoreboards, from code that NVIDIA's compilers made: what
 * docs/evidence/scheduling.md says of Volta to Ada.
 *
 * usage: schedule_figures latencies|costs STEP TARGET FILE...  STEP: of each file's cubins only every so
 * manieth.  TARGET: of archives only cubins for it, "" for all.
 *
 * latencies: for each kind of instruction that no scoreboard announces, and each kind that uses its result in
 * the same run of instructions: the least cycles between them, how often, how many there are, and an example.
 * costs: for each target kernels, instructions, what hw_sched_check finds in NVIDIA's schedule and in ours,
 * and the cycles that each stalls (the endless jump and NOPs are not counted). */
#include "sched/sched_insn.h"

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 40 /* cycles: who uses a result later tells nothing */

/* ---------------------------------------------------------------- latencies */

struct pair {
    char name[64];
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
    char names[2][24], texts[2][HW_TEXT_MAX], name[64];
    struct hw_insn insn;
    if (code->flow->step[first].sched.write < HW_SCOREBOARD_COUNT)
        return;
    read_insn(code, first, &insn);
    mnemonic(&insn, names[0], texts[0]);
    read_insn(code, second, &insn);
    mnemonic(&insn, names[1], texts[1]);
    snprintf(name, sizeof(name), "%s %s %s %s", names[0], kind_of(resource), how, names[1]);
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

static void measure(const struct hw_target *target, const uint8_t *bytes, size_t length)
{
    struct hw_cfg flow;
    if (hw_cfg_decode(target, bytes, length, &flow) != HW_OK || hw_cfg_connect(&flow) != HW_OK)
        exit(1);
    struct code code = {target, &flow, bytes, length};
    for (uint32_t b = 0; b < flow.block_count; b++)
        for (uint32_t i = flow.block[b].first, end = i + flow.block[b].count; i < end; i++)
            HW_EACH_RESOURCE(r, &flow.step[i].writes)
                measure_result(&code, i, end, r);
    hw_cfg_free(&flow);
}

/* ---------------------------------------------------------------- costs */

struct cost {
    char target[16];
    unsigned long kernels, instructions, hazards[2], stalls[2], tangled;
};
static struct cost costs[32];

struct place {
    const struct hw_target *target;
    const struct hw_kernel *code;
    const char *file, *kernel;
    unsigned which;
    struct cost *cost;
};

#define MOST_SAID 20000
static unsigned said;

static void print_at(const struct place *place, size_t at, char text[HW_TEXT_MAX])
{
    struct hw_insn insn;
    if (hw_decode_code(place->target, place->code->code, place->code->code_bytes, &at, &insn) == HW_OK)
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
    printf("%s %.60s, %s: %s, %u cycles, kind %u: 0x%x %s; 0x%x %s\n", place->file, place->kernel,
           place->which ? "ours" : "theirs", h->name, h->missing, h->kind, (unsigned)h->producer, text[0],
           (unsigned)h->offset, text[1]);
}

static unsigned long stalls(const struct hw_cfg *flow, unsigned long *instructions)
{
    unsigned long sum = 0;
    for (uint32_t i = 0; i < flow->count; i++)
        if (!flow->step[i].padding && !hw_jumps_to_itself(flow, i)) {
            sum += hw_sched_insn_cycles(&flow->step[i]);
            *instructions += 1;
        }
    return sum;
}

static void cost_of(const struct hw_target *target, const char *chip, const char *file,
                    struct hw_kernel *kernel)
{
    unsigned n = 0;
    while (costs[n].target[0] && strcmp(costs[n].target, chip) != 0)
        n++;
    struct cost *cost = &costs[n];
    snprintf(cost->target, sizeof(cost->target), "%s", chip);
    cost->kernels++;
    unsigned long instructions = 0;
    for (unsigned which = 0; which < 2; which++) {
        struct hw_cfg flow;
        struct place place = {target, kernel, file, kernel->name, which, cost};
        if (which && hw_schedule(target, kernel->code, kernel->code_bytes, NULL) != HW_OK)
            exit(1);
        if (hw_sched_check(target, kernel->code, kernel->code_bytes, hazard, &place, NULL) != HW_OK)
            cost->tangled++;
        if (hw_cfg_decode(target, kernel->code, kernel->code_bytes, &flow) != HW_OK)
            exit(1);
        instructions = 0;
        unsigned long sum = stalls(&flow, &instructions);
        cost->stalls[which] += sum;
        hw_cfg_free(&flow);
    }
    cost->instructions += instructions;
}

/* ---------------------------------------------------------------- files */

static void read_cubin(const char *file, const uint8_t *bytes, size_t size, bool latencies)
{
    struct hw_module *module;
    struct hw_target target;
    struct hw_error error;
    if (hw_module_read(bytes, size, &module, &error) != HW_OK) {
        fprintf(stderr, "%s: %s\n", file, error.text);
        return;
    }
    if (hw_target_find(module->target, &target, &error) == HW_OK &&
        hw_sched_kind(&target) == HW_SCHED_SCOREBOARDS)
        for (size_t k = 0; k < module->kernel_count; k++) {
            if (latencies)
                measure(&target, module->kernels[k]->code, module->kernels[k]->code_bytes);
            else
                cost_of(&target, module->target, file, module->kernels[k]);
        }
    hw_module_free(module);
}

static void read_file(const char *path, size_t step, const char *only, bool latencies)
{
    struct hw_archive *archive;
    struct hw_error error;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size ||
        hw_archive_open(bytes, size, &archive, &error) != HW_OK)
        exit(1);
    fclose(file);
    for (size_t i = 0, n = 0; i < archive->entry_count; i++) {
        uint8_t *cubin;
        size_t length;
        if (archive->entries[i].kind != HW_ENTRY_CUBIN ||
            (*only && *archive->entries[i].target && strcmp(archive->entries[i].target, only)))
            continue;
        if (n++ % step)
            continue;
        if (hw_entry_unpack(archive, i, &cubin, &length, &error) == HW_OK) {
            read_cubin(path, cubin, length, latencies);
            free(cubin);
        }
    }
    hw_archive_close(archive);
    free(bytes);
}

int main(int count, char **argument)
{
    if (count < 5)
        return 2;
    bool latencies = !strcmp(argument[1], "latencies");
    for (int i = 4; i < count; i++)
        read_file(argument[i], strtoul(argument[2], NULL, 0), argument[3], latencies);
    for (unsigned i = 0; i < pair_count; i++)
        printf("%-40s %3u %7u %7u  %s\n", pairs[i].name, pairs[i].least, pairs[i].times, pairs[i].all,
               pairs[i].example);
    for (unsigned i = 0; costs[i].target[0]; i++)
        printf(
            "%s: %lu kernels, %lu instructions; hazards %lu, ours %lu; stalls %lu, ours %lu; tangled %lu\n",
            costs[i].target, costs[i].kernels, costs[i].instructions, costs[i].hazards[0],
            costs[i].hazards[1], costs[i].stalls[0], costs[i].stalls[1], costs[i].tangled);
    return 0;
}
