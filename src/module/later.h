/* SPDX-License-Identifier: MIT */
/* An ELF cubin of sm_20 or later being written. */
#ifndef HW_MODULE_LATER_H
#define HW_MODULE_LATER_H

#include "module/elf_cubin.h"
#include "module/elf_image.h"
#include "module/names.h"

struct hw_later {
    const struct hw_module *module;
    struct hw_elf_image image;
    struct hw_module *plan; /* owns the sections and symbols that the file will have */
    struct hw_names sections, symbols;
    struct hw_error *error;
};

/* Fill the plan, and begin the image's string table where the module has one. */
hw_status hw_later_plan(struct hw_later *writer);

/* List the names of the plan's sections and symbols with their places in it. */
hw_status hw_later_list_names(struct hw_later *writer);

#endif
