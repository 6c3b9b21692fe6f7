/* SPDX-License-Identifier: MIT */
/* Random modules of several kernels that share functions: tables of functions, tables of methods that objects
 * point to, kernels of different lengths that store pointers and call what they find.
 *
 * The texts are PTX, which may be compiled for the generations up to Pascal, and from Turing on listings of
 * what NVIDIA's compiler makes with -rdc=true: the return address in R20, pointers filled in by
 * relocations. */
#ifndef HW_TESTS_RANDOM_MODULE_H
#define HW_TESTS_RANDOM_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MODULE_FUNCTIONS = 6,
    MODULE_METHODS = 3,
    MODULE_CLASSES = 3,
    MODULE_KERNELS = 12,
    MODULE_SLOTS = MODULE_FUNCTIONS,
    /* Places in the buffer: of pointers that kernels store, of an object, of what a kernel gives. */
    MODULE_OBJECT_AT = 64,
    MODULE_RESULT_AT = 128,
    MODULE_BUFFER = 256
};

enum module_kind {
    MODULE_STORE,       /* the address of a function */
    MODULE_NAME_KERNEL, /* the address of a kernel */
    MODULE_MAKE,        /* an object of a class */
    MODULE_CALL_STORED,
    MODULE_CALL_TABLE,
    MODULE_CALL_METHOD,
    MODULE_CALL_BOTH, /* a function by its name, and then one of the table */
    MODULE_COMPARE,   /* what is stored with the address of a function */
    MODULE_COMPARE_KERNEL,
    MODULE_KINDS
};

struct module_steps {
    unsigned count;
    uint32_t factor, sum;
};

/* Functions and kernels take x through steps; a function may leave the rest to one behind it.  Kernel k%u has
 * the parameters buffer, i, x; `i` is the number of a slot or of the table's function. */
struct module_plan {
    struct module_steps function[MODULE_FUNCTIONS], kernel[MODULE_KERNELS];
    unsigned next[MODULE_FUNCTIONS]; /* MODULE_FUNCTIONS: none */
    unsigned table[MODULE_FUNCTIONS], method[MODULE_CLASSES][MODULE_METHODS];
    enum module_kind kind[MODULE_KERNELS];
    unsigned named[MODULE_KERNELS]; /* the function, kernel, class or method */
};

void module_plan_make(struct module_plan *plan, uint64_t seed);
/* What x becomes; in a function, with those that it calls. */
uint32_t module_step(const struct module_steps *steps, uint32_t x);
uint32_t module_function(const struct module_plan *plan, unsigned function, uint32_t x);
bool module_calls(enum module_kind kind);

/* The text of a plan, good until the next one. */
const char *module_ptx(const struct module_plan *plan, size_t *length);
const char *module_listing(const struct module_plan *plan, const char *target);

#endif
