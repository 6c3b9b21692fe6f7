/* SPDX-License-Identifier: MIT */
/* A large program is compiled in parts, each when it is hot: LLVM's time grows with the size, and most of a
 * large program is cold. */
#ifndef HW_ENGINE_TIERS_COMPILE_PARTS_H
#define HW_ENGINE_TIERS_COMPILE_PARTS_H

#include "machine/program.h"

/* Cut a program: end[i] becomes the index behind its part i.  Returns how many parts there are; `end` has
 * room for hw_compile_parts_max of them. */
uint32_t hw_compile_parts_max(const struct hw_program *program);
uint32_t hw_compile_parts(const struct hw_program *program, uint32_t *end);

#endif
