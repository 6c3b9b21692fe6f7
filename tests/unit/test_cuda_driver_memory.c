/* The driver API: memory of the device and of the host, copies between all of them, fills, arrays, addresses.
 */
#include "cuda/driver/later.h"
#include "cuda/driver/legacy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_cu(call) assert_int_equal(call, CUDA_SUCCESS)

static CUcontext context;
static const CUstream no_stream = (CUstream)16;
static const CUarray no_array = (CUarray)16;

static int begin(void **state)
{
    (void)state;
    return cuInit(0) || cuCtxCreate_v2(&context, CU_CTX_MAP_HOST, 0);
}

static int end(void **state)
{
    (void)state;
    return cuCtxDestroy_v2(context);
}

static CUdeviceptr allocate(size_t bytes)
{
    CUdeviceptr address = 0;

    assert_cu(cuMemAlloc_v2(&address, bytes));
    return address;
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
    assert_int_equal(cuMemAllocManaged(&address, 16, 1), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuMemAllocManaged(&address, 16, 0), CUDA_ERROR_INVALID_VALUE);
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

static void what_is_known_of_an_address(void **state)
{
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_CONTEXT};
    unsigned type;
    CUcontext owner;
    void *values[] = {&type, &owner}, *pointer, *host;
    CUdeviceptr address = allocate(64), device;

    (void)state;
    assert_cu(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, address + 60));
    assert_ptr_equal(owner, context);
    assert_cu(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    assert_cu(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address + 4));
    assert_int_equal(device, address + 4);
    assert_int_equal(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuPointerGetAttributes(2, attributes, values, address));
    assert_true(type == CU_MEMORYTYPE_DEVICE && owner == context);
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

/* --- copies and fills --- */

