/* SPDX-License-Identifier: MIT */
/* Kernel nodes that kernels change (launch attribute 13): from a node before them in the same graph, from
 * another kernel, one by one and in a list; and what the host may not do with them. */
#include "cuda_driver.h"

#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/launches/launch_attribute.h"
#include "if_body.h"
#include "samples.h"

#include <stdio.h>

enum { UPDATABLE = 13, DEVICE_FLAG = 4, FIELD_GRID = 1, FIELD_PARAM, FIELD_ENABLED };

static CUmodule module;
static CUstream stream;
static CUdeviceptr sum, error;

struct update {
    uint64_t node;
    uint32_t field, hole;
    union {
        uint32_t grid[3];
        uint64_t param[3];
        uint32_t enabled;
    };
};

static int begin(void **state)
{
    struct sample ptx = sample_read("tests/data/ptx/updatable_nodes.ptx");

    if (begin_context(state))
        return 1;
    assert_cu(cuModuleLoadData(&module, ptx.bytes));
    free(ptx.bytes);
    assert_cu(cuStreamCreate(&stream, 1));
    sum = allocate(4);
    error = allocate(4);
    assert_cu(cuMemsetD32_v2(sum, 0, 1));
    assert_cu(cuMemsetD32_v2(error, 0, 1));
    assert_cu(cuCtxSynchronize());
    return 0;
}

static CUfunction kernel(const char *name)
{
    CUfunction function = NULL;

    assert_cu(cuModuleGetFunction(&function, module, name));
    return function;
}

static struct hw_node_kernel call(const char *name, void **arguments)
{
    return (struct hw_node_kernel){
        .function = kernel(name), .grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments};
}

static CUgraphNode add_call(CUgraph graph, const CUgraphNode *before, const char *name, void **arguments)
{
    const struct hw_node_kernel params = call(name, arguments);
    CUgraphNode node = NULL;

    assert_cu(cuGraphAddKernelNode_v2(&node, graph, before, before ? 1 : 0, &params));
    return node;
}

/* A graph with a node that adds a number, which is updatable: what device code knows it by. */
static uint64_t add_updatable(CUgraph graph, uint32_t number, CUgraphNode *node)
{
    struct hw_updatable_value value = {.updatable = 1};
    union {
        struct hw_updatable_value value;
        char bytes[64];
    } got;

    *node = add_call(graph, NULL, "add", (void *[]){&sum, &number});
    assert_cu(cuGraphKernelNodeSetAttribute(*node, UPDATABLE, &value));
    assert_non_null(value.node);
    assert_cu(cuGraphKernelNodeGetAttribute(*node, UPDATABLE, &got));
    assert_true(got.value.updatable == 1 && got.value.node == value.node);
    return (uint64_t)(uintptr_t)value.node;
}

static CUgraph new_graph(void)
{
    CUgraph graph = NULL;

    assert_cu(cuGraphCreate(&graph, 0));
    return graph;
}

static CUgraphExec exec_of(CUgraph graph)
{
    CUgraphExec exec = NULL;

    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_cu(cuGraphUpload(exec, stream));
    return exec;
}

static uint32_t take(CUdeviceptr from)
{
    uint32_t word = 99;

    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(&word, from, 4));
    assert_cu(cuMemsetD32Async(from, 0, 1, stream));
    return word;
}

/* What a launch of the graph adds. */
static uint32_t run(CUgraphExec exec)
{
    assert_cu(cuGraphLaunch(exec, stream));
    return take(sum);
}

