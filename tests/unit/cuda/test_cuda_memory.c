/* SPDX-License-Identifier: MIT */
/* The runtime API: memory of device and host, fills and copies, each used right and wrong. */
#include "cuda_test.h"

static void allocations(void **state)
{
    size_t before, after, total;
    void *block = NULL;

    (void)state;
    assert_cuda(cudaMemGetInfo(&before, &total));
    assert_error(cudaMemGetInfo(NULL, &total), cudaErrorInvalidValue);
    assert_cuda(cudaMalloc(&block, 1000));
    assert_true((uintptr_t)block % 256 == 0 && block != NULL);
    assert_cuda(cudaMemGetInfo(&after, &total));
    assert_true(before - after >= 1000 && before - after < 4096);
    assert_error(cudaFree((char *)block + 4), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaFree(block));
    assert_error(cudaFree(block), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaFree(NULL));
    assert_error(cudaMalloc(&block, (size_t)1 << 40), cudaErrorMemoryAllocation);
    assert_error(cudaMalloc(&block, SIZE_MAX), cudaErrorMemoryAllocation);
    assert_error(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
    assert_cuda(cudaMalloc(&block, 0)); /* nothing of nothing */
    assert_null(block);
    assert_cuda(cudaMemGetInfo(&after, &total));
    assert_int_equal(before, after);
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
    assert_cuda(cudaMemcpy(other, block, 256, D2D));
    assert_cuda(cudaMemcpyAsync(got, other, 256, D2H, stream));
    assert_memory_equal(got, data, 256);
    assert_cuda(cudaMemcpy(got, data, 256, H2H));
    assert_memory_equal(got, data, 256);
    assert_cuda(cudaMemcpy((char *)block + 8, block, 64, D2D)); /* overlapping: as if through a buffer */
    assert_cuda(cudaMemcpy(got, block, 256, cudaMemcpyDefault));
    assert_true(got[8] == data[0] && got[71] == data[63] && got[72] == data[72]);
    assert_cuda(cudaMemset(other, 0, 256));
    assert_cuda(cudaMemcpy(other, block, 128, H2D)); /* the address says that the source is the device's */
    assert_cuda(cudaMemcpy((char *)other + 128, block, 128, H2H));
    assert_cuda(cudaMemcpy(got, other, 256, D2H));
    assert_true(got[8] == data[0] && got[127] == data[127] && got[136] == data[0]);
    assert_error(cudaMemcpy(block, data, 257, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy(block, data, 256, 9), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpy(block, data, 256, -1), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpy(got, data, 256, D2H), cudaErrorInvalidValue);
    assert_error(cudaMemcpyAsync(got, other, 256, D2H, (cudaStream_t)(void *)data),
                 cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemcpy(block, data, 0, H2D));
}

static void fills(void **state)
{
    struct cudaPitchedPtr box;
    unsigned char got[512 * 6];
    void *block;

    (void)state;
    assert_cuda(cudaMalloc(&block, 256));
    assert_cuda(cudaMemset(block, 3, 256));
    assert_cuda(cudaMemsetAsync((char *)block + 1, 0x1ee, 254, NULL)); /* the low byte counts */
    assert_cuda(cudaMemcpy(got, block, 256, D2H));
    assert_true(got[0] == 3 && got[1] == 0xee && got[254] == 0xee && got[255] == 3);
    assert_cuda(cudaMemset(block, 0, 0));
    assert_error(cudaMemset(block, 0, 257), cudaErrorInvalidValue);
    assert_error(cudaMemset(got, 0, 16), cudaErrorInvalidValue);
    assert_error(cudaMemsetAsync(block, 0, 16, (cudaStream_t)(void *)got), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMemset2DAsync(block, 16, 9, 8, 2, NULL));
    assert_cuda(cudaMemcpy(got, block, 32, D2H));
    assert_true(got[7] == 9 && got[8] == 0xee && got[16] == 9 && got[24] == 0xee);
    assert_error(cudaMemset2D(block, 2, 0, 4, 2), cudaErrorInvalidPitchValue);
    assert_error(cudaMemset2D(block, 128, 0, 4, 3), cudaErrorInvalidValue);

    assert_cuda(cudaMalloc3D(&box, (struct cudaExtent){100, 3, 2}));
    assert_true(box.pitch == 512 && box.xsize == 100 && box.ysize == 3);
    assert_cuda(cudaMemset3D(box, 5, (struct cudaExtent){512, 3, 2}));
    assert_cuda(cudaMemset3DAsync(box, 6, (struct cudaExtent){10, 2, 2}, NULL));
    assert_cuda(cudaMemcpy(got, box.ptr, sizeof got, D2H));
    assert_true(got[9] == 6 && got[10] == 5 && got[512] == 6 && got[1024] == 5 && got[1536] == 6);
    assert_cuda(cudaMemset3D(box, 5, (struct cudaExtent){0, 3, 2}));
    assert_error(cudaMemset3D(box, 5, (struct cudaExtent){10, 3, 3}), cudaErrorInvalidValue);
    assert_error(cudaMemset3D(box, 5, (struct cudaExtent){10, 4, 2}), cudaErrorInvalidValue);
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
    assert_cuda(cudaMemcpy2D(block, pitch, data, 12, 12, 5, H2D));
    assert_cuda(cudaMemset2D((char *)block + 4, pitch, 0xaa, 4, 2));
    assert_cuda(cudaMemcpy2DAsync(got, 12, block, pitch, 12, 5, D2H, NULL));
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 12; x++)
            assert_int_equal(got[y * 12 + x], y < 2 && x / 4 == 1 ? 0xaa : data[y * 12 + x]);
    assert_error(cudaMemcpy2D(block, 8, data, 12, 12, 5, H2D), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2D(block, pitch, data, 8, 12, 5, H2D), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2D(block, (size_t)1 << 31, data, 12, 12, 5, H2D), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2D(block, pitch, data, 12, 12, 6, H2D), cudaErrorInvalidValue);
    assert_cuda(cudaMemcpy2D(block, pitch, data, 12, 12, 0, H2D));
    assert_cuda(cudaMemcpy2D(block, 0, data, 0, 12, 1, H2D)); /* a single row has no next one */
    assert_error(cudaMemcpy2D(block, 0, data, 12, 12, 2, H2D), cudaErrorInvalidPitchValue);
    assert_error(cudaMallocPitch(&block, NULL, 12, 5), cudaErrorInvalidValue);
    assert_error(cudaMallocPitch(NULL, &pitch, 12, 5), cudaErrorInvalidValue);
    assert_error(cudaMallocPitch(&block, &pitch, (size_t)1 << 32, 5), cudaErrorInvalidValue);
    assert_error(cudaMallocPitch(&block, &pitch, 512, SIZE_MAX / 2), cudaErrorMemoryAllocation);
    assert_cuda(cudaMallocPitch(&block, &pitch, 12, 0));
    assert_null(block);
    assert_error(cudaMalloc3D(NULL, (struct cudaExtent){1, 1, 1}), cudaErrorInvalidValue);
    assert_error(cudaMalloc3D(&box, (struct cudaExtent){1, SIZE_MAX, 2}), cudaErrorInvalidValue);
    assert_cuda(cudaMalloc3D(&box, (struct cudaExtent){0, 1, 1}));
    assert_null(box.ptr);
}

static void page_locked(void **state)
{
    void *pinned, *mapped, *address = NULL;
    unsigned flags = 99;
    int got = 0;

    (void)state;
    assert_cuda(cudaMallocHost(&pinned, 64));
    assert_cuda(cudaHostAlloc(&mapped, 64, cudaHostAllocMapped | 4));
    assert_cuda(cudaHostGetFlags(&flags, mapped));
    assert_int_equal(flags & 7, cudaHostAllocMapped | 4);
    assert_error(cudaHostGetFlags(&flags, &got), cudaErrorInvalidValue);
    assert_error(cudaHostGetFlags(NULL, mapped), cudaErrorInvalidValue);
    assert_error(cudaHostAlloc(&mapped, 64, 8), cudaErrorInvalidValue);
    assert_error(cudaHostAlloc(NULL, 64, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocHost(NULL, 64), cudaErrorInvalidValue);
    assert_cuda(cudaHostGetDevicePointer(&address, mapped, 0));
    assert_error(cudaHostGetDevicePointer(&address, &got, 0), cudaErrorInvalidValue);
    assert_error(cudaHostGetDevicePointer(&address, mapped, 1), cudaErrorInvalidValue);
    assert_error(cudaHostGetDevicePointer(NULL, mapped, 0), cudaErrorInvalidValue);
    *(int *)mapped = 12345;
    assert_cuda(cudaMemcpy(&got, address, sizeof got, D2H));
    assert_int_equal(got, 12345);
    assert_cuda(cudaMemset(address, 1, 4));
    assert_int_equal(*(int *)mapped, 0x01010101);
    assert_cuda(cudaFreeHost(mapped));
    assert_error(cudaFreeHost(mapped), cudaErrorInvalidValue);
    assert_cuda(cudaMallocHost(&mapped, 0));
    assert_null(mapped);
    assert_cuda(cudaFreeHost(NULL)); /* the other goes with the device */
}

/* Memory of the program's own, not even at the beginning of a page. */
static void registered(void **state)
{
    unsigned char *own = malloc(20000), *part = own + 100;
    void *address, *again;

    (void)state;
    memset(own, 7, 20000);
    assert_cuda(cudaHostRegister(part, 12000, 2));
    assert_int_equal(part[11999], 7);
    assert_cuda(cudaHostGetDevicePointer(&address, part, 0));
    assert_cuda(cudaMemset((char *)address + 1, 9, 4));
    assert_true(part[0] == 7 && part[1] == 9 && part[5] == 7);
    part[2] = 11;
    assert_cuda(cudaMemcpy(own, address, 4, D2H));
    assert_int_equal(own[2], 11);
    assert_cuda(cudaHostGetDevicePointer(&again, part + 10, 0));
    assert_ptr_equal(again, (char *)address + 10);
    assert_error(cudaHostRegister(part, 12000, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_error(cudaHostRegister(part + 50, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_error(cudaHostRegister(NULL, 10, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister(own, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaHostRegister(own, 10, 64), cudaErrorInvalidValue);
    assert_cuda(cudaHostUnregister(part));
    assert_true(part[1] == 9 && part[2] == 11 && own[19999] == 7);
    assert_error(cudaHostUnregister(part), cudaErrorHostMemoryNotRegistered);
    assert_error(cudaHostUnregister(NULL), cudaErrorInvalidValue);
    free(own);
}

static void pointers(void **state)
{
    struct cudaPointerAttributes about;
    void *block, *pinned, *address;

    (void)state;
    assert_cuda(cudaMalloc(&block, 64));
    assert_cuda(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped));
    assert_cuda(cudaPointerGetAttributes(&about, (char *)block + 5));
    assert_true(about.memoryType == cudaMemoryTypeDevice && about.device == 0 && about.hostPointer == NULL);
    assert_ptr_equal(about.devicePointer, (char *)block + 5);
    assert_cuda(cudaHostGetDevicePointer(&address, pinned, 0));
    assert_cuda(cudaPointerGetAttributes(&about, pinned));
    assert_true(about.memoryType == cudaMemoryTypeHost && about.hostPointer == pinned);
    assert_ptr_equal(about.devicePointer, address);
    assert_error(cudaPointerGetAttributes(&about, &about), cudaErrorInvalidValue);
    assert_error(cudaPointerGetAttributes(NULL, block), cudaErrorInvalidValue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(allocations, fresh_device), cmocka_unit_test_setup(copies, fresh_device),
        cmocka_unit_test_setup(fills, fresh_device),       cmocka_unit_test_setup(pitched, fresh_device),
        cmocka_unit_test_setup(page_locked, fresh_device), cmocka_unit_test_setup(registered, fresh_device),
        cmocka_unit_test_setup(pointers, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
