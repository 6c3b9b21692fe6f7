/* SPDX-License-Identifier: MIT */
/* Products of a warpgroup (HGMMA, IGMMA, QGMMA, BGMMA) become one micro-operation each.  A product is
 * complete where it is issued, and what orders them becomes nothing; or it is put off (translate_async.c),
 * until WARPGROUP.DEPBAR waits for the group that it is in.
 *
 * Undocumented, and stopped where it is reached, is what the PTX ISA's wgmma cannot say: a shape that the
 * type does not have, reserved codes, transposed matrices of other elements than 16 bits,
 * selectors that name no lanes; and WARPGROUPSET, which no compiled code has. */
#include "engine/translate/translate.h"

#include "isa/matrix_effects.h"
#include "machine/async/async_ops.h"
#include "machine/matrix/matrix_sparse.h"
#include "machine/matrix/warpgroup_product.h"
#include "ops/matrix/fragment_layout.h"
#include "ops/value_types.h"

#define LARGE_GROUP 16 /* registers, from which on the first one is a multiple of LARGE_ALIGN */
#define LARGE_ALIGN 8
#define QUAD        4

/* The products that there are: elements of a, log2 of its columns if it is full and if it is sparse. */
struct warpgroup_product {
    uint8_t type, shape, sparse_shape;
    bool is_transposable;
    hw_uop_fn *fn;
};
static const struct warpgroup_product products[] = {
    {HW_TYPE_F16, 4, 5, true, hw_uop_warpgroup_floats},
    {HW_TYPE_BF16, 4, 5, true, hw_uop_warpgroup_floats},
    {HW_TYPE_TF32, 3, 4, false, hw_uop_warpgroup_floats},
    {HW_TYPE_E4M3, 5, 6, false, hw_uop_warpgroup_floats},
    {HW_TYPE_E5M2, 5, 6, false, hw_uop_warpgroup_floats},
    {HW_TYPE_U8, 5, 6, false, hw_uop_warpgroup_integers},
    {HW_TYPE_S8, 5, 6, false, hw_uop_warpgroup_integers},
    {HW_TYPE_NONE, 8, 0, false, hw_uop_warpgroup_bits},
};

/* Where the operands are; if both matrices are in shared memory, four registers that begin with a's
 * descriptor are both a and b. */
struct operands {
    const struct hw_operand *d, *a, *b, *c, *adds, *metadata; /* metadata NULL: a is not sparse */
    unsigned selector;
    bool in_shared;
};

static bool find_operands(const struct hw_semantics *view, struct operands *found)
{
    const bool in_shared = view->operand_count > 1 && view->operand[1].kind == HW_OPERAND_UREG;
    const struct hw_operand *next = &view->operand[in_shared ? 1 : 2];

    *found = (struct operands){.d = &view->operand[0], .a = &view->operand[1], .in_shared = in_shared};
    if (next + 3 > view->operand + view->operand_count)
        return false;
    found->b = next++;
    found->c = next++;
    found->adds = next++;
    if (next + 2 > view->operand + view->operand_count)
        return true;
    found->metadata = next++;
    found->selector = (unsigned)next->offset;
    return true;
}

static const struct warpgroup_product *product_of(const struct hw_semantics *view, bool is_sparse)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (products[i].type == view->mod[HW_MOD_TYPE2])
            return view->mod[HW_MOD_SHAPE] == (is_sparse ? products[i].sparse_shape : products[i].shape)
                       ? &products[i]
                       : NULL;
    return NULL;
}

/* Whether the types of b and of the result fit that of a.  Types of 8 bits name both. */
static bool types_fit(const struct hw_semantics *view)
{
    const unsigned a = view->mod[HW_MOD_TYPE2], b = view->mod[HW_MOD_TYPE3], d = view->mod[HW_MOD_TYPE];

    switch (a) {
    case HW_TYPE_U8:
    case HW_TYPE_S8: return (b == HW_TYPE_U8 || b == HW_TYPE_S8) && d == HW_TYPE_S32;
    case HW_TYPE_E4M3:
    case HW_TYPE_E5M2: return (b == HW_TYPE_E4M3 || b == HW_TYPE_E5M2) && d != HW_TYPE_NONE;
    case HW_TYPE_F16: return d != HW_TYPE_NONE;
    case HW_TYPE_NONE: return d == HW_TYPE_S32;
    default: return d == HW_TYPE_F32;
    }
}

/* The product, or NULL: it is undocumented. */
static const struct warpgroup_product *documented(const struct hw_semantics *view,
                                                  const struct operands *operands)
{
    const uint8_t *mod = view->mod;
    const struct warpgroup_product *product = product_of(view, operands->metadata);

    if (!product || !mod[HW_MOD_COLUMNS] || !types_fit(view) || mod[HW_MOD_LOGIC] > HW_LOGIC_XOR ||
        ((mod[HW_MOD_TNSPA] || mod[HW_MOD_TNSPB]) && !product->is_transposable))
        return NULL;
    if (operands->metadata &&
        operands->selector >=
            HW_LANES_OF_LINE / hw_sparse_lanes(hw_type_bits(product->type), 1u << product->sparse_shape))
        return NULL;
    return product;
}

