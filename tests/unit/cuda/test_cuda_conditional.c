/* SPDX-License-Identifier: MIT */
/* The driver API: conditions and conditional nodes of graphs, what their bodies may hold, what can be done
 * with such graphs, and the wrong use of each.  tests/cli/test_conditional_nodes runs them in many orders. */
#include "cuda/core/graphs/graph_abi.h"
#include "cuda_driver.h"
#include "samples.h"

#include <stdio.h>
#include <unistd.h>

enum { IF = 0, WHILE, SWITCH };
enum { UPDATE_TOPOLOGY = 2, UPDATE_PARAMETERS = 5, UPDATE_NOT_SUPPORTED = 6 };

static struct sample ptx;
static CUmodule module;
static CUdeviceptr word;

static int begin(void **state)
{
    ptx = sample_read("tests/data/ptx/conditions.ptx");
    return begin_context(state) || cuModuleLoadData(&module, ptx.bytes) || cuMemAlloc_v2(&word, 16);
}

static int end(void **state)
{
    free(ptx.bytes);
    return end_context(state);
}

static CUgraph new_graph(void)
{
    CUgraph graph = NULL;

    assert_cu(cuGraphCreate(&graph, 0));
    return graph;
}

static uint64_t condition(CUgraph graph, unsigned initial, unsigned flags)
{
    uint64_t made = 0;

    assert_cu(cuGraphConditionalHandleCreate(&made, graph, group_context, initial, flags));
    return made;
}

static struct hw_node_any describe(uint64_t handle, int type, unsigned size)
{
    return (struct hw_node_any){
        .type = HW_NODE_CONDITIONAL,
        .conditional = {.condition = handle, .type = type, .size = size, .context = group_context}};
}

static CUresult try_add(CUgraph graph, uint64_t handle, int type, unsigned size)
{
    struct hw_node_any node = describe(handle, type, size);
    CUgraphNode made;

    return cuGraphAddNode_v2(&made, graph, NULL, NULL, 0, &node);
}

/* The bodies of a new node. */
static CUgraph *add(CUgraph graph, CUgraphNode *made, uint64_t handle, int type, unsigned size)
{
    struct hw_node_any node = describe(handle, type, size);

    assert_cu(cuGraphAddNode_v2(made, graph, NULL, NULL, 0, &node));
    assert_non_null(node.conditional.graphs);
    return node.conditional.graphs;
}

static CUfunction function(const char *name)
{
    CUfunction found = NULL;

    assert_cu(cuModuleGetFunction(&found, module, name));
    return found;
}

static CUgraphNode add_kernel(CUgraph graph, const char *name, uint64_t handle, unsigned long long second)
{
    void *arguments[] = {&handle, &second};
    const struct hw_node_kernel kernel = {
        .function = function(name), .grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments};
    CUgraphNode made = NULL;

    assert_cu(cuGraphAddKernelNode_v2(&made, graph, NULL, 0, &kernel));
    return made;
}

static struct hw_node_any fill_of(CUdeviceptr address, unsigned value)
{
    return (struct hw_node_any){
        .type = HW_NODE_FILL,
        .fill = {.address = (void *)address, .value = value, .element = 4, .width = 1, .height = 1}};
}

static CUgraphNode add_fill(CUgraph graph, unsigned value)
{
    struct hw_node_any fill = fill_of(word, value);
    CUgraphNode made = NULL;

    assert_cu(cuGraphAddNode_v2(&made, graph, NULL, NULL, 0, &fill));
    return made;
}

static CUgraphExec instantiate(CUgraph graph)
{
    CUgraphExec exec = NULL;

    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    return exec;
}

static unsigned launched(CUgraphExec exec)
{
    unsigned value = 0;

    assert_cu(cuMemsetD32_v2(word, 0, 1));
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_cu(cuStreamSynchronize(NULL));
    assert_cu(cuMemcpyDtoH_v2(&value, word, sizeof value));
    return value;
}

/* --- conditions --- */

