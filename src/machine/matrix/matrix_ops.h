/* SPDX-License-Identifier: MIT */
/* Matrices of 8 by 8 halves in a warp (ldmatrix, stmatrix, movmatrix): lane l has the two halves from column
 * 2 * (l % 4) of line l / 4 on. */
#ifndef HW_MACHINE_MATRIX_MATRIX_OPS_H
#define HW_MACHINE_MATRIX_MATRIX_OPS_H

#include <stdbool.h>

#include "ops/uop.h"

/* Modifier `matrix`. */
enum { HW_MATRIX_PLAIN = 0, HW_MATRIX_TRANSPOSED };

/* Registers d and on = mem.width matrices from shared memory, each transposed if mem.asks: a line of matrix m
 * lies where lane 8 * m + line says, an address as of loads. */
hw_uop_fn hw_uop_load_matrices;

/* The same to shared memory, from registers b and on. */
hw_uop_fn hw_uop_store_matrices;

/* d = a, transposed. */
hw_uop_fn hw_uop_transpose_matrix;

/* Whether all lanes of the warp execute an operation on matrices; else it is a fault. */
bool hw_matrix_lanes(struct hw_regs *regs, const struct hw_uop *uop);

#endif
