/* SPDX-License-Identifier: MIT */
/* See jit_shared_access.h.  The conditions are those of the interpreter's fast path (lanes_mem_usual.h): the
 * lanes' words lie one behind the other or, for loads, are one, and are aligned and in bounds.  That is some
 * twenty instructions, where a call of the function would take longer than the access. */
#include "jit/compiler/jit_shared_access.h"

#include "jit/compiler/jit_vector_memory.h"
#include "jit/compiler/jit_operands.h"

#define WORD 4u /* bytes */

/* No shared memory is larger, so an address that is in bounds does not wrap around behind the access. */
#define LARGEST_SHARED ((1u << 20) - 1)

/* Larger programs take long to compile as it is. */
#define UOPS_MAX 4096u

struct shared_access {
    bool loads;
    LLVMValueRef data, low; /* registers: what is moved, and the addresses */
    LLVMValueRef first;     /* the address that lane 0 has in its register */
};

bool hw_jit_is_shared_access(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    const struct hw_jit_function function = unit->function[index];

    return build->lanes == HW_CODE_FULL_WARPS && build->level != HW_HOST_LEVEL_BASE &&
           unit->count <= UOPS_MAX && function.number == HW_WIDTH_B32 &&
           (function.family == HW_MEM_FAST_LOAD_SHARED || function.family == HW_MEM_FAST_STORE_SHARED) &&
           unit->uop[index].mem.mask >= LARGEST_SHARED;
}

/* The distances of a slice's lanes from lane 0. */
static LLVMValueRef distances(const struct hw_jit_build *build, unsigned slice, unsigned step)
{
    LLVMValueRef distance[HW_JIT_SLICE_MAX];

    for (unsigned i = 0; i < build->slice_lanes; i++)
        distance[i] = hw_jit_word(build, (slice * build->slice_lanes + i) * step);
    return LLVMConstVector(distance, build->slice_lanes);
}

/* Whether all lanes' addresses lie `step` apart. */
static LLVMValueRef are_apart(const struct hw_jit_build *build, const struct shared_access *access,
                              unsigned step)
{
    const LLVMValueRef first = hw_jit_splat(build, access->first);
    const LLVMValueRef zeros = LLVMConstNull(LLVMTypeOf(first));
    LLVMValueRef off = zeros;

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++) {
        const LLVMValueRef address = hw_jit_load_slice(build, access->low, slice, hw_jit_slice_bytes(build)),
                           expected = LLVMBuildAdd(build->at, first, distances(build, slice, step), "");
        off = LLVMBuildOr(build->at, off, LLVMBuildXor(build->at, address, expected, ""), "");
    }
    const LLVMValueRef differs = LLVMBuildICmp(build->at, LLVMIntNE, off, zeros, "");
    const LLVMTypeRef bits = LLVMIntTypeInContext(build->context, build->slice_lanes);
    return LLVMBuildICmp(build->at, LLVMIntEQ, LLVMBuildBitCast(build->at, differs, bits, ""),
                         LLVMConstNull(bits), "");
}

/* Whether so many bytes from an address on are aligned and in the block's shared memory. */
static LLVMValueRef is_in_bounds(const struct hw_jit_build *build, LLVMValueRef address, unsigned bytes)
{
    const LLVMValueRef size = hw_jit_load(build, build->in, offsetof(struct hw_block, shared_bytes)),
                       less = LLVMBuildSub(build->at, size, hw_jit_word(build, bytes - 1), ""),
                       fits = LLVMBuildICmp(build->at, LLVMIntUGE, size, hw_jit_word(build, bytes), ""),
                       end = LLVMBuildSelect(build->at, fits, less, hw_jit_word(build, 0), "");
    const LLVMValueRef offset = LLVMBuildAnd(build->at, address, hw_jit_word(build, WORD - 1), "");

    return LLVMBuildAnd(build->at, LLVMBuildICmp(build->at, LLVMIntULT, address, end, ""),
                        hw_jit_equal(build, offset, hw_jit_word(build, 0)), "");
}

/* An access whose first two addresses lie `step` apart; `other`: where to go if the others do not. */
static void try(const struct hw_jit_build *build, uint32_t index, const struct shared_access *access,
                unsigned step, LLVMBasicBlockRef on, LLVMBasicBlockRef other)
{
    const struct hw_uop_memory *mem = &build->unit->uop[index].mem;
    const LLVMValueRef sum = LLVMBuildAdd(build->at, access->first, hw_jit_word(build, mem->offset), "");
    const LLVMValueRef address = LLVMBuildAnd(build->at, sum, hw_jit_word(build, mem->mask), "");
    const LLVMBasicBlockRef fast = hw_jit_block(build, "fast");

    LLVMBuildCondBr(build->at,
                    LLVMBuildAnd(build->at, are_apart(build, access, step),
                                 is_in_bounds(build, address, step * (HW_LANES - 1) + WORD), ""),
                    fast, other);
    LLVMPositionBuilderAtEnd(build->at, fast);
    const LLVMValueRef shared = LLVMBuildLoad2(
        build->at, build->pointer, hw_jit_address(build, build->in, offsetof(struct hw_block, shared)), "");
    LLVMValueRef offset = LLVMBuildZExt(build->at, address, build->i64, "");
    const LLVMValueRef at = LLVMBuildGEP2(build->at, build->i8, shared, &offset, 1, "");
    if (step)
        hw_jit_move_row(build, access->loads, at, access->data);
    else
        hw_jit_load_row(build, at, access->data);
    LLVMBuildBr(build->at, on);
}

/* Go to `to` where the first two addresses lie `step` apart; else here. */
static void where_apart(const struct hw_jit_build *build, LLVMValueRef distance, unsigned step,
                        LLVMBasicBlockRef to)
{
    const LLVMBasicBlockRef not = hw_jit_block(build, "not");

    LLVMBuildCondBr(build->at, hw_jit_equal(build, distance, hw_jit_word(build, step)), to, not );
    LLVMPositionBuilderAtEnd(build->at, not );
}

void hw_jit_shared_access(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef on)
{
    const struct hw_jit_unit *unit = build->unit;
    const LLVMBasicBlockRef series = hw_jit_block(build, "series"), same = hw_jit_block(build, "same"),
                            other = hw_jit_block(build, "other");
    const struct shared_access access = {
        .loads = hw_mem_fast_loads(unit->function[index].family),
        .data = hw_jit_address(build, build->registers, hw_jit_data_of(unit, index) * sizeof(hw_lanes)),
        .low = hw_jit_address(build, build->registers, hw_jit_base_of(unit, index) * sizeof(hw_lanes)),
        .first = hw_jit_load(build, build->registers, hw_jit_base_of(unit, index) * sizeof(hw_lanes))};
    const LLVMValueRef second = hw_jit_load(build, access.low, sizeof(uint32_t)),
                       distance = LLVMBuildSub(build->at, second, access.first, "");

    where_apart(build, distance, WORD, series);
    if (access.loads)
        where_apart(build, distance, 0, same);
    LLVMBuildBr(build->at, other);
    LLVMPositionBuilderAtEnd(build->at, series);
    try(build, index, &access, WORD, on, other);
    LLVMPositionBuilderAtEnd(build->at, same);
    if (access.loads)
        try(build, index, &access, 0, on, other);
    else
        LLVMBuildUnreachable(build->at);
    LLVMPositionBuilderAtEnd(build->at, other);
}
