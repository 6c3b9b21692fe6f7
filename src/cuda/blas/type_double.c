/* SPDX-License-Identifier: MIT */
/* The arithmetic of double precision. */
#include "cuda/blas/blas_type.h"
#include "cuda/blas/cblas.h"
#include "cuda/blas/blas_lapack.h"
#include "cuda/blas/blas_matmul.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER       double
#define REAL         double
#define LETTER       d
#define CONJ(x)      (x)
#define MAGNITUDE(x) fabs(x)
#define TANH(x)      tanh(x)
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

const struct hw_blas_type hw_blas_double = {
    .bytes = sizeof(NUMBER), .real_bytes = sizeof(REAL), HW_BLAS_ANY(MEMBER) HW_BLAS_REAL(MEMBER)};
