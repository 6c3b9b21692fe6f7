/* SPDX-License-Identifier: MIT */
/* cuRAND's Sobol sequences: numbers that NVIDIA's generators of the host gave (libcurand 10.4 of CUDA 13.0),
 * points that go on, scrambled ones, tables, wrong use, work in graphs, and four threads. */
#include "cuda/rand/curand.h"
#include "cuda/runtime/runtime.h"
#include "cuda_host_library.h"
#include "cuda_test.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>

#define OK(call) assert_int_equal(call, CURAND_STATUS_SUCCESS)

enum { BUILT_IN = 21 }; /* dimensions */

static curandGenerator_t host_generator(curandRngType_t type, unsigned dimensions, unsigned long long offset)
{
    curandGenerator_t generator;

    OK(curandCreateGeneratorHost(&generator, type));
    OK(curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
    OK(curandSetGeneratorOffset(generator, offset));
    return generator;
}

/* Two points far away, in dimensions with polynomials of several degrees. */
static const struct {
    unsigned dimension;
    unsigned short_bits[2];
    unsigned long long long_bits[2];
} far_points[] = {
    {0, {0xa4140003, 0xe4140003}, {0xa414000000000003, 0xe414000000000003}},
    {1, {0x85695555, 0x45695555}, {0x8569555555555555, 0x4569555555555555}},
    {2, {0x620cbbbb, 0xa20cbbbb}, {0xd9b70000bbbbbbbb, 0x19b70000bbbbbbbb}},
    {9, {0x569191d3, 0x169191d3}, {0xade29265d9674305, 0xede29265d9674305}},
    {20, {0x98050003, 0x58050003}, {0x43050003000000db, 0x83050003000000db}},
};

static void test_bits(void **state)
{
    unsigned short_bits[2 * BUILT_IN];
    unsigned long long long_bits[2 * BUILT_IN];
    curandGenerator_t generator = host_generator(CURAND_RNG_QUASI_SOBOL32, BUILT_IN, (1ull << 31) + 12345);

    (void)state;
    OK(curandGenerate(generator, short_bits, 2 * BUILT_IN));
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_QUASI_SOBOL64, BUILT_IN, (1ull << 63) + 12345);
    OK(curandGenerateLongLong(generator, long_bits, 2 * BUILT_IN));
    OK(curandDestroyGenerator(generator));
    for (size_t i = 0; i < sizeof far_points / sizeof *far_points; i++) {
        const size_t at = (size_t)2 * far_points[i].dimension;
        assert_memory_equal(short_bits + at, far_points[i].short_bits, sizeof far_points[i].short_bits);
        assert_memory_equal(long_bits + at, far_points[i].long_bits, sizeof far_points[i].long_bits);
    }
}

/* Quantiles of normal numbers may differ in the last digits. */
static void test_distributions(void **state)
{
    static const struct {
        curandRngType_t type;
        double uniform[3], normal[3];
    } cases[] = {
        {CURAND_RNG_QUASI_SOBOL32,
         {0x1.c000000200000p-1, 0x1.4000000200000p-1, 0x1.0000000800000p-3},
         {-6.33795775455379, 2.918099372916623e-10, 0.6744897505624251}},
        {CURAND_RNG_QUASI_SOBOL64,
         {0x1.cp-1, 0x1.4p-1, 0x1.0000000000002p-3},
         {-8.292361075813593, 0, 0.6744897501960818}},
    };
    static const float uniform[] = {0x1.cp-1f, 0x1.4p-1f, 0x1p-3f}, normal[] = {-6.3379574f, 0, 0.67448974f};
    static const unsigned poisson[] = {0, 10, 12, 8, 9, 14};
    double twice[3];
    float single[3];
    unsigned whole[6];

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        curandGenerator_t generator = host_generator(cases[c].type, 1, 5);
        OK(curandGenerateUniformDouble(generator, twice, 3));
        assert_memory_equal(twice, cases[c].uniform, sizeof twice);
        OK(curandSetGeneratorOffset(generator, 5));
        OK(curandGenerateUniform(generator, single, 3));
        assert_memory_equal(single, uniform, sizeof single);
        OK(curandSetGeneratorOffset(generator, 0));
        OK(curandGenerateNormalDouble(generator, twice, 3, 0, 1));
        OK(curandSetGeneratorOffset(generator, 0));
        OK(curandGenerateLogNormal(generator, single, 3, 0, 1));
        for (int i = 0; i < 3; i++) {
            assert_true(fabs(twice[i] - cases[c].normal[i]) < 1e-14);
            assert_true(fabsf(logf(single[i]) - normal[i]) < 1e-5f);
        }
        OK(curandSetGeneratorOffset(generator, 0));
        OK(curandGeneratePoisson(generator, whole, 6, 10));
        assert_memory_equal(whole, poisson, sizeof whole);
        OK(curandDestroyGenerator(generator));
    }
}

