/* SPDX-License-Identifier: MIT */
/* The functions of cuRAND that give tables of Sobol's numbers. */
#include "cuda/core/cuda_core.h"
#include "cuda/rand/curand_call.h"
#include "cuda/rand/sobol_tables.h"

static curandStatus_t outcome(const void *table)
{
    return table ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors,
                                           curandDirectionVectorSet_t set)
{
    const bool scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;

    if (!vectors || (!scrambled && set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)) {
        LOCKED_CALL(CURAND_STATUS_OUT_OF_RANGE);
    }
    LOCKED_CALL(outcome(*vectors = hw_rand_sobol_vectors(32, scrambled)));
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors,
                                           curandDirectionVectorSet_t set)
{
    const bool scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;

    if (!vectors || (!scrambled && set != CURAND_DIRECTION_VECTORS_64_JOEKUO6)) {
        LOCKED_CALL(CURAND_STATUS_OUT_OF_RANGE);
    }
    LOCKED_CALL(outcome(*vectors = hw_rand_sobol_vectors(64, scrambled)));
}

curandStatus_t curandGetScrambleConstants32(unsigned **constants)
{
    if (!constants) {
        LOCKED_CALL(CURAND_STATUS_OUT_OF_RANGE);
    }
    LOCKED_CALL(outcome(*constants = hw_rand_sobol_constants(32)));
}

curandStatus_t curandGetScrambleConstants64(unsigned long long **constants)
{
    if (!constants) {
        LOCKED_CALL(CURAND_STATUS_OUT_OF_RANGE);
    }
    LOCKED_CALL(outcome(*constants = hw_rand_sobol_constants(64)));
}
