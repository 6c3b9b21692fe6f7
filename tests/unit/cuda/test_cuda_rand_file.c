/* SPDX-License-Identifier: MIT */
/* The file of Sobol's numbers that HALFWARP_SOBOL names: the published rows that are built in, then some that
 * are made up, right and wrong.  Points are compared with those of the definition. */
#include "cuda/rand/curand.h"
#include "cuda_host_library.h"

#include <fcntl.h>
#include <sys/stat.h>

#define TITLES "d       s       a       m_i\n"
/* S. Joe, F. Y. Kuo, SIAM J. Sci. Comput. 30, 2635-2654, 2008. */
#define PUBLISHED                                                                                      \
    "2 1 0 1\n3 2 1 1 3\n4 3 1 1 3 1\n5 3 2 1 1 1\n6 4 1 1 1 3 3\n7 4 4 1 3 5 13\n8 5 2 1 1 5 5 17\n"  \
    "9 5 4 1 1 5 5 5\n10 5 7 1 1 7 11 19\n11 5 11 1 1 5 1 1\n12 5 13 1 1 1 3 11\n13 5 14 1 3 5 5 31\n" \
    "14 6 1 1 3 3 9 7 49\n15 6 13 1 1 1 15 21 21\n16 6 16 1 3 1 13 27 49\n17 6 19 1 1 1 15 7 5\n"      \
    "18 6 22 1 3 1 15 13 25\n19 6 25 1 1 5 5 19 61\n20 7 1 1 3 7 11 23 15 103\n21 7 4 1 3 7 13 13 15 69\n"
#define MADE_UP "22 4 1 1 3 7 11\n23\t5  2 1 1 3 5 29 \r\n"

enum { DIMENSIONS = 23, POINTS = 40 };

static void write_file(char *path, const char *text, size_t bytes)
{
    strcpy(path, "/tmp/halfwarp-sobol-XXXXXX");
    const int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, bytes), bytes);
    close(file);
    setenv("HALFWARP_SOBOL", path, 1);
}

/* The definition: m[k] = 2 a1 m[k-1] ^ 4 a2 m[k-2] ^ ... ^ 2^s m[k-s] ^ m[k-s], and point n is the sum of
 * m[k] / 2^(k+1) over the bits k of n ^ n/2. */
static unsigned point(const unsigned *first, unsigned degree, unsigned coefficients, unsigned n)
{
    unsigned m[32], gray = n ^ n >> 1, x = 0;

    for (unsigned k = 0; k < 32; k++) {
        m[k] = k < degree ? first[k] : m[k - degree] ^ m[k - degree] << degree;
        for (unsigned i = 1; i < degree && k >= degree; i++)
            m[k] ^= (coefficients >> (degree - 1 - i) & 1) * m[k - i] << i;
        if (gray >> k & 1)
            x ^= m[k] << (31 - k);
    }
    return x;
}

static int count_wrong(void)
{
    static const unsigned first[3][7] = {{1, 3, 7, 13, 13, 15, 69}, {1, 3, 7, 11}, {1, 1, 3, 5, 29}};
    static const unsigned degree[] = {7, 4, 5}, coefficients[] = {4, 1, 2};
    unsigned bits[DIMENSIONS * POINTS];
    curandGenerator_t generator;
    int wrong = 0;

    wrong += curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32) != 0;
    wrong += curandSetQuasiRandomGeneratorDimensions(generator, DIMENSIONS) != 0;
    wrong += curandGenerate(generator, bits, DIMENSIONS * POINTS) != 0;
    for (unsigned row = 0; row < 3; row++)
        for (unsigned n = 0; n < POINTS; n++)
            wrong += bits[(DIMENSIONS - 3 + row) * POINTS + n] !=
                     point(first[row], degree[row], coefficients[row], n);
    wrong += curandDestroyGenerator(generator) != 0;
    return wrong;
}

