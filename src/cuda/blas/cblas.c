#include "cuda/blas/cblas.h"

#include "cuda/host_library.h"

#include <string.h>

#define SINGLE(result, name, arguments) "cblas_s" #name,
#define DOUBLE(result, name, arguments) "cblas_d" #name,
static const char *const entries[] = {HW_CBLAS(SINGLE, float) HW_CBLAS(DOUBLE, double) NULL};
#undef SINGLE
#undef DOUBLE

enum { ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };
_Static_assert(sizeof(struct hw_cblas) == ENTRY_COUNT * sizeof(void *),
               "a member for each entry, in their order");

static const struct hw_cuda_host_library library = {
    .of = "libcublas.so.4",
    .names = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"},
    .package = "libopenblas0",
    .entry = entries,
};

const struct hw_cblas *hw_cblas_get(void)
{
    static struct hw_cblas cblas;
    static bool tried, found;
    void *address[ENTRY_COUNT];

    if (!tried) {
        tried = true;
        found = hw_cuda_host_library_open(&library, address);
        if (found)
            memcpy(&cblas, address, sizeof cblas);
    }
    return found ? &cblas : NULL;
}
