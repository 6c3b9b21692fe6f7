/* SPDX-License-Identifier: MIT */
/* Products of cuBLASLt with epilogues, orders, batches and scales against loops over numbers that are loaded
 * one by one. */
#include "cuda_blas_lt.h"

/* --- products --- */

static void test_types(void **state)
{
    static const struct mixture mixtures[] = {
        {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1e-5},
        {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1e-13},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, 2e-3},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-3},
        {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 8e-3},
        {CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5},
        {CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0},
        {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32I, 0.5},
        {CUDA_R_8F_E4M3, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 8e-3},
    };

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++)
        for (int turned = 0; turned < 4; turned++) {
            struct bench *of = set_up(&mixtures[i], turned & 1, turned & 2);
            want(of);
            RIGHT(multiply(of, mixtures[i].scale));
            expect(of, mixtures[i].close);
            tear_down(of);
        }
}

/* Rows one after the other; groups of 32 columns; a result in place of C. */
static void test_orders(void **state)
{
    const int32_t row_order = CUBLASLT_ORDER_ROW, groups = CUBLASLT_ORDER_COL32;
    const int64_t group_ld = 32 * M;

    (void)state;
    need_library(blas);
    struct bench *of = set_up(&single, true, true); /* in rows they are not turned any more */
    want(of);
    const uint64_t m = M, n = N, k = K;
    set_number(of, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_N);
    set_number(of, CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_N);
    for (int i = 0; i < 2; i++) {
        RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[i], CUBLASLT_MATRIX_LAYOUT_ORDER, &row_order, 4));
        RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[i], CUBLASLT_MATRIX_LAYOUT_ROWS, i ? &k : &m, 8));
        RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[i], CUBLASLT_MATRIX_LAYOUT_COLS, i ? &n : &k, 8));
    }
    RIGHT(multiply(of, CUDA_R_32F));
    expect(of, single.close);
    /* D in groups of columns: as N is below 32, a row of 32 for each row. */
    RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[3], CUBLASLT_MATRIX_LAYOUT_ORDER, &groups, 4));
    WRONG(multiply(of, CUDA_R_32F)); /* the groups overlap */
    RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[3], CUBLASLT_MATRIX_LAYOUT_LD, &group_ld, 8));
    RIGHT(multiply(of, CUDA_R_32F));
    const struct array got = device_numbers(&of->of[3]);
    for (int row = 0; row < M; row++)
        for (int column = 0; column < N; column++)
            assert_true(fabs(got.number[32 * row + column] - of->wanted[column * LD + row]) < 1e-4);
    tear_down(of);
}

static void test_batches(void **state)
{
    const int32_t two = 2;
    const int64_t stride = 8 * LD; /* columns 8 and on are the second ones */

    (void)state;
    need_library(blas);
    struct bench *of = set_up(&single, false, true);
    want(of);
    for (int i = 0; i < 4; i++) {
        RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, 4));
        if (i >= 2)
            RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                   &stride, 8));
    }
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++)
            of->wanted[(column + 8) * LD + row] =
                of->wanted[column * LD + row] +
                of->beta * (of->of[2].number[(column + 8) * LD + row] - of->of[2].number[column * LD + row]);
    RIGHT(multiply(of, CUDA_R_32F));
    expect(of, single.close);
    tear_down(of);
}

/* --- epilogues --- */

static double gelu(double x)
{
    return 0.5 * x * (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * pow(x, 3))));
}

/* A bias for each row, then RELU or GELU, and what they keep. */
static void test_activations(void **state)
{
    static const int activations[] = {0, HW_BLAS_EPILOGUE_RELU, HW_BLAS_EPILOGUE_GELU,
                                      HW_BLAS_EPILOGUE_RELU | HW_BLAS_EPILOGUE_AUX,
                                      HW_BLAS_EPILOGUE_GELU | HW_BLAS_EPILOGUE_AUX};
    const int64_t aux_ld = 128;

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < sizeof activations / sizeof *activations; i++) {
        struct bench *of = set_up(&single, true, false);
        struct array bias = make(CUDA_R_32F, 3), aux = make(CUDA_R_32F, 4);
        unsigned char bits[CELLS * 8];
        want(of);
        set_number(of, CUBLASLT_MATMUL_DESC_EPILOGUE, activations[i] | HW_BLAS_EPILOGUE_BIAS);
        WRONG(multiply(of, CUDA_R_32F)); /* there is no bias */
        set(of, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device, sizeof bias.device);
        if (activations[i] & HW_BLAS_EPILOGUE_AUX) {
            WRONG(multiply(of, CUDA_R_32F));
            set(of, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.device, sizeof aux.device);
            set(of, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof aux_ld);
        }
        RIGHT(multiply(of, CUDA_R_32F));
        const struct array kept = device_numbers(&aux);
        host_copy(bits, aux.device, sizeof bits);
        for (int column = 0; column < N; column++)
            for (int row = 0; row < M; row++) {
                double *x = &of->wanted[column * LD + row];
                *x += bias.number[row];
                if (activations[i] == (HW_BLAS_EPILOGUE_RELU | HW_BLAS_EPILOGUE_AUX))
                    assert_int_equal(bits[column * 16 + row / 8] >> row % 8 & 1, *x > 0);
                if (activations[i] == (HW_BLAS_EPILOGUE_GELU | HW_BLAS_EPILOGUE_AUX))
                    assert_true(fabs(kept.number[column * 128 + row] - *x) < 1e-5 * (1 + fabs(*x)));
                if (activations[i] & HW_BLAS_EPILOGUE_RELU)
                    *x = fmax(*x, 0);
                if (activations[i] & HW_BLAS_EPILOGUE_GELU)
                    *x = gelu(*x);
            }
        expect(of, single.close);
        cudaFree(bias.device);
        cudaFree(aux.device);
        tear_down(of);
    }
}

