/* SPDX-License-Identifier: MIT */
/* The lane functions of video instructions are selected, and described in the micro-operation: see
 * alu_select.h. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/simd.h"
#include "ops/value_types.h"

static uint32_t flags_of(const struct hw_semantics *view, const struct hw_uop *uop)
{
    const struct {
        bool set;
        uint32_t flag;
    } flag[] = {
        {uop->a_flags & HW_OPERAND_NEG, HW_VIDEO_NEG_A},
        {uop->b_flags & HW_OPERAND_NEG, HW_VIDEO_NEG_B},
        {uop->c_flags & HW_OPERAND_NEG, HW_VIDEO_NEG_C},
        {view->mod[HW_MOD_PO], HW_VIDEO_PO},
        {hw_type_signed(view->mod[HW_MOD_TYPE3]), HW_VIDEO_SIGNED},
        {uop->sat, HW_VIDEO_SAT},
        {view->mod[HW_MOD_WRAP], HW_VIDEO_WRAP},
        {view->mod[HW_MOD_GREATER], HW_VIDEO_GREATER},
    };
    uint32_t flags = 0;

    for (unsigned i = 0; i < sizeof flag / sizeof *flag; i++)
        flags |= flag[i].set ? flag[i].flag : 0;
    return flags;
}

/* The operations on halves and bytes are listed by pairs, behind the scalar ones: see hw_alu_select_video. */
static hw_uop_fn *select_simd(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    static const uint16_t scalar[] = {
        HW_OP_VADD, HW_OP_VABSDIFF, HW_OP_VMNMX, HW_OP_VSET, HW_OP_VSHL, HW_OP_VSHR, HW_OP_VADD,
    };
    const unsigned number = view->op - (unsigned)HW_OP_VADD2, parts = number & 1 ? 4 : 2, width = 32 / parts;
    uint16_t first, second;

    uop->video.op = (uint8_t)(scalar[number / 2] - HW_OP_VADD);
    uop->video.second = view->mod[HW_MOD_ACC];
    uop->video.width = (uint8_t)width;
    uop->video.select = view->op >= HW_OP_VSEL2;
    uop->video.written = view->mod[HW_MOD_LANES];
    if (uop->video.second > HW_SIMD_PUT_GREATER || hw_type_bits(uop->type) != width ||
        hw_type_bits(uop->type2) != width || !hw_simd_choice(parts, 1, view->mod[HW_MOD_ASEL], &first) ||
        !hw_simd_choice(parts, 2, view->mod[HW_MOD_BSEL], &second))
        return NULL;
    uop->choice = (struct hw_uop_choice){first, second};
    return table->video[HW_LANES_VIDEO_SIMD];
}

/* Whether it is |a - b| of words, or that + c. */
static bool is_word_distance(const struct hw_semantics *view, const struct hw_uop *uop)
{
    return view->op == HW_OP_VABSDIFF && uop->type == uop->type2 && hw_type_bits(uop->type) == 32 &&
           !uop->sat && (uop->video.second == HW_VIDEO_PLAIN || uop->video.second == HW_VIDEO_ACC);
}

hw_uop_fn *hw_alu_select_video(const struct hw_semantics *view, const struct hw_alu_table *table,
                               const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    if (view->op < HW_OP_VADD || view->op > HW_OP_VSEL4)
        return NULL;
    uop->video_flags = flags_of(view, uop);
    if (view->op >= HW_OP_VADD2)
        return select_simd(view, table, uop);
    uop->video.op = (uint8_t)(view->op - HW_OP_VADD);
    uop->video.a_shift = (uint8_t)hw_source_shift(view, 1);
    uop->video.b_shift = (uint8_t)hw_source_shift(view, 2);
    uop->video.second = view->mod[HW_MOD_VOP];
    uop->video.scale = view->mod[HW_MOD_VSCALE];
    if (uop->video.second > HW_VIDEO_MAX || uop->video.scale > 15)
        return NULL;
    if (view->op == HW_OP_VSETP)
        return table->video[HW_LANES_VIDEO_VSETP];
    return table->video[is_word_distance(view, uop) ? HW_LANES_VIDEO_VABSDIFF_WORD : HW_LANES_VIDEO_VIDEO];
}
