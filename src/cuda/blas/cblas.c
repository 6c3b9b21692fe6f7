/* SPDX-License-Identifier: MIT */
/* See cblas.h. */
#include "cuda/blas/cblas.h"

#include "cuda/core/host_library.h"

#define S(result, name, arguments)  "cblas_s" #name,
#define D(result, name, arguments)  "cblas_d" #name,
#define C(result, name, arguments)  "cblas_c" #name,
#define Z(result, name, arguments)  "cblas_z" #name,
#define SC(result, name, arguments) "cblas_sc" #name,
#define DZ(result, name, arguments) "cblas_dz" #name,
/* clang-format off */
static const char *const entries[] = {
    HW_CBLAS_ANY(S, , ) HW_CBLAS_REAL(S, ) HW_CBLAS_NORM(S, , )
    HW_CBLAS_ANY(D, , ) HW_CBLAS_REAL(D, ) HW_CBLAS_NORM(D, , )
    HW_CBLAS_ANY(C, , ) HW_CBLAS_COMPLEX(C, , ) HW_CBLAS_NORM(SC, , )
    HW_CBLAS_ANY(Z, , ) HW_CBLAS_COMPLEX(Z, , ) HW_CBLAS_NORM(DZ, , )
    NULL};
/* clang-format on */

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
