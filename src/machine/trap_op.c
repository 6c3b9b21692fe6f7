/* SPDX-License-Identifier: MIT */
/* The trap micro-op stands for an instruction that cannot be executed: it stops the kernel when reached. */
#include "machine/program.h"
#include "machine/warp.h"
#include "machine/paths/control_flow.h"

#include <stdio.h>

/* What the sentence says; %u or %x is the micro-op's `imm`, but of a bank its number, `type`. */
static const char *const trap_text[] = {
    [HW_TRAP_OPERATION] = "this operation does not exist in compute programs of this chip",
    [HW_TRAP_REGISTER] = "register R%u cannot begin an operand of this size",
    [HW_TRAP_TARGET] = "no instruction begins at the jump's target 0x%x",
    [HW_TRAP_END] = "execution ran past the end of the code at 0x%x",
    [HW_TRAP_CONST] = "constant address 0x%x lies beyond what the launch binds",
    [HW_TRAP_CONST_BANK] = "the launch binds nothing to constant space c%u",
    [HW_TRAP_POSTINC] = "address register A%u cannot be incremented",
    [HW_TRAP_TEXTURE] = "the launch binds no texture to unit %u",
    [HW_TRAP_INSN] = "a trap instruction",
    [HW_TRAP_BREAKPOINT] = "a breakpoint",
    [HW_TRAP_LONG] = "a 64-bit instruction at 0x%x, which is no multiple of 8",
    [HW_TRAP_UNDOCUMENTED] = "what this instruction does has not been described in public",
    [HW_TRAP_HANDLER] = "an instruction for trap handlers, which this machine does not run",
    [HW_TRAP_NOT_RUN] = "code of this chip is run in part, and this instruction not yet",
};

/* The sentence of an unknown word, which may have more bits than fault.number. */
static void say_word(const struct hw_warp *warp, const struct hw_uop *uop, char *sentence, size_t size)
{
    const struct hw_program *program = warp->block->program;
    const struct hw_insn *insn = &program->insn[program->insn_of[uop - program->uop]].insn;

    snprintf(sentence, size, "no known instruction: 0x%0*llx", 2 * insn->bytes,
             (unsigned long long)insn->word[0]);
}

void hw_uop_fault(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t lanes = hw_uop_lanes(regs, uop);
    if (lanes == 0)
        return;
    struct hw_access access = {.address = uop->fault.number};
    if (uop->fault.reason == HW_TRAP_CONST || uop->fault.reason == HW_TRAP_CONST_BANK)
        access = (struct hw_access){
            .space = HW_OPERAND_CONST, .size = 4, .index = uop->fault.bank, .address = uop->fault.number};
    char sentence[128];
    if (uop->fault.reason == HW_TRAP_WORD) {
        say_word(warp, uop, sentence, sizeof sentence);
    } else {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(sentence, sizeof sentence, trap_text[uop->fault.reason],
                 uop->fault.reason == HW_TRAP_CONST_BANK ? uop->fault.bank : uop->fault.number);
#pragma GCC diagnostic pop
    }
    hw_warp_fault(warp, uop, uop->fault.kind, hw_lowest_lane(lanes), &access, "%s", sentence);
}
