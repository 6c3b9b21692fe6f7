/* SPDX-License-Identifier: MIT */
/* The memory layout of a module of sm_20 or later: addresses of its code and variables, the same for all of
 * its kernels.
 *
 * A module's functions are placed once, after the slot of the kernel that runs: that slot begins at 0 and is
 * as large as the longest kernel, so that a function has one address in all kernels, and a pointer to it
 * means the same in each.  Kernels have addresses after the functions; nothing runs there, but pointers to
 * kernels are equal or differ as they should.
 *
 * The first image of a module makes the layout; images beside it use it.  It does not change. */
#ifndef HW_MACHINE_IMAGE_IMAGE_LAYOUT_H
#define HW_MACHINE_IMAGE_IMAGE_LAYOUT_H

#include "module/name_index.h"

#include <halfwarp/image.h>
#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#define HW_LAYOUT_NONE UINT32_MAX

/* What a section is to loading. */
enum hw_layout_kind {
    HW_LAYOUT_DISCARDED = 0, /* debug data and the like */
    HW_LAYOUT_CODE,
    HW_LAYOUT_VARIABLES, /* in device memory */
    HW_LAYOUT_BANK,
    HW_LAYOUT_OFFSETS /* shared and local memory: addresses count from 0 */
};

struct hw_layout_section {
    enum hw_layout_kind kind;
    uint32_t bank;        /* of a constant bank */
    uint32_t code;        /* whose code or bank it is, as a number of the module's kernels, or none */
    uint32_t next;        /* of the same code */
    uint32_t first_reloc; /* those of this section end where those of the next one begin */
    uint64_t address;     /* of code and variables */
};

struct hw_layout_reloc {
    const struct hw_reloc *from;
    uint32_t symbol; /* its number, or none; not looked up in sections that are omitted */
};

/* A kernel or function. */
struct hw_layout_code {
    const struct hw_kernel *kernel;
    uint32_t section;       /* with the code, or none */
    uint32_t first_section; /* of those that are its own */
    bool is_taken;          /* a function whose address stands in data or in a register */
    bool is_replaced;       /* a function of CUDA's device runtime, in whose place the machine has its own */
};

struct hw_image_layout {
    const struct hw_module *module;
    struct hw_target target; /* the target that code is decoded for; without an isa: not known */
    struct hw_name_index section_names, symbol_names, code_names;
    struct hw_layout_section *section; /* in the module's order, and one behind them */
    struct hw_layout_reloc *reloc;     /* by section */
    struct hw_layout_code *code;       /* in the order of the module's kernels */
    uint32_t *symbol_section;          /* where each symbol is defined, or none */
    uint8_t *functions;                /* their code, from functions_at on, with relocations done */
    uint32_t functions_at;
    size_t function_bytes;
    bool is_counted;       /* a linker has counted what kernels need for all that they may call */
    bool data_names_hosts; /* data holds addresses of functions that no file defines */
};

/* Make the layout of the first image's module; variables get memory.  Undo with hw_layout_destroy, also on
 * failure. */
hw_status hw_layout_create(struct hw_image *image, const struct hw_module *module, struct hw_error *error);
void hw_layout_destroy(struct hw_image_layout *layout);

/* The number of a name, or none. */
uint32_t hw_layout_find(const struct hw_name_index *names, const char *name);

/* The code that a symbol's section holds, as a number, or none. */
uint32_t hw_layout_code_of(const struct hw_image_layout *layout, uint32_t symbol);

/* Whether a relocation is of an instruction that jumps to or calls what it names. */
bool hw_layout_is_jump(const struct hw_image_layout *layout, const struct hw_layout_code *code,
                       uint64_t offset);

/* Whether a symbol, by its number, is a function that the machine serves, or would have to: one that no file
 * defines, or that is replaced. */
bool hw_layout_is_hosts(const struct hw_image_layout *layout, uint32_t symbol);

/* The name of a function that is replaced, if a symbol is in its code; else NULL. */
const char *hw_layout_replaced(const struct hw_image_layout *layout, uint32_t symbol);

#endif
