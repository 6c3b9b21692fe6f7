/* SPDX-License-Identifier: MIT */
/* Blocklinear surfaces are tiled: these functions compute where the byte at x, y, z lies.
 *
 * A gob is 64 bytes of each of 4 lines; a block is a power of two of gobs in each direction; blocks follow
 * each other in x, then y, then z, gobs within a block likewise.  This is the arrangement that virtual
 * addresses have; what memory does below depends on storage types and cannot be seen.
 * @see envytools, docs/hw/memory/g80-surface.rst */
#ifndef HW_CHANNEL_ENGINE_BLOCKLINEAR_H
#define HW_CHANNEL_ENGINE_BLOCKLINEAR_H

#include <stdint.h>

#define HW_GOB_X 64u /* bytes */

struct hw_blocklinear {
    uint32_t width, height, depth; /* bytes, lines, slices; none is 0 */
    uint8_t log_x, log_y, log_z;   /* gobs of a block in each direction */
};

/* Make blocks no larger than the surface needs, as texture units do. */
void hw_blocklinear_shrink(struct hw_blocklinear *surface);

uint64_t hw_blocklinear_bytes(const struct hw_blocklinear *surface);
uint64_t hw_blocklinear_block_bytes(const struct hw_blocklinear *surface);

/* Offset of a byte; up to the next multiple of 64 in x, bytes follow each other. */
uint64_t hw_blocklinear_offset(const struct hw_blocklinear *surface, uint32_t x, uint32_t y, uint32_t z);

#endif
