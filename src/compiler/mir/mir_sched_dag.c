/* SPDX-License-Identifier: MIT */
/* Builds the scheduling DAG of a block: see mir_sched_dag.h.
 *
 * A word of a register is read after its definition (a true dependence), and written after the reads and
 * writes before (anti and output dependences).  Memory accesses keep their order if one of them writes,
 * unless they are to different memories, or to different bytes at offsets of a register with the same value
 * in both.  The carry is one word more, but only in a block in which an instruction reads it: otherwise each
 * template uses it for itself. */
#include "compiler/mir/mir_sched_dag.h"

#include <string.h>

#define MAX_ACCESSES 48u /* that are compared with a new one: beyond that, all are assumed to alias */
#define CARRY        0u  /* no register has this number */

struct hw_mir_dag_word {
    uint32_t block;   /* all below is about this one */
    uint32_t writer;  /* 1 + the step that wrote it last; 0: none */
    uint32_t readers; /* 1 + the first reader since then; 0: none */
};
struct hw_mir_dag_reader {
    uint32_t node, next;
};
struct hw_mir_dag_access {
    uint32_t node;
    uint64_t version; /* the definition of the address register: `writer` of both its words */
};

static void add_edge(struct hw_mir_dag *dag, uint32_t before, uint32_t after, uint32_t clocks)
{
    struct hw_mir_dag_node *node = &dag->node[before];

    if (before == after)
        return;
    dag->edge =
        hw_arena_grow(dag->function->arena, dag->edge, dag->edges, &dag->edge_capacity, sizeof *dag->edge);
    dag->edge[dag->edges++] = (struct hw_mir_dag_edge){.node = after, .next = node->first, .clocks = clocks};
    node->first = (uint32_t)dag->edges;
    dag->node[after].predecessors++;
}

/* --- registers --------------------------------------------------------------------------------------- */

static struct hw_mir_dag_word *word_of(struct hw_mir_dag *dag, uint32_t reg, unsigned word)
{
    struct hw_mir_dag_word *found = &dag->word[(size_t)HW_MIR_WIDEST * reg + word];

    if (found->block != dag->block)
        *found = (struct hw_mir_dag_word){.block = dag->block};
    return found;
}

static void read_word(struct hw_mir_dag *dag, uint32_t node, uint32_t reg, unsigned number)
{
    struct hw_mir_dag_word *word = word_of(dag, reg, number);

    if (word->writer)
        add_edge(dag, word->writer - 1, node,
                 dag->node[word->writer - 1].info.latency[dag->function->reg[reg].file]);
    dag->reader = hw_arena_grow(dag->function->arena, dag->reader, dag->readers, &dag->reader_capacity,
                                sizeof *dag->reader);
    dag->reader[dag->readers++] = (struct hw_mir_dag_reader){node, word->readers};
    word->readers = (uint32_t)dag->readers;
}

static void write_word(struct hw_mir_dag *dag, uint32_t node, uint32_t reg, unsigned number)
{
    struct hw_mir_dag_word *word = word_of(dag, reg, number);

    for (uint32_t at = word->readers; at; at = dag->reader[at - 1].next)
        add_edge(dag, dag->reader[at - 1].node, node, dag->node[dag->reader[at - 1].node].info.anti_latency);
    if (word->writer)
        add_edge(dag, word->writer - 1, node, 1);
    word->writer = node + 1;
    word->readers = 0;
}

static void each_word(struct hw_mir_dag *dag, uint32_t node, const struct hw_mir_operand *operand,
                      void (*visit)(struct hw_mir_dag *, uint32_t, uint32_t, unsigned))
{
    if (operand->kind == HW_MIR_OPERAND_PART)
        visit(dag, node, operand->reg, (unsigned)operand->value);
    else if (operand->kind == HW_MIR_OPERAND_REG)
        for (unsigned i = 0; i < dag->function->reg[operand->reg].words; i++)
            visit(dag, node, operand->reg, i);
}

/* A copy that can be coalesced if its ends do not interfere: the definition of its source stays after all
 * reads of its destination's old value. */
static void order_copy(struct hw_mir_dag *dag, const struct hw_mir_insn *copy)
{
    const struct hw_mir_operand *to = &copy->operand[0], *from = &copy->operand[1];

    if (to->kind != HW_MIR_OPERAND_REG || from->kind != HW_MIR_OPERAND_REG)
        return;
    for (unsigned i = 0; i < dag->function->reg[to->reg].words; i++) {
        const uint32_t maker = word_of(dag, from->reg, i)->writer, first = word_of(dag, to->reg, i)->readers;
        bool is_ordered = maker != 0;
        for (uint32_t at = first; at && is_ordered; at = dag->reader[at - 1].next)
            is_ordered = dag->reader[at - 1].node < maker;
        for (uint32_t at = first; at && is_ordered; at = dag->reader[at - 1].next)
            add_edge(dag, dag->reader[at - 1].node, maker - 1, 0);
    }
}

