/* SPDX-License-Identifier: MIT */
/* The kernel ABI of each generation, and the constant banks as the driver fills them.
 *
 * Sources.  Tesla: the NV50 CUDA page of the nouveau wiki.  Kepler and later: read off compiled kernels that
 * ask for one special value each (sm_70 to sm_89: by ptxas 11.8, 12.4 and 13.0; read in full are sm_70, 75
 * and 80 of 12.4 and sm_75 of 13.0, which are the same).  Fermi: read off the programs of CUDA's SDK 4.2,
 * which exist for both.  That local memory ends with its 16 MiB window is how the special register LMemHiOff
 * is documented. */
#include "machine/chip/kernel_abi.h"

#include "environment.h"

#include "isa/isas.h"
#include "machine/chip/sm_location.h"
#include "machine/chip/shared_layout.h"
#include "machine/memory/parameter_window.h"
#include "ops/select/chip_traits.h"

#include <halfwarp/surface.h>

#include <stdlib.h>
#include <string.h>

#define BANK_UNIT 256u /* a constant buffer's size is a multiple of this */

#define IN_BANK(bank, offset) ((uint32_t)(bank) << 16 | (offset))

static const struct hw_bank_layout fermi_bank_layout = {
    .shared_window = {IN_BANK(0, 0x0), HW_NOT_IN_BANK},
    .local_window = {IN_BANK(0, 0x4), HW_NOT_IN_BANK},
    .constants = HW_NOT_IN_BANK,
    .block = IN_BANK(0, 0x8),
    .grid = IN_BANK(0, 0x14),
    .stack = IN_BANK(1, 0x100),
    .grid_id = HW_NOT_IN_BANK,
    .dynamic_shared = HW_NOT_IN_BANK,
    .grid_workspace = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .multiprocessors = HW_NOT_IN_BANK,
    .reserved_shared = HW_NOT_IN_BANK,
    .reserved_end = HW_NOT_IN_BANK,
    .reserved_groups = HW_NOT_IN_BANK,
    .clock_tries = HW_NOT_IN_BANK,
    .descriptions = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .parameter_window = HW_NOT_IN_BANK,
    .params_last = HW_NOT_IN_BANK,
    .current_graph = HW_NOT_IN_BANK,
    .params = IN_BANK(0, 0x20),
};

static const struct hw_bank_layout kepler_bank_layout = {
    .shared_window = {IN_BANK(0, 0x20), HW_NOT_IN_BANK},
    .local_window = {IN_BANK(0, 0x24), HW_NOT_IN_BANK},
    .constants = IN_BANK(0, 0xf0),
    .block = IN_BANK(0, 0x28),
    .grid = IN_BANK(0, 0x34),
    .stack = IN_BANK(0, 0x44),
    .grid_id = IN_BANK(0, 0xdc),
    .dynamic_shared = IN_BANK(0, 0x114),
    .grid_workspace = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .multiprocessors = HW_NOT_IN_BANK,
    .reserved_shared = HW_NOT_IN_BANK,
    .reserved_end = HW_NOT_IN_BANK,
    .reserved_groups = HW_NOT_IN_BANK,
    .clock_tries = HW_NOT_IN_BANK,
    .descriptions = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .parameter_window = HW_NOT_IN_BANK,
    .params_last = HW_NOT_IN_BANK,
    .current_graph = HW_NOT_IN_BANK,
    .params = IN_BANK(0, 0x140),
};

/* Where the graph is that a launch is a node of: as ptxas of CUDA 12.4 and 13.0 reads %current_graph_exec. */
#define MAXWELL_BANKS                                                                                     \
    .constants = IN_BANK(0, 0xd0), .block = IN_BANK(0, 0x8), .grid = IN_BANK(0, 0x14),                    \
    .stack = IN_BANK(0, 0x20), .grid_id = IN_BANK(0, 0x28), .dynamic_shared = IN_BANK(0, 0xfc),           \
    .grid_workspace = {IN_BANK(0, 0x34), IN_BANK(0, 0x38)}, .multiprocessors = HW_NOT_IN_BANK,            \
    .reserved_shared = HW_NOT_IN_BANK, .reserved_end = HW_NOT_IN_BANK, .reserved_groups = HW_NOT_IN_BANK, \
    .clock_tries = IN_BANK(0, 0x10c), .descriptions = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},                   \
    .parameter_window = HW_NOT_IN_BANK, .params_last = HW_NOT_IN_BANK, .params = IN_BANK(0, 0x140)

