/* SPDX-License-Identifier: MIT */
/* Tiered execution: the interpreter is the first tier, baseline code the second, optimised code the third.
 *
 * A program is interpreted until that has taken about as long as compiling it to baseline code will.  Then a
 * background thread compiles it while blocks go on, and the next run of a warp uses the code.  A program that
 * goes on for long is compiled again, to optimised code.  So a program never takes much more than twice the
 * time of the better engine.  Optimised code that is in the cache is used soon.
 *
 * A program has two versions of compiled code, for full and for partial warps.  Each is compiled when enough
 * instructions of such warps have been executed.  A large program is cut into parts (compile_parts.h), which
 * have two versions each.  All code returns where it cannot continue: to the interpreter, or to another part
 * (deoptimisation needs no work: all architectural state is where the interpreter has it). */
#include "engine/tiers/tiers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/compiler_interface.h"
#include "engine/tiers/compile_parts.h"
#include "engine/tiers/compile_queue.h"
#include "engine/tiers/engine_lack.h"
#include "engine/tiers/engine_option.h"
#include "engine/tiers/tier_speed.h"
#include "clock.h"
#include "environment.h"
#include "machine/warp.h"

/* What is asked of the compiler, one after the other. */
enum stage { STAGE_NONE, STAGE_LOOKUP, STAGE_BASELINE, STAGE_OPTIMISED };

/* Warp instructions for each micro-operation after which a program goes on to the next stage.  The
 * interpreter takes some 25 ns for one; the compiler takes 0.1 ms for a micro-operation of baseline code, 0.2
 * to 0.3 ms for one of optimised code.
 */
static const uint32_t work_before[] = {
    [STAGE_LOOKUP] = 200, [STAGE_BASELINE] = 4000, [STAGE_OPTIMISED] = 60000};
/* A worker adds so many instructions at once to the shared counter, which is slow. */
#define WORK_BATCH 4096u

/* The code of a part, for full or for partial warps. */
struct tier {
    struct hw_compile_job compile_job;
    struct tiers *tiers;
    uint32_t first, end; /* micro-operations */
    enum hw_code_warps lanes;
    _Atomic uint64_t work;  /* warp instructions */
    _Atomic unsigned stage; /* the last one that was asked for */
    _Atomic bool queued;    /* the job is, or runs */
    struct hw_compiled_code *_Atomic code;
    struct hw_compiled_code *replaced; /* the code before; warps may still run in it */
};

struct tiers {
    struct hw_program program; /* a copy of the members that the compiler reads */
    _Atomic unsigned users;    /* the executable, and jobs in the queue */
    _Atomic bool has_code;
    struct hw_tier_speed speed;
    uint32_t parts;
    uint16_t *part_of;  /* by index; NULL: there is one part */
    struct tier tier[]; /* HW_CODE_WARPS_COUNT for each part */
};

static void release_tiers(struct tiers *tiers)
{
    if (atomic_fetch_sub(&tiers->users, 1) != 1)
        return;
    for (uint32_t i = 0; i < tiers->parts * HW_CODE_WARPS_COUNT; i++) {
        struct tier *tier = &tiers->tier[i];
        struct hw_compiled_code *const code = atomic_load(&tier->code);
        if (code)
            hw_jit_compiler.free(code);
        if (tier->replaced)
            hw_jit_compiler.free(tier->replaced);
    }
    free(tiers->part_of);
    free(tiers->program.name);
    free(tiers->program.listing);
    free(tiers->program.insn_of);
    free(tiers->program.uop);
    free(tiers->program.literal);
    free(tiers->program.literal_changes);
    free(tiers);
}

/* --- compiling --- */

