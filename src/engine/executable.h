/* SPDX-License-Identifier: MIT */
/* An executable is code that is ready to run: a program, the key by which later launches reuse it, and the
 * engine that runs it.
 *
 * It is created for a launch and read-only from then on, except for the literals, so the workers of all
 * launches with the same key share it. */
#ifndef HW_ENGINE_EXECUTABLE_H
#define HW_ENGINE_EXECUTABLE_H

#include <halfwarp/machine.h>

#include "machine/program.h"
#include "machine/stateless.h"

struct hw_warp;

/* An execution engine runs programs.  The interpreter is one (interpreter.c), tiers of interpreter and JIT
 * are others (tiers/tiers.c). */
struct hw_execution_engine {
    const char *name;
    /* Make the data that the engine needs for a program; NULL: it needs none. */
    hw_status (*make)(const struct hw_program *program, void **own, struct hw_error *error);
    /* Run a warp from warp->next on until it stops; warp->stop_reason says why. */
    void (*run)(const void *own, struct hw_warp *warp);
    /* Code for stateless warps; the function, or its result, is NULL if there is none. */
    const struct hw_stateless *(*stateless)(const void *own);
    /* Such warps have executed so many instructions; an engine with `stateless` has it. */
    void (*count_stateless)(const void *own, uint64_t instructions);
    /* Free what `make` made; NULL: nothing. */
    void (*free)(void *own);
};
extern const struct hw_execution_engine hw_interpreter;

/* The interpreter's inner loop, for engines that change between it and other code: run from warp->next until
 * there is an event.  If the warp does not stop, it continues at warp->next. */
void hw_interpret(struct hw_warp *warp);

/* A constant or parameter at a fixed address, whose value is a literal of the program: specialisation on
 * constants, with the patch that the next launch needs. */
struct hw_const_patch {
    uint8_t space;        /* constant bank; HW_CONST_PATCH_SHARED: the start of shared memory */
    uint8_t bytes, flags; /* of the operand */
    bool fixed;           /* the code is specialised on this value */
    uint32_t offset;
    uint32_t literal; /* index of its first word; if fixed, the value */
};
#define HW_CONST_PATCH_SHARED HW_BANKS

/* launch/executable_reuse.c: launches with the same key use the same code; values of patches may differ. */
struct hw_executable_key;

struct hw_executable {
    struct hw_program program;

    struct hw_executable_key *key; /* NULL: the code cannot be used again */
    uint64_t version;              /* of program.literal (struct hw_literals) */
    struct hw_const_patch *patch;
    uint32_t patch_count;

    const struct hw_execution_engine *execution_engine;
    void *own; /* the engine's data */
};

/* Translate a launch's code.  Free it with hw_executable_destroy. */
hw_status hw_executable_create(const struct hw_launch *launch, struct hw_executable **code,
                               struct hw_error *error);
void hw_executable_destroy(struct hw_executable *code);

/* Store the key of a launch, by which later ones reuse the code; none is stored if there is no memory. */
void hw_executable_set_key(struct hw_executable *code, const struct hw_launch *launch);
/* Patch the literals for another launch, which copies them; false: that launch has another key, or another
 * fixed value. */
bool hw_executable_patch(struct hw_executable *code, const struct hw_launch *launch);

#endif
