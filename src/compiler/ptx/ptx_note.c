/* SPDX-License-Identifier: MIT */
/* What PTX says beside its code: pragmas, files and lines of the source, debug sections. */
#include "compiler/ptx/ptx_reader.h"

#include <string.h>

static uint64_t number(struct hw_ptx_reader *reader)
{
    if (reader->token.kind != HW_PTX_TOKEN_INTEGER)
        hw_ptx_expected(reader, "a number");
    uint64_t bits = reader->token.bits;
    hw_ptx_advance(reader);
    return bits;
}

static void need_word(struct hw_ptx_reader *reader, const char *word)
{
    if (strcmp(hw_ptx_need_name(reader, word), word))
        hw_ptx_expected(reader, word);
}

static void inlined(struct hw_ptx_reader *reader, struct hw_ptx_loc *loc)
{
    need_word(reader, "function_name");
    loc->function_name = hw_ptx_need_name(reader, "a label");
    if (hw_ptx_take_sign(reader, "+"))
        loc->name_offset = number(reader);
    hw_ptx_need_sign(reader, ",");
    need_word(reader, "inlined_at");
    loc->at_file = number(reader);
    loc->at_line = number(reader);
    loc->at_column = number(reader);
}

static struct hw_ptx_loc *loc_here(struct hw_ptx_reader *reader)
{
    struct hw_ptx_loc *loc = hw_arena_take(reader->arena, sizeof *loc);
    loc->file = number(reader);
    loc->line = number(reader);
    loc->column = number(reader);
    if (hw_ptx_take_sign(reader, ","))
        inlined(reader, loc);
    return loc;
}

static struct hw_ptx_file *file_here(struct hw_ptx_reader *reader)
{
    struct hw_ptx_file *file = hw_arena_take(reader->arena, sizeof *file);
    file->number = number(reader);
    file->name = hw_ptx_need_string(reader);
    file->has_stamp = hw_ptx_take_sign(reader, ",");
    if (file->has_stamp) {
        file->stamp = number(reader);
        hw_ptx_need_sign(reader, ",");
        file->bytes = number(reader);
    }
    return file;
}

static void skip_section(struct hw_ptx_reader *reader)
{
    while (!hw_ptx_take_sign(reader, "{")) {
        if (reader->token.kind == HW_PTX_TOKEN_END)
            hw_ptx_expected(reader, "{ of a section");
        hw_ptx_advance(reader);
    }
    while (!hw_ptx_take_sign(reader, "}")) {
        if (reader->token.kind == HW_PTX_TOKEN_END)
            hw_ptx_expected(reader, "} of a section");
        hw_ptx_advance(reader);
    }
}

/* @@DWARF and what stands in its line. */
static bool take_dwarf(struct hw_ptx_reader *reader)
{
    const struct hw_ptx_lexer *lexer = &reader->lexer;
    if (!hw_ptx_is_sign(reader, "@") || lexer->next == lexer->end || *lexer->next != '@')
        return false;
    for (unsigned line = reader->token.line; reader->token.line == line && reader->token.kind;)
        hw_ptx_advance(reader);
    return true;
}

bool hw_ptx_read_note(struct hw_ptx_reader *reader)
{
    struct hw_ptx_place place = hw_ptx_here(reader);
    if (hw_ptx_take_dotted(reader, "pragma")) {
        hw_ptx_add_statement(reader, HW_PTX_STATEMENT_PRAGMA, place)->pragma = hw_ptx_need_string(reader);
        hw_ptx_need_sign(reader, ";");
    } else if (hw_ptx_take_dotted(reader, "loc")) {
        hw_ptx_add_statement(reader, HW_PTX_STATEMENT_LOC, place)->loc = loc_here(reader);
    } else if (hw_ptx_take_dotted(reader, "file")) {
        hw_ptx_add_statement(reader, HW_PTX_STATEMENT_FILE, place)->file = file_here(reader);
    } else if (hw_ptx_take_dotted(reader, "section")) {
        skip_section(reader);
    } else {
        return take_dwarf(reader);
    }
    return true;
}
