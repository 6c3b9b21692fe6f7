/* SPDX-License-Identifier: MIT */
/* Texture lookups by handle or slot become micro-operations: from GF100 on.
 *
 *     hw_translate_texture_object    tells the operands of TEX, TEXS, TXQ and LOOKUP apart
 *       refuse_lookup                a lookup of graphics programs, or one that is not documented
 *       translate_lookup             copy_sources (translate_texture_sources.c), find_results
 *       translate_query              the same for the size of a texture
 *
 * The sources of a lookup (layer, coordinates, level, gradients, offset) are copied from the registers of its
 * operands to temporary registers, in the order of enum hw_tex_source.  Depth comparison, limits of the
 * level, multisampling and an offset a texel are of graphics programs: they stop the kernel. */
#include "engine/translate/translate_register_vector.h"
#include "engine/translate/translate_texture_sources.h"

/* The operands of a lookup by their meaning; NULL: the instruction does not have it. */
struct lookup_operands {
    const struct hw_operand *pred, *d, *more, *a, *b, *texture; /* more: the third and fourth result */
};

/* From Volta on some forms name a texture neither by a register nor by an address in bank 0.  Only their text
 * is public. */
static bool is_undocumented(const struct hw_translator *t, const struct hw_operand *texture)
{
    const struct hw_semantics *view = &t->view;
    const bool bindless = view->mod[HW_MOD_BINDLESS];

    if (view->op != HW_OP_LOOKUP || (!bindless && hw_is_uniform_handle(t, texture)))
        return false;
    return texture < view->operand + view->operand_count ? bindless || texture->kind != HW_OPERAND_TEXTURE
                                                         : !bindless;
}

/* Whether the lookup is one of graphics programs.  Those with indirect slots are, too. */
static bool is_graphics(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    return mod[HW_MOD_DC] || mod[HW_MOD_MS] || mod[HW_MOD_AOFFI] > 1 ||
           (mod[HW_MOD_LC] && mod[HW_MOD_TEX] != HW_TEX_FETCH) || mod[HW_MOD_TEX] == HW_TEX_QUERY_LOD ||
           (mod[HW_MOD_BINDLESS] && t->kernel_abi->texture_slots);
}

/* False: the lookup is translated; else a fault is emitted in its stead. */
static bool refuse_lookup(struct hw_translator *t, const struct lookup_operands *operands)
{
    if (is_graphics(t))
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
    else if (is_undocumented(t, operands->texture))
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED, 0);
    else
        return false;
    return true;
}

static unsigned result_count(const uint8_t *mod)
{
    const unsigned count = (unsigned)__builtin_popcount(mod[HW_MOD_MASK] & 0xfu);

    return mod[HW_MOD_F16] ? (count + 1) / 2 : count;
}

static uint8_t offsets_of(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    if (!mod[HW_MOD_AOFFI])
        return HW_TEXEL_OFFSETS_NONE;
    return mod[HW_MOD_DERIV] && t->kernel_abi->offsets_in_layer ? HW_TEXEL_OFFSETS_IN_LAYER
                                                                : HW_TEXEL_OFFSETS_SEPARATE;
}

static uint8_t level_of(const uint8_t *mod)
{
    if (mod[HW_MOD_DERIV])
        return HW_TEXEL_LEVEL_GRADIENTS;
    if (hw_texture_has_level(mod))
        return HW_TEXEL_LEVEL_EXPLICIT;
    return mod[HW_MOD_NDV] && !mod[HW_MOD_LOD] ? HW_TEXEL_LEVEL_QUAD : HW_TEXEL_LEVEL_FIRST;
}

/* Copy the sources to registers from `first` on, and find the register of the handle. */
static bool copy_sources(struct hw_translator *t, const struct lookup_operands *operands, uint16_t first,
                         uint16_t *handle)
{
    const struct hw_texture_sources sources = hw_texture_sources(t);
    bool found = t->view.mod[HW_MOD_BINDLESS] || hw_handle_register(t, operands->texture, handle);

    for (unsigned i = 0; found && i < sources.count; i++) {
        const struct hw_operand *operand = i < sources.in_first ? operands->a : operands->b;
        const unsigned n = i < sources.in_first ? i : i - sources.in_first, item = sources.item[i];
        found = item == HW_TEXTURE_SOURCE_HANDLE ? hw_nth_register(t, operand, n, handle)
                                                 : hw_copy_nth(t, operand, n, (uint16_t)(first + item));
    }
    return found;
}

