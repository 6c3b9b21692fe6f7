/* SPDX-License-Identifier: MIT */
/* Constants and parameters at fixed addresses become literals of the translated code: specialisation on
 * constants, with a patch list.
 *
 * A later launch of the same kernel may have other values there; engine/launch/executable_reuse.c patches
 * them. */
#include "engine/translate/translate.h"

#include <stdlib.h>
#include <string.h>

static unsigned word_count(const struct hw_const_patch *patch)
{
    return patch->bytes <= 4 ? 1 : patch->bytes / 4u;
}

unsigned hw_const_patch_words(const struct hw_const_patch *patch, const uint8_t *from, uint32_t words[4])
{
    if (patch->bytes == 4) { /* the most common size */
        memcpy(words, from, 4);
        return 1;
    }
    words[0] = 0;
    memcpy(words, from, patch->bytes);
    if (patch->bytes == 1 && patch->flags & HW_OPERAND_SIGNED)
        words[0] = (uint32_t)(int32_t)(int8_t)words[0];
    if (patch->bytes == 2 && patch->flags & HW_OPERAND_SIGNED)
        words[0] = (uint32_t)(int32_t)(int16_t)words[0];
    return word_count(patch);
}

static uint32_t list_of(const struct hw_const_patch *patch)
{
    return (patch->offset / patch->bytes * 31 + patch->space * 7 + patch->bytes) % HW_CONST_PATCH_LISTS;
}

static bool is_same(const struct hw_const_patch *one, const struct hw_const_patch *other)
{
    return one->space == other->space && one->bytes == other->bytes && one->flags == other->flags &&
           one->offset == other->offset && one->fixed == other->fixed;
}

/* The patch that is recorded already; NULL: none. */
static const struct hw_const_patch *find_patch(const struct hw_translator *t,
                                               const struct hw_const_patch *patch)
{
    for (uint32_t at = t->patch_first[list_of(patch)]; at; at = t->patch_next[at - 1])
        if (is_same(&t->code->patch[at - 1], patch))
            return &t->code->patch[at - 1];
    return NULL;
}

static bool grow_patches(struct hw_translator *t)
{
    if (t->code->patch_count < t->patch_capacity)
        return true;
    const uint32_t wanted = t->patch_capacity ? t->patch_capacity * 2 : 64;
    struct hw_const_patch *patch = realloc(t->code->patch, wanted * sizeof *patch);
    if (patch)
        t->code->patch = patch;
    uint32_t *next = realloc(t->patch_next, wanted * sizeof *next);
    if (next)
        t->patch_next = next;
    if (!patch || !next)
        return false;
    t->patch_capacity = wanted;
    return true;
}

static void record_patch(struct hw_translator *t, const struct hw_const_patch *patch)
{
    if (!grow_patches(t)) {
        t->no_memory = true;
        return;
    }
    uint32_t *first = &t->patch_first[list_of(patch)];
    t->code->patch[t->code->patch_count] = *patch;
    t->patch_next[t->code->patch_count] = *first;
    *first = ++t->code->patch_count;
}

static struct hw_const_patch patch_of(const struct hw_operand *operand, unsigned space, uint32_t offset)
{
    return (struct hw_const_patch){.space = (uint8_t)space,
                                   .bytes = (uint8_t)operand->bytes,
                                   .flags = (uint8_t)(operand->flags & HW_OPERAND_SIGNED),
                                   .offset = offset};
}

uint16_t hw_const_patch_register(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                                 uint32_t offset, const uint8_t *from)
{
    struct hw_const_patch patch = patch_of(operand, space, offset);
    const struct hw_const_patch *recorded = find_patch(t, &patch);
    uint32_t words[4];

    if (recorded)
        return (uint16_t)(t->program->numbering.literal + recorded->literal);
    patch.literal = t->program->literal_count;
    const uint16_t reg = hw_changing_registers(t, words, hw_const_patch_words(&patch, from, words));
    record_patch(t, &patch);
    return reg;
}

void hw_const_patch_fixed(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                          uint32_t offset, uint32_t value)
{
    struct hw_const_patch patch = patch_of(operand, space, offset);

    patch.fixed = true;
    patch.flags = 0;
    patch.literal = value;
    if (!find_patch(t, &patch))
        record_patch(t, &patch);
}

/* Whether the code names a word that the launch writes to a bank. */
static bool reads_word(const struct hw_translator *t, uint32_t location)
{
    bool found = false;

    for (uint32_t i = 0; location != HW_NOT_IN_BANK && i < t->code->patch_count; i++) {
        const struct hw_const_patch *patch = &t->code->patch[i];
        found |= patch->space == location >> 16 && patch->offset < (location & 0xffff) + 4 &&
                 (location & 0xffff) < patch->offset + patch->bytes;
    }
    return found;
}

void hw_const_patch_mark(struct hw_translator *t)
{
    const struct hw_bank_layout *layout = t->kernel_abi->bank_layout;
    struct hw_program *program = t->program;

    program->reads_grid_id |= layout && reads_word(t, layout->grid_id);
    program->names_reserved =
        layout && (reads_word(t, layout->reserved_groups) || reads_word(t, layout->reserved_end));

    program->literal_changes = calloc(program->literal_count + 1, sizeof *program->literal_changes);
    if (!program->literal_changes) {
        t->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < t->code->patch_count; i++) {
        const struct hw_const_patch *patch = &t->code->patch[i];
        for (unsigned word = 0; !patch->fixed && word < word_count(patch); word++)
            program->literal_changes[patch->literal + word] = true;
    }
}
