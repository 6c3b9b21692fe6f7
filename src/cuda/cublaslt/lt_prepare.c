/* SPDX-License-Identifier: MIT */
/* See lt_prepare.h. */
#include "cuda/cublaslt/lt_prepare.h"

#include "cuda/blas/blas_compute.h"
#include "cuda/blas/blas_element.h"
#include "cuda/blas/blas_matmul.h"
#include "cuda/blas/blas_accumulate.h"

#include <limits.h>
#include <string.h>

enum { A, B, C, D };

struct hw_blas_call hw_lt_begin(const char *name, cublasLtHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin(name, handle);

    call.scalars_on_device = false; /* descriptors say so, not the handle */
    return call;
}

/* --- matrices --- */

static enum hw_blas_order order_of(cublasLtOrder_t order)
{
    switch (order) {
    case CUBLASLT_ORDER_ROW: return HW_BLAS_IN_ROWS;
    case CUBLASLT_ORDER_COL32: return HW_BLAS_IN_GROUPS;
    case CUBLASLT_ORDER_COL4_4R2_8C: return HW_BLAS_IN_TILES_OF_8;
    case CUBLASLT_ORDER_COL32_2R_4R4: return HW_BLAS_IN_TILES_OF_32;
    default: return HW_BLAS_IN_COLUMNS;
    }
}

void hw_lt_matrix(struct hw_blas_call *call, int operand, const void *at, const struct hw_lt_layout *layout)
{
    const struct hw_blas_argument place = {.address = at,
                                           .ld = layout->ld,
                                           .stride = layout->listed ? 0 : layout->stride,
                                           .listed = layout->listed != 0};

    hw_blas_check(call,
                  layout->rows <= INT_MAX && layout->columns <= INT_MAX &&
                      layout->order <= CUBLASLT_ORDER_COL32_2R_4R4 && layout->plane == 0,
                  CUBLAS_STATUS_NOT_SUPPORTED);
    if (hw_blas_is_ready(call))
        hw_blas_ordered_matrix(call, operand, place, order_of(layout->order), (int64_t)layout->rows,
                               (int64_t)layout->columns, hw_blas_element_bytes(layout->type));
}

/* The shapes of the four fit together. */
static bool shapes_fit(const struct hw_lt_problem *problem, const struct hw_lt_product *product)
{
    const struct hw_lt_layout *const *of = problem->layout;
    const bool plain_a = product->transa == CUBLAS_OP_N, plain_b = product->transb == CUBLAS_OP_N;
    const uint64_t m = plain_a ? of[A]->rows : of[A]->columns, k = plain_a ? of[A]->columns : of[A]->rows;
    const uint64_t n = plain_b ? of[B]->columns : of[B]->rows,
                   k_of_b = plain_b ? of[B]->rows : of[B]->columns;

    for (int i = A; i <= C; i++)
        if (of[i]->count != of[D]->count)
            return false;
    return k == k_of_b && of[D]->rows == m && of[D]->columns == n && of[C]->rows == m && of[C]->columns == n;
}

