/* SPDX-License-Identifier: MIT */
/* The driver's functions that end in _ptsz and _ptds: with stream 0 each does its work in the thread's own
 * stream, so that a capture of that one sees it. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#define OF_STREAM(name) extern __typeof__(name) name##_ptsz
#define OF_NONE(name)   extern __typeof__(name) name##_ptds
/* clang-format off */
OF_STREAM(cuEventRecord); OF_STREAM(cuEventRecordWithFlags); OF_STREAM(cuStreamWaitEvent);
OF_STREAM(cuLaunchHostFunc); OF_STREAM(cuStreamAddCallback); OF_STREAM(cuLaunchKernel);
OF_STREAM(cuLaunchCooperativeKernel); OF_STREAM(cuMemAllocAsync); OF_STREAM(cuMemAllocFromPoolAsync);
OF_STREAM(cuMemFreeAsync); OF_STREAM(cuMemcpy2DAsync_v2); OF_STREAM(cuMemcpy3DAsync_v2);
OF_STREAM(cuMemcpy3DPeerAsync); OF_STREAM(cuMemcpyAsync); OF_STREAM(cuMemcpyAtoHAsync_v2);
OF_STREAM(cuMemcpyDtoDAsync_v2); OF_STREAM(cuMemcpyDtoHAsync_v2); OF_STREAM(cuMemcpyHtoAAsync_v2);
OF_STREAM(cuMemcpyPeerAsync); OF_STREAM(cuMemsetD16Async); OF_STREAM(cuMemsetD2D16Async);
OF_STREAM(cuMemsetD2D32Async); OF_STREAM(cuMemsetD2D8Async); OF_STREAM(cuMemsetD32Async);
OF_STREAM(cuGraphLaunch); OF_STREAM(cuGraphUpload); OF_STREAM(cuGraphInstantiateWithParams);
OF_STREAM(cuStreamBeginCapture); OF_STREAM(cuStreamBeginCapture_v2); OF_STREAM(cuStreamBeginCaptureToGraph);
OF_STREAM(cuStreamEndCapture); OF_STREAM(cuStreamGetAttribute); OF_STREAM(cuStreamSetAttribute);
OF_STREAM(cuStreamGetCaptureInfo); OF_STREAM(cuStreamGetCaptureInfo_v2); OF_STREAM(cuStreamGetCaptureInfo_v3);
OF_STREAM(cuStreamGetCtx_v2); OF_STREAM(cuStreamGetDevice); OF_STREAM(cuStreamGetFlags);
OF_STREAM(cuStreamGetPriority); OF_STREAM(cuStreamIsCapturing); OF_STREAM(cuStreamQuery);
OF_STREAM(cuStreamUpdateCaptureDependencies); OF_STREAM(cuStreamUpdateCaptureDependencies_v2);
OF_STREAM(cuStreamSynchronize);
OF_NONE(cuMemcpy); OF_NONE(cuMemcpy2DUnaligned_v2); OF_NONE(cuMemcpy2D_v2); OF_NONE(cuMemcpy3D_v2);
OF_NONE(cuMemcpy3DPeer); OF_NONE(cuMemcpyAtoA_v2); OF_NONE(cuMemcpyAtoD_v2); OF_NONE(cuMemcpyAtoH_v2);
OF_NONE(cuMemcpyDtoA_v2); OF_NONE(cuMemcpyHtoA_v2); OF_NONE(cuMemcpyHtoD_v2); OF_NONE(cuMemcpyPeer);
OF_NONE(cuMemsetD16_v2); OF_NONE(cuMemsetD2D16_v2); OF_NONE(cuMemsetD2D32_v2); OF_NONE(cuMemsetD2D8_v2);
OF_NONE(cuMemsetD8_v2);
/* clang-format on */

static struct fatbin fatbin;
static CUfunction hash;
static CUdeviceptr block, other;
static CUarray line, same_line;
static CUevent event;
static uint32_t words[4] = {1, 2, 3, 4}, got[4];

