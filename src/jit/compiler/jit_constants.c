/* SPDX-License-Identifier: MIT */
/* See jit_constants.h. */
#include "jit/compiler/jit_constants.h"

#include <stdlib.h>

#include "ops/lanes/lanes_slice.h"

LLVMValueRef hw_jit_constant(const struct hw_jit_build *build, const struct hw_uop *uop)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof *uop);
    const LLVMValueRef constant = LLVMAddGlobal(build->module, type, "uop");

    LLVMSetInitializer(constant,
                       LLVMConstStringInContext2(build->context, (const char *)uop, sizeof *uop, 1));
    LLVMSetGlobalConstant(constant, 1);
    LLVMSetLinkage(constant, LLVMPrivateLinkage);
    LLVMSetAlignment(constant, _Alignof(struct hw_uop));
    return constant;
}

LLVMValueRef hw_jit_constant_registers(const struct hw_jit_build *build, const uint32_t *word, uint32_t words)
{
    const uint32_t count = words + HW_SLICE_PAIR;
    const LLVMTypeRef row = LLVMArrayType2(build->i32, HW_LANES), type = LLVMArrayType2(row, count);
    LLVMValueRef *rows = malloc(count * sizeof *rows), lanes[HW_LANES];

    if (!rows)
        return NULL;
    for (uint32_t i = 0; i < words; i++) {
        for (unsigned l = 0; l < HW_LANES; l++)
            lanes[l] = hw_jit_word(build, word[i]);
        rows[i] = LLVMConstArray2(build->i32, lanes, HW_LANES);
    }
    for (uint32_t i = words; i < count; i++)
        rows[i] = LLVMConstNull(row);
    const LLVMValueRef table = LLVMAddGlobal(build->module, type, "constants");
    LLVMSetInitializer(table, LLVMConstArray2(row, rows, count));
    LLVMSetGlobalConstant(table, 1);
    LLVMSetLinkage(table, LLVMPrivateLinkage);
    LLVMSetAlignment(table, sizeof(hw_lanes));
    free(rows);
    return table;
}
