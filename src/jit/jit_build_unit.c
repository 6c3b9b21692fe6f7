/* SPDX-License-Identifier: MIT */
/* A compile unit is built: each micro-operation gets a kind, each basic block a leader, each guard a region.
 */
#include "jit/jit_build_unit.h"

#include "machine/events.h"
#include "machine/memory/memory_ops.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/convergence.h"
#include "ops/lanes/lane_functions.h"

#include <string.h>

/* Whether an operation reads other lanes of the warp, and so cannot be done slice by slice. */
static bool is_cross_lane(unsigned family, unsigned number)
{
    return (family == HW_JIT_FAMILY_PREDICATE &&
            (number == HW_LANES_PREDICATE_BALLOT || number == HW_LANES_PREDICATE_SHFL)) ||
           (family == HW_JIT_FAMILY_FP32 && number == HW_LANES_FP32_QUADOP);
}

/* Whether the function is arithmetic of the lists, and then which one. */
static bool is_arithmetic(hw_uop_fn *fn, const struct hw_alu_table *table, struct hw_jit_function *function)
{
    unsigned number;

#define FAMILY(name, NAME)                                                           \
    if (hw_uop_fn_is_in(fn, table->name, HW_LANES_##NAME##_COUNT, &number)) {        \
        *function = (struct hw_jit_function){HW_JIT_FAMILY_##NAME, (uint8_t)number}; \
        return true;                                                                 \
    }
    HW_JIT_LISTS(FAMILY)
#undef FAMILY
    return false;
}

/* Whether it is an access that has a fast path, and then which one. */
static bool is_access(const struct hw_uop *uop, const struct hw_memory_table *table,
                      struct hw_jit_function *function)
{
    const struct {
        hw_uop_fn *const *list;
        enum hw_mem_fast fast;
    } lists[] = {
        {table->load_global, HW_MEM_FAST_LOAD_GLOBAL},   {table->store_global, HW_MEM_FAST_STORE_GLOBAL},
        {table->load_device, HW_MEM_FAST_LOAD_GENERIC},  {table->store_device, HW_MEM_FAST_STORE_GENERIC},
        {table->load_generic, HW_MEM_FAST_LOAD_GENERIC}, {table->store_generic, HW_MEM_FAST_STORE_GENERIC},
        {table->load_shared, HW_MEM_FAST_LOAD_SHARED},   {table->store_shared, HW_MEM_FAST_STORE_SHARED},
        {table->load_local, HW_MEM_FAST_LOAD_LOCAL},     {table->store_local, HW_MEM_FAST_STORE_LOCAL},
        {table->load_const, HW_MEM_FAST_LOAD_CONST},
    };
    unsigned width;

    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        if (hw_uop_fn_is_in(uop->fn, lists[i].list, HW_WIDTHS, &width)) {
            *function = (struct hw_jit_function){(uint8_t)lists[i].fast, (uint8_t)width};
            return true;
        }
    return false;
}

/* Whether the function is always called: instrumentation, a rare one, the read of a special register, and
 * Tesla's multiply-add, since 32 lanes at once take two thirds of the time of four slices. */
static bool only_calls(hw_uop_fn *fn, const struct hw_compile_input *source)
{
    unsigned number;

    return fn == hw_uop_notify_issue || fn == hw_uop_notify_written || fn == hw_uop_notify_access ||
           fn == hw_uop_s2r || hw_uop_fn_is_in(fn, source->arithmetic->sfu, HW_LANES_SFU_COUNT, &number) ||
           hw_uop_fn_is_in(fn, source->arithmetic->fmad, HW_LANES_FMAD_COUNT, &number);
}

/* Whether it only acts on the lanes that exit or leave the path. */
static bool is_exit(hw_uop_fn *fn)
{
    return fn == hw_uop_exit || fn == hw_uop_ret || fn == hw_uop_brk || fn == hw_uop_cont ||
           fn == hw_uop_longjmp || fn == hw_uop_sync;
}

static enum hw_jit_kind kind_of(const struct hw_uop *uop, const struct hw_compile_input *source,
                                struct hw_jit_function *function)
{
    if (uop->fn == hw_uop_nop)
        return HW_JIT_KIND_NOTHING;
    if (uop->fn == hw_uop_unguard)
        return HW_JIT_KIND_UNGUARD;
    if (uop->fn == hw_uop_guard)
        return HW_JIT_KIND_GUARD;
    if (uop->fn == hw_uop_bra && !uop->jump.uniform)
        return HW_JIT_KIND_BRANCH;
    if (is_exit(uop->fn)) {
        function->number = uop->fn == hw_uop_exit || uop->fn == hw_uop_ret ? HW_JIT_ENDS : 0;
        return HW_JIT_KIND_EXIT;
    }
    if (is_arithmetic(uop->fn, source->arithmetic, function))
        return is_cross_lane(function->family, function->number) ? HW_JIT_KIND_CALL : HW_JIT_KIND_INLINE;
    if (is_access(uop, source->memory, function))
        return HW_JIT_KIND_ACCESS;
    return only_calls(uop->fn, source) ? HW_JIT_KIND_CALL : HW_JIT_KIND_INDIRECT;
}

/* Find the guarded regions. */
static void find_guard_regions(struct hw_jit_unit *unit, const struct hw_uop *uop)
{
    uint32_t skipped = 0; /* the end of what is skipped if no lane executes it */
    bool open = false;

    for (uint32_t i = 0; i < unit->count; i++) {
        if (open)
            unit->guard_region[i] = i < skipped ? HW_JIT_GUARD_REGION_SKIPPED : HW_JIT_GUARD_REGION_CLOSING;
        if (uop[i].fn == hw_uop_guard)
            skipped = i + uop[i].jump.skipped;
        open = hw_guard_is_open_after(&uop[i], open);
    }
}

static void add_leader(struct hw_jit_unit *unit, uint32_t index)
{
    if (index - unit->first < unit->count)
        unit->leader[index - unit->first] = true;
}

/* Leaders are where basic blocks begin and where code can be entered: the start of the program and that of
 * the unit, targets of jumps, also from outside, and the index after a terminator, where other paths of the
 * warp continue, or the warp itself when it has waited.  Within a guarded region there are none: the
 * interpreter continues there. */
static void find_leaders(struct hw_jit_unit *unit, const struct hw_program *program)
{
    add_leader(unit, program->start);
    if (unit->first)
        add_leader(unit, unit->first);
    for (uint32_t i = 0; i < program->uop_count; i++) {
        const struct hw_uop *uop = &program->uop[i];
        if (uop->fn == hw_uop_bra || uop->fn == hw_uop_branch || uop->fn == hw_uop_push ||
            uop->fn == hw_uop_call || uop->fn == hw_uop_collective)
            add_leader(unit, uop->jump.target);
    }
    for (uint32_t i = 0; i + 1 < unit->count; i++)
        if (hw_jit_is_terminator(unit, i) &&
            !hw_guard_is_open_after(&program->uop[unit->first + i],
                                    unit->guard_region[i] != HW_JIT_GUARD_REGION_NONE))
            unit->leader[i + 1] = true;
}

/* Copy the members of a micro-operation that the code depends on.  A called function reads the others when it
 * runs. */
static void copy_operands(struct hw_uop *copy, const struct hw_uop *uop, enum hw_jit_kind kind)
{
    switch (kind) {
    case HW_JIT_KIND_INLINE:
        memcpy(copy, uop, sizeof *copy);
        copy->fn = copy->narrow = NULL; /* the unit has the function's index */
        return;
    case HW_JIT_KIND_ACCESS:
        copy->d = uop->d;
        copy->a = uop->a;
        copy->b = uop->b;
        copy->mem = uop->mem;
        return;
    case HW_JIT_KIND_BRANCH: copy->jump.target = uop->jump.target; __attribute__((fallthrough));
    case HW_JIT_KIND_GUARD:
    case HW_JIT_KIND_EXIT:
        copy->p_in = uop->p_in;
        copy->guard = uop->guard;
        return;
    default: return;
    }
}

static void copy_entry_state(struct hw_jit_unit *unit, const struct hw_compile_input *source)
{
    const struct hw_program *program = source->program;

    unit->numbering = program->numbering;
    unit->entry_state =
        (struct hw_jit_entry_state){.start = program->start - unit->first,
                                    .special_by_number = program->special_by_number,
                                    .special_in_block = program->special_lifetime[HW_LIFETIME_BLOCK] |
                                                        program->special_lifetime[HW_LIFETIME_LAUNCH],
                                    .ids_in_r0 = source->ids_in_r0};
}

static void copy_literals(struct hw_jit_unit *unit, const struct hw_program *program)
{
    for (uint32_t i = 0; i < program->literal_count; i++) {
        unit->changes[i] = program->literal_changes[i];
        unit->literal[i] = program->literal_changes[i] ? 0 : program->literal[i];
    }
}

bool hw_jit_build_unit(struct hw_jit_unit *unit, const struct hw_compile_input *source)
{
    const struct hw_program *program = source->program;
    const uint32_t end = source->end ? source->end : program->uop_count;
    const struct hw_uop *uop = program->uop + source->first;

    if (!hw_jit_unit_allocate(unit, end - source->first, program->literal_count))
        return false;
    unit->first = source->first;
    unit->goes_on = end < program->uop_count;
    copy_entry_state(unit, source);
    for (uint32_t i = 0; i < unit->count; i++) {
        const enum hw_jit_kind kind = kind_of(&uop[i], source, &unit->function[i]);
        unit->kind[i] = (uint8_t)kind;
        copy_operands(&unit->uop[i], &uop[i], kind);
        if (kind == HW_JIT_KIND_BRANCH)
            unit->uop[i].jump.target -= unit->first;
    }
    find_guard_regions(unit, uop);
    find_leaders(unit, program);
    copy_literals(unit, program);
    return true;
}
