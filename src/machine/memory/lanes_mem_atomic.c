/* SPDX-License-Identifier: MIT */
/* Atomics of global and shared memory.
 *
 * Shared memory belongs to a block, and so to one worker.  In global memory, what blocks on other workers do
 * at the same time is kept apart by the host's atomic instructions. Additions that return nothing, by far the
 * most frequent, avoid even those: see pending.h. */
#include "ops/scalar/atomic.h"
#include "machine/memory/lanes_mem_global.h"

/* One lane's atomic: read, compute, and replace if nobody else did meanwhile. */
static uint64_t apply_word(const struct hw_uop *uop, uint8_t *place, uint64_t operand, uint64_t operand2)
{
    uint32_t *memory = (uint32_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(uop->mem.atom, uop->type, uop->mem.rules, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, (uint32_t)result, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return returned;
}

static uint64_t apply_pair(const struct hw_uop *uop, uint8_t *place, uint64_t operand, uint64_t operand2)
{
    uint64_t *memory = (uint64_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(uop->mem.atom, uop->type, uop->mem.rules, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, result, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return returned;
}

/* A lane's operand; 0 where there is none. */
static uint64_t operand_at(const struct hw_regs *regs, unsigned reg, unsigned lane, bool wide)
{
    if (reg == HW_NO_REGISTER)
        return 0;
    return regs->reg[reg][lane] | (wide ? (uint64_t)regs->reg[reg + 1][lane] << 32 : 0);
}

/* Any atomic, lane by lane, of words at their offsets from `base`. */
static void apply_all(struct hw_regs *regs, const struct hw_uop *uop, uint8_t *base, const lanes *offset)
{
    const bool wide = hw_type_bits(uop->type) == 64;
    lanes returned[2];

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint64_t operand = operand_at(regs, uop->b, lane, wide),
                       operand2 = operand_at(regs, uop->c, lane, wide);
        uint8_t *place = base + offset->lane[lane];
        uint64_t old = (wide ? apply_pair : apply_word)(uop, place, operand, operand2);

        if (uop->mem.asks)
            old = old == operand;
        returned[0].lane[lane] = (uint32_t)old;
        returned[1].lane[lane] = (uint32_t)(old >> 32);
    }
    for (unsigned word = 0; uop->d != HW_NO_REGISTER && word < (wide ? 2 : 1); word++)
        write_lanes(regs, uop->d + word, regs->exec, returned[word].lane);
}

HW_INLINE unsigned atomic_bytes(const struct hw_uop *uop)
{
    return hw_type_bits(uop->type) == 64 ? 8 : 4;
}

HW_INLINE void atomic_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = atomic_bytes(uop);
    lanes offset;
    uint8_t *base = global_places(regs, uop, space, bytes - 1, bytes, &offset);

    if (!base)
        return;
    meet_pending(block, hw_cached_range(block, uop));
    apply_all(regs, uop, base, &offset);
}

static void atomic(struct hw_regs *regs, const struct hw_uop *uop)
{
    atomic_any(regs, uop, HW_OPERAND_GLOBAL);
}

static void atomic_device(struct hw_regs *regs, const struct hw_uop *uop)
{
    atomic_any(regs, uop, HW_OPERAND_GENERIC);
}

static void atomic_shared(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = atomic_bytes(uop);
    lanes address;

    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    if (check_flat(regs, uop, HW_OPERAND_SHARED, bytes - 1, bytes, 0, block->shared_bytes, &address))
        apply_all(regs, uop, block->shared, &address);
}

/* Lanes whose address lies in the window of shared memory are served behind the others.  Addresses are taken
 * before the others' results can write over their registers.  Those in local memory are a fault, or left out
 * where a predicate says whose atomic was done. */
static void atomic_generic(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t exec = regs->exec;
    const unsigned bytes = atomic_bytes(uop);
    uint32_t local = 0;
    lanes address;
    const uint32_t inside = window_lanes(regs, uop, &local, &address), shared = inside & ~local;

    from_window(&address, HW_SHARED_WINDOW);
    if (uop->p_out != HW_PT)
        write_pred(regs, uop->p_out, ~local);
    regs->exec = exec & ~shared & ~(uop->p_out != HW_PT ? local : 0);
    if (regs->exec)
        atomic_device(regs, uop);
    regs->exec = shared;
    if (shared && hw_warp_of(regs)->event == HW_EVENT_NONE &&
        check_flat(regs, uop, HW_OPERAND_SHARED, bytes - 1, bytes, 0, block->shared_bytes, &address))
        apply_all(regs, uop, block->shared, &address);
    regs->exec = exec;
}

/* The addition of words in shared memory, which no other worker touches: plain additions, lane after lane. */
static void add_shared(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t *operand = register_at(regs, uop->b);
    lanes address, returned;

    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    if (!check_flat(regs, uop, HW_OPERAND_SHARED, 3, 4, 0, block->shared_bytes, &address))
        return;
    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        uint32_t *word = (uint32_t *)(void *)(block->shared + address.lane[lane]);

        returned.lane[lane] = *word;
        *word += operand[lane];
    }
    if (uop->d != HW_NO_REGISTER)
        write_lanes(regs, uop->d, regs->exec, returned.lane);
}

/* The lanes' operands added to the words at their places: at once, where no other worker interferes, or
 * later. */
HW_INLINE void add_words(const struct hw_block *block, struct hw_pending *pending, uint8_t *base,
                         const lanes *offset, const uint32_t *operand, uint32_t exec)
{
    const uint64_t first = (uint64_t)(base - block->window);

    for (; exec; exec &= exec - 1) {
        const unsigned lane = hw_lowest_lane(exec);

        if (pending)
            hw_pending_add(pending, block->window, first + offset->lane[lane], operand[lane]);
        else
            *(uint32_t *)(void *)(base + offset->lane[lane]) += operand[lane];
    }
}

/* The addition of words that returns nothing. */
HW_INLINE void reduce_add_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t *operand = register_at(regs, uop->b);
    lanes offset;
    uint8_t *base = global_places(regs, uop, space, 3, 4, &offset);

    if (!base)
        return;
    if (block->pending)
        add_words(block, block->pending, base, &offset, operand, regs->exec);
    else
        add_words(block, NULL, base, &offset, operand, regs->exec);
}

static void reduce_add(struct hw_regs *regs, const struct hw_uop *uop)
{
    reduce_add_any(regs, uop, HW_OPERAND_GLOBAL);
}

static void reduce_add_device(struct hw_regs *regs, const struct hw_uop *uop)
{
    reduce_add_any(regs, uop, HW_OPERAND_GENERIC);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(atomic)[HW_LANES_ATOMIC_COUNT] = {
    [HW_LANES_ATOMIC_ATOMIC] = atomic,          [HW_LANES_ATOMIC_REDUCE_ADD] = reduce_add,
    [HW_LANES_ATOMIC_DEVICE] = atomic_device,   [HW_LANES_ATOMIC_REDUCE_ADD_DEVICE] = reduce_add_device,
    [HW_LANES_ATOMIC_GENERIC] = atomic_generic, [HW_LANES_ATOMIC_SHARED] = atomic_shared,
    [HW_LANES_ATOMIC_ADD_SHARED] = add_shared,
};
