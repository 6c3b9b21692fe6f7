/* SPDX-License-Identifier: MIT */
/* Lanes that leave a barrier while others have its mask in a register, where a function that they call keeps
 * it: these find them gone when the mask comes back (BMOV).
 *
 * Who leaves is noted with those whose mask is not in place.  A function gives back what it saved last first,
 * and lanes leave inner barriers before outer ones, so each mask that comes back is met by the oldest note
 * about lanes that it names.  Who has come together at a barrier has left nothing around it: then notes of
 * one about the other end. */
#include "machine/paths/lane_paths.h"

#include <string.h>

static void drop(struct hw_lane_paths *paths, uint32_t at)
{
    paths->left_count--;
    memmove(&paths->left[at], &paths->left[at + 1], (paths->left_count - at) * sizeof *paths->left);
}

/* Notes that nobody needs any more go. */
static void tidy(struct hw_lane_paths *paths)
{
    for (uint32_t i = paths->left_count; i-- > 0;)
        if (paths->left[i].others == 0)
            drop(paths, i);
}

/* The oldest of too many is lost; whoever needed it waits for ever, which is a fault. */
static void note(struct hw_lane_paths *paths, struct hw_lanes_left left)
{
    if (left.others == 0)
        return;
    if (paths->left_count == HW_LANES_LEFT)
        drop(paths, 0);
    paths->left[paths->left_count++] = left;
}

void hw_lane_leave(struct hw_lane_paths *paths, unsigned number, uint32_t lanes, uint32_t others)
{
    uint32_t *masks = paths->joins[number], away = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (others >> lane & 1) {
            away |= (uint32_t) !(masks[lane] & lanes) << lane;
            masks[lane] &= ~lanes;
        }
    note(paths, (struct hw_lanes_left){.lanes = lanes, .others = away, .number = number});
}

void hw_lane_without_left(struct hw_lane_paths *paths, unsigned number, uint32_t *masks, uint32_t lanes)
{
    for (uint32_t i = 0; i < paths->left_count; i++) {
        struct hw_lanes_left *left = &paths->left[i];
        const uint32_t others = left->number == number ? left->others & lanes : 0;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            if (others >> lane & 1 && masks[lane] & left->lanes) {
                masks[lane] &= ~left->lanes;
                left->others &= ~(1u << lane);
            }
    }
    tidy(paths);
}

void hw_lane_come_together(struct hw_lane_paths *paths, uint32_t lanes)
{
    for (uint32_t i = 0; i < paths->left_count; i++)
        if (paths->left[i].lanes & lanes)
            paths->left[i].others &= ~lanes;
    tidy(paths);
}
