/* SPDX-License-Identifier: MIT */
/* The control-flow graph of a function's machine code, and which registers are live at each instruction.
 *
 * hw_flow_graph_read finds the basic blocks of a kernel or function of a module and the edges between them:
 * the targets of jumps, of SYNC, BRK and their like (which earlier instructions have pushed), and of indirect
 * jumps whose targets the file states.  hw_liveness_read follows the registers along these edges, backward.
 * Both work for code of all generations.  docs/listing.md says what is assumed of calls.
 *
 * Stability: may change. */
#ifndef HALFWARP_FLOW_H
#define HALFWARP_FLOW_H

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hw_cfg_edge {
    HW_CFG_FALL_THROUGH = 0, /* the next instruction follows */
    HW_CFG_TAKEN,            /* a jump, or a return to a target that was pushed */
    HW_CFG_CALL,             /* to the function that is called */
    HW_CFG_RETURN            /* behind a call, when the function has returned */
};

/* In hw_flow_edge.to: code that is not this kernel's. */
#define HW_CFG_OUTSIDE UINT32_MAX

struct hw_flow_edge {
    uint32_t from, to;  /* blocks */
    uint8_t kind;       /* enum hw_cfg_edge */
    bool is_possible;   /* which target follows is not known: it is one of several */
    const char *callee; /* of a call to code outside: the symbol, NULL where a register has the address */
};

/* A basic block: instructions that are entered at the first and left at the last. */
struct hw_flow_block {
    uint32_t first, count;  /* instructions */
    uint32_t function;      /* index into hw_flow_graph.functions: the one that it stands in */
    bool is_reached;        /* from the beginning of a function; padding behind the code is not */
    bool ends;              /* the thread may end here */
    bool returns;           /* the function may return here, or go on in another */
    bool has_unknown_exits; /* an indirect jump whose targets the file does not state */
};

/* A function whose code is within the kernel's: the kernel itself comes first. */
struct hw_flow_function {
    const char *name;
    uint32_t block; /* its first */
    bool is_called; /* only by calls within this code: its callers are all known */
};

/* Edges are sorted by `from`. */
struct hw_flow_graph {
    const struct hw_module *module;
    const struct hw_kernel *kernel;
    struct hw_target target;
    uint32_t *address; /* of each instruction */
    uint32_t insn_count;
    struct hw_flow_block *blocks;
    uint32_t block_count;
    struct hw_flow_edge *edges;
    uint32_t edge_count;
    struct hw_flow_function *functions;
    uint32_t function_count;
};

/* The graph of a kernel or function; it refers to the module, which has to outlive it.  hw_flow_graph_free is
 * needed in any case.  Errors: HW_ERR_NOT_FOUND for a target that the library does not know,
 * HW_ERR_NO_MEMORY. */
hw_status hw_flow_graph_read(const struct hw_module *module, const struct hw_kernel *kernel,
                             struct hw_flow_graph *flow, struct hw_error *error);
void hw_flow_graph_free(struct hw_flow_graph *flow);

/* "fall-through", "taken", "call", "return". */
const char *hw_flow_edge_name(unsigned kind);

/* --- live registers ------------------------------------------------------------------------------ */

/* Registers by their numbers: bit n of general[n / 64], and so on. */
struct hw_register_set {
    uint64_t general[4];
    uint64_t uniform[HW_UNIFORM_WORDS]; /* from Turing on */
    uint8_t predicates;                 /* from Fermi on */
    uint8_t uniform_predicates;         /* from Turing on */
    uint8_t conditions;                 /* Tesla's condition code registers; later CC is bit 0 */
    uint8_t addresses;                  /* of Tesla */
};

/* At an instruction: what it reads and writes, and what is live before and behind it. */
struct hw_live_point {
    struct hw_register_set reads, writes, before, behind;
};

struct hw_live_kernel {
    struct hw_flow_graph flow;
    struct hw_live_point *points; /* one an instruction */
};

/* The kernels of a module in its order. */
struct hw_liveness {
    struct hw_live_kernel *kernels;
    size_t kernel_count;
};

/* Analyse all code of a module: what a function reads and keeps counts where it is called.  hw_liveness_free
 * is needed in any case.  Errors: as hw_flow_graph_read. */
hw_status hw_liveness_read(const struct hw_module *module, struct hw_liveness *liveness,
                           struct hw_error *error);
void hw_liveness_free(struct hw_liveness *liveness);

#ifdef __cplusplus
}
#endif
#endif
