/* SPDX-License-Identifier: MIT */
/* hw_version returns the version of the library (version.h). */
#include <halfwarp/version.h>

const char *hw_version(void)
{
    return HW_VERSION_STRING;
}
