/* The generations' conventions, and bank 0 as the driver fills it.
 *
 * Tesla: the NV50 CUDA page of the nouveau wiki.  Maxwell and Pascal: read off compiled kernels that ask for
 * one special value each; that local memory ends with its 16 MiB window is how the special register LMemHiOff
 * is documented. */
#include "machine/convention.h"

#include "machine/place.h"
#include "ops/alu.h"

#include <stdlib.h>
#include <string.h>

#define BANK_UNIT 256u /* a constant buffer's size is a multiple of this */

static const struct hw_bank0 maxwell_bank0 = {
    .shared_window = {0x0, 0x100},
    .local_window = {0x4, 0x104},
    .block = 0x8,
    .grid = 0x14,
    .stack = 0x20,
    .grid_id = 0x28,
    .dynamic_shared = 0xfc,
    .params = 0x140,
};

static const struct hw_convention conventions[] = {
    {.isa = "tesla",
     .joins_by_flag = true,
     .special = hw_special_tesla,
     .ids_in_r0 = true,
     .code_unit = 4,
     .shared_header = 16,
     .local_unit = 16,
     .local_power = true,
     .address_mask = 0xffff},
    {.isa = "maxwell",
     .first_chip = HW_CHIP_GM107,
     .counts_threads = true,
     .special = hw_special_maxwell,
     .wide_addresses = true,
     .code_unit = 8,
     .local_unit = 16,
     .local_end = HW_GENERIC_WINDOW_BYTES,
     .address_mask = 0xffffffff,
     .bank0 = &maxwell_bank0},
};

const struct hw_convention *hw_convention_of(const struct hw_isa *isa)
{
    for (unsigned i = 1; i < sizeof conventions / sizeof conventions[0]; i++)
        if (strcmp(conventions[i].isa, hw_isa_name(isa)) == 0)
            return &conventions[i];
    return &conventions[0];
}

/* Buffers and variables for code with 64-bit addresses lie beyond the first 4 GiB, and a good way. */
#define WIDE_FIRST UINT64_C(0x200000000)

void hw_memory_fit(struct hw_memory *memory, const struct hw_target *target)
{
    if (!hw_convention_of(target->isa)->wide_addresses)
        hw_memory_alloc_within(memory, 0, UINT32_MAX);
    else
        hw_memory_alloc_within(memory, hw_memory_end(memory) > 2 * WIDE_FIRST ? WIDE_FIRST : 0, UINT64_MAX);
}

uint32_t hw_launch_local_bytes(const struct hw_launch *launch)
{
    const struct hw_convention *convention = hw_convention_of(launch->target.isa);
    const uint32_t unit = convention->local_unit, units = (launch->local_bytes + unit - 1) / unit;

    if (!convention->local_power)
        return units * unit;
    return units ? unit << (hw_local_size_log(launch->local_bytes) - 1) : 0;
}

static void put(uint8_t *bank, uint16_t place, const void *from, uint32_t bytes)
{
    if (place != HW_NO_PLACE)
        memcpy(bank + place, from, bytes);
}

static void fill(uint8_t *bank, const struct hw_bank0 *place, const struct hw_launch *launch, uint32_t stack)
{
    static const uint32_t shared[2] = {HW_SHARED_WINDOW, 0}, local[2] = {HW_LOCAL_WINDOW, 0};
    const uint64_t grid_id = launch->grid_id;

    put(bank, place->block, launch->block, 12);
    put(bank, place->grid, launch->grid, 12);
    put(bank, place->stack, &stack, 4);
    put(bank, place->grid_id, &grid_id, 8);
    put(bank, place->dynamic_shared, &launch->dynamic_shared_bytes, 4);
    for (unsigned i = 0; i < 2; i++) {
        put(bank, place->shared_window[i], &shared[i], 4);
        put(bank, place->local_window[i], &local[i], 4);
    }
    if (launch->param_bytes)
        put(bank, place->params, launch->params, launch->param_bytes);
}

bool hw_launch_complete(const struct hw_launch *launch, struct hw_launch *complete, uint8_t **bank0)
{
    const struct hw_convention *convention = hw_convention_of(launch->target.isa);
    const struct hw_bank *given = &launch->bank[0];

    *complete = *launch;
    *bank0 = NULL;
    if (!convention->bank0)
        return true;
    uint32_t bytes = convention->bank0->params + launch->param_bytes;
    if (bytes < given->bytes)
        bytes = given->bytes;
    bytes = (bytes + BANK_UNIT - 1) / BANK_UNIT * BANK_UNIT;
    *bank0 = calloc(1, bytes);
    if (!*bank0)
        return false;
    if (given->bytes)
        memcpy(*bank0, given->data, given->bytes);
    fill(*bank0, convention->bank0, launch, convention->local_end);
    complete->bank[0] = (struct hw_bank){.data = *bank0, .bytes = bytes};
    return true;
}
