/* SPDX-License-Identifier: MIT */
/* Products of a warpgroup (HGMMA and its like) read and write registers of their own accord, with no
 * scoreboard.  The one with gsb0 closes a group of them, and WARPGROUP.DEPBAR waits until no more than so
 * many of the last groups are still at work.  Among themselves products are in order.
 *
 * Each register keeps the age of the last product that uses it: 1 is one whose group is not closed, and each
 * closing makes it one older. */
#include "sched/sched_insn.h"

#define OLDEST 9 /* WARPGROUP.DEPBAR counts to 7 */

static void use(uint8_t *age, const struct hw_resources *set)
{
    for (unsigned r = hw_resources_next(set, 0); r < HW_READY_PRED; r = hw_resources_next(set, r + 1))
        age[r] = 1;
}

static void close_group(uint8_t *age)
{
    for (unsigned r = 0; r < HW_READY_PRED; r++)
        age[r] = (uint8_t)(age[r] && age[r] < OLDEST ? age[r] + 1 : age[r]);
}

/* What is older than `most`: so many groups may be left, and one is not closed. */
static void finish_groups(uint8_t *age, unsigned most)
{
    for (unsigned r = 0; r < HW_READY_PRED; r++)
        age[r] = age[r] > most ? 0 : age[r];
}

void hw_warpgroup_issue(struct hw_in_flight *pending, const struct hw_sched_insn *step)
{
    if (step->group & HW_GROUP_PRODUCT) {
        use(pending->group_reads, &step->reads);
        use(pending->group_writes, &step->writes);
    }
    if (step->group & HW_GROUP_CLOSES) {
        close_group(pending->group_reads);
        close_group(pending->group_writes);
    }
    if (step->group & HW_GROUP_WAITS) {
        finish_groups(pending->group_reads, step->groups_left + 1u);
        finish_groups(pending->group_writes, step->groups_left + 1u);
    }
}

static void need_group(struct hw_hazard_need *need, unsigned resource, enum hw_hazard_kind kind)
{
    if (!need->wait) {
        need->wait_resource = (uint16_t)resource;
        need->wait_kind = (uint8_t)kind;
        need->wait_of_warpgroup = true;
    }
    need->wait |= HW_PENDING_UNGUARDED;
}

void hw_warpgroup_need(const struct hw_in_flight *pending, const struct hw_sched_insn *step,
                       struct hw_hazard_need *need)
{
    const bool product = step->group & HW_GROUP_PRODUCT;
    for (unsigned r = hw_resources_next(&step->reads, 0); r < HW_READY_PRED;
         r = hw_resources_next(&step->reads, r + 1))
        if (pending->group_writes[r] && !(product && hw_resources_next(&step->writes, r) == r))
            need_group(need, r, HW_HAZARD_READ);
    for (unsigned r = hw_resources_next(&step->writes, 0); r < HW_READY_PRED && !product;
         r = hw_resources_next(&step->writes, r + 1)) {
        if (pending->group_writes[r])
            need_group(need, r, HW_HAZARD_WRITE);
        else if (pending->group_reads[r])
            need_group(need, r, HW_HAZARD_SOURCE);
    }
}

/* The younger of two ages; whether that is another one than `into` was. */
static bool merge_age(uint8_t *into, uint8_t from)
{
    if (!from || (*into && *into <= from))
        return false;
    *into = from;
    return true;
}

bool hw_warpgroup_merge(struct hw_in_flight *into, const struct hw_in_flight *from)
{
    bool changed = false;
    for (unsigned r = 0; r < HW_READY_PRED; r++) {
        changed |= merge_age(&into->group_reads[r], from->group_reads[r]);
        changed |= merge_age(&into->group_writes[r], from->group_writes[r]);
    }
    return changed;
}
