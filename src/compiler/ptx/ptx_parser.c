/* SPDX-License-Identifier: MIT */
/* Implements the parser's basics, tokens and errors with their source locations: see ptx_parser.h. */
#include "compiler/ptx/ptx_parser.h"

#include <stdio.h>
#include <string.h>

#define SHOWN 40 /* characters of a token that an error quotes */

void hw_ptx_advance(struct hw_ptx_parser *parser)
{
    parser->status = hw_ptx_lex(&parser->lexer, &parser->token, parser->error);
    if (parser->status)
        longjmp(parser->failed, 1);
}

void hw_ptx_fail(struct hw_ptx_parser *parser, struct hw_source_location location, hw_status status,
                 const char *format, ...)
{
    char sentence[sizeof parser->error->text];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    parser->status = hw_fail(parser->error, status, "ptx", "%s", sentence);
    if (parser->error) {
        parser->error->line = location.line;
        parser->error->column = location.column;
    }
    longjmp(parser->failed, 1);
}

void hw_ptx_expected(struct hw_ptx_parser *parser, const char *what)
{
    const struct hw_ptx_token *token = &parser->token;
    int length = token->length < SHOWN ? (int)token->length : SHOWN;
    if (token->kind == HW_PTX_TOKEN_END)
        hw_ptx_fail(parser, hw_ptx_here(parser), HW_ERR_SYNTAX, "the text ends, expected %s", what);
    hw_ptx_fail(parser, hw_ptx_here(parser), HW_ERR_SYNTAX, "found %.*s, expected %s", length, token->text,
                what);
}

struct hw_source_location hw_ptx_here(const struct hw_ptx_parser *parser)
{
    return (struct hw_source_location){parser->token.line, parser->token.column};
}

/* Whether the token's text from `skipped` characters on is this one. */
static bool is_text(const struct hw_ptx_token *token, size_t skipped, const char *text)
{
    return token->length == skipped + strlen(text) && !memcmp(token->text + skipped, text, strlen(text));
}

bool hw_ptx_is_sign(const struct hw_ptx_parser *parser, const char *sign)
{
    return parser->token.kind == HW_PTX_TOKEN_SIGN && is_text(&parser->token, 0, sign);
}

bool hw_ptx_is_dotted(const struct hw_ptx_parser *parser, const char *word)
{
    return parser->token.kind == HW_PTX_TOKEN_DOTTED && is_text(&parser->token, 1, word);
}

bool hw_ptx_is_name(const struct hw_ptx_parser *parser)
{
    return parser->token.kind == HW_PTX_TOKEN_NAME;
}

bool hw_ptx_accept_sign(struct hw_ptx_parser *parser, const char *sign)
{
    bool is = hw_ptx_is_sign(parser, sign);
    if (is)
        hw_ptx_advance(parser);
    return is;
}

bool hw_ptx_accept_dotted(struct hw_ptx_parser *parser, const char *word)
{
    bool is = hw_ptx_is_dotted(parser, word);
    if (is)
        hw_ptx_advance(parser);
    return is;
}

void hw_ptx_expect_sign(struct hw_ptx_parser *parser, const char *sign)
{
    if (!hw_ptx_accept_sign(parser, sign))
        hw_ptx_expected(parser, sign);
}

const struct hw_ptx_word *hw_ptx_parse_word(struct hw_ptx_parser *parser)
{
    const struct hw_ptx_token *token = &parser->token;
    size_t skipped = token->kind == HW_PTX_TOKEN_DOTTED;
    const struct hw_ptx_word *word =
        hw_ptx_word(&parser->names, token->text + skipped, token->length - skipped, true);
    hw_ptx_advance(parser);
    return word;
}

const char *hw_ptx_parse_text(struct hw_ptx_parser *parser)
{
    return hw_ptx_parse_word(parser)->text;
}

const char *hw_ptx_expect_name(struct hw_ptx_parser *parser, const char *what)
{
    if (!hw_ptx_is_name(parser))
        hw_ptx_expected(parser, what);
    return hw_ptx_parse_text(parser);
}

const char *hw_ptx_expect_string(struct hw_ptx_parser *parser)
{
    if (parser->token.kind != HW_PTX_TOKEN_STRING)
        hw_ptx_expected(parser, "a string");
    return hw_ptx_parse_text(parser);
}

enum hw_ptx_type hw_ptx_type_here(const struct hw_ptx_parser *parser)
{
    for (enum hw_ptx_type type = 1; type < HW_PTX_TYPE_COUNT; type++)
        if (hw_ptx_is_dotted(parser, hw_ptx_type_name(type)))
            return type;
    return HW_PTX_TYPE_NONE;
}

enum hw_ptx_space hw_ptx_space_here(const struct hw_ptx_parser *parser)
{
    for (enum hw_ptx_space space = 1; space < HW_PTX_SPACE_COUNT; space++)
        if (hw_ptx_is_dotted(parser, hw_ptx_space_name(space)))
            return space;
    return HW_PTX_SPACE_NONE;
}

struct hw_ptx_statement *hw_ptx_add_statement(struct hw_ptx_parser *parser, enum hw_ptx_statement_kind kind,
                                              struct hw_source_location location)
{
    parser->statement = hw_arena_grow(parser->arena, parser->statement, parser->statements,
                                      &parser->statement_capacity, sizeof *parser->statement);
    struct hw_ptx_statement *statement = &parser->statement[parser->statements++];
    *statement = (struct hw_ptx_statement){.kind = kind, .location = location};
    return statement;
}

void hw_ptx_end_scope(struct hw_ptx_parser *parser, struct hw_ptx_scope *scope, size_t first)
{
    scope->count = parser->statements - first;
    scope->statement = hw_arena_array(parser->arena, scope->count, sizeof *scope->statement);
    if (scope->count)
        memcpy(scope->statement, parser->statement + first, scope->count * sizeof *scope->statement);
    parser->statements = first;
}

void hw_ptx_gather(struct hw_ptx_parser *parser, struct hw_ptx_operand *operand, size_t first)
{
    if (parser->operands - first == HW_PTX_MAX_ITEMS)
        hw_ptx_fail(parser, operand->location, HW_ERR_RANGE, "a list is too long, expected at most %d",
                    HW_PTX_MAX_ITEMS);
    parser->operand = hw_arena_grow(parser->arena, parser->operand, parser->operands,
                                    &parser->operand_capacity, sizeof(struct hw_ptx_operand *));
    parser->operand[parser->operands++] = operand;
}

struct hw_ptx_operand **hw_ptx_gathered(struct hw_ptx_parser *parser, size_t first, uint32_t *count)
{
    *count = (uint32_t)(parser->operands - first);
    struct hw_ptx_operand **list = hw_arena_array(parser->arena, *count, sizeof(struct hw_ptx_operand *));
    if (*count)
        memcpy(list, parser->operand + first, *count * sizeof(struct hw_ptx_operand *));
    parser->operands = first;
    return list;
}
