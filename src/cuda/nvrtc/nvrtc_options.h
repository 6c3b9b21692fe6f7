/* SPDX-License-Identifier: MIT */
/* The options of nvrtcCompileProgram. */
#ifndef HW_CUDA_NVRTC_NVRTC_OPTIONS_H
#define HW_CUDA_NVRTC_NVRTC_OPTIONS_H

#include "cuda/nvrtc/nvrtc_program.h"

/* What they ask; texts are parts of the options. */
struct hw_nvrtc_options {
    const char *arch, *standard;
    unsigned number;  /* of the target: 52 */
    bool wants_cubin; /* sm_52, and not compute_52 */
    bool debug, lines, flush, precise_divide, precise_root, fused, fast_math, all_for_device, quiet;
    bool has_initializer_list, has_move; /* of std, without a header */
    bool for_later_link;                 /* -dlto, which is refused */
    unsigned registers;
    const char **clang; /* options for it, with their values */
    size_t clang_count;
    const char **definitions;
    size_t definition_count;
};

/* Read them.  NVRTC_ERROR_INVALID_OPTION: the log of the program says which is wrong. */
nvrtcResult hw_nvrtc_options_read(struct hw_nvrtc_program *program, int count, const char *const *options,
                                  struct hw_nvrtc_options *wish);

/* The target that options name: 80 of sm_80, compute_80 or sm_80a; 0: none, or one that has no number.
 * *later_link: whether they have -dlto. */
unsigned hw_nvrtc_options_target(int count, const char *const *options, bool *later_link);

/* Also behind a failure. */
void hw_nvrtc_options_free(struct hw_nvrtc_options *wish);

#endif
