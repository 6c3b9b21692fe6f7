/* SPDX-License-Identifier: MIT */
/* The driver API: memory of the device and of the host, arrays, addresses. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

static int begin(void **state)
{
    (void)state;
    return create_context(CU_CTX_MAP_HOST);
}

/* --- allocations --- */

static void allocations(void **state)
{
    CUdeviceptr address, base;
    size_t bytes, free_bytes, total, pitch;

    (void)state;
    assert_cu(cuMemGetInfo_v2(&free_bytes, &total));
    assert_cu(cuMemAlloc_v2(&address, 1000));
    assert_cu(cuMemGetInfo_v2(&bytes, NULL));
    assert_int_equal(bytes, free_bytes - 1000);
    assert_cu(cuMemGetInfo_v2(NULL, &bytes));
    assert_int_equal(bytes, total);
    assert_cu(cuMemGetAddressRange_v2(&base, &bytes, address + 999));
    assert_true(base == address && bytes == 1000);
    assert_cu(cuMemGetAddressRange_v2(NULL, NULL, address));
    assert_int_equal(cuMemFree_v2(address + 8), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(address));
    assert_int_equal(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAddressRange_v2(&base, &bytes, address), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuMemAlloc_v2(&address, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAlloc_v2(NULL, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAlloc_v2(&address, (size_t)1 << 40), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(cuMemAllocPitch_v2(&address, &pitch, 100, 7, 16));
    assert_true(pitch >= 100 && pitch % 512 == 0);
    assert_cu(cuMemFree_v2(address));
    assert_int_equal(cuMemAllocPitch_v2(&address, &pitch, 100, 7, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocPitch_v2(&address, NULL, 100, 7, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocPitch_v2(&address, &pitch, 0, 7, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocPitch_v2(&address, &pitch, SIZE_MAX, 7, 4), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cuMemAllocPitch_v2(&address, &pitch, 1 << 20, SIZE_MAX, 4), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(cuMemAllocAsync(&address, 16, NULL));
    assert_cu(cuMemFreeAsync(address, NULL));
    assert_int_equal(cuMemAllocAsync(&address, 16, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMemFreeAsync(address, no_stream), CUDA_ERROR_INVALID_HANDLE);
}

static void page_locked_memory(void **state)
{
    void *pointer, *plain;
    CUdeviceptr address, whole;
    unsigned flags, value = 77;

    (void)state;
    assert_cu(cuMemHostAlloc(&pointer, 4096, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE));
    assert_cu(cuMemHostGetFlags(&flags, pointer));
    assert_int_equal(flags, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE);
    assert_cu(cuMemHostGetDevicePointer_v2(&whole, pointer, 0));
    assert_cu(cuMemHostGetDevicePointer_v2(&address, (char *)pointer + 40, 0));
    assert_int_equal(address, whole + 40);
    assert_cu(cuMemsetD32_v2(address, value, 1));
    assert_int_equal(((unsigned *)pointer)[10], value);
    assert_int_equal(cuMemHostGetDevicePointer_v2(&address, pointer, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostGetDevicePointer_v2(&address, &value, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostGetDevicePointer_v2(NULL, pointer, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostGetFlags(&flags, &value), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostGetFlags(NULL, pointer), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFreeHost(pointer));
    assert_int_equal(cuMemFreeHost(pointer), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemFreeHost(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostAlloc(&pointer, 16, 0x80), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostAlloc(NULL, 16, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostAlloc(&pointer, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemAllocHost_v2(&plain, 100));
    assert_cu(cuMemFreeHost(plain));
}

static void memory_of_the_program(void **state)
{
    unsigned *own = aligned_alloc(4096, 8192), value = 5;
    CUdeviceptr address;

    (void)state;
    assert_non_null(own);
    memset(own, 0, 8192);
    assert_cu(cuMemHostRegister(own, 8192, CU_MEMHOSTREGISTER_DEVICEMAP));
    assert_int_equal(cuMemHostRegister(own, 8192, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    assert_cu(cuMemHostGetDevicePointer_v2(&address, own, 0));
    own[3] = 1234;
    assert_cu(cuMemcpyDtoH_v2(&value, address + 12, 4));
    assert_int_equal(value, 1234);
    assert_cu(cuMemsetD32_v2(address + 4096, 9, 4));
    assert_int_equal(own[1027], 9);
    assert_cu(cuMemHostUnregister(own));
    assert_int_equal(own[3], 1234);
    assert_int_equal(cuMemHostUnregister(own), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    assert_int_equal(cuMemHostRegister_v2(own, 8192, 0x100), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemHostRegister(NULL, 8192, 0), CUDA_ERROR_INVALID_VALUE);
    free(own);
}

static void range_of_an_address(CUdeviceptr inside, CUdeviceptr first)
{
    struct {
        int value, guard;
    } ordinal = {-1, 77}, managed = {-1, 77}, mapped = {-1, 77};
    size_t bytes = 0;
    CUdeviceptr start = 0;
    uint64_t number = 0, other = 0;
    const CUdeviceptr second = allocate(64);

    assert_cu(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, inside));
    assert_true(ordinal.value == 0 && ordinal.guard == 77);
    assert_cu(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, inside));
    assert_true(managed.value == 0 && managed.guard == 77);
    assert_cu(cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, inside));
    assert_true(mapped.value == 1 && mapped.guard == 77);
    assert_cu(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, inside));
    assert_cu(cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, inside));
    assert_true(start == first && bytes == 64);
    assert_cu(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_BUFFER_ID, inside));
    assert_cu(cuPointerGetAttribute(&other, CU_POINTER_ATTRIBUTE_BUFFER_ID, second));
    assert_true(number != other);
    assert_int_equal(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_P2P_TOKENS, inside),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuPointerGetAttribute(&number, -1, inside), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(second));
}

static void what_is_known_of_an_address(void **state)
{
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_CONTEXT};
    unsigned type;
    CUcontext owner;
    void *values[] = {&type, &owner}, *pointer, *host;
    CUdeviceptr address = allocate(64), device;

    (void)state;
    assert_cu(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, address + 60));
    assert_ptr_equal(owner, group_context);
    assert_cu(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    assert_cu(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address + 4));
    assert_int_equal(device, address + 4);
    assert_int_equal(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuPointerGetAttributes(2, attributes, values, address));
    assert_true(type == CU_MEMORYTYPE_DEVICE && owner == group_context);
    range_of_an_address(address + 60, address);
    assert_cu(cuMemAllocHost_v2(&pointer, 64));
    assert_cu(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)pointer));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    assert_cu(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, (uintptr_t)pointer + 8));
    assert_ptr_equal(host, (char *)pointer + 8);
    assert_cu(cuMemFreeHost(pointer));
    assert_int_equal(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)&type),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuPointerGetAttribute(&type, 99, address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_CONTEXT, address),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuPointerGetAttributes(2, attributes, values, (uintptr_t)&type));
    assert_true(type == 0 && owner == NULL);
    assert_int_equal(cuPointerGetAttributes(2, NULL, values, address), CUDA_ERROR_INVALID_VALUE);
    values[1] = NULL;
    assert_int_equal(cuPointerGetAttributes(2, attributes, values, address), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(address));
}

/* --- arrays --- */

static void arrays_are_described(void **state)
{
    CUarray array;
    const CUDA_ARRAY_DESCRIPTOR plane = {8, 4, CU_AD_FORMAT_UNSIGNED_INT16, 2};
    CUDA_ARRAY3D_DESCRIPTOR box = {8, 4, 3, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_SURFACE_LDST}, got;
    CUDA_ARRAY_DESCRIPTOR flat;

    (void)state;
    assert_cu(cuArrayCreate_v2(&array, &plane));
    assert_cu(cuArrayGetDescriptor_v2(&flat, array));
    assert_memory_equal(&flat, &plane, sizeof plane);
    assert_cu(cuArray3DGetDescriptor_v2(&got, array));
    assert_true(got.Depth == 0 && got.Flags == 0 && got.Width == 8);
    assert_cu(cuArrayDestroy(array));
    assert_int_equal(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuArrayGetDescriptor_v2(&flat, array), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuArray3DCreate_v2(&array, &box));
    assert_cu(cuArray3DGetDescriptor_v2(&got, array));
    assert_memory_equal(&got, &box, offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags) + sizeof box.Flags);
    assert_int_equal(cuArray3DGetDescriptor_v2(NULL, array), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuArrayGetDescriptor_v2(NULL, array), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(array));
    assert_int_equal(cuArrayCreate_v2(NULL, &plane), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuArrayCreate_v2(&array, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuArray3DCreate_v2(&array, NULL), CUDA_ERROR_INVALID_VALUE);
    box.NumChannels = 3;
    assert_int_equal(cuArray3DCreate_v2(&array, &box), CUDA_ERROR_INVALID_VALUE);
    box = (CUDA_ARRAY3D_DESCRIPTOR){8, 4, 3, 77, 4, 0};
    assert_int_equal(cuArray3DCreate_v2(&array, &box), CUDA_ERROR_INVALID_VALUE);
    box = (CUDA_ARRAY3D_DESCRIPTOR){8, 4, 3, CU_AD_FORMAT_HALF, 4, 0x100};
    assert_int_equal(cuArray3DCreate_v2(&array, &box), CUDA_ERROR_INVALID_VALUE);
    box = (CUDA_ARRAY3D_DESCRIPTOR){0, 4, 3, CU_AD_FORMAT_HALF, 4, 0};
    assert_int_equal(cuArray3DCreate_v2(&array, &box), CUDA_ERROR_INVALID_VALUE);
    box = (CUDA_ARRAY3D_DESCRIPTOR){8, 4, 0, CU_AD_FORMAT_HALF, 4, CUDA_ARRAY3D_CUBEMAP};
    assert_int_equal(cuArray3DCreate_v2(&array, &box), CUDA_ERROR_INVALID_VALUE);
}

static void every_format_has_its_number(void **state)
{
    static const unsigned formats[] = {1, 2, 3, 8, 9, 10, 0x10, 0x20};
    CUDA_ARRAY_DESCRIPTOR got;
    CUarray array;

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (unsigned channels = 1; channels <= 4; channels *= 2) {
            const CUDA_ARRAY_DESCRIPTOR wanted = {5, 0, formats[i], channels};
            assert_cu(cuArrayCreate_v2(&array, &wanted));
            assert_cu(cuArrayGetDescriptor_v2(&got, array));
            assert_memory_equal(&got, &wanted, sizeof got);
            assert_cu(cuArrayDestroy(array));
        }
}

/* --- other processes --- */

static void nothing_is_shared_with_vdpau(void **state)
{
    CUgraphicsResource resource;
    CUcontext made;
    CUdevice device;
    int functions;

    (void)state;
    assert_int_equal(cuVDPAUGetDevice(&device, 1, &functions), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuVDPAUGetDevice(NULL, 1, &functions), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuVDPAUCtxCreate(&made, 0, 0, 1, &functions), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuVDPAUCtxCreate_v2(NULL, 0, 0, 1, &functions), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphicsVDPAURegisterVideoSurface(&resource, 1, 0), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuGraphicsVDPAURegisterOutputSurface(NULL, 1, 0), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations),
        cmocka_unit_test(page_locked_memory),
        cmocka_unit_test(memory_of_the_program),
        cmocka_unit_test(what_is_known_of_an_address),
        cmocka_unit_test(arrays_are_described),
        cmocka_unit_test(every_format_has_its_number),
        cmocka_unit_test(nothing_is_shared_with_vdpau),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
