/* SPDX-License-Identifier: MIT */
/* The operand layout of texture lookups is a table: a line for each layout, in the order of the registers.
 *
 * Two instructions that look up a texel of a layered plane with an offset, the texture's handle in a
 * register:
 *
 *     TEX.LL.AOFFI.B on GM107, layout PLAIN:     first operand   layer, x, y
 *                                                second operand  handle, level, offset
 *     TXD.AOFFI.B on GM107, GRADIENTS_GM107:     first operand   handle, x, y, offset * 65536 + layer
 *                                                second operand  the gradients of x, of y
 *
 * The registers are those that NVIDIA's compilers assign for tex*() of CUDA C and, from Volta on, for each
 * lookup of PTX; GF100's are those of envytools. */
#include "engine/translate/translate_texture_sources.h"

#include "isa/texture_effects.h"

#define GRADIENTS_MAX 4 /* there are no lookups of three coordinates with gradients */
#define FIRST_OF_LIST 4 /* registers of the first operand, if all sources are one list */
#define SIDE_GROUPS   4

/* The values of two modifiers: bindless, where the handle is, and joined. */
enum { BINDLESS_SECOND = 1, BINDLESS_FIRST = 2 };
enum { JOINED_SHARED = 2 };

/* Sources that stand together. */
enum group {
    NOTHING = 0,
    HANDLE_FIRST,  /* a handle with modifier BINDLESS_FIRST */
    HANDLE_SECOND, /* a handle with modifier BINDLESS_SECOND */
    LAYER,         /* from GK104 on with gradients: the texel offset is its upper half */
    COORDINATES,
    OFFSET, /* a texel offset in a register of its own */
    LEVEL,
    GRADIENTS,
    GROUPS
};

enum operand_layout { PLAIN = 0, GRADIENTS_GF100, GRADIENTS_GK104, GRADIENTS_GM107 };

/* clang-format off */
static const uint8_t layouts[][2][SIDE_GROUPS] = {
    /* lookup, from this chip on   the first operand's registers                  the second operand's registers */
    [PLAIN]           =          {{HANDLE_FIRST, LAYER, COORDINATES},            {HANDLE_SECOND, LEVEL, OFFSET}},
    [GRADIENTS_GF100] =          {{HANDLE_FIRST, LAYER, COORDINATES, OFFSET},    {HANDLE_SECOND, LEVEL, GRADIENTS}},
    [GRADIENTS_GK104] =          {{HANDLE_FIRST, LAYER, COORDINATES},            {HANDLE_SECOND, LEVEL, GRADIENTS}},
    [GRADIENTS_GM107] =          {{HANDLE_FIRST, COORDINATES, LAYER},            {HANDLE_SECOND, LEVEL, GRADIENTS}},
};
/* clang-format on */

static enum operand_layout layout_of(const struct hw_translator *t)
{
    if (!t->view.mod[HW_MOD_DERIV])
        return PLAIN;
    if (t->kernel_abi->layer_is_last)
        return GRADIENTS_GM107;
    return t->kernel_abi->offsets_in_layer ? GRADIENTS_GK104 : GRADIENTS_GF100;
}

static unsigned coordinate_count(unsigned dim)
{
    static const uint8_t count[4] = {[HW_DIM_1D] = 1, [HW_DIM_2D] = 2, [HW_DIM_3D] = 3, [HW_DIM_CUBE] = 3};

    return count[dim & 3];
}

static unsigned gradient_count(unsigned dim)
{
    const unsigned count = 2 * coordinate_count(dim);

    return count < GRADIENTS_MAX ? count : GRADIENTS_MAX;
}

bool hw_texture_has_level(const uint8_t *mod)
{
    return mod[HW_MOD_LOD] == 2 || mod[HW_MOD_LOD] == 3 || mod[HW_MOD_LOD] == 6 || mod[HW_MOD_LOD] == 7;
}

/* The registers of a group in this instruction; 0: it does not have the group. */
static unsigned group_size(const struct hw_translator *t, enum group group)
{
    const uint8_t *mod = t->view.mod;
    const bool offset_in_layer = mod[HW_MOD_DERIV] && mod[HW_MOD_AOFFI] && t->kernel_abi->offsets_in_layer;

    switch (group) {
    case HANDLE_FIRST: return mod[HW_MOD_BINDLESS] == BINDLESS_FIRST;
    case HANDLE_SECOND: return mod[HW_MOD_BINDLESS] == BINDLESS_SECOND;
    case LAYER: return mod[HW_MOD_DIM] >= HW_DIM_ARRAY_1D || offset_in_layer;
    case COORDINATES: return coordinate_count(mod[HW_MOD_DIM]);
    case OFFSET: return mod[HW_MOD_AOFFI] != 0;
    case LEVEL: return hw_texture_has_level(mod);
    case GRADIENTS: return gradient_count(mod[HW_MOD_DIM]);
    default: return 0;
    }
}

static void append_groups(struct hw_texture_sources *sources, const struct hw_translator *t,
                          const uint8_t groups[SIDE_GROUPS])
{
    static const uint8_t first_item[GROUPS] = {[HANDLE_FIRST] = HW_TEXTURE_SOURCE_HANDLE,
                                               [HANDLE_SECOND] = HW_TEXTURE_SOURCE_HANDLE,
                                               [LAYER] = HW_TEX_SOURCE_LAYER,
                                               [COORDINATES] = HW_TEX_SOURCE_X,
                                               [OFFSET] = HW_TEX_SOURCE_OFFSET,
                                               [LEVEL] = HW_TEX_SOURCE_LEVEL,
                                               [GRADIENTS] = HW_TEX_SOURCE_GRADIENT};

    for (unsigned i = 0; i < SIDE_GROUPS; i++)
        for (unsigned k = 0; k < group_size(t, groups[i]); k++)
            sources->item[sources->count++] = (uint8_t)(first_item[groups[i]] + k);
}

/* How many sources are in registers of the first operand.  On GK104 and GK110 all sources are one list.
 * Scalar lookups (TEXS, TLDS, TLD4S, and .SCR from Volta on) share the list out evenly between both operands.
 */
static unsigned count_in_first(const struct hw_translator *t, unsigned by_layout, unsigned count)
{
    if (t->kernel_abi->one_source_list)
        return FIRST_OF_LIST;
    if (t->view.op == HW_OP_TEXS || t->view.mod[HW_MOD_JOINED] == JOINED_SHARED)
        return hw_texture_share(&t->view, count);
    return by_layout;
}

struct hw_texture_sources hw_texture_sources(const struct hw_translator *t)
{
    const enum operand_layout layout = layout_of(t);
    struct hw_texture_sources sources = {.count = 0};

    append_groups(&sources, t, layouts[layout][0]);
    const unsigned by_layout = sources.count;
    append_groups(&sources, t, layouts[layout][1]);
    sources.in_first = count_in_first(t, by_layout, sources.count);
    return sources;
}
