/* SPDX-License-Identifier: MIT */
/* See jit_promoted_access.h. */
#include "jit/compiler/jit_promoted_access.h"

#include "jit/compiler/jit_access_wrappers.h"
#include "jit/compiler/jit_promote.h"
#include "jit/compiler/jit_vector_memory.h"
#include "jit/compiler/jit_operands.h"
#include "jit/inline/inline_address.h"

/* The fast paths: contiguous words, or one for all lanes. */
enum { CONTIGUOUS, BROADCAST, FAST_PATHS };
static const size_t found_at[FAST_PATHS] = {[CONTIGUOUS] = offsetof(struct hw_inline_address, contiguous),
                                            [BROADCAST] = offsetof(struct hw_inline_address, broadcast)};

struct fast_access {
    uint32_t index; /* of the micro-operation */
    bool loads;
    LLVMValueRef data, low;             /* promoted words */
    LLVMBasicBlockRef move[FAST_PATHS]; /* what to do if it is one */
};

static LLVMValueRef load_found(const struct hw_jit_build *build, const struct fast_access *access,
                               unsigned path)
{
    const LLVMValueRef at =
        hw_jit_address(build, hw_jit_promoted_address(build, access->index), found_at[path]);

    return LLVMBuildLoad2(build->at, build->pointer, at, "");
}

/* Go on where what was found is moved; else here. */
static void test_found(struct hw_jit_build *build, const struct fast_access *access, unsigned path)
{
    const LLVMBasicBlockRef not = hw_jit_block(build, "not");
    const LLVMValueRef nowhere = LLVMConstNull(build->pointer);

    LLVMBuildCondBr(build->at,
                    LLVMBuildICmp(build->at, LLVMIntNE, load_found(build, access, path), nowhere, ""),
                    access->move[path], not );
    LLVMPositionBuilderAtEnd(build->at, not );
}

static void test_all_found(struct hw_jit_build *build, const struct fast_access *access)
{
    test_found(build, access, CONTIGUOUS);
    if (access->loads)
        test_found(build, access, BROADCAST);
}

static void find(struct hw_jit_build *build, const struct fast_access *access)
{
    const LLVMValueRef wrapper = build->wrapper_of[access->index],
                       at = hw_jit_promoted_address(build, access->index);
    LLVMValueRef arguments[] = {build->warp, access->low, hw_jit_range(build, access->index)};
    const LLVMValueRef found =
        LLVMBuildCall2(build->at, LLVMGlobalGetValueType(wrapper), wrapper, arguments, 3, "");

    for (unsigned path = 0; path < FAST_PATHS; path++)
        LLVMBuildStore(build->at, LLVMBuildExtractValue(build->at, found, path, ""),
                       hw_jit_address(build, at, found_at[path]));
}

void hw_jit_promoted_access(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef on)
{
    const struct hw_jit_unit *unit = build->unit;
    const struct hw_jit_words words = hw_jit_promoted_words(build, index, 0);
    struct fast_access access = {.index = index,
                                 .loads = hw_mem_fast_loads(unit->function[index].family),
                                 .data = hw_jit_register(build, index, &words, hw_jit_data_of(unit, index)),
                                 .low = hw_jit_register(build, index, &words, hw_jit_base_of(unit, index)),
                                 .move = {hw_jit_block(build, "series")}};

    if (access.loads)
        access.move[BROADCAST] = hw_jit_block(build, "same");
    if (hw_jit_is_repeated(build, index))
        test_all_found(build, &access);
    find(build, &access);
    test_all_found(build, &access);
    const LLVMBasicBlockRef other = LLVMGetInsertBlock(build->at);
    for (unsigned path = 0; path < FAST_PATHS; path++) {
        if (!access.move[path])
            continue;
        LLVMPositionBuilderAtEnd(build->at, access.move[path]);
        const LLVMValueRef found = load_found(build, &access, path);
        if (path == CONTIGUOUS)
            hw_jit_move_row(build, access.loads, found, access.data);
        else
            hw_jit_load_row(build, found, access.data);
        LLVMBuildBr(build->at, on);
    }
    LLVMPositionBuilderAtEnd(build->at, other);
}
