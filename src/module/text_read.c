/* SPDX-License-Identifier: MIT */
/* This parser reads text cubins, the containers of CUDA 1.x and 2.x.
 *
 *     file   := { word "{" value "}" | block }              architecture, abiversion, modname
 *     block  := word "{" { word "=" value | words | block } "}"
 *     words  := ("mem" | "bincode") "{" { "0x" hex | "0000000000" } "}"
 *
 * This file reads the top level.  A block is first read into a struct text_block, with its members in any
 * order (text_block.c).  Then text_items.c checks it for its kind and makes a declaration of it.  Layout is
 * free on reading, though only NVIDIA's own layout is written back byte for byte.  Grammar: all text cubins
 * published with decuda. */
#include "module/text_block.h"

#include <stdlib.h>

/* One block of the top level, its opening brace being read. */
static hw_status read_top_block(struct lexer *lexer, struct hw_module *module, const struct text_kind *kind,
                                const struct token *keyword, struct hw_error *error)
{
    struct text_block block = {.kind = kind, .keyword = *keyword};
    hw_status status = hw_text_block_read(lexer, &block, error);
    if (!status) {
        status = kind->finish(module, &block, error);
        if (status && error && !error->line)
            hw_token_locate(keyword, status, error);
    }
    hw_text_block_free(&block);
    return status;
}

/* The value of "{value}" as a string for the caller to free, and its position; blanks inside belong to it. */
static hw_status read_scalar(struct lexer *lexer, struct token *at, char **value, struct hw_error *error)
{
    *at = hw_lexer_value(lexer);
    struct token last = *at, token = *at;
    for (; token.kind == TOKEN_WORD && token.line == at->line; token = hw_lexer_value(lexer))
        last = token;
    if (at->kind != TOKEN_WORD)
        return hw_token_fail(at, error, "a value in braces");
    if (token.kind != TOKEN_CLOSE)
        return hw_token_fail(&token, error, "a closing brace");
    at->length = (size_t)(last.text + last.length - at->text);
    *value = hw_module_copy_text(at->text, at->length);
    return *value ? HW_OK : hw_module_no_memory(error);
}

enum scalar { SCALAR_ARCHITECTURE, SCALAR_ABIVERSION, SCALAR_MODNAME, SCALAR_COUNT };
static const char *const scalar_names[SCALAR_COUNT] = {"architecture", "abiversion", "modname"};

static hw_status set_scalar(struct hw_module **module, enum scalar scalar, const struct token *at,
                            const char *value, struct hw_error *error)
{
    hw_status status;
    if (scalar == SCALAR_ARCHITECTURE)
        status = hw_module_create(value, 0, module, error);
    else if (scalar == SCALAR_ABIVERSION)
        status = hw_text_number(at, &(*module)->abi_version, error);
    else
        status = hw_module_set_name(*module, value, error);
    return status ? hw_token_locate(at, status, error) : HW_OK;
}

static hw_status read_top_scalar(struct lexer *lexer, struct hw_module **module, enum scalar scalar,
                                 const struct token *keyword, uint32_t *seen, struct hw_error *error)
{
    struct token at;
    char *value = NULL;
    if (*seen & (1u << scalar)) {
        hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "%s stands twice in this file; expected it once",
                scalar_names[scalar]);
        return hw_token_locate(keyword, HW_ERR_FORMAT, error);
    }
    *seen |= (1u << scalar);
    hw_status status = read_scalar(lexer, &at, &value, error);
    if (!status)
        status = set_scalar(module, scalar, &at, value, error);
    free(value);
    return status;
}

/* One scalar, block or unknown part of the top level. */
static hw_status read_top(struct lexer *lexer, struct hw_module **module, const struct token *keyword,
                          uint32_t *seen, struct hw_error *error)
{
    if (!*module && !hw_token_is(keyword, scalar_names[SCALAR_ARCHITECTURE]))
        return hw_token_fail(keyword, error, "a text cubin's first word, architecture");
    struct token next = hw_lexer_next(lexer);
    if (next.kind == TOKEN_OPEN) {
        for (int i = 0; i < SCALAR_COUNT; i++)
            if (hw_token_is(keyword, scalar_names[i]))
                return read_top_scalar(lexer, module, (enum scalar)i, keyword, seen, error);
        const struct text_kind *kind = hw_text_find_kind(keyword);
        if (kind)
            return read_top_block(lexer, *module, kind, keyword, error);
    } else if (!*module) {
        return hw_token_fail(&next, error, "{");
    }
    size_t length = 0;
    hw_status status = hw_text_skip_unknown(lexer, keyword, &next, &length, error);
    return status ? status : hw_module_add_extra(*module, keyword->text, length, error);
}

hw_status hw_cubin_text_read(const char *text, size_t length, struct hw_module **module,
                             struct hw_error *error)
{
    struct lexer lexer;
    struct token token;
    uint32_t seen = 0;
    hw_status status = HW_OK;
    *module = NULL;
    hw_lexer_start(&lexer, text, length);
    while (!status && (token = hw_lexer_next(&lexer)).kind != TOKEN_END) {
        if (token.kind == TOKEN_WORD)
            status = read_top(&lexer, module, &token, &seen, error);
        else
            status = hw_token_fail(&token, error, "a block or the end of the file");
    }
    for (int i = SCALAR_ARCHITECTURE; !status && i <= SCALAR_ABIVERSION; i++) {
        if (seen & (1u << i))
            continue;
        status = hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "the text cubin ends without its %s",
                         scalar_names[i]);
        hw_token_locate(&token, status, error);
    }
    if (!status && !hw_module_is_tesla(*module))
        status =
            hw_fail(error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                    "the text cubin is for %s; that container is known for sm_1x only", (*module)->target);
    if (status) {
        hw_module_free(*module);
        *module = NULL;
    }
    return status;
}
