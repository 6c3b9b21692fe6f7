/* SPDX-License-Identifier: MIT */
/* Replaces operations by library calls: see legalise_libcalls.h. */
#include "compiler/codegen/legalise_libcalls.h"

#include <stdio.h>
#include <string.h>

#include "compiler/codegen/target_hooks.h"
#include "compiler/codegen/legalise.h"

#define MAX_NAME     64u
#define MAX_OPERANDS 4u

/* What no chip has, as PTX promises it. */
static bool is_common(const struct hw_codegen_target *target, const struct hw_ir_insn *insn)
{
    switch (insn->op) {
    case HW_IR_DIV:
    case HW_IR_REM:
        return !insn->how.approximate && !insn->how.full && !hw_codegen_family_legalises(target, insn);
    case HW_IR_RCP:
    case HW_IR_SQRT: return !insn->how.approximate;
    case HW_IR_RSQRT: return insn->how.type == HW_TYPE_F64 && !insn->how.ftz; /* exact to some last bits */
    default: return false;
    }
}

/* What chips before GF100 lack besides; their sums and products round to nearest and to zero. */
static bool is_of_family(const struct hw_ir_insn *insn)
{
    const bool is_single = insn->how.type == HW_TYPE_F32,
               is_seed = insn->how.type == HW_TYPE_F64 && insn->how.approximate && insn->how.ftz;

    switch (insn->op) {
    case HW_IR_DIV:
    case HW_IR_SQRT: return is_single && !insn->how.approximate && !insn->how.full;
    case HW_IR_RCP: return is_single ? !insn->how.approximate : is_seed;
    case HW_IR_RSQRT: return is_seed;
    case HW_IR_FMA: return is_single;
    case HW_IR_ADD:
    case HW_IR_SUB:
    case HW_IR_MUL: return is_single && (insn->how.round == HW_ROUND_RM || insn->how.round == HW_ROUND_RP);
    case HW_IR_PRMT:  /* by four bits a byte, */
    case HW_IR_BFIND: /* and not .shiftamt: hw_codegen_prepare leaves no other */
    case HW_IR_CLZ:
    case HW_IR_POPC:
    case HW_IR_BREV:
    case HW_IR_BFE:
    case HW_IR_BFI: return true;
    default: return false;
    }
}

static bool is_from(enum hw_codegen_library library, const struct hw_codegen_target *target,
                    const struct hw_ir_insn *insn)
{
    return library == HW_LIBCALL_FAMILY ? target->family->has_library && is_of_family(insn)
                                        : is_common(target, insn);
}

static void name_of(const struct hw_ir_insn *insn, bool ftz, char name[MAX_NAME])
{
    static const char *const types[] = {
        [HW_TYPE_U32] = "u32", [HW_TYPE_S32] = "s32", [HW_TYPE_U64] = "u64", [HW_TYPE_S64] = "s64",
        [HW_TYPE_F32] = "f32", [HW_TYPE_F64] = "f64", [HW_TYPE_B32] = "b32", [HW_TYPE_B64] = "b64"};
    static const char *const rounds[] = {"_rn", "_rm", "_rp", "_rz"};
    const unsigned type = insn->how.type;
    const bool is_float = type == HW_TYPE_F32 || type == HW_TYPE_F64;

    snprintf(name, MAX_NAME, "%s%s%s_%s", hw_ir_op_name((enum hw_ir_op)insn->op),
             !is_float               ? ""
             : insn->how.approximate ? "_approx"
                                     : rounds[insn->how.round & 3],
             ftz ? "_ftz" : "", type < sizeof types / sizeof types[0] && types[type] ? types[type] : "");
}

static const struct hw_ir_routine *find_function(const struct hw_ir_module *library, const char *name)
{
    for (size_t i = 0; i < library->routines; i++)
        if (library->routine[i]->function && strcmp(library->routine[i]->symbol->name, name) == 0)
            return library->routine[i];
    return NULL;
}

static const struct hw_ir_routine *function_for(const struct hw_ir_module *library,
                                                const struct hw_ir_insn *insn)
{
    char name[MAX_NAME];

    name_of(insn, insn->how.ftz, name);
    const struct hw_ir_routine *routine = find_function(library, name);
    if (routine || !insn->how.ftz)
        return routine;
    name_of(insn, false, name);
    return find_function(library, name);
}

