/* SPDX-License-Identifier: MIT */
/* Packing is what decompress.c undoes. */
#ifndef HW_ARCHIVE_PACK_H
#define HW_ARCHIVE_PACK_H

#include "archive/scan.h"

/* `size` bytes packed as small as the method can, made with malloc for the caller to free. */
hw_status hw_pack(enum hw_packing packing, const uint8_t *from, size_t size, uint8_t **packed, size_t *length,
                  struct hw_error *error);

/* The same with raw deflate, as zip files have it. */
hw_status hw_deflate(const uint8_t *from, size_t size, uint8_t **packed, size_t *length,
                     struct hw_error *error);

#endif
