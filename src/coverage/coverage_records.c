/* SPDX-License-Identifier: MIT */
/* See coverage_records.h.
 *
 * A line was executed as often as that of its instructions which most threads executed: the sum of all would
 * depend on how many there are.  But copies of it are summed: those that were inlined from other lines, and
 * those in blocks of which none leads to another.  Instances of a template are functions of their own. */
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

/* A line of a function, and how many branches it has so far. */
struct line_count {
    uint32_t file, line, branches;
};

/* What the instructions of a copy of a line come to in a block. */
struct line_part {
    struct hw_covered_row row;
    struct hw_covered_weight weight;
};

struct line_counts {
    struct hw_tracefile *tracefile;
    const struct hw_covered_module *module;
    const struct hw_covered_function *function;
    struct line_count *line;
    size_t count;
    struct line_part *part;
    size_t part_count;
    bool no_memory;
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

/* The name of the function that begins there; NULL: none does. */
static const char *name_at(const struct hw_covered_function *function, size_t number, size_t offset)
{
    if (number == 0)
        return function->name;
    for (uint32_t i = 0; i < function->flow.inner_count; i++)
        if (function->flow.inner[i].address == offset)
            return function->flow.inner[i].name;
    return NULL;
}

static bool count_line(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    struct line_counts *lines = context;
    const struct hw_covered_row *row = hw_covered_row(lines->function, offset);
    const struct hw_covered_sum sum = hw_covered_sum(lines->function, offset);
    const char *name = name_at(lines->function, lines->part_count ? number : 0, offset);

    if (!row)
        return true;
    if (name) {
        begin_file(lines, row->file);
        hw_tracefile_function(lines->tracefile, row->line, name, sum.executed + sum.skipped);
    }
    struct line_count *line = line_of(lines, row);
    lines->part[lines->part_count++] =
        (struct line_part){*row, {hw_covered_block(&lines->function->flow, offset), sum.executed}};
    if (hw_covered_is_branch(insn)) {
        begin_file(lines, row->file);
        add_branch(lines->tracefile, row->line, line->branches++, &sum);
    }
    return true;
}

static int compare_lines(const struct line_part *a, const struct line_part *b)
{
    if (a->row.file != b->row.file)
        return a->row.file < b->row.file ? -1 : 1;
    return a->row.line < b->row.line ? -1 : a->row.line > b->row.line;
}

static int compare_copies(const struct line_part *a, const struct line_part *b)
{
    const int order = compare_lines(a, b);

    return order ? order : a->row.copy < b->row.copy ? -1 : a->row.copy > b->row.copy;
}

static int compare_parts(const void *first, const void *second)
{
    const struct line_part *a = first, *b = second;
    const int order = compare_copies(a, b);

    return order ? order : a->weight.block < b->weight.block ? -1 : a->weight.block > b->weight.block;
}

/* The threads of a copy of a line, from part `*at` on, which comes to stand behind it. */
static uint64_t count_copy(struct line_counts *lines, struct hw_covered_weight *weights, size_t *at)
{
    const struct line_part *const first = &lines->part[*at], *const end = lines->part + lines->part_count;
    const struct line_part *part = first;
    uint64_t threads;
    size_t count = 0;

    for (; part < end && compare_copies(first, part) == 0; part++) {
        if (!count || weights[count - 1].block != part->weight.block)
            weights[count++] = part->weight;
        else if (weights[count - 1].threads < part->weight.threads)
            weights[count - 1].threads = part->weight.threads;
    }
    *at = (size_t)(part - lines->part);
    lines->no_memory |= !hw_covered_alternatives(&lines->function->flow, weights, count, &threads);
    return threads;
}

static void add_counts(struct line_counts *lines, struct hw_covered_weight *weights)
{
    if (lines->part_count)
        qsort(lines->part, lines->part_count, sizeof *lines->part, compare_parts);
    for (size_t at = 0; at < lines->part_count;) {
        const struct line_part *const first = &lines->part[at];
        uint64_t threads = 0;
        while (at < lines->part_count && compare_lines(first, &lines->part[at]) == 0)
            threads += count_copy(lines, weights, &at);
        begin_file(lines, first->row.file);
        hw_tracefile_line(lines->tracefile, first->row.line, threads);
    }
}

bool hw_covered_add_lines(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                          const struct hw_covered_function *function)
{
    const size_t most = function->end / function->unit + 1;
    struct hw_covered_weight *weights = malloc(most * sizeof *weights);
    struct line_counts lines = {.tracefile = tracefile,
                                .module = module,
                                .function = function,
                                .line = calloc(function->row_count + 1, sizeof(struct line_count)),
                                .part = malloc(most * sizeof(struct line_part)),
                                .no_memory = !weights};

    lines.no_memory |= !lines.line || !lines.part;
    if (!lines.no_memory) {
        hw_covered_each(&module->target, function, count_line, &lines);
        add_counts(&lines, weights);
    }
    free(weights);
    free(lines.line);
    free(lines.part);
    return !lines.no_memory;
}

/* --- by instruction --- */

static bool add_instruction(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    const struct line_counts *lines = context;
    const struct hw_covered_sum sum = hw_covered_sum(lines->function, offset);
    const uint32_t line = (uint32_t)number + 1;
    const char *name = name_at(lines->function, number, offset);

    if (name)
        hw_tracefile_function(lines->tracefile, line, name, sum.executed + sum.skipped);
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
