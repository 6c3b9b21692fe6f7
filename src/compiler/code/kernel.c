/* SPDX-License-Identifier: MIT */
/* See kernel.h. */
#include "compiler/code/kernel.h"

#include "compiler/code/edges.h"
#include "compiler/code/family.h"
#include "compiler/code/frame.h"
#include "compiler/code/limits.h"
#include "compiler/code/predicate.h"
#include "compiler/code/split.h"
#include "compiler/code/traits.h"
#include "compiler/mach/mach_allocate.h"
#include "compiler/mach/mach_join.h"
#include "compiler/mach/mach_schedule.h"

#define STACK_UNIT 16u

/* --- registers in local memory ---------------------------------------------------------------------------
 */

struct spill {
    const struct hw_codegen_family *family;
    struct hw_mach_function *function;
    uint32_t stack, above;   /* where they begin, above the stack's address */
    uint64_t stored, loaded; /* bytes */
    bool is_narrow;          /* which is a multiple of 8 bytes only */
};

static void put_access(struct spill *spill, struct hw_mach_block *block, struct hw_mach_insn *behind,
                       uint32_t reg, uint32_t at, bool is_load)
{
    const struct hw_codegen_kept kept = {.function = spill->function,
                                         .block = block,
                                         .behind = behind,
                                         .reg = reg,
                                         .stack = spill->stack,
                                         .at = spill->above + at,
                                         .is_load = is_load,
                                         .is_narrow = spill->is_narrow};

    spill->family->keep(&kept);
    *(is_load ? &spill->loaded : &spill->stored) += 4u * spill->function->reg[reg].words;
}

static void load(void *context, struct hw_mach_block *block, struct hw_mach_insn *behind, uint32_t reg,
                 uint32_t at)
{
    put_access(context, block, behind, reg, at, true);
}

static void store(void *context, struct hw_mach_block *block, struct hw_mach_insn *behind, uint32_t reg,
                  uint32_t at)
{
    put_access(context, block, behind, reg, at, false);
}

/* --- the stack -------------------------------------------------------------------------------------------
 */

/* Make room for all that lies on the stack; without any its address is not needed. */
static void set_room(struct hw_mach_function *function, uint32_t bytes)
{
    for (struct hw_mach_insn *insn = function->block[0]->first; insn; insn = insn->behind)
        if (insn->form == hw_codegen_sink) {
            insn->operand[2].value = -(int64_t)bytes;
            if (bytes)
                return;
            struct hw_mach_insn *load = insn->before;
            while (!load->written || load->operand[0].reg != insn->operand[0].reg)
                load = load->before;
            hw_mach_remove(function->block[0], load);
            hw_mach_remove(function->block[0], insn);
            return;
        }
}

static struct hw_mach_places places_for(const struct hw_codegen_target *target, unsigned most,
                                        const struct hw_mach_convention *convention)
{
    return (struct hw_mach_places){
        .count = {(uint16_t)(most && most < target->registers ? most : target->registers), 7},
        .convention = convention};
}

static hw_status give_places(struct hw_codegen_target *target, const struct hw_codegen_layout *layout,
                             struct hw_selection *selection, unsigned most, struct hw_codegen_kernel *kernel,
                             struct hw_error *error)
{
    const struct hw_codegen_frame *frame = selection->frame;
    const struct hw_mach_convention convention =
        hw_codegen_convention(frame && frame->is_called, frame && frame->grows);
    struct spill spill = {.family = target->family,
                          .function = selection->to,
                          .stack = frame ? hw_select_stack(selection) : selection->stack,
                          .above = hw_codegen_round_up(layout->bytes[HW_IR_SPACE_LOCAL], 16),
                          .is_narrow = frame && frame->is_called && !frame->is_rounded};
    struct hw_mach_places places = places_for(target, most, frame ? &convention : NULL);
    struct hw_mach_allocated allocated;

    places.load = load;
    places.store = store;
    places.context = &spill;
    if (!hw_mach_allocate(selection->to, &places, &allocated))
        return hw_fail(error, HW_ERR_LIMIT, "compiler", "%s needs more than %u registers at once",
                       selection->from->name, (unsigned)places.count[0]);
    kernel->local_bytes = layout->bytes[HW_IR_SPACE_LOCAL] || allocated.bytes
                              ? hw_codegen_round_up((uint64_t)spill.above + allocated.bytes, STACK_UNIT)
                              : 0;
    kernel->spill_stores = spill.stored;
    kernel->spill_loads = spill.loaded;
    kernel->registers = allocated.used[HW_MACH_FILE_GENERAL];
    if (frame) {
        kernel->local_bytes = hw_codegen_close_frame(selection, kernel->local_bytes);
        kernel->registers = kernel->registers > HW_CALL_FIRST ? kernel->registers : HW_CALL_FIRST;
    } else
        set_room(selection->to, kernel->local_bytes);
    return HW_OK;
}

