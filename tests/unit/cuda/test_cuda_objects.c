/* SPDX-License-Identifier: MIT */
/* Texture and surface objects, on a chip whose surfaces have descriptors in memory, on those whose surfaces
 * have numbers, and on one that has no objects. */
#include "cuda_test.h"

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/runtime_object.h"
#include "made_fatbin.h"

enum { FERMI, KEPLER, DEVICES = 7 }; /* behind them chips from Maxwell on */

static const char *const targets[] = {"sm_35", "sm_50", "sm_70", "sm_75", "sm_80", "sm_86", NULL};
static struct fatbin textures, surfaces;
static void **texture_handle, **surface_handle;
static char fetch_stub, line_stub;
static const struct cudaChannelFormatDesc word = {32, 0, 0, 0, cudaChannelFormatKindUnsigned},
                                          number = {32, 0, 0, 0, cudaChannelFormatKindFloat},
                                          vector = {32, 32, 32, 32, cudaChannelFormatKindFloat},
                                          bytes = {8, 8, 8, 8, cudaChannelFormatKindUnsigned};

static int register_code(void **state)
{
    (void)state;
    setenv("HALFWARP_CHIP", "sm_20,sm_35,sm_50,gv100,tu102,ga100,ad102", 1);
    fatbin_make(&textures, "texture", targets);
    fatbin_make(&surfaces, "surface", targets);
    texture_handle = __cudaRegisterFatBinary(&textures.wrapper);
    surface_handle = __cudaRegisterFatBinary(&surfaces.wrapper);
    add_kernel(texture_handle, &fetch_stub, "texture_fetch");
    add_kernel(surface_handle, &line_stub, "surface_line");
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    for (int device = 0; device < DEVICES; device++) {
        cudaSetDevice(device);
        cudaDeviceReset();
    }
    __cudaUnregisterFatBinary(texture_handle);
    __cudaUnregisterFatBinary(surface_handle);
    fatbin_free(&textures);
    fatbin_free(&surfaces);
    return 0;
}

static void *device_copy(const void *from, size_t size)
{
    void *memory = NULL;

    assert_cuda(cudaMalloc(&memory, size));
    if (from)
        assert_cuda(cudaMemcpy(memory, from, size, H2D));
    return memory;
}

static struct cudaResourceDesc linear(void *memory, struct cudaChannelFormatDesc texel, size_t size)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear};

    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = texel;
    resource.res.linear.sizeInBytes = size;
    return resource;
}

static const struct cudaTextureDesc plain = {.addressMode = {1, 1, 1}};

/* texture_fetch reads words, vectors of four floats, and four bytes, all from one piece of memory. */
static void fetch_on(int device)
{
    uint32_t data[64], got[32 * 9], *out, *in;
    cudaTextureObject_t object[3];
    void *arguments[] = {&out, &object[0], &object[1], &object[2]};

    assert_cuda(cudaSetDevice(device));
    for (uint32_t i = 0; i < 64; i++)
        data[i] = i * 0x01010101u;
    in = device_copy(data, sizeof data);
    out = device_copy(NULL, sizeof got);
    const struct cudaResourceDesc resources[] = {
        linear(in, word, sizeof data), linear(in, vector, sizeof data), linear(in, bytes, sizeof data)};
    for (int i = 0; i < 3; i++)
        assert_cuda(cudaCreateTextureObject(&object[i], &resources[i], &plain, NULL));
    assert_cuda(cudaLaunchKernel(&fetch_stub, (dim3){1, 1, 1}, (dim3){32, 1, 1}, arguments, 0, NULL));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(got[t * 9], data[t]);
        assert_int_equal(got[t * 9 + 4], data[t * 3 % 16 * 4 + 3]);
        assert_int_equal(got[t * 9 + 8], data[t] >> 24);
    }
    for (int i = 0; i < 3; i++)
        assert_cuda(cudaDestroyTextureObject(object[i]));
    cudaFree(in);
    cudaFree(out);
}

