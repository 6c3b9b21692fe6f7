#!/bin/sh
# SPDX-License-Identifier: MIT
# A sweep as a job of Slurm: sbatch slurm.sh PLAN.
#
# Rank 0 keeps the results and runs points, too.  The folder must be one that all nodes see, and so must halfwarp, the
# plan and its files.  Where a task is lost Slurm ends all of them: they are started again, and go on where they were.
# A job whose time is over is put into the queue again, and does the same.
#SBATCH --job-name=halfwarp-sweep
#SBATCH --ntasks=64
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
set -eu
plan=${1:?usage: sbatch slurm.sh PLAN}
trap 'scontrol requeue "$SLURM_JOB_ID"' TERM # a minute before the time is over

for _ in 1 2 3 4 5; do
    status=0
    srun --mpi=pmix halfwarp sweep "$plan" -o "${plan%.json}.sweep" --timeout 3600 &
    wait $! || status=$?
    [ $status -gt 2 ] || break # 0 to 2 are the sweep's own: all points done, some failed, a wrong line
done
exit $status
