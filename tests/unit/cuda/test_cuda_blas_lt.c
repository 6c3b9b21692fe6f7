/* SPDX-License-Identifier: MIT */
/* cuBLASLt: products with epilogues, orders, batches and scales, and transformations, against loops over
 * numbers that are loaded one by one. */
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

static double load(cudaDataType type, const void *numbers, size_t index)
{
    if (type == CUDA_R_8F_E4M3)
        return hw_e4m3_to_single(((const uint8_t *)numbers)[index]);
    return creal(hw_number_load((int)type, numbers, index));
}

static void store(cudaDataType type, void *numbers, size_t index, double value)
{
    if (type == CUDA_R_8F_E4M3)
        ((uint8_t *)numbers)[index] = hw_e4m3_of_single((float)value);
    else
        hw_number_store((int)type, numbers, index, value);
}

static struct array make(cudaDataType type, uint32_t seed)
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

static struct array device_numbers(const struct array *array)
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

static struct bench *set_up(const struct mixture *mixture, bool turned_a, bool turned_b)
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

static void tear_down(struct bench *bench)
{
    for (int i = 0; i < 4; i++) {
        cudaFree(bench->of[i].device);
        RIGHT(cublasLtMatrixLayoutDestroy(bench->layout[i]));
    }
    RIGHT(cublasLtMatmulDescDestroy(bench->product));
    RIGHT(cublasLtDestroy(bench->handle));
}

static void want(struct bench *bench)
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

static cublasStatus_t multiply(struct bench *bench, cudaDataType scale)
{
    _Alignas(8) unsigned char alpha[8], beta[8];

    store(scale, alpha, 0, bench->alpha);
    store(scale, beta, 0, bench->beta);
    return cublasLtMatmul(bench->handle, bench->product, alpha, bench->of[0].device, bench->layout[0],
                          bench->of[1].device, bench->layout[1], beta, bench->of[2].device, bench->layout[2],
                          bench->of[3].device, bench->layout[3], NULL, NULL, 0, NULL);
}

static void expect(const struct bench *bench, double close)
{
    const struct array got = device_numbers(&bench->of[3]);

    for (int i = 0; i < CELLS; i++)
        assert_true(fabs(got.number[i] - bench->wanted[i]) <= close * (1 + fabs(bench->wanted[i])));
}

static void set(struct bench *bench, cublasLtMatmulDescAttributes_t attribute, const void *value,
                size_t bytes)
{
    RIGHT(cublasLtMatmulDescSetAttribute(bench->product, attribute, value, bytes));
}

static void set_number(struct bench *bench, cublasLtMatmulDescAttributes_t attribute, int value)
{
    set(bench, attribute, &value, sizeof value);
}

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

/* --- algorithms --- */

