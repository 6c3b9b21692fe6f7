/* SPDX-License-Identifier: MIT */
/* cuRAND: the distributions by their moments, sequences by seed and offset,
 * order of quasirandom numbers, and the errors of wrong use. */
#include "cuda/rand/curand.h"
#include "cuda_host_library.h"

#include <math.h>

static const char *const gsl[] = {"libgsl.so.27", "libgsl.so.28", "libgsl.so.25", "libgsl.so.23", NULL};

#define COUNT    20000
#define OK(call) assert_int_equal(call, CURAND_STATUS_SUCCESS)

static double numbers[COUNT];

/* Mean and variance of what was generated; the errors of both are some 1 % for COUNT numbers. */
static void expect_moments(double mean, double variance)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < COUNT; i++)
        sum += numbers[i];
    sum /= COUNT;
    for (int i = 0; i < COUNT; i++)
        squares += (numbers[i] - sum) * (numbers[i] - sum) / COUNT;
    assert_true(fabs(sum - mean) < 0.05 * sqrt(variance));
    assert_true(fabs(squares - variance) < 0.08 * variance);
}

/* Take device memory of another kind as numbers. */
#define TAKE(type, memory)                      \
    do {                                        \
        static type taken[COUNT];               \
        host_copy(taken, memory, sizeof taken); \
        for (int at = 0; at < COUNT; at++)      \
            numbers[at] = (double)taken[at];    \
    } while (0)

static void expect_distributions(curandGenerator_t generator)
{
    void *memory = device_copy(numbers, sizeof numbers);

    OK(curandGenerateUniform(generator, memory, COUNT));
    TAKE(float, memory);
    expect_moments(0.5, 1.0 / 12);
    for (int i = 0; i < COUNT; i++)
        assert_true(numbers[i] > 0 && numbers[i] <= 1);
    OK(curandGenerateUniformDouble(generator, memory, COUNT));
    TAKE(double, memory);
    expect_moments(0.5, 1.0 / 12);
    OK(curandGenerateNormal(generator, memory, COUNT, 3.0f, 2.0f));
    TAKE(float, memory);
    expect_moments(3, 4);
    OK(curandGenerateNormalDouble(generator, memory, COUNT, -1, 0.5));
    TAKE(double, memory);
    expect_moments(-1, 0.25);
    OK(curandGenerateLogNormal(generator, memory, COUNT, 0.5f, 0.25f));
    TAKE(float, memory);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = log(numbers[i]);
    expect_moments(0.5, 0.0625);
    OK(curandGenerateLogNormalDouble(generator, memory, COUNT, 0, 1));
    TAKE(double, memory);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = log(numbers[i]);
    expect_moments(0, 1);
    OK(curandGenerate(generator, memory, COUNT));
    TAKE(unsigned, memory);
    expect_moments(2147483648.0, 18446744073709551616.0 / 12);
    cudaFree(memory);
}

static void test_pseudorandom(void **state)
{
    static const curandRngType_t types[] = {CURAND_RNG_PSEUDO_DEFAULT,  CURAND_RNG_PSEUDO_XORWOW,
                                            CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
                                            CURAND_RNG_PSEUDO_MT19937,  CURAND_RNG_PSEUDO_PHILOX4_32_10};
    curandGenerator_t generator;

    (void)state;
    need_library(gsl);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        OK(curandCreateGenerator(&generator, types[i]));
        OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST));
        OK(curandGenerateSeeds(generator));
        expect_distributions(generator);
        unsigned *memory = device_copy(numbers, sizeof numbers);
        OK(curandGeneratePoisson(generator, memory, COUNT, 6.5));
        TAKE(unsigned, memory);
        expect_moments(6.5, 6.5);
        cudaFree(memory);
        OK(curandDestroyGenerator(generator));
    }
}

static void test_quasirandom(void **state)
{
    enum { DIMENSIONS = 5, POINTS = 1000 };
    static double points[DIMENSIONS * POINTS];
    curandGenerator_t generator;

    (void)state;
    OK(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
    expect_distributions(generator);
    OK(curandDestroyGenerator(generator));
    OK(curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_DEFAULT));
    OK(curandSetQuasiRandomGeneratorDimensions(generator, DIMENSIONS));
    OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT));
    OK(curandGenerateUniformDouble(generator, points, DIMENSIONS * POINTS));
    for (int d = 0; d < DIMENSIONS; d++) { /* all points of one dimension, more even than chance */
        double sum = 0;
        for (int i = 0; i < POINTS; i++)
            sum += points[d * POINTS + i];
        assert_true(fabs(sum / POINTS - 0.5) < 0.005);
    }
    assert_true(points[0] < 1e-9 && points[POINTS] < 1e-9); /* the first point is that of zeros */
    assert_int_equal(curandGenerateUniformDouble(generator, points, DIMENSIONS * POINTS - 1),
                     CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(generator, 0), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(generator, 20001), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandSetPseudoRandomGeneratorSeed(generator, 1), CURAND_STATUS_TYPE_ERROR);
    assert_int_equal(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST),
                     CURAND_STATUS_OUT_OF_RANGE);
    unsigned poisson[DIMENSIONS];
    OK(curandSetGeneratorOffset(generator, 1));
    OK(curandGeneratePoisson(generator, poisson, DIMENSIONS, 10));
    for (int d = 0; d < DIMENSIONS; d++)
        assert_int_equal(poisson[d], 10); /* of 1/2, the median */
    OK(curandSetGeneratorOffset(generator, 3));
    double later[DIMENSIONS];
    OK(curandGenerateUniformDouble(generator, later, DIMENSIONS));
    for (int d = 0; d < DIMENSIONS; d++)
        assert_true(later[d] == points[d * POINTS + 3]);
    OK(curandDestroyGenerator(generator));
}

