/* SPDX-License-Identifier: MIT */
/* Whether a kernel's stack grows dynamically (alloca), by an amount that only a thread knows.  No file says
 * so: older ptxas writes a stack of all ones, ptxas 13 the size of the frame alone.  The code shows it: R1,
 * which is the stack pointer at entry, is computed from another register or from a constant. */
#include "machine/image/image_link.h"
#include "machine/chip/kernel_abi.h"

#include <halfwarp/effects.h>

#define STACK_REGISTER 1u

static bool reads_bank_offset(const struct hw_operand *operand, uint32_t bank_offset)
{
    return operand->kind == HW_OPERAND_CONST && operand->space == bank_offset >> 16 &&
           operand->offset == (bank_offset & 0xffff);
}

static bool writes_stack(const struct hw_effects *effects)
{
    for (unsigned i = 0; i < effects->write_count; i++)
        if (effects->write[i].first == STACK_REGISTER && effects->write[i].count == 1)
            return true;
    return false;
}

/* What an instruction that writes R1 makes it from. */
struct stack_source {
    bool begins; /* the stack pointer of the launch */
    bool grows;  /* something of the thread's own */
};

static struct stack_source source_of(const struct hw_insn *insn, const struct hw_effects *effects,
                                     uint32_t bank_offset)
{
    struct stack_source source = {.grows = false};
    struct hw_semantics view;

    for (unsigned i = 0; i < effects->read_count; i++)
        source.grows |= effects->read[i].first != STACK_REGISTER || effects->read[i].count != 1;
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        source.grows |= effects->ureg_read[i] != 0;
    hw_insn_semantics(insn, &view);
    for (unsigned i = hw_semantics_written(&view); i < view.operand_count; i++) {
        const bool begins = reads_bank_offset(&view.operand[i], bank_offset);
        source.begins |= begins;
        source.grows |= view.operand[i].kind == HW_OPERAND_CONST && !begins;
    }
    return source;
}

bool hw_image_stack_grows(const struct hw_target *target, const struct hw_kernel *kernel)
{
    const struct hw_bank_layout *layout = target->isa ? hw_kernel_abi_of(target)->bank_layout : NULL;
    struct stack_source all = {false, false};
    size_t at = 0;

    while (layout && at < kernel->code_bytes && !(all.begins && all.grows)) {
        struct hw_insn insn;
        struct hw_effects effects;
        if (hw_decode_code(target, kernel->code, kernel->code_bytes, &at, &insn) != HW_OK || !insn.form) {
            at += hw_isa_unit(target->isa);
            continue;
        }
        at += insn.bytes;
        hw_insn_effects(&insn, &effects);
        if (effects.memory || !writes_stack(&effects))
            continue;
        const struct stack_source source = source_of(&insn, &effects, layout->stack);
        all.begins |= source.begins;
        all.grows |= source.grows;
    }
    return all.begins && all.grows;
}
