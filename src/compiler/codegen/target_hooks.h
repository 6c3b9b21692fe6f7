/* SPDX-License-Identifier: MIT */
/* Target hooks are what families of chips do differently beyond their rows in isa/: predicates, parameters,
 * and how an edge out of a block is emitted. */
#ifndef HW_COMPILER_CODEGEN_TARGET_HOOKS_H
#define HW_COMPILER_CODEGEN_TARGET_HOOKS_H

#include "compiler/codegen/legalise.h"
#include "compiler/codegen/isel.h"

/* An access to a spilled register, so many bytes from the start of the spill area. */
struct hw_codegen_spill_access {
    struct hw_mir_function *function;
    struct hw_mir_block *block;
    struct hw_mir_insn *next; /* the access stands before it */
    uint32_t reg, stack;      /* stack: the register of its address, where there is one */
    int64_t at;
    bool is_load;
    bool is_narrow; /* its address is a multiple of 8 bytes only */
};

/* Address registers, by number: 1 + the general register whose word each holds; 0: unknown. */
#define HW_CODEGEN_ADDRESS_REGISTERS 4u
struct hw_codegen_address_registers {
    uint16_t reg[HW_CODEGEN_ADDRESS_REGISTERS];
    uint8_t next; /* that is given away next */
};

struct hw_codegen_target_hooks {
    /* There are predicate registers, and RZ and PT read as zero and true.  Else a predicate is a word, all
     * ones or 0, and a condition is set where it is used. */
    bool has_predicates;
    bool has_library;           /* functions for what only these chips lack: legalise_libcalls.h */
    bool guards_before;         /* a guard stands before the instruction, else after its mnemonic */
    bool reconverges_at_target; /* the instruction that waits stands at the reconvergence point, else at the
                                 * end of each predecessor */
    char label;                 /* of a block, before its number; b1 may be a barrier */
    uint8_t immediate_float;    /* enum hw_codegen_immediate */
    const char *exit, *wait[2]; /* of wait the first that the target reads */
    const char *literal[2];     /* a number to one register, to two */
    const struct hw_isel_pattern *patterns;           /* the last has no template */
    void (*prepare)(struct hw_ir_function *function); /* before lowering; NULL: nothing */
    const struct hw_legalise_rule *lower;             /* before those of all families; the last has none */
    hw_isel_fn *const *by_op;                         /* by operation; NULL: by the rows */
    hw_isel_fn *carry, *end;
    void (*begin)(struct hw_isel *s); /* emits the function's entry, once its users are selected */
    struct hw_mir_operand (*address)(struct hw_isel *s, const struct hw_ir_value *symbol);
    /* Whether the launch or the module puts a value where an instruction can read it. */
    bool (*preloaded)(const struct hw_isel *s, const struct hw_ir_value *value,
                      struct hw_mir_operand *operand);
    void (*spill)(const struct hw_codegen_spill_access *access);
    /* Look at the lines of an instruction, and change them; NULL: nothing. */
    void (*reuse_addresses)(struct hw_codegen_address_registers *reuse,
                            const struct hw_mir_function *function, const struct hw_mir_insn *insn,
                            char *text);
};

extern const struct hw_codegen_target_hooks hw_target_hooks_later, hw_target_hooks_tesla;

#endif
