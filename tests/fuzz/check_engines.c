/* SPDX-License-Identifier: MIT */
/* Random kernels by the interpreter and by the compiler: the same memory, statistics, fault and, where
 * listeners ask for them, events.
 *
 * usage: check_engines COUNT [SEED [CHIP]].  One kernel for every so many of COUNT, from SEED on, of all
 * chips in turn or of one; with SEED and COUNT 1 the kernel is printed.  A kernel is launched twice by both,
 * at two addresses: compiled code is used again then.  Each is for a level of x86-64 unless HW_SIMD names
 * one.  Prints TAP; where there is no compiler the test is skipped. */
#include "event_hash.h"
#include "jit/jit_locate.h"
#include "kernel.h"
#include "ops/select/alu.h"
#include "random_kernel.h"
#include "unit/ops/splitmix.h"

#include <inttypes.h>

#define INPUTS_PER_KERNEL 5000u /* so that `make test` takes seconds */
#define MOST_SHOWN        5u
#define BUFFER_BYTES      (RANDOM_BLOCKS * RANDOM_PART)
#define BUFFERS           2u /* one behind the other */
#define MEMORY_BYTES      (BUFFERS * BUFFER_BYTES)
#define BANK_BYTES        65536u

/* What a launch came to. */
struct outcome {
    hw_status status;
    struct hw_launch_result result;
    uint8_t memory[MEMORY_BYTES];
    struct hw_error error; /* where it has no fault */
    char said[4096];       /* printed, and assertions: the end is cut off */
    size_t bytes;
    struct event_hash events;
};

static struct random_kernel random_kernel;
static uint32_t bank[BANK_BYTES / 4];
static uint8_t start[MEMORY_BYTES];
static uint64_t compiled, instructions;

/* Numbers of all kinds: any bits, small ones, floats, and those at which floats are special. */
static uint32_t number(uint64_t *state)
{
    static const uint32_t special[] = {0,          1,          0x80000000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0x7f800001, 0x00800000, 0x007fffff, 0x3f800000,
                                       0xffffffff, 0x7fffffff, 0x3ff00000};
    const uint64_t random = splitmix64(state);
    const float value = (float)((int)(random >> 32 & 0xffff) - 0x8000) / 64;
    uint32_t bits;

    switch (random % 4) {
    case 0: return (uint32_t)(random >> 32);
    case 1: return (uint32_t)(random >> 32 & 0xff);
    case 2: memcpy(&bits, &value, sizeof bits); return bits;
    default: return special[(random >> 32) % (sizeof special / sizeof *special)];
    }
}

static void fill(void *to, size_t bytes, uint64_t seed)
{
    for (size_t i = 0; i < bytes / 4; i++)
        ((uint32_t *)to)[i] = number(&seed);
}

static void prepare(struct kernel *k)
{
    const struct random_kernel *r = &random_kernel;
    struct hw_launch *launch = &k->launch;

    kernel_make(k, r->chip, r->text);
    launch->code.registers = RANDOM_REGISTERS;
    launch->code.turn = r->turn;
    launch->grid[0] = r->blocks;
    launch->block[0] = r->block[0];
    launch->block[1] = r->block[1];
    launch->lanes = r->lanes;
    launch->shared_bytes = 2048;
    launch->local_bytes = RANDOM_LOCAL_BYTES;
    launch->host.workers = r->workers;
    launch->code.calls_out = r->calls_out;
    launch->limits.stack_entries = r->stack_entries;
    launch->limits.max_instructions = r->max_instructions;
    launch->limits.strict = r->strict;
    for (unsigned i = 2; i < 16; i++)
        launch->bank[i] = (struct hw_bank){.data = bank, .bytes = BANK_BYTES};
}

/* All memory is as before: a kernel that goes wrong may have written anywhere. */
static void reset(struct kernel *k, uint64_t memory)
{
    memset(k->out, 0, OUT_WORDS * 4);
    memcpy(hw_memory_host(k->memory, memory, MEMORY_BYTES), start, MEMORY_BYTES);
}

static void hear(void *context, const char *text, size_t bytes)
{
    struct outcome *outcome = context;

    for (size_t i = 0; i < bytes && outcome->bytes < sizeof outcome->said; i++)
        outcome->said[outcome->bytes++] = text[i];
}

/* What is listened to in the kernel of a seed: nothing in three of four. */
static unsigned event_kinds;

static void choose_events(uint64_t seed)
{
    const uint64_t random = splitmix64(&(uint64_t){~seed});

    event_kinds = random % 4 ? 0 : (unsigned)(random >> 32) % EVENT_HASH_KINDS;
}

static void run_at(struct kernel *k, uint64_t memory, unsigned buffer, bool interpreted,
                   struct outcome *outcome)
{
    const uint64_t address = memory + (uint64_t)buffer * BUFFER_BYTES;
    const struct hw_listener listener = event_hash_listener(&outcome->events, event_kinds, interpreted);

