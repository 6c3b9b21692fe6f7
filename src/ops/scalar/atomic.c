/* SPDX-License-Identifier: MIT */
/* Atomic operations compute the new value of a word.
 *
 * Sums of floats are rounded to nearest; of singles, denormals count as zero, in memory too (hardware-tested
 * by nxgpucatch on a GM20B), but for HW_ATOMIC_DENORMALS.
 *
 * Two corners that no compiler uses but the chips have: before the GT200, types narrower than a word
 * repeat the operand's byte or half across the word, and inc and dec of a negative s32 operand count
 * the other way round.  Source: envytools' hardware-tested model. */
#include "ops/scalar/atomic.h"

#include "ops/scalar/mbarrier.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/host_sum.h"
#include "ops/scalar/fp64.h"
#include "ops/scalar/ieee.h"
#include "ops/value_types.h"

#include <string.h>

#define HALF_NAN 0x7fffu /* as of every half that is no number (PTX ISA) */

/* A word's low byte or half, extended as its type says. */
static uint32_t extended(uint32_t value, unsigned type)
{
    const unsigned unused = 32 - hw_type_bits(type);

    return hw_type_signed(type) ? (uint32_t)((int32_t)(value << unused) >> unused)
                                : value << unused >> unused;
}

/* The low byte or half of an operand in every byte or half of a word. */
static uint32_t repeated(uint32_t value, unsigned type)
{
    return hw_type_bits(type) == 8 ? (value & 0xff) * 0x01010101u : (value & 0xffff) * 0x00010001u;
}

static uint32_t increment(uint32_t old, uint32_t limit, bool quirk)
{
    const uint32_t next = old + 1;

    if (quirk)
        return (int32_t)next > 0 || (int32_t)limit > (int32_t)next ? limit : next;
    return next > limit ? 0 : next;
}

static uint32_t decrement(uint32_t old, uint32_t limit, bool quirk)
{
    const uint32_t next = old - 1;

    if (quirk)
        return (int32_t)next > 0 || (int32_t)limit > (int32_t)next ? 0 : next;
    return next > limit ? limit : next;
}

static uint32_t greater(uint32_t a, uint32_t b, bool is_signed)
{
    return (is_signed ? (int32_t)a > (int32_t)b : a > b) ? a : b;
}

static uint32_t apply_word(unsigned op, unsigned type, bool quirks, uint32_t old, uint32_t operand,
                           uint32_t operand2)
{
    const bool is_signed = hw_type_signed(type);
    const bool quirk = quirks && type == HW_TYPE_S32 && (int32_t)operand < 0;

    switch (op) {
    case HW_ATOM_ADD: return old + operand;
    case HW_ATOM_EXCH: return operand;
    case HW_ATOM_CAS: return old == operand ? operand2 : old;
    case HW_ATOM_INC: return increment(old, operand, quirk);
    case HW_ATOM_DEC: return decrement(old, operand, quirk);
    case HW_ATOM_MAX: return greater(old, operand, is_signed);
    case HW_ATOM_MIN: return greater(old, operand, is_signed) == old ? operand : old;
    case HW_ATOM_AND: return old & operand;
    case HW_ATOM_OR: return old | operand;
    case HW_ATOM_XOR: return old ^ operand;
    default: return old;
    }
}

static uint64_t greater_pair(uint64_t a, uint64_t b, bool is_signed)
{
    return (is_signed ? (int64_t)a > (int64_t)b : a > b) ? a : b;
}

static uint64_t apply_pair(unsigned op, unsigned type, unsigned rules, uint64_t old, uint64_t operand,
                           uint64_t operand2)
{
    const bool is_signed = hw_type_signed(type);

    switch (op) {
    case HW_ATOM_ADD: return old + operand;
    case HW_ATOM_EXCH: return operand;
    case HW_ATOM_CAS: return old == operand ? operand2 : old;
    default: break;
    }
    if (rules != HW_ATOMIC_FULL)
        return old;
    switch (op) {
    case HW_ATOM_INC: return old >= operand ? 0 : old + 1;
    case HW_ATOM_DEC: return old == 0 || old > operand ? operand : old - 1;
    case HW_ATOM_MAX: return greater_pair(old, operand, is_signed);
    case HW_ATOM_MIN: return greater_pair(old, operand, is_signed) == old ? operand : old;
    case HW_ATOM_AND: return old & operand;
    case HW_ATOM_OR: return old | operand;
    case HW_ATOM_XOR: return old ^ operand;
    case HW_ATOM_ARRIVE: return hw_mbarrier_arrive(old);
    default: return op >= HW_ATOM_SYNC ? hw_mbarrier_event(old, op, (uint32_t)operand) : old;
    }
}

