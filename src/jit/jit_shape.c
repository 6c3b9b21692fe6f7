/* SPDX-License-Identifier: MIT */
/* See jit_shape.h. */
#include "jit/jit_shape.h"

#include "jit/jit_lists.h"
#include "ops/lanes/lane_functions.h"

#include <stdlib.h>

enum {
#define FAMILY(name, NAME) FAMILY_##NAME,
    HW_JIT_LISTS(FAMILY)
#undef FAMILY
};
_Static_assert(FAMILY_HALF + 1 == HW_JIT_FAMILIES, "jit_shape.h counts the lists");

/* What works across the lanes of a warp and so cannot be done for one slice after the other. */
static bool is_across(unsigned family, unsigned number)
{
    return (family == FAMILY_PREDICATE &&
            (number == HW_LANES_PREDICATE_BALLOT || number == HW_LANES_PREDICATE_SHFL)) ||
           (family == FAMILY_FP32 && number == HW_LANES_FP32_QUADOP);
}

static bool is_in(hw_uop_fn *fn, hw_uop_fn *const *list, unsigned count, unsigned *number)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == fn) {
            *number = i;
            return true;
        }
    return false;
}

/* Whether it is arithmetic of the lists; then which. */
static bool is_arithmetic(hw_uop_fn *fn, const struct hw_alu_table *table, struct hw_jit_function *function)
{
    unsigned number;

#define FAMILY(name, NAME)                                                    \
    if (is_in(fn, table->name, HW_LANES_##NAME##_COUNT, &number)) {           \
        *function = (struct hw_jit_function){FAMILY_##NAME, (uint8_t)number}; \
        return true;                                                          \
    }
    HW_JIT_LISTS(FAMILY)
#undef FAMILY
    return false;
}

/* What only accesses memory, computes something rare, or reads a special register. */
static bool only_calls(hw_uop_fn *fn, const struct hw_compiler_source *source)
{
    const struct hw_memory_table *memory = source->memory;
    hw_uop_fn *const *const lists[] = {memory->load_shared,   memory->store_shared, memory->load_local,
                                       memory->store_local,   memory->load_global,  memory->store_global,
                                       memory->load_device,   memory->store_device, memory->load_generic,
                                       memory->store_generic, memory->load_const};
    unsigned number;

    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        if (is_in(fn, lists[i], HW_WIDTHS, &number))
            return true;
    return fn == source->special || is_in(fn, source->arithmetic->sfu, HW_LANES_SFU_COUNT, &number);
}

static enum hw_jit_kind kind_of(const struct hw_uop *uop, const struct hw_compiler_source *source,
                                struct hw_jit_function *function)
{
    if (uop->fn == source->nop)
        return HW_JIT_KIND_NOTHING;
    if (uop->fn == source->unguard)
        return HW_JIT_KIND_UNGUARD;
    if (uop->fn == source->guard)
        return HW_JIT_KIND_GUARD;
    if (uop->fn == source->branch && !uop->jump.uniform)
        return HW_JIT_KIND_BRANCH;
    if (is_arithmetic(uop->fn, source->arithmetic, function))
        return is_across(function->family, function->number) ? HW_JIT_KIND_CALL : HW_JIT_KIND_INLINE;
    return only_calls(uop->fn, source) ? HW_JIT_KIND_CALL : HW_JIT_KIND_FLOW;
}

static unsigned bit(unsigned predicate)
{
    return (predicate & 7) < HW_PT ? 1u << (predicate & 7) : 0;
}

unsigned hw_jit_predicates(const struct hw_jit_shape *shape, uint32_t place, bool reads)
{
    const struct hw_uop *uop = &shape->program->uop[place];

    switch (shape->kind[place]) {
    case HW_JIT_KIND_GUARD: return reads ? bit(uop->p_in) : 0;
    case HW_JIT_KIND_INLINE:
        if (shape->function[place].family == FAMILY_PREDICATE) /* some read and write all of them */
            return (1u << HW_PT) - 1;
        return bit(uop->p_out) | bit(uop->p_out2) | (reads ? bit(uop->p_in) : 0);
    default: return 0;
    }
}

/* Find the brackets of guards. */
static void find_brackets(struct hw_jit_shape *shape, const struct hw_compiler_source *source)
{
    const struct hw_program *program = shape->program;
    uint32_t skipped = 0; /* the end of what is left out */
    bool open = false;

    for (uint32_t i = 0; i < program->uop_count; i++) {
        hw_uop_fn *const fn = program->uop[i].fn;
        if (open)
            shape->bracket[i] = i < skipped ? HW_JIT_BRACKET_SKIPPED : HW_JIT_BRACKET_CLOSING;
        if (fn == source->guard) {
            open = true;
            skipped = i + program->uop[i].jump.skipped;
        } else if (fn == source->unguard || fn == source->end) {
            open = false;
        }
    }
}

/* Whether a bracket is open behind a micro-operation. */
static bool is_open_behind(const struct hw_jit_shape *shape, const struct hw_compiler_source *source,
                           uint32_t place)
{
    hw_uop_fn *const fn = shape->program->uop[place].fn;

    return fn == source->guard ||
           (shape->bracket[place] != HW_JIT_BRACKET_NONE && fn != source->unguard && fn != source->end);
}

/* Code is entered, and blocks begin, where the program does, where jumps lead, and behind what may lead
 * elsewhere: there other paths of the warp go on, or the warp itself when it has waited.  Within a bracket
 * the interpreter does that. */
static void find_leaders(struct hw_jit_shape *shape, const struct hw_compiler_source *source)
{
    const struct hw_program *program = shape->program;

    shape->leader[program->start] = true;
    for (uint32_t i = 0; i < program->uop_count; i++) {
        const struct hw_uop *uop = &program->uop[i];
        if (uop->fn == source->branch || uop->fn == source->push || uop->fn == source->call)
            shape->leader[uop->jump.target] = true;
        if (shape->kind[i] >= HW_JIT_KIND_BRANCH && shape->kind[i] != HW_JIT_KIND_CALL &&
            i + 1 < program->uop_count && !is_open_behind(shape, source, i))
            shape->leader[i + 1] = true;
    }
}

bool hw_jit_shape_make(struct hw_jit_shape *shape, const struct hw_compiler_source *source)
{
    const struct hw_program *program = source->program;
    const size_t count = program->uop_count;

    *shape = (struct hw_jit_shape){.program = program,
                                   .kind = calloc(count, sizeof *shape->kind),
                                   .bracket = calloc(count, sizeof *shape->bracket),
                                   .leader = calloc(count, sizeof *shape->leader),
                                   .function = calloc(count, sizeof *shape->function)};
    if (!shape->kind || !shape->bracket || !shape->leader || !shape->function)
        return false;
    for (uint32_t i = 0; i < program->uop_count; i++)
        shape->kind[i] = (uint8_t)kind_of(&program->uop[i], source, &shape->function[i]);
    find_brackets(shape, source);
    find_leaders(shape, source);
    return true;
}

void hw_jit_shape_clear(struct hw_jit_shape *shape)
{
    free(shape->kind);
    free(shape->bracket);
    free(shape->leader);
    free(shape->function);
}
