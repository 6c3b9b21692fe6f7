/* SPDX-License-Identifier: MIT */
/* This list collects the lines and labels of a kernel's code for the assembler. */
#include "listing/assemble.h"

#include <stdlib.h>

void hw_assembly_clear(struct hw_assembly *assembly)
{
    for (size_t i = 0; i < assembly->label_count; i++)
        free(assembly->labels[i].name);
    free(assembly->labels);
    free(assembly->lines);
    *assembly = (struct hw_assembly){.name = NULL};
}

hw_status hw_assembly_add_line(struct hw_assembly *assembly, const struct hw_source_line *line,
                               struct hw_error *error)
{
    if (!hw_module_grow(&assembly->lines, assembly->line_count, sizeof(*line)))
        return hw_module_no_memory(error);
    assembly->lines[assembly->line_count++] = *line;
    return HW_OK;
}

hw_status hw_assembly_fail(struct hw_error *error, uint32_t line, uint32_t column, hw_status status,
                           const char *sentence)
{
    hw_fail(error, status, "listing", "%s", sentence);
    if (error) {
        error->line = line;
        error->column = column;
    }
    return status;
}

hw_status hw_assembly_add_label(struct hw_assembly *assembly, const char *name, size_t length, uint32_t line,
                                struct hw_error *error)
{
    struct hw_label label = {hw_module_copy_text(name, length), assembly->line_count, 0, line};
    if (!label.name || !hw_module_grow(&assembly->labels, assembly->label_count, sizeof(label))) {
        free(label.name);
        return hw_module_no_memory(error);
    }
    assembly->labels[assembly->label_count++] = label;
    return HW_OK;
}