static const struct hw_bank_layout maxwell_bank_layout = {
    .shared_window = {IN_BANK(0, 0x0), HW_NOT_IN_BANK},
    .local_window = {IN_BANK(0, 0x4), HW_NOT_IN_BANK},
    .current_graph = IN_BANK(0, 0x100),
    MAXWELL_BANKS,
};

static const struct hw_bank_layout pascal_bank_layout = {
    .shared_window = {IN_BANK(0, 0x0), IN_BANK(0, 0x100)},
    .local_window = {IN_BANK(0, 0x4), IN_BANK(0, 0x104)},
    .current_graph = IN_BANK(0, 0x118),
    MAXWELL_BANKS,
};

#define VOLTA_BANKS                                                                               \
    .shared_window = {IN_BANK(0, 0x18), IN_BANK(0, 0x1c)},                                        \
    .local_window = {IN_BANK(0, 0x20), IN_BANK(0, 0x24)}, .constants = IN_BANK(0, 0x50),          \
    .block = IN_BANK(0, 0x0), .grid = IN_BANK(0, 0xc), .stack = IN_BANK(0, 0x28),                 \
    .grid_id = IN_BANK(0, 0x30), .dynamic_shared = IN_BANK(0, 0x2c),                              \
    .grid_workspace = {IN_BANK(0, 0x8c), IN_BANK(0, 0x90)}, .multiprocessors = IN_BANK(0, 0x10c), \
    .parameter_window = IN_BANK(0, 0x40), .clock_tries = HW_NOT_IN_BANK,                          \
    .descriptions = {IN_BANK(0, 0x70), IN_BANK(0, 0x80)}, .params = IN_BANK(0, 0x160)

static const struct hw_bank_layout volta_bank_layout = {
    .reserved_shared = HW_NOT_IN_BANK,
    .reserved_end = HW_NOT_IN_BANK,
    .reserved_groups = HW_NOT_IN_BANK,
    .params_last = IN_BANK(0, 0x114),
    .current_graph = IN_BANK(0, 0x120),
    VOLTA_BANKS,
};

/* 0x118 holds the descriptor of global memory, which has no effect here. */
static const struct hw_bank_layout ampere_bank_layout = {
    .reserved_shared = IN_BANK(0, 0x114),
    .reserved_end = IN_BANK(0, 0x120),
    .reserved_groups = IN_BANK(0, 0x124),
    .params_last = IN_BANK(0, 0x12c),
    .current_graph = IN_BANK(0, 0x130),
    VOLTA_BANKS,
};

/* 0x140 says whether the launch has clusters, 0x144 to 0x188 how large they are; 0x208 holds the descriptor
 * of global memory.  Shared memory has no window in the bank: a special register holds the word above. */
static const struct hw_bank_layout hopper_bank_layout = {
    .shared_window = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .local_window = {IN_BANK(0, 0x20), IN_BANK(0, 0x24)},
    .constants = IN_BANK(0, 0xd0),
    .block = IN_BANK(0, 0x0),
    .grid = IN_BANK(0, 0xc),
    .stack = IN_BANK(0, 0x28),
    .grid_id = IN_BANK(0, 0x30),
    .dynamic_shared = IN_BANK(0, 0x2c),
    .grid_workspace = {IN_BANK(0, 0x44), IN_BANK(0, 0x48)},
    .multiprocessors = IN_BANK(0, 0x10c),
    .parameter_window = IN_BANK(0, 0x198),
    .clock_tries = HW_NOT_IN_BANK,
    .descriptions = {IN_BANK(0, 0xf0), IN_BANK(0, 0x100)},
    .reserved_shared = IN_BANK(0, 0x114),
    .reserved_end = IN_BANK(0, 0x68),
    .reserved_groups = IN_BANK(0, 0x6c),
    .params_last = IN_BANK(0, 0x1a0),
    .current_graph = IN_BANK(0, 0x190),
    .params = IN_BANK(0, 0x210),
};

