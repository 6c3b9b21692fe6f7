/* SPDX-License-Identifier: MIT */
/* The runtime API: buffers and images shared with OpenGL, which here is tests/fake_gl.c. */
#include "cuda_test.h"

#include "cuda/runtime/runtime.h"
#include "fake_gl.h"

#define BYTES       1024
#define NO_RESOURCE ((cudaGraphicsResource_t)16)

static int fresh(void **state)
{
    fake_reset();
    fake_make_buffer(1, BYTES);
    fake_make_buffer(2, BYTES);
    return fresh_device(state);
}

static cudaGraphicsResource_t buffer(unsigned name, unsigned flags)
{
    cudaGraphicsResource_t made = NULL;

    assert_cuda(cudaGraphicsGLRegisterBuffer(&made, name, flags));
    assert_non_null(made);
    return made;
}

static cudaGraphicsResource_t image(unsigned name, unsigned target, unsigned flags)
{
    cudaGraphicsResource_t made = NULL;

    assert_cuda(cudaGraphicsGLRegisterImage(&made, name, target, flags));
    return made;
}

static uint8_t *map(cudaGraphicsResource_t resource)
{
    void *address = NULL;
    size_t bytes = 0;

    assert_cuda(cudaGraphicsMapResources(1, &resource, NULL));
    assert_cuda(cudaGraphicsResourceGetMappedPointer(&address, &bytes, resource));
    assert_int_equal(bytes, BYTES);
    return address;
}

/* --- devices --- */

static void devices(void **state)
{
    unsigned count = 0;
    int device[2] = {-1, -1};
    void *memory;

    (void)state;
    assert_error(cudaGLSetGLDevice(-1), cudaErrorInvalidDevice);
    assert_error(cudaGLSetGLDevice(1), cudaErrorInvalidDevice);
    assert_cuda(cudaGLSetGLDevice(0));
    assert_cuda(cudaGLGetDevices(&count, device, 2, 1));
    assert_true(count == 1 && device[0] == 0 && device[1] == -1);
    assert_cuda(cudaGLGetDevices(&count, NULL, 0, 3));
    assert_error(cudaGLGetDevices(NULL, device, 2, 1), cudaErrorInvalidValue);
    assert_error(cudaGLGetDevices(&count, NULL, 1, 1), cudaErrorInvalidValue);
    assert_error(cudaGLGetDevices(&count, device, 1, 4), cudaErrorInvalidValue);
    fake.current = false;
    assert_error(cudaGLGetDevices(&count, device, 1, 1), cudaErrorUnknown);
    assert_cuda(cudaMalloc(&memory, 1));
    assert_error(cudaGLSetGLDevice(0), cudaErrorSetOnActiveProcess);
}

/* --- buffers --- */

static void copies(void **state)
{
    uint8_t got[BYTES], data[BYTES];
    cudaGraphicsResource_t resource = buffer(1, 0);
    uint8_t *memory = map(resource);

    (void)state;
    assert_cuda(cudaMemcpy(got, memory, BYTES, D2H));
    assert_memory_equal(got, fake.buffer[1].data, BYTES);
    memset(data, 0x5a, sizeof data);
    assert_cuda(cudaMemcpy(memory, data, BYTES, H2D));
    assert_true(fake.buffer[1].data[5] == 16);
    assert_cuda(cudaGraphicsUnmapResources(1, &resource, NULL));
    assert_memory_equal(fake.buffer[1].data, data, BYTES);
    /* What OpenGL writes is there at the next time. */
    fake.buffer[1].data[9] = 99;
    assert_cuda(cudaMemcpy(got, map(resource), BYTES, D2H));
    assert_int_equal(got[9], 99);
    assert_true(fake_unchanged());
    assert_error(cudaFree(memory), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaGraphicsUnregisterResource(resource));
}

