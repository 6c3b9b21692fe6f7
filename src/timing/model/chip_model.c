/* SPDX-License-Identifier: MIT */
/* See chip_model.h. */
#include "timing/model/chip_model.h"

#include <stdlib.h>
#include <string.h>

static uint64_t lesser(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

hw_status hw_chip_model_create(struct hw_chip_model *model, const struct hw_chip_info *chip,
                               const struct hw_board *board, uint32_t workers, struct hw_error *error)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    bool ok;

    memset(model, 0, sizeof *model);
    model->chip = chip;
    model->sms = board->sms;
    model->step = lesser(lesser(micro->latency_l2, micro->latency_dram), micro->block_start_cycles);
    if (model->step < 8)
        model->step = 8;
    hw_work_times(chip, board->rate_fp64, model->times);
    hw_status status = hw_memory_system_create(&model->memory, chip, board, error);
    if (status != HW_OK)
        return status;
    model->memory_parts = (uint32_t)lesser(lesser(workers, model->memory.channels), HW_MEMORY_PARTS_MAX);
    model->sm = calloc(board->sms, sizeof *model->sm);
    model->bucket = calloc(model->memory_parts * model->step, sizeof *model->bucket);
    model->ended_on = calloc(board->sms, sizeof *model->ended_on);
    model->crew = hw_step_crew_create(workers);
    ok = model->crew && model->sm && model->bucket && model->ended_on;
    for (uint32_t i = 0; ok && i < board->sms; i++)
        ok = hw_sm_create(&model->sm[i], chip, i, &model->memory);
    if (ok)
        return HW_OK;
    hw_chip_model_destroy(model);
    return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for the model of %u multiprocessors",
                   board->sms);
}

void hw_chip_model_destroy(struct hw_chip_model *model)
{
    for (uint32_t i = 0; model->sm && i < model->sms; i++)
        hw_sm_destroy(&model->sm[i]);
    hw_step_crew_destroy(model->crew);
    free(model->sm);
    free(model->ended_on);
    free(model->bucket);
    hw_memory_system_destroy(&model->memory);
    memset(model, 0, sizeof *model);
}

bool hw_chip_model_begin(struct hw_chip_model *model, struct hw_recorder *recorder,
                         const struct hw_timed_code *code, uint32_t blocks_per_sm, uint64_t resident,
                         uint64_t blocks)
{
    model->recorder = recorder;
    model->now = model->begun = model->ended = model->last_end = 0;
    model->launcher_free = model->chip->micro.kernel_cycles;
    model->blocks = blocks;
    model->resident = resident;
    hw_memory_system_settle(&model->memory);
    for (uint32_t i = 0; i < model->sms; i++)
        if (!hw_sm_begin(&model->sm[i], code, model->times, blocks_per_sm, recorder->warps))
            return false;
    return true;
}

/* --- blocks --- */

/* The multiprocessor whose slot has been free for longest; of several the one with the fewest blocks. */
static struct hw_sm *find_place(struct hw_chip_model *model, uint32_t *slot)
{
    struct hw_sm *found = NULL;
    uint64_t since = HW_TIME_UNKNOWN;

    for (uint32_t i = 0; i < model->sms; i++) {
        struct hw_sm *sm = &model->sm[i];
        if (sm->resident == sm->block_slots)
            continue;
        const uint32_t free_slot = hw_sm_free_slot(sm);
        const uint64_t time = sm->block[free_slot].free_at;
        if (!found || time < since || (time == since && sm->resident < found->resident)) {
            found = sm;
            since = time;
            *slot = free_slot;
        }
    }
    return found;
}

/* Deal out blocks; false: a place is free, and the next block is not recorded yet. */
static bool deal(struct hw_chip_model *model)
{
    const struct hw_microarchitecture *micro = &model->chip->micro;
    struct hw_sm *sm;
    uint32_t slot = 0;

    while (model->begun < model->blocks && model->begun - model->ended < model->resident &&
           (sm = find_place(model, &slot)) != NULL) {
        struct hw_block_trace *trace = hw_recorder_take(model->recorder);
        if (!trace)
            return false;
        uint64_t time = sm->block[slot].free_at;
        if (time < model->launcher_free)
            time = model->launcher_free;
        model->launcher_free = time + micro->block_cycles;
        time += micro->block_start_cycles;
        hw_sm_deal(sm, slot, trace, time > model->now ? time : model->now);
        model->begun++;
    }
    return true;
}

