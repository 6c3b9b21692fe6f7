/* SPDX-License-Identifier: MIT */
/* What lanes know of themselves, and what they do together. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"
#include "compiler/ir/ir_special.h"

static const char *const specials[HW_IR_SPECIAL_COUNT] = {
    [HW_IR_SPECIAL_TID_X] = "SR_TID.X",
    [HW_IR_SPECIAL_TID_Y] = "SR_TID.Y",
    [HW_IR_SPECIAL_TID_Z] = "SR_TID.Z",
    [HW_IR_SPECIAL_CTAID_X] = "SR_CTAID.X",
    [HW_IR_SPECIAL_CTAID_Y] = "SR_CTAID.Y",
    [HW_IR_SPECIAL_CTAID_Z] = "SR_CTAID.Z",
    [HW_IR_SPECIAL_LANEID] = "SR_LANEID",
    [HW_IR_SPECIAL_LANEMASK_EQ] = "SR_EQMASK",
    [HW_IR_SPECIAL_LANEMASK_LE] = "SR_LEMASK",
    [HW_IR_SPECIAL_LANEMASK_LT] = "SR_LTMASK",
    [HW_IR_SPECIAL_LANEMASK_GE] = "SR_GEMASK",
    [HW_IR_SPECIAL_LANEMASK_GT] = "SR_GTMASK",
    [HW_IR_SPECIAL_CLOCK] = "SR_CLOCKLO",
    [HW_IR_SPECIAL_CLOCK_HI] = "SR_CLOCKHI",
    [HW_IR_SPECIAL_GLOBALTIMER_LO] = "SR_GLOBALTIMERLO",
    [HW_IR_SPECIAL_GLOBALTIMER_HI] = "SR_GLOBALTIMERHI",
    [HW_IR_SPECIAL_TOTAL_SMEM_SIZE] = "SR_SMEMSZ",
};

static void read_special(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_mach_operand to = hw_select_of(s, hw_select_reg(s, &insn->result[0]));
    const char *name = insn->how.number < HW_IR_SPECIAL_COUNT ? specials[insn->how.number] : NULL;
    char text[64];

    if (!name) {
        hw_select_fail(s, "read that register");
        return;
    }
    snprintf(text, sizeof text, "S2R %%0, %s%s", name,
             insn->result[0].kind == HW_IR_KIND_64 ? "\nMOV %0', RZ" : "");
    hw_select_put(s, hw_arena_text(s->arena, text, strlen(text)), 1, 1, &to);
}

void hw_select_special(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    struct hw_mach_operand operand[2] = {hw_select_of(s, hw_select_reg(s, &insn->result[0])),
                                         {.kind = HW_MACH_OPERAND_CONSTANT}};

    if (hw_select_in_bank(s, &insn->result[0], &operand[1].bank, &operand[1].value))
        hw_select_put(s, "MOV %0, %1", 1, 2, operand);
    else
        read_special(s, insn);
}

void hw_select_clock(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_mach_operand to = hw_select_of(s, hw_select_reg(s, &insn->result[0]));

    if (insn->how.number == HW_IR_SPECIAL_CLOCK64)
        hw_select_put(s, "S2R %0, SR_CLOCKLO\nS2R %0', SR_CLOCKHI", 1, 1, &to)->stays = true;
    else if (insn->how.number == HW_IR_SPECIAL_GLOBALTIMER)
        hw_select_put(s, "S2R %0, SR_GLOBALTIMERLO\nS2R %0', SR_GLOBALTIMERHI", 1, 1, &to)->stays = true;
    else
        read_special(s, insn);
}

void hw_select_barrier(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const bool is_sync = hw_codegen_reads(s->target, "BAR.SYNC 0x0");
    uint64_t number;

    if (insn->results || insn->operands != 1 || !hw_ir_is_constant(insn->operand[0].value, &number)) {
        hw_select_fail(s, "do this");
        return;
    }
    const struct hw_mach_operand operand = hw_select_immediate(number, HW_IMMEDIATE_UNSIGNED);
    hw_select_put(s, is_sync ? "BAR.SYNC %0" : "BAR.RED.POPC RZ, %0, RZ, PT", 0, 1, &operand)->stays = true;
}

void hw_select_fence(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    static const char *const forms[] = {"MEMBAR.CTA", "MEMBAR.GL", "MEMBAR.SYS"};
    const struct hw_mach_operand none = {.kind = HW_MACH_OPERAND_NONE};

    hw_select_put(s, forms[insn->how.number < 3 ? insn->how.number : 2], 0, 0, &none)->stays = true;
}

void hw_select_vote(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    (void)insn;
    hw_select_fail(s, "do this");
}

void hw_select_shuffle(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    (void)insn;
    hw_select_fail(s, "do this");
}

/* --- generic addresses ------------------------------------------------------------------------------- */

static struct hw_mach_operand in_bank(uint32_t place)
{
    if (place == HW_NO_PLACE)
        return hw_select_fixed("RZ");
    return (struct hw_mach_operand){
        .kind = HW_MACH_OPERAND_CONSTANT, .bank = (uint8_t)(place >> 16), .value = place & 0xffff};
}

static const uint32_t *window_of(const struct hw_selection *s, unsigned space)
{
    return space == HW_IR_SPACE_SHARED  ? s->target->places->shared_window
           : space == HW_IR_SPACE_LOCAL ? s->target->places->local_window
                                        : NULL;
}

/* A window's address is added to one in it, or taken away; high words are the window's, or nothing. */
static void move_window(struct hw_selection *s, const struct hw_ir_insn *insn, bool is_added)
{
    const bool is_wide = insn->result[0].kind == HW_IR_KIND_64;
    const uint32_t *window = window_of(s, insn->how.space);
    const char *minus =
        hw_codegen_reads(s->target, "ISUB R0, R1, c[0x0][0x0]") ? "ISUB %0, %1, %2" : "IADD %0, %1, -%2";

    if (insn->how.space == HW_IR_SPACE_GLOBAL) {
        hw_select_copy(s, insn);
        return;
    }
    if (!window) {
        hw_select_fail(s, "do this");
        return;
    }
    const struct hw_mach_operand operand[] = {
        hw_select_of(s, hw_select_reg(s, &insn->result[0])), hw_select_operand(s, insn->operand[0].value),
        in_bank(window[0]), is_added ? in_bank(window[1]) : hw_select_fixed("RZ")};
    char text[64];
    snprintf(text, sizeof text, "%s%s", is_added ? "IADD %0, %1, %2" : minus, is_wide ? "\nMOV %0', %3" : "");
    hw_select_put(s, hw_arena_text(s->arena, text, strlen(text)), 1, 4, operand);
}

void hw_select_to_generic(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    move_window(s, insn, true);
}

void hw_select_from_generic(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    move_window(s, insn, false);
}

void hw_select_is_space(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    hw_select_fail(s, "do this");
    (void)insn;
}
