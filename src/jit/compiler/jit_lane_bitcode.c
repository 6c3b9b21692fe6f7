/* SPDX-License-Identifier: MIT */
/* The bitcode is made when the library is built (cmake/Jit.cmake), a module for each level of x86-64, and
 * becomes part of it as it is.  A kernel needs a few of the functions: only these are read. */
#include "jit/compiler/jit_lane_bitcode.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>

#include "jit/request/jit_lists.h"

/* HW_JIT_BITCODE is the folder of the modules. */
#define INCLUDE(level)                                             \
    __asm__(".section .rodata\n"                                   \
            ".balign 16\n"                                         \
            "hw_jit_bitcode_" #level ":\n"                         \
            ".incbin \"" HW_JIT_BITCODE "/lanes_" #level ".bc\"\n" \
            "hw_jit_bitcode_end_" #level ":\n"                     \
            ".byte 0\n"                                            \
            ".previous\n");                                        \
    extern const char hw_jit_bitcode_##level[], hw_jit_bitcode_end_##level[]
INCLUDE(base);
INCLUDE(v3);
INCLUDE(v4);

static const struct lanes_level {
    const char *begin, *end, *cpu;
} levels[] = {
    [HW_HOST_LEVEL_BASE] = {hw_jit_bitcode_base, hw_jit_bitcode_end_base, "x86-64"},
    [HW_HOST_LEVEL_V3] = {hw_jit_bitcode_v3, hw_jit_bitcode_end_v3, "x86-64-v3"},
    [HW_HOST_LEVEL_V4] = {hw_jit_bitcode_v4, hw_jit_bitcode_end_v4, "x86-64-v4"},
};

/* The lists are named alike at all levels. */
static const char *const lists[] = {
#define NAME(name, NAME) "hw_lanes_" #name "_slice",
    HW_JIT_LISTS(NAME)
#undef NAME
};

/* Of jit/inline. */
enum { EACH_TIME, ONCE, GIVEN, FINDS };
static const char *const finds[FINDS] = {"hw_inline_addresses", "hw_inline_addresses_once",
                                         "hw_inline_addresses_with_stride"};

LLVMModuleRef hw_jit_lanes_module(LLVMContextRef context, enum hw_host_level level)
{
    const size_t bytes = (size_t)(levels[level].end - levels[level].begin);
    const LLVMMemoryBufferRef bitcode =
        LLVMCreateMemoryBufferWithMemoryRange(levels[level].begin, bytes, "lanes", 1);
    LLVMModuleRef lanes = NULL;

    /* It owns the buffer then. */
    return LLVMGetBitcodeModuleInContext2(context, bitcode, &lanes) ? NULL : lanes;
}

/* Functions that are linked where they are called, and only there. */
static LLVMValueRef declare(LLVMModuleRef module, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    const LLVMValueRef declared = LLVMGetNamedFunction(module, name);

    LLVMSetLinkage(function, LLVMLinkOnceODRLinkage);
    return declared ? declared : LLVMAddFunction(module, name, LLVMGlobalGetValueType(function));
}

static LLVMValueRef in_list(LLVMModuleRef lanes, LLVMModuleRef module, const char *name, unsigned number)
{
    const LLVMValueRef list = LLVMGetNamedGlobal(lanes, name);
    const LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
    const LLVMValueRef found = all ? LLVMGetAggregateElement(all, number) : NULL;

    return found && LLVMIsAFunction(found) ? declare(module, found) : NULL;
}

LLVMValueRef hw_jit_lanes_function(LLVMModuleRef lanes, LLVMModuleRef module, struct hw_jit_function function)
{
    return in_list(lanes, module, lists[function.family], function.number);
}

LLVMValueRef hw_jit_lanes_find(LLVMModuleRef lanes, LLVMModuleRef module, unsigned number, bool once)
{
    return in_list(lanes, module, finds[once ? ONCE : EACH_TIME], number);
}

LLVMValueRef hw_jit_lanes_find_given(LLVMModuleRef lanes, LLVMModuleRef module, unsigned number)
{
    return in_list(lanes, module, finds[GIVEN], number);
}

LLVMValueRef hw_jit_lanes_test(LLVMModuleRef lanes, LLVMModuleRef module)
{
    const LLVMValueRef function = LLVMGetNamedFunction(lanes, "hw_lanes_cond_slice");

    return function ? declare(module, function) : NULL;
}

static void delete_lists(LLVMModuleRef lanes, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef list = LLVMGetNamedGlobal(lanes, names[i]);
        if (list)
            LLVMDeleteGlobal(list);
    }
}

bool hw_jit_lanes_link(LLVMModuleRef lanes, LLVMModuleRef module)
{
    const LLVMValueRef test = LLVMGetNamedFunction(lanes, "hw_lanes_cond_slice");

    if (test) /* where nobody calls it, too */
        LLVMSetLinkage(test, LLVMLinkOnceODRLinkage);
    delete_lists(lanes, lists, sizeof lists / sizeof *lists);
    delete_lists(lanes, finds, FINDS);
    return !LLVMLinkModules2(module, lanes);
}

const char *hw_jit_lanes_cpu(enum hw_host_level level)
{
    return levels[level].cpu;
}
