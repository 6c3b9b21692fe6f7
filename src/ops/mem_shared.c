/* Loads and stores of shared memory, and its locks.
 *
 * An address that is the same in all lanes is the common case (parameters, the launch header): one
 * check, one load, a row filled.  Otherwise all addresses are computed and checked together, and only
 * a bad one is looked for lane by lane. */
#include "ops/cond.h"
#include "ops/mem_access.h"

/* A bad address among the executing lanes is reported; false when there is one. */
static bool check_lanes(struct hw_warp *warp, const struct hw_uop *uop, unsigned bytes, const uint32_t *address)
{
    const uint32_t align = hw_align_mask(warp, bytes);

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        bool beyond = address[lane] + bytes > warp->block->shared_bytes, misaligned = (address[lane] & align) != 0;
        if (!(warp->regs.exec >> lane & 1) || (!beyond && !misaligned))
            continue;
        hw_mem_fault(warp, uop, misaligned ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, HW_OPERAND_SHARED, lane,
                     address[lane], bytes);
        return false;
    }
    return true;
}

/* Byte addresses of the lanes; false, with the fault reported, when one of them is bad.  All lanes are looked
 * at together first; those that do not execute may make that fail, so then they are told apart. */
HW_INLINE bool shared_addresses(struct hw_warp *warp, const struct hw_uop *uop, unsigned bytes,
                                uint32_t *address)
{
    const uint32_t *base = warp->regs.row[uop->a];
    const int32_t last = (int32_t)(warp->block->shared_bytes - bytes);
    uint32_t bits = 0, beyond = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        address[lane] = (base[lane] + uop->imm) & 0xffff;
        bits |= address[lane];
        beyond |= (uint32_t)(last - (int32_t)address[lane]);
    }
    if (__builtin_expect(!(bits & hw_align_mask(warp, bytes)) && !(beyond >> 31), 1))
        return true;
    return check_lanes(warp, uop, bytes, address);
}

/* The address of an access that has no base register; false, with the fault reported, when it is bad. */
HW_INLINE bool shared_address(struct hw_warp *warp, const struct hw_uop *uop, unsigned bytes)
{
    uint32_t align = hw_align_mask(warp, bytes);
    if (__builtin_expect(!(uop->imm & align) && uop->imm + bytes <= warp->block->shared_bytes, 1))
        return true;
    if (warp->regs.exec)
        hw_mem_fault(warp, uop, uop->imm & align ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, HW_OPERAND_SHARED,
                     hw_lowest_lane(warp->regs.exec), uop->imm, bytes);
    return false;
}

HW_INLINE void load_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;
    const uint8_t *shared = warp->block->shared;
    uint32_t address[HW_LANES];

    if (uop->a == HW_NO_ROW) {
        if (!shared_address(warp, uop, bytes))
            return;
        for (unsigned word = 0; word < words; word++) {
            const uint32_t value = hw_load_word(shared + uop->imm + 4 * word, width), exec = regs->exec;
            uint32_t *row = regs->row[uop->d + word];
            for (unsigned lane = 0; lane < HW_LANES; lane++)
                row[lane] = exec >> lane & 1 ? value : row[lane];
        }
        return;
    }
    if (!shared_addresses(warp, uop, bytes, address))
        return;
    if (width == HW_WIDTH_B32 && regs->exec == HW_ALL_LANES && hw_is_stride(address, 4)) {
        memcpy(regs->row[uop->d], shared + address[0], sizeof(hw_lanes));
        return;
    }
    for (unsigned word = 0; word < words; word++) {
        uint32_t *row = regs->row[uop->d + word];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            if (regs->exec >> lane & 1)
                row[lane] = hw_load_word(shared + address[lane] + 4 * word, width);
    }
}

HW_INLINE void store_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;
    const unsigned shift = uop->b_part == HW_PART_HIGH ? 16 : 0;
    uint32_t address[HW_LANES];

    if (uop->a == HW_NO_ROW) {
        if (!shared_address(warp, uop, bytes))
            return;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[lane] = uop->imm;
    } else if (!shared_addresses(warp, uop, bytes, address)) {
        return;
    }
    if (width == HW_WIDTH_B32 && regs->exec == HW_ALL_LANES && uop->b_part == HW_PART_WORD &&
        hw_is_stride(address, 4)) {
        memcpy(warp->block->shared + address[0], regs->row[uop->b], sizeof(hw_lanes));
        return;
    }
    for (unsigned word = 0; word < words; word++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            if (regs->exec >> lane & 1)
                hw_store_word(warp->block->shared + address[lane] + 4 * word,
                              regs->row[uop->b + word][lane] >> shift, width);
}

/* The load with lock: of the lanes that name one unlocked word the lowest gets the lock.  Who wins on the
 * chip is not documented; any choice must let a loop that retries come to its end, and this one does. */
void hw_uop_load_shared_locked(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t *locked = warp->block->locked, address[HW_LANES];

    if (uop->a == HW_NO_ROW) {
        if (!shared_address(warp, uop, 4))
            return;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[lane] = uop->imm;
    } else if (!shared_addresses(warp, uop, 4, address)) {
        return;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(regs->exec >> lane & 1))
            continue;
        uint32_t bit = 1u << (address[lane] / 4 % 32), *word = &locked[address[lane] / 4 / 32];
        regs->row[uop->d][lane] = hw_load_word(warp->block->shared + address[lane], HW_WIDTH_B32);
        if (uop->cond_out != HW_NO_ROW)
            regs->row[uop->cond_out][lane] = *word & bit ? HW_FLAG_Z : HW_FLAG_S;
        *word |= bit;
    }
}

void hw_uop_store_shared_unlock(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t exec = regs->exec;

    store_shared(regs, uop, HW_WIDTH_B32);
    if (warp->event != HW_EVENT_NONE)
        return;
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(exec >> lane & 1))
            continue;
        uint32_t base = uop->a == HW_NO_ROW ? 0 : regs->row[uop->a][lane];
        uint32_t word = ((base + uop->imm) & 0xffff) / 4;
        warp->block->locked[word / 32] &= ~(1u << word % 32);
    }
}

HW_STAMP_LOADS(shared)
HW_STAMP_STORES(shared)
