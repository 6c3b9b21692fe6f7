/* SPDX-License-Identifier: MIT */
/* ldmatrix, stmatrix and movmatrix.  All lanes take part: the result for a partial warp is not documented, so
 * that is a fault.
 *
 * @see PTX ISA, ldmatrix, stmatrix and movmatrix */
#include "machine/matrix/matrix_ops.h"

#include "machine/memory/access.h"
#include "machine/warp.h"

#include <string.h>

#define SIDE       8
#define LINE_BYTES 16

struct matrix {
    uint16_t at[SIDE][SIDE];
};

bool hw_matrix_lanes(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (regs->exec == ~0u)
        return true;
    hw_warp_fault(hw_warp_of(regs), uop, HW_FAULT_OPERAND, HW_NO_LANE, NULL,
                  "an operation on matrices needs all lanes of the warp; those that execute it are 0x%08x",
                  regs->exec);
    return false;
}

/* The line whose address the lane has; NULL: a fault. */
static uint8_t *find_line(struct hw_regs *regs, const struct hw_uop *uop, unsigned lane)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;
    const struct hw_access access = {.space = HW_OPERAND_SHARED, .size = LINE_BYTES, .address = address};

    if (address % LINE_BYTES) {
        hw_warp_fault(warp, uop, HW_FAULT_MISALIGNED, lane, &access,
                      "a line of a matrix at s[0x%x] is not aligned to %u bytes", address, LINE_BYTES);
        return NULL;
    }
    if ((address > warp->block->shared_bytes || warp->block->shared_bytes - address < LINE_BYTES) &&
        !hw_shared_behind(warp->block, address, LINE_BYTES)) {
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, lane, &access,
                      "a line of a matrix at s[0x%x] is outside of shared memory, which has 0x%x bytes",
                      address, warp->block->shared_bytes);
        return NULL;
    }
    return warp->block->shared + address;
}

static void to_lanes(const struct matrix *matrix, bool transposed, uint32_t *reg)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const unsigned line = lane / 4, column = lane % 4 * 2;
        reg[lane] = transposed ? matrix->at[column][line] | (uint32_t)matrix->at[column + 1][line] << 16
                               : matrix->at[line][column] | (uint32_t)matrix->at[line][column + 1] << 16;
    }
}

static void from_lanes(const uint32_t *reg, bool transposed, struct matrix *matrix)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        for (unsigned half = 0; half < 2; half++) {
            const unsigned line = lane / 4, column = lane % 4 * 2 + half;
            uint16_t *at = transposed ? &matrix->at[column][line] : &matrix->at[line][column];
            *at = (uint16_t)(reg[lane] >> 16 * half);
        }
}

void hw_uop_load_matrices(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct matrix matrix[4];

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned lane = 0; lane < SIDE * uop->mem.width; lane++) {
        const uint8_t *line = find_line(regs, uop, lane);
        if (!line)
            return;
        memcpy(matrix[lane / SIDE].at[lane % SIDE], line, LINE_BYTES);
    }
    for (unsigned i = 0; i < uop->mem.width; i++)
        to_lanes(&matrix[i], uop->mem.asks, regs->reg[uop->d + i]);
}

/* No line is written before the addresses of all are known to be right. */
void hw_uop_store_matrices(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct matrix matrix[4];
    uint8_t *line[HW_LANES];
    const unsigned lines = SIDE * uop->mem.width;

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned lane = 0; lane < lines; lane++)
        if (!(line[lane] = find_line(regs, uop, lane)))
            return;
    for (unsigned i = 0; i < uop->mem.width; i++)
        from_lanes(regs->reg[uop->b + i], uop->mem.asks, &matrix[i]);
    for (unsigned lane = 0; lane < lines; lane++)
        memcpy(line[lane], matrix[lane / SIDE].at[lane % SIDE], LINE_BYTES);
}

void hw_uop_transpose_matrix(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct matrix matrix;

    if (!hw_matrix_lanes(regs, uop))
        return;
    from_lanes(regs->reg[uop->a], false, &matrix);
    to_lanes(&matrix, true, regs->reg[uop->d]);
}
