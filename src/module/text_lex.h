/* SPDX-License-Identifier: MIT */
/* Tokens of a text cubin are words, braces and equals signs between blanks. */
#ifndef HW_MODULE_TEXT_LEX_H
#define HW_MODULE_TEXT_LEX_H

#include "module/module_internal.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_EQUALS, TOKEN_INVALID };

struct token {
    enum token_kind kind;
    const char *text; /* not terminated */
    size_t length;
    unsigned line, column;
};

struct lexer {
    const char *at, *end;
    const char *line_start;
    unsigned line;
};

void hw_lexer_start(struct lexer *lexer, const char *text, size_t length);

/* The next token; TOKEN_INVALID is a control character that must not occur in text. */
struct token hw_lexer_next(struct lexer *lexer);

/* A value, which runs to the next blank or brace, equals signs included; TOKEN_WORD or what stands there. */
struct token hw_lexer_value(struct lexer *lexer);

bool hw_token_is(const struct token *token, const char *word);

/* Fail at a token: "<expected>, found <the token>", with its line and column. */
hw_status hw_token_fail(const struct token *token, struct hw_error *error, const char *expected);

/* Move an error that was made elsewhere to the position of a token. */
hw_status hw_token_locate(const struct token *token, hw_status status, struct hw_error *error);

#endif
