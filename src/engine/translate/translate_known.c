/* SPDX-License-Identifier: MIT */
/* Constants and parameters at fixed places, noted as they become literals of the translated code.
 *
 * A later launch of the same kernel may have other values there; engine/launch/renew.c puts them in. */
#include "engine/translate/translate.h"

#include <stdlib.h>
#include <string.h>

static unsigned word_count(const struct hw_known *known)
{
    return known->bytes <= 4 ? 1 : known->bytes / 4u;
}

unsigned hw_known_words(const struct hw_known *known, const uint8_t *from, uint32_t words[4])
{
    if (known->bytes == 4) { /* nearly all */
        memcpy(words, from, 4);
        return 1;
    }
    words[0] = 0;
    memcpy(words, from, known->bytes);
    if (known->bytes == 1 && known->flags & HW_OPERAND_SIGNED)
        words[0] = (uint32_t)(int32_t)(int8_t)words[0];
    if (known->bytes == 2 && known->flags & HW_OPERAND_SIGNED)
        words[0] = (uint32_t)(int32_t)(int16_t)words[0];
    return word_count(known);
}

static uint32_t list_of(const struct hw_known *known)
{
    return (known->offset / known->bytes * 31 + known->space * 7 + known->bytes) % HW_KNOWN_LISTS;
}

static bool is_same(const struct hw_known *one, const struct hw_known *other)
{
    return one->space == other->space && one->bytes == other->bytes && one->flags == other->flags &&
           one->offset == other->offset && one->fixed == other->fixed;
}

/* One that is noted already; NULL: none. */
static const struct hw_known *find(const struct hw_translator *t, const struct hw_known *known)
{
    for (uint32_t at = t->known_first[list_of(known)]; at; at = t->known_next[at - 1])
        if (is_same(&t->code->known[at - 1], known))
            return &t->code->known[at - 1];
    return NULL;
}

static bool has_room(struct hw_translator *t)
{
    if (t->code->known_count < t->known_capacity)
        return true;
    const uint32_t wanted = t->known_capacity ? t->known_capacity * 2 : 64;
    struct hw_known *known = realloc(t->code->known, wanted * sizeof *known);
    if (known)
        t->code->known = known;
    uint32_t *next = realloc(t->known_next, wanted * sizeof *next);
    if (next)
        t->known_next = next;
    if (!known || !next)
        return false;
    t->known_capacity = wanted;
    return true;
}

static void note(struct hw_translator *t, const struct hw_known *known)
{
    if (!has_room(t)) {
        t->no_memory = true;
        return;
    }
    uint32_t *first = &t->known_first[list_of(known)];
    t->code->known[t->code->known_count] = *known;
    t->known_next[t->code->known_count] = *first;
    *first = ++t->code->known_count;
}

static struct hw_known known_of(const struct hw_operand *operand, unsigned space, uint32_t offset)
{
    return (struct hw_known){.space = (uint8_t)space,
                             .bytes = (uint8_t)operand->bytes,
                             .flags = (uint8_t)(operand->flags & HW_OPERAND_SIGNED),
                             .offset = offset};
}

uint16_t hw_known_register(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                           uint32_t offset, const uint8_t *from)
{
    struct hw_known known = known_of(operand, space, offset);
    const struct hw_known *noted = find(t, &known);
    uint32_t words[4];

    if (noted)
        return (uint16_t)(t->program->numbering.literal + noted->literal);
    known.literal = t->program->literal_count;
    const uint16_t reg = hw_changing_registers(t, words, hw_known_words(&known, from, words));
    note(t, &known);
    return reg;
}

void hw_known_fixed(struct hw_translator *t, const struct hw_operand *operand, unsigned space,
                    uint32_t offset, uint32_t value)
{
    struct hw_known known = known_of(operand, space, offset);

    known.fixed = true;
    known.flags = 0;
    known.literal = value;
    if (!find(t, &known))
        note(t, &known);
}

/* Whether the code names a word that the launch puts into a bank. */
static bool names(const struct hw_translator *t, uint32_t place)
{
    bool found = false;

    for (uint32_t i = 0; place != HW_NO_PLACE && i < t->code->known_count; i++) {
        const struct hw_known *known = &t->code->known[i];
        found |= known->space == place >> 16 && known->offset < (place & 0xffff) + 4 &&
                 (place & 0xffff) < known->offset + known->bytes;
    }
    return found;
}

void hw_known_mark(struct hw_translator *t)
{
    const struct hw_const_places *places = t->convention->places;
    struct hw_program *program = t->program;

    program->reads_grid_id |= places && names(t, places->grid_id);
    program->names_reserved = places && (names(t, places->reserved_groups) || names(t, places->reserved_end));

    program->literal_changes = calloc(program->literal_count + 1, sizeof *program->literal_changes);
    if (!program->literal_changes) {
        t->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < t->code->known_count; i++) {
        const struct hw_known *known = &t->code->known[i];
        for (unsigned word = 0; !known->fixed && word < word_count(known); word++)
            program->literal_changes[known->literal + word] = true;
    }
}
