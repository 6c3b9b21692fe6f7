/* SPDX-License-Identifier: MIT */
/* Functions of PTX: lists of parameters, directives, the body with its scopes. */
#include "compiler/ptx/ptx_reader.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned numbers;
} limits[] = {
    {"maxnreg", 1},
    {"maxntid", 3},
    {"reqntid", 3},
    {"minnctapersm", 1},
    {"maxnctapersm", 1},
    {"noreturn", 0},
    {"reqnctapercluster", 3},
    {"explicitcluster", 0},
    {"maxclusterrank", 1},
    {"abi_preserve", 1},
    {"abi_preserve_control", 1},
    {"blocksareclusters", 0},
};

static bool take_limit(struct hw_ptx_reader *reader, struct hw_ptx_function *function)
{
    size_t which = 0;
    while (which < sizeof limits / sizeof *limits && !hw_ptx_is_dotted(reader, limits[which].name))
        which++;
    if (which == sizeof limits / sizeof *limits)
        return false;
    hw_ptx_advance(reader);
    function->limit = hw_arena_grow(reader->arena, function->limit, function->limits, &function->limit_room,
                                    sizeof *function->limit);
    struct hw_ptx_limit *limit = &function->limit[function->limits++];
    *limit = (struct hw_ptx_limit){.name = limits[which].name};
    if (limits[which].numbers)
        do
            limit->number[limit->numbers++] = hw_ptx_read_integer(reader, 0, UINT32_MAX);
        while (limit->numbers < limits[which].numbers && hw_ptx_take_sign(reader, ","));
    return true;
}

static void take_pragma(struct hw_ptx_reader *reader, struct hw_ptx_function *function)
{
    function->pragma = hw_arena_grow(reader->arena, function->pragma, function->pragmas,
                                     &function->pragma_room, sizeof *function->pragma);
    function->pragma[function->pragmas++] = hw_ptx_need_string(reader);
    hw_ptx_need_sign(reader, ";");
}

static void directives(struct hw_ptx_reader *reader, struct hw_ptx_function *function)
{
    for (;;)
        if (hw_ptx_take_dotted(reader, "pragma"))
            take_pragma(reader, function);
        else if (!take_limit(reader, function))
            return;
}

/* A list in parentheses, if one stands there. */
static bool parameters(struct hw_ptx_reader *reader, bool is_declared, struct hw_ptx_variable ***list,
                       size_t *count, size_t *room)
{
    if (!hw_ptx_take_sign(reader, "("))
        return false;
    if (hw_ptx_take_sign(reader, ")"))
        return true;
    do {
        if (*count == HW_PTX_MOST_ITEMS)
            hw_ptx_expected(reader, "), for a function has at most 4096 parameters");
        *list = hw_arena_grow(reader->arena, *list, *count, room, sizeof **list);
        struct hw_ptx_variable *parameter = hw_ptx_read_parameter(reader, is_declared);
        (*list)[(*count)++] = parameter;
    } while (hw_ptx_take_sign(reader, ","));
    hw_ptx_need_sign(reader, ")");
    return true;
}

static void results_of(struct hw_ptx_reader *reader, struct hw_ptx_function *function, bool is_declared)
{
    parameters(reader, is_declared, &function->result, &function->results, &function->result_room);
}

static void parameters_of(struct hw_ptx_reader *reader, struct hw_ptx_function *function, bool is_declared)
{
    function->has_parameters = parameters(reader, is_declared, &function->parameter, &function->parameters,
                                          &function->parameter_room);
}

/* Its name means the definition, as soon as there is one. */
static void name_function(struct hw_ptx_reader *reader, struct hw_ptx_function *function, const char *name,
                          struct hw_ptx_place place)
{
    const unsigned depth = reader->names.depth;
    bool is_again;
    reader->names.depth = 0; /* a function belongs to the module, though its results were read before */
    function->symbol = hw_ptx_declare(reader, HW_PTX_SYMBOL_FUNCTION, name, place, &is_again);
    reader->names.depth = depth;
    if (!is_again)
        function->symbol->function = function;
}

static void body_of(struct hw_ptx_reader *reader, struct hw_ptx_function *function, struct hw_ptx_place place)
{
    if (function->symbol->function->body)
        hw_ptx_fail(reader, place, HW_ERR_SYNTAX, "%s has a body already", function->symbol->name);
    function->symbol->function = function;
    function->body = hw_arena_take(reader->arena, sizeof *function->body);
    hw_ptx_enter_scope(reader);
    hw_ptx_read_body(reader, function->body);
    hw_ptx_leave_scope(reader);
}

/* Before PTX 3 a declaration had no end: the next directive, or that of the text. */
static bool is_old_declaration(const struct hw_ptx_reader *reader, const struct hw_ptx_function *function)
{
    return reader->module->major < 3 && !function->is_entry &&
           (reader->token.kind == HW_PTX_TOKEN_DOTTED || reader->token.kind == HW_PTX_TOKEN_END);
}

