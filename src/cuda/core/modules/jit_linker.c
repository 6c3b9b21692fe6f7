/* SPDX-License-Identifier: MIT */
/* See jit_linker.h.  nvJitLink calls the driver, which is ours.  (nvJitLink.h of CUDA 12 has names, numbers
 * and options.) */
#include "cuda/core/modules/jit_linker.h"

#include "cuda/core/call.h"
#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/host_library.h"
#include "cuda/core/modules/builtin_linker_ptx.h"
#include "cuda/core/modules/ptx_compiler.h"
#include "cuda/core/modules/ptx_text.h"

#include <halfwarp/chip.h>
#include <halfwarp/status.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the library --- */

enum { LINKER_SUCCESS = 0, LINKER_PTX_COMPILE = 4 };

/* What nvJitLink calls the inputs, by our numbers. */
static const int inputs[HW_CUDA_LINK_INPUTS] = {1, 2, 4, 5, 6};

struct linker {
    int (*create)(void **handle, uint32_t count, const char **options);
    int (*destroy)(void **handle);
    int (*add)(void *handle, int input, const void *data, size_t bytes, const char *name);
    int (*complete)(void *handle);
    int (*cubin_size)(void *handle, size_t *bytes);
    int (*cubin)(void *handle, void *cubin);
    int (*error_size)(void *handle, size_t *bytes);
    int (*error)(void *handle, char *text);
    int (*info_size)(void *handle, size_t *bytes);
    int (*info)(void *handle, char *text);
};

static struct linker table;
static const char *const entries[] = {
    "__nvJitLinkCreate_12_0",
    "__nvJitLinkDestroy_12_0",
    "__nvJitLinkAddData_12_0",
    "__nvJitLinkComplete_12_0",
    "__nvJitLinkGetLinkedCubinSize_12_0",
    "__nvJitLinkGetLinkedCubin_12_0",
    "__nvJitLinkGetErrorLogSize_12_0",
    "__nvJitLinkGetErrorLog_12_0",
    "__nvJitLinkGetInfoLogSize_12_0",
    "__nvJitLinkGetInfoLog_12_0",
    NULL,
};
static struct hw_cuda_host_library library = {
    .variable = "HALFWARP_JITLINK", .names = {"libnvJitLink.so.12"}, .entry = entries, .table = &table};

static const struct linker *linker(void)
{
    return hw_cuda_host_library_get(&library);
}

/* --- links --- */

struct hw_cuda_link {
    const struct hw_chip_info *chip;
    struct hw_cuda_link_wish wish;
    void *handle; /* the linker's; NULL: there is no linker */
    struct hw_cuda_image cubin;
    char *info, *errors;
    struct hw_cuda_builtin_linker own; /* where there is no nvJitLink */
    struct hw_error trouble;           /* of ours */
    void *notes;
};

#define OPTIONS      6
#define OPTION_BYTES 32

static cudaError_t create(struct hw_cuda_link *link, const struct hw_cuda_link_wish *wish)
{
    char text[OPTIONS][OPTION_BYTES];
    const char *options[OPTIONS];
    unsigned count = 0;

    snprintf(text[count++], OPTION_BYTES, "-arch=sm_%u",
             wish->target ? wish->target : link->chip->capability);
    if (wish->registers)
        snprintf(text[count++], OPTION_BYTES, "-maxrregcount=%u", wish->registers);
    if (wish->optimization >= 0)
        snprintf(text[count++], OPTION_BYTES, "-O%d", wish->optimization < 3 ? wish->optimization : 3);
    if (wish->debug_info)
        snprintf(text[count++], OPTION_BYTES, "-g");
    if (wish->lines)
        snprintf(text[count++], OPTION_BYTES, "-lineinfo");
    if (wish->verbose)
        snprintf(text[count++], OPTION_BYTES, "-verbose");
    for (unsigned i = 0; i < count; i++)
        options[i] = text[i];
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int result = table.create(&link->handle, count, options);
    hw_cuda_come_back(context);
    if (result == LINKER_SUCCESS)
        return cudaSuccess;
    hw_fail(&link->trouble, HW_ERR_UNSUPPORTED, "cuda", "nvJitLink makes no code for sm_%u",
            link->chip->capability);
    link->handle = NULL;
    return cudaErrorNoKernelImageForDevice;
}