static void set_shape(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                      const struct hw_lt_product *product)
{
    const struct hw_lt_layout *a = problem->layout[A], *d = problem->layout[D];

    hw_blas_check(call, shapes_fit(problem, product), CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_trans(call, 0, product->transa);
    hw_blas_trans(call, 1, product->transb);
    hw_blas_count(call, d->count);
    for (int i = A; i <= D; i++)
        hw_lt_matrix(call, i, problem->at[i], problem->layout[i]);
    if (hw_blas_is_ready(call)) {
        call->job.m = (int)d->rows;
        call->job.n = (int)d->columns;
        call->job.k = (int)(product->transa == CUBLAS_OP_N ? a->columns : a->rows);
    }
}

/* --- types --- */

static bool is_8_bits(cudaDataType type)
{
    return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

/* What C and D may be where factors are of some type. */
static bool result_fits(cudaDataType factor, cudaDataType result)
{
    const cudaDataType part = hw_blas_element_part(result);

    if (hw_blas_element_is_complex(factor) != hw_blas_element_is_complex(result))
        return false;
    switch (hw_blas_element_part(factor)) {
    case CUDA_R_8I: return part == CUDA_R_8I || part == CUDA_R_32I || part == CUDA_R_32F;
    case CUDA_R_64F: return part == CUDA_R_64F;
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
        return part == CUDA_R_16F || part == CUDA_R_16BF || part == CUDA_R_32F || is_8_bits(part);
    default: return result == factor || part == CUDA_R_32F;
    }
}

static void set_types(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                      const struct hw_lt_product *product)
{
    const struct hw_lt_layout *const *of = problem->layout;
    const cudaDataType a = of[A]->type, b = of[B]->type, c = of[C]->type, d = of[D]->type;
    const struct hw_blas_compute compute = hw_blas_compute_of(product->compute, a, d);
    const struct hw_blas_type *kind = hw_blas_type_of(compute.wide);
    const struct hw_blas_typed types[] = {
        {.type = a}, {.type = b}, {.type = c}, {.type = d, .written = true}};

    hw_blas_check(call, compute.known && compute.scalar == product->scale, CUBLAS_STATUS_NOT_SUPPORTED);
    hw_blas_check(call, (a == b || (is_8_bits(a) && is_8_bits(b))) && result_fits(a, c) && result_fits(a, d),
                  CUBLAS_STATUS_NOT_SUPPORTED);
    if (!hw_blas_is_ready(call))
        return;
    call->job.run = of[D]->rows > 0 && of[D]->columns > 0 ? kind->matmul : NULL;
    hw_blas_widen(call, compute.wide, kind->matmul, compute.scalar, types, 4);
    call->job.operand[D].unread = true;
}

/* --- factors --- */

/* An operand that may be absent: a row of `length` elements for each of a batch. */
static void set_row(struct hw_blas_call *call, int operand, const void *at, int64_t length, int64_t stride,
                    struct hw_blas_typed typed)
{
    if (!at)
        return;
    hw_blas_vector(call, operand, (struct hw_blas_argument){.address = at, .ld = 1, .stride = stride}, length,
                   hw_blas_element_bytes(typed.type));
    hw_blas_widen_operand(call, operand, typed);
}

static void set_factors(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                        const struct hw_lt_product *product)
{
    const bool by_row = product->mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO ||
                        product->mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    const size_t bytes = hw_blas_element_bytes(product->scale);
    const bool no_beta = product->mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;

    hw_blas_check(call, by_row || product->mode <= CUBLASLT_POINTER_MODE_DEVICE, CUBLAS_STATUS_NOT_SUPPORTED);
    if (problem->asks)
        return;
    hw_blas_check(call, problem->alpha && (problem->beta || no_beta), CUBLAS_STATUS_INVALID_VALUE);
    call->scalars_on_device = product->mode == CUBLASLT_POINTER_MODE_DEVICE;
    if (by_row)
        set_row(call, HW_BLAS_MATMUL_ALPHA_OF_ROWS, problem->alpha, call->job.m, product->alpha_stride,
                (struct hw_blas_typed){.type = (cudaDataType)product->scale});
    else
        hw_blas_scalar(call, 0, problem->alpha, bytes);
    if (!no_beta)
        hw_blas_scalar(call, 1, problem->beta, bytes);
    hw_blas_factor(call, C, C, 1);
}

static void set_scales(struct hw_blas_call *call, const struct hw_lt_product *product)
{
    static const int operands[] = {HW_BLAS_MATMUL_A_SCALE, HW_BLAS_MATMUL_B_SCALE, HW_BLAS_MATMUL_C_SCALE,
                                   HW_BLAS_MATMUL_D_SCALE};
    bool any = product->d_largest != NULL;

    for (int i = 0; i < 4; i++) {
        hw_blas_check(call, product->modes[i] == 0, CUBLAS_STATUS_NOT_SUPPORTED);
        set_row(call, operands[i], product->scales[i], 1, 0, (struct hw_blas_typed){.type = CUDA_R_32F});
        any = any || product->scales[i];
    }
    set_row(call, HW_BLAS_MATMUL_D_LARGEST, product->d_largest, 1, 0,
            (struct hw_blas_typed){.type = CUDA_R_32F, .written = true});
    hw_blas_check(call, !any || !hw_blas_element_is_complex(call->job.wide), CUBLAS_STATUS_NOT_SUPPORTED);
    hw_blas_check(call, !product->aux_scale && !product->aux_largest, CUBLAS_STATUS_NOT_SUPPORTED);
}

/* --- epilogues --- */

/* The bias, or its gradient: for each row of D, or each column (of sums of B's). */
static void set_bias(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                     const struct hw_lt_product *product)
{
    const int gradients =
        HW_BLAS_EPILOGUE_BIAS_GRADIENT | HW_BLAS_EPILOGUE_SUMS_OF_A | HW_BLAS_EPILOGUE_SUMS_OF_B;
    const cudaDataType d = problem->layout[D]->type;
    /* Where factors and results are whole numbers, it is of the type of alpha; of 8 bits, half precise. */
    const cudaDataType natural = d == CUDA_R_8I ? (cudaDataType)product->scale
                                 : is_8_bits(d) ? CUDA_R_16F
                                 : is_8_bits(problem->layout[A]->type) && d == CUDA_R_32F ? CUDA_R_16BF
                                                                                          : d;
    const struct hw_blas_typed typed = {.type = product->bias_type < 0 ? natural
                                                                       : (cudaDataType)product->bias_type,
                                        .written = product->epilogue & gradients};

    if (!(product->epilogue & (gradients | HW_BLAS_EPILOGUE_BIAS)))
        return;
    hw_blas_check(call, product->bias || problem->asks, CUBLAS_STATUS_INVALID_VALUE);
    set_row(call, HW_BLAS_MATMUL_BIAS, product->bias,
            product->epilogue & HW_BLAS_EPILOGUE_SUMS_OF_B ? call->job.n : call->job.m, product->bias_stride,
            typed);
    call->job.operand[HW_BLAS_MATMUL_BIAS].unread = typed.written;
}

/* What the epilogue keeps: bits, of which a column has a multiple of 128, or elements. */
static void set_aux(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                    const struct hw_lt_product *product)
{
    const bool bits = product->epilogue & (HW_BLAS_EPILOGUE_RELU | HW_BLAS_EPILOGUE_RELU_GRADIENT);
    const cudaDataType type =
        product->aux_type < 0 ? problem->layout[D]->type : (cudaDataType)product->aux_type;
    const struct hw_blas_argument place = {.address = product->aux,
                                           .ld = bits ? product->aux_ld / 8 : product->aux_ld,
                                           .stride = bits ? product->aux_stride / 8 : product->aux_stride};

    if (!(product->epilogue & HW_BLAS_EPILOGUE_AUX))
        return;
    hw_blas_check(call, product->aux || problem->asks, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(call, product->aux_ld % (bits ? 128 : 8) == 0, CUBLAS_STATUS_INVALID_VALUE);
    if (!product->aux)
        return;
    hw_blas_matrix(call, HW_BLAS_MATMUL_AUX, place, bits ? (call->job.m + 7) / 8 : call->job.m, call->job.n,
                   bits ? 1 : hw_blas_element_bytes(type));
    if (!bits)
        hw_blas_widen_operand(
            call, HW_BLAS_MATMUL_AUX,
            (struct hw_blas_typed){.type = type,
                                   .written = !(product->epilogue & HW_BLAS_EPILOGUE_GELU_GRADIENT)});
}

static void set_epilogue(struct hw_blas_call *call, const struct hw_lt_problem *problem,
                         const struct hw_lt_product *product)
{
    const int epilogue = product->epilogue & ~HW_BLAS_EPILOGUE_NONE;

    hw_blas_check(call, product->epilogue > 0 && product->epilogue <= HW_BLAS_EPILOGUE_ALL,
                  CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(call, epilogue == 0 || !hw_blas_element_is_complex(call->job.wide),
                  CUBLAS_STATUS_NOT_SUPPORTED);
    if (!hw_blas_is_ready(call))
        return;
    call->job.epilogue = epilogue;
    if (!(epilogue & (HW_BLAS_EPILOGUE_SUMS_OF_A | HW_BLAS_EPILOGUE_SUMS_OF_B)) &&
        !call->job.operand[HW_BLAS_MATMUL_ALPHA_OF_ROWS].address)
        hw_blas_factor(call, A, B, 0);
    set_bias(call, problem, product);
    set_aux(call, problem, product);
}

void hw_lt_prepare(struct hw_blas_call *call, const struct hw_lt_problem *problem)
{
    hw_blas_check(call, problem->product != NULL, CUBLAS_STATUS_INVALID_VALUE);
    for (int i = A; i <= D; i++)
        hw_blas_check(call, problem->layout[i] != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (!hw_blas_is_ready(call))
        return;
    const struct hw_lt_product product = hw_lt_product_of(problem->product);
    hw_blas_check(call, product.transc == CUBLAS_OP_N && product.fill == CUBLAS_FILL_MODE_FULL,
                  CUBLAS_STATUS_NOT_SUPPORTED);
    set_shape(call, problem, &product);
    set_types(call, problem, &product);
    if (!hw_blas_is_ready(call))
        return;
    set_factors(call, problem, &product);
    set_scales(call, &product);
    set_epilogue(call, problem, &product);
}
