/* SPDX-License-Identifier: MIT */
/* Random programs of the intermediate form on numbers of 32 bits, for tests of passes, and the judge of what
 * they give: a small interpreter. */
#ifndef TESTS_IR_RANDOM_H
#define TESTS_IR_RANDOM_H

#include "compiler/ir/ir.h"

#define IR_RANDOM_VARIABLES 6u

struct ir_random {
    struct hw_arena arena;
    struct hw_ir_function *function;
    uint64_t seed;
};

uint32_t ir_random_pick(struct ir_random *s, uint32_t below);
/* Fail the test unless hw_ir_check accepts the function. */
void ir_random_check(const struct ir_random *s);

/* A function, in single assignment: blocks that lead anywhere. */
void ir_random_make(struct ir_random *s);
/* A block that goes back to itself as long as a counter, which nobody else writes, compares with a limit as
 * it should.  Where the counter begins and where the limit is may be known or not. */
void ir_random_loop(struct ir_random *s, bool is_known);

struct ir_random_run {
    uint64_t *value; /* by number */
    uint32_t result[IR_RANDOM_VARIABLES];
    unsigned steps; /* blocks that it went through */
    bool ended;
};

/* Run the function; one that makes too many steps has not ended. */
struct ir_random_run ir_random_go(struct ir_random *s);

#endif
