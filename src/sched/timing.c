/* How long results take on Maxwell and Pascal, by the unit that a row names.
 *
 * The numbers are upper bounds that NVIDIA's compilers keep: 6 cycles from the fixed pipelines to a register and 13 to
 * a predicate or the condition code (maxas, Control Codes; Mesa's NAK has the same for sm_50), measured again on
 * compiled code by tests/unit/test_sched_corpus.c.  0 stands for results that only a scoreboard announces. */
#include "sched/code.h"

#include <string.h>

/* unit, register, predicate, condition code, sources late, their lag, order */
static const struct hw_timing timings[] = {
    {"alu", 6, 13, 6, false, 0, 0},
    {"half", 0, 0, 0, true, 0, 0},
    {"fp64", 0, 0, 0, true, 0, 0},
    {"sfu", 0, 0, 0, true, 0, 0},
    {"convert", 0, 0, 0, true, 0, 0},
    {"imul", 0, 0, 0, true, 0, 0},
    {"shared", 0, 0, 0, true, 4, 1},
    {"mem", 0, 0, 0, true, 4, 2},
    {"tex", 0, 0, 0, true, 4, 3},
    {"special", 0, 0, 0, true, 0, 0},
    {"shfl", 0, 0, 0, true, 4, 1},
    {"vote", 6, 13, 6, false, 0, 0},
    {"control", 6, 13, 6, false, 0, 0},
    {"barrier", 0, 0, 0, false, 0, 0},
    {"shader", 0, 0, 0, true, 0, 0},
};

/* Units that nobody has measured: everything by scoreboard. */
static const struct hw_timing unknown = {"?", 0, 0, 0, true, 0, 0};

const struct hw_timing *hw_timing_of(const struct hw_insn *insn)
{
    const char *unit = insn->row ? hw_row_unit(insn->row) : NULL;
    for (unsigned i = 0; unit && i < sizeof(timings) / sizeof(timings[0]); i++)
        if (!strcmp(timings[i].unit, unit))
            return &timings[i];
    return &unknown;
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource)
{
    return resource < HW_READY_PRED ? timing->reg : resource < HW_READY_COND ? timing->pred : timing->cond;
}
