/* SPDX-License-Identifier: MIT */
/* libcudart.so.13: CUDA 13's structures, which lost clocks and modes. */
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/runtime_object.h"
#include "cudart_later_properties.h"
#include "made_fatbin.h"
#include "sanitized.h"

struct properties {
    BEGINNING_OF_PROPERTIES
    LATER_PROPERTIES(DECLARE_INT, DECLARE_INTS, DECLARE_SIZE, DECLARE_NOTHING)
    int deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
    int hostNumaMultinodeIpcSupported, reserved[56];
};

static void every_field(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;

    (void)state;
    assert_int_equal(sizeof has.properties, 1008);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_string_equal(has.properties.name, "gk110 (halfwarp)");
    LATER_PROPERTIES(CHECK_INT, CHECK_INTS, CHECK_SIZE, CHECK_NOTHING)
    assert_true(has.properties.major == 3 && has.properties.minor == 5 &&
                has.properties.multiProcessorCount == 15);
    assert_true(has.properties.maxBlocksPerMultiProcessor == 16 && has.properties.deviceNumaId == -1);
    assert_attribute("deviceNumaConfig", 130, has.properties.deviceNumaConfig);
    assert_attribute("hostNumaId", 134, has.properties.hostNumaId);
    assert_int_equal(has.properties.reserved[55], 0);
}

/* The structure has 144 bytes, of which what is about clusters is 0. */
static void kernels(void **state)
{
    static const char *const targets[] = {"sm_35", NULL};
    static char stub;
    struct {
        struct cudaFuncAttributes known;
        int later[26], guard;
    } kernel;
    struct fatbin variables;

    (void)state;
    fatbin_make(&variables, "variables", targets);
    void **handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &stub, "variable_written");
    memset(&kernel, 0x55, sizeof kernel);
    assert_cuda(cudaFuncGetAttributes(&kernel.known, &stub));
    assert_true(kernel.known.binaryVersion == 35 && kernel.later[1] == 49152 && kernel.later[2] == -1);
    for (int i = 3; i < 26; i++)
        assert_int_equal(kernel.later[i], 0);
    assert_int_equal(kernel.guard, 0x55555555);
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
}

extern __typeof__(cudaMemPrefetchAsync) cudaMemPrefetchAsync_ptsz;
extern __typeof__(cudaStreamAttachMemAsync) cudaStreamAttachMemAsync_ptsz;

/* A place stands where the number of a device stood, and flags before the stream. */
static void places_of_managed_memory(void **state)
{
    const uint64_t host = HW_LOCATION_HOST | (uint64_t)7 << 32, device = HW_LOCATION_DEVICE;
    void *memory = NULL;
    int where = 9;
    const cudaError_t error = cudaMallocManaged(&memory, 4096, 1);

    (void)state;
    if (SANITIZED && (int)error == 801)
        skip();
    assert_cuda(error);
    assert_cuda(cudaMemPrefetchAsync(memory, 4096, host, 0, NULL));
    assert_cuda(cudaMemPrefetchAsync_ptsz(memory, 4096, host, 0, NULL));
    assert_cuda(cudaStreamAttachMemAsync_ptsz(NULL, memory, 0, 4));
    assert_error((int)cudaStreamAttachMemAsync_ptsz(NULL, memory, 0, 3), 1);
    assert_cuda(cudaMemRangeGetAttribute(&where, sizeof where, 4, memory, 4096));
    assert_int_equal(where, -1);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, host, 1, NULL), 1);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, 0, 0, NULL), 101);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, device, 0, NULL), 101); /* of 3.5 */
    assert_cuda(cudaMemAdvise(memory, 4096, 3, host));
    assert_cuda(cudaMemRangeGetAttribute(&where, sizeof where, 5, memory, 4096));
    assert_int_equal(where, HW_LOCATION_HOST);
    assert_cuda(cudaFree(memory));
}

