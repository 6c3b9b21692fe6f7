/* SPDX-License-Identifier: MIT */
/* How textures sample, as programs ask for it: the border's colour, sRGB, cube maps without seams; and what
 * they are told of it. */
#include "cuda/driver/driver.h"
#include "cuda/driver/driver_object.h"
#include "cuda_driver.h"

#include <math.h>

#define THREADS 12

/* Thread t reads a line at t - 3.5, and a cube at (1, 0, 0.97). */
static const char kernels[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry line(.param .u64 out, .param .u64 object)\n{\n"
    ".reg .u64 %d<4>; .reg .u32 %r<2>; .reg .f32 %f<6>;\n"
    "ld.param.u64 %d0, [out]; ld.param.u64 %d1, [object]; cvta.to.global.u64 %d0, %d0;\n"
    "mov.u32 %r0, %tid.x; mul.wide.u32 %d2, %r0, 16; add.u64 %d0, %d0, %d2;\n"
    "cvt.rn.f32.u32 %f0, %r0; sub.f32 %f0, %f0, 0f40600000;\n"
    "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f0}];\n"
    "st.global.v4.f32 [%d0], {%f1, %f2, %f3, %f4};\nret;\n}\n"
    ".visible .entry cube(.param .u64 out, .param .u64 object)\n{\n"
    ".reg .u64 %d<4>; .reg .f32 %f<8>;\n"
    "ld.param.u64 %d0, [out]; ld.param.u64 %d1, [object]; cvta.to.global.u64 %d0, %d0;\n"
    "mov.f32 %f0, 0f3f800000; mov.f32 %f1, 0f00000000; mov.f32 %f2, 0f3f7851ec;\n"
    "tex.cube.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%d1, {%f0, %f1, %f2, %f2}];\n"
    "st.global.v4.f32 [%d0], {%f3, %f4, %f5, %f6};\nret;\n}\n";

static CUmodule module;

static void run(const char *kernel, unsigned threads, CUarray array, const CUDA_TEXTURE_DESC *sampling,
                float got[][4])
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUDA_TEXTURE_DESC said;
    CUfunction function;
    CUtexObject object;
    CUdeviceptr out = allocate(THREADS * 16);

    resource.res.array.hArray = array;
    assert_cu(cuTexObjectCreate(&object, &resource, sampling, NULL));
    assert_cu(cuTexObjectGetTextureDesc(&said, object));
    assert_memory_equal(&said, sampling, sizeof said);
    assert_cu(cuModuleGetFunction(&function, module, kernel));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, (void *[]){&out, &object}, NULL));
    assert_cu(cuMemcpyDtoH_v2(got, out, threads * 16));
    assert_cu(cuTexObjectDestroy(object));
    assert_cu(cuMemFree_v2(out));
}

static CUarray line_of(unsigned format, unsigned channels, const void *texels, size_t bytes)
{
    CUarray array;

    assert_cu(cuArrayCreate_v2(
        &array, &(CUDA_ARRAY_DESCRIPTOR){.Width = 4, .Format = format, .NumChannels = channels}));
    assert_cu(cuMemcpyHtoA_v2(array, 0, texels, bytes));
    return array;
}

static void the_border_has_a_colour(void **state)
{
    static const float texels[4] = {1, 2, 3, 4};
    CUDA_TEXTURE_DESC sampling = {.addressMode = {CU_TR_ADDRESS_MODE_BORDER},
                                  .borderColor = {0.25f, 5, 6, 7}};
    CUarray array = line_of(CU_AD_FORMAT_FLOAT, 1, texels, sizeof texels);
    float got[THREADS][4];

    (void)state;
    run("line", THREADS, array, &sampling, got);
    for (int t = 0; t < THREADS; t++) {
        assert_float_equal(got[t][0], t < 4 || t >= 8 ? 0.25f : texels[t - 4], 0);
        assert_true(got[t][1] == 0 && got[t][2] == 0 && got[t][3] == 1); /* the format has no such channels */
    }
    sampling.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP;
    run("line", THREADS, array, &sampling, got);
    assert_true(got[0][0] == 1 && got[THREADS - 1][0] == 4);
    assert_cu(cuArrayDestroy(array));
}