/* The words from 0x200 to 0x29f follow 0xa0 below for each size of clusters of a launch but the first: code
 * subtracts that times SR_CgaSize, which is 0 here. */
static const struct hw_bank_layout blackwell_bank_layout = {
    .shared_window = {HW_NOT_IN_BANK, HW_NOT_IN_BANK},
    .local_window = {IN_BANK(0, 0x2f8), IN_BANK(0, 0x2fc)},
    .constants = IN_BANK(0, 0x120),
    .block = IN_BANK(0, 0x360),
    .grid = IN_BANK(0, 0x370),
    .stack = IN_BANK(0, 0x37c),
    .grid_id = IN_BANK(0, 0x140),
    .dynamic_shared = IN_BANK(0, 0x2ac),
    .grid_workspace = {IN_BANK(0, 0x254), IN_BANK(0, 0x258)},
    .multiprocessors = IN_BANK(0, 0x2d0),
    .parameter_window = IN_BANK(0, 0x348),
    .clock_tries = HW_NOT_IN_BANK,
    .descriptions = {IN_BANK(0, 0x150), IN_BANK(0, 0x160)},
    .reserved_shared = IN_BANK(0, 0x16c),
    .reserved_end = IN_BANK(0, 0x278),
    .reserved_groups = IN_BANK(0, 0x27c),
    .params_last = IN_BANK(0, 0x350),
    .current_graph = IN_BANK(0, 0x2e8),
    .params = IN_BANK(0, 0x380),
};

/* Common to the generations with predicates. */
#define LATER                                                                                               \
    .counts_threads = true, .wide_addresses = true, .local_unit = 16, .local_end = HW_GENERIC_WINDOW_BYTES, \
    .address_mask = 0xffffffff, .cond_codes = 1, .predicates = 7, .accesses_say_size = true

#define WINDOWS .windows = {0, HW_SHARED_WINDOW, HW_LOCAL_WINDOW}

#define MAXWELL                                                                     \
    .special = hw_special_maxwell, .special_lifetime = hw_special_lifetime_maxwell, \
    .offsets_in_layer = true, .layer_is_last = true, WINDOWS, LATER

#define VOLTA                                                                                            \
    .has_its = true, .atomics_reach_shared = true, .uniform_registers = 63, .special = hw_special_volta, \
    .special_lifetime = hw_special_lifetime_volta, .offsets_in_layer = true, .layer_is_last = true, LATER

#define HOPPER                                                                                        \
    .windows = {HW_CLUSTER_WINDOWS, 0, HW_LOCAL_WINDOW}, .shared_first = 1024, .counts_copies = true, \
    .uniform_handles = true, VOLTA
#define BLACKWELL .bank_layout = &blackwell_bank_layout, HOPPER

