/* SPDX-License-Identifier: MIT */
/* Indices of the older interface: offsets from and to row numbers, and sorting. */
#include "cuda/sparse/legacy_calls.h"

#include <stdlib.h>

/* Ints of the device that a job has; NULL as well where there are none. */
static int *ints(const struct hw_sparse_job *job, int at, int64_t count, bool *there)
{
    return hw_sparse_array(job->memory[at], count, sizeof(int), there);
}

/* --- offsets and row numbers --- */

static cudaError_t compress(struct hw_sparse_job *job)
{
    bool there = true;
    const int *rows = ints(job, 0, job->count, &there);
    int *offsets = ints(job, 1, (int64_t)job->m + 1, &there);

    if (!there)
        return cudaErrorInvalidDevicePointer;
    for (int row = 0, i = 0; row <= job->m; row++) {
        while (i < job->count && rows[i] - job->flags < row)
            i++;
        offsets[row] = i + job->flags;
    }
    return cudaSuccess;
}

static cudaError_t expand(struct hw_sparse_job *job)
{
    bool there = true;
    int *rows = ints(job, 0, job->count, &there);
    const int *offsets = ints(job, 1, (int64_t)job->m + 1, &there);

    if (!there)
        return cudaErrorInvalidDevicePointer;
    for (int row = 0; row < job->m; row++)
        for (int64_t i = (int64_t)offsets[row] - job->flags; i < (int64_t)offsets[row + 1] - job->flags;
             i++) {
            if (i < 0 || i >= job->count)
                return cudaErrorInvalidValue;
            rows[i] = row + job->flags;
        }
    return cudaSuccess;
}

static struct hw_sparse_call begin_rows(const char *name, cusparseHandle_t handle, const int *rows, int count,
                                        int m, const int *offsets, cusparseIndexBase_t base)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, count >= 0 && m >= 0 && (unsigned)base <= CUSPARSE_INDEX_BASE_ONE);
    call.job.count = count;
    call.job.m = m;
    call.job.flags = (int)base;
    hw_sparse_take_ints(&call, 0, rows, count);
    hw_sparse_take_ints(&call, 1, offsets, (int64_t)m + 1);
    return call;
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int count, int m, int *offsets,
                                  cusparseIndexBase_t base)
{
    struct hw_sparse_call call = begin_rows(__func__, handle, rows, count, m, offsets, base);

    return hw_sparse_end(&call, compress);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int count, int m, int *rows,
                                  cusparseIndexBase_t base)
{
    struct hw_sparse_call call = begin_rows(__func__, handle, rows, count, m, offsets, base);

    return hw_sparse_end(&call, expand);
}

/* --- sorting --- */

static cudaError_t number(struct hw_sparse_job *job)
{
    bool there = true;
    int *permutation = ints(job, 0, job->count, &there);

    for (int i = 0; i < job->count && there; i++)
        permutation[i] = i;
    return there ? cudaSuccess : cudaErrorInvalidDevicePointer;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int count, int *permutation)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    hw_sparse_demand(&call, count >= 0);
    call.job.count = count;
    hw_sparse_take_ints(&call, 0, permutation, count);
    return hw_sparse_end(&call, number);
}

/* An entry by what it is sorted for, and what goes with it. */
struct sort_entry {
    int first, second, place, mark;
};

/* Equal ones stay in their order. */
static int by_both(const void *left, const void *right)
{
    const struct sort_entry *a = left, *b = right;

    return a->first != b->first     ? (a->first > b->first) - (a->first < b->first)
           : a->second != b->second ? (a->second > b->second) - (a->second < b->second)
                                    : (a->place > b->place) - (a->place < b->place);
}

/* Sort `count` pairs with their marks, which may be NULL. */
static cudaError_t sort(int *first, int *second, int *mark, int64_t count)
{
    struct sort_entry *entry = calloc((size_t)count + 1, sizeof *entry);

    if (!entry)
        return cudaErrorMemoryAllocation;
    for (int64_t i = 0; i < count; i++)
        entry[i] = (struct sort_entry){first ? first[i] : 0, second[i], (int)i, mark ? mark[i] : 0};
    qsort(entry, (size_t)count, sizeof *entry, by_both);
    for (int64_t i = 0; i < count; i++) {
        if (first)
            first[i] = entry[i].first;
        second[i] = entry[i].second;
        if (mark)
            mark[i] = entry[i].mark;
    }
    free(entry);
    return cudaSuccess;
}

static cudaError_t sort_pairs(struct hw_sparse_job *job)
{
    bool there = true;
    int *first = ints(job, 0, job->count, &there), *second = ints(job, 1, job->count, &there);
    int *mark = job->memory[2] ? ints(job, 2, job->count, &there) : NULL;

    return there ? sort(first, second, mark, job->count) : cudaErrorInvalidDevicePointer;
}

static cudaError_t sort_lines(struct hw_sparse_job *job)
{
    bool there = true;
    const int *offsets = ints(job, 0, (int64_t)job->m + 1, &there);
    int *indices = ints(job, 1, job->count, &there);
    int *mark = job->memory[2] ? ints(job, 2, job->count, &there) : NULL;
    cudaError_t error = there ? cudaSuccess : cudaErrorInvalidDevicePointer;

    for (int line = 0; line < job->m && error == cudaSuccess; line++) {
        const int64_t from = (int64_t)offsets[line] - job->flags,
                      to = (int64_t)offsets[line + 1] - job->flags;
        if (from < 0 || to < from || to > job->count)
            return cudaErrorInvalidValue;
        if (to > from)
            error = sort(NULL, indices + from, mark ? mark + from : NULL, to - from);
    }
    return error;
}

cusparseStatus_t hw_sparse_sort_size(const char *name, HW_CUSPARSE_SORT_SIZE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)first;
    (void)second;
    hw_sparse_demand(&call, m >= 0 && n >= 0 && count >= 0);
    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t hw_sparse_coosort(const char *name, cusparseHandle_t handle, bool right, int count,
                                   int *first, int *second, int *permutation)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, right && count >= 0);
    call.job.count = count;
    hw_sparse_take_ints(&call, 0, first, count);
    hw_sparse_take_ints(&call, 1, second, count);
    hw_sparse_take_ints(&call, 2, permutation, permutation ? count : 0);
    return hw_sparse_end(&call, sort_pairs);
}

/* `lines` are rows or columns. */
cusparseStatus_t hw_sparse_csrsort(const char *name, int lines, HW_CUSPARSE_CSRSORT)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)buffer;
    hw_sparse_demand(&call, m >= 0 && n >= 0 && count >= 0 &&
                                hw_math_object_is(descriptor, hw_sparse_descriptor_kind));
    if (!hw_sparse_ready(&call))
        return hw_sparse_end(&call, NULL);
    call.job.count = count;
    call.job.m = lines;
    call.job.flags = descriptor->base;
    hw_sparse_take_ints(&call, 0, offsets, (int64_t)lines + 1);
    hw_sparse_take_ints(&call, 1, indices, count);
    hw_sparse_take_ints(&call, 2, permutation, permutation ? count : 0);
    return hw_sparse_end(&call, sort_lines);
}
