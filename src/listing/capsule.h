/* SPDX-License-Identifier: MIT */
/* Capsules (.nv.capmerc.text.K, from sm_100 on) are code once more, in a form that nothing here changes.  A
 * listing says which code each was made of, so that `as` finds those whose code has changed. */
#ifndef HW_LISTING_CAPSULE_H
#define HW_LISTING_CAPSULE_H

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

/* A hash of the code of a capsule's kernel, without scheduling bits; 0: the section is no capsule of a kernel
 * of the module. */
uint64_t hw_capsule_code(const struct hw_module *module, const struct hw_target *target,
                         const struct hw_section *section);

/* Whether that code is another than the listing says; false where it says none. */
bool hw_capsule_is_stale(const struct hw_module *module, const struct hw_target *target,
                         const struct hw_section *section);

#endif
