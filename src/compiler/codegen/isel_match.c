/* SPDX-License-Identifier: MIT */
/* Matches an operation with the patterns of isel_patterns.c.
 *
 * The candidates are the patterns of the operation, each with its operands in both orders if it is
 * commutative.  All operands start as registers.  Each is then replaced by the best operand kind that some
 * candidate accepts.  An example instruction is parsed with the tables of isa/ to decide what is legal. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/target_hooks.h"

#define MAX_OPERANDS     5u
#define MAX_ALTERNATIVES 12u
#define MAX_TEXT         640u

struct alternative {
    const struct hw_isel_pattern *pattern;
    const char *template; /* expanded */
    bool is_swapped;
};

struct isel_matcher {
    struct hw_isel *s;
    const struct hw_ir_insn *insn;
    struct alternative alternative[MAX_ALTERNATIVES];
    unsigned alternatives;
    const struct hw_mir_operand *to; /* NULL: the register of the result */
    struct hw_isel_fold fold[MAX_OPERANDS][HW_ISEL_MAX_FOLDS];
    unsigned folds[MAX_OPERANDS];
    unsigned chosen[MAX_OPERANDS]; /* the index of a fold; `folds`: none, the operand is a register */
};

static void add_alternative(struct isel_matcher *search, const struct hw_isel_pattern *pattern,
                            bool is_swapped)
{
    const char *template = hw_isel_expand_template(search->s->arena, pattern->template, &search->insn->how);

    if (template && search->alternatives < MAX_ALTERNATIVES)
        search->alternative[search->alternatives++] =
            (struct alternative){.pattern = pattern, .template = template, .is_swapped = is_swapped};
}

/* Which operand of the operation stands at an operand of the pattern. */
static unsigned operand_index(const struct alternative *alternative, unsigned operand)
{
    return alternative->is_swapped && operand < 2 ? 1 - operand : operand;
}

static struct hw_mir_operand example_operand(const struct isel_matcher *search, unsigned operand)
{
    const struct hw_ir_value *value = search->insn->operand[operand].value;
    uint64_t bits;

    if (search->chosen[operand] < search->folds[operand])
        return search->fold[operand][search->chosen[operand]].operand;
    if (search->s->target->family->has_predicates && hw_ir_is_constant(value, &bits) &&
        (!bits || value->kind == HW_IR_KIND_PRED))
        return hw_isel_fixed(value->kind == HW_IR_KIND_PRED ? "PT" : "RZ");
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG,
                                   .bank = (uint8_t)hw_isel_file(search->s, value)};
}

static struct hw_mir_operand example_result(const struct isel_matcher *search)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG,
                                   .bank = (uint8_t)hw_isel_file(search->s, &search->insn->result[0])};
}

/* Whether the target parses an alternative with the operands as they are chosen. */
static bool is_legal(const struct isel_matcher *search, const struct alternative *alternative)
{
    struct hw_mir_insn insn = {.template = alternative->template};
    char text[MAX_TEXT];
    unsigned at = 0;

    insn.operand[at++] = search->to ? *search->to : example_result(search);
    for (unsigned i = 0; i < alternative->pattern->scratch; i++)
        insn.operand[at++] = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG};
    for (unsigned i = 0; i < search->insn->operands; i++) {
        insn.operand[at] = example_operand(search, operand_index(alternative, i));
        if ((alternative->pattern->constants >> i & 1) && insn.operand[at].kind != HW_MIR_OPERAND_IMMEDIATE)
            return false;
        at++;
    }
    return hw_codegen_print_insn(&insn, NULL, text, sizeof text) &&
           hw_codegen_accepts(search->s->target, text);
}

