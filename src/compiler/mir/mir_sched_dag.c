/* SPDX-License-Identifier: MIT */
/* See mir_sched_dag.h.
 *
 * A word of a register is read behind who wrote it, and written behind who read or wrote it before.  Accesses
 * to memory keep their order where one writes, unless they are of different memories, or of different bytes
 * behind one register that holds the same in both.  The carry is one word more, but only in a block where
 * somebody reads it: else each instruction uses it for itself. */
#include "compiler/mir/mir_sched_dag.h"

#include <string.h>

#define MOST_ACCESSES 48u /* that are compared with a new one: then all are taken for the same place */
#define CARRY         0u  /* no register has this number */

struct hw_mir_dag_word {
    uint32_t block;   /* all below is about this one */
    uint32_t writer;  /* 1 + the step that wrote it last; 0: none */
    uint32_t readers; /* 1 + the first reader since then; 0: none */
};
struct hw_mir_dag_reader {
    uint32_t step, next;
};
struct hw_mir_dag_access {
    uint32_t step;
    uint64_t version; /* who has written the register of the address: `writer` of both its words */
};

static void add_after(struct hw_mir_dag *order, uint32_t before, uint32_t behind, uint32_t clocks)
{
    struct hw_mir_dag_node *step = &order->step[before];

    if (before == behind)
        return;
    order->after = hw_arena_grow(order->function->arena, order->after, order->afters, &order->after_room,
                                 sizeof *order->after);
    order->after[order->afters++] =
        (struct hw_mir_dag_edge){.node = behind, .next = step->first, .clocks = clocks};
    step->first = (uint32_t)order->afters;
    order->step[behind].predecessors++;
}

/* --- registers --------------------------------------------------------------------------------------- */

static struct hw_mir_dag_word *word_of(struct hw_mir_dag *order, uint32_t reg, unsigned word)
{
    struct hw_mir_dag_word *found = &order->word[(size_t)HW_MIR_WIDEST * reg + word];

    if (found->block != order->block)
        *found = (struct hw_mir_dag_word){.block = order->block};
    return found;
}

static void read_word(struct hw_mir_dag *order, uint32_t step, uint32_t reg, unsigned number)
{
    struct hw_mir_dag_word *word = word_of(order, reg, number);

    if (word->writer)
        add_after(order, word->writer - 1, step,
                  order->step[word->writer - 1].trait.latency[order->function->reg[reg].file]);
    order->reader = hw_arena_grow(order->function->arena, order->reader, order->readers, &order->reader_room,
                                  sizeof *order->reader);
    order->reader[order->readers++] = (struct hw_mir_dag_reader){step, word->readers};
    word->readers = (uint32_t)order->readers;
}

static void write_word(struct hw_mir_dag *order, uint32_t step, uint32_t reg, unsigned number)
{
    struct hw_mir_dag_word *word = word_of(order, reg, number);

    for (uint32_t at = word->readers; at; at = order->reader[at - 1].next)
        add_after(order, order->reader[at - 1].step, step,
                  order->step[order->reader[at - 1].step].trait.anti_latency);
    if (word->writer)
        add_after(order, word->writer - 1, step, 1);
    word->writer = step + 1;
    word->readers = 0;
}

static void each_word(struct hw_mir_dag *order, uint32_t step, const struct hw_mir_operand *operand,
                      void (*visit)(struct hw_mir_dag *, uint32_t, uint32_t, unsigned))
{
    if (operand->kind == HW_MIR_OPERAND_PART)
        visit(order, step, operand->reg, (unsigned)operand->value);
    else if (operand->kind == HW_MIR_OPERAND_REG)
        for (unsigned i = 0; i < order->function->reg[operand->reg].words; i++)
            visit(order, step, operand->reg, i);
}

/* A copy that could go, if its ends shared a place: what is copied is made behind all that reads the other
 * end, as it was. */
static void keep_apart(struct hw_mir_dag *order, const struct hw_mir_insn *copy)
{
    const struct hw_mir_operand *to = &copy->operand[0], *from = &copy->operand[1];

    if (to->kind != HW_MIR_OPERAND_REG || from->kind != HW_MIR_OPERAND_REG)
        return;
    for (unsigned i = 0; i < order->function->reg[to->reg].words; i++) {
        const uint32_t maker = word_of(order, from->reg, i)->writer,
                       first = word_of(order, to->reg, i)->readers;
        bool is_apart = maker != 0;
        for (uint32_t at = first; at && is_apart; at = order->reader[at - 1].next)
            is_apart = order->reader[at - 1].step < maker;
        for (uint32_t at = first; at && is_apart; at = order->reader[at - 1].next)
            add_after(order, order->reader[at - 1].step, maker - 1, 0);
    }
}

