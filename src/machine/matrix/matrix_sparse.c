/* SPDX-License-Identifier: MIT */
/* Sparse matrix operands: metadata become the columns of the stored elements. */
#include "machine/matrix/matrix_sparse.h"

#include "ops/matrix/fragment_layout.h"

#define PARTS_OF_CHUNK  4
#define STORED_OF_CHUNK 2
#define CHUNK_BITS      4 /* of metadata */

static unsigned part_bits(unsigned bits)
{
    return bits < 16 ? 8 : 16;
}

static unsigned chunks_of(unsigned bits, unsigned depth)
{
    return depth * bits / part_bits(bits) / PARTS_OF_CHUNK;
}

unsigned hw_sparse_lanes(unsigned bits, unsigned depth)
{
    return chunks_of(bits, depth) / 4;
}

/* The metadata of a chunk, from bit 0 on. */
static uint32_t chunk_metadata(const hw_lanes *metadata, unsigned bits, unsigned first, unsigned row,
                               unsigned chunk)
{
    const unsigned lower = row / 8, in_word = 32 / CHUNK_BITS;

    first += row % 8 * HW_LANES_OF_LINE;
    if (part_bits(bits) == 8)
        return (*metadata)[first + chunk / in_word * 2 + lower] >> chunk % in_word * CHUNK_BITS;
    return (*metadata)[first + chunk / (in_word / 2)] >> (lower * 16 + chunk % (in_word / 2) * CHUNK_BITS);
}

void hw_sparse_columns(struct hw_regs *regs, const struct hw_uop *uop, unsigned bits, unsigned depth,
                       unsigned row, uint8_t column[HW_SPARSE_STORED])
{
    const unsigned first = uop->matrix.selector * hw_sparse_lanes(bits, depth), of_part = part_bits(bits);

    for (unsigned k = 0; k < depth / 2; k++) {
        const unsigned part = k * bits / of_part, chunk = part / STORED_OF_CHUNK;
        const uint32_t metadata = chunk_metadata(&regs->reg[uop->matrix.metadata], bits, first, row, chunk);
        const unsigned index = metadata >> part % STORED_OF_CHUNK * 2 & 3;

        column[k] = (uint8_t)((chunk * PARTS_OF_CHUNK + index) * of_part / bits + (bits == 4 ? k % 2 : 0));
    }
}