/* Gradients: the bias gets sums. */
static void test_gradients(void **state)
{
    static const int gradients[] = {
        HW_BLAS_EPILOGUE_RELU_GRADIENT | HW_BLAS_EPILOGUE_AUX | HW_BLAS_EPILOGUE_BIAS_GRADIENT,
        HW_BLAS_EPILOGUE_GELU_GRADIENT | HW_BLAS_EPILOGUE_AUX | HW_BLAS_EPILOGUE_BIAS_GRADIENT,
        HW_BLAS_EPILOGUE_SUMS_OF_A, HW_BLAS_EPILOGUE_SUMS_OF_B};
    const int64_t aux_ld = 128;

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < sizeof gradients / sizeof *gradients; i++) {
        struct bench *of = set_up(&single, true, false);
        struct array bias = make(CUDA_R_32F, 3), aux = make(CUDA_R_32F, 4);
        unsigned char bits[CELLS * 8];
        double sums[M] = {0};
        host_copy(bits, aux.device, sizeof bits);
        want(of);
        set_number(of, CUBLASLT_MATMUL_DESC_EPILOGUE, gradients[i]);
        set(of, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.device, sizeof bias.device);
        set(of, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.device, sizeof aux.device);
        set(of, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof aux_ld);
        RIGHT(multiply(of, CUDA_R_32F));
        for (int column = 0; column < N; column++)
            for (int row = 0; row < M; row++) {
                double *x = &of->wanted[column * LD + row];
                const double kept = aux.number[column * 128 + row], step = 1e-5;
                if (gradients[i] & HW_BLAS_EPILOGUE_RELU_GRADIENT &&
                    !(bits[column * 16 + row / 8] >> row % 8 & 1))
                    *x = 0;
                if (gradients[i] & HW_BLAS_EPILOGUE_GELU_GRADIENT)
                    *x *= (gelu(kept + step) - gelu(kept - step)) / (2 * step);
                sums[row] += *x;
            }
        expect(of, single.close);
        const struct array got = device_numbers(&bias);
        const bool of_b = gradients[i] == HW_BLAS_EPILOGUE_SUMS_OF_B;
        for (int j = 0; j < (of_b ? N : M); j++) {
            double sum = sums[j];
            if (!(gradients[i] & HW_BLAS_EPILOGUE_BIAS_GRADIENT)) {
                sum = 0;
                for (int k = 0; k < K; k++)
                    sum += of->of[of_b].number[j * LD + k];
            }
            assert_true(fabs(got.number[j] - sum) < 1e-4);
        }
        cudaFree(bias.device);
        cudaFree(aux.device);
        tear_down(of);
    }
}

/* An alpha for each row; scales for A, B and D, and D's largest. */
static void test_factors(void **state)
{
    (void)state;
    need_library(blas);
    struct bench *of = set_up(&single, false, false);
    struct array alphas = make(CUDA_R_32F, 5);
    const float beta = 2, scales[] = {2, 3, 0.25f};
    of->alpha = 1;
    of->beta = beta;
    want(of);
    set_number(of, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST);
    RIGHT(cublasLtMatmul(of->handle, of->product, alphas.device, of->of[0].device, of->layout[0],
                         of->of[1].device, of->layout[1], &beta, of->of[2].device, of->layout[2],
                         of->of[3].device, of->layout[3], NULL, NULL, 0, NULL));
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            const double c = beta * of->of[2].number[column * LD + row];
            double *x = &of->wanted[column * LD + row];
            *x = (*x - c) * alphas.number[row] + c;
        }
    expect(of, single.close);
    want(of);
    set_number(of, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_HOST);
    float *on_device = device_copy(scales, sizeof scales), *largest = device_copy(scales, sizeof *scales),
          most;
    const float *places[] = {on_device, on_device + 1, on_device + 2};
    set(of, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &places[0], sizeof *places);
    set(of, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &places[1], sizeof *places);
    set(of, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, &places[2], sizeof *places);
    set(of, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, &largest, sizeof largest);
    RIGHT(multiply(of, CUDA_R_32F));
    double most_wanted = 0;
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            const double c = beta * of->of[2].number[column * LD + row];
            double *x = &of->wanted[column * LD + row];
            *x = (*x - c) * 6 + c;
            most_wanted = fmax(most_wanted, fabs(*x));
            *x /= 4;
        }
    expect(of, single.close);
    host_copy(&most, largest, sizeof most);
    assert_true(fabs(most - most_wanted) < 1e-4);
    cudaFree(alphas.device);
    cudaFree(on_device);
    cudaFree(largest);
    tear_down(of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),       cmocka_unit_test(test_orders),    cmocka_unit_test(test_batches),
        cmocka_unit_test(test_activations), cmocka_unit_test(test_gradients), cmocka_unit_test(test_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
