/* SPDX-License-Identifier: MIT */
/* This table has the latencies of timing classes, until results are ready and until sources are read: the
 * numbers of isa/timing/FILE.timing.
 *
 * A chip variant of an instruction set has a table of them, if anything is known.  Every number has its
 * source and the standing of that source.  The scheduler reads these tables, and models of time can. */
#ifndef HW_ISA_TIMING_H
#define HW_ISA_TIMING_H

#include "isa/timing_classes.h"

#include <halfwarp/isa.h>
#include <halfwarp/standing.h>

/* Kinds of instructions that read their sources, or whose results come, in the order of issue
 * (hw_timing.order and finish); HW_ORDER_NONE: in any order. */
enum hw_order {
    HW_ORDER_NONE = 0,
    HW_ORDER_MEMORY,
    HW_ORDER_SHARED, /* loads from shared memory, and shuffles */
    HW_ORDER_TENSOR, /* loads from tensor memory */
    HW_ORDER_TEXTURE,
    HW_ORDER_DOUBLE,
    HW_ORDER_SPECIAL, /* approximations and conversions */
    HW_ORDER_HALF,
    HW_ORDER_MATRIX,
    HW_ORDER_UNIFORM, /* from registers to uniform ones */
    HW_ORDER_COUNT
};

/* How an instruction reads its sources: how soon a result can be read depends on it from Volta on. */
/* clang-format off */
#define HW_PORTS(X) \
    X(OTHER) X(ALU) X(FMA) X(WIDE) X(HALF) X(DOUBLE) X(MATRIX) X(MEMORY) X(UNIFORM) X(UMOVE) X(ULOAD) \
    X(BRANCH) X(MOVE) X(COMPARE) \
    X(GUARD) /* as the guard, whatever the instruction */ \
    X(HIGH)  /* as the high register of a wide product's addend (HW_TRAIT_SPLIT_PRODUCTS) */
/* clang-format on */
enum hw_port {
#define HW_PORT_NAME(name) HW_PORT_##name,
    HW_PORTS(HW_PORT_NAME)
#undef HW_PORT_NAME
        HW_PORT_COUNT
};

struct hw_timing {
    uint8_t reg, pred, cond; /* cycles until a result can be used; 0: it varies, and needs a scoreboard */
    uint8_t reg_to[HW_PORT_COUNT], pred_to[HW_PORT_COUNT]; /* by the reading unit; 0: the number above */
    uint8_t port;                                          /* enum hw_port: how it reads */
    bool late;            /* sources are read some time after issue, and may not be overwritten before */
    uint8_t lag;          /* how many cycles after an ALU instruction it reads its registers at least */
    uint8_t order;        /* enum hw_order: its sources are read in this order, */
    uint8_t finish;       /* and its results come in this one */
    uint8_t held;         /* without a scoreboard: cycles until its source registers have been read */
    bool late_uniform;    /* late, for its uniform registers */
    uint8_t held_uniform; /* held, for its uniform registers: no result may be there before */
};

/* What else sets chips apart. */
#define HW_TRAIT_LONE_ACCESSES \
    0x1u /* doubles issue alone; nothing issues together with a load of global memory before it */
#define HW_TRAIT_FLOAT_BANKS 0x2u /* memory and single precision collide in banks of registers */
#define HW_TRAIT_LATE_REWRITES \
    0x4u /* a result is overwritten only when the instruction that does could read it */
#define HW_TRAIT_SPLIT_PRODUCTS \
    0x10u /* products of 64 bits read and write their high register later than the low one */
#define HW_TRAIT_VIEWS            0x40u /* asynchronous units have a view of memory of their own (FENCE.VIEW) */
#define HW_TRAIT_INTEGER_MATRICES 0x20u /* products of matrices of integers are of the class half.integer */
#define HW_TRAIT_BARRIERS_DRAIN \
    0x8u /* behind a barrier of the block all earlier accesses have read their sources */

/* A fact of a file: `value` 0 is "varies" or "unstated", `what` its other words (classes, operations, an
 * order or a trait). */
struct hw_timing_line {
    const char *key;
    uint8_t value;
    uint8_t standing; /* enum hw_standing */
    const char *what, *source;
};

struct hw_timing_table {
    struct hw_timing timing[HW_CLASS_COUNT];
    uint8_t least[HW_OP_COUNT]; /* the smallest stall count that is right for an operation */
    uint8_t join;               /* the same behind a join (`.S`); 0: nothing is stated there */
    uint8_t traits;             /* HW_TRAIT_* */
    uint16_t line_count;
    const struct hw_timing_line *line;
};

/* A target's numbers, NULL: nothing is known. */
const struct hw_timing_table *hw_timing_table(const struct hw_target *target);
/* The timing of an instruction; without numbers everything varies. */
const struct hw_timing *hw_timing_of(const struct hw_target *target, const struct hw_insn *insn);
bool hw_timing_has(const struct hw_target *target, unsigned trait);

/* The class of its form, or a finer one that its operands determine. */
enum hw_timing_class hw_timing_class(const struct hw_insn *insn);
enum hw_unit hw_insn_unit(const struct hw_insn *insn);
const char *hw_timing_class_name(enum hw_timing_class class);
/* Whether it computes with doubles. */
bool hw_semantics_is_double(const struct hw_semantics *view);

#endif
