/* SPDX-License-Identifier: MIT */
/* See register_set.h. */
#include "flow/register_set.h"

#include <halfwarp/effects.h>

#include <string.h>

void hw_registers_add(struct hw_register_set *set, const struct hw_register_set *more)
{
    for (unsigned i = 0; i < 4; i++)
        set->general[i] |= more->general[i];
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        set->uniform[i] |= more->uniform[i];
    set->predicates |= more->predicates;
    set->uniform_predicates |= more->uniform_predicates;
    set->conditions |= more->conditions;
    set->addresses |= more->addresses;
}

void hw_registers_keep(struct hw_register_set *set, const struct hw_register_set *kept)
{
    for (unsigned i = 0; i < 4; i++)
        set->general[i] &= kept->general[i];
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        set->uniform[i] &= kept->uniform[i];
    set->predicates &= kept->predicates;
    set->uniform_predicates &= kept->uniform_predicates;
    set->conditions &= kept->conditions;
    set->addresses &= kept->addresses;
}

void hw_registers_remove(struct hw_register_set *set, const struct hw_register_set *less)
{
    struct hw_register_set kept;

    for (unsigned i = 0; i < 4; i++)
        kept.general[i] = ~less->general[i];
    for (unsigned i = 0; i < HW_UNIFORM_WORDS; i++)
        kept.uniform[i] = ~less->uniform[i];
    kept.predicates = (uint8_t)~less->predicates;
    kept.uniform_predicates = (uint8_t)~less->uniform_predicates;
    kept.conditions = (uint8_t)~less->conditions;
    kept.addresses = (uint8_t)~less->addresses;
    hw_registers_keep(set, &kept);
}

bool hw_registers_equal(const struct hw_register_set *one, const struct hw_register_set *other)
{
    return !memcmp(one->general, other->general, sizeof one->general) &&
           !memcmp(one->uniform, other->uniform, sizeof one->uniform) &&
           one->predicates == other->predicates && one->uniform_predicates == other->uniform_predicates &&
           one->conditions == other->conditions && one->addresses == other->addresses;
}

void hw_registers_add_range(struct hw_register_set *set, unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count && i < HW_RZ; i++)
        set->general[i / 64] |= 1ull << i % 64;
}

struct hw_register_set hw_registers_all(void)
{
    struct hw_register_set all = {.uniform = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX >> 1},
                                  .predicates = 0x7f,
                                  .uniform_predicates = 0x7f,
                                  .conditions = 0xf,
                                  .addresses = 0xff};

    hw_registers_add_range(&all, 0, HW_RZ);
    return all;
}

void hw_registers_of_reads(struct hw_register_set *set, const struct hw_effects *effects)
{
    *set = (struct hw_register_set){.predicates = effects->pred_read,
                                    .uniform_predicates = effects->upred_read,
                                    .conditions = effects->cond_read,
                                    .addresses = effects->addr_read};
    memcpy(set->uniform, effects->ureg_read, sizeof set->uniform);
    for (unsigned i = 0; i < effects->read_count; i++)
        hw_registers_add_range(set, effects->read[i].first, effects->read[i].count);
}

void hw_registers_of_writes(struct hw_register_set *set, const struct hw_effects *effects)
{
    *set = (struct hw_register_set){.predicates = effects->pred_written,
                                    .uniform_predicates = effects->upred_written,
                                    .conditions = effects->cond_written,
                                    .addresses = effects->addr_written};
    memcpy(set->uniform, effects->ureg_written, sizeof set->uniform);
    for (unsigned i = 0; i < effects->write_count; i++)
        hw_registers_add_range(set, effects->write[i].first, effects->write[i].count);
}
