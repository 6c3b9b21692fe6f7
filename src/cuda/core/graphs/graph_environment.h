/* SPDX-License-Identifier: MIT */
/* An execution environment is a launch of a graph with all that its kernels launch: graphs that kernels
 * launch have environments of their own, in those of others, and the outermost one is that of the host's
 * launch.
 *
 *     stream's environment                      ends: the stream goes on
 *       environment of graph A                  ends when its nodes are done, and all in it
 *         environment of graph B                A has fired it: it begins at once
 *       environment of graph C                  a sibling of A, which A has fired: it begins at once
 *       environment of graph D                  a tail of A: it begins when A's environment has ended
 *
 * Tails that a graph has launched run in the order of their launches, and those of a tail before the next
 * one.
 * @see CUDA C++ Programming Guide, "Device Graph Launch" */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_ENVIRONMENT_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_ENVIRONMENT_H

#include "cuda/core/graphs/cuda_graph.h"

struct hw_cuda_conditions_work;
struct hw_cuda_environment;
struct hw_cuda_pending;

/* What the host's launch makes of a graph that launches graphs, or that they may launch; the stream is
 * resolved, and the conditions are those that the launch assigns. */
cudaError_t hw_cuda_environment_launch(hw_exec exec, cudaStream_t stream,
                                       const struct hw_cuda_conditions_work *conditions);
/* A kernel launches one: its own environment (NULL: it is no node of a graph), its item, and the stream as
 * device code names it.  The error is the kernel's. */
cudaError_t hw_cuda_environment_launch_from(struct hw_cuda_environment *own, struct hw_cuda_pending *item,
                                            hw_exec exec, uint64_t stream);
/* What a kernel sees as its graph (cudaGetCurrentGraphExec); 0: none that device code can launch. */
uint64_t hw_cuda_environment_graph(const struct hw_cuda_environment *environment);
/* All is done. */
void hw_cuda_environment_ended(struct hw_cuda_environment *environment);

#endif