/* Edges have data. */
static void forms_of_graphs(void **state)
{
    struct hw_node_any any = {.type = HW_NODE_EMPTY};
    struct hw_edge plain = {0}, other_kind = {.type = 1}, got[2];
    const struct hw_edge *data = &plain;
    const hw_node *nodes = NULL;
    hw_node node, other, from[2], to[2];
    size_t count = 2;
    hw_graph graph, captured = NULL;
    cudaStream_t stream;
    int status = -1;

    (void)state;
    memset(got, 0x55, sizeof got);
    assert_cuda(cudaGraphCreate(&graph, 0));
    assert_cuda(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_cuda(cudaGraphAddNode(&other, graph, &node, (uintptr_t)&plain, 1, &any));
    assert_cuda(cudaGraphGetEdges(graph, from, to, got, &count));
    assert_true(count == 1 && from[0] == node && to[0] == other && got[0].type == 0);
    count = 2;
    assert_cuda(cudaGraphNodeGetDependencies(other, from, got, &count));
    assert_int_equal(count, 1);
    count = 2;
    assert_cuda(cudaGraphNodeGetDependentNodes(node, to, got, &count));
    assert_int_equal(count, 1);
    assert_cuda(cudaGraphRemoveDependencies(graph, &node, &other, (uintptr_t)&plain, 1));
    assert_error((int)cudaGraphAddDependencies(graph, &node, &other, (uintptr_t)&other_kind, 1), 1);
    assert_cuda(cudaGraphAddDependencies(graph, &node, &other, 0, 1));
    assert_cuda(cudaStreamCreateWithFlags(&stream, 1));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    assert_cuda(cudaStreamGetCaptureInfo(stream, &status, NULL, &captured, &nodes, &data, &count));
    assert_true(status == HW_CAPTURED_NOW && captured && count == 0 && !data);
    assert_cuda(cudaStreamUpdateCaptureDependencies(stream, NULL, 0, 0, 1));
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_ptr_equal(graph, captured);
    assert_cuda(cudaStreamDestroy(stream));
}

/* CUDA 13's description of a resource ends with flags. */
static void resources_have_flags(void **state)
{
    const struct cudaTextureDesc plain = {.addressMode = {1, 1, 1}};
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear}, back;
    cudaTextureObject_t object = 0;
    void *memory;

    (void)state;
    assert_cuda(cudaMalloc(&memory, 256));
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = (struct cudaChannelFormatDesc){32, 0, 0, 0, cudaChannelFormatKindFloat};
    resource.res.linear.sizeInBytes = 256;
    resource.flags = 1;
    assert_error((int)cudaCreateTextureObject(&object, &resource, &plain, NULL), 1);
    resource.flags = 0;
    assert_cuda(cudaCreateTextureObject(&object, &resource, &plain, NULL));
    memset(&back, 0x55, sizeof back);
    assert_cuda(cudaGetTextureObjectResourceDesc(&back, object));
    assert_memory_equal(&back, &resource, sizeof back);
    assert_cuda(cudaDestroyTextureObject(object));
    assert_cuda(cudaFree(memory));
}

/* CUDA 13 has no place for the index of a copy that fails. */
static void batches_of_copies(void **state)
{
    const struct hw_copy_attributes attributes = {.source = HW_COPY_SOURCE_IN_STREAM};
    const size_t bytes = 4, first = 0;
    uint32_t word = 5, *memory;
    cudaStream_t stream;
    struct hw_copy_box box = {.to = {.type = HW_COPY_MEMORY, .memory = {.pointer = &word}},
                              .extent = {4, 1, 1},
                              .source = HW_COPY_SOURCE_IN_STREAM};

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaMalloc((void **)&memory, 4));
    const void *from = &word;
    assert_cuda(cudaMemcpyBatchAsync((void *const *)&memory, &from, &bytes, (size_t)1, &attributes, &first,
                                     (size_t)1, stream));
    assert_cuda(cudaStreamSynchronize(stream));
    word = 0;
    box.from = (struct hw_copy_operand){.type = HW_COPY_MEMORY, .memory = {.pointer = memory}};
    assert_cuda(cudaMemcpy3DBatchAsync(1, &box, 0, (uintptr_t)stream, NULL));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(word, 5);
    assert_cuda(cudaFree(memory));
    assert_cuda(cudaStreamDestroy(stream));
}

/* Who asks for what nobody has written goes on without it: the next call that looks finds no error of that.
 */
extern cudaError_t cudaImportExternalMemory(void *memory, const void *description);
static void what_is_missing_is_no_last_error(void **state)
{
    void *memory;

    (void)state;
    cudaGetLastError();
    assert_int_equal(cudaImportExternalMemory(&memory, NULL), 801);
    assert_cuda(cudaPeekAtLastError());
    assert_int_equal(cudaSetDevice(-5), 101);
    assert_int_equal(cudaImportExternalMemory(&memory, NULL), 801);
    assert_int_equal(cudaGetLastError(), 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field),
        cmocka_unit_test(kernels),
        cmocka_unit_test(resources_have_flags),
        cmocka_unit_test(forms_of_graphs),
        cmocka_unit_test(places_of_managed_memory),
        cmocka_unit_test(batches_of_copies),
        cmocka_unit_test(what_is_missing_is_no_last_error),
    };
    setenv("HALFWARP_CHIP", "sm_35", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
