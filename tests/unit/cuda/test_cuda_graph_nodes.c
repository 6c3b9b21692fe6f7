/* SPDX-License-Identifier: MIT */
/* Nodes of graphs by hand, each kind right and wrong, in graphs and in what was instantiated of them. */
#include "cuda_graphs.h"

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

/* Nodes know when what they use is gone. */
static void arrays(void **state)
{
    const struct cudaChannelFormatDesc texel = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    uint32_t words[4] = {1, 2, 3, 4}, got[4] = {0};
    struct cudaMemcpy3DParms up = {.srcPtr = {words, 16, 16, 1},
                                   .extent = {4, 1, 1},
                                   .kind = cudaMemcpyHostToDevice},
                             down = {.dstPtr = {got, 16, 16, 1},
                                     .extent = {4, 1, 1},
                                     .kind = cudaMemcpyDeviceToHost},
                             same;
    const hw_graph graph = new_graph();
    hw_node there, back;

    (void)state;
    assert_cuda(cudaMallocArray(&up.dstArray, &texel, 4, 1, 0));
    down.srcArray = up.dstArray;
    assert_cuda(cudaGraphAddMemcpyNode(&there, graph, NULL, 0, &up));
    assert_cuda(cudaGraphAddMemcpyNode(&back, graph, &there, 1, &down));
    assert_cuda(cudaGraphMemcpyNodeGetParams(there, &same));
    assert_true(same.dstArray == up.dstArray && same.extent.width == 4);
    const hw_exec exec = exec_of(graph);
    run(exec);
    assert_memory_equal(got, words, sizeof words);
    assert_cuda(cudaFreeArray(up.dstArray));
    assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphAddMemcpyNode(&there, graph, NULL, 0, &up), cudaErrorInvalidValue);
    cudaGetLastError();
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
    fill.width = 0;
    assert_error(cudaGraphAddMemsetNode(&other, graph, NULL, 0, &fill), cudaErrorInvalidValue);
    fill.width = 1;
    fill.address = NULL;
    assert_error(cudaGraphAddMemsetNode(&other, graph, NULL, 0, &fill), cudaErrorInvalidValue);
    assert_error(cudaGraphMemsetNodeSetParams(node, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphHostNodeGetParams(node, NULL), cudaErrorInvalidValue);
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
    assert_error(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL), cudaErrorInvalidValue);
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

/* A child that is the program's own graph, as XLA makes it: its nodes' handles name the executable's nodes.
 */
static void moved_children(void **state)
{
    uint32_t *block = zeroed(8);
    const hw_graph graph = new_graph(), child = new_graph(), other = new_graph();
    const hw_node first = add_fill(child, NULL, 0, block, 1);
    struct hw_node_any any = {.type = HW_NODE_CHILD, .child = {child, HW_OWNERSHIP_MOVE}};
    hw_node node, twice;
    hw_graph inner;
    hw_exec exec, no_exec;

    (void)state;
    assert_error(cudaGraphAddNode_v2(&node, child, NULL, NULL, 0, &any), cudaErrorInvalidValue);
    assert_cuda(cudaGraphAddNode_v2(&node, graph, NULL, NULL, 0, &any));
    assert_cuda(cudaGraphChildGraphNodeGetGraph(node, &inner));
    assert_ptr_equal(inner, child);
    assert_error(cudaGraphDestroy(child), cudaErrorInvalidValue);
    assert_error(cudaGraphInstantiateWithFlags(&no_exec, child, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphAddNode_v2(&twice, other, NULL, NULL, 0, &any), cudaErrorInvalidValue);
    assert_error(cudaGraphAddChildGraphNode(&twice, other, NULL, 0, child), cudaErrorInvalidValue);
    any.child.ownership = 2;
    assert_error(cudaGraphAddNode_v2(&twice, other, NULL, NULL, 0, &any), cudaErrorInvalidValue);
    add_fill(child, &first, 1, block + 1, 2); /* it goes on to grow */
    exec = exec_of(graph);
    run(exec);
    assert_true(word_of(block) == 1 && word_of(block + 1) == 2);
    const struct hw_node_fill fill = fill_of(block, 7);
    assert_cuda(cudaGraphExecMemsetNodeSetParams(exec, first, &fill));
    run(exec);
    assert_int_equal(word_of(block), 7);
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaGraphDestroy(graph)); /* and the child */
    assert_error(cudaGraphDestroy(child), cudaErrorInvalidValue);
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
    assert_error(cudaGraphAddNode_v2(&empty, graph, &node, &other, 1, &any), cudaErrorInvalidValue);
    assert_error(cudaGraphAddNode_v2(&empty, graph, &node, NULL, 1, NULL), cudaErrorInvalidValue);
    any.type = 8; /* a semaphore */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(kernels, fresh_device),
        cmocka_unit_test_setup(attributes, fresh_device),
        cmocka_unit_test_setup(copies, fresh_device),
        cmocka_unit_test_setup(arrays, fresh_device),
        cmocka_unit_test_setup(fills, fresh_device),
        cmocka_unit_test_setup(functions_and_events, fresh_device),
        cmocka_unit_test_setup(children, fresh_device),
        cmocka_unit_test_setup(moved_children, fresh_device),
        cmocka_unit_test_setup(any_kind, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
