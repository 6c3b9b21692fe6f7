/* SPDX-License-Identifier: MIT */
/* The facts of a launch that decide its translation, and those that decide its result.
 *
 * Two launches with the same code facts have the same translation, and two with the same facts have the same
 * result if they find the same memory.  So these are the keys by which translated code is used again
 * (executable_reuse.c) and launches are recognised (cuda/replay).
 *
 * Code and constant banks are long.  They are called texts; they are not among the facts and are compared
 * separately. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_KEY_H
#define HW_ENGINE_LAUNCH_LAUNCH_KEY_H

#include <halfwarp/machine.h>

enum hw_launch_key {
    HW_LAUNCH_KEY_CODE,  /* all that translation looks at, except values at fixed places */
    HW_LAUNCH_KEY_RESULT /* also all that decides the result, but for what no other launch has (result.once),
                          and where the texts lie */
};

/* Called for one fact after another, always in the same order. */
typedef void hw_launch_key_fn(void *context, const void *piece, size_t bytes);
void hw_launch_key_visit(const struct hw_launch *launch, enum hw_launch_key which, hw_launch_key_fn *visit,
                         void *context);

/* The texts of a launch: the code, then the banks. */
#define HW_LAUNCH_BLOBS (1 + HW_BANKS)
struct hw_launch_blob {
    const void *data; /* NULL: there is none */
    size_t bytes;
};
struct hw_launch_blob hw_launch_blob(const struct hw_launch *launch, unsigned number);

/* Whether functions of the host take part in a launch: they may see each step, or give it what it computes
 * with. */
bool hw_launch_is_watched(const struct hw_launch *launch);

#endif
