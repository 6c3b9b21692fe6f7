#include "cuda/rand/gsl.h"

#include "cuda/host_library.h"

#include <string.h>

/* In the order of struct hw_gsl. */
static const char *const entries[] = {
    "gsl_rng_mt19937",   "gsl_qrng_sobol",  "gsl_rng_alloc",         "gsl_rng_set",
    "gsl_rng_get",       "gsl_rng_uniform", "gsl_rng_free",          "gsl_qrng_alloc",
    "gsl_qrng_init",     "gsl_qrng_get",    "gsl_qrng_free",         "gsl_ran_gaussian_ziggurat",
    "gsl_ran_lognormal", "gsl_ran_poisson", "gsl_cdf_gaussian_Pinv", NULL};

enum { ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };
_Static_assert(sizeof(struct hw_gsl) == ENTRY_COUNT * sizeof(void *), "a member for each entry");

static const struct hw_cuda_host_library library = {
    .of = "libcurand.so.4",
    .names = {"libgsl.so.27", "libgsl.so.28", "libgsl.so.25", "libgsl.so.23"},
    .package = "libgsl27",
    .entry = entries,
};

const struct hw_gsl *hw_gsl_get(void)
{
    static struct hw_gsl gsl;
    static bool tried, found;
    void *address[ENTRY_COUNT];

    if (!tried) {
        tried = true;
        found = hw_cuda_host_library_open(&library, address);
        if (found)
            memcpy(&gsl, address, sizeof gsl);
    }
    return found ? &gsl : NULL;
}
