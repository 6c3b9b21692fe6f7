/* SPDX-License-Identifier: MIT */
/* The launch key is the members of a launch that decide its translation (code key), or its result (result
 * key).
 *
 * Two launches with the same code key have the same translation.  Two with the same result key have the same
 * result if they find the same memory.  So translated code is reused by the code key (executable_reuse.c),
 * and launches are memoised by the result key (cuda/replay).
 *
 * Code and constant banks are long.  They are blobs, which are not part of the key and are compared
 * separately. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_KEY_H
#define HW_ENGINE_LAUNCH_LAUNCH_KEY_H

#include <halfwarp/machine.h>

enum hw_launch_key {
    HW_LAUNCH_KEY_CODE,  /* all that translation reads, except values of patches */
    HW_LAUNCH_KEY_RESULT /* also all that decides the result, except what no other launch has (result.once),
                            and the addresses of the blobs */
};

/* Called for one piece of the key after another, always in the same order. */
typedef void hw_launch_key_fn(void *context, const void *piece, size_t bytes);
void hw_launch_key_visit(const struct hw_launch *launch, enum hw_launch_key which, hw_launch_key_fn *visit,
                         void *context);

/* The blobs of a launch: the code, then the banks. */
#define HW_LAUNCH_BLOBS (1 + HW_BANKS)
struct hw_launch_blob {
    const void *data; /* NULL: there is none */
    size_t bytes;
};
struct hw_launch_blob hw_launch_blob(const struct hw_launch *launch, unsigned number);

/* Whether functions of the host take part in a launch: they may observe each step, or supply values that it
 * computes with. */
bool hw_launch_is_watched(const struct hw_launch *launch);

#endif
