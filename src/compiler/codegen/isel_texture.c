/* SPDX-License-Identifier: MIT */
/* Selects texture lookups, and queries of textures and surfaces.
 *
 * A lookup names a handle in bank 0: of a parameter, or of a texture that the module names, for which the
 * kernel has a word after its parameters.  A handle in a register is a source operand of its own.  On GF100 a
 * kernel has numbered slots instead, for textures that the module names.  Source registers are contiguous, in
 * one list or in two, and so are the results. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"
#include "compiler/codegen/isel_address.h"
#include "compiler/ir/ir_words.h"

#define RESULTS     4u
#define MAX_SOURCES 12u
#define MAX_TEXT    128u
#define FIRST_LIST  4u /* of one list of all sources, what the first operand has */

/* Coordinates; the layer before them; of several samples the number of the sample, too. */
static const struct {
    const char *name;
    uint8_t coordinates;
    bool has_layer, has_samples;
} shapes[HW_IR_SHAPE_COUNT] = {
    [HW_IR_SHAPE_1D] = {"1D", 1, false, false},
    [HW_IR_SHAPE_2D] = {"2D", 2, false, false},
    [HW_IR_SHAPE_3D] = {"3D", 3, false, false},
    [HW_IR_SHAPE_CUBE] = {"CUBE", 3, false, false},
    [HW_IR_SHAPE_ARRAY_1D] = {"ARRAY_1D", 1, true, false},
    [HW_IR_SHAPE_ARRAY_2D] = {"ARRAY_2D", 2, true, false},
    [HW_IR_SHAPE_ARRAY_CUBE] = {"ARRAY_CUBE", 3, true, false},
    [HW_IR_SHAPE_2DMS] = {"2D", 2, false, true},
    [HW_IR_SHAPE_ARRAY_2DMS] = {"ARRAY_2D", 2, true, true},
};

/* --- what is looked up --- */

struct lookup_unit {
    unsigned number;
    const struct hw_ir_value *handle; /* NULL: the number says which */
};

/* The index of the word in bank 0 that has the handle, or of the slot.  False: there is none. */
static bool find_unit(struct hw_isel *s, const struct hw_ir_insn *insn, struct lookup_unit *unit)
{
    const bool has_slots = hw_codegen_has_slots(s->target);
    uint8_t bank;
    int64_t offset;

    *unit = (struct lookup_unit){.number = 0};
    if (insn->how.symbol) {
        const unsigned slot = hw_codegen_slot(s->layout, insn->how.symbol) / 4;
        unit->number = has_slots ? slot - 1 : slot;
        return slot > 0;
    }
    if (has_slots) {
        hw_isel_fail(s, "look up by a handle, for its textures have numbers");
        return false;
    }
    if (hw_isel_in_bank(s, insn->operand[0].value, &bank, &offset) && bank == 0)
        unit->number = (unsigned)offset / 4;
    else
        unit->handle = insn->operand[0].value;
    return true;
}

/* --- sources --- */

struct sources {
    const struct hw_ir_value *of[MAX_SOURCES];
    unsigned count, first; /* `first` of them are in the list of the first operand */
};

static void add_source(struct sources *sources, const struct hw_ir_value *value)
{
    if (sources->count < MAX_SOURCES)
        sources->of[sources->count++] = value;
}

/* Derivatives of each coordinate in x and in y. */
static void add_gradients(struct sources *sources, const struct hw_ir_use *use, unsigned coordinates)
{
    for (unsigned i = 0; i < coordinates; i++) {
        add_source(sources, use[i].value);
        add_source(sources, use[coordinates + i].value);
    }
}

static struct sources sources_of(const struct hw_isel *s, const struct hw_ir_insn *insn,
                                 const struct hw_ir_value *handle)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    const struct hw_kernel_abi *convention = hw_kernel_abi_of(&s->target->target);
    const unsigned coordinates = shapes[texture->shape].coordinates;
    const bool is_list = convention->one_source_list, has_gradients = texture->level == HW_IR_LEVEL_GRADIENT,
               has_layer = shapes[texture->shape].has_layer,
               is_behind = has_layer && has_gradients && convention->layer_is_last;
    const struct hw_ir_use *use = insn->operand + !insn->how.symbol, *layer = use, *sample = use + has_layer;
    const bool is_handle_first = is_list || has_gradients;
    struct sources sources = {.count = 0};

    if (handle && is_handle_first)
        add_source(&sources, handle);
    use = sample + shapes[texture->shape].has_samples;
    if (has_layer && !is_behind)
        add_source(&sources, layer->value);
    for (unsigned i = 0; i < coordinates; i++)
        add_source(&sources, (use++)->value);
    if (is_behind)
        add_source(&sources, layer->value);
    sources.first = sources.count;
    if (handle && !is_handle_first)
        add_source(&sources, handle);
    if (has_gradients)
        add_gradients(&sources, use, coordinates);
    else if (shapes[texture->shape].has_samples)
        add_source(&sources, sample->value);
    for (use += has_gradients ? 2 * coordinates : 0; use < insn->operand + insn->operands; use++)
        add_source(&sources, use->value);
    if (is_list)
        sources.first = sources.count < FIRST_LIST ? sources.count : FIRST_LIST;
    return sources;
}

