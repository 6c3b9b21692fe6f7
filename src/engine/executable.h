/* SPDX-License-Identifier: MIT */
/* Code that is ready to run: a program, what launches must have in common to use it again, and the back end
 * that runs it.
 *
 * It is made for a launch and read-only while that runs, so all workers share it. */
#ifndef HW_ENGINE_EXECUTABLE_H
#define HW_ENGINE_EXECUTABLE_H

#include <halfwarp/machine.h>

#include "machine/program.h"
#include "machine/stateless.h"

struct hw_warp;

/* What runs a program.  The interpreter is one (interpreter.c). */
struct hw_execution_engine {
    const char *name;
    /* Make what the back end needs of its own for a program; NULL: nothing. */
    hw_status (*make)(const struct hw_program *program, void **own, struct hw_error *error);
    /* Run a warp from warp->next on until it leaves; warp->leave says why. */
    void (*run)(const void *own, struct hw_warp *warp);
    /* Code for warps without a state; it gives NULL, or is NULL: there is none. */
    const struct hw_stateless *(*stateless)(const void *own);
    /* Free what `make` made; NULL: nothing. */
    void (*free)(void *own);
};
extern const struct hw_execution_engine hw_interpreter;

/* The interpreter's inner loop, for back ends that go on elsewhere at times: run from warp->next until
 * something happens.  Where the warp does not leave, warp->next is where it goes on. */
void hw_interpret(struct hw_warp *warp);

/* A constant or parameter at a fixed place, whose value is a literal. */
struct hw_const_patch {
    uint8_t space;        /* constant bank; HW_CONST_PATCH_SHARED: what shared memory begins with */
    uint8_t bytes, flags; /* of the operand */
    bool fixed;           /* the code was made for this very value */
    uint32_t offset;
    uint32_t literal; /* the first of its words; of a fixed one the value */
};
#define HW_CONST_PATCH_SHARED HW_BANKS

/* launch/executable_reuse.c: what launches have to agree in to use the same code, and the values that may
 * differ. */
struct hw_executable_key;

struct hw_executable {
    struct hw_program program;

    struct hw_executable_key *key; /* NULL: the code cannot be used again */
    struct hw_const_patch *patch;
    uint32_t patch_count;

    const struct hw_execution_engine *execution_engine;
    void *own; /* the back end's */
};

/* Translate a launch's code.  Free it with hw_executable_destroy. */
hw_status hw_executable_create(const struct hw_launch *launch, struct hw_executable **code,
                               struct hw_error *error);
void hw_executable_destroy(struct hw_executable *code);

/* Note what launches have to agree in to use the code again; nothing when there is no memory. */
void hw_executable_set_key(struct hw_executable *code, const struct hw_launch *launch);
/* Take the code for another launch, with its literals; false: it is not for that launch. */
bool hw_executable_patch(struct hw_executable *code, const struct hw_launch *launch);

#endif
