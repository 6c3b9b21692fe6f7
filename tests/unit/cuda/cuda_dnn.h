/* SPDX-License-Identifier: MIT */
/* For tests of our cuDNN: tensors of any layout and type with their elements as doubles, and comparisons. */
#ifndef CUDA_DNN_H
#define CUDA_DNN_H

#include "cuda/dnn/cudnn_api.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const dnn_blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

/* In main: the thread sanitizer does not see how OpenBLAS's threads wait for each other. */
static inline void single_threaded_blas(void)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

enum layout { DENSE, CHANNELS_LAST, WITH_GAPS, LAYOUTS };

/* A tensor, or a filter with `filter`. */
struct box {
    cudnnDataType_t type;
    int dims, size[CUDNN_DIM_MAX], stride[CUDNN_DIM_MAX];
    size_t count, bytes;
    double *value; /* in the order of coordinates */
    void *device;
    cudnnTensorDescriptor_t descriptor;
    bool filter;
};

static cudnnHandle_t dnn;
static uint32_t dnn_seed = 7;

static inline int dnn_setup(void **state)
{
    (void)state;
    return cudnnCreate(&dnn) == CUDNN_STATUS_SUCCESS ? 0 : 1;
}

static inline int dnn_teardown(void **state)
{
    (void)state;
    return cudnnDestroy(dnn) == CUDNN_STATUS_SUCCESS ? 0 : 1;
}

#define RIGHT(call) assert_int_equal(call, CUDNN_STATUS_SUCCESS)
#define BAD(call)   assert_int_equal(call, CUDNN_STATUS_BAD_PARAM)

static inline int random_between(int least, int most)
{
    dnn_seed = dnn_seed * 1664525u + 1013904223u;
    return least + (int)((dnn_seed >> 8) % (unsigned)(most - least + 1));
}

/* Numbers that all types hold exactly, between -1 and 1. */
static inline double random_eighth(void)
{
    return random_between(-8, 8) / 8.0;
}

static inline size_t type_bytes(cudnnDataType_t type)
{
    return type == CUDNN_DATA_DOUBLE                                ? 8
           : type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16 ? 2
           : type == CUDNN_DATA_INT8                                ? 1
                                                                    : 4;
}

/* Halves and bfloats by the definition: sign, exponent, fraction. */
static inline double decode_short(uint16_t bits, int fraction_bits)
{
    const int exponent_bits = 15 - fraction_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (bits & 0x7fff) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
    const double size = exponent == 0
                            ? ldexp(fraction, 1 - bias - fraction_bits)
                            : ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);

    return bits & 0x8000 ? -size : size;
}

static inline uint16_t encode_short(double value, int fraction_bits)
{
    const int bias = (1 << (14 - fraction_bits)) - 1;
    int exponent;
    const double fraction = frexp(fabs(value), &exponent); /* exactly representable and normal, or 0 */
    const unsigned size =
        value == 0 ? 0
                   : ((unsigned)(exponent - 1 + bias) << fraction_bits) +
                         ((unsigned)ldexp(fraction, fraction_bits + 1) & ((1u << fraction_bits) - 1));

    return (uint16_t)(size | (value < 0 ? 0x8000u : 0));
}

static inline double get_element(cudnnDataType_t type, const void *at)
{
    switch (type) {
    case CUDNN_DATA_DOUBLE: return *(const double *)at;
    case CUDNN_DATA_HALF: return decode_short(*(const uint16_t *)at, 10);
    case CUDNN_DATA_BFLOAT16: return decode_short(*(const uint16_t *)at, 7);
    case CUDNN_DATA_INT8: return *(const int8_t *)at;
    case CUDNN_DATA_INT32: return *(const int32_t *)at;
    default: return (double)*(const float *)at;
    }
}

static inline void set_element(cudnnDataType_t type, void *at, double value)
{
    switch (type) {
    case CUDNN_DATA_DOUBLE: *(double *)at = value; break;
    case CUDNN_DATA_HALF: *(uint16_t *)at = encode_short(value, 10); break;
    case CUDNN_DATA_BFLOAT16: *(uint16_t *)at = encode_short(value, 7); break;
    case CUDNN_DATA_INT8: *(int8_t *)at = (int8_t)value; break;
    case CUDNN_DATA_INT32: *(int32_t *)at = (int32_t)value; break;
    default: *(float *)at = (float)value;
    }
}