/* Calls go on with the points, and behind the last point of 32 bits with the first one. */
static void test_points_go_on(void **state)
{
    enum { POINTS = 8, FIRST = 3 };
    unsigned whole[2 * POINTS], begin[2 * FIRST], end[2 * (POINTS - FIRST)], first[2];
    curandGenerator_t generator = host_generator(CURAND_RNG_QUASI_DEFAULT, 2, 77);

    (void)state;
    OK(curandGenerate(generator, whole, 2 * POINTS));
    OK(curandSetGeneratorOffset(generator, 77));
    OK(curandGenerate(generator, begin, 2 * FIRST));
    OK(curandGenerate(generator, end, 2 * (POINTS - FIRST)));
    for (int d = 0; d < 2; d++)
        for (int i = 0; i < POINTS; i++)
            assert_int_equal(whole[d * POINTS + i],
                             i < FIRST ? begin[d * FIRST + i] : end[d * (POINTS - FIRST) + i - FIRST]);
    OK(curandSetGeneratorOffset(generator, UINT32_MAX));
    OK(curandGenerate(generator, begin, 4));
    OK(curandSetGeneratorOffset(generator, 0));
    OK(curandGenerate(generator, first, 2));
    assert_true(begin[0] == 1 && begin[1] == first[0] && begin[3] == first[1]);
    OK(curandDestroyGenerator(generator));
}

/* Of the first 256 points each coordinate's upper eight bits are all different, in another order. */
static void test_scrambled(void **state)
{
    enum { POINTS = 256, DIMENSIONS = 5, COUNT = POINTS * DIMENSIONS };
    unsigned plain[COUNT], scrambled[COUNT];
    unsigned long long wide[COUNT];
    curandGenerator_t generator = host_generator(CURAND_RNG_QUASI_SOBOL32, DIMENSIONS, 0);

    (void)state;
    OK(curandGenerate(generator, plain, COUNT));
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, DIMENSIONS, 0);
    OK(curandGenerate(generator, scrambled, COUNT));
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, DIMENSIONS, 0);
    OK(curandGenerateLongLong(generator, wide, COUNT));
    OK(curandDestroyGenerator(generator));
    for (int d = 0; d < DIMENSIONS; d++) {
        bool seen[POINTS] = {false};
        assert_memory_not_equal(scrambled + d * POINTS, plain + d * POINTS, POINTS * sizeof *plain);
        for (int i = d * POINTS; i < (d + 1) * POINTS; i++) {
            assert_false(seen[scrambled[i] >> 24]);
            seen[scrambled[i] >> 24] = true;
            assert_int_equal(wide[i] >> 32, scrambled[i]);
        }
    }
}

