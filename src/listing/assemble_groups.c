/* SPDX-License-Identifier: MIT */
/* The assembler doubts register groups that no chip has: misaligned ones, and those that go on behind the
 * last register. They are no errors, because what `dis` writes of any word must come back. */
#include "listing/assemble.h"

#include "isa/register_groups.h"

void hw_assembly_doubt_groups(const struct hw_assembly *assembly, const struct hw_target *target,
                              struct hw_listing_errors *errors)
{
    char text[HW_REGISTER_GROUP_TEXT];

    for (size_t i = 0; i < assembly->line_count; i++) {
        const struct hw_source_line *line = &assembly->lines[i];
        struct hw_insn insn;
        if (line->raw || hw_decode(target, line->code, line->bytes, &insn) != HW_OK ||
            !hw_register_group_fault(&insn, text))
            continue;
        if (errors->doubts < errors->most_doubts)
            hw_assembly_fail(&errors->doubt[errors->doubts], line->line, line->column, HW_ERR_RANGE, text);
        errors->doubts++;
    }
}
