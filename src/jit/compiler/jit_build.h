/* SPDX-License-Identifier: MIT */
/* What is at hand while a program becomes a function of LLVM: types, values, blocks; and short names for the
 * few instructions that are written by hand.
 *
 * State stays where the interpreter has it: registers, predicates and lane masks in struct hw_warp.  Within a
 * segment a value which was just stored is not loaded again (jit_inline_forward.h); so nothing has to be
 * restored where the interpreter takes over, and a called function finds everything where it has to be. Small
 * loops promote registers themselves (jit_promote.h), and put them there. */
#ifndef HW_JIT_COMPILER_JIT_BUILD_H
#define HW_JIT_COMPILER_JIT_BUILD_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>

#include <stddef.h>
#include <string.h>

#include "jit/request/jit_request.h"
#include "machine/warp.h"
#include "ops/lanes/lanes_slice.h"

/* The most lanes that are done at once, and the most slices of a warp. */
#define HW_JIT_SLICE_MAX  HW_SLICE_LANES_V4
#define HW_JIT_SLICES_MAX (HW_LANES / HW_SLICE_LANES)

/* Micro-operations of a short program: it is compiled quickly, whatever is done for it. */
#define HW_JIT_SHORT 256u

/* Members of struct hw_warp and its first one, as offsets. */
#define HW_JIT_EXEC      offsetof(struct hw_regs, exec)
#define HW_JIT_PRED(p)   (offsetof(struct hw_regs, pred) + 4 * (size_t)(p))
#define HW_JIT_ACTIVE    offsetof(struct hw_warp, active)
#define HW_JIT_NEXT      offsetof(struct hw_warp, next)
#define HW_JIT_EVENT     offsetof(struct hw_warp, event)
#define HW_JIT_IS_NARROW offsetof(struct hw_warp, narrow)

/* The engine's function that the code calls by name. */
#define HW_JIT_GO "hw_warp_branch"

/* Where the words of a slice, which begins with `lane`, of register 0 are: in the warp, and in the code's own
 * promoted registers (jit_promote.h). */
struct hw_jit_words {
    LLVMValueRef warp, promoted;
    unsigned lane; /* known only where they are promoted */
};

#define HW_JIT_TARGET 4
struct hw_jit_promotion;
struct hw_jit_available;
struct hw_jit_statistics;
struct hw_jit_build {
    const struct hw_jit_unit *unit;
    enum hw_code_warps lanes;
    enum hw_host_level level;
    unsigned slice_lanes; /* that are done at once */
    struct hw_jit_statistics *statistics;
    bool has_lines;         /* instructions have debug locations (jit_debug_lines.h) */
    bool stateless;         /* there may be code for warps without a state (jit_stateless.h) ... */
    uint32_t stateless_end; /* ... and this is the index of its end */

    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef at;                      /* where instructions are added */
    LLVMAttributeRef target[HW_JIT_TARGET]; /* what functions are compiled for */
    LLVMDIBuilderRef debug;                 /* of lines, and the file of them */
    LLVMMetadataRef file;
    LLVMTypeRef i8, i32, i64, pointer, function, wrapper, test;

    LLVMValueRef *wrapper_of; /* by index: the function of what it does to one slice */
    LLVMValueRef literals;    /* a table of registers, the last pair of them zero */
    LLVMValueRef kernel;
    LLVMValueRef caller, access;            /* functions that calls and accesses share; NULL: not yet there */
    LLVMValueRef warp, in, uops, registers; /* pointers; `in`: the block; `uops`: the unit's first one */
    LLVMValueRef insn_of, limit; /* of jumps: the table of the unit; instructions that the block may do */
    struct {
        LLVMValueRef done, room, from;
    } counted;                          /* where registers are promoted (jit_icount.h) */
    LLVMValueRef fast_path, number;     /* of jit_access.c */
    LLVMValueRef slice, copy;           /* struct hw_regs of the slice at hand, and for calls */
    LLVMBasicBlockRef *block;           /* by index, of leaders */
    LLVMBasicBlockRef *entry_block;     /* of those in regions, from outside */
    struct hw_jit_promotion *promotion; /* NULL: no registers are promoted */
    bool flushes_all;                   /* the host flushes denormals for the whole program (jit_ftz.h) */
    bool *flushed;                      /* by index: it does in straight code */
    struct hw_jit_available *available; /* of the slice at hand (jit_inline_forward.h) */
    LLVMBasicBlockRef leave, moved;     /* return; find out where an event leads */
    LLVMValueRef behind;                /* in `moved`: the index behind the micro-operation that caused it */
};

static inline unsigned hw_jit_slices(const struct hw_jit_build *build)
{
    return HW_LANES / build->slice_lanes;
}

