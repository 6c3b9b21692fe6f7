/* SPDX-License-Identifier: MIT */
/* Rotations that cuBLAS makes from two numbers, by each of its interfaces, and those of mixed types. */
#include "cuda/cublas/cublas.h"
#include "cuda/math/short_float.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

#define RIGHT(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)
#define NOT(call)   assert_int_equal(call, CUBLAS_STATUS_NOT_SUPPORTED)

static cublasHandle_t set_up(void)
{
    cublasHandle_t handle;

    need_library(blas);
    RIGHT(cublasCreate_v2(&handle));
    return handle;
}

/* (3, 4) is turned to (5, 0). */
static void test_plain(void **state)
{
    cublasHandle_t handle = set_up();
    double a = 3, b = 4, c = 0, s = 0;
    uint16_t numbers[4] = {hw_half_of_single(3), hw_half_of_single(4)};

    (void)state;
    RIGHT(cublasDrotg_v2(handle, &a, &b, &c, &s));
    assert_true(fabs(a - 5) < 1e-15 && fabs(c - 0.6) < 1e-15 && fabs(s - 0.8) < 1e-15);
    a = 3, b = 4;
    RIGHT(cublasRotgEx(handle, &a, &b, CUDA_R_64F, &c, &s, CUDA_R_64F, CUDA_R_64F));
    assert_true(fabs(a - 5) < 1e-15 && fabs(c - 0.6) < 1e-15 && fabs(s - 0.8) < 1e-15);
    RIGHT(cublasRotgEx(handle, &numbers[0], &numbers[1], CUDA_R_16F, &numbers[2], &numbers[3], CUDA_R_16F,
                       CUDA_R_32F));
    assert_true(hw_half_to_single(numbers[0]) == 5);
    assert_true(fabs(hw_half_to_single(numbers[2]) - 0.6) < 1e-3);
    assert_true(fabs(hw_half_to_single(numbers[3]) - 0.8) < 1e-3);
    NOT(cublasRotgEx(handle, &a, &b, CUDA_C_64F, &c, &s, CUDA_C_64F, CUDA_C_64F));
    NOT(cublasRotgEx(handle, &a, &b, (cudaDataType)77, &c, &s, CUDA_R_64F, CUDA_R_64F));
    assert_int_equal(cublasRotgEx(handle, NULL, &b, CUDA_R_64F, &c, &s, CUDA_R_64F, CUDA_R_64F),
                     CUBLAS_STATUS_INVALID_VALUE);
    RIGHT(cublasDestroy_v2(handle));
}

/* What the parameters do to (x1, y1): the second becomes 0, and the first the new x1. */
static void check_modified(const double parameters[5], double x1, double y1, double new_x1, double close)
{
    const double flag = parameters[0];
    const double h11 = flag == 0 ? 1 : parameters[1], h22 = flag == 0 ? 1 : parameters[4];
    const double h21 = flag == 1 ? -1 : parameters[2], h12 = flag == 1 ? 1 : parameters[3];

    assert_true(flag == -1 || flag == 0 || flag == 1);
    assert_true(fabs(h21 * x1 + h22 * y1) < 1e-14);
    assert_true(fabs(h11 * x1 + h12 * y1 - new_x1) < close);
}

static void test_modified(void **state)
{
    cublasHandle_t handle = set_up();
    double numbers[] = {0.7, 0.3, 0.5, 0.25}, parameters[5] = {9}, x[] = {0.5}, y[] = {0.25};
    float single[] = {0.7f, 0.3f, 0.5f, 0.25f};

    (void)state;
    RIGHT(cublasDrotmg_v2(handle, &numbers[0], &numbers[1], &numbers[2], &numbers[3], parameters));
    check_modified(parameters, 0.5, 0.25, numbers[2], 1e-14);
    double *device_x = device_copy(x, sizeof x), *device_y = device_copy(y, sizeof y);
    RIGHT(cublasDrotm_v2(handle, 1, device_x, 1, device_y, 1, parameters));
    host_copy(x, device_x, sizeof x);
    host_copy(y, device_y, sizeof y);
    assert_true(fabs(x[0] - numbers[2]) < 1e-14 && fabs(y[0]) < 1e-14);
    memset(parameters, 0, sizeof parameters);
    RIGHT(cublasRotmgEx(handle, &single[0], CUDA_R_32F, &single[1], CUDA_R_32F, &single[2], CUDA_R_32F,
                        &single[3], CUDA_R_32F, parameters, CUDA_R_64F, CUDA_R_64F));
    check_modified(parameters, 0.5, 0.25, single[2], 1e-7);
    NOT(cublasRotmgEx(handle, &single[0], CUDA_R_32F, &single[1], CUDA_R_32F, &single[2], CUDA_R_32F,
                      &single[3], CUDA_R_32F, parameters, CUDA_R_32F, CUDA_R_64F));
    NOT(cublasRotmgEx(handle, &single[0], CUDA_C_32F, &single[1], CUDA_C_32F, &single[2], CUDA_C_32F,
                      &single[3], CUDA_C_32F, parameters, CUDA_C_32F, CUDA_C_32F));
    cudaFree(device_x);
    cudaFree(device_y);
    RIGHT(cublasDestroy_v2(handle));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain), cmocka_unit_test(test_modified)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
