/* SPDX-License-Identifier: MIT */
/* Implements the symbol table of the parser: see ptx_names.h.  A hash table holds each identifier once, with
 * a stack of its meanings.
 *
 * `%r<100>` is one symbol, under the name before the digits: %r42 is looked up as itself, then as number 2
 * of %r4<...>, then as number 42 of %r<...>; the innermost scope that declares one of them decides. */
#include "compiler/ptx/ptx_names.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)256)
#define MAX_DIGITS  9 /* of a register's number */

static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The slot in which the word is, or where it belongs. */
static size_t slot_of(const struct hw_ptx_names *names, const char *text, size_t length, uint32_t hash)
{
    size_t at = hash & (names->slots - 1);
    for (; names->slot[at]; at = (at + 1) & (names->slots - 1)) {
        const struct hw_ptx_word *word = names->slot[at];
        if (word->hash == hash && !strncmp(word->text, text, length) && !word->text[length])
            break;
    }
    return at;
}

static void grow(struct hw_ptx_names *names)
{
    struct hw_ptx_word **old = names->slot;
    size_t slots = names->slots;
    names->slots = slots ? 2 * slots : FIRST_SLOTS;
    names->slot = hw_arena_array(names->arena, names->slots, sizeof(struct hw_ptx_word *));
    for (size_t i = 0; i < slots; i++)
        if (old[i])
            names->slot[slot_of(names, old[i]->text, strlen(old[i]->text), old[i]->hash)] = old[i];
}

struct hw_ptx_word *hw_ptx_word(struct hw_ptx_names *names, const char *text, size_t length, bool is_wanted)
{
    if (2 * (names->words + 1) > names->slots)
        grow(names);
    uint32_t hash = hash_of(text, length);
    size_t at = slot_of(names, text, length, hash);
    if (!names->slot[at] && is_wanted) {
        struct hw_ptx_word *word = hw_arena_alloc(names->arena, sizeof *word);
        word->text = hw_arena_text(names->arena, text, length);
        word->hash = hash;
        names->slot[at] = word;
        names->words++;
    }
    return names->slot[at];
}

void hw_ptx_add_ops(struct hw_ptx_names *names)
{
    for (unsigned op = 0; op < HW_PTX_OP_COUNT; op++) {
        const char *name = hw_ptx_op_row((enum hw_ptx_op)op)->name;
        hw_ptx_word(names, name, strlen(name), true)->op = (uint8_t)(op + 1);
        for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
            hw_ptx_word(names, name, (size_t)(dot - name), true)->goes_on = true;
    }
    for (unsigned modifier = 1; modifier < HW_PTX_MOD_COUNT; modifier++) {
        const char *name = hw_ptx_modifier_name(modifier);
        hw_ptx_word(names, name, strlen(name), true)->modifier = (uint8_t)modifier;
    }
}

void hw_ptx_bind(struct hw_ptx_names *names, struct hw_ptx_word *word, struct hw_ptx_symbol *symbol)
{
    struct hw_ptx_binding *binding = hw_arena_alloc(names->arena, sizeof *binding);
    *binding = (struct hw_ptx_binding){
        .symbol = symbol,
        .depth = names->depth,
        .word = word,
        .outer = word->binding,
        .next = names->bound[names->depth],
    };
    word->binding = binding;
    names->bound[names->depth] = binding;
}

static bool is_range(const struct hw_ptx_symbol *symbol)
{
    return symbol->kind == HW_PTX_SYMBOL_VARIABLE && symbol->variable->is_range;
}

/* The binding of the first `length` characters as a range with a register `index`, or as itself. */
static const struct hw_ptx_binding *part(struct hw_ptx_names *names, const char *text, size_t length,
                                         bool wants_range, uint32_t index)
{
    const struct hw_ptx_word *word = hw_ptx_word(names, text, length, false);
    for (const struct hw_ptx_binding *at = word ? word->binding : NULL; at; at = at->outer)
        if (is_range(at->symbol) == wants_range && (!wants_range || index < at->symbol->variable->count))
            return at;
    return NULL;
}

const struct hw_ptx_binding *hw_ptx_find(struct hw_ptx_names *names, const char *text, uint32_t *index)
{
    size_t length = strlen(text);
    const struct hw_ptx_binding *best = part(names, text, length, false, 0);
    uint32_t number = 0, location = 1;
    *index = 0;
    for (unsigned digits = 1; digits <= MAX_DIGITS && digits < length; digits++, location *= 10) {
        char digit = text[length - digits];
        if (digit < '0' || digit > '9')
            break;
        number += location * (uint32_t)(digit - '0');
        if (digit == '0' && digits > 1)
            continue; /* %r01 is no number 1 */
        const struct hw_ptx_binding *found = part(names, text, length - digits, true, number);
        if (found && (!best || found->depth > best->depth)) {
            best = found;
            *index = number;
        }
    }
    return best;
}

void hw_ptx_unbind(struct hw_ptx_names *names)
{
    for (struct hw_ptx_binding *at = names->bound[names->depth]; at; at = at->next)
        at->word->binding = at->outer;
    names->bound[names->depth--] = NULL;
}
