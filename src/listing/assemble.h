/* Assembling a kernel's code: lines of text with labels, to bytes.  Both forms of listing use it. */
#ifndef HW_LISTING_ASSEMBLE_H
#define HW_LISTING_ASSEMBLE_H

#include <halfwarp/isa.h>

#include "module/internal.h"

struct hw_source_line {
    const char *text; /* one instruction, without comments; not NUL-terminated */
    uint32_t length;
    uint32_t line, column; /* where it stands in the file, both from 1 */
    uint32_t address;      /* set while assembling */
    bool raw;              /* `value` instead of text */
    uint32_t value;
    uint8_t bytes;    /* while assembling: length of the instruction */
    uint8_t code[16]; /* the instruction, where it names no label */
    bool has_label;
};

struct hw_label {
    char *name;
    size_t index; /* number of the source line that it stands before */
    uint32_t line;
};

struct hw_assembly {
    struct hw_source_line *lines;
    size_t line_count;
    struct hw_label *labels; /* hw_assembly_finish sorts them by name */
    size_t label_count;
};

hw_status hw_assembly_add_line(struct hw_assembly *assembly, const struct hw_source_line *line,
                               struct hw_error *error);
hw_status hw_assembly_add_label(struct hw_assembly *assembly, const char *name, size_t length, uint32_t line,
                                struct hw_error *error);
/* Assemble all lines into `code`.  Errors carry the line and column of the file. */
hw_status hw_assembly_finish(struct hw_assembly *assembly, const struct hw_target *target,
                             enum hw_syntax syntax, struct hw_buffer *code, struct hw_error *error);
/* Free what it holds and make it empty. */
void hw_assembly_clear(struct hw_assembly *assembly);

#endif
