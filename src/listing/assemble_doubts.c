/* SPDX-License-Identifier: MIT */
/* The assembler doubts lines that no chip executes as they say: register groups that no chip has, jumps to
 * where no instruction begins, and schedules that promise too little.
 *
 * They are no errors, because what `dis` writes of any code must come back. */
#include "listing/assemble.h"

#include "isa/register_groups.h"

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct doubts {
    const struct hw_assembly *assembly;
    const struct hw_target *target;
    const struct hw_buffer *code;
    struct hw_listing_errors *errors;
};

static void add_doubt(struct hw_listing_errors *errors, const struct hw_source_line *line, hw_status status,
                      const char *text)
{
    if (errors->doubts < errors->most_doubts)
        hw_assembly_fail(&errors->doubt[errors->doubts], line->line, line->column, status, text);
    errors->doubts++;
}

static int by_address(const void *wanted, const void *member)
{
    const uint64_t address = *(const uint64_t *)wanted;
    const struct hw_source_line *line = member;

    return (address > line->address) - (address < line->address);
}

/* The line whose instruction begins at this address, or NULL. */
static const struct hw_source_line *line_at(const struct hw_assembly *assembly, uint64_t address)
{
    return assembly->line_count
               ? bsearch(&address, assembly->lines, assembly->line_count, sizeof *assembly->lines, by_address)
               : NULL;
}

/* A target may be that of the control word before the instruction.  Where a relocation fills it nothing is
 * known of it. */
static void doubt_target(const struct doubts *doubts, const struct hw_source_line *line,
                         const struct hw_insn *insn)
{
    char text[80];
    uint64_t address;

    if (line->symbolic || !hw_insn_target(insn, line->address, &address) ||
        (address < doubts->code->length &&
         line_at(doubts->assembly, hw_code_next_offset(doubts->target, (size_t)address))))
        return;
    snprintf(text, sizeof text, "no instruction begins at 0x%" PRIx64 ", where this one goes to", address);
    add_doubt(doubts->errors, line, HW_ERR_RANGE, text);
}

static void doubt_hazard(void *context, const struct hw_hazard *hazard)
{
    const struct doubts *doubts = context;
    const struct hw_source_line *line = line_at(doubts->assembly, hazard->offset);
    char text[HW_HAZARD_TEXT];

    if (line)
        add_doubt(doubts->errors, line, HW_ERR_RANGE, hw_hazard_print(hazard, text));
}

void hw_assembly_doubt_code(const struct hw_assembly *assembly, const struct hw_target *target,
                            const struct hw_buffer *code, struct hw_listing_errors *errors)
{
    const struct doubts doubts = {assembly, target, code, errors};
    char text[HW_REGISTER_GROUP_TEXT];

    for (size_t i = 0; i < assembly->line_count; i++) {
        const struct hw_source_line *line = &assembly->lines[i];
        struct hw_insn insn;
        if (line->raw || line->address + (size_t)line->bytes > code->length ||
            hw_decode(target, code->bytes + line->address, line->bytes, &insn) != HW_OK)
            continue;
        if (hw_register_group_fault(&insn, text))
            add_doubt(errors, line, HW_ERR_RANGE, text);
        doubt_target(&doubts, line, &insn);
    }
}

/* Of a schedule that was computed: what comes too early, or is kept too long, stays so with any other. */
static void doubt_unmended(void *context, const struct hw_hazard *hazard)
{
    const struct doubts *doubts = context;
    const struct hw_source_line *line = line_at(doubts->assembly, hazard->offset);
    char text[HW_HAZARD_TEXT], sentence[HW_HAZARD_TEXT + 40];

    hw_hazard_print(hazard, text);
    snprintf(sentence, sizeof sentence, "%s%s", text,
             hazard->of_warpgroup ? "" : ", which no schedule mends");
    if (line)
        add_doubt(doubts->errors, line, HW_ERR_RANGE, sentence);
}

hw_status hw_assembly_compute_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                                       struct hw_buffer *code, struct hw_listing_errors *errors,
                                       struct hw_error *error)
{
    struct doubts doubts = {assembly, target, code, errors};

    return hw_schedule_and_report(target, code->bytes, code->length,
                                  errors->most_doubts ? doubt_unmended : NULL, &doubts, error);
}

void hw_assembly_doubt_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                                const struct hw_buffer *code, struct hw_listing_errors *errors)
{
    struct doubts doubts = {assembly, target, code, errors};
    struct hw_error error;

    /* Kepler issues again what comes too early, so its compilers let it.  Who takes no doubts need not wait
     * for them. */
    if (hw_sched_kind(target) != HW_SCHED_SCOREBOARDS || !errors->most_doubts || code->failed ||
        !assembly->line_count)
        return;
    const hw_status status = hw_sched_check(target, code->bytes, code->length, doubt_hazard, &doubts, &error);
    if (status != HW_OK)
        add_doubt(errors, &assembly->lines[0], status, error.text);
}
