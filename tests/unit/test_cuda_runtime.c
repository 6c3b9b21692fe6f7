/* The runtime API without kernels: devices, memory, copies, arrays, streams and events, each used right and
 * wrong. */
#include "cuda/runtime/runtime.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)
#define H2D cudaMemcpyHostToDevice
#define D2H cudaMemcpyDeviceToHost

static int fresh_device(void **state)
{
    (void)state;
    return cudaDeviceReset() == cudaSuccess && cudaGetLastError() >= 0 ? 0 : 1;
}

static void devices(void **state)
{
    struct cudaDeviceProp properties;
    int number = -1;

    (void)state;
    assert_cuda(cudaGetDeviceCount(&number));
    assert_int_equal(number, 1);
    assert_int_equal(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaSetDevice(0));
    assert_int_equal(cudaSetDevice(1), cudaErrorInvalidDevice);
    assert_cuda(cudaGetDevice(&number));
    assert_int_equal(number, 0);
    assert_int_equal(cudaGetDevice(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGetDeviceProperties(&properties, 0));
    assert_true(properties.major == 2 && properties.minor == 0 && properties.warpSize == 32);
    assert_true(properties.multiProcessorCount == 16 && properties.maxThreadsPerBlock == 1024);
    assert_int_equal(properties.maxThreadsPerMultiProcessor, 1536);
    assert_string_equal(properties.name, "gf100 (halfwarp)");
    assert_int_equal(cudaGetDeviceProperties(&properties, -1), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
    assert_cuda(cudaChooseDevice(&number, &properties));
    assert_int_equal(cudaChooseDevice(NULL, &properties), cudaErrorInvalidValue);
    assert_cuda(cudaDriverGetVersion(&number));
    assert_cuda(cudaRuntimeGetVersion(&number));
    assert_int_equal(number, 4020);
    assert_int_equal(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
}

static void flags_and_limits(void **state)
{
    size_t value = 0;

    (void)state;
    assert_cuda(cudaSetDeviceFlags(8));
    assert_cuda(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 1024);
    assert_int_equal(cudaSetDeviceFlags(8), cudaErrorSetOnActiveProcess);
    assert_cuda(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    assert_cuda(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 8192);
    assert_int_equal(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceSetLimit(3, 1), cudaErrorInvalidValue);
    assert_cuda(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    assert_int_equal(cudaDeviceGetLimit(NULL, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetLimit(&value, -1), cudaErrorInvalidValue);
}

static void peers(void **state)
{
    int can = 1;

    (void)state;
    assert_cuda(cudaDeviceCanAccessPeer(&can, 0, 0));
    assert_int_equal(can, 0);
    assert_int_equal(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceCanAccessPeer(NULL, 0, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceEnablePeerAccess(1, 1), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    assert_int_equal(cudaDeviceDisablePeerAccess(7), cudaErrorInvalidDevice);
}

static void last_errors(void **state)
{
    (void)state;
    assert_int_equal(cudaSetDevice(9), cudaErrorInvalidDevice);
    assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    assert_cuda(cudaSetDevice(0)); /* success does not cover it */
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
    assert_cuda(cudaGetLastError());
    assert_string_equal(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
    assert_string_equal(cudaGetErrorString((cudaError_t)9999), "unknown error");
}

static void memory(void **state)
{
    size_t before, after, total;
    void *block = NULL;

    (void)state;
    assert_cuda(cudaMemGetInfo(&before, &total));
    assert_int_equal(cudaMemGetInfo(NULL, &total), cudaErrorInvalidValue);
    assert_cuda(cudaMalloc(&block, 1000));
    assert_true((uintptr_t)block % 256 == 0 && block != NULL);
    assert_cuda(cudaMemGetInfo(&after, &total));
    assert_int_equal(before - after, 1000);
    assert_int_equal(cudaFree((char *)block + 4), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaFree(block));
    assert_int_equal(cudaFree(block), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaFree(NULL));
    assert_int_equal(cudaMalloc(&block, (size_t)1 << 40), cudaErrorMemoryAllocation);
    assert_int_equal(cudaMalloc(&block, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
}

static void copies(void **state)
{
    unsigned char data[256], got[256];
    cudaStream_t stream;
    void *block, *other;

    (void)state;
    for (int i = 0; i < 256; i++)
        data[i] = (unsigned char)(i * 7);
    assert_cuda(cudaMalloc(&block, 256));
    assert_cuda(cudaMalloc(&other, 256));
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaMemcpy(block, data, 256, H2D));
    assert_cuda(cudaMemcpy(other, block, 256, cudaMemcpyDeviceToDevice));
    assert_cuda(cudaMemcpyAsync(got, other, 256, D2H, stream));
    assert_memory_equal(got, data, 256);
    assert_cuda(cudaMemset((char *)other + 1, 0xee, 254));
    assert_cuda(cudaMemcpy(got, other, 256, D2H));
    assert_true(got[0] == data[0] && got[1] == 0xee && got[254] == 0xee && got[255] == data[255]);
    assert_cuda(cudaMemcpy(got, data, 256, cudaMemcpyHostToHost));
    assert_memory_equal(got, data, 256);
    assert_int_equal(cudaMemcpy(block, data, 257, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy(block, data, 256, 9), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpy(got, data, 256, D2H), cudaErrorInvalidValue);
    assert_int_equal(cudaMemset(block, 0, 257), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyAsync(got, other, 256, D2H, (cudaStream_t)(void *)data),
                     cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemcpy(block, data, 0, H2D));
}

static void pitched(void **state)
{
    unsigned char data[12 * 5], got[12 * 5];
    struct cudaPitchedPtr box = {.ptr = NULL};
    size_t pitch = 0;
    void *block;

    (void)state;
    for (int i = 0; i < 60; i++)
        data[i] = (unsigned char)i;
    assert_cuda(cudaMallocPitch(&block, &pitch, 12, 5));
    assert_int_equal(pitch, 512);
    assert_int_equal(cudaMallocPitch(&block, NULL, 12, 5), cudaErrorInvalidValue);
    assert_cuda(cudaMemcpy2D(block, pitch, data, 12, 12, 5, H2D));
    assert_cuda(cudaMemset2D((char *)block + 4, pitch, 0xaa, 4, 2));
    assert_cuda(cudaMemcpy2DAsync(got, 12, block, pitch, 12, 5, D2H, NULL));
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 12; x++)
            assert_int_equal(got[y * 12 + x], y < 2 && x / 4 == 1 ? 0xaa : data[y * 12 + x]);
    assert_int_equal(cudaMemcpy2D(block, 8, data, 12, 12, 5, H2D), cudaErrorInvalidPitchValue);
    assert_int_equal(cudaMemcpy2D(block, pitch, data, 12, 12, 6, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemset2D(block, 2, 0, 4, 2), cudaErrorInvalidPitchValue);
    assert_cuda(cudaMalloc3D(&box, (struct cudaExtent){100, 3, 2}));
    assert_true(box.pitch == 512 && box.xsize == 100 && box.ysize == 3);
    assert_cuda(cudaMemset(box.ptr, 1, 512 * 6));
    assert_int_equal(cudaMalloc3D(NULL, (struct cudaExtent){1, 1, 1}), cudaErrorInvalidValue);
    assert_int_equal(cudaMalloc3D(&box, (struct cudaExtent){0, 1, 1}), cudaErrorInvalidValue);
}

static void page_locked(void **state)
{
    void *pinned, *mapped, *address = NULL;
    int got = 0;

    (void)state;
    assert_cuda(cudaMallocHost(&pinned, 64));
    assert_cuda(cudaHostAlloc(&mapped, 64, cudaHostAllocMapped));
    assert_int_equal(cudaHostAlloc(&mapped, 64, 8), cudaErrorInvalidValue);
    assert_int_equal(cudaMallocHost(NULL, 64), cudaErrorInvalidValue);
    assert_cuda(cudaHostGetDevicePointer(&address, mapped, 0));
    assert_int_equal(cudaHostGetDevicePointer(&address, &got, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaHostGetDevicePointer(&address, mapped, 1), cudaErrorInvalidValue);
    *(int *)mapped = 12345;
    assert_cuda(cudaMemcpy(&got, address, sizeof got, D2H));
    assert_int_equal(got, 12345);
    assert_cuda(cudaFreeHost(mapped));
    assert_int_equal(cudaFreeHost(mapped), cudaErrorInvalidValue);
    assert_cuda(cudaFreeHost(NULL)); /* the other goes with the device */
}

static void arrays(void **state)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned),
                                 same;
    int32_t data[4][8], got[4][8];
    struct cudaArray *array;

    (void)state;
    for (int i = 0; i < 32; i++)
        data[i / 8][i % 8] = i * 1001;
    assert_cuda(cudaMallocArray(&array, &format, 8, 4, 0));
    assert_cuda(cudaGetChannelDesc(&same, array));
    assert_memory_equal(&same, &format, sizeof same);
    assert_int_equal(cudaGetChannelDesc(&same, (struct cudaArray *)(void *)data), cudaErrorInvalidValue);
    assert_cuda(cudaMemcpyToArray(array, 0, 0, data, sizeof data, H2D));
    assert_cuda(cudaMemcpyFromArray(got, array, 0, 0, sizeof got, D2H));
    assert_memory_equal(got, data, sizeof data);
    /* From the middle of a row on: rows follow each other. */
    assert_cuda(cudaMemcpyFromArray(got, array, 12, 1, 64, D2H));
    assert_memory_equal(got, &data[1][3], 64);
    assert_cuda(cudaMemcpy2DToArray(array, 4, 2, data, 32, 12, 2, H2D));
    assert_cuda(cudaMemcpyFromArray(got, array, 0, 0, sizeof got, D2H));
    assert_true(got[2][0] == data[2][0] && got[2][1] == data[0][0] && got[3][3] == data[1][2]);
    assert_int_equal(cudaMemcpyToArray(array, 0, 1, data, sizeof data, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToArray(array, 0, 0, data, 4, D2H), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpy2DToArray(array, 24, 0, data, 32, 12, 2, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy2DToArray(NULL, 0, 0, data, 32, 12, 2, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy2DToArray(array, 0, 0, data, 8, 12, 2, H2D), cudaErrorInvalidPitchValue);
    assert_cuda(cudaFreeArray(array));
    assert_int_equal(cudaFreeArray(array), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(NULL));
    format = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    assert_int_equal(cudaMallocArray(&array, &format, 8, 4, 0), cudaErrorInvalidChannelDescriptor);
    assert_int_equal(cudaMallocArray(&array, NULL, 8, 4, 0), cudaErrorInvalidValue);
    format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    assert_int_equal(cudaMallocArray(&array, &format, 0, 4, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaMalloc3DArray(&array, &format, (struct cudaExtent){8, 4, 6}, cudaArrayCubemap),
                     cudaErrorInvalidValue);
}

static void boxes(void **state)
{
    const struct cudaChannelFormatDesc format =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    uint32_t data[3][4][8], got[2][2][3];
    struct cudaMemcpy3DParms copy = {.srcPtr = {data, 32, 8, 4}, .extent = {8, 4, 3}, .kind = H2D};

    (void)state;
    for (uint32_t i = 0; i < 96; i++)
        data[i / 32][i / 8 % 4][i % 8] = i;
    assert_cuda(cudaMalloc3DArray(&copy.dstArray, &format, (struct cudaExtent){8, 4, 3}, 0));
    assert_cuda(cudaMemcpy3D(&copy));
    struct cudaMemcpy3DParms back = {.srcArray = copy.dstArray,
                                     .srcPos = {2, 1, 1},
                                     .dstPtr = {got, 12, 3, 2},
                                     .extent = {3, 2, 2},
                                     .kind = D2H};
    assert_cuda(cudaMemcpy3D(&back));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++)
                assert_int_equal(got[z][y][x], data[z + 1][y + 1][x + 2]);
    back.srcPos.x = 6;
    assert_int_equal(cudaMemcpy3D(&back), cudaErrorInvalidValue);
    back.srcPtr.ptr = data; /* both an array and memory */
    assert_int_equal(cudaMemcpy3D(&back), cudaErrorInvalidValue);
    copy.kind = D2H;
    assert_int_equal(cudaMemcpy3D(&copy), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
}

static void streams_and_events(void **state)
{
    cudaStream_t stream;
    cudaEvent_t begin, end, untimed;
    float milliseconds = -1;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_int_equal(cudaStreamCreate(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaEventCreate(&begin));
    assert_cuda(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
    assert_cuda(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    assert_int_equal(cudaEventCreateWithFlags(&end, 64), cudaErrorInvalidValue);
    assert_int_equal(cudaEventCreate(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaEventRecord(begin, stream));
    assert_int_equal(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventRecord(end, NULL));
    assert_cuda(cudaEventRecord(untimed, NULL));
    assert_cuda(cudaEventQuery(end));
    assert_cuda(cudaEventSynchronize(end));
    assert_cuda(cudaEventElapsedTime(&milliseconds, begin, end));
    assert_true(milliseconds >= 0 && milliseconds < 1000);
    assert_int_equal(cudaEventElapsedTime(&milliseconds, begin, untimed), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventElapsedTime(NULL, begin, end), cudaErrorInvalidValue);
    assert_cuda(cudaStreamWaitEvent(stream, end, 0));
    assert_int_equal(cudaStreamWaitEvent(stream, end, 1), cudaErrorInvalidValue);
    assert_cuda(cudaStreamQuery(stream));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_cuda(cudaEventDestroy(untimed));
    assert_int_equal(cudaEventDestroy(untimed), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventRecord(untimed, NULL), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaStreamDestroy(stream));
    assert_int_equal(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamWaitEvent(stream, end, 0), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventRecord(end, stream), cudaErrorInvalidResourceHandle);
}

static void old_names(void **state)
{
    (void)state;
    assert_cuda(cudaThreadSynchronize());
    assert_cuda(cudaDeviceSynchronize());
    assert_cuda(cudaThreadExit());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(devices, fresh_device),
        cmocka_unit_test_setup(flags_and_limits, fresh_device),
        cmocka_unit_test_setup(peers, fresh_device),
        cmocka_unit_test_setup(last_errors, fresh_device),
        cmocka_unit_test_setup(memory, fresh_device),
        cmocka_unit_test_setup(copies, fresh_device),
        cmocka_unit_test_setup(pitched, fresh_device),
        cmocka_unit_test_setup(page_locked, fresh_device),
        cmocka_unit_test_setup(arrays, fresh_device),
        cmocka_unit_test_setup(boxes, fresh_device),
        cmocka_unit_test_setup(streams_and_events, fresh_device),
        cmocka_unit_test_setup(old_names, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
