/* SPDX-License-Identifier: MIT */
/* Timed launches: see include/halfwarp/timer.h. */
#include "timing/model/chip_model.h"

#include <halfwarp/occupancy.h>
#include <halfwarp/timer.h>

#include "engine/launch/worker_pool.h"
#include "machine/chip/resident_limit.h"
#include "machine/thread_stripe.h"
#include "own_threads.h"

#include <stdlib.h>
#include <string.h>

struct hw_timer {
    struct hw_timer_options options;
    const struct hw_card *card;
    struct hw_chip_model model;
    struct hw_time_insn *insn;
    struct hw_time_interval *interval;
    struct hw_time_window window; /* of a timeline, if it is wanted */
    struct hw_time_issue *issue;
    uint32_t sm_khz, memory_khz, workers;

    pthread_mutex_t lock; /* of the model, while the workers of a launch run */
    struct hw_recorder recorder;
    struct hw_timed_code code;
    uint64_t ahead; /* blocks that are recorded before the model puts them on a multiprocessor, at most */
};

static uint32_t rate_fp64(const struct hw_chip_info *chip, const struct hw_card *card)
{
    return card && card->rate_fp64 ? card->rate_fp64 : chip->micro.rate_fp64;
}

hw_status hw_timer_create(const struct hw_timer_options *options, struct hw_timer **timer,
                          struct hw_error *error)
{
    const struct hw_chip_info *chip = options->chip;
    const struct hw_card *card = options->card ? options->card : chip->card_count ? &chip->cards[0] : NULL;
    struct hw_timer *made;

    if (!chip->micro.schedulers)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "time", "%s has no numbers that say how fast it is",
                       chip->name);
    made = calloc(1, sizeof *made);
    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timer");
    made->options = *options;
    if (options->window)
        made->window = *options->window;
    made->card = card;
    made->sm_khz = options->clock_khz ? options->clock_khz : card ? card->shader_clock_khz : 1000000;
    made->memory_khz = options->memory_clock_khz ? options->memory_clock_khz
                       : card                    ? card->memory_clock_khz
                                                 : 1000000;
    const struct hw_board board = {.sms = options->sms ? options->sms
                                          : card       ? card->mps
                                                       : chip->tps * chip->mps_per_tp,
                                   .sm_khz = made->sm_khz,
                                   .memory_khz = made->memory_khz,
                                   .memory_bits = card ? card->memory_bits : 64,
                                   .rate_fp64 = rate_fp64(chip, card)};
    made->workers = options->workers ? options->workers : hw_processor_count();
    if (made->workers > board.sms)
        made->workers = board.sms;
    pthread_mutex_init(&made->lock, NULL);
    hw_status status = hw_chip_model_create(&made->model, chip, &board, made->workers, error);
    if (status == HW_OK)
        *timer = made;
    else
        hw_timer_destroy(made);
    return status;
}

void hw_timer_destroy(struct hw_timer *timer)
{
    if (!timer)
        return;
    hw_chip_model_destroy(&timer->model);
    hw_timed_code_destroy(&timer->code);
    pthread_mutex_destroy(&timer->lock);
    free(timer->insn);
    free(timer->interval);
    free(timer->issue);
    free(timer);
}

/* A block begins: the model catches up when too many are waiting for it.  A worker that finds another one at
 * that helps. */
static void catch_up(void *context, uint64_t number)
{
    struct hw_timer *timer = context;

    if (number < timer->ahead)
        return;
    while (pthread_mutex_trylock(&timer->lock) != 0)
        hw_step_crew_join(timer->model.crew);
    if (number - timer->ahead >= timer->model.begun)
        hw_chip_model_advance(&timer->model, number - timer->ahead / 2);
    pthread_mutex_unlock(&timer->lock);
}

/* A kernel that reads clocks runs no further ahead than the model knows the time. */
static void answer_clock(void *context)
{
    struct hw_timer *timer = context;

    hw_chip_model_advance(&timer->model, UINT64_MAX);
}

