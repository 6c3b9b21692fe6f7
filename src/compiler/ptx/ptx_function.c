/* SPDX-License-Identifier: MIT */
/* Parses functions of PTX: parameter lists, directives, the body with its scopes. */
#include "compiler/ptx/ptx_parser.h"

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

static bool parse_limit(struct hw_ptx_parser *parser, struct hw_ptx_function *function)
{
    size_t which = 0;
    while (which < sizeof limits / sizeof *limits && !hw_ptx_is_dotted(parser, limits[which].name))
        which++;
    if (which == sizeof limits / sizeof *limits)
        return false;
    hw_ptx_advance(parser);
    function->limit = hw_arena_grow(parser->arena, function->limit, function->limits,
                                    &function->limit_capacity, sizeof *function->limit);
    struct hw_ptx_limit *limit = &function->limit[function->limits++];
    *limit = (struct hw_ptx_limit){.name = limits[which].name};
    if (limits[which].numbers)
        do
            limit->number[limit->numbers++] = hw_ptx_parse_integer(parser, 0, UINT32_MAX);
        while (limit->numbers < limits[which].numbers && hw_ptx_accept_sign(parser, ","));
    return true;
}

static void parse_pragma(struct hw_ptx_parser *parser, struct hw_ptx_function *function)
{
    function->pragma = hw_arena_grow(parser->arena, function->pragma, function->pragmas,
                                     &function->pragma_capacity, sizeof *function->pragma);
    function->pragma[function->pragmas++] = hw_ptx_expect_string(parser);
    hw_ptx_expect_sign(parser, ";");
}

static void directives(struct hw_ptx_parser *parser, struct hw_ptx_function *function)
{
    for (;;)
        if (hw_ptx_accept_dotted(parser, "pragma"))
            parse_pragma(parser, function);
        else if (!parse_limit(parser, function))
            return;
}

/* A list in parentheses, if one stands there. */
static bool parameters(struct hw_ptx_parser *parser, bool is_declared, struct hw_ptx_variable ***list,
                       size_t *count, size_t *capacity)
{
    if (!hw_ptx_accept_sign(parser, "("))
        return false;
    if (hw_ptx_accept_sign(parser, ")"))
        return true;
    do {
        if (*count == HW_PTX_MAX_ITEMS)
            hw_ptx_expected(parser, "), for a function has at most 4096 parameters");
        *list = hw_arena_grow(parser->arena, *list, *count, capacity, sizeof **list);
        struct hw_ptx_variable *parameter = hw_ptx_parse_parameter(parser, is_declared);
        (*list)[(*count)++] = parameter;
    } while (hw_ptx_accept_sign(parser, ","));
    hw_ptx_expect_sign(parser, ")");
    return true;
}

static void results_of(struct hw_ptx_parser *parser, struct hw_ptx_function *function, bool is_declared)
{
    parameters(parser, is_declared, &function->result, &function->results, &function->result_capacity);
}

static void parameters_of(struct hw_ptx_parser *parser, struct hw_ptx_function *function, bool is_declared)
{
    function->has_parameters = parameters(parser, is_declared, &function->parameter, &function->parameters,
                                          &function->parameter_capacity);
}

/* Its name means the definition, as soon as there is one. */
static void name_function(struct hw_ptx_parser *parser, struct hw_ptx_function *function, const char *name,
                          struct hw_source_location location)
{
    const unsigned depth = parser->names.depth;
    bool is_again;
    parser->names.depth = 0; /* a function belongs to the module, though its results were read before */
    function->symbol = hw_ptx_declare(parser, HW_PTX_SYMBOL_FUNCTION, name, location, &is_again);
    parser->names.depth = depth;
    if (!is_again)
        function->symbol->function = function;
}

static void body_of(struct hw_ptx_parser *parser, struct hw_ptx_function *function,
                    struct hw_source_location location)
{
    if (function->symbol->function->body)
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "%s has a body already", function->symbol->name);
    function->symbol->function = function;
    function->body = hw_arena_alloc(parser->arena, sizeof *function->body);
    hw_ptx_enter_scope(parser);
    hw_ptx_parse_body(parser, function->body);
    hw_ptx_leave_scope(parser);
}

/* Before PTX 3 a declaration had no end: the next directive, or that of the text. */
static bool is_old_declaration(const struct hw_ptx_parser *parser, const struct hw_ptx_function *function)
{
    return parser->module->major < 3 && !function->is_entry &&
           (parser->token.kind == HW_PTX_TOKEN_DOTTED || parser->token.kind == HW_PTX_TOKEN_END);
}

void hw_ptx_parse_function(struct hw_ptx_parser *parser, enum hw_ptx_linkage linkage)
{
    struct hw_ptx_function *function = hw_arena_alloc(parser->arena, sizeof *function);
    struct hw_source_location location = hw_ptx_here(parser);
    function->linkage = linkage;
    function->is_entry = hw_ptx_is_dotted(parser, "entry");
    hw_ptx_advance(parser);
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_FUNCTION, location)->function = function;
    parser->function = function;
    hw_ptx_enter_scope(parser);
    if (!function->is_entry)
        results_of(parser, function, true);
    location = hw_ptx_here(parser);
    name_function(parser, function, hw_ptx_expect_name(parser, "the name of a function"), location);
    parameters_of(parser, function, true);
    directives(parser, function);
    location = hw_ptx_here(parser);
    if (hw_ptx_accept_sign(parser, "{"))
        body_of(parser, function, location);
    else if (!hw_ptx_accept_sign(parser, ";") && !is_old_declaration(parser, function))
        hw_ptx_expected(parser, "{ or ; or a directive of a function");
    hw_ptx_leave_scope(parser);
    parser->function = NULL;
}

