/* SPDX-License-Identifier: MIT */
/* Structures of graphs that both interfaces have alike, under names of their own; sizes and offsets are part
 * of the binary interface.  (cuda.h and driver_types.h of CUDA 11.7 to 13.) */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_ABI_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_ABI_H

#include "cuda/core/graphs/cuda_graph.h"
#include "cuda/core/memory/memory_abi.h"
#include "cuda/core/streams/stream_memory_ops.h"

struct hw_node_kernel {
    void *function;
    dim3 grid, block;
    unsigned shared_bytes;
    void **arguments, **extra;
    /* Only in the longer form: a kernel of a library in place of the function, and a context. */
    void *kernel, *context;
};
#define HW_NODE_KERNEL_BYTES 56 /* of the shorter form */

struct hw_node_host {
    void (*function)(void *data);
    void *data;
};

struct hw_node_fill {
    void *address;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};

struct hw_node_alloc {
    struct hw_pool_properties pool;
    const struct hw_access_right *rights;
    size_t right_count, bytes;
    void *address;
};

/* CUDA_BATCH_MEM_OP_NODE_PARAMS, of the driver interface only. */
struct hw_node_memory_ops {
    struct hw_cuda_context *context;
    unsigned count;
    struct hw_memory_op *op;
    unsigned flags;
};

/* CUDA 12.9 on: whether the node has a clone of the graph, or the graph itself
 * (CUgraphChildGraphNodeOwnership). */
enum hw_child_ownership { HW_OWNERSHIP_CLONE = 0, HW_OWNERSHIP_MOVE };

struct hw_node_child {
    hw_graph graph;
    int ownership;
};

struct hw_node_conditional {
    uint64_t condition;
    int type;
    unsigned size;
    hw_graph *graphs;                /* the bodies, which are the node's */
    struct hw_cuda_context *context; /* of the driver interface only */
};

/* A node of any kind, with its type in front.  A copy's description is the interface's own. */
struct hw_node_any {
    int type, reserved[3];
    union {
        long long room[29];
        struct hw_node_kernel kernel;
        int copy_flags;
        struct hw_node_fill fill;
        struct hw_node_host host;
        struct hw_node_child child;
        cudaEvent_t event;
        struct hw_node_alloc alloc;
        void *address;
        struct hw_node_memory_ops memory_ops;
        struct hw_node_conditional conditional;
    };
    long long reserved_end;
};

enum hw_instantiate_result {
    HW_INSTANTIATE_SUCCESS = 0,
    HW_INSTANTIATE_ERROR,
    HW_INSTANTIATE_STRUCTURE,
    HW_INSTANTIATE_OPERATION,
    HW_INSTANTIATE_CONTEXTS,
    HW_INSTANTIATE_UNUSED
};

struct hw_instantiation {
    unsigned long long flags;
    cudaStream_t stream;
    hw_node wrong;
    int result;
};

struct hw_update_info {
    int result;
    hw_node wrong, wrong_from;
};

_Static_assert(sizeof(struct hw_node_kernel) == 72, "CUDA_KERNEL_NODE_PARAMS");
_Static_assert(sizeof(struct hw_node_any) == 256, "cudaGraphNodeParams");
_Static_assert(sizeof(struct hw_node_fill) == 40, "cudaMemsetParams");
_Static_assert(sizeof(struct hw_node_alloc) == 120, "cudaMemAllocNodeParams");
_Static_assert(sizeof(struct hw_node_memory_ops) == 32, "CUDA_BATCH_MEM_OP_NODE_PARAMS");
_Static_assert(sizeof(struct hw_node_conditional) == 32, "CUDA_CONDITIONAL_NODE_PARAMS");

#endif
