/* SPDX-License-Identifier: MIT */
/* The build id of a program or library is the hash that the linker writes into it, and part of the keys of
 * what that build makes. */
#ifndef HW_CACHE_BUILD_ID_H
#define HW_CACHE_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

#define HW_BUILD_ID_MAX 64

/* The build id of the file of this process in which an address lies, and its length; 0: it has none. */
size_t hw_build_id(const void *address, uint8_t id[HW_BUILD_ID_MAX]);

#endif
