/* SPDX-License-Identifier: MIT */
/* cuFFT over FFTW: transforms of every type, shape and layout against the sum that a transform is by
 * definition, and the errors of wrong use. */
#include "cuda/fft/cufft.h"
#include "cuda_host_library.h"

#include <complex.h>
#include <math.h>

static const char *const fftw[] = {"libfftw3f.so.3", NULL}, *const fftw_double[] = {"libfftw3.so.3", NULL};

#define MOST 2048

/* Out of order dimensions of 1 for what has fewer of them. */
struct shape {
    int n[3], batch;
};

static size_t elements(const struct shape *shape)
{
    return (size_t)shape->n[0] * (size_t)shape->n[1] * (size_t)shape->n[2];
}

/* One transform, by definition. */
static void transform(const struct shape *shape, const double complex *in, double complex *out, int direction)
{
    const int *n = shape->n;
    double complex *to = out;

    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++) {
                const double complex *from = in;
                double complex sum = 0;
                for (int i = 0; i < n[0]; i++)
                    for (int j = 0; j < n[1]; j++)
                        for (int k = 0; k < n[2]; k++) {
                            const double turn = (double)(a * i % n[0]) / n[0] +
                                                (double)(b * j % n[1]) / n[1] + (double)(c * k % n[2]) / n[2];
                            sum += *from++ * cexp(direction * 2 * M_PI * I * turn);
                        }
                *to++ = sum;
            }
}

/* Numbers as a transform of `type` has them on one side: in rows of `row` reals or complexes. */
struct data {
    bool is_double, real;
    size_t rows, used, row; /* rows, elements in each of them, and from row to row */
    uint8_t bytes[MOST * 2 * sizeof(double)];
};

static void set(struct data *data, size_t row, size_t place, double complex value)
{
    const size_t at = (row * data->row + place) * (data->real ? 1 : 2);

    for (size_t part = 0; part < (data->real ? 1 : 2); part++) {
        const double number = part ? cimag(value) : creal(value);
        if (data->is_double)
            ((double *)data->bytes)[at + part] = number;
        else
            ((float *)data->bytes)[at + part] = (float)number;
    }
}

static double complex get(const struct data *data, size_t row, size_t place)
{
    const size_t at = (row * data->row + place) * (data->real ? 1 : 2);
    const size_t second = at + (data->real ? 0 : 1);
    const double one = data->is_double ? ((const double *)data->bytes)[at] : ((const float *)data->bytes)[at];
    const double two =
        data->is_double ? ((const double *)data->bytes)[second] : ((const float *)data->bytes)[second];

    return data->real ? one : one + two * I;
}

static size_t bytes_of(const struct data *data)
{
    return data->rows * data->row * (data->real ? 1 : 2) * (data->is_double ? sizeof(double) : sizeof(float));
}

static cufftResult execute(cufftHandle plan, cufftType type, void *in, void *out, int direction)
{
    switch (type) {
    case CUFFT_C2C: return cufftExecC2C(plan, in, out, direction);
    case CUFFT_Z2Z: return cufftExecZ2Z(plan, in, out, direction);
    case CUFFT_R2C: return cufftExecR2C(plan, in, out);
    case CUFFT_D2Z: return cufftExecD2Z(plan, in, out);
    case CUFFT_C2R: return cufftExecC2R(plan, in, out);
    case CUFFT_Z2D: return cufftExecZ2D(plan, in, out);
    }
    return CUFFT_INVALID_TYPE;
}

/* --- a transform and what it has to give --- */

struct trial {
    struct shape shape;
    cufftType type;
    int direction;
    bool in_place;
    cufftCompatibility mode;
};

static struct data in, out;
static double complex numbers[MOST], expected[MOST];

