/* SPDX-License-Identifier: MIT */
/* Locked loads and unlocking stores (LDSLK, STSUL): a lock bit for each word of shared memory, taken by a
 * load and released by a store.
 *
 * Words of global memory share a table of bits: a lane that finds the bit taken for another word tries again,
 * as it would for its own.  A wide access locks its first word.  A thread may have several locks, and code
 * for GF100 has two at a time.  All is done lane by lane; the common access, a word of shared memory, has a
 * version of its own.  The locks of a block's shared memory are its own; those of global memory are taken and
 * given back atomically, the word being accessed in between. */
#include "ops/scalar/cond.h"
#include "machine/memory/access.h"
#include "machine/memory/reduction_buffer.h"

/* A lane's bytes in host memory, and the bit of a word of the block's table that locks them. */
struct locked_word {
    uint8_t *bytes;
    uint32_t *lock, bit;
};

HW_INLINE bool find_shared(struct hw_block *block, uint32_t address, unsigned bytes,
                           struct locked_word *target)
{
    if ((address >= block->shared_bytes || block->shared_bytes - address < bytes) &&
        !hw_shared_behind(block, address, bytes))
        return false;
    *target =
        (struct locked_word){block->shared + address, block->locked + address / 128, 1u << address / 4 % 32};
    return true;
}

static bool find_generic(struct hw_block *block, uint64_t address, unsigned bytes, struct locked_word *target)
{
    const struct hw_memory *memory = block->launch->memory;
    struct hw_range range;

    if (address - hw_shared_window(block) < HW_GENERIC_WINDOW_BYTES)
        return find_shared(block, (uint32_t)(address - hw_shared_window(block)), bytes, target);
    const enum hw_reach reach = hw_memory_find(memory, address, bytes, &range);
    hw_note_found(block, reach, address, bytes);
    *target = (struct locked_word){hw_memory_reservation(memory)->base + address,
                                   block->locked_global + address / 128 % HW_GLOBAL_LOCK_WORDS,
                                   1u << address / 4 % 32};
    return reach == HW_REACH_ALLOCATED || reach == HW_REACH_BESIDE;
}

/* The properties of an access; those of the common one are constants for the compiler. */
struct lock_access {
    enum hw_width width;
    bool shared;
};

static const struct lock_access lock_of_words = {HW_WIDTH_B32, true};

static struct lock_access access_of(const struct hw_uop *uop)
{
    return (struct lock_access){(enum hw_width)uop->mem.width, uop->mem.space == HW_OPERAND_SHARED};
}

static bool locks_words(const struct hw_uop *uop)
{
    return uop->mem.width == HW_WIDTH_B32 && uop->mem.space == HW_OPERAND_SHARED && uop->a != HW_NO_REGISTER;
}

HW_INLINE bool find_word(struct hw_warp *warp, const struct hw_uop *uop, struct lock_access access,
                         unsigned lane, struct locked_word *target)
{
    const unsigned bytes = hw_width_bytes(access.width);
    uint64_t address;

    if (access.shared)
        address =
            ((uop->a == HW_NO_REGISTER ? 0 : warp->regs.reg[uop->a][lane]) + uop->mem.offset) & uop->mem.mask;
    else
        address = (warp->regs.reg[uop->a][lane] | (uint64_t)warp->regs.reg[uop->a + 1u][lane] << 32) +
                  (uint64_t)(int64_t)(int32_t)uop->mem.offset;
    if (address % bytes == 0 && (access.shared ? find_shared(warp->block, (uint32_t)address, bytes, target)
                                               : find_generic(warp->block, address, bytes, target)))
        return true;
    hw_mem_fault(warp, uop, uop->mem.space, bytes - 1, lane, address, bytes);
    return false;
}

