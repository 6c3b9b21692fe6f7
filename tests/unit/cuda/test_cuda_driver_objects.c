/* SPDX-License-Identifier: MIT */
/* The driver API: texture and surface objects. */
#include "cuda/driver/driver_object.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

static CUfunction fetch, line;

static CUfunction load(const char *program, const char *kernel)
{
    size_t bytes;
    CUmodule module = NULL;
    CUfunction function = NULL;
    uint8_t *cubin = fatbin_cubin(program, "sm_61", &bytes);

    assert_cu(cuModuleLoadData(&module, cubin));
    assert_cu(cuModuleGetFunction(&function, module, kernel));
    free(cubin);
    return function;
}

static int begin(void **state)
{
    (void)state;
    setenv("HALFWARP_CHIP", "sm_61", 1);
    assert_cu(create_context(0));
    fetch = load("texture", "texture_fetch");
    line = load("surface", "surface_line");
    return 0;
}

static CUDA_RESOURCE_DESC linear(CUdeviceptr memory, unsigned format, unsigned channels, size_t bytes)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_LINEAR};

    resource.res.linear.devPtr = memory;
    resource.res.linear.format = format;
    resource.res.linear.numChannels = channels;
    resource.res.linear.sizeInBytes = bytes;
    return resource;
}

static const CUDA_TEXTURE_DESC plain = {.addressMode = {1, 1, 1}, .flags = CU_TRSF_READ_AS_INTEGER};

static void textures(void **state)
{
    (void)state;
    uint32_t data[64], got[32 * 9];
    CUtexObject object[3];

    for (uint32_t i = 0; i < 64; i++)
        data[i] = i * 0x01010101u;
    CUdeviceptr in = copied(data, sizeof data), out = allocate(sizeof got);
    const CUDA_RESOURCE_DESC resources[] = {linear(in, CU_AD_FORMAT_UNSIGNED_INT32, 1, sizeof data),
                                            linear(in, CU_AD_FORMAT_FLOAT, 4, sizeof data),
                                            linear(in, CU_AD_FORMAT_UNSIGNED_INT8, 4, sizeof data)};
    for (int i = 0; i < 3; i++)
        assert_cu(cuTexObjectCreate(&object[i], &resources[i], &plain, NULL));
    void *arguments[] = {&out, &object[0], &object[1], &object[2]};
    assert_cu(cuLaunchKernel(fetch, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
    assert_cu(cuMemcpyDtoH_v2(got, out, sizeof got));
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(got[t * 9], data[t]);
        assert_int_equal(got[t * 9 + 4], data[t * 3 % 16 * 4 + 3]);
        assert_int_equal(got[t * 9 + 8], data[t] >> 24);
    }
    for (int i = 0; i < 3; i++)
        assert_cu(cuTexObjectDestroy(object[i]));
    assert_int_equal(cuTexObjectDestroy(object[0]), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexObjectDestroy(0));
    assert_cu(cuSurfObjectDestroy(0));
    assert_cu(cuMemFree_v2(in));
    assert_cu(cuMemFree_v2(out));
}

static CUsurfObject surface_of(CUarray *array, const uint32_t *data)
{
    const CUDA_ARRAY3D_DESCRIPTOR shape = {.Width = 32,
                                           .Format = CU_AD_FORMAT_UNSIGNED_INT32,
                                           .NumChannels = 1,
                                           .Flags = CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUsurfObject object = 0;

    assert_cu(cuArray3DCreate_v2(array, &shape));
    assert_cu(cuMemcpyHtoA_v2(*array, 0, data, 32 * 4));
    resource.res.array.hArray = *array;
    assert_cu(cuSurfObjectCreate(&object, &resource));
    return object;
}

static void surfaces(void **state)
{
    (void)state;
    uint32_t data[32], got[32];
    CUarray from, to;
    CUDA_RESOURCE_DESC back;

    for (uint32_t i = 0; i < 32; i++)
        data[i] = i * i + 7;
    CUsurfObject objects[2] = {surface_of(&from, data), surface_of(&to, data)};
    CUdeviceptr out = allocate(32 * 16);
    void *arguments[] = {&out, &objects[0], &objects[1]};
    assert_cu(cuLaunchKernel(line, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
    assert_cu(cuMemcpyAtoH_v2(got, to, 0, sizeof got));
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(got[i], 3 * data[i] + 1);
    assert_cu(cuSurfObjectGetResourceDesc(&back, objects[1]));
    assert_true(back.resType == CU_RESOURCE_TYPE_ARRAY && back.res.array.hArray == to);
    for (int i = 0; i < 2; i++)
        assert_cu(cuSurfObjectDestroy(objects[i]));
    assert_int_equal(cuSurfObjectDestroy(objects[0]), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfObjectGetResourceDesc(&back, objects[0]), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(from));
    assert_cu(cuArrayDestroy(to));
    assert_cu(cuMemFree_v2(out));
}

static void what_they_are_of(void **state)
{
    (void)state;
    const CUDA_TEXTURE_DESC sampling = {
        .addressMode = {0, 2, 3}, .filterMode = 1, .flags = CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB};
    CUDA_TEXTURE_DESC got;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D}, back;
    CUdeviceptr memory = allocate(4096);
    CUtexObject object;

    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
    resource.res.pitch2D.numChannels = 4;
    resource.res.pitch2D.width = 20;
    resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = 512;
    assert_cu(cuTexObjectCreate(&object, &resource, &sampling, NULL));
    assert_cu(cuTexObjectGetResourceDesc(&back, object));
    assert_memory_equal(&back, &resource, sizeof back);
    assert_cu(cuTexObjectGetTextureDesc(&got, object));
    assert_memory_equal(&got, &sampling, sizeof got);
    assert_int_equal(cuTexObjectGetResourceViewDesc(&back, object), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexObjectDestroy(object));
    resource = linear(memory, CU_AD_FORMAT_UNSIGNED_INT16, 2, 400);
    assert_cu(cuTexObjectCreate(&object, &resource, &plain, NULL));
    assert_cu(cuTexObjectGetResourceDesc(&back, object));
    assert_memory_equal(&back, &resource, sizeof back);
    assert_cu(cuTexObjectDestroy(object));
    assert_cu(cuMemFree_v2(memory));
}

static void wrong_use(void **state)
{
    (void)state;
    CUdeviceptr memory = allocate(4096);
    CUDA_RESOURCE_DESC resource = linear(memory, CU_AD_FORMAT_UNSIGNED_INT32, 1, 64);
    CUDA_TEXTURE_DESC got;
    CUtexObject object;

    assert_int_equal(cuTexObjectCreate(NULL, &resource, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexObjectCreate(&object, NULL, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexObjectCreate(&object, &resource, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, &plain), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuSurfObjectCreate(&object, &resource), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuSurfObjectCreate(NULL, &resource), CUDA_ERROR_INVALID_VALUE);
    resource.flags = 1;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    resource.flags = 0;
    resource.res.linear.format = 77;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_HANDLE);
    resource.resType = 4;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_VALUE);
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &plain, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexObjectGetTextureDesc(&got, 4711), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexObjectGetResourceDesc(&resource, 4711), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures),
        cmocka_unit_test(surfaces),
        cmocka_unit_test(what_they_are_of),
        cmocka_unit_test(wrong_use),
    };

    return cmocka_run_group_tests(tests, begin, end_context);
}
