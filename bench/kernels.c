/* SPDX-License-Identifier: MIT */
/* Kernels against the same work in scalar C, in one process.
 *
 * The peers are examples/host.c, compiled with `gcc -O2 -fno-tree-vectorize`: as a C programmer writes
 * it (plain_*: a multiply-add is a * b + c), and computing what the chip computes, to the last bit (host_*:
 * Tesla's truncating multiply-add; fused_*: that of later chips, one instruction of the host). The first is
 * the main peer; the second shows what exactness costs a scalar program.  A kernel's results must be those of
 * the second before anything is measured.
 *
 * A third peer, native_*, is what gcc makes of the first for this very processor.  Kernels are compiled where
 * there is a compiler (docs/jit.md), before anything is measured; then the interpreter is a peer, too.
 *
 * Each kernel is measured for each instruction set: Tesla's from our own assembly, Kepler's, Maxwell's,
 * Turing's and Ampere's as NVIDIA's compiler made it (bench/cuda), Fermi's from assembly made of Kepler's.
 * For Turing and Ampere Maxwell's code is a peer, too: 128-bit words should cost nothing.
 *
 * Each round times all variants one after another, so that they see the same machine; the best round counts.
 * What runs on one thread is measured in processor time, which other programs disturb less; the speed-up of
 * two workers over one is a matter of real time. */
#include "bench.h"
#include "gpu.h"
#include "host.h"
#include "measure.h"
#include "opencl.h"

#include <halfwarp/counters.h>
#include <halfwarp/timer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, TIMED_ROUNDS = 3 };

enum target { TESLA, FERMI, KEPLER, MAXWELL, TURING, AMPERE, TARGETS };
static const char *const target_names[TARGETS] = {"sm_1x", "sm_20", "sm_35", "sm_52", "sm_75", "sm_86"};

#define PARAMETERS 6

/* The launch of one kernel, and the same work on the host. */
struct work {
    struct gpu gpu;
    struct opencl_parameter parameter[PARAMETERS]; /* of the kernel, as far as they are named */
    unsigned parameters;
    uint32_t grid[2], block[2];
    uint32_t n;           /* elements, words, or a side of the matrix or picture */
    unsigned repeat;      /* how often it is done in a timed run */
    void *in, *in2, *out; /* of the host */
    size_t out_bytes;
    uint64_t device_out;
};

struct kernel {
    const char *name;
    const char *tesla; /* its cubin in the build directory, without ".cubin" */
    void (*prepare)(struct work *);
    void (*plain)(struct work *), (*native)(struct work *);
    /* With Tesla's multiply-add, and with that of later chips; NULL where nothing is rounded: the same as
     * `plain`. */
    void (*tesla_exact)(struct work *), (*later_exact)(struct work *);
    double target, native_target; /* least speed, in that of the plain and the native peer */
    double opencl_target;         /* and in that of PoCL */
    double gpgpusim;              /* GPGPU-Sim 4.0, functional mode: million thread instructions a second */
    double gpgpusim_target;       /* least speed, in that of GPGPU-Sim */
};

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        perror("bench");
        exit(1);
    }
    return memory;
}

static void *random_words(size_t count)
{
    uint32_t *words = allocate(count * 4);
    for (size_t i = 0; i < count; i++)
        words[i] = gpu_random();
    return words;
}

static void *random_floats(size_t count)
{
    float *floats = allocate(count * 4);
    for (size_t i = 0; i < count; i++)
        floats[i] = (float)(gpu_random() >> 8) / 65536 + 1;
    return floats;
}

static void shape(struct work *work, uint32_t grid_x, uint32_t grid_y, uint32_t block_x, uint32_t block_y)
{
    work->grid[0] = grid_x;
    work->grid[1] = grid_y;
    work->block[0] = block_x;
    work->block[1] = block_y;
}

/* The kernel's parameters, in their order. */
static void pass_word(struct work *work, uint32_t word)
{
    gpu_u32(&work->gpu, word);
    work->parameter[work->parameters++] = (struct opencl_parameter){.word = word};
}

static void pass_float(struct work *work, float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    gpu_f32(&work->gpu, value);
    work->parameter[work->parameters++] = (struct opencl_parameter){.word = word};
}

static void pass_buffer(struct work *work, uint64_t address, size_t bytes)
{
    gpu_pointer(&work->gpu, address);
    work->parameter[work->parameters++] =
        (struct opencl_parameter){.buffer = gpu_memory(&work->gpu, address, bytes), .bytes = bytes};
}

