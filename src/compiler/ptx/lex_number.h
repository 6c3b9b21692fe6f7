/* SPDX-License-Identifier: MIT */
/* Declares the lexing of numbers, and what the lexer shares with it. */
#ifndef HW_COMPILER_PTX_LEX_NUMBER_H
#define HW_COMPILER_PTX_LEX_NUMBER_H

#include "compiler/ptx/lex.h"

/* Read the number at token->text, which begins with a digit, before `end`: kind, length, bits. */
hw_status hw_ptx_lex_number(struct hw_ptx_token *token, const char *end, struct hw_error *error);

/* Whether a name continues with this character. */
bool hw_ptx_is_name_character(char character);

/* hw_fail with module "ptx" and the token's source location. */
hw_status hw_ptx_fail_at(const struct hw_ptx_token *token, struct hw_error *error, hw_status status,
                         const char *sentence);

#endif
