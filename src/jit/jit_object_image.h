/* SPDX-License-Identifier: MIT */
/* The image of an object file is where the loader has its sections in memory. */
#ifndef HW_JIT_JIT_OBJECT_IMAGE_H
#define HW_JIT_JIT_OBJECT_IMAGE_H

#include <gelf.h>
#include <libelf.h>
#include <stdint.h>

#define HW_JIT_SECTIONS 64         /* LLVM makes a dozen; two dozen with debug information */
#define HW_JIT_ABSENT   UINT64_MAX /* the offset of a section that is not loaded */

struct hw_jit_image {
    Elf *elf;
    size_t sections;
    uint64_t offset[HW_JIT_SECTIONS]; /* of each section in `memory` */
    uint64_t code_size;               /* sections with instructions are the first ones */
    uint64_t jumps, size;             /* the offset of the jumps; the size of all */
    uint8_t *memory;
    const char *unknown; /* a called function that is no runtime symbol */
};

/* The offset of a symbol, which is in the symbol table of this section number; HW_JIT_ABSENT: it has none. */
uint64_t hw_jit_image_offset(struct hw_jit_image *image, size_t table, const GElf_Sym *symbol);

#endif
