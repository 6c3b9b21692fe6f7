/* SPDX-License-Identifier: MIT */
/* This parser reads the blocks of a text cubin: "key = value" in any order, words, blocks inside, and unknown
 * members, which are kept as text with the number of known ones that stood before them. */
#include "module/text_block.h"

#include <stdlib.h>

static const char *const field_names[FIELD_COUNT] = {
    "name", "segname", "segnum", "offset", "bytes", "texunit", "lmem", "smem", "reg", "bar", NULL};

void hw_text_block_free(struct text_block *block)
{
    for (size_t i = 0; i < block->part_count; i++) {
        hw_text_block_free(block->parts[i]);
        free(block->parts[i]);
    }
    for (size_t i = 0; i < block->extras.count; i++)
        free(block->extras.list[i].text);
    free(block->extras.list);
    free(block->parts);
    free(block->words.bytes);
}

/* --- values ------------------------------------------------------------------------------------ */

hw_status hw_text_number(const struct token *token, uint32_t *number, struct hw_error *error)
{
    uint64_t value = 0;
    if (token->kind != TOKEN_WORD)
        return hw_token_fail(token, error, "a decimal number");
    for (size_t i = 0; i < token->length; i++) {
        if (token->text[i] < '0' || token->text[i] > '9')
            return hw_token_fail(token, error, "a decimal number");
        value = value * 10 + (uint64_t)(token->text[i] - '0');
        if (value > UINT32_MAX) {
            hw_fail(error, HW_ERR_RANGE, HW_MODULE_ERROR, "the number %.*s does not fit 32 bits",
                    token->length < 40 ? (int)token->length : 40, token->text);
            return hw_token_locate(token, HW_ERR_RANGE, error);
        }
    }
    *number = (uint32_t)value;
    return HW_OK;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "0x" and up to 8 digits; NVIDIA's tools print a zero word as ten zeros. */
static bool parse_word(const struct token *token, uint32_t *word)
{
    size_t i = 0;
    bool hex = token->length > 2 && token->text[0] == '0' && (token->text[1] | 0x20) == 'x';
    if (token->kind != TOKEN_WORD || token->length > 10)
        return false;
    *word = 0;
    for (i = hex ? 2 : 0; i < token->length; i++) {
        int digit = hex_digit(token->text[i]);
        if (digit < 0 || (!hex && digit != 0))
            return false;
        *word = *word << 4 | (uint32_t)digit;
    }
    return true;
}

static hw_status read_words(struct lexer *lexer, struct hw_buffer *words, struct hw_error *error)
{
    struct token token;
    while ((token = hw_lexer_next(lexer)).kind != TOKEN_CLOSE) {
        uint32_t word;
        if (!parse_word(&token, &word))
            return hw_token_fail(&token, error, "a word such as 0x10008001 or 0000000000, or }");
        hw_buffer_u32(words, word);
    }
    return words->failed ? hw_module_no_memory(error) : HW_OK;
}

/* --- blocks ------------------------------------------------------------------------------------ */

/* Past the brace that closes the one just read; *end is where it ends. */
static hw_status skip_block(struct lexer *lexer, const char **end, struct hw_error *error)
{
    for (size_t depth = 1; depth;) {
        struct token token = hw_lexer_next(lexer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_INVALID)
            return hw_token_fail(&token, error, "a closing brace");
        if (token.kind == TOKEN_OPEN)
            depth++;
        else if (token.kind == TOKEN_CLOSE)
            depth--;
    }
    *end = lexer->at;
    return HW_OK;
}

hw_status hw_text_skip_unknown(struct lexer *lexer, const struct token *key, const struct token *next,
                               size_t *length, struct hw_error *error)
{
    const char *end = NULL;
    hw_status status = HW_OK;
    if (next->kind == TOKEN_OPEN) {
        status = skip_block(lexer, &end, error);
    } else if (next->kind == TOKEN_EQUALS) {
        struct token value = hw_lexer_value(lexer);
        if (value.kind != TOKEN_WORD)
            return hw_token_fail(&value, error, "a value");
        end = lexer->at;
    } else {
        return hw_token_fail(next, error, "= or {");
    }
    if (!status)
        *length = (size_t)(end - key->text);
    return status;
}

static hw_status mark_seen(struct text_block *block, enum field field, const struct token *key,
                           struct hw_error *error)
{
    if (block->seen & FIELD_BIT(field)) {
        hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "%.*s stands twice in this %s block; expected it once",
                (int)key->length, key->text, block->kind->keyword);
        return hw_token_locate(key, HW_ERR_FORMAT, error);
    }
    block->seen |= FIELD_BIT(field);
    return HW_OK;
}