/* Parts of a step are for all threads; where there is little to do, the others would only be in the way. */
#define FEW_BLOCKS   2
#define FEW_REQUESTS 32
static void share_out(struct hw_chip_model *model, uint32_t parts, hw_step_part_fn *part, bool little)
{
    if (little)
        for (uint32_t i = 0; i < parts; i++)
            part(model, i);
    else
        hw_step_crew_do(model->crew, parts, part, model);
}

/* --- memory --- */

/* Serve the requests of this step that are for one part of the channels, by clock and then by multiprocessor.
 */
static void serve_part(void *context, uint32_t part)
{
    struct hw_chip_model *model = context;
    struct hw_memory_request **bucket = model->bucket + part * model->step;

    memset(bucket, 0, model->step * sizeof *bucket);
    for (uint32_t i = model->sms; i-- > 0;) {
        const struct hw_sm *sm = &model->sm[i];
        for (struct hw_memory_request *request = sm->for_part[part], *next; request; request = next) {
            next = request->next;
            const uint64_t offset = request->time > model->now ? request->time - model->now : 0;
            request->next = bucket[offset];
            bucket[offset] = request;
        }
    }
    for (uint64_t clock = 0; clock < model->step; clock++)
        for (struct hw_memory_request *request = bucket[clock]; request; request = request->next)
            hw_memory_serve(&model->memory, request);
}

static void serve(struct hw_chip_model *model)
{
    uint32_t requests = 0;

    for (uint32_t i = 0; i < model->sms; i++)
        requests += model->sm[i].sent_served = model->sm[i].sent_now;
    share_out(model, model->memory_parts, serve_part, requests < FEW_REQUESTS);
}

/* --- steps --- */

/* The time of the next event; HW_TIME_UNKNOWN: there is none. */
static uint64_t next_event(const struct hw_chip_model *model)
{
    uint64_t next = HW_TIME_UNKNOWN;

    for (uint32_t i = 0; i < model->sms; i++) {
        const struct hw_sm *sm = &model->sm[i];
        if (sm->starved)
            return model->now;
        next = lesser(next, hw_sm_next(sm));
        if (sm->sent_served)
            next = model->now;
        else if (sm->sent_count)
            next = lesser(next, sm->sent[0].time);
    }
    return next;
}

static void give_back(struct hw_chip_model *model, struct hw_block_trace *ended)
{
    while (ended) {
        struct hw_block_trace *next = ended->next;
        hw_recorder_return(model->recorder, ended);
        model->ended++;
        ended = next;
    }
}

/* A multiprocessor's part of a step: what it asked for in the last one is answered first. */
static void advance_one(void *context, uint32_t number)
{
    struct hw_chip_model *model = context;
    struct hw_sm *sm = &model->sm[number];

    hw_sm_start_blocks(sm);
    hw_sm_answer(sm);
    hw_sm_advance(sm, model->now + model->step, &model->ended_on[number]);
    if (!sm->starved)
        hw_sm_hand_over(sm, model->now + model->step, model->memory_parts);
}

/* False: a warp is starved, and the step is to be taken again. */
static bool step(struct hw_chip_model *model)
{
    uint32_t blocks = 0;

    for (uint32_t i = 0; i < model->sms; i++)
        blocks += model->sm[i].resident;
    share_out(model, model->sms, advance_one, blocks < FEW_BLOCKS);
    for (uint32_t i = 0; i < model->sms; i++)
        if (model->sm[i].starved)
            return false;
    serve(model);
    for (uint32_t i = 0; i < model->sms; i++) {
        give_back(model, model->ended_on[i]);
        model->ended_on[i] = NULL;
    }
    model->now += model->step;
    return true;
}

void hw_chip_model_advance(struct hw_chip_model *model, uint64_t blocks)
{
    for (uint32_t i = 0; model->recorder->asked && i < model->sms; i++)
        hw_sm_look_again(&model->sm[i], model->now);
    hw_step_crew_open(model->crew);
    while (!model->no_memory && deal(model) && model->begun < blocks) {
        const uint64_t next = next_event(model);
        if (next == HW_TIME_UNKNOWN)
            break;
        if (next > model->now)
            model->now = next;
        if (!step(model))
            break;
    }
    hw_step_crew_close(model->crew);
}

void hw_chip_model_end(struct hw_chip_model *model)
{
    for (uint32_t i = 0; i < model->sms; i++)
        for (uint32_t slot = 0; slot < HW_BLOCKS_MAX; slot++)
            if (model->sm[i].block[slot].trace) {
                hw_recorder_return(model->recorder, model->sm[i].block[slot].trace);
                model->sm[i].block[slot].trace = NULL;
            }
}
