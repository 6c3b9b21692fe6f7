/* SPDX-License-Identifier: MIT */
/* Straight code without calls: a loop over the slices of the warp, each of which does all of it.
 *
 * The functions of the micro-operations (ops/lanes) see a struct hw_regs of the slice: the registers from its
 * first lane on, and its bits of lane masks and predicates.  It becomes registers of the host; what is left
 * are the functions' own loads and stores of the warp's registers.  Predicates and the mask of executing
 * lanes are put together again behind the loop.  Slices without active lanes are passed over. */
#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_inline_forward.h"
#include "jit/compiler/jit_debug_lines.h"
#include "jit/compiler/jit_promote.h"

#include <string.h>

/* Micro-operations of a segment that needs no loop, in short programs. */
#define SHORT 8u

/* What is put together: predicates, and in place of PT, which nobody writes, the mask. */
enum { EXEC = HW_PT, WORDS = HW_PREDICATES };

struct segment {
    uint32_t first, end;
    unsigned seen, written; /* predicates, and bit EXEC: a guard changes the mask */
    LLVMValueRef active;    /* the warp's lanes */
    LLVMValueRef before[WORDS];
    LLVMBasicBlockRef head, body, tail;
    LLVMValueRef lane; /* the first of the slice */
    struct hw_jit_words words;
    LLVMValueRef sofar[WORDS], after[WORDS];
};

static size_t offset_of(unsigned word)
{
    return word == EXEC ? HW_JIT_EXEC : HW_JIT_PRED(word);
}

/* The struct hw_regs that has a word between segments. */
static LLVMValueRef kept_in(const struct hw_jit_build *build, uint32_t index, unsigned word)
{
    return word == EXEC ? build->warp : hw_jit_promoted_predicates(build, index);
}

static bool is_in(unsigned set, unsigned word)
{
    return set >> word & 1;
}

static void look(const struct hw_jit_build *build, struct segment *segment)
{
    for (uint32_t i = segment->first; i < segment->end; i++) {
        const unsigned kind = build->unit->kind[i];
        segment->seen |= hw_jit_predicates(build->unit, i, true);
        segment->written |= hw_jit_predicates(build->unit, i, false);
        if (kind == HW_JIT_KIND_GUARD || kind == HW_JIT_KIND_UNGUARD)
            segment->written |= 1u << EXEC;
    }
}

/* The slice's bits of a word of lanes, lowest first. */
static LLVMValueRef bits_of(const struct hw_jit_build *build, const struct segment *segment,
                            LLVMValueRef word)
{
    if (LLVMIsConstant(word)) /* all lanes */
        return hw_jit_word(build, hw_jit_slice_mask(build));
    return LLVMBuildAnd(build->at, LLVMBuildLShr(build->at, word, segment->lane, ""),
                        hw_jit_word(build, hw_jit_slice_mask(build)), "");
}

static void begin_slice(const struct hw_jit_build *build, struct segment *segment)
{
    hw_jit_available_slice(build, segment->words.warp);
    hw_jit_store(build, build->slice, HW_JIT_EXEC, bits_of(build, segment, segment->before[EXEC]));
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (is_in(segment->seen, p))
            hw_jit_store(build, build->slice, HW_JIT_PRED(p), bits_of(build, segment, segment->before[p]));
}

static void guard(struct hw_jit_build *build, const struct segment *segment, uint32_t index)
{
    const unsigned p_in = build->unit->uop[index].p_in, number = p_in & ~HW_PRED_NOT;
    const LLVMValueRef word =
        number == HW_PT ? hw_jit_word(build, ~0u) : hw_jit_load(build, build->slice, HW_JIT_PRED(number));
    const LLVMValueRef exec = hw_jit_load(build, build->slice, HW_JIT_EXEC);
    LLVMValueRef lanes = LLVMBuildAnd(build->at, exec, hw_jit_negated(build, p_in, word), "");

    if (hw_jit_tests(build->unit, index)) {
        hw_jit_available_forget(build);
        lanes = LLVMBuildAnd(build->at, lanes, hw_jit_tested(build, index, &segment->words), "");
    }
    hw_jit_store(build, build->slice, HW_JIT_EXEC, lanes);
}

