/* SPDX-License-Identifier: MIT */
/* See jit_load.h.
 *
 * One loader serves the process, by LLVM's ORC.  Code calls the engine's hw_warp_jump, whose address comes
 * with the program, and what jit_symbols.c lists. */
#include "jit/jit_load.h"

#include <pthread.h>

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_lanes.h"
#include "jit/jit_symbols.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static LLVMOrcLLJITRef loader; /* NULL: it could not be made */

#define TRIPLE "x86_64-pc-linux-gnu"

LLVMTargetMachineRef hw_jit_machine(enum hw_alu_build level)
{
    LLVMTargetRef target;
    char *message = NULL;

    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    if (LLVMGetTargetFromTriple(TRIPLE, &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, TRIPLE, hw_jit_lanes_cpu(level), "", LLVMCodeGenLevelDefault,
                                   LLVMRelocPIC, LLVMCodeModelSmall);
}

static void make_loader(void)
{
    const LLVMTargetMachineRef machine = hw_jit_machine(HW_BUILD_BASE);
    const LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();

    if (!machine)
        return;
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    const LLVMErrorRef error = LLVMOrcCreateLLJIT(&loader, builder);
    if (error) {
        LLVMConsumeError(error);
        loader = NULL;
    } else if (!hw_jit_define_symbols(loader)) {
        loader = NULL;
    }
}

static hw_status fail(LLVMErrorRef error, struct hw_error *told)
{
    char *message = LLVMGetErrorMessage(error);
    const hw_status status =
        hw_fail(told, HW_ERR_UNSUPPORTED, "jit", "compiled code cannot be loaded: %s", message);

    LLVMDisposeErrorMessage(message);
    return status;
}

hw_status hw_jit_load_object(const struct hw_compiler_source *source, LLVMMemoryBufferRef object,
                             const char *name, LLVMOrcResourceTrackerRef *tracker,
                             void (**function)(struct hw_warp *), struct hw_error *told)
{
    LLVMOrcExecutorAddress address;

    pthread_once(&once, make_loader);
    if (!loader)
        return hw_fail(told, HW_ERR_UNSUPPORTED, "jit", "LLVM's loader cannot be used");
    (void)hw_jit_define(loader, HW_JIT_JUMP, (const void *)source->jump); /* the first time */
    *tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(loader));
    LLVMErrorRef error = LLVMOrcLLJITAddObjectFileWithRT(loader, *tracker, object);
    if (!error)
        error = LLVMOrcLLJITLookup(loader, &address, name);
    if (error) {
        hw_jit_unload(*tracker);
        return fail(error, told);
    }
    *function = (void (*)(struct hw_warp *))(uintptr_t)address;
    return HW_OK;
}

void hw_jit_unload(LLVMOrcResourceTrackerRef tracker)
{
    const LLVMErrorRef error = LLVMOrcResourceTrackerRemove(tracker);

    if (error)
        LLVMConsumeError(error);
    LLVMOrcReleaseResourceTracker(tracker);
}
