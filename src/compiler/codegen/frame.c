/* SPDX-License-Identifier: MIT */
/* Lays out the stack frame, and emits prologue and epilogue: see frame.h. */
#include "compiler/codegen/frame.h"

#include <stdio.h>
#include <string.h>

#define UNIT      16u /* that frames are multiples of */
#define REGISTERS 256u

const char hw_codegen_incoming[] = "LDL%3 %0, [%1+%2]",
           hw_codegen_incoming_far[] = "LDL %1, [%2+%4]\nLDL%3 %0, [%1+%5]";

/* --- what it needs ---------------------------------------------------------------------------------------
 */

static void look_at(struct hw_codegen_frame *frame, struct hw_arena *arena, const struct hw_ir_insn *insn,
                    uint32_t *results)
{
    if (insn->op == HW_IR_STACK) {
        frame->grows = true;
        if (insn->how.number == HW_IR_STACK_ALLOC && insn->how.bits > frame->align)
            frame->align = (uint32_t)insn->how.bits;
    }
    if (insn->op != HW_IR_CALL)
        return;
    const struct hw_codegen_call call = hw_codegen_call_of(arena, insn->how.extra);
    frame->arguments = call.bytes > frame->arguments ? call.bytes : frame->arguments;
    *results = call.result_bytes > *results ? call.result_bytes : *results;
}

struct hw_codegen_frame *hw_codegen_frame(const struct hw_ir_routine *routine,
                                          struct hw_codegen_layout *layout)
{
    const struct hw_ir_function *function = routine->function;
    struct hw_codegen_frame *frame = hw_arena_alloc(layout->arena, sizeof *frame);
    bool is_needed = !routine->is_kernel;
    uint32_t results = 0;

    *frame = (struct hw_codegen_frame){.is_called = !routine->is_kernel, .align = UNIT};
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            look_at(frame, layout->arena, insn, &results);
            is_needed |= insn->op == HW_IR_CALL || insn->op == HW_IR_STACK;
        }
    if (!is_needed)
        return NULL;
    if (frame->is_called)
        frame->own = hw_codegen_call_of(layout->arena, &routine->signature);
    frame->arguments = hw_codegen_round_up(frame->arguments, UNIT);
    frame->bottom = hw_codegen_round_up(frame->arguments + results, frame->align);
    layout->bytes[HW_IR_SPACE_LOCAL] = frame->bottom;
    return frame;
}

void hw_codegen_align_frame(struct hw_codegen_frame *frame, const struct hw_codegen_layout *layout)
{
    frame->align = layout->align[HW_IR_SPACE_LOCAL];
    frame->is_rounded = frame->align > HW_CALL_STACK_UNIT && (frame->is_called || frame->align > UNIT);
}

/* --- prologue and epilogue
 * ---------------------------------------------------------------------------------------
 */

struct closing {
    struct hw_isel *s;
    struct hw_mir_block *block;
    struct hw_mir_insn *next;
};

static void emit_insn(const struct closing *c, const char *template, ...)
    __attribute__((format(printf, 2, 3)));
static void emit_insn(const struct closing *c, const char *template, ...)
{
    char text[64];
    va_list list;

    va_start(list, template);
    const int length = vsnprintf(text, sizeof text, template, list);
    va_end(list);
    const struct hw_mir_insn insn = {.template = hw_arena_text(c->s->arena, text, (size_t)length),
                                     .has_side_effects = true};
    hw_mir_insn(c->s->to, c->block, c->next, &insn);
}

/* Registers that a caller wants as they were. */
static unsigned find_saved(const struct hw_isel *s, uint8_t saved[REGISTERS])
{
    const struct hw_mir_calling_convention convention = hw_codegen_calling_convention(true, false);
    bool is_written[REGISTERS + HW_MIR_WIDEST] = {false};
    unsigned count = 0;

    is_written[HW_CALL_FRAME] = s->frame->grows;
    for (uint32_t b = 0; b < s->to->block_count; b++)
        for (const struct hw_mir_insn *insn = s->to->block[b]->first; insn; insn = insn->next)
            for (unsigned i = 0; i < insn->written; i++) {
                const struct hw_mir_reg *reg = &s->to->reg[insn->operand[i].reg];
                if (hw_mir_is_reg(&insn->operand[i]) && reg->file == HW_MIR_FILE_GENERAL)
                    memset(is_written + reg->phys, 1, reg->words);
            }
    for (unsigned at = 0; at < REGISTERS; at++)
        if (is_written[at] && hw_mir_is_in(convention.callee_saved, at))
            saved[count++] = (uint8_t)at;
    return count;
}

