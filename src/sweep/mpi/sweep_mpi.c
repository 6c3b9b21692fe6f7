/* SPDX-License-Identifier: MIT */
/* The program halfwarp-sweep-mpi is `halfwarp sweep` as ranks of MPI, which hands over to it.
 *
 * It is a program of its own so that nobody needs MPI for the rest. */
#include "cli/sweep_command.h"
#include "sweep/mpi/ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *tool = getenv("HALFWARP_SWEEP_TOOL");
    int rank = 0, count = 1, status = 0;
    bool whole = true;

    if (!tool || argc < 2) {
        fputs("halfwarp-sweep-mpi: `mpirun -n RANKS halfwarp sweep PLAN` calls this\n", stderr);
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (rank != 0) {
        const enum rank_end end = hw_rank_work(tool, rank);
        whole = end == RANK_END_COMPLETE;
        status = end == RANK_END_ORPHAN;
    } else {
        struct hw_ranks *ranks = hw_ranks_make(count);
        if (!ranks)
            MPI_Abort(MPI_COMM_WORLD, 1);
        status = hw_sweep_command(argc - 1, argv + 1, tool, hw_ranks_executor, ranks);
        whole = hw_ranks_stop(ranks);
        fflush(stdout);
    }
    if (!whole) /* MPI_Finalize would wait for lost ranks */
        _exit(status);
    MPI_Finalize();
    return status;
}
