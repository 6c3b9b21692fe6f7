/* SPDX-License-Identifier: MIT */
/* Parses variables of PTX: registers, parameters, memory, with their initializers. */
#include "compiler/ptx/ptx_parser.h"

#include <stdio.h>
#include <string.h>

#define MAX_ALIGN (UINT64_C(1) << 20)
#define MAX_DIMS  16

static uint64_t alignment(struct hw_ptx_parser *parser)
{
    struct hw_source_location location = hw_ptx_here(parser);
    uint64_t align = hw_ptx_parse_integer(parser, 1, MAX_ALIGN);
    if (align & (align - 1))
        hw_ptx_fail(parser, location, HW_ERR_RANGE, "found an alignment of %llu, expected a power of two",
                    (unsigned long long)align);
    return align;
}

static void attribute(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    hw_ptx_expect_sign(parser, "(");
    if (!hw_ptx_accept_dotted(parser, "managed"))
        hw_ptx_expected(parser, ".managed");
    variable->is_managed = true;
    hw_ptx_expect_sign(parser, ")");
}

static void pointer(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    variable->is_pointer = true;
    variable->pointer_space = hw_ptx_space_here(parser);
    if (variable->pointer_space)
        hw_ptx_advance(parser);
    if (hw_ptx_accept_dotted(parser, "align"))
        variable->pointer_align = alignment(parser);
}

/* Space, alignment, vector and type: what several variables of a line share. */
static struct hw_ptx_variable shared_part(struct hw_ptx_parser *parser)
{
    struct hw_ptx_variable part = {.space = hw_ptx_space_here(parser), .vector = 1, .count = 1};
    if (!part.space)
        hw_ptx_expected(parser, "a state space: .reg .const .global .local .param .shared .tex");
    hw_ptx_advance(parser);
    if (part.space == HW_PTX_SPACE_CONST && hw_ptx_accept_sign(parser, "[")) {
        part.bank = (unsigned)hw_ptx_parse_integer(parser, 0, 10);
        hw_ptx_expect_sign(parser, "]");
    }
    for (;;) {
        if (hw_ptx_accept_dotted(parser, "align"))
            part.align = alignment(parser);
        else if (hw_ptx_accept_dotted(parser, "attribute"))
            attribute(parser, &part);
        else if (hw_ptx_accept_dotted(parser, "v2"))
            part.vector = 2;
        else if (hw_ptx_accept_dotted(parser, "v4"))
            part.vector = 4;
        else if (hw_ptx_accept_dotted(parser, "v8"))
            part.vector = 8;
        else if (hw_ptx_accept_dotted(parser, "ptr"))
            pointer(parser, &part);
        else if (!part.type && (part.type = hw_ptx_type_here(parser)))
            hw_ptx_advance(parser);
        else
            break;
    }
    if (!part.type)
        hw_ptx_expected(parser, "a type");
    return part;
}

static void dimensions(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    uint64_t elements = 1;
    while (hw_ptx_is_sign(parser, "[")) {
        struct hw_source_location location = hw_ptx_here(parser);
        hw_ptx_advance(parser);
        if (!variable->dims)
            variable->dim = hw_arena_array(parser->arena, MAX_DIMS, sizeof *variable->dim);
        if (variable->dims == MAX_DIMS)
            hw_ptx_fail(parser, location, HW_ERR_RANGE, "an array has more than %d dimensions", MAX_DIMS);
        bool is_open = !variable->dims && hw_ptx_is_sign(parser, "]");
        uint64_t size = is_open ? 0 : hw_ptx_parse_integer(parser, 0, HW_PTX_MAX_BYTES);
        if (size && elements > HW_PTX_MAX_BYTES / size)
            hw_ptx_fail(parser, location, HW_ERR_RANGE, "an array has more than 2^40 elements");
        elements *= size ? size : 1;
        variable->dim[variable->dims++] = size;
        hw_ptx_expect_sign(parser, "]");
    }
}

static void range(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    struct hw_source_location location = hw_ptx_here(parser);
    if (variable->space == HW_PTX_SPACE_REG && hw_ptx_accept_sign(parser, "<")) {
        variable->is_range = true;
        const struct hw_ptx_token token = parser->token;
        if (token.kind != HW_PTX_TOKEN_INTEGER || token.bits > HW_PTX_MAX_REGISTERS)
            hw_ptx_expected(parser, "how many registers, at most 2^24");
        variable->count = (uint32_t)token.bits;
        hw_ptx_advance(parser);
        hw_ptx_expect_sign(parser, ">");
    }
    variable->is_in_function = parser->function != NULL;
    if (!parser->function || variable->space != HW_PTX_SPACE_REG)
        return;
    variable->number = parser->function->registers;
    parser->function->registers += variable->count * variable->vector;
    if (parser->function->registers > HW_PTX_MAX_REGISTERS)
        hw_ptx_fail(parser, location, HW_ERR_RANGE, "a function has more than 2^24 registers");
}