static void textures_are_numbers(void **state)
{
    (void)state;
    for (int device = KEPLER; device < DEVICES; device++)
        fetch_on(device);
}

static cudaSurfaceObject_t surface_of(struct cudaArray **array, const uint32_t *data)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    cudaSurfaceObject_t object = 0;

    assert_cuda(cudaMallocArray(array, &word, 32, 0, cudaArraySurfaceLoadStore));
    assert_cuda(cudaMemcpyToArray(*array, 0, 0, data, 32 * 4, H2D));
    resource.res.array.array = *array;
    assert_cuda(cudaCreateSurfaceObject(&object, &resource));
    return object;
}

/* surface_line writes three times what it reads, and one. */
static void write_on(int device)
{
    uint32_t data[32], got[32], *out;
    struct cudaArray *from, *to;
    cudaSurfaceObject_t objects[2];
    void *arguments[] = {&out, &objects[0], &objects[1]};

    assert_cuda(cudaSetDevice(device));
    for (uint32_t i = 0; i < 32; i++)
        data[i] = i * i + 7;
    objects[0] = surface_of(&from, data);
    objects[1] = surface_of(&to, data);
    assert_true(objects[0] != objects[1]);
    out = device_copy(NULL, 32 * 16);
    assert_cuda(cudaLaunchKernel(&line_stub, (dim3){1, 1, 1}, (dim3){32, 1, 1}, arguments, 0, NULL));
    assert_cuda(cudaMemcpyFromArray(got, to, 0, 0, sizeof got, D2H));
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(got[i], 3 * data[i] + 1);
    assert_cuda(cudaDestroySurfaceObject(objects[0]));
    assert_cuda(cudaFreeArray(from));
    assert_cuda(cudaFreeArray(to)); /* its object is one of nothing now */
    assert_cuda(cudaDestroySurfaceObject(objects[1]));
    cudaFree(out);
}

static void surfaces_are_numbers_or_addresses(void **state)
{
    (void)state;
    for (int device = KEPLER; device < DEVICES; device++)
        write_on(device);
}

static void objects_tell_what_they_are_of(void **state)
{
    (void)state;
    struct cudaTextureDesc sampling = {.addressMode = {0, 2, 3},
                                       .filterMode = 1,
                                       .sRGB = 1,
                                       .borderColor = {0.25f, 1, 2, 3},
                                       .normalizedCoords = 1,
                                       .maxAnisotropy = 4,
                                       .disableTrilinearOptimization = 1,
                                       .seamlessCubemap = 1},
                           got;
    struct cudaResourceDesc resource = {.resType = cudaResourceTypePitch2D}, back;
    uint8_t *memory = device_copy(NULL, 4096);
    cudaTextureObject_t object, other;

    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = number;
    resource.res.pitch2D.width = 20;
    resource.res.pitch2D.height = 8;
    resource.res.pitch2D.pitchInBytes = 512;
    assert_cuda(cudaCreateTextureObject(&object, &resource, &sampling, NULL));
    back.flags = 77; /* what the program has there before CUDA 13 */
    assert_cuda(cudaGetTextureObjectResourceDesc(&back, object));
    assert_int_equal(back.flags, 77);
    assert_int_equal(back.resType, cudaResourceTypePitch2D);
    assert_ptr_equal(back.res.pitch2D.devPtr, memory);
    assert_int_equal(back.res.pitch2D.pitchInBytes, 512);
    assert_cuda(cudaGetTextureObjectTextureDesc(&got, object));
    assert_memory_equal(&got, &sampling, sizeof got);
    resource = linear(memory, bytes, 400);
    assert_cuda(cudaCreateTextureObject(&other, &resource, &plain, NULL));
    assert_true(other != object);
    assert_cuda(cudaGetTextureObjectResourceDesc(&back, other));
    assert_int_equal(back.res.linear.sizeInBytes, 400);
    assert_cuda(cudaDestroyTextureObject(object));
    assert_error(cudaDestroyTextureObject(object), cudaErrorInvalidValue);
    assert_cuda(cudaDestroyTextureObject(other));
    cudaFree(memory);
}

