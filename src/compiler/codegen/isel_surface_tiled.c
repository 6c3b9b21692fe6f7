/* SPDX-License-Identifier: MIT */
/* Selects surface accesses of GK104 and GK110, which compute addresses of tiled memory.  Coordinates are
 * clamped, then become an offset in a tile and the address of the tile, by words of the surface's
 * descriptor.  The descriptor stands in bank 0 for a surface that the kernel names; a handle is its address.
 */
#include "compiler/codegen/isel_surface.h"

#include <stdio.h>
#include <string.h>

#include "compiler/ir/ir_words.h"

#define MAX_TEXT 192u

/* Words of a descriptor. */
enum { WORD_ADDRESS = 0, WORD_FORMAT, WORD_X, WORD_PITCH, WORD_Y, WORD_LAYER, WORD_Z, WORD_SLICE };

struct tiling {
    struct hw_isel *s;
    const struct hw_isel_surface *surface;
    struct hw_mir_operand table; /* the descriptor's address */
    struct hw_mir_operand outside;
    struct hw_mir_operand x, y, z, tile_offset, tile;
};

static struct hw_mir_operand scratch(struct tiling *t)
{
    return hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_GENERAL, 1));
}

/* %0 from %1 and so on. */
static struct hw_mir_operand computed(struct tiling *t, const char *template, struct hw_mir_operand a,
                                      struct hw_mir_operand b, struct hw_mir_operand c)
{
    const struct hw_mir_operand operand[] = {scratch(t), a, b, c};

    hw_isel_emit(t->s, template, 1, 4, operand);
    return operand[0];
}

static struct hw_mir_operand word_of(struct tiling *t, unsigned word)
{
    char text[MAX_TEXT];

    if (!t->surface->handle) {
        const struct hw_mir_operand from = hw_isel_handle_word(t->s, t->surface->insn->how.symbol, word);
        return from.text ? computed(t, "MOV %0, %1", from, from, from) : from;
    }
    const struct hw_mir_operand operand[] = {hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_GENERAL, 1)),
                                             t->table};
    const int length = snprintf(text, sizeof text, "LD.E %%0, [%%1+0x%x]", 4 * word);
    hw_isel_emit(t->s, hw_arena_text(t->s->arena, text, (size_t)length), 1, 2, operand);
    return operand[0];
}

/* A coordinate inside; `how` is what SUCLAMP is told. */
static struct hw_mir_operand clamped(struct tiling *t, const struct hw_ir_value *value, const char *how,
                                     unsigned word, struct hw_mir_operand *is_outside)
{
    struct hw_mir_operand from = hw_isel_operand(t->s, value);
    const struct hw_mir_operand limit = word_of(t, word);
    char text[MAX_TEXT];
    const int length = snprintf(text, sizeof text, "SUCLAMP%s %%1, %%0, %%2, %%3, 0x0", how);
    const struct hw_mir_operand operand[] = {scratch(t), is_outside ? *is_outside : hw_isel_fixed("PT"), from,
                                             limit};

    hw_isel_emit(t->s, hw_arena_text(t->s->arena, text, (size_t)length), is_outside ? 2 : 1, 4, operand);
    return operand[0];
}

/* x counts bytes or texels. */
static void clamp_x(struct tiling *t)
{
    const struct hw_ir_texture *texture = t->surface->insn->how.extra;
    const char *sign = hw_codegen_accepts(t->s->target, "SUCLAMP PT, R0, R4, R5, 0x0") ? "" : ".S32";
    char how[24];

    if (texture->is_formatted || t->surface->bits == 8)
        snprintf(how, sizeof how, "%s", sign);
    else
        snprintf(how, sizeof how, "%s.SD.R%u", sign, t->surface->bits / 8);
    t->x = clamped(t, t->surface->coordinate[0], how, WORD_X, NULL);
    if (t->surface->dimensions > 1)
        t->y = clamped(t, t->surface->coordinate[1], sign, WORD_Y, NULL);
    if (t->surface->dimensions > 2)
        t->z = clamped(t, t->surface->coordinate[2], sign, WORD_Z, NULL);
}

/* Which tile of the surface. */
static struct hw_mir_operand tile_number(struct tiling *t)
{
    const struct hw_mir_operand none = hw_isel_fixed("RZ");

    if (t->surface->dimensions == 1)
        return computed(t, "LOP32I.AND %0, %1, 0xffff", t->x, none, none);
    if (t->surface->dimensions == 2)
        return computed(t, "IMADSP.SD %0, %1, %2, %3", t->y, word_of(t, WORD_PITCH), t->x);
    const struct hw_mir_operand row =
        computed(t, "IMADSP.U16H0.U16H0.U16H0 %0, %1, %2, %3", t->z, word_of(t, WORD_SLICE), t->y);
    return computed(t, "IMADSP.U32.U16H0.U16H0 %0, %1, %2, %3", row, word_of(t, WORD_PITCH), t->x);
}

