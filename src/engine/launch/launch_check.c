/* SPDX-License-Identifier: MIT */
/* A launch is checked against the limits of the chip: one that exceeds a limit is refused with the number and
 * the limit. */
#include "machine/device_runtime.h"
#include "machine/warp.h"

#include <halfwarp/graphics.h>
#include <halfwarp/module.h>
#include <string.h>

#define PIECE_ALIGN 64u /* bytes: a group of instructions */

#define refuse(error, ...) hw_fail(error, HW_ERR_LAUNCH, "machine", __VA_ARGS__)

void hw_launch_init(struct hw_launch *launch, const struct hw_target *target, const struct hw_chip_info *chip,
                    struct hw_memory *memory)
{
    memset(launch, 0, sizeof *launch);
    launch->code.target = *target;
    launch->code.chip = chip;
    launch->memory = memory;
    launch->code.registers = chip->registers_per_thread;
    launch->shared_bytes = hw_kernel_abi_of(target)->shared_header;
    launch->grid[0] = launch->grid[1] = launch->grid[2] = 1;
    launch->block[0] = launch->block[1] = launch->block[2] = 1;
    launch->segment[14] = (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .limit = 0xffffffffu};
}

/* Code that nothing executes yet, on its own chip or by mistake on another. */
static hw_status check_runs(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_target *target = &launch->code.target;

    if (hw_kernel_abi_runs(hw_kernel_abi_of(target)))
        return HW_OK;
    const hw_status status = hw_chip_check_runs(launch->code.chip, error);
    return status == HW_OK ? refuse(error, "code for %s is not run, on %s neither",
                                    hw_isa_chip(target->isa, target->chip), launch->code.chip->name)
                           : status;
}

static hw_status check_dimension(struct hw_error *error, const char *what, uint32_t value, uint32_t max,
                                 const char *chip)
{
    if (value == 0)
        return refuse(error, "%s is 0; expected at least 1", what);
    if (value > max)
        return refuse(error, "%s is %u; %s allows %u", what, value, chip, max);
    return HW_OK;
}

/* What CUDA allows of a block.  On Tesla a launch may start a part of a block's threads: then its size is
 * limited only by the bits of its fields (BLOCKDIM has 16 bits for x and y) and of a thread's index ($r0 has
 * six for z).
 * @see the NV50 CUDA page of the nouveau wiki, "CP" */
static void limit_block(const struct hw_launch *launch, uint32_t max[3])
{
    const struct hw_chip_info *chip = launch->code.chip;

    max[0] = chip->block_x;
    max[1] = chip->block_y;
    max[2] = chip->block_z;
    if (launch->threads && hw_kernel_abi_of(&launch->code.target)->shared_header) {
        max[0] = max[1] = 65535;
        max[2] = 64;
    }
}

static hw_status check_shape(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_chip_info *chip = launch->code.chip;
    uint32_t max[3];
    limit_block(launch, max);
    const struct {
        const char *what;
        uint32_t value, max;
    } dimensions[] = {
        {"the grid's x", launch->grid[0], chip->grid_x}, {"the grid's y", launch->grid[1], chip->grid_y},
        {"the grid's z", launch->grid[2], chip->grid_z}, {"the block's x", launch->block[0], max[0]},
        {"the block's y", launch->block[1], max[1]},     {"the block's z", launch->block[2], max[2]},
    };
    for (unsigned i = 0; i < sizeof dimensions / sizeof dimensions[0]; i++) {
        hw_status status =
            check_dimension(error, dimensions[i].what, dimensions[i].value, dimensions[i].max, chip->name);
        if (status != HW_OK)
            return status;
    }
    const uint64_t whole = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (launch->threads > whole)
        return refuse(error, "%u threads per block were asked for, but the block has %u x %u x %u = %llu",
                      launch->threads, launch->block[0], launch->block[1], launch->block[2],
                      (unsigned long long)whole);
    if (hw_launch_threads(launch) > chip->threads_per_block)
        return refuse(error, "the block has %u threads; %s allows %u", hw_launch_threads(launch), chip->name,
                      chip->threads_per_block);
    if (launch->lanes != 0 && launch->lanes != 16 && launch->lanes != 32)
        return refuse(error, "a warp has %u lanes; expected 16 or 32", launch->lanes);
    if (launch->lanes == 16 && hw_kernel_abi_of(&launch->code.target)->has_its)
        return refuse(error, "a warp has 16 lanes; those of %s have 32", chip->name);
    uint32_t warps = (hw_launch_threads(launch) + hw_launch_lanes(launch) - 1) / hw_launch_lanes(launch);
    if (warps > chip->warps_per_mp)
        return refuse(error, "the block has %u warps; a multiprocessor of %s holds %u", warps, chip->name,
                      chip->warps_per_mp);
    return HW_OK;
}