void hw_ptx_parse_prototype(struct hw_ptx_parser *parser, const char *name,
                            struct hw_source_location location)
{
    struct hw_ptx_function *function = hw_arena_alloc(parser->arena, sizeof *function);
    bool is_again;
    function->symbol = hw_ptx_declare(parser, HW_PTX_SYMBOL_PROTOTYPE, name, location, &is_again);
    function->symbol->function = function;
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_PROTOTYPE, location)->function = function;
    results_of(parser, function, false);
    hw_ptx_expect_name(parser, "_");
    parameters_of(parser, function, false);
    directives(parser, function);
    hw_ptx_expect_sign(parser, ";");
}

static void targets(struct hw_ptx_parser *parser, const char *name, struct hw_source_location location)
{
    struct hw_ptx_targets *list = hw_arena_alloc(parser->arena, sizeof *list);
    bool is_again;
    list->is_call = hw_ptx_is_dotted(parser, "calltargets");
    hw_ptx_advance(parser);
    list->symbol = hw_ptx_declare(parser, HW_PTX_SYMBOL_TARGETS, name, location, &is_again);
    list->symbol->targets = list;
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_TARGETS, location)->targets = list;
    do {
        list->target =
            hw_arena_grow(parser->arena, list->target, list->count, &list->capacity, sizeof *list->target);
        struct hw_ptx_operand *target = hw_ptx_parse_operand(parser);
        list->target[list->count++] = target;
    } while (hw_ptx_accept_sign(parser, ","));
    hw_ptx_expect_sign(parser, ";");
}

static void label(struct hw_ptx_parser *parser, const char *name, struct hw_source_location location)
{
    bool is_again;
    struct hw_ptx_symbol *symbol = hw_ptx_declare(parser, HW_PTX_SYMBOL_LABEL, name, location, &is_again);
    symbol->label = parser->function->labels++;
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_LABEL, location)->label = symbol;
}

/* A label, or what a label names. */
static void labelled(struct hw_ptx_parser *parser, const char *name, struct hw_source_location location)
{
    if (hw_ptx_is_dotted(parser, "calltargets") || hw_ptx_is_dotted(parser, "branchtargets"))
        targets(parser, name, location);
    else if (hw_ptx_accept_dotted(parser, "callprototype"))
        hw_ptx_parse_prototype(parser, name, location);
    else
        label(parser, name, location);
}

static void instruction(struct hw_ptx_parser *parser, const struct hw_ptx_insn *guard)
{
    struct hw_source_location location = hw_ptx_here(parser);
    const char *name = hw_ptx_expect_name(parser, "an instruction, a label, a directive or }");
    if (!guard && hw_ptx_accept_sign(parser, ":")) {
        labelled(parser, name, location);
        return;
    }
    struct hw_ptx_insn *insn = hw_arena_alloc(parser->arena, sizeof *insn);
    if (guard)
        *insn = *guard;
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_INSN, location)->insn = insn;
    hw_ptx_parse_insn(parser, insn, name, location);
}

static void guarded(struct hw_ptx_parser *parser)
{
    struct hw_ptx_insn guard = {.guard_negated = hw_ptx_accept_sign(parser, "!")};
    struct hw_source_location location = hw_ptx_here(parser);
    const char *name = hw_ptx_expect_name(parser, "a predicate");
    hw_ptx_resolve_now(parser, &guard.guard, name, location);
    instruction(parser, &guard);
}

void hw_ptx_parse_body(struct hw_ptx_parser *parser, struct hw_ptx_scope *scope)
{
    const size_t first = parser->statements;
    while (!hw_ptx_accept_sign(parser, "}")) {
        struct hw_source_location location = hw_ptx_here(parser);
        if (hw_ptx_accept_sign(parser, "{")) {
            struct hw_ptx_scope *inner = hw_arena_alloc(parser->arena, sizeof *inner);
            hw_ptx_add_statement(parser, HW_PTX_STATEMENT_SCOPE, location)->scope = inner;
            hw_ptx_enter_scope(parser);
            hw_ptx_parse_body(parser, inner);
            hw_ptx_leave_scope(parser);
        } else if (hw_ptx_parse_debug(parser)) {
            continue;
        } else if (hw_ptx_accept_dotted(parser, "extern")) {
            hw_ptx_parse_variables(parser, HW_PTX_LINK_EXTERN);
        } else if (hw_ptx_space_here(parser)) {
            hw_ptx_parse_variables(parser, HW_PTX_LINK_LOCAL);
        } else if (hw_ptx_accept_sign(parser, "@")) {
            guarded(parser);
        } else {
            instruction(parser, NULL);
        }
    }
    hw_ptx_end_scope(parser, scope, first);
}
