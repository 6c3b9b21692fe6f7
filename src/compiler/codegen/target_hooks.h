/* SPDX-License-Identifier: MIT */
/* In what families of chips differ beyond their rows: how predicates are kept, where parameters lie, how a
 * way out of a block is written. */
#ifndef HW_COMPILER_CODEGEN_TARGET_HOOKS_H
#define HW_COMPILER_CODEGEN_TARGET_HOOKS_H

#include "compiler/codegen/legalise.h"
#include "compiler/codegen/isel.h"

/* A register that is kept in memory, so many bytes from where such registers begin. */
struct hw_codegen_spill_access {
    struct hw_mir_function *function;
    struct hw_mir_block *block;
    struct hw_mir_insn *next; /* the access stands before it */
    uint32_t reg, stack;      /* stack: the register of its address, where there is one */
    int64_t at;
    bool is_load;
    bool is_narrow; /* its place is a multiple of 8 bytes only */
};

/* Address registers, by number: 1 + the general register whose word each holds; 0: nothing that is known. */
#define HW_CODEGEN_ADDRESS_REGISTERS 4u
struct hw_codegen_address_registers {
    uint16_t reg[HW_CODEGEN_ADDRESS_REGISTERS];
    uint8_t next; /* that is given away next */
};

struct hw_codegen_target_hooks {
    /* Predicates have registers of their own, and RZ and PT read as zero and true.  Else a predicate is a
     * word, all ones or 0, and a condition is set where it is asked for. */
    bool has_predicates;
    bool has_library;           /* functions for what only these chips lack: legalise_libcalls.h */
    bool guards_before;         /* a guard stands before the instruction, else behind its name */
    bool reconverges_at_target; /* lanes wait at the place where they meet, else at the end of each way there
                                 */
    char label;                 /* of a block, before its number; b1 may be a barrier */
    uint8_t immediate_float;    /* enum hw_codegen_immediate */
    const char *exit, *wait[2]; /* of wait the first that the target reads */
    const char *literal[2];     /* a number to one register, to two */
    const struct hw_isel_pattern *rules;              /* the last has no form */
    void (*prepare)(struct hw_ir_function *function); /* before lowering; NULL: nothing */
    const struct hw_legalise_rule *lower;             /* before those of all families; the last has none */
    hw_isel_fn *const *by_op;                         /* by operation; NULL: by the rows */
    hw_isel_fn *carry, *end;
    void (*begin)(struct hw_isel *s); /* what stands before all else, once it is known who needs it */
    struct hw_mir_operand (*address)(struct hw_isel *s, const struct hw_ir_value *symbol);
    /* Whether the launch or the module puts a value where an instruction can read it. */
    bool (*preloaded)(const struct hw_isel *s, const struct hw_ir_value *value,
                      struct hw_mir_operand *operand);
    void (*keep)(const struct hw_codegen_spill_access *kept);
    /* Look at the lines of an instruction, and change them; NULL: nothing. */
    void (*reuse_addresses)(struct hw_codegen_address_registers *reuse,
                            const struct hw_mir_function *function, const struct hw_mir_insn *insn,
                            char *text);
};

extern const struct hw_codegen_target_hooks hw_target_hooks_later, hw_target_hooks_tesla;

#endif
