/* SPDX-License-Identifier: MIT */
/* Dead-flag elimination: a condition code of which only the carry is read is written without its other flags,
 * which take longer than the sum.  Every 64-bit address has such a one between the words of its sum.
 *
 * A liveness analysis finds them, a backward dataflow analysis (dataflow.h): a condition code's flags are
 * live if some path reads them, other than for the carry, before the next write.  An instruction that pops a
 * pushed target may go to any of them (translate_cfg.h).  All flags are live where the successor is unknown:
 * at calls, returns and indirect jumps, and, in a program with calls, where lanes pop a target. */
#include "dataflow.h"
#include "engine/translate/translate_cfg.h"

#include <stdlib.h>

#include "ops/lanes/lane_functions.h"

bool hw_makes_carry(const struct hw_alu_table *table, hw_uop_fn *fn)
{
    return fn == table->integer[HW_LANES_INTEGER_IADD] || fn == table->integer[HW_LANES_INTEGER_IMAD] ||
           fn == table->sum[HW_LANES_SUM_ISCADD];
}

void hw_record_carry_use(struct hw_translator *t, hw_uop_fn *fn)
{
    const struct hw_alu_table *table = t->table;
    hw_uop_fn *const readers[] = {table->integer[HW_LANES_INTEGER_IADD_ANY],
                                  table->integer[HW_LANES_INTEGER_IMAD_ANY], table->sum[HW_LANES_SUM_LEA_ANY],
                                  table->sum[HW_LANES_SUM_LEAHI_ANY], table->xmad[HW_LANES_XMAD_ANY]};

    for (unsigned i = 0; i < sizeof readers / sizeof *readers; i++)
        if (fn == readers[i] && t->def_uses.count)
            t->def_uses.def_use[t->def_uses.count - 1].carry = true;
}

struct flag_analysis {
    const struct hw_translator *t;
    const struct hw_code_graph *graph;
    struct hw_adjacency predecessors;
    bool has_calls; /* pushed targets may be those of a caller */
    uint64_t *live; /* by node: the condition codes whose flags are live at its exit, a bit each */
    uint16_t cond0; /* register of the first */
};

#define ALL_LIVE (~(uint64_t)0)

/* The bits of those condition codes that a record names. */
static uint64_t bits_of(const struct flag_analysis *analysis, const struct hw_def_use *def_use)
{
    uint64_t bits = 0;

    for (unsigned word = 0; word < def_use->words; word++) {
        const unsigned reg = def_use->reg + word;
        if (reg >= analysis->cond0 && reg < analysis->cond0 + 64u)
            bits |= (uint64_t)1 << (reg - analysis->cond0);
    }
    return bits;
}

/* Whether a micro-operation may have an unknown successor. */
static bool has_unknown_target(const struct flag_analysis *analysis, hw_uop_fn *fn)
{
    return fn == hw_uop_brx || fn == hw_uop_call || fn == hw_uop_ret || fn == hw_uop_quadon ||
           fn == hw_uop_sam || fn == hw_uop_quadpop || (analysis->has_calls && hw_pops_target(fn));
}

static uint32_t end_of_insn(const struct hw_program *program, uint32_t insn)
{
    return insn + 1 < program->insn_count ? program->insn[insn + 1].uop : program->uop_count;
}

/* The transfer function: from what is live after an instruction to what is live before it; it reads before it
 * writes. */
static uint64_t live_before(const struct flag_analysis *analysis, uint32_t insn, uint64_t live)
{
    const struct hw_program *program = analysis->t->program;
    const struct hw_def_use *def_use = analysis->t->def_uses.def_use;
    const uint32_t *first_def_use = analysis->graph->first_def_use;

    for (uint32_t i = program->insn[insn].uop; i < end_of_insn(program, insn); i++)
        if (has_unknown_target(analysis, program->uop[i].fn))
            live = ALL_LIVE;
    for (uint32_t i = first_def_use[insn]; i < first_def_use[insn + 1]; i++)
        if (def_use[i].kind == HW_DEF_USE_WRITE)
            live &= ~bits_of(analysis, &def_use[i]);
    for (uint32_t i = first_def_use[insn]; i < first_def_use[insn + 1]; i++)
        if (def_use[i].kind == HW_DEF_USE_READ && !def_use[i].carry)
            live |= bits_of(analysis, &def_use[i]);
    return live;
}

