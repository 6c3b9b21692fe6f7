/* SPDX-License-Identifier: MIT */
/* See ptx_reader.h: tokens, and errors at their places. */
#include "compiler/ptx/ptx_reader.h"

#include <stdio.h>
#include <string.h>

#define SHOWN 40 /* characters of a token that an error quotes */

void hw_ptx_advance(struct hw_ptx_reader *reader)
{
    reader->status = hw_ptx_lex(&reader->lexer, &reader->token, reader->error);
    if (reader->status)
        longjmp(reader->failed, 1);
}

void hw_ptx_fail(struct hw_ptx_reader *reader, struct hw_ptx_place place, hw_status status,
                 const char *format, ...)
{
    char sentence[sizeof reader->error->text];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    reader->status = hw_fail(reader->error, status, "ptx", "%s", sentence);
    if (reader->error) {
        reader->error->line = place.line;
        reader->error->column = place.column;
    }
    longjmp(reader->failed, 1);
}

void hw_ptx_expected(struct hw_ptx_reader *reader, const char *what)
{
    const struct hw_ptx_token *token = &reader->token;
    int length = token->length < SHOWN ? (int)token->length : SHOWN;
    if (token->kind == HW_PTX_TOKEN_END)
        hw_ptx_fail(reader, hw_ptx_here(reader), HW_ERR_SYNTAX, "the text ends, expected %s", what);
    hw_ptx_fail(reader, hw_ptx_here(reader), HW_ERR_SYNTAX, "found %.*s, expected %s", length, token->text,
                what);
}

struct hw_ptx_place hw_ptx_here(const struct hw_ptx_reader *reader)
{
    return (struct hw_ptx_place){reader->token.line, reader->token.column};
}

/* Whether the token's text from `skipped` characters on is this one. */
static bool is_text(const struct hw_ptx_token *token, size_t skipped, const char *text)
{
    return token->length == skipped + strlen(text) && !memcmp(token->text + skipped, text, strlen(text));
}

bool hw_ptx_is_sign(const struct hw_ptx_reader *reader, const char *sign)
{
    return reader->token.kind == HW_PTX_TOKEN_SIGN && is_text(&reader->token, 0, sign);
}

bool hw_ptx_is_dotted(const struct hw_ptx_reader *reader, const char *word)
{
    return reader->token.kind == HW_PTX_TOKEN_DOTTED && is_text(&reader->token, 1, word);
}

bool hw_ptx_is_name(const struct hw_ptx_reader *reader)
{
    return reader->token.kind == HW_PTX_TOKEN_NAME;
}

bool hw_ptx_take_sign(struct hw_ptx_reader *reader, const char *sign)
{
    bool is = hw_ptx_is_sign(reader, sign);
    if (is)
        hw_ptx_advance(reader);
    return is;
}

bool hw_ptx_take_dotted(struct hw_ptx_reader *reader, const char *word)
{
    bool is = hw_ptx_is_dotted(reader, word);
    if (is)
        hw_ptx_advance(reader);
    return is;
}

void hw_ptx_need_sign(struct hw_ptx_reader *reader, const char *sign)
{
    if (!hw_ptx_take_sign(reader, sign))
        hw_ptx_expected(reader, sign);
}

const struct hw_ptx_word *hw_ptx_take_word(struct hw_ptx_reader *reader)
{
    const struct hw_ptx_token *token = &reader->token;
    size_t skipped = token->kind == HW_PTX_TOKEN_DOTTED;
    const struct hw_ptx_word *word =
        hw_ptx_word(&reader->names, token->text + skipped, token->length - skipped, true);
    hw_ptx_advance(reader);
    return word;
}

const char *hw_ptx_take_text(struct hw_ptx_reader *reader)
{
    return hw_ptx_take_word(reader)->text;
}

const char *hw_ptx_need_name(struct hw_ptx_reader *reader, const char *what)
{
    if (!hw_ptx_is_name(reader))
        hw_ptx_expected(reader, what);
    return hw_ptx_take_text(reader);
}

const char *hw_ptx_need_string(struct hw_ptx_reader *reader)
{
    if (reader->token.kind != HW_PTX_TOKEN_STRING)
        hw_ptx_expected(reader, "a string");
    return hw_ptx_take_text(reader);
}

enum hw_ptx_type hw_ptx_type_here(const struct hw_ptx_reader *reader)
{
    for (enum hw_ptx_type type = 1; type < HW_PTX_TYPE_COUNT; type++)
        if (hw_ptx_is_dotted(reader, hw_ptx_type_name(type)))
            return type;
    return HW_PTX_TYPE_NONE;
}

enum hw_ptx_space hw_ptx_space_here(const struct hw_ptx_reader *reader)
{
    for (enum hw_ptx_space space = 1; space < HW_PTX_SPACE_COUNT; space++)
        if (hw_ptx_is_dotted(reader, hw_ptx_space_name(space)))
            return space;
    return HW_PTX_SPACE_NONE;
}

struct hw_ptx_statement *hw_ptx_add_statement(struct hw_ptx_reader *reader, enum hw_ptx_statement_kind kind,
                                              struct hw_ptx_place place)
{
    reader->statement = hw_arena_grow(reader->arena, reader->statement, reader->statements,
                                      &reader->statement_room, sizeof *reader->statement);
    struct hw_ptx_statement *statement = &reader->statement[reader->statements++];
    *statement = (struct hw_ptx_statement){.kind = kind, .place = place};
    return statement;
}

void hw_ptx_end_scope(struct hw_ptx_reader *reader, struct hw_ptx_scope *scope, size_t first)
{
    scope->count = reader->statements - first;
    scope->statement = hw_arena_array(reader->arena, scope->count, sizeof *scope->statement);
    if (scope->count)
        memcpy(scope->statement, reader->statement + first, scope->count * sizeof *scope->statement);
    reader->statements = first;
}

void hw_ptx_gather(struct hw_ptx_reader *reader, struct hw_ptx_operand *operand, size_t first)
{
    if (reader->operands - first == HW_PTX_MOST_ITEMS)
        hw_ptx_fail(reader, operand->place, HW_ERR_RANGE, "a list is too long, expected at most %d",
                    HW_PTX_MOST_ITEMS);
    reader->operand = hw_arena_grow(reader->arena, reader->operand, reader->operands, &reader->operand_room,
                                    sizeof(struct hw_ptx_operand *));
    reader->operand[reader->operands++] = operand;
}

struct hw_ptx_operand **hw_ptx_gathered(struct hw_ptx_reader *reader, size_t first, uint32_t *count)
{
    *count = (uint32_t)(reader->operands - first);
    struct hw_ptx_operand **list = hw_arena_array(reader->arena, *count, sizeof(struct hw_ptx_operand *));
    if (*count)
        memcpy(list, reader->operand + first, *count * sizeof(struct hw_ptx_operand *));
    reader->operands = first;
    return list;
}