static hw_status compile_tier(struct tier *tier, enum stage stage, struct hw_error *error)
{
    const struct hw_alu_table *arithmetic = hw_alu_table();
    const struct hw_compile_input input = {.program = &tier->tiers->program,
                                           .first = tier->first,
                                           .end = tier->end,
                                           .lanes = tier->lanes,
                                           .ids_in_r0 =
                                               hw_kernel_abi_of(&tier->tiers->program.target)->ids_in_r0,
                                           .is_baseline = stage == STAGE_BASELINE,
                                           .only_cached = stage == STAGE_LOOKUP,
                                           .arithmetic = arithmetic,
                                           .memory = hw_memory_table_of(arithmetic)};
    struct hw_compiled_code *code = NULL;

    const hw_status status = hw_jit_compiler.compile(&input, &code, error);
    if (status != HW_OK)
        return status;
    tier->replaced = atomic_load(&tier->code);
    atomic_store_explicit(&tier->code, code, memory_order_release);
    hw_tier_speed_begin(&tier->tiers->speed);
    atomic_store_explicit(&tier->tiers->has_code, true, memory_order_relaxed);
    return HW_OK;
}

static void run_compile_job(struct hw_compile_job *compile_job)
{
    struct tier *tier = (struct tier *)compile_job; /* its first member */
    const enum stage stage = atomic_load(&tier->stage);
    struct hw_error error;

    const hw_status status = compile_tier(tier, stage, &error);
    if (status != HW_OK && stage != STAGE_LOOKUP)
        hw_engine_lacks(&error);
    if ((status == HW_OK) == (stage == STAGE_LOOKUP)) /* it is optimised, or no code can be made */
        atomic_store(&tier->stage, STAGE_OPTIMISED);
    atomic_store_explicit(&tier->queued, false, memory_order_release);
    release_tiers(tier->tiers);
}

/* Ask for a stage, unless a job is under way. */
static void enqueue_stage(struct tier *tier, enum stage stage)
{
    if (atomic_exchange_explicit(&tier->queued, true, memory_order_acquire))
        return;
    const unsigned before = atomic_exchange(&tier->stage, stage);
    atomic_fetch_add(&tier->tiers->users, 1);
    if (before < stage && hw_compile_enqueue(&tier->compile_job))
        return;
    atomic_store(&tier->stage, before); /* it is not needed, or is tried with the next batch */
    atomic_store_explicit(&tier->queued, false, memory_order_release);
    release_tiers(tier->tiers);
}

/* Count instructions, and go on to the next stage when they are enough. */
static void count_work(struct tier *tier, uint64_t instructions)
{
    const uint64_t uops = tier->end - tier->first;
    const uint64_t work =
        atomic_fetch_add_explicit(&tier->work, instructions, memory_order_relaxed) + instructions;
    enum stage stage = STAGE_OPTIMISED;

    while (stage > STAGE_NONE && work < uops * work_before[stage])
        stage--;
    if (stage > atomic_load_explicit(&tier->stage, memory_order_relaxed))
        enqueue_stage(tier, stage);
}

/* --- the engines --- */

/* Copy what tells profilers and debuggers of instructions (jit/symbols).  Without memory they are not told.
 */
static void copy_listing(struct hw_program *copy, const struct hw_program *program)
{
    const size_t bytes = program->uop_count * sizeof *program->insn_of;

    copy->insn_of = malloc(bytes);
    if (!copy->insn_of)
        return;
    memcpy(copy->insn_of, program->insn_of, bytes);
    copy->listing = strdup(program->listing);
}

/* Copy the members that the compiler reads: the program may be freed before it does. */
static bool copy_program(struct hw_program *copy, const struct hw_program *program)
{
    const size_t uops = program->uop_count * sizeof *program->uop,
                 literals = program->literal_count * sizeof *program->literal,
                 changes = program->literal_count * sizeof *program->literal_changes;

    copy->uop = malloc(uops);
    copy->literal = malloc(literals + 1);
    copy->literal_changes = malloc(changes + 1);
    if (!copy->uop || !copy->literal || !copy->literal_changes)
        return false;
    copy->name = program->name ? strdup(program->name) : NULL;
    memcpy(copy->uop, program->uop, uops);
    copy->uop_count = program->uop_count;
    copy->start = program->start;
    copy->numbering = program->numbering;
    copy->target = program->target;
    copy->special_by_number = program->special_by_number;
    memcpy(copy->special_lifetime, program->special_lifetime, sizeof copy->special_lifetime);
    if (program->literal_count) {
        memcpy(copy->literal, program->literal, literals);
        memcpy(copy->literal_changes, program->literal_changes, changes);
    }
    copy->literal_count = program->literal_count;
    if (program->listing)
        copy_listing(copy, program);
    return true;
}

