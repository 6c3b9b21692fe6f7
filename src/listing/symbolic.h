/* SPDX-License-Identifier: MIT */
/* Operands that a linker or loader fills in: a relocation stands at the instruction, and the text shows its
 * symbol instead of the number in the field, as nvdisasm does.
 *
 *     MOV R4, 32@lo(table)                  MOV R20, 32@lo((_Z3fooi + L_0130@srel))
 *     CALL.ABS.NOINC `(_Z3bari)             IADD3 R5, R5, c[`((coef + 0x4))], R4
 *     STS [R11+`(buffer)], R0               LDC R2, c[R0+`(table)]
 *
 * What stands in the field is the addend, or 0 where the relocation has one of its own; a field with any
 * other content is shown as the number that it is. */
#ifndef HW_LISTING_SYMBOLIC_H
#define HW_LISTING_SYMBOLIC_H

#include "listing/listing_internal.h"

/* What stands around the name of a function whose number in a table is meant. */
#define HW_SYMBOLIC_DESCRIPTOR "fun@fdesc("
#define HW_SYMBOLIC_UNIFIED    "fun@unified("

/* Replace the operand in an instruction's text (HW_TEXT_MAX characters) that a relocation fills.  False, and
 * the text unchanged, where there is none, or the reader could not make the same instruction of it. */
bool hw_symbolic_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                       const struct hw_insn *insn, enum hw_syntax syntax, char *text);

/* The address within a kernel's own code that a relocation of it stores; false: it stores another. */
bool hw_symbolic_own_address(const struct hw_module *module, const struct hw_kernel *kernel,
                             const struct hw_reloc *reloc, uint64_t *address);

/* --- symbolic_read.c --- */

/* A symbolic operand of a line: the symbol and what is added to it. */
struct hw_symbolic {
    const char *name; /* as it stands in the line; in quotes where it has odd characters */
    uint32_t length;
    uint64_t addend;
    const char *label; /* the addend is its address; NULL: the number counts */
    uint32_t label_length;
};

/* How many characters of `s` are a symbolic operand: 0 for none. */
size_t hw_symbolic_length(const char *s, const char *end);
/* Take it apart; false: it is malformed. */
bool hw_symbolic_parse(const char *s, size_t length, struct hw_symbolic *symbolic);
/* Copy a line with the operand, if there is one, replaced by a number that the instruction's own text has
 * there.  `out` holds HW_SYMBOLIC_ROOM characters more than the line.  Returns where the operand begins, NULL
 * for none; *length is its own. */
#define HW_SYMBOLIC_ROOM 16
const char *hw_symbolic_replace(const char *line, const char *end, char *out, size_t *length);

#endif
