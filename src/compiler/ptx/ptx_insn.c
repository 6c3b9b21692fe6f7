/* SPDX-License-Identifier: MIT */
/* Parses instructions of PTX: the name with its modifiers, checked against the rows of ptx_ops.h, and
 * operands. */
#include "compiler/ptx/ptx_parser.h"

#include <stdio.h>
#include <string.h>

/* A list up to its end. */
static void items(struct hw_ptx_parser *parser, struct hw_ptx_operand *list, const char *end)
{
    const size_t first = parser->operands;

    if (hw_ptx_accept_sign(parser, end))
        return;
    do
        hw_ptx_gather(parser, hw_ptx_parse_operand(parser), first);
    while (hw_ptx_accept_sign(parser, ","));
    hw_ptx_expect_sign(parser, end);
    list->item = hw_ptx_gathered(parser, first, &list->items);
}

static struct hw_ptx_operand *start_operand(struct hw_ptx_parser *parser, enum hw_ptx_operand_kind kind)
{
    struct hw_ptx_operand *made = hw_arena_alloc(parser->arena, sizeof *made);
    made->kind = (uint8_t)kind;
    made->location = hw_ptx_here(parser);
    return made;
}

/* An integer after a name: + 4, - 4. */
static void offset(struct hw_ptx_parser *parser, struct hw_ptx_operand *operand)
{
    if (hw_ptx_is_sign(parser, "+") || hw_ptx_is_sign(parser, "-")) {
        hw_ptx_accept_sign(parser, "+");
        operand->constant.bits = hw_ptx_parse_integer(parser, 0, UINT64_MAX);
    }
}

static void named(struct hw_ptx_parser *parser, struct hw_ptx_operand *operand)
{
    const struct hw_ptx_word *word = hw_ptx_parse_word(parser);
    if (word->is_special) {
        operand->kind = HW_PTX_OPERAND_SPECIAL;
        operand->word = word->text;
    } else if (!strcmp(word->text, "_")) {
        operand->kind = HW_PTX_OPERAND_SINK;
    } else {
        hw_ptx_resolve(parser, &operand->name, word->text, operand->location);
    }
    if (parser->token.kind == HW_PTX_TOKEN_DOTTED)
        operand->part = hw_ptx_parse_text(parser);
    if (operand->kind != HW_PTX_OPERAND_NAME)
        return;
    operand->is_element = hw_ptx_accept_sign(parser, "[");
    if (operand->is_element) {
        operand->constant.bits = hw_ptx_parse_integer(parser, 0, UINT64_MAX);
        hw_ptx_expect_sign(parser, "]");
    } else {
        offset(parser, operand);
    }
}

static bool is_constant_name(const struct hw_ptx_parser *parser)
{
    return parser->token.length == 7 && !memcmp(parser->token.text, "WARP_SZ", 7);
}

static void address(struct hw_ptx_parser *parser, struct hw_ptx_operand *operand)
{
    if (hw_ptx_is_name(parser) && !is_constant_name(parser)) {
        struct hw_source_location location = hw_ptx_here(parser);
        hw_ptx_resolve_now(parser, &operand->name, hw_ptx_parse_text(parser), location);
        offset(parser, operand);
    } else {
        operand->constant.bits = hw_ptx_parse_integer(parser, 0, UINT64_MAX);
    }
    const size_t first = parser->operands;
    while (hw_ptx_accept_sign(parser, ","))
        hw_ptx_gather(parser, hw_ptx_parse_operand(parser), first);
    hw_ptx_expect_sign(parser, "]");
    operand->item = hw_ptx_gathered(parser, first, &operand->items);
}

/* ! or - before a name; before a constant it belongs to that. */
static bool mark_before_name(struct hw_ptx_parser *parser, const char *mark)
{
    const struct hw_ptx_lexer lexer = parser->lexer;
    const struct hw_ptx_token token = parser->token;

    if (!hw_ptx_accept_sign(parser, mark))
        return false;
    if (hw_ptx_is_name(parser) && !is_constant_name(parser))
        return true;
    parser->lexer = lexer;
    parser->token = token;
    return false;
}

static struct hw_ptx_operand *single(struct hw_ptx_parser *parser)
{
    struct hw_ptx_operand *operand = start_operand(parser, HW_PTX_OPERAND_NAME);
    if (hw_ptx_accept_sign(parser, "[")) {
        operand->kind = HW_PTX_OPERAND_ADDRESS;
        address(parser, operand);
        return operand;
    }
    operand->negated = mark_before_name(parser, "!");
    operand->is_minus = mark_before_name(parser, "-");
    if (hw_ptx_is_name(parser) && !is_constant_name(parser)) {
        named(parser, operand);
        return operand;
    }
    operand->kind = HW_PTX_OPERAND_IMMEDIATE;
    operand->constant = hw_ptx_parse_constant(parser);
    return operand;
}

