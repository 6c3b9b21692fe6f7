/* SPDX-License-Identifier: MIT */
/* Matrix products (tensor-core instructions) become one micro-operation each.
 *
 * A combination of shape and elements that the PTX ISA does not name for any chip of the generation is
 * undocumented, and stops the kernel where it is reached; so are reserved codes, selectors of sparse matrices
 * that name no lane, and the predicate that follows the operands from Ampere's second chip on. */
#include "engine/translate/translate.h"

#include "isa/matrix_effects.h"
#include "ops/matrix/fragment_layout.h"
#include "machine/matrix/matrix_product.h"
#include "machine/matrix/matrix_sparse.h"
#include "ops/matrix/dot.h"
#include "ops/value_types.h"

#define TALL(depth) (HW_SHAPE_TALL | (depth))
#define MATRICES    4 /* the first operands: d, a, b, c */

/* The products that there are, by elements of a and shape: log2 of a's columns. */
struct product {
    uint8_t type, shape;
    uint8_t since; /* enum hw_dot_unit */
    hw_uop_fn *fn;
};
static const struct product products[] = {
    {HW_TYPE_F16, TALL(3), HW_DOT_TURING, hw_uop_multiply_floats},
    {HW_TYPE_F16, TALL(4), HW_DOT_TURING, hw_uop_multiply_floats},
    {HW_TYPE_BF16, TALL(3), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_BF16, TALL(4), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_TF32, TALL(2), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_TF32, TALL(3), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_E4M3, TALL(4), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_E4M3, TALL(5), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_E5M2, TALL(4), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_E5M2, TALL(5), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_U8, 4, HW_DOT_VOLTA, hw_uop_multiply_integers},
    {HW_TYPE_U8, TALL(4), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U8, TALL(5), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U4, 5, HW_DOT_TURING, hw_uop_multiply_integers},
    {HW_TYPE_U4, TALL(5), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U4, TALL(6), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_NONE, 7, HW_DOT_TURING, hw_uop_multiply_bits},
    {HW_TYPE_NONE, TALL(7), HW_DOT_AMPERE, hw_uop_multiply_bits},
    {HW_TYPE_NONE, TALL(8), HW_DOT_AMPERE, hw_uop_multiply_bits},
    {HW_TYPE_F64, 2, HW_DOT_AMPERE, hw_uop_multiply_doubles},
};
static const struct product sparse_products[] = {
    {HW_TYPE_F16, TALL(4), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_F16, TALL(5), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_BF16, TALL(4), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_BF16, TALL(5), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_TF32, TALL(3), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_TF32, TALL(4), HW_DOT_AMPERE, hw_uop_multiply_floats},
    {HW_TYPE_E4M3, TALL(6), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_E5M2, TALL(6), HW_DOT_ADA, hw_uop_multiply_floats},
    {HW_TYPE_U8, TALL(5), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U8, TALL(6), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U4, TALL(6), HW_DOT_AMPERE, hw_uop_multiply_integers},
    {HW_TYPE_U4, TALL(7), HW_DOT_AMPERE, hw_uop_multiply_integers},
};

/* The operands after the matrices. */
struct extras {
    const struct hw_operand *metadata; /* NULL: a is not sparse */
    unsigned selector;
};

/* Signed elements are in the table as unsigned ones. */
static unsigned listed_type(unsigned type)
{
    return type == HW_TYPE_S8 ? HW_TYPE_U8 : type == HW_TYPE_S4 ? HW_TYPE_U4 : type;
}

static unsigned type_of_b(const struct hw_semantics *view)
{
    return view->mod[HW_MOD_TYPE3] ? view->mod[HW_MOD_TYPE3] : view->mod[HW_MOD_TYPE2];
}

/* Whether the types of a and b can be multiplied, to the type of the result. */
static bool types_fit(const struct hw_semantics *view)
{
    const unsigned a = view->mod[HW_MOD_TYPE2], b = type_of_b(view), d = view->mod[HW_MOD_TYPE];
    const bool bytes = (a == HW_TYPE_E4M3 || a == HW_TYPE_E5M2) && (b == HW_TYPE_E4M3 || b == HW_TYPE_E5M2);

    if (listed_type(a) != listed_type(b) && !bytes)
        return false;
    return d == HW_TYPE_F16 ? a == HW_TYPE_F16 || bytes : d != HW_TYPE_NONE;
}

/* Whether the selector of a sparse matrix names existing lanes. */
static bool selects_lanes(const struct hw_semantics *view, unsigned selector)
{
    const unsigned depth = 1u << (view->mod[HW_MOD_SHAPE] & (HW_SHAPE_TALL - 1));

    return selector < HW_LANES_OF_LINE / hw_sparse_lanes(hw_type_bits(view->mod[HW_MOD_TYPE2]), depth);
}

