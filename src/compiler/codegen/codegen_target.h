/* SPDX-License-Identifier: MIT */
/* A target describes the chip that code is generated for.  Which operands an instruction accepts is not
 * written down here: a legality query parses an example line with the tables of isa/. */
#ifndef HW_COMPILER_CODEGEN_CODEGEN_TARGET_H
#define HW_COMPILER_CODEGEN_CODEGEN_TARGET_H

#include <halfwarp/isa.h>

#include "compiler/arena.h"
#include "machine/chip/kernel_abi.h"

struct hw_codegen_target_hooks;
struct hw_codegen_target {
    const char *name; /* sm_52 */
    struct hw_target target;
    const struct hw_codegen_target_hooks *family;
    const struct hw_bank_layout *banks; /* NULL: the launch puts nothing into constant banks */
    bool short_addresses;               /* of 32 bits; generic ones are those of global memory */
    bool one_source_list;               /* of lookups: all sources are in one list */
    uint16_t registers;                 /* that an instruction can name */
    uint8_t user_bank;                  /* of __constant__ variables */
    bool is_ordered;                    /* as in struct hw_codegen_options */
    struct hw_arena *arena, *scratch;   /* scratch: for the kernel that is being made */
    struct hw_codegen_line **line;      /* that were asked about: a hash table */
    size_t lines, line_capacity;
};

/* Whether code can be made for it. */
bool hw_codegen_supports(const struct hw_target *target);

/* Errors: HW_ERR_NOT_FOUND; HW_ERR_UNSUPPORTED: no code can be made for it. */
hw_status hw_codegen_target(struct hw_arena *arena, const char *name, struct hw_codegen_target *target,
                            struct hw_error *error);

/* Whether textures are slots of the kernel, by number (GF100), and no handles in bank 0. */
static inline bool hw_codegen_has_slots(const struct hw_codegen_target *target)
{
    return target->banks && target->banks->constants == HW_NOT_IN_BANK;
}

/* Whether addresses in surfaces are computed, from a descriptor (GK104, GK110). */
bool hw_codegen_has_descriptors(struct hw_codegen_target *target);

/* Whether all lines of a text are instructions of the target. */
bool hw_codegen_accepts(struct hw_codegen_target *target, const char *text);

#endif
