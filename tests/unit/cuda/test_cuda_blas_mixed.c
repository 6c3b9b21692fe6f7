/* SPDX-License-Identifier: MIT */
/* cuBLAS of mixed types against loops over numbers that are loaded one by one: products, batches, groups,
 * vectors, and types that do not go together. */
#include "cuda/blas/blas_element.h"
#include "cuda/cublas/cublas.h"
#include "cuda/math/number.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { M = 5, N = 4, K = 3, LD = 7, CELLS = LD * LD, BYTES = CELLS * 16 };

/* An array of a type, of the host and of the device. */
struct array {
    cudaDataType type;
    _Alignas(16) unsigned char numbers[BYTES];
    void *device;
};

static struct array make(cudaDataType type, uint32_t seed)
{
    struct array made = {.type = type};
    const bool whole = type == CUDA_R_8I || type == CUDA_R_32I || type == CUDA_C_8I;

    for (size_t i = 0; i < CELLS; i++) {
        const double real = next_number(&seed), imaginary = next_number(&seed);
        if (type == CUDA_C_8I) {
            made.numbers[2 * i] = (unsigned char)(int)(100 * real);
            made.numbers[2 * i + 1] = (unsigned char)(int)(100 * imaginary);
        } else {
            hw_number_store((int)type, made.numbers, i,
                            hw_number_of(whole ? floor(100 * real) : real, imaginary));
        }
    }
    made.device = device_copy(made.numbers, sizeof made.numbers);
    return made;
}

static hw_number load(const struct array *array, int row, int column)
{
    const size_t index = (size_t)(column * LD + row);

    if (array->type == CUDA_C_8I)
        return hw_number_of((int8_t)array->numbers[2 * index], (int8_t)array->numbers[2 * index + 1]);
    return hw_number_load((int)array->type, array->numbers, index);
}

static hw_number turned(const struct array *array, cublasOperation_t trans, int row, int column)
{
    const hw_number plain = trans == CUBLAS_OP_N ? load(array, row, column) : load(array, column, row);

    return trans == CUBLAS_OP_C ? conj(plain) : plain;
}

/* What the device has is near to what the host wants, as near as the type comes. */
static void expect(const struct array *array, const hw_number *wanted, double close)
{
    struct array got = *array;

    host_copy(got.numbers, array->device, sizeof got.numbers);
    for (int i = 0; i < CELLS; i++)
        assert_true(cabs(load(&got, i % LD, i / LD) - wanted[i]) <= close * (1 + cabs(wanted[i])));
}

static void all(const struct array *array, hw_number *numbers)
{
    for (int i = 0; i < CELLS; i++)
        numbers[i] = load(array, i % LD, i / LD);
}

/* --- products --- */

/* Types of factors and results, in what they are computed, the type of scalars, and how near results come. */
struct mixture {
    cudaDataType factor, result;
    int compute;
    cudaDataType scalar;
    double close;
};

static const struct mixture mixtures[] = {
    {CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, CUDA_R_16F, 2e-3},
    {CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F, 1e-3},
    {CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16F, CUDA_R_32F, 1e-6},
    {CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F, 8e-3},
    {CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, 1e-6},
    {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F, 1e-6},
    {CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, CUDA_R_32I, 0},
    {CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F, 1e-6},
    {CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F, 1e-14},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, 1e-14}, /* as programs of CUDA 10 have it */
    {CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F, 1e-6},
    {CUDA_C_8I, CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F, 1e-6},
    {CUDA_C_64F, CUDA_C_64F, CUBLAS_COMPUTE_64F_PEDANTIC, CUDA_C_64F, 1e-14},
};

struct bench {
    cublasHandle_t handle;
    struct array a, b, c;
    struct array scalars; /* alpha, beta, and 0 */
};

static const unsigned char *scalar(const struct bench *bench, size_t index)
{
    return bench->scalars.numbers + index * hw_number_bytes((int)bench->scalars.type);
}

static struct bench set_up(const struct mixture *mixture)
{
    struct bench made = {.a = make(mixture->factor, 1),
                         .b = make(mixture->factor, 2),
                         .c = make(mixture->result, 3),
                         .scalars = {.type = mixture->scalar}};
    const bool whole = mixture->scalar == CUDA_R_32I;