static void make_part(struct tiers *tiers, uint32_t part, uint32_t first, uint32_t end)
{
    for (unsigned i = 0; i < HW_CODE_WARPS_COUNT; i++) {
        struct tier *tier = &tiers->tier[part * HW_CODE_WARPS_COUNT + i];
        tier->compile_job.work = run_compile_job;
        tier->tiers = tiers;
        tier->lanes = i;
        tier->first = first;
        tier->end = end;
    }
    for (uint32_t i = first; tiers->part_of && i < end; i++)
        tiers->part_of[i] = (uint16_t)part;
}

/* The tiers of a program that is cut: end[i] is the index behind part i.  False: there is no memory. */
static bool fill_tiers(struct tiers *tiers, const struct hw_program *program, const uint32_t *end)
{
    if (!copy_program(&tiers->program, program))
        return false;
    if (tiers->parts > 1)
        tiers->part_of = malloc(program->uop_count * sizeof *tiers->part_of);
    if (tiers->parts > 1 && !tiers->part_of)
        return false;
    for (uint32_t i = 0; i < tiers->parts; i++)
        make_part(tiers, i, i ? end[i - 1] : 0, end[i]);
    return true;
}

static struct tiers *try_tiers(const struct hw_program *program)
{
    uint32_t *end = malloc(hw_compile_parts_max(program) * sizeof *end);
    const uint32_t parts = end ? hw_compile_parts(program, end) : 0;
    struct tiers *tiers = calloc(1, sizeof *tiers + parts * HW_CODE_WARPS_COUNT * sizeof *tiers->tier);

    if (tiers) {
        tiers->users = 1;
        tiers->parts = parts;
    }
    if (tiers && (!end || !fill_tiers(tiers, program, end))) {
        release_tiers(tiers);
        tiers = NULL;
    }
    free(end);
    return tiers;
}

static hw_status make_tiers(const struct hw_program *program, void **own, struct hw_error *error)
{
    *own = try_tiers(program);
    return *own ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory for a kernel's code");
}

/* Compiled code before the program runs, or an error. */
static hw_status make_before(enum stage stage, const struct hw_program *program, void **own,
                             struct hw_error *error)
{
    struct hw_error why;
    hw_status status = make_tiers(program, own, error);

    if (status != HW_OK)
        return status;
    struct tiers *tiers = *own;
    for (uint32_t i = 0; status == HW_OK && i < tiers->parts * HW_CODE_WARPS_COUNT; i++) {
        struct tier *tier = &tiers->tier[i];
        atomic_store(&tier->stage, STAGE_OPTIMISED); /* nothing else is asked for */
        status = compile_tier(tier, stage, &why);
    }
    if (status != HW_OK)
        hw_fail(error, status, "engine", "HALFWARP_ENGINE is %s, and the kernel cannot be compiled: %s",
                hw_environment(HW_ENVIRONMENT_ENGINE), why.text);
    return status;
}

static hw_status make_optimised(const struct hw_program *program, void **own, struct hw_error *error)
{
    return make_before(STAGE_OPTIMISED, program, own, error);
}

static hw_status make_baseline(const struct hw_program *program, void **own, struct hw_error *error)
{
    return make_before(STAGE_BASELINE, program, own, error);
}

