/* SPDX-License-Identifier: MIT */
/* The fields of a micro-operation beside its operands: a structure for each family of operations (uop.h).
 *
 * The header of a family's functions describes the operands; this file describes the other fields. */
#ifndef HW_OPS_UOP_FAMILIES_H
#define HW_OPS_UOP_FAMILIES_H

#include <stdint.h>

/* Arithmetic: what only some operations have. */

struct hw_uop_move {
    uint8_t written; /* MOV: the lanes of each four that are written, a bit a lane */
};

struct hw_uop_sum {
    uint8_t plus;    /* added beside the operands: 1 for each that is negated, and PO */
    uint8_t part[3]; /* IADD3, IMADSP: enum hw_part of a, b and c */
    union {
        uint8_t shift;  /* IADD3: modifier shift */
        uint8_t c_type; /* IMADSP: enum hw_type */
    };
};

/* What adds with carries in predicates. */
struct hw_uop_carry {
    uint8_t plus;          /* added beside the operands: 1 for each that is negated */
    uint8_t first, second; /* predicates that are added, as p_in; ISETP: first is that of the lower words */
    uint8_t extends;       /* LEA.HI: the word above a is its sign */
};

struct hw_uop_shift {
    uint8_t wrap;    /* counts are taken modulo the width; else they end at it */
    uint8_t reverse; /* the operand's bits are reversed first */
    uint8_t width;   /* of a funnel shift: 32 or 64 */
};

struct hw_uop_bits {
    uint8_t reverse;  /* BFE: the operand's bits are reversed first */
    uint8_t from_top; /* FLO: the place is counted from the highest bit */
    uint8_t tests;    /* LOP, LOP3: modifier popt, what p_out gets */
    uint8_t selector; /* PRMT: modifier prmt */
};

struct hw_uop_xmad {
    uint8_t a_shift, b_shift; /* where the halves of a and b begin */
    uint8_t shift;            /* of the product: 16 with .PSL */
    uint8_t merge;            /* .MRG */
    uint8_t addend;           /* enum hw_xmad: what is made of c */
};

struct hw_uop_dot {
    uint8_t parts; /* modifier idp: 0 four bytes, 1 two bytes of b's low half, 2 of its high half */
};

/* FMNMX, HMNMX2: bits. */
#define HW_EXTREMUM_NAN 1u /* a NaN wins, else it loses */
#define HW_EXTREMUM_XORSIGN \
    2u /* the sign is that of the product of the sources as they are in their registers */

struct hw_uop_single {
    int8_t scale;   /* FMUL: the product times 2 to this power */
    uint8_t source; /* QUADOP: see quadop() in lanes_fp32.c */
    uint8_t rules;  /* FMNMX: HW_EXTREMUM_* */
    uint8_t mufu;   /* MUFU of halves: enum hw_mufu */
    uint8_t part;   /* of them: enum hw_part */
};

struct hw_uop_half {
    uint8_t select[3]; /* enum hw_half of a, b and c */
    uint8_t merge;     /* enum hw_merge */
    union {
        uint8_t both;  /* HSETP2: one predicate for both halves */
        uint8_t rules; /* HMNMX2: HW_EXTREMUM_* */
    };
};

struct hw_uop_convert {
    uint8_t integral; /* F2F: rounded to a whole number */
    uint8_t early;    /* struct hw_chip_traits, early_conversions */
    uint8_t part;     /* enum hw_part of the source where its operand names the whole register; else 0 */
    uint8_t nan;      /* F2I: modifier nan */
};

/* What packs two results (lanes_pack.c). */
struct hw_uop_pack {
    uint8_t above; /* the part of c that stands above the results: enum hw_part, or 0: its low bits */
    uint8_t nan;   /* F2IP: modifier nan */
    uint8_t relu;  /* what is negative becomes 0 */
    uint8_t sum;   /* VABSDIFF4: the distances and c are added */
};

/* Words, halves and bytes of Hopper and later (lanes_packed.c). */
struct hw_uop_packed {
    uint8_t relu; /* what is negative becomes 0 */
};

struct hw_uop_predicate {
    uint8_t first, second; /* PSETP, PSET: the first two predicates, as p_in; P2R, R2P: the first of seven */
    uint8_t logic;         /* enum hw_logic: how these are combined */
    uint8_t test;          /* CSETP, CSET: of the condition code */
    uint8_t shift;         /* P2R, R2P: where the byte begins */
};