static int begin(void **state)
{
    const CUDA_ARRAY_DESCRIPTOR descriptor = {4, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    CUmodule module;

    (void)state;
    fatbin_make(&fatbin, "generations", (const char *const[]){"sm_20", NULL});
    return create_context(0) || cuModuleLoadFatBinary(&module, fatbin.bytes) ||
           cuModuleGetFunction(&hash, module, "generation_hash") || cuMemAlloc_v2(&block, 1024) ||
           cuMemAlloc_v2(&other, 1024) || cuArrayCreate_v2(&line, &descriptor) ||
           cuArrayCreate_v2(&same_line, &descriptor) || cuEventCreate(&event, 0);
}

static int end(void **state)
{
    fatbin_free(&fatbin);
    return end_context(state);
}

static void begin_capture(void)
{
    assert_cu(cuStreamBeginCapture_v2_ptsz(NULL, HW_CAPTURE_THREAD));
}

static size_t end_capture(void)
{
    CUgraph graph;
    size_t nodes = 0;

    assert_cu(cuStreamEndCapture_ptsz(NULL, &graph));
    assert_cu(cuGraphGetNodes(graph, NULL, &nodes));
    assert_cu(cuGraphDestroy(graph));
    return nodes;
}

/* Copies of 2 rows of 8 bytes on the device. */
static CUDA_MEMCPY2D two_rows(void)
{
    return (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                           .srcDevice = block,
                           .srcPitch = 8,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = other,
                           .dstPitch = 8,
                           .WidthInBytes = 8,
                           .Height = 2};
}

static CUDA_MEMCPY3D two_rows_of_a_box(void)
{
    return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                           .srcDevice = block,
                           .srcPitch = 8,
                           .srcHeight = 2,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = other,
                           .dstPitch = 8,
                           .dstHeight = 2,
                           .WidthInBytes = 8,
                           .Height = 2,
                           .Depth = 1};
}

/* A call with the stream `own` is captured by the own stream where that is 0, and refused where it is none.
 */
#define CAPTURED(nodes, call)               \
    own = NULL;                             \
    begin_capture();                        \
    assert_cu(call);                        \
    assert_int_equal(end_capture(), nodes); \
    own = no_stream;                        \
    assert_int_equal(call, CUDA_ERROR_INVALID_HANDLE)

static void count_call(void *calls)
{
    ++*(int *)calls;
}

