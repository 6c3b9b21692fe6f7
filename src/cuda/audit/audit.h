/* SPDX-License-Identifier: MIT */
/* What the loader calls of an audit library (rtld-audit(7)); link.h declares it, but does not make it
 * visible. */
#ifndef HW_CUDA_AUDIT_AUDIT_H
#define HW_CUDA_AUDIT_AUDIT_H

#include <stdint.h>

#pragma GCC visibility push(default)
unsigned la_version(unsigned version);
char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag);
#pragma GCC visibility pop

#endif
