/* SPDX-License-Identifier: MIT */
/* This structure is an ELF cubin of sm_20 or later that is being written. */
#ifndef HW_MODULE_ELF_LAYOUT_H
#define HW_MODULE_ELF_LAYOUT_H

#include "module/elf_cubin.h"
#include "module/elf_image.h"
#include "module/name_index.h"

struct hw_elf_writer {
    const struct hw_module *module;
    struct hw_elf_image image;
    struct hw_module *plan; /* owns the sections and symbols that the file will have */
    struct hw_name_index sections, symbols;
    struct hw_error *error;
};

/* Fill the plan, and begin the image's string table where the module has one. */
hw_status hw_elf_layout(struct hw_elf_writer *writer);

/* List the names of the layout's sections and symbols with their indices in it. */
hw_status hw_elf_list_names(struct hw_elf_writer *writer);

#endif
