/* What an instruction reads and writes, from its meaning.
 *
 * In a view the operands that are written come first; `written` says how many an operation has.  What is no
 * operand (the guard, the condition code of .CC and .X, the predicates of P2R and R2P, vectors of a texture
 * lookup that begin at a register) is added from the modifiers. */
#include "isa/texture_effects.h"

#include <halfwarp/isa.h>

#define NO_REGISTER  255 /* RZ */
#define NO_PREDICATE 7   /* PT */

/* How many operands an operation writes, where it is not one; WRITES_PREDICATES: those at its head;
 * WRITES_BY_KIND: these and one operand more; WRITES_RESULT: the two of a barrier's result. */
enum {
    WRITES_ONE = 0,
    WRITES_NONE,
    WRITES_TWO,
    WRITES_PREDICATES,
    WRITES_BY_KIND,
    WRITES_RESULT,
    WRITES_UNKNOWN
};

static const uint8_t written[HW_OP_COUNT] = {
    [HW_OP_NOP] = WRITES_NONE,        [HW_OP_ST] = WRITES_PREDICATES,  [HW_OP_RED] = WRITES_NONE,
    [HW_OP_PMEVENT] = WRITES_NONE,    [HW_OP_EMIT] = WRITES_NONE,      [HW_OP_RESTART] = WRITES_NONE,
    [HW_OP_DISCARD] = WRITES_NONE,    [HW_OP_BRA] = WRITES_NONE,       [HW_OP_BRX] = WRITES_NONE,
    [HW_OP_CALL] = WRITES_NONE,       [HW_OP_RET] = WRITES_NONE,       [HW_OP_PRET] = WRITES_NONE,
    [HW_OP_PBK] = WRITES_NONE,        [HW_OP_BRK] = WRITES_NONE,       [HW_OP_SSY] = WRITES_NONE,
    [HW_OP_BAR] = WRITES_RESULT,      [HW_OP_TRAP] = WRITES_NONE,      [HW_OP_BPT] = WRITES_NONE,
    [HW_OP_R2P] = WRITES_NONE,        [HW_OP_R2B] = WRITES_NONE,       [HW_OP_DEPBAR] = WRITES_NONE,
    [HW_OP_MEMBAR] = WRITES_NONE,     [HW_OP_CCTL] = WRITES_NONE,      [HW_OP_SYNC] = WRITES_NONE,
    [HW_OP_PCNT] = WRITES_NONE,       [HW_OP_CONT] = WRITES_NONE,      [HW_OP_PLONGJMP] = WRITES_NONE,
    [HW_OP_LONGJMP] = WRITES_NONE,    [HW_OP_PEXIT] = WRITES_NONE,     [HW_OP_EXIT] = WRITES_NONE,
    [HW_OP_KIL] = WRITES_NONE,        [HW_OP_SUST] = WRITES_NONE,      [HW_OP_SURED] = WRITES_NONE,
    [HW_OP_ISETP] = WRITES_TWO,       [HW_OP_FSETP] = WRITES_TWO,      [HW_OP_DSETP] = WRITES_TWO,
    [HW_OP_VSETP] = WRITES_TWO,       [HW_OP_HSETP2] = WRITES_TWO,     [HW_OP_PSETP] = WRITES_TWO,
    [HW_OP_CSETP] = WRITES_TWO,       [HW_OP_LD2] = WRITES_TWO,        [HW_OP_TEXS] = WRITES_TWO,
    [HW_OP_BALLOT] = WRITES_TWO,      [HW_OP_LOP] = WRITES_BY_KIND,    [HW_OP_LOP3] = WRITES_BY_KIND,
    [HW_OP_LEA] = WRITES_BY_KIND,     [HW_OP_LEAHI] = WRITES_BY_KIND,  [HW_OP_SHFL] = WRITES_BY_KIND,
    [HW_OP_LD] = WRITES_BY_KIND,      [HW_OP_ATOM] = WRITES_BY_KIND,   [HW_OP_TEX] = WRITES_BY_KIND,
    [HW_OP_SULD] = WRITES_BY_KIND,    [HW_OP_SUATOM] = WRITES_BY_KIND, [HW_OP_B2R] = WRITES_RESULT,
    [HW_OP_TRAPCTL] = WRITES_UNKNOWN, [HW_OP_SHADER] = WRITES_UNKNOWN, [HW_OP_SUCLAMP] = WRITES_BY_KIND,
    [HW_OP_SUBFM] = WRITES_BY_KIND,   [HW_OP_SULEA] = WRITES_BY_KIND,  [HW_OP_SUSTGA] = WRITES_NONE,
};

