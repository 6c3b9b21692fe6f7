/* SPDX-License-Identifier: MIT */
/* See shared_matrix.h.
 *
 * @see PTX ISA, "Matrix Descriptor Format" and "Strides" of wgmma, and CUTLASS's mma_sm90_desc.hpp and
 * make_gmma_desc, which write out the canonical layouts: bits of the descriptor, and addresses of both kinds
 * of matrices without and with swizzling, which exchanges parts of 16 bytes: bits 4 to 6 of an address are
 * added, without carry, to bits 7 to 9 (4 and 5 to 7 and 8, 4 to 7) of 128, (64, 32) bytes.
 *
 * Guesses: the bits of a descriptor that no document names do not count; a base offset is taken off the bits
 * 7 to 9, which is what brings the pattern to where the PTX ISA says that it starts; a line of a sparse
 * product that is longer than the pattern's row goes on a leading offset further. */
#include "machine/matrix/shared_matrix.h"

#include <string.h>

#include "machine/memory/access.h"
#include "machine/warp.h"
#include "ops/matrix/fragment_layout.h"

#define PART_BYTES  16
#define PART_LINES  8 /* of 16 bits */
#define ROW_SHIFT   7 /* where a row of the swizzling pattern is numbered in an address */
#define PART_SHIFT  4
#define FIELD_MASK  0x3fffu
#define GROUP_LINES 8

struct hw_shared_matrix hw_shared_matrix_of(uint64_t descriptor, bool transposed)
{
    static const uint8_t widths[] = {PART_BYTES, 128, 64, 32};

    return (struct hw_shared_matrix){
        .start = (uint32_t)(descriptor & FIELD_MASK) << PART_SHIFT,
        .leading = (uint32_t)(descriptor >> 16 & FIELD_MASK) << PART_SHIFT,
        .stride = (uint32_t)(descriptor >> 32 & FIELD_MASK) << PART_SHIFT,
        .base = descriptor >> 49 & 7,
        .width = widths[descriptor >> 62],
        .transposed = transposed,
    };
}

/* The address of part `part` of a line, or of the lines from `line` on at position `part` along the sum. */
static uint32_t part_address(const struct hw_shared_matrix *m, unsigned line, unsigned part)
{
    const unsigned across = m->transposed ? part : line, along = m->transposed ? line / PART_LINES : part;
    const unsigned in_row = m->width / PART_BYTES;
    const uint32_t group = across / GROUP_LINES, row = across % GROUP_LINES * m->width;
    uint32_t address = m->start + row;

    if (in_row > 1)
        address += group * m->stride + along / in_row * m->leading + along % in_row * PART_BYTES;
    else if (m->transposed)
        address += group * m->leading + along * m->stride;
    else
        address += group * m->stride + along * m->leading;
    return address ^ (((address >> ROW_SHIFT) - m->base) & (in_row - 1)) << PART_SHIFT;
}

/* Its bytes; NULL: a fault. */
static const uint8_t *find_part(struct hw_regs *regs, const struct hw_uop *uop, uint32_t address)
{
    struct hw_warp *warp = hw_warp_of(regs);
    struct hw_block *block = warp->block;
    const struct hw_access access = {.space = HW_OPERAND_SHARED, .size = PART_BYTES, .address = address};

    if ((address > block->shared_bytes || block->shared_bytes - address < PART_BYTES) &&
        !hw_shared_behind(block, address, PART_BYTES)) {
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, HW_NO_LANE, &access,
                      "a matrix that a descriptor describes reaches s[0x%x], outside of shared memory, which "
                      "has 0x%x bytes",
                      address, block->shared_bytes);
        return NULL;
    }
    return block->shared + address;
}

/* As many lines as a part has elements, at one position along the sum. */
static void spread_part(const uint8_t *part, unsigned line, unsigned position, bool tall, hw_lanes *to)
{
    for (unsigned i = 0; i < PART_LINES; i++) {
        uint16_t half;

        memcpy(&half, part + i * sizeof half, sizeof half);
        hw_set_half(hw_line_word(to, tall, line + i, position / 2), position, half);
    }
}

bool hw_load_lines(struct hw_regs *regs, const struct hw_uop *uop, const struct hw_shared_matrix *matrix,
                   unsigned first, unsigned lines, unsigned parts, bool tall, hw_lanes *to)
{
    const unsigned step = matrix->transposed ? PART_LINES : 1,
                   count = matrix->transposed ? parts * PART_LINES : parts;

    for (unsigned line = 0; line < lines; line += step)
        for (unsigned part = 0; part < count; part++) {
            const uint8_t *from = find_part(regs, uop, part_address(matrix, first + line, part));

            if (!from)
                return false;
            if (matrix->transposed)
                spread_part(from, line, part, tall, to);
            else
                memcpy(hw_line_word(to, tall, line, part * HW_LANES_OF_LINE), from, PART_BYTES);
        }
    return true;
}
