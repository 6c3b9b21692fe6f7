/* Finding chips, and what a compute capability brings. */
#include "machine/chip/chips.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const struct hw_chip_info *hw_chip_at(unsigned index)
{
    return index < hw_chip_count ? &hw_chips[index] : NULL;
}

/* Whether `name` is one of the blank-separated words of `list`. */
static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (*list) {
        size_t word = strcspn(list, " ");
        if (word == length && strncasecmp(list, name, length) == 0)
            return true;
        list += word;
        list += strspn(list, " ");
    }
    return false;
}

hw_status hw_chip_find(const char *name, const struct hw_chip_info **chip, struct hw_error *error)
{
    char known[240] = "";
    size_t used = 0;

    for (unsigned i = 0; i < hw_chip_count; i++) {
        if (strcasecmp(hw_chips[i].name, name) == 0 || (*name && is_listed(hw_chips[i].aliases, name))) {
            *chip = &hw_chips[i];
            return HW_OK;
        }
        if (used < sizeof known)
            used +=
                (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", hw_chips[i].name);
    }
    return hw_fail(error, HW_ERR_NOT_FOUND, "chip",
                   "no chip is called \"%s\"; there are %s, and their compute capabilities (sm_10)", name,
                   known);
}

unsigned hw_capability_features(unsigned capability)
{
    static const struct {
        unsigned from, brings;
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
        features |= capability >= step[i].from ? step[i].brings : 0;
    return features;
}
