/* SPDX-License-Identifier: MIT */
/* See jit_held_access.h. */
#include "jit/compiler/jit_held_access.h"

#include "jit/compiler/jit_access_wrappers.h"
#include "jit/compiler/jit_held.h"
#include "jit/compiler/jit_move.h"
#include "jit/compiler/jit_operands.h"
#include "jit/inline/inline_address.h"

/* The usual accesses: to a series of places or to one. */
enum { SERIES, SAME, USUAL };
static const size_t found_at[USUAL] = {[SERIES] = offsetof(struct hw_inline_address, contiguous),
                                       [SAME] = offsetof(struct hw_inline_address, broadcast)};

struct usual_access {
    uint32_t place; /* of the micro-operation */
    bool loads;
    LLVMValueRef data, low;        /* held words */
    LLVMBasicBlockRef move[USUAL]; /* what to do if it is one */
};

static LLVMValueRef load_found(const struct hw_jit_build *build, const struct usual_access *access,
                               unsigned usual)
{
    const LLVMValueRef at = hw_jit_address(build, hw_jit_held_place(build, access->place), found_at[usual]);

    return LLVMBuildLoad2(build->at, build->pointer, at, "");
}

/* Go on where what was found is moved; else here. */
static void test_found(struct hw_jit_build *build, const struct usual_access *access, unsigned usual)
{
    const LLVMBasicBlockRef not = hw_jit_block(build, "not");
    const LLVMValueRef nowhere = LLVMConstNull(build->pointer);

    LLVMBuildCondBr(build->at,
                    LLVMBuildICmp(build->at, LLVMIntNE, load_found(build, access, usual), nowhere, ""),
                    access->move[usual], not );
    LLVMPositionBuilderAtEnd(build->at, not );
}

static void test_all_found(struct hw_jit_build *build, const struct usual_access *access)
{
    test_found(build, access, SERIES);
    if (access->loads)
        test_found(build, access, SAME);
}

static void find(struct hw_jit_build *build, const struct usual_access *access)
{
    const LLVMValueRef wrapper = build->wrapper_of[access->place],
                       at = hw_jit_held_place(build, access->place);
    LLVMValueRef arguments[] = {build->warp, access->low, hw_jit_range(build, access->place)};
    const LLVMValueRef found =
        LLVMBuildCall2(build->at, LLVMGlobalGetValueType(wrapper), wrapper, arguments, 3, "");

    for (unsigned usual = 0; usual < USUAL; usual++)
        LLVMBuildStore(build->at, LLVMBuildExtractValue(build->at, found, usual, ""),
                       hw_jit_address(build, at, found_at[usual]));
}

void hw_jit_held_access(struct hw_jit_build *build, uint32_t place, LLVMBasicBlockRef on)
{
    const struct hw_jit_unit *unit = build->unit;
    const struct hw_jit_words words = hw_jit_held_words(build, place, 0);
    struct usual_access access = {.place = place,
                                  .loads = hw_mem_fast_loads(unit->function[place].family),
                                  .data = hw_jit_register(build, place, &words, hw_jit_data_of(unit, place)),
                                  .low = hw_jit_register(build, place, &words, hw_jit_base_of(unit, place)),
                                  .move = {hw_jit_block(build, "series")}};

    if (access.loads)
        access.move[SAME] = hw_jit_block(build, "same");
    if (hw_jit_is_repeated(build, place))
        test_all_found(build, &access);
    find(build, &access);
    test_all_found(build, &access);
    const LLVMBasicBlockRef other = LLVMGetInsertBlock(build->at);
    for (unsigned usual = 0; usual < USUAL; usual++) {
        if (!access.move[usual])
            continue;
        LLVMPositionBuilderAtEnd(build->at, access.move[usual]);
        const LLVMValueRef found = load_found(build, &access, usual);
        if (usual == SERIES)
            hw_jit_move_row(build, access.loads, found, access.data);
        else
            hw_jit_load_row(build, found, access.data);
        LLVMBuildBr(build->at, on);
    }
    LLVMPositionBuilderAtEnd(build->at, other);
}
