/* SPDX-License-Identifier: MIT */
/* The operand cache keeps registers that `.reuse` marks, one in each slot of the sources, for the next
 * instruction that reads a register through the same slot.  If that one reads the same register it gets what
 * is kept, so nothing may have written the register in between; compiled code never does.
 *
 * What is kept is followed to the end of a block. */
#include "sched/sched_insn.h"

#include "isa/tables.h"

void hw_read_slots(const struct hw_insn *insn, struct hw_sched_insn *step)
{
    const struct hw_field *field = hw_form_fields(insn->form);
    for (unsigned i = 0; i < insn->form->field_count; i++)
        if (field[i].slot < HW_OPERAND_SLOTS && insn->field[i] < HW_READY_PRED)
            step->slot[field[i].slot] = (uint8_t)insn->field[i];
}

/* The instruction of the block that gets what `first` keeps in a slot though that has changed; HW_NOWHERE:
 * there is none. */
static uint32_t stale_reader(const struct hw_cfg *flow, uint32_t first, uint32_t end, unsigned slot)
{
    const unsigned kept = flow->step[first].slot[slot];
    bool changed = false;
    for (uint32_t i = first; i < end; i++) {
        const struct hw_sched_insn *step = &flow->step[i];
        if (step->settles) /* so does a word that is no known instruction */
            return HW_NOWHERE;
        if (i > first && step->slot[slot] != HW_RZ)
            return changed && step->slot[slot] == kept ? i : HW_NOWHERE;
        changed |= hw_resources_next(&step->writes, kept) == kept;
    }
    return HW_NOWHERE;
}

void hw_kept_registers_check(const struct hw_cfg *flow, hw_hazard_fn *report, void *context)
{
    for (uint32_t b = 0; b < flow->block_count; b++) {
        const uint32_t end = flow->block[b].first + flow->block[b].count;
        for (uint32_t i = flow->block[b].first; i < end; i++) {
            const struct hw_sched_insn *step = &flow->step[i];
            for (unsigned s = 0; s < HW_OPERAND_SLOTS; s++) {
                if (step->sched.yield || !(step->sched.reuse >> s & 1) || step->slot[s] == HW_RZ)
                    continue;
                const uint32_t reader = stale_reader(flow, i, end, s);
                struct hw_hazard hazard = {.kind = HW_HAZARD_KEPT, .producer = step->offset};
                if (reader == HW_NOWHERE)
                    continue;
                hazard.offset = flow->step[reader].offset;
                hw_resource_name(step->slot[s], hazard.name);
                report(context, &hazard);
            }
        }
    }
}
