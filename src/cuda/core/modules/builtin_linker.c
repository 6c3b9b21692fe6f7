/* SPDX-License-Identifier: MIT */
/* See builtin_linker.h.  Of each piece the code that suits the device best is taken, as for a launch; only a
 * library goes to the linker as it is. */
#include "cuda/core/modules/builtin_linker.h"

#include "cuda/core/modules/fatbin_select.h"

#include <halfwarp/chip.h>
#include <halfwarp/linker.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- adding --- */

static bool is_relocatable(const struct hw_cuda_image *cubin)
{
    Elf32_Half type = ET_NONE;

    if (cubin->length < sizeof(Elf32_Ehdr) || memcmp(cubin->bytes, ELFMAG, SELFMAG) != 0)
        return false;
    memcpy(&type, cubin->bytes + offsetof(Elf32_Ehdr, e_type), sizeof type);
    return type == ET_REL;
}

static cudaError_t open_linker(struct hw_cuda_builtin_linker *link, const char *target,
                               struct hw_error *error)
{
    const struct hw_linker_options options = {.target = target};

    if (!link->linker && hw_linker_create(&options, &link->linker, error) != HW_OK)
        return cudaErrorInvalidKernelImage;
    return cudaSuccess;
}

static cudaError_t give(struct hw_cuda_builtin_linker *link, const struct hw_cuda_image *piece,
                        const char *name, struct hw_error *error)
{
    const hw_status status =
        hw_linker_add(link->linker, name ? name : "(unnamed)", piece->bytes, piece->length, error);

    if (status == HW_ERR_NOT_FOUND)
        return cudaErrorNoKernelImageForDevice;
    return status == HW_OK ? cudaSuccess : cudaErrorInvalidKernelImage;
}

/* The target is that of the pieces before; of a library that comes first the device's, if it has that. */
static cudaError_t add_library(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                               const struct hw_cuda_image *piece, const char *name, struct hw_error *error)
{
    const bool first = !link->linker;
    char target[16];

    snprintf(target, sizeof target, "sm_%u", chip->capability);
    cudaError_t result = open_linker(link, target, error);
    if (result == cudaSuccess)
        result = give(link, piece, name, error);
    if (!first || result != cudaErrorNoKernelImageForDevice)
        return result;
    hw_linker_free(link->linker);
    link->linker = NULL;
    result = open_linker(link, NULL, error);
    return result == cudaSuccess ? give(link, piece, name, error) : result;
}

/* Code that is linked already stands alone. */
static cudaError_t add_whole(struct hw_cuda_builtin_linker *link, struct hw_cuda_image *cubin,
                             struct hw_error *error)
{
    if (link->whole.bytes || link->linker) {
        hw_fail(error, HW_ERR_FORMAT, "cuda",
                "a piece is linked already, and there is another; expected relocatable code (nvcc -dc)");
        return cudaErrorInvalidKernelImage;
    }
    link->whole = *cubin;
    *cubin = (struct hw_cuda_image){NULL, 0};
    return cudaSuccess;
}

static cudaError_t add_relocatable(struct hw_cuda_builtin_linker *link, const struct hw_cuda_image *cubin,
                                   const char *name, struct hw_error *error)
{
    struct hw_cuda_image none = {NULL, 0};

    if (link->whole.bytes)
        return add_whole(link, &none, error);
    const cudaError_t result = open_linker(link, NULL, error);
    return result == cudaSuccess ? give(link, cubin, name, error) : result;
}

cudaError_t hw_cuda_builtin_linker_add(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                                       const struct hw_cuda_image *piece, const char *name, bool library,
                                       struct hw_error *error)
{
    struct hw_cuda_image cubin;

    if (library)
        return add_library(link, chip, piece, name, error);
    cudaError_t result = hw_cuda_container_cubin(piece->bytes, piece->length, chip, NULL, &cubin, error);
    if (result == cudaSuccess)
        result = is_relocatable(&cubin) ? add_relocatable(link, &cubin, name, error)
                                        : add_whole(link, &cubin, error);
    hw_cuda_image_free(&cubin);
    return result;
}

/* --- completing --- */

cudaError_t hw_cuda_builtin_linker_complete(struct hw_cuda_builtin_linker *link, struct hw_cuda_image *cubin,
                                            char **said, struct hw_error *error)
{
    if (!link->linker) {
        *cubin = link->whole;
        link->whole = (struct hw_cuda_image){NULL, 0};
        return cubin->bytes ? cudaSuccess : cudaErrorInvalidValue;
    }
    const hw_status status = hw_linker_finish(link->linker, &cubin->bytes, &cubin->length, error);
    free(*said);
    *said = strdup(hw_linker_messages(link->linker));
    return status == HW_OK ? cudaSuccess : cudaErrorUnknown;
}

void hw_cuda_builtin_linker_end(struct hw_cuda_builtin_linker *link)
{
    hw_linker_free(link->linker);
    link->linker = NULL;
    hw_cuda_image_free(&link->whole);
    hw_cuda_image_free(&link->text);
    free(link->text_name);
    link->text_name = NULL;
}
