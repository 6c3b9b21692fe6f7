/* SPDX-License-Identifier: MIT */
/* The intermediate representation (IR): a function as basic blocks of instructions in static single
 * assignment (SSA).
 *
 * A value is defined once, by an instruction, and has a kind: a predicate, a carry, or so many bits.  The
 * operations that use it say by their type what its bits mean; the upper half of a 16-bit value's word is
 * undefined.  Constants and addresses of symbols are values, too, whose instructions are in no block. Nothing
 * is predicated except control flow: `@p add` is an add and a select, `@p st` a branch around a store;
 * if-conversion comes later, on machine instructions.
 *
 * All of it lies in the arena of the compilation.  Instructions are linked within their block; a value knows
 * its definition and its uses. */
#ifndef HW_COMPILER_IR_IR_H
#define HW_COMPILER_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/modifiers.h>

#include "compiler/arena.h"
#include "compiler/ir/ir_ops.h"
#include "compiler/ir/ir_special.h"
#include "compiler/ir/ir_words.h"

enum hw_ir_kind {
    HW_IR_KIND_NONE = 0,
    HW_IR_KIND_PRED,
    HW_IR_KIND_CARRY,
    HW_IR_KIND_16,
    HW_IR_KIND_32,
    HW_IR_KIND_64,
    HW_IR_KIND_COUNT
};

enum hw_ir_space {
    HW_IR_SPACE_GENERIC = 0,
    HW_IR_SPACE_GLOBAL,
    HW_IR_SPACE_SHARED,
    HW_IR_SPACE_LOCAL,
    HW_IR_SPACE_CONST,
    HW_IR_SPACE_PARAM, /* of the kernel */
    HW_IR_SPACE_COUNT
};

enum hw_ir_cache {
    HW_IR_CACHE_DEFAULT = 0,
    HW_IR_CACHE_CA,
    HW_IR_CACHE_CG,
    HW_IR_CACHE_CS,
    HW_IR_CACHE_LU,
    HW_IR_CACHE_CV,
    HW_IR_CACHE_WB,
    HW_IR_CACHE_WT,
    HW_IR_CACHE_NC
};

/* A variable or function of a module. */
enum hw_ir_linkage {
    HW_IR_LINK_LOCAL = 0,
    HW_IR_LINK_VISIBLE,
    HW_IR_LINK_WEAK,
    HW_IR_LINK_COMMON,
    HW_IR_LINK_EXTERN
};
enum hw_ir_opaque { HW_IR_OPAQUE_NONE = 0, HW_IR_OPAQUE_TEXTURE, HW_IR_OPAQUE_SAMPLER, HW_IR_OPAQUE_SURFACE };
struct hw_ir_routine; /* ir_module.h */
struct hw_ir_symbol {
    const char *name;
    uint8_t linkage; /* enum hw_ir_linkage */
    uint8_t opaque;  /* enum hw_ir_opaque */
    bool is_function, is_managed;
    uint8_t bank;  /* of constants: .const[bank] */
    uint8_t space; /* enum hw_ir_space, of variables */
    uint32_t align;
    uint64_t bytes;      /* 0: of .extern .shared, what the launch says */
    const uint8_t *data; /* `data_bytes` of them, then zeros */
    uint64_t data_bytes;
    const struct hw_ir_pointer *pointer; /* words of the data that get addresses */
    uint32_t pointers;
    struct hw_ir_routine *routine; /* of functions */
    unsigned line, column;         /* where the text declares it; 0: nowhere */
};
struct hw_ir_pointer {
    uint64_t at;
    uint8_t bytes; /* 4 or 8; 1: one byte of it */
    uint8_t byte;  /* which */
    bool generic;
    const struct hw_ir_symbol *symbol;
    int64_t offset;
};

struct hw_ir_insn;
struct hw_ir_block;

/* An operand: one of the uses of a value, all of which it lists in no particular order. */
struct hw_ir_use {
    struct hw_ir_value *value;
    struct hw_ir_insn *by;
    struct hw_ir_use *next, **link; /* what points to this one */
};

