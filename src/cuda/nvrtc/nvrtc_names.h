/* SPDX-License-Identifier: MIT */
/* Name expressions: what a kernel or variable that is written as in C++, `f<int>` or `&space::v`, is called
 * in the code.
 *
 * Behind the source stands a variable of the device for each, with its address in it; so templates are
 * instantiated, and the PTX says which name the address is.  These variables are taken out of the PTX again.
 */
#ifndef HW_CUDA_NVRTC_NVRTC_NAMES_H
#define HW_CUDA_NVRTC_NVRTC_NAMES_H

#include "cuda/nvrtc/nvrtc_program.h"

/* The source with these variables behind it, malloc'ed; NULL: there is no memory. */
char *hw_nvrtc_names_add(const struct hw_nvrtc_program *program);

/* Find the names in the PTX of such a source, and take the variables out.  False: there is no memory. */
bool hw_nvrtc_names_take(struct hw_nvrtc_program *program, char *ptx);

#endif
