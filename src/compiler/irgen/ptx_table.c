/* SPDX-License-Identifier: MIT */
/* Looks up PTX instructions in the table: see ptx_table.h.  Rows are prepared once, then indexed by
 * operation.
 *
 * A row's modifiers are groups, each of which an instruction may use once; a prepared row has the group of
 * each modifier, so that no text is compared when instructions are matched. */
#include "compiler/irgen/ptx_table.h"

#include <stdio.h>
#include <string.h>

#define MAX_GROUPS 30

struct ready {
    const struct hw_irgen_row *row;
    const struct ready *next; /* of the same operation */
    uint32_t types[HW_IRGEN_MAX_TYPES];
    unsigned positions;
    uint32_t needed;                 /* groups, by bits */
    uint8_t group[HW_PTX_MOD_COUNT]; /* 1 + its group; 0: the row does not take it */
};
struct hw_irgen_rows {
    struct ready *of[HW_PTX_OP_COUNT];
    unsigned modifier[256]; /* a hash table of words */
    const char *unknown;    /* a word of a row that is none; NULL: all are */
};

/* --- words ------------------------------------------------------------------------------------------ */

static unsigned hash_of(const char *word, size_t length)
{
    unsigned hash = 5381;

    for (size_t i = 0; i < length; i++)
        hash = hash * 33 + (unsigned char)word[i];
    return hash % 256;
}

static bool is_word(const char *name, const char *word, size_t length)
{
    return !strncmp(name, word, length) && !name[length];
}

/* Where a word's number is, or would be. */
static unsigned slot_of(const struct hw_irgen_rows *rows, const char *word, size_t length)
{
    unsigned at = hash_of(word, length);

    while (rows->modifier[at] && !is_word(hw_ptx_modifier_name(rows->modifier[at]), word, length))
        at = (at + 1) % 256;
    return at;
}

static void know_words(struct hw_irgen_rows *rows)
{
    for (unsigned modifier = 1; modifier < HW_PTX_MOD_COUNT; modifier++) {
        const char *name = hw_ptx_modifier_name(modifier);
        rows->modifier[slot_of(rows, name, strlen(name))] = modifier;
    }
}

/* The next of some words, which end with one of `ends`; NULL: there is none. */
static const char *next_word(const char **at, size_t *length, const char *ends)
{
    *at += strspn(*at, " ");
    *length = strcspn(*at, ends);
    const char *word = *at;
    *at += *length;
    return *length ? word : NULL;
}

/* The number of a word that a row has. */
static unsigned number_of(struct hw_irgen_rows *rows, const char *word, size_t length)
{
    const unsigned number = rows->modifier[slot_of(rows, word, length)];

    if (!number)
        rows->unknown = word;
    return number;
}

bool hw_irgen_has_rows(const struct hw_irgen_rows *rows, enum hw_ptx_op op)
{
    return rows->of[op] != NULL;
}

const char *hw_irgen_unknown_modifier(const struct hw_irgen_rows *rows)
{
    return rows->unknown;
}

/* --- rows ------------------------------------------------------------------------------------------- */

static void add_types(struct hw_irgen_rows *rows, uint32_t *types, const char *words)
{
    size_t length;

    for (const char *word; (word = next_word(&words, &length, " ,"));) {
        const char *set = hw_irgen_modifier_set(word, length);
        if (set)
            add_types(rows, types, set);
        else
            *types |= (uint32_t)1 << number_of(rows, word, length);
    }
}

static void add_group(struct hw_irgen_rows *rows, struct ready *ready, unsigned group, const char *words,
                      size_t length)
{
    const char *set = hw_irgen_modifier_set(words, length);
    size_t part;

    if (!set) {
        ready->group[number_of(rows, words, length)] = (uint8_t)group;
        return;
    }
    for (const char *word; (word = next_word(&set, &part, " "));)
        add_group(rows, ready, group, word, part);
}

static void make_ready(struct hw_irgen_rows *rows, struct ready *ready, const struct hw_irgen_row *row)
{
    const char *at = row->types;
    unsigned group = 0;
    size_t length;

    ready->row = row;
    for (; *at; at += *at == ',') {
        const char *stop = at + strcspn(at, ",");
        add_types(rows, &ready->types[ready->positions++], at);
        at = stop;
    }
    at = row->modifiers;
    for (const char *word; (word = next_word(&at, &length, " !"));) {
        add_group(rows, ready, ++group, word, length);
        if (*at != '!')
            continue;
        ready->needed |= (uint32_t)1 << group;
        at++;
    }
}

