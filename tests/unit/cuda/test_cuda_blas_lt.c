/* SPDX-License-Identifier: MIT */
/* cuBLASLt but for its products: algorithms, attributes, transformations, and wrong use. */
#include "cuda_blas_lt.h"

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
                                 CUDA_R_32F, CUDA_R_32F, -1, &algorithm));
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
    uint64_t room[16];
    cublasLtMatrixTransformDesc_t transform = (void *)room;
    cublasLtMatmulPreference_t preference = (void *)room;
    RIGHT(cublasLtMatrixTransformDescInit_internal(transform, sizeof room, CUDA_R_32F));
    RIGHT(cublasLtMatrixTransformDescGetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &number,
                                                  4, &written));
    assert_true(number == CUBLAS_OP_N && written == 4);
    WRONG(cublasLtMatrixTransformDescGetAttribute(transform, (cublasLtMatrixTransformDescAttributes_t)99,
                                                  &number, 4, &written));
    WRONG(cublasLtMatrixTransformDescInit_internal(transform, 1, CUDA_R_32F));
    RIGHT(cublasLtMatmulPreferenceInit_internal(preference, sizeof room));
    WRONG(cublasLtMatmulPreferenceInit_internal(preference, 1));
    WRONG(cublasLtMatmulPreferenceInit_internal(NULL, sizeof room));
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
    const int32_t no_order = 5;
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
    RIGHT(cublasLtMatrixLayoutSetAttribute(of->layout[3], CUBLASLT_MATRIX_LAYOUT_ORDER, &no_order, 4));
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

/* Where elements of a matrix of 33 by 40 are, by what cublasLt.h says of the orders of tensor cores. */
static size_t tile_offset(int32_t order, size_t ld, size_t row, size_t column)
{
    const size_t group = column / 32 * ld, i = column % 32;

    if (order == CUBLASLT_ORDER_COL32_2R_4R4) {
        const size_t r = row % 32;
        return group + row / 32 * 1024 + (((r % 8) / 2 * 4 + r / 8) * 2 + r % 2) * 32 + i;
    }
    /* Blocks of 4 even or 4 odd rows and 4 columns; 8 blocks side by side, the even ones first. */
    return group + row / 8 * 256 + (row % 2 * 8 + i / 4) * 16 + row % 8 / 2 * 4 + i % 4;
}

static void test_tiles(void **state)
{
    static const int32_t orders[] = {CUBLASLT_ORDER_COL4_4R2_8C, CUBLASLT_ORDER_COL32_2R_4R4};
    const float one = 1;
    cublasLtHandle_t handle;
    cublasLtMatrixTransformDesc_t transform;
    cublasLtMatrixLayout_t plain, tiled;
    struct array from = make(CUDA_R_8I, 1), back = make(CUDA_R_8I, 2);
    enum { ROWS = 33, COLUMNS = 40 };

    (void)state;
    need_library(blas);
    RIGHT(cublasLtCreate(&handle));
    RIGHT(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
    RIGHT(cublasLtMatrixLayoutCreate(&plain, CUDA_R_8I, ROWS, COLUMNS, LD));
    for (int i = 0; i < 2; i++) {
        const int64_t ld = 32 * (i ? 64 : 40), less = ld - 1;
        signed char *tiles = device_copy(from.number, 4096), got[4096];
        RIGHT(cublasLtMatrixLayoutCreate(&tiled, CUDA_R_8I, ROWS, COLUMNS, less));
        RIGHT(cublasLtMatrixLayoutSetAttribute(tiled, CUBLASLT_MATRIX_LAYOUT_ORDER, &orders[i], 4));
        WRONG(cublasLtMatrixTransform(handle, transform, &one, from.device, plain, NULL, NULL, NULL, tiles,
                                      tiled, NULL));
        RIGHT(cublasLtMatrixLayoutSetAttribute(tiled, CUBLASLT_MATRIX_LAYOUT_LD, &ld, 8));
        RIGHT(cublasLtMatrixTransform(handle, transform, &one, from.device, plain, NULL, NULL, NULL, tiles,
                                      tiled, NULL));
        host_copy(got, tiles, sizeof got);
        for (size_t row = 0; row < ROWS; row++)
            for (size_t column = 0; column < COLUMNS; column++)
                assert_true(got[tile_offset(orders[i], (size_t)ld, row, column)] ==
                            from.number[column * LD + row]);
        RIGHT(cublasLtMatrixTransform(handle, transform, &one, tiles, tiled, NULL, NULL, NULL, back.device,
                                      plain, NULL));
        const struct array again = device_numbers(&back);
        for (size_t row = 0; row < ROWS; row++)
            assert_true(again.number[39 * LD + row] == from.number[39 * LD + row]);
        RIGHT(cublasLtMatrixLayoutDestroy(tiled));
        cudaFree(tiles);
    }
    RIGHT(cublasLtMatrixLayoutDestroy(plain));
    RIGHT(cublasLtMatrixTransformDescDestroy(transform));
    RIGHT(cublasLtDestroy(handle));
    cudaFree(from.device);
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
    RIGHT(cublasLtLoggerSetMask(3)); /* nothing is logged, whatever is asked for */
    RIGHT(cublasLtLoggerSetCallback(NULL));
    RIGHT(cublasLtLoggerSetFile(stderr));
    RIGHT(cublasLtLoggerOpenFile("/nowhere/log"));
    RIGHT(cublasLtLoggerForceDisable());
    WRONG(cublasLtCreate(NULL));
    assert_int_equal(cublasLtDestroy(NULL), CUBLAS_STATUS_NOT_INITIALIZED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algorithms), cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_transformations),
        cmocka_unit_test(test_tiles),      cmocka_unit_test(test_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
