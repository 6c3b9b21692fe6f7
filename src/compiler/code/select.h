/* SPDX-License-Identifier: MIT */
/* Operations become instructions, from the last of a block to its first: a use is met before what it uses, so
 * an operand that an instruction takes in (a constant, a parameter, a sign) is never computed, and neither is
 * what nobody asks for. */
#ifndef HW_COMPILER_CODE_SELECT_H
#define HW_COMPILER_CODE_SELECT_H

#include <halfwarp/status.h>

#include "compiler/code/layout.h"
#include "compiler/code/rules.h"
#include "compiler/code/target.h"
#include "compiler/code/codegen_text.h"
#include "compiler/mach/mach.h"

struct hw_selection {
    struct hw_arena *arena;
    struct hw_codegen_target *target;
    const struct hw_codegen_layout *layout;
    const struct hw_ir_function *from;
    struct hw_mach_function *to;
    struct hw_mach_block *block;
    struct hw_mach_insn *at;            /* what is made stands before it; NULL: at the block's end */
    const struct hw_ir_insn *insn;      /* the operation at hand */
    uint32_t *reg;                      /* of a value, by its number; 0: nobody has asked for it */
    struct hw_codegen_literal *literal; /* constants that the block has in registers */
    uint32_t literals;
    size_t literal_room;
    uint8_t *part;                   /* of a value: 1 + the word of its register that it is; 0: all */
    struct hw_select_joined *joined; /* registers whose words are made one by one */
    size_t joins, joined_room;
    uint32_t
        stack; /* the register of the stack's address, or of what a thread begins with; 0: not needed yet */
    struct hw_codegen_frame *frame; /* NULL: it neither calls nor is called */
    struct hw_error *error;
    hw_status status;
};

/* Forms of instructions that code/emit.c writes: they end a block, and a predicate may be their operand. */
extern const char hw_codegen_jump[], hw_codegen_branch[], hw_codegen_exit[], hw_codegen_return[];
/* That which makes room on the stack: its last operand is how much. */
extern const char hw_codegen_sink[];

/* The code of a function; blocks have the numbers of those they come from.  Errors: HW_ERR_UNSUPPORTED. */
hw_status hw_select(struct hw_selection *selection);

/* --- for the parts of selection ---------------------------------------------------------------------- */

void hw_select_fail(struct hw_selection *s, const char *what);
/* The error is where the text has the operation at hand. */
void hw_select_place_error(struct hw_selection *s);

/* The file of the registers that hold such values. */
enum hw_mach_file hw_select_file(const struct hw_selection *s, const struct hw_ir_value *value);
/* What a value is a mere copy of. */
const struct hw_ir_value *hw_select_same(const struct hw_ir_value *value);
/* The value of 64 bits that a value is a word of; NULL: it is none. */
const struct hw_ir_value *hw_select_whole(const struct hw_ir_value *value, unsigned *word);
/* The register of a value: from now on it will be computed.  A part of a wider register has none. */
uint32_t hw_select_reg(struct hw_selection *s, const struct hw_ir_value *value);
/* Where a value's instruction writes it. */
struct hw_mach_operand hw_select_to(struct hw_selection *s, const struct hw_ir_value *value);
/* Words that become parts of a wider register: where that may be, what makes a word writes it there, and no
 * copy is needed.  The register that has them all. */
struct hw_mach_operand hw_select_join(struct hw_selection *s, struct hw_mach_operand to, unsigned count,
                                      const struct hw_ir_use *word);
/* After each operation: registers whose words are all made begin here. */
void hw_select_begin_joined(struct hw_selection *s);
/* A value as an operand that needs no more than a register. */
struct hw_mach_operand hw_select_operand(struct hw_selection *s, const struct hw_ir_value *value);
struct hw_mach_operand hw_select_of(const struct hw_selection *s, uint32_t reg);
/* The register that holds all results of an instruction; `words` of them. */
uint32_t hw_select_wide(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned words);
uint32_t hw_select_scratch(struct hw_selection *s, enum hw_mach_file file, unsigned words);
uint32_t hw_select_stack(struct hw_selection *s);
/* The stack's address plus a value, which is in `at`: one register for all that need it nearby. */
struct hw_mach_operand hw_select_on_stack(struct hw_selection *s, const struct hw_ir_value *value,
                                          struct hw_mach_operand at);

