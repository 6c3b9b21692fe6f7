/* SPDX-License-Identifier: MIT */
/* See jit_compile.h: read the lane functions and wrap them (jit_wrappers.c), build the control flow
 * (jit_flow.c), and optimize (jit_optimize.c). */
#include "jit/compiler/jit_compile.h"

#include <stdio.h>
#include <stdlib.h>

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_lanes.h"
#include "jit/jit_load.h"
#include "jit/compiler/jit_optimize.h"

static void make_types(struct hw_jit_build *build)
{
    build->i8 = LLVMInt8TypeInContext(build->context);
    build->i32 = LLVMInt32TypeInContext(build->context);
    build->i64 = LLVMInt64TypeInContext(build->context);
    build->pointer = LLVMPointerTypeInContext(build->context, 0);
    LLVMTypeRef two[] = {build->pointer, build->pointer};
    build->function = LLVMFunctionType(LLVMVoidTypeInContext(build->context), two, 2, 0);
    build->wrapper = LLVMFunctionType(LLVMVoidTypeInContext(build->context), two, 1, 0);
    build->test = LLVMFunctionType(build->i32, two, 1, 0);
}

const char *hw_jit_dump_folder(void)
{
    return getenv("HALFWARP_JIT_DUMP");
}

static void dump(const struct hw_jit_build *build, LLVMMemoryBufferRef object, const char *name)
{
    const char *folder = hw_jit_dump_folder();
    char path[4096];

    if (!folder || snprintf(path, sizeof path, "%s/%s.ll", folder, name) >= (int)sizeof path)
        return;
    LLVMPrintModuleToFile(build->module, path, NULL);
    snprintf(path, sizeof path, "%s/%s.o", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(LLVMGetBufferStart(object), 1, LLVMGetBufferSize(object), file);
    fclose(file);
}

/* The program as an object file; NULL with the error told. */
static LLVMMemoryBufferRef make_object(struct hw_jit_build *build, struct hw_jit_shape *shape,
                                       LLVMTargetMachineRef machine, const char *name, struct hw_error *error)
{
    LLVMMemoryBufferRef object = NULL;
    char *message = NULL;

    if (!hw_jit_wrap(build, shape, machine)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot simplify the lane functions");
        return NULL;
    }
    build->kernel = LLVMAddFunction(build->module, name, build->wrapper);
    hw_jit_for_target(build, build->kernel);
    hw_jit_flow(build);
    if (!hw_jit_optimize(build->module, machine) ||
        LLVMTargetMachineEmitToMemoryBuffer(machine, build->module, LLVMObjectFile, &message, &object)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot compile the kernel: %s",
                message ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
    dump(build, object, name);
    return object;
}

LLVMMemoryBufferRef hw_jit_compile(const struct hw_compiler_source *source, struct hw_jit_shape *shape,
                                   const char *name, struct hw_error *error)
{
    struct hw_jit_build build = {.shape = shape, .lanes = source->lanes, .context = LLVMContextCreate()};
    const LLVMTargetMachineRef machine = hw_jit_machine(source->arithmetic->build);
    const uint32_t count = source->program->uop_count;
    LLVMMemoryBufferRef object = NULL;

    build.at = LLVMCreateBuilderInContext(build.context);
    build.module = hw_jit_lanes_module(build.context, source->arithmetic->build);
    build.wrapper_of = calloc(count, sizeof *build.wrapper_of);
    build.block = calloc(count, sizeof *build.block);
    make_types(&build);
    if (machine && build.module && build.wrapper_of && build.block)
        object = make_object(&build, shape, machine, name, error);
    else
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM has no x86-64, or there is no memory");
    free(build.block);
    free(build.wrapper_of);
    LLVMDisposeTargetMachine(machine);
    LLVMDisposeBuilder(build.at);
    if (build.module)
        LLVMDisposeModule(build.module);
    LLVMContextDispose(build.context);
    return object;
}
