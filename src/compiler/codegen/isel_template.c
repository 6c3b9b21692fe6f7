/* SPDX-License-Identifier: MIT */
/* The words in braces of a row's form: see isel_patterns.h. */
#include "compiler/codegen/isel_patterns.h"

#include <stdio.h>
#include <string.h>

#define MOST_TEXT 512u

/* A comparison as a mask has the number of its name. */
static const char *const comparisons[] = {".F",   ".LT",  ".EQ",  ".LE",  ".GT",  ".NE",  ".GE",  ".NUM",
                                          ".NAN", ".LTU", ".EQU", ".LEU", ".GTU", ".NEU", ".GEU", ".T"};

static const char *comparison(const struct hw_ir_modifiers *how, bool is_mirrored)
{
    const unsigned cmp = how->cmp & 15u;
    const unsigned seen = is_mirrored ? (cmp & 10u) | (cmp & 1u) << 2 | (cmp & 4u) >> 2 : cmp;
    const unsigned type = how->from ? how->from : how->type;

    if (type != HW_TYPE_F32 && type != HW_TYPE_F64 && type != HW_TYPE_F16 && seen == 7)
        return ".T";
    return comparisons[seen];
}

static const char *permutation(unsigned mode)
{
    static const char *const modes[] = {"", ".F4E", ".B4E", ".RC8", ".ECL", ".ECR", ".RC16"};

    return mode < sizeof modes / sizeof modes[0] ? modes[mode] : "";
}

/* Of a dot product: of the words or halves, and of the bytes. */
static const char *dot_types(const struct hw_ir_modifiers *how, bool of_halves)
{
    static const char *const types[2][4] = {{".S8.S8", ".S8.U8", ".U8.S8", ".U8.U8"},
                                            {".S16.S8", ".S16.U8", ".U16.S8", ".U16.U8"}};

    return types[of_halves][2 * hw_codegen_is_unsigned(how->type) + hw_codegen_is_unsigned(how->from)];
}

/* NULL: the row is not for this. */
static const char *word(char letter, const struct hw_ir_modifiers *how)
{
    static const char *const rounds[] = {"", ".RM", ".RP", ".RZ"}, *const rounds_by_name[] = {
                                                                       "", ".FLOOR", ".CEIL", ".TRUNC"};
    const bool is_unsigned = hw_codegen_is_unsigned(how->from ? how->from : how->type);

    switch (letter) {
    case 'f': return how->ftz ? ".FTZ" : "";
    case '!': return how->ftz ? NULL : "";
    case 'r': return rounds[how->round & 3];
    case 's': return how->sat ? ".SAT" : "";
    case 'c': return comparison(how, false);
    case 'C': return comparison(how, true);
    case 'u': return is_unsigned ? ".U32" : "";
    case 'U': return is_unsigned ? ".U32.U32" : "";
    case 'l': return is_unsigned ? ".U64" : ".S64";
    case 'w': return how->wrap ? ".W" : "";
    case 'h': return how->wrap ? ".SH" : "";
    case 'p': return permutation(how->number);
    case 'v': return dot_types(how, false);
    case 'V': return dot_types(how, true);
    case 'q': return how->number ? "HI" : "LO";
    case 't': return is_unsigned ? "" : ".S32";
    case 'k': return comparison(how, false) + 1;
    case 'K': return comparison(how, true) + 1;
    case 'm': return is_unsigned ? ".U24.U24" : ".S24.S24";
    case 'M': return is_unsigned ? ".U24" : ".S24";
    case 'o': return is_unsigned ? ".U16" : ".S16";
    case 'e': return rounds_by_name[how->round & 3];
    case '+': return is_unsigned ? "" : NULL;
    case 'x': return is_unsigned ? "" : ".U16.S16";
    case 'y': return is_unsigned ? "" : ".S16.S16.CSFU";
    case 'z': return is_unsigned ? ".CHI" : ".S16.U16.CHI";
    case 'b': return how->type == HW_TYPE_F32 ? ".BF" : "";
    default: return NULL;
    }
}

const char *hw_isel_expand_template(struct hw_arena *arena, const char *template,
                                    const struct hw_ir_modifiers *how)
{
    char text[MOST_TEXT], number[16];
    size_t length = 0;

    if (!strchr(template, '{'))
        return template;
    snprintf(number, sizeof number, "0x%x", how->number);
    while (*template) {
        if (*template != '{') {
            text[length++] = *template ++;
            continue;
        }
        const char *is = template[1] == 'n' ? number : word(template[1], how);
        if (!is)
            return NULL;
        const size_t more = strlen(is);
        if (length + more + 2 > sizeof text)
            return NULL;
        memcpy(text + length, is, more);
        length += more;
        template = strchr(template, '}') + 1;
    }
    return hw_arena_text(arena, text, length);
}
