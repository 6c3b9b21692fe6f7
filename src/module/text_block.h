/* SPDX-License-Identifier: MIT */
/* This structure is a parsed block of a text cubin, before it becomes a declaration of the module. */
#ifndef HW_MODULE_TEXT_BLOCK_H
#define HW_MODULE_TEXT_BLOCK_H

#include "module/text_lex.h"

enum field {
    FIELD_NAME,
    FIELD_SEGNAME,
    FIELD_SEGNUM,
    FIELD_OFFSET,
    FIELD_BYTES,
    FIELD_TEXUNIT,
    FIELD_LMEM,
    FIELD_SMEM,
    FIELD_REG,
    FIELD_BAR,
    FIELD_WORDS,
    FIELD_COUNT
};
#define FIELD_BIT(field) (1u << (field))

struct text_block;

/* A kind of block: what may and must stand in it. */
struct text_kind {
    const char *keyword;
    const char *words;            /* keyword of the block of words inside, or NULL */
    const char *segname;          /* what segname must say, or NULL */
    const struct text_kind *part; /* the kind of block that may stand inside, any number of times, or NULL */
    uint32_t allowed, required;   /* fields, as FIELD_BIT(...) */
    hw_status (*finish)(struct hw_module *module, struct text_block *block, struct hw_error *error);
};

struct text_block {
    const struct text_kind *kind;
    struct token keyword;
    uint32_t seen;                  /* fields, as FIELD_BIT(...) */
    struct token text[FIELD_COUNT]; /* the value of each field seen */
    uint32_t number[FIELD_COUNT];
    struct hw_buffer words;
    struct text_block **parts;
    size_t part_count;
    struct hw_extras extras;
};

/* The kind of top-level block that a keyword begins, or NULL. */
const struct text_kind *hw_text_find_kind(const struct token *keyword);

/* Read the inside of a block, after its opening brace, up to and with its closing brace.  The block's kind
 * and keyword are set before; hw_text_block_free frees what it holds, also after a failure. */
hw_status hw_text_block_read(struct lexer *lexer, struct text_block *block, struct hw_error *error);
void hw_text_block_free(struct text_block *block);

/* The decimal number that a token is. */
hw_status hw_text_number(const struct token *token, uint32_t *number, struct hw_error *error);

/* The extent of an unknown member whose key and following token are read: "key = value" or "key { ... }". */
hw_status hw_text_skip_unknown(struct lexer *lexer, const struct token *key, const struct token *next,
                               size_t *length, struct hw_error *error);

#endif
