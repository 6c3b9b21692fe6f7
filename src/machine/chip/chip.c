/* SPDX-License-Identifier: MIT */
/* The chips, and the features of compute capabilities. */
#include "machine/chip/chips.h"
#include "machine/chip/kernel_abi.h"

#include <stddef.h>

const struct hw_chip_info *hw_chip_at(unsigned index)
{
    return index < hw_chip_count ? &hw_chips[index] : NULL;
}

bool hw_chip_runs(const struct hw_chip_info *chip)
{
    struct hw_target target;

    return hw_target_find(chip->variant, &target, NULL) == HW_OK &&
           hw_kernel_abi_runs(hw_kernel_abi_of(&target));
}

const struct hw_chip_info *hw_newest_chip(void)
{
    const struct hw_chip_info *newest = hw_chips;

    for (unsigned i = 1; i < hw_chip_count; i++)
        if (hw_chip_runs(&hw_chips[i]) && hw_chips[i].capability > newest->capability)
            newest = &hw_chips[i];
    return newest;
}

hw_status hw_chip_check_runs(const struct hw_chip_info *chip, struct hw_error *error)
{
    const struct hw_chip_info *newest = hw_newest_chip();

    if (hw_chip_runs(chip))
        return HW_OK;
    return hw_fail(
        error, HW_ERR_UNSUPPORTED, "chip",
        "%s's code (sm_%u) is read and written, not yet run; build the program for an earlier chip, "
        "too, and name that: the newest that is run is %s (sm_%u)",
        chip->name, chip->capability, newest->name, newest->capability);
}

unsigned hw_capability_features(unsigned capability)
{
    static const struct {
        unsigned from, introduces;
    } step[] = {
        {11, HW_FEATURE_ATOMICS_GLOBAL_32 | HW_FEATURE_BREAKPOINTS},
        {12, HW_FEATURE_ATOMICS_GLOBAL_64 | HW_FEATURE_ATOMICS_SHARED | HW_FEATURE_VOTE},
        {13, HW_FEATURE_FP64},
        {20, HW_FEATURE_ATOMICS_FP32},
        {53, HW_FEATURE_FP16},
        {60, HW_FEATURE_ATOMICS_FP64},
        {61, HW_FEATURE_DOT},
    };
    unsigned features = 0;

    for (unsigned i = 0; i < sizeof step / sizeof step[0]; i++)
        features |= capability >= step[i].from ? step[i].introduces : 0;
    return features;
}