struct hw_ptx_operand *hw_ptx_parse_operand(struct hw_ptx_parser *parser)
{
    struct hw_ptx_operand *operand = start_operand(parser, HW_PTX_OPERAND_VECTOR);
    if (++parser->expression_depth > HW_PTX_MAX_EXPRESSION_DEPTH)
        hw_ptx_fail(parser, operand->location, HW_ERR_RANGE,
                    "operands are nested too deep, expected at most %d", HW_PTX_MAX_EXPRESSION_DEPTH);
    if (hw_ptx_accept_sign(parser, "{"))
        items(parser, operand, "}");
    else
        operand = single(parser);
    if (hw_ptx_is_sign(parser, "|")) {
        struct hw_ptx_operand *pair = start_operand(parser, HW_PTX_OPERAND_PAIR);
        hw_ptx_advance(parser);
        pair->items = 2;
        pair->item = hw_arena_array(parser->arena, 2, sizeof(struct hw_ptx_operand *));
        pair->item[0] = operand;
        pair->item[1] = single(parser);
        operand = pair;
    }
    parser->expression_depth--;
    return operand;
}

static struct hw_ptx_word *dotted_word(struct hw_ptx_parser *parser)
{
    return hw_ptx_word(&parser->names, parser->token.text + 1, parser->token.length - 1, true);
}

/* The opcode: a word, and what follows it as long as that continues the name of one. */
static void name_of(struct hw_ptx_parser *parser, struct hw_ptx_insn *insn, const char *name,
                    struct hw_source_location location)
{
    const struct hw_ptx_word *word = hw_ptx_word(&parser->names, name, strlen(name), true);
    char longer[64];
    while (word->goes_on && parser->token.kind == HW_PTX_TOKEN_DOTTED) {
        snprintf(longer, sizeof longer, "%s%.*s", word->text, (int)parser->token.length, parser->token.text);
        const struct hw_ptx_word *next = hw_ptx_word(&parser->names, longer, strlen(longer), false);
        if (!next || !(next->op || next->goes_on))
            break;
        word = next;
        hw_ptx_advance(parser);
    }
    if (!word->op)
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "found %.60s, expected an instruction of PTX",
                    word->text);
    insn->op = (uint8_t)(word->op - 1);
}

/* What no target has is read over: its operands are none of ours. */
static void read_over(struct hw_ptx_parser *parser)
{
    while (!hw_ptx_is_sign(parser, ";") && parser->token.kind != HW_PTX_TOKEN_END)
        hw_ptx_advance(parser);
    hw_ptx_expect_sign(parser, ";");
}

/* The modifiers after a name; .const[3] is one. */
static void modifiers_of(struct hw_ptx_parser *parser, struct hw_ptx_insn *insn)
{
    while (parser->token.kind == HW_PTX_TOKEN_DOTTED) {
        const struct hw_ptx_word *word = dotted_word(parser);
        if (!word->modifier)
            hw_ptx_expected(parser, "a modifier of an instruction");
        if (insn->modifiers == HW_PTX_MAX_MODIFIERS)
            hw_ptx_expected(parser, "no modifier more");
        insn->modifier[insn->modifiers++] = word->modifier;
        hw_ptx_advance(parser);
        if (word->modifier == HW_PTX_MOD_CONST && hw_ptx_accept_sign(parser, "[")) {
            insn->bank = (uint8_t)hw_ptx_parse_integer(parser, 0, 10);
            hw_ptx_expect_sign(parser, "]");
        }
    }
}

/* An operand, or what stands in parentheses in a call. */
static struct hw_ptx_operand *operand_of(struct hw_ptx_parser *parser, const struct hw_ptx_insn *insn)
{
    if (insn->op != HW_PTX_CALL || !hw_ptx_is_sign(parser, "("))
        return hw_ptx_parse_operand(parser);
    struct hw_ptx_operand *group = start_operand(parser, HW_PTX_OPERAND_GROUP);
    hw_ptx_advance(parser);
    items(parser, group, ")");
    return group;
}

void hw_ptx_parse_insn(struct hw_ptx_parser *parser, struct hw_ptx_insn *insn, const char *name,
                       struct hw_source_location location)
{
    const size_t first = parser->operands;
    name_of(parser, insn, name, location);
    const struct hw_ptx_op_row *row = hw_ptx_op_row((enum hw_ptx_op)insn->op);
    if (*row->needs) {
        read_over(parser);
        return;
    }
    modifiers_of(parser, insn);
    if (!hw_ptx_is_sign(parser, ";"))
        do
            hw_ptx_gather(parser, operand_of(parser, insn), first);
        while (hw_ptx_accept_sign(parser, ","));
    insn->operand = hw_ptx_gathered(parser, first, &insn->operands);
    if (!hw_ptx_is_sign(parser, ";"))
        hw_ptx_expected(parser, ", or ;");
    if (insn->operands < row->least || insn->operands > row->most)
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "%s has %u operands, expected %u to %u", row->name,
                    insn->operands, row->least, row->most);
    hw_ptx_advance(parser);
}