    reset(k, memory);
    k->params[0] = (uint32_t)address;
    k->params[1] = (uint32_t)(address >> 32);
    memset(outcome, 0, sizeof *outcome);
    k->launch.host.output = k->launch.host.assertions = hear;
    k->launch.host.output_context = k->launch.host.assertions_context = outcome;
    k->launch.listeners = &listener;
    k->launch.listener_count = event_kinds != 0;
    outcome->status = hw_launch_run(&k->launch, &outcome->result, &k->error);
    if (outcome->status != HW_OK && outcome->result.fault.kind == HW_FAULT_NONE)
        outcome->error = k->error;
    memcpy(outcome->memory, hw_memory_host(k->memory, memory, MEMORY_BYTES), MEMORY_BYTES);
}

static hw_status run_with(struct kernel *k, const char *engine, uint64_t memory,
                          struct outcome outcome[BUFFERS])
{
    const hw_status status = hw_execution_context_create(&k->launch.host.execution_context, &k->error);

    setenv("HALFWARP_ENGINE", engine, 1);
    for (unsigned i = 0; status == HW_OK && i < BUFFERS; i++)
        run_at(k, memory, i, strcmp(engine, "interpreter") == 0, &outcome[i]);
    hw_execution_context_destroy(k->launch.host.execution_context);
    return status;
}

/* --- comparing: whatever differs is told and counted --- */

static unsigned differences;

static void compare(const char *what, uint64_t interpreted, uint64_t compiled_code)
{
    if (interpreted == compiled_code)
        return;
    printf("#   %s: %" PRIu64 " interpreted, %" PRIu64 " compiled\n", what, interpreted, compiled_code);
    differences++;
}

static void compare_text(const char *interpreted, const char *compiled_code)
{
    if (strcmp(interpreted, compiled_code) == 0)
        return;
    printf("#   '%s' interpreted, '%s' compiled\n", interpreted, compiled_code);
    differences++;
}

static void compare_faults(const struct hw_fault *a, const struct hw_fault *b)
{
    compare("fault", a->kind, b->kind);
    compare("pc", a->pc, b->pc);
    compare("warp", a->warp, b->warp);
    compare("lane", a->lane, b->lane);
    compare("space", a->space, b->space);
    compare("number of the space", a->space_index, b->space_index);
    compare("size", a->size, b->size);
    compare("address", a->address, b->address);
    compare("address in memory", a->memory_address, b->memory_address);
    for (unsigned i = 0; i < 3; i++) {
        compare("block", a->block[i], b->block[i]);
        compare("thread", a->thread[i], b->thread[i]);
    }
    compare_text(a->instruction, b->instruction);
    compare_text(a->sentence, b->sentence);
}

static void compare_stats(const struct hw_stats *a, const struct hw_stats *b)
{
    compare("blocks", a->blocks, b->blocks);
    compare("warps", a->warps, b->warps);
    compare("warp instructions", a->warp_instructions, b->warp_instructions);
    compare("thread instructions", a->thread_instructions, b->thread_instructions);
    compare("divergent branches", a->divergent_branches, b->divergent_branches);
    compare("barriers", a->barriers, b->barriers);
    compare("partial barriers", a->partial_barriers, b->partial_barriers);
    compare("misaligned", a->misaligned, b->misaligned);
    compare("behind shared memory", a->behind_shared, b->behind_shared);
    compare("local atomics", a->local_atomics, b->local_atomics);
    compare("clock reads", a->clock_reads, b->clock_reads);
    for (unsigned i = 0; i < HW_LENIENCIES; i++)
        compare("leniencies", a->lenient[i], b->lenient[i]);
}

static void compare_memory(const uint8_t *a, const uint8_t *b)
{
    size_t at = 0;

    while (at < MEMORY_BYTES && a[at] == b[at])
        at++;
    if (at == MEMORY_BYTES)
        return;
    printf("#   memory at 0x%zx of the buffers: 0x%02x interpreted, 0x%02x compiled\n", at, a[at], b[at]);
    differences++;
}

static void compare_events(struct event_hash *a, struct event_hash *b)
{
    for (unsigned i = 0; i < EVENT_HASH_WARPS; i++)
        if (a->warp[i] != b->warp[i]) {
            printf("#   events (%u) of block %u, warp %u differ\n", event_kinds, i / 64, i % 64);
            differences++;
            return;
        }
}

/* Behind a fault, later blocks may have run on other workers. */
static void compare_outcomes(struct outcome *a, struct outcome *b)
{
    compare("status", a->status, b->status);
    compare_text(a->error.text, b->error.text);
    compare("bytes said", a->bytes, b->bytes);
    if (memcmp(a->said, b->said, sizeof a->said) != 0) {
        printf("#   what is printed differs\n");
        differences++;
    }
    compare_faults(&a->result.fault, &b->result.fault);
    if (a->status != HW_OK && random_kernel.workers != 1)
        return;
    compare_stats(&a->result.stats, &b->result.stats);
    compare_memory(a->memory, b->memory);
    compare_events(&a->events, &b->events);
}