static void describe(const struct trial *trial)
{
    const size_t n = (size_t)trial->shape.n[2], half = n / 2 + 1,
                 rows = elements(&trial->shape) / n * (size_t)trial->shape.batch;
    const bool to_complex = trial->type == CUFFT_R2C || trial->type == CUFFT_D2Z,
               to_real = trial->type == CUFFT_C2R || trial->type == CUFFT_Z2D;
    const bool padded = trial->in_place && trial->mode == CUFFT_COMPATIBILITY_FFTW_PADDING;

    in.is_double = out.is_double =
        trial->type == CUFFT_Z2Z || trial->type == CUFFT_D2Z || trial->type == CUFFT_Z2D;
    in.rows = out.rows = rows;
    in.real = to_complex;
    out.real = to_real;
    in.used = to_real ? half : n;
    out.used = to_complex ? half : n;
    in.row = to_complex && padded ? 2 * half : in.used;
    out.row = to_real && padded ? 2 * half : out.used;
}

/* What goes in is the input of R2C and C2C; of C2R, the transform of real numbers. */
static void fill(const struct trial *trial)
{
    const size_t count = elements(&trial->shape), n = (size_t)trial->shape.n[2];
    const bool to_real = out.real;
    uint32_t seed = 7;

    for (size_t b = 0; b < (size_t)trial->shape.batch; b++) {
        double complex *here = numbers + b * count, *there = expected + b * count;
        for (size_t i = 0; i < count; i++) {
            here[i] = next_number(&seed);
            if (!in.real && !to_real)
                here[i] += next_number(&seed) * I;
        }
        transform(&trial->shape, here, there, to_real ? CUFFT_FORWARD : trial->direction);
        for (size_t i = 0; i < count; i++) {
            const double complex value = to_real ? there[i] : here[i];
            if (i % n < in.used)
                set(&in, (b * count + i) / n, i % n, value);
        }
        for (size_t i = 0; to_real && i < count; i++)
            there[i] = here[i] * (double)count;
    }
}

static void expect_transform(const struct trial *trial)
{
    const size_t n = (size_t)trial->shape.n[2];
    const double most = (out.is_double ? 1e-12 : 2e-5) * (double)elements(&trial->shape);

    for (size_t row = 0; row < out.rows; row++)
        for (size_t i = 0; i < out.used; i++)
            assert_true(cabs(get(&out, row, i) - expected[row * n + i]) <= most);
}

static cufftResult make_plan(cufftHandle *plan, const struct trial *trial)
{
    const int *n = trial->shape.n;

    if (trial->shape.batch > 1 && n[0] == 1 && n[1] > 1)
        return cufftPlanMany(plan, 2, (int[]){n[1], n[2]}, NULL, 0, 0, NULL, 0, 0, trial->type,
                             trial->shape.batch);
    if (n[0] > 1)
        return cufftPlan3d(plan, n[0], n[1], n[2], trial->type);
    if (n[1] > 1)
        return cufftPlan2d(plan, n[1], n[2], trial->type);
    return cufftPlan1d(plan, n[2], trial->type, trial->shape.batch);
}

static void try_it(const struct trial *trial)
{
    cufftHandle plan;

    describe(trial);
    fill(trial);
    const size_t most = bytes_of(&in) > bytes_of(&out) ? bytes_of(&in) : bytes_of(&out);
    void *from = device_copy(in.bytes, most),
         *to = trial->in_place ? from : device_copy(out.bytes, bytes_of(&out));
    assert_int_equal(make_plan(&plan, trial), CUFFT_SUCCESS);
    assert_int_equal(cufftSetCompatibilityMode(plan, trial->mode), CUFFT_SUCCESS);
    for (int round = 0; round < 2; round++) { /* the second with the plan that FFTW has made */
        assert_int_equal(cudaMemcpy(from, in.bytes, bytes_of(&in), cudaMemcpyHostToDevice), cudaSuccess);
        assert_int_equal(execute(plan, trial->type, from, to, trial->direction), CUFFT_SUCCESS);
        host_copy(out.bytes, to, bytes_of(&out));
        expect_transform(trial);
    }
    assert_int_equal(cufftDestroy(plan), CUFFT_SUCCESS);
    cudaFree(from);
    if (!trial->in_place)
        cudaFree(to);
}

