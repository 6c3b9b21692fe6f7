/* SPDX-License-Identifier: MIT */
/* See coverage_records.h.
 *
 * A line was executed as often as that of its instructions which most threads executed: the sum of all would
 * depend on how many there are.  Instances of a template, and copies that were inlined elsewhere, are
 * functions of their own, and are summed. */
#include "coverage/coverage_records.h"

#include <stdlib.h>
#include <unistd.h>

bool hw_covered_each(const struct hw_target *target, const struct hw_covered_function *function,
                     hw_covered_fn *take, void *context)
{
    struct hw_insn insn;
    size_t number = 0;

    for (size_t at = 0; at < function->end; at += insn.bytes) {
        if (hw_decode_code(target, function->code, function->end, &at, &insn) != HW_OK)
            break;
        if (!take(context, number++, at, &insn))
            return false;
    }
    return true;
}

bool hw_covered_is_branch(const struct hw_insn *insn)
{
    struct hw_semantics semantics;

    if (!insn->form)
        return false;
    hw_insn_semantics(insn, &semantics);
    if (semantics.guard.kind == HW_GUARD_ALWAYS ||
        (semantics.guard.kind != HW_GUARD_COND && semantics.guard.reg == HW_PT))
        return false;
    switch (hw_operation_info(semantics.op)->flow) {
    case HW_FLOW_JUMP:
    case HW_FLOW_INDIRECT:
    case HW_FLOW_CALL:
    case HW_FLOW_RETURN:
    case HW_FLOW_LEAVE:
    case HW_FLOW_END: return true;
    }
    return (semantics.also & (HW_ALSO_EXIT | HW_ALSO_JOIN)) != 0;
}

static void add_branch(struct hw_tracefile *tracefile, uint32_t line, uint32_t block,
                       const struct hw_covered_sum *sum)
{
    const bool reached = sum->executed + sum->skipped > 0;

    hw_tracefile_branch(tracefile, line, block, 0, reached, sum->executed);
    hw_tracefile_branch(tracefile, line, block, 1, reached, sum->skipped);
}

/* --- by line --- */

/* What the instructions of one line in a function come to. */
struct line_count {
    uint32_t file, line, branches;
    uint64_t executed;
};

struct line_counts {
    struct hw_tracefile *tracefile;
    const struct hw_covered_module *module;
    const struct hw_covered_function *function;
    struct line_count *line;
    size_t count;
};

static void begin_file(const struct line_counts *lines, uint32_t file)
{
    const char *name = lines->module->file[file];
    char *path = *name == '/' ? NULL : realpath(name, NULL); /* where it is here: as people see it */

    hw_tracefile_begin(lines->tracefile, path ? path : name);
    free(path);
}

static struct line_count *line_of(struct line_counts *lines, const struct hw_covered_row *row)
{
    for (size_t i = lines->count; i > 0; i--) /* it is one of the last ones, mostly */
        if (lines->line[i - 1].line == row->line && lines->line[i - 1].file == row->file)
            return &lines->line[i - 1];
    lines->line[lines->count] = (struct line_count){.file = row->file, .line = row->line};
    return &lines->line[lines->count++];
}

static bool count_line(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    struct line_counts *lines = context;
    const struct hw_covered_row *row = hw_covered_row(lines->function, offset);
    const struct hw_covered_sum sum = hw_covered_sum(lines->function, offset);

    if (!row)
        return true;
    if (lines->count == 0) {
        begin_file(lines, row->file);
        hw_tracefile_function(lines->tracefile, row->line, lines->function->name, sum.executed + sum.skipped);
    }
    struct line_count *line = line_of(lines, row);
    if (sum.executed > line->executed)
        line->executed = sum.executed;
    if (hw_covered_is_branch(insn)) {
        begin_file(lines, row->file);
        add_branch(lines->tracefile, row->line, line->branches++, &sum);
    }
    (void)number;
    return true;
}

void hw_covered_add_lines(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                          const struct hw_covered_function *function)
{
    struct line_counts lines = {tracefile, module, function,
                                calloc(function->row_count + 1, sizeof(struct line_count)), 0};

    if (lines.line)
        hw_covered_each(&module->target, function, count_line, &lines);
    for (size_t i = 0; i < lines.count; i++) {
        begin_file(&lines, lines.line[i].file);
        hw_tracefile_line(tracefile, lines.line[i].line, lines.line[i].executed);
    }
    free(lines.line);
}

/* --- by instruction --- */

static bool add_instruction(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    const struct line_counts *lines = context;
    const struct hw_covered_sum sum = hw_covered_sum(lines->function, offset);
    const uint32_t line = (uint32_t)number + 1;

    if (number == 0)
        hw_tracefile_function(lines->tracefile, line, lines->function->name, sum.executed + sum.skipped);
    hw_tracefile_line(lines->tracefile, line, sum.executed);
    if (hw_covered_is_branch(insn))
        add_branch(lines->tracefile, line, 0, &sum);
    return true;
}

void hw_covered_add_instructions(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                                 const struct hw_covered_function *function, const char *path)
{
    struct line_counts lines = {.tracefile = tracefile, .module = module, .function = function};

    hw_tracefile_begin(tracefile, path);
    hw_covered_each(&module->target, function, add_instruction, &lines);
}

/* --- divergence --- */

struct branch_counts {
    struct hw_coverage_summary *summary;
    const struct hw_covered_function *function;
};

static bool add_divergence(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    const struct branch_counts *branches = context;
    const struct hw_covered_sum sum = hw_covered_sum(branches->function, offset);

    (void)number;
    if (hw_covered_is_branch(insn) && sum.executed + sum.skipped > 0) {
        branches->summary->branches++;
        branches->summary->divergent += sum.divergent > 0;
    }
    return true;
}

void hw_covered_add_branches(struct hw_coverage_summary *summary, const struct hw_covered_module *module,
                             const struct hw_covered_function *function)
{
    struct branch_counts branches = {summary, function};

    if (function->stripe[0])
        hw_covered_each(&module->target, function, add_divergence, &branches);
}
