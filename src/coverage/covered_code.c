/* SPDX-License-Identifier: MIT */
/* Modules are taken down, and forgotten. */
#include "coverage/covered_code.h"

#include "module/debug_lines.h"
#include "module/module_internal.h"

#include <halfwarp/effects.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_coverage_create(struct hw_coverage **coverage, struct hw_error *error)
{
    *coverage = calloc(1, sizeof **coverage);
    return *coverage ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "coverage", "no memory for coverage");
}

static void free_module(struct hw_covered_module *module)
{
    for (size_t i = 0; i < module->function_count; i++) {
        struct hw_covered_function *function = &module->function[i];
        for (unsigned s = 0; s < HW_THREAD_STRIPES; s++)
            free(function->stripe[s]);
        free(function->name);
        free(function->code);
        free(function->row);
        hw_covered_flow_free(&function->flow);
    }
    for (size_t i = 0; i < module->file_count; i++)
        free(module->file[i]);
    free(module->function);
    free(module->file);
    free(module);
}

void hw_coverage_destroy(struct hw_coverage *coverage)
{
    while (coverage && coverage->modules) {
        struct hw_covered_module *module = coverage->modules;
        coverage->modules = module->next;
        free_module(module);
    }
    while (coverage && coverage->images) {
        struct hw_covered_image *image = coverage->images;
        coverage->images = image->next;
        free(image);
    }
    free(coverage);
}

/* --- taking a module down --- */

#define CALLS_MAX 64 /* calls within calls that inlined code is told apart by */

/* FNV-1a of the lines that inlined code was called from, the innermost first. */
static uint64_t copy_of(const struct hw_debug_lines *lines, const struct hw_debug_row *row)
{
    uint64_t hash = 0;

    for (unsigned i = 0; i < CALLS_MAX && row->caller != HW_NO_CALLER; i++) {
        row = &lines->row[row->caller];
        hash = hash ? hash : 0xcbf29ce484222325u;
        hash = (hash ^ row->file) * 0x100000001b3u;
        hash = (hash ^ row->line) * 0x100000001b3u;
    }
    return hash;
}

/* The rows of a function's code, which stand one behind the other. */
static bool take_rows(struct hw_covered_function *function, const struct hw_module *module,
                      const struct hw_kernel *kernel, const struct hw_debug_lines *lines)
{
    const struct hw_section *section = hw_code_section(module, kernel);

    if (!lines->row_count)
        return true;
    const struct hw_debug_row *end = lines->row + lines->row_count, *first = lines->row;
    while (first < end && first->section != section)
        first++;
    const struct hw_debug_row *last = first;
    while (last < end && last->section == section)
        last++;
    if (first == last || !section)
        return true;
    function->row = calloc((size_t)(last - first), sizeof *function->row);
    for (; function->row && first < last; first++)
        function->row[function->row_count++] =
            (struct hw_covered_row){first->address, first->file, first->line, copy_of(lines, first)};
    return function->row != NULL;
}

/* Behind the last instruction there are NOPs, and jumps to themselves that nothing comes to. */
static bool is_padding(const struct hw_insn *insn, uint64_t address)
{
    struct hw_semantics semantics;
    uint64_t target;

    if (!insn->form)
        return false;
    hw_insn_semantics(insn, &semantics);
    return semantics.op == HW_OP_NOP || (hw_operation_info(semantics.op)->flow == HW_FLOW_JUMP &&
                                         hw_insn_target(insn, address, &target) && target == address);
}

static size_t end_of(const struct hw_covered_function *function, const struct hw_target *target)
{
    struct hw_insn insn;
    size_t end = 0;

    for (size_t at = 0; at < function->bytes; at += insn.bytes) {
        if (hw_decode_code(target, function->code, function->bytes, &at, &insn) != HW_OK)
            break;
        if (!is_padding(&insn, at))
            end = at + insn.bytes;
    }
    return end;
}

static bool take_function(struct hw_covered_module *made, const struct hw_module *module,
                          const struct hw_kernel *kernel, const struct hw_debug_lines *lines)
{
    struct hw_covered_function *function = &made->function[made->function_count++];

    function->name = strdup(kernel->name);
    function->code = malloc(kernel->code_bytes + 1);
    function->bytes = kernel->code_bytes;
    function->unit = hw_isa_unit(made->target.isa);
    if (!function->name || !function->code)
        return false;
    if (kernel->code_bytes)
        memcpy(function->code, kernel->code, kernel->code_bytes);
    function->end = end_of(function, &made->target);
    return take_rows(function, module, kernel, lines) &&
           hw_covered_flow_read(&function->flow, module, kernel);
}

struct hw_covered_module *hw_coverage_add(struct hw_coverage *coverage, const struct hw_module *module,
                                          const struct hw_target *target)
{
    struct hw_covered_module *made = calloc(1, sizeof *made);
    struct hw_debug_lines lines = {0};

    if (!made)
        return NULL;
    made->target = *target;
    made->function = calloc(module->kernel_count + 1, sizeof *made->function);
    bool taken = made->function && hw_debug_lines_read(module, &lines, NULL) == HW_OK;
    for (size_t i = 0; taken && i < module->kernel_count; i++)
        taken = take_function(made, module, module->kernels[i], &lines);
    made->file = lines.file;
    made->file_count = lines.file_count;
    lines.file = NULL;
    lines.file_count = 0;
    hw_debug_lines_free(&lines);
    if (!taken) {
        free_module(made);
        return NULL;
    }
    made->next = coverage->modules;
    return coverage->modules = made;
}

/* --- sums --- */

void hw_coverage_forget(struct hw_coverage *coverage)
{
    for (struct hw_covered_module *module = coverage->modules; module; module = module->next)
        for (size_t i = 0; i < module->function_count; i++)
            for (unsigned s = 0; s < HW_THREAD_STRIPES; s++)
                if (module->function[i].stripe[s])
                    memset(module->function[i].stripe[s], 0,
                           hw_covered_counts(&module->function[i]) * sizeof(struct hw_covered_count));
}

struct hw_covered_sum hw_covered_sum(const struct hw_covered_function *function, size_t offset)
{
    struct hw_covered_sum sum = {0};

    for (unsigned s = 0; s < HW_THREAD_STRIPES && function->stripe[s]; s++) {
        const struct hw_covered_count *count = &function->stripe[s][offset / function->unit];
        sum.executed += atomic_load_explicit(&count->executed, memory_order_relaxed);
        sum.skipped += atomic_load_explicit(&count->skipped, memory_order_relaxed);
        sum.divergent += atomic_load_explicit(&count->divergent, memory_order_relaxed);
    }
    return sum;
}

const struct hw_covered_row *hw_covered_row(const struct hw_covered_function *function, size_t offset)
{
    size_t low = 0, high = function->row_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (function->row[middle].address <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low && function->row[low - 1].line ? &function->row[low - 1] : NULL;
}
