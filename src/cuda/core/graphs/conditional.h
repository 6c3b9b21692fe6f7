/* SPDX-License-Identifier: MIT */
/* Conditional nodes: conditions, which kernels set (cudaGraphSetConditional), and the bodies that a node has
 * to choose from.
 *
 * A condition belongs to the graph that it was created for, and to one node of that or of a graph within. All
 * that uses a condition or bodies counts itself: a node, its copy in what was instantiated, and the items of
 * launches.  So a launch goes on with what it has begun with when its graphs are changed or gone. */
#ifndef HW_CUDA_CORE_GRAPHS_CONDITIONAL_H
#define HW_CUDA_CORE_GRAPHS_CONDITIONAL_H

#include "cuda/core/graphs/graph_node.h"

struct hw_cuda_condition {
    hw_condition next; /* of its graph */
    unsigned uses;
    hw_graph graph;                  /* NULL: it is gone */
    hw_node node;                    /* the program's, not a copy of it; NULL: none */
    struct hw_cuda_context *context; /* whose kernels set it */
    uint32_t value, initial;
    bool assigns;  /* a launch begins with the initial value */
    uint64_t exec; /* the number of what was instantiated with it; 0: nothing */
};

struct hw_cuda_bodies {
    unsigned uses, count;
    hw_graph graph[];
};

/* Kept work of a node counts itself. */
void hw_cuda_conditional_use(const struct hw_cuda_conditional_work *work);
void hw_cuda_conditional_release(const struct hw_cuda_conditional_work *work);

/* --- conditions (condition.c) --- */

/* NULL: it is none. */
hw_condition hw_cuda_condition_of(uint64_t handle);
void hw_cuda_condition_use(hw_condition condition);
void hw_cuda_condition_release(hw_condition condition);
/* A kernel of a context sets one.  NULL: done; else what is wrong with the handle. */
const char *hw_cuda_condition_set(uint64_t handle, const struct hw_cuda_context *context, uint32_t value);
void hw_cuda_conditions_let_go(hw_graph graph);
/* Whether one of the graph or of a graph within has no node. */
bool hw_cuda_condition_is_unused(hw_graph graph);
/* What was instantiated has the conditions of its nodes alone.  Whether others have one of a graph's; take
 * them; and give them back. */
bool hw_cuda_conditions_are_taken(hw_graph graph, uint64_t exec);
void hw_cuda_conditions_take(hw_graph graph, uint64_t exec);
void hw_cuda_conditions_return(hw_graph graph, uint64_t exec);
/* What the conditions are when a launch begins: a list in memory that the caller frees. */
cudaError_t hw_cuda_conditions_at_launch(hw_graph graph, struct hw_cuda_condition_value **list,
                                         size_t *count);
void hw_cuda_conditions_assign(const struct hw_cuda_condition_value *list, size_t count);

/* --- conditional nodes (conditional_node.c) --- */

/* The bodies of a node: empty ones if it is new, else copies of those that the work has. */
cudaError_t hw_cuda_bodies_make(struct hw_cuda_bodies **bodies, const struct hw_cuda_conditional_work *work);
void hw_cuda_bodies_release(struct hw_cuda_bodies *bodies);
/* Before a change: bodies that launches share are copied; false: no memory. */
bool hw_cuda_bodies_own(struct hw_cuda_conditional_work *work);
/* Whether the graph, or one around it, is the body of a node. */
bool hw_cuda_graph_is_in_body(hw_graph graph);
/* Whether work may be in a graph, which may be a body. */
cudaError_t hw_cuda_body_check(hw_graph graph, const struct hw_cuda_work *work);
/* The body that the condition chooses now; NULL: none. */
hw_graph hw_cuda_conditional_choose(const struct hw_cuda_conditional_work *work);
/* The item of a node has its turn: add those of a body, if one is chosen. */
cudaError_t hw_cuda_conditional_decide(struct hw_cuda_pending *item);
/* It has its turn when its context has failed. */
void hw_cuda_conditional_drop(const struct hw_cuda_conditional_work *work);
/* Whether the node chooses again when the body is done. */
bool hw_cuda_conditional_repeats(const struct hw_cuda_conditional_work *work);

#endif
