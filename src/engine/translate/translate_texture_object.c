/* SPDX-License-Identifier: MIT */
/* Texture lookups by handle or slot, as micro-ops.
 *
 * A lookup has a list of sources: layer, x, y, z, then level, offsets.  The full instructions take the
 * coordinates from the registers behind the first operand and the rest from those behind the second; the
 * scalar ones (TEXS, TLDS, TLD4S) share all of them out evenly, the first operand taking one register of two,
 * and two of three or four, but the layer alone where texels of layers are fetched by number.  A handle in a
 * register comes before the coordinates or, from Maxwell on, mostly before the rest (modifier bindless).  On
 * GK104 and GK110 all sources are one list, four registers behind the first operand and the others behind the
 * second.  Lookups with gradients differ: from Maxwell on the layer stands behind the coordinates, and the
 * offsets stand above the layer, but on GF100 behind the coordinates. (Registers as NVIDIA's compilers assign
 * them for tex*() of CUDA C; GF100's are those of envytools.) The sources are copied into registers in the
 * order that the micro-operations take.
 *
 * Depth comparison, multisampling and an offset a texel are of graphics programs: they stop the kernel. */
#include "engine/translate/translate_vector.h"
#include "isa/texture_effects.h"
#include "machine/texture/texture_object.h"

#define SOURCES_MAX 12
#define GRADIENTS   4 /* at most: there are no lookups of three coordinates with gradients */
#define VECTOR      4 /* registers of an operand, where the second carries on with what does not fit the first */

/* The modifier bindless. */
enum { BEFORE_B = 1, BEFORE_A = 2 };

/* Which source of the micro-op the next registers are. */
struct listed_sources {
    uint8_t item[SOURCES_MAX];
    unsigned count, coords;
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
                             const struct hw_convention *convention)
{
    const bool gradients = mod[HW_MOD_DERIV], offset = gradients && mod[HW_MOD_AOFFI];
    const bool above = offset && convention->offsets_in_layer, layer = is_array(mod[HW_MOD_DIM]) || above;
    const bool behind = gradients && convention->layer_behind;

    if (layer && !behind)
        add(sources, HW_TEX_SOURCE_LAYER);
    for (unsigned k = 0; k < coordinates(mod[HW_MOD_DIM]); k++)
        add(sources, HW_TEX_SOURCE_X + k);
    if (layer && behind)
        add(sources, HW_TEX_SOURCE_LAYER);
    if (offset && !above)
        add(sources, HW_TEX_SOURCE_OFFSET);
    sources->coords = sources->count;
}

static struct listed_sources list_sources(const struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;
    struct listed_sources sources = {.count = 0};

    list_coordinates(&sources, mod, t->convention);
    if (has_level(mod))
        add(&sources, HW_TEX_SOURCE_LEVEL);
    for (unsigned k = 0; mod[HW_MOD_DERIV] && k < 2 * coordinates(mod[HW_MOD_DIM]) && k < GRADIENTS; k++)
        add(&sources, HW_TEX_SOURCE_GRADIENT + k);
    if (mod[HW_MOD_AOFFI] && !mod[HW_MOD_DERIV])
        add(&sources, HW_TEX_SOURCE_OFFSET);
    return sources;
}

static bool refused(struct hw_translator *t)
{
    const uint8_t *mod = t->view.mod;

    if (!mod[HW_MOD_DC] && !mod[HW_MOD_MS] && mod[HW_MOD_AOFFI] < 2 && mod[HW_MOD_TEX] != HW_TEX_QUERY_LOD &&
        !(mod[HW_MOD_BINDLESS] && t->convention->texture_slots)) /* indirect slots are of graphics, too */
        return false;
    hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
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
    return mod[HW_MOD_DERIV] && t->convention->offsets_in_layer ? HW_TEXEL_OFFSETS_IN_LAYER
                                                                : HW_TEXEL_OFFSETS_APART;
}

static uint8_t level_of(const uint8_t *mod)
{
    if (mod[HW_MOD_DERIV])
        return HW_TEXEL_LEVEL_GRADIENTS;
    if (has_level(mod))
        return HW_TEXEL_LEVEL_GIVEN;
    return mod[HW_MOD_NDV] && !mod[HW_MOD_LOD] ? HW_TEXEL_LEVEL_QUAD : HW_TEXEL_LEVEL_FIRST;
}