static const struct hw_kernel_abi kernel_abis[] = {
    {.isa = &hw_isa_tesla,
     .full_path_joins = true,
     .special = hw_special_tesla,
     .special_lifetime = hw_special_lifetime_tesla,
     .ids_in_r0 = true,
     .shared_header = 16,
     .local_unit = 16,
     .local_power = true,
     .address_mask = 0xffff,
     .cond_codes = 4,
     .addr_registers = 8,
     .named_halves = true},
    {.isa = &hw_isa_fermi,
     .chip = HW_CHIP_GF100,
     .special = hw_special_fermi,
     .grid_id_register = 44,
     .special_lifetime = hw_special_lifetime_fermi,
     .bank_layout = &fermi_bank_layout,
     .texture_slots = true,
     .surface_slot_first = true,
     WINDOWS,
     LATER},
    {.isa = &hw_isa_fermi,
     .variant = 1,
     .chip = HW_CHIP_GK104,
     .special = hw_special_fermi,
     .grid_id_register = 44,
     .special_lifetime = hw_special_lifetime_fermi,
     .bank_layout = &kepler_bank_layout,
     .one_source_list = true,
     .offsets_in_layer = true,
     .surface_slot_first = true,
     WINDOWS,
     LATER},
    {.isa = &hw_isa_kepler,
     .chip = HW_CHIP_GK110,
     .special = hw_special_maxwell,
     .special_lifetime = hw_special_lifetime_maxwell,
     .bank_layout = &kepler_bank_layout,
     .one_source_list = true,
     .offsets_in_layer = true,
     .surface_slot_first = true,
     WINDOWS,
     LATER},
    {.isa = &hw_isa_maxwell, .chip = HW_CHIP_GM107, .bank_layout = &maxwell_bank_layout, MAXWELL},
    {.isa = &hw_isa_maxwell,
     .variant = HW_CHIP_GP100 - HW_CHIP_GM107,
     .chip = HW_CHIP_GP100,
     .bank_layout = &pascal_bank_layout,
     MAXWELL},
    {.isa = &hw_isa_volta, .chip = HW_CHIP_GV100, .bank_layout = &volta_bank_layout, WINDOWS, VOLTA},
    {.isa = &hw_isa_volta,
     .variant = HW_CHIP_GA100 - HW_CHIP_GV100,
     .chip = HW_CHIP_GA100,
     .bank_layout = &ampere_bank_layout,
     WINDOWS,
     VOLTA},
    {.isa = &hw_isa_volta,
     .variant = HW_CHIP_GH100 - HW_CHIP_GV100,
     .chip = HW_CHIP_GH100,
     .bank_layout = &hopper_bank_layout,
     .not_run = true,
     .preview = true,
     HOPPER},
    {.isa = &hw_isa_blackwell, .chip = HW_CHIP_GB100, .not_run = true, .preview = true, BLACKWELL},
    {.isa = &hw_isa_blackwell,
     .variant = HW_CHIP_GR100 - HW_CHIP_GB100,
     .chip = HW_CHIP_GR100,
     .not_run = true,
     BLACKWELL},
    {.isa = &hw_isa_blackwell,
     .variant = HW_CHIP_GB10B - HW_CHIP_GB100,
     .chip = HW_CHIP_GB10B,
     .not_run = true,
     .preview = true,
     BLACKWELL},
};

const struct hw_kernel_abi *hw_kernel_abi_of(const struct hw_target *target)
{
    for (unsigned i = sizeof kernel_abis / sizeof kernel_abis[0] - 1; i > 0; i--)
        if (kernel_abis[i].isa == target->isa && kernel_abis[i].variant <= target->chip)
            return &kernel_abis[i];
    return &kernel_abis[0];
}

bool hw_kernel_abi_runs(const struct hw_kernel_abi *kernel_abi)
{
    return !kernel_abi->not_run || (kernel_abi->preview && hw_environment_is_on(HW_ENVIRONMENT_PREVIEW));
}

hw_status hw_target_of_code(const struct hw_chip_info *chip, const char *code, struct hw_target *target,
                            struct hw_error *error)
{
    struct hw_target of_code;
    hw_status status = hw_target_find(chip->variant, target, error);

    if (status == HW_OK)
        status = hw_target_find(code, &of_code, error);
    if (status == HW_OK && of_code.isa != target->isa)
        *target = of_code;
    return status;
}

const struct hw_chip_traits *hw_traits_of(const struct hw_target *target)
{
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(target);

    return hw_chip_traits_of((enum hw_chip)(kernel_abi->chip + target->chip - kernel_abi->variant));
}

/* Buffers and variables for code with 64-bit addresses lie far beyond the first 4 GiB. */
#define WIDE_FIRST UINT64_C(0x200000000)

void hw_memory_fit(struct hw_memory *memory, const struct hw_target *target, unsigned address_bits)
{
    if (!hw_kernel_abi_of(target)->wide_addresses || address_bits == 32)
        hw_memory_alloc_within(memory, 0, UINT32_MAX);
    else
        hw_memory_alloc_within(memory, hw_memory_end(memory) > 2 * WIDE_FIRST ? WIDE_FIRST : 0, UINT64_MAX);
}