static void do_slice(struct hw_jit_build *build, const struct segment *segment)
{
    const struct hw_jit_unit *unit = build->unit;

    for (uint32_t i = segment->first; i < segment->end; i++) {
        hw_jit_lines_at(build, i);
        if (unit->kind[i] == HW_JIT_KIND_INLINE)
            hw_jit_call_wrapper(build, i, &segment->words);
        else if (unit->kind[i] == HW_JIT_KIND_GUARD)
            guard(build, segment, i);
        else if (unit->kind[i] == HW_JIT_KIND_UNGUARD)
            hw_jit_store(build, build->slice, HW_JIT_EXEC, bits_of(build, segment, segment->active));
        if (unit->kind[i] == HW_JIT_KIND_GUARD || unit->kind[i] == HW_JIT_KIND_UNGUARD)
            hw_jit_available_mask_changes(build);
    }
    hw_jit_lines_at_none(build);
}

/* Add the slice's bits of what it wrote to those of the slices before. */
static void end_slice(const struct hw_jit_build *build, struct segment *segment)
{
    for (unsigned word = 0; word < WORDS; word++) {
        if (!is_in(segment->written, word))
            continue;
        const LLVMValueRef bits = LLVMBuildAnd(build->at, hw_jit_load(build, build->slice, offset_of(word)),
                                               hw_jit_word(build, hw_jit_slice_mask(build)), "");
        segment->after[word] = LLVMBuildOr(build->at, segment->sofar[word],
                                           LLVMBuildShl(build->at, bits, segment->lane, ""), "");
    }
}

static void begin_loop(struct hw_jit_build *build, struct segment *segment)
{
    segment->head = hw_jit_block(build, "slice");
    segment->body = hw_jit_block(build, "body");
    segment->tail = hw_jit_block(build, "tail");
    LLVMBuildBr(build->at, segment->head);
    LLVMPositionBuilderAtEnd(build->at, segment->head);
    segment->lane = LLVMBuildPhi(build->at, build->i32, "lane");
    segment->words.warp = LLVMBuildPhi(build->at, build->pointer, "registers");
    for (unsigned word = 0; word < WORDS; word++)
        if (is_in(segment->written, word))
            segment->sofar[word] = LLVMBuildPhi(build->at, build->i32, "");
    if (build->lanes == HW_CODE_FULL_WARPS) {
        LLVMBuildBr(build->at, segment->body);
    } else {
        const LLVMValueRef none =
            hw_jit_equal(build, bits_of(build, segment, segment->active), hw_jit_word(build, 0));
        LLVMBuildCondBr(build->at, none, segment->tail, segment->body);
    }
    LLVMPositionBuilderAtEnd(build->at, segment->body);
}

static void end_loop(struct hw_jit_build *build, struct segment *segment, LLVMBasicBlockRef before)
{
    const LLVMBasicBlockRef done = LLVMGetInsertBlock(build->at), out = hw_jit_block(build, "done");
    LLVMValueRef zero = hw_jit_word(build, 0);

    LLVMBuildBr(build->at, segment->tail);
    LLVMPositionBuilderAtEnd(build->at, segment->tail);
    for (unsigned word = 0; word < WORDS; word++) {
        if (!is_in(segment->written, word))
            continue;
        const LLVMValueRef all = LLVMBuildPhi(build->at, build->i32, "");
        LLVMAddIncoming(all, &segment->after[word], &(LLVMBasicBlockRef){done}, 1);
        if (build->lanes != HW_CODE_FULL_WARPS)
            LLVMAddIncoming(all, &segment->sofar[word], &segment->head, 1);
        LLVMAddIncoming(segment->sofar[word], &zero, &before, 1);
        LLVMAddIncoming(segment->sofar[word], &(LLVMValueRef){all}, &segment->tail, 1);
        segment->after[word] = all;
    }
    LLVMValueRef next = LLVMBuildAdd(build->at, segment->lane, hw_jit_word(build, build->slice_lanes), "");
    LLVMAddIncoming(segment->lane, &zero, &before, 1);
    LLVMAddIncoming(segment->lane, &next, &segment->tail, 1);
    LLVMValueRef behind = hw_jit_address(build, segment->words.warp, hw_jit_slice_bytes(build));
    LLVMAddIncoming(segment->words.warp, &build->registers, &before, 1);
    LLVMAddIncoming(segment->words.warp, &behind, &segment->tail, 1);
    LLVMBuildCondBr(build->at, hw_jit_equal(build, next, hw_jit_word(build, HW_LANES)), out, segment->head);
    LLVMPositionBuilderAtEnd(build->at, out);
}

