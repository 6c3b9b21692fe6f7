/* Atomics of global memory.
 *
 * What blocks on other workers do at the same time is kept apart by the host's atomic instructions.
 * Additions that return nothing, by far the most frequent, avoid even those: see pending.h. */
#include "ops/atomic.h"
#include "ops/rows_mem_global.h"

/* One lane's atomic: read, compute, and replace if nobody else did meanwhile. */
static uint64_t apply_word(const struct hw_block *block, const struct hw_uop *uop, uint8_t *place,
                           uint64_t operand, uint64_t operand2)
{
    const unsigned chip = block->launch->target.chip;
    uint32_t *memory = (uint32_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(uop->logic, uop->type, chip, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, (uint32_t)result, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return returned;
}

static uint64_t apply_pair(const struct hw_block *block, const struct hw_uop *uop, uint8_t *place,
                           uint64_t operand, uint64_t operand2)
{
    const unsigned chip = block->launch->target.chip;
    uint64_t *memory = (uint64_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(uop->logic, uop->type, chip, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, result, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return returned;
}

/* A lane's operand; 0 where there is none. */
static uint64_t operand_at(const struct hw_regs *regs, unsigned row, unsigned lane, bool wide)
{
    if (row == HW_NO_ROW)
        return 0;
    return regs->row[row][lane] | (wide ? (uint64_t)regs->row[row + 1][lane] << 32 : 0);
}

/* Any atomic. */
static void atomic(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const bool wide = hw_type_bits(uop->type) == 64;
    const unsigned bytes = wide ? 8 : 4;
    lanes address, returned[2];

    if (!global_addresses(regs, uop, bytes - 1, bytes, &address))
        return;
    meet_pending(block, hw_cached_range(block, uop));
    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint64_t operand = operand_at(regs, uop->b, lane, wide), operand2 = operand_at(regs, uop->c, lane, wide);
        uint8_t *place = block->window + address.lane[lane];
        const uint64_t old = (wide ? apply_pair : apply_word)(block, uop, place, operand, operand2);

        returned[0].lane[lane] = (uint32_t)old;
        returned[1].lane[lane] = (uint32_t)(old >> 32);
    }
    for (unsigned word = 0; uop->d != HW_NO_ROW && word < bytes / 4; word++)
        write_row(regs, uop->d + word, regs->exec, returned[word].lane);
}

/* The lanes' operands added to the words at their addresses: at once, where no other worker interferes, or
 * later. */
HW_INLINE void add_words(uint8_t *window, struct hw_pending *pending, const lanes *address, const uint32_t *operand,
                         uint32_t exec)
{
    for (; exec; exec &= exec - 1) {
        const unsigned lane = hw_lowest_lane(exec);

        if (pending)
            hw_pending_add(pending, window, address->lane[lane], operand[lane]);
        else
            *(uint32_t *)(void *)(window + address->lane[lane]) += operand[lane];
    }
}

/* The addition of words that returns nothing. */
static void reduce_add(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t *operand = row_at(regs, uop->b);
    lanes address;

    if (!global_addresses(regs, uop, 3, 4, &address))
        return;
    if (block->pending)
        add_words(block->window, block->pending, &address, operand, regs->exec);
    else
        add_words(block->window, NULL, &address, operand, regs->exec);
}

hw_uop_fn *const HW_ROWS(atomic)[HW_ROWS_ATOMIC_COUNT] = {
    [HW_ROWS_ATOMIC] = atomic,
    [HW_ROWS_REDUCE_ADD] = reduce_add,
};
