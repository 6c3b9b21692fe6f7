/* SPDX-License-Identifier: MIT */
/* .nv.compat: what a loader has to know of a cubin's code.  Of its records one is read, the others are kept.
 */
#ifndef HW_MODULE_ELF_COMPAT_H
#define HW_MODULE_ELF_COMPAT_H

#include "module/module_internal.h"

enum hw_accelerated { HW_ACCELERATED_UNSAID = 0, HW_ACCELERATED_NO, HW_ACCELERATED_YES };

/* What cuobjdump 13.5 prints behind EICOMPAT_ATTR_ for an attribute, NULL: a number. */
const char *hw_compat_attribute_name(unsigned attribute);

/* Whether the code is for one chip alone, as its records say. */
enum hw_accelerated hw_compat_accelerated(const uint8_t *records, size_t size);
enum hw_accelerated hw_compat_of(const struct hw_module *module);

/* Whether the section is made when a module is written: of one for OS ABI 0x41 that was built from nothing.
 */
bool hw_compat_is_made(const struct hw_module *module);

/* Add it to a plan of sections, with the note .note.nv.cuinfo: cuobjdump 13.5 refuses files that lack one of
 * the two. */
hw_status hw_compat_make(const struct hw_module *module, struct hw_module *plan, struct hw_error *error);

#endif
