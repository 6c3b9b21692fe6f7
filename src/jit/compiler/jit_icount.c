/* SPDX-License-Identifier: MIT */
/* See jit_icount.h.
 *
 * Its values are the number of instructions since they were written back last, the number at which the path
 * has to stop, and the first instruction that is not counted.  LLVM makes them registers of the host. */
#include "jit/compiler/jit_icount.h"

#include "jit/compiler/jit_promote.h"

#define SLICE     offsetof(struct hw_warp, budget)
#define RUN_START offsetof(struct hw_warp, run_start)

static LLVMValueRef wide(const struct hw_jit_build *build, uint64_t value)
{
    return LLVMConstInt(build->i64, value, 0);
}

static LLVMValueRef load_wide(const struct hw_jit_build *build, LLVMValueRef at)
{
    return LLVMBuildLoad2(build->at, build->i64, at, "");
}

static LLVMValueRef lesser(const struct hw_jit_build *build, LLVMIntPredicate less, LLVMValueRef a,
                           LLVMValueRef b)
{
    return LLVMBuildSelect(build->at, LLVMBuildICmp(build->at, less, a, b, ""), a, b, "");
}

/* How many instructions the block may execute.  The launch says 0 where there is no limit; here that is more
 * than any block does, and still can be added to. */
static LLVMValueRef limit(const struct hw_jit_build *build)
{
    const LLVMValueRef most = wide(build, INT64_MAX / 2), none = wide(build, 0);
    const LLVMValueRef launch = LLVMBuildLoad2(
        build->at, build->pointer, hw_jit_address(build, build->in, offsetof(struct hw_block, launch)), "");
    const LLVMValueRef given =
        load_wide(build, hw_jit_address(build, launch, offsetof(struct hw_launch, limits.max_instructions)));

    return LLVMBuildSelect(build->at, LLVMBuildICmp(build->at, LLVMIntEQ, given, none, ""), most,
                           lesser(build, LLVMIntULT, given, most), "limit");
}

void hw_jit_icount_begin(struct hw_jit_build *build, LLVMValueRef program)
{
    const LLVMValueRef insn_of = LLVMBuildLoad2(
        build->at, build->pointer, hw_jit_address(build, program, offsetof(struct hw_program, insn_of)), "");
    build->insn_of = hw_jit_address(build, insn_of, build->unit->first * sizeof(uint32_t));
    build->limit = limit(build);
    if (!build->promotion)
        return;
    build->counted.done = LLVMBuildAlloca(build->at, build->i64, "done");
    build->counted.room = LLVMBuildAlloca(build->at, build->i64, "room");
    build->counted.from = LLVMBuildAlloca(build->at, build->i32, "from");
}

/* Add to a number of 64 bits in the block. */
static LLVMValueRef add(const struct hw_jit_build *build, size_t offset, LLVMValueRef more)
{
    const LLVMValueRef at = hw_jit_address(build, build->in, offset);
    const LLVMValueRef sum = LLVMBuildAdd(build->at, load_wide(build, at), more, "");

    LLVMBuildStore(build->at, sum, at);
    return sum;
}

static LLVMValueRef number_of_active(const struct hw_jit_build *build)
{
    return LLVMBuildZExt(build->at, hw_jit_intrinsic(build, "llvm.ctpop", hw_jit_active(build)), build->i64,
                         "");
}

/* Where the warp's turn, and where the block ends: what is left of the one, and what was done of the other.
 */
struct counted_now {
    LLVMValueRef budget, all;
};

/* Put a number of instructions into all that counts them. */
static struct counted_now put(const struct hw_jit_build *build, LLVMValueRef done)
{
    const LLVMValueRef few = LLVMBuildTrunc(build->at, done, build->i32, "");
    const LLVMValueRef budget = LLVMBuildSub(build->at, hw_jit_load(build, build->warp, SLICE), few, "");