static hw_status read_field(struct lexer *lexer, struct text_block *block, enum field field,
                            const struct token *key, struct hw_error *error)
{
    hw_status status = mark_seen(block, field, key, error);
    if (status)
        return status;
    struct token value = block->text[field] = hw_lexer_value(lexer);
    if (value.kind != TOKEN_WORD)
        return hw_token_fail(&value, error, "a value");
    if (field == FIELD_SEGNAME)
        return hw_token_is(&value, block->kind->segname) ? HW_OK
                                                         : hw_token_fail(&value, error, block->kind->segname);
    return field == FIELD_NAME ? HW_OK : hw_text_number(&value, &block->number[field], error);
}

/* The field that `key` names in this kind of block, FIELD_COUNT where it is none. */
static enum field find_field(const struct text_kind *kind, const struct token *key)
{
    for (int field = 0; field < FIELD_WORDS; field++)
        if ((kind->allowed & FIELD_BIT(field)) && hw_token_is(key, field_names[field]))
            return (enum field)field;
    return FIELD_COUNT;
}

static hw_status read_part(struct lexer *lexer, struct text_block *block, const struct token *key,
                           struct hw_error *error)
{
    if (!hw_module_grow(&block->parts, block->part_count, sizeof block->parts[0]))
        return hw_module_no_memory(error);
    struct text_block *part = calloc(1, sizeof *part);
    if (!part)
        return hw_module_no_memory(error);
    block->parts[block->part_count++] = part;
    part->kind = block->kind->part;
    part->keyword = *key;
    return hw_text_block_read(lexer, part, error);
}

/* How many known members of a block were read: the position of an unknown one among them. */
static uint32_t members(const struct text_block *block)
{
    return (uint32_t)__builtin_popcount(block->seen) + (uint32_t)block->part_count;
}

static hw_status read_member(struct lexer *lexer, struct text_block *block, const struct token *key,
                             struct hw_error *error)
{
    struct token next = hw_lexer_next(lexer);
    enum field field = find_field(block->kind, key);
    if (next.kind == TOKEN_EQUALS && field != FIELD_COUNT)
        return read_field(lexer, block, field, key, error);
    if (next.kind == TOKEN_OPEN && block->kind->words && hw_token_is(key, block->kind->words)) {
        hw_status status = mark_seen(block, FIELD_WORDS, key, error);
        return status ? status : read_words(lexer, &block->words, error);
    }
    if (next.kind == TOKEN_OPEN && block->kind->part && hw_token_is(key, block->kind->part->keyword))
        return read_part(lexer, block, key, error);
    size_t length = 0;
    hw_status status = hw_text_skip_unknown(lexer, key, &next, &length, error);
    return status ? status : hw_extras_add(&block->extras, members(block), key->text, length, error);
}

hw_status hw_text_block_read(struct lexer *lexer, struct text_block *block, struct hw_error *error)
{
    struct token key;
    while ((key = hw_lexer_next(lexer)).kind != TOKEN_CLOSE) {
        if (key.kind != TOKEN_WORD)
            return hw_token_fail(&key, error, "a member of the block, or }");
        hw_status status = read_member(lexer, block, &key, error);
        if (status)
            return status;
    }
    uint32_t missing = block->kind->required & ~block->seen;
    if (!missing)
        return HW_OK;
    int field = __builtin_ctz(missing);
    hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "this %s block has no %s", block->kind->keyword,
            field == FIELD_WORDS ? block->kind->words : field_names[field]);
    return hw_token_locate(&block->keyword, HW_ERR_FORMAT, error);
}
