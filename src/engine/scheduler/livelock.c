/* SPDX-License-Identifier: MIT */
/* Livelock detection takes a fingerprint of all state, and reports the fault.  See livelock.h. */
#include "engine/scheduler/livelock.h"

#include <halfwarp/effects.h>

#include "engine/scheduler/blocks.h"
#include "engine/scheduler/hash.h"
#include "machine/paths/paths.h"
#include "machine/program.h"

#include <stdarg.h>
#include <stdio.h>

/* --- the fingerprint --- */

/* Add a piece of memory to a hash. */
static void add_to_hash(void *context, const void *piece, size_t bytes)
{
    uint64_t *hash = context;

    *hash = hw_hash_word(*hash, hw_hash_bytes(piece, bytes));
}

static uint64_t fingerprint_warp(const struct hw_warp *warp)
{
    const struct hw_program *program = warp->block->program;
    uint64_t hash = hw_hash_bytes(warp->regs.reg, program->numbering.zero * sizeof *warp->regs.reg);
    const uint32_t words[] = {warp->next,      warp->active,  warp->live,         warp->waiting,
                              warp->reduction, warp->reduced, warp->after_barrier};

    add_to_hash(&hash, words, sizeof words);
    add_to_hash(&hash, warp->regs.pred, sizeof warp->regs.pred);
    hw_paths_of(warp)->state(warp, &hash, add_to_hash);
    return hash;
}

static uint64_t fingerprint_block(const struct hw_block *block)
{
    uint64_t hash = hw_hash_bytes(block->shared, block->shared_end);

    hash = hw_hash_word(hash, hw_hash_bytes(block->locked, (block->shared_end + 127) / 128 * 4));
    hash = hw_hash_word(hash, hw_hash_bytes(block->barrier, sizeof block->barrier));
    hash = hw_hash_word(hash, hw_hash_bytes(block->quantum.seen, sizeof block->quantum.seen));
    hash = hw_hash_word(hash, block->quantum.samples % HW_QUANTUM_SAMPLES);
    hash = hw_hash_word(hash, block->local_touched);
    for (uint32_t i = 0; i < block->warp_count; i++) {
        const uint8_t *local = block->local + i * block->local_warp_bytes + block->local_touched;
        hash = hw_hash_word(hash, hw_hash_bytes(local, block->local_warp_bytes - block->local_touched));
        hash = hw_hash_word(hash, block->warp[i].warp_context ? fingerprint_warp(&block->warp[i]) : 0);
    }
    return hash;
}

/* Host threads may allocate and free meanwhile. */
uint64_t hw_livelock_fingerprint_memory(const struct hw_memory *memory)
{
    const uint8_t *base = hw_memory_reservation(memory)->base;
    struct hw_range range;
    uint64_t hash = 0;

    for (uint64_t at = 0; hw_memory_next(memory, at, &range); at = range.last + 1) {
        hash = hw_hash_word(hash, range.first);
        hash = hw_hash_word(hash, hw_hash_bytes(base + range.first, range.last - range.first + 1));
    }
    return hash;
}

uint64_t hw_livelock_fingerprint(const struct hw_resident_scheduler *scheduler)
{
    uint64_t hash = hw_hash_bytes(scheduler->setup.locked_global, HW_GLOBAL_LOCK_WORDS * sizeof(uint32_t));

    for (const struct hw_block *block = scheduler->first; block; block = block->next_waiting)
        hash = hw_hash_word(hash, fingerprint_block(block));
    return hash;
}

/* --- accesses that may end the spinning from outside --- */

void hw_livelock_watch(const struct hw_resident_scheduler *scheduler, bool watched)
{
    for (struct hw_block *block = scheduler->first; block; block = block->next_waiting) {
        hw_block_forget_ranges(block); /* so that each access asks for its range again */
        block->watched = watched;
        block->met_others = block->read_clock = false;
    }
}

bool hw_livelock_excluded(const struct hw_resident_scheduler *scheduler)
{
    for (const struct hw_block *block = scheduler->first; block; block = block->next_waiting)
        if (block->met_others || block->read_clock)
            return true;
    return false;
}

/* --- the fault --- */

/* The first warp that spins.  A waiting block always has one. */
static struct hw_warp *spinning_warp(const struct hw_block *block)
{
    uint32_t i = 0;

    while (i + 1 < block->warp_count && (block->warp[i].live == 0 || block->warp[i].waiting))
        i++;
    return &block->warp[i];
}