    hw_jit_store(build, build->warp, SLICE, budget);
    const LLVMValueRef all = add(build, offsetof(struct hw_block, instructions), done);
    add(build, offsetof(struct hw_block, stats.warp_instructions), done);
    add(build, offsetof(struct hw_block, stats.thread_instructions),
        LLVMBuildMul(build->at, done, number_of_active(build), ""));
    return (struct counted_now){budget, all};
}

/* The number of a micro-operation's instruction; it may lie before the unit. */
static LLVMValueRef insn_of(const struct hw_jit_build *build, uint32_t index)
{
    const ptrdiff_t from_first = (int32_t)index;

    return hw_jit_load(build, build->insn_of, (size_t)(from_first * (ptrdiff_t)sizeof(uint32_t)));
}

/* The instructions from `from` on, less those from `next` on. */
static LLVMValueRef instructions(const struct hw_jit_build *build, LLVMValueRef from, LLVMValueRef next)
{
    return LLVMBuildZExt(build->at, LLVMBuildSub(build->at, next, from, ""), build->i64, "");
}

static LLVMValueRef count_promoted(const struct hw_jit_build *build, LLVMValueRef next)
{
    const LLVMValueRef from = LLVMBuildLoad2(build->at, build->i32, build->counted.from, "");
    const LLVMValueRef done =
        LLVMBuildAdd(build->at, load_wide(build, build->counted.done), instructions(build, from, next), "");

    LLVMBuildStore(build->at, next, build->counted.from);
    LLVMBuildStore(build->at, done, build->counted.done);
    return LLVMBuildICmp(build->at, LLVMIntSGE, done, load_wide(build, build->counted.room), "");
}

LLVMValueRef hw_jit_icount(const struct hw_jit_build *build, uint32_t index)
{
    const LLVMValueRef next = LLVMBuildAdd(build->at, insn_of(build, index), hw_jit_word(build, 1), "");

    if (hw_jit_is_promoted(build, index))
        return count_promoted(build, next);
    const LLVMValueRef from = hw_jit_load(build, build->warp, RUN_START);
    hw_jit_store(build, build->warp, RUN_START, next);
    const struct counted_now now = put(build, instructions(build, from, next));
    return LLVMBuildOr(build->at, LLVMBuildICmp(build->at, LLVMIntSLE, now.budget, hw_jit_word(build, 0), ""),
                       LLVMBuildICmp(build->at, LLVMIntUGT, now.all, build->limit, ""), "");
}

void hw_jit_icount_from(const struct hw_jit_build *build, uint32_t index, uint32_t target)
{
    const LLVMValueRef first = insn_of(build, target);

    if (hw_jit_is_promoted(build, index))
        LLVMBuildStore(build->at, first, build->counted.from);
    else
        hw_jit_store(build, build->warp, RUN_START, first);
}

void hw_jit_icount_take(const struct hw_jit_build *build)
{
    const LLVMValueRef budget =
        LLVMBuildSExt(build->at, hw_jit_load(build, build->warp, SLICE), build->i64, "");
    const LLVMValueRef all =
        load_wide(build, hw_jit_address(build, build->in, offsetof(struct hw_block, instructions)));
    const LLVMValueRef more =
        LLVMBuildAdd(build->at, LLVMBuildSub(build->at, build->limit, all, ""), wide(build, 1), "");

    LLVMBuildStore(build->at, wide(build, 0), build->counted.done);
    LLVMBuildStore(build->at, lesser(build, LLVMIntSLT, budget, more), build->counted.room);
    LLVMBuildStore(build->at, hw_jit_load(build, build->warp, RUN_START), build->counted.from);
}

void hw_jit_icount_put(const struct hw_jit_build *build)
{
    put(build, load_wide(build, build->counted.done));
    hw_jit_store(build, build->warp, RUN_START,
                 LLVMBuildLoad2(build->at, build->i32, build->counted.from, ""));
}
