/* SPDX-License-Identifier: MIT */
/* The driver API: mipmapped arrays, objects and references of them. */
#include "cuda/driver/driver.h"
#include "cuda/driver/driver_object.h"
#include "cuda_driver.h"
#include "made_fatbin.h"
#include "mipmap_kernel.h"

#include <math.h>

static CUfunction function;

static const CUDA_ARRAY3D_DESCRIPTOR plane = {
    .Width = 4, .Height = 4, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};

static int begin(void **state)
{
    struct fatbin code;
    CUmodule module;

    (void)state;
    setenv("HALFWARP_CHIP", "sm_50", 1);
    assert_cu(create_context(0));
    fatbin_make_text(&code, mipmap_kernel);
    assert_cu(cuModuleLoadData(&module, code.bytes));
    assert_cu(cuModuleGetFunction(&function, module, "level"));
    fatbin_free(&code);
    return 0;
}

/* Three levels, of 16, 4 and one texel; each texel is its level. */
static CUmipmappedArray filled(void)
{
    CUmipmappedArray mipmap;

    assert_cu(cuMipmappedArrayCreate(&mipmap, &plane, 9));
    for (unsigned n = 0; n < 3; n++) {
        const float texel = (float)n, row[4] = {texel, texel, texel, texel};
        CUDA_ARRAY3D_DESCRIPTOR shape;
        CUarray level;

        assert_cu(cuMipmappedArrayGetLevel(&level, mipmap, n));
        assert_cu(cuArray3DGetDescriptor_v2(&shape, level));
        assert_int_equal(shape.Width, 4u >> n);
        assert_int_equal(shape.Height, 4u >> n);
        for (size_t y = 0; y < shape.Height; y++) {
            const CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                        .srcHost = row,
                                        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                        .dstArray = level,
                                        .dstY = y,
                                        .WidthInBytes = 4 * shape.Width,
                                        .Height = 1};
            assert_cu(cuMemcpy2D_v2(&copy));
        }
    }
    return mipmap;
}

static void objects(void **state)
{
    CUmipmappedArray mipmap = filled();
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY}, said;
    CUDA_TEXTURE_DESC texture = {.flags = CU_TRSF_NORMALIZED_COORDINATES,
                                 .mipmapFilterMode = CU_TR_FILTER_MODE_LINEAR,
                                 .mipmapLevelBias = 0.5f,
                                 .maxMipmapLevelClamp = INFINITY},
                      texture_said;
    CUdeviceptr out = allocate(MIPMAP_THREADS * sizeof(float));
    CUtexObject object;
    float got[MIPMAP_THREADS];
    void *arguments[] = {&out, &object};

    (void)state;
    resource.res.mipmap.hMipmappedArray = mipmap;
    assert_cu(cuTexObjectCreate(&object, &resource, &texture, NULL));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, MIPMAP_THREADS, 1, 1, 0, NULL, arguments, NULL));
    assert_cu(cuMemcpyDtoH_v2(got, out, sizeof got));
    for (int t = 0; t < MIPMAP_THREADS; t++)
        assert_float_equal(got[t], fminf((float)t / 4 + 0.5f, 2), 1e-5);
    assert_cu(cuTexObjectGetResourceDesc(&said, object));
    assert_int_equal(said.resType, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
    assert_ptr_equal(said.res.mipmap.hMipmappedArray, mipmap);
    assert_cu(cuTexObjectGetTextureDesc(&texture_said, object));
    assert_memory_equal(&texture_said, &texture, sizeof texture);
    assert_cu(cuTexObjectDestroy(object));
    texture.flags = 0;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &texture, NULL), CUDA_ERROR_INVALID_VALUE);
    resource.res.mipmap.hMipmappedArray = NULL;
    assert_int_equal(cuTexObjectCreate(&object, &resource, &texture, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMipmappedArrayDestroy(mipmap));
    assert_cu(cuMemFree_v2(out));
}

static void references(void **state)
{
    CUmipmappedArray mipmap = filled(), bound;
    CUtexref reference;
    float least, most, bias;
    int mode;

    (void)state;
    assert_cu(cuTexRefCreate(&reference));
    assert_int_equal(cuTexRefGetMipmappedArray(&bound, reference), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefSetMipmappedArray(reference, mipmap, CU_TRSA_OVERRIDE_FORMAT));
    assert_cu(cuTexRefGetMipmappedArray(&bound, reference));
    assert_ptr_equal(bound, mipmap);
    assert_cu(cuTexRefSetMipmapFilterMode(reference, CU_TR_FILTER_MODE_LINEAR));
    assert_cu(cuTexRefGetMipmapFilterMode(&mode, reference));
    assert_int_equal(mode, CU_TR_FILTER_MODE_LINEAR);
    assert_cu(cuTexRefSetMipmapLevelBias(reference, 1.5f));
    assert_cu(cuTexRefGetMipmapLevelBias(&bias, reference));
    assert_float_equal(bias, 1.5f, 0);
    assert_cu(cuTexRefSetMipmapLevelClamp(reference, 0.5f, 2));
    assert_cu(cuTexRefGetMipmapLevelClamp(&least, &most, reference));
    assert_true(least == 0.5f && most == 2);
    assert_cu(cuMipmappedArrayDestroy(mipmap));
    assert_int_equal(cuTexRefGetMipmappedArray(&bound, reference), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefDestroy(reference));
}

static void wrong_use(void **state)
{
    CUDA_ARRAY3D_DESCRIPTOR wrong = plane;
    CUmipmappedArray mipmap = filled();
    CUarray level;
    CUtexref reference;
    float value;
    int mode;

    (void)state;
    assert_int_equal(cuMipmappedArrayCreate(NULL, &plane, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMipmappedArrayCreate(&mipmap, NULL, 1), CUDA_ERROR_INVALID_VALUE);
    wrong.Flags = 0x8000;
    assert_int_equal(cuMipmappedArrayCreate(&mipmap, &wrong, 1), CUDA_ERROR_INVALID_VALUE);
    wrong = (CUDA_ARRAY3D_DESCRIPTOR){.Width = 4, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 3};
    assert_int_equal(cuMipmappedArrayCreate(&mipmap, &wrong, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMipmappedArrayGetLevel(&level, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMipmappedArrayGetLevel(NULL, mipmap, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMipmappedArrayGetLevel(&level, mipmap, 3), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMipmappedArrayGetLevel(&level, mipmap, 0));
    assert_int_equal(cuArrayDestroy(level), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMipmappedArrayDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuTexRefCreate(&reference));
    assert_int_equal(cuTexRefSetMipmappedArray(reference, mipmap, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetMipmappedArray(reference, NULL, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetMipmappedArray(NULL, mipmap, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetMipmappedArray(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetMipmapFilterMode(reference, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetMipmapFilterMode(NULL, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetMipmapFilterMode(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetMipmapFilterMode(&mode, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefSetMipmapLevelBias(NULL, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetMipmapLevelBias(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetMipmapLevelClamp(NULL, 0, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuTexRefGetMipmapLevelClamp(&value, NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefDestroy(reference));
    assert_cu(cuMipmappedArrayDestroy(mipmap));
    assert_int_equal(cuMipmappedArrayDestroy(mipmap), CUDA_ERROR_INVALID_HANDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects),
        cmocka_unit_test(references),
        cmocka_unit_test(wrong_use),
    };
    return cmocka_run_group_tests(tests, begin, end_context);
}
