/* SPDX-License-Identifier: MIT */
/* See code_cache.h.  The size of code is unknown, so its paths are followed from the start: what an
 * instruction names or falls through to is code too. */
#include "channel/engine/code_cache.h"

#include "machine/chip/sm_location.h"

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>
#include <halfwarp/machine.h>

#include <stdlib.h>
#include <string.h>

#define CODE_END   0x1000000u /* code addresses have 24 bits */
#define WHOLE_CODE 0x100000u  /* read where code jumps to addresses that it computes */

void hw_code_cache_clear(struct hw_code_cache *cache)
{
    for (unsigned i = 0; i < HW_CODE_CACHE_ENTRIES; i++)
        free(cache->code[i].data);
    memset(cache, 0, sizeof *cache);
}

/* --- following code --- */

struct code_scan {
    const struct hw_address_space *space;
    const struct hw_dma_object *dma;
    const struct hw_target *target;
    struct hw_cached_code *code;
    uint8_t *seen;   /* a bit for each word of code */
    uint32_t *queue; /* addresses to go on at */
    uint32_t queued, queue_room, data_room;
    bool whole, no_memory;
};

static bool is_new(struct code_scan *code_scan, uint64_t pc)
{
    if (pc % 4 || pc >= CODE_END || code_scan->seen[pc / 32] >> pc / 4 % 8 & 1)
        return false;
    code_scan->seen[pc / 32] |= (uint8_t)(1u << pc / 4 % 8);
    return true;
}

static void visit_later(struct code_scan *code_scan, uint64_t pc)
{
    if (pc >= CODE_END || (code_scan->seen[pc / 32] >> pc / 4 % 8 & 1))
        return;
    if (code_scan->queued == code_scan->queue_room) {
        const uint32_t room = code_scan->queue_room ? 2 * code_scan->queue_room : 64;
        uint32_t *grown = realloc(code_scan->queue, room * sizeof *grown);
        code_scan->no_memory |= !grown;
        if (!grown)
            return;
        code_scan->queue = grown;
        code_scan->queue_room = room;
    }
    code_scan->queue[code_scan->queued++] = (uint32_t)pc;
}

/* Have bytes up to `end`; new ones are zero. */
static bool has_data(struct code_scan *code_scan, uint32_t end)
{
    if (end > code_scan->data_room) {
        const uint32_t room = end > 2 * code_scan->data_room ? end : 2 * code_scan->data_room;
        uint8_t *grown = realloc(code_scan->code->data, room);
        code_scan->no_memory |= !grown;
        if (!grown)
            return false;
        memset(grown + code_scan->data_room, 0, room - code_scan->data_room);
        code_scan->code->data = grown;
        code_scan->data_room = room;
    }
    if (end > code_scan->code->bytes)
        code_scan->code->bytes = end;
    return true;
}

static void note_texture(struct hw_cached_code *code, unsigned texture, unsigned sampler)
{
    for (uint32_t i = 0; i < code->pair_count; i++)
        if (code->pair[i].texture == texture && code->pair[i].sampler == sampler)
            return;
    if (code->pair_count < HW_TEXTURE_PAIRS)
        code->pair[code->pair_count++] = (struct hw_texture_pair){(uint8_t)texture, (uint8_t)sampler};
}

static void note_operands(struct hw_cached_code *code, const struct hw_semantics *view)
{
    for (unsigned i = 0; i < view->operand_count; i++) {
        const struct hw_operand *operand = &view->operand[i];
        if (operand->kind == HW_OPERAND_CONST)
            code->constants |= 1u << operand->space % 32;
        else if (operand->kind == HW_OPERAND_GLOBAL)
            code->segments |= 1u << operand->space % 32;
        else if (operand->kind == HW_OPERAND_TEXTURE && i + 1 < view->operand_count)
            note_texture(code, (unsigned)operand->offset, (unsigned)view->operand[i + 1].offset);
    }
}

/* A conditional jump pushes the side that waits, if it splits the warp. */
static void note_pushes(struct hw_cached_code *code, const struct hw_semantics *view, uint32_t pc,
                        bool has_target, uint64_t target)
{
    const unsigned flow = hw_operation_info(view->op)->flow;

    code->pushes += flow == HW_FLOW_CALL || flow == HW_FLOW_PUSH || flow == HW_FLOW_WIDEN ||
                    (flow == HW_FLOW_JUMP && view->guard.kind != HW_GUARD_ALWAYS);
    code->calls_back |= flow == HW_FLOW_CALL && has_target && target <= pc;
}

/* Whether the instruction behind may be reached from this one. */
static bool goes_on(const struct hw_semantics *view)
{
    const unsigned flow = hw_operation_info(view->op)->flow;

    if (view->guard.kind != HW_GUARD_ALWAYS)
        return true;
    return !(view->also & HW_ALSO_EXIT) && flow != HW_FLOW_JUMP && flow != HW_FLOW_INDIRECT &&
           flow != HW_FLOW_RETURN && flow != HW_FLOW_LEAVE && flow != HW_FLOW_END;
}

