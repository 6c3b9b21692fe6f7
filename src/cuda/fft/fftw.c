/* SPDX-License-Identifier: MIT */
/* See fftw.h. */
#include "cuda/fft/fftw.h"

#include "cuda/core/host_library.h"
#include "cuda/fft/toolkit/cufft_version.h"

#define ENTRIES(prefix)                                                                                      \
    {                                                                                                        \
        prefix "plan_guru64_dft", prefix "plan_guru64_dft_r2c", prefix "plan_guru64_dft_c2r",                \
            prefix "execute_dft", prefix "execute_dft_r2c", prefix "execute_dft_c2r", prefix "destroy_plan", \
            NULL                                                                                             \
    }
enum { ENTRY_COUNT = 7 };

static const char *const single_entries[ENTRY_COUNT + 1] = ENTRIES("fftwf_");
static const char *const double_entries[ENTRY_COUNT + 1] = ENTRIES("fftw_");
_Static_assert(sizeof(struct hw_fftw) == ENTRY_COUNT * sizeof(void *), "a member for each entry");

static struct hw_fftw tables[2];

/* By whether numbers are double. */
static struct hw_cuda_host_library libraries[2] = {
    {.names = {"libfftw3f.so.3"},
     .package = "libfftw3-single3",
     .entry = single_entries,
     .table = &tables[0]},
    {.names = {"libfftw3.so.3"}, .package = "libfftw3-double3", .entry = double_entries, .table = &tables[1]},
};

/* Which of our libraries asks is the linker's to say. */
__attribute__((constructor)) static void name_ours(void)
{
    libraries[false].of = libraries[true].of = hw_fft_version.library;
}

const struct hw_fftw *hw_fftw_get(bool is_double)
{
    return hw_cuda_host_library_get(&libraries[is_double]);
}
