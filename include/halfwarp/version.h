/* SPDX-License-Identifier: MIT */
/* This header has the version of halfwarp.
 *
 * This is the only place where the number stands: CMake reads it here.  Versions count as semver.org has it;
 * before 1.0 a new MINOR may change what programs are compiled against, a new PATCH does not.
 *
 * Stability: stable. */
#ifndef HALFWARP_VERSION_H
#define HALFWARP_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

#define HW_VERSION_MAJOR 0
#define HW_VERSION_MINOR 2
#define HW_VERSION_PATCH 0

/* "0.2.0": the headers that a program was compiled with. */
#define HW_VERSION_STRING                     HW_VERSION_JOIN_(HW_VERSION_MAJOR, HW_VERSION_MINOR, HW_VERSION_PATCH)
#define HW_VERSION_JOIN_(major, minor, patch) HW_VERSION_QUOTE_(major.minor.patch)
#define HW_VERSION_QUOTE_(text)               #text

/* The same of the library that it runs with, which may be another.  Never freed. */
const char *hw_version(void);

#ifdef __cplusplus
}
#endif
#endif
