/* SPDX-License-Identifier: MIT */
/* This file finds libraries in the Python packages of an environment. */
#ifndef HW_CLI_PYTHON_PACKAGES_H
#define HW_CLI_PYTHON_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The folders of compilers in NVIDIA's packages beside `program`, an interpreter or a script of an
 * environment, with colons between them; "" where there are none.  A name without a slash is looked for in
 * PATH.  False where they do not fit into `bytes`. */
bool hw_python_compilers(const char *program, char *folders, size_t bytes);

#endif
