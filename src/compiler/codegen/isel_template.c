/* SPDX-License-Identifier: MIT */
/* Expands the braces of a pattern's template by the operation's modifiers: see isel_patterns.h. */
#include "compiler/codegen/isel_patterns.h"

#include <stdio.h>
#include <string.h>

#define MAX_TEXT 512u

/* A comparison as a mask has the number of its name. */
static const char *const comparisons[] = {".F",   ".LT",  ".EQ",  ".LE",  ".GT",  ".NE",  ".GE",  ".NUM",
                                          ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".T"};

/* With a dot before it.  `is_swapped`: as it reads with the operands in the other order. */
static const char *comparison(const struct hw_ir_modifiers *how, bool is_swapped)
{
    const unsigned cmp = how->cmp & 15u;
    const unsigned code = is_swapped ? (cmp & 10u) | (cmp & 1u) << 2 | (cmp & 4u) >> 2 : cmp;
    const unsigned type = how->from ? how->from : how->type;

    if (type != HW_TYPE_F32 && type != HW_TYPE_F64 && type != HW_TYPE_F16 && code == 7)
        return ".T";
    return comparisons[code];
}

static const char *permutation(unsigned mode)
{
    static const char *const modes[] = {"", ".F4E", ".B4E", ".RC8", ".ECL", ".ECR", ".RC16"};

    return mode < sizeof modes / sizeof modes[0] ? modes[mode] : "";
}

/* The types of a dot product's sources: bytes or halves, and bytes. */
static const char *dot_types(const struct hw_ir_modifiers *how, bool of_halves)
{
    static const char *const types[2][4] = {{".S8.S8", ".S8.U8", ".U8.S8", ".U8.U8"},
                                            {".S16.S8", ".S16.U8", ".U16.S8", ".U16.U8"}};

    return types[of_halves][2 * hw_codegen_is_unsigned(how->type) + hw_codegen_is_unsigned(how->from)];
}

enum template_field {
    FIELD_NONE,
    FIELD_FTZ,
    FIELD_UNLESS_FTZ,
    FIELD_ROUND,
    FIELD_ROUND_NAME,
    FIELD_SAT,
    FIELD_CMP,
    FIELD_CMP_SWAPPED,
    FIELD_CMP_NAME,
    FIELD_CMP_NAME_SWAPPED,
    FIELD_IF_UNSIGNED,
    FIELD_U32,
    FIELD_U32_U32,
    FIELD_S32,
    FIELD_I16,
    FIELD_I24,
    FIELD_I24_I24,
    FIELD_I64,
    FIELD_XMAD_LO_HI,
    FIELD_XMAD_HI_HI,
    FIELD_XMAD_HI_LO,
    FIELD_W,
    FIELD_SH,
    FIELD_BF,
    FIELD_PRMT,
    FIELD_DP4A,
    FIELD_DP2A,
    FIELD_HALF,
    FIELD_NUMBER,
    FIELD_COUNT
};

static enum template_field find_field(const char *name, size_t length)
{
    static const char *const names[FIELD_COUNT] = {
        [FIELD_FTZ] = "ftz",
        [FIELD_UNLESS_FTZ] = "unless_ftz",
        [FIELD_ROUND] = "round",
        [FIELD_ROUND_NAME] = "round_name",
        [FIELD_SAT] = "sat",
        [FIELD_CMP] = "cmp",
        [FIELD_CMP_SWAPPED] = "cmp_swapped",
        [FIELD_CMP_NAME] = "cmp_name",
        [FIELD_CMP_NAME_SWAPPED] = "cmp_name_swapped",
        [FIELD_IF_UNSIGNED] = "if_unsigned",
        [FIELD_U32] = "u32",
        [FIELD_U32_U32] = "u32_u32",
        [FIELD_S32] = "s32",
        [FIELD_I16] = "i16",
        [FIELD_I24] = "i24",
        [FIELD_I24_I24] = "i24_i24",
        [FIELD_I64] = "i64",
        [FIELD_XMAD_LO_HI] = "xmad_lo_hi",
        [FIELD_XMAD_HI_HI] = "xmad_hi_hi",
        [FIELD_XMAD_HI_LO] = "xmad_hi_lo",
        [FIELD_W] = "w",
        [FIELD_SH] = "sh",
        [FIELD_BF] = "bf",
        [FIELD_PRMT] = "prmt",
        [FIELD_DP4A] = "dp4a",
        [FIELD_DP2A] = "dp2a",
        [FIELD_HALF] = "half",
        [FIELD_NUMBER] = "number",
    };

