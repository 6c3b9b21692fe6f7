/* SPDX-License-Identifier: MIT */
/* For tests of captures and graphs: a program of one kernel, memory, and what graphs are asked. */
#ifndef HW_TESTS_CUDA_GRAPHS_H
#define HW_TESTS_CUDA_GRAPHS_H

#include "cuda/runtime/runtime.h"
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

static inline hw_graph new_graph(void)
{
    hw_graph graph;

    assert_cuda(cudaGraphCreate(&graph, 0));
    return graph;
}

static inline struct hw_node_fill fill_of(void *address, unsigned value)
{
    return (struct hw_node_fill){.address = address, .value = value, .element = 4, .width = 1, .height = 1};
}

static inline hw_node add_fill(hw_graph graph, const hw_node *before, size_t count, void *address,
                               unsigned value)
{
    const struct hw_node_fill fill = fill_of(address, value);
    hw_node node;

    assert_cuda(cudaGraphAddMemsetNode(&node, graph, before, count, &fill));
    return node;
}

static inline void run(hw_exec exec)
{
    assert_cuda(cudaGraphLaunch(exec, NULL));
    assert_cuda(cudaDeviceSynchronize());
}

static inline void run_once(hw_graph graph)
{
    const hw_exec exec = exec_of(graph);

    run(exec);
    assert_cuda(cudaGraphExecDestroy(exec));
}

/* A function of the program, for whose call a test may look in a loop. */
static inline void count(void *calls)
{
    __atomic_fetch_add((int *)calls, 1, __ATOMIC_RELEASE);
}

#endif
