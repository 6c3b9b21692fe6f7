/* SPDX-License-Identifier: MIT */
/* Parses the directives of a module: see ptx_parse_module.h. */
#include "compiler/ptx/ptx_parse_module.h"

#include "compiler/ptx/ptx_parser.h"

#include <stdlib.h>
#include <string.h>

static void version(struct hw_ptx_parser *parser)
{
    if (!hw_ptx_accept_dotted(parser, "version"))
        hw_ptx_expected(parser, ".version");
    if (parser->token.kind != HW_PTX_TOKEN_DECIMAL)
        hw_ptx_expected(parser, "a version with a dot, such as 6.4");
    char text[16] = "", *end;
    memcpy(text, parser->token.text, parser->token.length < 15 ? parser->token.length : 15);
    parser->module->major = (unsigned)strtoul(text, &end, 10);
    parser->module->minor = *end == '.' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
    if (*end || parser->module->major < 1 || parser->module->major > 9)
        hw_ptx_expected(parser, "a version from 1.0 to 9.x");
    hw_ptx_advance(parser);
}

static void target(struct hw_ptx_parser *parser)
{
    struct hw_ptx_module *module = parser->module;
    do {
        module->target = hw_arena_grow(parser->arena, module->target, module->targets,
                                       &module->target_capacity, sizeof *module->target);
        module->target[module->targets++] = hw_ptx_expect_name(parser, "a target, such as sm_30");
    } while (hw_ptx_accept_sign(parser, ","));
}

static void alias(struct hw_ptx_parser *parser)
{
    struct hw_ptx_alias *made = hw_arena_alloc(parser->arena, sizeof *made);
    struct hw_ptx_name name;
    struct hw_source_location location = hw_ptx_here(parser), start = location;
    hw_ptx_resolve_now(parser, &name, hw_ptx_expect_name(parser, "a function"), location);
    made->alias = name.symbol;
    hw_ptx_expect_sign(parser, ",");
    location = hw_ptx_here(parser);
    hw_ptx_resolve_now(parser, &name, hw_ptx_expect_name(parser, "a function"), location);
    made->of = name.symbol;
    hw_ptx_expect_sign(parser, ";");
    hw_ptx_add_statement(parser, HW_PTX_STATEMENT_ALIAS, start)->alias = made;
}

static enum hw_ptx_linkage linkage(struct hw_ptx_parser *parser)
{
    for (enum hw_ptx_linkage link = 1; link < HW_PTX_LINK_COUNT; link++)
        if (hw_ptx_accept_dotted(parser, hw_ptx_linkage_name(link)))
            return link;
    return HW_PTX_LINK_LOCAL;
}

static void top(struct hw_ptx_parser *parser)
{
    if (hw_ptx_parse_debug(parser))
        return;
    if (hw_ptx_accept_dotted(parser, "target")) {
        target(parser);
    } else if (hw_ptx_accept_dotted(parser, "address_size")) {
        struct hw_source_location location = hw_ptx_here(parser);
        parser->module->address_size = (unsigned)hw_ptx_parse_integer(parser, 32, 64);
        if (parser->module->address_size % 32)
            hw_ptx_fail(parser, location, HW_ERR_RANGE, "found another address size, expected 32 or 64");
    } else if (hw_ptx_accept_dotted(parser, "alias")) {
        alias(parser);
    } else {
        enum hw_ptx_linkage link = linkage(parser);
        if (hw_ptx_is_dotted(parser, "entry") || hw_ptx_is_dotted(parser, "func"))
            hw_ptx_parse_function(parser, link);
        else if (hw_ptx_space_here(parser))
            hw_ptx_parse_variables(parser, link);
        else
            hw_ptx_expected(parser, "a directive: .target .entry .func .global .const .shared ...");
    }
}

static void read_module(struct hw_ptx_parser *parser)
{
    hw_ptx_advance(parser);
    version(parser);
    while (parser->token.kind != HW_PTX_TOKEN_END)
        top(parser);
    hw_ptx_end_scope(parser, &parser->module->top, 0);
}

hw_status hw_ptx_parse(struct hw_arena *arena, const char *text, size_t length,
                       const struct hw_ptx_module **module, struct hw_error *error)
{
    struct hw_ptx_parser *parser = hw_arena_alloc(arena, sizeof *parser);
    *module = NULL;
    parser->arena = parser->names.arena = arena;
    parser->error = error;
    parser->module = hw_arena_alloc(arena, sizeof *parser->module);
    hw_ptx_lex_start(&parser->lexer, text, length);
    if (setjmp(parser->failed))
        return parser->status;
    hw_ptx_add_ops(&parser->names);
    hw_ptx_add_specials(&parser->names);
    read_module(parser);
    *module = parser->module;
    return HW_OK;
}
