/* SPDX-License-Identifier: MIT */
/* See recorder.h: accesses to memory.
 *
 * Accesses are broken into lines and passes here, by the workers that run the blocks, so that traces are
 * short.  Local memory has no address on the chip that the listener knows: the words of a warp's lanes lie
 * side by side, those of different blocks that are resident together lie apart. */
#include "timing/model/recorder.h"

#include "timing/access/bank_conflicts.h"
#include "timing/access/coalesce_local.h"
#include "timing/access/coalesce_texels.h"

#include "machine/chip/kernel_abi.h"
#include "machine/launch_geometry.h"
#include "machine/thread_stripe.h"

#define LOCAL_MEMORY (1ull << 42) /* where the model lets local memory begin */

static void add_lines(struct hw_block_trace *trace, uint32_t warp, struct hw_act act,
                      const struct hw_line_requests *requests)
{
    struct hw_words *acts = &trace->warp[warp].acts;

    act.count = requests->count;
    hw_trace_act(trace, warp, &act);
    for (uint32_t i = 0; i < requests->count; i++)
        trace->no_memory |= !hw_line_add(acts, &requests->item[i]);
}

/* The most lanes that name one word. */
static uint32_t most_alike(const struct hw_access_event *event)
{
    uint32_t most = 1;

    for (unsigned i = 0; i < 32; i++) {
        uint32_t alike = 0;
        if (!(event->lanes >> i & 1))
            continue;
        for (unsigned j = i; j < 32; j++)
            alike += event->lanes >> j & 1 && event->address[j] == event->address[i];
        most = alike > most ? alike : most;
    }
    return most;
}

static bool is_atomic(unsigned kind)
{
    return kind == HW_ACCESS_ATOMIC || kind == HW_ACCESS_REDUCTION;
}

/* What a place of the code asks of memory; NULL: the access is of none that is timed. */
static struct hw_access_counts *counts_of(const struct hw_recorder *recorder,
                                          const struct hw_access_event *event)
{
    const uint32_t place = event->pc / recorder->code->unit;

    return place < recorder->code->count
               ? &recorder->counts[(size_t)hw_thread_stripe() * recorder->code->count + place]
               : NULL;
}

/* Lines of global or local memory. */
static void add_memory(struct hw_recorder *recorder, struct hw_block_trace *trace,
                       const struct hw_access_event *event, struct hw_act act,
                       const struct hw_line_requests *requests)
{
    struct hw_access_counts *counts = counts_of(recorder, event);

    act.kind = HW_ACT_LINES;
    add_lines(trace, event->at.warp, act, requests);
    if (counts)
        hw_count_lines(counts, event, requests);
}

static void add_shared(struct hw_recorder *recorder, struct hw_block_trace *trace,
                       const struct hw_access_event *event, struct hw_act act)
{
    const struct hw_chip_info *chip = recorder->launch->code.chip;
    struct hw_access_counts *counts = counts_of(recorder, event);

    act.kind = HW_ACT_SHARED;
    act.count = hw_shared_passes(chip, event);
    if (is_atomic(event->kind) && act.passes > act.count)
        act.count = act.passes;
    hw_trace_act(trace, event->at.warp, &act);
    if (counts)
        hw_count_passes(counts, &recorder->ideal, event, act.count);
}

/* Word after word of 32 lanes. */
static void add_local(struct hw_recorder *recorder, struct hw_block_trace *trace,
                      const struct hw_access_event *event, struct hw_act act)
{
    const uint64_t bytes = (uint64_t)hw_launch_local_bytes(recorder->launch) * 32;
    const uint64_t area =
        LOCAL_MEMORY + (event->at.block % recorder->resident * recorder->warps + event->at.warp) * bytes;
    struct hw_line_requests requests;

    act.local = 1;
    hw_coalesce_local(event, area, &requests);
    add_memory(recorder, trace, event, act, &requests);
}

/* Lines of constant memory by bank and address. */
static void add_constants(struct hw_block_trace *trace, const struct hw_access_event *event,
                          struct hw_act act)
{
    struct hw_line_requests requests = {.count = 0};

    for (unsigned lane = 0; lane < 32; lane++) {
        const uint64_t line =
            ((uint64_t)event->index << 16 | (event->address[lane] & 0xffff)) / HW_LINE_BYTES;
        uint32_t i = 0;
        if (!(event->lanes >> lane & 1))
            continue;
        while (i < requests.count && requests.item[i].line != line * HW_LINE_BYTES)
            i++;
        if (i == requests.count)
            requests.item[requests.count++] =
                (struct hw_line_request){.line = line * HW_LINE_BYTES, .sectors = 15};
    }
    act.count = hw_constant_passes(event);
    act.passes = requests.count;
    hw_trace_act(trace, event->at.warp, &act);
    for (uint32_t i = 0; i < requests.count; i++)
        trace->no_memory |= !hw_line_add(&trace->warp[event->at.warp].acts, &requests.item[i]);
}

/* Texels by the lines that they lie in.  A load goes through the texture cache; what surfaces are told to
 * keep goes past it. */
static void add_texels(struct hw_block_trace *trace, const struct hw_access_event *event, struct hw_act act)
{
    struct hw_line_requests requests;
    struct hw_semantics view;

    hw_insn_semantics(event->insn, &view);
    switch (hw_operation_info(view.op)->memory) {
    case HW_EFFECT_STORE: act.kind = HW_ACT_LINES, act.access = HW_ACCESS_STORE; break;
    case HW_EFFECT_ATOMIC: act.kind = HW_ACT_LINES, act.access = HW_ACCESS_ATOMIC; break;
    default: act.kind = HW_ACT_TEXTURE, act.access = HW_ACCESS_TEXTURE; act.passes = hw_texel_groups(event);
    }
    requests.count = 0;
    for (unsigned texel = 0; texel < event->texels; texel++) {
        hw_coalesce_texels(event, texel, &requests);
        if (texel + 1u < event->texels && requests.count <= HW_LINES_MAX / 2)
            continue;
        add_lines(trace, event->at.warp, act, &requests);
        requests.count = 0;
        if (act.kind == HW_ACT_TEXTURE)
            act.passes = 0; /* all turns are the first act's */
    }
}

void hw_recorder_access(struct hw_recorder *recorder, struct hw_block_trace *trace,
                        const struct hw_access_event *event)
{
    struct hw_act act = {.access = event->kind, .passes = 1};
    struct hw_line_requests requests;

    if (is_atomic(event->kind) && event->address)
        act.passes = most_alike(event);
    switch (event->space) {
    case HW_OPERAND_SHARED: add_shared(recorder, trace, event, act); break;
    case HW_OPERAND_CONST:
        act.kind = HW_ACT_CONSTANT;
        add_constants(trace, event, act);
        break;
    case HW_OPERAND_LOCAL: add_local(recorder, trace, event, act); break;
    case HW_OPERAND_GLOBAL:
        hw_coalesce(recorder->launch->code.chip, event, &requests);
        add_memory(recorder, trace, event, act, &requests);
        break;
    default: add_texels(trace, event, act);
    }
}
