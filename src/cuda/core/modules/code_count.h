/* SPDX-License-Identifier: MIT */
/* For which chips the code in images is: the choice of a chip where nobody names one. */
#ifndef HW_CUDA_CORE_MODULES_CODE_COUNT_H
#define HW_CUDA_CORE_MODULES_CODE_COUNT_H

#include "target_name.h"

#include <stdbool.h>
#include <stddef.h>

#define HW_CUDA_TARGETS 128 /* above all compute capabilities (80 for 8.0) */

/* The targets that one image has code for. */
struct hw_cuda_targets {
    bool cubin[HW_TARGET_SUFFIXES][HW_CUDA_TARGETS], ptx[HW_TARGET_SUFFIXES][HW_CUDA_TARGETS];
};

/* Of many images: which targets they name, and how many have code that a chip of a capability runs. */
struct hw_code_count {
    unsigned images;
    struct hw_cuda_targets named;
    unsigned runs[HW_CUDA_TARGETS];   /* a cubin, or PTX that is compiled for it */
    unsigned cubins[HW_CUDA_TARGETS]; /* a cubin */
};

void hw_code_count_image(struct hw_code_count *count, const void *image, size_t length);
/* The capability that most of the code is for; 0: no chip runs any of it. */
unsigned hw_code_count_best(const struct hw_code_count *count);
/* That of programs that nothing is known of. */
unsigned hw_code_unknown_best(void);
/* Why the chip is one that runs the most of it, as part of a sentence. */
void hw_code_count_why(const struct hw_code_count *count, char *text, size_t bytes);
/* The targets that are named, as "sm_75, sm_80, compute_80". */
void hw_code_count_list(const struct hw_code_count *count, char *text, size_t bytes);

#endif