/* The first register of the results, and the first of the third and fourth result. */
static bool find_results(struct hw_translator *t, const struct lookup_operands *operands, uint16_t *d,
                         uint16_t *c)
{
    const unsigned count = result_count(t->view.mod), in_d = t->view.mod[HW_MOD_F16] ? 1 : 2;

    if (!operands->more) {
        const bool found = hw_result_registers(t, operands->d, count, d);
        *c = (uint16_t)(*d + 2);
        return found;
    }
    return hw_result_registers(t, operands->d, count < in_d ? count : in_d, d) &&
           hw_result_registers(t, operands->more, count > in_d ? count - in_d : 0, c);
}

static void translate_lookup(struct hw_translator *t, const struct lookup_operands *operands)
{
    const uint8_t *mod = t->view.mod;
    const uint16_t first = hw_temp_registers(t, HW_TEX_SOURCE_COUNT);
    uint16_t handle, d, c;

    if (!copy_sources(t, operands, first, &handle) || !find_results(t, operands, &d, &c))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_texture_object);
    uop->a = first;
    uop->b = handle;
    uop->d = d;
    uop->c = c;
    uop->tex.wanted = mod[HW_MOD_MASK];
    uop->tex.lookup = mod[HW_MOD_TEX];
    uop->tex.dim = mod[HW_MOD_DIM];
    uop->tex.offsets = offsets_of(t);
    uop->tex.component = mod[HW_MOD_COMPONENT];
    uop->tex.halves = (uint8_t)(mod[HW_MOD_F16] ? 1 + mod[HW_MOD_ROUND] : 0);
    uop->tex.level = level_of(mod);
    if (operands->pred)
        uop->p_out = hw_predicate_number(operands->pred);
}

/* Of what TXQ asks for, CUDA has the dimensions only (txq and suq of width, height, depth). */
#define QUERY_DIMENSION 1

static void translate_query(struct hw_translator *t, const struct lookup_operands *operands)
{
    const uint8_t *mod = t->view.mod;
    const uint16_t first = hw_temp_registers(t, HW_TEX_SOURCE_COUNT);
    uint16_t handle, d, c;

    if (mod[HW_MOD_QUERY] != QUERY_DIMENSION) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return;
    }
    if (!hw_handle_register(t, mod[HW_MOD_BINDLESS] ? operands->a : operands->texture, &handle) ||
        !hw_copy_nth(t, operands->a, mod[HW_MOD_BINDLESS] != 0, (uint16_t)(first + HW_TEX_SOURCE_LEVEL)) ||
        !find_results(t, operands, &d, &c))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_texture_query);
    uop->a = first;
    uop->b = handle;
    uop->d = d;
    uop->c = c;
    uop->tex.wanted = mod[HW_MOD_MASK];
}

bool hw_translate_texture_object(struct hw_translator *t)
{
    const struct hw_operand *o = t->view.operand;
    const bool is_query = t->view.mod[HW_MOD_TEX] == HW_TEX_SIZE;
    struct lookup_operands operands;

    switch (t->view.op) {
    case HW_OP_TEX: operands = (struct lookup_operands){&o[0], &o[1], NULL, &o[2], &o[3], &o[4]}; break;
    case HW_OP_TEXS: operands = (struct lookup_operands){NULL, &o[1], &o[0], &o[2], &o[3], &o[4]}; break;
    case HW_OP_TXQ: operands = (struct lookup_operands){NULL, &o[0], NULL, &o[1], NULL, &o[2]}; break;
    case HW_OP_LOOKUP:
        operands = is_query ? (struct lookup_operands){NULL, &o[1], &o[0], &o[2], NULL, &o[3]}
                            : (struct lookup_operands){&o[0], &o[2], &o[1], &o[3], &o[4], &o[5]};
        break;
    default: return false;
    }
    if (refuse_lookup(t, &operands))
        return true;
    if (is_query || t->view.op == HW_OP_TXQ)
        translate_query(t, &operands);
    else
        translate_lookup(t, &operands);
    return true;
}
