/* SPDX-License-Identifier: MIT */
/* Parses initializers of PTX: numbers and addresses, in braces that follow the dimensions; a vector is the
 * innermost dimension.  Only elements that are written are stored, each with its index. */
#include "compiler/ptx/ptx_parser.h"

#include <string.h>

/* How many elements one step of dimension `depth` is. */
static uint64_t stride(const struct hw_ptx_variable *variable, unsigned depth)
{
    uint64_t elements = variable->vector;
    for (unsigned i = depth + 1; i < variable->dims; i++)
        elements *= variable->dim[i];
    return depth < variable->dims ? elements : 1;
}

/* An address: name, name+4, generic(name)+4, 0xFF00(name). */
static void address(struct hw_ptx_parser *parser, struct hw_ptx_initial *initial)
{
    struct hw_ptx_name name;
    struct hw_source_location location = hw_ptx_here(parser);
    const char *text = hw_ptx_expect_name(parser, "the name of a variable or function");
    if (!strcmp(text, "generic") && hw_ptx_accept_sign(parser, "(")) {
        initial->generic = true;
        location = hw_ptx_here(parser);
        text = hw_ptx_expect_name(parser, "the name of a variable");
        hw_ptx_resolve_now(parser, &name, text, location);
        hw_ptx_expect_sign(parser, ")");
    } else {
        hw_ptx_resolve_now(parser, &name, text, location);
    }
    initial->symbol = name.symbol;
    if (hw_ptx_is_sign(parser, "+") || hw_ptx_is_sign(parser, "-")) {
        hw_ptx_accept_sign(parser, "+");
        initial->constant.bits = hw_ptx_parse_integer(parser, 0, UINT64_MAX);
    }
}

static bool is_constant_name(const struct hw_ptx_parser *parser)
{
    return parser->token.length == 7 && !memcmp(parser->token.text, "WARP_SZ", 7);
}

static void value(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable, uint64_t at)
{
    variable->initial = hw_arena_grow(parser->arena, variable->initial, variable->initials,
                                      &variable->initial_capacity, sizeof *variable->initial);
    struct hw_ptx_initial *initial = &variable->initial[variable->initials++];
    *initial = (struct hw_ptx_initial){.at = at};
    if (hw_ptx_is_name(parser) && !is_constant_name(parser)) {
        address(parser, initial);
        return;
    }
    const struct hw_source_location location = hw_ptx_here(parser);
    initial->constant = hw_ptx_parse_constant(parser);
    if (!hw_ptx_accept_sign(parser, "("))
        return;
    initial->mask = initial->constant.bits;
    if (!initial->mask || initial->mask != (uint64_t)0xff << __builtin_ctzll(initial->mask) / 8 * 8)
        hw_ptx_fail(parser, location, HW_ERR_RANGE,
                    "invalid mask value '0x%llx' used in initializer, expected 0xFF of one byte",
                    (unsigned long long)initial->mask);
    initial->constant = (struct hw_ptx_constant){.bits = 0};
    address(parser, initial);
    hw_ptx_expect_sign(parser, ")");
}

static void braces(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable, unsigned depth,
                   uint64_t at)
{
    unsigned levels = variable->dims + (variable->vector > 1);
    uint64_t step = stride(variable, depth), count = 0;
    if (depth == levels)
        hw_ptx_expected(parser, "a value, for all dimensions have their braces");
    uint64_t most = depth < variable->dims ? variable->dim[depth] : variable->vector;
    hw_ptx_expect_sign(parser, "{");
    if (hw_ptx_accept_sign(parser, "}"))
        return;
    do {
        if (!most && !depth ? count == HW_PTX_MAX_BYTES : count == most)
            hw_ptx_fail(parser, hw_ptx_here(parser), HW_ERR_RANGE,
                        "an initializer has too many values, expected at most %llu",
                        (unsigned long long)most);
        if (hw_ptx_is_sign(parser, "{"))
            braces(parser, variable, depth + 1, at + step * count);
        else if (depth + 1 == levels)
            value(parser, variable, at + count);
        else
            hw_ptx_expected(parser, "{ of the next dimension");
        count++;
    } while (hw_ptx_accept_sign(parser, ","));
    hw_ptx_expect_sign(parser, "}");
    if (!depth && variable->dims && !most)
        variable->dim[0] = count;
}

/* name = number or name = word, in braces. */
static void fields(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    hw_ptx_expect_sign(parser, "{");
    do {
        variable->field = hw_arena_grow(parser->arena, variable->field, variable->fields,
                                        &variable->field_capacity, sizeof *variable->field);
        struct hw_ptx_field *field = &variable->field[variable->fields++];
        *field = (struct hw_ptx_field){.name = hw_ptx_expect_name(parser, "a field")};
        hw_ptx_expect_sign(parser, "=");
        if (hw_ptx_is_name(parser))
            field->word = hw_ptx_parse_text(parser);
        else
            field->number = hw_ptx_parse_integer(parser, 0, UINT64_MAX);
    } while (hw_ptx_accept_sign(parser, ","));
    hw_ptx_expect_sign(parser, "}");
}

void hw_ptx_parse_initial(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable)
{
    variable->is_initialized = true;
    if (variable->space != HW_PTX_SPACE_GLOBAL && variable->space != HW_PTX_SPACE_CONST)
        hw_ptx_expected(parser, "no initializer, for only .global and .const have one");
    if (variable->type >= HW_PTX_TYPE_TEXREF)
        fields(parser, variable);
    else if (variable->dims || variable->vector > 1)
        braces(parser, variable, 0, 0);
    else
        value(parser, variable, 0);
}
