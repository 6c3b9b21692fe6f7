/* SPDX-License-Identifier: MIT */
/* Constants and parameters that stand at fixed places are literals of the translated code.  The next launch
 * of the same kernel mostly has other values there and nothing else that the code depends on: then the
 * literals get the new values and the code stays. */
#include "engine/launch/launch_facts.h"
#include "engine/translate/translate.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What a launch must agree in to use code again, except the values at fixed places. */
struct hw_code_key {
    size_t fact_bytes, code_bytes;
    uint8_t data[]; /* the facts, then the code */
};

/* --- values --- */

/* The words of an operand, of which there are so many. */
static unsigned words_of(const struct hw_known *known, const uint8_t *from, uint32_t words[4])
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
    return known->bytes <= 4 ? 1 : known->bytes / 4u;
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
    const uint16_t reg = hw_changing_registers(t, words, words_of(&known, from, words));
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

/* --- the next launch --- */

static void count_fact(void *context, const void *fact, size_t bytes)
{
    (void)fact;
    *(size_t *)context += bytes;
}

static void write_fact(void *context, const void *fact, size_t bytes)
{
    uint8_t **to = context;

    memcpy(*to, fact, bytes);
    *to += bytes;
}

struct comparison {
    const uint8_t *with;
    bool same;
};

static void compare_fact(void *context, const void *fact, size_t bytes)
{
    struct comparison *comparison = context;

    comparison->same = comparison->same && memcmp(comparison->with, fact, bytes) == 0;
    comparison->with += bytes;
}

static struct hw_code_key *make_key(const struct hw_launch *launch)
{
    size_t bytes = 0;

    hw_launch_facts(launch, HW_FACTS_OF_CODE, count_fact, &bytes);
    struct hw_code_key *key = malloc(sizeof *key + bytes + launch->code.bytes);
    if (!key)
        return NULL;
    key->fact_bytes = bytes;
    key->code_bytes = launch->code.bytes;
    uint8_t *to = key->data;
    hw_launch_facts(launch, HW_FACTS_OF_CODE, write_fact, &to);
    memcpy(to, launch->code.data, launch->code.bytes);
    return key;
}

static uint64_t next_version(void)
{
    static _Atomic uint64_t versions;

    return atomic_fetch_add(&versions, 1) + 1;
}

void hw_code_keep(struct hw_code *code, const struct hw_launch *launch)
{
    code->program.version = next_version();
    code->key = make_key(launch);
}

static bool is_for(const struct hw_code *code, const struct hw_launch *launch)
{
    const struct hw_code_key *key = code->key;

    if (!key || key->code_bytes != launch->code.bytes)
        return false;
    struct comparison comparison = {key->data, true};
    hw_launch_facts(launch, HW_FACTS_OF_CODE, compare_fact, &comparison);
    return comparison.same && memcmp(key->data + key->fact_bytes, launch->code.data, key->code_bytes) == 0;
}

/* Where the value of a known place is now. */
static const uint8_t *value_of(const struct hw_known *known, const struct hw_launch *launch,
                               const uint16_t header[8])
{
    return known->space == HW_KNOWN_SHARED ? hw_shared_start(launch, header, known->offset, known->bytes)
                                           : (const uint8_t *)launch->bank[known->space].data + known->offset;
}

/* Whether what the code was made for is still so. */
static bool keeps_fixed(const struct hw_code *code, const struct hw_launch *launch, const uint16_t header[8])
{
    uint32_t words[4];

    for (uint32_t i = 0; i < code->known_count; i++) {
        const struct hw_known *known = &code->known[i];
        if (!known->fixed)
            continue;
        words_of(known, value_of(known, launch, header), words);
        if (words[0] != known->literal)
            return false;
    }
    return true;
}

/* Whether the literals have changed. */
static bool set_literals(struct hw_code *code, const struct hw_launch *launch, const uint16_t header[8])
{
    uint32_t words[4];
    bool changed = false;

    for (uint32_t i = 0; i < code->known_count; i++) {
        const struct hw_known *known = &code->known[i];
        if (known->fixed)
            continue;
        const unsigned count = words_of(known, value_of(known, launch, header), words);
        changed |= memcmp(&code->program.literal[known->literal], words, count * sizeof *words) != 0;
        memcpy(&code->program.literal[known->literal], words, count * sizeof *words);
    }
    return changed;
}

bool hw_code_renew(struct hw_code *code, const struct hw_launch *launch)
{
    uint16_t header[8];

    if (!is_for(code, launch))
        return false;
    hw_shared_header(launch, (uint32_t[3]){0}, header);
    if (!keeps_fixed(code, launch, header))
        return false;
    if (set_literals(code, launch, header))
        code->program.version = next_version();
    return true;
}