/* A slice of a register, and how rows are aligned. */
static inline unsigned hw_jit_slice_bytes(const struct hw_jit_build *build)
{
    return build->slice_lanes * (unsigned)sizeof(uint32_t);
}

/* All lanes of a slice, lowest first. */
static inline uint32_t hw_jit_slice_mask(const struct hw_jit_build *build)
{
    return (1u << build->slice_lanes) - 1;
}

static inline LLVMValueRef hw_jit_word(const struct hw_jit_build *build, uint32_t value)
{
    return LLVMConstInt(build->i32, value, 0);
}

static inline LLVMValueRef hw_jit_address(const struct hw_jit_build *build, LLVMValueRef base, size_t offset)
{
    LLVMValueRef bytes = LLVMConstInt(build->i64, offset, 0);

    return LLVMBuildGEP2(build->at, build->i8, base, &bytes, 1, "");
}

static inline LLVMValueRef hw_jit_load(const struct hw_jit_build *build, LLVMValueRef base, size_t offset)
{
    return LLVMBuildLoad2(build->at, build->i32, hw_jit_address(build, base, offset), "");
}

static inline void hw_jit_store(const struct hw_jit_build *build, LLVMValueRef base, size_t offset,
                                LLVMValueRef value)
{
    LLVMBuildStore(build->at, value, hw_jit_address(build, base, offset));
}

static inline LLVMBasicBlockRef hw_jit_block(const struct hw_jit_build *build, const char *name)
{
    return LLVMAppendBasicBlockInContext(build->context, build->kernel, name);
}

static inline LLVMValueRef hw_jit_uop(const struct hw_jit_build *build, uint32_t index)
{
    return hw_jit_address(build, build->uops, index * sizeof(struct hw_uop));
}

/* Whether two words are equal. */
static inline LLVMValueRef hw_jit_equal(const struct hw_jit_build *build, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(build->at, LLVMIntEQ, a, b, "");
}

/* What one of LLVM's functions that are named by the type of their argument gives: "llvm.ctpop". */
static inline LLVMValueRef hw_jit_intrinsic(const struct hw_jit_build *build, const char *name,
                                            LLVMValueRef argument)
{
    LLVMTypeRef type = LLVMTypeOf(argument);
    const LLVMValueRef function =
        LLVMGetIntrinsicDeclaration(build->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);

    return LLVMBuildCall2(build->at, LLVMGlobalGetValueType(function), function, &argument, 1, "");
}

/* The warp's lanes. */
static inline LLVMValueRef hw_jit_active(const struct hw_jit_build *build)
{
    return build->lanes == HW_CODE_FULL_WARPS ? hw_jit_word(build, ~0u)
                                              : hw_jit_load(build, build->warp, HW_JIT_ACTIVE);
}

/* The lanes of a slice, lowest first, that pass what a guard or a jump tests of a condition code. */
LLVMValueRef hw_jit_tested(const struct hw_jit_build *build, uint32_t index,
                           const struct hw_jit_words *words);

/* Of a predicate's word as a source: HW_PRED_NOT negates it; PT is true. */
LLVMValueRef hw_jit_negated(const struct hw_jit_build *build, unsigned number, LLVMValueRef word);

/* Copy predicates, a bit each, from one struct hw_regs to another. */
static inline void hw_jit_copy_predicates(const struct hw_jit_build *build, LLVMValueRef to,
                                          LLVMValueRef from, unsigned predicates)
{
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (predicates >> p & 1)
            hw_jit_store(build, to, HW_JIT_PRED(p), hw_jit_load(build, from, HW_JIT_PRED(p)));
}

/* jit_wrappers.c: the functions of operations, most of which are inlined; the largest become calls to the
 * engine's. */
bool hw_jit_wrap(struct hw_jit_build *build, struct hw_jit_unit *unit, LLVMTargetMachineRef machine);
/* jit_wrapper_call.c: call that of a micro-operation for build->slice. */
void hw_jit_call_wrapper(struct hw_jit_build *build, uint32_t index, const struct hw_jit_words *words);

/* jit_block_body.c: the micro-operations from `first` up to `end` for all slices. */
void hw_jit_block_body(struct hw_jit_build *build, uint32_t first, uint32_t end);

/* jit_access.c: an access of memory by the executing lanes. */
void hw_jit_access(struct hw_jit_build *build, uint32_t index);
/* The range that the micro-operation found last: hw_cached_range. */
LLVMValueRef hw_jit_range(const struct hw_jit_build *build, uint32_t index);
/* What accesses need everywhere. */
void hw_jit_prepare_accesses(struct hw_jit_build *build, LLVMValueRef program);

/* jit_flow.c: what code for slices needs of the warp that build->kernel is called with. */
void hw_jit_prepare_slices(struct hw_jit_build *build);

/* jit_flow.c: the code of a whole program, as the body of build->kernel. */
void hw_jit_flow(struct hw_jit_build *build);

#endif
