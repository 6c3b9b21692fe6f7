/* SPDX-License-Identifier: MIT */
/* cuBLAS and cuBLASLt do not read what a factor of 0 multiplies, as the reference BLAS documents it: with
 * alpha = 0 operands may be NaN or NULL, with beta = 0 the result may be NaN before.  A row of the table is a
 * function. */
#include "cuda/cublas/cublas.h"
#include "cuda/cublaslt/cublaslt.h"
#include "cuda_host_library.h"
#include "cuda_zero_factors.h"

#include <math.h>

#define RIGHT(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { R_32F = CUDA_R_32F, R_64F = CUDA_R_64F, C_32F = CUDA_C_32F, C_64F = CUDA_C_64F };

/* Which cells of c are the result, c being N columns of N; and what beta does, or that there is none. */
enum region { WHOLE, LOWER, PACKED, VECTOR };
enum effect {
    SCALES, /* c = alpha .. + beta c */
    SUMS,   /* c = alpha a + beta b */
    ADDS,   /* c = alpha .. + c */
    FILLS   /* c = alpha .. */
};

static cublasHandle_t handle;
static cublasLtMatmulDesc_t product;
static cublasLtMatrixTransformDesc_t transform;
static cublasLtMatrixLayout_t layout;
/* For functions that take lists of matrices. */
static void *list_a, *list_b, *list_c;