/* A kernel outside of graphs; what it has returned. */
static uint32_t returned(const char *name, void **arguments)
{
    assert_cu(cuLaunchKernel(kernel(name), 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    return take(error);
}

/* --- changes --- */

static void kernels_change_nodes(void **state)
{
    CUgraph graph = new_graph();
    CUgraphNode node;
    uint64_t known = add_updatable(graph, 5, &node), offset = 8, bytes = 4;
    uint32_t number = 7, no = 0, yes = 1, x = 3, y = 2;
    CUdeviceptr value = copied(&number, sizeof number);
    CUgraphExec exec = exec_of(graph);

    (void)state;
    assert_int_equal(run(exec), 5);
    assert_int_equal(returned("param", (void *[]){&known, &offset, &value, &bytes, &error}), 0);
    assert_int_equal(run(exec), 7);
    assert_int_equal(returned("grid", (void *[]){&known, &x, &y, &error}), 0);
    assert_int_equal(run(exec), 42);
    assert_int_equal(returned("enable", (void *[]){&known, &no, &error}), 0);
    assert_int_equal(run(exec), 0);
    assert_int_equal(returned("enable", (void *[]){&known, &yes, &error}), 0);
    assert_int_equal(run(exec), 42);
}

static void bodies_have_such_nodes(void **state)
{
    CUgraph graph = new_graph(), body, outer = new_graph();
    CUgraphNode node, conditional;
    uint32_t no = 0, x = 3, y = 2;

    (void)state;
    body = if_body(graph, &conditional);
    uint64_t known = add_updatable(body, 5, &node);
    CUgraphExec exec = exec_of(graph), other;
    assert_int_equal(run(exec), 5);
    assert_int_equal(returned("grid", (void *[]){&known, &x, &y, &error}), 0);
    assert_int_equal(run(exec), 30);
    assert_int_equal(returned("enable", (void *[]){&known, &no, &error}), 0);
    assert_int_equal(run(exec), 0);
    assert_int_equal(cuGraphInstantiateWithFlags(&other, graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphDestroyNode(node), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddChildGraphNode(&node, outer, NULL, 0, graph), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

/* From a node of the same graph that comes before it. */
static void a_graph_changes_itself(void **state)
{
    CUgraph graph = new_graph();
    CUgraphNode node, first;
    uint64_t known = add_updatable(graph, 5, &node), offset = 8, bytes = 4;
    uint32_t number = 9;
    CUdeviceptr value = copied(&number, sizeof number);

    (void)state;
    first = add_call(graph, NULL, "param", (void *[]){&known, &offset, &value, &bytes, &error});
    assert_cu(cuGraphAddDependencies(graph, &first, &node, 1));
    CUgraphExec exec = exec_of(graph);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(run(exec), number);
        number += 10;
        assert_cu(cuMemcpyHtoD_v2(value, &number, sizeof number));
    }
    assert_int_equal(take(error), 0);
}

static void lists_of_changes(void **state)
{
    CUgraph graph = new_graph();
    CUgraphNode node, other;
    uint64_t known = add_updatable(graph, 5, &node), second = add_updatable(graph, 100, &other), count = 3;
    uint32_t number = 7;
    CUdeviceptr value = copied(&number, sizeof number), list;
    struct update updates[3] = {{.node = known, .field = FIELD_PARAM, .param = {value, 8, 4}},
                                {.node = second, .field = FIELD_ENABLED, .enabled = 0},
                                {.node = known, .field = FIELD_GRID, .grid = {2, 1, 1}}};
    CUgraphExec exec = exec_of(graph);

    (void)state;
    assert_int_equal(run(exec), 105);
    list = copied(updates, sizeof updates);
    assert_int_equal(returned("apply", (void *[]){&list, &count, &error}), 0);
    assert_int_equal(run(exec), 14);
    updates[0].field = 0;
    list = copied(updates, sizeof updates);
    assert_int_equal(returned("apply", (void *[]){&list, &count, &error}), 1);
    assert_int_equal(run(exec), 14);
}

static void impossible_changes_are_errors(void **state)
{
    CUgraph graph = new_graph();
    CUgraphNode node;
    uint64_t known = add_updatable(graph, 5, &node), wrong = 16, offset = 8, bytes = 8;
    uint32_t x = 0, y = 1, yes = 1;
    CUdeviceptr value = copied(&(uint64_t){1}, 8);

    (void)state;
    assert_int_equal(returned("enable", (void *[]){&known, &yes, &error}), 1); /* it is not instantiated */
    CUgraphExec exec = exec_of(graph);
    assert_int_equal(returned("enable", (void *[]){&wrong, &yes, &error}), 1);
    assert_int_equal(returned("param", (void *[]){&known, &offset, &value, &bytes, &error}), 1);
    offset = UINT64_MAX - 3;
    assert_int_equal(returned("param", (void *[]){&known, &offset, &value, &bytes, &error}), 1);
    bytes = 5000;
    assert_int_equal(returned("param", (void *[]){&known, &offset, &value, &bytes, &error}), 1);
    assert_int_equal(returned("grid", (void *[]){&known, &x, &y, &error}), 1);
    x = 1, y = 70000;
    assert_int_equal(returned("grid", (void *[]){&known, &x, &y, &error}), 1);
    assert_int_equal(run(exec), 5);
}

/* The host's changes come with the next upload, or launch, and replace those of kernels. */
static void the_host_changes_them_too(void **state)
{
    CUgraph graph = new_graph();
    CUgraphNode node;
    uint64_t known = add_updatable(graph, 5, &node);
    uint32_t x = 4, y = 1, number = 3;
    const struct hw_node_kernel params = call("add", (void *[]){&sum, &number});
    CUgraphExec exec = exec_of(graph);

    (void)state;
    assert_int_equal(returned("grid", (void *[]){&known, &x, &y, &error}), 0);
    assert_int_equal(run(exec), 20);
    assert_cu(cuGraphExecKernelNodeSetParams_v2(exec, node, &params));
    assert_cu(cuGraphUpload(exec, stream));
    assert_int_equal(run(exec), 3);
}

static void a_captured_launch_becomes_updatable(void **state)
{
    struct hw_cuda_launch_attribute attribute = {.number = UPDATABLE, .value.whole = 1};
    const CUlaunchConfig config = {.gridDimX = 1,
                                   .gridDimY = 1,
                                   .gridDimZ = 1,
                                   .blockDimX = 1,
                                   .blockDimY = 1,
                                   .blockDimZ = 1,
                                   .hStream = stream,
                                   .attrs = &attribute,
                                   .numAttrs = 1};
    struct hw_updatable_value value;
    uint32_t number = 6, x = 5, y = 1;
    void *arguments[] = {&sum, &number};
    CUgraph graph;

    (void)state;
    assert_int_equal(cuLaunchKernelEx(&config, kernel("add"), arguments, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamBeginCapture_v2(stream, 2));
    assert_cu(cuLaunchKernelEx(&config, kernel("add"), arguments, NULL));
    assert_cu(cuStreamEndCapture(stream, &graph));
    memcpy(&value, &attribute.value, sizeof value);
    assert_non_null(value.node);
    CUgraphExec exec = exec_of(graph);
    assert_int_equal(returned("grid", (void *[]){&value.node, &x, &y, &error}), 0);
    assert_int_equal(run(exec), 30);
}

/* --- what the host may not do --- */

static void such_nodes_are_bound_to_their_graph(void **state)
{
    struct hw_updatable_value value = {.updatable = 0};
    CUgraph graph = new_graph(), outer = new_graph(), clone;
    struct hw_update_info info = {0};
    CUgraphNode node, plain, child;
    CUgraphExec exec, other;

    (void)state;
    (void)add_updatable(graph, 5, &node);
    plain = add_call(graph, NULL, "add", (void *[]){&sum, &(uint32_t){1}});
    assert_int_equal(cuGraphKernelNodeSetAttribute(node, UPDATABLE, &value), CUDA_ERROR_INVALID_VALUE);
    value.updatable = 2;
    assert_int_equal(cuGraphKernelNodeSetAttribute(plain, UPDATABLE, &value), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphKernelNodeCopyAttributes(plain, node), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphKernelNodeCopyAttributes(node, plain), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphDestroyNode(node), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphClone(&clone, graph), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddChildGraphNode(&child, outer, NULL, 0, graph), CUDA_ERROR_NOT_SUPPORTED);
    exec = exec_of(graph);
    assert_int_equal(cuGraphInstantiateWithFlags(&other, graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphExecUpdate_v2(exec, graph, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, HW_CHANGE_NOT_SUPPORTED);
    assert_cu(cuGraphExecDestroy(exec));
    assert_int_equal(run(exec_of(graph)), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_change_nodes),
        cmocka_unit_test(bodies_have_such_nodes),
        cmocka_unit_test(a_graph_changes_itself),
        cmocka_unit_test(lists_of_changes),
        cmocka_unit_test(impossible_changes_are_errors),
        cmocka_unit_test(the_host_changes_them_too),
        cmocka_unit_test(a_captured_launch_becomes_updatable),
        cmocka_unit_test(such_nodes_are_bound_to_their_graph),
    };

    setenv("HALFWARP_CHIP", "gp104", 0);
    return cmocka_run_group_tests(tests, begin, end_context);
}