static void make_out(struct work *work, size_t bytes, const void *data)
{
    work->out_bytes = bytes;
    work->out = allocate(bytes);
    if (data)
        memcpy(work->out, data, bytes);
    work->device_out = gpu_buffer(&work->gpu, bytes, data);
}

/* ---------------------------------------------------------------- saxpy */

/* 128 MiB of data: saxpy is used on what does not fit any cache.  `count` is the kernel's parameter. */
static void saxpy_setup(struct work *work, uint32_t count, uint32_t blocks, uint32_t threads)
{
    uint32_t n = work->n = 1 << 24;
    work->repeat = 1;
    work->in = random_floats(n);
    void *y = random_floats(n);
    uint64_t x = gpu_buffer(&work->gpu, n * 4, work->in);
    make_out(work, n * 4, y);
    free(y);
    pass_word(work, count);
    pass_float(work, 0.37f);
    pass_buffer(work, x, n * 4);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, blocks, 1, threads, 1);
}

static void saxpy_prepare(struct work *work)
{
    saxpy_setup(work, 1 << 24, (1 << 24) / 512, 512);
}

static void saxpy4_prepare(struct work *work)
{
    saxpy_setup(work, 1 << 13, (1 << 24 >> 13) / 8, 256);
}

static void saxpy_plain(struct work *work)
{
    plain_saxpy(work->n, 0.37f, work->in, work->out);
}

static void saxpy_native(struct work *work)
{
    native_saxpy(work->n, 0.37f, work->in, work->out);
}

static void saxpy_exact(struct work *work)
{
    host_saxpy(work->n, 0.37f, work->in, work->out);
}

static void saxpy_fused(struct work *work)
{
    fused_saxpy(work->n, 0.37f, work->in, work->out);
}

/* ---------------------------------------------------------------- Mandelbrot */

enum { LIMIT = 255 };

static void mandelbrot_prepare(struct work *work)
{
    uint32_t n = work->n = 512;
    work->repeat = 1;
    make_out(work, n * n, NULL);
    pass_word(work, n);
    pass_word(work, LIMIT);
    pass_float(work, -2.0f);
    pass_float(work, -1.28f);
    pass_float(work, 0.005f);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, n / 16, n / 16, 16, 16);
}

static void mandelbrot_plain(struct work *work)
{
    plain_mandelbrot(work->n, work->n, LIMIT, -2.0f, -1.28f, 0.005f, work->out);
}

static void mandelbrot_native(struct work *work)
{
    native_mandelbrot(work->n, work->n, LIMIT, -2.0f, -1.28f, 0.005f, work->out);
}

static void mandelbrot_exact(struct work *work)
{
    host_mandelbrot(work->n, work->n, LIMIT, -2.0f, -1.28f, 0.005f, work->out);
}

static void mandelbrot_fused(struct work *work)
{
    fused_mandelbrot(work->n, work->n, LIMIT, -2.0f, -1.28f, 0.005f, work->out);
}

/* ---------------------------------------------------------------- tiled matrix multiply */

static void matmul_prepare(struct work *work)
{
    uint32_t n = work->n = 256, bytes = n * n * 4;
    work->repeat = 2;
    work->in = random_floats(n * n);
    work->in2 = random_floats(n * n);
    uint64_t a = gpu_buffer(&work->gpu, bytes, work->in), b = gpu_buffer(&work->gpu, bytes, work->in2);
    make_out(work, bytes, NULL);
    pass_word(work, n);
    pass_buffer(work, a, bytes);
    pass_buffer(work, b, bytes);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, n / 64, n / 16, 64, 1);
}

static void matmul_plain(struct work *work)
{
    plain_matmul(work->n, work->in, work->in2, work->out);
}

static void matmul_native(struct work *work)
{
    native_matmul(work->n, work->in, work->in2, work->out);
}

static void matmul_exact(struct work *work)
{
    host_matmul(work->n, work->in, work->in2, work->out);
}

static void matmul_fused(struct work *work)
{
    fused_matmul(work->n, work->in, work->in2, work->out);
}

/* ---------------------------------------------------------------- integer hash */

enum { HASH_ROUNDS = 64 };

static void hash_prepare(struct work *work)
{
    uint32_t n = work->n = 1 << 20;
    work->repeat = 1;
    make_out(work, n * 4, NULL);
    pass_word(work, HASH_ROUNDS);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, n / 256, 1, 256, 1);
}

static void hash_plain(struct work *work)
{
    plain_hash(work->n, HASH_ROUNDS, work->out);
}

static void hash_native(struct work *work)
{
    native_hash(work->n, HASH_ROUNDS, work->out);
}

