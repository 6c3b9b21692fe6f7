/* Atomic operations: see atomic.h.
 *
 * Two corners that no compiler uses but the chips have: before the GT200, types narrower than a word
 * repeat the operand's byte or half across the word, and inc and dec of a negative s32 operand count
 * the other way round.  Source: envytools' hardware-tested model. */
#include "ops/atomic.h"

#include "ops/alu.h"
#include "ops/types.h"

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

static uint32_t apply_word(unsigned op, unsigned type, bool old_chip, uint32_t old, uint32_t operand,
                           uint32_t operand2)
{
    const bool is_signed = hw_type_signed(type);
    const bool quirk = old_chip && type == HW_TYPE_S32 && (int32_t)operand < 0;

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

static uint64_t apply_pair(unsigned op, uint64_t old, uint64_t operand, uint64_t operand2)
{
    switch (op) {
    case HW_ATOM_ADD: return old + operand;
    case HW_ATOM_EXCH: return operand;
    case HW_ATOM_CAS: return old == operand ? operand2 : old;
    default: return old;
    }
}

uint64_t hw_atomic_apply(unsigned op, unsigned type, unsigned chip, uint64_t old, uint64_t operand,
                         uint64_t operand2, uint64_t *new_value)
{
    const bool old_chip = chip < HW_CHIP_G200;

    if (hw_type_bits(type) == 64) {
        *new_value = apply_pair(op, old, operand, operand2);
        return old;
    }
    if (hw_type_bits(type) >= 32) {
        *new_value = apply_word(op, type, old_chip, (uint32_t)old, (uint32_t)operand, (uint32_t)operand2);
        return old;
    }
    *new_value = old;
    if (old_chip)
        *new_value = apply_word(op, type, true, (uint32_t)old, repeated((uint32_t)operand, type),
                                repeated((uint32_t)operand2, type));
    return extended((uint32_t)old, type);
}