struct frame_slots {
    uint8_t saved[REGISTERS];
    unsigned count;
    uint32_t at, old, bytes; /* of saved registers, of the old R1, of the frame */
};

static void emit_prologue(const struct closing *c, const struct frame_slots *slots)
{
    const struct hw_codegen_frame *frame = c->s->frame;
    const uint32_t stack = c->s->target->banks->stack;

    if (!frame->is_called)
        emit_insn(c, "MOV R1, c[0x%x][0x%x]", stack >> 16, stack & 0xffff);
    if (frame->is_rounded)
        emit_insn(c, "MOV R3, R1");
    if (slots->bytes)
        emit_insn(c, "IADD32I R1, R1, -0x%x", slots->bytes);
    if (frame->is_rounded) {
        emit_insn(c, "LOP32I.AND R1, R1, 0x%x", (unsigned)-frame->align);
        emit_insn(c, "STL [R1+0x%x], R3", slots->old);
    }
    for (unsigned i = 0; i < slots->count; i++)
        emit_insn(c, "STL [R1+0x%x], R%u", slots->at + 4 * i, slots->saved[i]);
    if (frame->grows)
        emit_insn(c, "MOV R2, R1");
}

/* R3 is free at the end. */
static void emit_epilogue(const struct closing *c, const struct frame_slots *slots)
{
    const struct hw_codegen_frame *frame = c->s->frame;
    const unsigned base = frame->grows ? HW_CALL_FRAME : HW_CALL_STACK;

    for (unsigned i = 0; i < slots->count; i++)
        emit_insn(c, "LDL R%u, [R%u+0x%x]", slots->saved[i] == base ? HW_CALL_SPARE : slots->saved[i], base,
                  slots->at + 4 * i);
    if (frame->is_rounded)
        emit_insn(c, "LDL R1, [R%u+0x%x]", base, slots->old);
    else if (slots->bytes || frame->grows)
        emit_insn(c, "IADD32I R1, R%u, 0x%x", base, slots->bytes);
    for (unsigned i = 0; i < slots->count; i++)
        if (slots->saved[i] == base)
            emit_insn(c, "MOV R2, R3");
}

static void find_incoming(const struct hw_isel *s, const struct frame_slots *slots)
{
    for (struct hw_mir_insn *insn = s->to->block[0]->first; insn; insn = insn->next) {
        if (insn->template == hw_codegen_incoming)
            insn->operand[2].value += slots->bytes;
        if (insn->template == hw_codegen_incoming_far)
            insn->operand[4].value = slots->old;
    }
}

uint32_t hw_codegen_insert_prologue(struct hw_isel *s, uint32_t bytes)
{
    struct frame_slots slots = {.at = hw_codegen_round_up(bytes, 4)};
    struct closing c = {.s = s, .block = s->to->block[0], .next = s->to->block[0]->first};

    if (s->frame->is_called)
        slots.count = find_saved(s, slots.saved);
    slots.old = slots.at + 4 * slots.count;
    slots.bytes = hw_codegen_round_up(slots.old + (s->frame->is_rounded ? 4 : 0), UNIT);
    find_incoming(s, &slots);
    emit_prologue(&c, &slots);
    for (uint32_t i = 0; i < s->to->block_count; i++) {
        c.block = s->to->block[i];
        c.next = c.block->last;
        if (c.next && c.next->template == hw_codegen_return)
            emit_epilogue(&c, &slots);
    }
    return slots.bytes + (s->frame->is_rounded ? s->frame->align : 0);
}
