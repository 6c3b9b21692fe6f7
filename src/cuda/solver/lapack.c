/* SPDX-License-Identifier: MIT */
/* See lapack.h. */
#include "cuda/solver/lapack.h"

#include "cuda/core/host_library.h"
#include "cuda/math/number.h"

#define S(member, real, other, arguments) "s" real "_",
#define D(member, real, other, arguments) "d" real "_",
#define C(member, real, other, arguments) "c" other "_",
#define Z(member, real, other, arguments) "z" other "_",
static const char *const entries[] = {HW_LAPACK(S) HW_LAPACK(D) HW_LAPACK(C) HW_LAPACK(Z) NULL};
#undef S
#undef D
#undef C
#undef Z

static const int types[] = {HW_NUMBER_R32F, HW_NUMBER_R64F, HW_NUMBER_C32F, HW_NUMBER_C64F};
enum { TYPE_COUNT = sizeof types / sizeof *types, ENTRY_COUNT = sizeof entries / sizeof *entries - 1 };

static struct hw_lapack table[TYPE_COUNT];
_Static_assert(sizeof table == ENTRY_COUNT * sizeof(void *), "a member for each entry, in their order");

static struct hw_cuda_host_library library = {
    .of = "libcusolver.so",
    .names = {"libopenblas.so.0", "liblapack.so.3"},
    .package = "libopenblas0",
    .entry = entries,
    .table = table,
};

static int place(int type)
{
    int i = 0;

    while (i < TYPE_COUNT && types[i] != type)
        i++;
    return i;
}

int hw_lapack_takes(int type)
{
    return place(type) < TYPE_COUNT;
}

const struct hw_lapack *hw_lapack_get(int type)
{
    const struct hw_lapack *found = hw_cuda_host_library_get(&library);

    return found && hw_lapack_takes(type) ? found + place(type) : NULL;
}