static hw_uop_fn *listed(const struct product *list, size_t count, const struct hw_translator *t)
{
    const unsigned type = listed_type(t->view.mod[HW_MOD_TYPE2]), shape = t->view.mod[HW_MOD_SHAPE];

    for (size_t i = 0; i < count; i++)
        if (list[i].type == type && list[i].shape == shape && list[i].since <= t->traits->dot_unit)
            return list[i].fn;
    return NULL;
}

/* PTX names no product of 16 columns of halves for Turing.  Compiled code for it has HMMA.16816.F16, with the
 * registers that Ampere's takes (quads of a, pairs of b); no such code with sums in single precision is
 * public. */
static bool is_seen(const struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;

    return t->traits->dot_unit > HW_DOT_TURING || view->mod[HW_MOD_SHAPE] != TALL(4) ||
           view->mod[HW_MOD_TYPE] == HW_TYPE_F16;
}

static hw_uop_fn *function_of(const struct hw_translator *t, const struct extras *extras)
{
    const struct hw_semantics *view = &t->view;

    if (!types_fit(view) || view->mod[HW_MOD_LOGIC] > HW_LOGIC_XOR)
        return NULL;
    if (view->mod[HW_MOD_STEP])
        return hw_dot_rules_of(t->traits->dot_unit, view->mod[HW_MOD_TYPE2]) ? hw_uop_multiply_quads : NULL;
    if (!extras->metadata)
        return is_seen(t) ? listed(products, sizeof products / sizeof *products, t) : NULL;
    hw_uop_fn *fn = listed(sparse_products, sizeof sparse_products / sizeof *sparse_products, t);
    return fn && selects_lanes(view, extras->selector) ? fn : NULL;
}

static void describe(struct hw_uop *uop, const struct hw_translator *t, const struct extras *extras,
                     uint16_t metadata)
{
    const struct hw_semantics *view = &t->view;
    const struct hw_operand *a = &view->operand[1], *b = &view->operand[2], *c = &view->operand[3];
    const bool steps = view->mod[HW_MOD_STEP];

    uop->type = view->mod[HW_MOD_TYPE];
    uop->matrix = (struct hw_uop_matrix){
        .shape = view->mod[HW_MOD_SHAPE],
        .a_type = view->mod[HW_MOD_TYPE2],
        .b_type = (uint8_t)type_of_b(view),
        .c_type = steps && view->mod[HW_MOD_F16] ? HW_TYPE_F16
                  : steps                        ? HW_TYPE_F32
                                                 : uop->type,
        .a_flags = a->flags,
        .b_flags = b->flags,
        .c_flags = c->flags,
        .a_by_columns = a->part,
        .b_by_columns = b->part,
        .step = (uint8_t)(steps ? view->mod[HW_MOD_STEP] - 1 : 0),
        .unit = t->traits->dot_unit,
        .round = view->mod[HW_MOD_ROUND],
        .sat = view->mod[HW_MOD_SAT],
        .logic = view->mod[HW_MOD_LOGIC],
        .selector = (uint8_t)extras->selector,
        .metadata = metadata,
    };
}

/* Find the operands after the matrices: PT on some chips, and metadata and a selector.  False: another
 * predicate. */
static bool find_extras(const struct hw_semantics *view, struct extras *extras)
{
    unsigned operand_index = MATRICES;

    *extras = (struct extras){NULL, 0};
    if (operand_index < view->operand_count && hw_operand_is_predicate(&view->operand[operand_index]) &&
        hw_predicate_code(&view->operand[operand_index++]) != HW_PT)
        return false;
    if (operand_index == view->operand_count)
        return true;
    extras->metadata = &view->operand[operand_index];
    extras->selector = (unsigned)view->operand[operand_index + 1].offset;
    return true;
}

bool hw_translate_product(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    uint16_t d, a, b, c, metadata = HW_NO_REGISTER;
    struct extras extras;
    uint8_t part;

    if (view->op != HW_OP_HMMA && view->op != HW_OP_IMMA && view->op != HW_OP_BMMA && view->op != HW_OP_DMMA)
        return false;
    hw_uop_fn *fn = find_extras(view, &extras) ? function_of(t, &extras) : NULL;
    if (!fn) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return true;
    }
    if (!hw_destination_register(t, &view->operand[0], &d, &part) ||
        !hw_source_register(t, &view->operand[1], &a, &part) ||
        !hw_source_register(t, &view->operand[2], &b, &part) ||
        !hw_source_register(t, &view->operand[3], &c, &part) ||
        (extras.metadata && !hw_source_register(t, extras.metadata, &metadata, &part)))
        return true;
    struct hw_uop *uop = hw_emit(t, fn);
    uop->d = d;
    uop->a = a;
    uop->b = b;
    uop->c = c;
    describe(uop, t, &extras, metadata);
    hw_clear_beyond(t, &view->operand[0]);
    return true;
}
