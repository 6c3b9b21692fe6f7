/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays of the runtime: their levels, and textures of all of them. */
#include "cuda_test.h"

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/runtime_object.h"
#include "made_fatbin.h"
#include "mipmap_kernel.h"

#include <pthread.h>

#define WIDTH  8
#define HEIGHT 4
#define LEVELS 4 /* of 8 by 4, 4 by 2, 2 by 1, one texel */

static struct fatbin code;
static void **handle;
static char level_stub;
static const struct cudaChannelFormatDesc number = {32, 0, 0, 0, cudaChannelFormatKindFloat},
                                          word = {32, 0, 0, 0, cudaChannelFormatKindUnsigned},
                                          none = {0, 0, 0, 0, cudaChannelFormatKindNone};
static const struct cudaExtent plane = {WIDTH, HEIGHT, 0};

static int register_code(void **state)
{
    (void)state;
    fatbin_make_text(&code, mipmap_kernel);
    handle = __cudaRegisterFatBinary(&code.wrapper);
    add_kernel(handle, &level_stub, "level");
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&code);
    return 0;
}

static struct cudaExtent extent_of_level(struct cudaMipmappedArray *mipmap, unsigned number_of_level)
{
    struct cudaArray *level = NULL;
    struct cudaExtent extent;

    assert_cuda(cudaGetMipmappedArrayLevel(&level, mipmap, number_of_level));
    assert_cuda(cudaArrayGetInfo(NULL, &extent, NULL, level));
    return extent;
}

static void assert_extents(struct cudaExtent first, unsigned flags, unsigned count,
                           const struct cudaExtent *expected)
{
    struct cudaMipmappedArray *mipmap;
    struct cudaArray *level;

    assert_cuda(cudaMallocMipmappedArray(&mipmap, &number, first, 100, flags));
    for (unsigned i = 0; i < count; i++) {
        const struct cudaExtent extent = extent_of_level(mipmap, i);
        assert_memory_equal(&extent, &expected[i], sizeof extent);
    }
    assert_error(cudaGetMipmappedArrayLevel(&level, mipmap, count), cudaErrorInvalidValue);
    assert_cuda(cudaFreeMipmappedArray(mipmap));
}

static void every_level_is_half_as_long(void **state)
{
    static const struct cudaExtent of_plane[] = {{8, 4, 0}, {4, 2, 0}, {2, 1, 0}, {1, 1, 0}},
                                   of_line[] = {{5, 0, 0}, {2, 0, 0}, {1, 0, 0}},
                                   of_box[] = {{2, 3, 9}, {1, 1, 4}, {1, 1, 2}, {1, 1, 1}},
                                   of_layers[] = {{4, 2, 9}, {2, 1, 9}, {1, 1, 9}},
                                   of_cube[] = {{4, 4, 6}, {2, 2, 6}, {1, 1, 6}};

    (void)state;
    assert_extents(of_plane[0], 0, 4, of_plane);
    assert_extents(of_line[0], 0, 3, of_line);
    assert_extents(of_box[0], 0, 4, of_box);
    assert_extents(of_layers[0], cudaArrayLayered, 3, of_layers);
    assert_extents(of_cube[0], cudaArrayCubemap, 3, of_cube);
}

static void as_many_levels_as_asked_for(void **state)
{
    struct cudaMipmappedArray *mipmap;
    struct cudaArray *level;

    (void)state;
    for (unsigned wanted = 0; wanted < 4; wanted++) {
        const unsigned count = wanted ? wanted : 1;
        assert_cuda(cudaMallocMipmappedArray(&mipmap, &number, plane, wanted, 0));
        assert_cuda(cudaGetMipmappedArrayLevel(&level, mipmap, count - 1));
        assert_error(cudaGetMipmappedArrayLevel(&level, mipmap, count), cudaErrorInvalidValue);
        assert_cuda(cudaFreeMipmappedArray(mipmap));
    }
}

/* Texels of a level are ten times its number, and as many more as `base`. */
static struct cudaMipmappedArray *filled(float base)
{
    struct cudaMipmappedArray *mipmap = NULL;
    float texels[WIDTH * HEIGHT];

    assert_cuda(cudaMallocMipmappedArray(&mipmap, &number, plane, LEVELS, cudaArraySurfaceLoadStore));
    for (unsigned n = 0; n < LEVELS; n++) {
        const struct cudaExtent extent = extent_of_level(mipmap, n);
        struct cudaArray *level;

        for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
            texels[i] = base + 10 * (float)n;
        assert_cuda(cudaGetMipmappedArrayLevel(&level, mipmap, n));
        assert_cuda(
            cudaMemcpy2DToArray(level, 0, 0, texels, extent.width * 4, extent.width * 4, extent.height, H2D));
    }
    return mipmap;
}

static struct cudaResourceDesc resource_of(struct cudaMipmappedArray *mipmap)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeMipmappedArray};

    resource.res.mipmap.mipmap = mipmap;
    return resource;
}

