/* SPDX-License-Identifier: MIT */
/* See code_registers.h. */
#include "listing/code_registers.h"
#include "module/nv_info.h"

#include <halfwarp/effects.h>

uint32_t hw_code_registers(const struct hw_target *target, const void *code, size_t size)
{
    struct hw_insn insn;
    uint32_t count = 0;

    for (size_t at = 0; hw_decode_code(target, code, size, &at, &insn) == HW_OK; at += insn.bytes) {
        struct hw_effects effects;
        hw_insn_effects(&insn, &effects);
        for (unsigned i = 0; i < effects.read_count + effects.write_count; i++) {
            const struct hw_register_range *range =
                i < effects.read_count ? &effects.read[i] : &effects.write[i - effects.read_count];
            if ((uint32_t)range->first + range->count > count)
                count = (uint32_t)range->first + range->count;
        }
    }
    return count;
}

uint32_t hw_kernel_excess_registers(const struct hw_target *target, const struct hw_kernel *kernel)
{
    const uint32_t count = hw_code_registers(target, kernel->code, kernel->code_bytes);
    const bool fixed = !kernel->function && !hw_nv_infos_have(&kernel->infos, HW_ATTRIBUTE_REGISTERS_CHANGE);

    return fixed && count > kernel->registers ? count : 0;
}
