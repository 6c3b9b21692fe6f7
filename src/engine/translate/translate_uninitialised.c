/* SPDX-License-Identifier: MIT */
/* The definite-assignment analysis finds the registers that a thread may read before it has written them;
 * these are zero at the start of a warp.  Few kernels have any, and clearing all would take longer than a
 * short kernel.
 *
 * It is a forward dataflow analysis (dataflow.h).  The registers that are certainly written at the entry of a
 * block are the intersection over its predecessors (translate_cfg.h, by the def/use records of
 * translate_def_use.c).  A thread that continues at a pushed target (a join, the end of a loop or a call) has
 * executed the push, so it has written at least what was written there.
 *
 * An instruction that reads other lanes may read those of threads that have not come as far, so its sources
 * are always zero at the start.  All registers are cleared if the records are not complete. */
#include "dataflow.h"
#include "engine/translate/translate_cfg.h"

#include <stdlib.h>

#define SET_WORDS 6 /* of 64 bits: HW_DEF_USE_REGISTERS registers */

struct register_set {
    uint64_t word[SET_WORDS];
};
_Static_assert(SET_WORDS * 64 == HW_DEF_USE_REGISTERS, "a bit for each register that a record may name");

static const struct register_set everything = {{~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull}};

static bool has_register(const struct register_set *set, unsigned reg)
{
    return set->word[reg / 64] >> reg % 64 & 1;
}

static void add_registers(struct register_set *set, unsigned first, unsigned count)
{
    for (unsigned reg = first; reg < first + count; reg++)
        set->word[reg / 64] |= 1ull << reg % 64;
}

/* --- the analysis --- */

struct assignment_analysis {
    const struct hw_translator *t;
    const struct hw_code_graph *graph;
    struct hw_adjacency successors;
    struct register_set read_first; /* read before they are written */
};

static void find_reads(struct assignment_analysis *analysis, uint32_t insn,
                       const struct register_set *written)
{
    const struct hw_def_use *def_use = analysis->t->def_uses.def_use + analysis->graph->first_def_use[insn],
                            *end = analysis->t->def_uses.def_use + analysis->graph->first_def_use[insn + 1];
    bool cross_lane = false;

    for (const struct hw_def_use *n = def_use; n < end; n++)
        cross_lane |= n->kind == HW_DEF_USE_CROSS_LANE;
    for (; def_use < end; def_use++)
        for (unsigned word = 0; def_use->kind == HW_DEF_USE_READ && word < def_use->words; word++)
            if (cross_lane || !has_register(written, def_use->reg + word))
                add_registers(&analysis->read_first, def_use->reg + word, 1);
}

static void transfer_written(void *context, uint32_t node, void *state)
{
    struct assignment_analysis *analysis = context;
    const struct hw_def_use *def_use = analysis->t->def_uses.def_use;
    const uint32_t *first_def_use = analysis->graph->first_def_use;

    if (node == analysis->graph->block_count)
        return;
    for (uint32_t insn = analysis->graph->block[node].first; insn < analysis->graph->block[node].end;
         insn++) {
        if (first_def_use[insn] == first_def_use[insn + 1])
            continue;
        find_reads(analysis, insn, state);
        for (uint32_t i = first_def_use[insn]; i < first_def_use[insn + 1]; i++)
            if (def_use[i].kind == HW_DEF_USE_WRITE)
                add_registers(state, def_use[i].reg, def_use[i].words);
    }
}

/* Merge: the intersection. */
static bool merge_written(void *context, void *into, const void *from)
{
    struct register_set *set = into;
    const struct register_set *other = from;
    uint64_t lost = 0;

    (void)context;
    for (unsigned i = 0; i < SET_WORDS; i++) {
        lost |= set->word[i] & ~other->word[i];
        set->word[i] &= other->word[i];
    }
    return lost != 0;
}

static uint32_t next_successor(void *context, uint32_t node, uint32_t *cursor)
{
    const struct assignment_analysis *analysis = context;

    return hw_adjacency_next(&analysis->successors, node, cursor);
}

static bool solve_assignment(struct assignment_analysis *analysis)
{
    const struct hw_translator *t = analysis->t;
    const uint32_t nodes = analysis->graph->block_count + 1;
    struct register_set *entry = malloc(nodes * sizeof *entry);
    const struct hw_dataflow problem = {.node_count = nodes,
                                        .state_bytes = sizeof *entry,
                                        .entry = entry,
                                        .context = analysis,
                                        .transfer = transfer_written,
                                        .merge = merge_written,
                                        .successor = next_successor};

    if (!entry)
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        entry[i] = everything; /* not reached by a thread yet */
    entry[analysis->graph->block_of[t->program->insn_of[t->program->start]]] =
        (struct register_set){{t->kernel_abi->ids_in_r0 ? 1 : 0}};
    const bool is_solved = hw_dataflow_solve(&problem) == HW_OK;
    free(entry);
    return is_solved;
}

/* False: it is not known. */
static bool find_read_first(const struct hw_translator *t, const struct hw_code_graph *graph,
                            struct register_set *found)
{
    struct assignment_analysis analysis = {.t = t, .graph = graph};
    const bool is_known =
        graph &&
        hw_adjacency_build(graph, HW_EDGE_NEXT | HW_EDGE_JUMP | HW_EDGE_PUSH, false, &analysis.successors) &&
        solve_assignment(&analysis);

    hw_adjacency_free(&analysis.successors);
    *found = analysis.read_first;
    return is_known;
}

/* --- the result --- */

/* The end of the run of registers from `reg` on that are all in the set, or all not. */
static unsigned end_of_run(const struct register_set *set, unsigned reg, unsigned end)
{
    const bool in = has_register(set, reg);

    while (reg < end && has_register(set, reg) == in)
        reg++;
    return reg;
}

bool hw_find_uninitialised(struct hw_translator *t, const struct hw_code_graph *graph)
{
    struct hw_program *program = t->program;
    const unsigned count = program->state_registers;
    struct hw_register_range *range = malloc((count / 2 + 1) * sizeof *range);
    struct register_set found;

    if (!range)
        return false;
    program->cleared = range;
    if (!find_read_first(t, graph, &found)) {
        *range = (struct hw_register_range){0, (uint16_t)count};
        program->cleared_count = 1;
        return true;
    }
    for (unsigned reg = 0, end; reg < count; reg = end) {
        end = end_of_run(&found, reg, count);
        if (has_register(&found, reg))
            range[program->cleared_count++] =
                (struct hw_register_range){(uint16_t)reg, (uint16_t)(end - reg)};
    }
    return true;
}