/* ---------------------------------------------------------------- reduction: 16 elements a thread */

static void reduction_prepare(struct work *work)
{
    uint32_t n = work->n = 1 << 18, blocks = n / 256 / 16;
    work->repeat = 100;
    work->in = random_words(n);
    uint64_t in = gpu_buffer(&work->gpu, n * 4, work->in);
    make_out(work, blocks * 4, NULL);
    pass_word(work, n);
    pass_buffer(work, in, n * 4);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, blocks, 1, 256, 1);
}

/* Block b's threads add up what lies a grid apart, which is stretch b of every 16th part. */
static void reduction_by(struct work *work, uint32_t (*sum)(uint32_t, const uint32_t *))
{
    uint32_t *out = work->out;
    const uint32_t *in = work->in;
    uint32_t part = work->n / 16;
    memset(out, 0, work->out_bytes);
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t block = 0; block < work->grid[0]; block++)
            out[block] += sum(256, in + i * part + block * 256);
}

static void reduction_plain(struct work *work)
{
    reduction_by(work, plain_sum);
}

static void reduction_native(struct work *work)
{
    reduction_by(work, native_sum);
}

/* ---------------------------------------------------------------- histogram */

static void histogram_prepare(struct work *work)
{
    uint32_t n = work->n = 1 << 18;
    work->repeat = 15;
    work->in = random_words(n);
    uint64_t in = gpu_buffer(&work->gpu, n * 4, work->in);
    make_out(work, 256 * 4, NULL);
    pass_word(work, n);
    pass_buffer(work, in, n * 4);
    pass_buffer(work, work->device_out, work->out_bytes);
    shape(work, n / 256, 1, 256, 1);
}

static void histogram_plain(struct work *work)
{
    plain_histogram(work->n, work->in, work->out);
}

static void histogram_native(struct work *work)
{
    native_histogram(work->n, work->in, work->out);
}

static const struct kernel kernels[] = {
    {"saxpy", "examples/saxpy", saxpy_prepare, saxpy_plain, saxpy_native, saxpy_exact, saxpy_fused, 0, 0.5, 0,
     6.5, 1000},
    {"saxpy4", "bench/saxpy4", saxpy4_prepare, saxpy_plain, saxpy_native, saxpy_exact, saxpy_fused, 0, 0.5, 0,
     6.5, 1000},
    {"mandelbrot", "examples/mandelbrot", mandelbrot_prepare, mandelbrot_plain, mandelbrot_native,
     mandelbrot_exact, mandelbrot_fused, 3, 0, 3, 13.1, 1000},
    {"matmul", "examples/matmul", matmul_prepare, matmul_plain, matmul_native, matmul_exact, matmul_fused, 3,
     0, 3, 10.5, 1000},
    {"hash", "examples/hash", hash_prepare, hash_plain, hash_native, NULL, NULL, 3, 0, 3, 12.5, 1000},
    {"reduction", "examples/reduction", reduction_prepare, reduction_plain, reduction_native, NULL, NULL, 0,
     0.5, 3, 13.5, 1000},
    {"histogram", "examples/histogram", histogram_prepare, histogram_plain, histogram_native, NULL, NULL, 0,
     0, 0, 12.0, 500},
};

/* ---------------------------------------------------------------- measuring */

static void (*exact_of(const struct kernel *kernel, enum target target))(struct work *)
{
    return target == TESLA ? kernel->tesla_exact : kernel->later_exact;
}

static void launch(struct work *work, uint32_t workers)
{
    work->gpu.launch.host.workers = workers;
    gpu_run(&work->gpu, work->grid[0], work->grid[1], work->block[0], work->block[1]);
}

/* What a run took, in seconds of real time and of processor time; of many runs, the least of each. */
struct timing {
    double real, processor;
};

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least)
        *least = seconds;
}

/* Time the launches on so many workers, or with 0 workers the work on the host. */
static void measure(struct timing *least, struct work *work, uint32_t workers, void (*host)(struct work *))
{
    double real = real_time(), processor = processor_time();
    for (unsigned i = 0; i < work->repeat; i++)
        if (workers)
            launch(work, workers);
        else
            host(work);
    keep_least(&least->processor, processor_time() - processor);
    keep_least(&least->real, real_time() - real);
}

/* The same on one worker, with a listener, for which the engine makes code of its own. */
static void measure_heard(struct timing *least, struct work *work, const char *engine,
                          const struct hw_listener *listener)
{
    setenv("HALFWARP_ENGINE", engine, 1);
    work->gpu.launch.listeners = listener;
    work->gpu.launch.listener_count = 1;
    measure(least, work, 1, NULL);
    work->gpu.launch.listener_count = 0;
}