static cudaError_t begin(struct hw_cuda_link *link, const struct hw_chip_info *chip,
                         const struct hw_cuda_link_wish *wish)
{
    *link = (struct hw_cuda_link){.chip = chip, .wish = *wish, .trouble = {.text = ""}};
    return linker() ? create(link, wish) : cudaSuccess;
}

static void end(struct hw_cuda_link *link)
{
    struct hw_cuda_context *const context = hw_cuda_go_outside();

    if (link->handle)
        table.destroy(&link->handle);
    hw_cuda_come_back(context);
    hw_cuda_builtin_linker_end(&link->own);
    hw_cuda_image_free(&link->cubin);
    free(link->info);
    free(link->errors);
    free(link->notes);
}

static char *read_log(void *handle, int (*size)(void *, size_t *), int (*read)(void *, char *))
{
    size_t bytes = 0;
    char *text = size(handle, &bytes) == LINKER_SUCCESS ? calloc(1, bytes + 1) : NULL;

    if (text && bytes && read(handle, text) != LINKER_SUCCESS)
        *text = '\0';
    return text;
}

/* The linker's result as an error, and what it has said. */
static cudaError_t told(struct hw_cuda_link *link, int result, cudaError_t otherwise)
{
    free(link->info);
    free(link->errors);
    link->info = read_log(link->handle, table.info_size, table.info);
    link->errors = read_log(link->handle, table.error_size, table.error);
    if (result == LINKER_SUCCESS)
        return cudaSuccess;
    return result == LINKER_PTX_COMPILE ? (cudaError_t)HW_CUDA_ERROR_INVALID_PTX : otherwise;
}

static cudaError_t give(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                        const struct hw_cuda_image *piece, const char *name)
{
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int result = table.add(link->handle, inputs[input], piece->bytes, piece->length, name);

    hw_cuda_come_back(context);
    return told(link, result,
                input == HW_CUDA_LINK_PTX ? (cudaError_t)HW_CUDA_ERROR_INVALID_PTX
                                          : cudaErrorInvalidKernelImage);
}

static cudaError_t give_text(struct hw_cuda_link *link, const struct hw_cuda_image *ptx, const char *name)
{
    struct hw_cuda_image copy;
    cudaError_t result = hw_cuda_ptx_lift(ptx, &copy);

    if (result == cudaSuccess)
        result = give(link, HW_CUDA_LINK_PTX, &copy, name);
    hw_cuda_image_free(&copy);
    return result;
}

/* What was said of earlier pieces stays before it. */
static void add_info(struct hw_cuda_link *link, char *said)
{
    char *both = NULL;

    if (said && link->info && asprintf(&both, "%s%s", link->info, said) >= 0) {
        free(link->info);
        free(said);
        link->info = both;
    } else if (said) {
        free(link->info);
        link->info = said;
    }
}

static cudaError_t add_text(struct hw_cuda_link *link, const struct hw_cuda_image *ptx, const char *name)
{
    char *said = NULL;
    const cudaError_t result =
        hw_cuda_builtin_linker_ptx(&link->own, link->chip, &link->wish, ptx, name, &said, &link->trouble);

    add_info(link, said);
    return result;
}

static cudaError_t add_own(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                           const struct hw_cuda_image *piece, const char *name)
{
    cudaError_t result = hw_cuda_builtin_linker_loosen(&link->own, link->chip, &link->wish, &link->trouble);
    struct hw_cuda_image text;

    if (result != cudaSuccess)
        return result;
    if (input == HW_CUDA_LINK_PTX)
        return add_text(link, piece, name);
    if (input == HW_CUDA_LINK_LIBRARY || !hw_cuda_container_text(piece, link->chip, &text))
        return hw_cuda_builtin_linker_add(&link->own, link->chip, piece, name, input == HW_CUDA_LINK_LIBRARY,
                                          &link->trouble);
    result = add_text(link, &text, name);
    hw_cuda_image_free(&text);
    return result;
}

static cudaError_t add(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                       const struct hw_cuda_image *piece, const char *name)
{
    if (!link->handle)
        return add_own(link, input, piece, name);
    return input == HW_CUDA_LINK_PTX ? give_text(link, piece, name) : give(link, input, piece, name);
}

