/* The micro-op that reports an instruction to the launch's trace function. */
#include "engine/code.h"
#include "machine/warp.h"
#include "ops/control.h"

void hw_uop_trace(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_block *block = warp->block;
    uint32_t index = block->code->insn_of[uop - block->code->uop];
    const struct hw_code_insn *insn = &block->code->insn[index];
    const struct hw_code_writes *writes = &block->code->writes[index];
    struct hw_trace_event event = {
        .block = {block->id[0], block->id[1]},
        .warp = warp->number,
        .pc = insn->pc,
        .insn = &insn->insn,
        .active = warp->active,
        .executed = regs->exec,
        .written_count = writes->count,
    };

    for (unsigned i = 0; i < writes->count; i++) {
        event.written[i].kind = writes->item[i].kind;
        event.written[i].number = writes->item[i].number;
        event.written[i].lanes = regs->row[writes->item[i].row];
    }
    block->launch->trace(block->launch->trace_context, &event);
}
