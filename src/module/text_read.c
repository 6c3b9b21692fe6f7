/* Reading text cubins, the containers of CUDA 1.x and 2.x.
 *
 *     file   := { word "{" value "}" | block }              architecture, abiversion, modname
 *     block  := word "{" { word "=" value | words | block } "}"
 *     words  := ("mem" | "bincode") "{" { "0x" hex | "0000000000" } "}"
 *
 * A block is first read into a struct block, whatever its kind and the order of its members; then its
 * kind's finish function checks that all is there and adds it to the module.  Layout is free on
 * reading, though only NVIDIA's own layout is written back byte for byte.  Members and blocks that are
 * unknown are kept as text.  Grammar: all text cubins published with decuda. */
#include "module/text_lex.h"

#include <stdlib.h>
#include <string.h>

enum field {
    FIELD_NAME, FIELD_SEGNAME, FIELD_SEGNUM, FIELD_OFFSET, FIELD_BYTES, FIELD_TEXUNIT,
    FIELD_LMEM, FIELD_SMEM, FIELD_REG, FIELD_BAR, FIELD_WORDS, FIELD_COUNT
};
#define BIT(field) (1u << (field))
#define SEGMENT_FIELDS (BIT(FIELD_SEGNAME) | BIT(FIELD_SEGNUM) | BIT(FIELD_OFFSET) | BIT(FIELD_BYTES))

static const char *const field_names[FIELD_COUNT] = {
    "name", "segname", "segnum", "offset", "bytes", "texunit", "lmem", "smem", "reg", "bar", NULL
};

struct block;

struct kind {
    const char *keyword;
    const char *words;          /* keyword of the block of words inside, or NULL */
    const char *segname;        /* what segname must say, or NULL */
    uint32_t allowed, required; /* fields, as BIT(FIELD_...) */
    hw_status (*finish)(struct hw_module *module, struct block *block, struct hw_error *error);
};

/* A block as it was read. */
struct block {
    const struct kind *kind;
    struct token keyword;
    uint32_t seen;
    struct token text[FIELD_COUNT];     /* the value of each field seen */
    uint32_t number[FIELD_COUNT];
    struct hw_buffer words;
    struct block **parts;               /* const blocks inside a code block */
    size_t part_count;
    struct hw_extras extras;
};

static hw_status finish_consts(struct hw_module *, struct block *, struct hw_error *);
static hw_status finish_reloc(struct hw_module *, struct block *, struct hw_error *);
static hw_status finish_sampler(struct hw_module *, struct block *, struct hw_error *);
static hw_status finish_code(struct hw_module *, struct block *, struct hw_error *);

#define CODE_FIELDS (BIT(FIELD_NAME) | BIT(FIELD_LMEM) | BIT(FIELD_SMEM) | BIT(FIELD_REG) | BIT(FIELD_BAR) | \
                     BIT(FIELD_WORDS))
static const struct kind top_kinds[] = {
    { "consts", "mem", "const", BIT(FIELD_NAME) | SEGMENT_FIELDS | BIT(FIELD_WORDS), SEGMENT_FIELDS,
      finish_consts },
    { "reloc", NULL, "reloc", BIT(FIELD_NAME) | SEGMENT_FIELDS, BIT(FIELD_NAME) | SEGMENT_FIELDS, finish_reloc },
    { "sampler", NULL, NULL, BIT(FIELD_NAME) | BIT(FIELD_TEXUNIT), BIT(FIELD_NAME) | BIT(FIELD_TEXUNIT),
      finish_sampler },
    { "code", "bincode", NULL, CODE_FIELDS, CODE_FIELDS, finish_code },
};
/* Inside a code block; code_part has no finish of its own: finish_code takes it in. */
static const struct kind code_part = {
    "const", "mem", "const", BIT(FIELD_NAME) | SEGMENT_FIELDS | BIT(FIELD_WORDS), SEGMENT_FIELDS, NULL
};

static void free_block(struct block *block)
{
    for (size_t i = 0; i < block->part_count; i++) {
        free_block(block->parts[i]);
        free(block->parts[i]);
    }
    for (size_t i = 0; i < block->extras.count; i++)
        free(block->extras.list[i].text);
    free(block->extras.list);
    free(block->parts);
    free(block->words.bytes);
}

/* --- values ------------------------------------------------------------------------------------ */

static hw_status parse_number(const struct token *token, uint32_t *number, struct hw_error *error)
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
        if (token.kind == TOKEN_END || token.kind == TOKEN_BAD)
            return hw_token_fail(&token, error, "a closing brace");
        if (token.kind == TOKEN_OPEN)
            depth++;
        else if (token.kind == TOKEN_CLOSE)
            depth--;
    }
    *end = lexer->at;
    return HW_OK;
}

