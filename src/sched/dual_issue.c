/* SPDX-License-Identifier: MIT */
/* The dual-issue rules say which pairs of instructions GK104 and GK110 can issue together, and which pairs
 * compilers make.
 *
 * The chips' pairs were measured by envytools (Fermi CUDA ISA, "Notes about scheduling data and dual-issue on
 * GK104+"), which lists kinds of instructions that exclude each other; here the kinds are sets whose members
 * all do.  The list holds on both chips but for what profilers' counters of real chips contradict: loads of
 * global memory, and doubles behind another on GK110.  NVIDIA's compilers pair more, memory accesses of any
 * kind and size, and never make some pairs that the list allows; docs/scheduling.md has the counts.  The
 * schedules computed here use only pairs that both sources show. */
#include "sched/sched_insn.h"

#define FETCH_UNIT 16 /* bytes of a constant bank that one access fetches */

/* ---------------------------------------------------------------- kinds that exclude each other */

enum pair_conflict { CONFLICT_NONE = 0, CONFLICT_SPECIAL, CONFLICT_SLOW, CONFLICT_SET, CONFLICT_LOAD };

/* The issue class of each operation, from operations.h. */
static const struct {
    uint8_t measured,
        compiled; /* enum pair_conflict: which exclude each other; which compilers never pair either */
} kinds[HW_ISSUE_COUNT] = {
    [HW_ISSUE_SPECIAL] = {CONFLICT_SPECIAL, CONFLICT_SPECIAL},
    [HW_ISSUE_SLOW] = {CONFLICT_SLOW, CONFLICT_SLOW},
    [HW_ISSUE_SLOW_SOFT] = {CONFLICT_NONE, CONFLICT_SLOW},
    [HW_ISSUE_COMPARE] = {CONFLICT_SET, CONFLICT_SET},
    [HW_ISSUE_COMPARE_SOFT] = {CONFLICT_NONE, CONFLICT_SET},
    [HW_ISSUE_LOAD] = {CONFLICT_LOAD, CONFLICT_LOAD},
};

/* ---------------------------------------------------------------- one of the two */

struct half {
    struct hw_semantics view;
    struct hw_effects effects;
    const struct hw_operand *constant, *memory; /* NULL: it has none; LDC's is both */
    uint8_t measured, compiled;                 /* enum pair_conflict */
    uint8_t issue;                              /* enum hw_issue */
    uint8_t class;                              /* enum hw_timing_class */
};

static bool is_memory(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_SHARED || operand->kind == HW_OPERAND_LOCAL ||
           operand->kind == HW_OPERAND_GLOBAL || operand->kind == HW_OPERAND_GENERIC;
}

static void read_half(const struct hw_insn *insn, struct half *half)
{
    *half = (struct half){.measured = CONFLICT_NONE};
    hw_insn_semantics(insn, &half->view);
    hw_insn_effects(insn, &half->effects);
    half->class = (uint8_t)hw_timing_class(insn);
    for (unsigned i = 0; i < half->view.operand_count; i++) {
        if (half->view.operand[i].kind == HW_OPERAND_CONST)
            half->constant = &half->view.operand[i];
        if (is_memory(&half->view.operand[i]) ||
            (half->view.operand[i].kind == HW_OPERAND_CONST && half->class == HW_CLASS_MEM_CONSTANT))
            half->memory = &half->view.operand[i];
    }
    half->issue = hw_operation_info(half->view.op)->issue;
    half->measured = kinds[half->issue].measured;
    half->compiled = kinds[half->issue].compiled;
}

/* A profiler counted each flagged pair whose second loads 32 bits from global memory, on a GTX 680 as on a
 * K20, a K40 and a Titan, and on these three no fewer than flagged where such a load is the first. */
static bool is_counted_load(const struct half *half, bool first, bool lone)
{
    return half->view.op == HW_OP_LD && half->class != HW_CLASS_MEM_READONLY && !(first && lone);
}

static const char *alone(const struct hw_target *target, const struct half *half, bool first)
{
    const bool lone = hw_timing_has(target, HW_TRAIT_LONE_ACCESSES);
    if (hw_semantics_is_double(&half->view) && lone)
        return "operations on doubles issue alone";
    if (hw_semantics_is_double(&half->view) && first)
        return "nothing issues together with an operation on doubles before it";
    if (!half->memory)
        return NULL;
    if (half->memory->bytes > 4)
        return "accesses to more than 32 bits of memory issue alone";
    if ((half->memory->kind == HW_OPERAND_GLOBAL || half->memory->kind == HW_OPERAND_GENERIC) &&
        !is_counted_load(half, first, lone))
        return "accesses to global memory issue alone";
    return NULL;
}

/* ---------------------------------------------------------------- the two */

static bool overlap(const struct hw_register_range *a, unsigned a_count, const struct hw_register_range *b,
                    unsigned b_count)
{
    for (unsigned i = 0; i < a_count; i++)
        for (unsigned k = 0; k < b_count; k++)
            if (a[i].first < b[k].first + b[k].count && b[k].first < a[i].first + a[i].count)
                return true;
    return false;
}

static bool same_destination(const struct hw_effects *a, const struct hw_effects *b)
{
    return overlap(a->write, a->write_count, b->write, b->write_count) ||
           (a->pred_written & b->pred_written) || (a->cond_written & b->cond_written);
}