static void count_bytes(void *context, const struct hw_access_event *event)
{
    *(uint64_t *)context += (uint64_t)event->bytes * (unsigned)__builtin_popcount(event->lanes);
}

static void run_opencl(struct work *work)
{
    opencl_run(work->grid, work->block);
}

static void check_results(const struct kernel *kernel, enum target target, struct work *work)
{
    const uint8_t *expected = work->out, *got = gpu_memory(&work->gpu, work->device_out, work->out_bytes);
    size_t at = 0;

    launch(work, 2);
    (exact_of(kernel, target) ? exact_of(kernel, target) : kernel->plain)(work);
    while (at < work->out_bytes && got[at] == expected[at])
        at++;
    if (at == work->out_bytes)
        return;
    fprintf(stderr, "bench: %s for %s: the kernel's result is wrong at byte %zu of %zu\n", kernel->name,
            target_names[target], at, work->out_bytes);
    exit(1);
}

/* One line of the table: what was measured of a kernel for a target. */
static void add(const struct kernel *kernel, enum target target, const char *what, double value,
                const char *unit, const char *against, double ratio, double floor)
{
    char name[64];

    snprintf(name, sizeof name, "%s %s%s", kernel->name, target_names[target], what);
    bench_add(name, value, unit, against, ratio, floor);
}

/* What was measured of a kernel for a target. */
struct timings {
    struct timing one, two, interpreted, plain, native, exact, opencl;
    struct timing accesses, counters, interpreted_counters; /* with these listeners */
};

static void report(const struct kernel *kernel, enum target target, const struct work *work,
                   const struct timings *times)
{
    const double seconds = times->one.processor, milliseconds = seconds * 1e3;
    const double rate = (double)work->gpu.result.stats.thread_instructions * work->repeat / seconds / 1e6;

    add(kernel, target, "", milliseconds, "ms", "scalar C, gcc -O2 -fno-tree-vectorize",
        times->plain.processor / seconds, kernel->target);
    if (exact_of(kernel, target))
        add(kernel, target, ", exact peer", milliseconds, "ms", "the same with the chip's multiply-add",
            times->exact.processor / seconds, 0);
    add(kernel, target, ", native peer", milliseconds, "ms", "native C, gcc -O3 -march=native",
        times->native.processor / seconds, kernel->native_target);
    if (times->interpreted.processor)
        add(kernel, target, ", interpreter peer", milliseconds, "ms", "HALFWARP_ENGINE=interpreter",
            times->interpreted.processor / seconds, 0);
    if (times->interpreted.processor)
        add(kernel, target, ", metrics", times->counters.processor * 1e3, "ms", "HALFWARP_ENGINE=interpreter",
            times->interpreted_counters.processor / times->counters.processor, 2);
    add(kernel, target, ", access listener", times->accesses.processor * 1e3, "ms", "no listener",
        seconds / times->accesses.processor, 1 / 2.5);
    if (times->opencl.processor)
        add(kernel, target, ", PoCL peer", milliseconds, "ms",
            "the same kernel in OpenCL by PoCL, one thread", times->opencl.processor / seconds,
            kernel->opencl_target);
    add(kernel, target, ", two workers", times->two.real * 1e3, "ms", "one worker",
        times->one.real / times->two.real, 1.9);
    add(kernel, target, ", thread instructions", rate, "M thread instructions/s",
        "GPGPU-Sim 4.0, functional mode", rate / kernel->gpgpusim, kernel->gpgpusim_target);
}

/* The folder of the cubins that a compiler made. */
static const char *const compiled_in[TARGETS] = {
    [KEPLER] = "kepler", [MAXWELL] = "maxwell", [TURING] = "turing", [AMPERE] = "ampere"};

static void cubin_name(const struct kernel *kernel, enum target target, const char *build, char *name,
                       size_t size)
{
    if (target == TESLA)
        snprintf(name, size, "%s/%s.cubin", build, kernel->tesla);
    else if (target == FERMI)
        snprintf(name, size, "%s/bench/fermi/%s.cubin", build, kernel->name);
    else
        snprintf(name, size, "%s/%s/%s.cubin", BENCH_SOURCES, compiled_in[target], kernel->name);
}

