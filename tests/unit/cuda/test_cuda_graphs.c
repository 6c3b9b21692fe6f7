/* SPDX-License-Identifier: MIT */
/* Graphs by hand: edges, copies of graphs, changes to what was instantiated, pictures, memory, and objects of
 * the program; and the wrong use of each. */
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

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
    some = 0;
    assert_error(cudaGraphGetNodes(graph, from, &some), cudaErrorInvalidValue); /* no room for any */
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
    const hw_graph graph = new_graph(), like = new_graph(), longer = new_graph(), other = new_graph(),
                   rows = new_graph();
    const struct hw_node_fill two = {.address = block, .pitch = 4, .element = 4, .width = 1, .height = 2};
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
    assert_cuda(cudaGraphAddMemsetNode(&wrong, rows, NULL, 0, &two));
    assert_error(cudaGraphExecUpdate(exec, rows, &wrong, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, HW_CHANGE_PARAMETERS);

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
    assert_error(cudaGraphInstantiateWithFlags(&exec, graph, HW_EXEC_UPLOADS), cudaErrorInvalidValue);
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

static void nap(void *nothing)
{
    (void)nothing;
    usleep(1000);
}

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
    assert_error(cudaGraphDestroyNode(made), cudaErrorNotSupported);
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
    alloc.pool.location.id = 1; /* not the current device */
    assert_error(cudaGraphAddMemAllocNode(&made, parent, NULL, 0, &alloc), cudaErrorNotSupported);
    alloc.pool.location.id = 0;
    alloc.bytes = 0;
    assert_error(cudaGraphAddMemAllocNode(&made, parent, NULL, 0, &alloc), cudaErrorInvalidValue);
    assert_error(cudaGraphMemFreeNodeGetParams(made, (void *)&word), cudaErrorInvalidValue);
    word = 0;
    assert_cuda(cudaLaunchHostFunc(NULL, nap, NULL));
    assert_cuda(cudaGraphLaunch(exec, NULL));
    assert_cuda(cudaGraphDestroy(graph));
    assert_cuda(cudaGraphExecDestroy(exec)); /* its memory is still to be used */
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(word, 77);
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
    assert_error(cudaGraphInstantiateWithFlags(&again, graph, HW_EXEC_FREES), cudaErrorNotSupported);
    run(exec);
    assert_int_equal(word_of(alloc.address), 5);
    assert_error(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue); /* not freed yet */
    assert_cuda(cudaFree(alloc.address));
    assert_error(cudaFree(alloc.address), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaGraphInstantiateWithFlags(&again, graph, HW_EXEC_FREES));
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
        cmocka_unit_test_setup(edges, fresh_device),   cmocka_unit_test_setup(clones, fresh_device),
        cmocka_unit_test_setup(updates, fresh_device), cmocka_unit_test_setup(pictures, fresh_device),
        cmocka_unit_test_setup(memory, fresh_device),  cmocka_unit_test_setup(unfreed_memory, fresh_device),
        cmocka_unit_test_setup(objects, fresh_device), cmocka_unit_test_setup(four_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
