/* SPDX-License-Identifier: MIT */
/* The parts of hw_image_load that are about addresses. */
#ifndef HW_MACHINE_IMAGE_IMAGE_LINK_H
#define HW_MACHINE_IMAGE_IMAGE_LINK_H

#include <halfwarp/image.h>

/* Memory for a variable, with what it begins as; or the memory of the image beside. */
hw_status hw_image_add_variable(struct hw_image *image, uint64_t bytes, const void *data, uint64_t *address,
                                struct hw_error *error);

/* Give every section of a module of sm_20 or later its place: device memory, code, shared memory, a bank. */
hw_status hw_image_place_sections(struct hw_image *image, const struct hw_module *module,
                                  struct hw_error *error);

/* Put addresses where the module's relocations say. */
hw_status hw_image_relocate(struct hw_image *image, const struct hw_module *module, struct hw_error *error);

/* List the textures and surfaces that the kernel names. */
hw_status hw_image_find_references(struct hw_image *image, const struct hw_module *module,
                                   struct hw_error *error);

#endif
