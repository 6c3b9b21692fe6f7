/* SPDX-License-Identifier: MIT */
/* Loads and stores become micro-ops. */
#include "engine/translate/translate.h"

#include <string.h>

#define LDC_SEGMENTED 2   /* mod ldc */
#define ALL_BYTES     255 /* the operand after an access of 256 bits */

/* Half `part` of register d = low half of register a. */
static void emit_insert(struct hw_translator *t, uint16_t d, uint8_t part, uint16_t a)
{
    struct hw_uop *uop = hw_emit(t, hw_uop_insert_half);
    uop->d = d;
    uop->d_part = part;
    uop->a = a;
}

/* Load: to the register, or through a temporary register into half of it.  Constants at a fixed address are
 * literals. */
static void translate_load(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[0];
    struct hw_operand source = t->view.operand[1], *const memory = &source;
    uint16_t reg, loaded;
    uint8_t part;

    /* Tesla's loads from shared and constant memory say beside the operand that it has a sign, and all of
     * Volta. */
    if (t->view.mod[HW_MOD_TYPE] == HW_TYPE_S16 || t->view.mod[HW_MOD_TYPE] == HW_TYPE_S8)
        source.flags |= HW_OPERAND_SIGNED;
    hw_note_load(t, memory);
    if (!hw_destination_register(t, d, &reg, &part))
        return;
    if (part == HW_PART_WORD && (memory->kind != HW_OPERAND_CONST || memory->bytes > 4)) {
        if (hw_emit_load(t, memory, reg))
            hw_clear_beyond(t, d);
        return;
    }
    uint8_t unused;
    if (!hw_source_register(t, memory, &loaded, &unused))
        return;
    if (part == HW_PART_WORD) {
        hw_emit_move(t, reg, loaded);
        return;
    }
    emit_insert(t, reg, part, loaded);
}

/* Two loads at once.  The first goes to temporary registers, so that its register may be in the second's
 * address. */
static void translate_two_loads(struct hw_translator *t)
{
    const struct hw_operand *d = t->view.operand, *memory = d + 2;
    const unsigned words = d[0].bytes / 4u;
    uint16_t first, second;
    uint8_t part;

    if (!hw_destination_register(t, &d[0], &first, &part) ||
        !hw_destination_register(t, &d[1], &second, &part))
        return;
    const uint16_t loaded = hw_temp_registers(t, words);
    if (!hw_emit_load(t, &memory[0], loaded) || !hw_emit_load(t, &memory[1], second))
        return;
    for (unsigned i = 0; i < words; i++)
        hw_emit_move(t, (uint16_t)(first + i), (uint16_t)(loaded + i));
    hw_clear_beyond(t, &d[0]);
    hw_clear_beyond(t, &d[1]);
}

static void translate_store(struct hw_translator *t)
{
    const struct hw_operand *memory = &t->view.operand[0];
    struct hw_address address;
    uint16_t data;
    uint8_t part;

    if (!hw_source_register(t, &t->view.operand[1], &data, &part) || !hw_memory_address(t, memory, &address))
        return;
    hw_emit_store(t, memory, &address, data, part);
    hw_post_increment(t, memory);
}

/* Whether only PT and the default 255 follow the operands of an access of 256 bits. */
static bool is_plain_wide(const struct hw_semantics *view)
{
    for (unsigned i = 3; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_IMM ? view->operand[i].offset != ALL_BYTES
                                                    : hw_predicate_code(&view->operand[i]) != HW_PT)
            return false;
    return true;
}

/* 256 bits are two halves.  Which register has which is read off code that ptxas makes of them for sm_100,
 * where the instructions have the same names; for Ada it makes none. */
static void translate_wide(struct hw_translator *t)
{
    struct hw_operand *operand = t->view.operand;
    const struct hw_operand first = operand[0], second = operand[1], third = operand[2];

    if (!is_plain_wide(&t->view)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
    } else if (t->view.op == HW_OP_LDWIDE) {
        operand[0] = second;
        operand[1] = first;
        operand[3] = third;
        operand[3].offset += third.bytes;
        translate_two_loads(t);
    } else {
        translate_store(t);
        operand[0].offset += first.bytes;
        operand[1] = third;
        translate_store(t);
    }
}

