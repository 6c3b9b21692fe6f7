/* SPDX-License-Identifier: MIT */
/* See jit_promote.h.  On x86-64 without AVX2 operations are too large to have them four times. */
#include "jit/compiler/jit_promote.h"

#include <stdlib.h>

#include "jit/compiler/jit_icount.h"
#include "jit/compiler/jit_uniform.h"
#include "jit/compiler/jit_vector_memory.h"
#include "jit/compiler/jit_operands.h"
#include "jit/inline/inline_address.h"

struct hw_jit_promotion {
    struct hw_jit_regions all;
    struct hw_jit_uniform uniform[HW_JIT_REGIONS];
    LLVMValueRef rows;                         /* as the warp's registers; LLVM finds out which there are */
    LLVMValueRef predicates;                   /* likewise, in a struct hw_regs */
    LLVMValueRef address[HW_COMPILE_UOPS_MAX]; /* struct hw_inline_address, of accesses */
};

static const struct hw_jit_region *region_of(const struct hw_jit_build *build, uint32_t index)
{
    return build->promotion ? hw_jit_region_of(&build->promotion->all, index) : NULL;
}

static const struct hw_jit_uniform *uniform_of(const struct hw_jit_build *build,
                                               const struct hw_jit_region *region)
{
    return &build->promotion->uniform[region - build->promotion->all.region];
}

bool hw_jit_is_promoted(const struct hw_jit_build *build, uint32_t index)
{
    return region_of(build, index) != NULL;
}

bool hw_jit_promotes(const struct hw_jit_build *build)
{
    return build->promotion && build->promotion->all.count > 0;
}

bool hw_jit_promote_select(struct hw_jit_build *build)
{
    if (build->lanes != HW_CODE_FULL_WARPS || build->level == HW_HOST_LEVEL_BASE)
        return true;
    build->promotion = calloc(1, sizeof *build->promotion);
    if (build->promotion)
        hw_jit_regions_select(build, &build->promotion->all);
    return build->promotion;
}

void hw_jit_promote_free(struct hw_jit_build *build)
{
    free(build->promotion);
}

static void make_address(struct hw_jit_build *build, uint32_t index)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof(struct hw_inline_address));

    build->promotion->address[index] = LLVMBuildAlloca(build->at, type, "address");
    LLVMSetAlignment(build->promotion->address[index], _Alignof(struct hw_inline_address));
}

/* One more than the highest register that is touched. */
static unsigned count_rows(const struct hw_jit_regions *regions)
{
    unsigned rows = 0;

    for (unsigned i = 0; i < regions->count; i++)
        for (unsigned r = 0; r < regions->region[i].count; r++)
            if (regions->region[i].reg[r] >= rows)
                rows = regions->region[i].reg[r] + 1u;
    return rows;
}

void hw_jit_promote_begin(struct hw_jit_build *build)
{
    struct hw_jit_promotion *promotion = build->promotion;

    if (!promotion)
        return;
    hw_jit_regions_prune(build, &promotion->all);
    if (promotion->all.count)
        hw_jit_find_uniform(build, &promotion->all, promotion->uniform);
    promotion->rows = LLVMBuildAlloca(
        build->at, LLVMArrayType2(build->i8, count_rows(&promotion->all) * sizeof(hw_lanes)), "promoted");
    LLVMSetAlignment(promotion->rows, hw_jit_slice_bytes(build));
    promotion->predicates =
        LLVMBuildAlloca(build->at, LLVMArrayType2(build->i8, sizeof(struct hw_regs)), "predicates");
    LLVMSetAlignment(promotion->predicates, _Alignof(struct hw_regs));
    for (uint32_t i = 0; i < build->unit->count; i++)
        if (hw_jit_is_promoted(build, i) && build->unit->kind[i] == HW_JIT_KIND_ACCESS)
            make_address(build, i);
}

struct hw_jit_words hw_jit_promoted_words(const struct hw_jit_build *build, uint32_t index, unsigned lane)
{
    const size_t offset = lane * sizeof(uint32_t);

    return (struct hw_jit_words){.lane = lane,
                                 .warp = hw_jit_address(build, build->registers, offset),
                                 .promoted = hw_jit_is_promoted(build, index)
                                                 ? hw_jit_address(build, build->promotion->rows, offset)
                                                 : NULL};
}

/* Of what a region only reads. */
static bool stays_uniform(const struct hw_jit_build *build, const struct hw_jit_region *region, uint16_t reg)
{
    const struct hw_jit_unit *unit = build->unit;

    return (uint32_t)reg - unit->numbering.literal < unit->literals ||
           hw_jit_uniform_has(uniform_of(build, region), reg);
}

LLVMValueRef hw_jit_register(const struct hw_jit_build *build, uint32_t index,
                             const struct hw_jit_words *words, uint16_t reg)
{
    const struct hw_jit_region *region = words->promoted ? region_of(build, index) : NULL;
    const bool promoted = region && hw_jit_region_find(region, reg) < region->count;
    const bool uniform =
        region && !promoted && stays_uniform(build, region, reg); /* the first slice will do */

    return hw_jit_address(build,
                          promoted  ? words->promoted
                          : uniform ? build->registers
                                    : words->warp,
                          reg * sizeof(hw_lanes));
}

