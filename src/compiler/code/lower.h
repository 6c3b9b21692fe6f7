/* SPDX-License-Identifier: MIT */
/* Operations that the target lacks become others that it has. */
#ifndef HW_COMPILER_CODE_LOWER_H
#define HW_COMPILER_CODE_LOWER_H

#include "compiler/code/rules.h"
#include "compiler/code/target.h"

/* Operations of which the libraries and the rules know less are made ones of which they know all. */
void hw_codegen_prepare(const struct hw_codegen_target *target, struct hw_ir_function *function);

/* Whether anything changed: what became of it may be simplified, and have to be lowered again. */
bool hw_codegen_lower(struct hw_codegen_target *target, struct hw_ir_function *function);

/* Whether the family's own rules may make something else of an operation. */
bool hw_codegen_family_lowers(const struct hw_codegen_target *target, const struct hw_ir_insn *insn);

/* --- for the files of this unit ---------------------------------------------------------------------- */

/* The place where operations are made: before `insn`. */
struct hw_lowering {
    struct hw_codegen_target *target;
    struct hw_ir_function *function;
    struct hw_ir_insn *insn;
};

/* What an operation becomes; NULL: it stays. */
typedef struct hw_ir_value *hw_lower_fn(struct hw_lowering *l);

struct hw_lower_rule {
    uint16_t op;        /* enum hw_ir_op */
    uint8_t classes;    /* enum hw_codegen_class, a set */
    const char *unless; /* the target reads this; NULL: always */
    hw_lower_fn *lower;
};

/* Each ends with a rule without `lower`. */
extern const struct hw_lower_rule hw_lower_halves[], hw_lower_pairs[], hw_lower_pair_bits[], hw_lower_words[],
    hw_lower_floats[], hw_lower_video[], hw_lower_conversions[];

/* Any operation with one result. */
struct hw_ir_value *hw_lower_make(struct hw_lowering *l, enum hw_ir_op op, const struct hw_ir_how *how,
                                  unsigned kind, unsigned count, struct hw_ir_value *const *operand);
/* Values of 32 and 64 bits, and predicates. */
struct hw_ir_value *hw_lower_op1(struct hw_lowering *l, enum hw_ir_op op, unsigned type,
                                 struct hw_ir_value *a);
struct hw_ir_value *hw_lower_op2(struct hw_lowering *l, enum hw_ir_op op, unsigned type,
                                 struct hw_ir_value *a, struct hw_ir_value *b);
struct hw_ir_value *hw_lower_op3(struct hw_lowering *l, enum hw_ir_op op, unsigned type,
                                 struct hw_ir_value *a, struct hw_ir_value *b, struct hw_ir_value *c);
/* Two numbers of 32 bits multiplied, and one of 64 added. */
struct hw_ir_value *hw_lower_mad_wide(struct hw_lowering *l, unsigned type, struct hw_ir_value *a,
                                      struct hw_ir_value *b, struct hw_ir_value *c);
struct hw_ir_value *hw_lower_compare(struct hw_lowering *l, unsigned cmp, unsigned type,
                                     struct hw_ir_value *a, struct hw_ir_value *b);
struct hw_ir_value *hw_lower_select(struct hw_lowering *l, struct hw_ir_value *condition,
                                    struct hw_ir_value *yes, struct hw_ir_value *no);
struct hw_ir_value *hw_lower_convert(struct hw_lowering *l, unsigned type, unsigned from, unsigned kind,
                                     struct hw_ir_value *value);
struct hw_ir_value *hw_lower_word(struct hw_lowering *l, uint32_t bits);
struct hw_ir_value *hw_lower_long(struct hw_lowering *l, uint64_t bits);
struct hw_ir_value *hw_lower_pair(struct hw_lowering *l, struct hw_ir_value *low, struct hw_ir_value *high);
void hw_lower_split(struct hw_lowering *l, struct hw_ir_value *value, struct hw_ir_value *half[2]);
struct hw_ir_value *hw_lower_operand(const struct hw_lowering *l, unsigned which);

#define HW_LOWER_LESS    1u
#define HW_LOWER_EQUAL   2u
#define HW_LOWER_GREATER 4u
#define HW_LOWER_NOT     5u

#endif
