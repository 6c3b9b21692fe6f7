/* SPDX-License-Identifier: MIT */
/* See jit_footprint.h. */
#include "jit/compiler/jit_footprint.h"

#include "jit/compiler/jit_build.h"
#include "ops/lanes/lanes_slice.h"

struct look {
    LLVMTargetDataRef layout;
    struct hw_jit_footprint *use;
};

static bool note(const struct look *look, LLVMTypeRef type, uint64_t offset, unsigned *registers)
{
    const uint64_t reg = offset / sizeof(hw_lanes), within = offset % sizeof(hw_lanes);

    if (reg >= HW_SLICE_PAIR ||
        within + LLVMStoreSizeOfType(look->layout, type) > HW_JIT_SLICE_MAX * sizeof(uint32_t))
        return false;
    *registers |= 1u << reg;
    return true;
}

bool hw_jit_footprint_step(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t *offset)
{
    const LLVMValueRef index = LLVMGetNumIndices(address) == 1 ? LLVMGetOperand(address, 1) : NULL;

    if (!index || !LLVMIsAConstantInt(index))
        return false;
    *offset +=
        LLVMConstIntGetZExtValue(index) * LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address));
    return true;
}

/* What becomes of an address so far behind the argument. */
static bool follow(const struct look *look, LLVMValueRef address, uint64_t offset)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) {
            if (!note(look, LLVMTypeOf(user), offset, &look->use->loaded))
                return false;
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address &&
                   LLVMGetOperand(user, 0) != address) {
            if (!note(look, LLVMTypeOf(LLVMGetOperand(user, 0)), offset, &look->use->stored))
                return false;
        } else {
            uint64_t behind = offset;
            if (!LLVMIsAGetElementPtrInst(user) || !hw_jit_footprint_step(look->layout, user, &behind) ||
                !follow(look, user, behind))
                return false;
        }
    }
    return true;
}

bool hw_jit_footprint_of(LLVMValueRef wrapper, unsigned argument, struct hw_jit_footprint *use)
{
    const struct look look = {LLVMGetModuleDataLayout(LLVMGetGlobalParent(wrapper)), use};

    *use = (struct hw_jit_footprint){0};
    return follow(&look, LLVMGetParam(wrapper, argument), 0);
}
