/* Loads of constant memory at an address that an address register makes.  (Constants at fixed addresses
 * are literals by the time a kernel runs.) */
#include "ops/mem_access.h"

HW_INLINE void load_const(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_bank *bank = &warp->block->launch->bank[uop->mode];
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;
    const uint8_t *data = bank->data;

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(regs->exec >> lane & 1))
            continue;
        uint32_t address = (regs->row[uop->a][lane] + uop->imm) & 0xffff;
        if (__builtin_expect((address & (bytes - 1)) != 0 || address + bytes > bank->bytes, 0)) {
            unsigned kind = bank->bytes == 0        ? HW_FAULT_UNBOUND
                            : address & (bytes - 1) ? HW_FAULT_MISALIGNED
                                                    : HW_FAULT_ADDRESS;
            hw_mem_fault(warp, uop, kind, HW_OPERAND_CONST, lane, address, bytes);
            return;
        }
        for (unsigned word = 0; word < words; word++)
            regs->row[uop->d + word][lane] = hw_load_word(data + address + 4 * word, width);
    }
}

HW_STAMP_LOADS(const)
