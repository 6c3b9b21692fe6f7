/* SPDX-License-Identifier: MIT */
/* Cooperative launches in both interfaces, attributes of launches, and four host threads that launch at a
 * time. */
#include "cuda/core/launches/launch_attribute.h"
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"
#include "cuda_program.h"

#include <pthread.h>
#include <stdio.h>

#define BLOCKS       8u
#define THREADS      64u
#define WIDTH        (BLOCKS * THREADS)
#define ROWS         5u
#define HOST_THREADS 4

enum { COOPERATIVE = 2, CLUSTER = 4, PRIORITY = 8, BLOCKS_EVENT = 7, BEGUN_EVENT = 12, UPDATABLE_NODE };

static const char *const targets[] = {"sm_61", NULL};
static char reverse_stub;
static CUmodule module;
static CUfunction reverse, system_calls, known, bound;

static int begin(void **state)
{
    (void)state;
    register_program("grid", targets);
    add_kernel(program_handle, &reverse_stub, "grid_reverse");
    __cudaRegisterFatBinaryEnd(program_handle);
    return create_context(0) || cuModuleLoadData(&module, &program_fatbin.wrapper) ||
           cuModuleGetFunction(&reverse, module, "grid_reverse") ||
           cuModuleGetFunction(&system_calls, module, "grid_system") ||
           cuModuleGetFunction(&known, module, "grid_known") ||
           cuModuleGetFunction(&bound, module, "grid_bound");
}

/* Rows of which the first says what the others come to. */
static CUdeviceptr first_row(void)
{
    const CUdeviceptr rows = allocate((size_t)4 * WIDTH * ROWS);
    uint32_t first[WIDTH];

    for (uint32_t i = 0; i < WIDTH; i++)
        first[i] = i * 7;
    assert_cu(cuMemsetD32_v2(rows, 0, (size_t)WIDTH * ROWS));
    assert_cu(cuMemcpyHtoD_v2(rows, first, sizeof first));
    return rows;
}

static bool is_reversed(CUdeviceptr rows)
{
    uint32_t got[ROWS][WIDTH];

    if (cuMemcpyDtoH_v2(got, rows, sizeof got) != CUDA_SUCCESS)
        return false;
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t i = 0; i < WIDTH; i++)
            if (got[row][i] != (row % 2 ? WIDTH - 1 - i : i) * 7 + row)
                return false;
    return true;
}

static void has_reversed(CUdeviceptr rows)
{
    assert_true(is_reversed(rows));
    assert_cu(cuMemFree_v2(rows));
}

static CUresult launch_all(CUfunction function, unsigned blocks, unsigned threads, void **values)
{
    return cuLaunchCooperativeKernel(function, blocks, 1, 1, threads, 1, 1, 0, NULL, values);
}

static void blocks_wait_for_each_other(void **state)
{
    const CUfunction functions[] = {reverse, system_calls};
    uint32_t count = ROWS;

    (void)state;
    for (int i = 0; i < 2; i++) {
        CUdeviceptr rows = first_row();
        assert_cu(launch_all(functions[i], BLOCKS, THREADS, (void *[]){&rows, &count}));
        has_reversed(rows);
    }
}

extern __typeof__(cuLaunchCooperativeKernel) cuLaunchCooperativeKernel_ptsz;
extern __typeof__(cudaLaunchCooperativeKernel) cudaLaunchCooperativeKernel_ptsz;

