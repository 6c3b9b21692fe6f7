/* SPDX-License-Identifier: MIT */
/* An image is a module's kernel that is loaded and ready for launches.
 *
 * Loading works like a driver: it lays out the constant banks (the module's and the kernel's own literals),
 * puts variables into device memory and functions behind the kernel, and writes their addresses where code
 * and data expect them.
 *
 * Stability: will change. */
#ifndef HALFWARP_IMAGE_H
#define HALFWARP_IMAGE_H

#include <halfwarp/machine.h>
#include <halfwarp/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bank of a module's constants from Kepler on.  Generic addresses may mean them, so they lie in device
 * memory. */
#define HW_CONSTANTS_BANK 3u

/* One constant bank of an image; `data` may be written to between launches. */
struct hw_image_bank {
    uint8_t *data;  /* NULL when the bank is not used */
    uint32_t bytes; /* rounded up to 256, as constant buffers are; what nobody defines is zero */
};

/* Where variables get their memory, and give it back; `alloc` fills as hw_memory_alloc does. */
struct hw_image_memory {
    hw_status (*alloc)(struct hw_memory *memory, uint64_t bytes, uint64_t *address, struct hw_error *error);
    hw_status (*free)(struct hw_memory *memory, uint64_t address, struct hw_error *error);
};

struct hw_image {
    const struct hw_kernel *kernel; /* belongs to the module; an empty one where there is none */
    struct hw_image_bank bank[HW_BANKS];
    struct hw_memory *memory;
    const struct hw_image_memory *variables_in; /* NULL: in device memory like any other */
    uint64_t constants; /* where HW_CONSTANTS_BANK lies in device memory; 0: nowhere, it is the host's */
    uint64_t *variable; /* device addresses: sm_1x in the order of module->variables, else of sections */
    size_t variable_count;

    uint8_t *code; /* the kernel's, and that of functions that it may call; NULL on sm_1x */
    size_t code_bytes;
    struct hw_code_piece *piece; /* where each of them lies: a function at one address in all kernels */
    uint32_t piece_count;
    uint32_t registers; /* per thread: the file's number, or without a call graph the most of all code */
    struct hw_image_layout *layout; /* where everything of the module lies; NULL on sm_1x */
    struct hw_reference *reference; /* textures and surfaces that the kernel names */
    size_t reference_count;
    bool calls_out;      /* the kernel may call functions that no file defines: printf, malloc, ... */
    bool launches;       /* it may launch kernels or graphs, */
    uint32_t uses;       /* and which of these: enum hw_device_use (machine/device_launch) */
    const char *missing; /* a function that it may call and that nobody has; NULL: there is none */
    bool misses_more;    /* there are several */
    const struct hw_image *beside; /* whose variables and layout this image uses too; NULL: its own */
    bool calls; /* the kernel may call functions whose need of stack the file does not add up */
    bool grows; /* the kernel takes stack that only a thread knows the size of (alloca) */
};

/* The least stack of a thread whose kernel calls functions or has alloca: CUDA's default limit
 * (cudaLimitStackSize). */
#define HW_STACK_BYTES 1024u

/* Load `kernel` of `module`; variables are allocated in `memory`, which from now on allocates at addresses
 * that the code takes for global memory (hw_memory_fit).  Module, kernel and memory must outlive the image.
 * Undo with hw_image_unload, which also frees the variables. */
hw_status hw_image_load(struct hw_image *image, const struct hw_module *module,
                        const struct hw_kernel *kernel, struct hw_memory *memory, struct hw_error *error);
void hw_image_unload(struct hw_image *image);

/* The same with variables in memory that the caller's functions give, such as memory that the host sees as
 * well; `variables` must outlive the image. */
hw_status hw_image_load_in(struct hw_image *image, const struct hw_module *module,
                           const struct hw_kernel *kernel, struct hw_memory *memory,
                           const struct hw_image_memory *variables, struct hw_error *error);

/* The same without a kernel: the variables and constants alone, for modules that have nothing else.  It
 * cannot be bound to a launch. */
hw_status hw_image_load_variables(struct hw_image *image, const struct hw_module *module,
                                  struct hw_memory *memory, const struct hw_image_memory *variables,
                                  struct hw_error *error);

/* The same for another kernel of the module that `beside` was loaded from.  Both kernels share the variables,
 * with their present values; `beside` must outlive this image. */
hw_status hw_image_load_beside(struct hw_image *image, const struct hw_module *module,
                               const struct hw_kernel *kernel, const struct hw_image *beside,
                               struct hw_error *error);

/* The address of a variable of a module of sm_20 or later: in device memory, or in its constant bank.
 * HW_ERR_NOT_FOUND if there is none of that name. */
hw_status hw_image_symbol(const struct hw_image *image, const struct hw_module *module, const char *name,
                          uint64_t *address, struct hw_error *error);

/* The section of code that lies at a code address, and the offset in it; NULL where there is none. */
const struct hw_section *hw_image_code_at(const struct hw_image *image, uint32_t address, uint64_t *offset);

/* The kernel whose address device code has as `address`; NULL: none is there. */
const struct hw_kernel *hw_image_kernel_at(const struct hw_image *image, uint64_t address);

/* The instructions with unknown bits, of the kernel and of the functions that it may call; their positions
 * are code addresses. */
void hw_image_unknown(const struct hw_image *image, const struct hw_target *target,
                      struct hw_unknown_bits *found);

/* The texture or surface reference of that name, whose entry of launch->textures.bindless the host fills;
 * NULL: none. */
const struct hw_reference *hw_image_reference(const struct hw_image *image, const char *name);

/* Give a bank at least `bytes` bytes, keeping its content.  Constants in device memory cannot grow:
 * HW_ERR_UNSUPPORTED. */
hw_status hw_image_extend_bank(struct hw_image *image, unsigned bank, uint32_t bytes, struct hw_error *error);

/* Set code, registers, shared and local memory and constant banks of a launch.  On sm_1x a kernel's shared
 * memory includes the launch header and, where the container counts them, the parameters; dynamic shared
 * memory comes on top: add it to launch->shared_bytes afterwards. */
void hw_image_bind(const struct hw_image *image, struct hw_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
