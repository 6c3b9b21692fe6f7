/* SPDX-License-Identifier: MIT */
/* Generic addresses of kernel parameters (cvta.param), on Volta and later.
 *
 * A parameter that is `__grid_constant__` may be pointed to.  Compiled code adds its offset in bank 0 to the
 * bank's generic address, which the driver puts into the bank; on a chip the bank lies in device memory. Here
 * it has an address above all memory, and loads find the launch's own copy of the parameters there. */
#ifndef HW_MACHINE_MEMORY_PARAMETER_WINDOW_H
#define HW_MACHINE_MEMORY_PARAMETER_WINDOW_H

#include "machine/texture/texture_header.h"

/* The generic address of bank 0, behind the tables of textures and surfaces. */
#define HW_PARAMETER_WINDOW       (HW_DESCRIBED_FIRST + 2 * HW_DESCRIBED_SPAN)
#define HW_PARAMETER_WINDOW_BYTES UINT64_C(0x10000) /* a constant bank is not longer */

static inline bool hw_is_parameter_address(uint64_t address)
{
    return address - HW_PARAMETER_WINDOW < HW_PARAMETER_WINDOW_BYTES;
}

/* The bytes at such an address, for reading; NULL unless all are bytes of parameters. */
const uint8_t *hw_parameter_at(const struct hw_launch *launch, uint64_t address, size_t bytes);

#endif
