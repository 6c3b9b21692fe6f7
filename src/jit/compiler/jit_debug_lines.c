/* SPDX-License-Identifier: MIT */
/* See jit_debug_lines.h.  The builder keeps its location when it goes to another function for a while, so a
 * last pass gives each instruction one of the function that it is in. */
#include "jit/compiler/jit_debug_lines.h"

#include <llvm-c/DebugInfo.h>

#define FILE_NAME "micro-operations" /* nobody sees it: jit/symbols names the listing */
#define PRODUCER  "halfwarp"

/* The reader of line tables knows version 4 (module/line_program.h). */
static void set_versions(const struct hw_jit_build *build)
{
    static const char dwarf[] = "Dwarf Version", info[] = "Debug Info Version";

    LLVMAddModuleFlag(build->module, LLVMModuleFlagBehaviorWarning, dwarf, sizeof dwarf - 1,
                      LLVMValueAsMetadata(hw_jit_word(build, 4)));
    LLVMAddModuleFlag(build->module, LLVMModuleFlagBehaviorWarning, info, sizeof info - 1,
                      LLVMValueAsMetadata(hw_jit_word(build, LLVMDebugMetadataVersion())));
}

void hw_jit_lines_begin(struct hw_jit_build *build)
{
    if (!build->has_lines)
        return;
    set_versions(build);
    build->debug = LLVMCreateDIBuilder(build->module);
    build->file = LLVMDIBuilderCreateFile(build->debug, FILE_NAME, sizeof FILE_NAME - 1, "", 0);
    LLVMDIBuilderCreateCompileUnit(build->debug, LLVMDWARFSourceLanguageC, build->file, PRODUCER,
                                   sizeof PRODUCER - 1, 1, "", 0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly,
                                   0, 0, 0, "", 0, "", 0);
}

void hw_jit_lines_of(const struct hw_jit_build *build, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);

    if (!build->has_lines)
        return;
    const LLVMMetadataRef type =
        LLVMDIBuilderCreateSubroutineType(build->debug, build->file, NULL, 0, LLVMDIFlagZero);
    LLVMSetSubprogram(function,
                      LLVMDIBuilderCreateFunction(build->debug, build->file, name, length, "", 0, build->file,
                                                  0, type, 1, 1, 0, LLVMDIFlagZero, 1));
}

static void set_line(const struct hw_jit_build *build, unsigned line)
{
    if (!build->has_lines)
        return;
    const LLVMMetadataRef scope = LLVMGetSubprogram(LLVMGetBasicBlockParent(LLVMGetInsertBlock(build->at)));
    LLVMSetCurrentDebugLocation2(
        build->at, scope ? LLVMDIBuilderCreateDebugLocation(build->context, line, 0, scope, NULL) : NULL);
}

void hw_jit_lines_at(const struct hw_jit_build *build, uint32_t index)
{
    set_line(build, build->unit->first + index + 1);
}

void hw_jit_lines_at_none(const struct hw_jit_build *build)
{
    set_line(build, 0);
}

/* The location of an instruction in this function. */
static LLVMMetadataRef location_in(const struct hw_jit_build *build, LLVMMetadataRef location,
                                   LLVMMetadataRef function)
{
    if (!function)
        return NULL;
    return LLVMDIBuilderCreateDebugLocation(build->context, LLVMDILocationGetLine(location), 0, function,
                                            NULL);
}

static void correct_function(const struct hw_jit_build *build, LLVMValueRef function)
{
    const LLVMMetadataRef own = LLVMGetSubprogram(function);

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i);
            if (location && LLVMDILocationGetScope(location) != own)
                LLVMInstructionSetDebugLoc(i, location_in(build, location, own));
        }
}

void hw_jit_lines_end(struct hw_jit_build *build)
{
    if (!build->has_lines)
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f))
        correct_function(build, f);
    LLVMDIBuilderFinalize(build->debug);
    LLVMDisposeDIBuilder(build->debug);
}
