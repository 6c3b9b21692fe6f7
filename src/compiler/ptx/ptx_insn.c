/* SPDX-License-Identifier: MIT */
/* Instructions of PTX: the name with its modifiers, checked against the rows of ptx_ops.h, and operands. */
#include "compiler/ptx/ptx_reader.h"

#include <stdio.h>
#include <string.h>

/* A list up to its end. */
static void items(struct hw_ptx_reader *reader, struct hw_ptx_operand *list, const char *end)
{
    const size_t first = reader->operands;

    if (hw_ptx_take_sign(reader, end))
        return;
    do
        hw_ptx_gather(reader, hw_ptx_read_operand(reader), first);
    while (hw_ptx_take_sign(reader, ","));
    hw_ptx_need_sign(reader, end);
    list->item = hw_ptx_gathered(reader, first, &list->items);
}

static struct hw_ptx_operand *start(struct hw_ptx_reader *reader, enum hw_ptx_operand_kind kind)
{
    struct hw_ptx_operand *made = hw_arena_take(reader->arena, sizeof *made);
    made->kind = (uint8_t)kind;
    made->place = hw_ptx_here(reader);
    return made;
}

/* An integer behind a name: + 4, - 4. */
static void offset(struct hw_ptx_reader *reader, struct hw_ptx_operand *operand)
{
    if (hw_ptx_is_sign(reader, "+") || hw_ptx_is_sign(reader, "-")) {
        hw_ptx_take_sign(reader, "+");
        operand->constant.bits = hw_ptx_read_integer(reader, 0, UINT64_MAX);
    }
}

static void named(struct hw_ptx_reader *reader, struct hw_ptx_operand *operand)
{
    const struct hw_ptx_word *word = hw_ptx_take_word(reader);
    if (word->is_special) {
        operand->kind = HW_PTX_OPERAND_SPECIAL;
        operand->word = word->text;
    } else if (!strcmp(word->text, "_")) {
        operand->kind = HW_PTX_OPERAND_SINK;
    } else {
        hw_ptx_resolve(reader, &operand->name, word->text, operand->place);
    }
    if (reader->token.kind == HW_PTX_TOKEN_DOTTED)
        operand->part = hw_ptx_take_text(reader);
    if (operand->kind != HW_PTX_OPERAND_NAME)
        return;
    operand->is_element = hw_ptx_take_sign(reader, "[");
    if (operand->is_element) {
        operand->constant.bits = hw_ptx_read_integer(reader, 0, UINT64_MAX);
        hw_ptx_need_sign(reader, "]");
    } else {
        offset(reader, operand);
    }
}

static bool is_constant_name(const struct hw_ptx_reader *reader)
{
    return reader->token.length == 7 && !memcmp(reader->token.text, "WARP_SZ", 7);
}

static void address(struct hw_ptx_reader *reader, struct hw_ptx_operand *operand)
{
    if (hw_ptx_is_name(reader) && !is_constant_name(reader)) {
        struct hw_ptx_place place = hw_ptx_here(reader);
        hw_ptx_resolve_now(reader, &operand->name, hw_ptx_take_text(reader), place);
        offset(reader, operand);
    } else {
        operand->constant.bits = hw_ptx_read_integer(reader, 0, UINT64_MAX);
    }
    const size_t first = reader->operands;
    while (hw_ptx_take_sign(reader, ","))
        hw_ptx_gather(reader, hw_ptx_read_operand(reader), first);
    hw_ptx_need_sign(reader, "]");
    operand->item = hw_ptx_gathered(reader, first, &operand->items);
}

/* ! or - before a name; before a constant it belongs to that. */
static bool mark_before_name(struct hw_ptx_reader *reader, const char *mark)
{
    const struct hw_ptx_lexer lexer = reader->lexer;
    const struct hw_ptx_token token = reader->token;

    if (!hw_ptx_take_sign(reader, mark))
        return false;
    if (hw_ptx_is_name(reader) && !is_constant_name(reader))
        return true;
    reader->lexer = lexer;
    reader->token = token;
    return false;
}

static struct hw_ptx_operand *single(struct hw_ptx_reader *reader)
{
    struct hw_ptx_operand *operand = start(reader, HW_PTX_OPERAND_NAME);
    if (hw_ptx_take_sign(reader, "[")) {
        operand->kind = HW_PTX_OPERAND_ADDRESS;
        address(reader, operand);
        return operand;
    }
    operand->negated = mark_before_name(reader, "!");
    operand->is_minus = mark_before_name(reader, "-");
    if (hw_ptx_is_name(reader) && !is_constant_name(reader)) {
        named(reader, operand);
        return operand;
    }
    operand->kind = HW_PTX_OPERAND_IMMEDIATE;
    operand->constant = hw_ptx_read_constant(reader);
    return operand;
}