static hw_status check_registers(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_chip_info *chip = launch->code.chip;
    uint64_t registers = (uint64_t)launch->code.registers * hw_launch_threads(launch);

    if (launch->code.registers == 0 || launch->code.registers > chip->registers_per_thread)
        return refuse(error, "%u registers per thread; expected 1 to %u", launch->code.registers,
                      chip->registers_per_thread);
    if (registers > chip->registers_per_block)
        return refuse(error, "%u threads of %u registers need %llu registers; a block of %s has %u",
                      hw_launch_threads(launch), launch->code.registers, (unsigned long long)registers,
                      chip->name, chip->registers_per_block);
    return HW_OK;
}

static hw_status check_parameters(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const struct hw_bank_layout *layout = hw_kernel_abi_of(&launch->code.target)->bank_layout;
    const uint32_t first = layout ? layout->params & 0xffff : 0;

    if (launch->param_bytes > chip->parameter_bytes)
        return refuse(error, "%u bytes of parameters; %s takes %u", launch->param_bytes, chip->name,
                      chip->parameter_bytes);
    if (launch->param_bytes > 0 && !launch->params)
        return refuse(error, "%u bytes of parameters, but no pointer to them", launch->param_bytes);
    if (layout && launch->param_base &&
        (launch->param_base < first || launch->param_base > HW_CONST_BANK_BYTES - launch->param_bytes))
        return refuse(error, "the parameters begin at 0x%x of constant bank 0; expected 0x%x to 0x%x",
                      launch->param_base, first, HW_CONST_BANK_BYTES - launch->param_bytes);
    return HW_OK;
}

static hw_status check_resources(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t header = hw_kernel_abi_of(&launch->code.target)->shared_header;

    if (header && launch->shared_bytes < header + launch->param_bytes)
        return refuse(error,
                      "%u bytes of shared memory do not hold the %u-byte header and %u bytes of parameters",
                      launch->shared_bytes, header, launch->param_bytes);
    if (launch->shared_bytes > chip->shared_per_block)
        return refuse(error, "%u bytes of shared memory; a block of %s has %u", launch->shared_bytes,
                      chip->name, chip->shared_per_block);
    if (launch->local_bytes > chip->local_per_thread)
        return refuse(error, "%u bytes of local memory per thread; %s allows %u", launch->local_bytes,
                      chip->name, chip->local_per_thread);
    return HW_OK;
}

static hw_status check_bindings(const struct hw_launch *launch, struct hw_error *error)
{
    for (unsigned i = 0; i < HW_BANKS; i++)
        if (launch->bank[i].bytes > HW_CONST_BANK_BYTES)
            return refuse(error, "constant space c%u has %u bytes; at most %u can be addressed", i,
                          launch->bank[i].bytes, HW_CONST_BANK_BYTES);
    for (unsigned i = 0; i < HW_SEGMENTS; i++)
        if (launch->segment[i].mode == HW_SEGMENT_TILED && launch->segment[i].tile_mode > 7)
            return refuse(error, "global space g%u has tile mode %u; expected 0 to 7", i,
                          launch->segment[i].tile_mode);
    return HW_OK;
}

/* An area of a Tesla launch has space for so many warps. */
static hw_status check_area(const struct hw_launch *launch, const struct hw_area *area, const char *name,
                            struct hw_error *error)
{
    const uint32_t warps = hw_launch_warps(launch), log = area->warps_log;

    if (!area->memory)
        return HW_OK;
    if (!hw_kernel_abi_of(&launch->code.target)->shared_header)
        return refuse(error, "an area for the %s; only Tesla's chips have one", name);
    if (log > 4 && log != 7)
        return refuse(error, "the area for the %s has room for 2^%u warps; expected 0 to 4, or 7 for 2^5",
                      name, log);
    if (!area->aliases && warps > 1u << (log == 7 ? 5 : log))
        return refuse(error, "the block has %u warps; the area for the %s has room for %u", warps, name,
                      1u << (log == 7 ? 5 : log));
    return HW_OK;
}

