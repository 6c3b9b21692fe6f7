/* SPDX-License-Identifier: MIT */
/* Functions of captures and graphs in the form that both interfaces have them: arguments are whatever a
 * program gave, and structures are those of graph_abi.h.  A NULL `exec` means the node itself, else that of
 * *exec. */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_API_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_API_H

#include "cuda/core/graphs/graph_abi.h"
#include "cuda/core/streams/stream_capture.h"

#pragma GCC visibility push(default)

cudaError_t hw_graph_api_begin_in(cudaStream_t stream, hw_graph graph, const hw_node *before,
                                  const struct hw_edge *data, size_t count, int mode);
cudaError_t hw_graph_api_is_capturing(cudaStream_t stream, int *status);
cudaError_t hw_graph_api_capture_info(cudaStream_t stream, int *status, unsigned long long *number,
                                      hw_graph *graph, const hw_node **nodes, const struct hw_edge **data,
                                      size_t *count);
cudaError_t hw_graph_api_capture_depend(cudaStream_t stream, const hw_node *nodes, const struct hw_edge *data,
                                        size_t count, unsigned flags);

cudaError_t hw_graph_api_graph_number(hw_graph graph, unsigned *number);
/* What is not NULL of them. */
cudaError_t hw_graph_api_node_number(hw_node node, unsigned *low, unsigned long long *number,
                                     hw_graph *graph);

cudaError_t hw_graph_api_add_empty(hw_node *node, hw_graph graph, const hw_node *before, size_t count);
cudaError_t hw_graph_api_add_child(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   hw_graph child);
cudaError_t hw_graph_api_add_any_child(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                       const struct hw_node_child *child);
cudaError_t hw_graph_api_child(hw_node node, hw_graph *child);
cudaError_t hw_graph_api_add_event(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   enum hw_cuda_work_kind kind, cudaEvent_t event);
cudaError_t hw_graph_api_event(hw_node node, enum hw_cuda_work_kind kind, cudaEvent_t *event);
cudaError_t hw_graph_api_set_event(const hw_exec *exec, hw_node node, enum hw_cuda_work_kind kind,
                                   cudaEvent_t event);
cudaError_t hw_graph_api_add_host(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const struct hw_node_host *host);
cudaError_t hw_graph_api_host(hw_node node, struct hw_node_host *host);
cudaError_t hw_graph_api_set_host(const hw_exec *exec, hw_node node, const struct hw_node_host *host);
/* What the interfaces have in different forms: the name of a kernel's function, and copies, of which
 * `in_node` is where they lie in a hw_node_any. */
struct hw_graph_api_own {
    void *(*function_of)(struct hw_cuda_kernel *kernel);
    cudaError_t (*read_copy)(struct hw_cuda_copy_work *copy, const void *from);
    cudaError_t (*write_copy)(void *to, const struct hw_cuda_copy_work *copy);
    const void *(*copy_in)(const struct hw_node_any *any);
    bool condition_context; /* the description of a conditional node has a context */
};
cudaError_t hw_graph_api_add_kernel(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                    const struct hw_node_kernel *kernel);
/* Of the longer form: a kernel of a library where there is no function. */
cudaError_t hw_graph_api_add_any_kernel(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                        const struct hw_node_kernel *kernel);
cudaError_t hw_graph_api_kernel(hw_node node, struct hw_node_kernel *kernel, size_t bytes,
                                const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_set_kernel(const hw_exec *exec, hw_node node, const struct hw_node_kernel *kernel);
cudaError_t hw_graph_api_set_any_kernel(const hw_exec *exec, hw_node node,
                                        const struct hw_node_kernel *kernel);
cudaError_t hw_graph_api_add_copy(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const void *copy, const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_copy(hw_node node, void *copy, const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_set_copy(const hw_exec *exec, hw_node node, const void *copy,
                                  const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_add_any(hw_node *node, hw_graph graph, const hw_node *before,
                                 const struct hw_edge *data, size_t count, struct hw_node_any *any,
                                 const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_set_any(const hw_exec *exec, hw_node node, const struct hw_node_any *any,
                                 const struct hw_graph_api_own *own);
cudaError_t hw_graph_api_add_fill(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const struct hw_node_fill *fill);
cudaError_t hw_graph_api_fill(hw_node node, struct hw_node_fill *fill);
cudaError_t hw_graph_api_set_fill(const hw_exec *exec, hw_node node, const struct hw_node_fill *fill);
cudaError_t hw_graph_api_add_alloc(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   struct hw_node_alloc *alloc);
cudaError_t hw_graph_api_alloc(hw_node node, struct hw_node_alloc *alloc);
cudaError_t hw_graph_api_free(hw_node node, void **address);
cudaError_t hw_graph_api_add_memory_ops(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                        const struct hw_node_memory_ops *ops);
cudaError_t hw_graph_api_memory_ops(hw_node node, struct hw_node_memory_ops *ops);
cudaError_t hw_graph_api_set_memory_ops(const hw_exec *exec, hw_node node,
                                        const struct hw_node_memory_ops *ops);
cudaError_t hw_graph_api_add_conditional(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                         struct hw_node_conditional *conditional, bool has_context);
/* Give a node, or that of *exec, work. */
cudaError_t hw_graph_api_set(const hw_exec *exec, hw_node node, const struct hw_cuda_work *work);

cudaError_t hw_graph_api_instantiate(hw_exec *exec, hw_graph graph, unsigned long long flags);
/* CUDA 10 and 11's: the node that is wrong, and a text about it. */
cudaError_t hw_graph_api_instantiate_log(hw_exec *exec, hw_graph graph, hw_node *wrong, char *log,
                                         size_t bytes);
cudaError_t hw_graph_api_instantiate_with(hw_exec *exec, hw_graph graph,
                                          struct hw_instantiation *instantiation);
cudaError_t hw_graph_api_exec_flags(hw_exec exec, unsigned long long *flags, unsigned *number);
cudaError_t hw_graph_api_upload(hw_exec exec, cudaStream_t stream);
cudaError_t hw_graph_api_update(hw_exec exec, hw_graph graph, struct hw_update_info *info);
/* CUDA 10 and 11's. */
cudaError_t hw_graph_api_update_old(hw_exec exec, hw_graph graph, hw_node *wrong, int *result);

#pragma GCC visibility pop
#endif
