/* SPDX-License-Identifier: MIT */
/* Which memory a device has where nobody says, and whether the host can back an allocation. */
#ifndef HW_CUDA_CORE_MEMORY_HOST_MEMORY_H
#define HW_CUDA_CORE_MEMORY_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct hw_card;
struct hw_chip_info;
struct hw_cuda_device;

/* The card whose memory a device has: of a chip (`card` is NULL) the one that it is best known by; NULL: none
 * is known. */
const struct hw_card *hw_cuda_memory_card(const struct hw_chip_info *chip, const struct hw_card *card);
/* As much as that card has; but no more than a quarter of the addresses that the process may have (ulimit
 * -v), since device memory is in a window of half of them and does not fill it. */
uint64_t hw_cuda_usual_memory(const struct hw_chip_info *chip, const struct hw_card *card);
/* Whether the host can be expected to back an allocation; false: *left bytes are. */
bool hw_cuda_host_backs(const struct hw_cuda_device *device, uint64_t bytes, uint64_t *left);
/* Whether the host has so much for an allocation of its own, which may use `beside` bytes of something else,
 * too; false: *left bytes are.  Small ones are not looked at. */
bool hw_cuda_host_has(uint64_t bytes, uint64_t beside, uint64_t *left);

#endif
