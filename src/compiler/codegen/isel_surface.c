/* SPDX-License-Identifier: MIT */
/* Selects surface accesses: on chips with surface instructions one each, named by a word in bank 0, a
 * register or, on GF100, a slot number; on the others an access by address. */
#include "compiler/codegen/isel_surface.h"

#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel_address.h"
#include "compiler/ir/ir_words.h"

#define MAX_TEXT 256u

static const struct {
    const char *name;
    uint8_t coordinates;
    bool has_layer;
} shapes[HW_IR_SHAPE_COUNT] = {
    [HW_IR_SHAPE_1D] = {"1D", 1, false},
    [HW_IR_SHAPE_2D] = {"2D", 2, false},
    [HW_IR_SHAPE_3D] = {"3D", 3, false},
    [HW_IR_SHAPE_ARRAY_1D] = {"1D_ARRAY", 1, true},
    [HW_IR_SHAPE_ARRAY_2D] = {"2D_ARRAY", 2, true},
};

/* --- what goes and comes --- */

static const char *const apostrophes[] = {"", "'", "''", "'''"};

/* Value number `i` of several, as the instruction that takes it out of words %1 to %0 or puts it from %N in.
 */
static int write_part(char *text, size_t size, unsigned bits, unsigned i, bool is_taken)
{
    const unsigned word = bits * i / 32, at = bits * i % 32;
    const char *mark = apostrophes[word & 3], *next = apostrophes[(word + 1) & 3];

    if (is_taken && bits < 32)
        return snprintf(text, size, "BFE.U32 %%0, %%1%s, 0x%x%02x", mark, bits, at);
    if (is_taken)
        return snprintf(text, size, bits == 64 ? "MOV %%0, %%1%s\nMOV %%0', %%1%s" : "MOV %%0, %%1%s", mark,
                        next);
    if (bits < 32)
        return snprintf(text, size, at ? "%sBFI %%0%s, %%%u, 0x%x%02x, %%0%s" : "%sMOV %%0%s, %%%u",
                        i ? "\n" : "", mark, 1 + i, bits, at, mark);
    return snprintf(text, size, bits == 64 ? "%sMOV %%0%s, %%%u\nMOV %%0%s, %%%u'" : "%sMOV %%0%s, %%%u",
                    i ? "\n" : "", mark, 1 + i, next, 1 + i);
}

static unsigned words_of(unsigned bits)
{
    return (bits + 31) / 32;
}

/* The values of a store, contiguous in a register. */
static struct hw_mir_operand stored(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned first,
                                    unsigned bits)
{
    const unsigned values = insn->operands - first, each = bits / values;
    struct hw_mir_operand operand[5];
    char text[MAX_TEXT];
    int length = 0;

    if (values == 1)
        return hw_isel_operand(s, insn->operand[first].value);
    operand[0] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words_of(bits)));
    for (unsigned i = 0; i < values; i++) {
        operand[1 + i] = hw_isel_operand(s, insn->operand[first + i].value);
        length += write_part(text + length, sizeof text - (size_t)length, each, i, false);
    }
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 1 + values, operand)->early_clobber =
        (uint16_t)(0xffffu << 2);
    return operand[0];
}

/* After a load its values are copied to the registers of the results. */
static void copy_results(struct hw_isel *s, const struct hw_ir_insn *insn, struct hw_mir_operand from,
                         unsigned bits)
{
    char text[MAX_TEXT];

    for (unsigned i = 0; insn->results > 1 && i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        const struct hw_mir_operand operand[] = {hw_isel_of(s, s->reg[insn->result[i].number]), from};
        const int length = write_part(text, sizeof text, bits / insn->results, i, true);
        hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 1, 2, operand);
    }
}

/* --- parse --- */

static bool find_slot(struct hw_isel *s, const struct hw_ir_insn *insn, struct hw_isel_surface *surface)
{
    uint8_t bank;
    int64_t offset;

    if (insn->how.symbol) {
        const unsigned slot = hw_codegen_slot(s->layout, insn->how.symbol);
        surface->slot = hw_codegen_has_slots(s->target) ? slot / 4 - 1 : slot;
        return slot > 0 || hw_codegen_has_descriptors(s->target);
    }
    if (hw_codegen_has_slots(s->target)) {
        hw_isel_fail(s, "name a surface by a handle, for its surfaces have numbers");
        return false;
    }
    const struct hw_ir_value *handle = insn->operand[0].value;
    if (!hw_codegen_has_descriptors(s->target) && hw_isel_in_bank(s, handle, &bank, &offset) && !bank)
        surface->slot = (unsigned)offset;
    else
        surface->handle = handle;
    return true;
}

