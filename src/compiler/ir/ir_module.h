/* SPDX-License-Identifier: MIT */
/* A module of the IR has functions with their attributes, and variables.
 *
 * Parameters and results of a device function are values.  A parameter of up to 64 bits is one, of its kind
 * or of 32 bits; a block of bytes is as many of 32 bits as it has words.  A kernel's parameters are memory,
 * at their offsets in HW_IR_SPACE_PARAM. */
#ifndef HW_COMPILER_IR_IR_MODULE_H
#define HW_COMPILER_IR_IR_MODULE_H

#include <halfwarp/status.h>

#include "compiler/ir/ir.h"

struct hw_ir_parameter {
    const char *name;
    uint32_t offset, bytes, align; /* offset: in the memory of a kernel's parameters */
    uint32_t values;               /* of a device function: how many it is */
    uint8_t kind;                  /* enum hw_ir_kind, of each */
    uint8_t opaque;                /* enum hw_ir_opaque */
    char letter;                   /* what prototypes call its elements: b h i l, f d of floats */
    uint32_t elements;             /* of an array; 0: it is none */
};

/* How many values such parameters are together. */
static inline uint32_t hw_ir_count_values(const struct hw_ir_parameter *parameter, uint32_t count)
{
    uint32_t values = 0;

    for (uint32_t i = 0; i < count; i++)
        values += parameter[i].values;
    return values;
}

/* Of a function, and of a call (`extra`): its values one parameter after another. */
struct hw_ir_signature {
    struct hw_ir_parameter *in, *out;
    uint32_t ins, outs;
    uint32_t bytes; /* of a kernel's parameters */
};

struct hw_ir_routine {
    const struct hw_ir_symbol *symbol;
    struct hw_ir_function *function; /* NULL: it is only declared, or refused */
    const struct hw_error *refused;  /* why it is not there, though it is defined; NULL: it is not refused */
    bool is_kernel, is_exact;        /* is_exact: a block has `threads` of them, not at most */
    bool never_returns;
    uint32_t number;  /* its index in the module's list */
    bool is_noinline; /* calls of it stay calls */
    bool has_code;    /* it is no kernel, and has code of its own */
    struct hw_ir_signature signature;
    uint32_t threads[3];               /* of a block; 0: not said */
    uint32_t least_blocks;             /* that a multiprocessor should hold; 0: not said */
    uint32_t most_registers;           /* 0: not said */
    const struct hw_ir_symbol **local; /* variables on its stack */
    size_t locals, local_capacity;
};

/* Whether an error is about one function, which the others can do without: it is understood, but the target
 * or the compiler lacks something. */
static inline bool hw_ir_is_refusal(hw_status status)
{
    return status == HW_ERR_UNSUPPORTED || status == HW_ERR_LIMIT;
}

/* It is not there: what is called or named of it is missing. */
static inline void hw_ir_refuse(struct hw_arena *arena, struct hw_ir_routine *routine,
                                const struct hw_error *why)
{
    struct hw_error *kept = hw_arena_alloc(arena, sizeof *kept);

    *kept = *why;
    routine->refused = kept;
    routine->function = NULL;
}

struct hw_ir_file {
    uint32_t number;
    const char *name;
};

struct hw_ir_module {
    struct hw_arena *arena;
    unsigned version;      /* of the PTX that it comes from: 64 */
    unsigned target;       /* that it was made for: 61 */
    unsigned address_bits; /* 32 or 64 */
    bool has_debug;        /* .target debug */
    bool narrows_doubles;  /* .target map_f64_to_f32 */
    bool has_samplers;     /* .target texmode_independent */
    struct hw_ir_routine **routine;
    size_t routines, routine_capacity;
    struct hw_ir_symbol **variable; /* all but those on stacks */
    size_t variables, variable_capacity;
    struct hw_ir_file *file;
    size_t files, file_capacity;
};

#endif
