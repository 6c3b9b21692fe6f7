/* SPDX-License-Identifier: MIT */
/* Instruction selection turns IR operations into machine instructions.  Blocks are selected bottom-up, so
 * uses come before definitions: an operand that folds into its user (constant, parameter, negation) is never
 * computed, and neither is a dead value. */
#ifndef HW_COMPILER_CODEGEN_ISEL_H
#define HW_COMPILER_CODEGEN_ISEL_H

#include <halfwarp/status.h>

#include "compiler/codegen/variable_layout.h"
#include "compiler/codegen/isel_patterns.h"
#include "compiler/codegen/codegen_target.h"
#include "compiler/codegen/asm_insn_printer.h"
#include "compiler/mir/mir.h"

struct hw_isel {
    struct hw_arena *arena;
    struct hw_codegen_target *target;
    const struct hw_codegen_layout *layout;
    const struct hw_ir_function *from;
    struct hw_mir_function *to;
    struct hw_mir_block *block;
    struct hw_mir_insn *at;          /* what is made stands before it; NULL: at the block's end */
    const struct hw_ir_insn *insn;   /* the current operation */
    uint32_t *reg;                   /* by a value's number; 0: it is not used so far */
    struct hw_isel_literal *literal; /* constants that the block has in registers */
    uint32_t literals;
    size_t literal_capacity;
    uint8_t *part; /* of a value: 1 + the word of its register that it is; 0: all */
    struct hw_isel_reg_sequence_state *joined; /* registers whose words are made one by one */
    size_t joins, joined_capacity;
    uint32_t stack; /* the register of the stack's address, or of a thread's initial coordinates (R0); 0: not
                       used so far */
    struct hw_codegen_frame *frame; /* NULL: it neither calls nor is called */
    struct hw_error *error;
    hw_status status;
};

/* Forms of instructions that codegen/emit.c writes: they end a block, and a predicate may be their operand.
 */
extern const char hw_codegen_jump[], hw_codegen_branch[], hw_codegen_exit[], hw_codegen_return[];
/* That which makes room on the stack: its last operand is how much. */
extern const char hw_codegen_sink[];

/* The code of a function; blocks have the numbers of those they come from.  Errors: HW_ERR_UNSUPPORTED. */
hw_status hw_isel_run(struct hw_isel *selection);

/* --- for the parts of selection ---------------------------------------------------------------------- */

void hw_isel_fail(struct hw_isel *s, const char *what);
/* The error is where the text has the current operation. */
void hw_isel_locate_error(struct hw_isel *s);

/* The file of the registers that hold such values. */
enum hw_mir_file hw_isel_file(const struct hw_isel *s, const struct hw_ir_value *value);
/* What a value is a mere copy of. */
const struct hw_ir_value *hw_isel_strip_copies(const struct hw_ir_value *value);
/* The value of 64 bits that a value is a word of; NULL: it is none. */
const struct hw_ir_value *hw_isel_wide_of(const struct hw_ir_value *value, unsigned *word);
/* The register of a value: from now on it will be computed.  A part of a wider register has none. */
uint32_t hw_isel_reg(struct hw_isel *s, const struct hw_ir_value *value);
/* Where a value's instruction writes it. */
struct hw_mir_operand hw_isel_to(struct hw_isel *s, const struct hw_ir_value *value);
/* Words that become parts of a wider register: where that may be, what makes a word writes it there, and no
 * copy is needed.  The register that has them all. */
struct hw_mir_operand hw_isel_reg_sequence(struct hw_isel *s, struct hw_mir_operand to, unsigned count,
                                           const struct hw_ir_use *word);
/* After each operation: emits empty definitions of registers whose words are all defined. */
void hw_isel_begin_reg_sequences(struct hw_isel *s);
/* A value as an operand that needs no more than a register. */
struct hw_mir_operand hw_isel_operand(struct hw_isel *s, const struct hw_ir_value *value);
struct hw_mir_operand hw_isel_of(const struct hw_isel *s, uint32_t reg);
/* The register that holds all results of an instruction; `words` of them. */
uint32_t hw_isel_wide(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned words);
uint32_t hw_isel_scratch(struct hw_isel *s, enum hw_mir_file file, unsigned words);
uint32_t hw_isel_stack(struct hw_isel *s);
/* The stack's address plus a value, which is in `at`: one register for all that need it nearby. */
struct hw_mir_operand hw_isel_on_stack(struct hw_isel *s, const struct hw_ir_value *value,
                                       struct hw_mir_operand at);