/* Fill what both kinds of lookup share; the registers from `first` on hold the sources. */
static struct hw_uop *emit_lookup(struct hw_translator *t, uint16_t first, uint16_t handle, uint16_t d,
                                  uint16_t c)
{
    const uint8_t *mod = t->view.mod;
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
    uop->tex.halves = mod[HW_MOD_F16];
    uop->tex.level = level_of(mod);
    return uop;
}

/* Where source `i` is: in which operand, and the how manyth register of it. */
static const struct hw_operand *find_source(const struct hw_translator *t,
                                            const struct listed_sources *sources, unsigned i, unsigned *n)
{
    const struct hw_operand *a = &t->view.operand[2], *b = &t->view.operand[3];
    const uint8_t bindless = t->view.mod[HW_MOD_BINDLESS];

    *n = (bindless == BEFORE_A) + i;
    if (t->convention->one_source_list) {
        const bool in_a = *n < VECTOR;
        *n -= in_a ? 0 : VECTOR;
        return in_a ? a : b;
    }
    if (i < sources->coords)
        return a;
    *n = (bindless == BEFORE_B) + i - sources->coords;
    return b;
}

/* TEX, TLD, TLD4, TXD: pred, d, a, b, texture. */
static void translate_full(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const uint8_t *mod = t->view.mod;
    const struct listed_sources sources = list_sources(t);
    const struct hw_operand *bindless[] = {NULL, [BEFORE_B] = &operand[3], [BEFORE_A] = &operand[2]};
    const uint16_t first = hw_temp_registers(t, HW_TEX_SOURCE_COUNT);
    uint16_t handle, d;

    for (unsigned i = 0; i < sources.count; i++) {
        unsigned n;
        const struct hw_operand *operand_of = find_source(t, &sources, i, &n);
        if (!hw_copy_nth(t, operand_of, n, (uint16_t)(first + sources.item[i])))
            return;
    }
    if (hw_handle_register(t, &operand[4], bindless[mod[HW_MOD_BINDLESS]], &handle) &&
        hw_result_registers(t, &operand[1], result_count(mod), &d))
        emit_lookup(t, first, handle, d, (uint16_t)(d + 2))->p_out = hw_predicate_number(&operand[0]);
}

/* TEXS, TLDS, TLD4S: d (third and fourth result), d (first and second), a, b, texture. */
static void translate_scalar(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const struct listed_sources sources = list_sources(t);
    const unsigned of_a = hw_texture_share(&t->view, sources.count), count = result_count(t->view.mod);
    const uint16_t first = hw_temp_registers(t, HW_TEX_SOURCE_COUNT);
    uint16_t handle, d, c;

    for (unsigned i = 0; i < sources.count; i++)
        if (!hw_copy_nth(t, i < of_a ? &operand[2] : &operand[3], i < of_a ? i : i - of_a,
                         (uint16_t)(first + sources.item[i])))
            return;
    const unsigned of_d = t->view.mod[HW_MOD_F16] ? 1 : 2;
    if (hw_handle_register(t, &operand[4], NULL, &handle) &&
        hw_result_registers(t, &operand[1], count < of_d ? count : of_d, &d) &&
        hw_result_registers(t, &operand[0], count > of_d ? count - of_d : 0, &c))
        emit_lookup(t, first, handle, d, c);
}

/* Of what TXQ asks for, CUDA has the dimensions only (txq and suq of width, height, depth). */
#define QUERY_DIMENSION 1

static void translate_query(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const uint8_t *mod = t->view.mod;
    const uint16_t first = hw_temp_registers(t, HW_TEX_SOURCE_COUNT);
    uint16_t handle, d;

    if (mod[HW_MOD_QUERY] != QUERY_DIMENSION) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return;
    }
    if (!hw_handle_register(t, &operand[2], mod[HW_MOD_BINDLESS] ? &operand[1] : NULL, &handle) ||
        !hw_copy_nth(t, &operand[1], mod[HW_MOD_BINDLESS] != 0, (uint16_t)(first + HW_TEX_SOURCE_LEVEL)) ||
        !hw_result_registers(t, &operand[0], result_count(mod), &d))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_texture_query);
    uop->a = first;
    uop->b = handle;
    uop->d = d;
    uop->c = (uint16_t)(d + 2);
    uop->tex.wanted = mod[HW_MOD_MASK];
}

bool hw_translate_texture_object(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_TEX:
        if (!refused(t))
            translate_full(t);
        return true;
    case HW_OP_TEXS:
        if (!refused(t))
            translate_scalar(t);
        return true;
    case HW_OP_TXQ: translate_query(t); return true;
    default: return false;
    }
}