static bool depends(const struct hw_effects *first, const struct hw_effects *second)
{
    return overlap(first->write, first->write_count, second->read, second->read_count) ||
           (first->pred_written & second->pred_read) || (first->cond_written & second->cond_read);
}

static bool fetch_conflict(const struct hw_operand *a, const struct hw_operand *b)
{
    return a && b && (a->space != b->space || a->offset / FETCH_UNIT != b->offset / FETCH_UNIT);
}

static const char *find_fault(const struct hw_target *target, const struct half *a, const struct half *b)
{
    const char *const first = alone(target, a, true), *const second = alone(target, b, false);
    if (first || second)
        return first ? first : second;
    if (same_destination(&a->effects, &b->effects))
        return "both have the same destination";
    if (depends(&a->effects, &b->effects))
        return "the second needs the result of the first";
    if (fetch_conflict(a->constant, b->constant))
        return "they read different 16 bytes of constant memory";
    return a->measured && a->measured == b->measured ? "both need the same unit" : NULL;
}

/* ---------------------------------------------------------------- what compilers leave alone */

static bool is_unit(const struct hw_insn *insn, enum hw_unit unit)
{
    return hw_insn_unit(insn) == unit;
}

/* Control flow, waits, texture lookups and arithmetic with doubles. */
static bool never_first(const struct hw_insn *insn, const struct half *half)
{
    return is_unit(insn, HW_UNIT_CONTROL) || is_unit(insn, HW_UNIT_TEXTURE) || is_unit(insn, HW_UNIT_VIDEO) ||
           is_unit(insn, HW_UNIT_GRAPHICS) || half->class == HW_CLASS_MEM_READONLY ||
           half->issue == HW_ISSUE_ALONE || hw_semantics_is_double(&half->view);
}

static bool never_second(const struct hw_insn *insn, const struct half *half)
{
    switch (half->issue) {
    case HW_ISSUE_SECOND: return false;
    case HW_ISSUE_FIRST:
    case HW_ISSUE_ALONE: return true;
    default:
        return is_unit(insn, HW_UNIT_CONTROL) || is_unit(insn, HW_UNIT_VIDEO) ||
               is_unit(insn, HW_UNIT_GRAPHICS);
    }
}

/* Registers are in four banks, by bits 0 and 2 of their numbers: where the two read different registers of
 * one bank compilers pair them only if one accesses memory and, on GK104, the other is no floating point. */
#define BANK_BITS 5u

static bool ranges_collide(const struct hw_register_range *a, const struct hw_register_range *b)
{
    for (unsigned x = a->first; x < a->first + a->count; x++)
        for (unsigned y = b->first; y < b->first + b->count; y++)
            if (x != y && !((x ^ y) & BANK_BITS))
                return true;
    return false;
}

static bool banks_collide(const struct hw_effects *a, const struct hw_effects *b)
{
    for (unsigned i = 0; i < a->read_count; i++)
        for (unsigned k = 0; k < b->read_count; k++)
            if (ranges_collide(&a->read[i], &b->read[k]))
                return true;
    return false;
}

static bool reads_collide(const struct hw_target *target, const struct hw_insn *first, const struct half *a,
                          const struct hw_insn *second, const struct half *b)
{
    const bool memory = is_unit(first, HW_UNIT_MEM) || is_unit(second, HW_UNIT_MEM);
    const bool floats = is_unit(first, HW_UNIT_FP32) || is_unit(second, HW_UNIT_FP32);
    return (!memory || (floats && hw_timing_has(target, HW_TRAIT_FLOAT_BANKS))) &&
           banks_collide(&a->effects, &b->effects);
}

/* S2R pairs neither with comparisons nor with the slow operations, and not behind a load. */
static bool special_conflict(const struct half *special, const struct half *other)
{
    return special->compiled == CONFLICT_SPECIAL &&
           (other->compiled == CONFLICT_SET || other->compiled == CONFLICT_SLOW ||
            other->compiled == CONFLICT_LOAD);
}

/* A comparison or store that reads a predicate which the second changes (arithmetic and registers may do
 * so). */
static bool changes_condition(const struct hw_insn *first, const struct half *a, const struct half *b)
{
    return (a->compiled == CONFLICT_SET || is_unit(first, HW_UNIT_MEM)) &&
           ((a->effects.pred_read & b->effects.pred_written) ||
            (a->effects.cond_read & b->effects.cond_written));
}

/* ---------------------------------------------------------------- the verdicts */

const char *hw_sched_pair_fault(const struct hw_target *target, const struct hw_insn *first,
                                const struct hw_insn *second)
{
    struct half a, b;
    if (hw_sched_kind(target) != HW_SCHED_COUNTS)
        return "this target's instructions do not say that they issue in pairs";
    if (!first->form || !second->form)
        return "it is no known instruction";
    read_half(first, &a);
    read_half(second, &b);
    return find_fault(target, &a, &b);
}

bool hw_pair_is_common(const struct hw_target *target, const struct hw_insn *first,
                       const struct hw_insn *second)
{
    struct half a, b;
    if (!first->form || !second->form || first->bytes != second->bytes || first->bytes != HW_PAIR_BYTES)
        return false;
    read_half(first, &a);
    read_half(second, &b);
    return !find_fault(target, &a, &b) && !never_first(first, &a) && !never_second(second, &b) &&
           !(a.compiled && a.compiled == b.compiled) && !special_conflict(&a, &b) &&
           !special_conflict(&b, &a) && !changes_condition(first, &a, &b) &&
           !reads_collide(target, first, &a, second, &b);
}
