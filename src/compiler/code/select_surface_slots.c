/* SPDX-License-Identifier: MIT */
/* What surfaces of GF100 have of their own.  Layers and slices are told apart by a coordinate that counts
 * what the driver says in bank 14, a slice in words of a surface, as code of CUDA 4.2 has it; and numbers are
 * reduced in global memory, at the address that SULEA finds. */
#include "compiler/code/select_surface.h"

#include <stdio.h>
#include <string.h>

#define BANK      14u
#define LAST_WORD 4u * (HW_CODEGEN_SURFACE_WORDS - 1)

bool hw_select_is_stacked(const struct hw_select_surface *surface)
{
    return surface->layer || surface->dimensions == 3;
}

struct hw_mach_operand hw_select_stacked(struct hw_selection *s, const struct hw_select_surface *surface)
{
    const struct hw_mach_operand operand[] = {
        hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 4)),
        hw_select_operand(s, surface->coordinate[0]),
        surface->dimensions > 1 ? hw_select_operand(s, surface->coordinate[1]) : hw_select_fixed("RZ"),
        hw_select_operand(s, surface->layer ? surface->layer : surface->coordinate[2]),
        {.kind = HW_MACH_OPERAND_CONSTANT,
         .bank = BANK,
         .value = 4 * HW_CODEGEN_SURFACE_WORDS * (int64_t)surface->place + LAST_WORD}};

    hw_select_put(s, "MOV %0, %1\nMOV %0', %2\nIMUL.U32.U32 %0'', %3, %4", 1, 5, operand)->late = 0xc;
    return operand[0];
}

void hw_select_surface_placed(struct hw_selection *s, const struct hw_select_surface *surface,
                              const char *words, struct hw_mach_operand coordinates)
{
    const struct hw_mach_operand place[] = {hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 2)),
                                            hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_PREDICATES, 1)),
                                            coordinates};
    char text[96];
    const int length = snprintf(text, sizeof text, "SULEA.%s %%1, %%0, 0x%x, %%2", words, surface->place);

    hw_select_put(s, hw_arena_text(s->arena, text, (size_t)length), 2, 3, place)->stays = true;
    hw_select_reduction(s, surface, place[0], place[1]);
}
