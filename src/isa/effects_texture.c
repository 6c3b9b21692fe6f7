/* SPDX-License-Identifier: MIT */
/* This file computes how many registers each operand of a texture lookup takes.  They follow from the
 * modifiers.
 *
 * Coordinates and the index of an array lie from source 1 on, the rest (handle, level of detail, offsets,
 * depth, sample) from source 2 on.  The scalar forms put all of them into two operands of at most two
 * registers. Source of the values: envytools' gm107 tables and Mesa's code emitters. */
#include "isa/texture_effects.h"

static unsigned coordinates(const struct hw_semantics *view)
{
    static const uint8_t count[] = {1, 2, 3, 3};
    unsigned dim = view->mod[HW_MOD_DIM];
    return count[dim & 3] + (dim >= HW_DIM_ARRAY_1D);
}

static unsigned others(const struct hw_semantics *view)
{
    return (view->mod[HW_MOD_LOD] > 1) + view->mod[HW_MOD_AOFFI] + view->mod[HW_MOD_DC] +
           view->mod[HW_MOD_MS] +
           (view->mod[HW_MOD_LC] && view->mod[HW_MOD_TEX] != HW_TEX_FETCH); /* TLD.CL needs no value */
}

/* The operand becomes a vector of so many registers, or nothing. */
static void resize(struct hw_semantics *view, unsigned number, unsigned registers)
{
    if (number >= view->operand_count || view->operand[number].kind != HW_OPERAND_REG)
        return;
    view->operand[number].bytes = (uint8_t)(4 * registers);
    if (!registers)
        view->operand[number].kind = HW_OPERAND_NONE;
}

unsigned hw_texture_share(const struct hw_semantics *view, unsigned sources)
{
    if (view->op == HW_OP_TEXS && view->mod[HW_MOD_TEX] == HW_TEX_FETCH &&
        view->mod[HW_MOD_DIM] >= HW_DIM_ARRAY_1D)
        return 1;
    return sources > 2 ? 2 : 1;
}

static void resize_shared(struct hw_semantics *view, unsigned number, unsigned sources)
{
    unsigned first = hw_texture_share(view, sources);
    resize(view, number, first);
    resize(view, number + 1, sources - first);
}

/* The third and fourth result, then the first and second. */
static void resize_results(struct hw_semantics *view, unsigned number)
{
    unsigned wanted = (unsigned)__builtin_popcount(view->mod[HW_MOD_MASK] & 0xfu);
    bool halves = view->mod[HW_MOD_F16]; /* two in a register */
    unsigned more = wanted > 2 ? wanted - 2 : 0, first = wanted - more;
    resize(view, number, halves ? (more + 1) / 2 : more);
    resize(view, number + 1, halves ? (first + 1) / 2 : first);
}

/* One list of all sources.  With derivatives, an offset stands above the layer. */
static void resize_joined(struct hw_semantics *view, unsigned number)
{
    bool derivatives = view->mod[HW_MOD_DERIV], layers = view->mod[HW_MOD_DIM] >= HW_DIM_ARRAY_1D;
    unsigned sources = coordinates(view) + (view->mod[HW_MOD_BINDLESS] != 0);
    sources +=
        derivatives ? (view->mod[HW_MOD_AOFFI] && !layers) + 2 * (coordinates(view) - layers) : others(view);
    resize(view, number, sources < 4 ? sources : 4);
    resize(view, number + 1, sources < 4 ? 0 : sources - 4);
}

/* A uniform register that names what is looked up is the first of two (nvdisasm 13.5, sm_90 and later). */
static void resize_handle(struct hw_semantics *view)
{
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_UREG) {
            view->operand[i].bytes = 8;
            return;
        }
}

void hw_texture_widths(struct hw_semantics *view, unsigned written)
{
    unsigned in_front = view->mod[HW_MOD_BINDLESS] == 2, handle = view->mod[HW_MOD_BINDLESS] == 1;
    unsigned layer = view->mod[HW_MOD_DIM] >= HW_DIM_ARRAY_1D;
    if (!view->mod[HW_MOD_BINDLESS])
        resize_handle(view);
    if (view->op == HW_OP_TEXS || view->op == HW_OP_LOOKUP)
        resize_results(view, written - 2);
    if (view->op == HW_OP_TEXS || view->mod[HW_MOD_JOINED] == 2) {
        resize_shared(view, written, coordinates(view) + others(view) + handle);
    } else if (view->op == HW_OP_TXQ || view->mod[HW_MOD_TEX] == HW_TEX_SIZE) {
        resize(view, written, 1 + in_front);
    } else if (view->mod[HW_MOD_JOINED]) {
        resize_joined(view, written);
    } else if (view->mod[HW_MOD_DERIV]) { /* two derivatives a coordinate; the rest before the coordinates */
        resize(view, written, in_front + coordinates(view) + others(view));
        resize(view, written + 1, 2 * (coordinates(view) - layer));
    } else {
        resize(view, written, in_front + coordinates(view));
        resize(view, written + 1, others(view) + handle);
    }
}
