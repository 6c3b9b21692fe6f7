/* SPDX-License-Identifier: MIT */
/* Every other name of the runtime that ends in _ptsz or _ptds: with stream 0 it is captured by the thread's
 * own stream, and refused with what is no stream.  And the attributes of streams, nodes that copy variables,
 * and pools of a location. */
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#define OWN(name)   extern __typeof__(name) name##_ptsz
#define PLAIN(name) extern __typeof__(name) name##_ptds
/* clang-format off */
OWN(__cudaLaunchKernel); OWN(cudaEventRecordWithFlags); OWN(cudaLaunchCooperativeKernel); OWN(cudaLaunchKernelExC);
OWN(cudaFreeAsync); OWN(cudaMallocAsync); OWN(cudaMallocFromPoolAsync);
OWN(cudaMemcpy2DFromArrayAsync); OWN(cudaMemcpy2DToArrayAsync); OWN(cudaMemcpy3DAsync);
OWN(cudaMemcpy3DPeerAsync); OWN(cudaMemcpyFromArrayAsync); OWN(cudaMemcpyToArrayAsync);
OWN(cudaMemcpyFromSymbolAsync); OWN(cudaMemcpyToSymbolAsync); OWN(cudaMemset2DAsync); OWN(cudaMemset3DAsync);
OWN(cudaGraphInstantiateWithParams); OWN(cudaGraphUpload); OWN(cudaStreamAddCallback);
OWN(cudaStreamBeginCapture); OWN(cudaStreamBeginCaptureToGraph); OWN(cudaStreamEndCapture);
OWN(cudaStreamGetCaptureInfo_v2); OWN(cudaStreamGetCaptureInfo_v3);
OWN(cudaStreamUpdateCaptureDependencies); OWN(cudaStreamUpdateCaptureDependencies_v2);
OWN(cudaStreamCopyAttributes); OWN(cudaStreamGetAttribute); OWN(cudaStreamSetAttribute);
OWN(cudaStreamGetDevice); OWN(cudaStreamGetFlags); OWN(cudaStreamGetId); OWN(cudaStreamGetPriority);
OWN(cudaStreamSynchronize); OWN(cudaMemsetAsync);
PLAIN(cudaMemcpy2DArrayToArray); PLAIN(cudaMemcpy2DFromArray); PLAIN(cudaMemcpy2DToArray);
PLAIN(cudaMemcpy3DPeer); PLAIN(cudaMemcpyFromSymbol); PLAIN(cudaMemcpyToSymbol);
/* clang-format on */

static char written_stub, counters, missing;
static cudaStream_t const no_stream = (cudaStream_t)&missing;
static uint32_t *block, *other;
static struct cudaArray *line, *same_line;
static const uint32_t words[4] = {1, 2, 3, 4};

static int begin(void **state)
{
    const struct cudaChannelFormatDesc texel = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};

    (void)state;
    register_program("variables", graph_targets);
    add_kernel(program_handle, &written_stub, "variable_written");
    __cudaRegisterVar(program_handle, &counters, "counters", "counters", 0, 16, 0, 0);
    block = zeroed(256);
    other = zeroed(256);
    return cudaMallocArray(&line, &texel, 4, 1, 0) != cudaSuccess ||
           cudaMallocArray(&same_line, &texel, 4, 1, 0) != cudaSuccess;
}

/* --- work --- */

#define CAPTURED(nodes, call)                                          \
    own = NULL;                                                        \
    assert_cuda(cudaStreamBeginCapture_ptsz(NULL, HW_CAPTURE_THREAD)); \
    assert_cuda(call);                                                 \
    assert_cuda(cudaStreamEndCapture_ptsz(NULL, &graph));              \
    assert_int_equal(nodes_of(graph), nodes);                          \
    assert_cuda(cudaGraphDestroy(graph));                              \
    own = no_stream;                                                   \
    assert_error(call, cudaErrorInvalidResourceHandle)

