/* SPDX-License-Identifier: MIT */
/* Which graphs can be instantiated for launches from the device: what the reference asks of them, and how it
 * says what is wrong. */
#include "device_graphs.h"
#include "if_body.h"

#include "cuda/core/graphs/graph_api.h"

#include <stdio.h>

enum { UPLOAD_FLAG = 2, FREES_FLAG = 1 };

static uint8_t pageable[64];

/* Instantiate with parameters; the graph is destroyed. */
static void is_refused(CUgraph graph, CUresult error, int result, CUgraphNode wrong)
{
    struct hw_instantiation how = {.flags = DEVICE_FLAG, .wrong = (CUgraphNode)&pageable, .result = -1};
    CUgraphExec exec = NULL;

    assert_int_equal(cuGraphInstantiateWithParams(&exec, graph, &how), error);
    assert_int_equal(how.result, result);
    assert_ptr_equal(how.wrong, wrong);
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG), error);
    assert_cu(cuGraphDestroy(graph));
}

static CUgraphNode only_node(CUgraph graph)
{
    CUgraphNode node = NULL;
    size_t count = 1;

    assert_cu(cuGraphGetNodes(graph, &node, &count));
    return node;
}

static CUgraph graph_of_letter(void)
{
    begin_graph();
    letter('a');
    return end_graph();
}

static CUgraph new_graph(void)
{
    CUgraph graph = NULL;

    assert_cu(cuGraphCreate(&graph, 0));
    return graph;
}

/* --- what may be in it --- */

static void copies_and_fills_of_device_memory_may_be_in_it(void **state)
{
    CUdeviceptr to = allocate(64);
    void *locked = NULL;
    CUgraphExec exec, parent;
    uint32_t words[2] = {0};

    (void)state;
    assert_cu(cuMemHostAlloc(&locked, 64, 2));
    memcpy(locked, &(uint32_t){7}, 4);
    begin_graph();
    assert_cu(cuMemsetD32Async(to, 5, 16, stream));
    assert_cu(cuMemcpyHtoDAsync_v2(to + 4, locked, 4, stream));
    letter('a');
    exec = end_exec(DEVICE_FLAG);
    parent = launching_graph('P', &(struct item){exec, FIRE}, 1, 0);
    run_with_z(parent);
    has_letters("PaZ");
    assert_cu(cuMemcpyDtoH_v2(words, to, sizeof words));
    assert_true(words[0] == 5 && words[1] == 7);
    assert_cu(cuMemFreeHost(locked));
    assert_cu(cuMemFree_v2(to));
}

static void child_graphs_may_be_in_it(void **state)
{
    CUgraph child = graph_of_letter(), graph = new_graph();
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG));
    assert_cu(cuGraphUpload(exec, stream));
    run_with_z(launching_graph('P', &(struct item){exec, TAIL}, 1, 0));
    has_letters("PaZ");
}

/* Its flags say that it is a device graph, and not how it was uploaded. */
static void it_is_uploaded_as_it_is_made(void **state)
{
    struct hw_instantiation how = {.flags = DEVICE_FLAG | UPLOAD_FLAG, .stream = stream, .result = -1};
    CUgraph graph = graph_of_letter();
    unsigned long long flags = 0;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuGraphInstantiateWithParams(&exec, graph, &how));
    assert_int_equal(how.result, HW_INSTANTIATE_SUCCESS);
    assert_null(how.wrong);
    assert_cu(cuGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, DEVICE_FLAG);
    run_with_z(launching_graph('P', &(struct item){exec, FIRE}, 1, 0));
    has_letters("PaZ");
    how.stream = no_stream;
    assert_int_equal(cuGraphInstantiateWithParams(&exec, graph, &how), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(how.result, HW_INSTANTIATE_ERROR);
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG | UPLOAD_FLAG),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG | FREES_FLAG),
                     CUDA_ERROR_INVALID_VALUE);
}

/* --- what may not --- */

