/* SPDX-License-Identifier: MIT */
/* See jit_held.h.  On x86-64 without AVX2 operations are too large to have them four times. */
#include "jit/compiler/jit_held.h"

#include <stdlib.h>

#include "jit/compiler/jit_count.h"
#include "jit/compiler/jit_even.h"
#include "jit/compiler/jit_move.h"
#include "jit/compiler/jit_operands.h"
#include "jit/inline/inline_address.h"

struct hw_jit_held {
    struct hw_jit_intervals all;
    struct hw_jit_even even[HW_JIT_INTERVALS];
    LLVMValueRef rows;                   /* as the warp's registers; LLVM finds out which there are */
    LLVMValueRef predicates;             /* likewise, in a struct hw_regs */
    LLVMValueRef place[HW_JIT_UOPS_MAX]; /* struct hw_inline_address, of accesses */
};

static const struct hw_jit_interval *interval_of(const struct hw_jit_build *build, uint32_t place)
{
    return build->held ? hw_jit_interval_of(&build->held->all, place) : NULL;
}

static const struct hw_jit_even *even_of(const struct hw_jit_build *build,
                                         const struct hw_jit_interval *interval)
{
    return &build->held->even[interval - build->held->all.interval];
}

bool hw_jit_is_held(const struct hw_jit_build *build, uint32_t place)
{
    return interval_of(build, place) != NULL;
}

bool hw_jit_holds(const struct hw_jit_build *build)
{
    return build->held && build->held->all.count > 0;
}

bool hw_jit_held_choose(struct hw_jit_build *build)
{
    if (build->lanes != HW_CODE_FULL_WARPS || build->level == HW_HOST_LEVEL_BASE)
        return true;
    build->held = calloc(1, sizeof *build->held);
    if (build->held)
        hw_jit_intervals_choose(build, &build->held->all);
    return build->held;
}

void hw_jit_held_free(struct hw_jit_build *build)
{
    free(build->held);
}

static void make_place(struct hw_jit_build *build, uint32_t place)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof(struct hw_inline_address));

    build->held->place[place] = LLVMBuildAlloca(build->at, type, "place");
    LLVMSetAlignment(build->held->place[place], _Alignof(struct hw_inline_address));
}

/* One more than the highest register that is touched. */
static unsigned count_rows(const struct hw_jit_intervals *intervals)
{
    unsigned rows = 0;

    for (unsigned i = 0; i < intervals->count; i++)
        for (unsigned r = 0; r < intervals->interval[i].count; r++)
            if (intervals->interval[i].reg[r] >= rows)
                rows = intervals->interval[i].reg[r] + 1u;
    return rows;
}

void hw_jit_held_begin(struct hw_jit_build *build)
{
    struct hw_jit_held *held = build->held;

    if (!held)
        return;
    hw_jit_intervals_look(build, &held->all);
    if (held->all.count)
        hw_jit_even_find(build, &held->all, held->even);
    held->rows = LLVMBuildAlloca(
        build->at, LLVMArrayType2(build->i8, count_rows(&held->all) * sizeof(hw_lanes)), "held");
    LLVMSetAlignment(held->rows, hw_jit_slice_bytes(build));
    held->predicates =
        LLVMBuildAlloca(build->at, LLVMArrayType2(build->i8, sizeof(struct hw_regs)), "predicates");
    LLVMSetAlignment(held->predicates, _Alignof(struct hw_regs));
    for (uint32_t i = 0; i < build->unit->count; i++)
        if (hw_jit_is_held(build, i) && build->unit->kind[i] == HW_JIT_KIND_ACCESS)
            make_place(build, i);
}

struct hw_jit_words hw_jit_held_words(const struct hw_jit_build *build, uint32_t place, unsigned lane)
{
    const size_t offset = lane * sizeof(uint32_t);

    return (struct hw_jit_words){
        .lane = lane,
        .warp = hw_jit_address(build, build->registers, offset),
        .held = hw_jit_is_held(build, place) ? hw_jit_address(build, build->held->rows, offset) : NULL};
}

/* Of what an interval only reads. */
static bool stays_even(const struct hw_jit_build *build, const struct hw_jit_interval *interval, uint16_t reg)
{
    const struct hw_jit_unit *unit = build->unit;

    return (uint32_t)reg - unit->numbering.literal < unit->literals ||
           hw_jit_even_has(even_of(build, interval), reg);
}