/* The index of the first value among the operands. */
static unsigned parse_coordinates(const struct hw_ir_insn *insn, struct hw_isel_surface *surface)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    unsigned at = !insn->how.symbol;

    surface->dimensions = shapes[texture->shape].coordinates;
    if (shapes[texture->shape].has_layer)
        surface->layer = insn->operand[at++].value;
    for (unsigned i = 0; i < surface->dimensions; i++)
        surface->coordinate[i] = insn->operand[at++].value;
    return at;
}

/* --- instructions --- */

static const char *size_of(unsigned bits, bool is_word_named)
{
    return bits == 8       ? ".U8"
           : bits == 16    ? ".U16"
           : bits == 64    ? ".64"
           : bits == 128   ? ".128"
           : is_word_named ? ".32"
                           : "";
}

/* Components of a texel, of one of which `values` are meant. */
static const char *mask_of(unsigned values, bool is_whole_named)
{
    return values == 1 ? ".R" : values == 2 ? ".RG" : is_whole_named ? ".RGBA" : "";
}

static const char *outside(const struct hw_ir_insn *insn)
{
    static const char *const names[] = {
        [HW_IR_OUTSIDE_TRAP] = ".TRAP", [HW_IR_OUTSIDE_CLAMP] = "", [HW_IR_OUTSIDE_ZERO] = ".IGN"};
    const struct hw_ir_texture *texture = insn->how.extra;

    return names[texture->outside];
}

/* What a reduction counts, where that matters. */
static const char *type_of(const struct hw_isel_surface *surface)
{
    const struct hw_ir_texture *texture = surface->insn->how.extra;
    const bool is_ordered = surface->atom[0] == 'M', is_signed = surface->insn->how.type == HW_TYPE_S32;

    return surface->bits == 64 ? ".U64" : is_ordered && is_signed && !texture->is_formatted ? ".S32" : "";
}

/* The words of the mnemonic. */
static void write_name(char *text, size_t size, const struct hw_isel_surface *surface, bool has_slots)
{
    static const char *const caches[] = {[HW_IR_CACHE_CG] = ".CG",
                                         [HW_IR_CACHE_CS] = ".CS",
                                         [HW_IR_CACHE_CV] = ".CV",
                                         [HW_IR_CACHE_WT] = ".WT"};
    const struct hw_ir_insn *insn = surface->insn;
    const struct hw_ir_texture *texture = insn->how.extra;
    const char *shape = has_slots && hw_isel_is_stacked(surface) ? "E2D" : shapes[texture->shape].name,
               *cache = insn->how.cache < sizeof caches / sizeof *caches ? caches[insn->how.cache] : NULL,
               *clamp = outside(insn);
    const bool is_load = insn->op == HW_IR_SURFACE_LOAD;
    const char *verb = is_load ? "SULD" : "SUST", *first_cache = is_load ? ".CA" : ".WB";
    const unsigned values = is_load ? insn->results : surface->bits / 32;

    if (insn->op == HW_IR_SURFACE_REDUCE && has_slots)
        snprintf(text, size, "SURED.%s.%s.P%s", surface->atom, shape, clamp);
    else if (insn->op == HW_IR_SURFACE_REDUCE)
        snprintf(text, size, "SURED.D%s.%s.%s%s%s", texture->is_formatted ? "" : ".BA", shape, surface->atom,
                 texture->is_formatted && surface->atom[0] == 'M' ? ".SD32" : type_of(surface), clamp);
    else if (has_slots && texture->is_formatted)
        snprintf(text, size, "%s.%s.P%s%s%s", verb, shape, cache ? cache : first_cache, mask_of(values, true),
                 clamp);
    else if (has_slots)
        snprintf(text, size, "%s.%s.B%s%s%s", verb, shape,
                 cache && strcmp(cache, ".CG") != 0 ? cache
                 : cache                            ? ""
                                                    : first_cache,
                 size_of(surface->bits, true), clamp);
    else if (texture->is_formatted)
        snprintf(text, size, "%s.P.%s%s%s%s", verb, shape, cache ? cache : "", mask_of(values, false), clamp);
    else
        snprintf(text, size, "%s.D.BA.%s%s%s%s", verb, shape, cache ? cache : "",
                 size_of(surface->bits, false), clamp);
}

/* Coordinates, followed by the layer. */
static struct hw_mir_operand coordinates(struct hw_isel *s, const struct hw_isel_surface *surface)
{
    const struct hw_ir_value *of[4];
    unsigned count = 0;

    if (hw_codegen_has_slots(s->target) && hw_isel_is_stacked(surface))
        return hw_isel_stacked(s, surface);
    for (unsigned i = 0; i < surface->dimensions; i++)
        of[count++] = surface->coordinate[i];
    if (surface->layer)
        of[count++] = surface->layer;
    return hw_isel_list(s, of, count);
}

void hw_isel_reduction(struct hw_isel *s, const struct hw_isel_surface *surface,
                       struct hw_mir_operand address, struct hw_mir_operand outside)
{
    const struct hw_ir_insn *insn = surface->insn;
    const struct hw_ir_texture *texture = insn->how.extra;
    char text[MAX_TEXT];

