/* SPDX-License-Identifier: MIT */
/* The grids of a tree of launches that run: that of the root, which the host has launched, and those that
 * kernels have launched.
 *
 * A thread that visits the root's launch works on a grid that wants it, else it begins one that may run
 * (machine/device_launch/child_queue.h).  So several grids run at once where there are threads for them, or
 * where those that have begun only wait.  The visit waits when all of them do.
 *
 * What a grid launches begins when the grid has ended, or only waits: so how many launches a kernel has
 * waiting does not depend on threads. */
#ifndef HW_CUDA_CORE_LAUNCHES_TREE_GRIDS_H
#define HW_CUDA_CORE_LAUNCHES_TREE_GRIDS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_cuda_grid;
struct hw_cuda_launch_state;
struct hw_running_launch;

struct hw_cuda_tree_grids {
    pthread_mutex_t lock; /* below the core's, and above those of the engine */
    struct hw_cuda_grid *first;
    uint32_t count, present; /* grids; threads that visit the tree */
    uint64_t round;          /* grids that have only waited are looked at again in the next one */
    _Atomic uint64_t moves;  /* how often something has begun, gone on or ended */
    _Atomic bool fresh;      /* there may be something to begin, since a thread has looked */
};

void hw_cuda_tree_grids_init(struct hw_cuda_tree_grids *grids);
void hw_cuda_tree_grids_clear(struct hw_cuda_tree_grids *grids);
/* The root's blocks begin; false: the host has no memory. */
bool hw_cuda_tree_grids_begin(struct hw_cuda_launch_state *root);

/* Without the core's lock: work on the tree, as hw_cuda_launch_visit does. */
enum hw_cuda_visit hw_cuda_tree_grids_visit(struct hw_cuda_launch_state *root);

/* Under the core's lock: as hw_cuda_launch_wants and so on do. */
uint32_t hw_cuda_tree_grids_want(struct hw_cuda_tree_grids *grids);
void hw_cuda_tree_grids_give_way(struct hw_cuda_tree_grids *grids);
void hw_cuda_tree_grids_stop(struct hw_cuda_tree_grids *grids, const char *sentence, bool waits);
/* The name of the first kernel that runs; NULL: none does. */
const char *hw_cuda_tree_grids_name(struct hw_cuda_tree_grids *grids);
/* Those whose blocks run: at most so many; how many they are. */
size_t hw_cuda_tree_grids_running(struct hw_cuda_tree_grids *grids, struct hw_running_launch **running,
                                  size_t most);

#endif