static void flags(void **state)
{
    cudaGraphicsResource_t only_read = buffer(1, 1), only_written = buffer(2, 2);

    (void)state;
    map(only_read);
    assert_int_equal(fake.downloads, 1);
    map(only_written);
    assert_int_equal(fake.downloads, 1);
    assert_cuda(cudaGraphicsUnmapResources(1, &only_read, NULL));
    assert_int_equal(fake.uploads, 0);
    assert_cuda(cudaGraphicsUnmapResources(1, &only_written, NULL));
    assert_int_equal(fake.uploads, 1);
    assert_cuda(cudaGraphicsResourceSetMapFlags(only_read, 0));
    map(only_read);
    assert_error(cudaGraphicsResourceSetMapFlags(only_read, 1), cudaErrorUnknown);
    assert_cuda(cudaGraphicsUnmapResources(1, &only_read, NULL));
    assert_int_equal(fake.uploads, 2);
    assert_error(cudaGraphicsResourceSetMapFlags(only_read, 3), cudaErrorInvalidValue);
    assert_error(cudaGraphicsResourceSetMapFlags(NULL, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsResourceSetMapFlags(NO_RESOURCE, 0), cudaErrorInvalidResourceHandle);
}

static void registering(void **state)
{
    cudaGraphicsResource_t resource = NULL;

    (void)state;
    assert_error(cudaGraphicsGLRegisterBuffer(NULL, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterBuffer(&resource, 1, 3), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterBuffer(&resource, 3, 0), cudaErrorInvalidResourceHandle);
    fake.buffer[3].bytes = -1;
    assert_error(cudaGraphicsGLRegisterBuffer(&resource, 3, 0), cudaErrorInvalidValue);
    fake.buffer[3].bytes = 0x7fffffff;
    assert_error(cudaGraphicsGLRegisterBuffer(&resource, 3, 0), cudaErrorMemoryAllocation);
    fake.current = false;
    assert_error(cudaGraphicsGLRegisterBuffer(&resource, 1, 0), cudaErrorUnknown);
    fake.current = true;
    assert_error(cudaGraphicsUnregisterResource(NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsUnregisterResource(NO_RESOURCE), cudaErrorInvalidResourceHandle);
    resource = buffer(1, 0);
    assert_cuda(cudaGraphicsUnregisterResource(resource));
    assert_error(cudaGraphicsUnregisterResource(resource), cudaErrorInvalidResourceHandle);
    /* The device's end is the resource's. */
    resource = buffer(1, 0);
    map(resource);
    assert_cuda(cudaDeviceReset());
    assert_error(cudaGraphicsUnregisterResource(resource), cudaErrorInvalidResourceHandle);
}

static void mapping_states(void **state)
{
    cudaGraphicsResource_t one = buffer(1, 0), both[2] = {one, buffer(2, 0)}, twice[2] = {one, one};
    cudaGraphicsResource_t wrong[2] = {one, NO_RESOURCE};
    struct cudaArray *array;
    void *address;
    size_t bytes;

    (void)state;
    assert_error(cudaGraphicsResourceGetMappedPointer(&address, &bytes, one), cudaErrorUnknown);
    assert_error(cudaGraphicsUnmapResources(1, &one, NULL), cudaErrorUnknown);
    assert_error(cudaGraphicsMapResources(2, twice, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsMapResources(2, wrong, NULL), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsMapResources(1, &one, (cudaStream_t)16), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsMapResources(1, NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaGraphicsMapResources(-1, both, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGraphicsMapResources(0, NULL, NULL));
    assert_cuda(cudaGraphicsMapResources(1, &both[1], NULL));
    assert_error(cudaGraphicsMapResources(2, both, NULL), cudaErrorUnknown); /* and then one is not mapped */
    assert_error(cudaGraphicsUnmapResources(2, both, NULL), cudaErrorUnknown);
    assert_cuda(cudaGraphicsMapResources(1, &one, NULL));
    assert_error(cudaGraphicsResourceGetMappedPointer(NULL, &bytes, one), cudaErrorInvalidValue);
    assert_cuda(cudaGraphicsResourceGetMappedPointer(&address, NULL, one));
    assert_error(cudaGraphicsResourceGetMappedPointer(&address, NULL, NO_RESOURCE),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsSubResourceGetMappedArray(&array, one, 0, 0), cudaErrorUnknown);
    assert_error(cudaGraphicsUnmapResources(2, twice, NULL), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaGraphicsUnmapResources(2, both, NULL));
}

/* What OpenGL does in the meantime. */
static void buffers_that_change(void **state)
{
    cudaGraphicsResource_t resource = buffer(1, 0);

    (void)state;
    fake.buffer[1].mapped = 1;
    assert_error(cudaGraphicsMapResources(1, &resource, NULL), cudaErrorUnknown);
    fake.buffer[1].mapped = 0;
    fake.buffer[1].bytes = BYTES - 1;
    assert_error(cudaGraphicsMapResources(1, &resource, NULL), cudaErrorUnknown);
    fake.buffer[1].bytes = BYTES;
    fake.current = false;
    assert_error(cudaGraphicsMapResources(1, &resource, NULL), cudaErrorUnknown);
    fake.current = true;
    map(resource);
    fake.current = false;
    assert_error(cudaGraphicsUnmapResources(1, &resource, NULL), cudaErrorUnknown);
    fake.current = true;
    fake.buffer[1].bytes = 0; /* deleted: what kernels wrote goes nowhere */
    assert_error(cudaGraphicsUnmapResources(1, &resource, NULL), cudaErrorUnknown);
    assert_error(cudaGraphicsUnmapResources(1, &resource, NULL), cudaErrorUnknown);
    fake.buffer[1].bytes = BYTES;
    map(resource);
    assert_cuda(cudaGraphicsUnregisterResource(resource)); /* which unmaps */
    assert_int_equal(fake.uploads, 1);
}

/* --- images --- */

/* Turn all bits of a part of a mapped image, which is `bytes` bytes at `data` in OpenGL. */
static void turn(cudaGraphicsResource_t resource, unsigned index, unsigned level, uint8_t *data, size_t bytes)
{
    uint8_t got[FAKE_BYTES];
    struct cudaArray *array = NULL, *again;
    struct cudaExtent extent;
    struct cudaChannelFormatDesc format;
    uint8_t *turned = malloc(bytes);

    assert_non_null(turned);
    assert_cuda(cudaGraphicsMapResources(1, &resource, NULL));
    assert_cuda(cudaGraphicsSubResourceGetMappedArray(&array, resource, index, level));
    assert_cuda(cudaGraphicsSubResourceGetMappedArray(&again, resource, index, level));
    assert_ptr_equal(again, array);
    assert_cuda(cudaArrayGetInfo(&format, &extent, NULL, array));
    const size_t texel = (size_t)(format.x + format.y + format.z + format.w) / 8;
    assert_int_equal(extent.width * extent.height * (extent.depth ? extent.depth : 1) * texel, bytes);
    const struct cudaMemcpy3DParms from = {
        .srcArray = array,
        .dstPtr = {got, extent.width * texel, extent.width, extent.height},
        .extent = {extent.width, extent.height, extent.depth ? extent.depth : 1},
        .kind = D2H};
    assert_cuda(cudaMemcpy3D(&from));
    assert_memory_equal(got, data, bytes);
    for (size_t i = 0; i < bytes; i++)
        turned[i] = got[i] = (uint8_t)~got[i];
    const struct cudaMemcpy3DParms to = {
        .srcPtr = from.dstPtr, .dstArray = array, .extent = from.extent, .kind = H2D};
    assert_cuda(cudaMemcpy3D(&to));
    assert_error(cudaFreeArray(array), cudaErrorInvalidValue);
    assert_cuda(cudaGraphicsUnmapResources(1, &resource, NULL));
    assert_memory_equal(data, turned, bytes);
    assert_true(fake_unchanged());
    free(turned);
}

static void textures(void **state)
{
    struct fake_image *plane = fake_make_image(1, GL_TEXTURE_2D, GL_RGBA8, 4, 8, 4, 0);
    struct fake_image *cube = fake_make_image(2, GL_TEXTURE_CUBE_MAP, GL_R32F, 4, 4, 4, 0);
    struct fake_image *layers = fake_make_image(3, GL_TEXTURE_2D_ARRAY, GL_RG16UI, 4, 4, 2, 3);
    struct fake_image *space = fake_make_image(4, GL_TEXTURE_3D, GL_R32F, 4, 4, 2, 3);
    struct fake_image *rectangle = fake_make_image(5, GL_TEXTURE_RECTANGLE, GL_RGBA8, 4, 5, 3, 0);

    (void)state;
    plane->levels = 3;
    cudaGraphicsResource_t resource = image(1, GL_TEXTURE_2D, 4);
    turn(resource, 0, 0, plane->data[0], 128);
    turn(resource, 0, 1, plane->data[1], 32);
    turn(image(2, GL_TEXTURE_CUBE_MAP, 0), 5, 0, cube->data[0] + (size_t)5 * 64, 64);
    turn(image(3, GL_TEXTURE_2D_ARRAY, 0), 2, 0, layers->data[0] + (size_t)2 * 32, 32);
    assert_int_equal(layers->data[0][31], (uint8_t)(31 * 5 + 3)); /* the layer before it is as it was */
    turn(image(4, GL_TEXTURE_3D, 0), 0, 0, space->data[0], 96);
    turn(image(5, GL_TEXTURE_RECTANGLE, 0), 0, 0, rectangle->data[0], 60);
    assert_cuda(cudaGraphicsUnregisterResource(resource));
}

static void renderbuffers(void **state)
{
    struct fake_image *pixels = fake_make_image(1, GL_RENDERBUFFER, GL_RGBA8, 4, 6, 4, 0);
    cudaGraphicsResource_t resource = image(1, GL_RENDERBUFFER, 0);

    (void)state;
    turn(resource, 0, 0, pixels->data[0], 96);
    assert_cuda(cudaGraphicsUnregisterResource(resource));
    assert_int_equal(fake.image[FAKE_NAMES - 1].target, 0); /* the twin is gone */
    pixels->samples = 4;
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_RENDERBUFFER, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 2, GL_RENDERBUFFER, 0),
                 cudaErrorInvalidResourceHandle);
}

static void images_refused(void **state)
{
    struct fake_image *plane = fake_make_image(1, GL_TEXTURE_2D, GL_RGBA8, 4, 8, 4, 0);
    cudaGraphicsResource_t resource = NULL;
    struct cudaArray *array;
    void *address;

    (void)state;
    assert_error(cudaGraphicsGLRegisterImage(NULL, 1, GL_TEXTURE_2D, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_2D, 3), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_2D, 16), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_1D, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_3D, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaGraphicsGLRegisterImage(&resource, 2, GL_TEXTURE_2D, 0), cudaErrorInvalidResourceHandle);
    plane->border = 1;
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_2D, 0), cudaErrorInvalidValue);
    plane->border = 0;
    plane->internal = GL_RGB8;
    assert_error(cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_2D, 0), cudaErrorInvalidValue);
    plane->internal = GL_RGBA8;
    assert_true(fake_unchanged());

    resource = image(1, GL_TEXTURE_2D, 0);
    assert_error(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0), cudaErrorUnknown);
    assert_cuda(cudaGraphicsMapResources(1, &resource, NULL));
    assert_error(cudaGraphicsResourceGetMappedPointer(&address, NULL, resource), cudaErrorUnknown);
    assert_error(cudaGraphicsSubResourceGetMappedArray(NULL, resource, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsSubResourceGetMappedArray(&array, resource, 1, 0), cudaErrorInvalidValue);
    assert_error(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 1), cudaErrorInvalidValue);
    assert_error(cudaGraphicsSubResourceGetMappedArray(&array, NO_RESOURCE, 0, 0),
                 cudaErrorInvalidResourceHandle);
    assert_cuda(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    plane->width = 4; /* the program made it anew */
    assert_error(cudaGraphicsUnmapResources(1, &resource, NULL), cudaErrorUnknown);
    assert_error(cudaGraphicsMapResources(1, &resource, NULL), cudaErrorUnknown);
}

