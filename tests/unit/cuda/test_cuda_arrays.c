/* SPDX-License-Identifier: MIT */
/* The runtime API: arrays, and copies of lines, planes and boxes to, from and between them. */
#include "cuda_test.h"

static struct cudaArray *make_array(int bits, size_t width, size_t height)
{
    const struct cudaChannelFormatDesc format =
        cudaCreateChannelDesc(bits, 0, 0, 0, cudaChannelFormatKindUnsigned);
    struct cudaArray *array = NULL;

    assert_cuda(cudaMallocArray(&array, &format, width, height, 0));
    return array;
}

static void making(void **state)
{
    struct cudaChannelFormatDesc format = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned),
                                 same;
    struct cudaExtent extent;
    struct cudaArray *array;
    unsigned flags;

    (void)state;
    assert_cuda(cudaMallocArray(&array, &format, 8, 4, cudaArraySurfaceLoadStore));
    assert_cuda(cudaGetChannelDesc(&same, array));
    assert_memory_equal(&same, &format, sizeof same);
    assert_cuda(cudaArrayGetInfo(&same, &extent, &flags, array));
    assert_memory_equal(&same, &format, sizeof same);
    assert_true(extent.width == 8 && extent.height == 4 && extent.depth == 0);
    assert_int_equal(flags, cudaArraySurfaceLoadStore);
    assert_cuda(cudaArrayGetInfo(NULL, NULL, NULL, array));
    assert_error(cudaArrayGetInfo(&same, &extent, &flags, NULL), cudaErrorInvalidValue);
    assert_error(cudaGetChannelDesc(&same, (struct cudaArray *)(void *)&format), cudaErrorInvalidValue);
    assert_error(cudaGetChannelDesc(NULL, array), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(array));
    assert_error(cudaFreeArray(array), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(NULL));
    assert_error(cudaMallocArray(&array, &format, 8, 4, 64), cudaErrorInvalidValue);
    format = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    assert_error(cudaMallocArray(&array, &format, 8, 4, 0), cudaErrorInvalidChannelDescriptor);
    assert_error(cudaMallocArray(&array, NULL, 8, 4, 0), cudaErrorInvalidValue);
    format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    assert_error(cudaMallocArray(NULL, &format, 8, 4, 0), cudaErrorInvalidValue);
    assert_error(cudaMallocArray(&array, &format, 0, 4, 0), cudaErrorInvalidValue);
    assert_error(cudaMalloc3DArray(&array, &format, (struct cudaExtent){8, 4, 6}, cudaArrayCubemap),
                 cudaErrorInvalidValue);
}

