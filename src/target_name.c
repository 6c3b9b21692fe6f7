/* SPDX-License-Identifier: MIT */
/* See target_name.h. */
#include "target_name.h"

#include <string.h>

enum { DIGITS_MOST = 3 };

const char *hw_target_suffix_text(enum hw_target_suffix suffix)
{
    return suffix == HW_TARGET_ACCELERATED ? "a" : suffix == HW_TARGET_FAMILY ? "f" : "";
}

bool hw_target_name_read(const char *text, const char *prefix, struct hw_target_name *name)
{
    const size_t length = strlen(prefix);
    unsigned capability = 0, digits = 0;

    if (strncmp(text, prefix, length) != 0 || text[length] == '0')
        return false;
    for (text += length; *text >= '0' && *text <= '9' && digits < DIGITS_MOST; text++, digits++)
        capability = capability * 10 + (unsigned)(*text - '0');
    *name = (struct hw_target_name){capability, HW_TARGET_PLAIN};
    if (*text == 'a' && capability >= HW_ACCELERATED_SINCE)
        name->suffix = HW_TARGET_ACCELERATED;
    else if (*text == 'f' && capability >= HW_FAMILIES_SINCE)
        name->suffix = HW_TARGET_FAMILY;
    return digits && strcmp(text, hw_target_suffix_text(name->suffix)) == 0;
}

bool hw_target_cubins_equal(const char *one, const char *other)
{
    struct hw_target_name a, b;

    if (!hw_target_name_read(one, "sm_", &a) || !hw_target_name_read(other, "sm_", &b))
        return strcmp(one, other) == 0;
    return a.capability == b.capability &&
           (a.suffix == HW_TARGET_ACCELERATED) == (b.suffix == HW_TARGET_ACCELERATED);
}

/* Thor was 10.1 up to CUDA 12.9, and is 11.0 since: ptxas 13.5 takes sm_101a and sm_101f for sm_110a and
 * sm_110f, and for no others. */
static unsigned chip_of(const struct hw_target_name *name)
{
    enum { THOR = 110, THOR_BEFORE = 101 };
    return name->capability == THOR_BEFORE ? THOR : name->capability;
}

bool hw_target_cubin_runs(const struct hw_target_name *name, unsigned capability)
{
    const unsigned of = chip_of(name);

    return name->suffix == HW_TARGET_ACCELERATED ? of == capability
                                                 : of <= capability && of / 10 == capability / 10;
}

bool hw_target_ptx_runs(const struct hw_target_name *name, unsigned capability)
{
    return name->suffix ? hw_target_cubin_runs(name, capability) : name->capability <= capability;
}

unsigned hw_target_rank(const struct hw_target_name *name)
{
    return name->capability * HW_TARGET_SUFFIXES + name->suffix;
}
