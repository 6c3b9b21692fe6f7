/* SPDX-License-Identifier: MIT */
/* Variables of PTX: registers, parameters, memory, with their initializers. */
#include "compiler/ptx/ptx_reader.h"

#include <stdio.h>
#include <string.h>

#define MOST_ALIGN (UINT64_C(1) << 20)
#define MOST_DIMS  16

static uint64_t alignment(struct hw_ptx_reader *reader)
{
    struct hw_ptx_place place = hw_ptx_here(reader);
    uint64_t align = hw_ptx_read_integer(reader, 1, MOST_ALIGN);
    if (align & (align - 1))
        hw_ptx_fail(reader, place, HW_ERR_RANGE, "found an alignment of %llu, expected a power of two",
                    (unsigned long long)align);
    return align;
}

static void attribute(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    hw_ptx_need_sign(reader, "(");
    if (!hw_ptx_take_dotted(reader, "managed"))
        hw_ptx_expected(reader, ".managed");
    variable->is_managed = true;
    hw_ptx_need_sign(reader, ")");
}

static void pointer(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    variable->is_pointer = true;
    variable->pointer_space = hw_ptx_space_here(reader);
    if (variable->pointer_space)
        hw_ptx_advance(reader);
    if (hw_ptx_take_dotted(reader, "align"))
        variable->pointer_align = alignment(reader);
}

/* Space, alignment, vector and type: what several variables of a line share. */
static struct hw_ptx_variable shared_part(struct hw_ptx_reader *reader)
{
    struct hw_ptx_variable part = {.space = hw_ptx_space_here(reader), .vector = 1, .count = 1};
    if (!part.space)
        hw_ptx_expected(reader, "a state space: .reg .const .global .local .param .shared .tex");
    hw_ptx_advance(reader);
    if (part.space == HW_PTX_SPACE_CONST && hw_ptx_take_sign(reader, "[")) {
        part.bank = (unsigned)hw_ptx_read_integer(reader, 0, 10);
        hw_ptx_need_sign(reader, "]");
    }
    for (;;) {
        if (hw_ptx_take_dotted(reader, "align"))
            part.align = alignment(reader);
        else if (hw_ptx_take_dotted(reader, "attribute"))
            attribute(reader, &part);
        else if (hw_ptx_take_dotted(reader, "v2"))
            part.vector = 2;
        else if (hw_ptx_take_dotted(reader, "v4"))
            part.vector = 4;
        else if (hw_ptx_take_dotted(reader, "v8"))
            part.vector = 8;
        else if (hw_ptx_take_dotted(reader, "ptr"))
            pointer(reader, &part);
        else if (!part.type && (part.type = hw_ptx_type_here(reader)))
            hw_ptx_advance(reader);
        else
            break;
    }
    if (!part.type)
        hw_ptx_expected(reader, "a type");
    return part;
}

static void dimensions(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    uint64_t elements = 1;
    while (hw_ptx_is_sign(reader, "[")) {
        struct hw_ptx_place place = hw_ptx_here(reader);
        hw_ptx_advance(reader);
        if (!variable->dims)
            variable->dim = hw_arena_array(reader->arena, MOST_DIMS, sizeof *variable->dim);
        if (variable->dims == MOST_DIMS)
            hw_ptx_fail(reader, place, HW_ERR_RANGE, "an array has more than %d dimensions", MOST_DIMS);
        bool is_open = !variable->dims && hw_ptx_is_sign(reader, "]");
        uint64_t size = is_open ? 0 : hw_ptx_read_integer(reader, 0, HW_PTX_MOST_BYTES);
        if (size && elements > HW_PTX_MOST_BYTES / size)
            hw_ptx_fail(reader, place, HW_ERR_RANGE, "an array has more than 2^40 elements");
        elements *= size ? size : 1;
        variable->dim[variable->dims++] = size;
        hw_ptx_need_sign(reader, "]");
    }
}

static void range(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    struct hw_ptx_place place = hw_ptx_here(reader);
    if (variable->space == HW_PTX_SPACE_REG && hw_ptx_take_sign(reader, "<")) {
        variable->is_range = true;
        const struct hw_ptx_token token = reader->token;
        if (token.kind != HW_PTX_TOKEN_INTEGER || token.bits > HW_PTX_MOST_REGISTERS)
            hw_ptx_expected(reader, "how many registers, at most 2^24");
        variable->count = (uint32_t)token.bits;
        hw_ptx_advance(reader);
        hw_ptx_need_sign(reader, ">");
    }
    variable->is_in_function = reader->function != NULL;
    if (!reader->function || variable->space != HW_PTX_SPACE_REG)
        return;
    variable->number = reader->function->registers;
    reader->function->registers += variable->count * variable->vector;
    if (reader->function->registers > HW_PTX_MOST_REGISTERS)
        hw_ptx_fail(reader, place, HW_ERR_RANGE, "a function has more than 2^24 registers");
}

