/* SPDX-License-Identifier: MIT */
/* Selection by the rows of rules.c.
 *
 * The rows of an operation, each with its operands in both orders where they may change places, are the ways
 * that there are.  Beginning with registers everywhere, one operand after the other becomes the best that
 * some way takes: the instruction sets' own rows say so, asked with an example. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/family.h"

#define MOST_OPERANDS 5u
#define MOST_WAYS     12u
#define MOST_TEXT     640u

struct way {
    const struct hw_codegen_rule *rule;
    const char *form;
    bool is_swapped;
};

struct way_choice {
    struct hw_selection *s;
    const struct hw_ir_insn *insn;
    struct way way[MOST_WAYS];
    unsigned ways;
    const struct hw_mach_operand *to; /* NULL: the register of the result */
    struct hw_select_fold fold[MOST_OPERANDS][HW_SELECT_MOST_FOLDS];
    unsigned folds[MOST_OPERANDS];
    unsigned chosen[MOST_OPERANDS]; /* folds: a register */
};

static void add_way(struct way_choice *search, const struct hw_codegen_rule *rule, bool is_swapped)
{
    const char *form = hw_codegen_form(search->s->arena, rule->form, &search->insn->how);

    if (form && search->ways < MOST_WAYS)
        search->way[search->ways++] = (struct way){.rule = rule, .form = form, .is_swapped = is_swapped};
}

static unsigned source(const struct way *way, unsigned operand)
{
    return way->is_swapped && operand < 2 ? 1 - operand : operand;
}

/* An operand as an example, and whether it is a constant. */
static struct hw_mach_operand example(const struct way_choice *search, unsigned operand)
{
    const struct hw_ir_value *value = search->insn->operand[operand].value;
    uint64_t bits;

    if (search->chosen[operand] < search->folds[operand])
        return search->fold[operand][search->chosen[operand]].operand;
    if (search->s->target->family->has_predicates && hw_ir_is_constant(value, &bits) &&
        (!bits || value->kind == HW_IR_KIND_PRED))
        return hw_select_fixed(value->kind == HW_IR_KIND_PRED ? "PT" : "RZ");
    return (struct hw_mach_operand){.kind = HW_MACH_OPERAND_REG,
                                    .bank = (uint8_t)hw_select_file(search->s, value)};
}

static struct hw_mach_operand example_result(const struct way_choice *search)
{
    return (struct hw_mach_operand){.kind = HW_MACH_OPERAND_REG,
                                    .bank = (uint8_t)hw_select_file(search->s, &search->insn->result[0])};
}

static bool is_taken(const struct way_choice *search, const struct way *way)
{
    struct hw_mach_insn insn = {.form = way->form};
    char text[MOST_TEXT];
    unsigned at = 0;

    insn.operand[at++] = search->to ? *search->to : example_result(search);
    for (unsigned i = 0; i < way->rule->scratch; i++)
        insn.operand[at++] = (struct hw_mach_operand){.kind = HW_MACH_OPERAND_REG};
    for (unsigned i = 0; i < search->insn->operands; i++) {
        insn.operand[at] = example(search, source(way, i));
        if ((way->rule->only >> i & 1) && insn.operand[at].kind != HW_MACH_OPERAND_IMMEDIATE)
            return false;
        at++;
    }
    return hw_codegen_write(&insn, NULL, text, sizeof text) && hw_codegen_reads(search->s->target, text);
}

/* Nothing is folded yet: all operands are registers. */
static void find_ways(struct way_choice *search, const struct hw_codegen_rule *rows)
{
    const bool is_swappable = search->insn->operands >= 2 &&
                              (hw_ir_op_is((enum hw_ir_op)search->insn->op) & HW_IR_IS_SWAPPABLE) != 0;

    for (const struct hw_codegen_rule *rule = hw_codegen_rule(search->insn, rows); rule;
         rule = hw_codegen_rule(search->insn, rule + 1)) {
        const unsigned before = search->ways;
        add_way(search, rule, false);
        if (is_swappable)
            add_way(search, rule, true);
        if ((rule->only & HW_CODEGEN_BEST) && search->ways > before && is_taken(search, &search->way[before]))
            return;
    }
}

static const struct way *find_way(const struct way_choice *search)
{
    for (unsigned i = 0; i < search->ways; i++)
        if (is_taken(search, &search->way[i]))
            return &search->way[i];
    return NULL;
}

/* The second operand first: that is where most instructions take constants. */
static const struct way *choose(struct way_choice *search)
{
    static const uint8_t order[MOST_OPERANDS] = {1, 0, 2, 3, 4};
    const struct way *best = NULL, *found;

    for (unsigned i = 0; i < search->insn->operands; i++)
        search->chosen[i] = search->folds[i];
    best = find_way(search);
    for (unsigned k = 0; k < MOST_OPERANDS; k++) {
        const unsigned i = order[k];
        if (i >= search->insn->operands)
            continue;
        for (search->chosen[i] = 0; search->chosen[i] < search->folds[i]; search->chosen[i]++)
            if ((found = find_way(search)) != NULL) {
                best = found;
                break;
            }
    }
    return best;
}

static struct hw_mach_operand final(struct way_choice *search, unsigned operand)
{
    struct hw_selection *s = search->s;

    if (search->chosen[operand] == search->folds[operand])
        return hw_select_operand(s, search->insn->operand[operand].value);
    const struct hw_select_fold *fold = &search->fold[operand][search->chosen[operand]];
    if (!fold->base)
        return fold->operand;
    struct hw_mach_operand of = hw_select_operand(s, fold->base);
    of.neg = fold->operand.neg;
    of.abs = fold->operand.abs;
    of.inv = of.inv != fold->operand.inv;
    return of;
}

static void make(struct way_choice *search, const struct way *way)
{
    struct hw_selection *s = search->s;
    struct hw_mach_operand operand[HW_MACH_OPERANDS];
    const unsigned written = 1u + way->rule->scratch;

    operand[0] = search->to ? *search->to : hw_select_to(s, &search->insn->result[0]);
    for (unsigned i = 0; i < way->rule->scratch; i++)
        operand[1 + i] = hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 1));
    for (unsigned i = 0; i < search->insn->operands; i++)
        operand[written + i] = final(search, source(way, i));
    struct hw_mach_insn *made =
        hw_select_put(s, way->form, written, written + search->insn->operands, operand);
    for (unsigned i = 0; i < search->insn->operands; i++)
        if (way->rule->late >> i & 1)
            made->late |= (uint16_t)(1u << (written + i));
}

bool hw_select_by_rows(struct hw_selection *s, const struct hw_ir_insn *insn,
                       const struct hw_codegen_rule *rows, const struct hw_mach_operand *to)
{
    struct way_choice search = {.s = s, .insn = insn, .to = to};

    if (insn->operands > MOST_OPERANDS || insn->results != 1)
        return false;
    find_ways(&search, rows);
    if (!search.ways)
        return false;
    const unsigned class = hw_codegen_class(insn);
    for (unsigned i = 0; i < insn->operands; i++)
        search.folds[i] =
            hw_select_folds(s, insn->operand[i].value, search.way[0].rule->reads, class, search.fold[i]);
    const struct way *way = choose(&search);
    if (way)
        make(&search, way);
    return way != NULL;
}

bool hw_select_by_rules(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    return hw_select_by_rows(s, insn, s->target->family->rules, NULL);
}
