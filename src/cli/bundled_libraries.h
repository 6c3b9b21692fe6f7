/* SPDX-License-Identifier: MIT */
/* This file finds the bundled CUDA libraries. */
#ifndef HW_CLI_BUNDLED_LIBRARIES_H
#define HW_CLI_BUNDLED_LIBRARIES_H

#include <limits.h>
#include <stdbool.h>

/* The sentence for hw_bundled_libraries. */
#define HW_OWN_LIBRARIES_MISSING \
    "libhalfwarp-cuda.so stands neither beside this tool nor where it is installed"

/* Their folder: beside this tool in a build, or where they were installed.  False: they are not there. */
bool hw_bundled_libraries(char folder[PATH_MAX]);
bool hw_has_library(const char *folder, const char *library);

#endif