static struct tier *tier_of(const struct tiers *tiers, const struct hw_warp *warp)
{
    const struct tier *tier = &tiers->tier[warp->active == ~0u ? HW_CODE_FULL_WARPS : HW_CODE_PARTIAL_WARPS];

    if (tiers->part_of)
        tier += tiers->part_of[warp->next] * HW_CODE_WARPS_COUNT;
    return (struct tier *)tier;
}

/* Interpret until there is an event, or the whole slice, and count the instructions. */
static void interpret(struct tier *tier, struct hw_warp *warp, bool whole)
{
    struct hw_block *block = warp->block;
    const uint64_t before = block->instructions;

    if (whole)
        hw_interpreter.run(NULL, warp);
    else
        hw_interpret(warp);
    block->interpreted += (uint32_t)(block->instructions - before);
    if (block->interpreted >= WORK_BATCH) {
        count_work(tier, block->interpreted);
        block->interpreted = 0;
    }
}

/* Run compiled code.  Returns its count of instructions; 0: it does not run the next instruction, or leaves
 * before it has counted any. */
static uint64_t run_compiled(struct tier *tier, const struct hw_compiled_code *code, struct hw_warp *warp)
{
    struct hw_block *block = warp->block;
    const uint64_t before = block->instructions, compiled_before = block->stats.compiled;

    code->run(warp);
    const uint64_t done = block->instructions - before;
    block->stats.compiled += done;
    if (block->stats.compiled / WORK_BATCH != compiled_before / WORK_BATCH &&
        atomic_load_explicit(&tier->stage, memory_order_relaxed) < STAGE_OPTIMISED)
        count_work(tier, block->stats.compiled / WORK_BATCH * WORK_BATCH -
                             compiled_before / WORK_BATCH * WORK_BATCH);
    return done;
}

/* Whether compiled code goes on behind some that has done so many instructions: if that has come to another
 * part, or to where it can be entered. */
static bool goes_on(const struct tier *tier, const struct hw_compiled_code *code, const struct hw_warp *warp,
                    uint64_t done)
{
    const uint32_t index = warp->next - tier->first;

    return index < tier->end - tier->first ? done > 0 && code->entry[index] : true;
}

/* Compiled code runs where it can be entered; the interpreter runs the rest. */
static void run_tiers(const void *own, struct hw_warp *warp)
{
    do {
        struct tier *tier = tier_of(own, warp);
        const struct hw_compiled_code *code = atomic_load_explicit(&tier->code, memory_order_acquire);
        const uint64_t done = code ? run_compiled(tier, code, warp) : 0;

        if (!code || (warp->event != HW_EVENT_STOP && !goes_on(tier, code, warp, done)))
            interpret(tier_of(own, warp), warp, false);
    } while (warp->event != HW_EVENT_STOP);
}

/* Run a slice that may be measured. */
static void run_sampled(struct tiers *tiers, struct hw_warp *warp, uint32_t number)
{
    const uint64_t before = warp->block->instructions;
    bool measured;
    const enum hw_tier_kind kind = hw_tier_speed_choose(&tiers->speed, number, &measured);
    const uint64_t begin = measured ? hw_nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) : 0;

    if (kind == HW_TIER_INTERPRETED)
        interpret(tier_of(tiers, warp), warp, true);
    else
        run_tiers(tiers, warp);
    if (measured)
        hw_tier_speed_add(&tiers->speed, kind, hw_nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) - begin,
                          warp->block->instructions - before);
}

/* A slice runs by the tiers, unless the interpreter is found to be faster. */
static void run_faster(const void *own, struct hw_warp *warp)
{
    struct tiers *tiers = (struct tiers *)own;
    struct hw_block *block = warp->block;
    const bool has_code = atomic_load_explicit(&tiers->has_code, memory_order_relaxed);

    if (has_code && ++block->slices % HW_TIER_SAMPLE_EVERY == 0)
        run_sampled(tiers, warp, block->slices / HW_TIER_SAMPLE_EVERY);
    else if (has_code && !hw_tier_speed_is_slower(&tiers->speed))
        run_tiers(own, warp);
    else
        interpret(tier_of(tiers, warp), warp, true);
}