static bool reads_memory(const struct hw_program_insn *insn)
{
    struct hw_effects effects;

    if (!insn->insn.form)
        return false;
    hw_insn_effects(&insn->insn, &effects);
    return effects.memory & HW_EFFECT_LOAD;
}

/* The index at which a warp waits: that of the last instruction of its loop that reads memory, or of the
 * loop's jump. */
static uint32_t waiting_uop(const struct hw_warp *warp)
{
    const struct hw_program *program = warp->block->program;
    const uint32_t jump = program->insn_of[warp->yield_index], first = program->insn_of[warp->next];

    for (uint32_t i = jump; i + 1 > first; i--)
        if (reads_memory(&program->insn[i]))
            return program->insn[i].uop;
    return warp->yield_index;
}

static uint32_t waiting_pc(const struct hw_block *block)
{
    const struct hw_program *program = block->program;

    return program->insn[program->insn_of[waiting_uop(spinning_warp(block))]].pc;
}

/* A sentence that grows, as far as its text has space. */
struct sentence {
    char text[200];
    size_t length;
};

static void __attribute__((format(printf, 2, 3)))
append_text(struct sentence *sentence, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int more = vsnprintf(sentence->text + sentence->length, sizeof sentence->text - sentence->length,
                               format, arguments);
    va_end(arguments);
    sentence->length += (size_t)more;
    if (sentence->length >= sizeof sentence->text)
        sentence->length = sizeof sentence->text - 1;
}

/* Of the blocks that wait, how many do at an address; *next is the next higher address at which one
 * does. */
static uint32_t count_at(const struct hw_resident_scheduler *scheduler, uint32_t pc, uint32_t *next)
{
    uint32_t count = 0;

    *next = UINT32_MAX;
    for (const struct hw_block *block = scheduler->first; block; block = block->next_waiting) {
        const uint32_t other_pc = waiting_pc(block);
        count += other_pc == pc;
        if (other_pc > pc && other_pc < *next)
            *next = other_pc;
    }
    return count;
}

/* "3 at 0x0048, 1 at 0x00a0" */
static void append_locations(struct sentence *sentence, const struct hw_resident_scheduler *scheduler)
{
    uint32_t pc = 0, next;
    const char *comma = "";

    for (; pc != UINT32_MAX; pc = next) {
        const uint32_t count = count_at(scheduler, pc, &next);
        if (count == 0)
            continue;
        append_text(sentence, "%s%u at 0x%04x", comma, count, pc);
        comma = ", ";
    }
}

static struct hw_block *first_in_grid(const struct hw_resident_scheduler *scheduler)
{
    struct hw_block *first = scheduler->first;

    for (struct hw_block *block = first; block; block = block->next_waiting)
        if (block->number < first->number)
            first = block;
    return first;
}

/* "; 4 blocks of 1 other launch wait, too" */
static void append_others(struct sentence *sentence, struct hw_livelock_others others)
{
    if (others.blocks)
        append_text(sentence, "; %u %s of %u other %s, too", others.blocks,
                    others.blocks == 1 ? "block" : "blocks", others.launches,
                    others.launches == 1 && others.blocks == 1 ? "launch waits"
                    : others.launches == 1                     ? "launch wait"
                                                               : "launches wait");
}

void hw_livelock_report(const struct hw_resident_scheduler *scheduler, struct hw_livelock_others others,
                        struct hw_fault *fault)
{
    const struct hw_launch *launch = scheduler->setup.launch;
    const uint32_t *grid = launch->grid, waiting = atomic_load(&scheduler->waiting);
    const uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    struct hw_block *block = first_in_grid(scheduler);
    struct hw_warp *warp = spinning_warp(block);
    const uint32_t other_pc = waiting_uop(warp);
    struct sentence sentence = {.length = 0};

    if (waiting == 1)
        append_text(&sentence, "the block waits for what nothing else will do");
    else
        append_text(&sentence, "%u of %llu blocks wait for each other: ", waiting,
                    (unsigned long long)blocks);
    if (waiting > 1)
        append_locations(&sentence, scheduler);
    append_others(&sentence, others);
    if (waiting + atomic_load(&scheduler->ended) < blocks)
        append_text(&sentence, "; %s holds no more of them at once", launch->code.chip->name);
    warp->run_start = block->program->insn_of[other_pc] + 1; /* what it executed has been counted */
    hw_warp_fault(warp, block->program->uop + other_pc, HW_FAULT_NO_PROGRESS, HW_NO_LANE, NULL, "%s",
                  sentence.text);
    *fault = block->fault;
    block->fault.kind = HW_FAULT_NONE; /* it is the launch's */
}
