/* SPDX-License-Identifier: MIT */
/* The assembler translates a kernel's code, lines of text with labels, to bytes.  Both forms of listing use
 * it. */
#ifndef HW_LISTING_ASSEMBLE_H
#define HW_LISTING_ASSEMBLE_H

#include <halfwarp/isa.h>
#include <halfwarp/listing.h>

#include "module/module_internal.h"

struct hw_source_line {
    const char *text; /* one instruction, without comments; not NUL-terminated */
    uint32_t length;
    uint32_t line, column; /* where it stands in the file, both from 1 */
    uint32_t address;      /* set while assembling */
    bool raw;              /* `value` instead of text */
    uint32_t value;
    uint8_t bytes;    /* while assembling: length of the instruction */
    uint32_t control; /* its scheduling bits, as in struct hw_insn */
    bool placeless;   /* it has no scheduling bits */
    uint8_t code[16]; /* the instruction, where it names no label */
    bool has_label;
    const char *symbolic; /* the operand in `text` that a relocation fills (symbolic.h); NULL: none */
    uint32_t symbolic_length;
};

struct hw_label {
    char *name;
    size_t index;     /* number of the source line that it stands before */
    uint32_t address; /* of that instruction, after hw_assembly_finish */
    uint32_t line;
};

struct hw_assembly {
    const char *name; /* of the kernel, which operands may have for its first address; NULL: none */
    struct hw_source_line *lines;
    size_t line_count;
    struct hw_label *labels; /* hw_assembly_finish sorts them by name */
    size_t label_count;
};

hw_status hw_assembly_add_line(struct hw_assembly *assembly, const struct hw_source_line *line,
                               struct hw_error *error);
hw_status hw_assembly_add_label(struct hw_assembly *assembly, const char *name, size_t length, uint32_t line,
                                struct hw_error *error);
/* Assemble all lines into `code`, and schedule them where no line says how (docs/scheduling.md).  Errors
 * carry the line and column of the file; they are added to the list, and the other lines are tried all the
 * same. */
hw_status hw_assembly_finish(struct hw_assembly *assembly, const struct hw_target *target,
                             enum hw_syntax syntax, struct hw_buffer *code, struct hw_listing_errors *errors);
/* False: the list is full (read_lines.c). */
bool hw_listing_error_add(struct hw_listing_errors *errors, const struct hw_error *error);
/* The address of the instruction that a label stands before, HW_NO_ADDRESS where there is no such label;
 * after hw_assembly_finish. */
#define HW_NO_ADDRESS UINT32_MAX
uint32_t hw_assembly_address(const struct hw_assembly *assembly, const char *name, size_t length);

/* An error in a line of the text; passes `status` on. */
hw_status hw_assembly_fail(struct hw_error *error, uint32_t line, uint32_t column, hw_status status,
                           const char *sentence);

/* --- assemble_bundles.c: scheduling bits, and groups that must be full --- */
/* Before an instruction is put at `offset`: the control word of its group, where the group begins here. */
void hw_assembly_open_group(const struct hw_target *target, size_t offset, struct hw_buffer *code);
hw_status hw_assembly_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                               struct hw_buffer *code, struct hw_listing_errors *errors,
                               struct hw_error *error);

/* --- assemble_doubts.c: what no chip executes as it says --- */
/* Add a doubt for each such line; after all lines have been encoded. */
void hw_assembly_doubt_code(const struct hw_assembly *assembly, const struct hw_target *target,
                            const struct hw_buffer *code, struct hw_listing_errors *errors);
/* Schedule the code, and doubt what no schedule mends. */
hw_status hw_assembly_compute_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                                       struct hw_buffer *code, struct hw_listing_errors *errors,
                                       struct hw_error *error);
/* The same for the hazards of a schedule that the lines state. */
void hw_assembly_doubt_schedule(const struct hw_assembly *assembly, const struct hw_target *target,
                                const struct hw_buffer *code, struct hw_listing_errors *errors);

/* Free what it holds and make it empty. */
void hw_assembly_clear(struct hw_assembly *assembly);

#endif
