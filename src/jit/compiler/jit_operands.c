/* SPDX-License-Identifier: MIT */
/* See jit_operands.h.  Of what is inlined the wrapper is asked (jit_footprint.c). */
#include "jit/compiler/jit_operands.h"

#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_signature.h"
#include "jit/compiler/jit_footprint.h"

struct list {
    struct hw_jit_operand *operand;
    unsigned count;
};

static void add(struct list *list, unsigned reg, bool loaded, bool stored)
{
    list->operand[list->count++] =
        (struct hw_jit_operand){.reg = (uint16_t)reg, .loaded = loaded, .read = loaded, .stored = stored};
}

/* The two that were added last are a pair. */
static void pair(struct list *list)
{
    list->operand[list->count - 2].paired = true;
}

/* An operand of which nothing is known but whether it is a destination. */
static void add_unknown(struct list *list, unsigned reg, bool stored)
{
    add(list, reg, true, stored);
    add(list, reg + 1u, true, stored);
    list->operand[list->count - 1].maybe = true;
}

static void add_inlined(struct list *list, const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    const struct hw_jit_signature operation = hw_jit_signature_of(build, index);
    uint16_t reg[HW_SLICE_OPERANDS];
    uint32_t literal;
    unsigned argument = 0;

    hw_jit_registers_of(&unit->uop[index], reg);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++) {
        struct hw_jit_footprint use;
        if (!(operation.given >> i & 1))
            continue;
        argument++;
        if (i > 0 && hw_jit_is_available(unit, operation.function.family, reg[i], &literal))
            continue;
        if (!hw_jit_footprint_of(build->wrapper_of[index], argument, &use)) {
            add_unknown(list, reg[i], hw_jit_is_destination(i));
            continue;
        }
        add(list, reg[i], true, use.stored & 1);
        list->operand[list->count - 1].read = use.loaded & 1;
        if ((use.loaded | use.stored) >> 1) {
            add(list, reg[i] + 1u, true, use.stored >> 1);
            list->operand[list->count - 1].read = use.loaded >> 1;
            pair(list);
        }
    }
}

uint16_t hw_jit_base_of(const struct hw_jit_unit *unit, uint32_t index)
{
    const uint16_t a = unit->uop[index].a;

    return a == HW_NO_REGISTER ? unit->numbering.zero : a;
}

uint16_t hw_jit_data_of(const struct hw_jit_unit *unit, uint32_t index)
{
    const struct hw_uop *uop = &unit->uop[index];

    return hw_mem_fast_loads(unit->function[index].family) ? uop->d : uop->b;
}

static unsigned words_of(enum hw_width width)
{
    return width == HW_WIDTH_B128 ? 4 : width == HW_WIDTH_B64 ? 2 : 1;
}

/* What all lanes load need not be there before. */
static void add_access(struct list *list, const struct hw_jit_unit *unit, uint32_t index)
{
    const struct hw_jit_function function = unit->function[index];
    const bool loads = hw_mem_fast_loads(function.family);
    const uint16_t base = hw_jit_base_of(unit, index), data = hw_jit_data_of(unit, index);

    add(list, base, true, false);
    if (hw_mem_fast_is_wide(function.family)) {
        add(list, base + 1u, true, false);
        pair(list);
    }
    for (unsigned word = 0; word < words_of(function.number); word++)
        add(list, data + word, !loads || unit->guard_region[index] != HW_JIT_GUARD_REGION_NONE, loads);
}

unsigned hw_jit_operands_of(const struct hw_jit_build *build, uint32_t index,
                            struct hw_jit_operand operand[HW_JIT_OPERANDS])
{
    struct list list = {.operand = operand};

    if (build->unit->kind[index] == HW_JIT_KIND_INLINE)
        add_inlined(&list, build, index);
    else if (build->unit->kind[index] == HW_JIT_KIND_ACCESS)
        add_access(&list, build->unit, index);
    else if (hw_jit_tests(build->unit, index))
        add(&list, build->unit->uop[index].guard.cond, true, false);
    return list.count;
}

bool hw_jit_is_direct(const struct hw_jit_build *build, uint32_t index)
{
    const LLVMValueRef wrapper = build->wrapper_of[index];
    struct hw_jit_footprint use;

    if (hw_jit_is_noinline(wrapper))
        return false;
    for (unsigned argument = 1; argument < LLVMCountParams(wrapper); argument++)
        if (!hw_jit_footprint_of(wrapper, argument, &use))
            return false;
    return true;
}