LLVMValueRef hw_jit_register(const struct hw_jit_build *build, uint32_t place,
                             const struct hw_jit_words *words, uint16_t reg)
{
    const struct hw_jit_interval *interval = words->held ? interval_of(build, place) : NULL;
    const bool held = interval && hw_jit_interval_find(interval, reg) < interval->count;
    const bool even = interval && !held && stays_even(build, interval, reg); /* the first slice will do */

    return hw_jit_address(build,
                          held   ? words->held
                          : even ? build->registers
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

/* Those of a set of the interval's registers. */
static void put(const struct hw_jit_build *build, const struct hw_jit_interval *interval, uint64_t stored)
{
    for (unsigned r = 0; r < interval->count; r++)
        if (stored >> r & 1)
            copy(build, build->registers, build->held->rows, interval->reg[r], HW_JIT_ALL_SLICES);
}

LLVMValueRef hw_jit_held_predicates(const struct hw_jit_build *build, uint32_t place)
{
    return hw_jit_is_held(build, place) ? build->held->predicates : build->warp;
}

/* The predicates that an interval writes, a bit each; with `reads`, also those that it reads. */
static unsigned predicates_of(const struct hw_jit_unit *unit, const struct hw_jit_interval *interval,
                              bool reads)
{
    unsigned predicates = 0;

    for (uint32_t i = interval->first; i < interval->end; i++) {
        predicates |= hw_jit_predicates(unit, i, reads);
        if (reads && (unit->kind[i] == HW_JIT_KIND_BRANCH || unit->kind[i] == HW_JIT_KIND_EXIT))
            predicates |= 1u << (unit->uop[i].p_in & ~HW_PRED_NOT);
    }
    return predicates & ~(1u << HW_PT);
}

static void put_warp(const struct hw_jit_build *build, const struct hw_jit_interval *interval)
{
    hw_jit_copy_predicates(build, build->warp, build->held->predicates,
                           predicates_of(build->unit, interval, false));
    hw_jit_count_put(build);
}

void hw_jit_put_warp(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_interval *interval = interval_of(build, place);

    if (interval)
        put_warp(build, interval);
}

void hw_jit_put_all(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_interval *interval = interval_of(build, place);

    if (!interval)
        return;
    put(build, interval, build->held->all.stored[place]);
    put_warp(build, interval);
}

void hw_jit_take_again(const struct hw_jit_build *build, uint32_t place)
{
    if (hw_jit_is_held(build, place))
        hw_jit_count_take(build);
}

static void forget_place(const struct hw_jit_build *build, uint32_t place)
{
    const LLVMValueRef nowhere = LLVMConstNull(build->pointer), at = build->held->place[place];

    LLVMBuildStore(build->at, nowhere,
                   hw_jit_address(build, at, offsetof(struct hw_inline_address, contiguous)));
    LLVMBuildStore(build->at, nowhere,
                   hw_jit_address(build, at, offsetof(struct hw_inline_address, broadcast)));
}

/* All that the interval of a leader needs. */
static void take_all(const struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_interval *interval = interval_of(build, leader);

    for (unsigned r = 0; r < interval->count; r++)
        copy(build, build->held->rows, build->registers, interval->reg[r], HW_JIT_ALL_SLICES);
    hw_jit_copy_predicates(build, build->held->predicates, build->warp,
                           predicates_of(build->unit, interval, true));
    hw_jit_count_take(build);
    for (uint32_t i = interval->first; i < interval->end; i++)
        if (build->held->place[i])
            forget_place(build, i);
}

static unsigned held_operands(const struct hw_jit_build *build, uint32_t place,
                              struct hw_jit_operand operand[HW_JIT_OPERANDS])
{
    const struct hw_jit_interval *interval = interval_of(build, place);
    const unsigned count = interval ? hw_jit_operands_of(build, place, operand) : 0;
    unsigned kept = 0;

    for (unsigned o = 0; o < count; o++)
        if (hw_jit_interval_find(interval, operand[o].reg) < interval->count)
            operand[kept++] = operand[o];
    return kept;
}

void hw_jit_put_operands(struct hw_jit_build *build, uint32_t place, unsigned lane)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = held_operands(build, place, operand);

    for (unsigned o = 0; o < count; o++)
        if (operand[o].loaded)
            copy(build, build->registers, build->held->rows, operand[o].reg, lane);
}

void hw_jit_take_operands(struct hw_jit_build *build, uint32_t place, unsigned lane)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = held_operands(build, place, operand);

    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            copy(build, build->held->rows, build->registers, operand[o].reg, lane);
}