/* --- what it came to --- */

static void add_part(struct hw_time_part *parts, unsigned *count, const char *name, const char *summary,
                     uint64_t value)
{
    if (*count < HW_TIME_PARTS)
        parts[(*count)++] = (struct hw_time_part){.name = name, .summary = summary, .value = value};
}

static void add_accesses(struct hw_time_insn *insn, const struct hw_recorder *recorder, uint32_t place)
{
    for (unsigned stripe = 0; stripe < HW_THREAD_STRIPES; stripe++) {
        const struct hw_access_counts *counts =
            &recorder->counts[(size_t)stripe * recorder->code->count + place];
        insn->requests += counts->requests;
        insn->sectors += counts->sectors;
        insn->ideal_sectors += counts->ideal_sectors;
        insn->shared_requests += counts->shared_requests;
        insn->wavefronts += counts->wavefronts;
        insn->ideal_wavefronts += counts->ideal_wavefronts;
    }
}

static void add_costs(struct hw_timer *timer, struct hw_launch_time *time, uint64_t stall[HW_STALL_COUNT])
{
    uint32_t count = 0;

    free(timer->insn);
    timer->insn = calloc(timer->code.count + 1, sizeof *timer->insn);
    for (uint32_t place = 0; place < timer->code.count; place++) {
        const struct hw_timed_insn *code = &timer->code.insn[place];
        struct hw_time_insn insn = {.pc = code->pc, .unit = code->pipe, .work = code->work};
        add_accesses(&insn, &timer->recorder, place);
        for (uint32_t i = 0; i < timer->model.sms; i++) {
            const struct hw_insn_costs *cost = &timer->model.sm[i].cost[place];
            insn.issues += cost->issues;
            for (unsigned s = 0; s < HW_STALL_COUNT; s++)
                insn.stall[s] += cost->stall[s];
        }
        for (unsigned s = 0; s < HW_STALL_COUNT; s++) {
            insn.stalled += insn.stall[s];
            stall[s] += insn.stall[s];
        }
        if (insn.issues && timer->insn)
            timer->insn[count++] = insn;
    }
    time->insn = timer->insn;
    time->insn_count = count;
}

static void add_traffic(const struct hw_timer *timer, struct hw_launch_time *time)
{
    const struct hw_memory_traffic t = hw_memory_traffic(&timer->model.memory);
    uint64_t l1 = 0, l1_hits = 0, texture = 0, texture_hits = 0, passes = 0;

    for (uint32_t i = 0; i < timer->model.sms; i++) {
        const struct hw_sm_counts *c = &timer->model.sm[i].counts;
        l1 += c->l1_reads;
        l1_hits += c->l1_hits;
        texture += c->texture_reads;
        texture_hits += c->texture_hits;
        passes += c->shared_passes;
    }
#define ADD(name, summary, value) add_part(time->traffic, &time->traffic_count, name, summary, value)
    ADD("shared_passes", "passes through shared memory", passes);
    ADD("l1_reads", "sectors that loads looked for in the first cache", l1);
    ADD("l1_hits", "those that were there", l1_hits);
    ADD("texture_reads", "sectors that lookups looked for in the texture cache", texture);
    ADD("texture_hits", "those that were there", texture_hits);
    ADD("l2_reads", "sectors that were read from the second cache", t.l2_reads);
    ADD("l2_read_hits", "those that were there", t.l2_read_hits);
    ADD("l2_writes", "sectors that were written", t.l2_writes);
    ADD("l2_atomics", "sectors that atomics changed", t.l2_atomics);
    ADD("dram_reads", "sectors that memory delivered", t.dram_reads);
    ADD("dram_writes", "sectors that went to memory", t.dram_writes);
#undef ADD
}

