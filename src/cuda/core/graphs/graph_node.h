/* SPDX-License-Identifier: MIT */
/* Graphs and nodes, among the files of graphs. */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_NODE_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_NODE_H

#include "cuda/core/graphs/cuda_graph.h"

struct hw_cuda_context;
struct hw_cuda_pending;
struct hw_cuda_memory_use;
struct hw_cuda_upload;

/* Nodes that something depends on, and the data of each edge from them. */
struct hw_cuda_nodes {
    hw_node *node;
    struct hw_edge *edge;
    size_t count, room;
};

struct hw_cuda_node {
    hw_node next; /* in the order in which they were added */
    hw_graph graph;
    uint64_t number, origin; /* its own, and that of the node that it is a clone of; 0: none */
    struct hw_cuda_work *work;
    struct hw_cuda_nodes before;
    void **list;
    uint8_t (*attributes)[HW_NODE_ATTRIBUTE_BYTES]; /* NULL: all are 0 */
    struct hw_cuda_updatable *updatable;            /* kernels may change it; NULL: not */
    bool disabled;
    bool mark;                       /* for walks over a graph */
    size_t place;                    /* in the order of a launch */
    struct hw_cuda_pending *pending; /* while a launch is made */
};

/* References of a graph to an object of the program. */
struct hw_cuda_held {
    struct hw_cuda_held *next;
    hw_user_object object;
    unsigned count;
};

struct hw_cuda_graph {
    hw_node first, *end;
    size_t count;
    uint64_t number, origin;
    bool owned;         /* a child, a body, or one that is launched: not the program's to destroy */
    bool moved;         /* a child that the program has made, and still changes by its nodes' handles */
    hw_node parent;     /* of a child or a body: the node that has it */
    bool captured_into; /* a stream adds to it */
    hw_condition conditions;
    struct hw_cuda_held *held;
    struct hw_cuda_memory_use *memory; /* that its nodes allocate */
    hw_node *order;                    /* of a launch; NULL: none was made */
};

struct hw_cuda_exec {
    hw_graph graph;
    uint64_t flags, number;
    bool calls;                   /* functions of the program are among its nodes, */
    bool waits;                   /* or waits for values in memory, */
    bool decides;                 /* or conditional nodes, */
    bool launches;                /* or kernels that launch graphs, */
    bool updatable;               /* or nodes that kernels change */
    struct hw_cuda_pending *last; /* of a launch that is not done */
    /* Of those that device code launches: as it does (device_graph.h), and whether they are other than that
     * since. */
    struct hw_cuda_upload *uploads;
    bool changed;
    struct hw_cuda_context *context; /* in which it was made */
};

/* A graph that is not a handle yet; and with all its nodes gone. */
hw_graph hw_cuda_graph_new(void);
void hw_cuda_graph_free(hw_graph graph);
cudaError_t hw_cuda_graph_copy(hw_graph *copy, hw_graph graph);

/* The graphs that work of a node has within, from 0 on: its child, or its bodies; NULL: no more. */
hw_graph hw_cuda_inner_graph(const struct hw_cuda_work *work, size_t index);
/* Whether there is such a node in the graph, or in the graphs within. */
bool hw_cuda_graph_has(hw_graph graph, bool (*is)(hw_node node));

/* Memory of a graph has one address, and a condition one value, so they can be only in one. */
bool hw_cuda_graph_is_unique(hw_graph graph);
/* Whether a stream adds to it, or to a graph within. */
bool hw_cuda_graph_is_captured_into(hw_graph graph);

/* Add nodes to a list, each once, with data (NULL: zeros); false: no memory.  What depends on a node in two
 * ways depends on its end. */
bool hw_cuda_nodes_add(struct hw_cuda_nodes *list, const hw_node *node, const struct hw_edge *data,
                       size_t count);
void hw_cuda_nodes_remove(struct hw_cuda_nodes *list, hw_node node);
void hw_cuda_nodes_clear(struct hw_cuda_nodes *list);

/* Bring a graph into an order, its children too; a node of a circle is the error. */
cudaError_t hw_cuda_graph_order(hw_graph graph, hw_node *wrong);
/* Mark what these nodes depend on, and themselves, in a graph without other marks. */
void hw_cuda_graph_mark(hw_graph graph, const struct hw_cuda_nodes *nodes);

/* Where the items of nodes go. */
struct hw_cuda_graph_launch {
    cudaStream_t stream;
    uint64_t asked;                          /* of each item (stream_queue.h); 0: the number that it gets */
    struct hw_cuda_environment *environment; /* of each item; NULL: none */
    uint64_t printed; /* of the output of each kernel (launches/launch_output.h); 0: one of its own */
};
/* An item of a launch, which is to be released if it is an order. */
struct hw_cuda_pending *hw_cuda_graph_add_order(const struct hw_cuda_graph_launch *launch);
struct hw_cuda_pending *hw_cuda_graph_add_work(const struct hw_cuda_graph_launch *launch,
                                               const struct hw_cuda_work *work);
/* What all of a launch by the host comes after: it assigns the conditions, if there are some.  It is to be
 * released. */
struct hw_cuda_pending *hw_cuda_graph_add_begin(const struct hw_cuda_graph_launch *launch,
                                                const struct hw_cuda_conditions_work *conditions);
/* The items of all nodes, between two others. */
cudaError_t hw_cuda_graph_queue(hw_graph graph, const struct hw_cuda_graph_launch *launch,
                                struct hw_cuda_pending *begin, struct hw_cuda_pending *end);
/* Run all nodes in the call. */
void hw_cuda_graph_run(hw_graph graph, cudaStream_t stream, struct hw_cuda_context *context);
void hw_cuda_conditional_run(const struct hw_cuda_conditional_work *work, cudaStream_t stream,
                             struct hw_cuda_context *context);
/* What nodes use may have gone since. */
cudaError_t hw_cuda_graph_check_nodes(hw_graph graph);

/* Give the nodes of one graph the work of those of another. */
cudaError_t hw_cuda_graph_take(hw_graph own, hw_graph other, enum hw_graph_change *change, hw_node *wrong,
                               hw_node *wrong_from);

/* What its nodes allocate: another graph takes part in it, or none any more. */
cudaError_t hw_cuda_memory_share(hw_graph copy, hw_graph graph);
void hw_cuda_memory_unshare(hw_graph graph);
bool hw_cuda_memory_shared(hw_graph graph); /* it was instantiated, and that is there */
/* Before a launch: no memory may still be in use that it would allocate. */
cudaError_t hw_cuda_memory_ready(hw_graph graph, bool frees);
void hw_cuda_memory_run(const struct hw_cuda_work *work);

void hw_cuda_graph_hold_same(hw_graph copy, hw_graph graph);
void hw_cuda_graph_let_go(hw_graph graph);

#endif
