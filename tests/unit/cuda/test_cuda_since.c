/* SPDX-License-Identifier: MIT */
/* The runtime API: functions that toolkits since 5.5 added. */
#include "cuda/runtime/runtime.h"
#include "cuda_program.h"

static const char *const targets[] = {"sm_35", NULL};
static char written_stub, missing;

static int register_code(void **state)
{
    (void)state;
    register_program("variables", targets);
    add_kernel(program_handle, &written_stub, "variable_written");
    return 0;
}

static int calls;

static void count(void *data)
{
    calls += data == &calls;
}

static void streams(void **state)
{
    int least = 9, greatest = 9, wish[16] = {-9};
    cudaStream_t stream;
    cudaEvent_t event;
    void *block;

    (void)state;
    assert_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    assert_true(least == 0 && greatest == -5);
    assert_cuda(cudaStreamCreateWithPriority(&stream, 1, -2));
    assert_error(cudaStreamCreateWithPriority(&stream, 8, 0), cudaErrorInvalidValue);
    assert_cuda(cudaStreamGetPriority(stream, &least));
    assert_int_equal(least, -2);
    assert_cuda(cudaStreamSetAttribute(stream, 8, wish)); /* a number beyond the least is that */
    assert_cuda(cudaStreamGetPriority(stream, &least));
    assert_int_equal(least, -5);
    assert_cuda(cudaStreamGetPriority(NULL, &least));
    assert_int_equal(least, 0);
    assert_cuda(cudaDeviceGetAttribute(&least, 78, 0)); /* cudaDevAttrStreamPrioritiesSupported */
    assert_int_equal(least, 1);
    assert_error(cudaStreamGetPriority(stream, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaMallocAsync(&block, 64, stream));
    assert_cuda(cudaFreeAsync(block, stream));
    assert_error(cudaFreeAsync(block, stream), cudaErrorInvalidDevicePointer);
    assert_error(cudaMallocAsync(&block, 64, (cudaStream_t)(void *)&missing), cudaErrorInvalidResourceHandle);
    assert_error(cudaFreeAsync(block, (cudaStream_t)(void *)&missing), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaLaunchHostFunc(stream, count, &calls));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(calls, 1);
    assert_error(cudaLaunchHostFunc(stream, NULL, &calls), cudaErrorInvalidValue);
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaEventRecordWithFlags(event, stream, 0));
    assert_error(cudaEventRecordWithFlags(event, stream, 2), cudaErrorInvalidValue);
}

static void devices(void **state)
{
    unsigned flags = 99;

    (void)state;
    assert_cuda(cudaInitDevice(0, 0, 0));
    assert_error(cudaInitDevice(1, 0, 0), cudaErrorInvalidDevice);
    assert_error(cudaInitDevice(0, 0, 2), cudaErrorInvalidValue);
    assert_error(cudaInitDevice(0, 3, 1), cudaErrorInvalidValue);
    assert_cuda(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags & 7, 0);
    assert_error(cudaGetDeviceFlags(NULL), cudaErrorInvalidValue);
}

static cudaError_t launch_written(size_t shared)
{
    void *buffer;
    uint32_t none = 0;

    assert_cuda(cudaMalloc(&buffer, 4));
    const cudaError_t error = cudaLaunchKernel(&written_stub, (dim3){1, 1, 1}, (dim3){32, 1, 1},
                                               (void *[]){&buffer, &buffer, &none}, shared, NULL);
    cudaFree(buffer);
    return error;
}

static void kernels(void **state)
{
    int blocks = -1;
    size_t room = 0;

    (void)state;
    assert_cuda(cudaFuncSetAttribute(&written_stub, 8, 1024));
    assert_error(launch_written(2048), cudaErrorInvalidValue);
    assert_error(cudaFuncSetAttribute(&written_stub, 8, 49153), cudaErrorInvalidValue);
    assert_cuda(cudaFuncSetAttribute(&written_stub, 8, 49152));
    assert_cuda(launch_written(2048));
    assert_error(cudaFuncSetAttribute(&written_stub, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaFuncSetAttribute(&missing, 8, 0), cudaErrorInvalidDeviceFunction);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &written_stub, 256, 0));
    assert_int_equal(blocks, 8); /* 2048 threads */
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &written_stub, 32, 0));
    assert_int_equal(blocks, 16);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &written_stub, 64, 20000, 0));
    assert_int_equal(blocks, 2);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &written_stub, 2048, 0));
    assert_int_equal(blocks, 0);
    assert_error(cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, &written_stub, 32, 0),
                 cudaErrorInvalidValue);
    assert_error(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &missing, 32, 0),
                 cudaErrorInvalidDeviceFunction);
    assert_error(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &written_stub, 64, 0, 4),
                 cudaErrorInvalidValue);
    assert_cuda(cudaOccupancyAvailableDynamicSMemPerBlock(&room, &written_stub, 4, 64));
    assert_int_equal(room, 12288);
    assert_error(cudaOccupancyAvailableDynamicSMemPerBlock(&room, &written_stub, 17, 64),
                 cudaErrorInvalidValue);
    assert_error(cudaOccupancyAvailableDynamicSMemPerBlock(NULL, &written_stub, 4, 64),
                 cudaErrorInvalidValue);
    assert_error(cudaOccupancyAvailableDynamicSMemPerBlock(&room, &missing, 4, 64),
                 cudaErrorInvalidDeviceFunction);
    assert_cuda(cudaFuncSetCacheConfig(&written_stub, cudaFuncCachePreferL1));
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &written_stub, 64, 4096));
    assert_int_equal(blocks, 4); /* of 16 KiB */
    assert_cuda(cudaFuncSetCacheConfig(&written_stub, cudaFuncCachePreferNone));
}

static void images_of_opengl_have_one_level(void **state)
{
    void *array;

    (void)state;
    assert_error(cudaGraphicsResourceGetMappedMipmappedArray(&array, &missing), cudaErrorNotSupported);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(streams, fresh_device),
        cmocka_unit_test_setup(devices, fresh_device),
        cmocka_unit_test_setup(kernels, fresh_device),
        cmocka_unit_test_setup(images_of_opengl_have_one_level, fresh_device),
    };
    setenv("HALFWARP_CHIP", "sm_35", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
