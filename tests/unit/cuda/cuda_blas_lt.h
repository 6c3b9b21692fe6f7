/* SPDX-License-Identifier: MIT */
/* For tests of cuBLASLt: arrays of any type, and a product with everything that it is made of. */
#ifndef CUDA_BLAS_LT_H
#define CUDA_BLAS_LT_H

#include "cuda/blas/blas_matmul.h"
#include "cuda/cublaslt/cublaslt.h"
#include "cuda/math/number.h"
#include "cuda/math/short_float.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 20, N = 6, K = 9, LD = 40, CELLS = LD * LD };

#define RIGHT(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)
#define WRONG(call) assert_int_equal(call, CUBLAS_STATUS_INVALID_VALUE)
#define NOT(call)   assert_int_equal(call, CUBLAS_STATUS_NOT_SUPPORTED)

/* An array of a type, as numbers and on the device. */
struct array {
    cudaDataType type;
    double number[CELLS];
    void *device;
};

static inline double load(cudaDataType type, const void *numbers, size_t index)
{
    if (type == CUDA_R_8F_E4M3)
        return hw_e4m3_to_single(((const uint8_t *)numbers)[index]);
    return creal(hw_number_load((int)type, numbers, index));
}

static inline void store(cudaDataType type, void *numbers, size_t index, double value)
{
    if (type == CUDA_R_8F_E4M3)
        ((uint8_t *)numbers)[index] = hw_e4m3_of_single((float)value);
    else
        hw_number_store((int)type, numbers, index, value);
}

static inline struct array make(cudaDataType type, uint32_t seed)
{
    struct array made = {.type = type};
    unsigned char bytes[CELLS * 8];

    for (size_t i = 0; i < CELLS; i++) {
        const double number = next_number(&seed);
        store(type, bytes, i, type == CUDA_R_8I || type == CUDA_R_32I ? floor(100 * number) : number);
        made.number[i] = load(type, bytes, i);
    }
    made.device = device_copy(bytes, sizeof bytes);
    return made;
}

static inline struct array device_numbers(const struct array *array)
{
    struct array got = {.type = array->type};
    unsigned char bytes[CELLS * 8];

    host_copy(bytes, array->device, sizeof bytes);
    for (size_t i = 0; i < CELLS; i++)
        got.number[i] = load(array->type, bytes, i);
    return got;
}

/* --- a product and what it is made of --- */

struct mixture {
    cudaDataType factor, result, scale;
    cublasComputeType_t compute;
    double close;
};

static const struct mixture single = {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5};

struct bench {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t layout[4];
    struct array of[4];
    double alpha, beta;
    bool turned_a, turned_b;
    double wanted[CELLS]; /* before the epilogue; D itself where it stays as it is */
};

static inline struct bench *set_up(const struct mixture *mixture, bool turned_a, bool turned_b)
{
    static struct bench made;
    const cudaDataType types[] = {mixture->factor, mixture->factor, mixture->result, mixture->result};
    const int rows[] = {turned_a ? K : M, turned_b ? N : K, M, M},
              columns[] = {turned_a ? M : K, turned_b ? K : N, N, N};
    const cublasOperation_t turned = CUBLAS_OP_T;

    made = (struct bench){.alpha = mixture->scale == CUDA_R_32I ? 2 : 1.5,
                          .beta = mixture->scale == CUDA_R_32I ? 3 : -0.75,
                          .turned_a = turned_a,
                          .turned_b = turned_b};
    if (mixture->result == CUDA_R_8I)
        made.alpha = 0.001;
    RIGHT(cublasLtCreate(&made.handle));
    RIGHT(cublasLtMatmulDescCreate(&made.product, mixture->compute, mixture->scale));
    if (turned_a)
        RIGHT(cublasLtMatmulDescSetAttribute(made.product, CUBLASLT_MATMUL_DESC_TRANSA, &turned,
                                             sizeof turned));
    if (turned_b)
        RIGHT(cublasLtMatmulDescSetAttribute(made.product, CUBLASLT_MATMUL_DESC_TRANSB, &turned,
                                             sizeof turned));
    for (int i = 0; i < 4; i++) {
        made.of[i] = make(types[i], (uint32_t)i + 7);
        RIGHT(cublasLtMatrixLayoutCreate(&made.layout[i], types[i], (uint64_t)rows[i], (uint64_t)columns[i],
                                         LD));
    }
    return &made;
}

static inline void tear_down(struct bench *bench)
{
    for (int i = 0; i < 4; i++) {
        cudaFree(bench->of[i].device);
        RIGHT(cublasLtMatrixLayoutDestroy(bench->layout[i]));
    }
    RIGHT(cublasLtMatmulDescDestroy(bench->product));
    RIGHT(cublasLtDestroy(bench->handle));
}

static inline void want(struct bench *bench)
{
    const double *a = bench->of[0].number, *b = bench->of[1].number, *c = bench->of[2].number;

    memcpy(bench->wanted, bench->of[3].number, sizeof bench->wanted);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            double total = 0;
            for (int k = 0; k < K; k++)
                total += (bench->turned_a ? a[row * LD + k] : a[k * LD + row]) *
                         (bench->turned_b ? b[k * LD + column] : b[column * LD + k]);
            bench->wanted[column * LD + row] = bench->alpha * total + bench->beta * c[column * LD + row];
        }
}

static inline cublasStatus_t multiply(struct bench *bench, cudaDataType scale)
{
    _Alignas(8) unsigned char alpha[8], beta[8];

    store(scale, alpha, 0, bench->alpha);
    store(scale, beta, 0, bench->beta);
    return cublasLtMatmul(bench->handle, bench->product, alpha, bench->of[0].device, bench->layout[0],
                          bench->of[1].device, bench->layout[1], beta, bench->of[2].device, bench->layout[2],
                          bench->of[3].device, bench->layout[3], NULL, NULL, 0, NULL);
}

static inline void expect(const struct bench *bench, double close)
{
    const struct array got = device_numbers(&bench->of[3]);

    for (int i = 0; i < CELLS; i++)
        assert_true(fabs(got.number[i] - bench->wanted[i]) <= close * (1 + fabs(bench->wanted[i])));
}

static inline void set(struct bench *bench, cublasLtMatmulDescAttributes_t attribute, const void *value,
                       size_t bytes)
{
    RIGHT(cublasLtMatmulDescSetAttribute(bench->product, attribute, value, bytes));
}

static inline void set_number(struct bench *bench, cublasLtMatmulDescAttributes_t attribute, int value)
{
    set(bench, attribute, &value, sizeof value);
}

#endif