    hw_number_store((int)mixture->scalar, made.scalars.numbers, 0, hw_number_of(whole ? 2 : 1.5, 0.5));
    hw_number_store((int)mixture->scalar, made.scalars.numbers, 1, hw_number_of(whole ? 3 : -0.75, 0.25));
    assert_int_equal(cublasCreate_v2(&made.handle), CUBLAS_STATUS_SUCCESS);
    return made;
}

static void tear_down(struct bench *bench)
{
    assert_int_equal(cublasDestroy_v2(bench->handle), CUBLAS_STATUS_SUCCESS);
    cudaFree(bench->a.device);
    cudaFree(bench->b.device);
    cudaFree(bench->c.device);
}

static void want(const struct bench *bench, hw_number *wanted, cublasOperation_t one, cublasOperation_t two)
{
    const hw_number alpha = load(&bench->scalars, 0, 0), beta = load(&bench->scalars, 1, 0);

    all(&bench->c, wanted);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            hw_number total = 0;
            for (int k = 0; k < K; k++)
                total += turned(&bench->a, one, row, k) * turned(&bench->b, two, k, column);
            wanted[column * LD + row] = alpha * total + beta * wanted[column * LD + row];
        }
}

static void restore(struct array *array)
{
    cudaMemcpy(array->device, array->numbers, sizeof array->numbers, cudaMemcpyHostToDevice);
}

static void test_products(void **state)
{
    hw_number wanted[CELLS];

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++) {
        const struct mixture *by = &mixtures[i];
        struct bench of = set_up(by);
        for (int turn = 0; turn < 9; turn++) {
            const cublasOperation_t one = (cublasOperation_t)(turn / 3), two = (cublasOperation_t)(turn % 3);
            want(&of, wanted, one, two);
            assert_int_equal(cublasGemmEx(of.handle, one, two, M, N, K, scalar(&of, 0), of.a.device,
                                          by->factor, LD, of.b.device, by->factor, LD, scalar(&of, 1),
                                          of.c.device, by->result, LD, by->compute, -1),
                             CUBLAS_STATUS_SUCCESS);
            expect(&of.c, wanted, by->close);
            restore(&of.c);
        }
        tear_down(&of);
    }
}