/* Operations that ask for nothing but bits are the same for floats. */
static bool is_bitwise(unsigned op)
{
    return op == HW_ATOM_EXCH || op == HW_ATOM_CAS || op == HW_ATOM_AND || op == HW_ATOM_OR ||
           op == HW_ATOM_XOR;
}

/* Types narrower than a word: see above. */
static uint64_t apply_narrow(unsigned op, unsigned type, bool quirks, uint32_t old, uint32_t operand,
                             uint32_t operand2, uint64_t *new_value)
{
    *new_value = old;
    if (quirks)
        *new_value = apply_word(op, type, true, old, repeated(operand, type), repeated(operand2, type));
    return extended(old, type);
}

/* The host adds what needs no rule of the chip. */
static uint32_t add_singles(uint32_t a, uint32_t b, uint8_t flush)
{
    uint32_t sum;

    if (hw_host_adds_singles(a, b, &sum))
        return sum;
    return hw_fp32_add(a, b, (struct hw_fp32_mode){HW_ROUND_RN, flush, 0});
}

static uint64_t add_doubles(uint64_t a, uint64_t b)
{
    double x, y;
    uint64_t sum;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&sum, &x, sizeof sum);
    return hw_fp64_is_nan(sum) ? hw_fp64_add(a, b, HW_ROUND_RN) : sum;
}

static uint32_t apply_float(unsigned op, uint32_t old, uint32_t operand, bool denormals)
{
    const uint8_t flush = denormals ? HW_FTZ_NONE : HW_FTZ_FLUSH;

    switch (op) {
    case HW_ATOM_ADD: return add_singles(old, operand, flush);
    case HW_ATOM_MIN: return hw_fp32_min(old, operand, !denormals);
    case HW_ATOM_MAX: return hw_fp32_max(old, operand, !denormals);
    default: return old;
    }
}

static uint64_t apply_double(unsigned op, uint64_t old, uint64_t operand)
{
    switch (op) {
    case HW_ATOM_ADD: return add_doubles(old, operand);
    case HW_ATOM_MIN: return hw_fp64_min(old, operand);
    case HW_ATOM_MAX: return hw_fp64_max(old, operand);
    default: return old;
    }
}

/* One half of a pair of halves. */
static uint32_t apply_half(unsigned op, uint32_t old, uint32_t operand)
{
    const uint32_t wide_old = hw_fp16_widen(old), wide = hw_fp16_widen(operand);

    if (op == HW_ATOM_MIN || op == HW_ATOM_MAX) {
        const uint32_t best =
            op == HW_ATOM_MIN ? hw_fp32_min(wide_old, wide, false) : hw_fp32_max(wide_old, wide, false);
        return hw_fp16_narrow(best, HW_ROUND_RN, false);
    }
    if (hw_fp32_is_nan(wide_old) || hw_fp32_is_nan(wide))
        return HALF_NAN;
    const uint64_t sum =
        hw_ieee_add(&hw_ieee_fp16, (struct hw_ieee_mode){.round = HW_ROUND_RN}, old, operand);
    return sum == HW_IEEE_INVALID ? HALF_NAN : (uint32_t)sum;
}

static uint32_t apply_halves(unsigned op, uint32_t old, uint32_t operand)
{
    if (op != HW_ATOM_ADD && op != HW_ATOM_MIN && op != HW_ATOM_MAX)
        return old;
    return apply_half(op, old & 0xffff, operand & 0xffff) | apply_half(op, old >> 16, operand >> 16) << 16;
}

uint64_t hw_atomic_apply(unsigned op, unsigned type, unsigned rules, uint64_t old, uint64_t operand,
                         uint64_t operand2, uint64_t *new_value)
{
    const unsigned chip = rules & HW_ATOMIC_CHIPS;
    const bool quirks = chip == HW_ATOMIC_G80;

    if (type == HW_TYPE_F64 && !is_bitwise(op))
        *new_value = apply_double(op, old, operand);
    else if (hw_type_bits(type) == 64)
        *new_value = apply_pair(op, type, chip, old, operand, operand2);
    else if (type == HW_TYPE_F32 && !is_bitwise(op))
        *new_value = apply_float(op, (uint32_t)old, (uint32_t)operand, rules & HW_ATOMIC_DENORMALS);
    else if (type == HW_TYPE_F16X2 && !is_bitwise(op))
        *new_value = apply_halves(op, (uint32_t)old, (uint32_t)operand);
    else if (hw_type_bits(type) >= 32)
        *new_value = apply_word(op, type, quirks, (uint32_t)old, (uint32_t)operand, (uint32_t)operand2);
    else
        return apply_narrow(op, type, quirks, (uint32_t)old, (uint32_t)operand, (uint32_t)operand2,
                            new_value);
    return old;
}