/* Points of the tables are the generators' ones; a table ends with its last dimension. */
static void test_tables(void **state)
{
    enum { POINTS = 64, LAST = BUILT_IN - 1 };
    curandDirectionVectors32_t *vectors;
    curandDirectionVectors64_t *wide_vectors;
    unsigned plain[BUILT_IN * POINTS], *constants, x = 0;
    unsigned long long wide[BUILT_IN * POINTS], *wide_constants;
    curandGenerator_t generator = host_generator(CURAND_RNG_QUASI_SOBOL32, BUILT_IN, 0);

    (void)state;
    OK(curandGenerate(generator, plain, BUILT_IN * POINTS));
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, BUILT_IN, 0);
    OK(curandGenerateLongLong(generator, wide, BUILT_IN * POINTS));
    OK(curandDestroyGenerator(generator));
    OK(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    OK(curandGetDirectionVectors64(&wide_vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
    OK(curandGetScrambleConstants32(&constants));
    OK(curandGetScrambleConstants64(&wide_constants));
    assert_int_equal(vectors[0][0], 0x80000000);
    unsigned long long y = wide_constants[LAST];
    assert_int_equal(constants[LAST], y >> 32);
    for (unsigned i = 0; i < POINTS; i++) {
        assert_int_equal(plain[LAST * POINTS + i], x);
        assert_int_equal(wide[LAST * POINTS + i], y);
        x ^= vectors[LAST][__builtin_ctz(~i)];
        y ^= wide_vectors[LAST][__builtin_ctz(~i)];
    }
    assert_int_equal((uintptr_t)vectors[BUILT_IN] % 4096, 0); /* where memory ends */
    assert_int_equal(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
                     CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandGetDirectionVectors64(NULL, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
                     CURAND_STATUS_OUT_OF_RANGE);
}

static void test_wrong_use(void **state)
{
    unsigned bits[4];
    unsigned long long wide[4];
    curandGenerator_t generator;

    (void)state;
    generator = host_generator(CURAND_RNG_QUASI_SOBOL64, 3, 0);
    assert_int_equal(curandGenerate(generator, bits, 3), CURAND_STATUS_TYPE_ERROR);
    assert_int_equal(curandGenerateLongLong(generator, wide, 4), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    assert_int_equal(curandGenerateLongLong(generator, NULL, 3), CURAND_STATUS_LAUNCH_FAILURE);
    assert_int_equal(curandGenerateLongLong(generator, wide, (size_t)3 << 60), CURAND_STATUS_LAUNCH_FAILURE);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(generator, 0), CURAND_STATUS_OUT_OF_RANGE);
    assert_int_equal(curandSetQuasiRandomGeneratorDimensions(generator, 20001), CURAND_STATUS_OUT_OF_RANGE);
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_QUASI_SOBOL32, 1, 0);
    assert_int_equal(curandGenerateLongLong(generator, wide, 3), CURAND_STATUS_TYPE_ERROR);
    OK(curandDestroyGenerator(generator));
}

/* A generator of a device gives the same, in a stream and each time that a graph is launched. */
static void test_devices(void **state)
{
    enum { COUNT = 16 };
    unsigned long long expected[3 * COUNT], found[COUNT];
    curandGenerator_t generator, host = host_generator(CURAND_RNG_QUASI_SOBOL64, 1, 9);
    cudaStream_t stream;
    hw_graph graph;
    hw_exec exec;
    void *memory;

    (void)state;
    OK(curandGenerateLongLong(host, expected, 3 * COUNT));
    OK(curandDestroyGenerator(host));
    assert_cuda(cudaMalloc(&memory, sizeof found));
    assert_cuda(cudaStreamCreate(&stream));
    OK(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL64));
    OK(curandSetGeneratorOffset(generator, 9));
    OK(curandSetStream(generator, stream));
    OK(curandGenerateLongLong(generator, memory, COUNT));
    host_copy(found, memory, sizeof found);
    assert_memory_equal(found, expected, sizeof found);
    assert_int_equal(curandGenerateLongLong(generator, found, COUNT), CURAND_STATUS_LAUNCH_FAILURE);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    OK(curandGenerateLongLong(generator, memory, COUNT));
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 1; i <= 2; i++) {
        assert_cuda(cudaGraphLaunch(exec, stream));
        assert_cuda(cudaStreamSynchronize(stream));
        host_copy(found, memory, sizeof found);
        assert_memory_equal(found, expected + (size_t)i * COUNT, sizeof found);
    }
    OK(curandDestroyGenerator(generator));
    assert_cuda(cudaGraphExecDestroy(exec));
    assert_cuda(cudaGraphDestroy(graph));
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaFree(memory));
}

static void *generate_much(void *result)
{
    unsigned bits[30 * 20], *sum = result;
    curandGenerator_t generator = host_generator(CURAND_RNG_QUASI_SOBOL32, 20, 9);

    for (int round = 0; round < 20; round++) {
        OK(curandGenerate(generator, bits, 30 * 20));
        for (int i = 0; i < 30 * 20; i++)
            *sum = *sum * 31 + bits[i];
    }
    OK(curandDestroyGenerator(generator));
    return NULL;
}

static void test_four_threads(void **state)
{
    unsigned sums[5] = {0};
    pthread_t threads[4];

    (void)state;
    generate_much(&sums[4]);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, generate_much, &sums[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(sums[i], sums[4]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),         cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_points_go_on), cmocka_unit_test(test_scrambled),
        cmocka_unit_test(test_wrong_use),    cmocka_unit_test(test_devices),
        cmocka_unit_test(test_four_threads), cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
