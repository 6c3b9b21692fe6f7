/* SPDX-License-Identifier: MIT */
/* What a program prefers of algorithms, which is kept and given back: there is one, and it needs nothing. */
#include "cuda/cublaslt/lt_attribute.h"
#include "cuda/cublaslt/lt_descriptor.h"

#include <stdlib.h>

#define NUMBER(number, member) \
    HW_LT_ATTRIBUTE(CUBLASLT_MATMUL_PREF_##number, 4, struct hw_lt_preference, member)
#define WIDE(number, member) \
    HW_LT_ATTRIBUTE(CUBLASLT_MATMUL_PREF_##number, 8, struct hw_lt_preference, member)
static const struct hw_lt_attribute attributes[] = {
    NUMBER(SEARCH_MODE, search),
    WIDE(MAX_WORKSPACE_BYTES, workspace),
    NUMBER(MATH_MODE_MASK, math),
    NUMBER(REDUCTION_SCHEME_MASK, reductions),
    NUMBER(GAUSSIAN_MODE_MASK, gauss),
    NUMBER(MIN_ALIGNMENT_A_BYTES, alignments[0]),
    NUMBER(MIN_ALIGNMENT_B_BYTES, alignments[1]),
    NUMBER(MIN_ALIGNMENT_C_BYTES, alignments[2]),
    NUMBER(MIN_ALIGNMENT_D_BYTES, alignments[3]),
    NUMBER(MAX_WAVES_COUNT, waves),
    NUMBER(POINTER_MODE_MASK, modes),
    NUMBER(EPILOGUE_MASK, epilogues),
    WIDE(IMPL_MASK, implementations),
    NUMBER(SM_COUNT_TARGET, multiprocessors),
};
enum { COUNT = sizeof attributes / sizeof *attributes };

static const struct hw_lt_preference initial = {
    .implementations = UINT64_MAX, .reductions = 7, .alignments = {256, 256, 256, 256}};

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, size_t size)
{
    if (!preference || size < sizeof *preference)
        return CUBLAS_STATUS_INVALID_VALUE;
    *preference = initial;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    return hw_lt_create(preference, &initial, sizeof initial);
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    free(preference);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes)
{
    return hw_lt_set(attributes, COUNT, preference, sizeof *preference, (int)attribute, value, bytes);
}

cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    void *value, size_t bytes, size_t *written)
{
    return hw_lt_get(attributes, COUNT, preference, sizeof *preference, (int)attribute, value, bytes,
                     written);
}
