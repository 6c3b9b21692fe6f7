/* SPDX-License-Identifier: MIT */
/* The driver API as programs of toolkits before 3.2 call it: sizes and addresses of 32 bits.  sm_13 has such
 * addresses; those of later chips do not fit, which is an error and no other address. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <halfwarp/module.h>

static struct fatbin fatbin;

static int begin(void **state)
{
    (void)state;
    fatbin_make(&fatbin, "generations", (const char *const[]){"sm_13", "sm_20", NULL});
    return cuInit(0) || cuCtxCreate(&group_context, 0, 0);
}

static int end(void **state)
{
    (void)state;
    fatbin_free(&fatbin);
    return cuCtxDestroy(group_context);
}

static CUdeviceptr_v1 allocate_v1(unsigned bytes)
{
    CUdeviceptr_v1 address = 0;

    assert_cu(cuMemAlloc(&address, bytes));
    return address;
}

static void memory_in_32_bits(void **state)
{
    CUdeviceptr_v1 address = allocate_v1(1000), base, mapped;
    unsigned bytes, total, pitch, word = 0;
    void *host;

    (void)state;
    assert_cu(cuMemGetInfo(&bytes, &total));
    assert_true(bytes == total - 1000);
    assert_cu(cuMemGetInfo(NULL, &total));
    assert_cu(cuMemGetAddressRange(&base, &bytes, address + 10));
    assert_true(base == address && bytes == 1000);
    assert_int_equal(cuMemGetAddressRange(&base, &bytes, 0xfffffff0), CUDA_ERROR_NOT_FOUND);
    assert_cu(cuMemFree(address));
    assert_int_equal(cuMemFree(address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAlloc(NULL, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAlloc(&address, UINT32_MAX), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(cuMemAllocPitch(&address, &pitch, 10, 3, 4));
    assert_int_equal(pitch % 64, 0);
    assert_int_equal(cuMemAllocPitch(&address, NULL, 10, 3, 4), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemAllocHost(&host, 64));
    assert_cu(cuMemHostGetDevicePointer(&mapped, host, 0));
    assert_cu(cuMemsetD32(mapped, 99, 1));
    memcpy(&word, host, 4);
    assert_int_equal(word, 99);
    assert_int_equal(cuMemHostGetDevicePointer(&mapped, &word, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFreeHost(host));
    assert_cu(cuMemFree(address));
}

static void addresses_that_do_not_fit(void **state)
{
    CUcontext later;
    CUdeviceptr_v1 address;
    CUmodule module;
    unsigned before, bytes;

    (void)state;
    assert_cu(cuCtxCreate(&later, 0, 1)); /* sm_20 */
    assert_cu(cuMemGetInfo(&before, NULL));
    assert_int_equal(cuMemAlloc(&address, 1000), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(cuMemGetInfo(&bytes, NULL));
    assert_int_equal(bytes, before);
    assert_cu(cuModuleLoadFatBinary(&module, fatbin.bytes));
    assert_int_equal(cuModuleGetGlobal(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_cu(cuCtxDestroy(later));
}

static void a_kernel_of_that_time(void **state)
{
    CUdeviceptr_v1 out = allocate_v1(128);
    CUmodule module;
    CUfunction hash;
    uint32_t got[32], rounds = 1;
    void *values[] = {&rounds, &out};

    (void)state;
    assert_cu(cuModuleLoadFatBinary(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&hash, module, "generation_hash"));
    assert_int_equal(cuLaunchKernel(hash, 1, 1, 1, 32, 1, 1, 0, NULL, values, NULL),
                     CUDA_ERROR_INVALID_IMAGE); /* its file does not say what they are */
    assert_cu(cuFuncSetBlockShape(hash, 32, 1, 1));
    assert_cu(cuParamSeti(hash, 0, 1)); /* one round */
    assert_cu(cuParamSeti(hash, 8, out));
    assert_cu(cuParamSeti(hash, 12, 0));
    assert_cu(cuParamSetSize(hash, 16));
    assert_cu(cuLaunchGrid(hash, 1, 1));
    assert_cu(cuMemcpyDtoH(got, out, sizeof got));
    assert_true(got[0] == 0x9e3779b9 && got[1] == 0x9e3779b9 + (0x2001 ^ 0x2001u << 5));
    assert_cu(cuModuleUnload(module));
    assert_cu(cuMemFree(out));
}

/* As nvcc of CUDA 1 and 2 wrote cubins. */
static void an_image_of_text(void **state)
{
    size_t bytes;
    uint8_t *cubin = fatbin_cubin("generations", "sm_13", &bytes), *text;
    struct hw_module *code;
    CUmodule module;
    CUfunction hash;

    (void)state;
    assert_int_equal(hw_module_read(cubin, bytes, &code, NULL), HW_OK);
    assert_int_equal(hw_module_write(code, HW_CONTAINER_TEXT, &text, &bytes, NULL), HW_OK);
    char *image = malloc(bytes + 1);
    assert_non_null(image);
    memcpy(image, text, bytes);
    image[bytes] = '\0';
    assert_cu(cuModuleLoadData(&module, image));
    assert_cu(cuModuleGetFunction(&hash, module, "generation_hash"));
    assert_cu(cuModuleUnload(module));
    image[bytes / 2] = '\0';
    assert_int_equal(cuModuleLoadData(&module, image), CUDA_ERROR_INVALID_IMAGE);
    free(image);
    free(text);
    free(cubin);
    hw_module_free(code);
}

static void copies_and_fills(void **state)
{
    CUdeviceptr_v1 one = allocate_v1(64), other = allocate_v1(64);
    uint32_t in[16], out[16];

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        in[i] = i + 7;
    assert_cu(cuMemcpyHtoD(one, in, 64));
    assert_cu(cuMemcpyDtoD(other, one, 32));
    assert_cu(cuMemcpyDtoDAsync(other + 32, one, 32, NULL));
    assert_cu(cuMemcpyDtoH(out, other, 64));
    assert_true(out[0] == 7 && out[8] == 7 && out[15] == 14);
    assert_cu(cuMemcpyHtoDAsync(one, out, 8, NULL));
    assert_cu(cuMemcpyDtoHAsync(in, one, 8, NULL));
    assert_cu(cuMemsetD8(one, 1, 4));
    assert_cu(cuMemsetD16(one + 4, 2, 2));
    assert_cu(cuMemsetD32(one + 8, 3, 1));
    assert_cu(cuMemsetD2D8(one + 16, 16, 4, 4, 2));
    assert_cu(cuMemsetD2D16(one + 20, 16, 5, 2, 2));
    assert_cu(cuMemsetD2D32(one + 24, 16, 6, 1, 2));
    assert_cu(cuMemcpyDtoH(out, one, 64));
    assert_true(out[0] == 0x01010101 && out[1] == 0x00020002 && out[2] == 3 && out[8] == 0x04040404 &&
                out[9] == 0x00050005 && out[10] == 6);
    assert_int_equal(cuMemcpyHtoD(0xfffffff0, in, 64), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree(one));
    assert_cu(cuMemFree(other));
}

static void arrays_and_boxes(void **state)
{
    const CUDA_ARRAY_DESCRIPTOR_v1 plane = {4, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1},
                                   line = {8, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    const CUDA_ARRAY3D_DESCRIPTOR_v1 box = {4, 2, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0};
    CUDA_ARRAY_DESCRIPTOR_v1 flat;
    CUDA_ARRAY3D_DESCRIPTOR_v1 deep;
    CUdeviceptr_v1 memory = allocate_v1(64);
    uint32_t in[16], out[16] = {0};
    CUarray array, other, space;

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        in[i] = 100 * i;
    assert_cu(cuArrayCreate(&array, &line));
    assert_cu(cuArrayCreate(&other, &line));
    assert_cu(cuArrayGetDescriptor(&flat, array));
    assert_memory_equal(&flat, &line, sizeof flat);
    assert_int_equal(cuArrayCreate(&array, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuArrayGetDescriptor(NULL, array), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemcpyHtoA(array, 0, in, 32));
    assert_cu(cuMemcpyAtoA(other, 4, array, 0, 28));
    assert_cu(cuMemcpyAtoD(memory, other, 0, 32));
    assert_cu(cuMemcpyDtoA(other, 0, memory + 8, 8));
    assert_cu(cuMemcpyAtoH(out, other, 0, 32));
    assert_true(out[0] == 100 && out[1] == 200 && out[7] == 600);
    assert_cu(cuMemcpyHtoAAsync(array, 8, in, 8, NULL));
    assert_cu(cuMemcpyAtoHAsync(out, array, 8, 8, NULL));
    assert_true(out[0] == 0 && out[1] == 100);
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuArrayDestroy(other));

    assert_cu(cuArrayCreate(&array, &plane));
    assert_cu(cuArray3DCreate(&space, &box));
    assert_cu(cuArray3DGetDescriptor(&deep, space));
    assert_memory_equal(&deep, &box, sizeof deep);
    assert_int_equal(cuArray3DCreate(&other, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuArray3DGetDescriptor(NULL, space), CUDA_ERROR_INVALID_VALUE);
    const CUDA_MEMCPY2D_v1 up = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                 .srcHost = in,
                                 .srcPitch = 16,
                                 .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                 .dstArray = array,
                                 .WidthInBytes = 16,
                                 .Height = 2};
    const CUDA_MEMCPY2D_v1 down = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                                   .srcArray = array,
                                   .srcY = 1,
                                   .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                   .dstDevice = memory,
                                   .dstPitch = 16,
                                   .WidthInBytes = 16,
                                   .Height = 1};
    assert_cu(cuMemcpy2D(&up));
    assert_cu(cuMemcpy2DUnaligned(&down));
    assert_cu(cuMemcpy2DAsync(&down, NULL));
    assert_cu(cuMemcpyDtoH(out, memory, 16));
    assert_memory_equal(out, in + 4, 16);
    const CUDA_MEMCPY3D_v1 fill = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                   .srcHost = in,
                                   .srcPitch = 16,
                                   .srcHeight = 2,
                                   .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                   .dstArray = space,
                                   .WidthInBytes = 16,
                                   .Height = 2,
                                   .Depth = 2};
    const CUDA_MEMCPY3D_v1 take = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                                   .srcArray = space,
                                   .srcZ = 1,
                                   .srcXInBytes = 4,
                                   .dstMemoryType = CU_MEMORYTYPE_HOST,
                                   .dstHost = out,
                                   .dstPitch = 8,
                                   .WidthInBytes = 8,
                                   .Height = 2,
                                   .Depth = 1};
    assert_cu(cuMemcpy3D(&fill));
    assert_cu(cuMemcpy3DAsync(&take, NULL));
    assert_true(out[0] == 900 && out[1] == 1000 && out[2] == 1300 && out[3] == 1400);
    assert_int_equal(cuMemcpy2D(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy2DAsync(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy3D(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpy3DAsync(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(array));
    assert_cu(cuArrayDestroy(space));
    assert_cu(cuMemFree(memory));
}

static void textures(void **state)
{
    const CUDA_ARRAY_DESCRIPTOR_v1 plane = {16, 4, CU_AD_FORMAT_FLOAT, 1};
    CUdeviceptr_v1 memory = allocate_v1(4 * 256), address;
    CUtexref reference;
    unsigned offset;

    (void)state;
    assert_cu(cuTexRefCreate(&reference));
    assert_cu(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));
    assert_cu(cuTexRefSetAddress(&offset, reference, memory + 8, 64));
    assert_int_equal(offset, 8);
    assert_cu(cuTexRefGetAddress(&address, reference));
    assert_int_equal(address, memory + 8);
    assert_int_equal(cuTexRefGetAddress(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefSetAddress2D(reference, &plane, memory, 256));
    assert_int_equal(cuTexRefSetAddress2D(reference, NULL, memory, 256), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefDestroy(reference));
    assert_cu(cuMemFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_in_32_bits),
        cmocka_unit_test(addresses_that_do_not_fit),
        cmocka_unit_test(a_kernel_of_that_time),
        cmocka_unit_test(an_image_of_text),
        cmocka_unit_test(copies_and_fills),
        cmocka_unit_test(arrays_and_boxes),
        cmocka_unit_test(textures),
    };

    setenv("HALFWARP_CHIP", "g200,gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
