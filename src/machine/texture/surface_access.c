/* SPDX-License-Identifier: MIT */
/* Surface accesses are done lane by lane: they are rare, and each lane may be out of bounds by itself. */
#include "machine/texture/surface_access.h"

#include "machine/events.h"
#include "machine/memory/reduction_drain.h"
#include "ops/scalar/atomic.h"
#include "machine/texture/bindless.h"
#include "machine/texture/surface_address.h"
#include "ops/texture/tex_texel.h"
#include "ops/value_types.h"

#include <string.h>

/* A lane's access: where, how much, and whether there is anything. */
struct surface_access {
    uint8_t *at; /* NULL: outside, and ignored */
    unsigned bytes;
};

static unsigned texel_bytes(const struct hw_surface *surface)
{
    return hw_texel_channel_bytes(surface->type) * surface->channels;
}

static void report_out_of_bounds(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                                 const int64_t coordinate[4])
{
    hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, lane, &(struct hw_access){.space = HW_OPERAND_SURFACE},
                  "the surface has nothing at %s %lld, y %lld, z %lld, layer %lld",
                  uop->surface.in_bytes ? "byte" : "x", (long long)coordinate[0], (long long)coordinate[1],
                  (long long)coordinate[2], (long long)coordinate[3]);
}

/* Bring a coordinate into 0 .. last; false when it is outside and not to be clamped. */
static bool clamp_coordinate(int64_t *coordinate, int64_t last, unsigned clamp)
{
    if (*coordinate >= 0 && *coordinate <= last)
        return true;
    *coordinate = *coordinate < 0 ? 0 : last;
    return clamp == HW_SURFACE_CLAMP_NEAREST;
}

/* Where a lane's access lies; false with the fault reported.  Code of GF100 gives a volume's z as a layer
 * (.E2D). */
static bool locate_access(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                          unsigned lane, struct surface_access *access)
{
    const unsigned unit = uop->surface.in_bytes ? 1 : texel_bytes(surface);
    const int64_t row_bytes = (int64_t)surface->width * texel_bytes(surface);
    const int64_t last[4] = {row_bytes - access->bytes, surface->dimensions >= 2 ? surface->height - 1 : 0,
                             surface->dimensions == 3 ? surface->depth - 1 : 0,
                             surface->layers            ? surface->layers - 1
                             : surface->dimensions == 3 ? surface->depth - 1
                                                        : 0};
    int64_t given[4], at[4];
    bool inside = last[0] >= 0;

    for (unsigned k = 0; k < 4; k++)
        given[k] = (int32_t)warp->regs.reg[uop->a + k][lane];
    given[0] += uop->surface.x_offset;
    memcpy(at, given, sizeof at);
    at[0] *= unit;
    if (at[0] % access->bytes != 0) {
        hw_warp_fault(warp, uop, HW_FAULT_MISALIGNED, lane, &(struct hw_access){.space = HW_OPERAND_SURFACE},
                      "byte %lld of a surface's row is no multiple of %u", (long long)at[0], access->bytes);
        return false;
    }
    for (unsigned k = 0; k < 4; k++)
        inside = clamp_coordinate(&at[k], last[k], uop->surface.clamp) && inside;
    if (!inside && uop->surface.clamp == HW_SURFACE_CLAMP_TRAP) {
        report_out_of_bounds(warp, uop, lane, given);
        return false;
    }
    access->at = inside ? (uint8_t *)surface->data + at[0] + (uint64_t)at[1] * surface->row_pitch +
                              (uint64_t)(at[2] + at[3]) * surface->slice_pitch
                        : NULL;
    return true;
}

/* The origin of a surface without one follows from its index in the launch's list. */
static uint32_t number_of(const struct hw_launch *launch, const struct hw_surface *surface)
{
    uint32_t number = 0;

    while (number < launch->textures.bindless_count && launch->textures.bindless[number].surface != surface)
        number++;
    return number;
}

/* Tell of an access by lanes to one surface. */
static void notify_access(const struct hw_warp *warp, const struct hw_uop *uop,
                          const struct hw_surface *surface, uint32_t lanes,
                          const struct surface_access access[HW_LANES])
{
    const unsigned first = hw_lowest_lane(lanes);
    uint64_t offset[1][HW_LANES];

    if (!hw_notifies_accesses(warp->block->launch))
        return;
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        offset[0][lane] = lanes >> lane & 1 && access[lane].at
                              ? (uint64_t)(access[lane].at - (uint8_t *)surface->data)
                              : HW_NO_ADDRESS;
    hw_notify_texels(warp, uop,
                     &(struct hw_texel_access){.kind = HW_ACCESS_SURFACE,
                                               .texels = 1,
                                               .bytes = (uint8_t)access[first].bytes,
                                               .lanes = lanes,
                                               .number = number_of(warp->block->launch, surface),
                                               .origin = surface->origin,
                                               .offset = offset});
}

