/* SPDX-License-Identifier: MIT */
/* The facts of a launch that decide its translation, and those that decide its result.
 *
 * Two launches with the same code facts have the same translation, and two with the same facts have the same
 * result if they find the same memory.  So these are the keys by which translated code is used again
 * (renew.c) and launches are recognised (cuda/replay).
 *
 * Code and constant banks are long.  They are called texts; they are not among the facts and are compared
 * separately. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_FACTS_H
#define HW_ENGINE_LAUNCH_LAUNCH_FACTS_H

#include <halfwarp/machine.h>

enum hw_facts {
    HW_FACTS_OF_CODE,  /* all that translation looks at, except values at fixed places */
    HW_FACTS_OF_RESULT /* also all that decides the result, but for what no other launch has (result.once),
                          and where the texts lie */
};

/* Called for one fact after another, always in the same order. */
typedef void hw_fact_fn(void *context, const void *fact, size_t bytes);
void hw_launch_facts(const struct hw_launch *launch, enum hw_facts which, hw_fact_fn *take, void *context);

/* The texts of a launch: the code, then the banks. */
#define HW_LAUNCH_TEXTS (1 + HW_BANKS)
struct hw_launch_text {
    const void *data; /* NULL: there is none */
    size_t bytes;
};
struct hw_launch_text hw_launch_text(const struct hw_launch *launch, unsigned number);

/* Whether functions of the host take part in a launch: they may see each step, or give it what it computes
 * with. */
bool hw_launch_is_watched(const struct hw_launch *launch);

#endif
