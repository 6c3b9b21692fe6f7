/* SPDX-License-Identifier: MIT */
/* Coverage of a program's kernels (src/coverage): HALFWARP_COVERAGE names the tracefile, to which the counts
 * are added when the process ends. */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_COVERAGE_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_COVERAGE_H

struct hw_cuda_launch_state;
struct hw_cuda_module;

/* The program has kernels, which it may never load. */
void hw_cuda_cover_registration(void);
/* A module was loaded. */
void hw_cuda_cover_module(struct hw_cuda_module *module);
/* Let a launch be counted. */
void hw_cuda_cover_launch(struct hw_cuda_launch_state *run);

#endif