/* Do something for each executing lane, with its surface. */
typedef void lane_fn(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                     unsigned lane, const struct surface_access *access);

static void for_lanes(struct hw_regs *regs, const struct hw_uop *uop, lane_fn *work, bool accesses)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t remaining = regs->exec, same;

    hw_reduction_drain_any(warp->block);
    while (remaining) {
        const struct hw_bindless *object = hw_bindless_of(warp, uop, HW_OPERAND_SURFACE, remaining, &same);
        if (!object)
            return;
        struct surface_access access[HW_LANES];
        for (unsigned lane = 0; lane < HW_LANES; lane++) {
            if (!(same >> lane & 1))
                continue;
            access[lane] = (struct surface_access){.bytes = uop->surface.raw ? hw_type_bits(uop->type) / 8
                                                                             : texel_bytes(object->surface)};
            if (!locate_access(warp, uop, object->surface, lane, &access[lane]))
                return;
            work(warp, uop, object->surface, lane, &access[lane]);
        }
        if (accesses)
            notify_access(warp, uop, object->surface, same, access);
        remaining &= ~same;
    }
}

static void load_lane(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                      unsigned lane, const struct surface_access *access)
{
    const bool raw = uop->surface.raw;
    const unsigned words = raw ? (access->bytes + 3) / 4 : 4;
    uint32_t word[4] = {0};

    if (access->at && raw)
        memcpy(word, access->at, access->bytes);
    else if (access->at)
        hw_texel_read(access->at, surface->type, surface->channels, word);
    if (raw && uop->type == HW_TYPE_S8)
        word[0] = (uint32_t)(int32_t)(int8_t)word[0];
    if (raw && uop->type == HW_TYPE_S16)
        word[0] = (uint32_t)(int32_t)(int16_t)word[0];
    for (unsigned i = 0, k = 0; i < words; i++)
        if (raw || uop->surface.wanted >> i & 1)
            warp->regs.reg[uop->d + k++][lane] = word[i];
}

static void store_lane(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                       unsigned lane, const struct surface_access *access)
{
    const bool raw = uop->surface.raw;
    uint32_t word[4] = {0};

    if (!access->at)
        return;
    if (raw) {
        for (unsigned i = 0; i < (access->bytes + 3) / 4; i++)
            word[i] = warp->regs.reg[uop->c + i][lane];
        memcpy(access->at, word, access->bytes);
        return;
    }
    for (unsigned i = 0, k = 0; i < 4; i++)
        if (uop->surface.wanted >> i & 1)
            word[i] = warp->regs.reg[uop->c + k++][lane];
    hw_texel_write(access->at, surface->type, surface->channels, word);
}

static uint64_t register_value(const struct hw_warp *warp, unsigned reg, unsigned lane, bool is_wide)
{
    const uint64_t high = is_wide ? warp->regs.reg[reg + 1][lane] : 0;

    return warp->regs.reg[reg][lane] | high << 32;
}

/* What is at a texel becomes `fresh` if it still is `found`; else `found` becomes what it is. */
static bool exchange(uint8_t *at, unsigned bytes, uint64_t *found, uint64_t fresh)
{
    const int order = __ATOMIC_RELAXED;
    uint8_t byte = (uint8_t)*found;
    uint16_t half = (uint16_t)*found;
    uint32_t word = (uint32_t)*found;
    bool done;

    switch (bytes) {
    case 1:
        done = __atomic_compare_exchange_n(at, &byte, (uint8_t)fresh, false, order, order);
        *found = byte;
        return done;
    case 2:
        done =
            __atomic_compare_exchange_n((uint16_t *)(void *)at, &half, (uint16_t)fresh, false, order, order);
        *found = half;
        return done;
    case 4:
        done =
            __atomic_compare_exchange_n((uint32_t *)(void *)at, &word, (uint32_t)fresh, false, order, order);
        *found = word;
        return done;
    default: return __atomic_compare_exchange_n((uint64_t *)(void *)at, found, fresh, false, order, order);
    }
}

/* One worker runs the launch, but those of other launches may change the texel meanwhile. */
static uint64_t change_texel(const struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                             const struct surface_access *access)
{
    const bool is_wide = access->bytes == 8;
    const uint64_t operand = register_value(warp, uop->c, lane, is_wide),
                   operand2 = register_value(warp, uop->c + (is_wide ? 2u : 1u), lane, is_wide);
    uint64_t found = 0, fresh, old;

    memcpy(&found, access->at, access->bytes);
    do
        old = hw_atomic_apply(uop->surface.atom, uop->type, HW_ATOMIC_FULL, found, operand, operand2, &fresh);
    while (!exchange(access->at, access->bytes, &found, fresh));
    return old;
}

