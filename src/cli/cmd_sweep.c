/* SPDX-License-Identifier: MIT */
/* halfwarp sweep: many launches timed, over the processors of this machine; or, where MPI has started it, by
 * the program that knows MPI, halfwarp-sweep-mpi. */
/* summary: time many launches: all points of a plan, on all processors or with MPI */
#include "cli/cli.h"
#include "cli/sweep_command.h"

#include "own_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HELPER "halfwarp-sweep-mpi"

/* Launchers tell their processes who they are: Open MPI and PMIx, MPICH and PMI (Hydra, Slurm's pmi2). */
static bool is_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

/* Several tasks of Slurm that cannot find each other would all run all. */
static bool is_lonely_task(void)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");

    return tasks && atoi(tasks) > 1;
}

/* Become the helper: beside this tool in a build, or where it was installed. */
static int hand_over(const char *tool, int argc, char **argv)
{
    static const char *const candidates[] = {"", "../" HW_LIBEXECDIR "/halfwarp/"};
    const int folder = (int)(strrchr(tool, '/') - tool);
    char path[2 * PATH_MAX];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);

    if (!arguments || setenv("HALFWARP_SWEEP_TOOL", tool, 1) != 0)
        return hw_complain("no memory");
    arguments[0] = path;
    for (int i = 0; i < argc; i++)
        arguments[i + 1] = argv[i];
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        snprintf(path, sizeof path, "%.*s/%s%s", folder, tool, candidates[i], HELPER);
        execv(path, arguments);
        if (errno != ENOENT)
            break;
    }
    const int reason = errno;
    free(arguments);
    if (reason == ENOENT)
        return hw_complain(
            "MPI has started this, and there is no %s: halfwarp was built without MPI (docs/sweep.md)",
            HELPER);
    return hw_complain("%s cannot be run: %s", HELPER, strerror(reason));
}

int hw_cmd_sweep(int argc, char **argv)
{
    char self[PATH_MAX];

    if (!hw_own_file(self))
        return hw_complain("cannot find halfwarp itself: is there no /proc?");
    if (is_rank())
        return hand_over(self, argc, argv);
    if (is_lonely_task())
        return hw_complain("srun has started several tasks without MPI: srun --mpi=pmix or --mpi=pmi2");
    return hw_sweep_command(argc, argv, self, hw_sweep_make_local, NULL);
}
