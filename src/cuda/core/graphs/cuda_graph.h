/* SPDX-License-Identifier: MIT */
/* Graphs of work: made by hand or captured from streams, and what is made of them to be launched.
 *
 * A node is a piece of work (stream_work.h) and the nodes that it depends on.  To instantiate a graph is to
 * clone it and to bring the nodes of the clone into an order; a launch gives a stream all of them.  Nodes of
 * a clone remember which ones they are clones of, by a number that no other node ever has.  The order of
 * nodes is that in which they were added, wherever none is asked for.
 *
 * Every function here is called as cuda_core.h says, and takes any pointer for a handle. */
#ifndef HW_CUDA_CORE_GRAPHS_CUDA_GRAPH_H
#define HW_CUDA_CORE_GRAPHS_CUDA_GRAPH_H

#include "cuda/core/graphs/graph_edge.h"
#include "cuda/core/streams/stream_work.h"

typedef struct hw_cuda_graph *hw_graph;
typedef struct hw_cuda_node *hw_node;
typedef struct hw_cuda_exec *hw_exec;
typedef struct hw_cuda_user_object *hw_user_object;
typedef struct hw_cuda_condition *hw_condition;

#pragma GCC visibility push(default)

/* The types of nodes, in the numbers of both interfaces. */
enum hw_node_type {
    HW_NODE_KERNEL = 0,
    HW_NODE_COPY,
    HW_NODE_FILL,
    HW_NODE_HOST,
    HW_NODE_CHILD,
    HW_NODE_EMPTY,
    HW_NODE_WAIT,
    HW_NODE_RECORD,
    HW_NODE_ALLOC = 10,
    HW_NODE_FREE,
    HW_NODE_MEMORY_OPS, /* of the driver's interface only */
    HW_NODE_CONDITIONAL
};

/* --- graphs (cuda_graph.c) --- */

cudaError_t hw_cuda_graph_create(hw_graph *graph);
cudaError_t hw_cuda_graph_destroy(hw_graph graph);
cudaError_t hw_cuda_graph_clone(hw_graph *clone, hw_graph graph);
cudaError_t hw_cuda_graph_check(hw_graph graph);
/* A number that no other graph has. */
uint64_t hw_cuda_graph_number(hw_graph graph);

/* Add a node that depends on others.  The work is copied; that of a child is cloned. */
cudaError_t hw_cuda_node_add(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                             const struct hw_cuda_work *work);
/* Add a node whose child is that graph itself, which is not to be launched by itself any more
 * (moved_child.c). */
cudaError_t hw_cuda_node_add_moved(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   hw_graph child);
/* Data of the edges to a new node, in the order in which it named what it depends on. */
void hw_cuda_node_set_edges(hw_node node, const struct hw_edge *data, size_t count);
cudaError_t hw_cuda_node_destroy(hw_node node);
cudaError_t hw_cuda_node_check(hw_node node);
/* What it does; NULL: it is no node, or one of another kind.  It is the node's, until that is changed. */
const struct hw_cuda_work *hw_cuda_node_work(hw_node node, enum hw_cuda_work_kind kind);
/* Give it other work of the same kind. */
cudaError_t hw_cuda_node_set(hw_node node, const struct hw_cuda_work *work);
cudaError_t hw_cuda_node_type(hw_node node, int *type);
hw_graph hw_cuda_node_graph(hw_node node);
uint64_t hw_cuda_node_number(hw_node node);
/* The node of a clone that stands for this one. */
cudaError_t hw_cuda_node_in_clone(hw_node *node, hw_node original, hw_graph clone);
/* Room for a list of pointers that goes with the node; NULL: no memory. */
void **hw_cuda_node_list(hw_node node, size_t count);
/* Attributes of kernel nodes, by number, each 64 bytes. */
#define HW_NODE_ATTRIBUTE_BYTES 64
cudaError_t hw_cuda_node_set_attribute(hw_node node, int attribute, const void *value);
cudaError_t hw_cuda_node_get_attribute(hw_node node, int attribute, void *value);
cudaError_t hw_cuda_node_copy_attributes(hw_node to, hw_node from);
/* The same for the program, which may not copy those of updatable nodes. */
cudaError_t hw_cuda_node_attributes(hw_node to, hw_node from);

/* The parameters of a launch from a list of addresses, or from cuLaunchKernel's list of names and values; and
 * back, in the node's list.  `room` is where they lie then. */
cudaError_t hw_cuda_kernel_arguments(struct hw_cuda_kernel_work *launch, void **arguments, void **extra,
                                     struct hw_cuda_parameter_room *room);
cudaError_t hw_cuda_node_arguments(hw_node node, void ***arguments);

/* --- conditions of conditional nodes (condition.c) --- */

/* For a graph; `context` is whose kernels set it, NULL: the current one. */
cudaError_t hw_cuda_condition_create(uint64_t *handle, hw_graph graph, struct hw_cuda_context *context,
                                     uint32_t initial, unsigned flags);

/* --- edges and lists (graph_edges.c) --- */

