/* SPDX-License-Identifier: MIT */
/* The driver API: what streams are, captures, and graphs; where it differs from the runtime, whose tests look
 * at what both share. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#define ROUNDS 100u

static struct fatbin fatbin;
static CUfunction hash;

static int begin(void **state)
{
    CUmodule module;

    (void)state;
    fatbin_make(&fatbin, "generations", (const char *const[]){"sm_20", NULL});
    return create_context(0) || cuModuleLoadFatBinary(&module, fatbin.bytes) ||
           cuModuleGetFunction(&hash, module, "generation_hash");
}

static int end(void **state)
{
    fatbin_free(&fatbin);
    return end_context(state);
}

static CUdeviceptr words(size_t count)
{
    const CUdeviceptr address = allocate(count * 4);

    assert_cu(cuMemsetD32_v2(address, 0, count));
    return address;
}

static uint32_t word_at(CUdeviceptr address)
{
    uint32_t word = 0;

    assert_cu(cuMemcpyDtoH_v2(&word, address, 4));
    return word;
}

static void run(CUgraph graph)
{
    CUgraphExec exec;
    CUgraphNode wrong;
    char log[8];

    assert_cu(cuGraphInstantiate_v2(&exec, graph, &wrong, log, sizeof log));
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_cu(cuCtxSynchronize());
    assert_cu(cuGraphExecDestroy(exec));
}

/* --- streams --- */

static void what_streams_are(void **state)
{
    uint64_t set[8] = {1, 2, 3}, got[8];
    unsigned long long number = 0, other_number = 0;
    CUcontext context = NULL;
    CUdevice device = -1;
    CUstream stream, other;
    void *green = set;

    (void)state;
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_cu(cuStreamCreate(&other, 0));
    assert_cu(cuStreamGetCtx(stream, &context));
    assert_ptr_equal(context, group_context);
    assert_cu(cuStreamGetCtx_v2(NULL, &context, &green));
    assert_true(context == group_context && !green);
    assert_cu(cuStreamGetId(stream, &number));
    assert_cu(cuStreamGetId(other, &other_number));
    assert_true(number != other_number);
    assert_cu(cuStreamGetDevice(stream, &device));
    assert_int_equal(device, 0);
    assert_cu(cuStreamSetAttribute(stream, 1, set));
    assert_cu(cuStreamCopyAttributes(other, stream));
    assert_cu(cuStreamGetAttribute(other, 1, got));
    assert_memory_equal(got, set, sizeof set);
    assert_int_equal(cuStreamGetCtx(no_stream, &context), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamGetCtx(stream, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamGetId(stream, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamGetDevice(no_stream, &device), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamGetAttribute(stream, 99, got), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamSetAttribute(stream, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamCopyAttributes(no_stream, stream), CUDA_ERROR_INVALID_HANDLE);
}

/* --- captures --- */

static void captures(void **state)
{
    CUdeviceptr block = words(2);
    CUstream stream;
    CUgraph graph;
    uint64_t number = 0;
    int status = -1, mode = 0;

    (void)state;
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_cu(cuStreamBeginCapture_v2(stream, HW_CAPTURE_THREAD));
    assert_cu(cuMemsetD32Async(block, 7, 2, stream));
    assert_cu(cuStreamGetCaptureInfo(stream, &status, &number));
    assert_true(status == HW_CAPTURED_NOW && number > 0);
    assert_cu(cuStreamEndCapture(stream, &graph));
    assert_int_equal(word_at(block), 0);
    run(graph);
    assert_int_equal(word_at(block), 7);
    assert_cu(cuStreamBeginCapture(stream)); /* CUDA 10.0 */
    assert_int_equal(cuStreamSynchronize(stream), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_int_equal(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    assert_int_equal(cuStreamBeginCapture_v2(stream, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamBeginCapture_v2(no_stream, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamEndCapture(stream, &graph), CUDA_ERROR_ILLEGAL_STATE);
    assert_cu(cuThreadExchangeStreamCaptureMode(&mode));
}

static void into_a_graph(void **state)
{
    CUdeviceptr block = words(2);
    CUgraphNode first, wrong = (CUgraphNode)&block;
    CUstream stream;
    CUgraph graph, same;
    size_t edges = 0;

    (void)state;
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddEmptyNode(&first, graph, NULL, 0));
    assert_cu(cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, HW_CAPTURE_THREAD));
    assert_int_equal(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemsetD32Async(block, 7, 2, stream));
    assert_cu(cuStreamUpdateCaptureDependencies(stream, &first, 1, 0)); /* on both */
    assert_cu(cuMemsetD32Async(block, 8, 1, stream));
    assert_cu(cuStreamEndCapture(stream, &same));
    assert_ptr_equal(same, graph);
    assert_cu(cuGraphGetEdges(graph, NULL, NULL, &edges));
    assert_int_equal(edges, 3);
    run(graph);
    assert_true(word_at(block) == 8 && word_at(block + 4) == 7);
    assert_int_equal(cuStreamBeginCaptureToGraph(stream, graph, &wrong, NULL, 1, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamUpdateCaptureDependencies(stream, &first, 1, 0), CUDA_ERROR_ILLEGAL_STATE);
}

/* --- nodes --- */

static void kernels(void **state)
{
    CUdeviceptr out = words(128);
    uint32_t rounds = ROUNDS;
    void *values[] = {&rounds, &out};
    struct {
        uint32_t rounds;
        CUdeviceptr out;
    } buffer = {ROUNDS, out};
    size_t bytes = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    struct hw_node_kernel kernel = {hash, {2, 1, 1}, {64, 1, 1}, 0, values, NULL, NULL, NULL}, got;
    CUgraph graph;
    CUgraphNode node;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddKernelNode(&node, graph, NULL, 0, &kernel));
    run(graph);
    const uint32_t expected = word_at(out + 4);
    assert_true(expected != 0);
    assert_cu(cuGraphKernelNodeGetParams_v2(node, &got));
    assert_true(got.function == hash && !got.kernel && *(uint32_t *)got.arguments[0] == ROUNDS);

    assert_cu(cuMemsetD32_v2(out, 0, 128));
    kernel = (struct hw_node_kernel){NULL, {2, 1, 1}, {64, 1, 1}, 0, NULL, extra, hash, NULL};
    assert_cu(cuGraphKernelNodeSetParams_v2(node, &kernel));
    run(graph);
    assert_int_equal(word_at(out + 4), expected);
    assert_int_equal(cuGraphAddKernelNode(&node, graph, NULL, 0, &kernel), CUDA_ERROR_INVALID_HANDLE);
    CUcontext here, there, top;
    assert_cu(cuCtxGetCurrent(&here));
    assert_cu(cuCtxCreate_v2(&there, 0, 0));
    assert_cu(cuCtxPopCurrent_v2(&top));
    kernel.context = there;
    assert_int_equal(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuCtxDestroy_v2(there));
    kernel.context = here;
    assert_cu(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel));
    kernel.arguments = values;
    assert_int_equal(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, NULL), CUDA_ERROR_INVALID_VALUE);
}

static void copies_and_fills(void **state)
{
    uint32_t from[4] = {1, 2, 3, 4}, to[4] = {0};
    CUdeviceptr block = words(4);
    CUDA_MEMCPY3D there = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                           .srcHost = from,
                           .srcPitch = 8,
                           .srcHeight = 2,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = block,
                           .dstPitch = 8,
                           .dstHeight = 2,
                           .WidthInBytes = 8,
                           .Height = 2,
                           .Depth = 1},
                  back = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = block,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = to,
                          .WidthInBytes = 16,
                          .Height = 1,
                          .Depth = 1},
                  got;
    const struct hw_node_fill fill = {(void *)(uintptr_t)(block + 4), 0, 9, 4, 1, 1};
    CUgraph graph;
    CUgraphNode copy, filled, last;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddMemcpyNode(&copy, graph, NULL, 0, &there, group_context));
    assert_cu(cuGraphAddMemsetNode(&filled, graph, &copy, 1, &fill, group_context));
    assert_cu(cuGraphAddMemcpyNode(&last, graph, &filled, 1, &back, group_context));
    run(graph);
    assert_true(to[0] == 1 && to[1] == 9 && to[2] == 3 && to[3] == 4);
    assert_cu(cuGraphMemcpyNodeGetParams(copy, &got));
    assert_true(got.srcHost == from && got.dstDevice == block && got.WidthInBytes == 8 && got.Height == 2 &&
                got.srcMemoryType == CU_MEMORYTYPE_HOST && got.dstMemoryType == CU_MEMORYTYPE_DEVICE);
    assert_cu(cuGraphMemcpyNodeSetParams(copy, &got));
    back.srcMemoryType = 9;
    assert_int_equal(cuGraphMemcpyNodeSetParams(copy, &back), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddMemcpyNode(&copy, graph, NULL, 0, NULL, group_context),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphMemcpyNodeGetParams(filled, &got), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddMemsetNode(&copy, graph, NULL, 0, NULL, group_context),
                     CUDA_ERROR_INVALID_VALUE);
}

