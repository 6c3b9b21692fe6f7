/* SPDX-License-Identifier: MIT */
/* See jit_statistics.h. */
#include "jit/compiler/jit_statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Seconds of this thread's processor time: others may be at work. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void hw_jit_statistics_begin(struct hw_jit_statistics *statistics)
{
    *statistics = (struct hw_jit_statistics){.begin = now()};
}

void hw_jit_statistics_note(struct hw_jit_statistics *statistics, enum hw_jit_phase phase)
{
    const double end = now();

    statistics->phase[phase] += end - statistics->begin;
    statistics->begin = end;
}

static unsigned count_inlined(const struct hw_jit_unit *unit)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < unit->count; i++)
        count += unit->kind[i] == HW_JIT_KIND_INLINE;
    return count;
}

void hw_jit_statistics_tell(const struct hw_jit_statistics *statistics, const struct hw_jit_build *build,
                            const char *name, size_t bytes)
{
    const char *path = getenv("HALFWARP_JIT_TIMES");
    FILE *file = path ? fopen(path, "a") : NULL;
    double all = 0;

    if (!file)
        return;
    for (unsigned i = 0; i < HW_JIT_PHASES; i++)
        all += statistics->phase[i];
    fprintf(file,
            "%s %s: %u micro-operations, %u inlined; LLVM's instructions: %u inlined, %u in the end; %zu "
            "bytes; milliseconds: %.2f wrap, %.2f read, %.2f simplify, %.2f flow, %.2f optimize, %.2f emit, "
            "%.2f all\n",
            name, build->lanes == HW_CODE_FULL_WARPS ? "all" : "some", build->unit->count,
            count_inlined(build->unit), statistics->wrapped, statistics->optimized, bytes,
            statistics->phase[HW_JIT_PHASE_WRAP] * 1e3, statistics->phase[HW_JIT_PHASE_READ] * 1e3,
            statistics->phase[HW_JIT_PHASE_SIMPLIFY] * 1e3, statistics->phase[HW_JIT_PHASE_FLOW] * 1e3,
            statistics->phase[HW_JIT_PHASE_OPTIMIZE] * 1e3, statistics->phase[HW_JIT_PHASE_EMIT] * 1e3,
            all * 1e3);
    fclose(file);
}

unsigned hw_jit_size_of(LLVMValueRef function)
{
    unsigned size = 0;

    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            size++;
    return size;
}
