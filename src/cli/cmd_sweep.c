/* SPDX-License-Identifier: MIT */
/* halfwarp sweep: many launches timed, over the processors of this machine; or, where MPI has started it, by
 * the program that knows MPI, halfwarp-sweep-mpi. */
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

static int run(int argc, char **argv)
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

/* clang-format off */
const struct hw_command hw_command_sweep = {
    .name = "sweep",
    .summary = "time many launches: all points of a plan, on all processors or with MPI",
    .usage = HW_STRINGS("halfwarp sweep PLAN [-o FOLDER] [OPTION]...",
                        "mpirun -n RANKS halfwarp sweep PLAN [-o FOLDER] [OPTION]..."),
    .description =
        "Time many launches: all points of a plan, a JSON file of settings and of what is varied (docs/sweep.md). "
        "Each point is a run of `halfwarp time` in a process of its own. Results are kept as they come; the same "
        "line again goes on where an earlier run has ended.",
    .groups = HW_GROUPS(HW_GROUP(NULL, hw_sweep_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp sweep saxpy.json --list", "what would be run"},
        {"halfwarp sweep saxpy.json -j 2 --csv -", "two at a time, and the table"},
        {"halfwarp sweep saxpy.json -o saxpy.results --timeout 600 --html saxpy.html", "with a page of it"}),
    .pages = HW_STRINGS("docs/sweep.md"),
    .operands = 1,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
