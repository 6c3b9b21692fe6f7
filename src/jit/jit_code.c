/* SPDX-License-Identifier: MIT */
/* From a program to code that runs.  Look at it (jit_shape.c); what has the same key (jit_key.c) has the same
 * code, which this process may have loaded (jit_kept.c), or another one may have left in the cache
 * (jit_file.c); else it is compiled (jit_compile.c).  Then it is loaded (jit_load.c). */
#include "engine/compiler.h"

#include <halfwarp/version.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

#include "jit/compiler/jit_compile.h"
#include "jit/jit_file.h"
#include "jit/jit_kept.h"
#include "jit/jit_load.h"

#define LARGEST_PROGRAM 4096u /* micro-operations; larger ones take LLVM seconds */

/* What hw_compiler.compile gives. */
struct code {
    struct hw_jit_kept kept; /* its first member */
    struct hw_compiled seen; /* by the engine */
    LLVMOrcResourceTrackerRef tracker;
    uint8_t entry[];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hw_jit_folder folder;

/* --- making one --- */

static struct code *prepare(const struct hw_compiler_source *source, const struct hw_jit_shape *shape)
{
    const uint32_t count = source->program->uop_count;
    struct code *code = malloc(sizeof *code + count);

    if (!code || !hw_jit_key_make(&code->kept.key, source, shape)) {
        free(code);
        return NULL;
    }
    memcpy(code->entry, shape->leader, count);
    code->seen.entry = code->entry;
    return code;
}

static void forget(struct code *code)
{
    hw_jit_key_clear(&code->kept.key);
    free(code);
}

/* Code that another process has left.  What cannot be loaded is compiled again. */
static bool load_found(struct code *code, const struct hw_compiler_source *source, const char *name)
{
    struct hw_jit_found found;

    if (hw_jit_dump_folder() || !hw_jit_file_find(&folder, &code->kept.key, &found))
        return false;
    const LLVMMemoryBufferRef object =
        LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)found.code, found.size, name);
    free(found.whole);
    return hw_jit_load_object(source, object, name, &code->tracker, &code->seen.run, NULL) == HW_OK;
}

static hw_status make(struct code *code, const struct hw_compiler_source *source, struct hw_jit_shape *shape,
                      struct hw_error *error)
{
    char name[HW_JIT_KEY_NAME];

    hw_jit_key_name(&code->kept.key, name);
    if (load_found(code, source, name))
        return HW_OK;
    const LLVMMemoryBufferRef object = hw_jit_compile(source, shape, name, error);
    if (!object)
        return HW_ERR_UNSUPPORTED;
    hw_jit_file_keep(&folder, &code->kept.key, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
    return hw_jit_load_object(source, object, name, &code->tracker, &code->seen.run, error);
}

/* --- what the engine calls --- */

static hw_status find_or_make(const struct hw_compiler_source *source, struct hw_jit_shape *shape,
                              struct hw_compiled **compiled, struct hw_error *error)
{
    struct code *own = prepare(source, shape);

    if (!own)
        return hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory for compiled code");
    struct code *code = (struct code *)hw_jit_kept_enter(&own->kept);
    if (code != own) {
        forget(own);
    } else {
        const hw_status status = make(own, source, shape, error);
        if (status != HW_OK) {
            hw_jit_kept_remove(&own->kept);
            forget(own);
            return status;
        }
        hw_jit_kept_made(&own->kept);
    }
    *compiled = &code->seen;
    return HW_OK;
}

static hw_status compile(const struct hw_compiler_source *source, struct hw_compiled **compiled,
                         struct hw_error *error)
{
    struct hw_jit_shape shape;
    const uint32_t count = source->program->uop_count;
    hw_status status;

    if (count > LARGEST_PROGRAM)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "jit",
                       "the kernel has %u micro-operations; at most %u are compiled", count, LARGEST_PROGRAM);
    if (hw_jit_shape_make(&shape, source))
        status = find_or_make(source, &shape, compiled, error);
    else
        status = hw_fail(error, HW_ERR_NO_MEMORY, "jit", "no memory to look at the kernel");
    hw_jit_shape_clear(&shape);
    return status;
}

static void release(struct hw_compiled *compiled)
{
    struct code *code = (struct code *)((char *)compiled - offsetof(struct code, seen));

    if (!hw_jit_kept_leave(&code->kept))
        return;
    hw_jit_unload(code->tracker);
    hw_jit_kept_remove(&code->kept);
    forget(code);
}

static void choose_folder(void)
{
    hw_jit_folder_choose(&folder);
}

const struct hw_compiler *hw_jit_compiler(void)
{
    static const struct hw_compiler compiler = {.version = HW_VERSION_STRING,
                                                .layout = HW_COMPILER_LAYOUT,
                                                .name =
                                                    "interpreter and compiler (LLVM " LLVM_VERSION_STRING ")",
                                                .compile = compile,
                                                .free = release};

    pthread_once(&once, choose_folder);
    return &compiler;
}
