/* SPDX-License-Identifier: MIT */
/* The words of random_kernel.c: text of each language, addresses, conditions, and jumps under them.
 *
 * From Fermi to Pascal the language is that of unit/engine/generations.h.  Tesla's conditions are condition
 * codes, and its addresses for shared and local memory stand in A1 and A2. */
#ifndef HW_TESTS_RANDOM_TEXT_H
#define HW_TESTS_RANDOM_TEXT_H

#include "random_kernel.h"

/* What a branch tests: predicate or condition code, or its opposite. */
struct random_condition {
    unsigned number;
    bool negated;
};

unsigned random_choose(struct random_kernel *k, unsigned count);
bool random_one_in(struct random_kernel *k, unsigned count);
/* One of the registers to compute with. */
unsigned random_data(struct random_kernel *k);
bool random_is_tesla(const struct random_kernel *k);
bool random_is_volta(const struct random_kernel *k); /* or later */
/* What ends the name of an access to global memory of Volta or later. */
const char *random_scope(const struct random_kernel *k);

/* Lines of text, printf-style. */
void random_put(struct random_kernel *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
void random_put_insn(struct random_kernel *k, enum random_kind kind, unsigned bytes);
/* A few random instructions. */
void random_put_straight(struct random_kernel *k);
/* R`to` = R`from` & mask. */
void random_put_and(struct random_kernel *k, unsigned to, unsigned from, unsigned mask);

/* R0: the thread's number; R2, or the pair: the block's part. */
void random_put_begin(struct random_kernel *k);
/* R32 = the thread's number << shift. */
void random_put_place(struct random_kernel *k, unsigned shift);
/* R20, or the pair: the thread's own words in the second half of the block's part. */
void random_put_own(struct random_kernel *k);
/* R20, or the pair: the block's part and register `offset`. */
void random_put_global_at(struct random_kernel *k, unsigned offset);
/* Other addresses for accesses to one space, or to any of them. */
void random_put_global(struct random_kernel *k);
void random_put_shared(struct random_kernel *k);
void random_put_local(struct random_kernel *k);
void random_put_address(struct random_kernel *k);

/* A fresh condition by comparing, or what is there. */
struct random_condition random_put_condition(struct random_kernel *k);
/* An instruction of control flow under a condition; `target` may be empty. */
void random_put_guarded(struct random_kernel *k, struct random_condition condition, const char *name,
                        const char *target);
/* A jump to @TO<label> under some condition. */
void random_put_branch(struct random_kernel *k, const char *to, unsigned label);

/* R`register` = value. */
void random_put_literal(struct random_kernel *k, unsigned number, unsigned value);

/* random_logic.c: functions of bits, each with a choice of lanes between it and an operand. */
void random_put_logic(struct random_kernel *k);

/* random_volta.c: all of a kernel of Volta or later; and what random_put_statements puts then. */
void random_put_volta_kernel(struct random_kernel *k);
void random_put_volta_statements(struct random_kernel *k);

/* random_straight.c: all of a kernel that goes straight on; loops that no way leads to, behind an end. */
void random_put_straight_kernel(struct random_kernel *k);
void random_put_unreached(struct random_kernel *k);

/* random_kernel.c: statements of any kind, where they leave to, and the functions that they call. */
void random_put_statements(struct random_kernel *k);

#endif
