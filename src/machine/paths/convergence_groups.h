/* SPDX-License-Identifier: MIT */
/* The masks of a convergence barrier: each lane has one, which belongs to a region.  Lanes that have the same
 * are kept as a group; most often there are one or two. */
#ifndef HW_MACHINE_PATHS_CONVERGENCE_GROUPS_H
#define HW_MACHINE_PATHS_CONVERGENCE_GROUPS_H

#include "machine/warp.h"

/* Lanes in no group have mask 0 and region 0.  No lane is in two groups, and no group is empty. */
struct hw_mask_group {
    uint32_t lanes, mask, region;
};

struct hw_convergence_barrier {
    uint32_t count;
    struct hw_mask_group group[HW_LANES];
};

/* The lanes that run have mostly come last, so groups are searched from the end. */

/* The group of a lane, or an empty one that has zeros. */
static inline struct hw_mask_group hw_group_of_lane(const struct hw_convergence_barrier *barrier,
                                                    unsigned lane)
{
    for (uint32_t i = barrier->count; i-- > 0;)
        if (barrier->group[i].lanes >> lane & 1)
            return barrier->group[i];
    return (struct hw_mask_group){.lanes = 0};
}

/* What lanes are looked for by. */
enum hw_group_key { HW_GROUP_MASK, HW_GROUP_REGION };

/* Those of `lanes` that have this mask, in whatever region, or whose mask belongs to this region. */
static inline uint32_t hw_lanes_of_group(const struct hw_convergence_barrier *barrier, uint32_t lanes,
                                         enum hw_group_key key, uint32_t value)
{
    uint32_t others = 0, remaining = lanes;

    for (uint32_t i = barrier->count; i-- > 0 && remaining; remaining &= ~barrier->group[i].lanes) {
        const struct hw_mask_group *group = &barrier->group[i];
        others |= (key == HW_GROUP_MASK ? group->mask : group->region) != value ? group->lanes : 0;
    }
    return lanes & ~others & (value ? ~remaining : ~0u);
}

/* All masks of these lanes, or-ed. */
static inline uint32_t hw_masks_of(const struct hw_convergence_barrier *barrier, uint32_t lanes)
{
    uint32_t masks = 0;

    for (uint32_t i = barrier->count; i-- > 0 && lanes; lanes &= ~barrier->group[i].lanes)
        masks |= barrier->group[i].lanes & lanes ? barrier->group[i].mask : 0;
    return masks;
}

/* The masks and regions of these lanes become zero. */
static inline void hw_clear_masks(struct hw_convergence_barrier *barrier, uint32_t lanes)
{
    for (uint32_t i = barrier->count; i-- > 0 && lanes;) {
        struct hw_mask_group *group = &barrier->group[i];
        const uint32_t cleared = group->lanes & lanes;
        lanes &= ~cleared;
        group->lanes &= ~cleared;
        if (!group->lanes)
            *group = barrier->group[--barrier->count];
    }
}

/* Lanes that are in no group get a mask and a region. */
static inline void hw_add_masks(struct hw_convergence_barrier *barrier, struct hw_mask_group group)
{
    if (group.lanes && (group.mask || group.region))
        barrier->group[barrier->count++] = group;
}

#endif
