/* SPDX-License-Identifier: MIT */
/* Warnings about capsules (.nv.capmerc, from sm_100 on) whose code has changed and they have not. */
#ifndef HW_CLI_STALE_CAPSULES_H
#define HW_CLI_STALE_CAPSULES_H

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

/* Of a module that is written: its capsules are those of other code where `old` has the same capsule and
 * different code, or, if that is NULL, where the listing says so. */
void hw_warn_of_capsules(const char *file, const struct hw_module *module, const struct hw_module *old);

/* Of a cubin that takes the place of an entry. */
void hw_warn_of_replaced_capsules(const char *file, const struct hw_archive *archive, size_t index,
                                  const void *code, size_t bytes);

#endif
