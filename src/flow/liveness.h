/* SPDX-License-Identifier: MIT */
/* The files of liveness share this header: instructions as reads and writes, one kernel's solution, and the
 * effects of calls between all of them. */
#ifndef HW_FLOW_LIVENESS_H
#define HW_FLOW_LIVENESS_H

#include "flow/call_effects.h"
#include "flow/flow_internal.h"
#include "flow/register_set.h"

/* A call: which function it reaches. */
struct hw_live_call {
    uint32_t insn, function;          /* instruction; function of the kernel, or HW_CFG_OUTSIDE */
    uint32_t kernel;                  /* of the module, where it is outside; HW_CFG_OUTSIDE: not known */
    struct hw_register_set arguments; /* written for it, where nothing is known of what it calls */
    bool is_conditional;
};

/* What is computed of a function. */
struct hw_live_function {
    struct hw_call_effects effects;
    struct hw_register_set at_return; /* live where it returns */
};

/* A kernel under analysis. */
struct hw_live_code {
    const struct hw_flow_graph *flow;
    struct hw_live_point *points;
    struct hw_register_set *kills; /* of each instruction: what it overwrites for certain */
    uint8_t *guards;               /* of each instruction: 0, or a number of its guard */
    bool follows_guards;           /* what is written and read under one guard is not live before it */
    uint32_t *before;              /* predecessors of block b: before[before_first[b]] and on */
    uint32_t *before_first;
    bool has_unknown_exits;     /* of any block */
    struct hw_live_call *calls; /* in the order of the code */
    uint32_t call_count;
    struct hw_live_function *functions; /* of flow->functions */
    struct hw_register_set *exits;      /* of each block: what is live at its end */
    struct hw_register_set at_end;      /* live where threads end */
};

/* live_code.c: the instructions of a kernel.  False: out of memory. */
bool hw_live_code_read(struct hw_live_code *code);
void hw_live_code_free(struct hw_live_code *code);
/* The call that is an instruction, or NULL. */
const struct hw_live_call *hw_live_call_at(const struct hw_live_code *code, uint32_t insn);

/* live_solve.c */

/* What is known of the function that a call reaches. */
typedef const struct hw_call_effects *hw_live_callee_fn(void *context, const struct hw_live_call *call);

/* Find what is live at the end of each block (code->exits), with at_return[f] live where function f
 * returns. */
hw_status hw_live_solve(struct hw_live_code *code, const struct hw_register_set *at_return,
                        hw_live_callee_fn *callee, void *context);
/* Registers that are live only because instructions under one guard read them, for some guards at a time: P0
 * and !P0 alternate in compiled code. */
#define HW_LIVE_GUARDS 4
struct hw_live_guarded {
    struct {
        uint8_t guard; /* 0: unused */
        struct hw_register_set registers;
    } set[HW_LIVE_GUARDS];
    unsigned next; /* the set that another guard gets */
};

/* From what is live behind an instruction to what is live before it. */
void hw_live_step(const struct hw_live_code *code, uint32_t insn, hw_live_callee_fn *callee, void *context,
                  struct hw_register_set *live, struct hw_live_guarded *guarded);
/* What is live at the beginning of a block, by code->exits. */
struct hw_register_set hw_live_at_entry(const struct hw_live_code *code, uint32_t block,
                                        hw_live_callee_fn *callee, void *context);

#endif
