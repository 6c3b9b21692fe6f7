/* SPDX-License-Identifier: MIT */
/* The lexer splits PTX text into tokens: one pass, no memory but the caller's.
 *
 * Lines that begin with `#` come from a preprocessor and say where its text came from; like comments they
 * are white space.  `.file` and `.loc` are directives, which the parser of the module handles. */
#include "compiler/ptx/lex.h"

#include "compiler/ptx/lex_number.h"

#include <string.h>

void hw_ptx_lex_start(struct hw_ptx_lexer *lexer, const char *text, size_t length)
{
    *lexer = (struct hw_ptx_lexer){.next = text, .end = text + length, .line_start = text, .line = 1};
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* No digit, and one of the signs that begin a name. */
static bool begins_name(char character)
{
    return character == '%' || (hw_ptx_is_name_character(character) && !is_digit(character));
}

static bool is_at(const struct hw_ptx_lexer *lexer, const char *at, char first, char second)
{
    return lexer->end - at >= 2 && at[0] == first && at[1] == second;
}

static void advance_char(struct hw_ptx_lexer *lexer)
{
    if (*lexer->next++ == '\n') {
        lexer->line++;
        lexer->line_start = lexer->next;
    }
}

static void skip_line(struct hw_ptx_lexer *lexer)
{
    while (lexer->next < lexer->end && *lexer->next != '\n')
        lexer->next++;
}

static void location(const struct hw_ptx_lexer *lexer, struct hw_ptx_token *token)
{
    token->text = lexer->next;
    token->line = lexer->line;
    token->column = (unsigned)(lexer->next - lexer->line_start) + 1;
}

static hw_status skip_comment(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    location(lexer, token);
    for (lexer->next += 2; lexer->next < lexer->end; advance_char(lexer))
        if (is_at(lexer, lexer->next, '*', '/')) {
            lexer->next += 2;
            return HW_OK;
        }
    return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX, "a comment has no end, expected */");
}

/* Whether only white space stands before `next` in its line. */
static bool begins_line(const struct hw_ptx_lexer *lexer)
{
    const char *at = lexer->line_start;
    while (at < lexer->next && (*at == ' ' || *at == '\t'))
        at++;
    return at == lexer->next;
}

static hw_status skip_space(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    while (lexer->next < lexer->end) {
        if (*lexer->next && strchr(" \t\r\n\v\f", *lexer->next)) {
            advance_char(lexer);
        } else if (is_at(lexer, lexer->next, '/', '/') || (*lexer->next == '#' && begins_line(lexer))) {
            skip_line(lexer);
        } else if (is_at(lexer, lexer->next, '/', '*')) {
            hw_status status = skip_comment(lexer, token, error);
            if (status)
                return status;
        } else {
            break;
        }
    }
    return HW_OK;
}

static const char *word_end(const struct hw_ptx_lexer *lexer, const char *at)
{
    while (at < lexer->end && hw_ptx_is_name_character(*at))
        at++;
    return at;
}

/* The end of a dot's word: it may hold `::`, as .shared::cta and .L2::128B do. */
static const char *dotted_end(const struct hw_ptx_lexer *lexer)
{
    const char *at = word_end(lexer, lexer->next + 1);
    while (is_at(lexer, at, ':', ':') && word_end(lexer, at + 2) > at + 2)
        at = word_end(lexer, at + 2);
    return at;
}

static hw_status string(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    const char *at = lexer->next + 1;
    while (at < lexer->end && *at != '"' && *at != '\n')
        at += *at == '\\' && at + 1 < lexer->end && at[1] != '\n' ? 2 : 1;
    if (at >= lexer->end || *at != '"')
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX, "a string has no end in its line, expected \"");
    if (memchr(token->text, '\0', (size_t)(at - token->text)))
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX, "a string has a byte of 0 in it, expected text");
    token->kind = HW_PTX_TOKEN_STRING;
    token->length = (size_t)(at + 1 - token->text);
    return HW_OK;
}

static hw_status sign(const struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    static const char pairs[][2] = {{'<', '<'}, {'>', '>'}, {'<', '='}, {'>', '='},
                                    {'=', '='}, {'!', '='}, {'&', '&'}, {'|', '|'}};
    char first = *lexer->next;
    if (!first || !strchr("{}()[]<>,;:=+-*/%!~&|^?@", first))
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX, "a character that PTX does not use");
    token->kind = HW_PTX_TOKEN_SIGN;
    token->length = 1;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (is_at(lexer, lexer->next, pairs[i][0], pairs[i][1]))
            token->length = 2;
    return HW_OK;
}

static hw_status classify(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    char first = *lexer->next;
    if (is_digit(first))
        return hw_ptx_lex_number(token, lexer->end, error);
    if (first == '"')
        return string(lexer, token, error);
    const char *next = NULL;
    if (first == '.') {
        token->kind = HW_PTX_TOKEN_DOTTED;
        next = dotted_end(lexer);
        if (next == lexer->next + 1)
            return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX,
                                  "a dot stands alone, expected a word behind it");
    } else if (begins_name(first)) {
        token->kind = HW_PTX_TOKEN_NAME;
        next = word_end(lexer, lexer->next + 1);
        if (first == '%' && next == lexer->next + 1)
            next = NULL; /* the remainder of a division */
    }
    if (!next)
        return sign(lexer, token, error);
    token->length = (size_t)(next - token->text);
    return HW_OK;
}

hw_status hw_ptx_lex(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error)
{
    const char *before = lexer->next;
    *token = (struct hw_ptx_token){.kind = HW_PTX_TOKEN_END};
    hw_status status = skip_space(lexer, token, error);
    if (status)
        return status;
    location(lexer, token);
    token->spaced = lexer->next > before;
    if (lexer->next == lexer->end)
        return HW_OK;
    status = classify(lexer, token, error);
    if (!status)
        lexer->next += token->length;
    return status;
}
