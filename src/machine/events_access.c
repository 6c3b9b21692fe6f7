/* SPDX-License-Identifier: MIT */
/* Instrumentation of memory accesses: listeners get the address of each lane, and its address space. */
#include "machine/events.h"

#include "machine/memory/access_generic.h"

/* The executing lanes' addresses, and zeros, as the access will compute them (stream_memory_ops.h). */
static void find_addresses(const struct hw_regs *regs, const struct hw_program_access *access,
                           uint64_t address[HW_LANES])
{
    static const hw_lanes zero;
    const uint32_t *low = access->reg == HW_NO_REGISTER ? zero : regs->reg[access->reg], *high;

    if (access->wide) {
        high = regs->reg[access->reg + 1];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[lane] =
                ((uint64_t)high[lane] << 32 | low[lane]) + (uint64_t)(int64_t)(int32_t)access->offset;
    } else {
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[lane] = (low[lane] + access->offset) & access->mask;
    }
    for (uint32_t others = ~regs->exec; others; others &= others - 1)
        address[hw_lowest_lane(others)] = 0;
}

/* Tesla's global spaces are segments; an address outside is reported as the offset that it is. */
static uint64_t in_segment(const struct hw_launch *launch, const struct hw_program_access *access,
                           uint64_t offset)
{
    uint64_t address;

    return hw_segment_address(&launch->segment[access->index % HW_SEGMENTS], (uint32_t)offset, &address)
               ? address
               : offset;
}

static void notify_access(const struct hw_launch *launch, struct hw_access_event *event, unsigned space,
                          uint32_t lanes)
{
    if (lanes == 0)
        return;
    event->space = (uint8_t)space;
    event->lanes = lanes;
    for (uint32_t i = 0; i < launch->listener_count; i++)
        if (launch->listeners[i].access)
            launch->listeners[i].access(launch->listeners[i].context, event);
}

/* Lanes with generic addresses, by space. */
static void notify_generic(const struct hw_launch *launch, const struct hw_windows *windows,
                           struct hw_access_event *event, uint64_t *address)
{
    const uint64_t high = (uint64_t)windows->high << 32, in_shared = high | windows->shared,
                   in_local = high | windows->local;
    uint32_t shared = 0, local = 0;
    const uint32_t lanes = event->lanes;

    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        if (address[lane] - in_shared < HW_GENERIC_WINDOW_BYTES) {
            shared |= 1u << lane;
            address[lane] -= in_shared;
        } else if (address[lane] - in_local < HW_GENERIC_WINDOW_BYTES) {
            local |= 1u << lane;
            address[lane] -= in_local;
        }
    }
    notify_access(launch, event, HW_OPERAND_SHARED, shared);
    notify_access(launch, event, HW_OPERAND_LOCAL, local);
    notify_access(launch, event, HW_OPERAND_GLOBAL, lanes & ~shared & ~local);
}

void hw_uop_notify_access(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_launch *launch = warp->block->launch;
    const struct hw_program *program = warp->block->program;
    const struct hw_program_access *access = &program->access[uop->event.access];
    const struct hw_program_insn *insn = hw_program_insn(program, uop);
    uint64_t address[HW_LANES];
    struct hw_access_event event = {.at = hw_event_source(warp),
                                    .pc = insn->pc,
                                    .insn = &insn->insn,
                                    .kind = access->kind,
                                    .index = access->index,
                                    .texels = 1,
                                    .bytes = access->bytes,
                                    .lanes = regs->exec};

    if (access->space != HW_OPERAND_NONE) {
        find_addresses(regs, access, address);
        event.address = address;
    }
    if (access->space == HW_OPERAND_GLOBAL && !access->wide)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[lane] = in_segment(launch, access, address[lane]);
    if (access->space == HW_OPERAND_GENERIC)
        notify_generic(launch, &warp->block->windows, &event, address);
    else
        notify_access(launch, &event, access->space, regs->exec);
}

/* Textures without an address get one that overlaps no other texture and no memory. */
#define TEXTURE_AREA      (UINT64_C(1) << 44)
#define TEXTURE_AREA_BITS 32

bool hw_notifies_accesses(const struct hw_launch *launch)
{
    for (uint32_t i = 0; i < launch->listener_count; i++)
        if (launch->listeners[i].access)
            return true;
    return false;
}

void hw_notify_texels(const struct hw_warp *warp, const struct hw_uop *uop,
                      const struct hw_texel_access *access)
{
    const struct hw_program_insn *insn = hw_program_insn(warp->block->program, uop);
    const uint64_t begin = access->origin
                               ? access->origin
                               : TEXTURE_AREA + ((uint64_t)(access->number & 0xfff) << TEXTURE_AREA_BITS);
    uint64_t address[HW_TEXELS_MAX * HW_LANES];
    struct hw_access_event event = {.at = hw_event_source(warp),
                                    .pc = insn->pc,
                                    .insn = &insn->insn,
                                    .kind = access->kind,
                                    .texels = access->texels,
                                    .bytes = access->bytes,
                                    .address = address};

    for (unsigned n = 0; n < access->texels; n++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            address[n * HW_LANES + lane] =
                access->offset[n][lane] == HW_NO_ADDRESS ? HW_NO_ADDRESS : begin + access->offset[n][lane];
    notify_access(warp->block->launch, &event, HW_OPERAND_NONE, access->lanes);
}
