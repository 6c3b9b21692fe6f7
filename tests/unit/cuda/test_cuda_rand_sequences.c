/* SPDX-License-Identifier: MIT */
/* cuRAND's sequences: numbers that NVIDIA's generators of the host gave (libcurand 10.4 of CUDA 13.0), the
 * turns of streams, work in graphs, and four threads. */
#include "cuda/rand/curand.h"
#include "cuda/runtime/runtime.h"
#include "cuda_host_library.h"
#include "cuda_test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define OK(call) assert_int_equal(call, CURAND_STATUS_SUCCESS)

static curandGenerator_t host_generator(curandRngType_t type, unsigned long long seed)
{
    curandGenerator_t generator;

    OK(curandCreateGeneratorHost(&generator, type));
    OK(curandSetPseudoRandomGeneratorSeed(generator, seed));
    return generator;
}

/* The first bits of a seed, and those behind many. */
static void test_bits(void **state)
{
    static const unsigned long long far = (1ull << 50) + 3, seed = 0x123456789abcdef;
    static const struct {
        curandRngType_t type;
        unsigned long long seed, offset;
        unsigned bits[4];
    } cases[] = {
        {CURAND_RNG_PSEUDO_XORWOW, 0, 0, {0xbd7f03b6, 0xebc63fb7, 0x09fd3f29, 0xf80df3fd}},
        {CURAND_RNG_PSEUDO_XORWOW, 0, far, {0x9bc315d8, 0x40921401, 0x1336605d, 0x42964358}},
        {CURAND_RNG_PSEUDO_XORWOW, seed, 0, {0x1a444210, 0x6d3c9475, 0x137196ea, 0x296ca177}},
        {CURAND_RNG_PSEUDO_XORWOW, seed, far, {0x02e9058b, 0x3ec8437d, 0x2681538f, 0xd4797780}},
        {CURAND_RNG_PSEUDO_MRG32K3A, 0, 0, {0x2083cd07, 0x14537e00, 0x43115831, 0x80d28544}},
        {CURAND_RNG_PSEUDO_MRG32K3A, 0, far, {0x3863dd9a, 0xc56ff32d, 0xdcc6c7d1, 0xc48df33e}},
        {CURAND_RNG_PSEUDO_MRG32K3A, seed, 0, {0x892ce141, 0x1234526d, 0xf433254a, 0x2a432364}},
        {CURAND_RNG_PSEUDO_MRG32K3A, seed, far, {0x8c28620a, 0x464c8728, 0x6fd1ce0b, 0xe07f06a3}},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, far, {0x074944b3, 0x79d48e11, 0x5bbd079a, 0x6603bb32}},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, seed, 0, {0xb850222e, 0xc58cb04b, 0x14a7a020, 0x7a84fff9}},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, seed, far, {0x5d27ddd9, 0x2d2241f0, 0x7d4c23a0, 0x6c2cd047}},
    };
    unsigned bits[4];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        curandGenerator_t generator = host_generator(cases[i].type, cases[i].seed);
        OK(curandSetGeneratorOffset(generator, cases[i].offset));
        OK(curandGenerate(generator, bits, 4));
        assert_memory_equal(bits, cases[i].bits, sizeof bits);
        OK(curandDestroyGenerator(generator));
    }
}

static void test_orders(void **state)
{
    static const unsigned seeded[] = {0xacbf08dc, 0xda80f965, 0x0272f790, 0x37e4aead};
    static const unsigned legacy[] = {0xa3be0eb4, 0x1808740d, 0x65ea9009, 0x7a14a380};
    unsigned bits[4];

    (void)state;
    curandGenerator_t generator = host_generator(CURAND_RNG_PSEUDO_XORWOW, 1);
    OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_SEEDED));
    OK(curandGenerate(generator, bits, 4));
    assert_memory_equal(bits, seeded, sizeof bits);
    assert_int_equal(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_DYNAMIC),
                     CURAND_STATUS_OUT_OF_RANGE); /* of devices */
    OK(curandDestroyGenerator(generator));
    generator = host_generator(CURAND_RNG_PSEUDO_MRG32K3A, 1);
    OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
    OK(curandSetGeneratorOffset(generator, 4095));
    OK(curandGenerate(generator, bits, 4));
    assert_memory_equal(bits, legacy, sizeof bits);
    assert_int_equal(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_SEEDED),
                     CURAND_STATUS_OUT_OF_RANGE);
    OK(curandDestroyGenerator(generator));
}

