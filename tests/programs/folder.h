/* SPDX-License-Identifier: MIT */
/* Where build.py keeps the code of test programs for a variant ("sm_61-G"). */
#ifndef HW_TESTS_PROGRAMS_FOLDER_H
#define HW_TESTS_PROGRAMS_FOLDER_H

#include <stdlib.h>

static inline const char *programs_folder(const char *variant)
{
    return atoi(variant + 3) < 70 ? "tests/data/programs" : "tests/data/programs/volta";
}

#endif