static void work_is_captured(void **state)
{
    const dim3 one = {1, 1, 1}, threads = {32, 1, 1};
    const struct cudaMemcpy3DParms box = {.srcPtr = {block, 8, 8, 2},
                                          .dstPtr = {other, 8, 8, 2},
                                          .extent = {8, 2, 1},
                                          .kind = cudaMemcpyDeviceToDevice};
    const struct cudaMemcpy3DPeerParms between = {
        .srcPtr = {block, 8, 8, 2}, .dstPtr = {other, 8, 8, 2}, .extent = {8, 2, 1}};
    const struct cudaPitchedPtr plane = {block, 8, 8, 2};
    const struct cudaExtent extent = {4, 2, 1};
    struct hw_launch_config launch = {.grid = one, .block = threads};
    uint32_t number = 7, got[4];
    void *arguments[] = {&block, &other, &number}, *room;
    cudaStream_t own;
    cudaKernel_t kernel;
    cudaEvent_t event;
    cudaMemPool_t pool;
    hw_graph graph;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
    assert_cuda(__cudaGetKernel(&kernel, &written_stub));
    CAPTURED(0, cudaEventRecordWithFlags_ptsz(event, own, 0));
    CAPTURED(1, __cudaLaunchKernel_ptsz(kernel, one, threads, arguments, 0, own));
    CAPTURED(1, (launch.stream = own, cudaLaunchKernelExC_ptsz(&launch, &written_stub, arguments)));
    assert_error(cudaLaunchKernelExC_ptsz(NULL, &written_stub, arguments), cudaErrorInvalidValue);
    assert_error(cudaLaunchCooperativeKernel_ptsz(&written_stub, one, threads, arguments, 0, NULL),
                 cudaErrorNotSupported); /* by this chip */
    CAPTURED(1, cudaMemcpy2DFromArrayAsync_ptsz(block, 8, line, 0, 0, 8, 1, D2D, own));
    CAPTURED(1, cudaMemcpy2DToArrayAsync_ptsz(line, 0, 0, block, 8, 8, 1, D2D, own));
    CAPTURED(1, cudaMemcpy3DAsync_ptsz(&box, own));
    CAPTURED(1, cudaMemcpy3DPeerAsync_ptsz(&between, own));
    CAPTURED(1, cudaMemcpyFromArrayAsync_ptsz(block, line, 0, 0, 16, D2D, own));
    CAPTURED(1, cudaMemcpyToArrayAsync_ptsz(line, 0, 0, block, 16, D2D, own));
    CAPTURED(1, cudaMemcpyFromSymbolAsync_ptsz(got, &counters, 16, 0, D2H, own));
    CAPTURED(1, cudaMemcpyToSymbolAsync_ptsz(&counters, words, 16, 0, H2D, own));
    CAPTURED(1, cudaMemset2DAsync_ptsz(block, 8, 7, 4, 2, own));
    CAPTURED(1, cudaMemset3DAsync_ptsz(plane, 7, extent, own));
    CAPTURED(1, cudaMallocAsync_ptsz(&room, 64, own));
    CAPTURED(1, cudaMallocFromPoolAsync_ptsz(&room, 64, pool, own));
    assert_cuda(cudaMallocAsync_ptsz(&room, 64, NULL));
    assert_error(cudaFreeAsync_ptsz(room, no_stream), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaFreeAsync_ptsz(room, NULL));
    assert_cuda(cudaStreamSynchronize_ptsz(NULL));
    assert_cuda(cudaEventDestroy(event));
}

