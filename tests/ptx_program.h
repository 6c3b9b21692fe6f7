/* SPDX-License-Identifier: MIT */
/* Random programs in PTX, and what each thread of them gives, computed on the host.
 *
 * A program is a list of statements over registers of five classes (ptx_operations.h): operations, some of
 * them under a guard or with numbers in place of registers; two ways; loops whose count depends on the
 * thread, with a way out; words of local memory at computed places; accesses of all widths to its first bytes
 * of input (ptx_access.h); calls; and, for all threads at once, an exchange through shared memory.  Every
 * thread begins with its own numbers and stores all registers in the end, two of them mixed with these bytes.
 */
#ifndef HW_TESTS_PTX_PROGRAM_H
#define HW_TESTS_PTX_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx_access.h"

enum {
    PTX_THREADS = 64, /* one block */
    PTX_EACH = 6,     /* registers of a class, and there are that many words of local memory */
    PTX_CLASSES = 5,
    PTX_STATEMENTS = 160,
    PTX_TEXT = 65536
};

struct ptx_statement {
    uint8_t kind;
    uint8_t op;         /* an operation's line */
    uint8_t d, a, b, c; /* registers */
    uint8_t guard;      /* a predicate, PTX_EACH: none */
    bool guard_negated;
    uint8_t numbers;                           /* which of a, b, c are numbers and no registers: a bit each */
    uint64_t number[3];                        /* their bits */
    struct ptx_statement *next, *then, *other; /* the list goes on; lists within */
};

struct ptx_program {
    uint64_t seed, state;
    bool has_double, has_stack; /* for calls */
    bool flushes;               /* singles below 2^-126 are zero */
    unsigned count, labels;
    unsigned loop[4], loops; /* around what is being written: their labels */
    struct ptx_statement pool[PTX_STATEMENTS], *first, *function;
    char text[PTX_TEXT];
    size_t length;
};

/* The registers of a thread, as bits. */
struct ptx_thread {
    uint64_t reg[PTX_CLASSES][PTX_EACH];
    uint32_t local[PTX_EACH + 2];
    uint8_t own[PTX_OWN_BYTES]; /* of global memory */
};

/* The program of a seed, for `target` (sm_20).  The first have one operation each, many times, and no
 * function: a compiler that is wrong there is wrong about that. */
void ptx_program_make(struct ptx_program *program, uint64_t seed, const char *target);
/* What all threads have in the end. */
void ptx_program_run(const struct ptx_program *program, struct ptx_thread thread[PTX_THREADS]);

/* The words that thread number `thread` begins with and stores are PTX_WORDS, in the order of the classes w,
 * d, f, g, p; predicates are words. */
#define PTX_WORDS (PTX_EACH * 7)
uint32_t ptx_program_input(const struct ptx_program *program, unsigned thread, unsigned word);
/* Whether word `word` that a thread stored is right; all NaNs are alike. */
bool ptx_program_is_right(const struct ptx_thread *thread, const uint32_t stored[PTX_WORDS]);

#endif