static void other_nodes_may_not_be_in_it(void **state)
{
    CUgraph graph = new_graph(), outer = new_graph();
    CUgraphNode node, child;

    (void)state;
    is_refused(new_graph(), CUDA_ERROR_INVALID_VALUE, HW_INSTANTIATE_ERROR, NULL);
    assert_cu(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_cu(cuGraphAddChildGraphNode(&child, outer, NULL, 0, graph));
    assert_cu(cuGraphDestroyNode(node));
    assert_cu(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, node);
    assert_cu(cuGraphChildGraphNodeGetGraph(child, &graph));
    is_refused(outer, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, only_node(graph));
    graph = new_graph();
    (void)if_body(graph, &node);
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, node);
}

static void kernels_that_launch_kernels_may_not_be_in_it(void **state)
{
    CUmodule children = load_ptx("tests/data/ptx/children.ptx");
    CUgraph graph;

    (void)state;
    begin_graph();
    launch_in(children, "order", (void *[]){&log_at});
    graph = end_graph();
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, only_node(graph));
    begin_graph();
    launch_in(children, "letter", (void *[]){&log_at, &(uint32_t){'a'}});
    (void)end_exec(DEVICE_FLAG);
}

static void copies_of_the_hosts_own_memory_may_not_be_in_it(void **state)
{
    CUdeviceptr to = allocate(64);
    CUgraph graph;

    (void)state;
    begin_graph();
    assert_cu(cuMemcpyHtoDAsync_v2(to, pageable, sizeof pageable, stream));
    graph = end_graph();
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, only_node(graph));
    begin_graph();
    assert_cu(cuMemcpyDtoHAsync_v2(pageable, to, sizeof pageable, stream));
    graph = end_graph();
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_OPERATION, only_node(graph));
    assert_cu(cuMemFree_v2(to));
}

/* Nodes get no work that the graph could not have had. */
static void changes_keep_to_the_rules(void **state)
{
    CUgraph plain = graph_of_letter(), launching;
    struct hw_update_info info = {0};
    CUgraphExec exec;

    (void)state;
    begin_graph();
    launches('P', &(struct item){NULL, FIRE}, 1);
    launching = end_graph();
    assert_cu(cuGraphInstantiateWithFlags(&exec, plain, 0));
    assert_int_equal(cuGraphExecUpdate_v2(exec, launching, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, HW_CHANGE_TO_FUNCTION);
    assert_ptr_equal(info.wrong, only_node(launching));
    assert_cu(cuGraphInstantiateWithFlags(&exec, launching, 0));
    assert_cu(cuGraphExecUpdate_v2(exec, plain, &info));
    assert_cu(cuGraphExecUpdate_v2(exec, launching, &info));
}

static void all_nodes_are_of_one_context(void **state)
{
    CUgraph graph = graph_of_letter();
    CUcontext other;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuCtxCreate_v2(&other, 0, 0));
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_CONTEXTS, only_node(graph));
    graph = new_graph();
    assert_cu(cuCtxDestroy_v2(other));
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, DEVICE_FLAG), CUDA_ERROR_INVALID_VALUE);
}

static void an_earlier_device_launches_no_graphs(void **state)
{
    CUgraph graph = new_graph();
    CUcontext earlier;

    (void)state;
    assert_cu(cuCtxCreate_v2(&earlier, 0, 1));
    is_refused(graph, CUDA_ERROR_NOT_SUPPORTED, HW_INSTANTIATE_ERROR, NULL);
    assert_cu(cuCtxDestroy_v2(earlier));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_and_fills_of_device_memory_may_be_in_it),
        cmocka_unit_test(child_graphs_may_be_in_it),
        cmocka_unit_test(it_is_uploaded_as_it_is_made),
        cmocka_unit_test(other_nodes_may_not_be_in_it),
        cmocka_unit_test(kernels_that_launch_kernels_may_not_be_in_it),
        cmocka_unit_test(copies_of_the_hosts_own_memory_may_not_be_in_it),
        cmocka_unit_test(changes_keep_to_the_rules),
        cmocka_unit_test(all_nodes_are_of_one_context),
        cmocka_unit_test(an_earlier_device_launches_no_graphs),
    };

    setenv("HALFWARP_CHIP", "gp104,gk110", 1);
    return cmocka_run_group_tests(tests, begin_kernels, end_context);
}