/* --- the order of instructions ---------------------------------------------------------------------------
 */

#define FEW_REGISTERS 32u /* that never keep warps from a multiprocessor */

static void join_copies(const struct hw_codegen_target *target, const struct hw_selection *selection,
                        unsigned most)
{
    const struct hw_codegen_frame *frame = selection->frame;
    const struct hw_mach_convention convention =
        hw_codegen_convention(frame && frame->is_called, frame && frame->grows);
    const struct hw_mach_places places = places_for(target, most, frame ? &convention : NULL);

    hw_mach_join(selection->to, &places);
}

static void put_in_order(const struct hw_codegen_target *target, struct hw_mach_function *function,
                         unsigned most)
{
    struct hw_codegen_traits traits = {.function = function};
    const struct hw_mach_knower knower = {hw_codegen_trait, &traits};

    if (!target->family->has_predicates || hw_chip_find(target->name, &traits.chip, NULL) != HW_OK)
        return;
    hw_codegen_split_lines(function);
    hw_mach_schedule(function, &knower, most && most < FEW_REGISTERS ? most : FEW_REGISTERS);
}

/* What is declared; registers that are kept in memory come later. */
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
    struct hw_selection selection = {.arena = target->scratch,
                                     .target = target,
                                     .layout = layout,
                                     .from = function,
                                     .frame = target->places ? hw_codegen_frame(routine, layout) : NULL,
                                     .error = error,
                                     .status = HW_OK};

    hw_arena_clear(target->scratch);
    hw_codegen_place_named(layout, function, HW_IR_SPACE_LOCAL);
    hw_status status = check_spaces(target, layout, routine, error);
    if (status != HW_OK)
        return status;
    if (selection.frame)
        hw_codegen_align_frame(selection.frame, layout);
    hw_codegen_split_edges(function);
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_codegen_joins joins =
        hw_codegen_joins(function, target->is_ordered && !target->family->joins_at_place);
    status = hw_select(&selection);
    if (status == HW_OK && target->is_ordered)
        join_copies(target, &selection, most);
    if (status == HW_OK)
        hw_codegen_predicate(selection.to, &joins);
    if (status == HW_OK && target->is_ordered)
        put_in_order(target, selection.to, most);
    if (status == HW_OK)
        status = give_places(target, layout, &selection, most, kernel, error);
    if (status == HW_OK)
        status =
            hw_codegen_check_space(target, routine->symbol, HW_IR_SPACE_LOCAL, kernel->local_bytes, error);
    if (status != HW_OK)
        return status;
    uint32_t *order = hw_arena_array(target->scratch, flow->count, sizeof *order);
    for (uint32_t i = 0; i < flow->count; i++)
        order[i] = flow->order[i]->number;
    kernel->emitted.text.arena = target->scratch;
    hw_codegen_emit(target, selection.to, order, flow->count, &joins, &kernel->emitted);
    return HW_OK;
}

hw_status hw_codegen_leave_out(struct hw_arena *arena, struct hw_ir_routine *routine, hw_status status,
                               const struct hw_error *error)
{
    if (!hw_ir_is_refusal(status))
        return status;
    hw_ir_refuse(arena, routine, error);
    return HW_OK;
}

void hw_codegen_tell(const struct hw_codegen_options *options, struct hw_arena *arena, const char *name,
                     const struct hw_codegen_kernel *kernel)
{
    struct hw_codegen_lines *lines = options->lines;
    struct hw_codegen_spills *spills = options->spills;

    if (spills && kernel->spill_stores + kernel->spill_loads) {
        spills->list = hw_arena_grow(arena, spills->list, spills->count, &spills->room, sizeof *spills->list);
        spills->list[spills->count++] =
            (struct hw_codegen_spill_of){name, kernel->spill_stores, kernel->spill_loads};
    }
    for (size_t i = 0; lines && i < kernel->emitted.places; i++) {
        const struct hw_codegen_place *place = &kernel->emitted.place[i];
        lines->list = hw_arena_grow(arena, lines->list, lines->count, &lines->room, sizeof *lines->list);
        lines->list[lines->count++] = (struct hw_codegen_line_of){
            .kernel = name, .insn = place->insn, .file = place->file, .line = place->line};
    }
}