static unsigned written_operands(const struct hw_view *view)
{
    unsigned n = 0;
    switch (written[view->op]) {
    case WRITES_NONE: return 0;
    case WRITES_TWO: return 2;
    case WRITES_PREDICATES:
    case WRITES_BY_KIND:
        while (n < view->operand_count && view->operand[n].kind == HW_OPERAND_PRED)
            n++;
        return n + (written[view->op] == WRITES_BY_KIND);
    case WRITES_RESULT:
        if (view->operand_count > 1 && view->operand[1].kind == HW_OPERAND_PRED)
            return 2;
        return view->op == HW_OP_B2R;
    default: return 1;
    }
}

/* ---------------------------------------------------------------- sets */

static void add_range(struct hw_register_range *list, uint8_t *count, unsigned first, unsigned registers)
{
    if (first == NO_REGISTER || !registers || *count == HW_EFFECT_RANGES)
        return;
    if (first + registers > NO_REGISTER)
        registers = NO_REGISTER - first;
    list[(*count)++] = (struct hw_register_range){(uint16_t)first, (uint16_t)registers};
}

static void read_registers(struct hw_effects *effects, unsigned first, unsigned registers)
{
    add_range(effects->read, &effects->read_count, first, registers);
}

static void write_registers(struct hw_effects *effects, unsigned first, unsigned registers)
{
    add_range(effects->write, &effects->write_count, first, registers);
}

static unsigned words(const struct hw_operand *operand)
{
    return operand->bytes > 4 ? operand->bytes / 4u : 1;
}

static uint8_t predicate(const struct hw_operand *operand)
{
    return operand->reg < NO_PREDICATE ? (uint8_t)(1u << operand->reg) : 0;
}

static uint8_t bit(unsigned number)
{
    return number < 8 ? (uint8_t)(1u << number) : 0;
}

/* The registers that an address is made of. */
static void add_address(struct hw_effects *effects, const struct hw_operand *operand)
{
    if (operand->base_kind == HW_BASE_REG)
        read_registers(effects, operand->reg, operand->flags & HW_OPERAND_WIDE ? 2 : 1);
    if (operand->base_kind == HW_BASE_ADDR) {
        effects->addr_read |= bit(operand->reg);
        if (operand->flags & HW_OPERAND_POSTINC)
            effects->addr_written |= bit(operand->reg);
    }
}

static void add_written(struct hw_effects *effects, const struct hw_operand *operand)
{
    switch (operand->kind) {
    case HW_OPERAND_REG: write_registers(effects, operand->reg, words(operand)); break;
    case HW_OPERAND_PRED: effects->pred_written |= predicate(operand); break;
    case HW_OPERAND_COND: effects->cond_written |= bit(operand->reg); break;
    case HW_OPERAND_ADDR: effects->addr_written |= bit(operand->reg); break;
    default: add_address(effects, operand); break;
    }
}

/* The coordinates of a surface: one a dimension, and the index of an array. */
static unsigned surface_registers(const struct hw_view *view)
{
    static const uint8_t count[8] = {1, 1, 2, 2, 3, 3, 3, 3};
    return count[view->mod[HW_MOD_DIM] & 7];
}

static void add_read(struct hw_effects *effects, const struct hw_view *view, const struct hw_operand *operand)
{
    switch (operand->kind) {
    case HW_OPERAND_REG: read_registers(effects, operand->reg, words(operand)); break;
    case HW_OPERAND_SURFACE: read_registers(effects, operand->reg, surface_registers(view)); break;
    case HW_OPERAND_PRED: effects->pred_read |= predicate(operand); break;
    case HW_OPERAND_COND: effects->cond_read |= bit(operand->reg); break;
    case HW_OPERAND_ADDR: effects->addr_read |= bit(operand->reg); break;
    default: add_address(effects, operand); break;
    }
}

/* ---------------------------------------------------------------- what is no operand */

