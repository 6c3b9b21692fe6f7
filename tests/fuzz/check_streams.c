/* SPDX-License-Identifier: MIT */
/* Random programs of streams, events, graphs, copies, host functions and allocations on up to three devices:
 * what they compute must be what the same operations give one after the other.
 *
 * usage: check_streams COUNT [SEED]         programs for COUNT, from SEED on; with COUNT 1 it is printed
 *        check_streams --ptx                the kernels
 *        check_streams --planted KIND       a program without an order that it needs; prints a hash of what
 *                                           it gives (HALFWARP_ORDER)
 *
 * Programs run in processes of their own, some in each, as one may crash or hang; in some processes eight
 * host threads run programs at the same time.  One that fails is printed as the shortest that still fails.
 * Prints TAP. */
#include "streams/device_run.h"

#include "sanitized.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define INPUTS_PER_PROGRAM 5u /* so that `make test` takes seconds */
#define PROGRAMS_PER_CHILD 50u
#define HOST_THREADS       8u
#define MOST_SHOWN         3u
#define SECONDS            (SANITIZED ? 120u : 30u) /* of a program, which then hangs */
#define TRIES_PER_STEP     2u
#define STEPS_MAX          60u
#define CONCURRENT_MANAGED 89 /* an attribute */

static const char *const chips[] = {"gp104",       "gp100,gp104", "gm200,gp104,gp104", "gp104,gp104,gp107",
                                    "ga100,tu104", "gk110,gm200"};
enum { CHIP_SETS = sizeof chips / sizeof *chips };

/* What a child and its parent both see. */
struct shared {
    uint64_t seed; /* that the child is at */
    struct ability ability;
    bool failed;
    char report[REPORT_BYTES];
};

static struct shared *shared;

/* --- in a child --- */

static const char *chips_of(uint64_t seed)
{
    return chips[seed / PROGRAMS_PER_CHILD % CHIP_SETS];
}

static uint32_t devices_of(const char *list)
{
    uint32_t devices = 1;

    for (; *list; list++)
        devices += *list == ',';
    return devices;
}

/* What all of the devices have. */
static enum managed managed_of(uint32_t devices)
{
    int concurrent = 1;
    void *memory;

    if (cudaMallocManaged(&memory, 4, 1) != cudaSuccess)
        return MANAGED_NONE;
    cudaFree(memory);
    for (uint32_t i = 0; i < devices && concurrent; i++)
        cudaDeviceGetAttribute(&concurrent, CONCURRENT_MANAGED, (int)i);
    return concurrent ? MANAGED_CONCURRENT : MANAGED_APART;
}

static void fail(uint64_t seed, const char *report)
{
    shared->failed = true;
    shared->seed = seed;
    snprintf(shared->report, sizeof shared->report, "%s", report);
    _exit(1);
}

static void run_one(const struct program *program)
{
    struct run *run = malloc(sizeof *run);

    if (!run)
        abort();
    alarm(SECONDS);
    if (!program_run(run, program))
        fail(program->seed, run->report);
    alarm(0);
    free(run);
}

/* Free bytes of all devices, without what pools keep. */
static size_t free_memory(uint32_t devices)
{
    size_t all = 0, bytes = 0, total;

    for (uint32_t i = 0; i < devices; i++) {
        cudaMemPool_t pool;
        cudaSetDevice((int)i);
        cudaDeviceSynchronize();
        cudaDeviceGraphMemTrim((int)i);
        if (cudaDeviceGetDefaultMemPool(&pool, (int)i) == cudaSuccess)
            cudaMemPoolTrimTo(pool, 0);
        cudaMemGetInfo(&bytes, &total);
        all += bytes;
    }
    return all;
}

/* Every device has its context, its code and its streams then. */
static void warm_up(uint32_t devices)
{
    struct program program;

    program_plant(&program, 0);
    program.devices = devices;
    program.operations = 0;
    program.streams = program.buffers = 0;
    for (uint32_t i = 0; i < devices; i++) {
        program.stream[i] = (struct stream){.kind = STREAM_LEGACY, .device = (uint8_t)i};
        program.buffer[i] = (struct buffer){.space = SPACE_DEVICE, .device = (uint8_t)i};
        program.operation[i] =
            (struct operation){.kind = DO_KERNEL,
                               .stream = (uint8_t)i,
                               .work = {.kind = WORK_FUNCTION, .to = (uint8_t)i, .blocks = 1, .threads = 1}};
    }
    program.streams = program.buffers = program.operations = devices;
    run_one(&program);
}

/* --- programs on several host threads at once --- */

struct part {
    uint64_t first, end;
    pthread_t thread;
};

static void *run_part(void *part)
{
    const struct part *it = part;
    struct program *program = malloc(sizeof *program);

    for (uint64_t seed = it->first; program && seed < it->end; seed += HOST_THREADS) {
        program_make(program, seed, &shared->ability);
        run_one(program);
    }
    free(program);
    return NULL;
}

static void run_parts(uint64_t first, uint64_t count)
{
    struct part parts[HOST_THREADS];

    for (uint32_t i = 0; i < HOST_THREADS; i++) {
        parts[i] = (struct part){.first = first + i, .end = first + count};
        if (pthread_create(&parts[i].thread, NULL, run_part, &parts[i]) != 0)
            abort();
    }
    for (uint32_t i = 0; i < HOST_THREADS; i++)
        pthread_join(parts[i].thread, NULL);
}

