/* SPDX-License-Identifier: MIT */
/* An evaluator of the intermediate form, for tests: one thread, with memory as arrays of bytes.
 *
 * It runs functions with variables and in static single assignment alike, by the plainest means there are:
 * what a pass or a code generator has to keep.  Arithmetic is that of src/ops/scalar; approximations are
 * what the C library gives, rounded to the type. */
#ifndef TESTS_IR_RUN_H
#define TESTS_IR_RUN_H

#include "compiler/ir/ir_module.h"

#define IR_RUN_BYTES   4096u
#define IR_RUN_CONST   0x30000000u /* generic addresses of constants, up to IR_RUN_BYTES, */
#define IR_RUN_SHARED  0x40000000u /* of shared memory, then those of local memory */
#define IR_RUN_LOCAL   0x50000000u
#define IR_RUN_SYMBOLS 64u

struct ir_run {
    uint8_t memory[HW_IR_SPACE_COUNT][IR_RUN_BYTES];
    uint32_t special[HW_IR_SPECIAL_COUNT];
    unsigned steps;      /* instructions that may be run yet */
    unsigned depth;      /* of calls */
    const char *failure; /* what could not be run; NULL: nothing */
    struct {
        const struct hw_ir_symbol *symbol;
        uint32_t address;
    } symbol[IR_RUN_SYMBOLS];
    unsigned symbols;
    uint32_t top[HW_IR_SPACE_COUNT]; /* bytes that symbols take, from the end of the space down */
};

/* Run a function up to its end.  False: `failure` says why not, or the steps are used up. */
bool ir_run(struct ir_run *run, const struct hw_ir_function *function, const uint64_t *argument,
            uint64_t *result);

/* The low `bits` of a value. */
uint64_t ir_run_cut(uint64_t value, unsigned bits);
/* What an operation that only computes gives for its operands; false: it is none that is known.  Several
 * results: out[0], out[1]... */
bool ir_run_math(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t out[4]);
bool ir_run_float(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t *out);
/* A number of 16 bits, whose denormals may become zeros of their sign. */
uint64_t ir_run_half(uint64_t bits, bool ftz);
/* A double rounded to one, to nearest. */
uint64_t ir_run_to_half(uint64_t bits);
uint32_t ir_run_video(const struct hw_ir_insn *insn, const uint64_t in[4]);
/* Whether quotients are rounded as they are to be: under valgrind the host rounds to nearest only. */
bool ir_run_rounds(void);
unsigned ir_run_type_bits(unsigned type); /* of enum hw_type */

#endif
