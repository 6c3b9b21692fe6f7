/* SPDX-License-Identifier: MIT */
/* Machine code in memory: object files of one function become callable. */
#ifndef HW_JIT_JIT_LOAD_H
#define HW_JIT_JIT_LOAD_H

#include <llvm-c/Orc.h>
#include <llvm-c/TargetMachine.h>

#include <halfwarp/status.h>

#include "engine/compiler.h"

/* A machine for a level of x86-64; NULL: LLVM has no x86. */
LLVMTargetMachineRef hw_jit_machine(enum hw_alu_build level);

/* The function of an object file, which becomes the loader's; `tracker` frees it. */
hw_status hw_jit_load_object(const struct hw_compiler_source *source, LLVMMemoryBufferRef object,
                             const char *name, LLVMOrcResourceTrackerRef *tracker,
                             void (**function)(struct hw_warp *), struct hw_error *error);

/* Free what was loaded. */
void hw_jit_unload(LLVMOrcResourceTrackerRef tracker);

#endif