static void lines(void **state)
{
    int32_t data[4][8], got[4][8];
    struct cudaArray *array = make_array(32, 8, 4), *narrow = make_array(8, 12, 20);

    (void)state;
    for (int i = 0; i < 32; i++)
        data[i / 8][i % 8] = i * 1001;
    assert_cuda(cudaMemcpyToArray(array, 0, 0, data, sizeof data, H2D));
    assert_cuda(cudaMemcpyFromArrayAsync(got, array, 0, 0, sizeof got, D2H, NULL));
    assert_memory_equal(got, data, sizeof data);
    /* From the middle of a row on: rows follow each other. */
    assert_cuda(cudaMemcpyFromArray(got, array, 12, 1, 64, D2H));
    assert_memory_equal(got, &data[1][3], 64);
    /* Between arrays of different rows. */
    assert_cuda(cudaMemcpyArrayToArray(narrow, 3, 1, array, 12, 1, 64, D2D));
    memset(got, 0, sizeof got);
    assert_cuda(cudaMemcpyFromArray(got, narrow, 3, 1, 64, D2H));
    assert_memory_equal(got, &data[1][3], 64);
    assert_cuda(cudaMemcpyToArrayAsync(array, 0, 0, &data[1], 4, H2D, NULL));
    assert_error(cudaMemcpyToArray(array, 0, 1, data, sizeof data, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyToArray(array, 0, 4, data, 4, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyToArray(array, 32, 0, data, 4, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyToArray(array, 0, 0, data, 4, D2H), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpyToArray(array, 0, 0, data, 4, 17), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpyToArray(NULL, 0, 0, data, 4, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyFromArray(got, array, 0, 0, 4, H2D), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpyFromArray(got, NULL, 0, 0, 4, D2H), cudaErrorInvalidValue);
    assert_error(cudaMemcpyArrayToArray(narrow, 0, 0, array, 0, 0, 4, H2D), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpyArrayToArray(narrow, 0, 0, array, 0, 3, 64, D2D), cudaErrorInvalidValue);
    assert_cuda(cudaMemcpyToArray(array, 0, 0, data, 0, H2D));
}

static void planes(void **state)
{
    int32_t data[4][8], got[4][8];
    struct cudaArray *array = make_array(32, 8, 4), *other = make_array(32, 6, 6);

    (void)state;
    for (int i = 0; i < 32; i++)
        data[i / 8][i % 8] = i * 1001;
    assert_cuda(cudaMemcpy2DToArray(array, 0, 0, data, 32, 32, 4, H2D));
    assert_cuda(cudaMemcpy2DToArrayAsync(array, 4, 2, data, 32, 12, 2, H2D, NULL));
    assert_cuda(cudaMemcpy2DFromArray(got, 32, array, 0, 0, 32, 4, D2H));
    assert_true(got[2][0] == data[2][0] && got[2][1] == data[0][0] && got[3][3] == data[1][2]);
    assert_cuda(cudaMemcpy2DArrayToArray(other, 8, 3, array, 4, 2, 12, 2, D2D));
    memset(got, 0, sizeof got);
    assert_cuda(cudaMemcpy2DFromArrayAsync(got, 32, other, 8, 3, 12, 2, D2H, NULL));
    assert_true(got[0][0] == data[0][0] && got[1][2] == data[1][2] && got[0][3] == 0);
    assert_error(cudaMemcpy2DToArray(array, 24, 0, data, 32, 12, 2, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy2DToArray(NULL, 0, 0, data, 32, 12, 2, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy2DToArray(array, 0, 0, data, 8, 12, 2, H2D), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2DToArray(array, 0, 3, data, 32, 12, 2, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy2DFromArray(got, 8, array, 0, 0, 12, 2, D2H), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2DFromArray(got, 8, array, 0, 0, 12, 1, D2H), cudaErrorInvalidPitchValue);
    assert_error(cudaMemcpy2DToArray(array, 0, 0, data, 0, 12, 2, H2D), cudaErrorInvalidPitchValue);
    assert_cuda(cudaMemcpy2DToArray(array, 0, 1, data[3], 0, 32, 1, H2D)); /* a single row has no next one */
    assert_cuda(cudaMemcpy2DFromArray(got, 0, array, 0, 1, 32, 1, D2H));
    assert_true(got[0][0] == data[3][0] && got[0][7] == data[3][7]);
    assert_error(cudaMemcpy2DFromArray(got, 32, array, 0, 0, 12, 2, H2H), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpy2DArrayToArray(other, 8, 5, array, 4, 2, 12, 2, D2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpy2DToArrayAsync(array, 0, 0, data, 32, 12, 2, H2D, (cudaStream_t)(void *)data),
                 cudaErrorInvalidResourceHandle);
}

static void boxes(void **state)
{
    const struct cudaChannelFormatDesc format =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    uint32_t data[3][4][8], got[2][2][3];
    struct cudaMemcpy3DParms copy = {.srcPtr = {data, 32, 8, 4}, .extent = {8, 4, 3}, .kind = H2D};

    (void)state;
    for (uint32_t i = 0; i < 96; i++)
        data[i / 32][i / 8 % 4][i % 8] = i;
    assert_cuda(cudaMalloc3DArray(&copy.dstArray, &format, (struct cudaExtent){8, 4, 3}, 0));
    assert_cuda(cudaMemcpy3DAsync(&copy, NULL));
    struct cudaMemcpy3DParms back = {.srcArray = copy.dstArray,
                                     .srcPos = {2, 1, 1},
                                     .dstPtr = {got, 12, 3, 2},
                                     .extent = {3, 2, 2},
                                     .kind = D2H};
    assert_cuda(cudaMemcpy3D(&back));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 3; x++)
                assert_int_equal(got[z][y][x], data[z + 1][y + 1][x + 2]);
    back.srcPos.x = 6;
    assert_error(cudaMemcpy3D(&back), cudaErrorInvalidValue);
    back.srcPos.x = 0;
    back.dstPtr.pitch = 8;
    assert_error(cudaMemcpy3D(&back), cudaErrorInvalidPitchValue);
    back.dstPtr.pitch = 12;
    back.dstPtr.ysize = 1;
    assert_error(cudaMemcpy3D(&back), cudaErrorInvalidValue);
    back.srcPtr.ptr = data; /* both an array and memory */
    assert_error(cudaMemcpy3D(&back), cudaErrorInvalidValue);
    copy.kind = D2H;
    assert_error(cudaMemcpy3D(&copy), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
    copy.kind = H2D;
    copy.extent.depth = 0;
    assert_cuda(cudaMemcpy3D(&copy));
}

/* Between memories the extent counts bytes, between arrays elements, which must be of one size. */
static void boxes_without_a_host(void **state)
{
    uint8_t data[64], got[64];
    struct cudaPitchedPtr memory;
    struct cudaMemcpy3DParms copy = {.srcPtr = {data, 8, 8, 4}, .extent = {8, 4, 2}, .kind = H2D};
    struct cudaArray *one = make_array(32, 8, 4), *two = make_array(32, 8, 4), *bytes = make_array(8, 8, 4);

    (void)state;
    for (int i = 0; i < 64; i++)
        data[i] = (uint8_t)i;
    assert_cuda(cudaMalloc3D(&memory, (struct cudaExtent){8, 4, 2}));
    copy.dstPtr = memory;
    assert_cuda(cudaMemcpy3D(&copy));
    copy = (struct cudaMemcpy3DParms){
        .srcPtr = memory, .srcPos = {1, 2, 1}, .dstPtr = {got, 8, 8, 4}, .extent = {4, 2, 1}, .kind = D2H};
    assert_cuda(cudaMemcpy3D(&copy));
    assert_true(got[0] == 32 + 16 + 1 && got[8] == 32 + 24 + 1);
    assert_cuda(cudaMemcpyToArray(one, 0, 0, data, 64, H2D));
    copy = (struct cudaMemcpy3DParms){.srcArray = one, .dstArray = two, .extent = {8, 2, 1}, .kind = D2D};
    assert_cuda(cudaMemcpy3D(&copy));
    assert_cuda(cudaMemcpyFromArray(got, two, 0, 0, 64, D2H));
    assert_memory_equal(got, data, 64);
    copy.dstArray = bytes;
    assert_error(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(making, fresh_device),
        cmocka_unit_test_setup(lines, fresh_device),
        cmocka_unit_test_setup(planes, fresh_device),
        cmocka_unit_test_setup(boxes, fresh_device),
        cmocka_unit_test_setup(boxes_without_a_host, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