static void run_child(uint64_t first, uint64_t count)
{
    static struct program program;
    static struct run pending;
    const uint32_t devices = devices_of(chips_of(first));
    const bool threads = first / PROGRAMS_PER_CHILD / CHIP_SETS % 3 == 2;

    setenv("HALFWARP_CHIP", chips_of(first), 1);
    kernels_register();
    shared->ability = (struct ability){devices, managed_of(devices), run_has_values(), threads};
    warm_up(devices);
    const size_t before = free_memory(devices);
    bool reset = false;
    if (threads)
        run_parts(first, count);
    for (uint64_t seed = first; seed < first + count && !threads; seed++) {
        shared->seed = seed;
        program_make(&program, seed, &shared->ability);
        reset = reset || program.ending == END_RESET;
        run_one(&program);
    }
    const size_t after = free_memory(devices);
    if (after < before && !reset) {
        char report[REPORT_BYTES];
        snprintf(report, sizeof report,
                 "%zu bytes of the devices are lost, of programs %" PRIu64 " to %" PRIu64, before - after,
                 first, first + count - 1);
        fail(first, report);
    }
    alarm(SECONDS);
    if (first / PROGRAMS_PER_CHILD % 2 &&
        !threads) /* the process ends while its last program's work is pending */
        program_leave_pending(&pending, &program);
    else
        kernels_unregister();
    exit(0);
}

static void run_alone(const struct program *program, uint64_t seed)
{
    const uint32_t devices = devices_of(chips_of(seed));

    setenv("HALFWARP_CHIP", chips_of(seed), 1);
    kernels_register();
    warm_up(devices);
    for (uint32_t i = 0; i < TRIES_PER_STEP; i++)
        run_one(program);
    kernels_unregister();
    exit(0);
}

/* --- in the parent --- */

static bool ended_well(pid_t child)
{
    int status = 0;

    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (WIFSIGNALED(status)) {
        shared->failed = true;
        snprintf(shared->report, sizeof shared->report, "%s by signal %d",
                 WTERMSIG(status) == SIGALRM ? "hangs: ended" : "ended", WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0 && !shared->failed) {
        shared->failed = true;
        snprintf(shared->report, sizeof shared->report, "its process ended with status %d",
                 WEXITSTATUS(status));
    }
    return !shared->failed;
}

static bool fails(const struct program *program, uint64_t seed)
{
    fflush(stdout);
    memset(shared, 0, sizeof *shared);
    const pid_t child = fork();
    if (child == 0)
        run_alone(program, seed);
    return !ended_well(child);
}

/* Whether the program has no races and nothing impossible. */
static bool is_ordered(const struct program *program)
{
    static struct ordering ordering;
    struct race race;

    ordering_begin(&ordering, program);
    for (uint32_t i = 0; i < program->operations; i++)
        if (ordering_step(&ordering, &program->operation[i], &race) != ORDERED)
            return false;
    return true;
}

/* Leave out operations, many and then few, as long as the program fails without them. */
static void shrink(struct program *program, uint64_t seed)
{
    static struct program shorter;
    uint32_t steps = 0;

    for (uint32_t some = program->operations / 2; some > 0; some /= 2)
        for (uint32_t at = 0; at + some <= program->operations;) {
            shorter = *program;
            memmove(&shorter.operation[at], &shorter.operation[at + some],
                    (shorter.operations - at - some) * sizeof *shorter.operation);
            shorter.operations -= some;
            if (is_ordered(&shorter) && steps++ < STEPS_MAX && fails(&shorter, seed))
                *program = shorter;
            else
                at += some;
        }
}

static void tell(uint64_t seed, bool print_always)
{
    static struct program program;

    program_make(&program, seed, &shared->ability);
    if (shared->failed) {
        printf("# program %" PRIu64 " on %s: %s\n", seed, chips_of(seed), shared->report);
        if (fails(&program, seed)) {
            shrink(&program, seed);
            fails(&program, seed);
            printf("# the shortest: %s\n", shared->report);
        } else
            printf("# alone it does not fail\n");
        print_always = true;
    }
    if (print_always)
        program_print(&program, stdout);
}

static int planted(uint32_t kind)
{
    static struct program program;
    static struct run run;

    setenv("HALFWARP_CHIP", "gp104,gp104", 1);
    kernels_register();
    program_plant(&program, kind);
    const bool ran = program_run(&run, &program);
    printf("%s %016" PRIx64 "\n", ran ? "result" : run.report, run.seen);
    kernels_unregister();
    return !ran;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc >= 2 ? strtoull(argv[1], NULL, 10) : 0,
                   first = argc >= 3 ? strtoull(argv[2], NULL, 10) : 1;
    const uint64_t programs = count / INPUTS_PER_PROGRAM + 1;
    uint64_t failed = 0, some;

    if (argc == 2 && strcmp(argv[1], "--ptx") == 0)
        return fputs(kernels_ptx, stdout) == EOF;
    if (argc == 3 && strcmp(argv[1], "--planted") == 0 && first < PLANTED)
        return planted((uint32_t)first);
    if (!count || argc > 3) {
        fprintf(stderr, "usage: %s COUNT [SEED] | --planted 0 to %u\n", argv[0], PLANTED - 1);
        return 2;
    }
    setenv("CUDA_CACHE_DISABLE", "1", 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    for (uint64_t seed = first; seed < first + programs && failed < MOST_SHOWN; seed += some) {
        const uint64_t end = (seed / PROGRAMS_PER_CHILD + 1) * PROGRAMS_PER_CHILD;
        some = end < first + programs ? end - seed : first + programs - seed;
        memset(shared, 0, sizeof *shared);
        shared->seed = seed;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0)
            run_child(seed, some);
        if (!ended_well(child)) {
            failed++;
            some = shared->seed + 1 - seed;
            tell(shared->seed, false);
        } else if (count == 1)
            tell(seed, true);
    }
    printf("%s 1 - programs of streams give what their operations give one after the other: %" PRIu64
           " programs, %" PRIu64 " fail\n",
           failed ? "not ok" : "ok", programs, failed);
    return failed != 0;
}
