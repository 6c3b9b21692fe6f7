/* SPDX-License-Identifier: MIT */
/* Surface accesses: declares what selection for chips with surface instructions and for chips that compute
 * addresses has in common. */
#ifndef HW_COMPILER_CODEGEN_ISEL_SURFACE_H
#define HW_COMPILER_CODEGEN_ISEL_SURFACE_H

#include "compiler/codegen/isel.h"

/* An access, split into its parameters. */
struct hw_isel_surface {
    const struct hw_ir_insn *insn;
    unsigned dimensions;
    const struct hw_ir_value *coordinate[3], *layer; /* layer NULL: there are none */
    const struct hw_ir_value *handle;                /* NULL: `slot` says which */
    unsigned slot;                                   /* in bank 0, in bytes; of slots their number */
    unsigned bits;                                   /* that go or come at once */
    const char *atom;                                /* of a reduction */
    struct hw_mir_operand data;                      /* what is stored or reduced, or where a load goes */
};

/* By an address that is computed (GK104, GK110). */
void hw_isel_surface_tiled(struct hw_isel *s, const struct hw_isel_surface *surface);

/* A reduction is one of global memory, where a lane is not outside. */
void hw_isel_reduction(struct hw_isel *s, const struct hw_isel_surface *surface,
                       struct hw_mir_operand address, struct hw_mir_operand outside);

/* GF100.  Whether planes are stacked; x, y and the plane's index; a reduction at the address that an access
 * with these words has. */
bool hw_isel_is_stacked(const struct hw_isel_surface *surface);
struct hw_mir_operand hw_isel_stacked(struct hw_isel *s, const struct hw_isel_surface *surface);
void hw_isel_surface_addressed(struct hw_isel *s, const struct hw_isel_surface *surface, const char *words,
                               struct hw_mir_operand coordinates);

#endif