/* A unit, of which a multiprocessor has one, or one for each scheduler (row_of in issue.c). */
static void add_pipe(struct hw_launch_time *time, const struct hw_microarchitecture *micro, enum hw_pipe pipe,
                     uint64_t clocks)
{
    static const char *const summaries[] = {
#define SUMMARY(name, text, summary) summary,
        HW_PIPES(SUMMARY)
#undef SUMMARY
    };
    const bool shared = !micro->own_units || pipe == HW_PIPE_MEMORY || pipe == HW_PIPE_TEXTURE;

    add_part(time->pipe, &time->pipe_count, hw_pipe_name(pipe), summaries[pipe], clocks);
    time->pipe[time->pipe_count - 1].whole = time->active_clocks * (shared ? 1 : micro->schedulers);
}

static void report(struct hw_timer *timer, const struct hw_launch *launch, uint32_t blocks_per_sm,
                   struct hw_launch_time *time)
{
    static const char *const stalls[][2] = {
#define STALL(name, text, summary) {text, summary},
        HW_STALLS(STALL)
#undef STALL
    };
    uint64_t stall[HW_STALL_COUNT] = {0}, pipe[HW_PIPE_COUNT] = {0}, work[HW_WORK_COUNT] = {0};
    uint64_t last = 0, first_end = HW_TIME_UNKNOWN;
    const struct hw_microarchitecture *micro = &launch->code.chip->micro;

    memset(time, 0, sizeof *time);
    for (uint32_t i = 0; i < timer->model.sms; i++) {
        const struct hw_sm *sm = &timer->model.sm[i];
        const struct hw_sm_counts *c = &sm->counts;
        time->warp_instructions += c->issued;
        time->pairs += c->pairs;
        time->reissues += c->reissued;
        for (uint32_t s = 0; s < micro->schedulers; s++)
            time->issue_clocks += sm->scheduler[s].issues * micro->issue_cycles;
        if (c->issued) {
            time->busy_sms++;
            time->active_clocks += c->last_clock + 1 - c->first_clock;
            last = hw_later(last, c->last_clock + 1);
            first_end = c->last_clock + 1 < first_end ? c->last_clock + 1 : first_end;
        }
        for (unsigned p = 0; p < HW_PIPE_COUNT; p++)
            pipe[p] += c->pipe_ticks[p];
        for (unsigned w = 0; w < HW_WORK_COUNT; w++)
            work[w] += c->work[w];
    }
    time->cycles = last + micro->kernel_end_cycles;
    time->tail_clocks = time->busy_sms ? last - first_end : 0;
    time->clock_khz = timer->sm_khz;
    time->memory_clock_khz = timer->memory_khz;
    time->picoseconds = (uint64_t)((unsigned __int128)time->cycles * 1000000000u / timer->sm_khz);
    time->sms = timer->model.sms;
    time->schedulers = micro->schedulers;
    time->blocks_per_sm = blocks_per_sm;
    time->warps_per_block = timer->recorder.warps;
    time->warps_per_sm = launch->code.chip->warps_per_mp;
    add_costs(timer, time, stall);
    time->warp_clocks = time->warp_instructions - time->pairs;
    for (unsigned s = 0; s < HW_STALL_COUNT; s++) {
        time->warp_clocks += stall[s];
        add_part(time->stall, &time->stall_count, stalls[s][0], stalls[s][1], stall[s]);
    }
    for (unsigned p = 0; p < HW_PIPE_COUNT; p++)
        add_pipe(time, micro, (enum hw_pipe)p, pipe[p] / HW_TICKS);
    for (unsigned w = 0; w < HW_WORK_COUNT; w++)
        add_part(time->work, &time->work_count, hw_work_name((enum hw_work)w), "", work[w]);
    add_traffic(timer, time);
    free(timer->interval);
    timer->interval =
        hw_chip_model_intervals(&timer->model, time->cycles, &time->interval_count, &time->interval_clocks);
    time->interval = timer->interval;
    time->chip = launch->code.chip;
    time->card = timer->card;
    time->rate_fp64 = rate_fp64(time->chip, time->card);
    time->l2_slices = timer->model.memory.slices;
    time->dram_channels = timer->model.memory.channels;
}

