/* SPDX-License-Identifier: MIT */
/* The log with several host threads: each call is a line of its own, and none is lost. */
#include "cuda/runtime/runtime.h"

#include <json-c/json.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define THREADS 4
#define ROUNDS  200

static char path[] = "/tmp/halfwarp-test-log-XXXXXX";

static void *call(void *unused)
{
    void *memory;

    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        cudaMalloc(&memory, 16);
        cudaFree(memory);
        cudaFree((void *)16);
    }
    return NULL;
}

/* Count a line's call among those of its name and error. */
static void count(const char *line, unsigned counts[3])
{
    static const char *const calls[3] = {"cudaMalloc", "cudaFree", "cudaFree"};
    static const int errors[3] = {cudaSuccess, cudaSuccess, cudaErrorInvalidDevicePointer};
    struct json_object *object = json_tokener_parse(line), *name, *error;

    assert_non_null(object);
    assert_true(json_object_object_get_ex(object, "call", &name) &&
                json_object_object_get_ex(object, "error", &error));
    for (int i = 0; i < 3; i++)
        counts[i] +=
            strcmp(json_object_get_string(name), calls[i]) == 0 && json_object_get_int(error) == errors[i];
    json_object_put(object);
}

static void test_lines_of_threads(void **state)
{
    pthread_t threads[THREADS];
    unsigned counts[3] = {0};
    char line[256];

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    FILE *log = fopen(path, "r");
    assert_non_null(log);
    while (fgets(line, sizeof line, log))
        count(line, counts);
    fclose(log);
    for (int i = 0; i < 3; i++)
        assert_int_equal(counts[i], THREADS * ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines_of_threads)};
    const int file = mkstemp(path);

    if (file < 0)
        return 1;
    close(file);
    setenv("HALFWARP_CHIP", "gf100", 1);     /* else its choice is a line */
    setenv("HALFWARP_LOG", "calls,json", 1); /* read at the first call */
    setenv("HALFWARP_LOG_FILE", path, 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
