/* SPDX-License-Identifier: MIT */
/* See jit_linker.h.
 *
 * A link begins with the first nvJitLink that makes code for the target.  Where that refuses a piece, the
 * next one gets all pieces anew, and our own linker comes last; so pieces are kept. */
#include "cuda/core/modules/jit_linker.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/builtin_linker_ptx.h"
#include "cuda/core/modules/fatbin_select.h"
#include "cuda/core/modules/nvjitlink_link.h"

#include <halfwarp/chip.h>
#include <halfwarp/status.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN SIZE_MAX /* among the numbers of nvJitLinks */

struct link_piece {
    enum hw_cuda_link_input input;
    struct hw_cuda_image image;
    char *name;
};

struct hw_cuda_link {
    const struct hw_chip_info *chip;
    struct hw_cuda_link_wish wish;
    size_t at; /* the number of the nvJitLink; OWN: ours */
    struct hw_nvjitlink_link theirs;
    struct hw_cuda_builtin_linker own;
    struct hw_error trouble; /* of ours */
    struct link_piece *pieces;
    size_t piece_count;
    struct hw_cuda_image cubin;
    char *info, *errors;
    void *notes;
};

static unsigned target_of(const struct hw_chip_info *chip, const struct hw_cuda_link_wish *wish)
{
    return wish->target ? wish->target : chip->capability;
}

/* --- our own linker --- */

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

/* --- either --- */

static void forget_said(struct hw_cuda_link *link)
{
    free(link->info);
    free(link->errors);
    link->info = link->errors = NULL;
    link->trouble = (struct hw_error){.text = ""};
}

/* Hand on what nvJitLink says. */
static void take_said(struct hw_cuda_link *link)
{
    free(link->info);
    free(link->errors);
    link->info = link->theirs.info;
    link->errors = link->theirs.errors;
    link->theirs.info = link->theirs.errors = NULL;
}

static cudaError_t add_here(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                            const struct hw_cuda_image *piece, const char *name)
{
    if (link->at == OWN)
        return add_own(link, input, piece, name);
    const cudaError_t result = hw_nvjitlink_add(&link->theirs, input, piece, name);
    take_said(link);
    return result;
}

static bool add_again(struct hw_cuda_link *link)
{
    for (size_t i = 0; i < link->piece_count; i++)
        if (add_here(link, link->pieces[i].input, &link->pieces[i].image, link->pieces[i].name) !=
            cudaSuccess)
            return false;
    return true;
}

/* Begin with a linker from `number` on that takes what there is already; false: none does, not even ours. */
static bool start(struct hw_cuda_link *link, size_t number, char **tried)
{
    const unsigned target = target_of(link->chip, &link->wish);
    const struct hw_nvjitlink *by;

    for (; (by = hw_nvjitlink_for(&number, target)) != NULL; number++) {
        forget_said(link);
        hw_nvjitlink_end(&link->theirs);
        link->at = number;
        if (!hw_nvjitlink_begin(&link->theirs, by, target, &link->wish))
            hw_fail(&link->trouble, HW_ERR_UNSUPPORTED, "cuda", "nvJitLink makes no code for sm_%u", target);
        else if (add_again(link))
            return true;
        hw_nvjitlink_note(tried, by->path, hw_cuda_link_log(link, true));
    }
    if (hw_nvjitlink_is_named())
        return false;
    forget_said(link);
    hw_nvjitlink_end(&link->theirs);
    hw_cuda_builtin_linker_end(&link->own);
    link->at = OWN;
    if (add_again(link))
        return true;
    hw_nvjitlink_note(tried, HW_NVJITLINK_OWN, hw_cuda_link_log(link, true));
    return false;
}

/* --- pieces --- */

static void free_piece(struct link_piece *piece)
{
    hw_cuda_image_free(&piece->image);
    free(piece->name);
}

