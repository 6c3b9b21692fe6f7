/* SPDX-License-Identifier: MIT */
/* Selects conversions of generic addresses, in which shared and local memory are windows. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"

static struct hw_mir_operand in_bank(uint32_t constant)
{
    if (constant == HW_NOT_IN_BANK)
        return hw_isel_fixed("RZ");
    return (struct hw_mir_operand){
        .kind = HW_MIR_OPERAND_CONSTANT, .bank = (uint8_t)(constant >> 16), .value = constant & 0xffff};
}

static const uint32_t *window_of(const struct hw_isel *s, unsigned space)
{
    return space == HW_IR_SPACE_SHARED  ? s->target->banks->shared_window
           : space == HW_IR_SPACE_LOCAL ? s->target->banks->local_window
                                        : NULL;
}

/* Constants are global memory at an address that the launch provides. */
static void add_constants(struct hw_isel *s, const struct hw_ir_insn *insn, bool is_added)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value),
                                             in_bank(s->target->banks->constants)};
    const char *minus = hw_codegen_accepts(s->target, "ISUB R0, R1, c[0x0][0x0]")
                            ? "ISUB %0.CC, %1, %2\nISUB.X %0', %1', %2'"
                            : "IADD %0.CC, %1, -%2\nIADD.X %0', %1', -%2'";

    hw_isel_emit(s, is_added ? "IADD %0.CC, %1, %2\nIADD.X %0', %1', %2'" : minus, 1, 3, operand);
}

/* Adds or subtracts a window's address; the high word becomes the window's, or 0. */
static void move_window(struct hw_isel *s, const struct hw_ir_insn *insn, bool is_added)
{
    const bool is_wide = insn->result[0].kind == HW_IR_KIND_64;
    const uint32_t *window = window_of(s, insn->how.space);
    const char *minus =
        hw_codegen_accepts(s->target, "ISUB R0, R1, c[0x0][0x0]") ? "ISUB %0, %1, %2" : "IADD %0, %1, -%2";

    if (insn->how.space == HW_IR_SPACE_GLOBAL) {
        hw_isel_copy(s, insn);
        return;
    }
    if (insn->how.space == HW_IR_SPACE_CONST) {
        if (s->target->banks->constants == HW_NOT_IN_BANK)
            hw_isel_fail(s, "convert addresses of constants (cvta.const), for its launches do not say where "
                            "they are");
        else if (!is_wide)
            hw_isel_fail(s, "convert addresses of constants in 32 bits (cvta.const)");
        else
            add_constants(s, insn, is_added);
        return;
    }
    if (!window) {
        hw_isel_fail(s, "do this");
        return;
    }
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value), in_bank(window[0]),
                                             is_added ? in_bank(window[1]) : hw_isel_fixed("RZ")};
    char text[64];
    snprintf(text, sizeof text, "%s%s", is_added ? "IADD %0, %1, %2" : minus, is_wide ? "\nMOV %0', %3" : "");
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 4, operand);
}

void hw_isel_to_generic(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    move_window(s, insn, true);
}

void hw_isel_from_generic(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    move_window(s, insn, false);
}

/* Whether the upper byte of the low word, and the high word, are the window's. */
static struct hw_mir_operand is_in_window(struct hw_isel *s, struct hw_mir_operand address,
                                          const uint32_t *window)
{
    const struct hw_mir_operand to = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1)),
                                word = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    const struct hw_mir_operand operand[] = {to, word, address, in_bank(window[0]), in_bank(window[1])};

    hw_isel_emit(s,
                 "LOP.XOR %1, %2, %3\nSHR.U32 %1, %1, 0x18\nISETP.EQ.U32.AND %0, PT, %1, RZ, "
                 "PT\nISETP.EQ.U32.AND %0, PT, %2', %4, %0",
                 2, 5, operand);
    return to;
}

/* Constants lie from their address on, as many as the module has; GF100's have no address. */
static struct hw_mir_operand is_in_constants(struct hw_isel *s, struct hw_mir_operand address)
{
    const uint64_t bytes = s->layout->bytes[HW_IR_SPACE_CONST];
    const struct hw_mir_operand to = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1));

    if (s->target->banks->constants == HW_NOT_IN_BANK || !bytes) {
        hw_isel_emit(s, "PSETP.AND.AND %0, PT, !PT, PT, PT", 1, 1, &to);
        return to;
    }
    const struct hw_mir_operand operand[] = {to, hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 2)),
                                             address, in_bank(s->target->banks->constants),
                                             hw_isel_immediate(bytes, HW_IMMEDIATE_UNSIGNED)};
    const char *minus = hw_codegen_accepts(s->target, "ISUB R0, R1, c[0x0][0x0]")
                            ? "ISUB %1.CC, %2, %3\nISUB.X %1', %2', %3'"
                            : "IADD %1.CC, %2, -%3\nIADD.X %1', %2', -%3'";
    char text[160];
    const int length = snprintf(text, sizeof text,
                                "%s\nISETP.EQ.U32.AND %%0, PT, %%1', RZ, PT\n"
                                "ISETP.LT.U32.AND %%0, PT, %%1, %%4, %%0",
                                minus);

    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 2, 5, operand)->early_clobber = 0xc;
    return to;
}

/* All that no window has. */
static void is_global(struct hw_isel *s, struct hw_mir_operand to, struct hw_mir_operand address,
                      bool is_wide)
{
    const struct hw_mir_operand operand[] = {to, is_in_window(s, address, window_of(s, HW_IR_SPACE_SHARED)),
                                             is_in_window(s, address, window_of(s, HW_IR_SPACE_LOCAL)),
                                             is_wide ? is_in_constants(s, address)
                                                     : (struct hw_mir_operand){.kind = HW_MIR_OPERAND_NONE}};

    hw_isel_emit(s,
                 is_wide ? "PSETP.AND.AND %0, PT, !%1, !%2, PT\nPSETP.AND.AND %0, PT, %0, !%3, PT"
                         : "PSETP.AND.AND %0, PT, !%1, !%2, PT",
                 1, is_wide ? 4 : 3, operand)
        ->early_clobber = is_wide ? 8 : 0;
}

void hw_isel_is_space(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]),
                                address = hw_isel_operand(s, insn->operand[0].value);
    const uint32_t *window = window_of(s, insn->how.space);
    const bool is_wide = insn->operand[0].value->kind == HW_IR_KIND_64;

    if (window) {
        const struct hw_mir_operand operand[] = {to, is_in_window(s, address, window)};
        hw_isel_emit(s, "PSETP.AND.AND %0, PT, %1, PT, PT", 1, 2, operand);
    } else if (insn->how.space == HW_IR_SPACE_GLOBAL)
        is_global(s, to, address, is_wide);
    else if (insn->how.space == HW_IR_SPACE_CONST && is_wide) {
        const struct hw_mir_operand operand[] = {to, is_in_constants(s, address)};
        hw_isel_emit(s, "PSETP.AND.AND %0, PT, %1, PT, PT", 1, 2, operand);
    } else
        hw_isel_fail(s, "do this");
}
