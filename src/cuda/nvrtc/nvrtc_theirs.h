/* SPDX-License-Identifier: MIT */
/* NVIDIA's NVRTC, which is asked where ours makes no code for the target.
 *
 * The loader takes ours where it would have taken NVIDIA's, if it finds that by DT_RUNPATH or by its cache:
 * `halfwarp run` has the folder of ours in LD_LIBRARY_PATH.  So ours looks for it (nvidia_files.h). */
#ifndef HW_CUDA_NVRTC_NVRTC_THEIRS_H
#define HW_CUDA_NVRTC_NVRTC_THEIRS_H

#include "cuda/nvrtc/nvrtc_program.h"

struct hw_nvrtc_theirs;

/* One that makes code for a target, 80, or of any where that is 0: of this library's version before others.
 * NULL: there is none, or HALFWARP_NVRTC=own. */
const struct hw_nvrtc_theirs *hw_nvrtc_theirs(unsigned target);

/* The version of the one of this library's major version; false: there is none. */
bool hw_nvrtc_theirs_version(int *major, int *minor);
/* Whether HALFWARP_NVRTC=own. */
bool hw_nvrtc_is_own(void);

/* nvrtcCompileProgram by it: the program has what it made, or its log. */
nvrtcResult hw_nvrtc_theirs_compile(const struct hw_nvrtc_theirs *theirs, struct hw_nvrtc_program *program,
                                    int count, const char *const *options);

#endif