static struct hw_mir_operand low_word(struct hw_mir_operand operand, const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_64 ? hw_isel_low_word(operand) : operand;
}

struct hw_mir_operand hw_isel_list(struct hw_isel *s, const struct hw_ir_value *const *value, unsigned words)
{
    struct hw_ir_use use[HW_MIR_WIDEST];

    if (words == 1)
        return low_word(hw_isel_operand(s, value[0]), value[0]);
    for (unsigned i = 0; i < words; i++)
        use[i] = (struct hw_ir_use){.value = (struct hw_ir_value *)value[i]};
    const uint32_t reg = hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words == 3 ? 4 : words);
    return hw_isel_reg_sequence(s, hw_isel_of(s, reg), words, use);
}

/* --- lookups --- */

/* The template that the target reads: generations differ in the order of some words, and in whether a sampler
 * is named, which the handle says in truth.  NULL: it reads none. */
static const char *readable(struct hw_isel *s, const char *name, const char *const words[2],
                            const char *operands, unsigned unit, const char *next)
{
    const unsigned sampler = hw_codegen_has_slots(s->target) ? unit : 0;
    char text[MAX_TEXT], example[MAX_TEXT];

    for (unsigned order = 0; order < 4; order++) {
        const char *wait = hw_codegen_accepts(s->target, "TEXDEPBAR 0x0") ? "\nTEXDEPBAR 0x0" : "";
        const bool is_reordered = order & 1, is_once = order < 2;
        char numbers[32];
        snprintf(numbers, sizeof numbers, is_once ? "0x%x" : "0x%x, 0x%x", unit, sampler);
        const int length = snprintf(text, sizeof text, "%s%s%s %s, %s, %s", name, words[is_reordered],
                                    words[!is_reordered], operands, numbers, next);
        for (int i = 0; i <= length; i++)
            example[i] = text[i];
        for (char *at = example; (at = strchr(at, '%')) != NULL;) {
            const bool is_predicate = operands[1] == '1' && at[1] == '1';
            at[0] = is_predicate ? 'P' : 'R';
            at[1] = is_predicate ? '0' : at[1] == '0' ? '4' : '8';
        }
        if (!hw_codegen_accepts(s->target, example))
            continue;
        snprintf(text + length, sizeof text - (size_t)length, "%s", wait);
        return hw_arena_text(s->arena, text, strlen(text));
    }
    return NULL;
}

/* A handle in a register. */
static const char *bindless(struct hw_isel *s, const struct lookup_unit *unit)
{
    return !unit->handle ? "" : hw_codegen_accepts(s->target, "TEX.B R4, R8, 0x0, 2D, 0xf") ? ".B" : ".I";
}

static const char *form_of(struct hw_isel *s, const struct hw_ir_insn *insn, const struct lookup_unit *unit,
                           bool has_second)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    const bool is_explicit = texture->level == HW_IR_LEVEL_GIVEN, is_float = insn->how.from == HW_TYPE_F32;
    static const char components[] = "RGBA";
    const char *const words[] = {texture->has_offset ? ".AOFFI" : "", texture->compares ? ".DC"
                                                                      : shapes[texture->shape].has_samples
                                                                          ? ".MS"
                                                                          : ""};
    char name[24], next[24];

    if (texture->is_gather)
        snprintf(name, sizeof name, "TLD4.%c%s", components[texture->component & 3], bindless(s, unit));
    else
        snprintf(name, sizeof name, "%s%s%s",
                 texture->level == HW_IR_LEVEL_GRADIENT ? "TXD"
                 : is_float                             ? "TEX"
                                                        : "TLD",
                 bindless(s, unit),
                 is_explicit ? ".LL"
                 : is_float  ? ""
                             : ".LZ");
    snprintf(next, sizeof next, "%s, 0xf", shapes[texture->shape].name);
    if (texture->has_presence)
        return readable(s, name, words, has_second ? "%1, %0, %2, %3" : "%1, %0, %2", unit->number, next);
    return readable(s, name, words, has_second ? "%0, %1, %2" : "%0, %1", unit->number, next);
}

