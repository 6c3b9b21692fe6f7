/* SPDX-License-Identifier: MIT */
/* halfwarp sweep: many launches timed, over the processors of this machine. */
/* summary: time many launches: all points of a plan, on all processors or with MPI */
#include "cli/cli.h"
#include "cli/sweep_command.h"

#include <limits.h>
#include <unistd.h>

int hw_cmd_sweep(int argc, char **argv)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length <= 0)
        return hw_complain("cannot find halfwarp itself: is there no /proc?");
    self[length] = '\0';
    return hw_sweep_command(argc, argv, self, hw_sweep_make_local, NULL);
}