static cudaError_t keep(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                        const struct hw_cuda_image *image, const char *name)
{
    struct link_piece *grown = realloc(link->pieces, (link->piece_count + 1) * sizeof *grown);
    struct link_piece piece = {input, {malloc(image->length + 1), image->length}, name ? strdup(name) : NULL};

    if (grown)
        link->pieces = grown;
    if (!grown || !piece.image.bytes || (name && !piece.name)) {
        free_piece(&piece);
        return cudaErrorMemoryAllocation;
    }
    memcpy(piece.image.bytes, image->bytes, image->length);
    piece.image.bytes[image->length] = '\0';
    grown[link->piece_count++] = piece;
    return cudaSuccess;
}

/* The text of what all have said becomes the link's. */
static void say_tried(struct hw_cuda_link *link, char *tried)
{
    if (!tried)
        return;
    free(link->errors);
    link->errors = tried;
}

/* The linker that has the earlier pieces refuses one: those behind it get all of them.  Where none takes it,
 * the link is as it was. */
static cudaError_t add_elsewhere(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                                 const struct hw_cuda_image *piece, const char *name, cudaError_t refusal)
{
    char *tried = NULL, *unused = NULL;
    cudaError_t result = refusal;

    while (result != cudaSuccess && link->at != OWN) {
        hw_nvjitlink_note(&tried, link->theirs.by->path, hw_cuda_link_log(link, true));
        if (!start(link, link->at + 1, &tried))
            break;
        result = add_here(link, input, piece, name);
        if (result != cudaSuccess && link->at == OWN)
            hw_nvjitlink_note(&tried, HW_NVJITLINK_OWN, hw_cuda_link_log(link, true));
    }
    if (result == cudaSuccess) {
        free(tried);
        return result;
    }
    start(link, 0, &unused);
    free(unused);
    say_tried(link, tried);
    return refusal;
}

cudaError_t hw_cuda_link_add(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                             const struct hw_cuda_image *piece, const char *name)
{
    cudaError_t result = add_here(link, input, piece, name);

    if (link->at == OWN || hw_nvjitlink_is_named())
        return result;
    if (result != cudaSuccess)
        result = add_elsewhere(link, input, piece, name, result);
    return result == cudaSuccess ? keep(link, input, piece, name) : result;
}

static cudaError_t complete(struct hw_cuda_link *link)
{
    if (link->at == OWN)
        return complete_own(link);
    hw_cuda_image_free(&link->cubin);
    const cudaError_t result = hw_nvjitlink_complete(&link->theirs, &link->cubin);
    take_said(link);
    return result;
}

/* --- links --- */

static cudaError_t begin(struct hw_cuda_link *link, const struct hw_chip_info *chip,
                         const struct hw_cuda_link_wish *wish)
{
    char *tried = NULL;

    *link = (struct hw_cuda_link){.chip = chip, .wish = *wish, .trouble = {.text = ""}};
    if (hw_nvjitlink_check(&link->trouble) != HW_OK)
        return (cudaError_t)HW_CUDA_ERROR_NO_COMPILER;
    const bool begun = start(link, 0, &tried);
    free(tried);
    return begun ? cudaSuccess : cudaErrorNoKernelImageForDevice;
}

cudaError_t hw_cuda_link_begin(const struct hw_cuda_link_wish *wish, struct hw_cuda_link **link)
{
    struct hw_cuda_link *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_LINK)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    const cudaError_t result = begin(made, hw_cuda.context->device->chip, wish);
    if (result == cudaSuccess) {
        *link = made;
        return result;
    }
    hw_cuda_fail((int)result, "%s", hw_cuda_link_log(made, true));
    hw_cuda_link_end(made);
    return result;
}

bool hw_cuda_link_is_valid(const struct hw_cuda_link *link)
{
    return hw_cuda_is(link, HW_CUDA_LINK);
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
    hw_nvjitlink_end(&link->theirs);
    hw_cuda_builtin_linker_end(&link->own);
    hw_cuda_image_free(&link->cubin);
    for (size_t i = 0; i < link->piece_count; i++)
        free_piece(&link->pieces[i]);
    free(link->pieces);
    free(link->info);
    free(link->errors);
    free(link->notes);
    free(link);
}
