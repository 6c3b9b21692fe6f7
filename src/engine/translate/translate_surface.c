/* SPDX-License-Identifier: MIT */
/* Surface accesses become micro-ops, and so do the instructions that compute addresses of surfaces on GK104
 * and GK110.
 *
 * Coordinates are copied into registers in the order that the micro-operations take. */
#include "engine/translate/translate_register_vector.h"
#include "machine/texture/surface_access.h"
#include "ops/texture/surface_coordinate.h"
#include "ops/value_types.h"

/* The coordinates in the order of their registers, by the modifier dim. */
static const struct {
    uint8_t count, source[3];
} surface_dims[] = {
    {1, {HW_SURFACE_X}},
    {1, {HW_SURFACE_X}}, /* buffer */
    {2, {HW_SURFACE_X, HW_SURFACE_LAYER}},
    {2, {HW_SURFACE_X, HW_SURFACE_Y}},
    {3, {HW_SURFACE_X, HW_SURFACE_Y, HW_SURFACE_LAYER}},
    {3, {HW_SURFACE_X, HW_SURFACE_Y, HW_SURFACE_Z}},
};

/* The offset that is added to x: GF100's loads give it in elements, while x counts bytes. */
static int32_t x_offset(const struct hw_semantics *view)
{
    const struct hw_operand *last = &view->operand[view->operand_count - 1];

    return last->kind == HW_OPERAND_IMM ? (int32_t)(last->offset * (hw_type_bits(view->mod[HW_MOD_TYPE]) / 8))
                                        : 0;
}

/* The operands of an access by their meaning. */
struct roles {
    uint8_t surface, handle, data;
};

/* The operands after a predicate that an access may write.  Its meaning is undocumented: only PT is accepted.
 */
static const struct hw_operand *operands_of(const struct hw_semantics *view)
{
    return &view->operand[view->op != HW_OP_SULEA && view->operand[0].kind == HW_OPERAND_PRED];
}

static struct roles roles_of(const struct hw_translator *t)
{
    const bool slot_first = t->kernel_abi->surface_slot_first;

    switch (t->view.op) {
    case HW_OP_SULEA: return (struct roles){.surface = 3, .handle = 2, .data = 1};
    case HW_OP_SULD: return slot_first ? (struct roles){2, 1, 0} : (struct roles){1, 2, 0};
    case HW_OP_SUATOM: return (struct roles){1, 3, 2};
    default: return slot_first ? (struct roles){1, 0, 2} : (struct roles){0, 2, 1};
    }
}

/* Set the members that all accesses share. */
static void set_members(const struct hw_translator *t, struct hw_uop *uop)
{
    const uint8_t *mod = t->view.mod;

    uop->type = mod[HW_MOD_TYPE];
    uop->surface.atom = mod[HW_MOD_ATOM];
    uop->surface.wanted = mod[HW_MOD_MASK];
    uop->surface.clamp = mod[HW_MOD_CLAMP];
    uop->surface.raw = mod[HW_MOD_RAW] != 0;
    uop->surface.in_bytes = mod[HW_MOD_BA] != 0;
}

/* Copy the coordinates to the registers from `first` on. */
static bool copy_coordinates(struct hw_translator *t, const struct hw_operand *surface, uint16_t first)
{
    const unsigned dim = t->view.mod[HW_MOD_DIM];

    if (dim >= sizeof surface_dims / sizeof *surface_dims) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return false;
    }
    for (unsigned k = 0; k < HW_SURFACE_SOURCES; k++)
        hw_emit_move(t, (uint16_t)(first + k), t->program->numbering.zero);
    for (unsigned i = 0; i < surface_dims[dim].count; i++)
        if (!hw_copy_nth(t, surface, i, (uint16_t)(first + surface_dims[dim].source[i])))
            return false;
    return true;
}

/* The data registers of an access; the value to compare with comes before the new value. */
static unsigned data_words(const struct hw_semantics *view)
{
    const uint8_t *mod = view->mod;
    const unsigned words = (hw_type_bits(mod[HW_MOD_TYPE]) + 31) / 32;

    if (view->op == HW_OP_SULEA)
        return 2;
    if (view->op == HW_OP_SURED || view->op == HW_OP_SUATOM)
        return words * (mod[HW_MOD_ATOM] == HW_ATOM_CAS ? 2 : 1);
    return mod[HW_MOD_RAW] ? words : (unsigned)__builtin_popcount(mod[HW_MOD_MASK] & 0xfu);
}

static hw_uop_fn *function_of(unsigned op)
{
    switch (op) {
    case HW_OP_SULD: return hw_uop_surface_load;
    case HW_OP_SUST: return hw_uop_surface_store;
    case HW_OP_SULEA: return hw_uop_surface_address;
    default: return hw_uop_surface_atomic;
    }
}