/* The result of a library function is not saturated: that comes after the call. */
static struct hw_ir_value *saturate_after(struct hw_ir_function *function, struct hw_ir_insn *insn,
                                          struct hw_ir_value *value)
{
    const struct hw_ir_modifiers how = {
        .type = insn->how.type, .from = insn->how.type, .ftz = true, .sat = true};
    const struct hw_ir_made made = {.op = HW_IR_CONVERT,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &insn->result[0].kind,
                                    .operands = 1,
                                    .operand = &value};

    return &hw_ir_insn(function, insn->block, insn, &made)->result[0];
}

/* The same operands and the same result; the operation goes. */
static void emit_call(struct hw_ir_function *function, struct hw_ir_insn *insn,
                      const struct hw_ir_routine *routine)
{
    const struct hw_ir_modifiers how = {.symbol = routine->symbol, .extra = &routine->signature};
    struct hw_ir_value *operand[MAX_OPERANDS];
    const struct hw_ir_made made = {.op = HW_IR_CALL,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &insn->result[0].kind,
                                    .operands = insn->operands,
                                    .operand = operand};

    for (unsigned i = 0; i < insn->operands; i++)
        operand[i] = insn->operand[i].value;
    struct hw_ir_value *value = &hw_ir_insn(function, insn->block, insn, &made)->result[0];
    hw_ir_replace(&insn->result[0], insn->how.sat ? saturate_after(function, insn, value) : value);
    hw_ir_remove(insn);
}

/* Numbers of 16 bits are divided as words. */
static void widen(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    static const uint8_t word = HW_IR_KIND_32, half = HW_IR_KIND_16;
    const uint8_t type = insn->how.type, wide = type == HW_TYPE_S16 ? HW_TYPE_S32 : HW_TYPE_U32;
    const struct hw_ir_modifiers extends = {.type = wide, .from = type}, how = {.type = wide},
                                 cuts = {.type = type, .from = wide};
    struct hw_ir_value *operand[2];

    for (unsigned i = 0; i < 2; i++) {
        const struct hw_ir_made made = {.op = HW_IR_CONVERT,
                                        .how = &extends,
                                        .results = 1,
                                        .kind = &word,
                                        .operands = 1,
                                        .operand = &insn->operand[i].value};
        operand[i] = &hw_ir_insn(function, insn->block, insn, &made)->result[0];
    }
    const struct hw_ir_made made = {.op = (enum hw_ir_op)insn->op,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &word,
                                    .operands = 2,
                                    .operand = operand};
    struct hw_ir_value *value = &hw_ir_insn(function, insn->block, insn, &made)->result[0];
    const struct hw_ir_made cut = {
        .op = HW_IR_CONVERT, .how = &cuts, .results = 1, .kind = &half, .operands = 1, .operand = &value};
    hw_ir_replace(&insn->result[0], &hw_ir_insn(function, insn->block, insn, &cut)->result[0]);
    hw_ir_remove(insn);
}

static void widen_all(struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            hw_ir_set_location(function, insn);
            if ((insn->op == HW_IR_DIV || insn->op == HW_IR_REM) &&
                (insn->how.type == HW_TYPE_U16 || insn->how.type == HW_TYPE_S16))
                widen(function, insn);
        }
}

bool hw_codegen_needs_library(enum hw_codegen_library library, const struct hw_codegen_target *target,
                              const struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            if (is_from(library, target, insn))
                return true;
    return false;
}

bool hw_codegen_legalise_libcalls(enum hw_codegen_library library, const struct hw_codegen_target *target,
                                  struct hw_ir_function *function, const struct hw_ir_module *functions)
{
    bool changes = false;

    widen_all(function);
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            hw_ir_set_location(function, insn);
            const struct hw_ir_routine *routine =
                is_from(library, target, insn) ? function_for(functions, insn) : NULL;
            if (!routine || insn->operands > MAX_OPERANDS)
                continue;
            emit_call(function, insn, routine);
            changes = true;
        }
    hw_ir_set_location(function, NULL);
    return changes;
}