/* In `part`: a carry that the chip keeps until it is taken. */
#define HW_SELECT_KEPT 0xff
/* Whether somebody has asked for a result. */
bool hw_select_is_wanted(const struct hw_selection *s, const struct hw_ir_insn *insn);

/* What an operand can be besides a register, the best first; what is folded into it goes to *base (NULL:
 * nothing, it is complete). */
#define HW_SELECT_MOST_FOLDS 4
struct hw_select_fold {
    struct hw_mach_operand operand;
    const struct hw_ir_value *base;
};
unsigned hw_select_folds(struct hw_selection *s, const struct hw_ir_value *value, unsigned reads,
                         unsigned class, struct hw_select_fold fold[HW_SELECT_MOST_FOLDS]);
/* The place of a value in a constant bank, which the launch or the module fills. */
bool hw_select_in_bank(const struct hw_selection *s, const struct hw_ir_value *value, uint8_t *bank,
                       int64_t *offset);
bool hw_select_in_place(const struct hw_selection *s, const struct hw_ir_value *value,
                        struct hw_mach_operand *operand);
/* A word that the loader makes of the name of a texture or surface: a handle, or one of a descriptor.  Of a
 * function, a linker says where it is. */
struct hw_mach_operand hw_select_handle_word(const struct hw_selection *s, const struct hw_ir_symbol *symbol,
                                             unsigned word);
/* The address of a variable. */
struct hw_mach_operand hw_select_symbol(struct hw_selection *s, const struct hw_ir_value *value);
/* Whether a value is a word of another: that one, and which. */
const struct hw_ir_value *hw_select_whole(const struct hw_ir_value *value, unsigned *word);
/* Values one behind the other in a register, up to four words; of one of 64 bits its low word. */
struct hw_mach_operand hw_select_list(struct hw_selection *s, const struct hw_ir_value *const *value,
                                      unsigned words);
/* A constant in a register; those that a block needs again stay there. */
struct hw_mach_operand hw_select_literal(struct hw_selection *s, const struct hw_ir_value *value,
                                         uint64_t bits);

/* An instruction with its operands before what was made so far. */
struct hw_mach_insn *hw_select_put(struct hw_selection *s, const char *form, unsigned written,
                                   unsigned operands, const struct hw_mach_operand *operand);
struct hw_mach_operand hw_select_immediate(uint64_t bits, enum hw_codegen_immediate written);
struct hw_mach_operand hw_select_fixed(const char *text);

/* A value as a copy may take it, without a register where it can; and that copy. */
struct hw_mach_operand hw_select_source(struct hw_selection *s, const struct hw_ir_value *value);
void hw_select_move(struct hw_selection *s, struct hw_mach_operand to, struct hw_mach_operand from);

/* By the rows of rules.c.  False: there is none that the target has. */
bool hw_select_by_rules(struct hw_selection *s, const struct hw_ir_insn *insn);
/* By such rows, into a register that the text of `to` names. */
bool hw_select_by_rows(struct hw_selection *s, const struct hw_ir_insn *insn,
                       const struct hw_codegen_rule *rows, const struct hw_mach_operand *to);

/* Operations that are no matter of rows: memory, conversions, lanes. */
typedef void hw_select_fn(struct hw_selection *s, const struct hw_ir_insn *insn);
hw_select_fn hw_select_texture, hw_select_texture_query, hw_select_surface, hw_select_handle;
hw_select_fn hw_select_video, hw_select_field;
hw_select_fn hw_select_add, hw_select_sub, hw_select_load, hw_select_store, hw_select_atomic;
hw_select_fn hw_select_convert, hw_select_pack, hw_select_unpack, hw_select_copy, hw_select_carry;
hw_select_fn hw_select_special, hw_select_clock, hw_select_barrier, hw_select_fence, hw_select_vote,
    hw_select_shuffle;
hw_select_fn hw_select_active, hw_select_breakpoint, hw_select_nothing;
hw_select_fn hw_select_to_generic, hw_select_from_generic, hw_select_is_space;

hw_select_fn hw_select_call, hw_select_argument, hw_select_return, hw_select_room;

/* Those of chips with predicates. */
extern hw_select_fn *const hw_select_by_op[];
hw_select_fn hw_select_end;
void hw_select_begin(struct hw_selection *s);
void hw_select_begin_called(struct hw_selection *s);

/* The copies that phis of a block mean, at the end of each block before it. */
void hw_select_phis(struct hw_selection *s, const struct hw_ir_block *block);

#endif