/* The slices one behind the other, where a loop would be half of the code, or registers are promoted. */
static void do_slices(struct hw_jit_build *build, struct segment *segment)
{
    for (unsigned word = 0; word < WORDS; word++)
        segment->sofar[word] = hw_jit_word(build, 0);
    for (unsigned lane = 0; lane < HW_LANES; lane += build->slice_lanes) {
        segment->lane = hw_jit_word(build, lane);
        segment->words = hw_jit_promoted_words(build, segment->first, lane);
        begin_slice(build, segment);
        do_slice(build, segment);
        end_slice(build, segment);
        memcpy(segment->sofar, segment->after, sizeof segment->sofar);
    }
    for (uint32_t i = segment->first; i < segment->end; i++)
        hw_jit_promote_invalidate(build, i);
}

/* Lanes that are not active keep their bits of a predicate. */
static LLVMValueRef merged(const struct hw_jit_build *build, const struct segment *segment, unsigned word)
{
    if (word == EXEC || build->lanes == HW_CODE_FULL_WARPS)
        return segment->after[word];
    const LLVMValueRef kept =
        LLVMBuildAnd(build->at, segment->before[word], LLVMBuildNot(build->at, segment->active, ""), "");
    return LLVMBuildOr(build->at, kept, LLVMBuildAnd(build->at, segment->after[word], segment->active, ""),
                       "");
}

/* Nothing but the ends of brackets, and what does nothing. */
static bool is_trivial(const struct hw_jit_build *build, const struct segment *segment)
{
    bool unguards = false;

    for (uint32_t i = segment->first; i < segment->end; i++) {
        const unsigned kind = build->unit->kind[i];
        if (kind != HW_JIT_KIND_UNGUARD && kind != HW_JIT_KIND_NOTHING)
            return false;
        unguards |= kind == HW_JIT_KIND_UNGUARD;
    }
    if (unguards)
        hw_jit_store(build, build->warp, HW_JIT_EXEC, hw_jit_active(build));
    return true;
}

/* Whether slices are not a loop. */
static bool is_unrolled(const struct hw_jit_build *build, const struct segment *segment)
{
    return hw_jit_is_promoted(build, segment->first) ||
           (build->lanes == HW_CODE_FULL_WARPS && segment->end - segment->first <= SHORT &&
            build->unit->count <= HW_JIT_SHORT);
}

void hw_jit_block_body(struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    const bool whole =
        build->unit->guard_region[first] == HW_JIT_GUARD_REGION_NONE; /* all active lanes execute */
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    struct segment segment = {.first = first, .end = end};

    hw_jit_lines_at_none(build);
    look(build, &segment);
    if (is_trivial(build, &segment))
        return;
    segment.active = hw_jit_active(build);
    for (unsigned word = 0; word < WORDS; word++)
        if (word == EXEC ? !whole : is_in(segment.seen, word))
            segment.before[word] = hw_jit_load(build, kept_in(build, first, word), offset_of(word));
    if (whole)
        segment.before[EXEC] = segment.active;
    if (is_unrolled(build, &segment)) {
        do_slices(build, &segment);
    } else {
        begin_loop(build, &segment);
        begin_slice(build, &segment);
        do_slice(build, &segment);
        end_slice(build, &segment);
        end_loop(build, &segment, before);
    }
    for (unsigned word = 0; word < WORDS; word++)
        if (is_in(segment.written, word))
            hw_jit_store(build, kept_in(build, first, word), offset_of(word), merged(build, &segment, word));
}
