/* SPDX-License-Identifier: MIT */
/* Vectors of mixed types (arguments_mixed.h). */
#include "cuda/blas/blas_element.h"
#include "cuda/cublas/arguments_mixed.h"

/* The kind of `wide`, and `sizes` that has those of scalars and results, which is what functions of
 * blas_arguments.h look at.  NULL: this cannot be computed. */
static const struct hw_blas_type *kind_of(struct hw_blas_call *call, cudaDataType wide, cudaDataType scalar,
                                          struct hw_blas_type *sizes)
{
    const struct hw_blas_type *kind = hw_blas_type_of(wide);

    hw_blas_check(call, kind && hw_blas_element_bytes(scalar) > 0, CUBLAS_STATUS_NOT_SUPPORTED);
    *sizes = (struct hw_blas_type){.bytes = hw_blas_element_bytes(scalar),
                                   .real_bytes = hw_blas_element_bytes(scalar)};
    return hw_blas_is_ready(call) ? kind : NULL;
}

/* What numbers of a type are computed in where the program does not say. */
static cudaDataType natural(cudaDataType type)
{
    const bool is_complex = hw_blas_element_is_complex(type);

    if (hw_blas_element_part(type) == CUDA_R_64F)
        return is_complex ? CUDA_C_64F : CUDA_R_64F;
    return is_complex ? CUDA_C_32F : CUDA_R_32F;
}

#define READ(operand)          \
    {                          \
        .type = (operand).type \
    }
#define CHANGED(operand)                        \
    {                                           \
        .type = (operand).type, .written = true \
    }
#define RESULT(to)                    \
    {                                 \
        .type = (to), .written = true \
    }

/* The result is real; sums are computed with the parts of complex numbers. */
void hw_cublas_mixed_sum(struct hw_blas_call *call, bool squares, int64_t n, struct hw_cublas_typed x,
                         void *result, cudaDataType result_type, cudaDataType wide)
{
    const cudaDataType all = hw_blas_element_is_complex(x.type) && wide == CUDA_R_32F   ? CUDA_C_32F
                             : hw_blas_element_is_complex(x.type) && wide == CUDA_R_64F ? CUDA_C_64F
                                                                                        : wide;
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, all, result_type, &sizes);

    /* The work writes a number of the kind's parts. */
    hw_blas_check(call,
                  hw_blas_element_is_complex(all) ? result_type == hw_blas_element_part(all)
                                                  : !hw_blas_element_is_complex(result_type),
                  CUBLAS_STATUS_NOT_SUPPORTED);
    if (!kind || !hw_blas_is_ready(call))
        return;
    hw_blas_run_fn *run = squares ? kind->nrm2 : kind->asum;
    hw_cublas_sum(call, &sizes, run, n, x.place, result);
    hw_blas_widen(call, all, run, all, (const struct hw_blas_typed[]){READ(x)}, 1);
    if (!hw_blas_element_is_complex(all))
        hw_blas_widen_operand(call, 1, (struct hw_blas_typed)RESULT(result_type));
}

void hw_cublas_mixed_extreme(struct hw_blas_call *call, bool smallest, int64_t n, struct hw_cublas_typed x,
                             void *result, size_t result_bytes)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, natural(x.type), x.type, &sizes);

    if (!kind)
        return;
    hw_blas_run_fn *run = smallest ? kind->amin : kind->amax;
    hw_cublas_extreme(call, &sizes, run, n, x.place, result, result_bytes);
    hw_blas_widen(call, natural(x.type), run, x.type, (const struct hw_blas_typed[]){READ(x)}, 1);
}

void hw_cublas_mixed_dot(struct hw_blas_call *call, bool turned, int64_t n, struct hw_cublas_typed x,
                         struct hw_cublas_typed y, void *result, cudaDataType result_type, cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, result_type, &sizes);

    if (!kind)
        return;
    hw_blas_run_fn *run = turned && kind->dotc ? kind->dotc : kind->dotu;
    hw_cublas_dot(call, &sizes, run, n, x.place, y.place, result);
    hw_blas_widen(call, wide, run, wide,
                  (const struct hw_blas_typed[]){READ(x), READ(y), RESULT(result_type)}, 3);
}