/* Every format that CUDA may share, by its number in OpenGL: channels, bits, kind. */
static void formats(void **state)
{
    static const struct {
        int internal, channels, bits;
        enum cudaChannelFormatKind kind;
    } shared[] = {
        {4, 4, 8, cudaChannelFormatKindUnsigned},       {0x1908, 4, 8, cudaChannelFormatKindUnsigned},
        {0x805b, 4, 16, cudaChannelFormatKindUnsigned}, {0x822a, 1, 16, cudaChannelFormatKindUnsigned},
        {0x822d, 1, 16, cudaChannelFormatKindFloat},    {0x8230, 2, 32, cudaChannelFormatKindFloat},
        {0x8235, 1, 32, cudaChannelFormatKindSigned},   {0x8237, 2, 8, cudaChannelFormatKindSigned},
        {0x8814, 4, 32, cudaChannelFormatKindFloat},    {0x881a, 4, 16, cudaChannelFormatKindFloat},
        {0x8819, 2, 32, cudaChannelFormatKindFloat},    {0x8d70, 4, 32, cudaChannelFormatKindUnsigned},
        {0x8d8e, 4, 8, cudaChannelFormatKindSigned},    {0x8d89 - 1, 4, 16, cudaChannelFormatKindSigned},
        {0x8040, 1, 8, cudaChannelFormatKindUnsigned},  {0x8048, 2, 16, cudaChannelFormatKindUnsigned},
        {0x803c, 1, 8, cudaChannelFormatKindUnsigned},  {0x804b, 1, 8, cudaChannelFormatKindUnsigned},
        {0x8d73, 1, 32, cudaChannelFormatKindUnsigned},
    };

    (void)state;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        struct cudaChannelFormatDesc format;
        struct cudaArray *array;
        fake_make_image(1, GL_TEXTURE_2D, shared[i].internal,
                        (unsigned)(shared[i].channels * shared[i].bits / 8), 2, 2, 0);
        cudaGraphicsResource_t resource = image(1, GL_TEXTURE_2D, 0);
        assert_cuda(cudaGraphicsMapResources(1, &resource, NULL));
        assert_cuda(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
        assert_cuda(cudaGetChannelDesc(&format, array));
        assert_int_equal(format.x + format.y + format.z + format.w, shared[i].channels * shared[i].bits);
        assert_true(format.x == shared[i].bits && format.f == shared[i].kind);
        assert_cuda(cudaGraphicsUnregisterResource(resource));
    }
}