/* In `part`: a carry that the chip keeps until it is taken. */
#define HW_ISEL_IN_CARRY 0xff
/* Whether a result is used. */
bool hw_isel_is_wanted(const struct hw_isel *s, const struct hw_ir_insn *insn);

/* What an operand can be besides a register, the best first; what is folded into it goes to *base (NULL:
 * nothing, it is complete). */
#define HW_ISEL_MAX_FOLDS 4
struct hw_isel_fold {
    struct hw_mir_operand operand;
    const struct hw_ir_value *base;
};
unsigned hw_isel_folds(struct hw_isel *s, const struct hw_ir_value *value, unsigned reads, unsigned class,
                       struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS]);
/* The constant-bank address of a value that the launch or the module provides. */
bool hw_isel_in_bank(const struct hw_isel *s, const struct hw_ir_value *value, uint8_t *bank,
                     int64_t *offset);
bool hw_isel_preloaded(const struct hw_isel *s, const struct hw_ir_value *value,
                       struct hw_mir_operand *operand);
/* A word that the loader makes of the name of a texture or surface: a handle, or one of a descriptor.  Of a
 * function, a linker says where it is. */
struct hw_mir_operand hw_isel_handle_word(const struct hw_isel *s, const struct hw_ir_symbol *symbol,
                                          unsigned word);
/* The address of a variable. */
struct hw_mir_operand hw_isel_symbol(struct hw_isel *s, const struct hw_ir_value *value);
/* Whether a value is a word of another: that one, and which. */
const struct hw_ir_value *hw_isel_wide_of(const struct hw_ir_value *value, unsigned *word);
/* Values in the contiguous words of a register, up to four words; of a 64-bit value its low word. */
struct hw_mir_operand hw_isel_list(struct hw_isel *s, const struct hw_ir_value *const *value, unsigned words);
/* A constant in a register; those that a block needs again stay there. */
struct hw_mir_operand hw_isel_literal(struct hw_isel *s, const struct hw_ir_value *value, uint64_t bits);

/* An instruction with its operands before what was made so far. */
struct hw_mir_insn *hw_isel_emit(struct hw_isel *s, const char *template, unsigned written, unsigned operands,
                                 const struct hw_mir_operand *operand);
struct hw_mir_operand hw_isel_immediate(uint64_t bits, enum hw_codegen_immediate written);
struct hw_mir_operand hw_isel_fixed(const char *text);

/* A value as a copy may take it, without a register where it can; and that copy. */
struct hw_mir_operand hw_isel_source(struct hw_isel *s, const struct hw_ir_value *value);
void hw_isel_move(struct hw_isel *s, struct hw_mir_operand to, struct hw_mir_operand from);

/* By the rows of isel_patterns.c.  False: there is none that the target has. */
bool hw_isel_by_patterns(struct hw_isel *s, const struct hw_ir_insn *insn);
/* By such rows, into a register that the text of `to` names. */
bool hw_isel_match(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_isel_pattern *rows,
                   const struct hw_mir_operand *to);

/* Operations that are no matter of rows: memory, conversions, lanes. */
typedef void hw_isel_fn(struct hw_isel *s, const struct hw_ir_insn *insn);
hw_isel_fn hw_isel_texture, hw_isel_texture_query, hw_isel_surface, hw_isel_handle;
hw_isel_fn hw_isel_video, hw_isel_field;
hw_isel_fn hw_isel_add, hw_isel_sub, hw_isel_load, hw_isel_store, hw_isel_atomic;
hw_isel_fn hw_isel_convert, hw_isel_pack, hw_isel_unpack, hw_isel_copy, hw_isel_carry;
hw_isel_fn hw_isel_special, hw_isel_clock, hw_isel_barrier, hw_isel_fence, hw_isel_vote, hw_isel_shuffle;
hw_isel_fn hw_isel_active, hw_isel_breakpoint, hw_isel_nothing;
hw_isel_fn hw_isel_to_generic, hw_isel_from_generic, hw_isel_is_space;

hw_isel_fn hw_isel_call, hw_isel_argument, hw_isel_return, hw_isel_alloca;

/* Those of chips with predicates. */
extern hw_isel_fn *const hw_isel_by_op[];
hw_isel_fn hw_isel_end;
void hw_isel_begin(struct hw_isel *s);
void hw_isel_begin_called(struct hw_isel *s);

/* The copies that phis of a block mean, at the end of each block before it. */
void hw_isel_eliminate_phis(struct hw_isel *s, const struct hw_ir_block *block);

#endif
