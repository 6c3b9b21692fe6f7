/* How long results take on Maxwell and Pascal, by the unit that a row names; Kepler's table is in
 * timing_counts.c.
 *
 * The numbers are upper bounds that NVIDIA's compilers keep: 6 cycles from the fixed pipelines to a register
 * and 13 to a predicate (maxas, Control Codes; Mesa's NAK has the same for sm_50).  6 to the condition code,
 * and how late sources are read, were measured on compiled code; tests/unit/sched/test_sched_corpus.c holds
 * all of it against that.  0 stands for results that only a scoreboard announces. */
#include "sched/sched_code.h"

#include <string.h>

/* unit, register, predicate, condition code, sources late, their lag, order, held */
/* clang-format off */
static const struct hw_timing units[] = {
    {"alu", 6, 13, 6, false, 0, HW_ORDER_NONE, 0},
    {"fp32", 6, 13, 6, false, 0, HW_ORDER_NONE, 0},
    {"video", 6, 13, 6, false, 0, HW_ORDER_NONE, 0},
    {"control", 6, 13, 6, false, 0, HW_ORDER_NONE, 0},
    {"half", 0, 0, 0, true, 0, HW_ORDER_HALF, 0},
    {"fp64", 0, 0, 0, true, 2, HW_ORDER_DOUBLE, 0},
    {"sfu", 0, 0, 0, true, 4, HW_ORDER_SPECIAL, 0},
    {"convert", 0, 0, 0, true, 4, HW_ORDER_SPECIAL, 0},
    {"special", 0, 0, 0, true, 0, HW_ORDER_NONE, 0},
    {"mem", 0, 0, 0, true, 4, HW_ORDER_MEMORY, 0},
    {"texture", 0, 0, 0, true, 4, HW_ORDER_TEXTURE, 0},
    {"graphics", 0, 0, 0, true, 0, HW_ORDER_NONE, 0},
};
/* clang-format on */

/* Operations that are not as their unit. */
struct exception {
    uint16_t op;
    const struct hw_timing *timing;
};
static const struct hw_timing fixed = {"fixed", 6, 13, 6, false, 0, HW_ORDER_NONE, 0};
static const struct hw_timing varying = {"varying", 0, 0, 0, true, 4, HW_ORDER_SPECIAL, 0};
static const struct exception exceptions[] = {
    {HW_OP_FLO, &varying},    {HW_OP_POPC, &varying}, {HW_OP_IMUL, &varying}, {HW_OP_IMAD, &varying},
    {HW_OP_IMADSP, &varying}, {HW_OP_CS2R, &fixed},   {HW_OP_BALLOT, &fixed},
};
/* Units that are not listed: everything by scoreboard. */
static const struct hw_timing other = {"?", 0, 0, 0, true, 0, HW_ORDER_NONE, 0};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const struct hw_timing *hw_timing_of(const struct hw_target *target, const struct hw_insn *insn)
{
    if (hw_sched_kind(target) == HW_SCHED_COUNTS)
        return hw_timing_counts(target, insn);
    if (!insn->form)
        return &other;
    for (unsigned i = 0; i < COUNT(exceptions); i++)
        if (exceptions[i].op == hw_form_op(insn->form))
            return exceptions[i].timing;
    for (unsigned i = 0; i < COUNT(units); i++)
        if (!strcmp(units[i].unit, hw_form_unit(insn->form)))
            return &units[i];
    return &other;
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource)
{
    return resource < HW_READY_PRED ? timing->reg : resource < HW_READY_COND ? timing->pred : timing->cond;
}