static void colours_of_srgb_become_linear(void **state)
{
    static const uint8_t texels[4][4] = {
        {0, 60, 120, 60}, {180, 255, 5, 180}, {1, 2, 3, 4}, {10, 11, 12, 13}};
    const CUDA_TEXTURE_DESC sampling = {.addressMode = {CU_TR_ADDRESS_MODE_CLAMP}, .flags = CU_TRSF_SRGB};
    CUarray array = line_of(CU_AD_FORMAT_UNSIGNED_INT8, 4, texels, sizeof texels);
    float got[THREADS][4];

    (void)state;
    run("line", THREADS, array, &sampling, got);
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 4; c++) {
            const double part = texels[i][c] / 255.0;
            const double light = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
            assert_float_equal(got[4 + i][c], (float)(c == 3 ? part : light), 1e-7f);
        }
    assert_cu(cuArrayDestroy(array));
}

/* Each texel of a face is ten times the face's number. */
static void cube_maps_without_seams(void **state)
{
    CUDA_TEXTURE_DESC sampling = {.addressMode = {1, 1, 1},
                                  .filterMode = CU_TR_FILTER_MODE_LINEAR,
                                  .flags = CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_EXACT_LEVELS,
                                  .maxAnisotropy = 8};
    const CUDA_ARRAY3D_DESCRIPTOR wanted = {.Width = 4,
                                            .Height = 4,
                                            .Depth = 6,
                                            .Format = CU_AD_FORMAT_FLOAT,
                                            .NumChannels = 1,
                                            .Flags = CUDA_ARRAY3D_CUBEMAP};
    float texels[96], got[1][4];
    CUarray array;

    (void)state;
    for (int i = 0; i < 96; i++)
        texels[i] = (float)(i / 16 * 10);
    assert_cu(cuArray3DCreate_v2(&array, &wanted));
    assert_cu(cuMemcpy3D_v2(&(CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_HOST,
                                             .srcHost = texels,
                                             .srcPitch = 16,
                                             .srcHeight = 4,
                                             .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                                             .dstArray = array,
                                             .WidthInBytes = 16,
                                             .Height = 4,
                                             .Depth = 6}));
    run("cube", 1, array, &sampling, got);
    assert_float_equal(got[0][0], 0, 0);
    sampling.flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    run("cube", 1, array, &sampling, got);
    assert_float_equal(got[0][0], 0.44 * 40, 0.1); /* +X is 0, +Z is 40 */
    assert_cu(cuArrayDestroy(array));
}

static void references_have_them_too(void **state)
{
    const float color[4] = {1, 2, 3, 4};
    float said[4];
    CUtexref reference;
    int most;

    (void)state;
    assert_cu(cuTexRefCreate(&reference));
    assert_cu(cuTexRefSetBorderColor(reference, (float *)color));
    assert_cu(cuTexRefGetBorderColor(said, reference));
    assert_memory_equal(said, color, sizeof said);
    assert_cu(cuTexRefSetMaxAnisotropy(reference, 4));
    assert_cu(cuTexRefGetMaxAnisotropy(&most, reference));
    assert_int_equal(most, 4);
    assert_int_equal(cuTexRefGetBorderColor(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefSetBorderColor(reference, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuTexRefGetMaxAnisotropy(NULL, reference), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuTexRefDestroy(reference));
}

static void unknown_flags_are_refused(void **state)
{
    const CUDA_TEXTURE_DESC sampling = {.flags = 0x80};
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    const float texels[4] = {0};
    CUtexObject object;

    (void)state;
    resource.res.array.hArray = line_of(CU_AD_FORMAT_FLOAT, 1, texels, sizeof texels);
    assert_int_equal(cuTexObjectCreate(&object, &resource, &sampling, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuArrayDestroy(resource.res.array.hArray));
}

static int begin(void **state)
{
    return begin_context(state) || cuModuleLoadData(&module, kernels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_border_has_a_colour),   cmocka_unit_test(colours_of_srgb_become_linear),
        cmocka_unit_test(cube_maps_without_seams),   cmocka_unit_test(references_have_them_too),
        cmocka_unit_test(unknown_flags_are_refused),
    };

    setenv("HALFWARP_CHIP", "gm204", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