static void add_guard(struct hw_effects *effects, const struct hw_guard *guard)
{
    if (guard->kind == HW_GUARD_COND)
        effects->cond_read |= bit(guard->reg);
    if (guard->kind == HW_GUARD_PRED && guard->reg < NO_PREDICATE)
        effects->pred_read |= bit(guard->reg);
}

/* P2R and R2P: the predicates, or the condition code, that a mask chooses; or both, the latter from bit 12
 * on. */
static void add_packed(const struct hw_view *view, struct hw_effects *effects)
{
    const struct hw_operand *mask = &view->operand[view->operand_count - 1];
    uint32_t bits = mask->kind == HW_OPERAND_IMM ? (uint32_t)mask->offset : 0xffff;
    unsigned which = view->mod[HW_MOD_CC];
    uint8_t preds = which == 1 ? 0 : bits & 0x7f;
    uint8_t cond = which == 1 || (which == 2 && bits & 0xf000);
    if (view->op == HW_OP_P2R) {
        effects->pred_read |= preds;
        effects->cond_read |= cond;
    } else {
        effects->pred_written |= preds;
        effects->cond_written |= cond;
    }
}

/* .CC, .X, the lower steps of long minima, and tests of the condition code.  A test that always holds (1 +
 * 15) reads nothing. */
static void add_conditions(const struct hw_view *view, struct hw_effects *effects)
{
    if (view->cond_out >= 0)
        effects->cond_written |= bit((unsigned)view->cond_out);
    if (view->mod[HW_MOD_CARRY])
        effects->cond_read |= bit(view->mod[HW_MOD_CARRY] - 1u);
    if ((view->mod[HW_MOD_TEST] && view->mod[HW_MOD_TEST] != 16) || view->mod[HW_MOD_PART] == 1 ||
        view->mod[HW_MOD_PART] == 2)
        effects->cond_read |= 1;
}

static void add_memory(const struct hw_view *view, struct hw_effects *effects)
{
    switch (view->op) {
    case HW_OP_LD:
    case HW_OP_LD2:
    case HW_OP_TEX:
    case HW_OP_TEXS:
    case HW_OP_SULD: effects->memory = HW_EFFECT_LOAD; break;
    case HW_OP_ST:
    case HW_OP_SUST: effects->memory = HW_EFFECT_STORE; break;
    case HW_OP_ATOM:
    case HW_OP_RED:
    case HW_OP_SURED:
    case HW_OP_SUATOM: effects->memory = HW_EFFECT_LOAD | HW_EFFECT_STORE; break;
    default: break;
    }
}

void hw_insn_effects(const struct hw_insn *insn, struct hw_effects *effects)
{
    struct hw_view view;
    *effects = (struct hw_effects){.read_count = 0};
    if (!insn->form)
        return;
    hw_insn_view(insn, &view);
    unsigned count = written_operands(&view);
    if (view.op == HW_OP_TEX || view.op == HW_OP_TEXS || view.op == HW_OP_TXQ)
        hw_texture_widths(&view, count);
    for (unsigned i = 0; i < view.operand_count; i++) {
        if (i < count)
            add_written(effects, &view.operand[i]);
        if (i >= count || written[view.op] == WRITES_UNKNOWN)
            add_read(effects, &view, &view.operand[i]);
    }
    /* One half of the result stays as it was. */
    if (view.mod[HW_MOD_MERGE] > 1 && view.operand_count && view.operand[0].kind == HW_OPERAND_REG)
        read_registers(effects, view.operand[0].reg, 1);
    if (view.op == HW_OP_P2R || view.op == HW_OP_R2P)
        add_packed(&view, effects);
    add_guard(effects, &view.guard);
    add_conditions(&view, effects);
    add_memory(&view, effects);
}

bool hw_insn_target(const struct hw_insn *insn, uint64_t address, uint64_t *target)
{
    struct hw_view view;
    if (!insn->form)
        return false;
    hw_insn_view(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct hw_operand *operand = &view.operand[i];
        if (operand->kind != HW_OPERAND_CODE || operand->base_kind != HW_BASE_NONE)
            continue;
        *target =
            (uint64_t)operand->offset + (operand->flags & HW_OPERAND_RELATIVE ? address + insn->bytes : 0);
        return true;
    }
    return false;
}
