/* SPDX-License-Identifier: MIT */
/* See blas_handle.h. */
#include "cuda/blas/blas_handle.h"

#include "cuda/blas/cblas.h"

#include <stdlib.h>

static struct cublasContext *handles;

/* The link to a handle; what it links to is NULL where the handle is none. */
static struct cublasContext **link_to(cublasHandle_t handle)
{
    struct cublasContext **link = &handles;

    while (*link && *link != handle)
        link = &(*link)->next;
    return link;
}

bool hw_blas_handle_known(cublasHandle_t handle)
{
    return handle && *link_to(handle) == handle;
}

cublasStatus_t hw_blas_handle_create(cublasHandle_t *handle, enum hw_blas_handle_kind kind)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!hw_cblas_get())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    struct cublasContext *made = calloc(1, sizeof *made);
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    *made = (struct cublasContext){.next = handles, .kind = kind};
    handles = *handle = made;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t hw_blas_handle_destroy(cublasHandle_t handle)
{
    struct cublasContext **link = link_to(handle);

    if (!handle || !*link)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *link = handle->next;
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}
