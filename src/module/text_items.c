/* SPDX-License-Identifier: MIT */
/* This file makes declarations of a module from the blocks of a text cubin: one for each kind of block. */
#include "module/text_block.h"

#include <stdlib.h>

/* The block's name as a string that the caller frees; *name is NULL where it has none. */
static hw_status take_name(const struct text_block *block, char **name, struct hw_error *error)
{
    *name = NULL;
    if (block->seen & FIELD_BIT(FIELD_NAME)) {
        *name = hw_module_copy_text(block->text[FIELD_NAME].text, block->text[FIELD_NAME].length);
        if (!*name)
            return hw_module_no_memory(error);
    }
    return HW_OK;
}

/* Initial words; a const block without a mem block has none, which is not the same as none of length 0. */
static const void *words_of(const struct text_block *block)
{
    static const uint8_t nothing[1];
    if (!(block->seen & FIELD_BIT(FIELD_WORDS)))
        return NULL;
    return block->words.bytes ? block->words.bytes : nothing;
}

static void take_extras(struct text_block *block, struct hw_extras *extras)
{
    *extras = block->extras;
    block->extras = (struct hw_extras){0};
}

static hw_status finish_consts(struct hw_module *module, struct text_block *block, struct hw_error *error)
{
    char *name;
    struct hw_const *piece = NULL;
    const uint32_t *number = block->number;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status =
            hw_module_add_const(module, name, number[FIELD_SEGNUM], number[FIELD_OFFSET], number[FIELD_BYTES],
                                words_of(block), block->words.length, &piece, error);
    if (!status)
        take_extras(block, &piece->extras);
    free(name);
    return status;
}

static hw_status finish_variable(struct hw_module *module, struct text_block *block, struct hw_error *error)
{
    char *name;
    struct hw_variable *variable = NULL;
    hw_status status = take_name(block, &name, error);
    if (!status)
        status =
            hw_module_add_variable(module, name, block->number[FIELD_SEGNUM], block->number[FIELD_OFFSET],
                                   block->number[FIELD_BYTES], &variable, error);
    if (!status)
        take_extras(block, &variable->extras);
    free(name);
    return status;
}

static hw_status finish_sampler(struct hw_module *module, struct text_block *block, struct hw_error *error)
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

static hw_status finish_part(struct hw_kernel *kernel, struct text_block *part, struct hw_error *error)
{
    struct hw_const *piece = NULL;
    const uint32_t *number = part->number;
    hw_status status =
        hw_kernel_add_const(kernel, number[FIELD_SEGNUM], number[FIELD_OFFSET], number[FIELD_BYTES],
                            words_of(part), part->words.length, &piece, error);
    if (!status)
        status = take_name(part, &piece->name, error);
    if (status)
        return hw_token_locate(&part->keyword, status, error);
    take_extras(part, &piece->extras);
    return HW_OK;
}

static hw_status finish_code(struct hw_module *module, struct text_block *block, struct hw_error *error)
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

#define NAME    FIELD_BIT(FIELD_NAME)
#define WORDS   FIELD_BIT(FIELD_WORDS)
#define TEXUNIT FIELD_BIT(FIELD_TEXUNIT)
#define SEGMENT \
    (FIELD_BIT(FIELD_SEGNAME) | FIELD_BIT(FIELD_SEGNUM) | FIELD_BIT(FIELD_OFFSET) | FIELD_BIT(FIELD_BYTES))
#define RESOURCES \
    (FIELD_BIT(FIELD_LMEM) | FIELD_BIT(FIELD_SMEM) | FIELD_BIT(FIELD_REG) | FIELD_BIT(FIELD_BAR))

/* Inside a code block; finish_code takes it in. */
static const struct text_kind part_kind = {
    .keyword = "const",
    .words = "mem",
    .segname = "const",
    .allowed = NAME | SEGMENT | WORDS,
    .required = SEGMENT,
};

static const struct text_kind kinds[] = {
    {.keyword = "consts",
     .words = "mem",
     .segname = "const",
     .allowed = NAME | SEGMENT | WORDS,
     .required = SEGMENT,
     .finish = finish_consts},
    {.keyword = "reloc",
     .segname = "reloc",
     .allowed = NAME | SEGMENT,
     .required = NAME | SEGMENT,
     .finish = finish_variable},
    {.keyword = "sampler", .allowed = NAME | TEXUNIT, .required = NAME | TEXUNIT, .finish = finish_sampler},
    {.keyword = "code",
     .words = "bincode",
     .part = &part_kind,
     .allowed = NAME | RESOURCES | WORDS,
     .required = NAME | RESOURCES | WORDS,
     .finish = finish_code},
};

const struct text_kind *hw_text_find_kind(const struct token *keyword)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (hw_token_is(keyword, kinds[i].keyword))
            return &kinds[i];
    return NULL;
}
