/* SPDX-License-Identifier: MIT */
/* Surface addresses of GK104 and GK110: tiled (block-linear) addresses become texels of linear surfaces.
 *
 * Their code computes the address of an element (surface_coordinate.h), in memory that is tiled as the chip
 * has it: tiles of 64 bytes by 8 rows, in the order of a book, one to a block.  A launch's surfaces are
 * row-major in host memory, so they have addresses of their own: each entry of launch->textures.bindless that
 * may be a surface has 4 GiB above all device memory, and an address there is an entry and an offset in its
 * tiles, which the access computes back. */
#ifndef HW_MACHINE_TEXTURE_SURFACE_ADDRESS_H
#define HW_MACHINE_TEXTURE_SURFACE_ADDRESS_H

#include <halfwarp/machine.h>
#include <halfwarp/surface.h>

#define HW_SURFACE_FIRST UINT64_C(0x8000000000) /* entry 0; addresses have 40 bits */
#define HW_SURFACE_SPAN  UINT64_C(0x100000000)  /* of an entry */

/* The address in the pair of words that code makes of SUBFM's and SUEAU's result. */
static inline uint64_t hw_surface_pair(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 8 | (low & 0xff);
}

/* The surface that an address lies in; NULL: none. */
const struct hw_surface *hw_surface_of(const struct hw_launch *launch, uint64_t address);

/* Where that element is, `bytes` long; NULL: the surface has nothing there. */
uint8_t *hw_surface_at(const struct hw_surface *surface, uint64_t address, unsigned bytes);

#endif
