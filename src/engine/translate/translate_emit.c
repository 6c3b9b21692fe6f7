/* SPDX-License-Identifier: MIT */
/* The emitter appends micro-ops, literals and jump targets to the program. */
#include "engine/translate/translate.h"

#include <stdlib.h>
#include <string.h>

/* Grow the array to hold one more element.  If there is no memory the translator is marked, and the old array
 * is returned. */
static void *with_capacity(struct hw_translator *t, void *array, uint32_t count, uint32_t *capacity,
                           size_t size)
{
    if (count < *capacity)
        return array;
    uint32_t wanted = *capacity ? *capacity * 2 : 256;
    void *grown = realloc(array, wanted * size);
    if (!grown) {
        t->no_memory = true;
        return array;
    }
    *capacity = wanted;
    return grown;
}

struct hw_uop *hw_emit(struct hw_translator *t, hw_uop_fn *fn)
{
    struct hw_program *program = t->program;
    uint32_t capacity = t->uop_capacity;
    struct hw_uop *uop = &t->scratch;

    program->uop = with_capacity(t, program->uop, program->uop_count, &t->uop_capacity, sizeof *program->uop);
    program->insn_of =
        with_capacity(t, program->insn_of, program->uop_count, &capacity, sizeof *program->insn_of);
    if (!t->no_memory) {
        program->insn_of[program->uop_count] = program->insn_count ? program->insn_count - 1 : 0;
        uop = &program->uop[program->uop_count++];
    }
    memset(uop, 0, sizeof *uop);
    uop->fn = uop->narrow = fn;
    uop->a = uop->b = uop->c = HW_NO_REGISTER;
    uop->p_out = uop->p_out2 = uop->p_in = HW_PT;
    return uop;
}

struct hw_uop *hw_emit_guarded(struct hw_translator *t, hw_uop_fn *fn)
{
    const struct hw_guard *guard = &t->view.guard;
    const unsigned test = t->view.mod[HW_MOD_TEST];
    struct hw_uop *uop = hw_emit(t, fn);

    if (guard->kind == HW_GUARD_PRED || guard->kind == HW_GUARD_UPRED) {
        const bool uniform = guard->kind == HW_GUARD_UPRED;
        uop->p_in =
            hw_predicate_code(&(struct hw_operand){.kind = uniform ? HW_OPERAND_UPRED : HW_OPERAND_PRED,
                                                   .reg = guard->reg,
                                                   .flags = guard->test ? HW_OPERAND_INV : 0});
    }
    if (guard->kind == HW_GUARD_COND) {
        uop->guard = (struct hw_uop_guard){hw_cond_register(t, guard->reg, false), guard->test, true};
    } else if (test != 0) {
        uop->guard = (struct hw_uop_guard){hw_cond_register(t, 0, false), (uint8_t)(test - 1), true};
    }
    return uop;
}

struct hw_uop *hw_emit_arithmetic(struct hw_translator *t, const struct hw_semantics *view)
{
    struct hw_uop *uop = hw_emit(t, NULL);

    uop->cond_out = uop->cond_in = HW_NO_REGISTER;
    hw_alu_select(view, t->table, t->traits, uop);
    return uop;
}

void hw_emit_move(struct hw_translator *t, uint16_t d, uint16_t a)
{
    struct hw_semantics move = {.op = HW_OP_MOV, .cond_out = -1, .operand_count = 2};
    move.operand[0] = move.operand[1] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4};
    move.mod[HW_MOD_TYPE] = HW_TYPE_B32;
    move.mod[HW_MOD_LANES] = 0xf;
    struct hw_uop *uop = hw_emit_arithmetic(t, &move);
    uop->d = d;
    uop->a = a;
}

static uint32_t hash(const uint32_t *words, unsigned count)
{
    uint32_t value = words[0];

    for (unsigned i = 1; i < count; i++)
        value = value * 0x85ebca6bu ^ words[i];
    return value * 0x9e3779b1u;
}

/* Double the table of literals and enter them again. */
static void rehash(struct hw_translator *t)
{
    uint32_t size = t->literal_table_size ? t->literal_table_size * 2 : 512;
    struct hw_literal *table = calloc(size, sizeof *table);
    if (!table) {
        t->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < t->literal_table_size; i++) {
        const struct hw_literal *entry = &t->literal_table[i];
        if (!entry->words)
            continue;
        uint32_t slot = hash(&t->program->literal[entry->first], entry->words);
        while (table[slot & (size - 1)].words)
            slot++;
        table[slot & (size - 1)] = *entry;
    }
    free(t->literal_table);
    t->literal_table = table;
    t->literal_table_size = size;
}

uint16_t hw_literal_registers(struct hw_translator *t, const uint32_t *words, unsigned count)
{
    struct hw_program *program = t->program;
    const uint32_t first = program->literal_count;

    if (first * 2 >= t->literal_table_size)
        rehash(t);
    if (t->no_memory)
        return 0;
    uint32_t slot = hash(words, count), mask = t->literal_table_size - 1;
    for (; t->literal_table[slot & mask].words; slot++) {
        const struct hw_literal *entry = &t->literal_table[slot & mask];
        if (entry->words == count &&
            memcmp(&program->literal[entry->first], words, count * sizeof *words) == 0)
            return (uint16_t)(program->numbering.literal + entry->first);
    }
    const uint16_t reg = hw_changing_registers(t, words, count);
    if (!t->no_memory)
        t->literal_table[slot & mask] = (struct hw_literal){.first = first, .words = count};
    return reg;
}

uint16_t hw_changing_registers(struct hw_translator *t, const uint32_t *words, unsigned count)
{
    struct hw_program *program = t->program;
    const uint32_t first = program->literal_count;

    for (unsigned i = 0; i < count; i++) {
        program->literal = with_capacity(t, program->literal, program->literal_count, &t->literal_capacity,
                                         sizeof *program->literal);
        if (t->no_memory)
            return 0;
        program->literal[program->literal_count++] = words[i];
    }
    return (uint16_t)(program->numbering.literal + first);
}

uint16_t hw_literal_register(struct hw_translator *t, uint32_t value)
{
    return hw_literal_registers(t, &value, 1);
}

struct hw_uop *hw_emit_fault(struct hw_translator *t, unsigned kind, unsigned reason, uint32_t number)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_fault);
    uop->fault.kind = (uint8_t)kind;
    uop->fault.reason = (uint8_t)reason;
    uop->fault.number = number;
    return uop;
}

struct hw_uop *hw_emit_guarded_fault(struct hw_translator *t, unsigned kind, unsigned reason)
{
    struct hw_uop *uop = hw_emit_guarded(t, hw_uop_fault);
    uop->fault.kind = (uint8_t)kind;
    uop->fault.reason = (uint8_t)reason;
    return uop;
}

void hw_record_target(struct hw_translator *t)
{
    t->target = with_capacity(t, t->target, t->target_count, &t->target_capacity, sizeof *t->target);
    if (!t->no_memory)
        t->target[t->target_count++] = t->program->uop_count - 1;
}
