/* SPDX-License-Identifier: MIT */
/* For tests of captures and graphs: a program of one kernel, memory, and what graphs are asked. */
#ifndef HW_TESTS_CUDA_GRAPHS_H
#define HW_TESTS_CUDA_GRAPHS_H

#include "cuda/runtime/runtime_graph.h"
#include "cuda/runtime/runtime_later.h"
#include "cuda_program.h"

static const char *const graph_targets[] = {"sm_20", NULL};
static char saxpy_stub;

#define COUNT 64u /* of floats that the kernel makes of twice as many */
#define BYTES (COUNT * sizeof(float))

static inline int register_code(void **state)
{
    (void)state;
    register_program("linear", graph_targets);
    add_kernel(program_handle, &saxpy_stub, "linear_saxpy");
    return 0;
}

static inline void *zeroed(size_t bytes)
{
    void *block;

    assert_cuda(cudaMalloc(&block, bytes));
    assert_cuda(cudaMemset(block, 0, bytes));
    return block;
}

static inline uint32_t word_of(const void *device)
{
    uint32_t word = 0;

    assert_cuda(cudaMemcpy(&word, device, sizeof word, D2H));
    return word;
}

static inline hw_exec exec_of(hw_graph graph)
{
    hw_exec exec;

    assert_cuda(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

static inline size_t nodes_of(hw_graph graph)
{
    size_t count = 0;

    assert_cuda(cudaGraphGetNodes(graph, NULL, &count));
    return count;
}

#endif
