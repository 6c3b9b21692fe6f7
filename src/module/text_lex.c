/* SPDX-License-Identifier: MIT */
/* The lexer of text cubins gives tokens with the line and column of each for error messages. */
#include "module/text_lex.h"

#include <string.h>

void hw_lexer_start(struct lexer *lexer, const char *text, size_t length)
{
    *lexer = (struct lexer){.at = text, .end = text + length, .line_start = text, .line = 1};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Bytes above 0x7f may stand in names: they are whatever the source file's encoding made of them. */
static bool is_word(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte > ' ' && byte != 0x7f && c != '{' && c != '}';
}

static void skip_blanks(struct lexer *lexer)
{
    for (; lexer->at < lexer->end && is_blank(*lexer->at); lexer->at++) {
        if (*lexer->at == '\n') {
            lexer->line++;
            lexer->line_start = lexer->at + 1;
        }
    }
}

static struct token scan(struct lexer *lexer, bool equals_ends)
{
    skip_blanks(lexer);
    struct token token = {.kind = TOKEN_END, .text = lexer->at, .line = lexer->line};
    token.column = (unsigned)(lexer->at - lexer->line_start) + 1;
    if (lexer->at == lexer->end)
        return token;
    char c = *lexer->at;
    if (is_word(c) && !(equals_ends && c == '=')) {
        token.kind = TOKEN_WORD;
        while (lexer->at < lexer->end && is_word(*lexer->at) && !(equals_ends && *lexer->at == '='))
            lexer->at++;
    } else {
        token.kind = c == '{' ? TOKEN_OPEN : c == '}' ? TOKEN_CLOSE : c == '=' ? TOKEN_EQUALS : TOKEN_INVALID;
        lexer->at++;
    }
    token.length = (size_t)(lexer->at - token.text);
    return token;
}

struct token hw_lexer_next(struct lexer *lexer)
{
    return scan(lexer, true);
}

struct token hw_lexer_value(struct lexer *lexer)
{
    return scan(lexer, false);
}

bool hw_token_is(const struct token *token, const char *word)
{
    return token->kind == TOKEN_WORD && token->length == strlen(word) &&
           memcmp(token->text, word, token->length) == 0;
}

hw_status hw_token_locate(const struct token *token, hw_status status, struct hw_error *error)
{
    if (error) {
        error->line = token->line;
        error->column = token->column;
    }
    return status;
}

hw_status hw_token_fail(const struct token *token, struct hw_error *error, const char *expected)
{
    hw_status status = HW_ERR_SYNTAX;
    if (token->kind == TOKEN_END)
        status = hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "expected %s, found the end of the file",
                         expected);
    else if (token->kind == TOKEN_INVALID)
        hw_fail(error, status, HW_MODULE_ERROR, "expected %s, found the byte 0x%02x", expected,
                (unsigned char)token->text[0]);
    else
        hw_fail(error, status, HW_MODULE_ERROR, "expected %s, found \"%.*s\"", expected,
                token->length < 60 ? (int)token->length : 60, token->text);
    return hw_token_locate(token, status, error);
}