/* What has_reversed reads by then is in the legacy stream, which waits for the thread's own. */
static void so_does_the_own_stream(void **state)
{
    CUdeviceptr rows = first_row();
    uint32_t count = ROWS;
    void *values[] = {&rows, &count};
    const dim3 grid = {BLOCKS, 1, 1}, block = {THREADS, 1, 1}, vast = {1u << 20, 1, 1};

    (void)state;
    assert_cuda(cudaLaunchCooperativeKernel_ptsz(&reverse_stub, grid, block, values, 0, NULL));
    has_reversed(rows);
    rows = first_row();
    assert_cu(cuLaunchCooperativeKernel_ptsz(reverse, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, values));
    has_reversed(rows);
    assert_error(cudaLaunchCooperativeKernel_ptsz(&reverse_stub, vast, block, values, 0, NULL),
                 cudaErrorCooperativeLaunchTooLarge);
    assert_int_equal(cuLaunchCooperativeKernel_ptsz(reverse, 1u << 20, 1, 1, THREADS, 1, 1, 0, NULL, values),
                     CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
}

static void the_runtime_launches_too(void **state)
{
    CUdeviceptr rows = first_row();
    uint32_t count = ROWS;
    void *values[] = {&rows, &count};
    struct hw_cuda_launch_attribute cooperative = {.number = COOPERATIVE, .value.whole = 1};
    const struct hw_launch_config wish = {
        .grid = {BLOCKS, 1, 1}, .block = {THREADS, 1, 1}, .attributes = &cooperative, .attribute_count = 1};
    const dim3 grid = wish.grid, block = wish.block, vast = {1u << 20, 1, 1};

    (void)state;
    assert_cuda(cudaLaunchCooperativeKernel(&reverse_stub, grid, block, values, 0, NULL));
    has_reversed(rows);
    rows = first_row();
    assert_cuda(cudaLaunchKernelExC(&wish, &reverse_stub, values));
    has_reversed(rows);
    assert_error(cudaLaunchCooperativeKernel(&reverse_stub, vast, block, values, 0, NULL),
                 cudaErrorCooperativeLaunchTooLarge);
    assert_error(cudaLaunchKernelExC(NULL, &reverse_stub, values), cudaErrorInvalidValue);
    assert_error(cudaLaunchCooperativeKernel(NULL, grid, block, values, 0, NULL),
                 cudaErrorInvalidDeviceFunction);
}

/* A captured launch stays cooperative, and one that the device cannot hold is refused when it is captured. */
static void captured_launches(void **state)
{
    CUdeviceptr rows = first_row();
    uint32_t count = ROWS;
    void *values[] = {&rows, &count};
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;

    (void)state;
    assert_cu(cuStreamCreate(&stream, 1));
    assert_cu(cuStreamBeginCapture_v2(stream, 0));
    assert_cu(cuLaunchCooperativeKernel(reverse, BLOCKS, 1, 1, THREADS, 1, 1, 0, stream, values));
    assert_cu(cuStreamEndCapture(stream, &graph));
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0));
    assert_false(is_reversed(rows));
    assert_cu(cuGraphLaunch(exec, stream));
    assert_cu(cuStreamSynchronize(stream));
    has_reversed(rows);
    assert_cu(cuGraphExecDestroy(exec));
    assert_cu(cuGraphDestroy(graph));
    assert_cu(cuStreamBeginCapture_v2(stream, 0));
    assert_int_equal(cuLaunchCooperativeKernel(reverse, 1u << 20, 1, 1, THREADS, 1, 1, 0, stream, values),
                     CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    assert_int_equal(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    assert_cu(cuStreamDestroy_v2(stream));
}

/* What grid_known writes: whether there is a workspace, whether the system call says the same, 0. */
static void knows(uint32_t wanted, CUdeviceptr out)
{
    uint32_t got[3] = {9, 9, 9};

    assert_cu(cuMemcpyDtoH_v2(got, out, sizeof got));
    assert_int_equal(got[0], wanted);
    assert_int_equal(got[1], 1);
    assert_int_equal(got[2], 0);
}

static void only_cooperative_launches_have_a_workspace(void **state)
{
    CUdeviceptr out = allocate(16);
    void *values[] = {&out};

    (void)state;
    assert_cu(launch_all(known, 1, 32, values));
    knows(1, out);
    assert_cu(cuLaunchKernel(known, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL));
    knows(0, out);
    assert_cu(cuMemFree_v2(out));
}

static void the_device_holds_all_blocks(void **state)
{
    int blocks, multiprocessors, able;

    (void)state;
    assert_cu(cuDeviceGetAttribute(&able, 95, 0));
    assert_int_equal(able, 1);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bound, THREADS, 0));
    assert_cu(cuDeviceGetAttribute(&multiprocessors, 16, 0));
    const unsigned most = (unsigned)(blocks * multiprocessors);
    CUdeviceptr out = allocate((size_t)4 * THREADS * most);
    void *values[] = {&out};
    assert_cu(launch_all(bound, most, THREADS, values));
    assert_int_equal(launch_all(bound, most + 1, THREADS, values), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    assert_int_equal(cuLaunchCooperativeKernel(bound, 65535, 65535, 65535, 1, 1, 1, 0, NULL, values),
                     CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    assert_cu(cuMemFree_v2(out));
}

static void wrong_launches(void **state)
{
    CUdeviceptr out = allocate(4096);
    void *values[] = {&out};

    (void)state;
    assert_int_equal(launch_all(NULL, 1, 32, values), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(launch_all(bound, 0, 32, values), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_all(bound, 1, 65, values), CUDA_ERROR_INVALID_VALUE); /* than its bound */
    assert_int_equal(launch_all(bound, 1, 32, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchCooperativeKernel(bound, 1, 1, 1, 32, 1, 1, 1u << 20, NULL, values),
                     CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assert_int_equal(cuLaunchCooperativeKernel(bound, 1, 1, 1, 32, 1, 1, 0, no_stream, values),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMemFree_v2(out));
}

/* The second device has no such launches. */
static void older_devices(void **state)
{
    struct fatbin fatbin;
    CUcontext context;
    CUmodule older;
    CUfunction function;
    int able;

    (void)state;
    fatbin_make(&fatbin, "generations", (const char *const[]){"sm_50", NULL});
    assert_cu(cuCtxCreate_v2(&context, 0, 1));
    assert_cu(cuModuleLoadData(&older, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&function, older, "generation_hash"));
    uint32_t rounds = 1;
    CUdeviceptr out = allocate(128);
    void *values[] = {&rounds, &out};
    assert_cu(cuDeviceGetAttribute(&able, 95, 1));
    assert_int_equal(able, 0);
    assert_int_equal(launch_all(function, 1, 32, values), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL));
    assert_cu(cuCtxDestroy_v2(context));
    fatbin_free(&fatbin);
}

/* --- attributes --- */

static CUresult launch_with(struct hw_cuda_launch_attribute attribute, CUdeviceptr out)
{
    const CUlaunchConfig wish = {.gridDimX = 1,
                                 .gridDimY = 1,
                                 .gridDimZ = 1,
                                 .blockDimX = 32,
                                 .blockDimY = 1,
                                 .blockDimZ = 1,
                                 .attrs = &attribute,
                                 .numAttrs = 1};

    return cuLaunchKernelEx(&wish, known, (void *[]){&out}, NULL);
}

static void attributes(void **state)
{
    struct hw_cuda_launch_attribute attribute = {.number = COOPERATIVE, .value.whole = 1};
    CUdeviceptr out = allocate(16);
    CUlaunchConfig none = {.numAttrs = 1};
    CUevent event;

    (void)state;
    assert_cu(launch_with(attribute, out));
    knows(1, out);
    attribute.value.whole = 0;
    assert_cu(launch_with(attribute, out));
    knows(0, out);
    attribute = (struct hw_cuda_launch_attribute){.number = CLUSTER, .value.dimension = {1, 1, 1}};
    assert_cu(launch_with(attribute, out));
    attribute.value.dimension[1] = 2;
    assert_int_equal(launch_with(attribute, out), CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(launch_with((struct hw_cuda_launch_attribute){.number = PRIORITY}, out));
    attribute = (struct hw_cuda_launch_attribute){.number = UPDATABLE_NODE, .value.whole = 1};
    assert_int_equal(launch_with(attribute, out), CUDA_ERROR_INVALID_VALUE); /* it is not captured */
    assert_int_equal(launch_with((struct hw_cuda_launch_attribute){.number = 99}, out),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_with((struct hw_cuda_launch_attribute){.number = -1}, out),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch_with((struct hw_cuda_launch_attribute){.number = BEGUN_EVENT}, out),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLaunchKernelEx(&none, known, (void *[]){&out}, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchKernelEx(NULL, known, (void *[]){&out}, NULL), CUDA_ERROR_INVALID_VALUE);
    for (int number = BLOCKS_EVENT; number <= BEGUN_EVENT; number += BEGUN_EVENT - BLOCKS_EVENT) {
        assert_cu(cuEventCreate(&event, 0)); /* which has a time */
        attribute = (struct hw_cuda_launch_attribute){.number = number, .value.event = event};
        assert_int_equal(launch_with(attribute, out), CUDA_ERROR_INVALID_VALUE);
        assert_cu(cuEventDestroy_v2(event));
        assert_cu(cuEventCreate(&event, 4 | 2)); /* which other processes may have */
        attribute.value.event = event;
        assert_int_equal(launch_with(attribute, out), CUDA_ERROR_INVALID_VALUE);
        assert_cu(cuEventDestroy_v2(event));
        assert_cu(cuEventCreate(&event, 2));
        attribute.value.event = event;
        attribute.value.event_flags = 1;
        assert_int_equal(launch_with(attribute, out), CUDA_ERROR_INVALID_VALUE);
        attribute.value.event_flags = 0;
        assert_cu(launch_with(attribute, out));
        assert_cu(cuEventSynchronize(event));
        assert_cu(cuEventQuery(event));
        assert_cu(cuEventDestroy_v2(event));
    }
    assert_cu(cuMemFree_v2(out));
}

/* --- host threads --- */

static void *launch_often(void *result)
{
    uint32_t count = ROWS;
    CUstream stream;

    *(bool *)result =
        cuCtxSetCurrent(group_context) == CUDA_SUCCESS && cuStreamCreate(&stream, 0) == CUDA_SUCCESS;
    for (int i = 0; i < 5 && *(bool *)result; i++) {
        CUdeviceptr rows = first_row();
        *(bool *)result =
            cuLaunchCooperativeKernel(i % 2 ? reverse : system_calls, BLOCKS, 1, 1, THREADS, 1, 1, 0, stream,
                                      (void *[]){&rows, &count}) == CUDA_SUCCESS &&
            cuStreamSynchronize(stream) == CUDA_SUCCESS && is_reversed(rows) &&
            cuMemFree_v2(rows) == CUDA_SUCCESS;
    }
    return NULL;
}

static void host_threads(void **state)
{
    pthread_t threads[HOST_THREADS];
    bool results[HOST_THREADS];

    (void)state;
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, &results[i]), 0);
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(results[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_wait_for_each_other),
        cmocka_unit_test(the_runtime_launches_too),
        cmocka_unit_test(so_does_the_own_stream),
        cmocka_unit_test(captured_launches),
        cmocka_unit_test(only_cooperative_launches_have_a_workspace),
        cmocka_unit_test(the_device_holds_all_blocks),
        cmocka_unit_test(wrong_launches),
        cmocka_unit_test(older_devices),
        cmocka_unit_test(attributes),
        cmocka_unit_test(host_threads),
    };

    setenv("HALFWARP_CHIP", "gp104,gm107", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