/* A program of several parts has none. */
static const struct hw_stateless *stateless(const void *own)
{
    const struct tiers *tiers = own;
    const struct tier *tier = &tiers->tier[HW_CODE_FULL_WARPS];
    const struct hw_compiled_code *code = atomic_load_explicit(&tier->code, memory_order_acquire);

    return tiers->parts == 1 && code && code->stateless.run ? &code->stateless : NULL;
}

static void count_stateless(const void *own, uint64_t instructions)
{
    struct tier *tier = (struct tier *)&((const struct tiers *)own)->tier[HW_CODE_FULL_WARPS];

    if (atomic_load_explicit(&tier->stage, memory_order_relaxed) < STAGE_OPTIMISED)
        count_work(tier, instructions);
}

static void free_tiers(void *own)
{
    release_tiers(own);
}

static const struct hw_execution_engine tiered = {.name = "interpreter and compiler",
                                                  .make = make_tiers,
                                                  .run = run_faster,
                                                  .stateless = stateless,
                                                  .count_stateless = count_stateless,
                                                  .free = free_tiers};
static const struct hw_execution_engine optimised = {.name = "compiler",
                                                     .make = make_optimised,
                                                     .run = run_tiers,
                                                     .stateless = stateless,
                                                     .count_stateless = count_stateless,
                                                     .free = free_tiers};
static const struct hw_execution_engine baseline = {.name = "compiler without optimisations",
                                                    .make = make_baseline,
                                                    .run = run_tiers,
                                                    .stateless = stateless,
                                                    .count_stateless = count_stateless,
                                                    .free = free_tiers};

/* --- selection --- */

static char compiled_name[64]; /* empty: there is no compiler that runs */

static void name_compiler(void)
{
    char version[HW_COMPILER_VERSION_SIZE];
    struct hw_error error;

    if (hw_jit_compiler.version(version, &error) == HW_OK)
        snprintf(compiled_name, sizeof compiled_name, "interpreter and compiler (LLVM %s)", version);
    else
        hw_engine_lacks(&error);
}

const char *hw_engine_name(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    enum hw_engine wanted;

    if (hw_engine_option(&wanted, NULL) != HW_OK || wanted == HW_ENGINE_INTERPRETER)
        return hw_interpreter.name;
    pthread_once(&once, name_compiler);
    return compiled_name[0] ? compiled_name : hw_interpreter.name;
}

hw_status hw_engine_check(struct hw_error *error)
{
    char version[HW_COMPILER_VERSION_SIZE];
    enum hw_engine wanted;
    struct hw_error why;
    const hw_status status = hw_engine_option(&wanted, error);

    if (status != HW_OK || (wanted != HW_ENGINE_JIT && wanted != HW_ENGINE_BASELINE) ||
        hw_jit_compiler.version(version, &why) == HW_OK)
        return status;
    return hw_fail(error, HW_ERR_UNSUPPORTED, "engine",
                   "HALFWARP_ENGINE is %s, and nothing can be compiled: %s",
                   hw_environment(HW_ENVIRONMENT_ENGINE), why.text);
}

hw_status hw_select_engine(const struct hw_execution_engine **execution_engine, struct hw_error *error)
{
    enum hw_engine wanted;
    struct hw_error why;
    const hw_status status = hw_engine_option(&wanted, error);

    *execution_engine = &hw_interpreter;
    if (status != HW_OK || wanted == HW_ENGINE_INTERPRETER)
        return status;
    if (wanted == HW_ENGINE_JIT)
        *execution_engine = &optimised;
    else if (wanted == HW_ENGINE_BASELINE)
        *execution_engine = &baseline;
    else if (hw_jit_compiler.installed(&why) == HW_OK)
        *execution_engine = &tiered;
    else
        hw_engine_lacks(&why);
    return HW_OK;
}
