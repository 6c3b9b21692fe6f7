/* SPDX-License-Identifier: MIT */
/* Parses debug directives of PTX: pragmas, files and lines of the source, debug sections. */
#include "compiler/ptx/ptx_parser.h"

#include <string.h>

static uint64_t number(struct hw_ptx_parser *parser)
{
    if (parser->token.kind != HW_PTX_TOKEN_INTEGER)
        hw_ptx_expected(parser, "a number");
    uint64_t bits = parser->token.bits;
    hw_ptx_advance(parser);
    return bits;
}

static void need_word(struct hw_ptx_parser *parser, const char *word)
{
    if (strcmp(hw_ptx_expect_name(parser, word), word))
        hw_ptx_expected(parser, word);
}

static void inlined(struct hw_ptx_parser *parser, struct hw_ptx_loc *loc)
{
    need_word(parser, "function_name");
    loc->function_name = hw_ptx_expect_name(parser, "a label");
    if (hw_ptx_accept_sign(parser, "+"))
        loc->name_offset = number(parser);
    hw_ptx_expect_sign(parser, ",");
    need_word(parser, "inlined_at");
    loc->at_file = number(parser);
    loc->at_line = number(parser);
    loc->at_column = number(parser);
}

static struct hw_ptx_loc *loc_here(struct hw_ptx_parser *parser)
{
    struct hw_ptx_loc *loc = hw_arena_alloc(parser->arena, sizeof *loc);
    loc->file = number(parser);
    loc->line = number(parser);
    loc->column = number(parser);
    if (hw_ptx_accept_sign(parser, ","))
        inlined(parser, loc);
    return loc;
}

static struct hw_ptx_file *file_here(struct hw_ptx_parser *parser)
{
    struct hw_ptx_file *file = hw_arena_alloc(parser->arena, sizeof *file);
    file->number = number(parser);
    file->name = hw_ptx_expect_string(parser);
    file->has_stamp = hw_ptx_accept_sign(parser, ",");
    if (file->has_stamp) {
        file->stamp = number(parser);
        hw_ptx_expect_sign(parser, ",");
        file->bytes = number(parser);
    }
    return file;
}

static void skip_section(struct hw_ptx_parser *parser)
{
    while (!hw_ptx_accept_sign(parser, "{")) {
        if (parser->token.kind == HW_PTX_TOKEN_END)
            hw_ptx_expected(parser, "{ of a section");
        hw_ptx_advance(parser);
    }
    while (!hw_ptx_accept_sign(parser, "}")) {
        if (parser->token.kind == HW_PTX_TOKEN_END)
            hw_ptx_expected(parser, "} of a section");
        hw_ptx_advance(parser);
    }
}

/* @@DWARF and what stands in its line. */
static bool skip_dwarf(struct hw_ptx_parser *parser)
{
    const struct hw_ptx_lexer *lexer = &parser->lexer;
    if (!hw_ptx_is_sign(parser, "@") || lexer->next == lexer->end || *lexer->next != '@')
        return false;
    for (unsigned line = parser->token.line; parser->token.line == line && parser->token.kind;)
        hw_ptx_advance(parser);
    return true;
}

bool hw_ptx_parse_debug(struct hw_ptx_parser *parser)
{
    struct hw_source_location location = hw_ptx_here(parser);
    if (hw_ptx_accept_dotted(parser, "pragma")) {
        hw_ptx_add_statement(parser, HW_PTX_STATEMENT_PRAGMA, location)->pragma =
            hw_ptx_expect_string(parser);
        hw_ptx_expect_sign(parser, ";");
    } else if (hw_ptx_accept_dotted(parser, "loc")) {
        hw_ptx_add_statement(parser, HW_PTX_STATEMENT_LOC, location)->loc = loc_here(parser);
    } else if (hw_ptx_accept_dotted(parser, "file")) {
        hw_ptx_add_statement(parser, HW_PTX_STATEMENT_FILE, location)->file = file_here(parser);
    } else if (hw_ptx_accept_dotted(parser, "section")) {
        skip_section(parser);
    } else {
        return skip_dwarf(parser);
    }
    return true;
}