/* Data is NULL where all of it is zero.  An edge is removed that has this data. */
cudaError_t hw_cuda_edges_add(hw_graph graph, const hw_node *from, const hw_node *to,
                              const struct hw_edge *data, size_t count);
cudaError_t hw_cuda_edges_remove(hw_graph graph, const hw_node *from, const hw_node *to,
                                 const struct hw_edge *data, size_t count);
/* Whether such edges may lead from nodes to a kernel, or to a node of another kind. */
cudaError_t hw_cuda_edges_check(const hw_node *from, const struct hw_edge *data, size_t count,
                                bool to_kernel);
/* Lists: where they are NULL, only *count is set; else at most *count are written, the rest is NULL and
 * *count is how many there were.  Without room for data there may be none but zeros. */
cudaError_t hw_cuda_graph_edges(hw_graph graph, hw_node *from, hw_node *to, struct hw_edge *data,
                                size_t *count);
cudaError_t hw_cuda_graph_nodes(hw_graph graph, hw_node *nodes, size_t *count);
cudaError_t hw_cuda_graph_roots(hw_graph graph, hw_node *nodes, size_t *count);
cudaError_t hw_cuda_node_before(hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count);
cudaError_t hw_cuda_node_behind(hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count);

/* --- what is launched (graph_exec.c, graph_update.c) --- */

#define HW_EXEC_FREES    1u /* a launch frees first what the last one has left allocated */
#define HW_EXEC_UPLOADS  2u /* the interface uploads it (graph_api.h) */
#define HW_EXEC_DEVICE   4u /* device code may launch it, too */
#define HW_EXEC_PRIORITY 8u /* accepted: all streams have one priority */

/* Why a graph was not instantiated: a node, or NULL, and enum hw_instantiate_result (graph_abi.h). */
struct hw_exec_fault {
    hw_node wrong;
    int result;
};
cudaError_t hw_cuda_exec_create(hw_exec *exec, hw_graph graph, uint64_t flags, struct hw_exec_fault *fault);
cudaError_t hw_cuda_exec_destroy(hw_exec exec);
cudaError_t hw_cuda_exec_check(hw_exec exec);
uint64_t hw_cuda_exec_flags(hw_exec exec);
uint64_t hw_cuda_exec_number(hw_exec exec);
cudaError_t hw_cuda_exec_launch(hw_exec exec, cudaStream_t stream);
/* What launches of device code need: to be uploaded, in order of a stream. */
cudaError_t hw_cuda_exec_upload(hw_exec exec, cudaStream_t stream);
/* The node of it that was made of one of the graph. */
cudaError_t hw_cuda_exec_set(hw_exec exec, hw_node node, const struct hw_cuda_work *work);
cudaError_t hw_cuda_exec_set_child(hw_exec exec, hw_node node, hw_graph child);
cudaError_t hw_cuda_exec_enable(hw_exec exec, hw_node node, bool enable);
cudaError_t hw_cuda_exec_enabled(hw_exec exec, hw_node node, unsigned *enabled);

/* Why a graph's work was not taken over. */
enum hw_graph_change {
    HW_CHANGE_NONE = 0,
    HW_CHANGE_ERROR,
    HW_CHANGE_TOPOLOGY,
    HW_CHANGE_TYPE,
    HW_CHANGE_FUNCTION,
    HW_CHANGE_PARAMETERS,
    HW_CHANGE_NOT_SUPPORTED,
    HW_CHANGE_TO_FUNCTION /* to a function that the graph cannot have now */
};
/* Nodes pair by the order in which they were added. */
cudaError_t hw_cuda_exec_update(hw_exec exec, hw_graph graph, enum hw_graph_change *change, hw_node *wrong,
                                hw_node *wrong_from);

/* --- memory of graphs (graph_memory.c) --- */

/* Its address is chosen now, and counts from the launch on that allocates it. */
cudaError_t hw_cuda_node_add_alloc(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   size_t bytes, void **address);
cudaError_t hw_cuda_node_add_free(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  void *address);
/* cudaGraphMemAttributeType: bytes in use and reserved, now and at most. */
cudaError_t hw_cuda_graph_memory_get(int device, int attribute, void *value);
cudaError_t hw_cuda_graph_memory_set(int device, int attribute, const void *value);
cudaError_t hw_cuda_graph_memory_trim(int device);

/* --- objects of the program that graphs hold (user_object.c) --- */

cudaError_t hw_cuda_user_object_create(hw_user_object *object, void *pointer, void (*destroy)(void *pointer),
                                       unsigned count, unsigned flags);
cudaError_t hw_cuda_user_object_retain(hw_user_object object, unsigned count);
cudaError_t hw_cuda_user_object_release(hw_user_object object, unsigned count);
#define HW_USER_OBJECT_MOVE 1u /* the graph takes references of the caller */
cudaError_t hw_cuda_graph_retain(hw_graph graph, hw_user_object object, unsigned count, unsigned flags);
cudaError_t hw_cuda_graph_release(hw_graph graph, hw_user_object object, unsigned count);

/* --- pictures (graph_dot.c) --- */

cudaError_t hw_cuda_graph_print(hw_graph graph, const char *path, unsigned flags);

#pragma GCC visibility pop
#endif