/* Bytes from the start to an element, by its place in the order of coordinates. */
static inline size_t offset_of(const struct box *box, size_t place)
{
    size_t offset = 0;

    for (int i = box->dims - 1; i >= 0; i--) {
        offset += place % (size_t)box->size[i] * (size_t)box->stride[i];
        place /= (size_t)box->size[i];
    }
    return offset * type_bytes(box->type);
}

static inline void lay_out(struct box *box, enum layout layout)
{
    int step = 1;

    if (layout == CHANNELS_LAST) {
        box->stride[1] = 1;
        step = box->size[1];
    } else if (layout == WITH_GAPS) {
        step = 2;
    }
    for (int i = box->dims - 1; i >= 0; i--)
        if (i != 1 || layout != CHANNELS_LAST) {
            box->stride[i] = step;
            step *= box->size[i] + (layout == WITH_GAPS && i == box->dims - 1);
        }
}

/* Bring the values to the device; the gaps hold what no call may change. */
static inline void upload(const struct box *box)
{
    char *host = malloc(box->bytes);

    memset(host, 0x55, box->bytes);
    for (size_t i = 0; i < box->count; i++)
        set_element(box->type, host + offset_of(box, i), box->value[i]);
    assert_int_equal(cudaMemcpy(box->device, host, box->bytes, cudaMemcpyHostToDevice), cudaSuccess);
    free(host);
}

static inline void download(const struct box *box)
{
    char *host = malloc(box->bytes);

    host_copy(host, box->device, box->bytes);
    for (size_t i = 0; i < box->count; i++)
        box->value[i] = get_element(box->type, host + offset_of(box, i));
    free(host);
}

static inline struct box make_box(cudnnDataType_t type, enum layout layout, int dims, const int *size)
{
    struct box box = {.type = type, .dims = dims, .count = 1};
    size_t last = 0;

    for (int i = 0; i < dims; i++) {
        box.size[i] = size[i];
        box.count *= (size_t)size[i];
    }
    lay_out(&box, layout);
    for (int i = 0; i < dims; i++)
        last += (size_t)(size[i] - 1) * (size_t)box.stride[i];
    box.bytes = (last + 1) * type_bytes(type);
    box.value = malloc(box.count * sizeof *box.value);
    for (size_t i = 0; i < box.count; i++)
        box.value[i] = type == CUDNN_DATA_INT8 ? random_between(-9, 9) : random_eighth();
    assert_int_equal(cudaMalloc(&box.device, box.bytes), cudaSuccess);
    upload(&box);
    RIGHT(cudnnCreateTensorDescriptor(&box.descriptor));
    RIGHT(cudnnSetTensorNdDescriptor(box.descriptor, type, dims, box.size, box.stride));
    return box;
}

/* Filters are dense. */
static inline struct box make_filter(cudnnDataType_t type, enum layout layout, int dims, const int *size)
{
    struct box box = make_box(type, layout == CHANNELS_LAST ? layout : DENSE, dims, size);

    cudnnDestroyTensorDescriptor(box.descriptor);
    box.filter = true;
    RIGHT(cudnnCreateFilterDescriptor(&box.descriptor));
    RIGHT(cudnnSetFilterNdDescriptor(
        box.descriptor, type, layout == CHANNELS_LAST ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW, dims, size));
    return box;
}

static inline void free_box(struct box *box)
{
    cudaFree(box->device);
    if (box->filter)
        cudnnDestroyFilterDescriptor(box->descriptor);
    else
        cudnnDestroyTensorDescriptor(box->descriptor);
    free(box->value);
}

static inline double type_error(cudnnDataType_t type)
{
    return type == CUDNN_DATA_DOUBLE     ? 1e-12
           : type == CUDNN_DATA_HALF     ? 1.5e-3
           : type == CUDNN_DATA_BFLOAT16 ? 1e-2
                                         : 2e-5;
}

/* The box's memory against what it should be. */
static inline void compare(const struct box *box, const double *expected)
{
    download(box);
    for (size_t i = 0; i < box->count; i++) {
        const double most = type_error(box->type) * (1 + fabs(expected[i]));
        if (!(fabs(box->value[i] - expected[i]) <= most))
            fail_msg("element %zu is %.9g, expected %.9g", i, box->value[i], expected[i]);
    }
}

/* A scalar argument for tensors of a type. */
struct scalar {
    float single;
    double wide;
};

static inline const void *scalar(struct scalar *room, cudnnDataType_t type, double value)
{
    room->single = (float)value;
    room->wide = value;
    return type == CUDNN_DATA_DOUBLE ? (const void *)&room->wide : &room->single;
}

#endif