    for (unsigned i = 1; i < FIELD_COUNT; i++)
        if (!strncmp(names[i], name, length) && !names[i][length])
            return (enum template_field)i;
    return FIELD_NONE;
}

/* NULL: the pattern does not match such modifiers. */
static const char *expand_field(enum template_field field, const struct hw_ir_modifiers *how, char number[16])
{
    static const char *const rounds[] = {"", ".RM", ".RP", ".RZ"}, *const round_names[] = {"", ".FLOOR",
                                                                                           ".CEIL", ".TRUNC"};
    const bool is_unsigned = hw_codegen_is_unsigned(how->from ? how->from : how->type);

    switch (field) {
    case FIELD_FTZ: return how->ftz ? ".FTZ" : "";
    case FIELD_UNLESS_FTZ: return how->ftz ? NULL : "";
    case FIELD_ROUND: return rounds[how->round & 3];
    case FIELD_ROUND_NAME: return round_names[how->round & 3];
    case FIELD_SAT: return how->sat ? ".SAT" : "";
    case FIELD_CMP: return comparison(how, false);
    case FIELD_CMP_SWAPPED: return comparison(how, true);
    case FIELD_CMP_NAME: return comparison(how, false) + 1;
    case FIELD_CMP_NAME_SWAPPED: return comparison(how, true) + 1;
    case FIELD_IF_UNSIGNED: return is_unsigned ? "" : NULL;
    case FIELD_U32: return is_unsigned ? ".U32" : "";
    case FIELD_U32_U32: return is_unsigned ? ".U32.U32" : "";
    case FIELD_S32: return is_unsigned ? "" : ".S32";
    case FIELD_I16: return is_unsigned ? ".U16" : ".S16";
    case FIELD_I24: return is_unsigned ? ".U24" : ".S24";
    case FIELD_I24_I24: return is_unsigned ? ".U24.U24" : ".S24.S24";
    case FIELD_I64: return is_unsigned ? ".U64" : ".S64";
    case FIELD_XMAD_LO_HI: return is_unsigned ? "" : ".U16.S16";
    case FIELD_XMAD_HI_HI: return is_unsigned ? "" : ".S16.S16.CSFU";
    case FIELD_XMAD_HI_LO: return is_unsigned ? ".CHI" : ".S16.U16.CHI";
    case FIELD_W: return how->wrap ? ".W" : "";
    case FIELD_SH: return how->wrap ? ".SH" : "";
    case FIELD_BF: return how->type == HW_TYPE_F32 ? ".BF" : "";
    case FIELD_PRMT: return permutation(how->number);
    case FIELD_DP4A: return dot_types(how, false);
    case FIELD_DP2A: return dot_types(how, true);
    case FIELD_HALF: return how->number ? "HI" : "LO";
    case FIELD_NUMBER: snprintf(number, 16, "0x%x", how->number); return number;
    default: return NULL;
    }
}

const char *hw_isel_expand_template(struct hw_arena *arena, const char *template,
                                    const struct hw_ir_modifiers *how)
{
    char text[MAX_TEXT], number[16];
    size_t length = 0;

    if (!strchr(template, '{'))
        return template;
    while (*template) {
        if (*template != '{') {
            text[length++] = *template ++;
            continue;
        }
        const char *end = strchr(template, '}');
        const char *expanded =
            expand_field(find_field(template + 1, (size_t)(end - template) - 1), how, number);
        if (!expanded)
            return NULL;
        const size_t expanded_length = strlen(expanded);
        if (length + expanded_length + 2 > sizeof text)
            return NULL;
        memcpy(text + length, expanded, expanded_length);
        length += expanded_length;
        template = end + 1;
    }
    return hw_arena_text(arena, text, length);
}
