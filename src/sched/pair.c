/* Which instructions GK104 and GK110 can issue in pairs: the measurements of envytools' Fermi CUDA ISA
 * ("Notes about scheduling data and dual-issue on GK104+").
 *
 * There it is a list of kinds that exclude each other; the kinds fall into sets whose members all do.
 * NVIDIA's compilers for GK110 keep to them, but pair doubles and memory accesses of any kind and size. */
#include "sched/code.h"

#define PLACE_UNIT 16 /* bytes of a constant bank that one access fetches */

/* ---------------------------------------------------------------- kinds that exclude each other */

enum apart { APART_NONE = 0, APART_SPECIAL, APART_SLOW, APART_SET, APART_LOAD };

static const struct {
    uint16_t op;
    uint8_t apart; /* enum apart */
} kinds[] = {
    {HW_OP_S2R, APART_SPECIAL}, {HW_OP_SHL, APART_SLOW},  {HW_OP_SHR, APART_SLOW},    {HW_OP_SHF, APART_SLOW},
    {HW_OP_IMUL, APART_SLOW},   {HW_OP_IMAD, APART_SLOW}, {HW_OP_IMADSP, APART_SLOW}, {HW_OP_I2I, APART_SLOW},
    {HW_OP_I2F, APART_SLOW},    {HW_OP_F2I, APART_SLOW},  {HW_OP_F2F, APART_SLOW},    {HW_OP_BFI, APART_SLOW},
    {HW_OP_POPC, APART_SLOW},   {HW_OP_ISET, APART_SET},  {HW_OP_ISETP, APART_SET},   {HW_OP_FSET, APART_SET},
    {HW_OP_FSETP, APART_SET},   {HW_OP_PSET, APART_SET},  {HW_OP_PSETP, APART_SET},   {HW_OP_CSET, APART_SET},
    {HW_OP_CSETP, APART_SET},   {HW_OP_LD, APART_LOAD},
};

/* ---------------------------------------------------------------- one of the two */

struct half {
    struct hw_view view;
    struct hw_effects effects;
    const struct hw_operand *constant, *memory; /* NULL: it has none */
    enum apart apart;
};

static bool is_memory(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_SHARED || operand->kind == HW_OPERAND_LOCAL ||
           operand->kind == HW_OPERAND_GLOBAL || operand->kind == HW_OPERAND_GENERIC;
}

static void read_half(const struct hw_insn *insn, struct half *half)
{
    *half = (struct half){.apart = APART_NONE};
    hw_insn_view(insn, &half->view);
    hw_insn_effects(insn, &half->effects);
    for (unsigned i = 0; i < half->view.operand_count; i++) {
        if (half->view.operand[i].kind == HW_OPERAND_CONST)
            half->constant = &half->view.operand[i];
        if (is_memory(&half->view.operand[i]))
            half->memory = &half->view.operand[i];
    }
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (kinds[i].op == half->view.op)
            half->apart = (enum apart)kinds[i].apart;
}

static const char *alone(const struct half *half)
{
    if (hw_view_is_double(&half->view))
        return "operations on doubles issue alone";
    if (half->memory && (half->memory->kind == HW_OPERAND_GLOBAL || half->memory->kind == HW_OPERAND_GENERIC))
        return "accesses to global memory issue alone";
    if (half->memory && half->memory->bytes > 4)
        return "accesses to more than 32 bits of memory issue alone";
    return NULL;
}

/* ---------------------------------------------------------------- the two */

static bool meet(const struct hw_register_range *a, unsigned a_count, const struct hw_register_range *b,
                 unsigned b_count)
{
    for (unsigned i = 0; i < a_count; i++)
        for (unsigned k = 0; k < b_count; k++)
            if (a[i].first < b[k].first + b[k].count && b[k].first < a[i].first + a[i].count)
                return true;
    return false;
}

static bool same_destination(const struct hw_effects *a, const struct hw_effects *b)
{
    return meet(a->write, a->write_count, b->write, b->write_count) || (a->pred_written & b->pred_written) ||
           (a->cond_written & b->cond_written);
}

static bool depends(const struct hw_effects *first, const struct hw_effects *second)
{
    return meet(first->write, first->write_count, second->read, second->read_count) ||
           (first->pred_written & second->pred_read) || (first->cond_written & second->cond_read);
}

static bool fetch_apart(const struct hw_operand *a, const struct hw_operand *b)
{
    return a && b && (a->space != b->space || a->offset / PLACE_UNIT != b->offset / PLACE_UNIT);
}

const char *hw_sched_pair_fault(const struct hw_target *target, const struct hw_insn *first,
                                const struct hw_insn *second)
{
    struct half a, b;
    if (hw_sched_kind(target) != HW_SCHED_COUNTS)
        return "this target's instructions do not say that they issue in pairs";
    if (!first->row || !second->row)
        return "it is no known instruction";
    read_half(first, &a);
    read_half(second, &b);
    if (hw_target_is_gk104(target) && (alone(&a) || alone(&b)))
        return alone(&a) ? alone(&a) : alone(&b);
    if (same_destination(&a.effects, &b.effects))
        return "both have the same destination";
    if (depends(&a.effects, &b.effects))
        return "the second needs the result of the first";
    if (fetch_apart(a.constant, b.constant))
        return "they read different 16 bytes of constant memory";
    return a.apart && a.apart == b.apart ? "both need the same unit" : NULL;
}
