/* SPDX-License-Identifier: MIT */
/* Texture lookups by handle or slot, as micro-ops.
 *
 * A lookup has a list of sources: layer, x, y, z, then level, offsets.  The full instructions take the
 * coordinates from the registers behind the first operand and the rest from those behind the second; the
 * scalar ones (TEXS, TLDS, TLD4S, and .SCR from Volta on) share all of them out evenly, the first operand
 * taking one register of two, and two of three or four, but before Volta the layer alone where texels of
 * layers are fetched by number.  A handle in a register comes before the coordinates or, from Maxwell on,
 * mostly before the rest (modifier bindless).  On GK104 and GK110 all sources are one list, four registers
 * behind the first operand and the others behind the second.  Lookups with gradients differ: from Maxwell on
 * the layer stands behind the coordinates, and the offsets stand above the layer, but on GF100 behind the
 * coordinates. (Registers as NVIDIA's compilers assign them for tex*() of CUDA C and, from Volta on, for each
 * lookup of PTX; GF100's are those of envytools.) The sources are copied into registers in the order that the
 * micro-operations take.
 *
 * Depth comparison, limits of the level, multisampling and an offset a texel are of graphics programs: they
 * stop the kernel. */
#include "engine/translate/translate_register_vector.h"
#include "isa/texture_effects.h"
#include "machine/texture/texture_object.h"

#define SOURCES_MAX 12
#define GRADIENTS   4 /* at most: there are no lookups of three coordinates with gradients */
#define VECTOR      4 /* registers of an operand, where the second carries on with what does not fit the first */

/* The modifiers bindless and joined. */
enum { BEFORE_B = 1, BEFORE_A = 2 };
enum { SHARED = 2 };

/* A source that is not copied. */
#define HANDLE HW_TEX_SOURCE_COUNT

/* Which operand is what; those that the instruction does not have are NULL. */
struct lookup_operands {
    const struct hw_operand *pred, *d, *more, *a, *b, *texture; /* more: the third and fourth result */
};

/* Which source of the micro-op the next registers are, and how many of them are behind the first operand. */
struct listed_sources {
    uint8_t item[SOURCES_MAX];
    unsigned count, of_a;
};

static void add(struct listed_sources *sources, unsigned item)
{
    sources->item[sources->count++] = (uint8_t)item;
}

static unsigned coordinates(unsigned dim)
{
    static const uint8_t count[4] = {[HW_DIM_1D] = 1, [HW_DIM_2D] = 2, [HW_DIM_3D] = 3, [HW_DIM_CUBE] = 3};

    return count[dim & 3];
}

static bool is_array(unsigned dim)
{
    return dim >= HW_DIM_ARRAY_1D;
}

/* Modes of level of detail with a register: bias, level, and those with a clamp behind. */
static bool has_level(const uint8_t *mod)
{
    return mod[HW_MOD_LOD] == 2 || mod[HW_MOD_LOD] == 3 || mod[HW_MOD_LOD] == 6 || mod[HW_MOD_LOD] == 7;
}

static void list_coordinates(struct listed_sources *sources, const uint8_t *mod,
                             const struct hw_kernel_abi *kernel_abi)
{
    const bool gradients = mod[HW_MOD_DERIV], offset = gradients && mod[HW_MOD_AOFFI];
    const bool above = offset && kernel_abi->offsets_in_layer, layer = is_array(mod[HW_MOD_DIM]) || above;
    const bool behind = gradients && kernel_abi->layer_behind;

    if (layer && !behind)
        add(sources, HW_TEX_SOURCE_LAYER);
    for (unsigned k = 0; k < coordinates(mod[HW_MOD_DIM]); k++)
        add(sources, HW_TEX_SOURCE_X + k);
    if (layer && behind)
        add(sources, HW_TEX_SOURCE_LAYER);
    if (offset && !above)
        add(sources, HW_TEX_SOURCE_OFFSET);
}

static struct listed_sources list_sources(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;
    struct listed_sources sources = {.count = 0};

    if (mod[HW_MOD_BINDLESS] == BEFORE_A)
        add(&sources, HANDLE);
    list_coordinates(&sources, mod, t->kernel_abi);
    sources.of_a = sources.count;
    if (mod[HW_MOD_BINDLESS] == BEFORE_B)
        add(&sources, HANDLE);
    if (has_level(mod))
        add(&sources, HW_TEX_SOURCE_LEVEL);
    for (unsigned k = 0; mod[HW_MOD_DERIV] && k < 2 * coordinates(mod[HW_MOD_DIM]) && k < GRADIENTS; k++)
        add(&sources, HW_TEX_SOURCE_GRADIENT + k);
    if (mod[HW_MOD_AOFFI] && !mod[HW_MOD_DERIV])
        add(&sources, HW_TEX_SOURCE_OFFSET);
    if (t->kernel_abi->one_source_list)
        sources.of_a = VECTOR;
    else if (t->view.op == HW_OP_TEXS || mod[HW_MOD_JOINED] == SHARED)
        sources.of_a = hw_texture_share(&t->view, sources.count);
    return sources;
}

