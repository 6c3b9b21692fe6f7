/* SPDX-License-Identifier: MIT */
/* Names of targets, "sm_100", "sm_103a", "compute_100f", and which chips their code is for (CUDA C
 * Programming Guide, compute capabilities; PTX ISA, .target).
 *
 * Code for a plain target runs on chips of its major number that are not older, PTX on all that are not
 * older. `a` is code with the features of one chip, accelerated; it is for that chip alone.  `f` is code with
 * the features of a family: for chips of its major number that are not older, also where it is PTX. */
#ifndef HW_TARGET_NAME_H
#define HW_TARGET_NAME_H

#include <stdbool.h>

enum { HW_ACCELERATED_SINCE = 90, HW_FAMILIES_SINCE = 100 }; /* the first sm_NNa, the first sm_NNf */

enum hw_target_suffix { HW_TARGET_PLAIN = 0, HW_TARGET_FAMILY, HW_TARGET_ACCELERATED, HW_TARGET_SUFFIXES };

struct hw_target_name {
    unsigned capability; /* 100 */
    enum hw_target_suffix suffix;
};

/* "", "f", "a". */
const char *hw_target_suffix_text(enum hw_target_suffix suffix);

/* Whether a text is `prefix` and a number that may be a compute capability, with a suffix that there is for
 * it; nothing follows. */
bool hw_target_name_read(const char *text, const char *prefix, struct hw_target_name *name);

/* Whether two names are one target of cubins: in a family's, nothing says that it is one (elf_flags.c), so
 * sm_100 and sm_100f are. */
bool hw_target_cubins_equal(const char *one, const char *other);

/* Whether a cubin, or PTX, of that target runs on a chip of that capability. */
bool hw_target_cubin_runs(const struct hw_target_name *name, unsigned capability);
bool hw_target_ptx_runs(const struct hw_target_name *name, unsigned capability);

/* Which code is best for a chip of all that runs on it, never 0: the newest; for one capability what has more
 * features. */
unsigned hw_target_rank(const struct hw_target_name *name);

#endif
