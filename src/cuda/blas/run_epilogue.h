/* SPDX-License-Identifier: MIT */
/* What is done to a product before it is rounded (type_single.c and type_double.c include this), column by
 * column.  GELU is the form with a hyperbolic tangent. */
#ifndef HW_CUDA_BLAS_RUN_EPILOGUE_H
#define HW_CUDA_BLAS_RUN_EPILOGUE_H

/* A number that is there, or 1. */
static NUMBER factor(const struct hw_blas_item *item, int operand)
{
    return item->at[operand] ? *AT(operand) : 1;
}

/* --- GELU(x) = x (1 + tanh(u(x))) / 2 --- */

#define GELU_SLOPE ((NUMBER)0.7978845608028654) /* the root of 2 / pi */
#define GELU_CUBE  ((NUMBER)0.044715)

static NUMBER gelu(NUMBER x)
{
    return x * (1 + TANH(GELU_SLOPE * (x + GELU_CUBE * x * x * x))) / 2;
}

static NUMBER gelu_gradient(NUMBER x)
{
    const NUMBER t = TANH(GELU_SLOPE * (x + GELU_CUBE * x * x * x));

    return (1 + t) / 2 + x * (1 - t * t) * GELU_SLOPE * (1 + 3 * GELU_CUBE * x * x) / 2;
}

/* --- bits for elements --- */

static unsigned char *bits_of(const struct hw_blas_item *item, int row, int column)
{
    return (unsigned char *)item->at[HW_BLAS_MATMUL_AUX] + (size_t)column * (size_t)LD(HW_BLAS_MATMUL_AUX) +
           (size_t)row / 8;
}

static void set_bit(const struct hw_blas_item *item, int row, int column, bool value)
{
    unsigned char *bits = bits_of(item, row, column), bit = (unsigned char)(1 << row % 8);

    *bits = (unsigned char)(value ? *bits | bit : *bits & ~bit);
}

static bool has_bit(const struct hw_blas_item *item, int row, int column)
{
    return *bits_of(item, row, column) >> row % 8 & 1;
}

/* --- one column of D --- */

static void activate(const struct hw_blas_item *item, int column)
{
    const int epilogue = item->job->epilogue;
    NUMBER *d = CELL(HW_BLAS_MATMUL_D, 0, column);
    const bool keeps = epilogue & HW_BLAS_EPILOGUE_AUX;

    for (int row = 0; row < M && epilogue & HW_BLAS_EPILOGUE_RELU; row++) {
        if (keeps)
            set_bit(item, row, column, d[row] > 0);
        d[row] = d[row] < 0 ? 0 : d[row]; /* a NaN stays */
    }
    for (int row = 0; row < M && epilogue & HW_BLAS_EPILOGUE_GELU; row++) {
        if (keeps)
            *CELL(HW_BLAS_MATMUL_AUX, row, column) = d[row];
        d[row] = gelu(d[row]);
    }
    for (int row = 0; row < M && epilogue & HW_BLAS_EPILOGUE_RELU_GRADIENT; row++)
        d[row] = has_bit(item, row, column) ? d[row] : 0;
    for (int row = 0; row < M && epilogue & HW_BLAS_EPILOGUE_GELU_GRADIENT; row++)
        d[row] *= gelu_gradient(*CELL(HW_BLAS_MATMUL_AUX, row, column));
}

static void scale_column(const struct hw_blas_item *item, int column)
{
    NUMBER *d = CELL(HW_BLAS_MATMUL_D, 0, column), *largest = AT(HW_BLAS_MATMUL_D_LARGEST);
    const NUMBER scale = factor(item, HW_BLAS_MATMUL_D_SCALE);

    for (int row = 0; row < M && largest; row++)
        *largest = MAGNITUDE(d[row]) > *largest ? MAGNITUDE(d[row]) : *largest;
    for (int row = 0; row < M && scale != 1; row++)
        d[row] *= scale;
}

/* --- sums that go to the bias --- */

static void sum_rows(const struct hw_blas_item *item)
{
    NUMBER *sums = AT(HW_BLAS_MATMUL_BIAS);

    memset(sums, 0, (size_t)M * sizeof *sums);
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++)
            sums[row] += *CELL(HW_BLAS_MATMUL_D, row, column);
}

/* Of a factor: `along` elements for each of `count`, which are in rows or in columns of it. */
static void sum_factor(const struct hw_blas_item *item, int operand, int count, bool in_rows)
{
    NUMBER *sums = AT(HW_BLAS_MATMUL_BIAS);

    for (int i = 0; i < count; i++) {
        sums[i] = 0;
        for (int k = 0; k < K; k++)
            sums[i] += in_rows ? *CELL(operand, i, k) : *CELL(operand, k, i);
    }
}

static void finish(struct hw_blas_item *item)
{
    const int epilogue = item->job->epilogue;
    const NUMBER *bias = AT(HW_BLAS_MATMUL_BIAS);

    if (item->error != cudaSuccess)
        return;
    if (item->at[HW_BLAS_MATMUL_D_LARGEST])
        *AT(HW_BLAS_MATMUL_D_LARGEST) = 0;
    for (int column = 0; column < N; column++) {
        for (int row = 0; row < M && epilogue & HW_BLAS_EPILOGUE_BIAS; row++)
            *CELL(HW_BLAS_MATMUL_D, row, column) += bias[row];
        activate(item, column);
        scale_column(item, column);
    }
    if (epilogue & HW_BLAS_EPILOGUE_BIAS_GRADIENT)
        sum_rows(item);
    if (epilogue & HW_BLAS_EPILOGUE_SUMS_OF_A)
        sum_factor(item, HW_BLAS_MATMUL_A, M, TRANS(0) == HW_CBLAS_NO_TRANS);
    if (epilogue & HW_BLAS_EPILOGUE_SUMS_OF_B)
        sum_factor(item, HW_BLAS_MATMUL_B, N, TRANS(1) != HW_CBLAS_NO_TRANS);
}

#endif
