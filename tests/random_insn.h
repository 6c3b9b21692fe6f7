/* SPDX-License-Identifier: MIT */
/* Random instructions of any instruction set that can stand anywhere in a kernel: arithmetic and all that
 * leads nowhere else, in every form and with every modifier, and loads, stores and atomics at addresses that
 * are there.
 *
 * Registers from FIRST_DATA on are the kernel's to compute with; the others keep what the kernel needs. */
#ifndef HW_TESTS_RANDOM_INSN_H
#define HW_TESTS_RANDOM_INSN_H

#include <halfwarp/isa.h>

enum {
    RANDOM_BLOCK = 2, /* the block's part of the buffer; from Fermi on a pair */
    RANDOM_FIRST_DATA = 4,
    RANDOM_DATA = 16,
    RANDOM_GLOBAL = 20, /* an address for global memory; from Fermi on a pair */
    RANDOM_SHARED = 22, /* and for shared and for local memory; on Tesla in A1 and A2 */
    RANDOM_LOCAL = 23,
    RANDOM_COUNTER = 24, /* of the rounds of loops, eight */
    RANDOM_TEMPORARY = 32,
    RANDOM_RETURN = 36, /* from Volta on: return addresses, pairs, and the mask of a barrier */
    RANDOM_SAVED = 42,
    RANDOM_REGISTERS = 44,
    RANDOM_UNIFORM = 16 /* uniform registers that are used */
};

enum random_kind { RANDOM_ARITHMETIC = 0, RANDOM_MEMORY, RANDOM_KINDS };

struct random_insns {
    struct hw_target target;
    uint64_t state;                    /* of splitmix64 */
    uint32_t forms;                    /* that the instruction set has */
    bool flushes;                      /* denormals: single floats, to nearest, and simple integers */
    bool careless;                     /* a few go wrong: they name what is not there */
    unsigned most_global, most_shared; /* bytes that an access may have, as addresses are multiples of that */
};

void random_insns_begin(struct random_insns *random, const struct hw_target *target, uint64_t seed);

/* A number below `count`. */
unsigned random_below(struct random_insns *random, unsigned count);

/* One instruction of `bytes` bytes. */
void random_insn(struct random_insns *random, enum random_kind kind, unsigned bytes, struct hw_insn *insn);

#endif
