/* SPDX-License-Identifier: MIT */
/* See jit_compile.h: read the lane functions and wrap them (jit_wrappers.c), build the control flow
 * (jit_flow.c), and optimize (jit_optimize.c). */
#include "jit/compiler/jit_compile.h"

#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Target.h>

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_inline_forward.h"
#include "jit/compiler/jit_debug_lines.h"
#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_promote.h"
#include "jit/compiler/jit_lane_bitcode.h"
#include "jit/compiler/jit_canonical_nan.h"
#include "jit/compiler/jit_optimize.h"
#include "jit/compiler/jit_stateless.h"
#include "jit/compiler/jit_ternary.h"
#include "jit/compiler/jit_statistics.h"
#include "jit/request/jit_protocol.h"

#define TRIPLE "x86_64-pc-linux-gnu"

/* A machine for a level of x86-64; NULL: LLVM has no x86. */
static LLVMTargetMachineRef make_machine(enum hw_host_level level, bool is_baseline)
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
    return LLVMCreateTargetMachine(target, TRIPLE, hw_jit_lanes_cpu(level), "",
                                   is_baseline ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                   LLVMCodeModelSmall);
}

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

/* The path of a file to dump; false: nobody wants it. */
static bool dump_path(char path[4096], const char *name, const char *extension)
{
    const char *folder = getenv("HALFWARP_JIT_DUMP");

    return folder && snprintf(path, 4096, "%s/%s.%s", folder, name, extension) < 4096;
}

static void dump_text(const struct hw_jit_build *build, const char *name)
{
    char path[4096], *message = NULL;

    if (dump_path(path, name, "ll") && LLVMPrintModuleToFile(build->module, path, &message))
        LLVMDisposeMessage(message); /* the folder is not there */
}

static void dump_object(LLVMMemoryBufferRef object, const char *name)
{
    char path[4096];
    FILE *file = dump_path(path, name, "o") ? fopen(path, "wb") : NULL;

    if (!file)
        return;
    fwrite(LLVMGetBufferStart(object), 1, LLVMGetBufferSize(object), file);
    fclose(file);
}

/* The program as an object file; NULL with the error told. */
static LLVMMemoryBufferRef make_object(struct hw_jit_build *build, struct hw_jit_unit *unit,
                                       LLVMTargetMachineRef machine, const char *name, struct hw_error *error)
{
    LLVMMemoryBufferRef object = NULL;
    char *message = NULL;

    if (!hw_jit_wrap(build, unit, machine)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot simplify the lane functions");
        return NULL;
    }
    hw_jit_lines_begin(build);
    build->kernel = LLVMAddFunction(build->module, HW_JIT_FUNCTION, build->wrapper);
    hw_jit_for_target(build, build->kernel);
    hw_jit_lines_of(build, build->kernel);
    hw_jit_flow(build);
    if (build->flushes_all)
        hw_jit_ftz_around(build, build->kernel);
    hw_jit_stateless_add(build);
    hw_jit_lines_end(build);
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_FLOW);
    const bool optimized =
        hw_jit_optimize(build->module, machine, hw_jit_promotes(build) && unit->count <= HW_JIT_SHORT);
    hw_jit_canonical_nan_pass(build->module);
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_OPTIMIZE);
    dump_text(build, name);
    build->statistics->optimized = hw_jit_size_of(build->kernel);
    if (!optimized ||
        LLVMTargetMachineEmitToMemoryBuffer(machine, build->module, LLVMObjectFile, &message, &object)) {
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM cannot compile the kernel: %s",
                message ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_EMIT);
    hw_jit_statistics_tell(build->statistics, build, name, LLVMGetBufferSize(object));
    dump_object(object, name);
    return object;
}

static LLVMMemoryBufferRef make(struct hw_jit_request *request, const char *name, struct hw_error *error)
{
    struct hw_jit_statistics statistics;
    struct hw_jit_build build = {.unit = &request->unit,
                                 .lanes = request->lanes,
                                 .level = request->level,
                                 .slice_lanes =
                                     request->level == HW_HOST_LEVEL_V4 ? HW_SLICE_LANES_V4 : HW_SLICE_LANES,
                                 .statistics = &statistics,
                                 .has_lines = request->has_lines,
                                 .context = LLVMContextCreate()};
    const LLVMTargetMachineRef machine = make_machine(request->level, request->is_baseline);
    const uint32_t count = request->unit.count;
    LLVMMemoryBufferRef object = NULL;

    hw_jit_statistics_begin(&statistics);
    build.at = LLVMCreateBuilderInContext(build.context);
    build.module = LLVMModuleCreateWithNameInContext(name, build.context);
    build.wrapper_of = calloc(count, sizeof *build.wrapper_of);
    build.block = calloc(count, sizeof *build.block);
    build.entry_block = calloc(count, sizeof *build.entry_block);
    make_types(&build);
    hw_jit_ftz_all(&build, &request->unit);
    hw_jit_stateless_select(&build);
    if (machine && build.wrapper_of && build.block && build.entry_block && hw_jit_available_begin(&build) &&
        hw_jit_promote_select(&build) && hw_jit_ftz_choose(&build, &request->unit))
        object = make_object(&build, &request->unit, machine, name, error);
    else
        hw_fail(error, HW_ERR_UNSUPPORTED, "jit", "LLVM has no x86-64, or there is no memory");
    hw_jit_ftz_free(&build);
    hw_jit_promote_free(&build);
    hw_jit_available_free(&build);
    free(build.entry_block);
    free(build.block);
    free(build.wrapper_of);
    LLVMDisposeTargetMachine(machine);
    LLVMDisposeBuilder(build.at);
    LLVMDisposeModule(build.module);
    LLVMContextDispose(build.context);
    return object;
}

/* For the level that is asked for, but at most this one. */
static LLVMMemoryBufferRef make_for(enum hw_host_level most, const struct hw_jit_asked *asked,
                                    struct hw_error *error)
{
    struct hw_jit_request request;
    LLVMMemoryBufferRef object = NULL;

    if (hw_jit_request_read(&request, asked->bytes, asked->size, error) == HW_OK) {
        if (request.level > most)
            request.level = most;
        object = make(&request, asked->name, error);
    }
    hw_jit_unit_clear(&request.unit);
    return object;
}

/* Each level has the same results, and nothing that another one has not. */
LLVMMemoryBufferRef hw_jit_make_object(const struct hw_jit_asked *asked, struct hw_error *error)
{
    const LLVMMemoryBufferRef object = make_for(HW_HOST_LEVEL_V4, asked, error);

    if (!object || !hw_jit_ternary_is_in(LLVMGetBufferStart(object), LLVMGetBufferSize(object)))
        return object;
    LLVMDisposeMemoryBuffer(object);
    return make_for(HW_HOST_LEVEL_V3, asked, error);
}
