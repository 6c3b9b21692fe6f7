/* SPDX-License-Identifier: MIT */
/* See blas_job.h. */
#include "cuda/blas/blas_job.h"

#include <stdlib.h>
#include <string.h>

/* The address that a list on the device has for item `index`; 0: there is no list, or it says so. */
static uintptr_t listed(const struct hw_blas_operand *operand, int64_t index)
{
    const uintptr_t list = (uintptr_t)operand->address + (uintptr_t)index * sizeof(void *);
    const void *entry = hw_cuda_device_memory((const void *)list, sizeof(void *));
    uintptr_t address = 0;

    if (entry)
        memcpy(&address, entry, sizeof address);
    return address;
}

/* Where item `index` of a batch is in the host's memory; NULL: it is not the device's.  Addresses are numbers
 * here, as programs may give any. */
static void *find(const struct hw_blas_operand *operand, int64_t index)
{
    const size_t count = hw_blas_order_extent(operand->order, (size_t)llabs(operand->ld),
                                              (size_t)operand->rows, (size_t)operand->columns);
    const bool may_be_host = operand->where == HW_BLAS_AT_HOST || operand->where == HW_BLAS_AT_EITHER;
    const uintptr_t first =
        operand->where == HW_BLAS_AT_LISTED ? listed(operand, index) : (uintptr_t)operand->address;
    void *const at = (void *)(first + (uintptr_t)index * (uintptr_t)operand->stride * operand->element);

    if (count > SIZE_MAX / operand->element || !first)
        return NULL;
    void *found =
        operand->where == HW_BLAS_AT_HOST ? at : hw_cuda_device_memory(at, count * operand->element);
    return found || !may_be_host ? found : at;
}

/* Whether a factor of 0 multiplies it: then it is not read, wherever it is. */
static bool is_unread(const struct hw_blas_item *item, const struct hw_blas_operand *operand)
{
    static const unsigned char zero[HW_BLAS_SCALAR_BYTES];
    const int scalar = operand->factor - 1;

    return scalar >= 0 && memcmp(item->scalar[scalar], zero, item->job->scalar[scalar].bytes) == 0;
}

static bool is_there(const struct hw_blas_item *item, const struct hw_blas_operand *operand)
{
    return operand->rows > 0 && operand->columns > 0 && (operand->address || !operand->optional) &&
           !is_unread(item, operand);
}

static bool find_operands(struct hw_blas_item *item, int64_t index)
{
    for (int i = 0; i < HW_BLAS_OPERANDS; i++) {
        const struct hw_blas_operand *operand = &item->job->operand[i];
        const bool there = is_there(item, operand);
        item->at[i] = there ? find(operand, index) : NULL;
        if (there && !item->at[i])
            return false;
    }
    return true;
}

struct numbers {
    _Alignas(HW_BLAS_SCALAR_BYTES) unsigned char of[HW_BLAS_SCALARS][HW_BLAS_SCALAR_BYTES];
};

/* Read the numbers that lie on the device. */
static bool find_numbers(struct hw_blas_item *item, struct numbers *numbers)
{
    for (int i = 0; i < HW_BLAS_SCALARS; i++) {
        const struct hw_blas_scalar *scalar = &item->job->scalar[i];
        item->scalar[i] = scalar->value;
        if (!scalar->device)
            continue;
        const void *host = hw_cuda_device_memory(scalar->device, scalar->bytes);
        if (!host)
            return false;
        item->scalar[i] = memcpy(numbers->of[i], host, scalar->bytes);
    }
    return true;
}

cudaError_t hw_blas_do(void *data)
{
    const struct hw_blas_job *job = data;
    struct hw_blas_item item = {.job = job};
    struct numbers numbers;

    if (!find_numbers(&item, &numbers))
        return cudaErrorLaunchFailure;
    for (int64_t i = 0; i < job->count && item.error == cudaSuccess; i++) {
        if (!find_operands(&item, i))
            return cudaErrorLaunchFailure;
        job->run(&item);
    }
    return item.error;
}