/* From Volta on some forms name a texture otherwise than by a register or a place; only their text is public.
 */
static bool is_undocumented(const struct hw_semantics *view, const struct hw_operand *texture)
{
    const bool bindless = view->mod[HW_MOD_BINDLESS];

    if (view->op != HW_OP_LOOKUP)
        return false;
    return texture < view->operand + view->operand_count ? bindless || texture->kind != HW_OPERAND_TEXTURE
                                                         : !bindless;
}

/* Whether it is of graphics programs; indirect slots are, too. */
static bool is_graphics(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    return mod[HW_MOD_DC] || mod[HW_MOD_MS] || mod[HW_MOD_AOFFI] > 1 ||
           (mod[HW_MOD_LC] && mod[HW_MOD_TEX] != HW_TEX_FETCH) || mod[HW_MOD_TEX] == HW_TEX_QUERY_LOD ||
           (mod[HW_MOD_BINDLESS] && t->kernel_abi->texture_slots);
}

static bool refused(struct hw_translator *t, const struct lookup_operands *operands)
{
    if (is_graphics(t))
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
    else if (is_undocumented(&t->view, operands->texture))
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
    if (has_level(mod))
        return HW_TEXEL_LEVEL_EXPLICIT;
    return mod[HW_MOD_NDV] && !mod[HW_MOD_LOD] ? HW_TEXEL_LEVEL_QUAD : HW_TEXEL_LEVEL_FIRST;
}

/* The sources in registers from `first` on, and the handle. */
static bool copy_sources(struct hw_translator *t, const struct lookup_operands *operands, uint16_t first,
                         uint16_t *handle)
{
    const struct listed_sources sources = list_sources(t);
    bool found = t->view.mod[HW_MOD_BINDLESS] || hw_handle_register(t, operands->texture, handle);

    for (unsigned i = 0; found && i < sources.count; i++) {
        const struct hw_operand *operand = i < sources.of_a ? operands->a : operands->b;
        const unsigned n = i < sources.of_a ? i : i - sources.of_a, item = sources.item[i];
        found = item == HANDLE ? hw_nth_register(t, operand, n, handle)
                               : hw_copy_nth(t, operand, n, (uint16_t)(first + item));
    }
    return found;
}

/* The registers from which on the results go, and from which on the third and fourth. */
static bool find_results(struct hw_translator *t, const struct lookup_operands *operands, uint16_t *d,
                         uint16_t *c)
{
    const unsigned count = result_count(t->view.mod), of_d = t->view.mod[HW_MOD_F16] ? 1 : 2;

    if (!operands->more) {
        const bool found = hw_result_registers(t, operands->d, count, d);
        *c = (uint16_t)(*d + 2);
        return found;
    }
    return hw_result_registers(t, operands->d, count < of_d ? count : of_d, d) &&
           hw_result_registers(t, operands->more, count > of_d ? count - of_d : 0, c);
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
    const bool asks = t->view.mod[HW_MOD_TEX] == HW_TEX_SIZE;
    struct lookup_operands operands;

    switch (t->view.op) {
    case HW_OP_TEX: operands = (struct lookup_operands){&o[0], &o[1], NULL, &o[2], &o[3], &o[4]}; break;
    case HW_OP_TEXS: operands = (struct lookup_operands){NULL, &o[1], &o[0], &o[2], &o[3], &o[4]}; break;
    case HW_OP_TXQ: operands = (struct lookup_operands){NULL, &o[0], NULL, &o[1], NULL, &o[2]}; break;
    case HW_OP_LOOKUP:
        operands = asks ? (struct lookup_operands){NULL, &o[1], &o[0], &o[2], NULL, &o[3]}
                        : (struct lookup_operands){&o[0], &o[2], &o[1], &o[3], &o[4], &o[5]};
        break;
    default: return false;
    }
    if (refused(t, &operands))
        return true;
    if (asks || t->view.op == HW_OP_TXQ)
        translate_query(t, &operands);
    else
        translate_lookup(t, &operands);
    return true;
}
