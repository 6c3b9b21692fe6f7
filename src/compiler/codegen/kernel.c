/* SPDX-License-Identifier: MIT */
/* Runs code generation for one function, pass by pass: see kernel.h. */
#include "compiler/codegen/kernel.h"

#include "compiler/codegen/critical_edges.h"
#include "compiler/codegen/target_hooks.h"
#include "compiler/codegen/frame.h"
#include "compiler/codegen/limits.h"
#include "compiler/codegen/if_convert.h"
#include "compiler/codegen/registers.h"
#include "compiler/mir/mir_check.h"
#include "compiler/mir/mir_coalesce.h"

static void join_copies(const struct hw_codegen_target *target, const struct hw_isel *selection,
                        unsigned most)
{
    const struct hw_codegen_frame *frame = selection->frame;
    const struct hw_mir_calling_convention convention =
        hw_codegen_calling_convention(frame && frame->is_called, frame && frame->grows);
    const struct hw_mir_register_set allocatable = {
        .count = {(uint16_t)(most && most < target->registers ? most : target->registers), 7},
        .convention = frame ? &convention : NULL};

    hw_mir_coalesce(selection->to, &allocatable);
}

/* Declared variables; spilled registers come later. */
static hw_status check_spaces(const struct hw_codegen_target *target, const struct hw_codegen_layout *layout,
                              const struct hw_ir_routine *routine, struct hw_error *error)
{
    hw_status status = routine->is_kernel ? hw_codegen_check_space(target, routine->symbol, HW_IR_SPACE_PARAM,
                                                                   routine->signature.bytes, error)
                                          : HW_OK;

    for (unsigned i = 0; status == HW_OK && i < 2; i++) {
        const enum hw_ir_space space = i ? HW_IR_SPACE_LOCAL : HW_IR_SPACE_SHARED;
        status = hw_codegen_check_space(target, routine->symbol, space, layout->bytes[space], error);
    }
    return status;
}

hw_status hw_codegen_kernel(struct hw_codegen_target *target, struct hw_codegen_layout *layout,
                            const struct hw_ir_routine *routine, unsigned most,
                            struct hw_codegen_kernel *kernel, struct hw_error *error)
{
    struct hw_ir_function *function = routine->function;
    struct hw_isel selection = {.arena = target->scratch,
                                .target = target,
                                .layout = layout,
                                .from = function,
                                .frame = target->banks ? hw_codegen_frame(routine, layout) : NULL,
                                .error = error,
                                .status = HW_OK};

    hw_arena_clear(target->scratch);
    hw_codegen_assign_named(layout, function, HW_IR_SPACE_LOCAL);
    hw_status status = check_spaces(target, layout, routine, error);
    if (status != HW_OK)
        return status;
    if (selection.frame)
        hw_codegen_align_frame(selection.frame, layout);
    hw_codegen_split_critical_edges(function);
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_codegen_reconvergence reconvergence =
        hw_codegen_reconvergence(function, target->is_ordered && !target->family->reconverges_at_target);
    status = hw_isel_run(&selection);
    if (status == HW_OK && target->is_ordered)
        join_copies(target, &selection, most);
    if (status == HW_OK) {
        hw_codegen_if_convert(selection.to, &reconvergence);
        status = hw_mir_check(selection.to, "if-conversion", error);
    }
    if (status == HW_OK) {
        const struct hw_codegen_budget budget = hw_codegen_budget(target, routine);
        status = hw_codegen_allocate_registers(&selection, &budget, most, kernel);
    }
    if (status == HW_OK)
        status = hw_mir_check(selection.to, "register allocation", error);
    if (status == HW_OK)
        status =
            hw_codegen_check_space(target, routine->symbol, HW_IR_SPACE_LOCAL, kernel->local_bytes, error);
    if (status != HW_OK)
        return status;
    uint32_t *order = hw_arena_array(target->scratch, flow->count, sizeof *order);
    for (uint32_t i = 0; i < flow->count; i++)
        order[i] = flow->order[i]->number;
    kernel->emitted.text.arena = target->scratch;
    hw_codegen_emit(target, selection.to, order, flow->count, &reconvergence, &kernel->emitted);
    return HW_OK;
}

hw_status hw_codegen_refuse(struct hw_arena *arena, struct hw_ir_routine *routine, hw_status status,
                            const struct hw_error *error)
{
    if (!hw_ir_is_refusal(status))
        return status;
    hw_ir_refuse(arena, routine, error);
    return HW_OK;
}

void hw_codegen_report(const struct hw_codegen_options *options, struct hw_arena *arena, const char *name,
                       const struct hw_codegen_kernel *kernel)
{
    struct hw_codegen_lines *lines = options->lines;
    struct hw_codegen_spills *spills = options->spills;

    if (spills && kernel->spill_stores + kernel->spill_loads) {
        spills->list =
            hw_arena_grow(arena, spills->list, spills->count, &spills->capacity, sizeof *spills->list);
        spills->list[spills->count++] =
            (struct hw_codegen_spill_of){name, kernel->spill_stores, kernel->spill_loads};
    }
    for (size_t i = 0; lines && i < kernel->emitted.line_entries; i++) {
        const struct hw_codegen_line_entry *entry = &kernel->emitted.line_entry[i];
        lines->list = hw_arena_grow(arena, lines->list, lines->count, &lines->capacity, sizeof *lines->list);
        lines->list[lines->count++] = (struct hw_codegen_line_of){
            .kernel = name, .insn = entry->insn, .file = entry->file, .line = entry->line};
    }
}