/* Translate an access by coordinates. */
static void translate_access(struct hw_translator *t)
{
    const struct hw_operand *operand = operands_of(&t->view);
    const struct roles roles = roles_of(t);
    const struct hw_operand *handle = &operand[roles.handle], *data = &operand[roles.data];
    const uint16_t first = hw_temp_registers(t, HW_SURFACE_SOURCES);
    const bool loads = t->view.op == HW_OP_SULD || t->view.op == HW_OP_SULEA;
    uint16_t b, c = 0, d = HW_NO_REGISTER;

    if (!hw_is_atomic(t->view.mod[HW_MOD_ATOM])) { /* others than SURED and SUATOM say 0 there */
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
        return;
    }
    if (handle->kind != HW_OPERAND_REG && handle->kind != HW_OPERAND_TEXTURE &&
        !hw_is_uniform_handle(t, handle)) { /* public by their text only */
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED, 0);
        return;
    }
    if (t->view.op == HW_OP_SURED || t->view.op == HW_OP_SUATOM)
        hw_needs_one_worker(t, HW_ONE_WORKER_SURFACE);
    if (!copy_coordinates(t, &operand[roles.surface], first) || !hw_handle_register(t, handle, &b) ||
        !(loads ? hw_result_registers(t, data, data_words(&t->view), &d)
                : hw_data_registers(t, data, data_words(&t->view), &c)) ||
        (t->view.op == HW_OP_SUATOM &&
         !hw_result_registers(t, &operand[0], hw_type_bits(t->view.mod[HW_MOD_TYPE]) / 32, &d)))
        return;
    struct hw_uop *uop = hw_emit(t, function_of(t->view.op));
    set_members(t, uop);
    uop->a = first;
    uop->b = b;
    uop->c = c;
    uop->d = d;
    uop->surface.x_offset = x_offset(&t->view);
    if (t->view.op == HW_OP_SULEA)
        uop->p_out = hw_predicate_number(&operand[0]);
}

/* SULDGA: d, a, format, pred.  SUSTGA: a, format, data, pred.  The format that counts is that of the
 * surface. */
static void translate_addressed(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand, *pred = &operand[3];
    const bool loads = t->view.op == HW_OP_SULDGA;
    uint16_t a, c = 0, d = HW_NO_REGISTER;

    if (!hw_data_registers(t, &operand[loads ? 1 : 0], 2, &a) ||
        !(loads ? hw_result_registers(t, &operand[0], data_words(&t->view), &d)
                : hw_data_registers(t, &operand[2], data_words(&t->view), &c)))
        return;
    struct hw_uop *uop = hw_emit(t, loads ? hw_uop_surface_load_at : hw_uop_surface_store_at);
    set_members(t, uop);
    uop->a = a;
    uop->c = c;
    uop->d = d;
    uop->p_in = hw_predicate_code(pred);
}

/* SUCLAMP, SUBFM: pred, d and three sources; SUEAU without pred. */
static void translate_coordinate(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const unsigned d = t->view.op == HW_OP_SUEAU ? 0 : 1;
    uint16_t reg[4];
    uint8_t part;

    for (unsigned i = 0; i < 3; i++)
        if (!hw_source_register(t, &operand[d + 1 + i], &reg[i], &part))
            return;
    if (!hw_destination_register(t, &operand[d], &reg[3], &part))
        return;
    struct hw_uop *uop = hw_emit(t, t->view.op == HW_OP_SUCLAMP ? hw_uop_surface_clamp
                                    : t->view.op == HW_OP_SUBFM ? hw_uop_surface_field
                                                                : hw_uop_surface_sum);
    uop->a = reg[0];
    uop->b = reg[1];
    uop->c = reg[2];
    uop->d = reg[3];
    uop->type = t->view.mod[HW_MOD_TYPE];
    uop->coordinate.mode = t->view.mod[HW_MOD_SUCLAMP];
    uop->coordinate.dim = t->view.mod[HW_MOD_DIM];
    if (d)
        uop->p_out = hw_predicate_number(&operand[0]);
}

bool hw_translate_surface(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_SULD:
    case HW_OP_SUST:
    case HW_OP_SURED:
    case HW_OP_SUATOM:
        if (t->view.operand[0].kind == HW_OPERAND_PRED && t->view.operand[0].reg != HW_PT)
            break;
        translate_access(t);
        return true;
    case HW_OP_SULEA: translate_access(t); return true;
    case HW_OP_SULDGA:
    case HW_OP_SUSTGA: translate_addressed(t); return true;
    case HW_OP_SUCLAMP:
        if (t->view.mod[HW_MOD_SUCLAMP] == HW_SUCLAMP_MODES)
            break;
        translate_coordinate(t);
        return true;
    case HW_OP_SUBFM:
    case HW_OP_SUEAU: translate_coordinate(t); return true;
    case HW_OP_SUQ: break; /* how it packs what it returns is not public */
    default: return false;
    }
    hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION, 0);
    return true;
}
