/* How long results take, by the unit that a row names.
 *
 * The numbers are upper bounds that NVIDIA's compilers keep.  On Maxwell and Pascal: 6 cycles from the fixed
 * pipelines to a register and 13 to a predicate (maxas, Control Codes; Mesa's NAK has the same for sm_50).  6 to
 * the condition code, and how late sources are read, were measured on compiled code;
 * tests/unit/test_sched_corpus.c holds all of it against that.  0 stands for results that only a scoreboard
 * announces.
 *
 * Kepler: what compiled code waits between an instruction and the next when that needs its result (the same test
 * counts them): 9 cycles for single precision and integers, 10 for doubles, 13 for predicates and the condition
 * code, 24 for loads.  Nothing is late there: who comes too early is issued again. */
#include "sched/code.h"

#include <string.h>

/* unit, register, predicate, condition code, sources late, their lag, order */
static const struct hw_timing scoreboard_units[] = {
    {"alu", 6, 13, 6, false, 0, HW_ORDER_NONE},
    {"fp32", 6, 13, 6, false, 0, HW_ORDER_NONE},
    {"video", 6, 13, 6, false, 0, HW_ORDER_NONE},
    {"control", 6, 13, 6, false, 0, HW_ORDER_NONE},
    {"half", 0, 0, 0, true, 0, HW_ORDER_HALF},
    {"fp64", 0, 0, 0, true, 2, HW_ORDER_DOUBLE},
    {"sfu", 0, 0, 0, true, 4, HW_ORDER_SPECIAL},
    {"convert", 0, 0, 0, true, 4, HW_ORDER_SPECIAL},
    {"special", 0, 0, 0, true, 0, HW_ORDER_NONE},
    {"mem", 0, 0, 0, true, 4, HW_ORDER_MEMORY},
    {"texture", 0, 0, 0, true, 4, HW_ORDER_TEXTURE},
    {"graphics", 0, 0, 0, true, 0, HW_ORDER_NONE},
};

static const struct hw_timing count_units[] = {
    {"fp64", 10, 13, 13, false, 0, HW_ORDER_NONE},
    {"mem", 24, 24, 24, false, 0, HW_ORDER_NONE},
    {"texture", 24, 24, 24, false, 0, HW_ORDER_NONE},
};

/* Operations that are not as their unit. */
struct exception {
    uint16_t op;
    const struct hw_timing *timing;
};
static const struct hw_timing fixed = {"fixed", 6, 13, 6, false, 0, HW_ORDER_NONE};
static const struct hw_timing varying = {"varying", 0, 0, 0, true, 4, HW_ORDER_SPECIAL};
static const struct exception scoreboard_exceptions[] = {
    {HW_OP_FLO, &varying},    {HW_OP_POPC, &varying}, {HW_OP_IMUL, &varying},   {HW_OP_IMAD, &varying},
    {HW_OP_IMADSP, &varying}, {HW_OP_CS2R, &fixed},   {HW_OP_BALLOT, &fixed},
};
static const struct hw_timing from_constant = {"from c[]", 13, 13, 13, false, 0, HW_ORDER_NONE};
static const struct hw_timing exchange = {"exchange", 28, 28, 28, false, 0, HW_ORDER_NONE};
static const struct exception count_exceptions[] = {{HW_OP_SHFL, &exchange}};

/* Units that are not listed: everything by scoreboard, or as arithmetic. */
static const struct hw_timing by_scoreboard = {"?", 0, 0, 0, true, 0, HW_ORDER_NONE};
static const struct hw_timing arithmetic = {"?", 9, 13, 13, false, 0, HW_ORDER_NONE};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
static const struct {
    const struct hw_timing *units;
    const struct exception *exceptions;
    unsigned unit_count, exception_count;
    const struct hw_timing *other;
} tables[] = {
    [HW_SCHED_NONE] = {NULL, NULL, 0, 0, &arithmetic},
    [HW_SCHED_COUNTS] = {count_units, count_exceptions, COUNT(count_units), COUNT(count_exceptions), &arithmetic},
    [HW_SCHED_SCOREBOARDS] = {scoreboard_units, scoreboard_exceptions, COUNT(scoreboard_units),
                              COUNT(scoreboard_exceptions), &by_scoreboard},
};

static bool moves_constant(const struct hw_insn *insn)
{
    struct hw_view view;
    if (hw_row_op(insn->row) != HW_OP_MOV)
        return false;
    hw_insn_view(insn, &view);
    return view.operand[1].kind == HW_OPERAND_CONST;
}

const struct hw_timing *hw_timing_of(enum hw_sched_kind kind, const struct hw_insn *insn)
{
    if (!insn->row)
        return tables[kind].other;
    if (kind == HW_SCHED_COUNTS && moves_constant(insn))
        return &from_constant;
    for (unsigned i = 0; i < tables[kind].exception_count; i++)
        if (tables[kind].exceptions[i].op == hw_row_op(insn->row))
            return tables[kind].exceptions[i].timing;
    for (unsigned i = 0; i < tables[kind].unit_count; i++)
        if (!strcmp(tables[kind].units[i].unit, hw_row_unit(insn->row)))
            return &tables[kind].units[i];
    return tables[kind].other;
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource)
{
    return resource < HW_READY_PRED ? timing->reg : resource < HW_READY_COND ? timing->pred : timing->cond;
}
