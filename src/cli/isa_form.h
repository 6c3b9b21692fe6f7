/* SPDX-License-Identifier: MIT */
/* The reference manual's description of one form has its fields, an example and its operands, worked out from
 * its row. */
#ifndef HW_CLI_ISA_FORM_H
#define HW_CLI_ISA_FORM_H

#include <halfwarp/isa.h>

#define ISA_FORM_RANGES 48

/* One field: the letter that stands for it in the picture, and the bits it lies in. */
struct isa_field {
    char letter;
    const char *name;
    unsigned bits;
    char where[ISA_FORM_RANGES]; /* "8:2", or "33:32, 0" where it lies in pieces, high bits first */
};

/* Field number `index` of the form.  Fields are numbered as their letters first appear in the picture. */
struct isa_field isa_form_field(const struct hw_form *form, unsigned index);

/* Where a picture's character stands that is no field: `-`, `+` or `?`; "" where it does not. */
void isa_form_bits(const struct hw_form *form, char mark, char where[ISA_FORM_RANGES * 4]);

/* An instruction of this form with small numbers in its fields, complete. */
void isa_form_example(const struct hw_form *form, struct hw_insn *insn);

/* What an operand is, in a few words: "register pair", "64 registers", "16 bits of shared memory". */
void isa_form_operand(const struct hw_operand *operand, char *text, size_t size);

/* Whether instructions of this form write a condition code register: "no", "on request" or "always". */
const char *isa_form_condition(const struct hw_form *form);

#endif
