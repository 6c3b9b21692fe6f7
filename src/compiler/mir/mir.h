/* SPDX-License-Identifier: MIT */
/* The machine IR (MIR): a function as basic blocks of the chip's instructions, before and after register
 * allocation.
 *
 * An instruction is a template: NVIDIA's text with slots for its operands (`IADD %0, %1, %2`).  The tables of
 * isa/ parse it when all registers are allocated, so nothing here knows an encoding.  Operands are virtual
 * registers, one or more words wide, until hw_mir_allocate has assigned physical ones.  The MIR is not in SSA
 * form: a predicated instruction keeps the old value of its result if its guard is false. */
#ifndef HW_COMPILER_MIR_MIR_H
#define HW_COMPILER_MIR_MIR_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/arena.h"

enum hw_mir_file { HW_MIR_FILE_GENERAL = 0, HW_MIR_FILE_PREDICATES, HW_MIR_FILE_COUNT };

/* A virtual register. */
struct hw_mir_reg {
    uint8_t file;  /* enum hw_mir_file */
    uint8_t words; /* 1, 2 or 4: it is aligned to that */
    uint16_t phys; /* its first physical register, HW_MIR_UNASSIGNED until there is one */
    uint32_t hint; /* copy hint: a register whose physical register would make a copy needless; 0: none */
    bool no_spill; /* it must get a physical register */
    bool is_precolored; /* `phys` is fixed: parameters and results of calls */
};
#define HW_MIR_UNASSIGNED UINT16_MAX
#define HW_MIR_WIDEST     4u

enum hw_mir_kind {
    HW_MIR_OPERAND_NONE = 0,
    HW_MIR_OPERAND_REG,       /* `reg`, a virtual register */
    HW_MIR_OPERAND_PART,      /* word `value` of the wider register `reg` */
    HW_MIR_OPERAND_IMMEDIATE, /* `value` */
    HW_MIR_OPERAND_CONSTANT,  /* c[bank][value] */
    HW_MIR_OPERAND_CELL,      /* word at byte `value` of the memory `text`: `g ` */
    HW_MIR_OPERAND_BLOCK,     /* block number `value` */
    HW_MIR_OPERAND_FIXED,     /* `text`: RZ, PT, a special register */
    HW_MIR_OPERAND_CONDITION  /* `text` or, with `inv`, its opposite: a condition that the block has just set
                               */
};

struct hw_mir_operand {
    uint8_t kind; /* enum hw_mir_kind */
    uint8_t bank; /* of a register its file; of an immediate how it is written (codegen/asm_insn_printer.h) */
    bool neg : 1, abs : 1, inv : 1; /* how it is read; of a predicate `inv` */
    uint32_t reg;
    int64_t value;
    const char *text;
};

#define HW_MIR_OPERANDS 12

/* Implicit uses and defs: registers that a call, or the end of a function, reads and writes besides its
 * operands.  Of what is live across a call only the registers that hw_mir_calling_convention states as
 * callee-saved survive. */
struct hw_mir_implicit {
    const uint32_t *read, *written;
    uint8_t reads, writes;
};

struct hw_mir_insn {
    const char *template; /* the text, with %0 to %9 and %a, %b for operands; NULL: a copy */
    struct hw_mir_operand operand[HW_MIR_OPERANDS];
    struct hw_mir_operand guard; /* a predicate; HW_MIR_OPERAND_NONE: none */
    uint8_t operands, written;   /* results come first */
    bool has_side_effects;       /* it has an effect besides its results */
    uint16_t early_clobber;      /* operands that are read after the first result is written, a bit each */
    const struct hw_mir_implicit *implicit; /* NULL: nothing */
    struct hw_mir_insn *prev, *next;
    uint32_t line, file; /* of the source; 0: none */
};

struct hw_mir_block {
    uint32_t number;
    struct hw_mir_insn *first, *last;
    uint32_t *to, *from; /* numbers of blocks */
    uint32_t to_count, from_count;
    size_t to_capacity, from_capacity;
    uint32_t depth; /* of loops around it */
};

struct hw_mir_function {
    struct hw_arena *arena;
    struct hw_mir_block **block;
    uint32_t block_count;
    size_t block_capacity;
    struct hw_mir_reg *reg; /* from 1 on */
    uint32_t regs;          /* the greatest number */
    size_t reg_capacity;
};

struct hw_mir_function *hw_mir_function(struct hw_arena *arena);
/* A copy, for a trial: the original does not change. */
struct hw_mir_function *hw_mir_copy(const struct hw_mir_function *function);
struct hw_mir_block *hw_mir_block(struct hw_mir_function *function);
void hw_mir_edge(struct hw_mir_function *function, uint32_t from, uint32_t to);
uint32_t hw_mir_reg(struct hw_mir_function *function, enum hw_mir_file file, unsigned words);
/* A general register that is precolored. */
uint32_t hw_mir_precolored(struct hw_mir_function *function, unsigned at, unsigned words);

/* Adds a copy of an instruction to a block, before `next`; NULL: at its end. */
struct hw_mir_insn *hw_mir_insn(struct hw_mir_function *function, struct hw_mir_block *block,
                                struct hw_mir_insn *next, const struct hw_mir_insn *insn);
void hw_mir_remove(struct hw_mir_block *block, struct hw_mir_insn *insn);

static inline bool hw_mir_is_reg(const struct hw_mir_operand *operand)
{
    return operand->kind == HW_MIR_OPERAND_REG || operand->kind == HW_MIR_OPERAND_PART;
}

/* A copy of one register to another of its width. */
static inline bool hw_mir_is_copy(const struct hw_mir_insn *insn)
{
    return !insn->template;
}

/* Whether an instruction fully defines a register: not predicated, not a part. */
static inline bool hw_mir_is_full_def(const struct hw_mir_insn *insn, unsigned written)
{
    return insn->guard.kind == HW_MIR_OPERAND_NONE && insn->operand[written].kind == HW_MIR_OPERAND_REG;
}

#endif
