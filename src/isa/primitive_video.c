/* SPDX-License-Identifier: MIT */
/* These primitives are operands of the video instructions: bytes and halves of registers, and the types that
 * stand behind the mnemonic.
 *
 * A selector's code gives size and position: 0 to 3 a byte, 4 and 5 a half, 6 the word.  The text has the
 * size in the type (`.U8`) and the position behind the register (`R3.B2`).  Types are omitted if both sources
 * are signed words, except in VMAD. */
#include "isa/primitive_parts.h"

#define WORD 6

static unsigned size_of(uint64_t part)
{
    return part < 4 ? 0 : part < WORD ? 1 : part == WORD ? 2 : 3;
}

/* 7 is no part; NVIDIA's disassembler says so. */
static const char *const types[2][4] = {{".U8", ".U16", ".U32", ".INVALIDSEL6"},
                                        {".S8", ".S16", ".S32", ".INVALIDSEL7"}};
static const uint8_t type_mods[2][4] = {{HW_TYPE_U8, HW_TYPE_U16, HW_TYPE_U32, HW_TYPE_U32},
                                        {HW_TYPE_S8, HW_TYPE_S16, HW_TYPE_S32, HW_TYPE_S32}};
static const uint8_t first_part[4] = {0, 4, WORD, 7};

/* Source 2's: a literal is a half. */
struct pair {
    uint64_t sign[2], part[2];
    bool literal;
};

/* The arguments: sign and part of source 1, sign of source 2 (if it has one), part of source 2 (if it is no
 * literal). */
static struct pair pair_of(const struct hw_insn *insn, const struct hw_element *item, bool with_sign)
{
    unsigned part = with_sign ? 3 : 2;
    struct pair pair = {.sign = {hw_arg_of(insn, item, 0), with_sign ? hw_arg_of(insn, item, 2) : 0},
                        .part = {hw_arg_of(insn, item, 1), 4},
                        .literal = item->arg_count <= part};
    if (!pair.literal)
        pair.part[1] = hw_arg_of(insn, item, part);
    return pair;
}

/* A shift count has no sign, and its types are omitted with those of a signed word.  Before CUDA 5 a literal
 * is called a byte. */
static const char *type_text(const struct pair *pair, unsigned i, bool with_sign, bool old)
{
    unsigned size = old && i && pair->literal ? 0 : size_of(pair->part[i]);
    return types[size == 3 && i && !with_sign ? 1 : pair->sign[i]][size];
}

static void print_types(struct hw_printer *p, const struct hw_element *item, bool with_sign, bool always)
{
    struct pair pair = pair_of(p->insn, item, with_sign);
    for (unsigned i = 0; i < item->arg_count; i++)
        (void)hw_show(p, item, i);
    bool plain = !always && pair.sign[0] && (pair.sign[1] || !with_sign) && size_of(pair.part[0]) == 2 &&
                 (pair.literal || size_of(pair.part[1]) == 2);
    for (unsigned i = 0; i < 2 && !plain; i++) {
        const char *text = type_text(&pair, i, with_sign, p->old);
        hw_append_text(p, text, strlen(text));
    }
}

static bool take_type(struct hw_parser *p, uint64_t *sign, uint64_t *part)
{
    for (unsigned i = 0; i < 8; i++)
        if (hw_accept_word(p, types[i / 4][i % 4])) {
            *sign = i / 4;
            *part = first_part[i % 4];
            return true;
        }
    return false;
}

static bool parse_types(struct hw_parser *p, const struct hw_element *item, bool with_sign)
{
    unsigned at = with_sign ? 3 : 2;
    bool literal = item->arg_count <= at;
    uint64_t sign[2] = {1, with_sign}, part[2] = {WORD, literal ? 4 : WORD};
    if (take_type(p, &sign[0], &part[0]) && !take_type(p, &sign[1], &part[1]))
        return hw_expect(p, "the type of source 2");
    if (literal && p->old && part[1] == 0)
        part[1] = 4;
    if (literal && part[1] != 4)
        return hw_expect(p, p->old ? "U8 or S8 as the type of a literal"
                                   : "U16 or S16 as the type of a literal");
    if (!with_sign && sign[1] && part[1] != 7)
        return hw_expect(p, "the types: a shift count has none that is signed");
    return hw_give(p, item, 0, sign[0]) && hw_give(p, item, 1, part[0]) &&
           (!with_sign || hw_give(p, item, 2, sign[1])) && (literal || hw_give(p, item, at, part[1]));
}

static void view_types(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                       bool with_sign)
{
    struct pair pair = pair_of(insn, item, with_sign);
    view->mod[HW_MOD_TYPE] = type_mods[pair.sign[0]][size_of(pair.part[0])];
    view->mod[HW_MOD_TYPE2] = type_mods[pair.sign[1]][size_of(pair.part[1])];
}

/* clang-format off */
#define TYPES(name, with_sign, always)                \
    HW_PRINT(name)                                    \
    {                                                 \
        print_types(p, item, with_sign, always);      \
    }                                                 \
    HW_PARSE(name)                                    \
    {                                                 \
        return parse_types(p, item, with_sign);       \
    }                                                 \
    HW_SEMANTICS(name)                                     \
    {                                                 \
        view_types(insn, item, view, with_sign);      \
    }
/* clang-format on */

TYPES(videotypes, true, false)
TYPES(videotypesall, true, true)
TYPES(shifttypes, false, false)

/* ---------------------------------------------------------------- the register with its part */

static const char *const part_texts[8] = {"", ".B1", ".B2", ".B3", "", ".H1", "", ""};

HW_PRINT(regpart)
{
    const char *text = part_texts[hw_arg_of(p->insn, item, 1)];
    hw_print_register(p, item, 0);
    hw_append_text(p, text, strlen(text));
}

/* The types, which were read before, have set the part to the first of its size. */
HW_PARSE(regpart)
{
    uint64_t part = item->arg[1].field < HW_SPARE ? p->insn->field[item->arg[1].field] : item->arg[1].value;
    unsigned count = part == 0 ? 4 : part == 4 ? 2 : 1;
    if (!hw_parse_register(p, item, 0, "a register"))
        return false;
    for (unsigned i = 1; i < count; i++)
        if (hw_accept_word(p, part_texts[part + i])) {
            p->insn->field[item->arg[1].field] = part + i;
            return true;
        }
    return true;
}

HW_SEMANTICS(regpart)
{
    static const uint8_t bytes[4] = {1, 2, 4, 4};
    uint64_t part = hw_arg_of(insn, item, 1);
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_REG, bytes[size_of(part)]);
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->offset = part < 4 ? (int64_t)part : part == 5 ? 2 : 0;
    operand->flags = part == 5 ? HW_OPERAND_HIGH : 0;
}