/* PLOP3: sources as p_in, or from HW_TABLE_SIGN on the signs of registers a, b, c; two truth tables. */
#define HW_TABLE_SIGN 0x80u
struct hw_uop_tables {
    uint8_t source[3];
    uint8_t first, second;
};

struct hw_uop_cross_lane {
    uint8_t mode; /* VOTE: 0 all, 1 any, 2 equal; SHFL: 0 index, 1 up, 2 down, 3 butterfly */
};

struct hw_uop_video {
    uint8_t op;     /* less HW_OP_VADD; of a SIMD instruction the one that works on each part */
    uint8_t second; /* enum hw_video_second, enum hw_simd_second: what is done with c */
    union {
        struct {
            uint8_t a_shift, b_shift; /* where the parts of a and b begin */
            uint8_t scale;            /* VMAD: the sum is shifted right by this */
        };
        struct {             /* SIMD */
            uint8_t width;   /* bits of a part, 8 or 16 */
            uint8_t select;  /* VSEL */
            uint8_t written; /* the parts of d that are written, a bit a part */
        };
    };
};

/* SIMD video instructions: which parts of a and b make the parts of the operands (hw_simd_choice). */
struct hw_uop_choice {
    uint16_t a, b;
};

/* Memory: src/machine/memory/memory_ops.h. */
struct hw_uop_memory {
    uint32_t offset;   /* is added to a's address; it has a sign where addresses have 64 bits */
    uint32_t mask;     /* the bits of a sum that count, in shared, local and constant memory */
    uint8_t number;    /* of the constant or global space: 5 of c5 */
    uint8_t width;     /* enum hw_width of loads and stores */
    uint8_t space;     /* locked accesses: HW_OPERAND_SHARED or HW_OPERAND_GENERIC */
    uint8_t asks;      /* unlocking stores: they are done only where the word was locked; atomics: the result
                          is whether it was done */
    uint8_t atom;      /* atomics: enum hw_atom */
    uint8_t rules;     /* atomics: enum hw_atomic_rules */
    uint8_t writes;    /* it changes global memory */
    uint16_t cond_out; /* locked loads: register of the condition code that says who got a lock */
};

/* Texture lookups: src/machine/texture/texture_unit.h, texture_object.h. */
struct hw_uop_texture {
    uint8_t lookup; /* enum hw_tex */
    uint8_t wanted; /* the components that are written, a bit a component */
    /* By unit. */
    uint8_t unit, sources; /* the texture unit; how many registers of the window are sources */
    uint8_t window;        /* how many registers of the window the thread has */
    uint16_t shifts;       /* texel offsets x, y, z: four bits each */
    uint8_t by_quad;       /* the level of detail depends on the coordinates of a quad */
    /* By handle. */
    uint8_t dim;       /* enum hw_tex_dim */
    uint8_t offsets;   /* enum hw_texel_offsets */
    uint8_t component; /* that is gathered */
    uint8_t halves;    /* results are packed halves, two a register: 1 + enum hw_round; 0: they are words */
    uint8_t level;     /* enum hw_texel_level */
};

/* Surface accesses: src/machine/texture/surface_access.h. */
struct hw_uop_surface {
    int32_t x_offset; /* is added to x, in x's units */
    uint8_t raw;      /* bytes are moved as they are, as many as type says; else texels are converted */
    uint8_t in_bytes; /* x counts bytes, else texels */
    uint8_t clamp;    /* enum hw_surface_clamp */
    uint8_t wanted;   /* the components that are moved, a bit a component */
    uint8_t atom;     /* enum hw_atom */
};

/* Addresses of surfaces: src/ops/texture/surface_coordinate.h. */
struct hw_uop_coordinate {
    uint8_t mode; /* 5 * (0 as the descriptor says, 1 pitch-linear, 2 tiled) + log2 of an element's bytes */
    uint8_t dim;  /* 0: there is one coordinate; 5: there are three */
};