/* The extent of an unknown member whose key and following token are read: "key = value" or "key { ... }". */
static hw_status skip_unknown(struct lexer *lexer, const struct token *key, const struct token *next,
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

static hw_status mark_seen(struct block *block, enum field field, const struct token *key, struct hw_error *error)
{
    if (block->seen & BIT(field)) {
        hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "%.*s stands twice in this %s block; expected it once",
                (int)key->length, key->text, block->kind->keyword);
        return hw_token_locate(key, HW_ERR_FORMAT, error);
    }
    block->seen |= BIT(field);
    return HW_OK;
}

static hw_status read_field(struct lexer *lexer, struct block *block, enum field field, const struct token *key,
                            struct hw_error *error)
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
    return field == FIELD_NAME ? HW_OK : parse_number(&value, &block->number[field], error);
}

/* The field that `key` names in this kind of block, FIELD_COUNT where it is none. */
static enum field find_field(const struct kind *kind, const struct token *key)
{
    for (int field = 0; field < FIELD_WORDS; field++)
        if ((kind->allowed & BIT(field)) && hw_token_is(key, field_names[field]))
            return (enum field)field;
    return FIELD_COUNT;
}

static hw_status read_block(struct lexer *lexer, struct block *block, struct hw_error *error);

static hw_status read_part(struct lexer *lexer, struct block *block, const struct token *key,
                           struct hw_error *error)
{
    if (!hw_module_grow(&block->parts, block->part_count, sizeof block->parts[0]))
        return hw_module_no_memory(error);
    struct block *part = calloc(1, sizeof *part);
    if (!part)
        return hw_module_no_memory(error);
    block->parts[block->part_count++] = part;
    part->kind = &code_part;
    part->keyword = *key;
    return read_block(lexer, part, error);
}

/* How many known members of a block were read: the place of an unknown one among them. */
static uint32_t members(const struct block *block)
{
    return (uint32_t)__builtin_popcount(block->seen) + (uint32_t)block->part_count;
}

static hw_status read_member(struct lexer *lexer, struct block *block, const struct token *key,
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
    if (next.kind == TOKEN_OPEN && block->kind->finish == finish_code && hw_token_is(key, code_part.keyword))
        return read_part(lexer, block, key, error);
    size_t length = 0;
    hw_status status = skip_unknown(lexer, key, &next, &length, error);
    return status ? status : hw_extras_add(&block->extras, members(block), key->text, length, error);
}

/* The inside of a block, after its opening brace, up to and with its closing brace. */
static hw_status read_block(struct lexer *lexer, struct block *block, struct hw_error *error)
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

/* --- from blocks to the module ----------------------------------------------------------------- */

/* The block's name as a string that the caller frees; *name is NULL where it has none. */
static hw_status take_name(const struct block *block, char **name, struct hw_error *error)
{
    *name = NULL;
    if (block->seen & BIT(FIELD_NAME)) {
        *name = hw_module_copy_text(block->text[FIELD_NAME].text, block->text[FIELD_NAME].length);
        if (!*name)
            return hw_module_no_memory(error);
    }
    return HW_OK;
}

/* Initial words; a const block without a mem block has none, which is not the same as none of length 0. */
static const void *words_of(const struct block *block)
{
    static const uint8_t nothing[1];
    if (!(block->seen & BIT(FIELD_WORDS)))
        return NULL;
    return block->words.bytes ? block->words.bytes : nothing;
}

static void take_extras(struct block *block, struct hw_extras *extras)
{
    *extras = block->extras;
    block->extras = (struct hw_extras){ 0 };
}

static hw_status finish_consts(struct hw_module *module, struct block *block, struct hw_error *error)
{
    char *name;
    struct hw_const *piece = NULL;
    const uint32_t *number = block->number;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status = hw_module_add_const(module, name, number[FIELD_SEGNUM], number[FIELD_OFFSET], number[FIELD_BYTES],
                                     words_of(block), block->words.length, &piece, error);
    if (!status)
        take_extras(block, &piece->extras);
    free(name);
    return status;
}

static hw_status finish_reloc(struct hw_module *module, struct block *block, struct hw_error *error)
{
    char *name;
    struct hw_reloc *reloc = NULL;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status = hw_module_add_reloc(module, name, block->number[FIELD_SEGNUM], block->number[FIELD_OFFSET],
                                     block->number[FIELD_BYTES], &reloc, error);
    if (!status)
        take_extras(block, &reloc->extras);
    free(name);
    return status;
}

static hw_status finish_sampler(struct hw_module *module, struct block *block, struct hw_error *error)
{
    char *name;
    struct hw_sampler *sampler = NULL;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status = hw_module_add_sampler(module, name, block->number[FIELD_TEXUNIT], &sampler, error);
    if (!status)
        take_extras(block, &sampler->extras);
    free(name);
    return status;
}