/* A batch of one, in a list and with a stride; scalars of the device; a result that was no number. */
static void test_batches(void **state)
{
    const struct mixture *by = &mixtures[1];
    hw_number wanted[CELLS];

    (void)state;
    need_library(blas);
    struct bench of = set_up(by);
    void **as = device_copy(&of.a.device, sizeof of.a.device), **bs = device_copy(&of.b.device, sizeof as),
         **cs = device_copy(&of.c.device, sizeof as);
    want(&of, wanted, CUBLAS_OP_T, CUBLAS_OP_N);
    assert_int_equal(cublasGemmBatchedEx(of.handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, scalar(&of, 0),
                                         (const void *const *)as, by->factor, LD, (const void *const *)bs,
                                         by->factor, LD, scalar(&of, 1), cs, by->result, LD, 1, by->compute,
                                         99),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    restore(&of.c);
    void *scalars = device_copy(of.scalars.numbers, sizeof of.scalars.numbers);
    assert_int_equal(cublasSetPointerMode_v2(of.handle, CUBLAS_POINTER_MODE_DEVICE), CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasGemmStridedBatchedEx_64(of.handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, scalars,
                                                   of.a.device, by->factor, LD, 0, of.b.device, by->factor,
                                                   LD, 0, (float *)scalars + 1, of.c.device, by->result, LD,
                                                   0, 1, by->compute, -1),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    restore(&of.c);
    assert_int_equal(cublasSetPointerMode_v2(of.handle, CUBLAS_POINTER_MODE_HOST), CUBLAS_STATUS_SUCCESS);
    const cublasOperation_t ops[] = {CUBLAS_OP_T, CUBLAS_OP_N};
    const int m = M, n = N, k = K, ld = LD, one = 1;
    assert_int_equal(cublasGemmGroupedBatchedEx(of.handle, &ops[0], &ops[1], &m, &n, &k, scalar(&of, 0),
                                                (const void *const *)as, by->factor, &ld,
                                                (const void *const *)bs, by->factor, &ld, scalar(&of, 1), cs,
                                                by->result, &ld, 1, &one, by->compute),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    assert_int_equal(cublasGemmGroupedBatchedEx(of.handle, &ops[0], &ops[1], NULL, &n, &k, scalar(&of, 0),
                                                (const void *const *)as, by->factor, &ld,
                                                (const void *const *)bs, by->factor, &ld, scalar(&of, 1), cs,
                                                by->result, &ld, 1, &one, by->compute),
                     CUBLAS_STATUS_INVALID_VALUE);
    memset(of.c.numbers, 0, sizeof of.c.numbers);
    want(&of, wanted, CUBLAS_OP_T, CUBLAS_OP_N);
    cudaMemset(of.c.device, 0xff, sizeof of.c.numbers);
    for (int column = 0; column < LD; column++)
        for (int row = column < N ? M : 0; row < LD; row++)
            cudaMemset((uint16_t *)of.c.device + column * LD + row, 0, 2);
    assert_int_equal(cublasGemmEx(of.handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, scalar(&of, 0), of.a.device,
                                  by->factor, LD, of.b.device, by->factor, LD, scalar(&of, 2), of.c.device,
                                  by->result, LD, by->compute, -1),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    cudaFree(scalars);
    cudaFree(as);
    cudaFree(bs);
    cudaFree(cs);
    tear_down(&of);
}

static void test_half(void **state)
{
    const struct mixture *by = &mixtures[0];
    const float alpha = 1.5f, beta = -0.75f;
    hw_number wanted[CELLS];

    (void)state;
    need_library(blas);
    struct bench of = set_up(by);
    want(&of, wanted, CUBLAS_OP_N, CUBLAS_OP_T);
    assert_int_equal(cublasHgemm(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, scalar(&of, 0), of.a.device,
                                 LD, of.b.device, LD, scalar(&of, 1), of.c.device, LD),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    restore(&of.c);
    assert_int_equal(cublasHgemmStridedBatched(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, scalar(&of, 0),
                                               of.a.device, LD, 0, of.b.device, LD, 0, scalar(&of, 1),
                                               of.c.device, LD, 0, 1),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    restore(&of.c);
    assert_int_equal(cublasSgemmEx(of.handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &alpha, of.a.device,
                                   CUDA_R_16F, LD, of.b.device, CUDA_R_16F, LD, &beta, of.c.device,
                                   CUDA_R_16F, LD),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    restore(&of.c);
    /* The first column of the product is one of a matrix and a vector. */
    all(&of.c, wanted);
    for (int row = 0; row < M; row++) {
        hw_number total = 0;
        for (int k = 0; k < N; k++)
            total += load(&of.a, row, k) * load(&of.b, 0, k);
        wanted[row] = 1.5 * total - 0.75 * wanted[row];
    }
    assert_int_equal(cublasHSHgemvStridedBatched(of.handle, CUBLAS_OP_N, M, N, &alpha, of.a.device, LD, 0,
                                                 of.b.device, LD, 0, &beta, of.c.device, 1, 0, 1),
                     CUBLAS_STATUS_SUCCESS);
    expect(&of.c, wanted, by->close);
    tear_down(&of);
}

/* --- vectors --- */

static void test_vectors(void **state)
{
    const float alpha = 1.5f, cosine = 0.6f, sine = 0.8f;
    struct array x, y;
    hw_number wanted[CELLS], dot = 0;
    double squares = 0;
    uint16_t short_result;
    float result;
    int place;
    cublasHandle_t handle;

    (void)state;
    need_library(blas);
    assert_int_equal(cublasCreate_v2(&handle), CUBLAS_STATUS_SUCCESS);
    x = make(CUDA_R_16F, 4);
    y = make(CUDA_R_16F, 5);
    all(&y, wanted);
    for (int i = 0; i < N; i++) {
        dot += load(&x, 2 * i, 0) * load(&y, N - 1 - i, 0);
        squares += pow(creal(load(&x, 2 * i, 0)), 2);
        wanted[N - 1 - i] += 1.5 * load(&x, 2 * i, 0);
    }
    assert_int_equal(cublasDotEx(handle, N, x.device, x.type, 2, y.device, y.type, -1, &short_result,
                                 CUDA_R_16F, CUDA_R_32F),
                     CUBLAS_STATUS_SUCCESS);
    assert_true(cabs(hw_number_load(CUDA_R_16F, &short_result, 0) - dot) < 1e-3);
    assert_int_equal(cublasNrm2Ex(handle, N, x.device, x.type, 2, &short_result, CUDA_R_16F, CUDA_R_32F),
                     CUBLAS_STATUS_SUCCESS);
    assert_true(cabs(hw_number_load(CUDA_R_16F, &short_result, 0) - sqrt(squares)) < 1e-3);
    assert_int_equal(cublasNrm2Ex(handle, N, x.device, x.type, 2, &result, CUDA_R_32F, CUDA_R_32F),
                     CUBLAS_STATUS_SUCCESS);
    assert_true(fabs(result - sqrt(squares)) < 1e-6);
    assert_int_equal(
        cublasAxpyEx(handle, N, &alpha, CUDA_R_32F, x.device, x.type, 2, y.device, y.type, -1, CUDA_R_32F),
        CUBLAS_STATUS_SUCCESS);
    expect(&y, wanted, 1e-3);
    restore(&y);
    all(&y, wanted);
    for (int i = 0; i < N; i++)
        wanted[3 * i] *= 1.5;
    assert_int_equal(cublasScalEx(handle, N, &alpha, CUDA_R_32F, y.device, y.type, 3, CUDA_R_32F),
                     CUBLAS_STATUS_SUCCESS);
    expect(&y, wanted, 1e-3);
    restore(&y);
    all(&y, wanted);
    for (int i = 0; i < N; i++)
        wanted[i] = 0.6 * wanted[i] - 0.8 * load(&x, i, 0);
    assert_int_equal(cublasRotEx(handle, N, x.device, x.type, 1, y.device, y.type, 1, &cosine, &sine,
                                 CUDA_R_32F, CUDA_R_32F),
                     CUBLAS_STATUS_SUCCESS);
    expect(&y, wanted, 1e-3);
    restore(&x);
    restore(&y);
    assert_int_equal(cublasSwapEx(handle, N, x.device, x.type, 1, y.device, y.type, 1),
                     CUBLAS_STATUS_SUCCESS);
    all(&x, wanted);
    for (int i = 0; i < N; i++)
        wanted[i] = load(&y, i, 0);
    expect(&x, wanted, 0);
    assert_int_equal(cublasCopyEx_64(handle, CELLS, y.device, y.type, 1, x.device, x.type, 1),
                     CUBLAS_STATUS_SUCCESS);
    assert_int_equal(cublasIamaxEx(handle, N, x.device, x.type, 1, &place), CUBLAS_STATUS_SUCCESS);
    assert_in_range(place, 1, N);
    assert_int_equal(
        cublasAxpyEx(handle, N, &alpha, CUDA_R_32F, x.device, CUDA_C_32F, 2, y.device, y.type, 1, CUDA_R_32F),
        CUBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(cublasScalEx(handle, N, &alpha, CUDA_R_32F, y.device, (cudaDataType)1000, 3, CUDA_R_32F),
                     CUBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(cublasCopyEx(handle, N, y.device, CUDA_R_16F, 1, x.device, CUDA_R_32F, 1),
                     CUBLAS_STATUS_NOT_SUPPORTED);
    cudaFree(x.device);
    cudaFree(y.device);
    assert_int_equal(cublasDestroy_v2(handle), CUBLAS_STATUS_SUCCESS);
}

/* --- wrong use --- */

static void test_wrong(void **state)
{
    static const struct {
        cudaDataType a, b, c;
        int compute;
    } wrong[] = {
        {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, 1234},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_16F},
        {CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUBLAS_COMPUTE_32I},
        {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_32F},
        {CUDA_R_32F, CUDA_R_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F},
        {CUDA_R_32F, CUDA_R_32F, (cudaDataType)-1, CUBLAS_COMPUTE_32F},
    };

    (void)state;
    need_library(blas);
    struct bench of = set_up(&mixtures[0]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cublasGemmEx(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, scalar(&of, 0),
                                      of.a.device, wrong[i].a, LD, of.b.device, wrong[i].b, LD,
                                      scalar(&of, 1), of.c.device, wrong[i].c, LD, wrong[i].compute, -1),
                         CUBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(cublasHgemm(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, scalar(&of, 0), NULL, LD,
                                 of.b.device, LD, scalar(&of, 1), of.c.device, LD),
                     CUBLAS_STATUS_EXECUTION_FAILED);
    assert_int_equal(cublasHgemm(of.handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, NULL, of.a.device, LD,
                                 of.b.device, LD, scalar(&of, 1), of.c.device, LD),
                     CUBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cublasHgemm(NULL, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, scalar(&of, 0), of.a.device, LD,
                                 of.b.device, LD, scalar(&of, 1), of.c.device, LD),
                     CUBLAS_STATUS_NOT_INITIALIZED);
    tear_down(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products), cmocka_unit_test(test_batches), cmocka_unit_test(test_half),
        cmocka_unit_test(test_vectors),  cmocka_unit_test(test_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