static void test_algorithms(void **state)
{
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t results[3];
    cublasLtMatmulAlgo_t algorithm;
    uint64_t workspace = 1 << 20, back = 0;
    uint32_t tile = 5, mask;
    int found = -1, id = -1;
    size_t written;

    (void)state;
    need_library(blas);
    struct bench *of = set_up(&single, false, false);
    RIGHT(cublasLtMatmulPreferenceCreate(&preference));
    RIGHT(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &workspace, sizeof workspace));
    RIGHT(cublasLtMatmulPreferenceGetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &back,
                                               sizeof back, &written));
    assert_true(back == workspace && written == sizeof back);
    RIGHT(cublasLtMatmulAlgoGetHeuristic(of->handle, of->product, of->layout[0], of->layout[1], of->layout[2],
                                         of->layout[3], preference, 3, results, &found));
    assert_int_equal(found, 1);
    assert_int_equal(results[0].state, CUBLAS_STATUS_SUCCESS);
    assert_int_equal(results[0].workspace, 0);
    RIGHT(cublasLtMatmulAlgoCheck(of->handle, of->product, of->layout[0], of->layout[1], of->layout[2],
                                  of->layout[3], &results[0].algo, &results[1]));
    WRONG(cublasLtMatmulAlgoGetHeuristic(of->handle, of->product, of->layout[0], of->layout[1], of->layout[2],
                                         of->layout[3], preference, 0, results, &found));
    WRONG(cublasLtMatmulAlgoGetHeuristic(of->handle, of->product, of->layout[1], of->layout[0], of->layout[2],
                                         of->layout[3], preference, 1, results, &found));
    assert_int_equal(found, 0);
    RIGHT(cublasLtMatmulAlgoGetIds(of->handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                   CUDA_R_32F, CUDA_R_32F, 1, &id, &found));
    RIGHT(cublasLtMatmulAlgoInit(of->handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                 CUDA_R_32F, CUDA_R_32F, id, &algorithm));
    WRONG(cublasLtMatmulAlgoInit(of->handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                 CUDA_R_32F, CUDA_R_32F, 77, &algorithm));
    NOT(cublasLtMatmulAlgoGetIds(of->handle, CUBLAS_COMPUTE_16F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                 CUDA_R_32F, CUDA_R_32F, 1, &id, &found));
    RIGHT(cublasLtMatmulAlgoConfigSetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof tile));
    tile = 0;
    RIGHT(cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof tile,
                                               &written));
    assert_int_equal(tile, 5);
    RIGHT(cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_EPILOGUE_MASK, &mask, sizeof mask,
                                            &written));
    assert_true(mask & HW_BLAS_EPILOGUE_GELU);
    memset(&algorithm, 0, sizeof algorithm);
    WRONG(cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_EPILOGUE_MASK, &mask, sizeof mask,
                                            &written));
    RIGHT(cublasLtMatmulPreferenceDestroy(preference));
    tear_down(of);
}

/* --- attributes and wrong use --- */

