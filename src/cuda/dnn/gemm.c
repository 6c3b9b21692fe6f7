/* SPDX-License-Identifier: MIT */
/* See gemm.h: two functions of netlib's "C Interface to the BLAS". */
#include "cuda/dnn/gemm.h"

#include "cuda/core/host_library.h"

enum { ROWS = 101, PLAIN = 111, TURNED = 112 }; /* that interface's numbers */

static struct {
    void (*sgemm)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha, const float *a,
                  int lda, const float *b, int ldb, float beta, float *c, int ldc);
    void (*dgemm)(int order, int trans_a, int trans_b, int m, int n, int k, double alpha, const double *a,
                  int lda, const double *b, int ldb, double beta, double *c, int ldc);
} blas;

static const char *const entries[] = {"cblas_sgemm", "cblas_dgemm", NULL};
static struct hw_cuda_host_library library = {
    .of = "libcudnn",
    .names = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"},
    .package = "libopenblas0",
    .entry = entries,
    .table = &blas,
};

void hw_dnn_need_gemm(struct hw_dnn_call *call)
{
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, hw_cuda_host_library_get(&library) != NULL,
                     CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING);
}

static int order_of(struct hw_dnn_matrix matrix)
{
    return matrix.turned ? TURNED : PLAIN;
}

void hw_dnn_gemm_floats(size_t m, size_t n, size_t k, struct hw_dnn_matrix a, struct hw_dnn_matrix b,
                        float beta, float *c, size_t ldc)
{
    blas.sgemm(ROWS, order_of(a), order_of(b), (int)m, (int)n, (int)k, 1, a.data, (int)a.ld, b.data,
               (int)b.ld, beta, c, (int)ldc);
}

void hw_dnn_gemm_doubles(size_t m, size_t n, size_t k, struct hw_dnn_matrix a, struct hw_dnn_matrix b,
                         double beta, double *c, size_t ldc)
{
    blas.dgemm(ROWS, order_of(a), order_of(b), (int)m, (int)n, (int)k, 1, a.data, (int)a.ld, b.data,
               (int)b.ld, beta, c, (int)ldc);
}
