/* How long results take on GK104 and GK110: the least that compiled code leaves between an instruction and
 * the first that needs its result.  docs/scheduling.md has the counts behind each line, test_sched_corpus.c
 * holds the table against compiled code.
 *
 * Memory and textures read their registers some time after issue: compiled code never overwrites one sooner
 * than `held` cycles, and lets a lookup follow 8 cycles sooner than others on who makes its coordinates. */
#include "sched/sched_code.h"

#include <string.h>

/* A mnemonic or, behind all of those, a unit; then GK104's and GK110's timing. */
struct line {
    struct hw_timing gk104, gk110;
};
#define ALIKE(...)  \
    {__VA_ARGS__},  \
    {               \
        __VA_ARGS__ \
    }
static const struct line lines[] = {
    /* unit, register, predicate, condition code, sources late, their lag, order, held */
    {{"LDC", 9, 13, 13, false, 0, HW_ORDER_NONE, 15}, {"LDC", 9, 13, 13, false, 0, HW_ORDER_NONE, 0}},
    {ALIKE("LDS", 24, 24, 24, false, 0, HW_ORDER_NONE, 15)},
    {ALIKE("LDSLK", 28, 28, 28, false, 0, HW_ORDER_NONE, 15)},
    {ALIKE("STSCUL", 28, 28, 28, false, 0, HW_ORDER_NONE, 15)},
    {ALIKE("SHFL", 24, 28, 28, false, 0, HW_ORDER_NONE, 15)},
    {ALIKE("B2R", 9, 13, 13, false, 0, HW_ORDER_NONE, 0)},
    {ALIKE("LDG", 18, 18, 18, false, 8, HW_ORDER_TEXTURE, 18)},
    {ALIKE("texture", 18, 18, 18, false, 8, HW_ORDER_TEXTURE, 18)},
    {{"mem", 24, 24, 24, false, 0, HW_ORDER_NONE, 15}, {"mem", 32, 32, 32, false, 0, HW_ORDER_NONE, 15}},
    {{"fp64", 21, 25, 25, false, 0, HW_ORDER_NONE, 0}, {"fp64", 10, 14, 14, false, 0, HW_ORDER_NONE, 0}},
};
#define LINES (sizeof(lines) / sizeof(lines[0]))
static const struct line *const doubles = &lines[LINES - 1];

static const struct hw_timing arithmetic = {"?", 9, 13, 13, false, 0, HW_ORDER_NONE, 0};
/* As envytools' Fermi CUDA ISA measured it on GK104; NVIDIA's compilers state 9. */
static const struct hw_timing from_constant = {"from c[]", 13, 13, 13, false, 0, HW_ORDER_NONE, 0};

bool hw_target_is_gk104(const struct hw_target *target)
{
    return !strcmp(hw_isa_name(target->isa), "fermi");
}

bool hw_view_is_double(const struct hw_view *view)
{
    switch (view->op) {
    case HW_OP_DADD:
    case HW_OP_DMUL:
    case HW_OP_DFMA:
    case HW_OP_DMNMX:
    case HW_OP_DSET:
    case HW_OP_DSETP: return true;
    default: return view->mod[HW_MOD_TYPE] == HW_TYPE_F64 || view->mod[HW_MOD_TYPE2] == HW_TYPE_F64;
    }
}

/* What the operands decide: moves of constants, and on GK104 conversions from and to doubles. */
static const struct hw_timing *by_operands(bool gk104, const struct hw_insn *insn)
{
    struct hw_view view;
    hw_insn_view(insn, &view);
    if (view.op == HW_OP_MOV && view.operand[1].kind == HW_OPERAND_CONST)
        return &from_constant;
    return gk104 && hw_view_is_double(&view) ? &doubles->gk104 : NULL;
}

const struct hw_timing *hw_timing_counts(const struct hw_target *target, const struct hw_insn *insn)
{
    const bool gk104 = hw_target_is_gk104(target);
    if (!insn->form)
        return &arithmetic;
    const struct hw_timing *special = by_operands(gk104, insn);
    for (unsigned i = 0; !special && i < LINES; i++) {
        const struct hw_timing *timing = gk104 ? &lines[i].gk104 : &lines[i].gk110;
        if (!strcmp(timing->unit, hw_form_mnemonic(insn->form)) ||
            !strcmp(timing->unit, hw_form_unit(insn->form)))
            special = timing;
    }
    return special ? special : &arithmetic;
}
