/* SPDX-License-Identifier: MIT */
/* See jit_options.h.  Numbers stand in the place of pointers (CUDA driver API, cuModuleLoadDataEx). */
#include "cuda/core/modules/jit_options.h"

#include "clock.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PREFER_PTX = 0 };    /* CU_JIT_FALLBACK_STRATEGY */
enum { HIGHEST_LEVEL = 4 }; /* of optimisation, which is the default */
enum { TARGETS_FROM = 10, TARGETS_UNTIL = 999 };

static void take(int option, void **value, struct hw_cuda_jit_options *jit)
{
    const unsigned number = (uintptr_t)*value & UINT32_MAX;

    switch (option) {
    case CU_JIT_MAX_REGISTERS: jit->wish.registers = number; break;
    case CU_JIT_THREADS_PER_BLOCK:
        jit->wish.threads = number;
        break; /* all of them: the answer is the same */
    case CU_JIT_WALL_TIME: jit->wall_time = value; break;
    case CU_JIT_OPTIMIZATION_LEVEL:
        jit->wish.optimization = number <= HIGHEST_LEVEL ? (int)number : -1;
        break;
    case CU_JIT_TARGET:
        jit->wish.target = number >= TARGETS_FROM && number <= TARGETS_UNTIL ? number : 0;
        break;
    case CU_JIT_TARGET_FROM_CUCONTEXT: jit->wish.target = 0; break;
    case CU_JIT_FALLBACK_STRATEGY: jit->wish.prefers_text = number == PREFER_PTX; break;
    case CU_JIT_GENERATE_DEBUG_INFO: jit->wish.debug_info = number; break;
    case CU_JIT_LOG_VERBOSE: jit->wish.verbose = number; break;
    case CU_JIT_GENERATE_LINE_INFO: jit->wish.lines = number; break;
    default: break;
    }
}

cudaError_t hw_cuda_jit_take(unsigned count, const int *options, void **values,
                             struct hw_cuda_jit_options *jit)
{
    *jit = (struct hw_cuda_jit_options){.wish = HW_CUDA_NO_WISH};
    jit->jit.wish = &jit->wish;
    jit->began = hw_nanoseconds();
    const cudaError_t result = hw_cuda_logs_take(count, options, values, &jit->logs);
    for (unsigned i = 0; result == cudaSuccess && i < count; i++)
        take(options[i], &values[i], jit);
    return result;
}

void hw_cuda_jit_time(const struct hw_cuda_jit_options *jit)
{
    if (!jit->wall_time)
        return;
    const float milliseconds = (float)(hw_nanoseconds() - jit->began) / 1e6f;
    memcpy(jit->wall_time, &milliseconds, sizeof milliseconds);
}

void hw_cuda_jit_tell(struct hw_cuda_jit_options *jit, const char *sentence)
{
    hw_cuda_jit_time(jit);
    if (*sentence || !jit->jit.said)
        hw_cuda_logs_tell(&jit->logs, sentence);
    else
        hw_cuda_logs_tell_both(&jit->logs, jit->jit.said, "");
    free(jit->jit.said);
    jit->jit.said = NULL;
}