    /* Nothing is at address 0. */
    if (texture->outside == HW_IR_OUTSIDE_TRAP) {
        const struct hw_mir_operand chosen[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 2)),
                                                address, outside};
        hw_isel_emit(s, "SEL %0, RZ, %1, %2\nSEL %0', RZ, %1', %2", 1, 3, chosen);
        address = chosen[0];
    }
    const struct hw_mir_operand operand[] = {address, surface->data, outside};
    const int length =
        snprintf(text, sizeof text, "%sRED.E.%s%s [%%0], %%1",
                 texture->outside == HW_IR_OUTSIDE_ZERO ? "@!%2 " : "", surface->atom, type_of(surface));
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 0, 3, operand)->has_side_effects = true;
}

static void at_once(struct hw_isel *s, const struct hw_isel_surface *surface)
{
    const bool has_slots = hw_codegen_has_slots(s->target), is_load = surface->insn->op == HW_IR_SURFACE_LOAD;
    char name[64], number[16], text[MAX_TEXT], example[MAX_TEXT];

    write_name(name, sizeof name, surface, has_slots);
    snprintf(number, sizeof number, "0x%x", has_slots ? surface->slot : surface->slot / 4);
    const char *unit = surface->handle ? "%2" : number, *at = has_slots ? "%1" : "[%1]";
    const char *const parts[] = {is_load     ? "%0"
                                 : has_slots ? unit
                                             : at,
                                 is_load     ? has_slots ? unit : at
                                 : has_slots ? at
                                             : "%0",
                                 is_load     ? has_slots ? at : unit
                                 : has_slots ? "%0"
                                             : unit};
    const int length = snprintf(text, sizeof text, "%s %s, %s, %s", name, parts[0], parts[1], parts[2]);
    for (int i = 0; i <= length; i++)
        example[i] = text[i];
    for (char *reference = example; (reference = strchr(reference, '%')) != NULL;) {
        reference[0] = 'R';
        reference[1] = reference[1] == '0' ? '4' : '8';
    }
    if (!hw_codegen_accepts(s->target, example)) {
        hw_isel_fail(s, "do this");
        return;
    }
    const struct hw_mir_operand operand[] = {
        surface->data, coordinates(s, surface),
        surface->handle ? hw_isel_low_word(hw_isel_operand(s, surface->handle)) : hw_isel_fixed("RZ")};
    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), is_load, 3, operand)->has_side_effects =
        true;
}

static void reduce_at_address(struct hw_isel *s, const struct hw_isel_surface *surface)
{
    const struct hw_ir_texture *texture = surface->insn->how.extra;
    char words[32];

    snprintf(words, sizeof words, "%s.B%s%s",
             hw_isel_is_stacked(surface) ? "E2D" : shapes[texture->shape].name, size_of(surface->bits, true),
             outside(surface->insn));
    hw_isel_surface_addressed(s, surface, words, coordinates(s, surface));
}

void hw_isel_surface(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const atoms[] = {[HW_ATOM_ADD] = "ADD",
                                        [HW_ATOM_MIN] = "MIN",
                                        [HW_ATOM_MAX] = "MAX",
                                        [HW_ATOM_AND] = "AND",
                                        [HW_ATOM_OR] = "OR"};
    const unsigned each = hw_codegen_type_bits(insn->how.type);
    const bool is_load = insn->op == HW_IR_SURFACE_LOAD;
    struct hw_isel_surface surface = {.insn = insn};
    const unsigned first = parse_coordinates(insn, &surface);

    surface.bits = is_load ? each * insn->results : each * (insn->operands - first);
    if (insn->op == HW_IR_SURFACE_REDUCE)
        surface.atom = insn->how.number < sizeof atoms / sizeof *atoms ? atoms[insn->how.number] : NULL;
    const struct hw_ir_texture *texture = insn->how.extra;
    const bool is_reduction = insn->op == HW_IR_SURFACE_REDUCE,
               is_placed = is_reduction && !texture->is_formatted && hw_codegen_has_slots(s->target),
               is_addressed = is_placed || hw_codegen_has_descriptors(s->target);
    if (!find_slot(s, insn, &surface) || surface.bits > 128 ||
        (is_reduction &&
         (!surface.atom || (is_addressed && surface.bits == 64 && insn->how.number != HW_ATOM_ADD)))) {
        hw_isel_fail(s, "do this");
        return;
    }
    surface.data = !is_load ? stored(s, insn, first, surface.bits)
                   : insn->results == 1
                       ? hw_isel_to(s, &insn->result[0])
                       : hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words_of(surface.bits)));
    (hw_codegen_has_descriptors(s->target) ? hw_isel_surface_tiled
     : is_placed                           ? reduce_at_address
                                           : at_once)(s, &surface);
    if (is_load)
        copy_results(s, insn, surface.data, surface.bits);
}