/* --- the timeline --- */

static bool begin_timeline(struct hw_timer *timer)
{
    return !timer->options.window || hw_sm_timelines_begin(&timer->window, timer->model.sm, timer->model.sms);
}

static bool end_timeline(struct hw_timer *timer, struct hw_launch_time *time)
{
    if (!timer->options.window)
        return true;
    free(timer->issue);
    const bool ok = hw_sm_timelines_end(timer->model.sm, timer->model.sms, &timer->issue, &time->issue_count,
                                        &time->issues_left_out);
    time->issue = timer->issue;
    return ok;
}

/* --- a launch --- */

/* Blocks that a multiprocessor holds: where it is split for the sake of its cache, fewer. */
static uint32_t blocks_per_sm(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const struct hw_block_needs needs = {.chip = chip,
                                         .threads = hw_launch_warps(launch) * chip->warp_size,
                                         .registers = launch->code.registers,
                                         .shared_bytes = launch->shared_bytes,
                                         .rules = HW_RULE_ENCODED |
                                                  (launch->code.caches_loads ? HW_RULE_PARTITIONED : 0)};
    struct hw_occupancy occupancy;

    hw_occupancy(&needs, &occupancy);
    return occupancy.blocks;
}

hw_status hw_timer_run(struct hw_timer *timer, const struct hw_launch *launch,
                       struct hw_launch_result *result, struct hw_launch_time *time, struct hw_error *error)
{
    struct hw_launch timed = *launch;
    struct hw_listener *listeners;
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    hw_status status = hw_launch_check(launch, error);

    memset(time, 0, sizeof *time);
    memset(result, 0, sizeof *result);
    if (status != HW_OK)
        return status;
    const uint32_t per_chip = hw_resident_blocks(launch), per_sm = blocks_per_sm(launch);
    hw_timed_code_destroy(&timer->code);
    status = hw_timed_code_create(launch, &timer->code, error);
    if (status != HW_OK)
        return status;
    listeners = calloc(launch->listener_count + 1, sizeof *listeners);
    if (!listeners || !hw_recorder_begin(&timer->recorder, launch, &timer->code, per_chip)) {
        free(listeners);
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timed launch");
    }
    timer->recorder.begins = timer->code.reads_clock ? NULL : catch_up;
    timer->recorder.asked = timer->code.reads_clock ? answer_clock : NULL;
    timer->recorder.context = timer;
    timer->recorder.khz = timer->sm_khz;
    timer->ahead = per_chip;
    if (launch->listener_count)
        memcpy(listeners, launch->listeners, launch->listener_count * sizeof *listeners);
    listeners[launch->listener_count] = hw_recorder_listener(&timer->recorder);
    timed.listeners = listeners;
    timed.clock_khz = timer->sm_khz / launch->code.chip->micro.issue_cycles;
    timed.listener_count++;
    if (hw_chip_model_begin(&timer->model, &timer->recorder, &timer->code, per_sm ? per_sm : 1,
                            timer->code.reads_clock ? per_chip : UINT64_MAX, blocks) &&
        begin_timeline(timer)) {
        const uint32_t helpers = timer->workers - 1;
        if (timer->code.reads_clock)
            hw_step_crew_call(timer->model.crew, helpers);
        status = hw_launch_run(&timed, result, error);
        if (!timer->code.reads_clock)
            hw_step_crew_call(timer->model.crew, helpers);
        hw_chip_model_advance(&timer->model, UINT64_MAX);
        hw_step_crew_dismiss(timer->model.crew);
        if (timer->recorder.no_memory || timer->model.no_memory)
            status = hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for what the blocks on the chip do");
        report(timer, launch, per_sm, time);
        if (!time->interval)
            status = hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timed launch");
    } else {
        status = hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timed launch");
    }
    if (!end_timeline(timer, time))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timeline");
    hw_chip_model_end(&timer->model);
    hw_recorder_end(&timer->recorder);
    free(listeners);
    return status;
}