/* Read the instruction at `pc` and say where code goes from there; its length, 0: it is not there. */
static unsigned visit(struct code_scan *code_scan, uint32_t pc, bool *on, struct hw_dma_fault *fault)
{
    struct hw_insn insn;
    struct hw_semantics view;
    uint8_t bytes[8];
    uint64_t target;

    if (!hw_dma_read(code_scan->space, code_scan->dma, code_scan->code->base + pc, bytes, 4, fault))
        return 0;
    const unsigned length = hw_insn_length(code_scan->target, bytes[0]);
    if ((length > 4 && !hw_dma_read(code_scan->space, code_scan->dma, code_scan->code->base + pc + 4,
                                    bytes + 4, 4, fault)) ||
        !has_data(code_scan, pc + length))
        return 0;
    memcpy(code_scan->code->data + pc, bytes, length);
    *on = false; /* behind what is no instruction nothing runs */
    if (hw_decode(code_scan->target, bytes, length, &insn) != HW_OK || !insn.form)
        return length;
    hw_insn_semantics(&insn, &view);
    note_operands(code_scan->code, &view);
    code_scan->whole |= hw_operation_info(view.op)->flow == HW_FLOW_INDIRECT;
    const bool has_target = hw_insn_target(&insn, pc, &target);
    note_pushes(code_scan->code, &view, pc, has_target, target);
    if (has_target)
        visit_later(code_scan, target);
    *on = goes_on(&view);
    return length;
}

/* Follow code from `pc` to where it ends. */
static void follow(struct code_scan *code_scan, uint32_t pc, struct hw_dma_fault *fault)
{
    bool on = true;

    while (on && is_new(code_scan, pc)) {
        const unsigned length = visit(code_scan, pc, &on, fault);
        on = on && length;
        pc += length;
    }
}

/* Take all of the first bytes that are there. */
static void take_whole(struct code_scan *code_scan)
{
    const uint32_t bytes =
        (uint32_t)hw_dma_extent(code_scan->space, code_scan->dma, code_scan->code->base, WHOLE_CODE) &
        ~(uint32_t)3;
    struct hw_dma_fault fault;

    code_scan->code->constants = code_scan->code->segments = ~0u;
    code_scan->code->is_whole = true;
    if (bytes && has_data(code_scan, bytes))
        (void)hw_dma_read(code_scan->space, code_scan->dma, code_scan->code->base, code_scan->code->data,
                          bytes, &fault);
}

/* Whether an entry of the stack may leave the chip: no path has more pushes than the code, if no function
 * calls itself. */
static bool may_spill(const struct hw_cached_code *code, uint32_t stack_entries)
{
    return stack_entries > HW_STACK_ON_CHIP && stack_entries != HW_NO_STACK &&
           (code->pushes > HW_STACK_ON_CHIP || code->calls_back);
}

/* --- the cache --- */

static hw_status fill(struct hw_cached_code *code, const struct hw_address_space *space,
                      const struct hw_dma_object *dma, const struct hw_target *target, uint32_t stack_entries,
                      struct hw_dma_fault *fault)
{
    struct code_scan code_scan = {
        .space = space, .dma = dma, .target = target, .code = code, .seen = calloc(CODE_END / 32, 1)};
    struct hw_dma_fault later;

    code_scan.no_memory = !code_scan.seen;
    if (code_scan.seen)
        follow(&code_scan, code->start, fault);
    while (code_scan.queued && !code_scan.no_memory)
        follow(&code_scan, code_scan.queue[--code_scan.queued], &later);
    if ((code_scan.whole || may_spill(code, stack_entries)) && !code_scan.no_memory)
        take_whole(&code_scan);
    free(code_scan.seen);
    free(code_scan.queue);
    if (code_scan.no_memory)
        return HW_ERR_NO_MEMORY;
    return code->bytes ? HW_OK : HW_ERR_FAULT;
}

hw_status hw_code_cache_find(struct hw_code_cache *cache, const struct hw_address_space *space,
                             const struct hw_dma_object *dma, const struct hw_target *target, uint64_t base,
                             uint32_t start, uint32_t stack_entries, const struct hw_cached_code **code,
                             struct hw_dma_fault *fault)
{
    for (unsigned i = 0; i < HW_CODE_CACHE_ENTRIES; i++)
        if (cache->code[i].data && cache->code[i].base == base && cache->code[i].start == start &&
            (cache->code[i].is_whole || !may_spill(&cache->code[i], stack_entries))) {
            *code = &cache->code[i];
            return HW_OK;
        }
    struct hw_cached_code *entry = &cache->code[cache->next];
    free(entry->data);
    *entry = (struct hw_cached_code){.base = base, .start = start};
    const hw_status status = fill(entry, space, dma, target, stack_entries, fault);
    if (status == HW_OK) {
        cache->next = (cache->next + 1) % HW_CODE_CACHE_ENTRIES;
        *code = entry;
        return HW_OK;
    }
    free(entry->data);
    entry->data = NULL;
    return status;
}
