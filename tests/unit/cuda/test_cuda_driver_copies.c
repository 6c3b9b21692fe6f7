/* SPDX-License-Identifier: MIT */
/* The driver API: copies between memory of the device, of the host and arrays, and fills. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

static const CUarray no_array = (CUarray)16;

static int begin(void **state)
{
    (void)state;
    return create_context(CU_CTX_MAP_HOST);
}

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
    assert_cu(cuMemcpyPeer(other, group_context, one, group_context, 64));
    assert_cu(cuMemcpyPeerAsync(other, group_context, one, group_context, 64, stream));
    assert_int_equal(cuMemcpyPeer(other, NULL, one, group_context, 64), CUDA_ERROR_INVALID_CONTEXT);
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

/* An address tells whose it is, also where the call's name says otherwise; page-locked memory stays the
 * host's. */
static void device_addresses_named_the_hosts(void **state)
{
    uint8_t in[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, out[16] = {0};
    CUdeviceptr one = allocate(16), other = allocate(16);
    const CUDA_MEMCPY2D box = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                               .srcHost = (const void *)(uintptr_t)one,
                               .srcPitch = 8,
                               .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                               .dstDevice = other,
                               .dstPitch = 8,
                               .WidthInBytes = 4,
                               .Height = 2};
    void *locked;

    (void)state;
    assert_cu(cuMemcpyHtoD_v2(one, in, 16));
    assert_cu(cuMemcpyHtoD_v2(other, (const void *)(uintptr_t)one, 16));
    assert_cu(cuMemcpyDtoH_v2(out, other, 16));
    assert_memory_equal(out, in, 16);
    assert_cu(cuMemcpyDtoHAsync_v2((void *)(uintptr_t)(other + 8), one, 8, NULL));
    assert_cu(cuMemcpyDtoH_v2(out, other, 16));
    assert_memory_equal(out + 8, in, 8);
    assert_cu(cuMemsetD8_v2(other, 0, 16));
    assert_cu(cuMemcpy2D_v2(&box));
    assert_cu(cuMemcpyDtoH_v2(out, other, 16));
    assert_true(memcmp(out, in, 4) == 0 && memcmp(out + 8, in + 8, 4) == 0 && out[4] == 0);
    assert_cu(cuMemAllocHost_v2(&locked, 16));
    memset(locked, 7, 16);
    assert_cu(cuMemcpyHtoD_v2(one, locked, 16));
    assert_cu(cuMemcpyDtoH_v2(out, one, 16));
    assert_memory_equal(out, locked, 16);
    assert_int_equal(cuMemcpyHtoD_v2(one, (const void *)(uintptr_t)(other + 8), 9), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFreeHost(locked));
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
    copy.dstContext = group_context;
    assert_int_equal(cuMemcpy3D_v2(&copy), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemcpy3DPeer(&copy));
    assert_cu(cuMemcpy3DPeerAsync(&copy, NULL));
    assert_cu(cuMemcpyDtoH_v2(out, memory, sizeof out));
    assert_memory_equal(out[0], in[1], sizeof in[0]);
    assert_memory_equal(out[1], in[0], sizeof in[0]);
    copy.dstContext = NULL;
    assert_int_equal(cuMemcpy3DPeer(&copy), CUDA_ERROR_INVALID_CONTEXT);
    copy.dstContext = group_context;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_in_a_row),           cmocka_unit_test(fills),
        cmocka_unit_test(copies_to_and_from_arrays), cmocka_unit_test(copies_of_planes),
        cmocka_unit_test(copies_of_boxes),           cmocka_unit_test(device_addresses_named_the_hosts),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
