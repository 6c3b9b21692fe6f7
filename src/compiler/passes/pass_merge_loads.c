/* SPDX-License-Identifier: MIT */
/* Load vectorisation merges loads of adjacent words into one load of two or four, if they are known to be
 * aligned to its size and nothing writes memory between them. */
#include "compiler/passes/passes.h"

#include "compiler/passes/fold.h"

#define MAX_DEPTH 8u
#define WORD      4u
#define WIDEST    16u
#define MAX_AHEAD 160u /* instructions from the first load of some to the last */
#define MAX_WORDS 48u  /* that a block has earlier for it: they take registers longer */

/* --- alignment, as a power of two -------------------------------------------------------------------- */

#define MAX_ALIGN 4u

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned zeros(uint64_t bits)
{
    return bits ? min_of((unsigned)__builtin_ctzll(bits), MAX_ALIGN) : MAX_ALIGN;
}

static unsigned align_of(const struct hw_ir_value *value, const struct hw_ir_insn *assumed, unsigned depth);

/* What a phi is in a loop may depend on itself: it is as aligned as it begins, unless a step is less. */
static unsigned align_of_phi(const struct hw_ir_insn *phi, const struct hw_ir_insn *assumed, unsigned depth)
{
    unsigned align = MAX_ALIGN;

    if (assumed)
        return 0;
    for (uint32_t i = 0; i < phi->operands; i++)
        align = min_of(align, align_of(phi->operand[i].value, phi, depth));
    return align;
}

static unsigned align_of(const struct hw_ir_value *value, const struct hw_ir_insn *assumed, unsigned depth)
{
    const struct hw_ir_insn *insn = value->from;
    unsigned align[3] = {0};
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits))
        return zeros(bits);
    if (insn->op == HW_IR_SYMBOL)
        return insn->how.symbol->is_function ? 0
                                             : min_of(zeros(insn->how.symbol->align), zeros(insn->how.bits));
    if (insn == assumed)
        return MAX_ALIGN;
    if (depth == MAX_DEPTH || insn->results != 1 || insn->how.sat || hw_fold_is_float(insn->how.type))
        return 0;
    if (insn->op == HW_IR_PHI)
        return align_of_phi(insn, assumed, depth + 1);
    for (uint32_t i = 0; i < insn->operands && i < 3; i++)
        align[i] = align_of(insn->operand[i].value, assumed, depth + 1);
    switch (insn->op) {
    case HW_IR_ADD:
    case HW_IR_SUB:
    case HW_IR_OR: return insn->operands == 2 ? min_of(align[0], align[1]) : 0;
    case HW_IR_AND: return align[0] > align[1] ? align[0] : align[1];
    case HW_IR_SHL:
        return hw_ir_is_constant(insn->operand[1].value, &bits)
                   ? min_of(align[0] + (unsigned)(bits & 31), MAX_ALIGN)
                   : align[0];
    case HW_IR_MUL:
    case HW_IR_MUL_WIDE: return min_of(align[0] + align[1], MAX_ALIGN);
    case HW_IR_MAD:
    case HW_IR_MAD_WIDE: return min_of(align[0] + align[1], align[2]);
    case HW_IR_CONVERT: return hw_fold_is_float(insn->how.from) ? 0 : align[0];
    case HW_IR_COPY: return align[0];
    default: return 0;
    }
}

/* --- which loads ------------------------------------------------------------------------------------- */

static bool is_word(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_LOAD && insn->results == 1 && insn->result->kind == HW_IR_KIND_32 &&
           !insn->how.is_volatile && insn->how.space != HW_IR_SPACE_PARAM &&
           insn->how.space != HW_IR_SPACE_CONST &&
           (insn->how.type == HW_TYPE_U32 || insn->how.type == HW_TYPE_S32 || insn->how.type == HW_TYPE_B32 ||
            insn->how.type == HW_TYPE_F32);
}

static bool are_beside(const struct hw_ir_insn *a, const struct hw_ir_insn *b)
{
    return a->operand[0].value == b->operand[0].value && a->how.space == b->how.space &&
           a->how.cache == b->how.cache;
}

