/* SPDX-License-Identifier: MIT */
/* From a program to code that runs, in five steps: look at it (jit_shape.c), read the lane functions and wrap
 * them (jit_wrappers.c), build the control flow (jit_flow.c), optimize (jit_optimize.c), and load (jit_load.c).
 *
 * Programs are compiled one at a time by any thread; each has an LLVM context of its own. */
#include "engine/compiler.h"

#include <halfwarp/version.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

#include "jit/jit_build.h"
#include "jit/jit_lanes.h"
#include "jit/jit_load.h"
#include "jit/jit_optimize.h"

#define LARGEST_PROGRAM 4096u /* micro-operations; larger ones take LLVM seconds */

/* What hw_compiler.compile gives; the engine sees the first member. */
struct compiled {
    struct hw_compiled seen;
    LLVMOrcResourceTrackerRef tracker;
    uint8_t entry[];
};

static void make_types(struct hw_jit_build *build)
{
    build->i8 = LLVMInt8TypeInContext(build->context);
    build->i32 = LLVMInt32TypeInContext(build->context);
    build->i64 = LLVMInt64TypeInContext(build->context);
    build->pointer = LLVMPointerTypeInContext(build->context, 0);
    LLVMTypeRef two[] = {build->pointer, build->pointer};
    build->function = LLVMFunctionType(LLVMVoidTypeInContext(build->context), two, 2, 0);
    build->wrapper = LLVMFunctionType(LLVMVoidTypeInContext(build->context), two, 1, 0);
}

/* For those who want to see it: the folder that HALFWARP_JIT_DUMP names gets LLVM's text and the object file. */
static void dump(const struct hw_jit_build *build, LLVMMemoryBufferRef object, const char *name)
{
    const char *folder = getenv("HALFWARP_JIT_DUMP");
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

    if (!hw_jit_wrap(build, shape)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot simplify the lane functions");
        return NULL;
    }
    build->kernel = LLVMAddFunction(build->module, name, build->wrapper);
    hw_jit_for_target(build, build->kernel);
    hw_jit_flow(build);
    if (!hw_jit_optimize(build->module, machine) ||
        LLVMTargetMachineEmitToMemoryBuffer(machine, build->module, LLVMObjectFile, &message, &object)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot compile the kernel: %s", message ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
    dump(build, object, name);
    return object;
}

static hw_status load(const struct hw_compiler_source *source, const struct hw_jit_shape *shape,
                      LLVMMemoryBufferRef object, const char *name, struct hw_compiled **made, struct hw_error *error)
{
    struct compiled *compiled = malloc(sizeof *compiled + shape->program->uop_count);

    if (!compiled) {
        LLVMDisposeMemoryBuffer(object);
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory for compiled code");
    }
    memcpy(compiled->entry, shape->leader, shape->program->uop_count);
    compiled->seen.entry = compiled->entry;
    const hw_status status =
        hw_jit_load_object(source, object, name, &compiled->tracker, &compiled->seen.run, error);
    if (status != HW_OK)
        free(compiled);
    else
        *made = &compiled->seen;
    return status;
}

static hw_status build_and_load(const struct hw_compiler_source *source, struct hw_jit_build *build,
                                struct hw_jit_shape *shape, struct hw_compiled **compiled, struct hw_error *error)
{
    static _Atomic unsigned number;
    const LLVMTargetMachineRef machine = hw_jit_machine(source->arithmetic->build);
    char name[32];

    snprintf(name, sizeof name, "hw_kernel_%u", atomic_fetch_add(&number, 1));
    if (!machine || !build->module || !build->wrapper_of || !build->block) {
        LLVMDisposeTargetMachine(machine);
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM has no x86-64, or there is no memory");
    }
    const LLVMMemoryBufferRef object = make_object(build, shape, machine, name, error);
    LLVMDisposeTargetMachine(machine);
    return object ? load(source, shape, object, name, compiled, error) : HW_ERR_UNSUPPORTED;
}

static hw_status compile(const struct hw_compiler_source *source, struct hw_compiled **compiled,
                         struct hw_error *error)
{
    struct hw_jit_shape shape;
    struct hw_jit_build build = {.shape = &shape, .lanes = source->lanes};
    const uint32_t count = source->program->uop_count;
    hw_status status;

    if (count > LARGEST_PROGRAM)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "the kernel has %u micro-operations; at most %u are compiled",
                       count, LARGEST_PROGRAM);
    if (!hw_jit_shape_make(&shape, source)) {
        hw_jit_shape_clear(&shape);
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory to look at the kernel");
    }
    build.context = LLVMContextCreate();
    build.at = LLVMCreateBuilderInContext(build.context);
    build.module = hw_jit_lanes_module(build.context, source->arithmetic->build);
    build.wrapper_of = calloc(count, sizeof *build.wrapper_of);
    build.block = calloc(count, sizeof *build.block);
    make_types(&build);
    status = build_and_load(source, &build, &shape, compiled, error);
    free(build.block);
    free(build.wrapper_of);
    LLVMDisposeBuilder(build.at);
    if (build.module)
        LLVMDisposeModule(build.module);
    LLVMContextDispose(build.context);
    hw_jit_shape_clear(&shape);
    return status;
}

static void release(struct hw_compiled *compiled)
{
    struct compiled *whole = (struct compiled *)compiled;

    hw_jit_unload(whole->tracker);
    free(whole);
}

const struct hw_compiler *hw_jit_compiler(void)
{
    static const struct hw_compiler compiler = {.version = HW_VERSION_STRING,
                                                .layout = HW_COMPILER_LAYOUT,
                                                .name = "interpreter and compiler (LLVM " LLVM_VERSION_STRING ")",
                                                .compile = compile,
                                                .free = release};

    return &compiler;
}