static void transfer_live(void *context, uint32_t node, void *state)
{
    const struct flag_analysis *analysis = context;
    uint64_t *live = state;

    if (node == analysis->graph->block_count)
        return;
    for (uint32_t insn = analysis->graph->block[node].end; insn-- > analysis->graph->block[node].first;)
        *live = live_before(analysis, insn, *live);
}

static bool merge_live(void *context, void *into, const void *from)
{
    uint64_t *live = into;
    const uint64_t old = *live;

    (void)context;
    *live |= *(const uint64_t *)from;
    return *live != old;
}

static uint32_t next_predecessor(void *context, uint32_t node, uint32_t *cursor)
{
    const struct flag_analysis *analysis = context;

    return hw_adjacency_next(&analysis->predecessors, node, cursor);
}

static bool solve_liveness(struct flag_analysis *analysis)
{
    const struct hw_code_graph *graph = analysis->graph;
    const struct hw_dataflow problem = {.node_count = graph->block_count + 1,
                                        .state_bytes = sizeof *analysis->live,
                                        .entry = analysis->live,
                                        .is_backward = true,
                                        .context = analysis,
                                        .transfer = transfer_live,
                                        .merge = merge_live,
                                        .successor = next_predecessor};

    if (graph->block_count && graph->block[graph->block_count - 1].falls_through)
        analysis->live[graph->block_count - 1] = ALL_LIVE; /* the end of the code */
    return hw_dataflow_solve(&problem) == HW_OK;
}

static bool analyse_flags(struct flag_analysis *analysis)
{
    const struct hw_translator *t = analysis->t;

    if (!analysis->graph ||
        !hw_adjacency_build(analysis->graph, HW_EDGE_NEXT | HW_EDGE_JUMP | HW_EDGE_POP | HW_EDGE_PUSHED, true,
                            &analysis->predecessors))
        return false;
    for (uint32_t i = 0; i < t->program->uop_count; i++) {
        hw_uop_fn *const fn = t->program->uop[i].fn;
        analysis->has_calls |= fn == hw_uop_call || fn == hw_uop_quadon || fn == hw_uop_sam;
    }
    analysis->live = calloc(analysis->graph->block_count + 1, sizeof *analysis->live);
    return analysis->live && solve_liveness(analysis);
}

/* Whether the flags of a sum may be dead.  Those in a temporary are read by the next micro-op. */
static bool is_candidate(const struct hw_program *program, const struct hw_uop *uop)
{
    return uop->carry_only && uop->cond_out < program->numbering.zero;
}

static bool has_candidates(const struct hw_program *program)
{
    for (uint32_t i = 0; i < program->uop_count; i++)
        if (is_candidate(program, &program->uop[i]))
            return true;
    return false;
}

/* Decide which sums of an instruction need only the carry, by what is live after it. */
static void mark_carries(const struct flag_analysis *analysis, uint32_t insn, uint64_t live)
{
    struct hw_program *program = analysis->t->program;

    for (uint32_t i = program->insn[insn].uop; i < end_of_insn(program, insn); i++) {
        struct hw_uop *uop = &program->uop[i];
        if (is_candidate(program, uop))
            uop->carry_only = !(live >> (uop->cond_out - analysis->cond0) & 1);
    }
}

void hw_eliminate_dead_flags(struct hw_translator *t, const struct hw_code_graph *graph)
{
    struct hw_program *program = t->program;
    struct flag_analysis analysis = {.t = t, .graph = graph, .cond0 = program->numbering.cond};

    if (!has_candidates(program))
        return;
    const bool is_solved = analyse_flags(&analysis);
    for (uint32_t i = 0; !is_solved && i < program->uop_count; i++)
        if (is_candidate(program, &program->uop[i]))
            program->uop[i].carry_only = false;
    for (uint32_t node = 0; is_solved && node < graph->block_count; node++) {
        uint64_t live = analysis.live[node];
        for (uint32_t insn = graph->block[node].end; insn-- > graph->block[node].first;) {
            mark_carries(&analysis, insn, live);
            live = live_before(&analysis, insn, live);
        }
    }
    free(analysis.live);
    hw_adjacency_free(&analysis.predecessors);
}