void hw_ptx_read_function(struct hw_ptx_reader *reader, enum hw_ptx_linkage linkage)
{
    struct hw_ptx_function *function = hw_arena_take(reader->arena, sizeof *function);
    struct hw_ptx_place place = hw_ptx_here(reader);
    function->linkage = linkage;
    function->is_entry = hw_ptx_is_dotted(reader, "entry");
    hw_ptx_advance(reader);
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_FUNCTION, place)->function = function;
    reader->function = function;
    hw_ptx_enter_scope(reader);
    if (!function->is_entry)
        results_of(reader, function, true);
    place = hw_ptx_here(reader);
    name_function(reader, function, hw_ptx_need_name(reader, "the name of a function"), place);
    parameters_of(reader, function, true);
    directives(reader, function);
    place = hw_ptx_here(reader);
    if (hw_ptx_take_sign(reader, "{"))
        body_of(reader, function, place);
    else if (!hw_ptx_take_sign(reader, ";") && !is_old_declaration(reader, function))
        hw_ptx_expected(reader, "{ or ; or a directive of a function");
    hw_ptx_leave_scope(reader);
    reader->function = NULL;
}

void hw_ptx_read_prototype(struct hw_ptx_reader *reader, const char *name, struct hw_ptx_place place)
{
    struct hw_ptx_function *function = hw_arena_take(reader->arena, sizeof *function);
    bool is_again;
    function->symbol = hw_ptx_declare(reader, HW_PTX_SYMBOL_PROTOTYPE, name, place, &is_again);
    function->symbol->function = function;
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_PROTOTYPE, place)->function = function;
    results_of(reader, function, false);
    hw_ptx_need_name(reader, "_");
    parameters_of(reader, function, false);
    directives(reader, function);
    hw_ptx_need_sign(reader, ";");
}

static void targets(struct hw_ptx_reader *reader, const char *name, struct hw_ptx_place place)
{
    struct hw_ptx_targets *list = hw_arena_take(reader->arena, sizeof *list);
    bool is_again;
    list->is_call = hw_ptx_is_dotted(reader, "calltargets");
    hw_ptx_advance(reader);
    list->symbol = hw_ptx_declare(reader, HW_PTX_SYMBOL_TARGETS, name, place, &is_again);
    list->symbol->targets = list;
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_TARGETS, place)->targets = list;
    do {
        list->target =
            hw_arena_grow(reader->arena, list->target, list->count, &list->room, sizeof *list->target);
        struct hw_ptx_operand *target = hw_ptx_read_operand(reader);
        list->target[list->count++] = target;
    } while (hw_ptx_take_sign(reader, ","));
    hw_ptx_need_sign(reader, ";");
}

static void label(struct hw_ptx_reader *reader, const char *name, struct hw_ptx_place place)
{
    bool is_again;
    struct hw_ptx_symbol *symbol = hw_ptx_declare(reader, HW_PTX_SYMBOL_LABEL, name, place, &is_again);
    symbol->label = reader->function->labels++;
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_LABEL, place)->label = symbol;
}

/* A label, or what a label names. */
static void labelled(struct hw_ptx_reader *reader, const char *name, struct hw_ptx_place place)
{
    if (hw_ptx_is_dotted(reader, "calltargets") || hw_ptx_is_dotted(reader, "branchtargets"))
        targets(reader, name, place);
    else if (hw_ptx_take_dotted(reader, "callprototype"))
        hw_ptx_read_prototype(reader, name, place);
    else
        label(reader, name, place);
}

static void instruction(struct hw_ptx_reader *reader, const struct hw_ptx_insn *guard)
{
    struct hw_ptx_place place = hw_ptx_here(reader);
    const char *name = hw_ptx_need_name(reader, "an instruction, a label, a directive or }");
    if (!guard && hw_ptx_take_sign(reader, ":")) {
        labelled(reader, name, place);
        return;
    }
    struct hw_ptx_insn *insn = hw_arena_take(reader->arena, sizeof *insn);
    if (guard)
        *insn = *guard;
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_INSN, place)->insn = insn;
    hw_ptx_read_insn(reader, insn, name, place);
}

static void guarded(struct hw_ptx_reader *reader)
{
    struct hw_ptx_insn guard = {.guard_negated = hw_ptx_take_sign(reader, "!")};
    struct hw_ptx_place place = hw_ptx_here(reader);
    const char *name = hw_ptx_need_name(reader, "a predicate");
    hw_ptx_resolve_now(reader, &guard.guard, name, place);
    instruction(reader, &guard);
}

void hw_ptx_read_body(struct hw_ptx_reader *reader, struct hw_ptx_scope *scope)
{
    const size_t first = reader->statements;
    while (!hw_ptx_take_sign(reader, "}")) {
        struct hw_ptx_place place = hw_ptx_here(reader);
        if (hw_ptx_take_sign(reader, "{")) {
            struct hw_ptx_scope *inner = hw_arena_take(reader->arena, sizeof *inner);
            hw_ptx_add_statement(reader, HW_PTX_STATEMENT_SCOPE, place)->scope = inner;
            hw_ptx_enter_scope(reader);
            hw_ptx_read_body(reader, inner);
            hw_ptx_leave_scope(reader);
        } else if (hw_ptx_read_note(reader)) {
            continue;
        } else if (hw_ptx_take_dotted(reader, "extern")) {
            hw_ptx_read_variables(reader, HW_PTX_LINK_EXTERN);
        } else if (hw_ptx_space_here(reader)) {
            hw_ptx_read_variables(reader, HW_PTX_LINK_LOCAL);
        } else if (hw_ptx_take_sign(reader, "@")) {
            guarded(reader);
        } else {
            instruction(reader, NULL);
        }
    }
    hw_ptx_end_scope(reader, scope, first);
}
