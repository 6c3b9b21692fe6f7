/* SPDX-License-Identifier: MIT */
/* Builds the line table: see line_table.h.  The compiler counts instructions, since addresses are known only
 * after encoding; here the finished code is traversed to find them.  Files are numbered from 1 on: the
 * numbers of PTX may have gaps. */
#include "compiler/driver/line_table.h"

#include <string.h>

#include <halfwarp/isa.h>

#include "module/debug_lines_write.h"

/* The index of a file among those of the module, from 1 on; 0: it has not been named. */
static uint32_t file_of(const struct hw_ir_module *from, uint32_t number)
{
    for (size_t i = 0; i < from->files; i++)
        if (from->file[i].number == number)
            return (uint32_t)i + 1;
    return 0;
}

/* Names without their quotes. */
static const char **names_of(const struct hw_ir_module *from)
{
    const char **name = hw_arena_array(from->arena, from->files, sizeof *name);

    for (size_t i = 0; i < from->files; i++) {
        const char *text = from->file[i].name;
        const size_t length = strlen(text);
        name[i] = length >= 2 && *text == '"' ? hw_arena_text(from->arena, text + 1, length - 2) : text;
    }
    return name;
}

/* The position in a kernel's code. */
struct line_table_cursor {
    struct hw_target target;
    const struct hw_kernel *kernel;
    size_t next;    /* the address of the next instruction */
    uint32_t insns; /* before it */
};

/* The address of an instruction that is not before one that was asked for; false: there is none. */
static bool address_of(struct line_table_cursor *cursor, uint32_t number, uint32_t *address)
{
    struct hw_insn insn;
    size_t at = cursor->next;

    while (hw_decode_code(&cursor->target, cursor->kernel->code, cursor->kernel->code_bytes, &at, &insn) ==
           HW_OK) {
        if (cursor->insns == number) {
            *address = (uint32_t)at;
            return true;
        }
        cursor->next = at += insn.bytes;
        cursor->insns++;
    }
    return false;
}

hw_status hw_add_line_table(const struct hw_ir_module *from, const struct hw_codegen_lines *lines,
                            struct hw_module *to, struct hw_error *error)
{
    struct hw_debug_position *position = hw_arena_array(from->arena, lines->count, sizeof *position);
    struct line_table_cursor cursor = {.kernel = NULL};
    size_t count = 0;
    hw_status status = hw_target_find(to->target, &cursor.target, error);

    for (size_t i = 0; i < lines->count && status == HW_OK; i++) {
        const struct hw_codegen_line_of *line = &lines->list[i];
        if (!cursor.kernel || strcmp(cursor.kernel->name, line->kernel) != 0)
            cursor = (struct line_table_cursor){.target = cursor.target,
                                                .kernel = hw_module_find_kernel(to, line->kernel)};
        position[count] = (struct hw_debug_position){
            .kernel = line->kernel, .file = file_of(from, line->file), .line = line->line};
        count += cursor.kernel && position[count].file &&
                 address_of(&cursor, line->insn, &position[count].address);
    }
    return status == HW_OK ? hw_debug_lines_add(to, names_of(from), from->files, position, count, error)
                           : status;
}