static void copies_in_a_row(void **state)
{
    uint8_t in[64], out[64] = {0};
    CUdeviceptr one = allocate(64), other = allocate(64);
    CUstream stream;

    (void)state;
    for (int i = 0; i < 64; i++)
        in[i] = (uint8_t)(i * 3);
    assert_cu(cuStreamCreate(&stream, 0));
    assert_cu(cuMemcpyHtoD_v2(one, in, 64));
    assert_cu(cuMemcpyDtoD_v2(other + 32, one, 32));
    assert_cu(cuMemcpyDtoDAsync_v2(other, one + 32, 32, stream));
    assert_cu(cuMemcpyDtoH_v2(out, other, 64));
    assert_memory_equal(out, in + 32, 32);
    assert_memory_equal(out + 32, in, 32);
    assert_cu(cuMemcpyHtoDAsync_v2(other, in + 1, 16, stream));
    assert_cu(cuMemcpyDtoHAsync_v2(out, other, 16, stream));
    assert_memory_equal(out, in + 1, 16);
    assert_cu(cuMemcpy(one, (uintptr_t)out, 16)); /* from the host */
    assert_cu(cuMemcpyAsync((uintptr_t)out, one + 1, 8, stream));
    assert_memory_equal(out, in + 2, 8);
    assert_cu(cuMemcpyPeer(other, context, one, context, 64));
    assert_cu(cuMemcpyPeerAsync(other, context, one, context, 64, stream));
    assert_int_equal(cuMemcpyPeer(other, NULL, one, context, 64), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuMemcpyHtoD_v2(one, in, 0));
    assert_int_equal(cuMemcpyHtoD_v2(one, in, 65), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyHtoD_v2(one, NULL, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyHtoD_v2(0, in, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyDtoH_v2(NULL, one, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyDtoD_v2(one, other + 60, 8), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyHtoDAsync_v2(one, in, 4, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuStreamDestroy(stream));
    assert_cu(cuMemFree_v2(one));
    assert_cu(cuMemFree_v2(other));
}

static void fills(void **state)
{
    uint32_t words[16];
    uint16_t halves[32];
    CUdeviceptr memory = allocate(64);

    (void)state;
    assert_cu(cuMemsetD32_v2(memory, 0x01020304, 16));
    assert_cu(cuMemsetD16_v2(memory, 0xabcd, 2));
    assert_cu(cuMemsetD8_v2(memory + 4, 0x55, 4));
    assert_cu(cuMemcpyDtoH_v2(words, memory, 64));
    assert_true(words[0] == 0xabcdabcd && words[1] == 0x55555555 && words[2] == 0x01020304);
    assert_cu(cuMemsetD2D8_v2(memory, 16, 1, 3, 4));
    assert_cu(cuMemsetD2D16_v2(memory + 4, 16, 2, 2, 4));
    assert_cu(cuMemsetD2D32_v2(memory + 8, 16, 3, 2, 4));
    assert_cu(cuMemcpyDtoH_v2(words, memory, 64));
    assert_true((words[12] & 0xffffff) == 0x010101 && words[13] == 0x00020002 && words[14] == 3 &&
                words[15] == 3);
    assert_cu(cuMemsetD8Async(memory, 0, 64, NULL));
    assert_cu(cuMemsetD16Async(memory, 7, 3, NULL));
    assert_cu(cuMemsetD32Async(memory + 8, 8, 1, NULL));
    assert_cu(cuMemsetD2D8Async(memory + 16, 16, 9, 1, 2, NULL));
    assert_cu(cuMemsetD2D16Async(memory + 18, 16, 10, 1, 2, NULL));
    assert_cu(cuMemsetD2D32Async(memory + 20, 16, 11, 1, 2, NULL));
    assert_cu(cuMemcpyDtoH_v2(halves, memory, 64));
    assert_true(halves[2] == 7 && halves[3] == 0 && halves[4] == 8 && halves[8] == 9 && halves[17] == 10 &&
                halves[18] == 11);
    assert_cu(cuMemsetD32_v2(memory, 1, 0));
    assert_int_equal(cuMemsetD32_v2(memory, 1, 17), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD32_v2(memory + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD16_v2(memory + 1, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD32_v2(memory, 1, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD2D32_v2(memory, 6, 1, 1, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD2D8_v2(memory, 4, 1, 5, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD8Async(memory, 1, 1, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMemFree_v2(memory));
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

static void copies_to_and_from_arrays(void **state)
{
    const CUDA_ARRAY_DESCRIPTOR line = {16, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    uint32_t in[16], out[16] = {0};
    CUdeviceptr memory = allocate(64);
    CUarray one, other;

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        in[i] = i * i;
    assert_cu(cuArrayCreate_v2(&one, &line));
    assert_cu(cuArrayCreate_v2(&other, &line));
    assert_cu(cuMemcpyHtoA_v2(one, 0, in, 64));
    assert_cu(cuMemcpyAtoA_v2(other, 32, one, 0, 32));
    assert_cu(cuMemcpyAtoD_v2(memory, other, 0, 64));
    assert_cu(cuMemcpyDtoA_v2(other, 0, memory + 32, 16));
    assert_cu(cuMemcpyAtoH_v2(out, other, 0, 64));
    assert_true(out[1] == 1 && out[3] == 9 && out[9] == 1 && out[15] == 49);
    assert_cu(cuMemcpyHtoAAsync_v2(one, 4, in, 8, NULL));
    assert_cu(cuMemcpyAtoHAsync_v2(out, one, 4, 8, NULL));
    assert_memory_equal(out, in, 8);
    assert_int_equal(cuMemcpyHtoA_v2(one, 4, in, 64), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyHtoA_v2(no_array, 0, in, 4), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMemcpyAtoH_v2(out, NULL, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyAtoHAsync_v2(out, one, 0, 4, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuArrayDestroy(one));
    assert_cu(cuArrayDestroy(other));
    assert_cu(cuMemFree_v2(memory));
}

/* --- boxes --- */

static void copies_of_planes(void **state)
{
    uint8_t in[6][8], out[6][8] = {{0}};
    const CUDA_ARRAY_DESCRIPTOR plane = {8, 6, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    CUdeviceptr memory = allocate(16 * 6);
    CUarray array;
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = in, .srcPitch = 8, .WidthInBytes = 8, .Height = 6};

    (void)state;
    for (int i = 0; i < 48; i++)
        in[i / 8][i % 8] = (uint8_t)i;
    assert_cu(cuArrayCreate_v2(&array, &plane));
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory;
    copy.dstPitch = 16;
    assert_cu(cuMemcpy2D_v2(&copy));
    copy = (CUDA_MEMCPY2D){.srcXInBytes = 2,
                           .srcY = 1,
                           .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .srcDevice = memory,
                           .srcPitch = 16,
                           .dstXInBytes = 1,
                           .dstY = 2,
                           .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                           .dstArray = array,
                           .WidthInBytes = 5,
                           .Height = 3};
    assert_cu(cuMemcpy2DUnaligned_v2(&copy));
    copy = (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = array,
                           .dstMemoryType = CU_MEMORYTYPE_HOST,
                           .dstHost = out,
                           .dstPitch = 8,
                           .WidthInBytes = 8,
                           .Height = 6};
    assert_cu(cuMemcpy2DAsync_v2(&copy, NULL));
    assert_true(out[2][1] == in[1][2] && out[4][5] == in[3][6] && out[4][6] == 0 && out[1][1] == 0);
    assert_int_equal(cuMemcpy2DAsync_v2(&copy, no_stream), CUDA_ERROR_INVALID_HANDLE);
    copy.dstPitch = 7;
    assert_int_equal(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.dstPitch = (size_t)1 << 32;
    assert_int_equal(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.dstPitch = 8;
    copy.srcY = 1;
    assert_int_equal(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.srcMemoryType = 9;
    assert_int_equal(cuMemcpy2D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy2D_v2(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuMemFree_v2(memory));
}

static void copies_of_boxes(void **state)
{
    uint16_t in[2][3][4], out[2][3][4] = {{{0}}};
    const CUDA_ARRAY3D_DESCRIPTOR box = {4, 3, 2, CU_AD_FORMAT_UNSIGNED_INT16, 1, 0};
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = in,
                          .srcPitch = 8,
                          .srcHeight = 3,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .WidthInBytes = 8,
                          .Height = 3,
                          .Depth = 2};
    CUdeviceptr memory = allocate(sizeof in);

    (void)state;
    for (int i = 0; i < 24; i++)
        in[i / 12][i / 4 % 3][i % 4] = (uint16_t)(1000 + i);
    assert_cu(cuArray3DCreate_v2(&copy.dstArray, &box));
    const CUarray array = copy.dstArray;
    assert_cu(cuMemcpy3D_v2(&copy));
    copy = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                           .srcArray = array,
                           .srcZ = 1,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = memory,
                           .dstPitch = 8,
                           .dstHeight = 3,
                           .WidthInBytes = 8,
                           .Height = 3,
                           .Depth = 1};
    assert_cu(cuMemcpy3DAsync_v2(&copy, NULL));
    copy.srcZ = 0;
    copy.dstZ = 1;
    copy.dstContext = context;
    assert_int_equal(cuMemcpy3D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemcpy3DPeer(&copy));
    assert_cu(cuMemcpy3DPeerAsync(&copy, NULL));
    assert_cu(cuMemcpyDtoH_v2(out, memory, sizeof out));
    assert_memory_equal(out[0], in[1], sizeof in[0]);
    assert_memory_equal(out[1], in[0], sizeof in[0]);
    copy.dstContext = NULL;
    assert_int_equal(cuMemcpy3DPeer(&copy), CUDA_ERROR_INVALID_CONTEXT);
    copy.dstContext = context;
    copy.srcLOD = 1;
    assert_int_equal(cuMemcpy3DPeer(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.srcLOD = 0;
    copy.Depth = 2;
    copy.dstHeight = 2;
    assert_int_equal(cuMemcpy3DPeer(&copy), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy3D_v2(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy3DPeer(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuMemFree_v2(memory));
}

/* --- other processes --- */

static void nothing_is_shared_with_other_processes(void **state)
{
    CUipcMemHandle memory_handle = {{0}};
    CUipcEventHandle event_handle = {{0}};
    CUdeviceptr memory = allocate(4), opened;
    CUevent event;

    (void)state;
    assert_cu(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    assert_int_equal(cuIpcGetMemHandle(&memory_handle, memory), CUDA_ERROR_MAP_FAILED);
    assert_int_equal(cuIpcGetMemHandle(NULL, memory), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcOpenMemHandle(&opened, memory_handle, 1), CUDA_ERROR_MAP_FAILED);
    assert_int_equal(cuIpcOpenMemHandle_v2(NULL, memory_handle, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcCloseMemHandle(memory), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcGetEventHandle(&event_handle, event), CUDA_ERROR_MAP_FAILED);
    assert_int_equal(cuIpcGetEventHandle(&event_handle, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuIpcGetEventHandle(NULL, event), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcOpenEventHandle(&event, event_handle), CUDA_ERROR_MAP_FAILED);
    assert_int_equal(cuIpcOpenEventHandle(NULL, event_handle), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuEventDestroy_v2(event));
    assert_cu(cuMemFree_v2(memory));
}

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
        cmocka_unit_test(copies_in_a_row),
        cmocka_unit_test(fills),
        cmocka_unit_test(arrays_are_described),
        cmocka_unit_test(every_format_has_its_number),
        cmocka_unit_test(copies_to_and_from_arrays),
        cmocka_unit_test(copies_of_planes),
        cmocka_unit_test(copies_of_boxes),
        cmocka_unit_test(nothing_is_shared_with_other_processes),
        cmocka_unit_test(nothing_is_shared_with_vdpau),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