/* Without nvJitLink, what it says is our linker's. */
static cudaError_t complete_own(struct hw_cuda_link *link)
{
    if (link->cubin.bytes)
        return cudaSuccess; /* once more */
    char *said = NULL;
    const cudaError_t result =
        hw_cuda_builtin_linker_complete(&link->own, &link->cubin, &said, &link->trouble);
    if (result == cudaSuccess) {
        add_info(link, said);
    } else {
        free(link->errors);
        link->errors = said;
    }
    return result;
}

static cudaError_t complete(struct hw_cuda_link *link)
{
    size_t bytes = 0;

    if (!link->handle)
        return complete_own(link);
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int linked = table.complete(link->handle);
    hw_cuda_come_back(context);
    const cudaError_t result = told(link, linked, cudaErrorUnknown);
    if (result != cudaSuccess)
        return result;
    if (table.cubin_size(link->handle, &bytes) != LINKER_SUCCESS)
        return cudaErrorUnknown;
    hw_cuda_image_free(&link->cubin);
    link->cubin = (struct hw_cuda_image){calloc(1, bytes + 1), bytes};
    if (!link->cubin.bytes)
        return cudaErrorMemoryAllocation;
    return table.cubin(link->handle, link->cubin.bytes) == LINKER_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t hw_cuda_link_begin(const struct hw_cuda_link_wish *wish, struct hw_cuda_link **link)
{
    struct hw_cuda_link *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_LINK)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    const cudaError_t result = begin(made, hw_cuda.context->device->chip, wish);
    if (result == cudaSuccess)
        *link = made;
    else
        hw_cuda_link_end(made);
    return result;
}

bool hw_cuda_link_is_valid(const struct hw_cuda_link *link)
{
    return hw_cuda_is(link, HW_CUDA_LINK);
}

cudaError_t hw_cuda_link_add(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                             const struct hw_cuda_image *piece, const char *name)
{
    return add(link, input, piece, name);
}

cudaError_t hw_cuda_link_complete(struct hw_cuda_link *link, const struct hw_cuda_image **cubin)
{
    const cudaError_t result = complete(link);

    if (result == cudaSuccess)
        *cubin = &link->cubin;
    return result;
}

const char *hw_cuda_link_log(const struct hw_cuda_link *link, bool errors)
{
    const char *text = errors ? link->errors : link->info;

    if (errors && !(text && *text))
        text = link->trouble.text;
    return text ? text : "";
}

void **hw_cuda_link_notes(struct hw_cuda_link *link)
{
    return &link->notes;
}

void hw_cuda_link_end(struct hw_cuda_link *link)
{
    hw_cuda_handle_remove(link);
    end(link);
    free(link);
}

static cudaError_t compile_by_linker(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                     const struct hw_cuda_link_wish *wish, struct hw_cuda_ptx_code *code,
                                     struct hw_error *error)
{
    struct hw_cuda_link link;
    cudaError_t result = begin(&link, chip, wish);

    *code = (struct hw_cuda_ptx_code){.said = NULL};
    if (result == cudaSuccess)
        result = add(&link, HW_CUDA_LINK_PTX, ptx, "ptx");
    if (result == cudaSuccess)
        result = complete(&link);
    if (result == cudaSuccess) {
        code->cubin = link.cubin;
        link.cubin = (struct hw_cuda_image){NULL, 0};
    } else
        hw_fail(error, HW_ERR_FORMAT, "cuda", "%s", hw_cuda_link_log(&link, true));
    code->said = link.info;
    link.info = NULL;
    end(&link);
    return result;
}

cudaError_t hw_cuda_compile(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                            const struct hw_cuda_link_wish *wish, struct hw_cuda_ptx_code *code,
                            struct hw_error *error)
{
    struct hw_error inner = {.text = ""};
    const cudaError_t result =
        linker() ? compile_by_linker(ptx, chip, wish, code, &inner)
                 : hw_cuda_compile_ptx(ptx, chip, wish, HW_CUDA_PTX_FOR_MODULE, code, &inner);

    if (result != cudaSuccess)
        hw_fail(error, HW_ERR_FORMAT, "cuda", "PTX: %s", inner.text);
    return result;
}
