/* SPDX-License-Identifier: MIT */
/* See blas_lapack.h. */
#include "cuda/blas/blas_lapack.h"

#include "cuda/core/host_library.h"

#define S(name, arguments) "s" #name "_",
#define D(name, arguments) "d" #name "_",
#define C(name, arguments) "c" #name "_",
#define Z(name, arguments) "z" #name "_",
static const char *const entries[] = {HW_LAPACK(S, ) HW_LAPACK(D, ) HW_LAPACK(C, ) HW_LAPACK(Z, ) NULL};

enum { ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };
_Static_assert(sizeof(struct hw_blas_lapack) == ENTRY_COUNT * sizeof(void *),
               "a member for each entry, in their order");

static struct hw_blas_lapack table;
static struct hw_cuda_host_library library = {
    .of = "libcublas",
    .names = {"libopenblas.so.0", "liblapack.so.3"},
    .package = "libopenblas0",
    .entry = entries,
    .table = &table,
};

const struct hw_blas_lapack *hw_blas_lapack_get(void)
{
    return hw_cuda_host_library_get(&library);
}
