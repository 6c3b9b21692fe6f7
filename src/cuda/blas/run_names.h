/* SPDX-License-Identifier: MIT */
/* What the arithmetic of a kind of numbers (run_*.h) calls its surroundings.  The file that includes this
 * names NUMBER, its parts REAL, and LETTER, the host's for the kind. */
#ifndef HW_CUDA_BLAS_RUN_NAMES_H
#define HW_CUDA_BLAS_RUN_NAMES_H

#define HOST(name)   hw_cblas_get()->LETTER.name
#define LAPACK(name) hw_blas_lapack_get()->LETTER.name

/* An operand and its steps; an element of one that is a matrix. */
#define AT(number)                ((NUMBER *)item->at[number])
#define LD(number)                item->job->operand[number].ld
#define CELL(number, row, column) (AT(number) + (size_t)(column) * (size_t)LD(number) + (size_t)(row))

/* A scalar, also where it is a real one. */
#define VALUE(index) (*(const NUMBER *)item->scalar[index])
#define PART(index)  (*(const REAL *)item->scalar[index])

#define M             item->job->m
#define N             item->job->n
#define K             item->job->k
#define TRANS(number) item->job->trans[number]
#define UPLO          item->job->uplo
#define DIAG          item->job->diag
#define SIDE          item->job->side

/* The table of a kind. */
#define MEMBER(name) .name = run_##name,

#endif