/* The first of many registers.  False, with a fault micro-operation emitted: it may not be, or the thread
 * does not have them all. */
static bool group_register(struct hw_translator *t, const struct hw_operand *operand, bool writes,
                           uint16_t *reg)
{
    const unsigned words = operand->bytes / 4u;
    struct hw_operand first = *operand;
    uint8_t part;

    first.bytes = 4 * (words >= LARGE_GROUP ? LARGE_ALIGN : words > 2 ? QUAD : words);
    if (operand->reg + words > t->launch->code.registers) {
        hw_emit_guarded_fault(t, HW_FAULT_OPERAND, HW_TRAP_REGISTER)->fault.number = operand->reg;
        return false;
    }
    if (!(writes ? hw_destination_register(t, &first, reg, &part)
                 : hw_source_register(t, &first, reg, &part)))
        return false;
    if (writes)
        hw_record_def(t, *reg, words);
    else
        hw_record_use(t, *reg, words);
    return true;
}

static struct hw_uop_matrix description(const struct hw_translator *t, const struct operands *operands,
                                        uint16_t metadata)
{
    const uint8_t *mod = t->view.mod;
    const bool negates_a = operands->in_shared ? mod[HW_MOD_NEGA] : operands->a->flags & HW_OPERAND_NEG;

    return (struct hw_uop_matrix){
        .shape = HW_SHAPE_TALL | mod[HW_MOD_SHAPE],
        .a_type = mod[HW_MOD_TYPE2],
        .b_type = mod[HW_MOD_TYPE3] ? mod[HW_MOD_TYPE3] : mod[HW_MOD_TYPE2],
        .c_type = mod[HW_MOD_TYPE],
        .a_flags = negates_a ? HW_OPERAND_NEG : 0,
        .b_flags = mod[HW_MOD_NEGB] ? HW_OPERAND_NEG : 0,
        .a_by_columns = mod[HW_MOD_TNSPA],
        .b_by_columns = mod[HW_MOD_TNSPB],
        .unit = t->traits->dot_unit,
        .sat = mod[HW_MOD_SAT],
        .logic = mod[HW_MOD_LOGIC],
        .selector = (uint8_t)operands->selector,
        .metadata = metadata,
        .in_shared = operands->in_shared,
        .columns = mod[HW_MOD_COLUMNS],
    };
}

/* Compiled code has a product to RZ, of descriptors in URZ, behind integers without an addend: it only closes
 * the group.  That none touches memory is a guess. */
static void emit_product(struct hw_translator *t, const struct warpgroup_product *product,
                         const struct operands *operands, bool puts_off)
{
    uint16_t d, a, b, c = HW_NO_REGISTER, metadata = HW_NO_REGISTER;
    uint8_t part;

    if (operands->d->reg == HW_RZ)
        return;
    if (!hw_source_register(t, operands->a, &a, &part) || !hw_source_register(t, operands->b, &b, &part) ||
        (operands->c->reg != HW_RZ && !group_register(t, operands->c, false, &c)) ||
        (operands->metadata && !hw_source_register(t, operands->metadata, &metadata, &part)) ||
        !group_register(t, operands->d, true, &d))
        return;
    if (puts_off)
        hw_async_begin(t, HW_ASYNC_PRODUCT, hw_predicate_code(operands->adds));
    struct hw_uop *uop = hw_emit(t, product->fn);
    uop->d = d;
    uop->a = a;
    uop->b = operands->in_shared ? (uint16_t)(a + 2) : b;
    uop->c = c;
    uop->p_in = puts_off ? HW_ASYNC_ADDS : hw_predicate_code(operands->adds);
    uop->type = t->view.mod[HW_MOD_TYPE];
    uop->matrix = description(t, operands, metadata);
    if (!puts_off || t->no_memory)
        return;
    struct hw_uop *issue = &t->program->uop[t->issue];
    issue->async.result = d;
    issue->async.results = (uint8_t)(operands->d->bytes / 4u);
    hw_async_end(t);
}

/* Sums in other registers than the addend no compiled code has. */
static void translate_product(struct hw_translator *t, const struct warpgroup_product *product,
                              const struct operands *operands)
{
    const bool adds_to_own = operands->c->reg == HW_RZ || operands->c->reg == operands->d->reg;

    emit_product(t, product, operands, t->puts_off && adds_to_own);
    if (t->puts_off && t->view.mod[HW_MOD_COMMIT])
        hw_async_commit_products(t);
}

bool hw_translate_warpgroup(struct hw_translator *t)
{
    struct operands operands;

    if (t->view.op != HW_OP_WGMMA && t->view.op != HW_OP_WARPGROUP)
        return false;
    if (t->view.op == HW_OP_WARPGROUP && (t->view.mod[HW_MOD_WAIT] || !t->view.operand_count)) {
        if (t->puts_off && t->view.mod[HW_MOD_WAIT])
            hw_async_wait_products(t);
        return true;
    }
    const struct warpgroup_product *product = t->view.op == HW_OP_WGMMA && find_operands(&t->view, &operands)
                                                  ? documented(&t->view, &operands)
                                                  : NULL;
    if (product)
        translate_product(t, product, &operands);
    else
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
    return true;
}
