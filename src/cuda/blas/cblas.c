/* SPDX-License-Identifier: MIT */
/* See cblas.h. */
#include "cuda/blas/cblas.h"

#include "cuda/core/host_library.h"

#define SINGLE(result, name, arguments) "cblas_s" #name,
#define DOUBLE(result, name, arguments) "cblas_d" #name,
static const char *const entries[] = {HW_CBLAS(SINGLE, float) HW_CBLAS(DOUBLE, double) NULL};
#undef SINGLE
#undef DOUBLE

enum { ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };
_Static_assert(sizeof(struct hw_cblas) == ENTRY_COUNT * sizeof(void *),
               "a member for each entry, in their order");

static struct hw_cblas table;
static struct hw_cuda_host_library library = {
    .of = "libcublas",
    .names = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"},
    .package = "libopenblas0",
    .entry = entries,
    .table = &table,
};

const struct hw_cblas *hw_cblas_get(void)
{
    return hw_cuda_host_library_get(&library);
}
