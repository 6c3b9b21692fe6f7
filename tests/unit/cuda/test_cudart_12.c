/* SPDX-License-Identifier: MIT */
/* libcudart.so.12: where it differs from CUDA 11's.  Its structures, of which cudaGetDeviceProperties fills
 * CUDA 11's part only. */
#include "cuda/runtime/runtime.h"
#include "cuda_fault_numbers.h"
#include "cudart_later_properties.h"

#include <pthread.h>

#define FIRST_BYTES 728

struct properties {
    BEGINNING_OF_PROPERTIES
    LATER_PROPERTIES(DECLARE_INT, DECLARE_INTS, DECLARE_SIZE, DECLARE_INT)
    int reserved[63];
};

static void every_field(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;

    (void)state;
    assert_int_equal(sizeof has.properties, 1032);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties_v2((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_string_equal(has.properties.name, "gp104 (halfwarp)");
    assert_string_equal(has.properties.uuid, "halfwarp-0");
    LATER_PROPERTIES(CHECK_INT, CHECK_INTS, CHECK_SIZE, CHECK_INT)
    assert_true(has.properties.major == 6 && has.properties.minor == 1 && has.properties.warpSize == 32);
    assert_true(has.properties.sharedMemPerMultiprocessor == 98304 &&
                has.properties.sharedMemPerBlockOptin == 49152);
    assert_true(has.properties.maxBlocksPerMultiProcessor == 32 &&
                has.properties.regsPerMultiprocessor == 65536);
    assert_true(has.properties.singleToDoublePrecisionPerfRatio == 32 && has.properties.managedMemory == 1);
    assert_true(has.properties.l2CacheSize == 2 << 20 && has.properties.globalL1CacheSupported == 0);
    assert_true(has.properties.clusterLaunch == 0 && has.properties.reserved[0] == 0);
    assert_error((int)cudaGetDeviceProperties_v2(NULL, 0), 1);
    assert_error((int)cudaGetDeviceProperties_v2((struct cudaDeviceProp *)(void *)&has, 1), 101);
}

static void the_shorter_structure(void **state)
{
    struct properties longer;
    char shorter[FIRST_BYTES + 8];

    (void)state;
    memset(shorter, 0x55, sizeof shorter);
    assert_cuda(cudaGetDeviceProperties_v2((struct cudaDeviceProp *)(void *)&longer, 0));
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)shorter, 0));
    assert_memory_equal(shorter, &longer, FIRST_BYTES);
    assert_int_equal(shorter[FIRST_BYTES], 0x55);
}

/* The program's wishes are in its toolkit's places. */
static void wishes(void **state)
{
    struct properties wish;
    int device = -1;

    (void)state;
    memset(&wish, 0, sizeof wish);
    wish.major = 6;
    wish.minor = 1;
    assert_cuda(cudaChooseDevice(&device, (struct cudaDeviceProp *)(void *)&wish));
    assert_int_equal(device, 0);
    wish.major = 3;
    wish.minor = 0;
    wish.multiProcessorCount = 1000;
    assert_cuda(cudaChooseDevice(&device, (struct cudaDeviceProp *)(void *)&wish));
    assert_int_equal(device, 0);
    assert_error((int)cudaChooseDevice(&device, NULL), 1);
}

static void numbers_there_are(void **state)
{
    int value;

    (void)state;
    assert_cuda(cudaDeviceGetAttribute(&value, 161, 0));
    assert_error((int)cudaDeviceGetAttribute(&value, 162, 0), 1);
    assert_error((int)cudaDeviceGetAttribute(&value, 0, 0), 1);
    assert_error((int)cudaDeviceGetAttribute(NULL, 1, 0), 1);
    assert_error((int)cudaDeviceGetAttribute(&value, 1, 1), 101);
}

enum { FOUND, NO_SYMBOL, LATER };

/* The version of the driver's function is the runtime's own, or the caller's. */
static void driver_functions(void **state)
{
    void *function = NULL, *other = NULL;
    int status = -1;

    (void)state;
    assert_cuda(cudaGetDriverEntryPoint("cuGetProcAddress", &function, 0, &status));
    assert_true(function && status == FOUND);
    assert_cuda(cudaGetDriverEntryPointByVersion("cuGetProcAddress", &other, 11080, 0, &status));
    assert_true(other && other != function && status == FOUND);
    assert_cuda(cudaGetDriverEntryPointByVersion("cuGetProcAddress", &other, 11020, 0, &status));
    assert_true(!other && status == LATER);
    assert_cuda(cudaGetDriverEntryPoint("cuNothing", &function, 0, &status));
    assert_true(!function && status == NO_SYMBOL);
    assert_cuda(cudaGetDriverEntryPoint("cuInit", &function, 2, NULL));
    assert_non_null(function);
    assert_cuda(cudaGetDriverEntryPointByVersion_ptsz("cuGetProcAddress", &other, 12000, 0, NULL));
    assert_error((int)cudaGetDriverEntryPoint("cuInit", &function, 9, &status), 1);
    assert_error((int)cudaGetDriverEntryPointByVersion("cuInit", &function, 3000000000u, 0, &status), 1);
}