/* Nothing is folded yet: all operands are registers. */
static void find_alternatives(struct isel_matcher *search, const struct hw_isel_pattern *patterns)
{
    const bool is_commutative = search->insn->operands >= 2 &&
                                (hw_ir_op_is((enum hw_ir_op)search->insn->op) & HW_IR_IS_SWAPPABLE) != 0;

    for (const struct hw_isel_pattern *pattern = hw_isel_pattern(search->insn, patterns); pattern;
         pattern = hw_isel_pattern(search->insn, pattern + 1)) {
        const unsigned before = search->alternatives;
        add_alternative(search, pattern, false);
        if (is_commutative)
            add_alternative(search, pattern, true);
        if ((pattern->constants & HW_CODEGEN_BEST) && search->alternatives > before &&
            is_legal(search, &search->alternative[before]))
            return;
    }
}

static const struct alternative *find_legal_alternative(const struct isel_matcher *search)
{
    for (unsigned i = 0; i < search->alternatives; i++)
        if (is_legal(search, &search->alternative[i]))
            return &search->alternative[i];
    return NULL;
}

/* The second operand is folded first, since most instructions take constants there. */
static const struct alternative *choose_folds(struct isel_matcher *search)
{
    static const uint8_t order[MAX_OPERANDS] = {1, 0, 2, 3, 4};
    const struct alternative *best = NULL, *found;

    for (unsigned i = 0; i < search->insn->operands; i++)
        search->chosen[i] = search->folds[i];
    best = find_legal_alternative(search);
    for (unsigned k = 0; k < MAX_OPERANDS; k++) {
        const unsigned i = order[k];
        if (i >= search->insn->operands)
            continue;
        for (search->chosen[i] = 0; search->chosen[i] < search->folds[i]; search->chosen[i]++)
            if ((found = find_legal_alternative(search)) != NULL) {
                best = found;
                break;
            }
    }
    return best;
}

static struct hw_mir_operand chosen_operand(struct isel_matcher *search, unsigned operand)
{
    struct hw_isel *s = search->s;

    if (search->chosen[operand] == search->folds[operand])
        return hw_isel_operand(s, search->insn->operand[operand].value);
    const struct hw_isel_fold *fold = &search->fold[operand][search->chosen[operand]];
    if (!fold->base)
        return fold->operand;
    struct hw_mir_operand of = hw_isel_operand(s, fold->base);
    of.neg = fold->operand.neg;
    of.abs = fold->operand.abs;
    of.inv = of.inv != fold->operand.inv;
    return of;
}

static void emit_alternative(struct isel_matcher *search, const struct alternative *alternative)
{
    struct hw_isel *s = search->s;
    struct hw_mir_operand operand[HW_MIR_OPERANDS];
    const unsigned written = 1u + alternative->pattern->scratch;

    operand[0] = search->to ? *search->to : hw_isel_to(s, &search->insn->result[0]);
    for (unsigned i = 0; i < alternative->pattern->scratch; i++)
        operand[1 + i] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    for (unsigned i = 0; i < search->insn->operands; i++)
        operand[written + i] = chosen_operand(search, operand_index(alternative, i));
    struct hw_mir_insn *insn =
        hw_isel_emit(s, alternative->template, written, written + search->insn->operands, operand);
    for (unsigned i = 0; i < search->insn->operands; i++)
        if (alternative->pattern->early_clobber >> i & 1)
            insn->early_clobber |= (uint16_t)(1u << (written + i));
}

bool hw_isel_match(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_isel_pattern *patterns,
                   const struct hw_mir_operand *to)
{
    struct isel_matcher search = {.s = s, .insn = insn, .to = to};

    if (insn->operands > MAX_OPERANDS || insn->results != 1)
        return false;
    find_alternatives(&search, patterns);
    if (!search.alternatives)
        return false;
    const unsigned class = hw_codegen_class(insn);
    for (unsigned i = 0; i < insn->operands; i++)
        search.folds[i] = hw_isel_folds(s, insn->operand[i].value, search.alternative[0].pattern->reads,
                                        class, search.fold[i]);
    const struct alternative *alternative = choose_folds(&search);
    if (alternative)
        emit_alternative(&search, alternative);
    return alternative != NULL;
}

bool hw_isel_by_patterns(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    return hw_isel_match(s, insn, s->target->family->patterns, NULL);
}
