/* SPDX-License-Identifier: MIT */
/* Both interfaces: batches of copies and copies with attributes (CUDA 12.8), of lines and of boxes. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"

static const struct hw_copy_attributes in_stream = {.source = HW_COPY_SOURCE_IN_STREAM};
static const size_t zero;
static cudaStream_t stream;
static uint8_t *device[2];

static int begin(void **state)
{
    return fresh_device(state) || cudaStreamCreate(&stream) || cudaMalloc((void **)&device[0], 64) ||
           cudaMalloc((void **)&device[1], 64);
}

/* Two lines from here to there, with a list of attributes. */
static cudaError_t copy(void *const *to, const void *const *from, size_t bytes,
                        const struct hw_copy_attributes *attributes, size_t *failed)
{
    const size_t sizes[2] = {bytes, bytes}, first[2] = {0, 1};

    return cudaMemcpyBatchAsync(to, from, sizes, (size_t)2, attributes, first, (size_t)2, failed, stream);
}

static void lines_there_and_back(void **state)
{
    const struct hw_copy_attributes attributes[2] = {in_stream, {.source = HW_COPY_SOURCE_ANY, .flags = 1}};
    uint8_t here[2][16] = {"to the first", "to the second"}, back[2][16] = {"", ""};
    size_t failed = 7;

    (void)state;
    assert_cuda(
        copy((void *[]){device[0], device[1]}, (const void *[]){here[0], here[1]}, 16, attributes, &failed));
    assert_cuda(
        copy((void *[]){back[0], back[1]}, (const void *[]){device[0], device[1]}, 16, attributes, &failed));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_memory_equal(back, here, sizeof here);
}

static void change(void *word)
{
    *(volatile uint32_t *)word = 2;
}

/* A host function that comes before the copy changes its source, and the program does behind the call. */
static void when_a_source_is_read(void **state)
{
    struct hw_copy_attributes attributes[2] = {in_stream, in_stream};
    uint32_t source[2] = {1, 1}, got = 0;
    uint32_t *locked;

    (void)state;
    void *const to[] = {device[0], device[1]};
    const void *const from[] = {&source[0], &source[1]};
    assert_cuda(cudaLaunchHostFunc(stream, change, &source[0]));
    assert_cuda(copy(to, from, 4, attributes, NULL));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaMemcpy(&got, device[0], 4, D2H));
    assert_int_equal(got, 2);

    attributes[0].source = attributes[1].source = HW_COPY_SOURCE_IN_CALL;
    assert_cuda(copy(to, from, 4, attributes, NULL));
    source[1] = 3;
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaMemcpy(&got, device[1], 4, D2H));
    assert_int_equal(got, 1);

    assert_cuda(cudaHostAlloc((void **)&locked, 8, 0));
    locked[0] = locked[1] = 4;
    assert_cuda(copy(to, (const void *[]){locked, locked + 1}, 4, attributes, NULL));
    locked[0] = locked[1] = 5;
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaMemcpy(&got, device[1], 4, D2H));
    assert_int_equal(got, 4);
    assert_cuda(cudaFreeHost(locked));
}