void hw_cublas_mixed_scal(struct hw_blas_call *call, int64_t n, const void *alpha, cudaDataType alpha_type,
                          struct hw_cublas_typed x, cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, alpha_type, &sizes);

    if (!kind)
        return;
    hw_cublas_scal(call, &sizes, kind->scal, n, alpha, sizes.bytes, x.place);
    hw_blas_widen(call, wide, kind->scal, alpha_type, (const struct hw_blas_typed[]){CHANGED(x)}, 1);
}

void hw_cublas_mixed_axpy(struct hw_blas_call *call, int64_t n, const void *alpha, cudaDataType alpha_type,
                          struct hw_cublas_typed x, struct hw_cublas_typed y, cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, alpha_type, &sizes);

    if (!kind)
        return;
    hw_cublas_axpy(call, &sizes, kind->axpy, n, alpha, x.place, y.place);
    hw_blas_widen(call, wide, kind->axpy, alpha_type, (const struct hw_blas_typed[]){READ(x), CHANGED(y)}, 2);
}

void hw_cublas_mixed_pair(struct hw_blas_call *call, bool swaps, int64_t n, struct hw_cublas_typed x,
                          struct hw_cublas_typed y)
{
    const cudaDataType wide = natural(x.type);
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, x.type, &sizes);

    hw_blas_check(call, x.type == y.type, CUBLAS_STATUS_NOT_SUPPORTED);
    if (!kind || !hw_blas_is_ready(call))
        return;
    hw_blas_run_fn *run = swaps ? kind->swap : kind->copy;
    hw_cublas_pair(call, &sizes, run, n, x.place, y.place);
    hw_blas_widen(call, wide, run, x.type,
                  (const struct hw_blas_typed[]){{.type = x.type, .written = swaps}, CHANGED(y)}, 2);
}

void hw_cublas_mixed_rot(struct hw_blas_call *call, int64_t n, struct hw_cublas_typed x,
                         struct hw_cublas_typed y, const void *c, const void *s, cudaDataType cs_type,
                         cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, cs_type, &sizes);

    if (!kind)
        return;
    hw_cublas_rot(call, &sizes, kind->rot, n, x.place, y.place, c, s, sizes.bytes);
    hw_blas_widen(call, wide, kind->rot, cs_type, (const struct hw_blas_typed[]){CHANGED(x), CHANGED(y)}, 2);
}

void hw_cublas_mixed_rotm(struct hw_blas_call *call, int64_t n, struct hw_cublas_typed x,
                          struct hw_cublas_typed y, const void *parameters, cudaDataType type,
                          cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, type, &sizes);

    hw_blas_check(call, type == wide && kind && kind->rotm, CUBLAS_STATUS_NOT_SUPPORTED);
    if (!hw_blas_is_ready(call))
        return;
    hw_cublas_rotm(call, &sizes, kind->rotm, n, x.place, y.place, parameters);
    hw_blas_widen(call, wide, kind->rotm, type, (const struct hw_blas_typed[]){CHANGED(x), CHANGED(y)}, 2);
}

void hw_cublas_mixed_rotg(struct hw_blas_call *call, void *a, void *b, cudaDataType ab_type, void *c, void *s,
                          cudaDataType cs_type, cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, cs_type, &sizes);

    hw_blas_check(call, !hw_blas_element_is_complex(wide), CUBLAS_STATUS_NOT_SUPPORTED);
    if (!kind || !hw_blas_is_ready(call))
        return;
    hw_cublas_rotg(call, &sizes, kind->rotg, a, b, c, s);
    hw_blas_widen(
        call, wide, kind->rotg, wide,
        (const struct hw_blas_typed[]){RESULT(ab_type), RESULT(ab_type), RESULT(cs_type), RESULT(cs_type)},
        4);
}

void hw_cublas_mixed_rotmg(struct hw_blas_call *call, void *d1, void *d2, void *x1, const void *y1,
                           void *parameters, const cudaDataType types[5], cudaDataType wide)
{
    struct hw_blas_type sizes;
    const struct hw_blas_type *kind = kind_of(call, wide, types[4], &sizes);

    hw_blas_check(call, types[4] == wide && kind && kind->rotmg, CUBLAS_STATUS_NOT_SUPPORTED);
    if (!hw_blas_is_ready(call))
        return;
    hw_cublas_rotmg(call, &sizes, kind->rotmg, d1, d2, x1, y1, parameters);
    hw_blas_widen(call, wide, kind->rotmg, wide,
                  (const struct hw_blas_typed[]){
                      RESULT(types[0]), RESULT(types[1]), RESULT(types[2]), {.type = types[3]}},
                  4);
}
