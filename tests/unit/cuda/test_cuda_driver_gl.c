/* SPDX-License-Identifier: MIT */
/* The driver API: what it says of OpenGL's buffers and images in each state, more precisely than the runtime;
 * what sharing does is tested there. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "fake_gl.h"

#define BYTES 512

static int begin(void **state)
{
    (void)state;
    fake_reset();
    fake_make_buffer(1, BYTES);
    fake_make_image(2, GL_TEXTURE_2D, GL_RGBA8, 4, 4, 4, 0);
    return cuInit(0) || cuGLCtxCreate_v2(&group_context, 0, 0);
}

static void contexts(void **state)
{
    CUcontext other;
    unsigned count = 0;
    int device = -1;

    (void)state;
    assert_cu(cuGLInit());
    assert_cu(cuGLCtxCreate(&other, 0, 0));
    assert_cu(cuCtxDestroy_v2(other));
    assert_int_equal(cuGLCtxCreate_v2(&other, 0, 7), CUDA_ERROR_INVALID_DEVICE);
    assert_cu(cuGLGetDevices(&count, &device, 1, 2));
    assert_true(count == 1 && device == 0);
    assert_int_equal(cuGLGetDevices(NULL, &device, 1, 2), CUDA_ERROR_INVALID_VALUE);
    fake.current = false;
    assert_int_equal(cuGLGetDevices(&count, &device, 1, 2), CUDA_ERROR_INVALID_CONTEXT);
}

static void states(void **state)
{
    CUgraphicsResource buffer, image, two[2];
    CUdeviceptr address;
    CUarray array;
    size_t bytes;

    (void)state;
    assert_int_equal(cuGraphicsGLRegisterBuffer(&buffer, 3, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuGraphicsGLRegisterBuffer(NULL, 1, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphicsGLRegisterImage(&image, 3, GL_TEXTURE_2D, 0), CUDA_ERROR_INVALID_HANDLE);
    fake.current = false;
    assert_int_equal(cuGraphicsGLRegisterBuffer(&buffer, 1, 0), CUDA_ERROR_INVALID_CONTEXT);
    fake.current = true;
    assert_cu(cuGraphicsGLRegisterBuffer(&buffer, 1, 0));
    assert_cu(cuGraphicsGLRegisterImage(&image, 2, GL_TEXTURE_2D, 0));
    assert_int_equal(cuGraphicsResourceGetMappedPointer_v2(&address, &bytes, buffer), CUDA_ERROR_NOT_MAPPED);
    assert_int_equal(cuGraphicsUnmapResources(1, &buffer, NULL), CUDA_ERROR_NOT_MAPPED);
    two[0] = buffer;
    two[1] = image;
    assert_int_equal(cuGraphicsMapResources(0xffffffff, two, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphicsMapResources(2, two, NULL));
    assert_int_equal(cuGraphicsMapResources(1, &image, NULL), CUDA_ERROR_ALREADY_MAPPED);
    assert_int_equal(cuGraphicsResourceSetMapFlags(image, 0), CUDA_ERROR_ALREADY_MAPPED);
    assert_int_equal(cuGraphicsResourceGetMappedPointer_v2(&address, &bytes, image),
                     CUDA_ERROR_NOT_MAPPED_AS_POINTER);
    assert_int_equal(cuGraphicsSubResourceGetMappedArray(&array, buffer, 0, 0),
                     CUDA_ERROR_NOT_MAPPED_AS_ARRAY);
    assert_int_equal(cuGraphicsSubResourceGetMappedArray(&array, image, 3, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphicsSubResourceGetMappedArray(&array, image, 0, 0));
    assert_int_equal(cuArrayDestroy(array), CUDA_ERROR_ARRAY_IS_MAPPED);
    assert_int_equal(cuGraphicsResourceGetMappedPointer_v2(NULL, &bytes, buffer), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGraphicsResourceGetMappedPointer_v2(&address, &bytes, buffer));
    assert_int_equal(bytes, BYTES);
    assert_cu(cuMemsetD8_v2(address, 0x44, BYTES));
    assert_cu(cuGraphicsUnmapResources(2, two, NULL));
    assert_int_equal(fake.buffer[1].data[BYTES - 1], 0x44);
    fake.buffer[1].mapped = 1;
    assert_int_equal(cuGraphicsMapResources(1, &buffer, NULL), CUDA_ERROR_MAP_FAILED);
    fake.buffer[1].mapped = 0;
    assert_cu(cuGraphicsMapResources(1, &buffer, NULL));
    fake.buffer[1].mapped = 1;
    assert_int_equal(cuGraphicsUnmapResources(1, &buffer, NULL), CUDA_ERROR_UNMAP_FAILED);
    assert_cu(cuGraphicsUnregisterResource(buffer));
    assert_int_equal(cuGraphicsUnregisterResource(buffer), CUDA_ERROR_INVALID_HANDLE);
}

/* A resource is its context's. */
static void other_contexts(void **state)
{
    CUgraphicsResource buffer;
    CUcontext other;

    (void)state;
    assert_cu(cuGraphicsGLRegisterBuffer(&buffer, 1, 0));
    assert_cu(cuGLCtxCreate_v2(&other, 0, 0));
    assert_int_equal(cuGraphicsMapResources(1, &buffer, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuGraphicsUnregisterResource(buffer), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuCtxDestroy_v2(other));
    assert_cu(cuGraphicsMapResources(1, &buffer, NULL));
}

static void by_name(void **state)
{
    CUdeviceptr address = 0;
    CUdeviceptr_v1 narrow = 0;
    size_t bytes = 0;
    unsigned size = 0;

    (void)state;
    assert_int_equal(cuGLRegisterBufferObject(3), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuGLUnregisterBufferObject(1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGLSetBufferObjectMapFlags(1, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuGLMapBufferObject_v2(&address, &bytes, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGLUnmapBufferObject(1), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuGLRegisterBufferObject(1));
    assert_int_equal(cuGLRegisterBufferObject(1), CUDA_ERROR_ALREADY_MAPPED);
    assert_cu(cuGLSetBufferObjectMapFlags(1, 2));
    assert_cu(cuGLMapBufferObject_v2(&address, &bytes, 1));
    assert_int_equal(bytes, BYTES);
    assert_int_equal(cuGLMapBufferObjectAsync_v2(&address, &bytes, 1, NULL), CUDA_ERROR_MAP_FAILED);
    assert_cu(cuGLUnmapBufferObject(1));
    assert_int_equal(cuGLUnmapBufferObjectAsync(1, NULL), CUDA_ERROR_NOT_MAPPED);
    /* A program whose addresses have 32 bits gets one, or is told and nothing stays mapped. */
    const CUresult mapped = cuGLMapBufferObject(&narrow, &size, 1);
    assert_int_equal(mapped, address > UINT32_MAX ? CUDA_ERROR_MAP_FAILED : CUDA_SUCCESS);
    if (mapped == CUDA_SUCCESS)
        assert_cu(cuGLUnmapBufferObjectAsync(1, NULL));
    assert_int_equal(cuGLMapBufferObjectAsync(NULL, &size, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGLUnmapBufferObject(1), CUDA_ERROR_NOT_MAPPED);
    assert_cu(cuGLUnregisterBufferObject(1));
}

extern __typeof__(cuGraphicsMapResources) cuGraphicsMapResources_ptsz;
extern __typeof__(cuGraphicsUnmapResources) cuGraphicsUnmapResources_ptsz;
extern __typeof__(cuGLMapBufferObject_v2) cuGLMapBufferObject_v2_ptds;
extern __typeof__(cuGLMapBufferObjectAsync_v2) cuGLMapBufferObjectAsync_v2_ptsz;

static void in_the_own_stream(void **state)
{
    CUgraphicsResource buffer;
    CUdeviceptr address = 0;
    size_t bytes = 0;

    (void)state;
    assert_cu(cuGraphicsGLRegisterBuffer(&buffer, 1, 0));
    assert_int_equal(cuGraphicsUnmapResources_ptsz(1, &buffer, NULL), CUDA_ERROR_NOT_MAPPED);
    assert_int_equal(cuGraphicsMapResources_ptsz(1, &buffer, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuGraphicsMapResources_ptsz(1, &buffer, NULL));
    assert_cu(cuGraphicsUnmapResources_ptsz(1, &buffer, NULL));
    assert_cu(cuGraphicsUnregisterResource(buffer));
    assert_cu(cuGLRegisterBufferObject(1));
    assert_int_equal(cuGLMapBufferObjectAsync_v2_ptsz(&address, &bytes, 1, no_stream), CUDA_ERROR_MAP_FAILED);
    assert_cu(cuGLMapBufferObjectAsync_v2_ptsz(&address, &bytes, 1, NULL));
    assert_int_equal(bytes, BYTES);
    assert_int_equal(cuGLMapBufferObject_v2_ptds(&address, &bytes, 1), CUDA_ERROR_MAP_FAILED);
    assert_cu(cuGLUnmapBufferObject(1));
    assert_cu(cuGLMapBufferObject_v2_ptds(&address, &bytes, 1));
    assert_cu(cuGLUnmapBufferObject(1));
    assert_cu(cuGLUnregisterBufferObject(1));
}

static void narrow_pointers(void **state)
{
    CUgraphicsResource buffer;
    CUdeviceptr wide;
    CUdeviceptr_v1 address = 0;
    unsigned bytes = 0;

    (void)state;
    assert_cu(cuGraphicsGLRegisterBuffer(&buffer, 1, 0));
    assert_int_equal(cuGraphicsResourceGetMappedPointer(&address, &bytes, buffer), CUDA_ERROR_NOT_MAPPED);
    assert_cu(cuGraphicsMapResources(1, &buffer, NULL));
    assert_cu(cuGraphicsResourceGetMappedPointer_v2(&wide, NULL, buffer));
    assert_int_equal(cuGraphicsResourceGetMappedPointer(&address, &bytes, buffer),
                     wide > UINT32_MAX ? CUDA_ERROR_MAP_FAILED : CUDA_SUCCESS);
    assert_true(wide > UINT32_MAX || (address == wide && bytes == BYTES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(contexts, begin, end_context),
        cmocka_unit_test_setup_teardown(states, begin, end_context),
        cmocka_unit_test_setup_teardown(other_contexts, begin, end_context),
        cmocka_unit_test_setup_teardown(by_name, begin, end_context),
        cmocka_unit_test_setup_teardown(in_the_own_stream, begin, end_context),
        cmocka_unit_test_setup_teardown(narrow_pointers, begin, end_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
