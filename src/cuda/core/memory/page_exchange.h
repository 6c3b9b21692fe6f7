/* SPDX-License-Identifier: MIT */
/* Pages of the program exchanged for others with the same contents, in their place: the program goes on with
 * the same addresses.  They may be of the stack that it runs on. */
#ifndef HW_CUDA_CORE_MEMORY_PAGE_EXCHANGE_H
#define HW_CUDA_CORE_MEMORY_PAGE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hw_page_exchange {
    HW_PAGES_EXCHANGED,
    HW_PAGES_NOT_WRITABLE, /* or not there */
    HW_PAGES_NO_MEMORY
};

/* Whole pages become those of a file, from `skip` bytes on.  Between the copy and the exchange nothing is
 * allocated: they may be the heap's.  Other threads of the program may write to what else is on the pages:
 * they wait meanwhile, on hosts that can do that. */
enum hw_page_exchange hw_pages_to_file(uint8_t *first, size_t bytes, int file, uint64_t skip);

/* Whole pages become private ones, with the contents that `held` has. */
enum hw_page_exchange hw_pages_to_private(uint8_t *first, size_t bytes, const uint8_t *held);

#endif