static void arrays_are_resources_of_both(void **state)
{
    (void)state;
    const uint32_t data[32] = {0};
    struct cudaArray *array;
    struct cudaResourceDesc back;
    cudaSurfaceObject_t surface = surface_of(&array, data);
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    cudaTextureObject_t texture;

    assert_cuda(cudaGetSurfaceObjectResourceDesc(&back, surface));
    assert_ptr_equal(back.res.array.array, array);
    resource.res.array.array = array;
    assert_cuda(cudaCreateTextureObject(&texture, &resource, &plain, NULL));
    assert_cuda(cudaGetTextureObjectResourceDesc(&back, texture));
    assert_ptr_equal(back.res.array.array, array);
    assert_error(cudaDestroySurfaceObject(texture), cudaErrorInvalidValue); /* each kind its own */
    assert_error(cudaDestroyTextureObject(surface), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(array));
    cudaDeviceReset(); /* takes both with it */
    assert_error(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
}

static void wrong_use_is_refused(void **state)
{
    (void)state;
    void *memory = device_copy(NULL, 4096);
    struct cudaResourceDesc resource = linear(memory, word, 64), odd = linear((char *)memory + 4, word, 64),
                            formless = linear(memory, (struct cudaChannelFormatDesc){.x = 0}, 64);
    struct cudaTextureDesc smooth = plain;
    struct cudaArray *array;
    cudaTextureObject_t object;

    assert_error(cudaCreateTextureObject(NULL, &resource, &plain, NULL), cudaErrorInvalidValue);
    assert_error(cudaCreateTextureObject(&object, NULL, &plain, NULL), cudaErrorInvalidValue);
    assert_error(cudaCreateTextureObject(&object, &resource, NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaCreateTextureObject(&object, &resource, &plain, &plain), cudaErrorNotYetImplemented);
    assert_error(cudaCreateTextureObject(&object, &odd, &plain, NULL), cudaErrorInvalidValue);
    assert_error(cudaCreateTextureObject(&object, &formless, &plain, NULL),
                 cudaErrorInvalidChannelDescriptor);
    smooth.filterMode = 1;
    assert_error(cudaCreateTextureObject(&object, &resource, &smooth, NULL), cudaErrorInvalidFilterSetting);
    assert_error(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidValue);
    resource.resType = cudaResourceTypeMipmappedArray;
    assert_error(cudaCreateTextureObject(&object, &resource, &plain, NULL), cudaErrorInvalidResourceHandle);
    resource.resType = 4;
    assert_error(cudaCreateTextureObject(&object, &resource, &plain, NULL), cudaErrorInvalidValue);
    resource.resType = cudaResourceTypeArray;
    assert_error(cudaCreateTextureObject(&object, &resource, &plain, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaMallocArray(&array, &word, 32, 0, 0));
    resource.res.array.array = array;
    assert_error(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidValue); /* not made for it */
    assert_error(cudaGetTextureObjectResourceDesc(&resource, 4711), cudaErrorInvalidValue);
    assert_error(cudaGetTextureObjectTextureDesc(&smooth, 4711), cudaErrorInvalidValue);
    assert_error(cudaGetTextureObjectResourceViewDesc(&smooth, 4711), cudaErrorInvalidValue);
    assert_error(cudaGetSurfaceObjectResourceDesc(&resource, 4711), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(array));
    cudaFree(memory);
}

static void a_lookup_of_what_is_freed_is_a_fault(void **state)
{
    (void)state;
    uint32_t *in = device_copy(NULL, 256), *out = device_copy(NULL, 32 * 36);
    const struct cudaResourceDesc resource = linear(in, word, 256);
    cudaTextureObject_t object;
    void *arguments[] = {&out, &object, &object, &object};

    assert_cuda(cudaCreateTextureObject(&object, &resource, &plain, NULL));
    assert_cuda(cudaFree(in));
    assert_cuda(cudaLaunchKernel(&fetch_stub, (dim3){1, 1, 1}, (dim3){32, 1, 1}, arguments, 0, NULL));
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

/* Threads fetch up to byte 256: of an allocation that has so many, and of one that has half of them. */
static void larger_than_its_memory(int device, size_t has, cudaError_t outcome)
{
    uint32_t data[64], got[32 * 9];
    struct cudaResourceDesc back;
    cudaTextureObject_t object[3];

    assert_cuda(cudaSetDevice(device));
    for (uint32_t i = 0; i < 64; i++)
        data[i] = i * 0x01010101u;
    uint32_t *in = device_copy(data, has), *out = device_copy(NULL, sizeof got);
    void *arguments[] = {&out, &object[0], &object[1], &object[2]};
    const struct cudaResourceDesc resources[] = {linear(in, word, 4224), linear(in, vector, 4224),
                                                 linear(in, bytes, 4224)};
    for (int i = 0; i < 3; i++)
        assert_cuda(cudaCreateTextureObject(&object[i], &resources[i], &plain, NULL));
    assert_cuda(cudaGetTextureObjectResourceDesc(&back, object[0]));
    assert_int_equal(back.res.linear.sizeInBytes, 4224);
    assert_cuda(cudaLaunchKernel(&fetch_stub, (dim3){1, 1, 1}, (dim3){32, 1, 1}, arguments, 0, NULL));
    assert_error(cudaMemcpy(got, out, sizeof got, D2H), outcome);
    for (uint32_t t = 0; t < 32 && outcome == cudaSuccess; t++) {
        assert_int_equal(got[t * 9], data[t]);
        assert_int_equal(got[t * 9 + 4], data[t * 3 % 16 * 4 + 3]);
    }
    cudaDeviceReset();
}

static void textures_may_be_said_to_be_larger(void **state)
{
    (void)state;
    for (int device = KEPLER; device < DEVICES; device++) {
        larger_than_its_memory(device, 256, cudaSuccess);
        larger_than_its_memory(device, 128, cudaErrorLaunchFailure);
    }
}

static void objects_of_no_number(void **state)
{
    (void)state;
    assert_cuda(cudaDestroySurfaceObject(0));
    assert_cuda(cudaDestroyTextureObject(0));
}

static void fermi_has_none(void **state)
{
    (void)state;
    cudaTextureObject_t object;

    assert_cuda(cudaSetDevice(FERMI));
    const struct cudaResourceDesc resource = linear(device_copy(NULL, 256), word, 256);
    assert_error(cudaCreateTextureObject(&object, &resource, &plain, NULL), cudaErrorInvalidValue);
}

static int on_kepler(void **state)
{
    (void)state;
    assert_cuda(cudaSetDevice(KEPLER));
    return fresh_device(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(textures_are_numbers, on_kepler),
        cmocka_unit_test_setup(surfaces_are_numbers_or_addresses, on_kepler),
        cmocka_unit_test_setup(objects_tell_what_they_are_of, on_kepler),
        cmocka_unit_test_setup(arrays_are_resources_of_both, on_kepler),
        cmocka_unit_test_setup(wrong_use_is_refused, on_kepler),
        cmocka_unit_test_setup(a_lookup_of_what_is_freed_is_a_fault, on_kepler),
        cmocka_unit_test_setup(textures_may_be_said_to_be_larger, on_kepler),
        cmocka_unit_test_setup(objects_of_no_number, on_kepler),
        cmocka_unit_test_setup(fermi_has_none, on_kepler),
    };

    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