struct hw_ir_value {
    uint32_t number;   /* unique in its function, from 1 on */
    uint8_t kind;      /* enum hw_ir_kind */
    uint8_t which;     /* of its instruction's results */
    uint32_t variable; /* that it is written to, 0: none */
    struct hw_ir_use *uses;
    struct hw_ir_insn *from;
};

/* What instructions have beside results and operands; 0 wherever an operation has no such thing. */
struct hw_ir_modifiers {
    uint8_t type, from; /* enum hw_type: of the operation; CONVERT: of the result, of the operand */
    uint8_t round;      /* enum hw_round */
    uint8_t cmp;        /* SET, SETP: comparison as a mask: 1 less, 2 equal, 4 greater, 8 unordered */
    uint8_t space;      /* enum hw_ir_space */
    uint8_t cache;      /* enum hw_ir_cache */
    bool ftz : 1, sat : 1;
    bool nan : 1;                      /* MIN and MAX give a NaN for a NaN */
    bool approximate : 1;              /* the chip's own approximation will do */
    bool full : 1;                     /* DIV: its full range, within 2 ulp */
    bool integral : 1;                 /* CONVERT: to an integral float */
    bool wrap : 1;                     /* FUNNEL_: counts modulo 32; BFIND: shift amount */
    bool loose : 1;                    /* ADD, SUB, MUL of floats: may be fused, for no rounding was said */
    bool is_volatile : 1;              /* LOAD, STORE: stays as often as it is written */
    uint32_t number;                   /* a choice that the operation's line in ir_ops.h explains */
    uint64_t bits;                     /* CONSTANT; of addresses and symbols: an offset in bytes */
    const struct hw_ir_symbol *symbol; /* SYMBOL, CALL, HANDLE, textures */
    const void *extra;                 /* what ir_ops.h says */
};

struct hw_ir_insn {
    uint16_t op; /* enum hw_ir_op */
    uint16_t results;
    uint32_t operands;
    size_t operand_capacity;
    struct hw_ir_modifiers how;
    struct hw_ir_value *result;
    struct hw_ir_use *operand;
    struct hw_ir_block *block; /* NULL: floating */
    struct hw_ir_insn *prev, *next;
    uint32_t line, file;             /* of the source; 0: none */
    uint32_t text_line, text_column; /* of the PTX, for errors; 0: unknown */
};

/* A block: phis first, an instruction that ends it last.  `to` are the blocks that it may go on with, in the
 * order that its last instruction says; `from` those that may come before it, in the order of phis' operands.
 * A block that goes to another twice is there twice. */
struct hw_ir_block {
    uint32_t number; /* its index in the function's list */
    struct hw_ir_insn *first, *last;
    struct hw_ir_block **to, **from;
    uint32_t to_count, from_count;
    size_t from_capacity;
    bool stays_rolled; /* of a loop's header: it must not be unrolled */
};

struct hw_ir_function {
    struct hw_arena *arena;
    const char *name;
    struct hw_ir_block **block; /* the first is entered */
    uint32_t block_count;
    size_t block_capacity;
    uint32_t values;              /* numbers that were given */
    uint32_t variables;           /* the greatest number of one, before hw_ir_ssa */
    struct hw_ir_insn **constant; /* floating instructions, by a hash of what they are */
    size_t constants, constant_capacity;
    uint32_t line, file, text_line, text_column; /* that instructions get which are made now */
};

/* --- making ---------------------------------------------------------------------------------------- */

struct hw_ir_function *hw_ir_function(struct hw_arena *arena, const char *name);
/* A block without instructions, at the end of the list. */
struct hw_ir_block *hw_ir_block(struct hw_ir_function *function);

/* A constant, the same value for the same bits. */
struct hw_ir_value *hw_ir_constant(struct hw_ir_function *function, enum hw_ir_kind kind, uint64_t bits);
struct hw_ir_value *hw_ir_undefined(struct hw_ir_function *function, enum hw_ir_kind kind);
struct hw_ir_value *hw_ir_address(struct hw_ir_function *function, enum hw_ir_kind kind,
                                  const struct hw_ir_symbol *symbol, int64_t offset);