/* A timed launch, on so many threads of launch and model together. */
static void run_timed(struct work *work, uint32_t workers, struct timing *least)
{
    const struct hw_timer_options options = {.chip = work->gpu.launch.code.chip, .workers = workers};
    struct hw_launch_time time;
    struct hw_timer *timer;
    struct hw_error error;

    work->gpu.launch.host.workers = workers;
    if (hw_timer_create(&options, &timer, &error) != HW_OK)
        exit(1);
    const double real = real_time(), processor = processor_time();
    if (hw_timer_run(timer, &work->gpu.launch, &work->gpu.result, &time, &error) != HW_OK) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    keep_least(&least->processor, processor_time() - processor);
    keep_least(&least->real, real_time() - real);
    hw_timer_destroy(timer);
}

/* The model of the chip: warp instructions a second on one thread, and what a second one brings. */
static void bench_timed(const struct kernel *kernel, enum target target, struct work *work)
{
    struct timing one = {0, 0}, two = {0, 0};

    for (unsigned round = 0; round < TIMED_ROUNDS; round++) {
        run_timed(work, 1, &one);
        run_timed(work, 2, &two);
    }
    const double rate = (double)work->gpu.result.stats.warp_instructions / one.processor / 1e6;
    add(kernel, target, ", timed", rate, "M warp instructions/s", "a million a second", rate, 1);
    add(kernel, target, ", timed, two workers", two.real * 1e3, "ms", "one worker", one.real / two.real, 1.7);
}

/* Have a kernel ready to be measured, by an engine, and its results checked. */
static void begin(struct work *work, const struct kernel *kernel, enum target target, const char *build,
                  const char *engine)
{
    char file[4096];

    setenv("HALFWARP_ENGINE", engine, 1);
    *work = (struct work){.repeat = 0};
    cubin_name(kernel, target, build, file, sizeof file);
    gpu_open(&work->gpu, file);
    kernel->prepare(work);
    check_results(kernel, target, work);
}

static void end(struct work *work)
{
    free(work->in);
    free(work->in2);
    free(work->out);
    gpu_end(&work->gpu);
}

static struct hw_counters *make_counters(const struct hw_chip_info *chip)
{
    struct hw_counters *counters;
    struct hw_error error;

    if (hw_counters_create(chip, &counters, &error) == HW_OK)
        return counters;
    fprintf(stderr, "bench: %s\n", error.text);
    exit(1);
}

/* `maxwell` is the seconds of the same kernel as Maxwell's code; it gets them. */
static void bench_kernel(const struct kernel *kernel, enum target target, const char *build, bool compiler,
                         double *maxwell)
{
    struct work work, interpreted;
    struct timings times = {.one = {0, 0}};
    uint64_t bytes = 0;
    const struct hw_listener accesses = {.context = &bytes, .access = count_bytes};

    begin(&work, kernel, target, build, "jit");
    if (compiler)
        begin(&interpreted, kernel, target, build, "interpreter");
    struct hw_counters *counters = make_counters(work.gpu.launch.code.chip);
    const struct hw_listener metrics = hw_counters_listener(counters);
    const bool opencl = opencl_make(kernel->name, work.parameter, work.parameters);
    if (opencl)
        run_opencl(&work);
    for (unsigned round = 0; round < ROUNDS; round++) {
        measure(&times.plain, &work, 0, kernel->plain);
        measure(&times.native, &work, 0, kernel->native);
        measure(&times.one, &work, 1, NULL);
        measure(&times.two, &work, 2, NULL);
        measure_heard(&times.accesses, &work, "jit", &accesses);
        measure_heard(&times.counters, &work, "jit", &metrics);
        if (opencl)
            measure(&times.opencl, &work, 0, run_opencl);
        if (compiler) {
            measure(&times.interpreted, &interpreted, 1, NULL);
            measure_heard(&times.interpreted_counters, &interpreted, "interpreter", &metrics);
        }
        if (exact_of(kernel, target))
            measure(&times.exact, &work, 0, exact_of(kernel, target));
    }
    report(kernel, target, &work, &times);
    if (target > MAXWELL)
        add(kernel, target, ", sm_52 peer", times.one.processor * 1e3, "ms", "the same kernel for sm_52",
            *maxwell / times.one.processor, 1 / 1.2);
    if (target == MAXWELL)
        *maxwell = times.one.processor;
    bench_timed(kernel, target, &work);
    hw_counters_destroy(counters);
    if (compiler)
        end(&interpreted);
    end(&work);
}

void bench_kernels(const char *build)
{
    const bool compiler = strcmp(hw_engine_name(), "interpreter") != 0;

    printf("Kernels are run by: %s.\n", hw_engine_name());
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        double maxwell = 0;
        for (enum target target = 0; target < TARGETS; target++)
            if (bench_wanted(kernels[i].name))
                bench_kernel(&kernels[i], target, build, compiler, &maxwell);
    }
}
