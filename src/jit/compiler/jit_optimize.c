/* SPDX-License-Identifier: MIT */
/* See jit_optimize.h.  Loops are those over slices and the program's own; no pass for loops is worth its
 * time. */
#include "jit/compiler/jit_optimize.h"

#include "jit/compiler/jit_fold.h"

#include <stddef.h>

#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* What making machine code leaves out, and why.  None of it makes code slower that can be measured. */
void hw_jit_set_options(void)
{
    static const char *const options[] = {
        "halfwarp-jit",
        /* It gives each register of a loop over slices an address of its own: a fifth of the time. */
        "-disable-lsr",
        /* What surrounds the loops, tests and calls, goes a shorter way than vectors do: a fifth. */
        "-fast-isel",
        /* The processor finds the order itself, and predicates are words: a twentieth. */
        "-enable-misched=false",
        "-disable-x86-domain-reassignment",
        /* What they look for is not there: an operation's code is as simple as it gets, loops are four rounds
         * long.  Common subexpressions and sinking do gain something: 6 % of Black-Scholes. */
        "-disable-machine-licm",
        /* Likewise, of less work. */
        "-disable-early-taildup",
        "-x86-cmov-converter=false",
        "-x86-machine-combiner=false",
        "-disable-ssc",
        "-fixup-byte-word-insts=0",
    };

    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, "");
}

static bool run(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *passes)
{
    const LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    const LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);

    LLVMDisposePassBuilderOptions(options);
    if (error)
        LLVMConsumeError(error);
    return !error;
}

#define COMBINE "instcombine<no-verify-fixpoint>"

/* Loops over a slice's lanes that the bitcode still has are those in which, before all was known, results
 * might have met operands in memory.  What they keep there is a value only when nothing is left of the loop.
 */
bool hw_jit_simplify(LLVMModuleRef module, LLVMTargetMachineRef machine)
{
    const bool simplified = run(module, machine,
                                "globaldce,always-inline,globaldce,"
                                "function(sroa,early-cse<memssa>," COMBINE
                                ",simplifycfg,loop-vectorize,sroa," COMBINE ",simplifycfg,sroa)");

    hw_jit_fold_loads(module);
    return simplified && run(module, machine, "function(" COMBINE ",simplifycfg)");
}

/* What a slice's registers hold is known where wrappers are copied (jit_inline_forward.h).  What looks for
 * it, or for what a wrapper that is part of the code need not do, takes half of the time and finds next to
 * nothing; except in loops with promoted registers, where predicates are put together from slices' bits over
 * and over. */
bool hw_jit_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, bool combine)
{
    if (!run(module, machine, "globaldce,always-inline"))
        return false;
    hw_jit_fold_loads(module); /* literals: a product with 1 or 4 is no product */
    return run(module, machine,
               combine ? "function(sroa,early-cse," COMBINE ",simplifycfg),globaldce"
                       : "function(sroa,early-cse,simplifycfg),globaldce");
}
