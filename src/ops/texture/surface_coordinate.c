/* SPDX-License-Identifier: MIT */
/* See surface_coordinate.h. */
#include "ops/texture/surface_coordinate.h"

#include <halfwarp/modifiers.h>
#include <stdbool.h>

#define OUTSIDE     (UINT32_C(1) << 31)
#define PITCH       (UINT32_C(1) << 30) /* of a clamped coordinate */
#define FIELD_PITCH (UINT32_C(1) << 11) /* of SUBFM's result */
#define DIM_3D      5

static uint32_t bits(uint32_t word, unsigned low, unsigned count)
{
    return word >> low & ((UINT32_C(1) << count) - 1);
}

static uint32_t clamp(int64_t at, uint32_t descriptor, unsigned mode, bool one_dimension, bool *outside)
{
    const bool pitch = mode < 5 ? bits(descriptor, 21, 1) : mode < 10, plain = pitch && one_dimension;
    const uint32_t bound = (plain ? descriptor : bits(descriptor, 0, 20)) & -(UINT32_C(1) << mode % 5);
    const uint32_t value = at < 0 ? 0 : at > bound ? bound : (uint32_t)at;
    const uint32_t mark = at < 0 || at > bound ? OUTSIDE : 0;

    *outside = mark;
    if (plain)
        return value;
    if (pitch)
        return bits(value, 0, 20) | bits(descriptor, 26, 3) << 27 | PITCH | mark;
    return bits(value >> bits(descriptor, 22, 4), 0, 16) |
           bits(value << bits(descriptor, 26, 3), 0, 8) << 16 | bits(descriptor, 29, 3) << 27 | mark;
}

void hw_uop_surface_clamp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = regs->reg[uop->a], *b = regs->reg[uop->b], *c = regs->reg[uop->c];
    uint32_t all_outside = 0, *d = regs->reg[uop->d];

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const int64_t at =
            (uop->type == HW_TYPE_S32 ? (int64_t)(int32_t)a[lane] : (int64_t)a[lane]) + (int32_t)c[lane];
        bool outside;

        d[lane] = clamp(at, b[lane], uop->coordinate.mode, uop->coordinate.dim == 0, &outside);
        all_outside |= (uint32_t)outside << lane;
    }
    hw_write_pred(regs, uop->p_out, all_outside);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Sixteen bytes, a row or two, four rows, the other half ...: the order of bytes in a tile of 64 by 8, and
 * above it the tile's number in its block. */
static uint32_t offset_in_block(uint32_t x, uint32_t y, uint32_t z, bool space)
{
    const uint32_t tx = bits(x, 27, 1), ty = bits(y, 27, 3), tz = space ? bits(z, 27, 3) : 0;
    const uint32_t row = bits(z, 16, 8) & ((UINT32_C(1) << least(tz, 5)) - 1);
    const uint32_t column = row << ty | (bits(y, 19, 5) & ((UINT32_C(1) << least(ty, 5)) - 1));
    const uint32_t tile = column << tx | (bits(x, 22, 2) & ((UINT32_C(1) << tx) - 1));

    return bits(x, 16, 4) | bits(y, 16, 2) << 4 | bits(x, 20, 1) << 6 | bits(y, 18, 1) << 7 |
           bits(x, 21, 1) << 8 | (tx + ty + tz) << 12 | (tile & (tx ? 0x7ff : 0x3ff)) << 16;
}

void hw_uop_surface_field(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = regs->reg[uop->a], *b = regs->reg[uop->b], *c = regs->reg[uop->c];
    uint32_t outside = 0, *d = regs->reg[uop->d];
    const bool space = uop->coordinate.dim == DIM_3D;

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t x = a[lane], y = b[lane], z = c[lane];

        outside |= ((x | y | (space ? z : 0)) >> 31) << lane;
        d[lane] = (x | y) & PITCH ? bits(z << bits(x, 27, 3), 0, 8) | bits(x, 27, 3) << 12 | FIELD_PITCH
                                  : offset_in_block(x, y, z, space);
    }
    hw_write_pred(regs, uop->p_out, outside);
}

static uint32_t shifted(uint32_t value, int left)
{
    return left < 0 ? value >> -left : value << left;
}

void hw_uop_surface_sum(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = regs->reg[uop->a], *b = regs->reg[uop->b], *c = regs->reg[uop->c];
    uint32_t *d = regs->reg[uop->d];

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t field = b[lane], scale = bits(field, 12, 4);

        d[lane] = c[lane] +
                  (field & FIELD_PITCH
                       ? shifted(a[lane], (int)scale - 8) & 0xffffff
                       : (a[lane] << (scale + 1) | bits(field, 16, 11) << 1 | bits(field, 8, 1)) & 0x7ffffff);
    }
}
