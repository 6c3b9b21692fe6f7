/* Additions of 32 lanes that several families end in, with all that an addition can have. */
#ifndef HW_OPS_ROWS_ADD_H
#define HW_OPS_ROWS_ADD_H

#include "ops/integer.h"
#include "ops/rows.h"

/* Add rows a and b, complemented where the masks say, and 1 if uop->mode is; store sum and flags. */
static inline void add_rows(const struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *a,
                            uint32_t a_xor, const uint32_t *b, uint32_t b_xor)
{
    const uint32_t carry = uop->mode;
    lanes value, flags;

    FOR_LANES(l)
        value.lane[l] = (a[l] ^ a_xor) + (b[l] ^ b_xor) + carry;
    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] = hw_int_add(a[l] ^ a_xor, b[l] ^ b_xor, carry, 32, false).flags;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

/* The same with everything: carry from a condition code, carry into a predicate, saturation, halves. */
static inline void add_rows_any(struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *a,
                                uint32_t a_xor, const uint32_t *b, uint32_t b_xor, unsigned bits)
{
    const uint32_t *cond = uop->cond_in != HW_NO_ROW ? row_at(regs, uop->cond_in) : NULL;
    const bool sat = uop->sat;
    lanes value, flags, carry;

    if (cond)
        FOR_LANES(l)
            carry.lane[l] = (cond[l] / HW_FLAG_C) & 1;
    else
        FOR_LANES(l)
            carry.lane[l] = uop->mode;
    FOR_LANES(l) {
        const struct hw_int_result sum = hw_int_add(a[l] ^ a_xor, b[l] ^ b_xor, carry.lane[l], bits, sat);
        value.lane[l] = sum.value;
        flags.lane[l] = sum.flags;
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
    if (uop->p_out != HW_PRED_PT) {
        FOR_LANES(l)
            flags.lane[l] *= 0x80000000u / HW_FLAG_C;
        hw_write_pred(regs, uop->p_out, lanes_with_sign(flags.lane));
    }
}

#endif
