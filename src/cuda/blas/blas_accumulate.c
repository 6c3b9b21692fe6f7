/* SPDX-License-Identifier: MIT */
/* See blas_accumulate.h.  Widened matrices lie densely in columns, vectors in steps of 1. */
#include "cuda/blas/blas_accumulate.h"

#include "cuda/blas/blas_element.h"

#include <stdlib.h>
#include <string.h>

const struct hw_blas_type *hw_blas_type_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F: return &hw_blas_single;
    case CUDA_R_64F: return &hw_blas_double;
    case CUDA_C_32F: return &hw_blas_complex;
    case CUDA_C_64F: return &hw_blas_double_complex;
    default: return NULL;
    }
}

/* --- parts of numbers --- */

static void widen(cudaDataType wide, cudaDataType type, const void *from, size_t count, void *to)
{
    const cudaDataType part = hw_blas_element_part(type);
    const size_t parts = hw_blas_element_is_complex(type) ? 2 * count : count;

    if (hw_blas_element_part(wide) == CUDA_R_32F)
        hw_blas_widen_to_single(part, from, parts, to);
    else
        hw_blas_widen_to_double(part, from, parts, to);
}

static void narrow(cudaDataType wide, cudaDataType type, const void *from, size_t count, void *to)
{
    const cudaDataType part = hw_blas_element_part(type);
    const size_t parts = hw_blas_element_is_complex(type) ? 2 * count : count;

    if (hw_blas_element_part(wide) == CUDA_R_32F)
        hw_blas_narrow_single(part, from, parts, to);
    else
        hw_blas_narrow_double(part, from, parts, to);
}

/* --- where elements are --- */

/* How an operand is walked through: runs of elements that lie side by side both here and, widened, there. */
struct element_runs {
    size_t count, length;
};

static struct element_runs runs_of(const struct hw_blas_operand *operand)
{
    const size_t rows = (size_t)operand->rows, columns = (size_t)operand->columns;

    if (operand->order == HW_BLAS_IN_COLUMNS && operand->ld == operand->rows)
        return (struct element_runs){.count = 1, .length = rows * columns};
    if (operand->order == HW_BLAS_IN_COLUMNS)
        return (struct element_runs){.count = columns, .length = rows};
    return (struct element_runs){.count = rows * columns, .length = 1};
}

/* The element at which a run begins. */
static size_t run_start(const struct hw_blas_operand *operand, size_t run)
{
    const size_t ld = (size_t)llabs(operand->ld), rows = (size_t)operand->rows;

    if (operand->order == HW_BLAS_IN_COLUMNS)
        return run * ld;
    return hw_blas_order_offset(operand->order, ld, run % rows, run / rows);
}

/* Copy an operand to its widened form, or back. */
static void exchange(const struct hw_blas_job *job, const struct hw_blas_operand *operand, void *at,
                     void *wide, bool back)
{
    const struct element_runs runs = runs_of(operand);
    const size_t wide_bytes = hw_blas_element_bytes(job->wide);

    for (size_t run = 0; run < runs.count; run++) {
        char *here = (char *)at + run_start(operand, run) * operand->element;
        char *there = (char *)wide + run * runs.length * wide_bytes;
        if (back)
            narrow(job->wide, operand->type, there, runs.length, here);
        else
            widen(job->wide, operand->type, here, runs.length, there);
    }
}

/* Whether an operand can be used as it is. */
static bool is_wide(const struct hw_blas_job *job, const struct hw_blas_operand *operand)
{
    return !operand->typed || (operand->type == job->wide && operand->order == HW_BLAS_IN_COLUMNS);
}

/* --- doing the work --- */

/* Make the widened form of an operand; false: no memory. */
static bool make(struct hw_blas_item *inner, const struct hw_blas_item *item, struct hw_blas_job *job, int i)
{
    struct hw_blas_operand *operand = &job->operand[i];
    const struct hw_blas_operand *from = &item->job->operand[i];

    if (!item->at[i] || is_wide(job, operand))
        return true;
    inner->at[i] = calloc((size_t)from->rows * (size_t)from->columns, hw_blas_element_bytes(job->wide));
    if (!inner->at[i])
        return false;
    if (!from->unread)
        exchange(job, from, item->at[i], inner->at[i], false);
    operand->order = HW_BLAS_IN_COLUMNS;
    operand->ld = from->rows == 1 && from->ld < 0 ? -1 : (int)from->rows;
    return true;
}

static void round_back(const struct hw_blas_item *inner, const struct hw_blas_item *item)
{
    for (int i = 0; i < HW_BLAS_OPERANDS; i++) {
        const struct hw_blas_operand *operand = &item->job->operand[i];
        if (operand->written && inner->at[i] != item->at[i])
            exchange(item->job, operand, item->at[i], inner->at[i], true);
    }
}

struct wide_numbers {
    _Alignas(HW_BLAS_SCALAR_BYTES) unsigned char of[HW_BLAS_SCALARS][HW_BLAS_SCALAR_BYTES];
};

static void widen_scalars(struct hw_blas_item *inner, const struct hw_blas_item *item,
                          struct wide_numbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    for (int i = 0; i < HW_BLAS_SCALARS; i++) {
        widen(item->job->wide, item->job->scalar[i].type, item->scalar[i], 1, numbers->of[i]);
        inner->scalar[i] = numbers->of[i];
    }
}

static void run_wide(struct hw_blas_item *item)
{
    struct hw_blas_job job = *item->job;
    struct hw_blas_item inner = *item;
    struct wide_numbers numbers;
    bool made = true;

    inner.job = &job;
    widen_scalars(&inner, item, &numbers);
    for (int i = 0; i < HW_BLAS_OPERANDS && made; i++)
        made = make(&inner, item, &job, i);
    if (made)
        job.inner(&inner);
    if (made && inner.error == cudaSuccess)
        round_back(&inner, item);
    item->error = made ? inner.error : cudaErrorMemoryAllocation;
    for (int i = 0; i < HW_BLAS_OPERANDS; i++)
        if (inner.at[i] != item->at[i])
            free(inner.at[i]);
}

/* --- preparing it --- */

void hw_blas_widen_operand(struct hw_blas_call *call, int operand, struct hw_blas_typed typed)
{
    struct hw_blas_operand *to = &call->job.operand[operand];
    const size_t bytes = hw_blas_element_bytes(typed.type);

    hw_blas_check(call,
                  bytes > 0 &&
                      hw_blas_element_is_complex(typed.type) == hw_blas_element_is_complex(call->job.wide),
                  CUBLAS_STATUS_NOT_SUPPORTED);
    to->typed = true;
    to->type = typed.type;
    to->element = bytes;
    to->written = typed.written;
}

void hw_blas_widen(struct hw_blas_call *call, cudaDataType wide, hw_blas_run_fn *inner, cudaDataType scalar,
                   const struct hw_blas_typed *operands, int count)
{
    hw_blas_check(call, hw_blas_type_of(wide) && hw_blas_element_bytes(scalar) > 0 && inner,
                  CUBLAS_STATUS_NOT_SUPPORTED);
    call->job.wide = wide;
    call->job.inner = inner;
    for (int i = 0; i < count; i++)
        hw_blas_widen_operand(call, i, operands[i]);
    for (int i = 0; i < HW_BLAS_SCALARS; i++)
        call->job.scalar[i].type = scalar;
    if (call->job.run)
        call->job.run = run_wide;
}