static void add_registers(struct hw_mir_dag *order, uint32_t step, bool is_carry_read)
{
    const struct hw_mir_insn *insn = order->step[step].insn;
    const bool is_guarded = insn->guard.kind != HW_MIR_OPERAND_NONE;

    if (hw_mir_is_copy(insn) && !is_guarded)
        keep_apart(order, insn);
    for (unsigned i = insn->written; i < insn->operands; i++)
        each_word(order, step, &insn->operand[i], read_word);
    each_word(order, step, &insn->guard, read_word);
    if (order->step[step].trait.reads_carry)
        read_word(order, step, CARRY, 0);
    for (unsigned i = 0; i < insn->written; i++) {
        if (is_guarded) /* what was there stays where the guard does not hold */
            each_word(order, step, &insn->operand[i], read_word);
        each_word(order, step, &insn->operand[i], write_word);
    }
    if (is_carry_read && order->step[step].trait.writes_carry)
        write_word(order, step, CARRY, 0);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static uint64_t version_of(struct hw_mir_dag *order, uint32_t step)
{
    const struct hw_mir_dag_node *of = &order->step[step];
    const struct hw_mir_operand *base = &of->insn->operand[of->trait.base];

    if (!of->trait.has_location || !hw_mir_is_reg(base))
        return 0;
    const unsigned first = base->kind == HW_MIR_OPERAND_PART ? (unsigned)base->value : 0;
    const unsigned last =
        base->kind == HW_MIR_OPERAND_PART || order->function->reg[base->reg].words == 1 ? first : 1;
    return (uint64_t)word_of(order, base->reg, first)->writer << 32 | word_of(order, base->reg, last)->writer;
}

static bool is_same_base(const struct hw_mir_dag_node *a, const struct hw_mir_dag_node *b)
{
    const struct hw_mir_operand *x = &a->insn->operand[a->trait.base], *y = &b->insn->operand[b->trait.base];

    if (x->kind != y->kind)
        return false;
    return hw_mir_is_reg(x) ? x->reg == y->reg && x->value == y->value : x->kind == HW_MIR_OPERAND_FIXED;
}

static bool may_alias(const struct hw_mir_dag *order, const struct hw_mir_dag_access *old, uint32_t step,
                      uint64_t version)
{
    const struct hw_mir_dag_node *a = &order->step[old->step], *b = &order->step[step];
    const struct hw_mir_sched_info *x = &a->trait, *y = &b->trait;

    if (!((x->writes & (y->reads | y->writes)) | (x->reads & y->writes)))
        return false;
    if (!x->has_location || !y->has_location || old->version != version || !is_same_base(a, b))
        return true;
    return x->offset < y->offset + y->bytes && y->offset < x->offset + x->bytes;
}

static void add_access(struct hw_mir_dag *order, uint32_t step)
{
    const struct hw_mir_sched_info *trait = &order->step[step].trait;
    const bool is_full = order->accesses >= MOST_ACCESSES;

    if (!trait->reads && !trait->writes)
        return;
    const uint64_t version = version_of(order, step);
    for (size_t i = 0; i < order->accesses; i++)
        if (is_full || may_alias(order, &order->access[i], step, version))
            add_after(order, order->access[i].step, step, 1);
    if (is_full) { /* it stands for all of them */
        order->accesses = 0;
        order->step[step].trait.reads = order->step[step].trait.writes = HW_MIR_ALL;
        order->step[step].trait.has_location = false;
    }
    order->access = hw_arena_grow(order->function->arena, order->access, order->accesses, &order->access_room,
                                  sizeof *order->access);
    order->access[order->accesses++] = (struct hw_mir_dag_access){step, version};
}

/* --- blocks ------------------------------------------------------------------------------------------ */

static void add_walls(struct hw_mir_dag *order)
{
    uint32_t wall = 0;

    for (uint32_t i = 0; i < order->steps; i++) {
        if (!order->step[i].trait.is_barrier)
            continue;
        for (uint32_t k = wall; k < i; k++)
            add_after(order, k, i, 0);
        for (uint32_t k = i + 1; k < order->steps; k++) {
            add_after(order, i, k, 0);
            if (order->step[k].trait.is_barrier)
                break;
        }
        wall = i;
    }
}

static void find_heights(struct hw_mir_dag *order)
{
    for (uint32_t i = order->steps; i-- > 0;) {
        struct hw_mir_dag_node *step = &order->step[i];
        step->height = step->trait.latency[HW_MIR_FILE_GENERAL];
        for (uint32_t at = step->first; at; at = order->after[at - 1].next) {
            const struct hw_mir_dag_edge *after = &order->after[at - 1];
            const uint32_t height = order->step[after->node].height + after->clocks;
            step->height = height > step->height ? height : step->height;
        }
    }
}

struct hw_mir_dag hw_mir_dag(const struct hw_mir_function *function, const struct hw_mir_sched_model *knower)
{
    struct hw_mir_dag order = {.function = function, .knower = knower};

    order.word =
        hw_arena_array(function->arena, HW_MIR_WIDEST * ((size_t)function->regs + 1), sizeof *order.word);
    return order;
}

void hw_mir_dag_build(struct hw_mir_dag *order, const struct hw_mir_block *block)
{
    bool is_carry_read = false;

    order->steps = 0;
    order->afters = order->readers = order->accesses = 0;
    order->block = block->number + 1;
    for (struct hw_mir_insn *insn = block->first; insn; insn = insn->next) {
        order->step = hw_arena_grow(order->function->arena, order->step, order->steps, &order->step_room,
                                    sizeof *order->step);
        order->step[order->steps] = (struct hw_mir_dag_node){
            .insn = insn, .trait = order->knower->trait(order->knower->context, insn)};
        is_carry_read |= order->step[order->steps++].trait.reads_carry;
    }
    for (uint32_t i = 0; i < order->steps; i++) {
        add_access(order, i);
        add_registers(order, i, is_carry_read);
    }
    add_walls(order);
    find_heights(order);
}