/* Layers are stacked. */
static void add_layer(struct tiling *t)
{
    struct hw_mir_operand beyond = hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_PREDICATES, 1));
    const struct hw_mir_operand layer = clamped(t, t->surface->layer, ".U32.PL.R1", WORD_Z, &beyond),
                                size = word_of(t, WORD_LAYER),
                                both[] = {hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_PREDICATES, 1)),
                                          t->outside, beyond};

    hw_isel_emit(t->s, "PSETP.OR.AND %0, PT, %1, %2, PT", 1, 3, both);
    t->outside = both[0];
    t->tile = t->surface->dimensions == 1
                  ? computed(t, "IMADSP.U16H0.U16H0.U32 %0, %1, %2, %3", layer, size, t->tile)
                  : computed(t, "IMADSP.U32.U24.U32 %0, %1, %2, %3",
                             computed(t, "MOV %0, %1", size, size, size), layer, t->tile);
}

static void locate(struct tiling *t)
{
    const bool is_volume = t->surface->dimensions == 3;
    const struct hw_mir_operand none = hw_isel_fixed("RZ");

    clamp_x(t);
    const struct hw_mir_operand number = tile_number(t);
    t->outside = hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_PREDICATES, 1));
    const struct hw_mir_operand tile_offset[] = {scratch(t), t->outside, t->x,
                                                 t->surface->dimensions > 1 ? t->y : none,
                                                 is_volume                     ? t->z
                                                 : t->surface->dimensions == 1 ? none
                                                                               : number};
    hw_isel_emit(t->s, is_volume ? "SUBFM.3D %1, %0, %2, %3, %4" : "SUBFM %1, %0, %2, %3, %4", 2, 5,
                 tile_offset);
    t->tile_offset = tile_offset[0];
    t->tile = computed(t, "SUEAU %0, %1, %2, %3", number, t->tile_offset, word_of(t, WORD_ADDRESS));
    if (t->surface->layer)
        add_layer(t);
}

/* What the access does outside the bounds: with .clamp no coordinates are outside. */
static struct hw_mir_operand guard_of(const struct tiling *t)
{
    const struct hw_ir_texture *texture = t->surface->insn->how.extra;
    struct hw_mir_operand never = hw_isel_fixed("PT");

    never.inv = true;
    return texture->outside == HW_IR_OUTSIDE_CLAMP ? never : t->outside;
}

static void reach(struct tiling *t)
{
    const struct hw_ir_insn *insn = t->surface->insn;
    const struct hw_ir_texture *texture = insn->how.extra;
    const bool is_load = insn->op == HW_IR_SURFACE_LOAD, traps = texture->outside == HW_IR_OUTSIDE_TRAP;
    const unsigned bits = t->surface->bits;
    const char *size = bits == 8    ? ".U8"
                       : bits == 16 ? ".U16"
                       : bits == 32 ? ".32"
                       : bits == 64 ? ".64"
                                    : ".128";
    char text[MAX_TEXT];
    int length;

    const struct hw_mir_operand words[] = {hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_GENERAL, 2)),
                                           t->tile_offset, t->tile};
    hw_isel_emit(t->s, "MOV %0, %1\nMOV %0', %2", 1, 3, words)->early_clobber = 4;
    const struct hw_mir_operand format = word_of(t, WORD_FORMAT),
                                operand[] = {t->surface->data, words[0], format, guard_of(t)};
    if (is_load)
        length = snprintf(text, sizeof text, "SULDGA.B.CA%s%s.U8 %%0, [%%1], %%2, %%3", size,
                          traps ? ".TRAP" : ".Z");
    else if (texture->is_formatted)
        length = snprintf(text, sizeof text, "SUSTGA.P.%s%s.U8 [%%1], %%2, %%0, %%3",
                          bits == 32   ? "R"
                          : bits == 64 ? "RG"
                                       : "RGBA",
                          traps ? ".TRAP" : ".IGN");
    else
        length = snprintf(text, sizeof text, "SUSTGA.B%s%s.U8 [%%1], %%2, %%0, %%3", size,
                          traps ? ".TRAP" : ".IGN");
    hw_isel_emit(t->s, hw_arena_text(t->s->arena, text, (size_t)length), is_load, 4, operand)
        ->has_side_effects = true;
}

/* A reduction is one of global memory: the address without the form of the pair, and only inside. */
static void reduce(struct tiling *t)
{
    const struct hw_mir_operand address = hw_isel_of(t->s, hw_isel_scratch(t->s, HW_MIR_FILE_GENERAL, 2));
    const struct hw_mir_operand pair[] = {address, t->tile_offset, t->tile};
    hw_isel_emit(t->s, "PRMT %0, %1, 0x6540, %2\nPRMT %0', RZ, 0x7, %2", 1, 3, pair)->early_clobber = 4;
    hw_isel_reduction(t->s, t->surface, address, t->outside);
}

void hw_isel_surface_tiled(struct hw_isel *s, const struct hw_isel_surface *surface)
{
    const struct hw_ir_texture *texture = surface->insn->how.extra;
    struct tiling t = {.s = s, .surface = surface};

    if (texture->is_formatted && surface->insn->op == HW_IR_SURFACE_LOAD) {
        hw_isel_fail(s, "convert what it reads");
        return;
    }
    if (surface->handle) {
        const struct hw_mir_operand operand[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 2)),
                                                 hw_isel_operand(s, surface->handle)};
        hw_isel_emit(s, "MOV %0, %1\nLOP32I.AND %0', %1', 0xff", 1, 2, operand);
        t.table = operand[0];
    }
    locate(&t);
    if (surface->insn->op == HW_IR_SURFACE_REDUCE)
        reduce(&t);
    else
        reach(&t);
}
