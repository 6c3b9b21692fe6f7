/* SPDX-License-Identifier: MIT */
/* In what families of chips differ beyond their rows: how predicates are kept, where parameters lie, how a
 * way out of a block is written. */
#ifndef HW_COMPILER_CODE_FAMILY_H
#define HW_COMPILER_CODE_FAMILY_H

#include "compiler/code/lower.h"
#include "compiler/code/select.h"

/* A register that is kept in memory, so many bytes from where such registers begin. */
struct hw_codegen_kept {
    struct hw_mach_function *function;
    struct hw_mach_block *block;
    struct hw_mach_insn *behind; /* the access stands before it */
    uint32_t reg, stack;         /* stack: the register of its address, where there is one */
    int64_t at;
    bool is_load;
    bool is_narrow; /* its place is a multiple of 8 bytes only */
};

/* Address registers, by number: 1 + the general register whose word each holds; 0: nothing that is known. */
#define HW_CODEGEN_HELD 4u
struct hw_codegen_held {
    uint16_t reg[HW_CODEGEN_HELD];
    uint8_t next; /* that is given away next */
};

struct hw_codegen_family {
    /* Predicates have registers of their own, and RZ and PT read as zero and true.  Else a predicate is a
     * word, all ones or 0, and a condition is set where it is asked for. */
    bool has_predicates;
    bool has_library;        /* functions for what only these chips lack: lower_calls.h */
    bool guards_before;      /* a guard stands before the instruction, else behind its name */
    bool joins_at_place;     /* lanes wait at the place where they meet, else at the end of each way there */
    char label;              /* of a block, before its number; b1 may be a barrier */
    uint8_t immediate_float; /* enum hw_codegen_immediate */
    const char *exit, *wait[2];                       /* of wait the first that the target reads */
    const char *literal[2];                           /* a number to one register, to two */
    const struct hw_codegen_rule *rules;              /* the last has no form */
    void (*prepare)(struct hw_ir_function *function); /* before lowering; NULL: nothing */
    const struct hw_lower_rule *lower;                /* before those of all families; the last has none */
    hw_select_fn *const *by_op;                       /* by operation; NULL: by the rows */
    hw_select_fn *carry, *end;
    void (*begin)(struct hw_selection *s); /* what stands before all else, once it is known who needs it */
    struct hw_mach_operand (*address)(struct hw_selection *s, const struct hw_ir_value *symbol);
    /* Whether the launch or the module puts a value where an instruction can read it. */
    bool (*in_place)(const struct hw_selection *s, const struct hw_ir_value *value,
                     struct hw_mach_operand *operand);
    void (*keep)(const struct hw_codegen_kept *kept);
    /* Look at the lines of an instruction, and change them; NULL: nothing. */
    void (*hold)(struct hw_codegen_held *held, const struct hw_mach_function *function,
                 const struct hw_mach_insn *insn, char *text);
};

extern const struct hw_codegen_family hw_family_later, hw_family_tesla;

#endif
