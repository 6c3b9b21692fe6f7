/* SPDX-License-Identifier: MIT */
/* The arithmetic of complex numbers in single precision. */
#include "cuda/blas/blas_type.h"
#include "cuda/blas/cblas.h"
#include "cuda/blas/blas_lapack.h"
#include "cuda/blas/blas_matmul.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER       float complex
#define REAL         float
#define LETTER       c
#define CONJ(x)      conjf(x)
#define ABSOLUTE(x)  cabsf(x)
#define HYPOT(x, y)  hypotf(x, y)
#define MAGNITUDE(x) (fabsf(crealf(x)) + fabsf(cimagf(x)))
/* Scalars as the host's BLAS takes them. */
#define PASS(x)       (&(x))
#define SCALAR(index) item->scalar[index]
#define ZERO          (&(const NUMBER){0})
#include "cuda/blas/run_names.h"

#include "cuda/blas/run_vectors.h"

#include "cuda/blas/run_complex_vectors.h"

#include "cuda/blas/run_matrix_vector.h"

#include "cuda/blas/run_matrices.h"

#include "cuda/blas/run_complex_matrices.h"

/* Those of complex numbers have no epilogue. */
#define SCALE(operand) 1
#define FINISH(item)   (void)(item)
#include "cuda/blas/run_matmul.h"

#include "cuda/blas/run_forms.h"

#include "cuda/blas/run_factors.h"

const struct hw_blas_type hw_blas_complex = {
    .bytes = sizeof(NUMBER), .real_bytes = sizeof(REAL), HW_BLAS_ANY(MEMBER) HW_BLAS_COMPLEX(MEMBER)};
