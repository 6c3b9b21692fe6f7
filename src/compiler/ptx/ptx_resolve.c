/* SPDX-License-Identifier: MIT */
/* Resolves names of PTX to symbols.  Everything is declared before it is used except labels, and what has
 * one: those that are not yet declared are looked up when the scope that uses them ends, then when the one
 * around it does.  A name that is unresolved at the end of a function is an error. */
#include "compiler/ptx/ptx_parser.h"

#include <string.h>

static bool may_come_again(const struct hw_ptx_parser *parser, const struct hw_ptx_symbol *symbol,
                           enum hw_ptx_symbol_kind kind)
{
    return !parser->names.depth && symbol->kind == kind;
}

struct hw_ptx_symbol *hw_ptx_declare(struct hw_ptx_parser *parser, enum hw_ptx_symbol_kind kind,
                                     const char *name, struct hw_source_location location, bool *is_again)
{
    struct hw_ptx_word *word = hw_ptx_word(&parser->names, name, strlen(name), true);
    uint32_t index;
    const struct hw_ptx_binding *old = hw_ptx_find(&parser->names, name, &index);
    if (!old || old->depth != parser->names.depth)
        old = word->binding;
    *is_again = false;
    if (old && old->depth == parser->names.depth) {
        if (!may_come_again(parser, old->symbol, kind))
            hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "%s is declared already, in line %u", name,
                        old->symbol->location.line);
        *is_again = true;
        return old->symbol;
    }
    struct hw_ptx_symbol *symbol = hw_arena_alloc(parser->arena, sizeof *symbol);
    *symbol = (struct hw_ptx_symbol){.kind = kind, .name = word->text, .location = location};
    hw_ptx_bind(&parser->names, word, symbol);
    return symbol;
}

static bool look_up(struct hw_ptx_parser *parser, struct hw_ptx_name *name, const char *text)
{
    const struct hw_ptx_binding *binding = hw_ptx_find(&parser->names, text, &name->index);
    name->symbol = binding ? binding->symbol : NULL;
    return binding;
}

static void undeclared(struct hw_ptx_parser *parser, const char *text, struct hw_source_location location)
{
    hw_ptx_fail(parser, location, HW_ERR_NOT_FOUND,
                "%s is not declared, expected a register, variable, function or label that is", text);
}

void hw_ptx_resolve_now(struct hw_ptx_parser *parser, struct hw_ptx_name *name, const char *text,
                        struct hw_source_location location)
{
    if (!look_up(parser, name, text))
        undeclared(parser, text, location);
}

void hw_ptx_resolve(struct hw_ptx_parser *parser, struct hw_ptx_name *name, const char *text,
                    struct hw_source_location location)
{
    struct hw_ptx_pending **waiting = &parser->names.pending[parser->names.depth];
    if (look_up(parser, name, text))
        return;
    if (*text == '%')
        undeclared(parser, text, location); /* no label begins so */
    struct hw_ptx_pending *pending = hw_arena_alloc(parser->arena, sizeof *pending);
    *pending = (struct hw_ptx_pending){.name = name, .text = text, .location = location, .next = *waiting};
    *waiting = pending;
}

void hw_ptx_enter_scope(struct hw_ptx_parser *parser)
{
    if (parser->names.depth + 1 == HW_PTX_MAX_SCOPES)
        hw_ptx_fail(parser, hw_ptx_here(parser), HW_ERR_RANGE,
                    "scopes are nested too deep, expected at most %d", HW_PTX_MAX_SCOPES - 3);
    parser->names.depth++;
}

/* A pending name in the scope that ends: resolved, or it waits for the end of the one around. */
static void resolve_name(struct hw_ptx_parser *parser, struct hw_ptx_pending *pending)
{
    unsigned depth = parser->names.depth;
    if (look_up(parser, pending->name, pending->text)) {
        enum hw_ptx_symbol_kind kind = pending->name->symbol->kind;
        if (kind == HW_PTX_SYMBOL_VARIABLE || kind == HW_PTX_SYMBOL_FUNCTION)
            hw_ptx_fail(parser, pending->location, HW_ERR_NOT_FOUND,
                        "%s is used before it is declared, in line %u", pending->text,
                        pending->name->symbol->location.line);
        return;
    }
    if (depth == 1)
        undeclared(parser, pending->text, pending->location);
    pending->next = parser->names.pending[depth - 1];
    parser->names.pending[depth - 1] = pending;
}

void hw_ptx_leave_scope(struct hw_ptx_parser *parser)
{
    struct hw_ptx_pending **waiting = &parser->names.pending[parser->names.depth];
    for (struct hw_ptx_pending *at = *waiting, *next; at; at = next) {
        next = at->next;
        resolve_name(parser, at);
    }
    *waiting = NULL;
    hw_ptx_unbind(&parser->names);
}