static const struct shape shapes[] = {{{1, 1, 16}, 1}, {{1, 1, 15}, 4}, {{1, 6, 10}, 1},
                                      {{1, 5, 7}, 3},  {{4, 3, 6}, 1},  {{1, 1, 1}, 1}};

static void try_shapes(struct trial trial)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int in_place = 0; in_place < 2; in_place++) {
            trial.shape = shapes[i];
            trial.in_place = in_place;
            try_it(&trial);
        }
}

static void test_single(void **state)
{
    (void)state;
    need_library(fftw);
    try_shapes((struct trial){.type = CUFFT_C2C, .direction = CUFFT_FORWARD, .mode = 1});
    try_shapes((struct trial){.type = CUFFT_C2C, .direction = CUFFT_INVERSE, .mode = 1});
    try_shapes((struct trial){.type = CUFFT_R2C, .direction = CUFFT_FORWARD, .mode = 1});
    try_shapes((struct trial){.type = CUFFT_C2R, .direction = CUFFT_INVERSE, .mode = 1});
}

static void test_double(void **state)
{
    (void)state;
    need_library(fftw_double);
    try_shapes((struct trial){.type = CUFFT_Z2Z, .direction = CUFFT_FORWARD, .mode = 1});
    try_shapes((struct trial){.type = CUFFT_D2Z, .direction = CUFFT_FORWARD, .mode = 1});
    try_shapes((struct trial){.type = CUFFT_Z2D, .direction = CUFFT_INVERSE, .mode = 1});
}

/* In the native mode nothing lies between the rows of real numbers, in place as well. */
static void test_native_mode(void **state)
{
    (void)state;
    need_library(fftw);
    try_shapes(
        (struct trial){.type = CUFFT_R2C, .direction = CUFFT_FORWARD, .mode = CUFFT_COMPATIBILITY_NATIVE});
    try_shapes(
        (struct trial){.type = CUFFT_C2R, .direction = CUFFT_INVERSE, .mode = CUFFT_COMPATIBILITY_NATIVE});
}

/* Every second number of two rows of 12, to every third place. */
static void test_layout_of_its_own(void **state)
{
    enum { N = 5, BATCH = 2, FROM = 2, FROM_ROW = 12, TO = 3, TO_ROW = 16 };
    const struct shape shape = {{1, 1, N}, 1};
    float from[2 * BATCH * FROM_ROW], to[2 * BATCH * TO_ROW] = {0};
    double complex row[N], sums[N];
    uint32_t seed = 3;
    cufftHandle plan;

    (void)state;
    need_library(fftw);
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        from[i] = (float)next_number(&seed);
    void *in_memory = device_copy(from, sizeof from), *out_memory = device_copy(to, sizeof to);
    assert_int_equal(cufftPlanMany(&plan, 1, (int[]){N}, (int[]){N}, FROM, FROM_ROW, (int[]){N}, TO, TO_ROW,
                                   CUFFT_C2C, BATCH),
                     CUFFT_SUCCESS);
    assert_int_equal(cufftExecC2C(plan, in_memory, out_memory, CUFFT_FORWARD), CUFFT_SUCCESS);
    host_copy(to, out_memory, sizeof to);
    for (int b = 0; b < BATCH; b++) {
        for (int i = 0; i < N; i++)
            row[i] = from[2 * (b * FROM_ROW + i * FROM)] + from[2 * (b * FROM_ROW + i * FROM) + 1] * I;
        transform(&shape, row, sums, CUFFT_FORWARD);
        for (int i = 0; i < N; i++) {
            const float *got = to + 2 * (b * TO_ROW + i * TO);
            assert_true(cabs(got[0] + got[1] * I - sums[i]) < 1e-5);
            assert_true(to[2 * (b * TO_ROW + i * TO) + 2] == 0); /* nothing between them */
        }
    }
    assert_int_equal(cufftDestroy(plan), CUFFT_SUCCESS);
    cudaFree(in_memory);
    cudaFree(out_memory);
}