static struct cudaTextureDesc sampled(int level_filter, float least, float most)
{
    return (struct cudaTextureDesc){.addressMode = {1, 1, 1},
                                    .normalizedCoords = 1,
                                    .mipmapFilterMode = level_filter,
                                    .minMipmapLevelClamp = least,
                                    .maxMipmapLevelClamp = most};
}

static void look_up(const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture,
                    float *got)
{
    cudaTextureObject_t object;
    float *out;
    void *arguments[] = {&out, &object};

    assert_cuda(cudaCreateTextureObject(&object, resource, texture, NULL));
    assert_cuda(cudaMalloc((void **)&out, MIPMAP_THREADS * sizeof *out));
    assert_cuda(
        cudaLaunchKernel(&level_stub, (dim3){1, 1, 1}, (dim3){MIPMAP_THREADS, 1, 1}, arguments, 0, NULL));
    assert_cuda(cudaMemcpy(got, out, MIPMAP_THREADS * sizeof *out, D2H));
    assert_cuda(cudaFree(out));
    assert_cuda(cudaDestroyTextureObject(object));
}

static float limited(float level, float least, float most)
{
    return level < least ? least : level > most ? most : level;
}

static void lookups_find_their_level(void **state)
{
    struct cudaMipmappedArray *mipmap = filled(3);
    const struct cudaResourceDesc resource = resource_of(mipmap);
    struct cudaTextureDesc texture = sampled(1, 0, 100);
    float got[MIPMAP_THREADS];

    (void)state;
    look_up(&resource, &texture, got);
    for (int t = 0; t < MIPMAP_THREADS; t++)
        assert_float_equal(got[t], 3 + 10 * limited((float)t / 4, 0, 3), 1e-5);
    texture = sampled(0, 0, 100);
    look_up(&resource, &texture, got);
    for (int t = 0; t < MIPMAP_THREADS; t++)
        assert_float_equal(got[t], 3 + 10 * limited((float)((t + 2) / 4), 0, 3), 1e-5);
    texture = sampled(1, 0.5f, 2.25f);
    texture.mipmapLevelBias = 1;
    look_up(&resource, &texture, got);
    for (int t = 0; t < MIPMAP_THREADS; t++)
        assert_float_equal(got[t], 3 + 10 * limited((float)t / 4 + 1, 0.5f, 2.25f), 1e-5);
    texture = sampled(1, 0, 0); /* always the first */
    look_up(&resource, &texture, got);
    for (int t = 0; t < MIPMAP_THREADS; t++)
        assert_float_equal(got[t], 3, 1e-5);
    assert_cuda(cudaFreeMipmappedArray(mipmap));
}