/* --- putting and taking --- */

/* Copy a register's words of the slice at `lane`, or of all. */
static void copy(const struct hw_jit_build *build, LLVMValueRef to, LLVMValueRef from, uint16_t reg,
                 unsigned lane)
{
    const unsigned first = lane == HW_JIT_ALL_SLICES ? 0 : lane / build->slice_lanes,
                   end = lane == HW_JIT_ALL_SLICES ? hw_jit_slices(build) : first + 1;
    const LLVMValueRef to_row = hw_jit_address(build, to, reg * sizeof(hw_lanes)),
                       from_row = hw_jit_address(build, from, reg * sizeof(hw_lanes));

    for (unsigned slice = first; slice < end; slice++)
        hw_jit_store_slice(build, to_row, slice,
                           hw_jit_load_slice(build, from_row, slice, hw_jit_slice_bytes(build)),
                           hw_jit_slice_bytes(build));
}

/* Those of a set of the region's registers. */
static void put(const struct hw_jit_build *build, const struct hw_jit_region *region, uint64_t stored)
{
    for (unsigned r = 0; r < region->count; r++)
        if (stored >> r & 1)
            copy(build, build->registers, build->promotion->rows, region->reg[r], HW_JIT_ALL_SLICES);
}

LLVMValueRef hw_jit_promoted_predicates(const struct hw_jit_build *build, uint32_t index)
{
    return hw_jit_is_promoted(build, index) ? build->promotion->predicates : build->warp;
}

/* The predicates that a region writes, a bit each; with `reads`, also those that it reads. */
static unsigned predicates_of(const struct hw_jit_unit *unit, const struct hw_jit_region *region, bool reads)
{
    unsigned predicates = 0;

    for (uint32_t i = region->first; i < region->end; i++) {
        predicates |= hw_jit_predicates(unit, i, reads);
        if (reads && (unit->kind[i] == HW_JIT_KIND_BRANCH || unit->kind[i] == HW_JIT_KIND_EXIT))
            predicates |= 1u << (unit->uop[i].p_in & ~HW_PRED_NOT);
    }
    return predicates & ~(1u << HW_PT);
}

static void put_warp(const struct hw_jit_build *build, const struct hw_jit_region *region)
{
    hw_jit_copy_predicates(build, build->warp, build->promotion->predicates,
                           predicates_of(build->unit, region, false));
    hw_jit_icount_put(build);
}

void hw_jit_flush_state(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_region *region = region_of(build, index);

    if (region)
        put_warp(build, region);
}

void hw_jit_write_back(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_region *region = region_of(build, index);

    if (!region)
        return;
    put(build, region, build->promotion->all.dirty[index]);
    put_warp(build, region);
}

void hw_jit_reload(const struct hw_jit_build *build, uint32_t index)
{
    if (hw_jit_is_promoted(build, index))
        hw_jit_icount_take(build);
}

static void invalidate_address(const struct hw_jit_build *build, uint32_t index)
{
    const LLVMValueRef nowhere = LLVMConstNull(build->pointer), at = build->promotion->address[index];

    LLVMBuildStore(build->at, nowhere,
                   hw_jit_address(build, at, offsetof(struct hw_inline_address, contiguous)));
    LLVMBuildStore(build->at, nowhere,
                   hw_jit_address(build, at, offsetof(struct hw_inline_address, broadcast)));
}

/* All that the region of a leader needs. */
static void take_all(const struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_region *region = region_of(build, leader);

    for (unsigned r = 0; r < region->count; r++)
        copy(build, build->promotion->rows, build->registers, region->reg[r], HW_JIT_ALL_SLICES);
    hw_jit_copy_predicates(build, build->promotion->predicates, build->warp,
                           predicates_of(build->unit, region, true));
    hw_jit_icount_take(build);
    for (uint32_t i = region->first; i < region->end; i++)
        if (build->promotion->address[i])
            invalidate_address(build, i);
}

static unsigned held_operands(const struct hw_jit_build *build, uint32_t index,
                              struct hw_jit_operand operand[HW_JIT_OPERANDS])
{
    const struct hw_jit_region *region = region_of(build, index);
    const unsigned count = region ? hw_jit_operands_of(build, index, operand) : 0;
    unsigned kept = 0;

    for (unsigned o = 0; o < count; o++)
        if (hw_jit_region_find(region, operand[o].reg) < region->count)
            operand[kept++] = operand[o];
    return kept;
}

void hw_jit_write_back_operands(struct hw_jit_build *build, uint32_t index, unsigned lane)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = held_operands(build, index, operand);

    for (unsigned o = 0; o < count; o++)
        if (operand[o].loaded)
            copy(build, build->registers, build->promotion->rows, operand[o].reg, lane);
}

void hw_jit_reload_operands(struct hw_jit_build *build, uint32_t index, unsigned lane)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = held_operands(build, index, operand);

    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            copy(build, build->promotion->rows, build->registers, operand[o].reg, lane);
}