static void test_wrong_plans(void **state)
{
    cufftHandle plan;

    (void)state;
    need_library(fftw);
    assert_int_equal(cufftPlan1d(NULL, 8, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftPlan1d(&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
    assert_int_equal(cufftPlan1d(&plan, 8, CUFFT_C2C, 0), CUFFT_INVALID_SIZE);
    assert_int_equal(cufftPlan1d(&plan, 8, (cufftType)0x28, 1), CUFFT_INVALID_TYPE);
    assert_int_equal(cufftPlan3d(&plan, 2048, 2048, 2048, CUFFT_R2C), CUFFT_INVALID_SIZE);
    assert_int_equal(cufftPlanMany(&plan, 4, (int[]){2, 2, 2, 2}, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1),
                     CUFFT_INVALID_SIZE);
    assert_int_equal(cufftPlanMany(&plan, 1, NULL, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1),
                     CUFFT_INVALID_VALUE);
    assert_int_equal(cufftPlanMany(&plan, 1, (int[]){8}, (int[]){8}, 0, 8, (int[]){8}, 1, 8, CUFFT_C2C, 1),
                     CUFFT_INVALID_VALUE);
    assert_int_equal(
        cufftPlanMany(&plan, 2, (int[]){8, 8}, (int[]){8, 4}, 1, 64, (int[]){8, 8}, 1, 64, CUFFT_C2C, 1),
        CUFFT_INVALID_VALUE);
    assert_int_equal(cufftDestroy(12345), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftGetVersion(NULL), CUFFT_INVALID_VALUE);
}

static void test_wrong_executions(void **state)
{
    static const float zeros[64];
    cufftHandle plan;
    cudaStream_t stream;
    int version;

    (void)state;
    need_library(fftw);
    float *memory = device_copy(zeros, sizeof zeros);
    assert_int_equal(cufftPlan1d(&plan, 32, CUFFT_C2C, 1), CUFFT_SUCCESS);
    assert_int_equal(cufftExecC2C(plan + 1, memory, memory, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftExecR2C(plan, memory, memory), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftExecC2C(plan, NULL, memory, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftExecC2C(plan, memory, memory, 0), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftExecC2C(plan, memory + 2, memory, CUFFT_FORWARD),
                     CUFFT_EXEC_FAILED); /* beyond its end */
    assert_int_equal(cufftExecC2C(plan, memory, (void *)zeros, CUFFT_FORWARD), CUFFT_EXEC_FAILED);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(cufftSetStream(plan, stream), CUFFT_SUCCESS);
    assert_int_equal(cufftSetStream(plan + 1, stream), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftSetCompatibilityMode(plan, (cufftCompatibility)4), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftSetCompatibilityMode(plan + 1, CUFFT_COMPATIBILITY_NATIVE), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftGetVersion(&version), CUFFT_SUCCESS);
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_INVERSE), CUFFT_SUCCESS);
    assert_int_equal(cudaGetLastError(), cudaSuccess); /* which is the runtime's alone */
    assert_int_equal(cufftDestroy(plan), CUFFT_SUCCESS);
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
    cudaStreamDestroy(stream);
    cudaFree(memory);
}

static int plan_without(void)
{
    cufftHandle plan;

    return (int)cufftPlan1d(&plan, 8, CUFFT_Z2Z, 1);
}

/* First of all, before a library is found. */
static void test_no_fftw(void **state)
{
    char said[512];

    (void)state;
    assert_int_equal(without_library(plan_without, said, sizeof said), CUFFT_SETUP_FAILED);
    assert_non_null(strstr(said, "halfwarp: libcufft.so.4 needs libfftw3.so.3"));
    assert_non_null(strstr(said, "libfftw3-double3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_fftw),
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_double),
        cmocka_unit_test(test_native_mode),
        cmocka_unit_test(test_layout_of_its_own),
        cmocka_unit_test(test_wrong_plans),
        cmocka_unit_test(test_wrong_executions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