static void *set_and_ask(void *nothing)
{
    int device = -1;

    for (int i = 0; i < 100; i++) {
        assert_cuda(cudaSetDevice(0));
        assert_cuda(cudaGetDevice(&device));
        assert_int_equal(device, 0);
    }
    return nothing;
}

/* In a thread of its own, which has no context yet. */
static void *begin_devices(void *get_current)
{
    int (*current)(void **context) = (int (*)(void **))get_current;
    void *context = NULL;
    unsigned flags = 0;

    assert_cuda(cudaInitDevice(0, 0, 0)); /* the device is ready, and no context current */
    assert_true(current(&context) == 0 && !context);
    assert_error((int)cudaSetDevice(1), 101);
    assert_true(current(&context) == 0 && !context);
    assert_cuda(cudaSetDevice(0));
    assert_true(current(&context) == 0 && context);
    assert_cuda(cudaSetDeviceFlags(4));
    assert_cuda(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags & 7, 4);
    assert_cuda(cudaInitDevice(0, 1, 1));
    assert_cuda(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags & 7, 1);
    assert_error((int)cudaInitDevice(0, 0, 2), 1);
    assert_error((int)cudaInitDevice(0, 3, 1), 1); /* spin and yield */
    assert_error((int)cudaInitDevice(1, 0, 0), 101);
    return NULL;
}

/* A device that is set has a context at once, and takes flags then. */
static void devices_begin_when_they_are_set(void **state)
{
    pthread_t threads[4];
    void *get_current = NULL;

    (void)state;
    assert_cuda(cudaGetDriverEntryPoint("cuCtxGetCurrent", &get_current, 0, NULL));
    assert_int_equal(pthread_create(&threads[0], NULL, begin_devices, get_current), 0);
    pthread_join(threads[0], NULL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, set_and_ask, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

/* Flags where a node and a text were, a structure where a node and a result were; edges have no data in these
 * names. */
static void forms_of_graphs(void **state)
{
    struct hw_update_info info = {.result = -1};
    struct hw_node_any any = {.type = HW_NODE_EMPTY};
    unsigned long long flags = 0, number = 0;
    size_t edges = 0;
    hw_graph graph;
    hw_node node, other;
    hw_exec exec;
    cudaStream_t stream;
    int status = -1;

    (void)state;
    assert_cuda(cudaGraphCreate(&graph, 0));
    assert_cuda(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_cuda(cudaGraphAddNode(&other, graph, &node, 1, (uintptr_t)&any, NULL));
    assert_cuda(cudaGraphGetEdges(graph, NULL, NULL, &edges, NULL));
    assert_int_equal(edges, 1);
    assert_cuda(cudaGraphRemoveDependencies(graph, &node, &other, 1, 0));
    assert_cuda(cudaGraphInstantiate(&exec, graph, HW_EXEC_FREES, NULL, 0));
    assert_cuda(cudaGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, HW_EXEC_FREES);
    assert_cuda(cudaGraphExecUpdate(exec, graph, &info, NULL));
    assert_int_equal(info.result, HW_CHANGE_NONE);
    assert_error((int)cudaGraphInstantiate(&exec, graph, 64, NULL, 0), 1);
    assert_cuda(cudaStreamCreateWithFlags(&stream, 1));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    assert_cuda(cudaStreamGetCaptureInfo(stream, &status, &number, NULL, NULL, NULL, NULL));
    assert_true(status == HW_CAPTURED_NOW && number > 0);
    assert_cuda(cudaStreamUpdateCaptureDependencies(stream, NULL, 0, 1, 0));
    assert_error((int)cudaStreamSynchronize(stream), 900);
    assert_error((int)cudaStreamEndCapture(stream, &graph), 901);
    assert_cuda(cudaStreamDestroy(stream));
}

static void numbers_of_faults(void **state)
{
    (void)state;
    assert_int_equal(fault_number("sm_61", "service_null", launch_since_7), 700);
    assert_int_equal(fault_number("sm_61", "service_trap", launch_since_7), 719);
    assert_string_equal(cudaGetErrorString((cudaError_t)700), "an illegal memory access was encountered");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field),      cmocka_unit_test(the_shorter_structure),
        cmocka_unit_test(wishes),           cmocka_unit_test(numbers_there_are),
        cmocka_unit_test(driver_functions), cmocka_unit_test(devices_begin_when_they_are_set),
        cmocka_unit_test(forms_of_graphs),  cmocka_unit_test(numbers_of_faults),
    };
    setenv("HALFWARP_CHIP", "sm_61", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
