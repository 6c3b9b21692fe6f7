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

const char *hw_ptx_take_text(struct hw_ptx_reader *reader)
{
    const struct hw_ptx_token *token = &reader->token;
    size_t skipped = token->kind == HW_PTX_TOKEN_DOTTED;
    const char *text =
        hw_ptx_word(&reader->names, token->text + skipped, token->length - skipped, true)->text;
    hw_ptx_advance(reader);
    return text;
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

struct hw_ptx_statement *hw_ptx_add_statement(struct hw_ptx_reader *reader, struct hw_ptx_scope *scope,
                                              enum hw_ptx_statement_kind kind, struct hw_ptx_place place)
{
    scope->statement =
        hw_arena_grow(reader->arena, scope->statement, scope->count, &scope->room, sizeof *scope->statement);
    struct hw_ptx_statement *statement = &scope->statement[scope->count++];
    *statement = (struct hw_ptx_statement){.kind = kind, .place = place};
    return statement;
}