/* Of LDC's other modes of selecting a bank, public documents describe one. */
static void translate_segmented_load(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[0], *memory = &t->view.operand[1];
    struct hw_address address;
    uint16_t reg;
    uint8_t part;

    if (t->view.mod[HW_MOD_LDC] != LDC_SEGMENTED) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED, 0);
        return;
    }
    if (!hw_destination_register(t, d, &reg, &part) || !hw_memory_address(t, memory, &address))
        return;
    hw_instrument_access(t, HW_ACCESS_LOAD, memory, &address);
    struct hw_uop *uop = hw_emit(t, hw_uop_load_const_segmented);
    hw_set_address(uop, memory, &address);
    uop->d = reg;
    uop->mem.width = (uint8_t)hw_operand_width(memory);
    hw_clear_beyond(t, d);
}

/* Emit a locked access with its address and result.  Which lane gets a lock of global memory depends on the
 * order of blocks. */
static struct hw_uop *emit_locked(struct hw_translator *t, hw_uop_fn *fn, const struct hw_operand *memory)
{
    const struct hw_operand *first = &t->view.operand[0];
    struct hw_address address;

    if (!hw_memory_address(t, memory, &address))
        return NULL;
    if (memory->kind != HW_OPERAND_SHARED)
        hw_needs_one_worker(t, HW_ONE_WORKER_LOCK);
    hw_instrument_access(t, fn == hw_uop_load_locked ? HW_ACCESS_LOCK : HW_ACCESS_UNLOCK, memory, &address);
    struct hw_uop *uop = hw_emit(t, fn);
    hw_set_address(uop, memory, &address);
    uop->mem.width = (uint8_t)hw_operand_width(memory);
    uop->mem.space = memory->kind;
    uop->mem.cond_out = HW_NO_REGISTER;
    if (first->kind == HW_OPERAND_PRED)
        uop->p_out = (uint8_t)first->reg;
    return uop;
}

static void translate_locked_load(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[t->view.operand[0].kind == HW_OPERAND_PRED ? 1 : 0];
    uint16_t reg;
    uint8_t part;

    if (!hw_destination_register(t, d, &reg, &part))
        return;
    struct hw_uop *uop = emit_locked(t, hw_uop_load_locked, d + 1);
    if (!uop)
        return;
    uop->d = part == HW_PART_WORD ? reg : t->program->numbering.temp;
    if (t->view.cond_out >= 0)
        uop->mem.cond_out = hw_cond_register(t, (unsigned)t->view.cond_out, true);
    if (part == HW_PART_WORD)
        hw_clear_beyond(t, d);
    else
        emit_insert(t, reg, part, t->program->numbering.temp);
    hw_post_increment(t, d + 1);
}

/* A store that unlocks, and perhaps says whether it found the word locked: only then is it done. */
static void translate_unlocking_store(struct hw_translator *t)
{
    const bool asks = t->view.operand[0].kind == HW_OPERAND_PRED;
    const struct hw_operand *memory = &t->view.operand[asks ? 1 : 0];
    uint16_t data;
    uint8_t part;

    if (!hw_source_register(t, memory + 1, &data, &part))
        return;
    struct hw_uop *uop = emit_locked(t, hw_uop_store_unlock, memory);
    if (!uop)
        return;
    uop->mem.asks = asks;
    uop->b = data;
    uop->b_part = part;
    hw_post_increment(t, memory);
}

/* Whether a generic address is in a space.  The result in a register as the first operand is undocumented. */
static void translate_query(struct hw_translator *t)
{
    const uint8_t kinds[] = {HW_OPERAND_GLOBAL, HW_OPERAND_LOCAL, HW_OPERAND_SHARED};
    const struct hw_operand *operand = t->view.operand;
    const unsigned space = t->view.mod[HW_MOD_QUERY];
    struct hw_address address;

    if (operand[1].reg != HW_RZ || space >= sizeof kinds) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED, 0);
        return;
    }
    if (!hw_memory_address(t, &operand[2], &address))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_query_space);
    hw_set_address(uop, &operand[2], &address);
    uop->mem.space = kinds[space];
    uop->p_out = hw_predicate_number(&operand[0]);
}

