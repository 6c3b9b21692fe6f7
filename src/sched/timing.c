/* How long results take on Maxwell and Pascal, by the unit that a row names.
 *
 * The numbers are upper bounds that NVIDIA's compilers keep: 6 cycles from the fixed pipelines to a register
 * and 13 to a predicate (maxas, Control Codes; Mesa's NAK has the same for sm_50).  6 to the condition code,
 * and how late sources are read, were measured on compiled code; tests/unit/test_sched_corpus.c holds all of
 * it against that.  0 stands for results that only a scoreboard announces. */
#include "sched/code.h"

#include <string.h>

/* unit, register, predicate, condition code, sources late, their lag, order */
static const struct hw_timing units[] = {
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

/* Operations that are not as their unit. */
static const struct hw_timing fixed = {"fixed", 6, 13, 6, false, 0, HW_ORDER_NONE};
static const struct hw_timing varying = {"varying", 0, 0, 0, true, 4, HW_ORDER_SPECIAL};
static const struct {
    uint16_t op;
    const struct hw_timing *timing;
} exceptions[] = {
    {HW_OP_FLO, &varying},    {HW_OP_POPC, &varying}, {HW_OP_IMUL, &varying},   {HW_OP_IMAD, &varying},
    {HW_OP_IMADSP, &varying}, {HW_OP_CS2R, &fixed},   {HW_OP_BALLOT, &fixed},
};

/* Units that nobody has measured: everything by scoreboard. */
static const struct hw_timing unknown = {"?", 0, 0, 0, true, 0, HW_ORDER_NONE};

const struct hw_timing *hw_timing_of(const struct hw_insn *insn)
{
    if (!insn->row)
        return &unknown;
    for (unsigned i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
        if (exceptions[i].op == hw_row_op(insn->row))
            return exceptions[i].timing;
    for (unsigned i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (!strcmp(units[i].unit, hw_row_unit(insn->row)))
            return &units[i];
    return &unknown;
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource)
{
    return resource < HW_READY_PRED ? timing->reg : resource < HW_READY_COND ? timing->pred : timing->cond;
}
