/* SPDX-License-Identifier: MIT */
/* Algorithms of products.  There is one, which does everything that is supported and needs no workspace, also
 * by the numbers that programs know from NVIDIA's; what a program configures of it is kept and given back. */
#include "cuda/cublaslt/lt_attribute.h"
#include "cuda/cublaslt/lt_prepare.h"

#include "cuda/blas/blas_compute.h"
#include "cuda/blas/blas_matmul.h"

#include <string.h>

/* What a cublasLtMatmulAlgo_t holds. */
struct lt_configuration {
    int32_t id, split;
    uint32_t tile, reduction, swizzling, custom, stages;
    uint16_t shape, cluster;
    uint32_t mark; /* MARK: it has been initialized */
};
_Static_assert(sizeof(struct lt_configuration) <= sizeof(cublasLtMatmulAlgo_t), "it fits");
#define MARK 0x6877u

static cublasLtMatmulAlgo_t make(int id)
{
    const struct lt_configuration configuration = {.id = id, .split = 1, .mark = MARK};
    cublasLtMatmulAlgo_t made = {{0}};

    memcpy(&made, &configuration, sizeof configuration);
    return made;
}

static bool is_made(const cublasLtMatmulAlgo_t *algorithm)
{
    struct lt_configuration configuration;

    memcpy(&configuration, algorithm, sizeof configuration);
    return configuration.mark == MARK;
}

/* --- finding it --- */

/* Whether the product could be done. */
static void ask(struct hw_blas_call *call, const struct hw_lt_product *product, const struct hw_lt_layout *a,
                const struct hw_lt_layout *b, const struct hw_lt_layout *c, const struct hw_lt_layout *d)
{
    hw_lt_prepare(call,
                  &(const struct hw_lt_problem){.product = product, .layout = {a, b, c, d}, .asks = true});
    call->job.run = NULL;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t *results, int *found)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    hw_blas_check(&call, preference && wanted > 0 && results && found, CUBLAS_STATUS_INVALID_VALUE);
    if (found)
        *found = 0;
    ask(&call, product, a, b, c, d);
    if (hw_blas_is_ready(&call)) {
        results[0] = (cublasLtMatmulHeuristicResult_t){.algo = make(0), .waves = 1};
        *found = 1;
    }
    return hw_blas_end(&call);
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t *algorithm,
                                       cublasLtMatmulHeuristicResult_t *result)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    hw_blas_check(&call, algorithm && result && is_made(algorithm), CUBLAS_STATUS_INVALID_VALUE);
    ask(&call, product, a, b, c, d);
    if (hw_blas_is_ready(&call))
        *result = (cublasLtMatmulHeuristicResult_t){.algo = *algorithm, .waves = 1};
    return hw_blas_end(&call);
}

/* Whether products of these types are done: the types of C and D are looked at with the product. */
static void ask_types(struct hw_blas_call *call, cublasComputeType_t compute, cudaDataType scale,
                      cudaDataType a, cudaDataType d)
{
    const struct hw_blas_compute known = hw_blas_compute_of((int)compute, a, d);

    hw_blas_check(call, known.known && known.scalar == scale, CUBLAS_STATUS_NOT_SUPPORTED);
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute,
                                        cudaDataType scale, cudaDataType a, cudaDataType b, cudaDataType c,
                                        cudaDataType d, int wanted, int *ids, int *found)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    (void)b, (void)c;
    hw_blas_check(&call, wanted > 0 && ids && found, CUBLAS_STATUS_INVALID_VALUE);
    ask_types(&call, compute, scale, a, d);
    if (hw_blas_is_ready(&call)) {
        ids[0] = 0;
        *found = 1;
    }
    return hw_blas_end(&call);
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute,
                                      cudaDataType scale, cudaDataType a, cudaDataType b, cudaDataType c,
                                      cudaDataType d, int id, cublasLtMatmulAlgo_t *algorithm)
{
    struct hw_blas_call call = hw_lt_begin(__func__, handle);

    (void)b, (void)c;
    hw_blas_check(&call, algorithm && id >= 0, CUBLAS_STATUS_INVALID_VALUE);
    ask_types(&call, compute, scale, a, d);
    if (hw_blas_is_ready(&call))
        *algorithm = make(id);
    return hw_blas_end(&call);
}

/* --- what it can do --- */

struct capability {
    cublasLtMatmulAlgoCapAttributes_t attribute;
    size_t bytes;
    uint64_t value;
};

/* Masks of pointer modes have a bit a mode. */
static const struct capability capabilities[] = {
    {CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, 4, 0},
    {CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, 4, 1},
    {CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, 4, 1},
    {CUBLASLT_ALGO_CAP_UPLO_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_TILE_IDS, 4, 0},
    {CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, 4, 0},
    {CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, 4, 1},
    {CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, 4,
     1 << CUBLASLT_POINTER_MODE_HOST | 1 << CUBLASLT_POINTER_MODE_DEVICE |
         1 << CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO |
         1 << CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST},
    {CUBLASLT_ALGO_CAP_EPILOGUE_MASK, 4, HW_BLAS_EPILOGUE_ALL},
    {CUBLASLT_ALGO_CAP_STAGES_IDS, 4, 0},
    {CUBLASLT_ALGO_CAP_LD_NEGATIVE, 4, 0},
    {CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, 8, 0},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT, 4, 1},
};

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                                 cublasLtMatmulAlgoCapAttributes_t attribute, void *value,
                                                 size_t bytes, size_t *written)
{
    if (!algorithm || !is_made(algorithm))
        return CUBLAS_STATUS_INVALID_VALUE;
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if (capabilities[i].attribute == attribute)
            return hw_lt_give(&capabilities[i].value, capabilities[i].bytes, value, bytes, written);
    return CUBLAS_STATUS_INVALID_VALUE;
}

/* --- its configuration --- */

#define CONFIGURED(number, bytes, member) \
    HW_LT_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_##number, bytes, struct lt_configuration, member)
static const struct hw_lt_attribute configured[] = {
    CONFIGURED(ID, 4, id),
    CONFIGURED(TILE_ID, 4, tile),
    CONFIGURED(SPLITK_NUM, 4, split),
    CONFIGURED(REDUCTION_SCHEME, 4, reduction),
    CONFIGURED(CTA_SWIZZLING, 4, swizzling),
    CONFIGURED(CUSTOM_OPTION, 4, custom),
    CONFIGURED(STAGES_ID, 4, stages),
    CONFIGURED(INNER_SHAPE_ID, 2, shape),
    CONFIGURED(CLUSTER_SHAPE_ID, 2, cluster),
};
enum { CONFIGURED_COUNT = sizeof configured / sizeof *configured };

/* The number of the algorithm stays. */
cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    const void *value, size_t bytes)
{
    if (!algorithm || !is_made(algorithm) || attribute == CUBLASLT_ALGO_CONFIG_ID)
        return CUBLAS_STATUS_INVALID_VALUE;
    return hw_lt_set(configured, CONFIGURED_COUNT, algorithm, sizeof *algorithm, (int)attribute, value,
                     bytes);
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    void *value, size_t bytes, size_t *written)
{
    if (!algorithm || !is_made(algorithm))
        return CUBLAS_STATUS_INVALID_VALUE;
    return hw_lt_get(configured, CONFIGURED_COUNT, algorithm, sizeof *algorithm, (int)attribute, value, bytes,
                     written);
}