/* Of seed 1.  Sines and logarithms are the host's, so normal numbers may differ in the last digits. */
static void test_distributions(void **state)
{
    static const struct {
        curandRngType_t type;
        double uniform[2], normal[4];
        float uniform_single[2], normal_single[4];
    } cases[] = {
        {CURAND_RNG_PSEUDO_XORWOW,
         {0x1.72f097b5f08dcp-1, 0x1.c0c2df11afd5fp-2},
         {0.4232751609705199, 0.6822079867247117, -1.2390467863954904, -0.3387105023770505},
         {0x1.597e12p-1f, 0x1.34d7eap-4f},
         {-0.8755981f, -0.14154716f, 0.86029893f, -2.104697f}},
        {CURAND_RNG_PSEUDO_MRG32K3A,
         {0x1.bb7bad4e0ff88p-2, 0x1.68854f3654d5bp-3},
         {0.7196051182724289, 1.0750779671491306, 1.1134010749050236, -1.4948167267389867},
         {0x1.bb7baep-2f, 0x1.68855p-3f},
         {0.7196051f, 1.075078f, 1.1134009f, -1.4948169f}},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10,
         {0x1.ca14134680670p-1, 0x1.6c2b5d11222c0p-1},
         {-0.4578705206209625, -0.11367961972811269, -0.4310530923287021, -0.28859539560489916},
         {0x1.c7d00cp-1f, 0x1.ca141ep-1f},
         {-0.2962779f, 0.3804008f, -1.0038373f, -0.24923313f}},
    };
    double twice[4];
    float single[4];

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        curandGenerator_t generator = host_generator(cases[c].type, 1);
        OK(curandGenerateUniformDouble(generator, twice, 2));
        assert_memory_equal(twice, cases[c].uniform, sizeof cases[c].uniform);
        OK(curandSetPseudoRandomGeneratorSeed(generator, 1));
        OK(curandGenerateUniform(generator, single, 2));
        assert_memory_equal(single, cases[c].uniform_single, sizeof cases[c].uniform_single);
        OK(curandSetPseudoRandomGeneratorSeed(generator, 1));
        OK(curandGenerateNormalDouble(generator, twice, 4, 0, 1));
        OK(curandSetPseudoRandomGeneratorSeed(generator, 1));
        OK(curandGenerateNormal(generator, single, 4, 0, 1));
        for (int i = 0; i < 4; i++) {
            assert_true(fabs(twice[i] - cases[c].normal[i]) < 1e-14);
            assert_true(fabsf(single[i] - cases[c].normal_single[i]) < 1e-6f);
        }
        OK(curandDestroyGenerator(generator));
    }
}

/* However results are asked for, the sequence is one; a turn of Philox may end as one of another kind. */
static void test_turns(void **state)
{
    enum { COUNT = 10000 };
    static const curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                            CURAND_RNG_PSEUDO_PHILOX4_32_10};
    static unsigned whole[COUNT], parts[COUNT];
    double twice[3];

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        curandGenerator_t one = host_generator(types[t], 7), other = host_generator(types[t], 7);
        OK(curandGenerate(one, whole, COUNT));
        for (int at = 0, step = 1; at < COUNT; at += step, step = at % 13 + 1)
            OK(curandGenerate(other, parts + at, (size_t)(step < COUNT - at ? step : COUNT - at)));
        assert_memory_equal(whole, parts, sizeof whole);
        OK(curandSetPseudoRandomGeneratorSeed(other, 7));
        OK(curandGenerateUniformDouble(other, twice, 3)); /* three turns, or three quarters of one */
        OK(curandGenerate(other, parts, 1));
        assert_int_equal(parts[0], whole[3]);
        OK(curandDestroyGenerator(one));
        OK(curandDestroyGenerator(other));
    }
}

/* A generator of a device gives the same, in a stream and each time that a graph is launched. */
static void test_devices(void **state)
{
    enum { COUNT = 64 };
    unsigned expected[3 * COUNT], found[COUNT];
    curandGenerator_t generator, host = host_generator(CURAND_RNG_PSEUDO_XORWOW, 5);
    cudaStream_t stream;
    hw_graph graph;
    hw_exec exec;
    void *memory;

    (void)state;
    OK(curandGenerate(host, expected, 3 * COUNT));
    OK(curandDestroyGenerator(host));
    assert_cuda(cudaMalloc(&memory, sizeof found));
    assert_cuda(cudaStreamCreate(&stream));
    OK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 5));
    OK(curandSetStream(generator, stream));
    OK(curandGenerate(generator, memory, COUNT));
    host_copy(found, memory, sizeof found);
    assert_memory_equal(found, expected, sizeof found);
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    OK(curandGenerate(generator, memory, COUNT));
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
    unsigned bits[1000], *sum = result;
    curandGenerator_t generator = host_generator(CURAND_RNG_PSEUDO_PHILOX4_32_10, 9);

    for (int round = 0; round < 20; round++) {
        OK(curandGenerate(generator, bits, 1000));
        for (int i = 0; i < 1000; i++)
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
        cmocka_unit_test(test_bits),  cmocka_unit_test(test_orders),  cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_turns), cmocka_unit_test(test_devices), cmocka_unit_test(test_four_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
