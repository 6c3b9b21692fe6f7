/* SPDX-License-Identifier: MIT */
/* Linear algebra: tests/programs/linear.cu against the same sums on the host. */
#include "programs/program.h"
#include "programs/reference.h"

#define SIZE 64
#define TILE 16

static void linear_saxpy(const uint32_t *in, uint32_t *out)
{
    putf(&out, fmaf(2.5f, f32(in[0]), f32(in[1])));
}

static void linear_matmul(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        float sum = 0;
        for (uint32_t k = 0; k < SIZE; k++)
            sum = fmaf(f32(in[i / SIZE * SIZE + k]), f32(in[SIZE * SIZE + k * SIZE + i % SIZE]), sum);
        out[i] = bits32(sum);
    }
}

static void linear_matmul_double(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n * 4; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < SIZE; k++)
            sum = fma((double)f32(in[i / SIZE * SIZE + k]),
                      (double)f32(in[SIZE * SIZE + k * SIZE + i % SIZE]), sum);
        putd(&out, sum);
    }
}

static void linear_transpose(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    (void)n;
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        out[i] = in[i % SIZE * SIZE + i / SIZE];
}

static void linear_sparse(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t row = 0; row < n; row++) {
        float sum = 0;
        for (uint32_t k = 0; k < row * 7 % 13; k++)
            sum = fmaf((float)(int32_t)(row - k), f32(in[(row * 31 + k * 67) % n]), sum);
        out[row] = bits32(sum);
    }
}

static void linear_lu(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += TILE * TILE) {
        float m[TILE][TILE];
        for (uint32_t i = 0; i < TILE * TILE; i++)
            m[i / TILE][i % TILE] = f32(in[first + i]) + (i % (TILE + 1) == 0 ? 100.0f : 0.0f);
        for (uint32_t k = 0; k < TILE - 1; k++)
            for (uint32_t y = k + 1; y < TILE; y++) {
                m[y][k] /= m[k][k];
                for (uint32_t x = k + 1; x < TILE; x++)
                    m[y][x] = fmaf(-m[y][k], m[k][x], m[y][x]);
            }
        memcpy(out + first, m, sizeof m);
    }
}

/* Bring the row with the greatest element of column k to place k. */
static void exchange(double m[4][5], int k)
{
    int pivot = k;
    for (int r = k + 1; r < 4; r++)
        if (fabs(m[r][k]) > fabs(m[pivot][k]))
            pivot = r;
    for (int c = 0; c < 5; c++) {
        const double swap = m[k][c];
        m[k][c] = m[pivot][c];
        m[pivot][c] = swap;
    }
}

static void linear_gauss(const uint32_t *in, uint32_t *out)
{
    double m[4][5], x[4];
    for (int k = 0; k < 20; k++)
        m[k / 5][k % 5] = in[k] + (k % 6 == 0 ? 0.5 : 0.0);
    for (int k = 0; k < 4; k++) {
        exchange(m, k);
        for (int r = k + 1; r < 4; r++) {
            const double factor = m[r][k] / m[k][k];
            for (int c = k; c < 5; c++)
                m[r][c] = fma(-factor, m[k][c], m[r][c]);
        }
    }
    for (int k = 3; k >= 0; k--) {
        double sum = m[k][4];
        for (int c = k + 1; c < 4; c++)
            sum = fma(-m[k][c], x[c], sum);
        x[k] = sum / m[k][k];
    }
    for (int k = 0; k < 4; k++)
        putd(&out, x[k]);
}

static const struct program programs[] = {
    {.kernel = "linear_saxpy",
     .in = 2,
     .out = 1,
     .fill = FILL_FLOAT,
     .match = MATCH_FLOAT,
     .each = linear_saxpy},
    {.kernel = "linear_matmul",
     .shape = {{4, 4}, {16, 16}, 0},
     .in = 2,
     .out = 1,
     .fill = FILL_MODERATE,
     .whole = linear_matmul},
    {.kernel = "linear_matmul_double",
     .shape = {{64}, {16}, 0},
     .in = 8,
     .out = 8,
     .fill = FILL_MODERATE,
     .whole = linear_matmul_double},
    {.kernel = "linear_transpose",
     .shape = {{2, 2}, {32, 8}, 0},
     .in = 4,
     .out = 4,
     .whole = linear_transpose},
    {.kernel = "linear_sparse", .in = 1, .out = 1, .fill = FILL_MODERATE, .whole = linear_sparse},
    {.kernel = "linear_lu",
     .shape = {{4}, {16, 16}, 0},
     .in = 1,
     .out = 1,
     .fill = FILL_MODERATE,
     .whole = linear_lu},
    {.kernel = "linear_gauss",
     .in = 20,
     .out = 8,
     .fill = FILL_SMALL,
     .match = MATCH_DOUBLE,
     .each = linear_gauss},
};

int main(void)
{
    return PROGRAMS_RUN("linear", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