static void work_is_captured(void **state)
{
    const CUDA_MEMCPY2D flat = two_rows();
    const CUDA_MEMCPY3D box = two_rows_of_a_box();
    CUDA_MEMCPY3D_PEER between = box;
    uint32_t rounds = 3;
    void *values[] = {&rounds, &block};
    CUdeviceptr room = 0;
    CUmemoryPool pool;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    struct hw_instantiation instantiation = {0};
    CUstream own;
    int calls = 0;

    (void)state;
    between.srcContext = between.dstContext = group_context;
    assert_cu(cuDeviceGetDefaultMemPool(&pool, 0));
    CAPTURED(0, cuEventRecord_ptsz(event, own));
    CAPTURED(0, cuEventRecordWithFlags_ptsz(event, own, 0));
    CAPTURED(1, cuLaunchHostFunc_ptsz(own, count_call, &calls));
    CAPTURED(1, cuLaunchKernel_ptsz(hash, 1, 1, 1, 32, 1, 1, 0, own, values, NULL));
    CAPTURED(1, cuMemcpy2DAsync_v2_ptsz(&flat, own));
    CAPTURED(1, cuMemcpy3DAsync_v2_ptsz(&box, own));
    CAPTURED(1, cuMemcpy3DPeerAsync_ptsz(&between, own));
    CAPTURED(1, cuMemcpyAsync_ptsz(other, block, 16, own));
    CAPTURED(1, cuMemcpyAtoHAsync_v2_ptsz(got, line, 0, 16, own));
    CAPTURED(1, cuMemcpyDtoDAsync_v2_ptsz(other, block, 16, own));
    CAPTURED(1, cuMemcpyDtoHAsync_v2_ptsz(got, block, 16, own));
    CAPTURED(1, cuMemcpyHtoAAsync_v2_ptsz(line, 0, words, 16, own));
    CAPTURED(1, cuMemcpyPeerAsync_ptsz(other, group_context, block, group_context, 16, own));
    CAPTURED(1, cuMemsetD16Async_ptsz(block, 7, 2, own));
    CAPTURED(1, cuMemsetD32Async_ptsz(block, 7, 2, own));
    CAPTURED(1, cuMemsetD2D8Async_ptsz(block, 8, 7, 4, 2, own));
    CAPTURED(1, cuMemsetD2D16Async_ptsz(block, 8, 7, 2, 2, own));
    CAPTURED(1, cuMemsetD2D32Async_ptsz(block, 8, 7, 1, 2, own));
    CAPTURED(1, cuMemAllocAsync_ptsz(&room, 64, own));
    CAPTURED(1, cuMemAllocFromPoolAsync_ptsz(&room, 64, pool, own));
    assert_cu(cuMemAllocAsync_ptsz(&room, 64, NULL));
    assert_cu(cuMemFreeAsync_ptsz(room, NULL));
    assert_int_equal(cuMemFreeAsync_ptsz(room, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_cu(cuGraphInstantiateWithParams_ptsz(&exec, graph, &instantiation));
    assert_int_equal(cuGraphInstantiateWithParams_ptsz(&exec, graph, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphLaunch_ptsz(exec, NULL));
    assert_int_equal(cuGraphLaunch_ptsz(exec, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuGraphUpload_ptsz(exec, NULL));
    assert_int_equal(cuGraphUpload_ptsz(exec, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_int_equal(cuLaunchCooperativeKernel_ptsz(hash, 1, 1, 1, 32, 1, 1, 0, NULL, values),
                     CUDA_ERROR_NOT_SUPPORTED); /* by this chip */
}

static void call_back(CUstream stream, CUresult status, void *calls)
{
    (void)stream;
    *(int *)calls += status == CUDA_SUCCESS;
}

static void what_the_stream_is(void **state)
{
    uint64_t attribute[8] = {1};
    unsigned flags = 9;
    int priority = 9, device = 9, calls = 0;
    CUcontext context = NULL;
    void *green = attribute;

    (void)state;
    assert_cu(cuStreamGetFlags_ptsz(NULL, &flags));
    assert_cu(cuStreamGetPriority_ptsz(NULL, &priority));
    assert_cu(cuStreamGetDevice_ptsz(NULL, &device));
    assert_true(flags == 0 && priority == 0 && device == 0);
    assert_cu(cuStreamGetCtx_v2_ptsz(NULL, &context, &green));
    assert_true(context == group_context && green == NULL);
    assert_cu(cuStreamSetAttribute_ptsz(NULL, 1, attribute));
    memset(attribute, 0, sizeof attribute);
    assert_cu(cuStreamGetAttribute_ptsz(NULL, 1, attribute));
    assert_int_equal(attribute[0], 1);
    assert_cu(cuEventRecord_ptsz(event, NULL));
    assert_cu(cuStreamWaitEvent_ptsz(NULL, event, 0));
    assert_cu(cuStreamAddCallback_ptsz(NULL, call_back, &calls, 0));
    assert_cu(cuStreamSynchronize_ptsz(NULL));
    assert_cu(cuStreamQuery_ptsz(NULL));
    assert_int_equal(calls, 1);
    const CUresult wrong[] = {
        cuStreamGetFlags_ptsz(no_stream, &flags),
        cuStreamGetPriority_ptsz(no_stream, &priority),
        cuStreamGetDevice_ptsz(no_stream, &device),
        cuStreamGetCtx_v2_ptsz(no_stream, &context, &green),
        cuStreamSetAttribute_ptsz(no_stream, 1, attribute),
        cuStreamGetAttribute_ptsz(no_stream, 1, attribute),
        cuStreamWaitEvent_ptsz(no_stream, event, 0),
        cuStreamAddCallback_ptsz(no_stream, call_back, &calls, 0),
        cuStreamQuery_ptsz(no_stream),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(wrong[i], CUDA_ERROR_INVALID_HANDLE);
}

/* Captures in each form, of the own stream and of others. */
static void captures(void **state)
{
    const CUgraphNode *last;
    const struct hw_edge *data;
    CUgraphNode first, second;
    CUgraph graph, inner, same;
    CUstream stream;
    size_t count = 9;
    unsigned long long number = 0;
    uint64_t old_number = 0;
    int status = 9;

    (void)state;
    assert_cu(cuStreamBeginCapture_ptsz(NULL)); /* of CUDA 10.0 */
    assert_cu(cuStreamIsCapturing_ptsz(NULL, &status));
    assert_int_equal(status, HW_CAPTURED_NOW);
    assert_cu(cuStreamGetCaptureInfo_ptsz(NULL, &status, &old_number));
    assert_cu(cuStreamGetCaptureInfo_v2_ptsz(NULL, &status, &number, &inner, &last, &count));
    assert_true(number == old_number && number > 0 && inner && count == 0);
    number = 0;
    assert_cu(cuMemsetD32Async_ptsz(block, 1, 1, NULL));
    assert_cu(cuStreamGetCaptureInfo_v3_ptsz(NULL, &status, &number, &inner, &last, &data, &count));
    assert_true(number == old_number && count == 1);
    first = last[0];
    assert_cu(cuGraphAddEmptyNode(&second, inner, NULL, 0));
    assert_cu(cuStreamUpdateCaptureDependencies_ptsz(NULL, &second, 1, 0)); /* in addition */
    assert_cu(cuStreamGetCaptureInfo_v2_ptsz(NULL, &status, &number, &inner, &last, &count));
    assert_int_equal(count, 2);
    assert_cu(cuStreamUpdateCaptureDependencies_v2_ptsz(NULL, &first, NULL, 1, 1)); /* instead */
    assert_cu(cuStreamGetCaptureInfo_v2_ptsz(NULL, &status, &number, &inner, &last, &count));
    assert_true(count == 1 && last[0] == first);
    assert_cu(cuStreamEndCapture_ptsz(NULL, &graph));
    assert_cu(cuStreamBeginCaptureToGraph_ptsz(NULL, graph, &first, NULL, 1, HW_CAPTURE_THREAD));
    assert_cu(cuStreamEndCapture_ptsz(NULL, &same));
    assert_ptr_equal(same, graph);
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    assert_cu(cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, HW_CAPTURE_THREAD));
    assert_cu(cuStreamGetCaptureInfo_v2(stream, &status, &number, &inner, &last, &count));
    assert_true(inner == graph && count == 1 && last[0] == first);
    assert_cu(cuStreamUpdateCaptureDependencies_v2(stream, &second, NULL, 1, 1));
    assert_cu(cuStreamGetCaptureInfo_v3(stream, &status, &number, &inner, &last, &data, &count));
    assert_true(count == 1 && last[0] == second);
    assert_cu(cuStreamEndCapture(stream, &same));
    assert_int_equal(cuStreamUpdateCaptureDependencies_v2(stream, &second, NULL, 1, 1),
                     CUDA_ERROR_ILLEGAL_STATE);
    assert_int_equal(cuStreamUpdateCaptureDependencies_v2_ptsz(NULL, &second, NULL, 1, 1),
                     CUDA_ERROR_ILLEGAL_STATE);
    assert_int_equal(cuStreamUpdateCaptureDependencies_ptsz(NULL, &second, 1, 0), CUDA_ERROR_ILLEGAL_STATE);
    assert_int_equal(cuStreamGetCaptureInfo_v2(stream, NULL, &number, NULL, NULL, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamGetCaptureInfo_v3(no_stream, &status, NULL, NULL, NULL, NULL, NULL),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamGetCaptureInfo_ptsz(no_stream, &status, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamIsCapturing_ptsz(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamBeginCapture_ptsz(no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuStreamBeginCapture_v2_ptsz(NULL, 9), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamBeginCaptureToGraph_ptsz(NULL, NULL, NULL, NULL, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamEndCapture_ptsz(NULL, &same), CUDA_ERROR_ILLEGAL_STATE);
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuStreamDestroy_v2(stream));
}

/* --- without a stream: the work is done when they return --- */

static void expect_words(const uint32_t *wanted, size_t count)
{
    memset(got, 0, sizeof got);
    assert_cu(cuMemcpyDtoH_v2(got, other, count * 4));
    assert_memory_equal(got, wanted, count * 4);
    assert_cu(cuMemsetD32_v2(other, 0, 8));
}

static void copies_and_fills(void **state)
{
    CUDA_MEMCPY2D flat = two_rows();
    CUDA_MEMCPY3D box = two_rows_of_a_box();

    (void)state;
    flat.srcMemoryType = box.srcMemoryType = CU_MEMORYTYPE_HOST;
    flat.srcHost = box.srcHost = words;
    assert_cu(cuMemcpyHtoD_v2_ptds(block, words, 16));
#define COPIED(call) \
    assert_cu(call); \
    expect_words(words, 4)
    COPIED(cuMemcpy2D_v2_ptds(&flat));
    COPIED(cuMemcpy2DUnaligned_v2_ptds(&flat));
    COPIED(cuMemcpy3D_v2_ptds(&box));
    box.srcContext = box.dstContext = group_context;
    COPIED(cuMemcpy3DPeer_ptds(&box));
    COPIED(cuMemcpy_ptds(other, block, 16));
    COPIED(cuMemcpyPeer_ptds(other, group_context, block, group_context, 16));
    assert_cu(cuMemcpyHtoA_v2_ptds(line, 0, words, 16));
    assert_cu(cuMemcpyAtoA_v2_ptds(same_line, 0, line, 0, 16));
    COPIED(cuMemcpyAtoD_v2_ptds(other, same_line, 0, 16));
    assert_cu(cuMemcpyDtoA_v2_ptds(same_line, 0, block, 8));
    assert_cu(cuMemcpyAtoH_v2_ptds(got, same_line, 4, 8));
    assert_true(got[0] == 2 && got[1] == 3);
#define FILLED(call, ...) \
    assert_cu(call);      \
    expect_words((const uint32_t[]){__VA_ARGS__}, 2)
    FILLED(cuMemsetD8_v2_ptds(other, 5, 3), 0x050505, 0);
    FILLED(cuMemsetD16_v2_ptds(other, 0x102, 3), 0x1020102, 0x102);
    FILLED(cuMemsetD2D8_v2_ptds(other, 4, 5, 1, 2), 5, 5);
    FILLED(cuMemsetD2D16_v2_ptds(other, 4, 0x102, 1, 2), 0x102, 0x102);
    FILLED(cuMemsetD2D32_v2_ptds(other, 4, 9, 1, 2), 9, 9);
    flat.srcHost = NULL;
    box.srcHost = NULL;
    const CUresult wrong[] = {
        cuMemcpy2D_v2_ptds(&flat),
        cuMemcpy2DUnaligned_v2_ptds(&flat),
        cuMemcpy3D_v2_ptds(&box),
        cuMemcpy3DPeer_ptds(&box),
        cuMemcpy_ptds(other, 0, 16),
        cuMemcpyHtoA_v2_ptds(line, 0, NULL, 16),
        cuMemcpyAtoD_v2_ptds(other, line, 99, 16),
        cuMemcpyAtoA_v2_ptds(same_line, 8, line, 0, 16),
        cuMemcpyDtoA_v2_ptds(line, 0, 0, 16),
        cuMemcpyAtoH_v2_ptds(NULL, line, 0, 16),
        cuMemcpyPeer_ptds(0, group_context, block, group_context, 16),
        cuMemsetD8_v2_ptds(0, 5, 3),
        cuMemsetD16_v2_ptds(other + 1, 5, 3),
        cuMemsetD2D8_v2_ptds(0, 4, 5, 1, 2),
        cuMemsetD2D16_v2_ptds(other + 1, 4, 5, 1, 2),
        cuMemsetD2D32_v2_ptds(other, 4, 9, 3, 2),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(wrong[i], CUDA_ERROR_INVALID_VALUE);
}

/* --- functions that have a later form besides --- */

static void graphs_without_data(void **state)
{
    struct hw_node_any any = {.type = HW_NODE_EMPTY};
    const CUDA_MEMCPY3D box = two_rows_of_a_box();
    uint32_t rounds = 3;
    void *values[] = {&rounds, &block};
    struct hw_node_kernel kernel = {hash, {1, 1, 1}, {32, 1, 1}, 0, values, NULL, NULL, NULL};
    CUgraph graph;
    CUgraphNode node[4], found;
    CUgraphExec exec;
    size_t count = 1;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0));
    assert_cu(cuGraphAddNode(&node[0], graph, NULL, 0, &any));
    assert_cu(cuGraphAddNode(&node[1], graph, NULL, 0, &any));
    assert_cu(cuGraphAddDependencies(graph, &node[0], &node[1], 1));
    assert_cu(cuGraphNodeGetDependencies(node[1], &found, &count));
    assert_true(count == 1 && found == node[0]);
    assert_cu(cuGraphNodeGetDependentNodes(node[0], &found, &count));
    assert_true(count == 1 && found == node[1]);
    assert_cu(cuGraphRemoveDependencies(graph, &node[0], &node[1], 1));
    assert_int_equal(cuGraphRemoveDependencies(graph, &node[0], &node[1], 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddDependencies(graph, NULL, &node[1], 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphNodeGetDependencies(NULL, &found, &count), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphNodeGetDependentNodes(node[0], &found, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphAddNode(&node[0], graph, NULL, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphAddKernelNode_v2(&node[2], graph, NULL, 0, &kernel));
    assert_cu(cuGraphAddMemcpyNode(&node[3], graph, NULL, 0, &box, group_context));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    rounds = 5;
    assert_cu(cuGraphExecKernelNodeSetParams_v2(exec, node[2], &kernel));
    assert_cu(cuGraphExecMemcpyNodeSetParams(exec, node[3], &box, group_context));
    assert_int_equal(cuGraphExecKernelNodeSetParams_v2(exec, node[2], NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphExecMemcpyNodeSetParams(exec, node[2], &box, group_context),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
}

static void contexts_and_shared_events(void **state)
{
    CUdevice device = 9;
    CUipcEventHandle handle;
    CUevent shared, opened;

    (void)state;
    assert_cu(cuCtxGetDevice_v2(&device, group_context));
    assert_int_equal(device, 0);
    assert_cu(cuCtxSynchronize_v2(group_context));
    assert_cu(cuCtxSynchronize_v2(NULL)); /* the current one */
    assert_int_equal(cuCtxGetDevice_v2(NULL, group_context), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxSynchronize_v2((CUcontext)&device)); /* no context: the current one */
    assert_cu(cuEventCreate(&shared, CU_EVENT_DISABLE_TIMING | 4));
    assert_cu(cuIpcGetEventHandle(&handle, shared));
    assert_int_equal(cuIpcGetEventHandle(NULL, shared), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcGetEventHandle(&handle, event), CUDA_ERROR_INVALID_HANDLE); /* not to be shared */
    assert_cu(cuIpcGetEventHandle(&handle, shared));
    memset(&handle, 0x5a, sizeof handle);
    assert_int_not_equal(cuIpcOpenEventHandle(&opened, handle), CUDA_SUCCESS);
    assert_cu(cuEventDestroy_v2(shared));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_captured),
        cmocka_unit_test(what_the_stream_is),
        cmocka_unit_test(captures),
        cmocka_unit_test(copies_and_fills),
        cmocka_unit_test(graphs_without_data),
        cmocka_unit_test(contexts_and_shared_events),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