static void objects_say_what_they_were_made_of(void **state)
{
    struct cudaMipmappedArray *mipmap = filled(0);
    const struct cudaResourceDesc resource = resource_of(mipmap);
    struct cudaTextureDesc texture = sampled(1, 0.25f, 2);
    struct cudaResourceDesc resource_said;
    cudaTextureObject_t object;

    (void)state;
    texture.mipmapLevelBias = -0.5f;
    assert_cuda(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    assert_cuda(cudaGetTextureObjectResourceDesc(&resource_said, object));
    assert_int_equal(resource_said.resType, cudaResourceTypeMipmappedArray);
    assert_ptr_equal(resource_said.res.mipmap.mipmap, mipmap);
    struct cudaTextureDesc texture_said = {.maxAnisotropy = 7};
    assert_cuda(cudaGetTextureObjectTextureDesc(&texture_said, object));
    assert_int_equal(texture_said.mipmapFilterMode, 1);
    assert_float_equal(texture_said.mipmapLevelBias, -0.5f, 0);
    assert_float_equal(texture_said.minMipmapLevelClamp, 0.25f, 0);
    assert_float_equal(texture_said.maxMipmapLevelClamp, 2, 0);
    assert_cuda(cudaFreeMipmappedArray(mipmap)); /* the object is one of nothing now */
    assert_cuda(cudaDestroyTextureObject(object));
}

/* Levels belong to their array: they go with it, and not before. */
static void levels_are_not_freed_alone(void **state)
{
    struct cudaMipmappedArray *mipmap = filled(0);
    struct cudaArray *level;
    size_t before, after, all;

    (void)state;
    assert_cuda(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
    assert_error(cudaFreeArray(level), cudaErrorInvalidValue);
    assert_cuda(cudaMemGetInfo(&before, &all));
    assert_cuda(cudaFreeMipmappedArray(mipmap));
    assert_cuda(cudaMemGetInfo(&after, &all));
    assert_int_equal(after - before, (32 + 8 + 2 + 1) * 4);
    assert_error(cudaArrayGetInfo(NULL, NULL, NULL, level), cudaErrorInvalidValue);
    assert_error(cudaGetMipmappedArrayLevel(&level, mipmap, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaFreeMipmappedArray(mipmap), cudaErrorInvalidValue);
    assert_cuda(cudaFreeMipmappedArray(NULL));
    mipmap = filled(0);
    assert_cuda(cudaDeviceReset());
    assert_error(cudaFreeMipmappedArray(mipmap), cudaErrorInvalidValue);
}

static void impossible_arrays(void **state)
{
    static const struct cudaExtent empty = {0, 4, 0}, huge = {1u << 20, 1u << 20, 0}, oblong = {4, 2, 6},
                                   endless = {SIZE_MAX, 1, 0};
    struct cudaMipmappedArray *mipmap = NULL;
    struct cudaArray *level;

    (void)state;
    assert_error(cudaMallocMipmappedArray(NULL, &number, plane, 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocMipmappedArray(&mipmap, NULL, plane, 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocMipmappedArray(&mipmap, &none, plane, 2, 0), cudaErrorInvalidChannelDescriptor);
    assert_error(cudaMallocMipmappedArray(&mipmap, &number, empty, 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocMipmappedArray(&mipmap, &number, endless, 2, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocMipmappedArray(&mipmap, &number, huge, 2, 0), cudaErrorMemoryAllocation);
    assert_error(cudaMallocMipmappedArray(&mipmap, &number, oblong, 2, cudaArrayCubemap),
                 cudaErrorInvalidValue);
    assert_error(cudaMallocMipmappedArray(&mipmap, &number, plane, 2, 0x100), cudaErrorInvalidValue);
    assert_null(mipmap);
    assert_error(cudaGetMipmappedArrayLevel(&level, NULL, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaGetMipmappedArrayLevel(&level, (const struct cudaMipmappedArray *)&number, 0),
                 cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMallocMipmappedArray(&mipmap, &number, plane, 2, 0));
    assert_error(cudaGetMipmappedArrayLevel(NULL, mipmap, 0), cudaErrorInvalidValue);
    assert_error(cudaBindTextureToMipmappedArray(NULL, mipmap, &number), cudaErrorInvalidTexture);
    assert_error(cudaBindTextureToMipmappedArray(NULL, NULL, &number), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaFreeMipmappedArray(mipmap));
}

/* Any level is a surface, whatever the flags. */
static void levels_are_surfaces(void **state)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    struct cudaMipmappedArray *mipmap;
    cudaSurfaceObject_t object;

    (void)state;
    assert_cuda(cudaMallocMipmappedArray(&mipmap, &number, plane, LEVELS, 0));
    assert_cuda(cudaGetMipmappedArrayLevel(&resource.res.array.array, mipmap, 1));
    assert_cuda(cudaCreateSurfaceObject(&object, &resource));
    assert_cuda(cudaDestroySurfaceObject(object));
    assert_cuda(cudaFreeMipmappedArray(mipmap));
    assert_error(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidResourceHandle);
}

static void impossible_textures(void **state)
{
    struct cudaMipmappedArray *mipmap;
    struct cudaTextureDesc texture = sampled(1, 0, 3);
    cudaTextureObject_t object;

    (void)state;
    assert_cuda(cudaMallocMipmappedArray(&mipmap, &word, plane, LEVELS, 0));
    struct cudaResourceDesc resource = resource_of(mipmap);
    assert_error(cudaCreateTextureObject(&object, &resource, &texture, NULL), cudaErrorInvalidFilterSetting);
    texture.mipmapFilterMode = 0;
    texture.normalizedCoords = 0;
    assert_error(cudaCreateTextureObject(&object, &resource, &texture, NULL), cudaErrorInvalidValue);
    texture = sampled(0, 3, 1);
    assert_error(cudaCreateTextureObject(&object, &resource, &texture, NULL), cudaErrorInvalidValue);
    texture = sampled(0, 0, 3);
    assert_error(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidValue);
    resource.res.mipmap.mipmap = NULL;
    assert_error(cudaCreateTextureObject(&object, &resource, &texture, NULL), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaFreeMipmappedArray(mipmap));
}

static void *work(void *base)
{
    float got[MIPMAP_THREADS];

    for (int turn = 0; turn < 10; turn++) {
        struct cudaMipmappedArray *mipmap = filled(*(float *)base);
        const struct cudaResourceDesc resource = resource_of(mipmap);
        const struct cudaTextureDesc texture = sampled(1, 0, 3);

        look_up(&resource, &texture, got);
        for (int t = 0; t < MIPMAP_THREADS; t++)
            assert_float_equal(got[t], *(float *)base + 10 * limited((float)t / 4, 0, 3), 1e-5);
        assert_cuda(cudaFreeMipmappedArray(mipmap));
    }
    return NULL;
}

static void four_threads(void **state)
{
    static float base[4] = {1, 100, 1000, 7};
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &base[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_level_is_half_as_long, fresh_device),
        cmocka_unit_test_setup(as_many_levels_as_asked_for, fresh_device),
        cmocka_unit_test_setup(lookups_find_their_level, fresh_device),
        cmocka_unit_test_setup(objects_say_what_they_were_made_of, fresh_device),
        cmocka_unit_test_setup(levels_are_not_freed_alone, fresh_device),
        cmocka_unit_test_setup(impossible_arrays, fresh_device),
        cmocka_unit_test_setup(levels_are_surfaces, fresh_device),
        cmocka_unit_test_setup(impossible_textures, fresh_device),
        cmocka_unit_test_setup(four_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "sm_50", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
