/* SPDX-License-Identifier: MIT */
/* Barriers in shared memory of Hopper and later (SYNCS) become micro-ops.
 *
 * An arrival is an atomic on the 64 bits of the barrier (ops/scalar/mbarrier.h).  A test compares the parity
 * of its phase. What the uniform datapath does is done once, by one lane, and all lanes get the result. */
#include "engine/translate/translate.h"

#include "machine/memory/mbarrier_ops.h"

/* A micro-operation with the address of a barrier. */
static struct hw_uop *emit_at(struct hw_translator *t, hw_uop_fn *fn, const struct hw_operand *memory)
{
    struct hw_address address;

    if (!hw_memory_address(t, memory, &address))
        return NULL;
    struct hw_uop *uop = hw_emit(t, fn);
    hw_set_address(uop, memory, &address);
    if (address.reg == HW_NO_REGISTER)
        uop->a = t->program->numbering.zero;
    return uop;
}

static void translate_test(struct hw_translator *t)
{
    uint16_t parity;
    uint8_t part;

    if (t->view.operand[0].kind != HW_OPERAND_PRED) { /* Rubin's */
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    if (!hw_source_register(t, &t->view.operand[2], &parity, &part))
        return;
    struct hw_uop *uop = emit_at(t, hw_uop_mbarrier_test, &t->view.operand[1]);
    if (!uop)
        return;
    uop->b = parity;
    uop->p_out = hw_predicate_number(&t->view.operand[0]);
    if (t->view.mod[HW_MOD_WAIT])
        hw_emit(t, hw_uop_mbarrier_yield)->p_in = uop->p_out;
}

/* EXCH has one source, CAS two. */
static void translate_exchange(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    uint16_t d, b, c = HW_NO_REGISTER;
    uint8_t part;

    if (!hw_destination_register(t, &operand[0], &d, &part) ||
        !hw_source_register(t, &operand[2], &b, &part) ||
        (t->view.operand_count > 3 && !hw_source_register(t, &operand[3], &c, &part)))
        return;
    struct hw_uop *uop = emit_at(t, hw_uop_mbarrier_exchange, &operand[1]);
    if (!uop)
        return;
    uop->d = d;
    uop->b = b;
    uop->c = c;
}

static void translate_load(struct hw_translator *t)
{
    uint16_t d;
    uint8_t part;

    if (!hw_destination_register(t, &t->view.operand[0], &d, &part))
        return;
    struct hw_uop *uop = emit_at(t, hw_uop_mbarrier_load, &t->view.operand[1]);
    if (uop)
        uop->d = d;
}

/* On Ampere and Ada an arrival counts nothing but itself. */
static void translate_arrival(struct hw_translator *t, bool returns)
{
    const bool counts_copies = t->kernel_abi->counts_copies;
    uint8_t *mod = t->view.mod;

    if (counts_copies)
        mod[HW_MOD_ATOM] =
            (uint8_t)(HW_ATOM_SYNC + mod[HW_MOD_SYNC] + (mod[HW_MOD_DROPS] ? HW_ATOM_SYNC_DROPS : 0));
    if (returns)
        mod[HW_MOD_TYPE] = HW_TYPE_U64;
    if (mod[HW_MOD_TYPE] != HW_TYPE_NONE && (!counts_copies || mod[HW_MOD_SYNC]))
        hw_translate_atomic(t, returns, HW_PT);
    else
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
}

/* An arrival that waits for copies which are put off. */
static void translate_later_arrival(struct hw_translator *t)
{
    struct hw_address address;

    if (!t->puts_off) {
        translate_arrival(t, false);
        return;
    }
    if (!hw_memory_address(t, &t->view.operand[0], &address))
        return;
    hw_async_begin(t, HW_ASYNC_ARRIVAL, HW_PT);
    hw_async_arrives_at(t, &address);
    translate_arrival(t, false);
    hw_async_end(t);
}

bool hw_translate_mbarrier(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_SYNCTEST: translate_test(t); return true;
    case HW_OP_SYNCEXCH: translate_exchange(t); return true;
    case HW_OP_SYNCLD: translate_load(t); return true;
    case HW_OP_SYNCARRIVE: translate_arrival(t, true); return true;
    case HW_OP_ARRIVES: /* an arrival that copies cause */
        if (!t->view.mod[HW_MOD_SYNC] && t->kernel_abi->counts_copies)
            return false;
        translate_later_arrival(t);
        return true;
    case HW_OP_SYNCCTL: return true; /* no cache stands before shared memory */
    default: return false;
    }
}