/* A load must not be done before this. */
static bool ends_search(const struct hw_ir_insn *load, const struct hw_ir_insn *insn)
{
    if (!(hw_ir_op_is((enum hw_ir_op)insn->op) & (HW_IR_IS_WRITE | HW_IR_IS_END)) && !insn->how.is_volatile)
        return false;
    return insn->op != HW_IR_STORE || insn->how.is_volatile || insn->how.space == load->how.space ||
           insn->how.space == HW_IR_SPACE_GENERIC || load->how.space == HW_IR_SPACE_GENERIC;
}

/* The words around one, as many as lie in its block of WIDEST bytes: which loads load them. */
static void find_words(struct hw_ir_insn *load, struct hw_ir_insn *word[WIDEST / WORD])
{
    const uint64_t at = load->how.bits / WIDEST * WIDEST;
    struct hw_ir_insn *insn = load;

    for (unsigned i = 0; insn && i < MAX_AHEAD; i++, insn = insn->next) {
        if (ends_search(load, insn))
            return;
        if (!is_word(insn) || !are_beside(load, insn) || insn->how.bits % WORD ||
            insn->how.bits / WIDEST * WIDEST != at)
            continue;
        struct hw_ir_insn **slot = &word[(insn->how.bits - at) / WORD];
        *slot = *slot ? *slot : insn;
    }
}

static void load_at_once(struct hw_ir_function *function, struct hw_ir_insn *first,
                         struct hw_ir_insn *const *word, unsigned count)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32, HW_IR_KIND_32, HW_IR_KIND_32, HW_IR_KIND_32};
    struct hw_ir_modifiers how = word[0]->how;
    const struct hw_ir_made made = {.op = HW_IR_LOAD,
                                    .how = &how,
                                    .results = count,
                                    .kind = kinds,
                                    .operands = 1,
                                    .operand = &word[0]->operand[0].value};

    hw_ir_set_location(function, first);
    struct hw_ir_insn *all = hw_ir_insn(function, first->block, first, &made);
    for (unsigned i = 0; i < count; i++) {
        hw_ir_replace(word[i]->result, &all->result[i]);
        hw_ir_remove(word[i]);
    }
}

/* Takes loads away, `load` among them, or none. */
static bool merge_loads(struct hw_ir_function *function, struct hw_ir_insn *load, unsigned *words)
{
    struct hw_ir_insn *word[WIDEST / WORD] = {NULL};

    if (!is_word(load) || load->how.bits % WORD)
        return false;
    const unsigned align = align_of(load->operand[0].value, NULL, 0);
    if (align < 3)
        return false;
    find_words(load, word);
    if (align == MAX_ALIGN && *words + 3 <= MAX_WORDS && word[0] && word[1] && word[2] && word[3]) {
        load_at_once(function, load, word, 4);
        *words += 3;
        return true;
    }
    const unsigned half = load->how.bits % WIDEST / WORD / 2 * 2;
    if (*words + 1 > MAX_WORDS || !word[half] || !word[half + 1])
        return false;
    load_at_once(function, load, word + half, 2);
    *words += 1;
    return true;
}

bool hw_pass_merge_loads(struct hw_ir_function *function)
{
    bool changed = false;

    for (uint32_t i = 0; i < function->block_count; i++) {
        unsigned words = 0;
        for (struct hw_ir_insn *insn = function->block[i]->first, *before; insn;) {
            before = insn->prev;
            const bool joined = merge_loads(function, insn, &words);
            insn = joined ? (before ? before->next->next : function->block[i]->first->next) : insn->next;
            changed |= joined;
        }
    }
    hw_ir_set_location(function, NULL);
    return changed;
}

void hw_pass_align(const struct hw_ir_module *module)
{
    for (size_t i = 0; i < module->variables; i++) {
        struct hw_ir_symbol *symbol = module->variable[i];
        if (symbol->space == HW_IR_SPACE_SHARED && symbol->linkage != HW_IR_LINK_EXTERN && symbol->bytes &&
            symbol->bytes % WIDEST == 0 && symbol->align < WIDEST)
            symbol->align = WIDEST;
    }
}
