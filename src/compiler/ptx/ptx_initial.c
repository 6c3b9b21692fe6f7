/* SPDX-License-Identifier: MIT */
/* Initializers of PTX: numbers and addresses, in braces that follow the dimensions; a vector is the last of
 * them.  Only what is written is kept, with its place among the elements. */
#include "compiler/ptx/ptx_reader.h"

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
static void address(struct hw_ptx_reader *reader, struct hw_ptx_initial *initial)
{
    struct hw_ptx_name name;
    struct hw_ptx_place place = hw_ptx_here(reader);
    const char *text = hw_ptx_need_name(reader, "the name of a variable or function");
    if (!strcmp(text, "generic") && hw_ptx_take_sign(reader, "(")) {
        initial->generic = true;
        place = hw_ptx_here(reader);
        text = hw_ptx_need_name(reader, "the name of a variable");
        hw_ptx_resolve_now(reader, &name, text, place);
        hw_ptx_need_sign(reader, ")");
    } else {
        hw_ptx_resolve_now(reader, &name, text, place);
    }
    initial->symbol = name.symbol;
    if (hw_ptx_is_sign(reader, "+") || hw_ptx_is_sign(reader, "-")) {
        hw_ptx_take_sign(reader, "+");
        initial->constant.bits = hw_ptx_read_integer(reader, 0, UINT64_MAX);
    }
}

static bool is_constant_name(const struct hw_ptx_reader *reader)
{
    return reader->token.length == 7 && !memcmp(reader->token.text, "WARP_SZ", 7);
}

static void value(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable, uint64_t at)
{
    variable->initial = hw_arena_grow(reader->arena, variable->initial, variable->initials,
                                      &variable->initial_room, sizeof *variable->initial);
    struct hw_ptx_initial *initial = &variable->initial[variable->initials++];
    *initial = (struct hw_ptx_initial){.at = at};
    if (hw_ptx_is_name(reader) && !is_constant_name(reader)) {
        address(reader, initial);
        return;
    }
    const struct hw_ptx_place place = hw_ptx_here(reader);
    initial->constant = hw_ptx_read_constant(reader);
    if (!hw_ptx_take_sign(reader, "("))
        return;
    initial->mask = initial->constant.bits;
    if (!initial->mask || initial->mask != (uint64_t)0xff << __builtin_ctzll(initial->mask) / 8 * 8)
        hw_ptx_fail(reader, place, HW_ERR_RANGE,
                    "invalid mask value '0x%llx' used in initializer, expected 0xFF of one byte",
                    (unsigned long long)initial->mask);
    initial->constant = (struct hw_ptx_constant){.bits = 0};
    address(reader, initial);
    hw_ptx_need_sign(reader, ")");
}

static void braces(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable, unsigned depth,
                   uint64_t at)
{
    unsigned levels = variable->dims + (variable->vector > 1);
    uint64_t step = stride(variable, depth), count = 0;
    if (depth == levels)
        hw_ptx_expected(reader, "a value, for all dimensions have their braces");
    uint64_t most = depth < variable->dims ? variable->dim[depth] : variable->vector;
    hw_ptx_need_sign(reader, "{");
    if (hw_ptx_take_sign(reader, "}"))
        return;
    do {
        if (!most && !depth ? count == HW_PTX_MOST_BYTES : count == most)
            hw_ptx_fail(reader, hw_ptx_here(reader), HW_ERR_RANGE,
                        "an initializer has too many values, expected at most %llu",
                        (unsigned long long)most);
        if (hw_ptx_is_sign(reader, "{"))
            braces(reader, variable, depth + 1, at + step * count);
        else if (depth + 1 == levels)
            value(reader, variable, at + count);
        else
            hw_ptx_expected(reader, "{ of the next dimension");
        count++;
    } while (hw_ptx_take_sign(reader, ","));
    hw_ptx_need_sign(reader, "}");
    if (!depth && variable->dims && !most)
        variable->dim[0] = count;
}

/* name = number or name = word, in braces. */
static void fields(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    hw_ptx_need_sign(reader, "{");
    do {
        variable->field = hw_arena_grow(reader->arena, variable->field, variable->fields,
                                        &variable->field_room, sizeof *variable->field);
        struct hw_ptx_field *field = &variable->field[variable->fields++];
        *field = (struct hw_ptx_field){.name = hw_ptx_need_name(reader, "a field")};
        hw_ptx_need_sign(reader, "=");
        if (hw_ptx_is_name(reader))
            field->word = hw_ptx_take_text(reader);
        else
            field->number = hw_ptx_read_integer(reader, 0, UINT64_MAX);
    } while (hw_ptx_take_sign(reader, ","));
    hw_ptx_need_sign(reader, "}");
}

void hw_ptx_read_initial(struct hw_ptx_reader *reader, struct hw_ptx_variable *variable)
{
    variable->is_initialized = true;
    if (variable->space != HW_PTX_SPACE_GLOBAL && variable->space != HW_PTX_SPACE_CONST)
        hw_ptx_expected(reader, "no initializer, for only .global and .const have one");
    if (variable->type >= HW_PTX_TYPE_TEXREF)
        fields(reader, variable);
    else if (variable->dims || variable->vector > 1)
        braces(reader, variable, 0, 0);
    else
        value(reader, variable, 0);
}
