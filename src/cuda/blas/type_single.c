/* SPDX-License-Identifier: MIT */
/* The arithmetic of single precision. */
#include "cuda/blas/blas_type.h"
#include "cuda/blas/cblas.h"
#include "cuda/blas/blas_lapack.h"
#include "cuda/blas/blas_matmul.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER       float
#define REAL         float
#define LETTER       s
#define CONJ(x)      (x)
#define MAGNITUDE(x) fabsf(x)
#define TANH(x)      tanhf(x)
/* Scalars as the host's BLAS takes them. */
#define PASS(x)       (x)
#define SCALAR(index) VALUE(index)
#define ZERO          0
#include "cuda/blas/run_names.h"

#include "cuda/blas/run_vectors.h"

#include "cuda/blas/run_real_vectors.h"

#include "cuda/blas/run_matrix_vector.h"

#include "cuda/blas/run_matrices.h"

#include "cuda/blas/run_epilogue.h"

#define SCALE(operand) factor(item, operand)
#define FINISH(item)   finish(item)
#include "cuda/blas/run_matmul.h"

#include "cuda/blas/run_forms.h"

#include "cuda/blas/run_factors.h"

const struct hw_blas_type hw_blas_single = {
    .bytes = sizeof(NUMBER), .real_bytes = sizeof(REAL), HW_BLAS_ANY(MEMBER) HW_BLAS_REAL(MEMBER)};