/* ROW(types of elements and factors, name, region, effect, arguments): S D C Z by its macro. */
#define OF_ALL(ROW, T, E)                                                                                    \
    ROW(E, E, T##gemm_v2, WHOLE, SCALES, 0, 0, N, N, N, alpha, a, N, b, N, beta, c, N)                       \
    ROW(E, E, T##gemmBatched, WHOLE, SCALES, 0, 0, N, N, N, alpha, list_a, N, list_b, N, beta, list_c, N, 1) \
    ROW(E, E, T##gemmStridedBatched, WHOLE, SCALES, 0, 0, N, N, N, alpha, a, N, 0, b, N, 0, beta, c, N, 0,   \
        1)                                                                                                   \
    ROW(E, E, T##symm_v2, WHOLE, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N)                          \
    ROW(E, E, T##syrk_v2, LOWER, SCALES, 0, 0, N, N, alpha, a, N, beta, c, N)                                \
    ROW(E, E, T##syr2k_v2, LOWER, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N)                         \
    ROW(E, E, T##syrkx, LOWER, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N)                            \
    ROW(E, E, T##geam, WHOLE, SUMS, 0, 0, N, N, alpha, a, N, beta, b, N, c, N)                               \
    ROW(E, E, T##trmm_v2, WHOLE, FILLS, 0, 0, 0, 0, N, N, alpha, a, N, b, N, c, N)                           \
    ROW(E, E, T##trsm_v2, WHOLE, FILLS, 0, 0, 0, 1, N, N, alpha, a, N, c, N)                                 \
    ROW(E, E, T##gemv_v2, VECTOR, SCALES, 0, N, N, alpha, a, N, b, 1, beta, c, 1)                            \
    ROW(E, E, T##gbmv_v2, VECTOR, SCALES, 0, N, N, 1, 1, alpha, a, N, b, 1, beta, c, 1)                      \
    ROW(E, E, T##symv_v2, VECTOR, SCALES, 0, N, alpha, a, N, b, 1, beta, c, 1)                               \
    ROW(E, E, T##syr_v2, LOWER, ADDS, 0, N, alpha, a, 1, c, N)                                               \
    ROW(E, E, T##syr2_v2, LOWER, ADDS, 0, N, alpha, a, 1, b, 1, c, N)                                        \
    ROW(E, E, T##axpy_v2, VECTOR, ADDS, N, alpha, a, 1, c, 1)
#define OF_REAL(ROW, T, E)                                                        \
    ROW(E, E, T##sbmv_v2, VECTOR, SCALES, 0, N, 1, alpha, a, N, b, 1, beta, c, 1) \
    ROW(E, E, T##spmv_v2, VECTOR, SCALES, 0, N, alpha, a, b, 1, beta, c, 1)       \
    ROW(E, E, T##ger_v2, WHOLE, ADDS, N, N, alpha, a, 1, b, 1, c, N)              \
    ROW(E, E, T##spr_v2, PACKED, ADDS, 0, N, alpha, a, 1, c)                      \
    ROW(E, E, T##spr2_v2, PACKED, ADDS, 0, N, alpha, a, 1, b, 1, c)
#define OF_COMPLEX(ROW, T, E)                                                        \
    ROW(E, E, T##hemm_v2, WHOLE, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N)  \
    ROW(E, E, T##herk_v2, LOWER, SCALES, 0, 0, N, N, alpha, a, N, beta, c, N)        \
    ROW(E, E, T##her2k_v2, LOWER, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N) \
    ROW(E, E, T##herkx, LOWER, SCALES, 0, 0, N, N, alpha, a, N, b, N, beta, c, N)    \
    ROW(E, E, T##hemv_v2, VECTOR, SCALES, 0, N, alpha, a, N, b, 1, beta, c, 1)       \
    ROW(E, E, T##hbmv_v2, VECTOR, SCALES, 0, N, 1, alpha, a, N, b, 1, beta, c, 1)    \
    ROW(E, E, T##hpmv_v2, VECTOR, SCALES, 0, N, alpha, a, b, 1, beta, c, 1)          \
    ROW(E, E, T##geru_v2, WHOLE, ADDS, N, N, alpha, a, 1, b, 1, c, N)                \
    ROW(E, E, T##gerc_v2, WHOLE, ADDS, N, N, alpha, a, 1, b, 1, c, N)                \
    ROW(E, E, T##her_v2, LOWER, ADDS, 0, N, alpha, a, 1, c, N)                       \
    ROW(E, E, T##her2_v2, LOWER, ADDS, 0, N, alpha, a, 1, b, 1, c, N)                \
    ROW(E, E, T##hpr_v2, PACKED, ADDS, 0, N, alpha, a, 1, c)                         \
    ROW(E, E, T##hpr2_v2, PACKED, ADDS, 0, N, alpha, a, 1, b, 1, c)
#define OF_MIXED(ROW)                                                                                        \
    ROW(CUDA_R_16F, CUDA_R_16F, Hgemm, WHOLE, SCALES, 0, 0, N, N, N, alpha, a, N, b, N, beta, c, N)          \
    ROW(CUDA_R_16BF, CUDA_R_32F, SgemmEx, WHOLE, SCALES, 0, 0, N, N, N, alpha, a, CUDA_R_16BF, N, b,         \
        CUDA_R_16BF, N, beta, c, CUDA_R_16BF, N)                                                             \
    ROW(CUDA_R_16F, CUDA_R_32F, GemmEx, WHOLE, SCALES, 0, 0, N, N, N, alpha, a, CUDA_R_16F, N, b,            \
        CUDA_R_16F, N, beta, c, CUDA_R_16F, N, CUBLAS_COMPUTE_32F, -1)                                       \
    ROW(CUDA_R_16F, CUDA_R_32F, HSHgemvBatched, VECTOR, SCALES, 0, N, N, alpha, list_a, N, list_b, 1, beta,  \
        list_c, 1, 1)                                                                                        \
    ROW(CUDA_R_16F, CUDA_R_32F, AxpyEx, VECTOR, ADDS, N, alpha, CUDA_R_32F, a, CUDA_R_16F, 1, c, CUDA_R_16F, \
        1, CUDA_R_32F)                                                                                       \
    ROW(CUDA_R_32F, CUDA_R_32F, LtMatmul, WHOLE, SCALES, product, alpha, a, layout, b, layout, beta, c,      \
        layout, c, layout, NULL, NULL, 0, NULL)                                                              \
    ROW(CUDA_R_32F, CUDA_R_32F, LtMatrixTransform, WHOLE, SUMS, transform, alpha, a, layout, beta, b,        \
        layout, c, layout, NULL)

/* clang-format off */
#define EVERYTHING(ROW)                                                                     \
    OF_ALL(ROW, S, R_32F) OF_ALL(ROW, D, R_64F) OF_ALL(ROW, C, C_32F) OF_ALL(ROW, Z, C_64F) \
    OF_REAL(ROW, S, R_32F) OF_REAL(ROW, D, R_64F)                                           \
    OF_COMPLEX(ROW, C, C_32F) OF_COMPLEX(ROW, Z, C_64F)                                     \
    OF_MIXED(ROW)
/* clang-format on */

#define DEFINE(element, factor, name, region, effect, ...)                                \
    static cublasStatus_t call_##name(void *alpha, void *beta, void *a, void *b, void *c) \
    {                                                                                     \
        (void)alpha, (void)beta, (void)a, (void)b, (void)c;                               \
        return cublas##name(handle, __VA_ARGS__);                                         \
    }
EVERYTHING(DEFINE)

#define ENTRY(element, factor, name, region, effect, ...) \
    {#name, (int)(element), (int)(factor), region, effect, call_##name},
static const struct row {
    const char *name;
    int element, factor; /* types */
    enum region region;
    enum effect effect;
    cublasStatus_t (*call)(void *alpha, void *beta, void *a, void *b, void *c);
} rows[] = {EVERYTHING(ENTRY)};

enum { ROWS = sizeof rows / sizeof *rows };

static bool is_result(enum region region, int cell)
{
    switch (region) {
    case LOWER: return cell % N >= cell / N;
    case PACKED: return cell < N * (N + 1) / 2;
    case VECTOR: return cell < N;
    default: return true;
    }
}

/* Memory of the device and factors of the host. */
static struct {
    void *a, *b, *c, *lists, *factors;
    unsigned char alpha[sizeof(hw_number)], beta[sizeof(hw_number)];
} memory;

static cublasStatus_t run(const struct row *row, double alpha, double beta, void *a, void *b, bool on_device)
{
    unsigned char both[2 * sizeof(hw_number)];
    void *const lists[] = {a, b, memory.c};
    char *list = memory.lists, *factors = memory.factors;

    hw_number_store(row->factor, both, 0, alpha);
    hw_number_store(row->factor, both + sizeof(hw_number), 0, beta);
    memcpy(memory.alpha, both, sizeof memory.alpha);
    memcpy(memory.beta, both + sizeof(hw_number), sizeof memory.beta);
    assert_int_equal(cudaMemcpy(memory.lists, lists, sizeof lists, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpy(memory.factors, both, sizeof both, cudaMemcpyHostToDevice), cudaSuccess);
    list_a = list, list_b = list + sizeof(void *), list_c = list + 2 * sizeof(void *);
    if (on_device)
        return row->call(factors, factors + sizeof(hw_number), a, b, memory.c);
    return row->call(memory.alpha, memory.beta, a, b, memory.c);
}

/* Cells of the result are `expected`, or only no NaN if that is one; the others are as before. */
static void check(const struct row *row, const char *what, double before, double expected)
{
    unsigned char bytes[CELLS * sizeof(hw_number)];

    host_copy(bytes, memory.c, CELLS * hw_number_bytes(row->element));
    for (int i = 0; i < CELLS; i++) {
        const hw_number got = hw_number_load(row->element, bytes, (size_t)i);
        const double wanted = is_result(row->region, i) ? expected : before;
        const bool both = is_result(row->region, i) && isnan(expected);
        if (both ? isnan(creal(got)) || isnan(cimag(got))
                 : !(isnan(wanted) ? isnan(creal(got)) : got == wanted))
            fail_msg("cublas%s, %s: cell %d is %g%+gi, not %g", row->name, what, i, creal(got), cimag(got),
                     wanted);
    }
}

static void check_row(const struct row *row, bool on_device)
{
    const int type = row->element;
    const bool replaces = row->effect != ADDS && row->call != call_Strsm_v2 && row->call != call_Dtrsm_v2 &&
                          row->call != call_Ctrsm_v2 && row->call != call_Ztrsm_v2;

    set_all(type, memory.a, NAN), set_all(type, memory.b, NAN);
    for (int absent = 0; absent < 2; absent++) { /* NaN or NULL */
        void *a = absent ? NULL : memory.a, *b = absent ? NULL : memory.b;
        if (row->effect != ADDS) {
            set_all(type, memory.c, NAN);
            RIGHT(run(row, 0, 0, a, b, on_device));
            check(row, "alpha 0, beta 0", NAN, 0);
        }
        if (row->effect == SCALES || row->effect == ADDS) {
            set_all(type, memory.c, 3);
            RIGHT(run(row, 0, 2, a, b, on_device));
            check(row, "alpha 0, beta 2", 3, row->effect == ADDS ? 3 : 6);
        }
    }
    if (row->effect == SUMS) {
        set_all(type, memory.b, 4), set_all(type, memory.c, NAN);
        RIGHT(run(row, 0, 2, memory.a, memory.b, on_device));
        check(row, "a of NaN", NAN, 8);
        set_all(type, memory.a, 4), set_all(type, memory.b, NAN), set_all(type, memory.c, NAN);
        RIGHT(run(row, 2, 0, memory.a, NULL, on_device));
        check(row, "no b", NAN, 8);
    } else if (replaces) {
        set_all(type, memory.a, 1), set_all(type, memory.b, 1), set_all(type, memory.c, NAN);
        RIGHT(run(row, 1, 0, memory.a, memory.b, on_device));
        check(row, "beta 0", NAN, NAN);
    }
}

static void set_mode(bool on_device)
{
    const int32_t mode = on_device;

    RIGHT(cublasSetPointerMode_v2(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST));
    assert_int_equal(
        cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode),
        CUBLAS_STATUS_SUCCESS);
    RIGHT(cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
                                                  &mode, sizeof mode));
}

static void begin(void)
{
    static const unsigned char nothing[CELLS * sizeof(hw_number)];

    need_library(blas);
    memory.a = device_copy(nothing, sizeof nothing), memory.b = device_copy(nothing, sizeof nothing);
    memory.c = device_copy(nothing, sizeof nothing), memory.lists = device_copy(nothing, 3 * sizeof(void *));
    memory.factors = device_copy(nothing, 2 * sizeof(hw_number));
    RIGHT(cublasCreate_v2(&handle));
    RIGHT(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    RIGHT(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
    RIGHT(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, N, N, N));
}

static void end(void)
{
    cudaFree(memory.a), cudaFree(memory.b), cudaFree(memory.c), cudaFree(memory.lists);
    cudaFree(memory.factors);
    cublasLtMatmulDescDestroy(product), cublasLtMatrixTransformDescDestroy(transform);
    cublasLtMatrixLayoutDestroy(layout);
    RIGHT(cublasDestroy_v2(handle));
}

static void test_every_function(void **state)
{
    (void)state;
    begin();
    for (int on_device = 0; on_device < 2; on_device++) {
        set_mode(on_device);
        for (int i = 0; i < ROWS; i++)
            check_row(&rows[i], on_device);
    }
    end();
}

/* An alpha of 0 for each row, in the device's memory. */
static void test_alpha_of_rows(void **state)
{
    const int32_t mode = CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    const struct row row = {.name = "LtMatmul", .element = R_32F, .region = WHOLE};
    const float two = 2;

    (void)state;
    begin();
    RIGHT(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode));
    set_all(R_32F, memory.a, NAN), set_all(R_32F, memory.b, NAN), set_all(R_32F, memory.c, 3);
    void *zeros = device_copy((const float[N]){0}, N * sizeof(float));
    RIGHT(cublasLtMatmul(handle, product, zeros, memory.a, layout, memory.b, layout, &two, memory.c, layout,
                         memory.c, layout, NULL, NULL, 0, NULL));
    check(&row, "alpha of rows 0", 3, 6);
    cudaFree(zeros);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_function),
        cmocka_unit_test(test_alpha_of_rows),
    };

    setenv("OPENBLAS_NUM_THREADS", "1", 1); /* the thread sanitizer does not see how its threads wait */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