/* Products of matrices: src/machine/matrix/matrix_product.h. */
struct hw_uop_matrix {
    uint8_t shape;                      /* as the modifier */
    uint8_t a_type, b_type, c_type;     /* enum hw_type of the elements; that of the result is `type` */
    uint8_t a_flags, b_flags, c_flags;  /* HW_OPERAND_NEG, _ABS */
    uint8_t a_by_columns, b_by_columns; /* products in steps: how the words of a and b are dealt out; of a
                                         * warpgroup: neighbours along the sum do not lie side by side */
    uint8_t step;                       /* which */
    uint8_t unit;                       /* enum hw_dot_unit */
    uint8_t round, sat, logic;          /* as the modifiers */
    uint8_t selector;                   /* a sparse a: which lanes of four have the metadata */
    uint16_t metadata;                  /* the register with them, HW_NO_REGISTER where a is not sparse */
    uint8_t in_shared;                  /* products of a warpgroup: a, too, is in shared memory */
    uint8_t columns;                    /* of b, in eights */
};

/* Asynchronous operations: src/machine/async/async_ops.h. */
#define HW_ASYNC_CAPTURES 10 /* registers that one may need */
#define HW_ASYNC_PRODUCTS 7  /* the scoreboard that stands for their groups: gsb0 */
#define HW_ASYNC_HEAD     2  /* micro-operations before those that do it */
enum hw_async_kind {
    HW_ASYNC_COPY = 0,  /* of each lane; a group of them is waited for */
    HW_ASYNC_ARRIVAL,   /* behind the copies of its lanes */
    HW_ASYNC_TO_SHARED, /* a block of memory, once for the warp, which tells a barrier of its bytes */
    HW_ASYNC_TO_GLOBAL, /* a block of memory; a group of them is waited for */
    HW_ASYNC_PRODUCT    /* of a warpgroup, into registers of its warp, behind its earlier ones; likewise */
};
struct hw_uop_async {
    uint16_t capture[HW_ASYNC_CAPTURES]; /* the registers that it reads */
    uint32_t offset, mask;               /* of the address of a barrier, which is in register a */
    uint16_t from, size;                 /* blocks: where an address begins, the size; the other is in b */
    uint16_t result;                     /* the words that its reading leaves for its writing begin there, */
    uint8_t results;                     /* and are so many; of a product, its sums */
    uint8_t captures;
    uint8_t reads, writes, uops; /* micro-operations that read; to which others write; all, of which the last
                                    are done once for a block */
    uint8_t kind;                /* enum hw_async_kind */
    uint8_t element;             /* bytes of a block that a lane does at once */
    bool now;                    /* it is done where it is issued */
};
struct hw_uop_async_wait {
    uint8_t scoreboard;
    uint8_t kind; /* of a commit: enum hw_async_kind */
    uint8_t left; /* groups of copies that need not be complete */
};

/* Control flow: src/machine/paths/control_flow.h.
 *
 * What a guard tests beside predicate p_in; all zeros is nothing. */
struct hw_uop_guard {
    uint16_t cond; /* register of a condition code */
    uint8_t test;  /* of it */
    uint8_t tests; /* whether it is tested */
};

struct hw_uop_jump {
    union {
        uint32_t target;  /* the micro-op to go on at; while code is translated a code address */
        uint32_t offset;  /* BRX: is added to register b to make a code address */
        uint32_t skipped; /* a guard: how many micro-ops are left out where no lane executes */
    };
    uint8_t path;    /* enum hw_path_kind of what is pushed; or as machine/paths/convergence.h says */
    uint8_t uniform; /* BRA: only when all lanes of the path go; or as convergence.h says */
};

struct hw_uop_barrier {
    uint8_t what;      /* HW_BAR_* */
    uint8_t reduction; /* enum hw_bar_reduction */
    uint8_t predicate; /* that is reduced, as p_in */
    uint8_t number;    /* of the barrier, if it is common: */
    uint8_t is_common; /* it waits for all of the block, without a reduction, and no register names it */
};

struct hw_uop_vote {
    uint8_t test; /* of the condition code in register b */
    uint8_t all;  /* of the lanes, else any */
};

struct hw_uop_fault {
    uint32_t number; /* address, number or target that the sentence names */
    uint8_t kind;    /* enum hw_fault_kind */
    uint8_t reason;  /* enum hw_trap */
    uint8_t bank;    /* of a constant */
};

/* Keeping a graphics program's outputs: src/machine/graphics. */
struct hw_uop_saved {
    uint32_t count; /* registers; words beyond them are kept as zeros */
};

/* Telling listeners: src/machine/events.h. */
struct hw_uop_event {
    union {
        uint32_t access; /* its number in hw_program.access */
        uint32_t more;   /* of an issue: how many of the next instructions are told of with it */
    };
};

#endif
