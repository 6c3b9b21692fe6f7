/* SPDX-License-Identifier: MIT */
/* The lexer of PTX returns one token at a time.
 *
 * The grammar of PTX depends on dots: `.entry` is a directive, `.s32` a type, `.x` a part of a vector, `.1d`
 * and `.m8n8k4` modifiers that begin with anything.  So a dot and the word after it are one token, whatever
 * the word is, and the parser decides by context.  Tokens point into the text, which has to outlive them. */
#ifndef HW_COMPILER_PTX_LEX_H
#define HW_COMPILER_PTX_LEX_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>

enum hw_ptx_token_kind {
    HW_PTX_TOKEN_END,
    HW_PTX_TOKEN_NAME,    /* add, %r1, $L1, _ */
    HW_PTX_TOKEN_DOTTED,  /* .s32, .2d, .shared::cta: the text begins with the dot */
    HW_PTX_TOKEN_INTEGER, /* its value in `bits` */
    HW_PTX_TOKEN_SINGLE,  /* 0f3F800000: the pattern in `bits` */
    HW_PTX_TOKEN_DOUBLE,  /* 0d3FF0000000000000: the pattern in `bits` */
    HW_PTX_TOKEN_DECIMAL, /* 1.5e3: the text alone */
    HW_PTX_TOKEN_STRING,  /* with its quotes */
    HW_PTX_TOKEN_SIGN     /* one or two characters of punctuation */
};

struct hw_ptx_token {
    enum hw_ptx_token_kind kind;
    bool is_unsigned; /* an integer with a suffix U */
    bool spaced;      /* white space or a comment stands before it */
    const char *text;
    size_t length;
    uint64_t bits;
    unsigned line, column; /* from 1; columns count bytes */
};

struct hw_ptx_lexer {
    const char *next, *end;
    const char *line_start;
    unsigned line;
};

void hw_ptx_lex_start(struct hw_ptx_lexer *lexer, const char *text, size_t length);

/* The next token; at the end of the text HW_PTX_TOKEN_END, each time again.  Errors: HW_ERR_SYNTAX with line
 * and column, HW_ERR_RANGE for an integer above 64 bits. */
hw_status hw_ptx_lex(struct hw_ptx_lexer *lexer, struct hw_ptx_token *token, struct hw_error *error);

#endif