/* The locked words of all executing lanes; false, with the fault reported, when an address is invalid. */
HW_INLINE bool find_all(struct hw_warp *warp, const struct hw_uop *uop, struct lock_access access,
                        struct locked_word target[HW_LANES])
{
    if (!access.shared)
        hw_reduction_flush_range(warp->block->pending, warp->block->window, 0, UINT64_MAX);
    for (uint32_t remaining = warp->regs.exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        if (!find_word(warp, uop, access, lane, &target[lane]))
            return false;
    }
    return true;
}

/* Take the lock of a word; false: it is taken. */
HW_INLINE bool take_lock(const struct locked_word *target, bool shared)
{
    const uint32_t bit = target->bit;

    if (!shared)
        return !(__atomic_fetch_or(target->lock, bit, __ATOMIC_ACQUIRE) & bit);
    const bool taken = *target->lock & bit;
    *target->lock |= bit;
    return !taken;
}

HW_INLINE void give_lock(const struct locked_word *target, bool shared)
{
    if (shared)
        *target->lock &= ~target->bit;
    else
        __atomic_fetch_and(target->lock, ~target->bit, __ATOMIC_RELEASE);
}

HW_INLINE bool is_locked(const struct locked_word *target)
{
    return __atomic_load_n(target->lock, __ATOMIC_RELAXED) & target->bit;
}

/* A lane that does not get the lock of a word of global memory reads it while its owner writes. */
HW_INLINE uint32_t load_part(const uint8_t *from, struct lock_access access)
{
    if (access.shared || hw_width_bytes(access.width) < 4)
        return hw_load_word(from, access.width);
    return __atomic_load_n((const uint32_t *)(const void *)from, __ATOMIC_RELAXED);
}

HW_INLINE void store_part(uint8_t *to, uint32_t value, struct lock_access access)
{
    const unsigned bytes = hw_width_bytes(access.width);

    if (access.shared || bytes < 4)
        memcpy(to, &value, bytes < 4 ? bytes : 4);
    else
        __atomic_store_n((uint32_t *)(void *)to, value, __ATOMIC_RELAXED);
}

/* Of the lanes that name one unlocked word the lowest gets the lock.  Who wins on the chip is not documented;
 * any choice must let a loop that retries come to its end, and this one does. */
HW_INLINE void load_locked(struct hw_regs *regs, const struct hw_uop *uop, struct lock_access access)
{
    struct locked_word target[HW_LANES];
    uint32_t got = 0;

    if (!find_all(hw_warp_of(regs), uop, access, target))
        return;
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        got |= take_lock(&target[lane], access.shared) ? 1u << lane : 0;
        for (unsigned word = 0; word < hw_width_words(access.width); word++)
            regs->reg[uop->d + word][lane] = load_part(target[lane].bytes + 4 * word, access);
        if (uop->mem.cond_out != HW_NO_REGISTER)
            regs->reg[uop->mem.cond_out][lane] = got >> lane & 1 ? HW_FLAG_S : HW_FLAG_Z;
    }
    hw_write_pred(regs, uop->p_out, got);
}

void hw_uop_load_locked(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (locks_words(uop))
        load_locked(regs, uop, lock_of_words);
    else
        load_locked(regs, uop, access_of(uop));
}

HW_INLINE void store_unlock(struct hw_regs *regs, const struct hw_uop *uop, struct lock_access access)
{
    struct locked_word target[HW_LANES];
    uint32_t done = 0;

    if (!find_all(hw_warp_of(regs), uop, access, target))
        return;
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        if (uop->mem.asks && !is_locked(&target[lane]))
            continue;
        for (unsigned word = 0; word < hw_width_words(access.width); word++) {
            const uint32_t value = regs->reg[uop->b + word][lane] >> (uop->b_part == HW_PART_HIGH ? 16 : 0);
            store_part(target[lane].bytes + 4 * word, value, access);
        }
        give_lock(&target[lane], access.shared);
        done |= 1u << lane;
    }
    hw_write_pred(regs, uop->p_out, done);
}

void hw_uop_store_unlock(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (locks_words(uop))
        store_unlock(regs, uop, lock_of_words);
    else
        store_unlock(regs, uop, access_of(uop));
}