static void conditions_have_one_node(void **state)
{
    CUgraph graph = new_graph(), other = new_graph(), *body, *inner;
    CUgraphNode node, nested;
    uint64_t handle, none = 0;
    int type = -1;

    (void)state;
    assert_int_equal(cuGraphConditionalHandleCreate(NULL, graph, group_context, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphConditionalHandleCreate(&none, NULL, group_context, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphConditionalHandleCreate(&none, graph, group_context, 0, 2),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphConditionalHandleCreate(&none, graph, (CUcontext)16, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_true(none == 0);
    assert_cu(cuGraphConditionalHandleCreate(&none, graph, NULL, 0, 0)); /* of the current context */
    handle = condition(graph, 0, 0);
    assert_true(handle && handle != none);
    assert_int_equal(try_add(graph, 0, IF, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, word, IF, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(other, handle, IF, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, -1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, 3, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, IF, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, IF, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, WHILE, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(try_add(graph, handle, SWITCH, 0), CUDA_ERROR_INVALID_VALUE);
    body = add(graph, &node, handle, SWITCH, 5);
    assert_int_equal(try_add(graph, handle, IF, 1), CUDA_ERROR_INVALID_VALUE); /* again */
    assert_cu(cuGraphNodeGetType(node, &type));
    assert_int_equal(type, HW_NODE_CONDITIONAL);
    inner = add(body[4], &nested, none, IF, 1); /* of the graph around */
    assert_int_equal(cuGraphDestroy(body[4]), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphDestroy(inner[0]), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphDestroyNode(node));
    assert_int_equal(cuGraphDestroyNode(nested), CUDA_ERROR_INVALID_VALUE);
    add(graph, &node, handle, IF, 2); /* which is free again */
    assert_cu(cuGraphDestroy(graph));
    assert_int_equal(try_add(other, handle, IF, 1), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphDestroy(other));
}

static void all_conditions_need_a_node(void **state)
{
    CUgraph graph = new_graph();
    const uint64_t handle = condition(graph, 0, 0);
    struct hw_instantiation made = {.result = -1};
    CUgraphExec exec = NULL;
    CUgraphNode node;

    (void)state;
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphInstantiateWithParams(&exec, graph, &made), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(made.result, HW_INSTANTIATE_UNUSED);
    add(graph, &node, handle, IF, 1);
    assert_cu(cuGraphInstantiateWithParams(&exec, graph, &made));
    assert_int_equal(made.result, HW_INSTANTIATE_SUCCESS);
    assert_int_equal(launched(exec), 0);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

/* --- bodies --- */

static void no_call(void *data)
{
    (void)data;
}

static void bodies_hold_some_kinds(void **state)
{
    CUgraph graph = new_graph(), child = new_graph(), *body, copy;
    uint32_t here = 0;
    const uint64_t handle = condition(graph, 0, 0);
    struct hw_node_host call = {.function = no_call};
    struct hw_node_alloc alloc = {
        .pool = {.allocation_type = HW_ALLOCATION_PINNED, .location = {.type = HW_LOCATION_DEVICE}},
        .bytes = 64};
    CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                         .srcHost = &here,
                         .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                         .dstDevice = word,
                         .WidthInBytes = 4,
                         .Height = 1,
                         .Depth = 1};
    struct hw_memory_op op = {.type = HW_MEMORY_OP_WRITE_32, .address = word};
    struct hw_node_memory_ops ops = {.context = group_context, .count = 1, .op = &op};
    CUgraphNode node, made;
    CUgraphExec exec;
    CUevent event;

    (void)state;
    assert_cu(cuEventCreate(&event, 0));
    body = add(graph, &node, handle, IF, 1);
    assert_int_equal(cuGraphAddHostNode(&made, body[0], NULL, 0, &call), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddEventRecordNode(&made, body[0], NULL, 0, event), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddEventWaitNode(&made, body[0], NULL, 0, event), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddBatchMemOpNode(&made, body[0], NULL, 0, &ops), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddMemAllocNode(&made, body[0], NULL, 0, &alloc), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddMemcpyNode(&made, body[0], NULL, 0, &box, group_context),
                     CUDA_ERROR_NOT_SUPPORTED); /* pageable memory */
    assert_cu(cuGraphAddEmptyNode(&made, body[0], NULL, 0));
    assert_cu(cuGraphAddHostNode(&made, child, NULL, 0, &call));
    assert_int_equal(cuGraphAddChildGraphNode(&made, body[0], NULL, 0, child), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuGraphDestroy(child));
    child = new_graph();
    assert_cu(cuGraphAddEmptyNode(&made, child, NULL, 0));
    assert_cu(cuGraphAddChildGraphNode(&made, body[0], NULL, 0, child));
    assert_cu(cuGraphChildGraphNodeGetGraph(made, &copy)); /* which is within the body, too */
    assert_int_equal(cuGraphAddHostNode(&made, copy, NULL, 0, &call), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, body[0], 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphDestroy(child));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuEventDestroy_v2(event));
}

static void bodies_are_of_one_context(void **state)
{
    CUgraph graph = new_graph(), *body;
    struct hw_node_any wrong;
    uint64_t handle, foreign;
    CUcontext other;
    CUgraphNode node;

    (void)state;
    handle = condition(graph, 0, 0);
    assert_cu(cuCtxCreate_v2(&other, 0, 0));
    assert_cu(cuGraphConditionalHandleCreate(&foreign, graph, other, 0, 0));
    wrong = describe(handle, IF, 1);
    wrong.conditional.context = other;
    assert_int_equal(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &wrong), CUDA_ERROR_INVALID_VALUE);
    body = add(graph, &node, handle, IF, 1);
    wrong = describe(foreign, IF, 1);
    wrong.conditional.context = other;
    assert_int_equal(cuGraphAddNode_v2(&node, body[0], NULL, NULL, 0, &wrong), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxDestroy_v2(other));
    assert_cu(cuGraphDestroy(graph));
}

static void bodies_are_captured(void **state)
{
    CUgraph graph = new_graph(), *body, got = NULL;
    const uint64_t handle = condition(graph, 1, 1);
    CUgraphNode node;
    CUstream stream;
    size_t count = 0;

    (void)state;
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    body = add(graph, &node, handle, IF, 1);
    assert_cu(cuStreamBeginCaptureToGraph(stream, body[0], NULL, NULL, 0, 0));
    assert_cu(cuMemsetD32Async(word, 9, 1, stream));
    assert_int_equal(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE); /* a stream adds to a body */
    assert_int_equal(cuGraphDestroyNode(node), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamEndCapture(stream, &got));
    assert_true(got == body[0]);
    assert_cu(cuGraphGetNodes(body[0], NULL, &count));
    assert_int_equal(count, 1);
    assert_cu(cuStreamBeginCaptureToGraph(stream, body[0], NULL, NULL, 0, 0));
    assert_int_equal(cuLaunchHostFunc(stream, no_call, NULL), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuStreamEndCapture(stream, &got), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CUgraphExec exec = instantiate(graph);
    assert_int_equal(launched(exec), 9);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuStreamDestroy_v2(stream));
}

/* --- graphs with conditional nodes --- */

static void such_graphs_are_not_copied(void **state)
{
    CUgraph graph = new_graph(), around = new_graph(), clone;
    const uint64_t handle = condition(graph, 1, 1);
    CUgraphNode node;
    CUgraphExec exec, second;

    (void)state;
    add_fill(add(graph, &node, handle, IF, 1)[0], 4);
    assert_int_equal(cuGraphClone(&clone, graph), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphAddChildGraphNode(&node, around, NULL, 0, graph), CUDA_ERROR_NOT_SUPPORTED);
    exec = instantiate(graph);
    assert_int_equal(cuGraphInstantiateWithFlags(&second, graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuGraphExecDestroy(exec));
    exec = instantiate(graph); /* one at a time */
    assert_cu(cuGraphDestroy(graph));
    assert_int_equal(launched(exec), 4);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(around));
}

static void nodes_of_bodies_change(void **state)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);
    struct hw_node_any fill = fill_of(word, 6), conditional = describe(handle, IF, 1);
    CUgraphNode node, inside, kernel;
    unsigned enabled = 0;
    CUgraphExec exec;

    (void)state;
    body = add(graph, &node, handle, IF, 1);
    inside = add_fill(body[0], 5);
    kernel = add_kernel(body[0], "set", handle, 0);
    exec = instantiate(graph);
    assert_int_equal(launched(exec), 5);
    assert_cu(cuGraphExecNodeSetParams(exec, inside, &fill));
    assert_int_equal(launched(exec), 6);
    assert_int_equal(cuGraphExecNodeSetParams(exec, node, &conditional), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphNodeSetParams(node, &conditional), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuGraphNodeSetEnabled(exec, inside, 0));
    assert_cu(cuGraphNodeGetEnabled(exec, inside, &enabled));
    assert_int_equal(enabled, 0);
    assert_int_equal(launched(exec), 0);
    assert_int_equal(cuGraphNodeSetEnabled(exec, node, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphNodeSetEnabled(exec, kernel, 1));
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

static CUgraph choice_of(unsigned initial, unsigned flags, unsigned value, int type)
{
    CUgraph graph = new_graph();
    CUgraphNode node;

    add_fill(add(graph, &node, condition(graph, initial, flags), type, 1)[0], value);
    return graph;
}

/* Work and defaults are taken over, the kind of a node is not. */
static void updates(void **state)
{
    CUgraph graph = choice_of(0, 1, 5, IF), like = choice_of(1, 1, 6, IF), loop = choice_of(0, 1, 5, WHILE),
            longer = choice_of(1, 1, 7, IF);
    struct hw_update_info info;
    CUgraphExec exec = instantiate(graph), other;

    (void)state;
    assert_int_equal(launched(exec), 0);
    assert_cu(cuGraphExecUpdate_v2(exec, like, &info));
    assert_int_equal(launched(exec), 6);
    assert_int_equal(cuGraphInstantiateWithFlags(&other, like, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuGraphExecUpdate_v2(exec, loop, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, UPDATE_PARAMETERS);
    add_fill(longer, 1);
    assert_int_equal(cuGraphExecUpdate_v2(exec, longer, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, UPDATE_TOPOLOGY);
    other = instantiate(loop);
    assert_int_equal(cuGraphExecUpdate_v2(exec, loop, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, UPDATE_NOT_SUPPORTED); /* it is instantiated itself */
    assert_cu(cuGraphExecDestroy(other));
    assert_int_equal(launched(exec), 6);
    assert_cu(cuGraphExecUpdate_v2(exec, graph, &info)); /* the first one's conditions again */
    assert_int_equal(launched(exec), 0);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuGraphDestroy(like));
    assert_cu(cuGraphDestroy(loop));
    assert_cu(cuGraphDestroy(longer));
}

static void circles_in_bodies_are_named(void **state)
{
    CUgraph graph = new_graph(), *body;
    CUgraphNode node, first, second;
    struct hw_instantiation made = {.result = -1};
    CUgraphExec exec;

    (void)state;
    body = add(graph, &node, condition(graph, 0, 0), WHILE, 1);
    first = add_fill(body[0], 1);
    second = add_fill(body[0], 2);
    assert_cu(cuGraphAddDependencies(body[0], &first, &second, 1));
    assert_cu(cuGraphAddDependencies(body[0], &second, &first, 1));
    assert_int_equal(cuGraphInstantiateWithParams(&exec, graph, &made), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(made.result, HW_INSTANTIATE_STRUCTURE);
    assert_true(made.wrong == first || made.wrong == second);
    assert_cu(cuGraphDestroy(graph));
}

static void pictures_have_bodies(void **state)
{
    static const char *const expected[] = {"CONDITIONAL\\nSWITCH", "body 0 of node", "body 1 of node",
                                           "MEMSET"};
    CUgraph graph = new_graph(), *body;
    char text[4096] = "", path[] = "/tmp/hw_conditional_XXXXXX";
    CUgraphNode node;
    const int file = mkstemp(path);

    (void)state;
    body = add(graph, &node, condition(graph, 0, 0), SWITCH, 2);
    add_fill(body[1], 1);
    assert_cu(cuGraphDebugDotPrint(graph, path, 1));
    assert_true(file >= 0 && read(file, text, sizeof text - 1) > 0);
    close(file);
    unlink(path);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        if (!strstr(text, expected[i]))
            fail_msg("no %s in %s", expected[i], text);
    assert_cu(cuGraphDestroy(graph));
}

/* --- data of edges --- */

static const struct hw_edge early = {.from_port = HW_PORT_PROGRAMMATIC, .type = HW_DEPENDENCY_PROGRAMMATIC},
                            begun = {.from_port = HW_PORT_BEGUN};

/* Such a node is no kernel: what leads to it may have a kernel's port, what leads from it may not. */
static void edges_of_nodes_have_data(void **state)
{
    CUgraph graph = new_graph();
    const uint64_t handle = condition(graph, 0, 0);
    struct hw_node_any node = describe(handle, IF, 1);
    struct hw_node_any fill = fill_of(word, 8);
    CUgraphNode kernel, made, behind, found[2];
    struct hw_edge data[2] = {{0}};
    size_t count = 2;

    (void)state;
    kernel = add_kernel(graph, "set", handle, 1);
    assert_int_equal(cuGraphAddNode_v2(&made, graph, &kernel, &early, 1, &node), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphAddNode_v2(&made, graph, &kernel, &begun, 1, &node)); /* the condition is free */
    assert_int_equal(cuGraphAddNode_v2(&behind, graph, &made, &begun, 1, &fill), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddNode_v2(&behind, graph, &made, &early, 1, &fill), CUDA_ERROR_INVALID_VALUE);
    add_fill(node.conditional.graphs[0], 7);
    assert_cu(cuGraphNodeGetDependencies_v2(made, found, data, &count));
    assert_true(count == 1 && found[0] == kernel && hw_edge_is_same(data[0], begun));
    assert_int_equal(cuGraphNodeGetDependencies(made, found, &count), CUDA_ERROR_LOSSY_QUERY);
    CUgraphExec exec = instantiate(graph);
    assert_int_equal(launched(exec), 7);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphRemoveDependencies_v2(graph, &kernel, &made, &begun, 1));
    assert_int_equal(cuGraphAddDependencies_v2(graph, &kernel, &made, &early, 1), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphDestroy(graph));
}

/* A loop of two kernels, of which the second ends it. */
static CUgraph loop_with(const struct hw_edge *data)
{
    CUgraph graph = new_graph(), *body;
    const uint64_t handle = condition(graph, 1, 1);
    CUgraphNode node, kernel[2];

    body = add(graph, &node, handle, WHILE, 1);
    kernel[0] = add_kernel(body[0], "set", handle, 1);
    kernel[1] = add_kernel(body[0], "set", handle, 0);
    assert_cu(cuGraphAddDependencies_v2(body[0], &kernel[0], &kernel[1], data, 1));
    return graph;
}

/* They are kept with the bodies: another body with other data is another topology. */
static void edges_in_bodies_have_data(void **state)
{
    CUgraph graph = loop_with(&early), alike = loop_with(&early), other = loop_with(NULL);
    CUgraphExec exec = instantiate(graph);
    struct hw_update_info info;

    (void)state;
    assert_int_equal(launched(exec), 0); /* the second kernel comes last, and ends the loop */
    assert_int_equal(cuGraphExecUpdate_v2(exec, other, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, UPDATE_TOPOLOGY);
    assert_cu(cuGraphExecUpdate_v2(exec, alike, &info));
    assert_int_equal(launched(exec), 0);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuGraphDestroy(alike));
    assert_cu(cuGraphDestroy(other));
}

/* Those that a capture makes in a body, and behind a node of it. */
static void captures_in_bodies_make_data(void **state)
{
    CUgraph graph = new_graph(), *body, got;
    const uint64_t handle = condition(graph, 1, 1);
    CUgraphNode node, kernel, from[2], to[2];
    struct hw_edge data[2] = {{0}};
    size_t count = 2;
    CUstream stream;
    uint64_t which = handle;
    uint32_t value = 0;

    (void)state;
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    body = add(graph, &node, handle, WHILE, 1);
    kernel = add_kernel(body[0], "set", handle, 1);
    assert_int_equal(cuStreamBeginCaptureToGraph(stream, graph, &node, &begun, 1, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamBeginCaptureToGraph(stream, body[0], &kernel, &early, 1, 0));
    assert_cu(cuLaunchKernel(function("set"), 1, 1, 1, 1, 1, 1, 0, stream, (void *[]){&which, &value}, NULL));
    assert_cu(cuStreamEndCapture(stream, &got));
    assert_cu(cuGraphGetEdges_v2(body[0], from, to, data, &count));
    assert_true(count == 1 && from[0] == kernel && hw_edge_is_same(data[0], early));
    CUgraphExec exec = instantiate(graph);
    assert_int_equal(launched(exec), 0);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuStreamDestroy_v2(stream));
}

/* --- kernels that set what is no condition of theirs --- */

/* In a context of its own, since that has failed then. */
static void expect_fault(uint64_t handle)
{
    unsigned value = 1;
    void *arguments[] = {&handle, &value};
    CUcontext own;
    CUmodule loaded;
    CUfunction set;

    assert_cu(cuCtxCreate_v2(&own, 0, 0));
    assert_cu(cuModuleLoadData(&loaded, ptx.bytes));
    assert_cu(cuModuleGetFunction(&set, loaded, "set"));
    assert_cu(cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_cu(cuCtxDestroy_v2(own));
}

static void wrong_handles_are_faults(void **state)
{
    CUgraph graph = new_graph();
    const uint64_t handle = condition(graph, 0, 0);

    (void)state;
    expect_fault(0);
    expect_fault(word);
    expect_fault(handle); /* of another context */
    assert_cu(cuGraphDestroy(graph));
    expect_fault(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_have_one_node),     cmocka_unit_test(all_conditions_need_a_node),
        cmocka_unit_test(bodies_hold_some_kinds),       cmocka_unit_test(bodies_are_of_one_context),
        cmocka_unit_test(bodies_are_captured),          cmocka_unit_test(such_graphs_are_not_copied),
        cmocka_unit_test(nodes_of_bodies_change),       cmocka_unit_test(updates),
        cmocka_unit_test(circles_in_bodies_are_named),  cmocka_unit_test(pictures_have_bodies),
        cmocka_unit_test(edges_of_nodes_have_data),     cmocka_unit_test(edges_in_bodies_have_data),
        cmocka_unit_test(captures_in_bodies_make_data), cmocka_unit_test(wrong_handles_are_faults),
    };

    setenv("HALFWARP_CHIP", "gp104", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
