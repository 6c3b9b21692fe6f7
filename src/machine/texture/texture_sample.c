/* SPDX-License-Identifier: MIT */
/* Texture lookups of the public header use the build of the lane functions that fits this processor. */
#include "ops/select/alu.h"
#include "ops/texture/tex_sample.h"

#include <halfwarp/texture.h>

#include <stdatomic.h>

/* The build for this processor, which is looked for once. */
static hw_sample_lanes_fn *sample_all(void)
{
    static _Atomic(hw_sample_lanes_fn *) chosen;
    hw_sample_lanes_fn *fn = atomic_load_explicit(&chosen, memory_order_relaxed);

    if (!fn) {
        fn = hw_alu_table()->sample;
        atomic_store_explicit(&chosen, fn, memory_order_relaxed);
    }
    return fn;
}

hw_status hw_texture_sample(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                            uint32_t exec, uint32_t out[4][32], struct hw_error *error)
{
    return hw_texture_sample_with(sample_all(), texture, lookup, exec, out, error);
}
