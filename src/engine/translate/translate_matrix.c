/* SPDX-License-Identifier: MIT */
/* Copies for kernels with matrices become micro-ops: asynchronous copies from global to shared memory
 * (LDGSTS), and matrices of 8 by 8 halves that are loaded from shared memory into the lanes of a warp (LDSM),
 * or stored (STSM).
 *
 * A copy is done where it is issued, or put off (translate_async.c).  Hardware may do it later; a program has
 * to wait before it reads the data, so the result is the same. */
#include "engine/translate/translate.h"

#include "machine/matrix/matrix_ops.h"
#include "machine/memory/async_copy.h"

#include <halfwarp/effects.h>

/* The bytes at an address, or fewer of them if the instruction says so. */
static void load_bytes(struct hw_translator *t, const struct hw_operand *global,
                       const struct hw_address *from, uint16_t words)
{
    struct hw_address aligned = *from;

    if (!t->view.mod[HW_MOD_ZFILL]) {
        hw_emit_load_at(t, global, from, words);
        return;
    }
    aligned.reg = hw_temp_registers(t, 3);
    aligned.offset = 0;
    struct hw_uop *copy_address = hw_emit(t, hw_uop_copy_address);
    hw_set_address(copy_address, global, from);
    copy_address->d = aligned.reg;
    copy_address->mem.width = global->bytes;
    hw_emit_load_at(t, global, &aligned, words);
    struct hw_uop *cut = hw_emit(t, hw_uop_copy_zero_fill);
    cut->d = words;
    cut->a = (uint16_t)(aligned.reg + 2);
    cut->mem.width = global->bytes;
}

/* The destination of lanes for which the condition is false becomes zero, as the PTX ISA says of ignored
 * sources. The condition narrows the guarded region of the instruction, or begins one. */
static void translate_copy(struct hw_translator *t)
{
    const struct hw_operand *shared = &t->view.operand[0], *global = &t->view.operand[1];
    const uint8_t condition = t->view.operand_count > 2 ? hw_predicate_code(&t->view.operand[2]) : HW_PT;
    struct hw_address to, from;

    if (!hw_memory_address(t, shared, &to) || !hw_memory_address(t, global, &from))
        return;
    if (condition != HW_PT)
        hw_emit_store(t, shared, &to, t->program->numbering.zero, HW_PART_WORD);
    const uint32_t guard = t->program->uop_count;
    if (condition != HW_PT)
        hw_emit(t, hw_uop_guard)->p_in = condition;
    const uint16_t words = hw_temp_registers(t, global->bytes / 4u);
    load_bytes(t, global, &from, words);
    hw_emit_store(t, shared, &to, words, HW_PART_WORD);
    if (condition == HW_PT || t->no_memory)
        return;
    t->program->uop[guard].jump.skipped = t->program->uop_count - guard;
    if (!hw_guard_is_test(&t->view.guard))
        hw_emit(t, hw_uop_unguard);
}

/* The same, put off: the lanes for which the condition is true read. */
static void put_off_copy(struct hw_translator *t)
{
    const struct hw_operand *shared = &t->view.operand[0], *global = &t->view.operand[1];
    const unsigned count = global->bytes / 4u;
    struct hw_address to, from;

    hw_async_begin(t, HW_ASYNC_COPY,
                   t->view.operand_count > 2 ? hw_predicate_code(&t->view.operand[2]) : HW_PT);
    const uint16_t words = hw_temp_registers(t, count);
    if (hw_memory_address(t, global, &from))
        load_bytes(t, global, &from, words);
    hw_async_reads_to(t, words, count);
    if (hw_memory_address(t, shared, &to))
        hw_emit_store(t, shared, &to, words, HW_PART_WORD);
    hw_async_end(t);
}

/* Whether the size or the element has a reserved value. */
static bool is_reserved(const struct hw_semantics *view)
{
    switch (view->op) {
    case HW_OP_LDGSTS: return view->mod[HW_MOD_TYPE] == HW_TYPE_NONE;
    case HW_OP_STSM:
    case HW_OP_LDSM: return view->mod[HW_MOD_TYPE] == HW_TYPE_NONE || view->mod[HW_MOD_TYPE2] != HW_TYPE_B16;
    case HW_OP_MOVM: return view->mod[HW_MOD_TYPE2] != HW_TYPE_B16;
    default: return false;
    }
}

/* Public documents describe matrices of halves, as they are and transposed. */
static void translate_matrices(struct hw_translator *t)
{
    const bool stores = t->view.op == HW_OP_STSM;
    const struct hw_operand *words = &t->view.operand[stores], *memory = &t->view.operand[!stores];
    struct hw_address address;
    uint16_t reg;
    uint8_t part;

    if (t->view.mod[HW_MOD_MATRIX] > HW_MATRIX_TRANSPOSED) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    if (!(stores ? hw_source_register(t, words, &reg, &part)
                 : hw_destination_register(t, words, &reg, &part)) ||
        !hw_memory_address(t, memory, &address))
        return;
    hw_instrument_access(t, stores ? HW_ACCESS_STORE : HW_ACCESS_LOAD, memory, &address);
    struct hw_uop *uop = hw_emit(t, stores ? hw_uop_store_matrices : hw_uop_load_matrices);
    hw_set_address(uop, memory, &address);
    if (address.reg == HW_NO_REGISTER)
        uop->a = t->program->numbering.zero;
    *(stores ? &uop->b : &uop->d) = reg;
    uop->mem.width = (uint8_t)(words->bytes / 4u);
    uop->mem.asks = t->view.mod[HW_MOD_MATRIX] == HW_MATRIX_TRANSPOSED;
    if (!stores)
        hw_clear_beyond(t, words);
}

static void translate_transposition(struct hw_translator *t)
{
    uint16_t d, a;
    uint8_t part;

    if (t->view.mod[HW_MOD_MATRIX] != HW_MATRIX_TRANSPOSED) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    if (!hw_destination_register(t, &t->view.operand[0], &d, &part) ||
        !hw_source_register(t, &t->view.operand[1], &a, &part))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_transpose_matrix);
    uop->d = d;
    uop->a = a;
}

bool hw_translate_matrix(struct hw_translator *t)
{
    if (is_reserved(&t->view)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return true;
    }
    switch (t->view.op) {
    case HW_OP_LDGSTS:
        if (t->puts_off)
            put_off_copy(t);
        else
            translate_copy(t);
        return true;
    case HW_OP_LDSM:
    case HW_OP_STSM: translate_matrices(t); return true;
    case HW_OP_MOVM: translate_transposition(t); return true;
    default: return false;
    }
}