static void test_attributes(void **state)
{
    uint64_t memory[32] = {0}, guard = 0x1234567890abcdef;
    int32_t number = -1;
    size_t written = 0;
    const void *pointer = &number, *back = NULL;
    struct {
        uint64_t product[12], guard;
    } small = {.guard = guard}; /* as a header of CUDA 11.7 has it */
    cublasLtMatmulDesc_t product = (cublasLtMatmulDesc_t)(void *)&small;
    cublasLtMatrixLayout_t layout = (cublasLtMatrixLayout_t)(void *)memory;

    (void)state;
    RIGHT(cublasLtMatmulDescInit_internal(product, sizeof small.product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    RIGHT(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &pointer, 8));
    RIGHT(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &back, 8, NULL));
    assert_ptr_equal(back, pointer);
    WRONG(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, &pointer, 8));
    assert_true(small.guard == guard);
    RIGHT(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, &number, 4, &written));
    assert_true(number == CUBLAS_COMPUTE_32F && written == 4);
    RIGHT(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &number, 4, NULL));
    assert_int_equal(number, -1);
    RIGHT(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, NULL, 0, &written));
    assert_int_equal(written, 8);
    WRONG(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, NULL, 0, NULL));
    WRONG(cublasLtMatmulDescGetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, NULL, 8, NULL));
    WRONG(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &number, 8));
    WRONG(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, NULL, 4));
    WRONG(cublasLtMatmulDescSetAttribute(product, (cublasLtMatmulDescAttributes_t)99, &number, 4));
    WRONG(cublasLtMatmulDescSetAttribute(NULL, CUBLASLT_MATMUL_DESC_TRANSA, &number, 4));
    number = 70000;
    WRONG(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &number, 4));
    WRONG(cublasLtMatmulDescInit_internal(product, 8, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    WRONG(cublasLtMatmulDescCreate(NULL, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    RIGHT(cublasLtMatrixLayoutInit_internal(layout, 64, CUDA_R_16F, 3, 4, 5));
    assert_true(memory[8] == 0);
    RIGHT(cublasLtMatrixLayoutGetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &number, 4, NULL));
    assert_int_equal(number, 1);
    WRONG(cublasLtMatrixLayoutInit_internal(layout, 8, CUDA_R_16F, 3, 4, 5));
    WRONG(cublasLtMatrixLayoutInit_internal(NULL, 64, CUDA_R_16F, 3, 4, 5));
    WRONG(cublasLtMatrixLayoutCreate(NULL, CUDA_R_16F, 3, 4, 5));
    RIGHT(cublasLtMatrixLayoutDestroy(NULL));
}

static void test_wrong(void **state)
{
    static const struct {
        cublasLtMatmulDescAttributes_t attribute;
        int value;
        cublasStatus_t status;
    } wrong[] = {
        {CUBLASLT_MATMUL_DESC_TRANSC, CUBLAS_OP_T, CUBLAS_STATUS_NOT_SUPPORTED},
        {CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLAS_FILL_MODE_LOWER, CUBLAS_STATUS_NOT_SUPPORTED},
        {CUBLASLT_MATMUL_DESC_TRANSA, 9, CUBLAS_STATUS_INVALID_VALUE},
        {CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T, CUBLAS_STATUS_INVALID_VALUE},
        {CUBLASLT_MATMUL_DESC_EPILOGUE, 0, CUBLAS_STATUS_INVALID_VALUE},
        {CUBLASLT_MATMUL_DESC_EPILOGUE, 4096, CUBLAS_STATUS_INVALID_VALUE},
        {CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUDA_R_64F, CUBLAS_STATUS_NOT_SUPPORTED},
        {CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLAS_COMPUTE_64F, CUBLAS_STATUS_NOT_SUPPORTED},
        {CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE_VECTOR, CUBLAS_STATUS_NOT_SUPPORTED},
        {CUBLASLT_MATMUL_DESC_A_SCALE_MODE, 2, CUBLAS_STATUS_NOT_SUPPORTED},
    };
    const int32_t mixed_order = CUBLASLT_ORDER_COL4_4R2_8C;
    const float one = 1;
    cublasLtHandle_t nobody = (cublasLtHandle_t)(void *)&one;

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bench *of = set_up(&single, false, false);
        set_number(of, wrong[i].attribute, wrong[i].value);
        assert_int_equal(multiply(of, CUDA_R_32F), wrong[i].status);
        tear_down(of);
    }
    struct bench *of = set_up(&single, false, false);
    assert_int_equal(cublasLtMatmul(nobody, of->product, &one, of->of[0].device, of->layout[0],
                                    of->of[1].device, of->layout[1], &one, of->of[2].device, of->layout[2],
                                    of->of[3].device, of->layout[3], NULL, NULL, 0, NULL),
                     CUBLAS_STATUS_NOT_INITIALIZED);
    WRONG(cublasLtMatmul(of->handle, of->product, NULL, of->of[0].device, of->layout[0], of->of[1].device,
                         of->layout[1], &one, of->of[2].device, of->layout[2], of->of[3].device,
                         of->layout[3], NULL, NULL, 0, NULL));
    WRONG(cublasLtMatmul(of->handle, of->product, &one, of->of[0].device, NULL, of->of[1].device,
                         of->layout[1], &one, of->of[2].device, of->layout[2], of->of[3].device,
                         of->layout[3], NULL, NULL, 0, NULL));
    WRONG(cublasLtMatmul(of->handle, NULL, &one, of->of[0].device, of->layout[0], of->of[1].device,
                         of->layout[1], &one, of->of[2].device, of->layout[2], of->of[3].device,
                         of->layout[3], NULL, NULL, 0, NULL));
    assert_int_equal(cublasLtMatmul(of->handle, of->product, &one, NULL, of->layout[0], of->of[1].device,
                                    of->layout[1], &one, of->of[2].device, of->layout[2], of->of[3].device,
                                    of->layout[3], NULL, NULL, 0, NULL),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[3], CUBLASLT_MATRIX_LAYOUT_ORDER, &mixed_order, 4));
    NOT(multiply(of, CUDA_R_32F));
    tear_down(of);
}

/* --- transformations --- */