uint32_t hw_launch_local_bytes(const struct hw_launch *launch)
{
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(&launch->code.target);
    const uint32_t unit = kernel_abi->local_unit, units = (launch->local_bytes + unit - 1) / unit;

    if (!kernel_abi->local_power)
        return units * unit;
    return units ? unit << (hw_local_size_log(launch->local_bytes) - 1) : 0;
}

/* --- what the launch puts into constant banks --- */

/* A value that the launch puts into a constant bank. */
struct item {
    uint32_t location; /* bank and offset, as in struct hw_bank_layout */
    const void *from;
    uint32_t bytes;
};

#define ITEMS 23

static bool grow_bank(struct hw_filled_bank *filled, uint32_t bytes)
{
    if (bytes <= filled->capacity)
        return true;
    free(filled->data);
    filled->data = malloc(bytes);
    filled->capacity = filled->data ? bytes : 0;
    return filled->data != NULL;
}

/* Replace a bank by a copy that is long enough for its items, with them; where it has none the bank stays. */
static bool fill_bank(struct hw_bank *bank, unsigned number, const struct item item[ITEMS],
                      struct hw_filled_bank *filled)
{
    uint32_t bytes = 0;

    for (unsigned i = 0; i < ITEMS; i++)
        if (item[i].location >> 16 == number && bytes < (item[i].location & 0xffff) + item[i].bytes)
            bytes = (item[i].location & 0xffff) + item[i].bytes;
    if (bytes == 0)
        return true;
    if (bytes < bank->bytes)
        bytes = bank->bytes;
    bytes = (bytes + BANK_UNIT - 1) / BANK_UNIT * BANK_UNIT;
    if (!grow_bank(filled, bytes))
        return false;
    if (bank->bytes)
        memcpy(filled->data, bank->data, bank->bytes);
    memset(filled->data + bank->bytes, 0, bytes - bank->bytes);
    for (unsigned i = 0; i < ITEMS; i++)
        if (item[i].location >> 16 == number && item[i].bytes)
            memcpy(filled->data + (item[i].location & 0xffff), item[i].from, item[i].bytes);
    *bank = (struct hw_bank){.data = filled->data, .bytes = bytes};
    return true;
}

/* The bytes of bank 0 that a texture or surface reference takes. */
static uint32_t reference_bytes(const struct hw_reference *reference)
{
    return reference->kind == HW_REFERENCE_DESCRIPTOR ? 4 * HW_SURFACE_WORDS
           : reference->kind == HW_REFERENCE_HANDLE   ? 4
                                                      : 0;
}

static bool ranges_overlap(uint32_t first, uint32_t bytes, uint32_t other, uint32_t other_bytes)
{
    return bytes && other_bytes && first < other + other_bytes && other < first + bytes;
}

/* Write the handles and descriptors of the textures and surfaces that the kernel's file names to bank 0. */
static void fill_references(const struct hw_launch *launch, uint8_t *bank, uint32_t bytes)
{
    for (size_t i = 0; i < launch->textures.reference_count; i++) {
        const struct hw_reference *reference = &launch->textures.references[i];
        const bool is_descriptor = reference->kind == HW_REFERENCE_DESCRIPTOR;
        uint32_t word[HW_SURFACE_WORDS] = {reference->entry};

        if (is_descriptor) /* where there is no such surface: an empty descriptor */
            (void)hw_surface_describe(reference->entry < launch->textures.bindless_count
                                          ? launch->textures.bindless[reference->entry].surface
                                          : NULL,
                                      reference->entry, word, NULL);
        const uint32_t size = reference_bytes(reference);
        if (size && reference->offset < bytes && bytes - reference->offset >= size)
            memcpy(bank + reference->offset, word, size);
    }
}

/* Values of items that have to be computed. */
struct launch_values {
    uint64_t grid_id;
    uint32_t multiprocessors, params_last;
    struct hw_shared_layout shared;
};

/* Parameters begin where the kernel's cubin says: ptxas puts many of them elsewhere than few. */
uint32_t hw_launch_param_base(const struct hw_launch *launch)
{
    return launch->param_base ? launch->param_base
                              : hw_kernel_abi_of(&launch->code.target)->bank_layout->params & 0xffff;
}

