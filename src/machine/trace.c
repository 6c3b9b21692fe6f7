/* The micro-op that reports an instruction to the launch's trace function. */
#include "machine/program.h"
#include "machine/warp.h"
#include "machine/paths/control_flow.h"

/* A predicate as a register: 0 or 1 a lane. */
static void spread(uint32_t lanes, uint32_t *reg)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = lanes >> lane & 1;
}

void hw_uop_trace(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_block *block = warp->block;
    uint32_t index = block->program->insn_of[uop - block->program->uop];
    const struct hw_program_insn *insn = &block->program->insn[index];
    const struct hw_program_writes *writes = &block->program->writes[index];
    hw_lanes predicate[HW_TRACE_WRITES];
    struct hw_trace_event event = {
        .block = {block->id[0], block->id[1], block->id[2]},
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
        if (writes->item[i].kind == HW_OPERAND_PRED) {
            spread(regs->pred[writes->item[i].number], predicate[i]);
            event.written[i].lanes = predicate[i];
        } else {
            event.written[i].lanes = regs->reg[writes->item[i].reg];
        }
    }
    block->launch->trace(block->launch->trace_context, &event);
}