static hw_status check_location(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t units = launch->placement.units;

    if (units && (!(units & 0xffff) || !(units >> 24 & 0xf) || (units & 0xf0ff0000) ||
                  (units & 0xffff) >> chip->tps || (units >> 24 & 0xf) >> chip->mps_per_tp))
        return refuse(error, "the active units are 0x%08x; %s has %u clusters of %u multiprocessors", units,
                      chip->name, chip->tps, chip->mps_per_tp);
    hw_status status = check_area(launch, &launch->placement.local, "local memory", error);
    return status == HW_OK ? check_area(launch, &launch->placement.stack, "control-flow stack", error)
                           : status;
}

/* Pieces are in the order of their addresses, with gaps between them that no code runs through. */
static hw_status check_pieces(const struct hw_launch *launch, uint32_t unit, struct hw_error *error)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < hw_code_pieces(&launch->code); i++) {
        const struct hw_code_piece piece = hw_code_piece(&launch->code, i);
        if ((i && piece.address <= end) || piece.address % PIECE_ALIGN || piece.offset % PIECE_ALIGN)
            return refuse(error,
                          "piece %u of the code lies at 0x%x, from byte 0x%x on; expected multiples of %u, "
                          "in order and not overlapping",
                          i, piece.address, piece.offset, PIECE_ALIGN);
        end = (uint64_t)piece.address + piece.bytes;
        if (piece.bytes % unit || end > HW_DEVICE_CALL_BASE || piece.offset > launch->code.bytes ||
            launch->code.bytes - piece.offset < piece.bytes)
            return refuse(error, "piece %u of the code has 0x%x bytes from 0x%x on; the code has 0x%zx", i,
                          piece.bytes, piece.offset, launch->code.bytes);
    }
    return HW_OK;
}

static hw_status check_code(const struct hw_launch *launch, struct hw_error *error)
{
    const uint32_t unit = hw_isa_unit(launch->code.target.isa);

    if (launch->code.bytes < unit || launch->code.bytes > 1 << 24 || launch->code.bytes % unit != 0)
        return refuse(error, "the code has %zu bytes; expected a multiple of %u up to 16777216",
                      launch->code.bytes, unit);
    if (launch->code.entry % unit != 0 || launch->code.entry >= hw_code_end(&launch->code))
        return refuse(error,
                      "the entry point 0x%x lies outside the code (0x%zx bytes) or is no multiple of %u",
                      launch->code.entry, launch->code.bytes, unit);
    return check_pieces(launch, unit, error);
}

/* A graphics launch: a warp a block, as many as the threads need. */
static hw_status check_graphics(const struct hw_launch *launch, struct hw_error *error)
{
    const struct hw_graphics *graphics = launch->graphics;
    const uint32_t lanes = hw_launch_lanes(launch);
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];

    if (!graphics)
        return HW_OK;
    if (launch->code.target.program == HW_PROGRAM_CP ||
        !hw_kernel_abi_of(&launch->code.target)->shared_header)
        return refuse(error, "inputs and outputs are for graphics programs of Tesla's chips; this is %s",
                      hw_program_name(launch->code.target.program));
    if (graphics->threads == 0 || hw_launch_threads(launch) != lanes || launch->block[0] != lanes ||
        blocks != ((uint64_t)graphics->threads + lanes - 1) / lanes)
        return refuse(error,
                      "%u threads of a graphics program; expected blocks of %u threads, as many as needed",
                      graphics->threads, lanes);
    if (graphics->output_words == 0 || graphics->output_words > HW_OUTPUTS || graphics->records == 0)
        return refuse(error,
                      "%u records of %u words of output; expected at least one record, of 1 to %d words",
                      graphics->records, graphics->output_words, HW_OUTPUTS);
    if ((!graphics->input && hw_graphics_input_words(graphics)) || !graphics->output || !graphics->thread)
        return refuse(error, "a graphics program without a place for its inputs or outputs");
    return HW_OK;
}

hw_status hw_launch_check(const struct hw_launch *launch, struct hw_error *error)
{
    if (!launch->code.chip || !launch->memory || !launch->code.data || !launch->code.target.isa)
        return hw_fail(error, HW_ERR_ARGUMENT, "machine",
                       "a launch needs a target, a chip, a memory and code");
    hw_status status = check_runs(launch, error);
    if (status == HW_OK)
        status = check_shape(launch, error);
    if (status == HW_OK)
        status = check_registers(launch, error);
    if (status == HW_OK)
        status = check_parameters(launch, error);
    if (status == HW_OK)
        status = check_resources(launch, error);
    if (status == HW_OK)
        status = check_bindings(launch, error);
    if (status == HW_OK)
        status = check_location(launch, error);
    if (status == HW_OK)
        status = check_graphics(launch, error);
    if (status == HW_OK)
        status = check_code(launch, error);
    return status;
}
