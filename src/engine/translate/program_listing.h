/* SPDX-License-Identifier: MIT */
/* The listing of a program is the text that profilers and debuggers show for compiled code. */
#ifndef HW_ENGINE_TRANSLATE_PROGRAM_LISTING_H
#define HW_ENGINE_TRANSLATE_PROGRAM_LISTING_H

#include <halfwarp/image.h>

#include "machine/program.h"

/* A head, and a line for each instruction, with the source line that it came from where the image knows it;
 * NULL: there is no memory.  The caller frees it. */
char *hw_program_listing(const struct hw_program *program, const struct hw_image *image);

#endif