static void add_registers(struct hw_mir_dag *dag, uint32_t node, bool is_carry_read)
{
    const struct hw_mir_insn *insn = dag->node[node].insn;
    const bool is_guarded = insn->guard.kind != HW_MIR_OPERAND_NONE;

    if (hw_mir_is_copy(insn) && !is_guarded)
        order_copy(dag, insn);
    for (unsigned i = insn->written; i < insn->operands; i++)
        each_word(dag, node, &insn->operand[i], read_word);
    each_word(dag, node, &insn->guard, read_word);
    if (dag->node[node].info.reads_carry)
        read_word(dag, node, CARRY, 0);
    for (unsigned i = 0; i < insn->written; i++) {
        if (is_guarded) /* what was there stays where the guard does not hold */
            each_word(dag, node, &insn->operand[i], read_word);
        each_word(dag, node, &insn->operand[i], write_word);
    }
    if (is_carry_read && dag->node[node].info.writes_carry)
        write_word(dag, node, CARRY, 0);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static uint64_t version_of(struct hw_mir_dag *dag, uint32_t node)
{
    const struct hw_mir_dag_node *of = &dag->node[node];
    const struct hw_mir_operand *base = &of->insn->operand[of->info.base];

    if (!of->info.has_location || !hw_mir_is_reg(base))
        return 0;
    const unsigned first = base->kind == HW_MIR_OPERAND_PART ? (unsigned)base->value : 0;
    const unsigned last =
        base->kind == HW_MIR_OPERAND_PART || dag->function->reg[base->reg].words == 1 ? first : 1;
    return (uint64_t)word_of(dag, base->reg, first)->writer << 32 | word_of(dag, base->reg, last)->writer;
}

static bool is_same_base(const struct hw_mir_dag_node *a, const struct hw_mir_dag_node *b)
{
    const struct hw_mir_operand *x = &a->insn->operand[a->info.base], *y = &b->insn->operand[b->info.base];

    if (x->kind != y->kind)
        return false;
    return hw_mir_is_reg(x) ? x->reg == y->reg && x->value == y->value : x->kind == HW_MIR_OPERAND_FIXED;
}

static bool may_alias(const struct hw_mir_dag *dag, const struct hw_mir_dag_access *old, uint32_t node,
                      uint64_t version)
{
    const struct hw_mir_dag_node *a = &dag->node[old->node], *b = &dag->node[node];
    const struct hw_mir_sched_info *x = &a->info, *y = &b->info;

    if (!((x->writes & (y->reads | y->writes)) | (x->reads & y->writes)))
        return false;
    if (!x->has_location || !y->has_location || old->version != version || !is_same_base(a, b))
        return true;
    return x->offset < y->offset + y->bytes && y->offset < x->offset + x->bytes;
}

static void add_access(struct hw_mir_dag *dag, uint32_t node)
{
    const struct hw_mir_sched_info *info = &dag->node[node].info;
    const bool is_full = dag->accesses >= MAX_ACCESSES;

    if (!info->reads && !info->writes)
        return;
    const uint64_t version = version_of(dag, node);
    for (size_t i = 0; i < dag->accesses; i++)
        if (is_full || may_alias(dag, &dag->access[i], node, version))
            add_edge(dag, dag->access[i].node, node, 1);
    if (is_full) { /* it stands for all of them */
        dag->accesses = 0;
        dag->node[node].info.reads = dag->node[node].info.writes = HW_MIR_ALL;
        dag->node[node].info.has_location = false;
    }
    dag->access = hw_arena_grow(dag->function->arena, dag->access, dag->accesses, &dag->access_capacity,
                                sizeof *dag->access);
    dag->access[dag->accesses++] = (struct hw_mir_dag_access){node, version};
}

/* --- blocks ------------------------------------------------------------------------------------------ */

static void add_barriers(struct hw_mir_dag *dag)
{
    uint32_t wall = 0;

    for (uint32_t i = 0; i < dag->nodes; i++) {
        if (!dag->node[i].info.is_barrier)
            continue;
        for (uint32_t k = wall; k < i; k++)
            add_edge(dag, k, i, 0);
        for (uint32_t k = i + 1; k < dag->nodes; k++) {
            add_edge(dag, i, k, 0);
            if (dag->node[k].info.is_barrier)
                break;
        }
        wall = i;
    }
}

static void find_heights(struct hw_mir_dag *dag)
{
    for (uint32_t i = dag->nodes; i-- > 0;) {
        struct hw_mir_dag_node *node = &dag->node[i];
        node->height = node->info.latency[HW_MIR_FILE_GENERAL];
        for (uint32_t at = node->first; at; at = dag->edge[at - 1].next) {
            const struct hw_mir_dag_edge *edge = &dag->edge[at - 1];
            const uint32_t height = dag->node[edge->node].height + edge->clocks;
            node->height = height > node->height ? height : node->height;
        }
    }
}

struct hw_mir_dag hw_mir_dag(const struct hw_mir_function *function, const struct hw_mir_sched_model *model)
{
    struct hw_mir_dag dag = {.function = function, .model = model};

    dag.word =
        hw_arena_array(function->arena, HW_MIR_WIDEST * ((size_t)function->regs + 1), sizeof *dag.word);
    return dag;
}

void hw_mir_dag_build(struct hw_mir_dag *dag, const struct hw_mir_block *block)
{
    bool is_carry_read = false;

    dag->nodes = 0;
    dag->edges = dag->readers = dag->accesses = 0;
    dag->block = block->number + 1;
    for (struct hw_mir_insn *insn = block->first; insn; insn = insn->next) {
        dag->node = hw_arena_grow(dag->function->arena, dag->node, dag->nodes, &dag->node_capacity,
                                  sizeof *dag->node);
        dag->node[dag->nodes] =
            (struct hw_mir_dag_node){.insn = insn, .info = dag->model->info(dag->model->context, insn)};
        is_carry_read |= dag->node[dag->nodes++].info.reads_carry;
    }
    for (uint32_t i = 0; i < dag->nodes; i++) {
        add_access(dag, i);
        add_registers(dag, i, is_carry_read);
    }
    add_barriers(dag);
    find_heights(dag);
}