/* --- kernels --- */

static void show(const struct outcome *outcome)
{
    const struct random_kernel *r = &random_kernel;

    printf("# %s, %u blocks of %ux%u, %u lanes, turn %u, %u workers, stack %u, at most %" PRIu64
           " instructions\n%s",
           r->chip, r->blocks, r->block[0], r->block[1], r->lanes, r->turn, r->workers, r->stack_entries,
           r->max_instructions, r->text);
    printf("# status %d %s [%s], %" PRIu64 " warp instructions\n", outcome->status,
           outcome->result.fault.sentence, outcome->result.fault.instruction,
           outcome->result.stats.warp_instructions);
}

/* Half of the kernels are baseline code. */
static const char *compiler_for(uint64_t seed)
{
    return splitmix64(&seed) >> 63 ? "baseline" : "jit";
}

/* Whether both engines agree about the kernel of a seed. */
static bool agree(uint64_t seed, bool shown)
{
    static struct outcome interpreted[BUFFERS], by_compiler[BUFFERS];
    uint64_t memory;
    struct kernel k;

    differences = 0;
    random_kernel_make(&random_kernel, seed);
    choose_events(seed);
    prepare(&k);
    fill(start, sizeof start, seed);
    if (hw_memory_alloc(k.memory, MEMORY_BYTES, &memory, &k.error) != HW_OK ||
        run_with(&k, "interpreter", memory, interpreted) != HW_OK ||
        run_with(&k, compiler_for(seed), memory, by_compiler) != HW_OK)
        abort();
    if (shown)
        show(&interpreted[0]);
    for (unsigned i = 0; i < BUFFERS; i++) {
        compare_outcomes(&interpreted[i], &by_compiler[i]);
        compiled += by_compiler[i].result.stats.compiled;
        instructions += by_compiler[i].result.stats.warp_instructions;
    }
    if (differences)
        printf("#   these are of kernel %" PRIu64 ", on %s\n", seed, k.chip->name);
    kernel_free(&k);
    return !differences;
}

/* Each kernel is for a level of x86-64, by chance: those of a chip for all. */
static void choose_level(uint64_t kernel)
{
    const uint64_t random = splitmix64(&kernel);
    unsigned levels = 0;

    while (hw_alu_table_at(levels))
        levels++;
    setenv("HW_SIMD", hw_alu_table_at((unsigned)(random % levels))->name, 1);
}

/* False: it is told which chips have some. */
static bool has_kernels_for(const char *chip)
{
    if (random_kernel_has_chip(chip))
        return true;
    fprintf(stderr, "there are no random kernels for `%s`, only for", chip);
    for (unsigned i = 0; i < RANDOM_CHIPS; i++)
        fprintf(stderr, " %s", random_kernel_chip(i));
    fprintf(stderr, "\n");
    return false;
}

int main(int argc, char **argv)
{
    const bool levels = !getenv("HW_SIMD");
    const uint64_t count = argc >= 2 && argc <= 4 ? strtoull(argv[1], NULL, 10) : 0;
    const uint64_t kernels = count / INPUTS_PER_KERNEL + 1,
                   first = argc >= 3 ? strtoull(argv[2], NULL, 10) : 1;
    const char *chip = argc == 4 ? argv[3] : NULL;
    const bool shown = argc >= 3 && count == 1;
    uint64_t wrong = 0;

    if (!count) {
        fprintf(stderr, "usage: %s COUNT [SEED [CHIP]]\n", argv[0]);
        return 2;
    }
    if (chip && !has_kernels_for(chip))
        return 2;
    if (!hw_jit_compiler_path()) {
        printf("ok 1 - both engines agree # SKIP there is no compiler\n");
        return 0;
    }
    fill(bank, sizeof bank, 0);
    for (uint64_t i = 0, seed = first; i < kernels && wrong < MOST_SHOWN; seed++) {
        if (chip && strcmp(random_kernel_chip(seed), chip) != 0)
            continue;
        if (levels)
            choose_level(seed);
        wrong += !agree(seed, shown);
        i++;
    }
    printf("%s 1 - both engines agree: %" PRIu64 " kernels, %" PRIu64 " differ; %" PRIu64 " of %" PRIu64
           " warp instructions were compiled\n",
           wrong ? "not ok" : "ok", kernels, wrong, compiled, instructions);
    const bool all = compiled >= instructions - instructions / 100; /* the others: some faults */
    printf("%s 2 - all is compiled\n", all || shown ? "ok" : "not ok");
    return wrong || !(all || shown);
}
