/* SPDX-License-Identifier: MIT */
/* See gsl.h. */
#include "cuda/rand/gsl.h"

#include "cuda/core/host_library.h"

/* In the order of struct hw_gsl. */
static const char *const entries[] = {"gsl_rng_mt19937",
                                      "gsl_rng_alloc",
                                      "gsl_rng_set",
                                      "gsl_rng_get",
                                      "gsl_rng_uniform",
                                      "gsl_rng_free",
                                      "gsl_ran_gaussian_ziggurat",
                                      "gsl_ran_lognormal",
                                      NULL};

enum { ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };
_Static_assert(sizeof(struct hw_gsl) == ENTRY_COUNT * sizeof(void *), "a member for each entry");

static struct hw_gsl table;
static struct hw_cuda_host_library library = {
    .of = "libcurand",
    .names = {"libgsl.so.27", "libgsl.so.28", "libgsl.so.25", "libgsl.so.23"},
    .package = "libgsl27",
    .entry = entries,
    .table = &table,
};

const struct hw_gsl *hw_gsl_get(void)
{
    return hw_cuda_host_library_get(&library);
}
