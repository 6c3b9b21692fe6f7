/* SPDX-License-Identifier: MIT */
/* Replay changes nothing that a program can see.
 *
 * A script of launches, copies, symbol writes, allocations, bindings and writes of the host to page-locked
 * memory runs twice on a fresh device, with replay off and with replay of everything, and leaves a transcript
 * of all memory behind each step; the two transcripts are equal.  Scripts are random, and one for each thing
 * that could be overlooked between launches that look alike.  The log says that launches were replayed at
 * all. */
#include "cuda_test.h"
#include "made_fatbin.h"
#include "replay_steps.h"
#include "unit/ops/splitmix.h"

#include <stdio.h>
#include <unistd.h>

#define TRANSCRIPT     (4u << 20)
#define RANDOM_SCRIPTS 6
#define RANDOM_STEPS   150

static const char *const targets[] = {"sm_20", NULL};
static struct fatbin variables, references, special;
static void **handles[3];
static char log_path[] = "/tmp/halfwarp-replay-XXXXXX";

static int register_code(void **state)
{
    (void)state;
    const int file = mkstemp(log_path);
    assert_true(file >= 0);
    close(file);
    setenv("HALFWARP_LOG", "launches", 1);
    setenv("HALFWARP_LOG_FILE", log_path, 1);
    fatbin_make(&variables, "variables", targets);
    fatbin_make(&references, "references", targets);
    fatbin_make(&special, "special", targets);
    handles[0] = __cudaRegisterFatBinary(&variables.wrapper);
    handles[1] = __cudaRegisterFatBinary(&references.wrapper);
    handles[2] = __cudaRegisterFatBinary(&special.wrapper);
    add_kernel(handles[0], &constant_stub, "variable_constant");
    add_kernel(handles[0], &written_stub, "variable_written");
    __cudaRegisterVar(handles[0], &primes, NULL, "primes", 0, 64, 1, 0);
    __cudaRegisterVar(handles[0], &counters, NULL, "counters", 0, 16, 0, 0);
    add_kernel(handles[1], &named_stub, "references_named");
    __cudaRegisterTexture(handles[1], &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterTexture(handles[1], &line, NULL, "line", 1, 0, 0);
    __cudaRegisterSurface(handles[1], &image, NULL, "image", 2, 0);
    add_kernel(handles[2], &clock_stub, "special_other");
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaDeviceReset();
    for (int i = 0; i < 3; i++)
        __cudaUnregisterFatBinary(handles[i]);
    fatbin_free(&variables);
    fatbin_free(&references);
    fatbin_free(&special);
    remove(log_path);
    return 0;
}

/* --- running it --- */

static void note(const void *bytes, size_t count)
{
    assert_true(count <= TRANSCRIPT - it.length);
    memcpy(it.transcript + it.length, bytes, count);
    it.length += count;
}

static void note_all(void)
{
    uint32_t host[WORDS];

    memset(host, 0, sizeof host);
    assert_cuda(cudaMemcpy(host, it.out, sizeof host, D2H));
    note(host, sizeof host);
    assert_cuda(cudaMemcpy(host, it.in, sizeof host, D2H));
    note(host, sizeof host);
    note(it.locked, sizeof host);
    assert_cuda(cudaMemcpyFromSymbol(host, &counters, 16, 0, D2H));
    note(host, 16);
    assert_cuda(cudaMemcpyFromArray(host, it.pixels, 0, 0, 4 * WIDTH * HEIGHT, D2H));
    note(host, 4 * WIDTH * HEIGHT);
}

static void run_step(step *what, uint32_t choice)
{
    what(choice);
    note_all();
}

static void begin(const char *mode)
{
    const struct cudaChannelFormatDesc *format = &plane.channelDesc;

    setenv("HALFWARP_REPLAY", mode, 1);
    cudaDeviceReset();
    memset(&it, 0, sizeof it);
    it.transcript = malloc(TRANSCRIPT);
    assert_non_null(it.transcript);
    assert_cuda(cudaMalloc((void **)&it.in, 4 * WORDS));
    assert_cuda(cudaMalloc((void **)&it.out, 4 * WORDS));
    for (int i = 0; i < 2; i++)
        assert_cuda(cudaMalloc((void **)&it.lines[i], 4 * WIDTH));
    assert_cuda(cudaHostAlloc((void **)&it.locked, 4 * WORDS, cudaHostAllocMapped));
    assert_cuda(cudaMallocArray(&it.texels, format, WIDTH, HEIGHT, 0));
    assert_cuda(cudaMallocArray(&it.pixels, format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    assert_cuda(cudaBindSurfaceToArray(&image, it.pixels, format));
    fill(it.in, WORDS, 0);
    fill(it.lines[1], WIDTH, 5);
    fill_array(it.texels, 3);
    bind_line(0);
    set_filter(0);
}

/* Hands out the transcript. */
static uint8_t *end(size_t *length)
{
    assert_cuda(cudaFreeArray(it.texels));
    assert_cuda(cudaFreeArray(it.pixels));
    assert_cuda(cudaFreeHost(it.locked));
    *length = it.length;
    return it.transcript;
}

typedef void script(uint64_t argument);

static void expect_same(script *what, uint64_t argument)
{
    size_t plain_length, length;

    begin("0");
    what(argument);
    uint8_t *plain = end(&plain_length);
    begin("always");
    what(argument);
    uint8_t *replayed = end(&length);
    assert_int_equal(plain_length, length);
    assert_memory_equal(plain, replayed, length);
    free(plain);
    free(replayed);
}

static size_t replays(void)
{
    FILE *file = fopen(log_path, "r");
    char text[1024];
    size_t count = 0;

    assert_non_null(file);
    while (fgets(text, sizeof text, file))
        count += strstr(text, "replayed") != NULL;
    fclose(file);
    return count;
}

/* --- the scripts --- */

static void random_steps(uint64_t seed)
{
    for (int i = 0; i < RANDOM_STEPS; i++) {
        const uint64_t choice = splitmix64(&seed);
        step *what = changes[(choice >> 32) % COUNT(changes)];
        const bool again =
            choice >> 60 < 12; /* of few launches, so that what a launch finds it has found before */
        run_step(again ? launches[(choice >> 32) % 16 < 13 ? 0 : (choice >> 32) % 4] : what,
                 (uint32_t)choice);
    }
}

static void random_scripts(void **state)
{
    (void)state;
    const size_t before = replays();
    for (uint64_t seed = 0; seed < RANDOM_SCRIPTS; seed++)
        expect_same(random_steps, seed);
    assert_true(replays() - before > RANDOM_SCRIPTS * RANDOM_STEPS / 10);
}

static void launch_all(int times)
{
    for (int i = 0; i < times; i++)
        for (size_t k = 0; k < COUNT(launches); k++) {
            write_counters(0); /* each round finds what the last one found */
            write_pixels(0);
            run_step(launches[k], 0);
        }
}

/* A change, of one thing, between launches that were replayed, and back. */
static void one_change(uint64_t argument)
{
    step *what = changes[argument / 8];

    launch_all(3);
    run_step(what, (uint32_t)argument % 8);
    launch_all(3);
    run_step(what, (uint32_t)argument % 8 ^ 1);
    launch_all(2);
}

static void every_change_counts(void **state)
{
    (void)state;
    const size_t before = replays();
    for (uint64_t argument = 0; argument < 8 * COUNT(changes); argument += 5)
        expect_same(one_change, argument);
    assert_true(replays() - before > COUNT(changes) * 4);
}

/* Below the first allocation of 64-bit code (hw_memory_fit), where a kernel finds a chip's page. */
#define BESIDE ((uint32_t *)(uintptr_t)(0x200000000 - 256))

static void launch_at(const char *stub, unsigned threads, const void *in, void *out)
{
    const struct {
        const void *in;
        void *out;
        uint32_t n;
    } parameters = {in, out, 7};

    write_counters(0);
    assert_cuda(launch(stub, (dim3){threads, 1, 1}, &parameters, 20));
}

static void write_beside(uint32_t choice)
{
    launch_at(&written_stub, 32, it.in, BESIDE - choice % 2);
}

static void read_beside(uint32_t choice)
{
    (void)choice;
    launch_at(&constant_stub, 1, BESIDE, it.out);
}

static void beside_memory(uint64_t argument)
{
    (void)argument;
    for (uint32_t i = 0; i < 4; i++) {
        run_step(write_beside, i);
        for (int again = 0; again < 3; again++)
            run_step(read_beside, 0);
    }
}

/* What is mapped beside allocations is in no picture of memory: launches that touch it run. */
static void launches_beside_memory_run(void **state)
{
    (void)state;
    expect_same(beside_memory, 0);
}

/* A launch that faults faults again, and one with nothing before it runs. */
static void faults_are_not_replayed(void **state)
{
    const struct {
        const void *in;
        void *out;
        uint32_t n;
    } wrong = {(void *)(uintptr_t)64, NULL, 7};
    size_t length;

    (void)state;
    for (int i = 0; i < 3; i++) {
        begin("always");
        assert_cuda(launch(&constant_stub, (dim3){1, 1, 1}, &wrong, 20));
        assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
        free(it.transcript);
        begin("always");
        run_step(launch_constant, 0);
        free(end(&length));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_counts),
        cmocka_unit_test(random_scripts),
        cmocka_unit_test(launches_beside_memory_run),
        cmocka_unit_test(faults_are_not_replayed),
    };
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
