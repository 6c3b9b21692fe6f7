/* SPDX-License-Identifier: MIT */
/* This file computes how many registers each matrix operand of HMMA and its kin takes: the fragment's bits,
 * divided among the 32 lanes.
 *
 * a has 8 or 16 rows, b 8 columns.  A sparse a (metadata and a selector stand behind the matrices) has half
 * its elements. HMMA.884 and .444, which have no shape here, are steps of a larger product: a and b are
 * pairs, and each step adds to a pair of results. */
#include "isa/matrix_effects.h"

#define COLUMNS     8 /* of b and of the result */
#define LANE_BITS   (32 * 32)
#define MATRICES    4 /* d, a, b, c: the first operands */
#define STEP_WORDS  2
#define MAX_ELEMENT 64

#define MASK 5 /* of a product in tensor memory, behind its description */

#define WARPGROUP_ROWS  64 /* of a and of the result, which 128 lanes share */
#define WARPGROUP_LANES 128

static bool is_matrix(const struct hw_semantics *view)
{
    return view->op == HW_OP_HMMA || view->op == HW_OP_IMMA || view->op == HW_OP_BMMA ||
           view->op == HW_OP_DMMA || view->op == HW_OP_QMMA || view->op == HW_OP_OMMA;
}

static unsigned element_bits(const struct hw_semantics *view, unsigned type)
{
    if (view->op == HW_OP_BMMA)
        return 1;
    if (view->op == HW_OP_QMMA || view->op == HW_OP_OMMA)
        return view->op == HW_OP_QMMA ? 8 : 4;
    switch (type) {
    case HW_TYPE_U4:
    case HW_TYPE_S4: return 4;
    case HW_TYPE_U8:
    case HW_TYPE_S8:
    case HW_TYPE_E4M3:
    case HW_TYPE_E5M2: return 8;
    case HW_TYPE_TF32: return 32;
    case HW_TYPE_F64: return MAX_ELEMENT;
    default: return view->op == HW_OP_IMMA ? 8 : 16;
    }
}

static unsigned result_bits(const struct hw_semantics *view)
{
    return view->op == HW_OP_DMMA ? MAX_ELEMENT : view->mod[HW_MOD_TYPE] == HW_TYPE_F16 ? 16 : 32;
}

static void resize(struct hw_semantics *view, unsigned number, unsigned words)
{
    if (view->operand[number].kind == HW_OPERAND_REG)
        view->operand[number].bytes = 4 * words;
}

/* What moves between registers and tensor memory; of the mask of a product's rows, four registers of 32 bits
 * for each block, or a descriptor. */
static void tensor_widths(struct hw_semantics *view)
{
    const unsigned moved = view->mod[HW_MOD_SPAN] * view->mod[HW_MOD_COLUMNS];
    if (moved && view->op == HW_OP_LDTM)
        resize(view, 0, moved);
    if (moved && (view->op == HW_OP_LDTMSTAT || view->op == HW_OP_STTM))
        resize(view, 1, moved);
    if (view->op == HW_OP_UTCMMA && view->operand[MASK].kind == HW_OPERAND_UREG)
        view->operand[MASK].bytes = view->mod[HW_MOD_PAIR] ? 32 : view->mod[HW_MOD_WS] ? 8 : 16;
}

/* The result of a warpgroup, and what is added; a of any type fills four registers. */
static void warpgroup_widths(struct hw_semantics *view)
{
    const unsigned elements = WARPGROUP_ROWS * COLUMNS * view->mod[HW_MOD_COLUMNS] / WARPGROUP_LANES;
    const unsigned result = elements * result_bits(view) / 32;
    const bool has_registers = view->operand[1].kind == HW_OPERAND_REG;
    if (!result)
        return;
    resize(view, 0, result);
    resize(view, has_registers ? 3 : 2, result);
}

void hw_matrix_widths(struct hw_semantics *view)
{
    tensor_widths(view);
    if (view->op == HW_OP_WGMMA)
        warpgroup_widths(view);
    if (!is_matrix(view) || view->operand_count < MATRICES)
        return;
    const unsigned shape = view->mod[HW_MOD_SHAPE];
    const unsigned rows = shape & HW_SHAPE_TALL ? 16 : 8, depth = 1u << (shape & (HW_SHAPE_TALL - 1));
    const uint8_t of_a = view->mod[HW_MOD_TYPE2], of_b = view->mod[HW_MOD_TYPE3];
    const bool sparse = view->operand[view->operand_count - 1].kind == HW_OPERAND_IMM; /* the selector */
    const unsigned result = shape ? rows * COLUMNS * result_bits(view) / LANE_BITS : STEP_WORDS;
    resize(view, 0, result);
    resize(view, 1, shape ? rows * depth * element_bits(view, of_a) / LANE_BITS >> sparse : STEP_WORDS);
    resize(view, 2,
           shape ? COLUMNS * depth * element_bits(view, of_b ? of_b : of_a) / LANE_BITS : STEP_WORDS);
    resize(view, 3, result);
}
