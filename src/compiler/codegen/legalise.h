/* SPDX-License-Identifier: MIT */
/* Legalisation rewrites IR operations that the target lacks into others that it has. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_H
#define HW_COMPILER_CODEGEN_LEGALISE_H

#include "compiler/codegen/isel_patterns.h"
#include "compiler/codegen/codegen_target.h"

/* Operations of which the libraries and the rules know less are made ones of which they know all. */
void hw_codegen_prepare(const struct hw_codegen_target *target, struct hw_ir_function *function);

/* Whether anything changed: what became of it may be simplified, and have to be lowered again. */
bool hw_codegen_legalise(struct hw_codegen_target *target, struct hw_ir_function *function);

/* Whether the family's own rules may make something else of an operation. */
bool hw_codegen_family_legalises(const struct hw_codegen_target *target, const struct hw_ir_insn *insn);

/* --- for the files of this unit ---------------------------------------------------------------------- */

/* The insertion point: before `insn`. */
struct hw_legalisation {
    struct hw_codegen_target *target;
    struct hw_ir_function *function;
    struct hw_ir_insn *insn;
};

/* What an operation becomes; NULL: it stays. */
typedef struct hw_ir_value *hw_legalise_fn(struct hw_legalisation *l);

struct hw_legalise_rule {
    uint16_t op;        /* enum hw_ir_op */
    uint8_t classes;    /* enum hw_codegen_class, a set */
    const char *unless; /* the target reads this; NULL: always */
    hw_legalise_fn *lower;
};

/* Each ends with a rule without `lower`. */
extern const struct hw_legalise_rule hw_legalise_i16[], hw_legalise_i64[], hw_legalise_i64_bits[],
    hw_legalise_i32[], hw_legalise_floats[], hw_legalise_video[], hw_legalise_conversions[];

/* Any operation with one result. */
struct hw_ir_value *hw_legalise_op(struct hw_legalisation *l, enum hw_ir_op op,
                                   const struct hw_ir_modifiers *how, unsigned kind, unsigned count,
                                   struct hw_ir_value *const *operand);
/* Values of 32 and 64 bits, and predicates. */
struct hw_ir_value *hw_legalise_op1(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a);
struct hw_ir_value *hw_legalise_op2(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b);
struct hw_ir_value *hw_legalise_op3(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b, struct hw_ir_value *c);
/* Two numbers of 32 bits multiplied, and one of 64 added. */
struct hw_ir_value *hw_legalise_mad_wide(struct hw_legalisation *l, unsigned type, struct hw_ir_value *a,
                                         struct hw_ir_value *b, struct hw_ir_value *c);
struct hw_ir_value *hw_legalise_compare(struct hw_legalisation *l, unsigned cmp, unsigned type,
                                        struct hw_ir_value *a, struct hw_ir_value *b);
struct hw_ir_value *hw_legalise_select(struct hw_legalisation *l, struct hw_ir_value *condition,
                                       struct hw_ir_value *yes, struct hw_ir_value *no);
struct hw_ir_value *hw_legalise_convert(struct hw_legalisation *l, unsigned type, unsigned from,
                                        unsigned kind, struct hw_ir_value *value);
struct hw_ir_value *hw_legalise_word(struct hw_legalisation *l, uint32_t bits);
struct hw_ir_value *hw_legalise_long(struct hw_legalisation *l, uint64_t bits);
struct hw_ir_value *hw_legalise_pair(struct hw_legalisation *l, struct hw_ir_value *low,
                                     struct hw_ir_value *high);
void hw_legalise_split(struct hw_legalisation *l, struct hw_ir_value *value, struct hw_ir_value *half[2]);
struct hw_ir_value *hw_legalise_operand(const struct hw_legalisation *l, unsigned which);

#define HW_LOWER_LESS    1u
#define HW_LOWER_EQUAL   2u
#define HW_LOWER_GREATER 4u
#define HW_LOWER_NOT     5u

#endif
