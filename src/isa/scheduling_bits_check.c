/* SPDX-License-Identifier: MIT */
/* This check decides which scheduling bits are valid in an instruction's own word: with others it is no
 * instruction.
 *
 * Stall count and no-yield bit are one number: 16 and 28 to 31 do not exist.  With the no-yield bit the reuse
 * bits name slots of the operand cache, and only those that the instruction reads registers through.  Without
 * it they are a number, 0 to 5, of unknown meaning (3 needs a slot), and with a stall count of 0 they are 0.
 * Instructions whose latency varies read no register through the cache: they have that number always. */
#include "isa/tables.h"

#define NO_BARRIER 7u

static bool in_set(unsigned set, unsigned value)
{
    return set >> value & 1;
}

/* The reuse bits that name slots which the form has. */
static bool slots_legal(const struct hw_form *form, unsigned reuse, bool merged)
{
    if (merged && (form->slots == 3 || form->slots == 5))
        return reuse <= 5;
    return !(reuse & ~form->slots);
}

static bool reuse_legal(const struct hw_form *form, unsigned number, unsigned reuse, bool merged)
{
    const bool varies = form->sets != HW_SETS_FIXED && form->sets != HW_SETS_NEVER;
    if (!number)
        return !reuse;
    if (varies || (number < 16 && form->slots))
        return reuse <= 5;
    return number < 16 ? in_set(0x37, reuse) : slots_legal(form, reuse, merged);
}

static bool barriers_legal(const struct hw_form *form, unsigned write, unsigned read)
{
    if (form->sets == HW_SETS_FIXED || form->sets == HW_SETS_BOTH)
        return true;
    return (form->sets == HW_SETS_WRITE || write == NO_BARRIER) &&
           (form->sets == HW_SETS_READ || read == NO_BARRIER);
}

bool hw_control_legal(const struct hw_isa *isa, const struct hw_form *form, unsigned chip,
                      const uint64_t word[2])
{
    if (form->sets == HW_SETS_ANY)
        return true;
    const unsigned control = (unsigned)hw_extract(word, form->control.shift, form->control.bits);
    const unsigned number = control & 31;
    return number != 16 && number < 28 && barriers_legal(form, control >> 5 & 7, control >> 8 & 7) &&
           reuse_legal(form, number, control >> 17 & 7, isa->control.merged >> chip & 1);
}
