/* SPDX-License-Identifier: MIT */
/* ldmatrix and movmatrix.  All lanes take part: the result for a partial warp is not documented, so that is a
 * fault.
 *
 * @see PTX ISA, ldmatrix and movmatrix */
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

static bool read_line(struct hw_regs *regs, const struct hw_uop *uop, unsigned lane, uint16_t line[SIDE])
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;
    const struct hw_access access = {.space = HW_OPERAND_SHARED, .size = LINE_BYTES, .address = address};

    if (address % LINE_BYTES) {
        hw_warp_fault(warp, uop, HW_FAULT_MISALIGNED, lane, &access,
                      "a line of a matrix at s[0x%x] is not aligned to %u bytes", address, LINE_BYTES);
        return false;
    }
    if ((address > warp->block->shared_bytes || warp->block->shared_bytes - address < LINE_BYTES) &&
        !hw_shared_behind(warp->block, address, LINE_BYTES)) {
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, lane, &access,
                      "a line of a matrix at s[0x%x] is outside of shared memory, which has 0x%x bytes",
                      address, warp->block->shared_bytes);
        return false;
    }
    memcpy(line, warp->block->shared + address, LINE_BYTES);
    return true;
}

static void store_matrix(const struct matrix *matrix, bool transposed, uint32_t *reg)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const unsigned line = lane / 4, column = lane % 4 * 2;
        reg[lane] = transposed ? matrix->at[column][line] | (uint32_t)matrix->at[column + 1][line] << 16
                               : matrix->at[line][column] | (uint32_t)matrix->at[line][column + 1] << 16;
    }
}

void hw_uop_load_matrices(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct matrix matrix[4];

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned lane = 0; lane < SIDE * uop->mem.width; lane++)
        if (!read_line(regs, uop, lane, matrix[lane / SIDE].at[lane % SIDE]))
            return;
    for (unsigned i = 0; i < uop->mem.width; i++)
        store_matrix(&matrix[i], uop->mem.asks, regs->reg[uop->d + i]);
}

void hw_uop_transpose_matrix(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct matrix matrix;

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        uint16_t *halves = &matrix.at[lane / 4][lane % 4 * 2];
        halves[0] = (uint16_t)regs->reg[uop->a][lane];
        halves[1] = (uint16_t)(regs->reg[uop->a][lane] >> 16);
    }
    store_matrix(&matrix, true, regs->reg[uop->d]);
}