static void wrong_lines(void **state)
{
    struct hw_copy_attributes attributes[2] = {in_stream, in_stream};
    const size_t sizes[2] = {16, 16}, backwards[2] = {0, 0};
    uint8_t here[16] = "";
    size_t failed = 7;
    void *const to[] = {device[0], device[1]};
    const void *const from[] = {here, here};

    (void)state;
    assert_cuda(cudaMemset(device[0], 9, 64));
    /* The second is wrong: nothing is copied. */
    assert_error(copy(to, (const void *[]){here, NULL}, 16, attributes, &failed), cudaErrorInvalidValue);
    assert_int_equal(failed, 1);
    assert_cuda(cudaMemcpy(here, device[0], 16, D2H));
    assert_int_equal(here[0], 9);
    assert_error(copy(to, from, 65, attributes, &failed), cudaErrorInvalidValue);
    assert_int_equal(failed, 0);
    attributes[1].source = 0;
    assert_error(copy(to, from, 16, attributes, &failed), cudaErrorInvalidValue);
    assert_true(failed == SIZE_MAX);
    attributes[1] = in_stream;
    attributes[0].flags = 2;
    assert_error(copy(to, from, 16, attributes, NULL), cudaErrorInvalidValue);
    attributes[0].flags = 0;
    assert_error(
        cudaMemcpyBatchAsync(to, from, sizes, (size_t)2, attributes, backwards, (size_t)2, NULL, stream),
        cudaErrorInvalidValue);
    assert_error(
        cudaMemcpyBatchAsync(to, from, sizes, (size_t)2, attributes, &sizes[0], (size_t)1, NULL, stream),
        cudaErrorInvalidValue);
    assert_error(cudaMemcpyBatchAsync(to, from, sizes, (size_t)2, attributes, &zero, (size_t)0, NULL, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaMemcpyBatchAsync(to, from, sizes, (size_t)0, attributes, &zero, (size_t)1, NULL, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaMemcpyBatchAsync(to, from, NULL, (size_t)2, attributes, &zero, (size_t)1, NULL, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaMemcpyBatchAsync(to, from, sizes, (size_t)2, attributes, &zero, (size_t)1, NULL, NULL),
                 cudaErrorInvalidValue); /* not in the legacy default stream */
    assert_cuda(
        cudaMemcpyBatchAsync_ptsz(to, from, sizes, (size_t)2, attributes, &zero, (size_t)1, NULL, NULL));
    assert_cuda(cudaStreamSynchronize((cudaStream_t)2));
}

/* A captured batch is nodes; what is to be read in the call cannot be one. */
static void captured(void **state)
{
    struct hw_copy_attributes attributes[2] = {in_stream, in_stream};
    uint32_t source[2] = {1, 2}, got = 0;
    hw_graph graph;
    size_t count = 0;
    void *const to[] = {device[0], device[1]};
    const void *const from[] = {&source[0], &source[1]};

    (void)state;
    assert_cuda(cudaStreamBeginCapture(stream, 2));
    assert_cuda(copy(to, from, 4, attributes, NULL));
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 2);
    assert_cuda(cudaGraphDestroy(graph));
    attributes[1].source = HW_COPY_SOURCE_IN_CALL;
    assert_cuda(cudaStreamBeginCapture(stream, 2));
    assert_error(copy(to, from, 4, attributes, NULL), cudaErrorStreamCaptureUnsupported);
    cudaStreamEndCapture(stream, &graph);
    assert_cuda(cudaMemcpy(&got, device[0], 4, D2H));
}

/* Two slices of two rows of two words, from the middle of memory to an array, and from that to memory. */
static void boxes(void **state)
{
    const struct cudaChannelFormatDesc words =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
    const struct cudaExtent size = {4, 3, 2}, extent = {2, 2, 2};
    int32_t here[2][3][4], back[8];
    struct cudaArray *array;
    size_t failed = 7;

    (void)state;
    for (int i = 0; i < 24; i++)
        here[i / 12][i / 4 % 3][i % 4] = i;
    assert_cuda(cudaMalloc3DArray(&array, &words, size, 0));
    struct hw_copy_box in = {.from = {.type = HW_COPY_MEMORY, .memory = {&here[0][1][1], 4, 3, {0, 0}}},
                             .to = {.type = HW_COPY_ARRAY, .array = {array, 1, 1, 0}},
                             .extent = extent,
                             .source = HW_COPY_SOURCE_IN_STREAM};
    const struct hw_copy_box out = {.from = in.to,
                                    .to = {.type = HW_COPY_MEMORY, .memory = {.pointer = back}},
                                    .extent = extent,
                                    .source = HW_COPY_SOURCE_ANY};
    assert_cuda(cudaMemcpy3DBatchAsync(1, &in, (uintptr_t)&failed, 0, stream));
    assert_cuda(cudaMemcpy3DBatchAsync(1, &out, 0, 0, stream));
    assert_cuda(cudaStreamSynchronize(stream));
    for (int i = 0; i < 8; i++)
        assert_int_equal(back[i], here[i / 4][1 + i / 2 % 2][1 + i % 2]);

    in.extent.height = 0;
    assert_error(cudaMemcpy3DBatchAsync(1, &in, (uintptr_t)&failed, 0, stream), cudaErrorInvalidValue);
    assert_int_equal(failed, 0);
    in.extent.height = 2;
    in.from.memory.row_length = 1;
    assert_error(cudaMemcpy3DBatchAsync(1, &in, 0, 0, stream), cudaErrorInvalidValue);
    in.from.memory.row_length = 4;
    in.from.type = 3;
    assert_error(cudaMemcpy3DBatchAsync(1, &in, 0, 0, stream), cudaErrorInvalidValue);
    in.from.type = HW_COPY_MEMORY;
    in.to.array.y = 2; /* two rows do not fit there */
    assert_error(cudaMemcpy3DBatchAsync(1, &in, 0, 0, stream), cudaErrorInvalidValue);
    in.to.array.y = 1;
    in.extent.width = SIZE_MAX;
    assert_error(cudaMemcpy3DBatchAsync(1, &in, 0, 0, stream), cudaErrorInvalidValue);
    assert_error(cudaMemcpy3DBatchAsync(1, NULL, 0, 0, stream), cudaErrorInvalidValue);
    assert_error(cudaMemcpy3DBatchAsync(1, &out, 0, 1, stream), cudaErrorInvalidValue);
    assert_error(cudaMemcpy3DBatchAsync(1, &out, 0, 0, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaFreeArray(array));
}

static void single_ones(void **state)
{
    const struct hw_copy_box box = {.from = {.type = HW_COPY_MEMORY, .memory = {.pointer = device[0]}},
                                    .to = {.type = HW_COPY_MEMORY, .memory = {.pointer = device[1]}},
                                    .extent = {4, 1, 1},
                                    .source = HW_COPY_SOURCE_IN_STREAM};
    uint32_t word = 5;

    (void)state;
    assert_cuda(cudaMemcpyWithAttributesAsync(device[0], &word, 4, &in_stream, NULL));
    assert_cuda(cudaMemcpy3DWithAttributesAsync(&box, 0, NULL));
    word = 0;
    assert_cuda(cudaMemcpy(&word, device[1], 4, D2H));
    assert_int_equal(word, 5);
    assert_error(cudaMemcpyWithAttributesAsync(device[0], &word, 4, NULL, NULL), cudaErrorInvalidValue);
}

static void the_driver(void **state)
{
    struct hw_copy_attributes attributes = in_stream;
    CUdeviceptr to = (uintptr_t)device[0], here, from;
    size_t bytes = 4, failed = 7, first = 0;
    uint32_t word = 6, got = 0;

    (void)state;
    here = (uintptr_t)&word;
    from = (uintptr_t)&got;
    assert_int_equal(cuMemcpyBatchAsync(&to, &here, &bytes, 1, &attributes, &first, 1, &failed, stream),
                     CUDA_SUCCESS);
    assert_int_equal(cuMemcpyBatchAsync_v2(&from, &to, &bytes, 1, &attributes, &first, 1, stream),
                     CUDA_SUCCESS);
    assert_int_equal(cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_int_equal(got, 6);
    assert_int_equal(cuMemcpyBatchAsync_v2(&from, &to, &bytes, 1, &attributes, &first, 1, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    got = 0;
    assert_int_equal(cuMemcpyWithAttributesAsync(from, to, 4, &attributes, stream), CUDA_SUCCESS);
    assert_int_equal(got, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(lines_there_and_back, begin),
        cmocka_unit_test_setup(when_a_source_is_read, begin),
        cmocka_unit_test_setup(wrong_lines, begin),
        cmocka_unit_test_setup(captured, begin),
        cmocka_unit_test_setup(boxes, begin),
        cmocka_unit_test_setup(single_ones, begin),
        cmocka_unit_test_setup(the_driver, begin),
    };

    setenv("HALFWARP_CHIP", "sm_61", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
