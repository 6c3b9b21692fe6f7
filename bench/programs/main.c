/* SPDX-License-Identifier: MIT */
/* programs TARGET RESULTS [NAME...]: run the programs (or those named) on the chip that HALFWARP_CHIP says,
 * and append to RESULTS. TARGET ("sm_20") is for the names of the results only.
 *
 * Each is measured in two child processes, in one that may use a single processor and in one that may use
 * all; so no program finds what another has left, and the launches' threads are as many as there are
 * processors. A child checks the device's result against the host's, then times both in turn; of each the
 * best round counts.  On one processor time is that of the processor, else real time. */
#include "../measure.h"
#include "program.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 5 };

static const struct program *const programs[] = {
    &program_vectoradd,    &program_matmul,     &program_reduction, &program_scan,
    &program_blackscholes, &program_montecarlo, &program_nbody,     &program_convolution};

/* What a child has measured, in seconds; in memory that it shares with its parent. */
struct times {
    double device, host;
};

static void use_one_processor(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        perror("bench: sched_setaffinity");
}

static double time_of(void (*work)(void), int repeat, double (*clock)(void))
{
    const double begin = clock();

    for (int i = 0; i < repeat; i++)
        work();
    return (clock() - begin) / repeat;
}

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least)
        *least = seconds;
}

static void measure(const struct program *program, bool one, struct times *times)
{
    double (*clock)(void) = one ? processor_time : real_time;

    if (one)
        use_one_processor();
    program->prepare();
    program->device();
    program->host();
    if (!program->agree()) {
        fprintf(stderr, "bench: %s: the device's result is not the host's\n", program->name);
        exit(EXIT_FAILURE);
    }
    for (int round = 0; round < ROUNDS; round++) {
        keep_least(&times->device, time_of(program->device, program->repeat, clock));
        keep_least(&times->host, time_of(program->host, program->repeat, clock));
    }
}

/* Measure in a child; its status. */
static int in_child(const struct program *program, bool one, struct times *times)
{
    int status;

    *times = (struct times){0, 0};
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        measure(program, one, times);
        exit(EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return EXIT_FAILURE;
    return WEXITSTATUS(status);
}

/* False when something went wrong; that a chip has no code is nothing wrong. */
static bool run(const struct program *program, const char *target, struct times *times)
{
    static const char *const processors[] = {"all processors", "one processor"};
    int status = EXIT_SUCCESS;
    char name[64];

    for (int one = 1; one >= 0 && status == EXIT_SUCCESS; one--) {
        status = in_child(program, one, times);
        snprintf(name, sizeof name, "%s %s, %s", program->name, target, processors[one]);
        if (status == EXIT_SUCCESS)
            report(name, times->device * 1e3, "ms end to end", PEER, times->host / times->device);
    }
    return status == EXIT_SUCCESS || status == NO_CODE;
}

static bool is_named(const char *name, char **names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    struct times *times =
        mmap(NULL, sizeof *times, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool done = true;

    if (argc < 3 || times == MAP_FAILED) {
        fputs("usage: programs TARGET RESULTS [NAME...]\n", stderr);
        return 2;
    }
    report_to(argv[2]);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc == 3 || is_named(programs[i]->name, argv + 3))
            done &= run(programs[i], argv[1], times);
    if (argc == 3 || is_named("launches", argv + 3))
        measure_launches(argv[1]);
    if (is_named("copies", argv + 3))
        measure_copies();
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
