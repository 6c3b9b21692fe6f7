/* SPDX-License-Identifier: MIT */
/* Products as cuBLASLt has them: D = epilogue(alpha op(A) op(B) + beta C), with operands and epilogues by
 * number. */
#ifndef HW_CUDA_BLAS_BLAS_MATMUL_H
#define HW_CUDA_BLAS_BLAS_MATMUL_H

/* Operands of the job.  Those from the bias on may be absent.  Scales are numbers that A, B and C are
 * multiplied with, and D before it is rounded. */
enum hw_blas_matmul_operand {
    HW_BLAS_MATMUL_A,
    HW_BLAS_MATMUL_B,
    HW_BLAS_MATMUL_C,
    HW_BLAS_MATMUL_D,
    HW_BLAS_MATMUL_BIAS, /* or its gradient */
    HW_BLAS_MATMUL_AUX,  /* what the epilogue keeps or has kept, or a bit for each element */
    HW_BLAS_MATMUL_A_SCALE,
    HW_BLAS_MATMUL_B_SCALE,
    HW_BLAS_MATMUL_C_SCALE,
    HW_BLAS_MATMUL_D_SCALE,
    HW_BLAS_MATMUL_D_LARGEST,    /* the largest magnitude, before D is scaled */
    HW_BLAS_MATMUL_ALPHA_OF_ROWS /* in place of alpha */
};

/* Bits of epilogues, as cublasLtEpilogue_t has them. */
enum hw_blas_epilogue {
    HW_BLAS_EPILOGUE_NONE = 1,
    HW_BLAS_EPILOGUE_RELU = 2,
    HW_BLAS_EPILOGUE_BIAS = 4,
    HW_BLAS_EPILOGUE_RELU_GRADIENT = 8,
    HW_BLAS_EPILOGUE_BIAS_GRADIENT = 16, /* sums of D's rows */
    HW_BLAS_EPILOGUE_GELU = 32,
    HW_BLAS_EPILOGUE_GELU_GRADIENT = 64,
    HW_BLAS_EPILOGUE_AUX = 128,
    HW_BLAS_EPILOGUE_SUMS_OF_A = 256,
    HW_BLAS_EPILOGUE_SUMS_OF_B = 512,
    HW_BLAS_EPILOGUE_ALL = 1023
};

#endif
