/* SPDX-License-Identifier: MIT */
/* Atomics and reductions become micro-ops. */
#include "engine/translate/translate.h"
#include "ops/lanes/lane_functions.h"
#include "ops/scalar/atomic.h"
#include "ops/value_types.h"

#include <string.h>

/* Reductions of one kind commute with each other; two kinds, or inc, dec, exch and cas, do not, and neither
 * do sums that are rounded. */
static bool commutes(struct hw_translator *t)
{
    const uint8_t atom = t->view.mod[HW_MOD_ATOM], type = t->view.mod[HW_MOD_TYPE];
    const bool rounded = type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_F16X2;

    if (atom == HW_ATOM_EXCH || atom == HW_ATOM_CAS || atom == HW_ATOM_INC || atom == HW_ATOM_DEC ||
        (rounded && atom == HW_ATOM_ADD))
        return false;
    if (t->reduction && (t->reduction != atom + 1 || t->reduction_type != type))
        return false;
    t->reduction = (uint8_t)(atom + 1);
    t->reduction_type = type;
    return true;
}

/* An addition of words: these have functions of their own, for reductions and for launches with one worker.
 */
static bool adds_words(const struct hw_semantics *view)
{
    const uint8_t type = view->mod[HW_MOD_TYPE];

    return view->mod[HW_MOD_ATOM] == HW_ATOM_ADD && hw_type_bits(type) == 32 && type != HW_TYPE_F32 &&
           type != HW_TYPE_F16X2;
}

static bool reaches_shared(const struct hw_translator *t, const struct hw_operand *memory)
{
    return t->kernel_abi->atomics_reach_shared && memory->kind == HW_OPERAND_GENERIC;
}

static unsigned atomic_function(const struct hw_translator *t, const struct hw_operand *memory, bool adds)
{
    if (memory->kind == HW_OPERAND_SHARED)
        return adds_words(&t->view) ? HW_LANES_ATOMIC_ADD_SHARED : HW_LANES_ATOMIC_SHARED;
    if (reaches_shared(t, memory))
        return HW_LANES_ATOMIC_GENERIC;
    if (t->kernel_abi->wide_addresses)
        return adds ? HW_LANES_ATOMIC_REDUCE_ADD_DEVICE : HW_LANES_ATOMIC_DEVICE;
    return adds ? HW_LANES_ATOMIC_REDUCE_ADD : HW_LANES_ATOMIC_ATOMIC;
}

/* What an atomic returns depends on the order of blocks. */
static void note_order(struct hw_translator *t, bool returns)
{
    if (returns)
        hw_needs_one_worker(t, HW_ONE_WORKER_RETURNS);
    else
        t->program->orders_reductions |= !commutes(t);
}

static bool keeps_nothing(const struct hw_operand *d)
{
    return d->kind == HW_OPERAND_DISCARD || (d->kind == HW_OPERAND_REG && d->reg == HW_RZ);
}

bool hw_is_atomic(unsigned atom)
{
    return (atom != HW_ATOM_SAFEADD && atom <= HW_ATOM_ARRIVE) ||
           (atom >= HW_ATOM_SYNC && atom < HW_ATOM_SYNC_END);
}

/* The registers of an atomic's operands: what it is given, and for a compare-and-swap the new value. */
static bool atomic_operands(struct hw_translator *t, unsigned first, uint16_t *b, uint16_t *c)
{
    const struct hw_semantics *view = &t->view;
    uint8_t part;

    *c = HW_NO_REGISTER;
    if (view->operand_count <= first) { /* an arrival has none; ATOMS.POPC.INC adds 1 for each lane */
        *b = view->mod[HW_MOD_ATOM] >= HW_ATOM_ARRIVE ? HW_NO_REGISTER : hw_literal_register(t, 1);
        return true;
    }
    return hw_source_register(t, &view->operand[first], b, &part) &&
           (view->operand_count <= first + 1 || hw_source_register(t, &view->operand[first + 1], c, &part));
}

/* A generic atomic of Volta and later may name a predicate before its operands, which says whether the lane's
 * atomic was done.  Compiled code continues for lanes whose was not, with a loop if the address is in shared
 * memory, and with plain accesses otherwise, which is in local memory.  Here it is done in all but local
 * memory, so that the loop is not needed. */
uint8_t hw_remove_done_predicate(struct hw_translator *t)
{
    struct hw_semantics *view = &t->view;
    const struct hw_operand done = view->operand[0];

    if (view->op != HW_OP_ATOM || done.kind != HW_OPERAND_PRED || !t->kernel_abi->has_its ||
        !reaches_shared(t, &view->operand[2]))
        return HW_PT;
    view->operand_count--;
    memmove(view->operand, view->operand + 1, view->operand_count * sizeof *view->operand);
    return hw_predicate_number(&done);
}

struct hw_uop *hw_emit_atomic(struct hw_translator *t, const struct hw_operand *memory,
                              const struct hw_address *address, uint16_t d, bool returns)
{
    const bool adds =
        !returns && memory->kind != HW_OPERAND_SHARED && !reaches_shared(t, memory) && adds_words(&t->view);

    if (memory->kind != HW_OPERAND_SHARED)
        note_order(t, d != HW_NO_REGISTER);
    t->program->has_reductions |= adds;
    struct hw_uop *uop = hw_emit(t, t->memory->atomic[atomic_function(t, memory, adds)]);
    hw_set_address(uop, memory, address);
    if (address->reg == HW_NO_REGISTER)
        uop->a = t->program->numbering.zero;
    uop->d = d;
    uop->mem.atom = t->view.mod[HW_MOD_ATOM];
    uop->type = t->view.mod[HW_MOD_TYPE];
    uop->mem.rules = (uint8_t)t->traits->atomic_rules;
    if (uop->type == HW_TYPE_F32 && t->view.mod[HW_MOD_TYPE2] == HW_TYPE_F32)
        uop->mem.rules |= HW_ATOMIC_DENORMALS;
    uop->mem.writes = true;
    uop->mem.asks = t->view.mod[HW_MOD_ASKS];
    return uop;
}

void hw_translate_atomic(struct hw_translator *t, bool returns, uint8_t done)
{
    const struct hw_operand *operand = t->view.operand, *memory = &operand[returns ? 1 : 0];
    uint16_t d = HW_NO_REGISTER, b, c;
    struct hw_address address;
    uint8_t part;

    if (!hw_is_atomic(t->view.mod[HW_MOD_ATOM])) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return;
    }
    if ((returns && !hw_destination_register(t, &operand[0], &d, &part)) ||
        !hw_memory_address(t, memory, &address) || !atomic_operands(t, returns ? 2 : 1, &b, &c))
        return;
    if (returns && keeps_nothing(&operand[0]))
        d = HW_NO_REGISTER;
    hw_instrument_access(t, returns ? HW_ACCESS_ATOMIC : HW_ACCESS_REDUCTION, memory, &address);
    struct hw_uop *uop = hw_emit_atomic(t, memory, &address, d, returns);
    uop->b = b;
    uop->c = c;
    uop->p_out = done;
    if (returns)
        hw_clear_beyond(t, &operand[0]);
}