static void test_made_up_rows(void **state)
{
    static const char text[] = TITLES PUBLISHED MADE_UP "24 is never read";
    char path[64], said[512];

    (void)state;
    write_file(path, text, sizeof text - 1);
    assert_int_equal(without_library(count_wrong, said, sizeof said), 0);
    assert_string_equal(said, "");
    unlink(path);
}

/* Twice too many dimensions, for which the generator has no numbers: it stays as it was. */
static int count_unexpected(void)
{
    unsigned bits[6];
    curandGenerator_t generator;
    int wrong = 0;

    wrong += curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32) != 0;
    wrong += curandSetQuasiRandomGeneratorDimensions(generator, 3) != 0;
    for (int i = 0; i < 2; i++)
        wrong += curandSetQuasiRandomGeneratorDimensions(generator, DIMENSIONS) != CURAND_STATUS_OUT_OF_RANGE;
    wrong += curandGenerate(generator, bits, 5) != CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    wrong += curandGenerate(generator, bits, 6) != 0 || bits[5] != 1u << 31;
    wrong += curandDestroyGenerator(generator) != 0;
    return wrong;
}

static void expect_refusal(const char *sentence)
{
    char said[1024];

    assert_int_equal(without_library(count_unexpected, said, sizeof said), 0);
    if (!strstr(said, sentence))
        fail_msg("expected `%s`, found `%s`", sentence, said);
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* once */
}

static void test_wrong_files(void **state)
{
#define OF_22(line) line, sizeof line - 1, "no row of dimension 22"
    static const struct {
        const char *rows;
        size_t bytes;
        const char *sentence;
    } cases[] = {
        {OF_22("")},
        {OF_22("22 4 1 1 3 7 11")},      /* cut off */
        {OF_22("22 4 1 1 3 7\n")},       /* too few numbers */
        {OF_22("22 4 1 1 3 7 11 13\n")}, /* too many */
        {OF_22("23 4 1 1 3 7 11\n")},    /* of another dimension */
        {OF_22("22 0 0 1\n")},           /* degrees */
        {OF_22("22 19 0 1\n")},
        {OF_22("22 4 8 1 3 7 11\n")}, /* coefficients */
        {OF_22("22 4 1 1 3 6 11\n")}, /* an even number */
        {OF_22("22 4 1 1 3 9 11\n")}, /* numbers that are too large */
        {OF_22("22 4 1 1 3 7 99999999999999999999999999\n")},
        {OF_22("22 4 1 1 3 -7 11\n")},
        {OF_22("22 4 1 1 3 7 \0 11\n")},
        {"22 4 1 1 3 7 11\n", 16, "no row of dimension 23: its line 23 is not there"},
    };
    char path[64], text[2048];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t known = (size_t)snprintf(text, sizeof text, "%s", TITLES PUBLISHED);
        memcpy(text + known, cases[i].rows, cases[i].bytes);
        write_file(path, text, known + cases[i].bytes);
        expect_refusal(cases[i].sentence);
        unlink(path);
    }
}

/* No file; one with another list; a line without an end; and what may not end. */
static void test_no_such_file(void **state)
{
    static const char other[] = TITLES "2 1 0 1\n3 2 1 1 1\n";
    char path[64], text[2048];

    (void)state;
    unsetenv("HALFWARP_SOBOL");
    expect_refusal("23 dimensions need the file new-joe-kuo-6.21201 of S. Joe and F. Y. Kuo; HALFWARP_SOBOL");
    write_file(path, other, sizeof other - 1);
    expect_refusal("line 3 is of another list");
    unlink(path);
    memset(text, ' ', sizeof text);
    write_file(path, text, sizeof text);
    expect_refusal("is cut off, or too long");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_refusal("is no file that can be read");
    unlink(path);
    expect_refusal("is no file that can be read");
    setenv("HALFWARP_SOBOL", "/tmp", 1);
    expect_refusal("/tmp, which HALFWARP_SOBOL names, is no file that can be read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_up_rows),
        cmocka_unit_test(test_wrong_files),
        cmocka_unit_test(test_no_such_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