static void atomic_lane(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                        unsigned lane, const struct surface_access *access)
{
    if (access->bytes > sizeof(uint64_t)) {
        hw_warp_fault(warp, uop, HW_FAULT_ILLEGAL, lane, &(struct hw_access){.space = HW_OPERAND_SURFACE},
                      "a texel of %u bytes is none that an atomic operation changes", texel_bytes(surface));
        return;
    }
    const uint64_t old = access->at ? change_texel(warp, uop, lane, access) : 0;
    if (uop->d == HW_NO_REGISTER)
        return;
    warp->regs.reg[uop->d][lane] = (uint32_t)old;
    if (access->bytes == 8)
        warp->regs.reg[uop->d + 1][lane] = (uint32_t)(old >> 32);
}

void hw_uop_surface_load(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_lanes(regs, uop, load_lane, true);
}

void hw_uop_surface_store(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_lanes(regs, uop, store_lane, true);
}

void hw_uop_surface_atomic(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_lanes(regs, uop, atomic_lane, true);
}

static void locate_lane(struct hw_warp *warp, const struct hw_uop *uop, const struct hw_surface *surface,
                        unsigned lane, const struct surface_access *access)
{
    const uint64_t address =
        access->at ? (uint64_t)((uintptr_t)access->at - (uintptr_t)warp->block->window) : 0;
    const uint32_t exec = warp->regs.exec;

    (void)surface;
    warp->regs.reg[uop->d][lane] = (uint32_t)address;
    warp->regs.reg[uop->d + 1][lane] = (uint32_t)(address >> 32);
    warp->regs.exec = UINT32_C(1) << lane;
    hw_write_pred(&warp->regs, uop->p_out, access->at ? 0 : ~UINT32_C(0));
    warp->regs.exec = exec;
}

void hw_uop_surface_address(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_lanes(regs, uop, locate_lane, false);
}

/* --- by address --- */

static void fault_at(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                     uint64_t address, const char *reason)
{
    hw_warp_fault(warp, uop, kind, lane, &(struct hw_access){.space = HW_OPERAND_SURFACE, .address = address},
                  "0x%llx is %s", (unsigned long long)address, reason);
}

/* What a lane's address means; false with the fault reported. */
static bool find_at(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                    const struct hw_surface **surface, struct surface_access *access)
{
    const bool outside = hw_read_pred(&warp->regs, uop->p_in) >> lane & 1;
    const uint64_t address = hw_surface_pair(warp->regs.reg[uop->a][lane], warp->regs.reg[uop->a + 1u][lane]);
    unsigned kind = HW_FAULT_ADDRESS;
    const char *wrong = "no address of a surface that this launch has";

    *access = (struct surface_access){.bytes = hw_type_bits(uop->type) / 8};
    if (outside && uop->surface.clamp == HW_SURFACE_CLAMP_IGNORE)
        return true;
    if (outside && uop->surface.clamp == HW_SURFACE_CLAMP_TRAP) {
        wrong = "outside the surface";
    } else if ((*surface = hw_surface_of(warp->block->launch, address)) != NULL) {
        if (!uop->surface.raw)
            access->bytes = texel_bytes(*surface);
        access->at = hw_surface_at(*surface, address, access->bytes);
        if (access->at && address % access->bytes == 0)
            return true;
        wrong = access->at ? "no multiple of the access's size" : "outside the surface's memory";
        kind = access->at ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS;
    }
    fault_at(warp, uop, kind, lane, address, wrong);
    return false;
}

static void for_addresses(struct hw_regs *regs, const struct hw_uop *uop, lane_fn *work)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_reduction_drain_any(warp->block);
    const struct hw_surface *surface[HW_LANES] = {NULL};
    struct surface_access access[HW_LANES];
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);

        if (!find_at(warp, uop, lane, &surface[lane], &access[lane]))
            return;
        work(warp, uop, surface[lane], lane, &access[lane]);
    }
    for (uint32_t remaining = regs->exec, same = 0; remaining; remaining &= ~same) {
        const struct hw_surface *one = surface[hw_lowest_lane(remaining)];
        same = 0;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            same |= remaining & (uint32_t)(surface[lane] == one) << lane;
        if (one)
            notify_access(warp, uop, one, same, access);
    }
}

void hw_uop_surface_load_at(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_addresses(regs, uop, load_lane);
}

void hw_uop_surface_store_at(struct hw_regs *regs, const struct hw_uop *uop)
{
    for_addresses(regs, uop, store_lane);
}
