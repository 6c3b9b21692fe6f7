/* SPDX-License-Identifier: MIT */
/* The operations of the IR: one line each, so that the enumeration, the text and the checks cannot drift
 * apart.
 *
 * An operation has a type (enum hw_type) if what it does depends on one: `add.s32`, `add.f64`; conversions
 * have two.  The columns: name; text; min and max number of results, min and max number of operands; further
 * properties (HW_IR_IS_...). */
#ifndef HW_COMPILER_IR_IR_OPS_H
#define HW_COMPILER_IR_IR_OPS_H

#define HW_IR_IS_READ       0x01u /* reads memory */
#define HW_IR_IS_WRITE      0x02u /* writes memory, or has another side effect: it stays, and is not moved */
#define HW_IR_IS_COLLECTIVE 0x04u /* lanes act together: it must not move to where other lanes come by */
#define HW_IR_IS_END        0x08u /* ends a block */
#define HW_IR_IS_FLOATING   0x10u /* in no block: a constant */
#define HW_IR_IS_SWAPPABLE  0x20u /* commutative: the first two operands may be swapped */

#define HW_IR_MANY 255 /* operands: any number */

/* clang-format off */
#define HW_IR_OPS(X) \
    /* values from nowhere */ \
    X(CONSTANT, "constant", 1, 1, 0, 0, HW_IR_IS_FLOATING) \
    X(SYMBOL, "symbol", 1, 1, 0, 0, HW_IR_IS_FLOATING)             /* address of a variable or function, plus offset */ \
    X(UNDEFINED, "undefined", 1, 1, 0, 0, HW_IR_IS_FLOATING) \
    X(VARIABLE, "variable", 1, 1, 0, 0, HW_IR_IS_FLOATING)         /* `number`; until hw_ir_ssa */ \
    X(SPECIAL, "special", 1, 1, 0, 0, 0)                           /* `number`: enum hw_ir_special, one that never changes */ \
    X(CLOCK, "clock", 1, 1, 0, 0, HW_IR_IS_WRITE)                  /* one that does */ \
    X(ARGUMENT, "argument", 1, 1, 0, 0, 0)                         /* of a function, `number` */ \
    X(PHI, "phi", 1, 1, 0, HW_IR_MANY, 0)                          /* an operand for each block before, in their order */ \
    /* moves */ \
    X(COPY, "copy", 1, 1, 1, 1, 0) \
    X(SELECT, "select", 1, 1, 3, 3, 0)                             /* predicate, value if true, value if false */ \
    X(PACK, "pack", 1, 1, 2, 4, 0)                                 /* words or halves, lowest first, become one value */ \
    X(UNPACK, "unpack", 2, 4, 1, 1, 0) \
    /* integers and floats, by type */ \
    X(ADD, "add", 1, 2, 2, 3, HW_IR_IS_SWAPPABLE)                  /* 2nd result: carry out; 3rd operand: carry in */ \
    X(SUB, "sub", 1, 2, 2, 3, 0)                                   /* a + ~b + 1, with a carry in a + ~b + carry */ \
    X(MUL, "mul", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE)                  /* the low half of integers' */ \
    X(MUL_HIGH, "mul_high", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(MUL_WIDE, "mul_wide", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE)        /* twice as wide as its operands */ \
    X(MAD, "mad", 1, 2, 3, 4, HW_IR_IS_SWAPPABLE)                  /* floats: the product is rounded, or what the chip does */ \
    X(MAD_HIGH, "mad_high", 1, 2, 3, 4, HW_IR_IS_SWAPPABLE) \
    X(MAD_WIDE, "mad_wide", 1, 1, 3, 3, HW_IR_IS_SWAPPABLE) \
    X(MUL24, "mul24", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(MUL24_HIGH, "mul24_high", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(MAD24, "mad24", 1, 1, 3, 3, HW_IR_IS_SWAPPABLE) \
    X(MAD24_HIGH, "mad24_high", 1, 1, 3, 3, HW_IR_IS_SWAPPABLE) \
    X(FMA, "fma", 1, 1, 3, 3, HW_IR_IS_SWAPPABLE) \
    X(SAD, "sad", 1, 1, 3, 3, HW_IR_IS_SWAPPABLE) \
    X(DIV, "div", 1, 1, 2, 2, 0) \
    X(REM, "rem", 1, 1, 2, 2, 0) \
    X(ABS, "abs", 1, 1, 1, 1, 0) \
    X(NEG, "neg", 1, 1, 1, 1, 0) \
    X(MIN, "min", 1, 1, 2, 3, HW_IR_IS_SWAPPABLE) \
    X(MAX, "max", 1, 1, 2, 3, HW_IR_IS_SWAPPABLE) \
    X(RCP, "rcp", 1, 1, 1, 1, 0) \
    X(SQRT, "sqrt", 1, 1, 1, 1, 0) \
    X(RSQRT, "rsqrt", 1, 1, 1, 1, 0) \
    X(SIN, "sin", 1, 1, 1, 1, 0) \
    X(COS, "cos", 1, 1, 1, 1, 0) \
    X(EX2, "ex2", 1, 1, 1, 1, 0) \
    X(LG2, "lg2", 1, 1, 1, 1, 0) \
    X(COPYSIGN, "copysign", 1, 1, 2, 2, 0)                         /* a number; one that has the sign */ \
    X(TESTP, "testp", 1, 1, 1, 1, 0)                               /* `number`: enum hw_ir_test */ \
    /* bits */ \
    X(AND, "and", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(OR, "or", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(XOR, "xor", 1, 1, 2, 2, HW_IR_IS_SWAPPABLE) \
    X(NOT, "not", 1, 1, 1, 1, 0) \
    X(CNOT, "cnot", 1, 1, 1, 1, 0) \
    X(LOP3, "lop3", 1, 1, 3, 3, 0)                                 /* `number`: the table */ \
    X(SHL, "shl", 1, 1, 2, 2, 0)                                   /* counts are clamped */ \
    X(SHR, "shr", 1, 1, 2, 2, 0) \
    X(FUNNEL_LEFT, "funnel_left", 1, 1, 3, 3, 0)                   /* low, high, count; `wrap` */ \
    X(FUNNEL_RIGHT, "funnel_right", 1, 1, 3, 3, 0) \
    X(BFE, "bfe", 1, 1, 3, 3, 0) \
    X(BFI, "bfi", 1, 1, 4, 4, 0) \
    X(BFIND, "bfind", 1, 1, 1, 1, 0)                               /* `wrap`: .shiftamt */ \
    X(POPC, "popc", 1, 1, 1, 1, 0) \
    X(CLZ, "clz", 1, 1, 1, 1, 0) \
    X(BREV, "brev", 1, 1, 1, 1, 0) \
    X(PRMT, "prmt", 1, 1, 3, 3, 0)                                 /* a, b, selection; `number`: the mode */ \
    X(DP4A, "dp4a", 1, 1, 3, 3, 0) \
    X(DP2A, "dp2a", 1, 1, 3, 3, 0)                                 /* `number`: 1 the high half */ \
    X(VIDEO, "video", 1, 1, 2, 4, 0)                               /* `extra`: struct hw_ir_video */ \
    /* comparisons and conversions */ \
    X(SET, "set", 1, 1, 2, 2, 0)                                   /* all ones, or 1.0 */ \
    X(SETP, "setp", 1, 1, 2, 2, 0)                                 /* a predicate */ \
    X(CONVERT, "convert", 1, 1, 1, 1, 0) \
    X(TO_GENERIC, "to_generic", 1, 1, 1, 1, 0)                     /* cvta; `space` */ \
    X(FROM_GENERIC, "from_generic", 1, 1, 1, 1, 0) \
    X(IS_SPACE, "is_space", 1, 1, 1, 1, 0) \
    /* memory: an address, to which `bits` are added, then values; parts of words are extended by their type */ \
    X(LOAD, "load", 1, 4, 1, 1, HW_IR_IS_READ)                     /* `number`: bank of constants, where PTX says one */ \
    X(STORE, "store", 0, 0, 2, 5, HW_IR_IS_WRITE) \
    X(ATOMIC, "atomic", 0, 1, 2, 3, HW_IR_IS_WRITE)                /* `number`: enum hw_atom + 256 * enum hw_ir_scope; CAS: address, compared, new */ \
    X(PREFETCH, "prefetch", 0, 0, 1, 1, HW_IR_IS_WRITE) \
    X(HANDLE, "handle", 1, 1, 0, 0, 0)                             /* of a texture or surface that the module names */ \
    X(TEXTURE, "texture", 1, 5, 1, 16, HW_IR_IS_READ) \
    X(TEXTURE_QUERY, "texture_query", 1, 1, 0, 2, 0) \
    X(SURFACE_LOAD, "surface_load", 1, 4, 1, 5, HW_IR_IS_READ) \
    X(SURFACE_STORE, "surface_store", 0, 0, 2, 9, HW_IR_IS_WRITE) \
    X(SURFACE_REDUCE, "surface_reduce", 0, 0, 2, 5, HW_IR_IS_WRITE) \
    X(STACK, "stack", 0, 1, 0, 1, HW_IR_IS_WRITE)                  /* `number`: enum hw_ir_stack */ \
    /* lanes and warps together */ \
    X(BARRIER, "barrier", 0, 1, 1, 3, HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE) \
    X(FENCE, "fence", 0, 0, 0, 0, HW_IR_IS_WRITE) \
    X(VOTE, "vote", 1, 1, 1, 2, HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE) \
    X(SHUFFLE, "shuffle", 1, 2, 3, 4, HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE) \
    X(ACTIVE, "active", 1, 1, 0, 0, HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE) \
    /* control */ \
    X(CALL, "call", 0, HW_IR_MANY, 0, HW_IR_MANY, HW_IR_IS_READ | HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE) \
                                                                   /* `symbol`, else the 1st operand: the
                                                                    * callee; `extra`: struct hw_ir_signature */ \
    X(BREAKPOINT, "breakpoint", 0, 0, 0, 0, HW_IR_IS_WRITE) \
    X(PMEVENT, "pmevent", 0, 0, 0, 0, HW_IR_IS_WRITE) \
    X(JUMP, "jump", 0, 0, 0, 0, HW_IR_IS_END) \
    X(BRANCH, "branch", 0, 0, 1, 1, HW_IR_IS_END)                  /* predicate; the block if true, the block if false */ \
    X(SWITCH, "switch", 0, 0, 1, 1, HW_IR_IS_END)                  /* index; a block each */ \
    X(RETURN, "return", 0, 0, 0, HW_IR_MANY, HW_IR_IS_END) \
    X(EXIT, "exit", 0, 0, 0, 0, HW_IR_IS_END) \
    X(TRAP, "trap", 0, 0, 0, 0, HW_IR_IS_END)
/* clang-format on */

enum hw_ir_op {
#define HW_IR_OP_ENUM(name, text, results, most_results, operands, most_operands, is) HW_IR_##name,
    HW_IR_OPS(HW_IR_OP_ENUM) HW_IR_OP_COUNT
#undef HW_IR_OP_ENUM
};

#endif