static void test_seeds_and_offsets(void **state)
{
    unsigned first[16], again[16], other[16], later[8];
    curandGenerator_t generator;

    (void)state;
    need_library(gsl);
    OK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    OK(curandGenerate(generator, first, 16));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    OK(curandGenerate(generator, again, 8));
    OK(curandGenerate(generator, again + 8, 8)); /* the sequence goes on */
    assert_memory_equal(first, again, sizeof first);
    OK(curandSetGeneratorOffset(generator, 8));
    OK(curandGenerate(generator, later, 8));
    assert_memory_equal(first + 8, later, sizeof later);
    OK(curandSetGeneratorOffset(generator, 0));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 1234ull << 32));
    OK(curandGenerate(generator, other, 16));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 4321));
    OK(curandGenerate(generator, again, 16));
    assert_memory_not_equal(first, again, sizeof first);
    assert_memory_not_equal(other, again, sizeof first);
    OK(curandDestroyGenerator(generator));
}

static void test_wrong_use(void **state)
{
    curandGenerator_t generator, host;
    float few[4];
    unsigned long long wide[2];
    int version, major;

    (void)state;
    need_library(gsl);
    OK(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_MTGP32));
    assert_int_equal(curandSetGeneratorOffset(host, 1), CURAND_STATUS_TYPE_ERROR);
    OK(curandDestroyGenerator(host));
    OK(curandCreateGeneratorHost(&host, CURAND_RNG_QUASI_SOBOL32));
    assert_int_equal(curandGenerateLongLong(host, wide, 2), CURAND_STATUS_TYPE_ERROR);
    OK(curandDestroyGenerator(host));
    assert_int_equal(curandCreateGenerator(NULL, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_TYPE_ERROR);
    assert_int_equal(curandCreateGenerator(&generator, (curandRngType_t)7), CURAND_STATUS_TYPE_ERROR);
    OK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    OK(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_DEFAULT));
    assert_int_equal(curandGenerateUniform(generator, few, 4),
                     CURAND_STATUS_LAUNCH_FAILURE); /* the host's memory */
    assert_int_equal(curandGenerateUniform(host, NULL, 4), CURAND_STATUS_LAUNCH_FAILURE);
    assert_int_equal(curandGenerateNormal(host, few, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    OK(curandGenerateUniform(host, NULL, 0));
    assert_int_equal(curandGeneratePoisson(host, (unsigned *)few, 4, 0), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandGeneratePoisson(host, (unsigned *)few, 4, NAN), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandGenerateLongLong(host, wide, 2), CURAND_STATUS_TYPE_ERROR);
    assert_int_equal(curandSetGeneratorOrdering(host, CURAND_ORDERING_QUASI_DEFAULT),
                     CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(host, 2), CURAND_STATUS_TYPE_ERROR);
    OK(curandSetStream(host, NULL));
    OK(curandGetVersion(&version));
    OK(curandGetProperty(0, &major));
    assert_int_equal(major, version / 1000);
    assert_int_equal(curandGetProperty(3, &major), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandGetProperty(0, NULL), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandGetVersion(NULL), CURAND_STATUS_OUT_OF_RANGE);
    OK(curandDestroyGenerator(host));
    assert_int_equal(curandDestroyGenerator(host), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandGenerateUniform(host, few, 4), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandGenerateLongLong(host, wide, 2), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandGenerateSeeds(host), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandSetStream(host, NULL), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandSetPseudoRandomGeneratorSeed(host, 1), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandSetGeneratorOffset(host, 1), CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandSetGeneratorOrdering(host, CURAND_ORDERING_PSEUDO_BEST),
                     CURAND_STATUS_NOT_INITIALIZED);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(host, 1), CURAND_STATUS_NOT_INITIALIZED);
    OK(curandDestroyGenerator(generator));
}

static int create_without(void)
{
    curandGenerator_t generator;

    return (int)curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MTGP32);
}

/* First of all, before a library is found. */
static void test_no_gsl(void **state)
{
    char said[512];

    (void)state;
    assert_int_equal(without_library(create_without, said, sizeof said), CURAND_STATUS_INITIALIZATION_FAILED);
    assert_non_null(strstr(said, "halfwarp: libcurand needs libgsl.so.27"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_gsl),      cmocka_unit_test(test_pseudorandom),
        cmocka_unit_test(test_quasirandom), cmocka_unit_test(test_seeds_and_offsets),
        cmocka_unit_test(test_wrong_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
