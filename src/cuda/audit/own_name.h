/* SPDX-License-Identifier: MIT */
/* Which file of ours stands for a library that a program asks for. */
#ifndef HW_CUDA_AUDIT_OWN_NAME_H
#define HW_CUDA_AUDIT_OWN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Write the path of the file of `folder` that stands for a library, which is given by name or by path. False:
 * none does, and `path` holds nothing of use. */
bool hw_audit_own_name(const char *folder, const char *library, char *path, size_t bytes);

#endif
