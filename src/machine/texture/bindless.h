/* SPDX-License-Identifier: MIT */
/* Bindless handles of textures and surfaces: the low 20 bits are the index of an entry of the launch's table,
 * whose entry 0 is empty. (The bits above choose a sampler on the hardware; here a texture has its own.) */
#ifndef HW_MACHINE_TEXTURE_BINDLESS_H
#define HW_MACHINE_TEXTURE_BINDLESS_H

#include "machine/warp.h"

#include <halfwarp/surface.h>

#define HW_HANDLE_BITS 20

/* What the handle in register b of the lowest lane of `lanes` means; *same becomes those of them with the
 * same handle. `wanted`: HW_OPERAND_TEXTURE, HW_OPERAND_SURFACE, or HW_OPERAND_NONE for either.  NULL, with
 * the fault reported, when there is no such thing. */
const struct hw_bindless *hw_bindless_of(struct hw_warp *warp, const struct hw_uop *uop, unsigned wanted,
                                         uint32_t lanes, uint32_t *same);

#endif