/* The second list of sources.  A handle alone is in a register, even one of 0 or an undefined one: the
 * instruction takes no RZ for it. */
static struct hw_mir_operand second_operand(struct hw_isel *s, const struct sources *sources,
                                            const struct hw_ir_value *handle)
{
    const struct hw_ir_value *const *of = sources->of + sources->first;
    const struct hw_mir_operand operand = hw_isel_list(s, of, sources->count - sources->first);

    return operand.kind == HW_MIR_OPERAND_FIXED && *of == handle ? hw_isel_literal(s, *of, 0) : operand;
}

static bool is_possible(const struct hw_ir_insn *insn, const struct sources *sources)
{
    const struct hw_ir_texture *texture = insn->how.extra;

    return !texture->has_sampler && insn->results == RESULTS + texture->has_presence &&
           insn->result[0].kind == HW_IR_KIND_32 && sources->first <= HW_MIR_WIDEST &&
           sources->count - sources->first <= HW_MIR_WIDEST &&
           !(texture->has_offset && texture->level == HW_IR_LEVEL_GRADIENT);
}

/* The chip says where no texel is. */
static void emit_presence(struct hw_isel *s, const struct hw_ir_value *presence,
                          struct hw_mir_operand absence)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, presence), absence};

    hw_isel_emit(s, "PSETP.AND.AND %0, PT, !%1, PT, PT", 1, 2, operand);
}

void hw_isel_texture(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct lookup_unit unit;

    if (!find_unit(s, insn, &unit)) {
        hw_isel_fail(s, "look this up");
        return;
    }
    const struct sources sources = sources_of(s, insn, unit.handle);
    const unsigned more = sources.count - sources.first;
    const char *template = is_possible(insn, &sources) ? form_of(s, insn, &unit, more > 0) : NULL;
    if (!template) {
        hw_isel_fail(s, "look this up");
        return;
    }
    struct hw_mir_operand operand[4];
    unsigned count = 0;
    operand[count++] = hw_isel_of(s, hw_isel_wide(s, insn, RESULTS));
    const unsigned written = insn->results - RESULTS + 1;
    if (written > 1)
        operand[count++] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1));
    operand[count++] = hw_isel_list(s, sources.of, sources.first);
    if (more)
        operand[count++] = second_operand(s, &sources, unit.handle);
    hw_isel_emit(s, template, written, count, operand);
    if (written > 1)
        emit_presence(s, &insn->result[RESULTS], operand[1]);
}

/* --- queries --- */

static struct hw_mir_operand queried(struct hw_isel *s, const struct hw_ir_value *handle,
                                     const struct hw_ir_value *level)
{
    const struct hw_ir_value *const both[] = {handle, level};

    if (!handle)
        return level ? hw_isel_operand(s, level) : hw_isel_fixed("RZ");
    if (level)
        return hw_isel_list(s, both, 2);
    const struct hw_mir_operand pair[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 2)),
                                          hw_isel_operand(s, handle)};
    hw_isel_emit(s, "MOV %0, %1\nMOV %0', RZ", 1, 2, pair);
    return pair[0];
}

/* Sizes stand in the texture's header; nothing that a kernel can read has the rest. */
void hw_isel_texture_query(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const uint8_t masks[] = {
        [HW_IR_QUERY_WIDTH] = 1, [HW_IR_QUERY_HEIGHT] = 2, [HW_IR_QUERY_DEPTH] = 4, [HW_IR_QUERY_LEVELS] = 8};
    static const char *const none[] = {"", ""};
    const unsigned query = insn->how.number, at = !insn->how.symbol;
    const char *template = NULL;
    char name[8], mask[8];
    struct lookup_unit unit;

    const bool is_described = insn->how.symbol && insn->how.symbol->opaque == HW_IR_OPAQUE_SURFACE &&
                              hw_codegen_has_descriptors(s->target);
    if (!is_described && query < sizeof masks && masks[query] && find_unit(s, insn, &unit)) {
        snprintf(name, sizeof name, "TXQ%s", bindless(s, &unit));
        snprintf(mask, sizeof mask, "0x%x", masks[query]);
        template = readable(s, name, none, "%0, %1, TEX_HEADER_DIMENSION", unit.number, mask);
    }
    if (!template) {
        hw_isel_fail(s, "tell that");
        return;
    }
    const struct hw_mir_operand operand[] = {
        hw_isel_to(s, &insn->result[0]),
        queried(s, unit.handle, insn->operands > at ? insn->operand[at].value : NULL)};
    hw_isel_emit(s, template, 1, 2, operand);
}