static void copies_wait(void **state)
{
    struct cudaMemcpy3DPeerParms between = {
        .srcPtr = {block, 8, 8, 2}, .dstPtr = {other, 8, 8, 2}, .extent = {8, 2, 1}};
    uint32_t got[4] = {0};

    (void)state;
    assert_cuda(cudaMemcpy2DToArray_ptds(line, 0, 0, words, 16, 16, 1, H2D));
    assert_cuda(cudaMemcpy2DArrayToArray_ptds(same_line, 0, 0, line, 0, 0, 16, 1, D2D));
    assert_cuda(cudaMemcpy2DFromArray_ptds(block, 16, same_line, 0, 0, 16, 1, D2D));
    assert_cuda(cudaMemcpy3DPeer_ptds(&between));
    assert_cuda(cudaMemcpyToSymbol_ptds(&counters, other, 16, 0, D2D));
    assert_cuda(cudaMemcpyFromSymbol_ptds(got, &counters, 16, 0, D2H));
    assert_memory_equal(got, words, sizeof got);
    between.dstDevice = 9;
    assert_error(cudaMemcpy3DPeer_ptds(&between), cudaErrorInvalidDevice);
    assert_error(cudaMemcpy2DToArray_ptds(line, 4, 0, words, 16, 16, 1, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy2DFromArray_ptds(got, 8, line, 0, 0, 16, 1, D2H), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2DArrayToArray_ptds(line, 0, 0, line, 0, 1, 16, 1, D2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyToSymbol_ptds(&missing, words, 16, 0, H2D), cudaErrorInvalidSymbol);
    assert_error(cudaMemcpyFromSymbol_ptds(got, &counters, 16, 4, D2H), cudaErrorInvalidValue);
}

/* --- captures --- */

static void captures(void **state)
{
    struct hw_instantiation instantiation = {0};
    unsigned long long number = 0;
    const struct hw_edge *data;
    hw_graph graph, inner, same;
    const hw_node *last;
    hw_node first, second;
    cudaStream_t stream;
    hw_exec exec;
    size_t count = 9;
    int status;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamBeginCapture_ptsz(NULL, HW_CAPTURE_THREAD));
    assert_cuda(cudaMemsetAsync_ptsz(block, 1, 4, NULL));
    assert_cuda(cudaStreamGetCaptureInfo_v2_ptsz(NULL, &status, &number, &inner, &last, &count));
    assert_true(status == HW_CAPTURED_NOW && number > 0 && count == 1);
    first = last[0];
    second = add_fill(inner, NULL, 0, other, 5);
    assert_cuda(cudaStreamUpdateCaptureDependencies_ptsz(NULL, &second, 1, 0, 0)); /* in addition */
    assert_cuda(cudaStreamGetCaptureInfo_v3_ptsz(NULL, &status, &number, &inner, &last, &data, &count));
    assert_int_equal(count, 2);
    assert_cuda(cudaStreamUpdateCaptureDependencies_v2_ptsz(NULL, &first, NULL, 1, 1)); /* instead */
    assert_cuda(cudaStreamGetCaptureInfo_v2_ptsz(NULL, &status, &number, &inner, &last, &count));
    assert_true(count == 1 && last[0] == first);
    assert_cuda(cudaStreamEndCapture_ptsz(NULL, &graph));
    assert_cuda(cudaStreamBeginCaptureToGraph_ptsz(NULL, graph, &first, NULL, 1, HW_CAPTURE_THREAD));
    assert_cuda(cudaStreamEndCapture_ptsz(NULL, &same));
    assert_ptr_equal(same, graph);
    assert_cuda(cudaStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, HW_CAPTURE_THREAD));
    assert_cuda(cudaStreamUpdateCaptureDependencies_v2(stream, &second, NULL, 1, 1));
    assert_cuda(cudaStreamGetCaptureInfo_v3(stream, &status, &number, &inner, &last, &data, &count));
    assert_true(inner == graph && count == 1 && last[0] == second);
    assert_cuda(cudaStreamEndCapture(stream, &same));
    assert_error(cudaStreamUpdateCaptureDependencies_v2(stream, &second, NULL, 1, 1), cudaErrorIllegalState);
    assert_error(cudaStreamUpdateCaptureDependencies_v2_ptsz(NULL, &second, NULL, 1, 1),
                 cudaErrorIllegalState);
    assert_error(cudaStreamUpdateCaptureDependencies_ptsz(NULL, &second, 1, 0, 0), cudaErrorIllegalState);
    assert_error(cudaStreamGetCaptureInfo_v2_ptsz(NULL, NULL, NULL, NULL, NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaStreamGetCaptureInfo_v3(no_stream, &status, NULL, NULL, NULL, NULL, NULL),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamGetCaptureInfo_v3_ptsz(no_stream, &status, NULL, NULL, NULL, NULL, NULL),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamBeginCaptureToGraph_ptsz(NULL, NULL, NULL, NULL, 0, 0), cudaErrorInvalidValue);
    assert_cuda(cudaGraphInstantiateWithParams_ptsz(&exec, graph, &instantiation));
    assert_error(cudaGraphInstantiateWithParams_ptsz(&exec, graph, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGraphUpload_ptsz(exec, NULL));
    assert_error(cudaGraphUpload_ptsz(exec, no_stream), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaGraphDestroy(graph));
    assert_cuda(cudaStreamDestroy(stream));
}

/* --- what streams are and have --- */

enum { SYNCHRONIZING = 3, NO_ATTRIBUTE = 77 };

static void call_back(cudaStream_t stream, cudaError_t error, void *calls)
{
    (void)stream;
    *(int *)calls += error == cudaSuccess;
}

static void streams(void **state)
{
    uint32_t value[16] = {2}, got[16];
    unsigned long long number = 0, other_number = 0;
    unsigned flags = 9;
    int device = 9, priority = 9, calls = 0;
    float milliseconds = -1;
    cudaStream_t stream;
    cudaEvent_t from, to;

    (void)state;
    assert_cuda(cudaStreamCreateWithFlags(&stream, 1));
    assert_cuda(cudaStreamGetFlags(stream, &flags));
    assert_cuda(cudaStreamGetDevice(stream, &device));
    assert_cuda(cudaStreamGetId(stream, &number));
    assert_true(flags == 1 && device == 0);
    flags = device = 9;
    assert_cuda(cudaStreamGetFlags_ptsz(NULL, &flags));
    assert_cuda(cudaStreamGetDevice_ptsz(NULL, &device));
    assert_cuda(cudaStreamGetId_ptsz(NULL, &other_number));
    assert_cuda(cudaStreamGetPriority_ptsz(NULL, &priority));
    assert_true(flags == 0 && device == 0 && priority == 0 && number != other_number);
    assert_cuda(cudaStreamSetAttribute(stream, SYNCHRONIZING, value));
    assert_cuda(cudaStreamCopyAttributes_ptsz(NULL, stream));
    assert_cuda(cudaStreamGetAttribute_ptsz(NULL, SYNCHRONIZING, got));
    assert_int_equal(got[0], 2);
    value[0] = 1;
    assert_cuda(cudaStreamSetAttribute_ptsz(NULL, SYNCHRONIZING, value));
    assert_cuda(cudaStreamGetAttribute(stream, SYNCHRONIZING, got));
    assert_int_equal(got[0], 2); /* of another stream */
    assert_cuda(cudaStreamCopyAttributes(stream, NULL));
    assert_cuda(cudaStreamGetAttribute(stream, SYNCHRONIZING, got));
    assert_int_equal(got[0], 0); /* as of the legacy one */
    assert_cuda(cudaEventCreate(&from));
    assert_cuda(cudaEventCreate(&to));
    assert_cuda(cudaEventRecord(from, NULL));
    assert_cuda(cudaEventRecord(to, NULL));
    assert_cuda(cudaEventSynchronize(to));
    assert_cuda(cudaEventElapsedTime_v2(&milliseconds, from, to));
    assert_true(milliseconds >= 0);
    assert_cuda(cudaStreamAddCallback_ptsz(NULL, call_back, &calls, 0));
    assert_cuda(cudaStreamSynchronize_ptsz(NULL));
    assert_int_equal(calls, 1);
#define NO_STREAM(call) assert_error(call, cudaErrorInvalidResourceHandle)
    NO_STREAM(cudaStreamGetFlags(no_stream, &flags));
    NO_STREAM(cudaStreamGetFlags_ptsz(no_stream, &flags));
    NO_STREAM(cudaStreamGetDevice(no_stream, &device));
    NO_STREAM(cudaStreamGetDevice_ptsz(no_stream, &device));
    NO_STREAM(cudaStreamGetId(no_stream, &number));
    NO_STREAM(cudaStreamGetId_ptsz(no_stream, &number));
    NO_STREAM(cudaStreamGetPriority_ptsz(no_stream, &priority));
    NO_STREAM(cudaStreamGetAttribute(no_stream, SYNCHRONIZING, got));
    NO_STREAM(cudaStreamGetAttribute_ptsz(no_stream, SYNCHRONIZING, got));
    NO_STREAM(cudaStreamSetAttribute(no_stream, SYNCHRONIZING, value));
    NO_STREAM(cudaStreamSetAttribute_ptsz(no_stream, SYNCHRONIZING, value));
    NO_STREAM(cudaStreamCopyAttributes(no_stream, NULL));
    NO_STREAM(cudaStreamCopyAttributes_ptsz(NULL, no_stream));
    NO_STREAM(cudaStreamAddCallback_ptsz(no_stream, call_back, &calls, 0));
    assert_error(cudaStreamGetFlags(stream, NULL), cudaErrorInvalidValue);
    assert_error(cudaStreamGetAttribute(stream, NO_ATTRIBUTE, got), cudaErrorInvalidValue);
    assert_error(cudaStreamSetAttribute(stream, NO_ATTRIBUTE, value), cudaErrorInvalidValue);
    assert_error(cudaStreamSetAttribute_ptsz(NULL, SYNCHRONIZING, NULL), cudaErrorInvalidValue);
    assert_error(cudaEventElapsedTime_v2(NULL, from, to), cudaErrorInvalidValue);
    assert_cuda(cudaEventDestroy(from));
    assert_cuda(cudaEventDestroy(to));
    assert_cuda(cudaStreamDestroy(stream));
}

/* --- nodes that copy variables --- */

static void nodes_of_variables(void **state)
{
    uint32_t in[4] = {0}, out[4] = {0};
    hw_graph graph = new_graph();
    hw_node to, from;
    hw_exec exec;

    (void)state;
    assert_cuda(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, &counters, words, 4, 0, H2D));
    assert_cuda(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, in, &counters, 4, 0, D2H));
    assert_cuda(cudaGraphMemcpyNodeSetParamsToSymbol(to, &counters, words, 8, 8, H2D));
    assert_cuda(cudaGraphMemcpyNodeSetParamsFromSymbol(from, in, &counters, 8, 8, D2H));
    exec = exec_of(graph);
    assert_cuda(cudaGraphLaunch(exec, NULL));
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_true(in[0] == 1 && in[1] == 2 && in[2] == 0);
    assert_cuda(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, &counters, words + 2, 8, 0, H2D));
    assert_cuda(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, &counters, 8, 0, D2H));
    assert_cuda(cudaGraphLaunch(exec, NULL));
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_true(out[0] == 3 && out[1] == 4 && out[2] == 0);
    assert_error(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, &missing, words, 4, 0, H2D),
                 cudaErrorInvalidSymbol);
    assert_error(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, NULL, 0, in, &counters, 8, 12, D2H),
                 cudaErrorInvalidValue);
    assert_error(cudaGraphMemcpyNodeSetParamsToSymbol(to, &counters, words, 4, 0, D2H),
                 cudaErrorInvalidValue);
    assert_error(cudaGraphMemcpyNodeSetParamsFromSymbol(from, in, &missing, 4, 0, D2H),
                 cudaErrorInvalidSymbol);
    assert_error(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, &missing, words, 4, 0, H2D),
                 cudaErrorInvalidSymbol);
    assert_error(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, out, &counters, 4, 16, D2H),
                 cudaErrorInvalidValue);
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaGraphDestroy(graph));
}

