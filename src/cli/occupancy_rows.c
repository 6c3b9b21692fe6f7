/* SPDX-License-Identifier: MIT */
/* This file prints tables of occupancy: one number goes over all its values while the others stay; neighbours
 * that give the same are one row. */
#include "cli/occupancy_report.h"

struct hw_block_needs hw_occupancy_at(const struct hw_block_needs *needs, enum hw_occupancy_axis axis,
                                      uint32_t value)
{
    struct hw_block_needs other = *needs;

    if (axis == HW_OVER_THREADS)
        other.threads = value;
    else if (axis == HW_OVER_REGISTERS)
        other.registers = value;
    else
        other.shared_bytes = value;
    return other;
}

uint32_t hw_axis_first(enum hw_occupancy_axis axis)
{
    return axis == HW_OVER_SHARED ? 0 : 1;
}

uint32_t hw_axis_last(const struct hw_block_needs *needs, enum hw_occupancy_axis axis)
{
    const struct hw_chip_info *chip = needs->chip;

    switch (axis) {
    case HW_OVER_THREADS: return chip->threads_per_block;
    case HW_OVER_REGISTERS:
        return needs->rules & hw_occupancy_rules_of(chip) & HW_RULE_ENCODED ? chip->registers_per_thread
                                                                            : chip->registers_compiled;
    default: return chip->shared_per_block;
    }
}

uint64_t hw_axis_value(const struct hw_block_needs *needs, enum hw_occupancy_axis axis)
{
    return axis == HW_OVER_THREADS     ? needs->threads
           : axis == HW_OVER_REGISTERS ? needs->registers
                                       : needs->shared_bytes;
}

/* Values between which nothing can change: the last one that is like `value`. */
static uint32_t unit_end(const struct hw_chip_info *chip, enum hw_occupancy_axis axis, uint32_t value)
{
    const uint32_t unit = axis == HW_OVER_THREADS     ? chip->warp_size
                          : axis == HW_OVER_REGISTERS ? 1
                                                      : chip->shared_block_unit;
    return (value + unit - 1) / unit * unit;
}

static bool is_same(const struct hw_occupancy *one, const struct hw_occupancy *other)
{
    return one->blocks == other->blocks && one->warps == other->warps && one->limited_by == other->limited_by;
}

bool hw_occupancy_row(const struct hw_block_needs *needs, enum hw_occupancy_axis axis,
                      struct hw_occupancy_row *row)
{
    const uint32_t last = hw_axis_last(needs, axis);
    struct hw_block_needs at = hw_occupancy_at(needs, axis, row->from);
    struct hw_occupancy next;

    if (row->from > last)
        return false;
    hw_occupancy(&at, &row->result);
    row->to = unit_end(needs->chip, axis, row->from);
    while (row->to < last) {
        at = hw_occupancy_at(needs, axis, row->to + 1);
        hw_occupancy(&at, &next);
        if (!is_same(&row->result, &next))
            break;
        row->to = unit_end(needs->chip, axis, row->to + 1);
    }
    if (row->to > last)
        row->to = last;
    return true;
}
