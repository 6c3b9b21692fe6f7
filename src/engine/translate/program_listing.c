/* SPDX-License-Identifier: MIT */
/* See program_listing.h. */
#include "engine/translate/program_listing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/image/image_layout.h"
#include "module/debug_lines.h"
#include "module/module_internal.h"

#define SOURCE_COLUMN 64

/* " // saxpy.cu:8": the file without its folder, the line; nothing where it is not known. */
static void print_source(const struct hw_debug_lines *lines, const struct hw_image *image, uint32_t pc,
                         size_t column, struct hw_buffer *text)
{
    uint64_t address = 0;
    const struct hw_section *section = image ? hw_image_code_at(image, pc, &address) : NULL;
    uint32_t line;
    const char *file = section ? hw_debug_lines_source(lines, section, address, &line) : NULL;

    if (!file)
        return;
    const char *folder = strrchr(file, '/');
    hw_buffer_printf(text, "%*s // %s:%" PRIu32, (int)(column < SOURCE_COLUMN ? SOURCE_COLUMN - column : 0),
                     "", folder ? folder + 1 : file, line);
}

static void print_insn(const struct hw_program *program, const struct hw_program_insn *insn,
                       const struct hw_debug_lines *lines, const struct hw_image *image,
                       struct hw_buffer *text)
{
    const size_t start = text->length;
    char line[HW_TEXT_MAX] = "";

    if (insn->is_end)
        hw_buffer_printf(text, "        /* the code ends */");
    else if (insn->insn.bytes)
        hw_print(&insn->insn, hw_target_syntax(&program->target), insn->pc, line, sizeof line);
    if (!insn->is_end)
        hw_buffer_printf(text, "        /*%04" PRIx32 "*/ %s", insn->pc, line);
    if (insn->insn.bytes)
        print_source(lines, image, insn->pc, text->length - start, text);
    hw_buffer_printf(text, "\n");
}

char *hw_program_listing(const struct hw_program *program, const struct hw_image *image)
{
    struct hw_debug_lines lines = {.file = NULL};
    struct hw_buffer text = {.bytes = NULL};

    if (image && image->layout && hw_debug_lines_read(image->layout->module, &lines, NULL) != HW_OK)
        return NULL;
    hw_buffer_printf(&text, "/* %s: this line stands for what belongs to no single instruction */\n",
                     program->name ? program->name : "a kernel");
    for (uint32_t i = 0; i < program->insn_count; i++)
        print_insn(program, &program->insn[i], &lines, image, &text);
    hw_debug_lines_free(&lines);
    hw_buffer_zero(&text, 1);
    if (text.failed) {
        free(text.bytes);
        return NULL;
    }
    return (char *)text.bytes;
}
