/* SPDX-License-Identifier: MIT */
/* See ptx_read.h: the directives of a module. */
#include "compiler/ptx/ptx_read.h"

#include "compiler/ptx/ptx_reader.h"

#include <stdlib.h>
#include <string.h>

static void version(struct hw_ptx_reader *reader)
{
    if (!hw_ptx_take_dotted(reader, "version"))
        hw_ptx_expected(reader, ".version");
    if (reader->token.kind != HW_PTX_TOKEN_DECIMAL)
        hw_ptx_expected(reader, "a version with a dot, such as 6.4");
    char text[16] = "", *end;
    memcpy(text, reader->token.text, reader->token.length < 15 ? reader->token.length : 15);
    reader->module->major = (unsigned)strtoul(text, &end, 10);
    reader->module->minor = *end == '.' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
    if (*end || reader->module->major < 1 || reader->module->major > 9)
        hw_ptx_expected(reader, "a version from 1.0 to 9.x");
    hw_ptx_advance(reader);
}

static void target(struct hw_ptx_reader *reader)
{
    struct hw_ptx_module *module = reader->module;
    do {
        module->target = hw_arena_grow(reader->arena, module->target, module->targets, &module->target_room,
                                       sizeof *module->target);
        module->target[module->targets++] = hw_ptx_need_name(reader, "a target, such as sm_30");
    } while (hw_ptx_take_sign(reader, ","));
}

static void alias(struct hw_ptx_reader *reader)
{
    struct hw_ptx_alias *made = hw_arena_take(reader->arena, sizeof *made);
    struct hw_ptx_name name;
    struct hw_ptx_place place = hw_ptx_here(reader), start = place;
    hw_ptx_resolve_now(reader, &name, hw_ptx_need_name(reader, "a function"), place);
    made->alias = name.symbol;
    hw_ptx_need_sign(reader, ",");
    place = hw_ptx_here(reader);
    hw_ptx_resolve_now(reader, &name, hw_ptx_need_name(reader, "a function"), place);
    made->of = name.symbol;
    hw_ptx_need_sign(reader, ";");
    hw_ptx_add_statement(reader, HW_PTX_STATEMENT_ALIAS, start)->alias = made;
}

static enum hw_ptx_linkage linkage(struct hw_ptx_reader *reader)
{
    for (enum hw_ptx_linkage link = 1; link < HW_PTX_LINK_COUNT; link++)
        if (hw_ptx_take_dotted(reader, hw_ptx_linkage_name(link)))
            return link;
    return HW_PTX_LINK_LOCAL;
}

static void top(struct hw_ptx_reader *reader)
{
    if (hw_ptx_read_note(reader))
        return;
    if (hw_ptx_take_dotted(reader, "target")) {
        target(reader);
    } else if (hw_ptx_take_dotted(reader, "address_size")) {
        struct hw_ptx_place place = hw_ptx_here(reader);
        reader->module->address_size = (unsigned)hw_ptx_read_integer(reader, 32, 64);
        if (reader->module->address_size % 32)
            hw_ptx_fail(reader, place, HW_ERR_RANGE, "found another address size, expected 32 or 64");
    } else if (hw_ptx_take_dotted(reader, "alias")) {
        alias(reader);
    } else {
        enum hw_ptx_linkage link = linkage(reader);
        if (hw_ptx_is_dotted(reader, "entry") || hw_ptx_is_dotted(reader, "func"))
            hw_ptx_read_function(reader, link);
        else if (hw_ptx_space_here(reader))
            hw_ptx_read_variables(reader, link);
        else
            hw_ptx_expected(reader, "a directive: .target .entry .func .global .const .shared ...");
    }
}

static void read_module(struct hw_ptx_reader *reader)
{
    hw_ptx_advance(reader);
    version(reader);
    while (reader->token.kind != HW_PTX_TOKEN_END)
        top(reader);
    hw_ptx_end_scope(reader, &reader->module->top, 0);
}

hw_status hw_ptx_read(struct hw_arena *arena, const char *text, size_t length,
                      const struct hw_ptx_module **module, struct hw_error *error)
{
    struct hw_ptx_reader *reader = hw_arena_take(arena, sizeof *reader);
    *module = NULL;
    reader->arena = reader->names.arena = arena;
    reader->error = error;
    reader->module = hw_arena_take(arena, sizeof *reader->module);
    hw_ptx_lex_start(&reader->lexer, text, length);
    if (setjmp(reader->failed))
        return reader->status;
    hw_ptx_know_ops(&reader->names);
    hw_ptx_know_specials(&reader->names);
    read_module(reader);
    *module = reader->module;
    return HW_OK;
}
