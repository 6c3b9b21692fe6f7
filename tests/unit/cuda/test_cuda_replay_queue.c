/* SPDX-License-Identifier: MIT */
/* Launches that a program has asked for, and waits for in one call, are replayed: a thread that waits stands
 * still until all is done, whoever executes the launches. */
#include "cuda/runtime/runtime.h"
#include "cuda_program.h"
#include "generation_hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK  128u
#define BLOCKS 64u /* so that several threads execute them */
#define KEYS   16u
#define EACH   3u     /* the second finds what it leaves, and the third is as the second */
#define LONG   20000u /* rounds, so that the program waits before the launch is over */
#define SHORT  1000u

static const char *const targets[] = {"sm_20", "sm_35", NULL};
static char hash_stub;
static char log_path[] = "/tmp/halfwarp-replay-queue-XXXXXX";

static int register_code(void **state)
{
    (void)state;
    const int file = mkstemp(log_path);
    assert_true(file >= 0);
    close(file);
    setenv("HALFWARP_LOG", "launches", 1);
    setenv("HALFWARP_LOG_FILE", log_path, 1);
    setenv("HALFWARP_REPLAY", "always", 1);
    setenv("HALFWARP_WORKERS", "2", 1);
    register_program("generations", targets);
    add_kernel(program_handle, &hash_stub, "generation_hash");
    __cudaRegisterFatBinaryEnd(program_handle);
    return __cudaInitModule(program_handle) ? 0 : -1;
}

static int unregister_code(void **state)
{
    remove(log_path);
    return unregister_program(state);
}

static uint32_t replays(void)
{
    FILE *file = fopen(log_path, "r");
    char text[1024];
    uint32_t count = 0;

    assert_non_null(file);
    while (fgets(text, sizeof text, file))
        count += strstr(text, "replayed") != NULL;
    fclose(file);
    return count;
}

static void launch_hash(uint32_t rounds, uint32_t *out)
{
    void *arguments[] = {&rounds, &out};

    assert_cuda(cudaLaunchKernel(&hash_stub, (dim3){BLOCKS, 1, 1}, (dim3){BLOCK, 1, 1}, arguments, 0, NULL));
}

static void launches_in_a_queue_are_replayed(void **state)
{
    (void)state;
    uint32_t got[BLOCK * BLOCKS], *out;

    assert_cuda(cudaMalloc((void **)&out, sizeof got));
    launch_hash(LONG, out);
    for (uint32_t i = 0; i < KEYS * EACH; i++)
        launch_hash(SHORT + i / EACH, out);
    assert_cuda(cudaDeviceSynchronize());
    assert_in_range(replays(), KEYS - 3, KEYS); /* it may still ask while the first ones run */
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    for (uint32_t i = 0; i < BLOCK * BLOCKS; i++)
        assert_int_equal(got[i], generation_hash(i, SHORT + KEYS - 1));
    cudaFree(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_in_a_queue_are_replayed),
    };
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