/* --- accesses --- */

LLVMValueRef hw_jit_promoted_address(const struct hw_jit_build *build, uint32_t index)
{
    return build->promotion->address[index];
}

/* Whether an access finds its addresses in a register. */
static bool goes_by(const struct hw_jit_unit *unit, uint32_t access, uint16_t reg)
{
    const unsigned base = hw_jit_base_of(unit, access);

    return reg == base || (hw_mem_fast_is_wide(unit->function[access].family) && reg == base + 1);
}

void hw_jit_promote_invalidate(struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_region *region = region_of(build, index);
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = region ? hw_jit_operands_of(build, index, operand) : 0;

    for (unsigned o = 0; o < count; o++)
        for (uint32_t i = region->first; operand[o].stored && i < region->end; i++)
            if (build->promotion->address[i] && goes_by(build->unit, i, operand[o].reg))
                invalidate_address(build, i);
}

/* --- ways --- */

/* Where code comes in: go on if what the region takes to be uniform is; else leave to the interpreter. */
static void check_uniform(struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_uniform *uniform = uniform_of(build, region_of(build, leader));
    LLVMValueRef holds = LLVMConstInt(LLVMInt1TypeInContext(build->context), 1, 0);

    if (uniform->count == 0)
        return;
    const LLVMBasicBlockRef other = hw_jit_block(build, "divergent"), on = hw_jit_block(build, "uniform");
    for (unsigned i = 0; i < uniform->count; i++) {
        const LLVMValueRef row = hw_jit_address(build, build->registers, uniform->reg[i] * sizeof(hw_lanes));
        holds = LLVMBuildAnd(build->at, holds, hw_jit_is_uniform(build, row), "");
    }
    LLVMBuildCondBr(build->at, holds, on, other);
    LLVMPositionBuilderAtEnd(build->at, other);
    hw_jit_store(build, build->warp, HW_JIT_NEXT, hw_jit_word(build, build->unit->first + leader));
    LLVMBuildBr(build->at, build->leave);
    LLVMPositionBuilderAtEnd(build->at, on);
}

void hw_jit_promote_enter(const struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_region *region = region_of(build, leader);
    const struct hw_jit_uniform *uniform = region ? uniform_of(build, region) : NULL;

    for (unsigned i = 0; uniform && i < uniform->count; i++) {
        const LLVMValueRef row =
            hw_jit_address(build, build->promotion->rows, uniform->reg[i] * sizeof(hw_lanes));
        if (hw_jit_region_find(region, uniform->reg[i]) == region->count)
            continue;
        const LLVMValueRef word = hw_jit_load_slice(build, row, 0, hw_jit_slice_bytes(build));
        for (unsigned slice = 1; slice < hw_jit_slices(build); slice++)
            hw_jit_store_slice(build, row, slice, word, hw_jit_slice_bytes(build));
    }
}

/* A block that leaves to a micro-operation outside of the unit. */
static LLVMBasicBlockRef exit_block(struct hw_jit_build *build, uint32_t index)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at), out = hw_jit_block(build, "out");

    LLVMPositionBuilderAtEnd(build->at, out);
    hw_jit_store(build, build->warp, HW_JIT_NEXT, hw_jit_word(build, build->unit->first + index));
    LLVMBuildBr(build->at, build->leave);
    LLVMPositionBuilderAtEnd(build->at, before);
    return out;
}

LLVMBasicBlockRef hw_jit_entry_block(struct hw_jit_build *build, uint32_t leader)
{
    if (leader >= build->unit->count)
        return exit_block(build, leader);
    if (!hw_jit_is_promoted(build, leader))
        return build->block[leader];
    if (!build->entry_block[leader]) {
        const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
        build->entry_block[leader] = hw_jit_block(build, "entry");
        LLVMPositionBuilderAtEnd(build->at, build->entry_block[leader]);
        check_uniform(build, leader);
        take_all(build, leader);
        LLVMBuildBr(build->at, build->block[leader]);
        LLVMPositionBuilderAtEnd(build->at, before);
    }
    return build->entry_block[leader];
}

LLVMBasicBlockRef hw_jit_edge_block(struct hw_jit_build *build, uint32_t from, uint32_t leader)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    const struct hw_jit_region *region = region_of(build, from);

    const bool stays = region == region_of(build, leader);

    if (stays && leader < build->unit->count &&
        !(region && hw_jit_comes_into_loop(build->unit, from, leader)))
        return build->block[leader];
    if (!region)
        return hw_jit_entry_block(build, leader);
    const LLVMBasicBlockRef edge = hw_jit_block(build, "edge"),
                            end = stays ? build->block[leader] : hw_jit_entry_block(build, leader);
    LLVMPositionBuilderAtEnd(build->at, edge);
    put(build, region, build->promotion->all.dirty[from] | hw_jit_region_stores(build, region, from));
    if (!stays)
        put_warp(build, region);
    LLVMBuildBr(build->at, end);
    LLVMPositionBuilderAtEnd(build->at, before);
    return edge;
}