/* --- as before CUDA 3.0 --- */

static void by_name(void **state)
{
    uint8_t got[BYTES];
    void *address;

    (void)state;
    assert_error(cudaGLMapBufferObject(&address, 1), cudaErrorMapBufferObjectFailed);
    assert_error(cudaGLUnmapBufferObject(1), cudaErrorUnmapBufferObjectFailed);
    assert_error(cudaGLUnregisterBufferObject(1), cudaErrorInvalidResourceHandle);
    assert_error(cudaGLSetBufferObjectMapFlags(1, 0), cudaErrorInvalidResourceHandle);
    assert_error(cudaGLRegisterBufferObject(3), cudaErrorInitializationError);
    assert_cuda(cudaGLRegisterBufferObject(1));
    assert_error(cudaGLRegisterBufferObject(1), cudaErrorInitializationError);
    assert_error(cudaGLMapBufferObject(NULL, 1), cudaErrorMapBufferObjectFailed);
    assert_error(cudaGLMapBufferObjectAsync(&address, 1, (cudaStream_t)16), cudaErrorMapBufferObjectFailed);
    assert_cuda(cudaGLMapBufferObject(&address, 1));
    assert_error(cudaGLMapBufferObject(&address, 1), cudaErrorMapBufferObjectFailed);
    assert_cuda(cudaMemcpy(got, address, BYTES, D2H));
    assert_memory_equal(got, fake.buffer[1].data, BYTES);
    assert_error(cudaGLSetBufferObjectMapFlags(1, 0), cudaErrorUnknown);
    assert_cuda(cudaMemset(address, 0x33, BYTES));
    assert_cuda(cudaGLUnmapBufferObject(1));
    assert_int_equal(fake.buffer[1].data[BYTES - 1], 0x33);
    assert_error(cudaGLUnmapBufferObjectAsync(1, NULL), cudaErrorUnmapBufferObjectFailed);
    assert_error(cudaGLSetBufferObjectMapFlags(1, 4), cudaErrorInvalidValue);
    assert_cuda(cudaGLSetBufferObjectMapFlags(1, 2));
    assert_cuda(cudaGLMapBufferObjectAsync(&address, 1, NULL));
    assert_int_equal(fake.downloads, 1);
    assert_cuda(cudaGLUnmapBufferObjectAsync(1, NULL));
    assert_cuda(cudaGLUnregisterBufferObject(1));
    assert_cuda(cudaGraphicsUnregisterResource(buffer(1, 0))); /* the two ways know nothing of each other */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(devices, fresh),        cmocka_unit_test_setup(copies, fresh),
        cmocka_unit_test_setup(flags, fresh),          cmocka_unit_test_setup(registering, fresh),
        cmocka_unit_test_setup(mapping_states, fresh), cmocka_unit_test_setup(buffers_that_change, fresh),
        cmocka_unit_test_setup(textures, fresh),       cmocka_unit_test_setup(renderbuffers, fresh),
        cmocka_unit_test_setup(images_refused, fresh), cmocka_unit_test_setup(formats, fresh),
        cmocka_unit_test_setup(by_name, fresh),
    };

    setenv("HALFWARP_MEMORY", "1G", 1); /* less than a buffer that is registered */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
