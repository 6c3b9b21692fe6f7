/* SPDX-License-Identifier: MIT */
/* Graphs by hand: nodes of each kind, edges, copies of graphs, changes to what was instantiated, memory, and
 * objects of the program; and the wrong use of each. */
#include "cuda_graphs.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static hw_graph new_graph(void)
{
    hw_graph graph;

    assert_cuda(cudaGraphCreate(&graph, 0));
    return graph;
}

static struct hw_node_fill fill_of(void *address, unsigned value)
{
    return (struct hw_node_fill){.address = address, .value = value, .element = 4, .width = 1, .height = 1};
}

static hw_node add_fill(hw_graph graph, const hw_node *before, size_t count, void *address, unsigned value)
{
    const struct hw_node_fill fill = fill_of(address, value);
    hw_node node;

    assert_cuda(cudaGraphAddMemsetNode(&node, graph, before, count, &fill));
    return node;
}

static void run(hw_exec exec)
{
    assert_cuda(cudaGraphLaunch(exec, NULL));
    assert_cuda(cudaDeviceSynchronize());
}

static void run_once(hw_graph graph)
{
    const hw_exec exec = exec_of(graph);

    run(exec);
    assert_cuda(cudaGraphExecDestroy(exec));
}

/* --- nodes --- */

static void kernels(void **state)
{
    float values[2 * COUNT], *in = zeroed(2 * BYTES), *out = zeroed(BYTES), *none = NULL, first[2];
    uint32_t count = COUNT, half = 1;
    void *arguments[] = {&in, &out, &count}, *fewer[] = {&in, &out, &half};
    struct hw_node_kernel kernel = {&saxpy_stub, {2, 1, 1}, {COUNT / 2, 1, 1}, 0, arguments, NULL,
                                    NULL,        NULL},
                          got;
    const hw_graph graph = new_graph();
    hw_node node;

    (void)state;
    for (unsigned i = 0; i < 2 * COUNT; i++)
        values[i] = (float)i;
    assert_cuda(cudaMemcpy(in, values, sizeof values, H2D));
    assert_cuda(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    memset(&got, 0x55, sizeof got);
    assert_cuda(cudaGraphKernelNodeGetParams(node, &got));
    assert_ptr_equal(got.function, &saxpy_stub);
    assert_true(got.grid.x == 2 && got.block.x == COUNT / 2 && got.shared_bytes == 0 && !got.extra);
    assert_true(*(float **)got.arguments[0] == in && *(float **)got.arguments[1] == out &&
                *(uint32_t *)got.arguments[2] == COUNT);
    assert_int_equal((uintptr_t)got.kernel, 0x5555555555555555); /* the shorter form */
    const hw_exec exec = exec_of(graph);
    run(exec);
    assert_cuda(cudaMemcpy(first, out, sizeof first, D2H));
    assert_true(first[0] == 1 && first[1] == 2.5f * 2 + 3);

    assert_cuda(cudaMemset(out, 0, BYTES));
    kernel.arguments = fewer;
    assert_cuda(cudaGraphExecKernelNodeSetParams(exec, node, &kernel));
    run(exec);
    assert_cuda(cudaMemcpy(first, out, sizeof first, D2H));
    assert_true(first[0] == 1 && first[1] == 0);
    kernel.arguments = got.arguments; /* its own */
    assert_cuda(cudaGraphKernelNodeSetParams(node, &kernel));

    kernel.arguments = arguments;
    kernel.block.x = 4096;
    assert_error(cudaGraphKernelNodeSetParams(node, &kernel), cudaErrorInvalidConfiguration);
    assert_error(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel), cudaErrorInvalidConfiguration);
    kernel.function = &none;
    assert_error(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel), cudaErrorInvalidDeviceFunction);
    assert_error(cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphKernelNodeGetParams(node, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphKernelNodeGetParams((hw_node)&none, &got), cudaErrorInvalidValue);
    assert_error(cudaGraphExecKernelNodeSetParams(NULL, node, &kernel), cudaErrorInvalidDeviceFunction);
    cudaGetLastError();
}