static void updates(void **state)
{
    CUdeviceptr block = words(1);
    const struct hw_node_fill one = {(void *)(uintptr_t)block, 0, 1, 4, 1, 1},
                              two = {(void *)(uintptr_t)block, 0, 2, 4, 1, 1};
    struct hw_update_info info = {.result = -1};
    CUgraph graph, like, empty;
    CUgraphNode node;
    CUgraphExec exec;
    int result = -1;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphCreate(&like, 0));
    assert_cu(cuGraphCreate(&empty, 0));
    assert_cu(cuGraphAddMemsetNode(&node, graph, NULL, 0, &one, group_context));
    assert_cu(cuGraphAddMemsetNode(&node, like, NULL, 0, &two, group_context));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_cu(cuGraphExecUpdate_v2(exec, like, &info));
    assert_int_equal(info.result, HW_CHANGE_NONE);
    assert_cu(cuGraphLaunch(exec, NULL));
    assert_int_equal(word_at(block), 2);
    assert_int_equal(cuGraphExecUpdate(exec, empty, &node, &result), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(result, HW_CHANGE_TOPOLOGY);
    assert_int_equal(cuGraphLaunch(exec, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuGraphExecDestroy(exec));
    assert_int_equal(cuGraphExecUpdate_v2(exec, like, &info), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphInstantiate(&exec, NULL, NULL, NULL, 0), CUDA_ERROR_INVALID_VALUE);
}

/* What a thread that has popped its context may give back: JAX does. */
static void given_back_without_context(void **state)
{
    CUcontext top;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_cu(cuCtxPopCurrent_v2(&top));
    assert_cu(cuGraphDestroyNode(node));
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_int_equal(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxPushCurrent_v2(top));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_streams_are),
        cmocka_unit_test(captures),
        cmocka_unit_test(into_a_graph),
        cmocka_unit_test(kernels),
        cmocka_unit_test(copies_and_fills),
        cmocka_unit_test(updates),
        cmocka_unit_test(given_back_without_context),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