const struct hw_irgen_rows *hw_irgen_rows(struct hw_arena *arena)
{
    static const struct hw_irgen_row *const tables[] = {
        hw_irgen_rows_numbers, hw_irgen_rows_bits,     hw_irgen_rows_moves,    hw_irgen_rows_memory,
        hw_irgen_rows_control, hw_irgen_rows_together, hw_irgen_rows_textures, hw_irgen_rows_video,
    };
    struct hw_irgen_rows *rows = hw_arena_alloc(arena, sizeof *rows);

    know_words(rows);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct hw_irgen_row *row = tables[i]; row->lower; row++) {
            struct ready *ready = hw_arena_alloc(arena, sizeof *ready), **last = &rows->of[row->op];
            make_ready(rows, ready, row);
            while (*last)
                last = (struct ready **)&(*last)->next;
            *last = ready;
        }
    return rows;
}

/* --- matching --------------------------------------------------------------------------------------- */

/* How many modifiers fit, and which groups they use. */
static unsigned match_row(const struct ready *ready, const struct hw_ptx_insn *insn, unsigned *positions,
                          uint32_t *used)
{
    *positions = *used = 0;
    for (unsigned i = 0; i < insn->modifiers; i++) {
        const unsigned modifier = insn->modifier[i], group = ready->group[modifier];
        if (group && !(*used >> group & 1))
            *used |= (uint32_t)1 << group;
        else if (modifier<HW_PTX_TYPE_COUNT && * positions<ready->positions && ready->types[*positions]>>
                     modifier &
                 1)
            ++*positions;
        else
            return i;
    }
    return insn->modifiers;
}

static bool matches_type(const struct ready *ready, const struct hw_ptx_insn *insn)
{
    unsigned positions;
    uint32_t used;

    return match_row(ready, insn, &positions, &used) == insn->modifiers && positions == ready->positions &&
           (used & ready->needed) == ready->needed;
}

static void add_text(char *text, size_t size, const char *word)
{
    const size_t filled = strlen(text);

    snprintf(text + filled, size - filled, " .%s", word);
}

/* What a row that takes `count` modifiers could have next, or has to have if it took all. */
static void add_expected(const struct ready *ready, const struct hw_ptx_insn *insn, unsigned count,
                         bool *listed, char *text, size_t size)
{
    unsigned positions;
    uint32_t used;
    const unsigned found = match_row(ready, insn, &positions, &used);

    if (ready->row->needs) /* no target has it */
        return;
    for (unsigned modifier = 1; modifier < HW_PTX_MOD_COUNT && found == count; modifier++) {
        const unsigned group = ready->group[modifier];
        const bool is_type = modifier < HW_PTX_TYPE_COUNT && positions < ready->positions &&
                             ready->types[positions] >> modifier & 1;
        const bool is_other =
            group && !(used >> group & 1) && (count < insn->modifiers || ready->needed >> group & 1);
        if (listed[modifier] || !(is_type || is_other))
            continue;
        listed[modifier] = true;
        add_text(text, size, hw_ptx_modifier_name(modifier));
    }
}

static void explain_mismatch(const struct ready *first, const struct hw_ptx_insn *insn, char *text,
                             size_t size)
{
    const char *name = hw_ptx_op_row(insn->op)->name;
    bool listed[HW_PTX_MOD_COUNT] = {false};
    unsigned best = 0, positions;
    uint32_t used;

    for (const struct ready *at = first; at; at = at->next) {
        const unsigned found = match_row(at, insn, &positions, &used);
        best = found > best ? found : best;
    }
    if (best < insn->modifiers)
        snprintf(text, size, "%s has .%s, expected", name, hw_ptx_modifier_name(insn->modifier[best]));
    else
        snprintf(text, size, "%s lacks a modifier, expected one of", name);
    const size_t filled = strlen(text);
    for (const struct ready *at = first; at; at = at->next)
        add_expected(at, insn, best, listed, text, size);
    if (!text[filled])
        snprintf(text + filled, size - filled, " no modifier more");
}

const struct hw_irgen_row *hw_irgen_match(const struct hw_irgen_rows *rows, const struct hw_ptx_insn *insn,
                                          uint8_t types[HW_IRGEN_MAX_TYPES], struct hw_irgen_modifiers *says,
                                          char *text, size_t size)
{
    const struct ready *ready = rows->of[insn->op];
    unsigned positions = 0;

    while (ready && !matches_type(ready, insn))
        ready = ready->next;
    if (!ready) {
        explain_mismatch(rows->of[insn->op], insn, text, size);
        return NULL;
    }
    *says = (struct hw_irgen_modifiers){.vector = 1};
    memset(types, 0, HW_IRGEN_MAX_TYPES);
    for (unsigned i = 0; i < insn->modifiers; i++)
        if (ready->group[insn->modifier[i]])
            hw_irgen_add_modifier(says, insn->modifier[i]);
        else
            types[positions++] = insn->modifier[i];
    return ready->row;
}