static void attributes(void **state)
{
    float *in = zeroed(2 * BYTES), *out = zeroed(BYTES);
    uint32_t count = COUNT;
    void *arguments[] = {&in, &out, &count};
    const struct hw_node_kernel kernel = {&saxpy_stub, {1, 1, 1}, {COUNT, 1, 1}, 0,
                                          arguments,   NULL,      NULL,          NULL};
    const hw_graph graph = new_graph();
    uint8_t set[HW_NODE_ATTRIBUTE_BYTES] = {1, 2, 3}, got[HW_NODE_ATTRIBUTE_BYTES];
    hw_node node, other;

    (void)state;
    assert_cuda(cudaGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    assert_cuda(cudaGraphAddKernelNode(&other, graph, NULL, 0, &kernel));
    assert_cuda(cudaGraphKernelNodeGetAttribute(node, 2, got));
    assert_int_equal(got[0], 0);
    assert_cuda(cudaGraphKernelNodeSetAttribute(node, 2, set));
    assert_cuda(cudaGraphKernelNodeCopyAttributes(other, node));
    assert_cuda(cudaGraphKernelNodeGetAttribute(other, 2, got));
    assert_memory_equal(got, set, sizeof set);
    assert_error(cudaGraphKernelNodeGetAttribute(node, 99, got), cudaErrorInvalidValue);
    assert_error(cudaGraphKernelNodeSetAttribute(node, 2, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphKernelNodeCopyAttributes(other, NULL), cudaErrorInvalidValue);
}

static void copies(void **state)
{
    uint32_t words[4] = {1, 2, 3, 4}, got[4] = {0}, *block = zeroed(32);
    struct cudaMemcpy3DParms box = {.srcPtr = {words, 16, 16, 1},
                                    .dstPtr = {block, 16, 16, 1},
                                    .extent = {16, 1, 1},
                                    .kind = cudaMemcpyHostToDevice},
                             same;
    const hw_graph graph = new_graph();
    hw_node there, back;

    (void)state;
    assert_cuda(cudaGraphAddMemcpyNode(&there, graph, NULL, 0, &box));
    assert_cuda(cudaGraphMemcpyNodeGetParams(there, &same));
    assert_true(same.srcPtr.ptr == words && same.dstPtr.ptr == block && same.extent.width == 16 &&
                same.extent.height == 1 && same.kind == cudaMemcpyHostToDevice);
    assert_cuda(cudaGraphAddMemcpyNode1D(&back, graph, &there, 1, got, block, 16, D2H));
    const hw_exec exec = exec_of(graph);
    run(exec);
    assert_memory_equal(got, words, sizeof words);
    assert_cuda(cudaGraphExecMemcpyNodeSetParams1D(exec, back, got, block + 1, 4, D2H));
    run(exec);
    assert_true(got[0] == 2 && got[1] == 2);
    box.extent.width = 8;
    assert_cuda(cudaGraphExecMemcpyNodeSetParams(exec, there, &box));
    assert_cuda(cudaGraphMemcpyNodeSetParams(there, &box));
    assert_cuda(cudaGraphMemcpyNodeSetParams1D(back, got, block, 4, D2H));
    words[0] = 9;
    run_once(graph);
    assert_int_equal(got[0], 9);

    box.kind = 7;
    assert_error(cudaGraphMemcpyNodeSetParams(there, &box), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaGraphAddMemcpyNode(&there, graph, NULL, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphAddMemcpyNode1D(&back, graph, NULL, 0, got, block, 1 << 20, D2H),
                 cudaErrorInvalidValue);
    assert_error(cudaGraphAddMemcpyNode1D(&back, graph, NULL, 0, NULL, block, 4, D2H), cudaErrorInvalidValue);
    assert_error(cudaGraphMemcpyNodeGetParams(there, NULL), cudaErrorInvalidValue);
}

static void fills(void **state)
{
    uint32_t *block = zeroed(16);
    struct hw_node_fill fill = fill_of(block, 0x01020304), got;
    const hw_graph graph = new_graph();
    hw_node node = add_fill(graph, NULL, 0, block, 5), other;

    (void)state;
    assert_cuda(cudaGraphMemsetNodeSetParams(node, &fill));
    assert_cuda(cudaGraphMemsetNodeGetParams(node, &got));
    assert_true(got.address == block && got.value == 0x01020304 && got.element == 4 && got.width == 1 &&
                got.height == 1);
    const hw_exec exec = exec_of(graph);
    run(exec);
    assert_int_equal(word_of(block), 0x01020304);
    fill.value = 6;
    assert_cuda(cudaGraphExecMemsetNodeSetParams(exec, node, &fill));
    run(exec);
    assert_int_equal(word_of(block), 6);
    fill.element = 3;
    assert_error(cudaGraphAddMemsetNode(&other, graph, NULL, 0, &fill), cudaErrorInvalidValue);
    fill.element = 4;
    fill.address = NULL;
    assert_error(cudaGraphAddMemsetNode(&other, graph, NULL, 0, &fill), cudaErrorInvalidValue);
    assert_error(cudaGraphMemsetNodeSetParams(node, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphHostNodeGetParams(node, NULL), cudaErrorInvalidValue);
}

static void count(void *calls)
{
    ++*(int *)calls;
}

static void functions_and_events(void **state)
{
    uint32_t *block = zeroed(8);
    int calls = 0, others = 0;
    struct hw_node_host host = {count, &calls}, got;
    const hw_graph graph = new_graph();
    const hw_node before = add_fill(graph, NULL, 0, block, 1);
    cudaEvent_t event, found;
    hw_node node, recorded, waits;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaGraphAddHostNode(&node, graph, &before, 1, &host));
    assert_cuda(cudaGraphHostNodeGetParams(node, &got));
    assert_true(got.function == count && got.data == &calls);
    assert_cuda(cudaGraphAddEventRecordNode(&recorded, graph, &node, 1, event));
    assert_cuda(cudaGraphEventRecordNodeGetEvent(recorded, &found));
    assert_ptr_equal(found, event);
    assert_cuda(cudaGraphAddEventWaitNode(&waits, graph, &recorded, 1, event));
    assert_cuda(cudaGraphEventWaitNodeGetEvent(waits, &found));
    add_fill(graph, &waits, 1, block + 1, 2);
    const hw_exec exec = exec_of(graph);
    for (int round = 1; round <= 3; round++) {
        run(exec);
        assert_cuda(cudaEventSynchronize(event));
        assert_int_equal(calls, round);
        assert_true(word_of(block) == 1 && word_of(block + 1) == 2);
    }
    host.data = &others;
    assert_cuda(cudaGraphExecHostNodeSetParams(exec, node, &host));
    run(exec);
    assert_true(calls == 3 && others == 1);
    assert_cuda(cudaGraphHostNodeSetParams(node, &host));
    host.function = NULL;
    assert_error(cudaGraphHostNodeSetParams(node, &host), cudaErrorInvalidValue);
    assert_error(cudaGraphAddHostNode(&node, graph, NULL, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphEventRecordNodeGetEvent(waits, &found), cudaErrorInvalidValue);
    assert_cuda(cudaGraphEventRecordNodeSetEvent(recorded, event));
    assert_cuda(cudaGraphEventWaitNodeSetEvent(waits, event));
    assert_cuda(cudaGraphExecEventRecordNodeSetEvent(exec, recorded, event));
    assert_error(cudaGraphExecEventWaitNodeSetEvent(exec, recorded, event), cudaErrorInvalidValue);
    assert_cuda(cudaEventDestroy(event));
    assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

static void children(void **state)
{
    uint32_t *block = zeroed(8);
    const hw_graph graph = new_graph(), child = new_graph(), unlike = new_graph();
    hw_node node, first = add_fill(child, NULL, 0, block, 1);
    hw_graph inner;

    (void)state;
    add_fill(child, &first, 1, block + 1, 2);
    assert_cuda(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    assert_error(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, graph), cudaErrorInvalidValue);
    assert_error(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGraphChildGraphNodeGetGraph(node, &inner));
    assert_true(inner != child && nodes_of(inner) == 2);
    assert_error(cudaGraphDestroy(inner), cudaErrorInvalidValue);
    const hw_exec exec = exec_of(graph);
    run(exec);
    assert_true(word_of(block) == 1 && word_of(block + 1) == 2);
    const struct hw_node_fill fill = fill_of(block, 7);
    assert_cuda(cudaGraphMemsetNodeSetParams(first, &fill));
    run(exec); /* a clone, which does not change */
    assert_int_equal(word_of(block), 1);
    assert_cuda(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
    run(exec);
    assert_int_equal(word_of(block), 7);
    assert_error(cudaGraphExecChildGraphNodeSetParams(exec, node, unlike), cudaErrorGraphExecUpdateFailure);
    cudaGetLastError();
}

static void any_kind(void **state)
{
    uint32_t *block = zeroed(8);
    struct hw_node_any any = {.type = HW_NODE_FILL, .fill = fill_of(block, 3)};
    const struct hw_edge plain = {0}, other = {.type = 1};
    const hw_graph graph = new_graph();
    hw_node node, empty;
    int type = -1;

    (void)state;
    assert_cuda(cudaGraphAddNode(&node, graph, NULL, 0, (uintptr_t)&any, NULL)); /* as CUDA 12 has it */
    any.type = HW_NODE_EMPTY;
    assert_cuda(cudaGraphAddNode_v2(&empty, graph, &node, &plain, 1, &any));
    assert_error(cudaGraphAddNode_v2(&empty, graph, &node, &other, 1, &any), cudaErrorNotSupported);
    assert_error(cudaGraphAddNode_v2(&empty, graph, &node, NULL, 1, NULL), cudaErrorInvalidValue);
    any.type = 13; /* a condition */
    assert_error(cudaGraphAddNode_v2(&empty, graph, &node, NULL, 1, &any), cudaErrorNotSupported);
    any = (struct hw_node_any){.type = HW_NODE_FILL, .fill = fill_of(block, 4)};
    assert_cuda(cudaGraphNodeGetType(empty, &type));
    assert_int_equal(type, HW_NODE_EMPTY);
    const hw_exec exec = exec_of(graph);
    assert_cuda(cudaGraphExecNodeSetParams(exec, node, &any));
    run(exec);
    assert_int_equal(word_of(block), 4);
    assert_cuda(cudaGraphNodeSetParams(node, &any));
    assert_error(cudaGraphNodeSetParams(empty, &any), cudaErrorInvalidValue);
    assert_error(cudaGraphNodeSetParams(node, NULL), cudaErrorInvalidValue);
}

/* --- edges --- */

static void edges(void **state)
{
    uint32_t *block = zeroed(4);
    const hw_graph graph = new_graph(), other = new_graph();
    const hw_node a = add_fill(graph, NULL, 0, block, 1), b = add_fill(graph, NULL, 0, block, 2),
                  foreign = add_fill(other, NULL, 0, block, 3);
    hw_node from[2] = {NULL}, to[2] = {NULL}, wrong = NULL, node;
    size_t some = 2;
    char log[64] = "x";
    hw_exec exec;

    (void)state;
    assert_cuda(cudaGraphAddDependencies(graph, &b, &a, 1, 0)); /* b first */
    assert_cuda(cudaGraphGetEdges(graph, from, to, &some, NULL));
    assert_true(some == 1 && from[0] == b && to[0] == a && !from[1]);
    some = 2;
    assert_cuda(cudaGraphNodeGetDependencies(a, from, &some, NULL));
    assert_true(some == 1 && from[0] == b);
    some = 2;
    assert_cuda(cudaGraphNodeGetDependentNodes(b, to, &some, NULL));
    assert_true(some == 1 && to[0] == a);
    some = 2;
    assert_cuda(cudaGraphGetRootNodes(graph, to, &some));
    assert_true(some == 1 && to[0] == b);
    run_once(graph);
    assert_int_equal(word_of(block), 1);

    assert_error(cudaGraphAddDependencies(graph, &b, &a, 1, 0), cudaErrorInvalidValue); /* again */
    assert_error(cudaGraphAddDependencies(graph, &a, &a, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphAddDependencies(graph, &a, &foreign, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphAddDependencies(graph, NULL, &a, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphRemoveDependencies(graph, &a, &b, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphAddEmptyNode(&node, graph, &foreign, 1), cudaErrorInvalidValue);
    assert_error(cudaGraphAddEmptyNode(&node, graph, NULL, 1), cudaErrorInvalidValue);
    assert_error(cudaGraphGetEdges(graph, from, NULL, &some, NULL), cudaErrorInvalidValue);

    assert_cuda(cudaGraphAddDependencies(graph, &a, &b, 1, 0)); /* a circle */
    assert_error(cudaGraphInstantiate(&exec, graph, (uintptr_t)&wrong, log, sizeof log),
                 cudaErrorInvalidValue);
    assert_true((wrong == a || wrong == b) && log[0] && log[0] != 'x');
    assert_cuda(cudaGraphRemoveDependencies(graph, &b, &a, 1, 0));
    run_once(graph);
    assert_int_equal(word_of(block), 2);
    assert_cuda(cudaGraphDestroyNode(b));
    assert_int_equal(nodes_of(graph), 1);
    assert_error(cudaGraphDestroyNode(b), cudaErrorInvalidValue);
    assert_cuda(cudaGraphDestroy(graph));
    assert_error(cudaGraphDestroyNode(a), cudaErrorInvalidValue);
}

/* --- copies of graphs, and what was instantiated --- */

static void clones(void **state)
{
    uint32_t *block = zeroed(4);
    const hw_graph graph = new_graph();
    const hw_node node = add_fill(graph, NULL, 0, block, 1);
    hw_graph clone;
    hw_node twin, none;

    (void)state;
    assert_cuda(cudaGraphClone(&clone, graph));
    assert_cuda(cudaGraphNodeFindInClone(&twin, node, clone));
    assert_true(twin != node);
    assert_error(cudaGraphNodeFindInClone(&none, twin, clone), cudaErrorInvalidValue);
    assert_cuda(cudaGraphDestroy(graph));
    run_once(clone);
    assert_int_equal(word_of(block), 1);
    assert_error(cudaGraphClone(&clone, graph), cudaErrorInvalidValue);
    assert_error(cudaGraphClone(NULL, clone), cudaErrorInvalidValue);
    assert_error(cudaGraphCreate(&clone, 1), cudaErrorInvalidValue);
    assert_error(cudaGraphCreate(NULL, 0), cudaErrorInvalidValue);
}

static void updates(void **state)
{
    uint32_t *block = zeroed(8);
    const hw_graph graph = new_graph(), like = new_graph(), longer = new_graph(), other = new_graph();
    const hw_node node = add_fill(graph, NULL, 0, block, 1);
    hw_node wrong = NULL, empty;
    struct hw_instantiation made = {.result = -1};
    unsigned long long flags = 9;
    unsigned enabled = 0;
    int result = -1;
    hw_exec exec;

    (void)state;
    add_fill(like, NULL, 0, block, 2);
    add_fill(longer, NULL, 0, block, 2);
    add_fill(longer, NULL, 0, block, 2);
    assert_cuda(cudaGraphAddEmptyNode(&empty, other, NULL, 0));
    assert_cuda(cudaGraphInstantiateWithParams(&exec, graph, &made));
    assert_int_equal(made.result, HW_INSTANTIATE_SUCCESS);
    assert_cuda(cudaGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, 0);
    assert_cuda(cudaGraphExecUpdate(exec, like, &wrong, &result));
    assert_true(result == HW_CHANGE_NONE && !wrong);
    run(exec);
    assert_int_equal(word_of(block), 2);
    assert_error(cudaGraphExecUpdate(exec, longer, &wrong, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, HW_CHANGE_TOPOLOGY);
    assert_error(cudaGraphExecUpdate(exec, other, &wrong, &result), cudaErrorGraphExecUpdateFailure);
    assert_true(result == HW_CHANGE_TYPE && wrong == empty);

    assert_cuda(cudaGraphNodeGetEnabled(exec, node, &enabled));
    assert_int_equal(enabled, 1);
    assert_cuda(cudaGraphNodeSetEnabled(exec, node, 0));
    assert_cuda(cudaMemset(block, 0, 4));
    run(exec);
    assert_int_equal(word_of(block), 0);
    assert_error(cudaGraphNodeSetEnabled(exec, empty, 0), cudaErrorInvalidValue);
    assert_cuda(cudaGraphUpload(exec, NULL));
    assert_error(cudaGraphUpload(NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphLaunch(exec, (cudaStream_t)block), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphInstantiateWithFlags(&exec, graph, 64), cudaErrorInvalidValue);
    assert_error(cudaGraphInstantiateWithFlags(&exec, graph, HW_EXEC_DEVICE), cudaErrorNotSupported);
    assert_error(cudaGraphInstantiateWithFlags(NULL, graph, 0), cudaErrorInvalidValue);
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_error(cudaGraphExecDestroy(exec), cudaErrorInvalidValue);
    assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue);
    cudaGetLastError();
}

static void pictures(void **state)
{
    char path[] = "/tmp/halfwarp-graph-XXXXXX", text[512] = "";
    const hw_graph graph = new_graph();
    const int file = mkstemp(path);
    hw_node first, second;

    (void)state;
    assert_cuda(cudaGraphAddEmptyNode(&first, graph, NULL, 0));
    assert_cuda(cudaGraphAddEmptyNode(&second, graph, &first, 1));
    assert_cuda(cudaGraphDebugDotPrint(graph, path, 0));
    assert_true(read(file, text, sizeof text - 1) > 0);
    assert_true(strstr(text, "digraph") && strstr(text, "EMPTY") && strstr(text, "->"));
    close(file);
    unlink(path);
    assert_error(cudaGraphDebugDotPrint(graph, "/nowhere/graph", 0), cudaErrorOperatingSystem);
    assert_error(cudaGraphDebugDotPrint(graph, NULL, 0), cudaErrorInvalidValue);
}

/* --- memory and objects --- */

static void memory(void **state)
{
    const hw_graph graph = new_graph(), parent = new_graph();
    struct hw_node_alloc alloc = {.pool = {.allocation_type = 1, .location = {.type = 1}}, .bytes = 256}, got;
    hw_node made, used, freed, child;
    uint32_t word = 0;
    hw_graph clone;
    uint64_t bytes;

    (void)state;
    assert_cuda(cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &alloc));
    assert_non_null(alloc.address);
    assert_cuda(cudaGraphMemAllocNodeGetParams(made, &got));
    assert_true(got.address == alloc.address && got.bytes == 256);
    used = add_fill(graph, &made, 1, alloc.address, 77);
    assert_cuda(cudaGraphAddMemcpyNode1D(&used, graph, &used, 1, &word, alloc.address, 4, D2H));
    assert_cuda(cudaGraphAddMemFreeNode(&freed, graph, &used, 1, alloc.address));
    assert_error(cudaGraphAddMemFreeNode(&child, graph, &used, 1, alloc.address), cudaErrorInvalidValue);
    assert_error(cudaGraphClone(&clone, graph), cudaErrorNotSupported);
    assert_error(cudaGraphAddChildGraphNode(&child, parent, NULL, 0, graph), cudaErrorNotSupported);
    assert_error(cudaGraphDestroyNode(made), cudaErrorInvalidValue);
    const hw_exec exec = exec_of(graph);
    run(exec);
    run(exec);
    assert_int_equal(word, 77);
    assert_cuda(cudaDeviceGetGraphMemAttribute(0, 1, &bytes)); /* at most in use */
    assert_int_equal(bytes, 256);
    assert_cuda(cudaDeviceGetGraphMemAttribute(0, 0, &bytes));
    assert_int_equal(bytes, 0);
    bytes = 1;
    assert_error(cudaDeviceSetGraphMemAttribute(0, 1, &bytes), cudaErrorInvalidValue);
    bytes = 0;
    assert_cuda(cudaDeviceSetGraphMemAttribute(0, 1, &bytes));
    assert_error(cudaDeviceGetGraphMemAttribute(9, 1, &bytes), cudaErrorInvalidDevice);
    assert_cuda(cudaDeviceGraphMemTrim(0));
    alloc.bytes = 0;
    assert_error(cudaGraphAddMemAllocNode(&made, parent, NULL, 0, &alloc), cudaErrorInvalidValue);
    assert_error(cudaGraphMemFreeNodeGetParams(made, (void *)&word), cudaErrorInvalidValue);
    assert_cuda(cudaGraphDestroy(graph));
    assert_cuda(cudaGraphExecDestroy(exec));
}

static void unfreed_memory(void **state)
{
    const hw_graph graph = new_graph();
    struct hw_node_alloc alloc = {.pool = {.allocation_type = 1, .location = {.type = 1}}, .bytes = 256};
    hw_node made;
    hw_exec again;

    (void)state;
    assert_cuda(cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &alloc));
    add_fill(graph, &made, 1, alloc.address, 5);
    const hw_exec exec = exec_of(graph);
    assert_cuda(cudaGraphInstantiateWithFlags(&again, graph, HW_EXEC_FREES));
    run(exec);
    assert_int_equal(word_of(alloc.address), 5);
    assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue); /* not freed yet */
    assert_cuda(cudaFree(alloc.address));
    assert_error(cudaFree(alloc.address), cudaErrorInvalidDevicePointer);
    run(again);
    run(again);
    assert_cuda(cudaFree(alloc.address));
    cudaGetLastError();
}

static void objects(void **state)
{
    const hw_graph graph = new_graph();
    hw_user_object object, other;
    int ended = 0;
    hw_node node;

    (void)state;
    assert_cuda(cudaUserObjectCreate(&object, &ended, count, 1, 1));
    assert_cuda(cudaUserObjectRetain(object, 1));
    assert_cuda(cudaGraphRetainUserObject(graph, object, 1, HW_USER_OBJECT_MOVE));
    assert_cuda(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
    const hw_exec exec = exec_of(graph);
    assert_cuda(cudaUserObjectRelease(object, 1));
    assert_cuda(cudaGraphDestroy(graph));
    assert_int_equal(ended, 0);
    assert_cuda(cudaGraphExecDestroy(exec));
    for (int wait = 0; wait < 1000 && !__atomic_load_n(&ended, __ATOMIC_ACQUIRE); wait++)
        usleep(1000);
    assert_int_equal(ended, 1);
    assert_error(cudaUserObjectRetain(object, 1), cudaErrorInvalidValue);
    assert_error(cudaUserObjectRelease(object, 1), cudaErrorInvalidValue);
    assert_error(cudaUserObjectCreate(&other, NULL, NULL, 1, 1), cudaErrorInvalidValue);
    assert_error(cudaUserObjectCreate(&other, NULL, count, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphReleaseUserObject(graph, object, 1), cudaErrorInvalidValue);
}

/* --- threads --- */

#define THREADS 4

static void *make_and_launch(void *block)
{
    cudaStream_t stream;
    intptr_t errors = cudaStreamCreateWithFlags(&stream, 1) != cudaSuccess;

    for (unsigned round = 0; round < 20; round++) {
        hw_graph graph;
        hw_exec exec;
        errors += cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD) != cudaSuccess;
        errors += cudaMemsetAsync(block, (int)round, 4, stream) != cudaSuccess;
        errors += cudaStreamEndCapture(stream, &graph) != cudaSuccess;
        errors += cudaGraphInstantiateWithFlags(&exec, graph, 0) != cudaSuccess;
        errors += cudaGraphLaunch(exec, stream) != cudaSuccess;
        errors += cudaGraphExecDestroy(exec) != cudaSuccess;
        errors += cudaGraphDestroy(graph) != cudaSuccess;
    }
    errors += cudaStreamSynchronize(stream) != cudaSuccess;
    return (void *)errors;
}

static void four_threads(void **state)
{
    uint32_t *block = zeroed(4 * THREADS);
    pthread_t threads[THREADS];
    void *errors;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_and_launch, block + i), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &errors), 0);
        assert_null(errors);
        assert_int_equal(word_of(block + i), 19 * 0x01010101);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(kernels, fresh_device),
        cmocka_unit_test_setup(attributes, fresh_device),
        cmocka_unit_test_setup(copies, fresh_device),
        cmocka_unit_test_setup(fills, fresh_device),
        cmocka_unit_test_setup(functions_and_events, fresh_device),
        cmocka_unit_test_setup(children, fresh_device),
        cmocka_unit_test_setup(any_kind, fresh_device),
        cmocka_unit_test_setup(edges, fresh_device),
        cmocka_unit_test_setup(clones, fresh_device),
        cmocka_unit_test_setup(updates, fresh_device),
        cmocka_unit_test_setup(pictures, fresh_device),
        cmocka_unit_test_setup(memory, fresh_device),
        cmocka_unit_test_setup(unfreed_memory, fresh_device),
        cmocka_unit_test_setup(objects, fresh_device),
        cmocka_unit_test_setup(four_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
