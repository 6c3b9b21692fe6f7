/* SPDX-License-Identifier: MIT */
/* Where the parameters of a launch lie in the memory of the host, for loads by their generic addresses. */
#include "machine/memory/parameter_window.h"

#include "machine/chip/kernel_abi.h"

const uint8_t *hw_parameter_at(const struct hw_launch *launch, uint64_t address, size_t bytes)
{
    const struct hw_bank_layout *layout = hw_kernel_abi_of(&launch->code.target)->bank_layout;

    if (!layout || layout->parameter_window == HW_NOT_IN_BANK || !hw_is_parameter_address(address))
        return NULL;
    const uint64_t offset = address - HW_PARAMETER_WINDOW, first = hw_launch_param_base(launch),
                   end = first + launch->param_bytes;
    if (offset < first || offset >= end || end - offset < bytes)
        return NULL;
    return launch->bank[0].data + offset;
}
