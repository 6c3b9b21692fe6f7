/* SPDX-License-Identifier: MIT */
/* A program is searched for the micro-op at a code address, and freed. */
#include "machine/program.h"

#include <halfwarp/scheduling_bits.h>

#include <stdlib.h>

bool hw_program_insn_at(const struct hw_program *program, uint32_t pc, uint32_t *insn)
{
    uint32_t low = 0, high = program->insn_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->insn[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == program->insn_count || program->insn[low].is_end)
        return false;
    const struct hw_program_insn *found = &program->insn[low];
    *insn = low;
    return found->pc == pc || (found->insn.bytes && found->pc == hw_code_next_offset(&program->target, pc));
}

bool hw_program_locate(const struct hw_program *program, uint32_t pc, uint32_t *index)
{
    uint32_t insn;

    if (!hw_program_insn_at(program, pc, &insn))
        return false;
    const bool has_entry = program->insn_event && program->insn_event[insn].entry;
    *index = has_entry ? program->insn_event[insn].entry : program->insn[insn].uop;
    return true;
}

void hw_program_clear(struct hw_program *program)
{
    free(program->name);
    free(program->uop);
    free(program->insn_of);
    free(program->listing);
    free(program->insn);
    free(program->insn_event);
    free(program->access);
    free(program->cleared);
    free(program->literal);
    free(program->literal_changes);
}
