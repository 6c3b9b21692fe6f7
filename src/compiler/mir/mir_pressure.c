/* SPDX-License-Identifier: MIT */
/* Tracks register pressure: see mir_pressure.h.  A live range begins with the first instruction of the block
 * that names the register, unless it is live-in, and ends with the last, unless it is live-out. */
#include "compiler/mir/mir_pressure.h"

struct hw_mir_pressure hw_mir_pressure(const struct hw_mir_function *function)
{
    const size_t regs = (size_t)function->regs + 1;

    return (struct hw_mir_pressure){.function = function,
                                    .remaining = hw_arena_array(function->arena, regs, sizeof(uint32_t)),
                                    .is_live = hw_arena_array(function->arena, regs, sizeof(bool))};
}

static const struct hw_mir_operand *operand_of(const struct hw_mir_insn *insn, unsigned i)
{
    return i < insn->operands ? &insn->operand[i] : &insn->guard;
}

static void add_words(struct hw_mir_pressure *pressure, uint32_t reg, int32_t sign)
{
    if (pressure->function->reg[reg].file == HW_MIR_FILE_GENERAL)
        pressure->words += sign * pressure->function->reg[reg].words;
    else
        pressure->predicates += sign;
}

void hw_mir_pressure_begin(struct hw_mir_pressure *pressure, const struct hw_mir_liveness *live,
                           const struct hw_mir_block *block)
{
    const uint64_t *in = hw_mir_liveness_set(live, live->in, block->number);

    pressure->out = hw_mir_liveness_set(live, live->out, block->number);
    pressure->words = pressure->predicates = 0;
    for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
        for (unsigned i = 0; i <= insn->operands; i++)
            if (hw_mir_is_reg(operand_of(insn, i))) {
                pressure->remaining[operand_of(insn, i)->reg] = 0;
                pressure->is_live[operand_of(insn, i)->reg] = hw_mir_is_live(in, operand_of(insn, i)->reg);
            }
    for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
        for (unsigned i = 0; i <= insn->operands; i++)
            if (hw_mir_is_reg(operand_of(insn, i)))
                pressure->remaining[operand_of(insn, i)->reg]++;
    for (uint32_t word = 0; word < live->words; word++)
        for (uint64_t bits = in[word]; bits; bits &= bits - 1)
            add_words(pressure, 64 * word + (uint32_t)__builtin_ctzll(bits), 1);
    pressure->most = pressure->words;
    pressure->most_predicates = pressure->predicates;
}

/* How often an instruction names the register of its operand `i`; 0: an earlier operand is it, too. */
static uint32_t times_named(const struct hw_mir_insn *insn, unsigned i)
{
    const uint32_t reg = operand_of(insn, i)->reg;
    uint32_t times = 0;

    for (unsigned k = 0; k <= insn->operands; k++)
        if (hw_mir_is_reg(operand_of(insn, k)) && operand_of(insn, k)->reg == reg) {
            if (k < i)
                return 0;
            times++;
        }
    return times;
}

struct hw_mir_change hw_mir_pressure_change(const struct hw_mir_pressure *pressure,
                                            const struct hw_mir_insn *insn)
{
    struct hw_mir_change change = {0, 0};

    for (unsigned i = 0; i <= insn->operands; i++) {
        if (!hw_mir_is_reg(operand_of(insn, i)))
            continue;
        const uint32_t reg = operand_of(insn, i)->reg, times = times_named(insn, i);
        const struct hw_mir_reg *of = &pressure->function->reg[reg];
        const bool ends = pressure->remaining[reg] == times && !hw_mir_is_live(pressure->out, reg);
        const int32_t by = times ? !pressure->is_live[reg] - ends : 0;
        if (of->file == HW_MIR_FILE_GENERAL)
            change.words += by * of->words;
        else
            change.predicates += by;
    }
    return change;
}

void hw_mir_pressure_advance(struct hw_mir_pressure *pressure, const struct hw_mir_insn *insn)
{
    for (unsigned i = 0; i <= insn->operands; i++) {
        if (!hw_mir_is_reg(operand_of(insn, i)))
            continue;
        const uint32_t reg = operand_of(insn, i)->reg;
        pressure->remaining[reg]--;
        if (!pressure->is_live[reg])
            add_words(pressure, reg, 1);
        pressure->is_live[reg] = true;
        if (pressure->remaining[reg] == 0 && !hw_mir_is_live(pressure->out, reg)) {
            pressure->is_live[reg] = false;
            add_words(pressure, reg, -1);
        }
    }
    if (pressure->words > pressure->most)
        pressure->most = pressure->words;
    if (pressure->predicates > pressure->most_predicates)
        pressure->most_predicates = pressure->predicates;
}
