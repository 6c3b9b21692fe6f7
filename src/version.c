/* SPDX-License-Identifier: MIT */
/* The version of the library, as version.h states it. */
#include <halfwarp/version.h>

const char *hw_version(void)
{
    return HW_VERSION_STRING;
}
