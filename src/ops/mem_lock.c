/* Shared memory with locks: a bit for each word, taken by a load and given back by a store.
 *
 * They are rare, so all is done lane by lane. */
#include "ops/cond.h"
#include "ops/mem_access.h"

/* The word of a lane's access; NULL, with the fault reported, when the address is bad. */
static uint8_t *locked_place(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, uint32_t *address)
{
    const uint32_t base = uop->a == HW_NO_ROW ? 0 : warp->regs.row[uop->a][lane];

    *address = (base + uop->imm) & uop->a_and;
    if (*address % 4 == 0 && *address + 4 <= warp->block->shared_bytes)
        return warp->block->shared + *address;
    hw_mem_fault(warp, uop, HW_OPERAND_SHARED, 3, lane, *address, 4);
    return NULL;
}

/* The load with lock: of the lanes that name one unlocked word the lowest gets the lock.  Who wins on the
 * chip is not documented; any choice must let a loop that retries come to its end, and this one does. */
void hw_uop_load_shared_locked(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        unsigned lane = hw_lowest_lane(left);
        uint32_t address;
        const uint8_t *place = locked_place(warp, uop, lane, &address);
        if (!place)
            return;
        uint32_t bit = 1u << (address / 4 % 32), *word = &warp->block->locked[address / 4 / 32];
        regs->row[uop->d][lane] = hw_load_word(place, HW_WIDTH_B32);
        if (uop->cond_out != HW_NO_ROW)
            regs->row[uop->cond_out][lane] = *word & bit ? HW_FLAG_Z : HW_FLAG_S;
        *word |= bit;
    }
}

void hw_uop_store_shared_unlock(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        unsigned lane = hw_lowest_lane(left);
        uint32_t address;
        uint8_t *place = locked_place(warp, uop, lane, &address);
        if (!place)
            return;
        uint32_t word = regs->row[uop->b][lane] >> (uop->b_part == HW_PART_HIGH ? 16 : 0);
        memcpy(place, &word, sizeof word);
        warp->block->locked[address / 4 / 32] &= ~(1u << (address / 4 % 32));
    }
}