/* --- accesses --- */

LLVMValueRef hw_jit_held_place(const struct hw_jit_build *build, uint32_t place)
{
    return build->held->place[place];
}

/* Whether an access finds its addresses in a register. */
static bool goes_by(const struct hw_jit_unit *unit, uint32_t access, uint16_t reg)
{
    const unsigned base = hw_jit_base_of(unit, access);

    return reg == base || (hw_mem_fast_is_wide(unit->function[access].family) && reg == base + 1);
}

void hw_jit_held_forget(struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_interval *interval = interval_of(build, place);
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = interval ? hw_jit_operands_of(build, place, operand) : 0;

    for (unsigned o = 0; o < count; o++)
        for (uint32_t i = interval->first; operand[o].stored && i < interval->end; i++)
            if (build->held->place[i] && goes_by(build->unit, i, operand[o].reg))
                forget_place(build, i);
}

/* --- ways --- */

/* Where code comes in: go on if what the interval takes to be even is; else leave to the interpreter. */
static void look_whether_even(struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_even *even = even_of(build, interval_of(build, leader));
    LLVMValueRef good = LLVMConstInt(LLVMInt1TypeInContext(build->context), 1, 0);

    if (even->count == 0)
        return;
    const LLVMBasicBlockRef other = hw_jit_block(build, "uneven"), on = hw_jit_block(build, "even");
    for (unsigned i = 0; i < even->count; i++) {
        const LLVMValueRef row = hw_jit_address(build, build->registers, even->reg[i] * sizeof(hw_lanes));
        good = LLVMBuildAnd(build->at, good, hw_jit_is_even(build, row), "");
    }
    LLVMBuildCondBr(build->at, good, on, other);
    LLVMPositionBuilderAtEnd(build->at, other);
    hw_jit_store(build, build->warp, HW_JIT_NEXT, hw_jit_word(build, leader));
    LLVMBuildBr(build->at, build->leave);
    LLVMPositionBuilderAtEnd(build->at, on);
}

void hw_jit_held_come(const struct hw_jit_build *build, uint32_t leader)
{
    const struct hw_jit_interval *interval = interval_of(build, leader);
    const struct hw_jit_even *even = interval ? even_of(build, interval) : NULL;

    for (unsigned i = 0; even && i < even->count; i++) {
        const LLVMValueRef row = hw_jit_address(build, build->held->rows, even->reg[i] * sizeof(hw_lanes));
        if (hw_jit_interval_find(interval, even->reg[i]) == interval->count)
            continue;
        const LLVMValueRef word = hw_jit_load_slice(build, row, 0, hw_jit_slice_bytes(build));
        for (unsigned slice = 1; slice < hw_jit_slices(build); slice++)
            hw_jit_store_slice(build, row, slice, word, hw_jit_slice_bytes(build));
    }
}

LLVMBasicBlockRef hw_jit_entrance(struct hw_jit_build *build, uint32_t leader)
{
    if (!hw_jit_is_held(build, leader))
        return build->block[leader];
    if (!build->entrance[leader]) {
        const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
        build->entrance[leader] = hw_jit_block(build, "entrance");
        LLVMPositionBuilderAtEnd(build->at, build->entrance[leader]);
        look_whether_even(build, leader);
        take_all(build, leader);
        LLVMBuildBr(build->at, build->block[leader]);
        LLVMPositionBuilderAtEnd(build->at, before);
    }
    return build->entrance[leader];
}

LLVMBasicBlockRef hw_jit_way(struct hw_jit_build *build, uint32_t from, uint32_t leader)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    const struct hw_jit_interval *interval = interval_of(build, from);

    const bool stays = interval == interval_of(build, leader);

    if (stays && !(interval && hw_jit_comes_into_loop(build->unit, from, leader)))
        return build->block[leader];
    if (!interval)
        return hw_jit_entrance(build, leader);
    const LLVMBasicBlockRef way = hw_jit_block(build, "way"),
                            end = stays ? build->block[leader] : hw_jit_entrance(build, leader);
    LLVMPositionBuilderAtEnd(build->at, way);
    put(build, interval, build->held->all.stored[from] | hw_jit_interval_stores(build, interval, from));
    if (!stays)
        put_warp(build, interval);
    LLVMBuildBr(build->at, end);
    LLVMPositionBuilderAtEnd(build->at, before);
    return way;
}
