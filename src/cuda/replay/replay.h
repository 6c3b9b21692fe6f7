/* SPDX-License-Identifier: MIT */
/* Replay is memoisation of launches: a launch that has run before, and finds all memory as it found it then,
 * need not run again.
 *
 * Programs launch the same kernel again and again to measure its time.  What a launch does depends on its key
 * (code, constants, parameters, shape, textures ...) and on the memory that it can reach, and on nothing
 * else: blocks have fixed places, and launches that read a clock or their number, or call out (printf,
 * assert, malloc), are left alone.  So where a key recurs and memory seems to, memory is kept as it is before
 * and after; and when the key comes again and every byte is as it was before some launch, what that launch
 * changed is put in place instead of running it.  Memory, statistics and log are then those of a run.
 *
 * HALFWARP_REPLAY=0 turns it off; always: whatever it costs, for tests; check: all launches run, and where a
 * replay would have given something else standard error says so.  It is read at the first launch on a
 * device. */
#ifndef HW_CUDA_REPLAY_REPLAY_H
#define HW_CUDA_REPLAY_REPLAY_H

#include <halfwarp/machine.h>
#include <halfwarp/timer.h>

/* Before a launch, which is complete: true when it has been replayed, and `result` and memory are as if it
 * had run; *time is what the clock of programs said of that run.  `now` is hw_cuda_seconds(). */
bool hw_cuda_replay(const struct hw_launch *launch, struct hw_launch_result *result,
                    struct hw_launch_time *time, double now);

/* After a launch that ran. */
void hw_cuda_replay_keep(const struct hw_launch *launch, const struct hw_launch_result *result,
                         hw_status status, const struct hw_launch_time *time, double now);

/* In place of that, where other work or the host may have written memory while the launch ran, for which its
 * seconds count all the same. */
void hw_cuda_replay_abandon(double now);

/* The device's memory is about to go: forget everything. */
void hw_cuda_replay_clear(void);

#endif
