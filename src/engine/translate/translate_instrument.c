/* SPDX-License-Identifier: MIT */
/* Instrumentation: micro-operations notify listeners of an instruction's issue, its accesses to memory, and
 * the registers that it writes.  Each is in the program only if a listener subscribes to it. */
#include "engine/translate/translate.h"
#include "isa/texture_effects.h"

#include <halfwarp/isa.h>

#include <stdlib.h>

static void add_written(struct hw_insn_event *told, unsigned kind, unsigned number, uint16_t reg)
{
    if (told->written_count == HW_EVENT_WRITES)
        return;
    told->written[told->written_count].kind = (uint8_t)kind;
    told->written[told->written_count].number = (uint8_t)number;
    told->written[told->written_count++].reg = reg;
}

static void add_registers(const struct hw_translator *t, struct hw_insn_event *told,
                          const struct hw_operand *d)
{
    unsigned words = d->bytes <= 4 ? 1 : d->bytes / 4u;

    if (t->view.op == HW_OP_TEX)
        words = (unsigned)__builtin_popcount(t->view.mod[HW_MOD_MASK] & 0xfu);
    for (unsigned i = 0; i < words && d->reg + i < t->launch->code.registers; i++)
        add_written(told, HW_OPERAND_REG, d->reg + i, (uint16_t)(d->reg + i));
}

static void add_uniform(const struct hw_translator *t, struct hw_insn_event *told, const struct hw_operand *d)
{
    for (unsigned i = 0; i < (d->bytes == 8 ? 2 : 1) && d->reg + i < t->kernel_abi->uniform_registers; i++)
        add_written(told, HW_OPERAND_UREG, d->reg + i,
                    (uint16_t)(t->program->numbering.uniform + d->reg + i));
}

static void add_predicate(struct hw_insn_event *told, unsigned kind, unsigned number)
{
    if (number != HW_PT)
        add_written(told, kind, number, HW_NO_REGISTER);
}

/* R2P writes those that its mask names; all of them if a register holds the mask. */
static void add_masked(const struct hw_semantics *view, struct hw_insn_event *told)
{
    const struct hw_operand *mask = &view->operand[view->operand_count - 1];
    const unsigned kind = view->operand[0].kind == HW_OPERAND_UREG ? HW_OPERAND_UPRED : HW_OPERAND_PRED;

    for (unsigned i = 0; i < HW_PT; i++)
        if (mask->kind != HW_OPERAND_IMM || mask->offset >> i & 1)
            add_predicate(told, kind, i);
}

/* A destination operand. */
static void add_destination(struct hw_translator *t, struct hw_insn_event *told, const struct hw_operand *d)
{
    switch (d->kind) {
    case HW_OPERAND_REG: add_registers(t, told, d); break;
    case HW_OPERAND_COND:
        add_written(told, HW_OPERAND_COND, d->reg, hw_cond_register(t, d->reg, false));
        break;
    case HW_OPERAND_ADDR:
        add_written(told, HW_OPERAND_ADDR, d->reg, hw_addr_register(t, d->reg, false));
        break;
    case HW_OPERAND_UREG: add_uniform(t, told, d); break;
    default: break;
    }
}

static void record_writes(struct hw_translator *t, struct hw_insn_event *told)
{
    const struct hw_semantics *view = &t->view;
    const unsigned written = hw_semantics_written(view);
    struct hw_semantics sized = *view;
    const bool unpacks = view->op == HW_OP_R2P;
    const int cond = unpacks && view->mod[HW_MOD_CC] ? 0 : view->cond_out;

    if (hw_is_flow(view->op) && !hw_barrier_writes(view))
        return;
    if (hw_operation_info(view->op)->space == HW_SPACE_TEXTURE)
        hw_texture_widths(&sized, written);
    for (unsigned i = 0; i < written && i < view->operand_count; i++)
        add_destination(t, told, &sized.operand[i]);
    for (unsigned i = 0; i < written && i < view->operand_count; i++)
        if (hw_operand_is_predicate(&view->operand[i]))
            add_predicate(told, view->operand[i].kind, view->operand[i].reg);
    if (unpacks && view->mod[HW_MOD_CC] != 1)
        add_masked(view, told);
    if (cond >= 0)
        add_written(told, HW_OPERAND_COND, (unsigned)cond, hw_cond_register(t, (unsigned)cond, false));
}

static struct hw_insn_event *told_of(struct hw_translator *t)
{
    return &t->program->insn_event[t->program->insn_count - 1];
}

static void record_event(struct hw_translator *t)
{
    const struct hw_insn *insn = &t->program->insn[t->program->insn_count - 1].insn;
    struct hw_insn_event *told = told_of(t);

    *told = (struct hw_insn_event){.op = t->view.op, .unit = hw_form_unit(insn->form)};
    hw_insn_effects(insn, &told->effects);
    record_writes(t, told);
}

void hw_instrument_before(struct hw_translator *t)
{
    if (!t->launch->listener_count)
        return;
    record_event(t);
    if (t->subscriptions.issues)
        hw_emit_guarded(t, hw_uop_notify_issue);
    if (t->subscriptions.writes && hw_is_flow(t->view.op) && !hw_barrier_writes(&t->view))
        hw_emit(t, hw_uop_notify_written);
}

void hw_instrument_after(struct hw_translator *t)
{
    if (t->subscriptions.writes && !hw_is_flow(t->view.op))
        hw_emit(t, hw_uop_notify_written);
}

void hw_instrument_result(struct hw_translator *t)
{
    if (t->subscriptions.writes)
        hw_emit(t, hw_uop_notify_written);
}

/* --- accesses --- */

static struct hw_program_access *add_access(struct hw_translator *t)
{
    struct hw_program *program = t->program;

    if (program->access_count == t->access_capacity) {
        const uint32_t wanted = t->access_capacity ? t->access_capacity * 2 : 64;
        struct hw_program_access *grown = realloc(program->access, wanted * sizeof *grown);
        if (!grown) {
            t->no_memory = true;
            return NULL;
        }
        program->access = grown;
        t->access_capacity = wanted;
    }
    return &program->access[program->access_count++];
}

/* Whether an operand's addresses have 64 bits in two registers. */
static bool is_wide(const struct hw_translator *t, const struct hw_operand *memory)
{
    return t->kernel_abi->wide_addresses &&
           (memory->kind == HW_OPERAND_GLOBAL || memory->kind == HW_OPERAND_GENERIC);
}

void hw_instrument_access(struct hw_translator *t, enum hw_access_kind kind, const struct hw_operand *memory,
                          const struct hw_address *address)
{
    if (!t->subscriptions.accesses)
        return;
    struct hw_program_access *access = add_access(t);
    if (!access)
        return;
    *access = (struct hw_program_access){.kind = (uint8_t)kind};
    if (memory) {
        access->space = memory->kind;
        access->index = (uint8_t)memory->space;
        access->bytes = (uint8_t)memory->bytes;
        access->wide = is_wide(t, memory);
        access->reg = address->reg;
        access->offset = address->offset;
        access->mask = address->mask;
    }
    hw_emit(t, hw_uop_notify_access)->event.access = t->program->access_count - 1;
}