struct hw_ptx_operand *hw_ptx_read_operand(struct hw_ptx_reader *reader)
{
    struct hw_ptx_operand *operand = start(reader, HW_PTX_OPERAND_VECTOR);
    if (++reader->expression_depth > HW_PTX_MOST_EXPRESSION_DEPTH)
        hw_ptx_fail(reader, operand->place, HW_ERR_RANGE, "operands are nested too deep, expected at most %d",
                    HW_PTX_MOST_EXPRESSION_DEPTH);
    if (hw_ptx_take_sign(reader, "{"))
        items(reader, operand, "}");
    else
        operand = single(reader);
    if (hw_ptx_is_sign(reader, "|")) {
        struct hw_ptx_operand *pair = start(reader, HW_PTX_OPERAND_PAIR);
        hw_ptx_advance(reader);
        pair->items = 2;
        pair->item = hw_arena_array(reader->arena, 2, sizeof(struct hw_ptx_operand *));
        pair->item[0] = operand;
        pair->item[1] = single(reader);
        operand = pair;
    }
    reader->expression_depth--;
    return operand;
}

static struct hw_ptx_word *dotted_word(struct hw_ptx_reader *reader)
{
    return hw_ptx_word(&reader->names, reader->token.text + 1, reader->token.length - 1, true);
}

/* The operation: a word, and what follows it as long as the name of one goes on so. */
static void name_of(struct hw_ptx_reader *reader, struct hw_ptx_insn *insn, const char *name,
                    struct hw_ptx_place place)
{
    const struct hw_ptx_word *word = hw_ptx_word(&reader->names, name, strlen(name), true);
    char longer[64];
    while (word->goes_on && reader->token.kind == HW_PTX_TOKEN_DOTTED) {
        snprintf(longer, sizeof longer, "%s%.*s", word->text, (int)reader->token.length, reader->token.text);
        const struct hw_ptx_word *next = hw_ptx_word(&reader->names, longer, strlen(longer), false);
        if (!next || !(next->op || next->goes_on))
            break;
        word = next;
        hw_ptx_advance(reader);
    }
    if (!word->op)
        hw_ptx_fail(reader, place, HW_ERR_SYNTAX, "found %.60s, expected an instruction of PTX", word->text);
    insn->op = (uint8_t)(word->op - 1);
}

/* What no target has is read over: its operands are none of ours. */
static void read_over(struct hw_ptx_reader *reader)
{
    while (!hw_ptx_is_sign(reader, ";") && reader->token.kind != HW_PTX_TOKEN_END)
        hw_ptx_advance(reader);
    hw_ptx_need_sign(reader, ";");
}

/* The words behind a name; .const[3] is one. */
static void modifiers_of(struct hw_ptx_reader *reader, struct hw_ptx_insn *insn)
{
    while (reader->token.kind == HW_PTX_TOKEN_DOTTED) {
        const struct hw_ptx_word *word = dotted_word(reader);
        if (!word->modifier)
            hw_ptx_expected(reader, "a modifier of an instruction");
        if (insn->modifiers == HW_PTX_MOST_MODIFIERS)
            hw_ptx_expected(reader, "no modifier more");
        insn->modifier[insn->modifiers++] = word->modifier;
        hw_ptx_advance(reader);
        if (word->modifier == HW_PTX_MOD_CONST && hw_ptx_take_sign(reader, "[")) {
            insn->bank = (uint8_t)hw_ptx_read_integer(reader, 0, 10);
            hw_ptx_need_sign(reader, "]");
        }
    }
}

/* An operand, or what stands in parentheses in a call. */
static struct hw_ptx_operand *operand_of(struct hw_ptx_reader *reader, const struct hw_ptx_insn *insn)
{
    if (insn->op != HW_PTX_CALL || !hw_ptx_is_sign(reader, "("))
        return hw_ptx_read_operand(reader);
    struct hw_ptx_operand *group = start(reader, HW_PTX_OPERAND_GROUP);
    hw_ptx_advance(reader);
    items(reader, group, ")");
    return group;
}

void hw_ptx_read_insn(struct hw_ptx_reader *reader, struct hw_ptx_insn *insn, const char *name,
                      struct hw_ptx_place place)
{
    const size_t first = reader->operands;
    name_of(reader, insn, name, place);
    const struct hw_ptx_op_row *row = hw_ptx_op_row((enum hw_ptx_op)insn->op);
    if (*row->needs) {
        read_over(reader);
        return;
    }
    modifiers_of(reader, insn);
    if (!hw_ptx_is_sign(reader, ";"))
        do
            hw_ptx_gather(reader, operand_of(reader, insn), first);
        while (hw_ptx_take_sign(reader, ","));
    insn->operand = hw_ptx_gathered(reader, first, &insn->operands);
    if (!hw_ptx_is_sign(reader, ";"))
        hw_ptx_expected(reader, ", or ;");
    if (insn->operands < row->least || insn->operands > row->most)
        hw_ptx_fail(reader, place, HW_ERR_SYNTAX, "%s has %u operands, expected %u to %u", row->name,
                    insn->operands, row->least, row->most);
    hw_ptx_advance(reader);
}