static const char *name_here(struct hw_ptx_reader *reader)
{
    return hw_ptx_need_name(reader, "the name of a variable");
}

static void declare(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable, const char *name,
                    struct hw_ptx_place place)
{
    bool is_again;
    variable->symbol = hw_ptx_declare(reader, HW_PTX_SYMBOL_VARIABLE, name, place, &is_again);
    if (!is_again || variable->linkage != HW_PTX_LINK_EXTERN)
        variable->symbol->variable = variable;
}

/* A name, which was read, with what stands behind it. */
static struct hw_ptx_variable *declared(struct hw_ptx_reader *reader, const struct hw_ptx_variable *shared,
                                        const char *name, struct hw_ptx_place place)
{
    struct hw_ptx_variable *variable = hw_arena_take(reader->arena, sizeof *variable);
    *variable = *shared;
    range(reader, variable);
    dimensions(reader, variable);
    declare(reader, variable, name, place);
    return variable;
}

/* NAME<COUNT> in memory: so many variables, each with a name of its own.  False: no < stands there. */
static bool take_several(struct hw_ptx_reader *reader, const struct hw_ptx_variable *shared, const char *name,
                         struct hw_ptx_place place)
{
    const size_t room = strlen(name) + 12;

    if (!hw_ptx_take_sign(reader, "<"))
        return false;
    const struct hw_ptx_token token = reader->token;
    if (token.kind != HW_PTX_TOKEN_INTEGER || token.bits > HW_PTX_MOST_ITEMS)
        hw_ptx_expected(reader, "how many variables, at most 4096");
    hw_ptx_advance(reader);
    hw_ptx_need_sign(reader, ">");
    for (unsigned i = 0; i < token.bits; i++) {
        struct hw_ptx_variable *variable = hw_arena_take(reader->arena, sizeof *variable);
        char *each = hw_arena_array(reader->arena, room, 1);
        snprintf(each, room, "%s%u", name, i);
        *variable = *shared;
        variable->is_in_function = reader->function != NULL;
        declare(reader, variable, each, place);
        hw_ptx_add_statement(reader, HW_PTX_STATEMENT_VARIABLE, place)->variable = variable;
    }
    return true;
}

struct hw_ptx_variable *hw_ptx_read_parameter(struct hw_ptx_reader *reader, bool is_declared)
{
    struct hw_ptx_place place = hw_ptx_here(reader);
    struct hw_ptx_variable shared = shared_part(reader);
    if (shared.space != HW_PTX_SPACE_PARAM && shared.space != HW_PTX_SPACE_REG)
        hw_ptx_fail(reader, place, HW_ERR_SYNTAX, "a parameter is .%s, expected .param or .reg",
                    hw_ptx_space_name(shared.space));
    place = hw_ptx_here(reader);
    if (is_declared)
        return declared(reader, &shared, name_here(reader), place);
    struct hw_ptx_variable *variable = hw_arena_take(reader->arena, sizeof *variable);
    *variable = shared;
    struct hw_ptx_symbol *symbol = hw_arena_take(reader->arena, sizeof *symbol);
    *symbol = (struct hw_ptx_symbol){.kind = HW_PTX_SYMBOL_VARIABLE, .place = hw_ptx_here(reader)};
    symbol->name = hw_ptx_need_name(reader, "the name of a parameter or _");
    symbol->variable = variable;
    variable->symbol = symbol;
    dimensions(reader, variable);
    return variable;
}

/* A variable whose memory is here has a size. */
static void need_size(struct hw_ptx_reader *reader, const struct hw_ptx_variable *variable)
{
    for (unsigned i = 0; i < variable->dims && variable->linkage != HW_PTX_LINK_EXTERN; i++)
        if (!variable->dim[i])
            hw_ptx_fail(reader, variable->symbol->place, HW_ERR_SYNTAX,
                        "non-external variable '%s' has incomplete type, expected the number of its elements",
                        variable->symbol->name);
}

void hw_ptx_read_variables(struct hw_ptx_reader *reader, enum hw_ptx_linkage linkage)
{
    struct hw_ptx_variable shared = shared_part(reader);
    shared.linkage = linkage;
    do {
        const struct hw_ptx_place place = hw_ptx_here(reader);
        const char *name = name_here(reader);
        if (shared.space != HW_PTX_SPACE_REG && take_several(reader, &shared, name, place))
            continue;
        struct hw_ptx_variable *variable = declared(reader, &shared, name, place);
        hw_ptx_add_statement(reader, HW_PTX_STATEMENT_VARIABLE, place)->variable = variable;
        if (hw_ptx_take_sign(reader, "="))
            hw_ptx_read_initial(reader, variable);
        need_size(reader, variable);
    } while (hw_ptx_take_sign(reader, ","));
    if (!hw_ptx_take_sign(reader, ";"))
        hw_ptx_expected(reader, ", or ;");
}
