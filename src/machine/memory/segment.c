/* SPDX-License-Identifier: MIT */
/* Global segments of Tesla translate g[n][offset] to a device address.
 *
 * A linear segment adds its base.  A tiled one reads the offset as line << 16 | byte within the line; tiles
 * are 64 bytes wide and 4 << tile_mode lines high and lie side by side in strips, which lie `pitch`
 * apart.  What the chip's memory controller does to the address after that depends
 * on how memory was mapped (the tile flags 0x7000) and is not visible to a kernel; it is the identity here.
 * @see the NV50 CUDA page of the nouveau wiki, "Global memory" */
#include <halfwarp/machine.h>

bool hw_segment_address(const struct hw_segment *segment, uint32_t offset, uint64_t *address)
{
    if (segment->mode == HW_SEGMENT_LINEAR) {
        *address = segment->base + offset;
        return offset <= segment->limit;
    }
    uint32_t x = offset & 0xffff, y = offset >> 16;
    uint32_t shift = segment->tile_mode + 2u, line = y & ((1u << shift) - 1);
    uint32_t within = (x & 0x3f) + (line << 6) + ((x >> 6) << (6 + shift));
    *address = segment->base + within + (uint64_t)(y >> shift) * segment->pitch;
    return segment->mode == HW_SEGMENT_TILED && y <= segment->limit >> 16 && x <= (segment->limit & 0xffff) &&
           (!segment->end || *address < segment->end);
}