/* Loads, stores and atomics of plain memory. */
static bool is_access(unsigned op)
{
    return op == HW_OP_LD || op == HW_OP_ST || op == HW_OP_RED || op == HW_OP_ATOM;
}

/* Whether the size of an access is a reserved value. */
static bool has_no_size(const struct hw_translator *t)
{
    return is_access(t->view.op) && t->view.mod[HW_MOD_TYPE] == HW_TYPE_NONE &&
           t->kernel_abi->accesses_say_size;
}

static bool is_no_condition(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_PRED && hw_predicate_code(operand) == HW_PT;
}

/* Accesses of Volta name predicates before their operands and after them.  Compiled code has PT there, and
 * the access is as without.  Other predicates are undocumented: false.  The predicate after a generic load of
 * Maxwell is a hint. */
static bool remove_conditions(const struct hw_kernel_abi *kernel_abi, struct hw_semantics *view)
{
    while (view->operand_count && is_no_condition(&view->operand[view->operand_count - 1]))
        view->operand_count--;
    while (view->operand_count && is_no_condition(&view->operand[0])) {
        view->operand_count--;
        memmove(view->operand, view->operand + 1, view->operand_count * sizeof *view->operand);
    }
    bool left = false;
    for (unsigned i = 0; i < view->operand_count; i++)
        left |= hw_operand_is_predicate(&view->operand[i]);
    return !left || !kernel_abi->has_its;
}

/* Atomics on single floats, and on pairs of halves, are those of earlier chips under another name; type2 says
 * that a single is not flushed. */
static void rename_float_atomic(struct hw_semantics *view)
{
    const uint8_t type = view->mod[HW_MOD_TYPE];

    if ((view->op != HW_OP_ATOMF && view->op != HW_OP_REDF) ||
        (type != HW_TYPE_F32 && type != HW_TYPE_F64 && type != HW_TYPE_F16X2) ||
        view->mod[HW_MOD_ATOM] > HW_ATOM_MIN)
        return;
    view->op = view->op == HW_OP_ATOMF ? HW_OP_ATOM : HW_OP_RED;
}

/* Loads, stores and atomics, except those with locks. */
static bool is_plain_access(const struct hw_semantics *view)
{
    return !view->mod[HW_MOD_LOCK] && is_access(view->op);
}

bool hw_translate_memory(struct hw_translator *t)
{
    rename_float_atomic(&t->view);
    if (has_no_size(t)) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return true;
    }
    const uint8_t done = hw_remove_done_predicate(t);
    if (is_plain_access(&t->view) && !remove_conditions(t->kernel_abi, &t->view)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return true;
    }
    switch (t->view.op) {
    case HW_OP_LD:
        if (t->view.mod[HW_MOD_LOCK])
            translate_locked_load(t);
        else if (t->view.mod[HW_MOD_LDC])
            translate_segmented_load(t);
        else
            translate_load(t);
        return true;
    case HW_OP_LD2: translate_two_loads(t); return true;
    case HW_OP_LDWIDE:
    case HW_OP_STWIDE: translate_wide(t); return true;
    case HW_OP_ST:
        if (t->view.mod[HW_MOD_LOCK])
            translate_unlocking_store(t);
        else
            translate_store(t);
        return true;
    case HW_OP_RED: hw_translate_atomic(t, false, done); return true;
    case HW_OP_ATOM:
        if (t->view.mod[HW_MOD_TYPE] == HW_TYPE_B128) /* from Hopper on */
            return false;
        hw_translate_atomic(t, true, done);
        return true;
    case HW_OP_QSPC: translate_query(t); return true;
    case HW_OP_LDGDEPBAR:
        if (t->puts_off)
            hw_async_commit(t, HW_ASYNC_COPY);
        return true;
    case HW_OP_CCTL:
    case HW_OP_MEMBAR: return true; /* there are no caches, and every access is in order */
    default: return false;
    }
}