/* --- pools of a location --- */

static void pools(void **state)
{
    const struct hw_pool_properties properties = {.allocation_type = HW_ALLOCATION_PINNED,
                                                  .location = {HW_LOCATION_DEVICE, 0}};
    struct hw_location device = {HW_LOCATION_DEVICE, 0}, none = {HW_LOCATION_DEVICE, 9};
    cudaMemPool_t usual, made, pool = NULL;

    (void)state;
    assert_cuda(cudaDeviceGetDefaultMemPool(&usual, 0));
    assert_cuda(cudaMemPoolCreate(&made, &properties));
    assert_cuda(cudaMemGetDefaultMemPool(&pool, &device, HW_ALLOCATION_PINNED));
    assert_ptr_equal(pool, usual);
    assert_cuda(cudaMemSetMemPool(&device, HW_ALLOCATION_PINNED, made));
    assert_cuda(cudaMemGetMemPool(&pool, &device, HW_ALLOCATION_PINNED));
    assert_ptr_equal(pool, made);
    assert_cuda(cudaMemSetMemPool(&device, HW_ALLOCATION_PINNED, usual));
    assert_error(cudaMemGetDefaultMemPool(&pool, NULL, HW_ALLOCATION_PINNED), cudaErrorInvalidValue);
    assert_error(cudaMemGetMemPool(&pool, &device, 7), cudaErrorInvalidValue);
    assert_int_not_equal(cudaMemGetMemPool(&pool, &none, HW_ALLOCATION_PINNED), cudaSuccess);
    assert_error(cudaMemSetMemPool(&device, HW_ALLOCATION_PINNED, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolDestroy(made));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_captured), cmocka_unit_test(copies_wait),        cmocka_unit_test(captures),
        cmocka_unit_test(streams),          cmocka_unit_test(nodes_of_variables), cmocka_unit_test(pools),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, unregister_program);
}