static struct launch_values values_of(const struct hw_launch *launch)
{
    return (struct launch_values){.grid_id = launch->grid_id,
                                  .multiprocessors = launch->code.chip->tps * launch->code.chip->mps_per_tp,
                                  .params_last = hw_launch_param_base(launch) + launch->param_bytes - 1,
                                  .shared = hw_shared_layout(launch)};
}

/* List the items of a launch: location, value, bytes. */
static void list_items(const struct hw_launch *launch, const struct launch_values *values,
                       struct item item[ITEMS])
{
    static const uint32_t tries = ~0u;
    static const uint64_t textures = HW_DESCRIBED_FIRST, surfaces = HW_DESCRIBED_FIRST + HW_DESCRIBED_SPAN,
                          parameters = HW_PARAMETER_WINDOW;
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(&launch->code.target);
    const struct hw_bank_layout *layout = kernel_abi->bank_layout;
    const struct item list[ITEMS] = {
        {layout->block, launch->block, 12},
        {layout->grid, launch->grid, 12},
        {layout->stack, &kernel_abi->local_end, 4},
        {layout->grid_id, &values->grid_id, 8},
        {layout->dynamic_shared, &launch->dynamic_shared_bytes, 4},
        {layout->shared_window[0], &kernel_abi->windows.shared, 4},
        {layout->shared_window[1], &kernel_abi->windows.high, 4},
        {layout->local_window[0], &kernel_abi->windows.local, 4},
        {layout->local_window[1], &kernel_abi->windows.high, 4},
        {layout->constants, &launch->constants, 8},
        {layout->parameter_window, &parameters, 8},
        {layout->params_last, &values->params_last, 4},
        {layout->grid_workspace[0], (const uint8_t *)&launch->grid_workspace + 4, 4},
        {layout->grid_workspace[1], &launch->grid_workspace, 4},
        {layout->multiprocessors, &values->multiprocessors, 4},
        {layout->reserved_shared, &launch->code.chip->shared_reserved, 4},
        {layout->reserved_end, &values->shared.used, 4},
        {layout->reserved_groups, &values->shared.groups, 4},
        {layout->clock_tries, &tries, 4},
        {layout->descriptions[0], &textures, 8},
        {layout->descriptions[1], &surfaces, 8},
        {layout->current_graph, &launch->graph, 8},
        {IN_BANK(layout->params >> 16, hw_launch_param_base(launch)), launch->params, launch->param_bytes},
    };

    memcpy(item, list, sizeof list);
}

bool hw_launch_fills(const struct hw_launch *launch, unsigned bank, uint32_t offset, uint32_t bytes)
{
    struct item item[ITEMS];

    if (!hw_kernel_abi_of(&launch->code.target)->bank_layout)
        return false;
    const struct launch_values values = values_of(launch);
    list_items(launch, &values, item);
    for (unsigned i = 0; i < ITEMS; i++)
        if (item[i].location >> 16 == bank &&
            ranges_overlap(item[i].location & 0xffff, item[i].bytes, offset, bytes))
            return true;
    for (size_t i = 0; bank == 0 && i < launch->textures.reference_count; i++)
        if (ranges_overlap(launch->textures.references[i].offset,
                           reference_bytes(&launch->textures.references[i]), offset, bytes))
            return true;
    return false;
}

bool hw_launch_complete(const struct hw_launch *launch, struct hw_launch *complete,
                        struct hw_filled_bank filled[HW_FILLED_BANKS])
{
    struct item item[ITEMS];
    bool ok = true;

    *complete = *launch;
    if (!hw_kernel_abi_of(&launch->code.target)->bank_layout)
        return true;
    const struct launch_values values = values_of(launch);
    list_items(launch, &values, item);
    for (unsigned number = 0; ok && number < HW_FILLED_BANKS; number++)
        ok = fill_bank(&complete->bank[number], number, item, &filled[number]);
    if (ok && complete->bank[0].data == filled[0].data)
        fill_references(launch, filled[0].data, complete->bank[0].bytes);
    return ok;
}
