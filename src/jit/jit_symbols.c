/* SPDX-License-Identifier: MIT */
/* See jit_symbols.h.  The bitcode's lane functions leave some lanes to the scalar references of ops/scalar,
 * which this library has. */
#include "jit/jit_symbols.h"

#include <llvm-c/Error.h>

#include "ops/scalar/cond.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"
#include "ops/scalar/simd.h"
#include "ops/scalar/video.h"

#define SYMBOL(name)              \
    {                             \
#name, (const void *)name \
    }
static const struct symbol {
    const char *name;
    const void *address;
} symbols[] = {
    SYMBOL(hw_cond_truth),  SYMBOL(hw_convert_f2f),    SYMBOL(hw_convert_f2i), SYMBOL(hw_convert_i2f),
    SYMBOL(hw_convert_i2i), SYMBOL(hw_fp32_add),       SYMBOL(hw_fp32_fma),    SYMBOL(hw_fp32_fmad),
    SYMBOL(hw_fp32_mul),    SYMBOL(hw_fp32_quadop),    SYMBOL(hw_fp64_add),    SYMBOL(hw_fp64_fma),
    SYMBOL(hw_fp64_max),    SYMBOL(hw_fp64_min),       SYMBOL(hw_fp64_mul),    SYMBOL(hw_simd),
    SYMBOL(hw_video),       SYMBOL(hw_video_relation),
};

bool hw_jit_define(LLVMOrcLLJITRef loader, const char *name, const void *address)
{
    LLVMOrcCSymbolMapPair pair = {
        LLVMOrcLLJITMangleAndIntern(loader, name),
        {(LLVMOrcExecutorAddress)(uintptr_t)address,
         {.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable,
          .TargetFlags = 0}}};
    const LLVMOrcMaterializationUnitRef unit = LLVMOrcAbsoluteSymbols(&pair, 1);
    const LLVMErrorRef error = LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(loader), unit);

    if (error) { /* then the unit is still ours */
        LLVMConsumeError(error);
        LLVMOrcDisposeMaterializationUnit(unit);
    }
    return !error;
}

bool hw_jit_define_symbols(LLVMOrcLLJITRef loader)
{
    bool ok = true;

    for (unsigned i = 0; i < sizeof symbols / sizeof *symbols; i++)
        ok = hw_jit_define(loader, symbols[i].name, symbols[i].address) && ok;
    return ok;
}