static void test_transformations(void **state)
{
    const int32_t groups = CUBLASLT_ORDER_COL32;
    const float alpha = 2, beta = -1, one = 1;
    const int turn = CUBLAS_OP_T;
    cublasLtHandle_t handle;
    cublasLtMatrixTransformDesc_t transform;
    cublasLtMatrixLayout_t plain, grouped, turned;
    struct array from = make(CUDA_R_8I, 1), to = make(CUDA_R_8I, 2), back = make(CUDA_R_32F, 3);

    (void)state;
    need_library(blas);
    RIGHT(cublasLtCreate(&handle));
    RIGHT(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
    RIGHT(cublasLtMatrixLayoutCreate(&plain, CUDA_R_8I, M, 40, LD));
    RIGHT(cublasLtMatrixLayoutCreate(&grouped, CUDA_R_8I, M, 40, 32 * M));
    RIGHT(cublasLtMatrixLayoutSetAttribute(grouped, CUBLASLT_MATRIX_LAYOUT_ORDER, &groups, 4));
    RIGHT(cublasLtMatrixLayoutCreate(&turned, CUDA_R_32F, 40, M, LD));
    RIGHT(cublasLtMatrixTransform(handle, transform, &one, from.device, plain, NULL, NULL, NULL, to.device,
                                  grouped, NULL));
    const struct array got = device_numbers(&to);
    for (int row = 0; row < M; row++)
        for (int column = 0; column < 40; column++)
            assert_true(got.number[column / 32 * 32 * M + row * 32 + column % 32] ==
                        from.number[column * LD + row]);
    RIGHT(
        cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &turn, 4));
    RIGHT(
        cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &turn, 4));
    RIGHT(cublasLtMatrixTransform(handle, transform, &alpha, to.device, grouped, &beta, from.device, plain,
                                  back.device, turned, NULL));
    const struct array sum = device_numbers(&back);
    for (int row = 0; row < M; row++)
        for (int column = 0; column < 40; column++)
            assert_true(sum.number[row * LD + column] == from.number[column * LD + row]);
    WRONG(cublasLtMatrixTransform(handle, transform, &alpha, to.device, grouped, &beta, from.device, plain,
                                  back.device, plain, NULL)); /* not its shape */
    WRONG(cublasLtMatrixTransform(handle, transform, &alpha, to.device, grouped, &beta, from.device, NULL,
                                  back.device, turned, NULL));
    WRONG(cublasLtMatrixTransform(handle, NULL, &alpha, to.device, grouped, &beta, from.device, plain,
                                  back.device, turned, NULL));
    RIGHT(cublasLtMatrixLayoutDestroy(plain));
    RIGHT(cublasLtMatrixLayoutDestroy(grouped));
    RIGHT(cublasLtMatrixLayoutDestroy(turned));
    RIGHT(cublasLtMatrixTransformDescDestroy(transform));
    RIGHT(cublasLtDestroy(handle));
    cudaFree(from.device);
    cudaFree(to.device);
    cudaFree(back.device);
}

static void test_library(void **state)
{
    int major;
    size_t capacity;

    (void)state;
    RIGHT(cublasLtGetProperty(MAJOR_VERSION, &major));
    assert_int_equal(cublasLtGetVersion() / 10000, major);
    assert_int_equal(cublasLtGetCudartVersion() / 1000, major);
    WRONG(cublasLtGetProperty((libraryPropertyType)3, &major));
    WRONG(cublasLtGetProperty(MAJOR_VERSION, NULL));
    assert_string_equal(cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED), "CUBLAS_STATUS_NOT_SUPPORTED");
    assert_non_null(cublasLtGetStatusString(CUBLAS_STATUS_SUCCESS));
    RIGHT(cublasLtHeuristicsCacheSetCapacity(5));
    RIGHT(cublasLtHeuristicsCacheGetCapacity(&capacity));
    assert_int_equal(capacity, 5);
    WRONG(cublasLtHeuristicsCacheGetCapacity(NULL));
    WRONG(cublasLtLoggerSetLevel(9));
    RIGHT(cublasLtLoggerSetLevel(0));
    WRONG(cublasLtCreate(NULL));
    assert_int_equal(cublasLtDestroy(NULL), CUBLAS_STATUS_NOT_INITIALIZED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),      cmocka_unit_test(test_orders),
        cmocka_unit_test(test_batches),    cmocka_unit_test(test_activations),
        cmocka_unit_test(test_gradients),  cmocka_unit_test(test_factors),
        cmocka_unit_test(test_algorithms), cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_transformations),
        cmocka_unit_test(test_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
