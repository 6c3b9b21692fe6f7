/* SPDX-License-Identifier: MIT */
/* Sparse matrix operands (mma.sp): every second element of a row of a is stored, and metadata say which.
 *
 * A row is divided into chunks of four parts, of which two are stored, one behind the other.  A part is a
 * half, a byte, half of a tf32, or two neighbours of 4 bits.  Metadata have two bits for each stored part:
 * its number in its chunk.  Of four lanes that have a row of a together, so many hold its metadata as are
 * needed, and the selector says whether it is the first of these, the second and so on.
 *
 *   halves, tf32   a lane has 16 parts of two rows: those of the row 8 further down are in the upper half
 *   8 and 4 bits   a lane has 32 parts of a row, the next one those of the row 8 further down
 *
 * @see PTX ISA, "Sparse matrix storage" and the fragments of mma.sp; CUTLASS's comments in
 * mma_sparse_sm89.hpp, which write out the lanes of m16n8k32 of halves and m16n8k64 of bytes.  That
 * m16n8k32 of bytes and m16n8k64 of 4 bits are the first half of the latter is a guess. */
#ifndef HW_MACHINE_MATRIX_MATRIX_SPARSE_H
#define HW_MACHINE_MATRIX_MATRIX_SPARSE_H

#include <stdint.h>

#include "ops/uop.h"

#define HW_SPARSE_STORED 64 /* elements of a row, at most */

/* How many of four lanes have metadata of a row of `depth` elements of so many bits. */
unsigned hw_sparse_lanes(unsigned bits, unsigned depth);

/* The columns of the stored elements of a row of a. */
void hw_sparse_columns(struct hw_regs *regs, const struct hw_uop *uop, unsigned bits, unsigned depth,
                       unsigned row, uint8_t column[HW_SPARSE_STORED]);

#endif