static hw_status finish_part(struct hw_kernel *kernel, struct block *part, struct hw_error *error)
{
    struct hw_const *piece = NULL;
    const uint32_t *number = part->number;
    hw_status status = hw_kernel_add_const(kernel, number[FIELD_SEGNUM], number[FIELD_OFFSET], number[FIELD_BYTES],
                                           words_of(part), part->words.length, &piece, error);
    if (!status)
        status = take_name(part, &piece->name, error);
    if (status)
        return hw_token_locate(&part->keyword, status, error);
    take_extras(part, &piece->extras);
    return HW_OK;
}

static hw_status finish_code(struct hw_module *module, struct block *block, struct hw_error *error)
{
    char *name;
    struct hw_kernel *kernel = NULL;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status = hw_module_add_kernel(module, name, &kernel, error);
    free(name);
    if (!status)
        status = hw_kernel_set_code(kernel, block->words.bytes, block->words.length, error);
    if (status)
        return hw_token_locate(&block->keyword, status, error);
    kernel->local_bytes = block->number[FIELD_LMEM];
    kernel->shared_bytes = block->number[FIELD_SMEM];
    kernel->registers = block->number[FIELD_REG];
    kernel->barriers = block->number[FIELD_BAR];
    take_extras(block, &kernel->extras);
    for (size_t i = 0; !status && i < block->part_count; i++)
        status = finish_part(kernel, block->parts[i], error);
    return status;
}

/* --- the file ---------------------------------------------------------------------------------- */

/* One block of the top level, its opening brace being read. */
static hw_status read_top_block(struct lexer *lexer, struct hw_module *module, const struct kind *kind,
                                const struct token *keyword, struct hw_error *error)
{
    struct block block = { .kind = kind, .keyword = *keyword };
    hw_status status = read_block(lexer, &block, error);
    if (!status) {
        status = kind->finish(module, &block, error);
        if (status && error && !error->line)
            hw_token_locate(keyword, status, error);
    }
    free_block(&block);
    return status;
}

/* The value of "{value}" as a string for the caller to free, and its place; blanks inside belong to it. */
static hw_status read_scalar(struct lexer *lexer, struct token *place, char **value, struct hw_error *error)
{
    *place = hw_lexer_value(lexer);
    struct token last = *place, token = *place;
    for (; token.kind == TOKEN_WORD && token.line == place->line; token = hw_lexer_value(lexer))
        last = token;
    if (place->kind != TOKEN_WORD)
        return hw_token_fail(place, error, "a value in braces");
    if (token.kind != TOKEN_CLOSE)
        return hw_token_fail(&token, error, "a closing brace");
    place->length = (size_t)(last.text + last.length - place->text);
    *value = hw_module_copy_text(place->text, place->length);
    return *value ? HW_OK : hw_module_no_memory(error);
}

enum scalar { SCALAR_ARCHITECTURE, SCALAR_ABIVERSION, SCALAR_MODNAME, SCALAR_COUNT };
static const char *const scalar_names[SCALAR_COUNT] = { "architecture", "abiversion", "modname" };

static hw_status set_scalar(struct hw_module **module, enum scalar scalar, const struct token *place,
                            const char *value, struct hw_error *error)
{
    hw_status status;
    if (scalar == SCALAR_ARCHITECTURE)
        status = hw_module_create(value, 0, module, error);
    else if (scalar == SCALAR_ABIVERSION)
        status = parse_number(place, &(*module)->abi_version, error);
    else
        status = hw_module_set_name(*module, value, error);
    return status ? hw_token_locate(place, status, error) : HW_OK;
}

static hw_status read_top_scalar(struct lexer *lexer, struct hw_module **module, enum scalar scalar,
                                 const struct token *keyword, uint32_t *seen, struct hw_error *error)
{
    struct token place;
    char *value = NULL;
    if (*seen & BIT(scalar)) {
        hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "%s stands twice in this file; expected it once",
                scalar_names[scalar]);
        return hw_token_locate(keyword, HW_ERR_FORMAT, error);
    }
    *seen |= BIT(scalar);
    hw_status status = read_scalar(lexer, &place, &value, error);
    if (!status)
        status = set_scalar(module, scalar, &place, value, error);
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
        for (size_t i = 0; i < sizeof top_kinds / sizeof top_kinds[0]; i++)
            if (hw_token_is(keyword, top_kinds[i].keyword))
                return read_top_block(lexer, *module, &top_kinds[i], keyword, error);
    } else if (!*module) {
        return hw_token_fail(&next, error, "{");
    }
    size_t length = 0;
    hw_status status = skip_unknown(lexer, keyword, &next, &length, error);
    return status ? status : hw_module_add_extra(*module, keyword->text, length, error);
}

hw_status hw_cubin_text_read(const char *text, size_t length, struct hw_module **module, struct hw_error *error)
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
        if (seen & BIT(i))
            continue;
        status = hw_fail(error, HW_ERR_FORMAT, HW_MODULE_ERROR, "the text cubin ends without its %s",
                         scalar_names[i]);
        hw_token_locate(&token, status, error);
    }
    if (status) {
        hw_module_free(*module);
        *module = NULL;
    }
    return status;
}
