/* SPDX-License-Identifier: MIT */
/* Relocation of an image: the parts of hw_image_load that compute addresses. */
#ifndef HW_MACHINE_IMAGE_IMAGE_LINK_H
#define HW_MACHINE_IMAGE_IMAGE_LINK_H

#include "machine/image/image_layout.h"

/* Memory for a variable, with what it begins as; or, on sm_1x, the memory of the image beside. */
hw_status hw_image_add_variable(struct hw_image *image, uint64_t bytes, const void *data, uint64_t *address,
                                struct hw_error *error);

/* Fill in code, pieces and registers: of the kernel and of all that it may run. */
hw_status hw_image_take_code(struct hw_image *image, struct hw_error *error);

/* Whether a kernel takes room on its stack that its code alone knows (alloca). */
bool hw_image_stack_grows(const struct hw_target *target, const struct hw_kernel *kernel);

/* Put addresses where the module's relocations say: into what all kernels share, once a module, before any
 * code is taken; and into the image's own code and banks. */
hw_status hw_image_relocate_shared(const struct hw_image *image, struct hw_error *error);
hw_status hw_image_relocate(const struct hw_image *image, struct hw_error *error);

/* List the textures and surfaces that the kernel names. */
hw_status hw_image_find_references(struct hw_image *image, const struct hw_module *module,
                                   struct hw_error *error);

#endif