static const char *name_here(struct hw_ptx_parser *parser)
{
    return hw_ptx_expect_name(parser, "the name of a variable");
}

static void declare(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable, const char *name,
                    struct hw_source_location location)
{
    bool is_again;
    variable->symbol = hw_ptx_declare(parser, HW_PTX_SYMBOL_VARIABLE, name, location, &is_again);
    if (!is_again || variable->linkage != HW_PTX_LINK_EXTERN)
        variable->symbol->variable = variable;
}

/* Parses what follows a name, which was read. */
static struct hw_ptx_variable *declared(struct hw_ptx_parser *parser, const struct hw_ptx_variable *shared,
                                        const char *name, struct hw_source_location location)
{
    struct hw_ptx_variable *variable = hw_arena_alloc(parser->arena, sizeof *variable);
    *variable = *shared;
    range(parser, variable);
    dimensions(parser, variable);
    declare(parser, variable, name, location);
    return variable;
}

/* NAME<COUNT> in memory: so many variables, each with a name of its own.  False: no < stands there. */
static bool parse_range(struct hw_ptx_parser *parser, const struct hw_ptx_variable *shared, const char *name,
                        struct hw_source_location location)
{
    const size_t capacity = strlen(name) + 12;

    if (!hw_ptx_accept_sign(parser, "<"))
        return false;
    const struct hw_ptx_token token = parser->token;
    if (token.kind != HW_PTX_TOKEN_INTEGER || token.bits > HW_PTX_MAX_ITEMS)
        hw_ptx_expected(parser, "how many variables, at most 4096");
    hw_ptx_advance(parser);
    hw_ptx_expect_sign(parser, ">");
    for (unsigned i = 0; i < token.bits; i++) {
        struct hw_ptx_variable *variable = hw_arena_alloc(parser->arena, sizeof *variable);
        char *each = hw_arena_array(parser->arena, capacity, 1);
        snprintf(each, capacity, "%s%u", name, i);
        *variable = *shared;
        variable->is_in_function = parser->function != NULL;
        declare(parser, variable, each, location);
        hw_ptx_add_statement(parser, HW_PTX_STATEMENT_VARIABLE, location)->variable = variable;
    }
    return true;
}

struct hw_ptx_variable *hw_ptx_parse_parameter(struct hw_ptx_parser *parser, bool is_declared)
{
    struct hw_source_location location = hw_ptx_here(parser);
    struct hw_ptx_variable shared = shared_part(parser);
    if (shared.space != HW_PTX_SPACE_PARAM && shared.space != HW_PTX_SPACE_REG)
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "a parameter is .%s, expected .param or .reg",
                    hw_ptx_space_name(shared.space));
    location = hw_ptx_here(parser);
    if (is_declared)
        return declared(parser, &shared, name_here(parser), location);
    struct hw_ptx_variable *variable = hw_arena_alloc(parser->arena, sizeof *variable);
    *variable = shared;
    struct hw_ptx_symbol *symbol = hw_arena_alloc(parser->arena, sizeof *symbol);
    *symbol = (struct hw_ptx_symbol){.kind = HW_PTX_SYMBOL_VARIABLE, .location = hw_ptx_here(parser)};
    symbol->name = hw_ptx_expect_name(parser, "the name of a parameter or _");
    symbol->variable = variable;
    variable->symbol = symbol;
    dimensions(parser, variable);
    return variable;
}

/* A variable whose memory is here has a size. */
static void need_size(struct hw_ptx_parser *parser, const struct hw_ptx_variable *variable)
{
    for (unsigned i = 0; i < variable->dims && variable->linkage != HW_PTX_LINK_EXTERN; i++)
        if (!variable->dim[i])
            hw_ptx_fail(parser, variable->symbol->location, HW_ERR_SYNTAX,
                        "non-external variable '%s' has incomplete type, expected the number of its elements",
                        variable->symbol->name);
}

void hw_ptx_parse_variables(struct hw_ptx_parser *parser, enum hw_ptx_linkage linkage)
{
    struct hw_ptx_variable shared = shared_part(parser);
    shared.linkage = linkage;
    do {
        const struct hw_source_location location = hw_ptx_here(parser);
        const char *name = name_here(parser);
        if (shared.space != HW_PTX_SPACE_REG && parse_range(parser, &shared, name, location))
            continue;
        struct hw_ptx_variable *variable = declared(parser, &shared, name, location);
        hw_ptx_add_statement(parser, HW_PTX_STATEMENT_VARIABLE, location)->variable = variable;
        if (hw_ptx_accept_sign(parser, "="))
            hw_ptx_parse_initial(parser, variable);
        need_size(parser, variable);
    } while (hw_ptx_accept_sign(parser, ","));
    if (!hw_ptx_accept_sign(parser, ";"))
        hw_ptx_expected(parser, ", or ;");
}
