/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4): wheels have it of each of their files. */
#ifndef HW_ARCHIVE_SHA256_H
#define HW_ARCHIVE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { HW_SHA256_BYTES = 32 };

void hw_sha256(const uint8_t *bytes, size_t length, uint8_t hash[HW_SHA256_BYTES]);

#endif