/* The low word of a value of 64 bits, made in front of an instruction where there has to be one. */
struct hw_ir_value *hw_ir_low_word(struct hw_ir_function *function, struct hw_ir_insn *next,
                                   struct hw_ir_value *value);
/* The placeholder of a variable, `number`, until hw_ir_ssa finds its reaching definition: an operand reads
 * it, and an instruction whose result has it as `variable` writes it. */
struct hw_ir_value *hw_ir_variable(struct hw_ir_function *function, enum hw_ir_kind kind, uint32_t number);

/* The parameters of a new instruction. */
struct hw_ir_made {
    enum hw_ir_op op;
    const struct hw_ir_modifiers *how; /* NULL: all 0 */
    unsigned results;
    const uint8_t *kind; /* of each result */
    unsigned operands;
    struct hw_ir_value *const *operand;
};
/* Creates one in a block, before `next`; NULL: at its end. */
struct hw_ir_insn *hw_ir_insn(struct hw_ir_function *function, struct hw_ir_block *block,
                              struct hw_ir_insn *next, const struct hw_ir_made *made);

/* Ends a block; adds edges to all its successors. */
struct hw_ir_insn *hw_ir_end(struct hw_ir_function *function, struct hw_ir_block *block,
                             const struct hw_ir_made *made, struct hw_ir_block *const *to, unsigned count);

/* Splits a block after an instruction: the second half gets the successors; the first has no terminator
 * then. */
struct hw_ir_block *hw_ir_split(struct hw_ir_function *function, struct hw_ir_insn *insn);

/* Adds an edge to the predecessors of a block; the caller adds the successor in `from`. */
void hw_ir_add_edge(struct hw_ir_function *function, struct hw_ir_block *from, struct hw_ir_block *to);

/* The index of a block among the successors of another, the first of several. */
uint32_t hw_ir_successor_index(const struct hw_ir_block *from, const struct hw_ir_block *to);

/* Splits an edge by a block that only jumps.  Phis keep their operands' order. */
struct hw_ir_block *hw_ir_split_edge(struct hw_ir_function *function, struct hw_ir_block *from,
                                     uint32_t which);

/* --- changing -------------------------------------------------------------------------------------- */

void hw_ir_set_operand(struct hw_ir_insn *insn, unsigned which, struct hw_ir_value *value);
/* Add one to a phi. */
void hw_ir_add_operand(struct hw_ir_function *function, struct hw_ir_insn *phi, struct hw_ir_value *value);
/* Whoever used `old` uses `value`, of the same kind. */
void hw_ir_replace(struct hw_ir_value *old, struct hw_ir_value *value);
/* Take an instruction out of its block, and its operands' uses with it.  Its results must not be used. */
void hw_ir_remove(struct hw_ir_insn *insn);
/* Moves an instruction before `next`; NULL: to the end of the block. */
void hw_ir_move(struct hw_ir_insn *insn, struct hw_ir_block *block, struct hw_ir_insn *next);
/* Take the edge number `which` away of those that lead to a block; the phis lose that operand.  The block
 * that it comes from still names it. */
void hw_ir_remove_edge(struct hw_ir_block *to, uint32_t which);

/* --- asking ---------------------------------------------------------------------------------------- */

const char *hw_ir_op_name(enum hw_ir_op op);
unsigned hw_ir_op_is(enum hw_ir_op op); /* HW_IR_IS_... */
unsigned hw_ir_kind_bits(enum hw_ir_kind kind);
const char *hw_ir_kind_name(enum hw_ir_kind kind);
bool hw_ir_same_modifiers(const struct hw_ir_modifiers *a, const struct hw_ir_modifiers *b);
bool hw_ir_is_constant(const struct hw_ir_value *value, uint64_t *bits);

/* What is made now comes from the lines of this instruction; NULL: of none. */
static inline void hw_ir_set_location(struct hw_ir_function *function, const struct hw_ir_insn *insn)
{
    function->line = insn ? insn->line : 0;
    function->file = insn ? insn->file : 0;
    function->text_line = insn ? insn->text_line : 0;
    function->text_column = insn ? insn->text_column : 0;
}

#endif
