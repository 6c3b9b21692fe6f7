/* An image: a module's kernel made ready for launches.
 *
 * Loading does what a driver does: it lays out the constant banks (module-wide ones and the kernel's
 * own literals), puts variables into device memory and writes their addresses where the code expects them. */
#ifndef HALFWARP_IMAGE_H
#define HALFWARP_IMAGE_H

#include <halfwarp/machine.h>
#include <halfwarp/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One constant bank of an image; `data` may be written to between launches. */
struct hw_image_bank {
    uint8_t *data;  /* NULL when the bank is not used */
    uint32_t bytes; /* rounded up to 256, as constant buffers are; what nobody defines is zero */
};

struct hw_image {
    const struct hw_kernel *kernel; /* belongs to the module */
    struct hw_image_bank bank[HW_BANKS];
    struct hw_memory *memory;
    uint32_t *variable; /* device addresses, in the order of module->variables */
    size_t variable_count;
};

/* Load `kernel` of `module`; variables are allocated in `memory`.  Module, kernel and memory must outlive
 * the image.  Undo with hw_image_unload, which also frees the variables. */
hw_status hw_image_load(struct hw_image *image, const struct hw_module *module,
                        const struct hw_kernel *kernel, struct hw_memory *memory, struct hw_error *error);
void hw_image_unload(struct hw_image *image);

/* Give a bank at least `bytes` bytes, keeping what it holds. */
hw_status hw_image_extend_bank(struct hw_image *image, unsigned bank, uint32_t bytes, struct hw_error *error);

/* Set code, registers, shared and local memory and constant banks of a launch.  A kernel's shared memory
 * includes the launch header and, where the container counts them, the parameters; dynamic shared memory
 * comes on top: add it to launch->shared_bytes afterwards. */
void hw_image_bind(const struct hw_image *image, struct hw_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
