/* SPDX-License-Identifier: MIT */
/* Selects surface accesses of GF100, which has slots.  Layers and slices are told apart by a coordinate that
 * counts what the driver says in bank 14, a slice in words of a surface, as code of CUDA 4.2 has it; and
 * numbers are reduced in global memory, at the address that SULEA finds. */
#include "compiler/codegen/isel_surface.h"

#include <stdio.h>
#include <string.h>

#define BANK      14u
#define LAST_WORD 4u * (HW_CODEGEN_SURFACE_WORDS - 1)

bool hw_isel_is_stacked(const struct hw_isel_surface *surface)
{
    return surface->layer || surface->dimensions == 3;
}

struct hw_mir_operand hw_isel_stacked(struct hw_isel *s, const struct hw_isel_surface *surface)
{
    const struct hw_mir_operand operand[] = {
        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 4)),
        hw_isel_operand(s, surface->coordinate[0]),
        surface->dimensions > 1 ? hw_isel_operand(s, surface->coordinate[1]) : hw_isel_fixed("RZ"),
        hw_isel_operand(s, surface->layer ? surface->layer : surface->coordinate[2]),
        {.kind = HW_MIR_OPERAND_CONSTANT,
         .bank = BANK,
         .value = 4 * HW_CODEGEN_SURFACE_WORDS * (int64_t)surface->slot + LAST_WORD}};

    hw_isel_emit(s, "MOV %0, %1\nMOV %0', %2\nIMUL.U32.U32 %0'', %3, %4", 1, 5, operand)->early_clobber = 0xc;
    return operand[0];
}

void hw_isel_surface_addressed(struct hw_isel *s, const struct hw_isel_surface *surface, const char *words,
                               struct hw_mir_operand coordinates)
{
    const struct hw_mir_operand operands[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 2)),
                                              hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1)),
                                              coordinates};
    char text[96];
    const int length = snprintf(text, sizeof text, "SULEA.%s %%1, %%0, 0x%x, %%2", words, surface->slot);

    hw_isel_emit(s, hw_arena_text(s->arena, text, (size_t)length), 2, 3, operands)->has_side_effects = true;
    hw_isel_reduction(s, surface, operands[0], operands[1]);
}
