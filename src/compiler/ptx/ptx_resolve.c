/* SPDX-License-Identifier: MIT */
/* Names of PTX become symbols.  Everything is declared before it is used except labels, and what has one:
 * those that are not known yet wait, and are looked up when the scope that uses them ends, then when the one
 * around it does.  What is left over at the end of a function is an error. */
#include "compiler/ptx/ptx_reader.h"

#include <string.h>

static bool may_come_again(const struct hw_ptx_reader *reader, const struct hw_ptx_symbol *symbol,
                           enum hw_ptx_symbol_kind kind)
{
    return !reader->names.depth && symbol->kind == kind;
}

struct hw_ptx_symbol *hw_ptx_declare(struct hw_ptx_reader *reader, enum hw_ptx_symbol_kind kind,
                                     const char *name, struct hw_ptx_place place, bool *is_again)
{
    struct hw_ptx_word *word = hw_ptx_word(&reader->names, name, strlen(name), true);
    uint32_t index;
    const struct hw_ptx_binding *old = hw_ptx_find(&reader->names, name, &index);
    if (!old || old->depth != reader->names.depth)
        old = word->binding;
    *is_again = false;
    if (old && old->depth == reader->names.depth) {
        if (!may_come_again(reader, old->symbol, kind))
            hw_ptx_fail(reader, place, HW_ERR_SYNTAX, "%s is declared already, in line %u", name,
                        old->symbol->place.line);
        *is_again = true;
        return old->symbol;
    }
    struct hw_ptx_symbol *symbol = hw_arena_take(reader->arena, sizeof *symbol);
    *symbol = (struct hw_ptx_symbol){.kind = kind, .name = word->text, .place = place};
    hw_ptx_bind(&reader->names, word, symbol);
    return symbol;
}

static bool look_up(struct hw_ptx_reader *reader, struct hw_ptx_name *name, const char *text)
{
    const struct hw_ptx_binding *binding = hw_ptx_find(&reader->names, text, &name->index);
    name->symbol = binding ? binding->symbol : NULL;
    return binding;
}

static void undeclared(struct hw_ptx_reader *reader, const char *text, struct hw_ptx_place place)
{
    hw_ptx_fail(reader, place, HW_ERR_NOT_FOUND,
                "%s is not declared, expected a register, variable, function or label that is", text);
}

void hw_ptx_resolve_now(struct hw_ptx_reader *reader, struct hw_ptx_name *name, const char *text,
                        struct hw_ptx_place place)
{
    if (!look_up(reader, name, text))
        undeclared(reader, text, place);
}

void hw_ptx_resolve(struct hw_ptx_reader *reader, struct hw_ptx_name *name, const char *text,
                    struct hw_ptx_place place)
{
    struct hw_ptx_pending **waiting = &reader->names.pending[reader->names.depth];
    if (look_up(reader, name, text))
        return;
    if (*text == '%')
        undeclared(reader, text, place); /* no label begins so */
    struct hw_ptx_pending *pending = hw_arena_take(reader->arena, sizeof *pending);
    *pending = (struct hw_ptx_pending){.name = name, .text = text, .place = place, .next = *waiting};
    *waiting = pending;
}

void hw_ptx_enter_scope(struct hw_ptx_reader *reader)
{
    if (reader->names.depth + 1 == HW_PTX_MOST_SCOPES)
        hw_ptx_fail(reader, hw_ptx_here(reader), HW_ERR_RANGE,
                    "scopes are nested too deep, expected at most %d", HW_PTX_MOST_SCOPES - 3);
    reader->names.depth++;
}

/* A pending name in the scope that ends: resolved, or it waits for the end of the one around. */
static void settle(struct hw_ptx_reader *reader, struct hw_ptx_pending *pending)
{
    unsigned depth = reader->names.depth;
    if (look_up(reader, pending->name, pending->text)) {
        enum hw_ptx_symbol_kind kind = pending->name->symbol->kind;
        if (kind == HW_PTX_SYMBOL_VARIABLE || kind == HW_PTX_SYMBOL_FUNCTION)
            hw_ptx_fail(reader, pending->place, HW_ERR_NOT_FOUND,
                        "%s is used before it is declared, in line %u", pending->text,
                        pending->name->symbol->place.line);
        return;
    }
    if (depth == 1)
        undeclared(reader, pending->text, pending->place);
    pending->next = reader->names.pending[depth - 1];
    reader->names.pending[depth - 1] = pending;
}

void hw_ptx_leave_scope(struct hw_ptx_reader *reader)
{
    struct hw_ptx_pending **waiting = &reader->names.pending[reader->names.depth];
    for (struct hw_ptx_pending *at = *waiting, *next; at; at = next) {
        next = at->next;
        settle(reader, at);
    }
    *waiting = NULL;
    hw_ptx_unbind(&reader->names);
}
