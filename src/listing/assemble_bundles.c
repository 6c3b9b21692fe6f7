/* SPDX-License-Identifier: MIT */
/* This file completes code that has scheduling bits in bundles: it fills the last bundle, where there are
 * bundles, and writes or computes the bits.
 *
 * The last bundle is filled as NVIDIA's compilers do it: with a jump to itself, unless the code ends in one,
 * and NOPs.  Either all lines of a kernel say how they are scheduled, or none does. */
#include "listing/assemble.h"

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include <stdio.h>

/* What NVIDIA's compilers write there: for a NOP no stall and no scoreboard, for the endless jump the highest
 * stall count; where there are only counts, nothing for either. */
static const struct {
    uint32_t pad, loop;
} end_control[] = {
    [HW_SCHED_NONE] = {0, 0}, [HW_SCHED_COUNTS] = {0, 0}, [HW_SCHED_SCOREBOARDS] = {0x7e0, 0x7ff}};

static bool is_scheduled(const struct hw_source_line *line)
{
    return line->control != HW_NO_CONTROL && line->control != HW_CONTROL_ABSENT &&
           !(line->control & HW_CONTROL_REUSE_ONLY);
}

/* Whether the lines say how they are scheduled; an error where only some do. */
static hw_status find_scheduling(const struct hw_assembly *assembly, bool *scheduled, struct hw_error *error)
{
    const struct hw_source_line *without = NULL;
    *scheduled = false;
    for (size_t i = 0; i < assembly->line_count; i++) {
        const struct hw_source_line *line = &assembly->lines[i];
        if (is_scheduled(line) && line->placeless)
            return hw_assembly_fail(
                error, line->line, line->column, HW_ERR_SYNTAX,
                "of two short instructions in the place of a long one only the first has scheduling");
        if (is_scheduled(line))
            *scheduled = true;
        else if (!line->raw && line->control != HW_CONTROL_ABSENT && !line->placeless && !without)
            without = line;
    }
    if (!*scheduled || !without)
        return HW_OK;
    return hw_assembly_fail(
        error, without->line, without->column, HW_ERR_SYNTAX,
        "other instructions of this kernel have scheduling (?... and the like), this one has none: "
        "give it to all, or to none to have it computed");
}

/* ---------------------------------------------------------------- the last group */

void hw_assembly_open_group(const struct hw_target *target, size_t offset, struct hw_buffer *code)
{
    const uint64_t word = hw_code_control_word(target);
    if (offset == code->length)
        return;
    hw_buffer_u32(code, (uint32_t)word);
    hw_buffer_u32(code, (uint32_t)(word >> 32));
}

static hw_status add_insn(const struct hw_target *target, const char *text, uint32_t control,
                          struct hw_buffer *code, struct hw_error *error)
{
    struct hw_insn insn;
    uint8_t bytes[16];
    size_t offset = hw_code_next_offset(target, code->length);
    hw_status status = hw_parse(target, HW_SYNTAX_NV, text, offset, &insn, error);
    if (status != HW_OK)
        return status;
    hw_assembly_open_group(target, offset, code);
    hw_insn_store(&insn, bytes);
    hw_buffer_add(code, bytes, insn.bytes);
    if (!code->failed)
        hw_code_set_control(target, code->bytes, offset, control);
    return HW_OK;
}

/* Whether code can run beyond the last instruction. */
static bool runs_on(const struct hw_target *target, const struct hw_source_line *last)
{
    struct hw_insn insn;
    struct hw_semantics view;
    uint64_t address;
    if (hw_decode(target, last->code, last->bytes, &insn) != HW_OK || !insn.form)
        return true;
    hw_insn_semantics(&insn, &view);
    if (view.op == HW_OP_NOP)
        return false;
    return view.op != HW_OP_BRA || view.guard.kind != HW_GUARD_ALWAYS ||
           !hw_insn_target(&insn, last->address, &address) ||
           hw_code_next_offset(target, (size_t)address) != last->address;
}

static hw_status fill_group(const struct hw_assembly *assembly, const struct hw_target *target,
                            struct hw_buffer *code, struct hw_error *error)
{
    const struct hw_source_line *last =
        assembly->line_count ? &assembly->lines[assembly->line_count - 1] : NULL;
    hw_status status = HW_OK;
    if (!last || last->raw)
        return HW_OK;
    if (code->length % 8)
        status = add_insn(target, "NOP_N", 0, code, error);
    if (status == HW_OK && code->length != hw_code_whole(target, code->length) && runs_on(target, last)) {
        char text[32];
        snprintf(text, sizeof(text), "BRA 0x%zx",
                 hw_code_entry(target, hw_code_next_offset(target, code->length)));
        status = add_insn(target, text, end_control[hw_sched_kind(target)].loop, code, error);
    }
    while (status == HW_OK && !code->failed && code->length != hw_code_whole(target, code->length))
        status = add_insn(target, "NOP", end_control[hw_sched_kind(target)].pad, code, error);
    return status;
}

/* ---------------------------------------------------------------- bits */

/* `?-` says of an instruction that its bundle has no word, and other scheduling needs one. */
static hw_status check_group(const struct hw_target *target, const struct hw_source_line *line,
                             const struct hw_buffer *code, struct hw_error *error)
{
    const bool without = hw_code_control(target, code->bytes, line->address) == HW_CONTROL_ABSENT;
    if (without == (line->control == HW_CONTROL_ABSENT))
        return HW_OK;
    return hw_assembly_fail(
        error, line->line, line->column, HW_ERR_SYNTAX,
        without
            ? "the group of this instruction has no control word: expected ?- as its first one has"
            : "the group of this instruction has a control word: expected no ?-, which its first one lacks");
}

hw_status hw_assembly_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                               struct hw_buffer *code, struct hw_listing_errors *errors,
                               struct hw_error *error)
{
    bool stated;
    hw_status status = find_scheduling(assembly, &stated, error);
    if (status == HW_OK)
        status = fill_group(assembly, target, code, error);
    if (status != HW_OK || code->failed)
        return status;
    /* In an instruction's own word other bits may make it none, and then nothing could be computed for it. */
    const uint32_t unscheduled = hw_target_group(target) ? 0 : HW_CONTROL_UNSTATED;
    for (size_t i = 0; i < assembly->line_count; i++) {
        const struct hw_source_line *line = &assembly->lines[i];
        if (line->raw || line->control == HW_NO_CONTROL)
            continue;
        status = hw_sched_kind(target) == HW_SCHED_COUNTS ? check_group(target, line, code, error) : HW_OK;
        if (status != HW_OK)
            return status;
        hw_code_set_control(target, code->bytes, line->address,
                            stated ? line->control : unscheduled | (line->control & HW_CONTROL_REUSE));
    }
    if (!stated)
        return hw_assembly_compute_schedule(assembly, target, code, errors, error);
    hw_assembly_doubt_schedule(assembly, target, code, errors);
    return HW_OK;
}
