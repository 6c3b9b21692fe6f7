/* SPDX-License-Identifier: MIT */
/* openai-gemm's kernels, run whole by its own host code, against products computed here in double precision.
 *
 * Every kernel of the set (each tile, operation, vector and scalar form, shared memory choice) runs for
 * several shapes, with alpha and beta.  The bound is that of a sum of k products rounded one after the
 * other. */
#include "driver.h"

#include "include/c_interface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shape {
    int m, n, k;
};
/* Multiples of the tiles and of nothing, thin ones and square ones. */
static const struct shape shapes[] = {
    {128, 128, 64}, {64, 96, 128}, {35, 17, 33}, {130, 129, 40}, {16, 256, 100}, {1, 64, 7},
};

/* The kernels with tiles of 32 rows test the row before they step to the next 16, so that with beta they read
 * C up to so many rows behind its end.  (They do not use what they have read.) */
#define ROWS_BEHIND 32u

static unsigned passed, failed;

/* --- numbers --- */

static uint32_t seed = 1;

static float next_float(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / (1 << 23) - 1.0f;
}

static uint16_t half_of(float value)
{
    _Float16 half = (_Float16)value;
    uint16_t bits;
    memcpy(&bits, &half, sizeof bits);
    return bits;
}

static double value_at(const void *data, int bytes, size_t index)
{
    _Float16 half;

    if (bytes == 4)
        return ((const float *)data)[index];
    memcpy(&half, (const uint16_t *)data + index, sizeof half);
    return (double)half;
}

/* --- device memory --- */

/* `behind` more bytes, which are zero, follow the data. */
static uint64_t upload(const void *data, size_t bytes, size_t behind)
{
    struct hw_error error;
    uint64_t address;

    if (hw_memory_alloc(gemm_memory(), bytes + behind, &address, &error) != HW_OK ||
        hw_memory_write(gemm_memory(), address, data, bytes, &error) != HW_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return address;
}

static void *filled(size_t count, int bytes)
{
    void *data = malloc(count * (size_t)bytes);

    for (size_t i = 0; data && i < count; i++) {
        float value = next_float();
        if (bytes == 4)
            ((float *)data)[i] = value;
        else
            ((uint16_t *)data)[i] = half_of(value);
    }
    return data;
}

/* --- one product --- */

static const float alpha = 0.5f, beta = 2.0f;

/* The greatest error of any element, in units of the bound. */
static double worst(const struct shape *s, bool a_t, bool b_t, int bytes, const void *a, const void *b,
                    const void *c_before, const void *c)
{
    const double unit = bytes == 4 ? 0x1p-24 : 0x1p-11;
    double most = 0;

    for (int i = 0; i < s->m; i++)
        for (int j = 0; j < s->n; j++) {
            double sum = 0, size = 0;
            for (int l = 0; l < s->k; l++) {
                double x = value_at(a, bytes, a_t ? (size_t)l * s->m + i : (size_t)i * s->k + l);
                double y = value_at(b, bytes, b_t ? (size_t)j * s->k + l : (size_t)l * s->n + j);
                sum += x * y;
                size += fabs(x * y);
            }
            size_t at = (size_t)i * s->n + j;
            double before = value_at(c_before, bytes, at);
            double expected = alpha * sum + beta * before;
            double bound = unit * (fabs(beta * before) + fabs(expected)) * 2 + 0x1p-24 * s->k * alpha * size;
            double off = fabs(value_at(c, bytes, at) - expected) / (bound > 0 ? bound : unit);
            most = off > most || isnan(off) ? off : most;
        }
    return most;
}

static void check(const struct shape *s, bool a_t, bool b_t, int bytes, unsigned grid, unsigned shared)
{
    size_t count[3] = {(size_t)s->m * s->k, (size_t)s->k * s->n, (size_t)s->m * s->n};
    void *host[3], *result = malloc(count[2] * (size_t)bytes);
    uint64_t device[3];
    struct hw_error error;

    for (unsigned i = 0; i < 3; i++) {
        host[i] = filled(count[i], bytes);
        device[i] = upload(host[i], count[i] * (size_t)bytes,
                           i == 2 ? ROWS_BEHIND * (size_t)s->n * (size_t)bytes : 0);
    }
    int lda = a_t ? s->m : s->k, ldb = b_t ? s->k : s->n;
    bool ok = bytes == 4
                  ? openai_sgemm((float *)device[0], (float *)device[1], (float *)device[2], a_t, b_t, s->m,
                                 s->n, s->k, lda, ldb, s->n, alpha, beta, NULL, grid, shared)
                  : openai_hgemm((uint16_t *)device[0], (uint16_t *)device[1], (uint16_t *)device[2], a_t,
                                 b_t, s->m, s->n, s->k, lda, ldb, s->n, alpha, beta, NULL, grid, shared);
    double off = INFINITY;
    if (ok && hw_memory_read(gemm_memory(), device[2], result, count[2] * (size_t)bytes, &error) == HW_OK)
        off = worst(s, a_t, b_t, bytes, host[0], host[1], host[2], result);
    ok = ok && off <= 1.0;
    *(ok ? &passed : &failed) += 1;
    if (!ok)
        printf("not ok: sm_%d %cgemm %s%s tile %u shared %u, %d x %d x %d: %g times the bound\n",
               gemm_capability, bytes == 4 ? 's' : 'h', a_t ? "T" : "N", b_t ? "T" : "N", grid, shared, s->m,
               s->n, s->k, off);
    for (unsigned i = 0; i < 3; i++) {
        hw_memory_free(gemm_memory(), device[i], &error);
        free(host[i]);
    }
    free(result);
}

static void check_operation(bool a_t, bool b_t, int bytes)
{
    unsigned grids = 0, shareds;

    get_grid_limits(bytes == 4 ? 's' : 'h', a_t, b_t, &grids);
    for (unsigned grid = 0; grid < grids; grid++) {
        get_shared_limits(bytes == 4 ? 's' : 'h', a_t, b_t, grid, &shareds);
        for (unsigned shared = 0; shared < shareds; shared++)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
                check(&shapes[i], a_t, b_t, bytes, grid, shared);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        gemm_capability = atoi(argv[1]);
    for (int bytes = 4; bytes >= 2; bytes -= 2)
        for (int op = 0; op < 4; op++)
            check_operation(op & 1, op >> 1, bytes);
    printf("sm_%d: %u products passed, %u failed, %llu thread instructions\n", gemm_capability, passed,
           failed, (unsigned long long)gemm_instructions);
    return failed != 0;
}
