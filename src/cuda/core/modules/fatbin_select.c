/* SPDX-License-Identifier: MIT */
/* From an image, as programs register it or hand it over, to the module of a device.
 *
 * An image is a cubin (ELF, or text as in CUDA 1 and 2), PTX, or a fat binary, before which stands the
 * wrapper that nvcc's host code has where the program registers it.  PTX is compiled (jit_linker.h) where
 * there is no cubin for the device. */
#include "cuda/core/modules/fatbin_select.h"

#include "cuda/core/devices/device.h"
#include "cuda/core/modules/code_count.h"
#include "cuda/core/modules/empty_code.h"
#include "cuda/core/modules/module_image.h"
#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/ptx_cache.h"
#include "cuda/core/modules/ptx_text.h"
#include "cuda/core/modules/registered_fatbin.h"
#include "machine/chip/chips.h"
#include "target_name.h"

#include <halfwarp/archive.h>
#include <halfwarp/chip.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t magic_of(const void *image)
{
    uint32_t magic;

    memcpy(&magic, image, sizeof magic);
    return magic;
}

static size_t container_length(const void *container)
{
    struct hw_cuda_container_head head;

    memcpy(&head, container, sizeof head);
    return head.head_bytes + head.payload_bytes;
}

const uint8_t *hw_cuda_container_of(const void *wrapper, size_t *length)
{
    struct hw_cuda_wrapper outer;

    memcpy(&outer, wrapper, sizeof outer);
    if (outer.magic != HW_CUDA_WRAPPER_MAGIC || !outer.container ||
        magic_of(outer.container) != HW_CUDA_CONTAINER_MAGIC)
        return NULL;
    *length = container_length(outer.container);
    return outer.container;
}

/* --- choosing a cubin --- */

/* The target that code of this kind is for; false for other entries. */
static bool target_of(const struct hw_entry *entry, enum hw_entry_kind kind, struct hw_target_name *name)
{
    return entry->kind == kind && kind != HW_ENTRY_OTHER &&
           hw_target_name_read(entry->target, kind == HW_ENTRY_CUBIN ? "sm_" : "compute_", name);
}

/* Its capability, 0 for other entries. */
static unsigned capability_of(const struct hw_entry *entry, enum hw_entry_kind kind)
{
    struct hw_target_name name;

    return target_of(entry, kind, &name) ? name.capability : 0;
}

/* How well an entry of that kind suits a device, 0: it does not run there. */
static unsigned suits(const struct hw_entry *entry, enum hw_entry_kind kind, unsigned device)
{
    struct hw_target_name name;

    if (!target_of(entry, kind, &name))
        return 0;
    return (kind == HW_ENTRY_CUBIN ? hw_target_cubin_runs : hw_target_ptx_runs)(&name, device)
               ? hw_target_rank(&name)
               : 0;
}

/* entry_count: none. */
static size_t best_entry(const struct hw_archive *archive, enum hw_entry_kind kind, unsigned device)
{
    size_t best = archive->entry_count;
    unsigned best_rank = 0;

    for (size_t i = 0; i < archive->entry_count; i++) {
        const unsigned rank = suits(&archive->entries[i], kind, device);
        if (rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}

static cudaError_t no_code(struct hw_error *error)
{
    hw_fail(error, HW_ERR_FORMAT, "cuda", "the image holds no code; expected a cubin or a fat binary");
    return cudaErrorInvalidKernelImage;
}

/* Say which chip to take, and why it is another one where nobody has named it. */
static void advise(const struct hw_chip_info *better, const struct hw_chip_info *chip, struct hw_error *error)
{
    const struct hw_code_count *chosen_by = hw_cuda_chosen_by();
    char *end = error->text + strlen(error->text), *const all = error->text + sizeof error->text;
    char why[64];

    end += snprintf(end, (size_t)(all - end), "; try --chip %s", better->name);
    if (!chosen_by || end >= all)
        return;
    hw_code_count_why(chosen_by, why, sizeof why);
    snprintf(end, (size_t)(all - end), " (nobody named a chip, and %s was chosen: %s)", chip->name, why);
}

/* For code that no chip here runs. */
static void tell_newest(struct hw_error *error)
{
    const size_t used = strlen(error->text);

    snprintf(error->text + used, sizeof error->text - used, "; halfwarp runs code up to sm_%u so far",
             hw_newest_chip()->capability);
}

/* Once: the chip that most of the program's code is for, if this image is, too; else the image's. */
static void add_advice(const void *image, size_t length, const struct hw_chip_info *on,
                       struct hw_error *error)
{
    static unsigned char told;
    struct hw_code_count all, alone = {.images = 0};
    const struct hw_chip_info *chip;
    const struct hw_card *card;
    char name[16];

    if (!error || __atomic_exchange_n(&told, 1, __ATOMIC_RELAXED))
        return;
    hw_cuda_fatbins_count(&all);
    hw_code_count_image(&all, image, length);
    hw_code_count_image(&alone, image, length);
    const unsigned most = hw_code_count_best(&all);
    snprintf(name, sizeof name, "sm_%u", alone.runs[most] ? most : hw_code_count_best(&alone));
    if (hw_card_find(name, &chip, &card, NULL) == HW_OK)
        advise(chip, on, error);
    else
        tell_newest(error);
}

/* Why none of the PTX is taken, as part of a sentence; "": there is none. */
static const char *why_no_text(const struct hw_archive *archive, unsigned device)
{
    struct hw_target_name name;
    const char *why = "";

    for (size_t i = 0; i < archive->entry_count; i++) {
        if (!target_of(&archive->entries[i], HW_ENTRY_PTX, &name))
            continue;
        if (hw_target_ptx_runs(&name, device))
            return ", and CUDA_DISABLE_PTX_JIT forbids its PTX";
        if (!*why || name.capability <= device)
            why = name.capability > device ? ", and its PTX is for later chips"
                                           : ", and its PTX is for another chip or family alone";
    }
    return why;
}

/* Say what the device would need, and what chips the image is for. */
static cudaError_t no_entry(const struct hw_archive *archive, const struct hw_chip_info *chip,
                            struct hw_error *error)
{
    const char *const why = why_no_text(archive, chip->capability);
    struct hw_target_name name;
    char others[128] = "";
    size_t length = 0;

    for (size_t i = 0; i < archive->entry_count; i++) {
        const struct hw_entry *entry = &archive->entries[i];
        if (target_of(entry, entry->kind, &name) && length + sizeof entry->target + 12 < sizeof others)
            length += (size_t)snprintf(others + length, sizeof others - length, "%s%s",
                                       length ? ", " : "; it is for ", entry->target);
    }
    if (!*why && length == 0)
        return no_code(error);
    hw_fail(error, HW_ERR_NOT_FOUND, "cuda", "%s has no cubin for %s (sm_%u)%s%s",
            archive->kind == HW_ARCHIVE_FATBIN ? "a fat binary of the program" : "the image", chip->name,
            chip->capability, why, others);
    add_advice(archive->bytes, archive->length, chip, error);
    return *why ? (cudaError_t)HW_CUDA_ERROR_PTX_ONLY : cudaErrorNoKernelImageForDevice;
}

static cudaError_t unpack(const struct hw_archive *archive, size_t entry, struct hw_cuda_image *image,
                          struct hw_error *error)
{
    return hw_entry_unpack(archive, entry, &image->bytes, &image->length, error) == HW_OK
               ? cudaSuccess
               : cudaErrorInvalidKernelImage;
}

static cudaError_t compile(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                           struct hw_cuda_jit *jit, struct hw_cuda_image *cubin, struct hw_error *error)
{
    const struct hw_cuda_link_wish none = HW_CUDA_NO_WISH;
    struct hw_cuda_ptx_code code;
    struct hw_target_name target;
    const cudaError_t result = hw_cuda_compile(ptx, chip, jit && jit->wish ? jit->wish : &none, &code, error);

    *cubin = code.cubin;
    code.cubin = (struct hw_cuda_image){NULL, 0};
    if (jit) {
        free(jit->said);
        free(jit->refused);
        jit->said = code.said;
        jit->refused = code.refused;
        code.said = code.refused = NULL;
    }
    hw_cuda_ptx_code_free(&code);
    if (result != cudaSuccess && hw_cuda_ptx_target(ptx, &target) &&
        !hw_target_ptx_runs(&target, chip->capability))
        add_advice(ptx->bytes, ptx->length, chip, error);
    return result;
}

/* Variables of NVIDIA's driver (CUDA C Programming Guide, environment variables). */
static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && strcmp(value, "1") == 0;
}

/* Whether PTX is compiled although there is a cubin. */
static bool prefers_text(const struct hw_archive *archive, size_t cubin, const struct hw_chip_info *chip,
                         const struct hw_cuda_jit *jit)
{
    return jit && jit->wish && jit->wish->prefers_text &&
           capability_of(&archive->entries[cubin], HW_ENTRY_CUBIN) != chip->capability;
}

/* The entries that suit the device best; the archive's count: there is none. */
struct code_choice {
    size_t cubin, text;
    bool compiles; /* the text is taken */
};

static struct code_choice choose(const struct hw_archive *archive, const struct hw_chip_info *chip,
                                 const struct hw_cuda_jit *jit)
{
    const size_t none = archive->entry_count;
    const bool is_file = archive->kind == HW_ARCHIVE_FATBIN; /* else it is one cubin, and no choice */
    struct code_choice choice = {
        .cubin = is_file && is_set("CUDA_FORCE_PTX_JIT")
                     ? none
                     : best_entry(archive, HW_ENTRY_CUBIN, chip->capability),
        .text = is_set("CUDA_DISABLE_PTX_JIT") ? none : best_entry(archive, HW_ENTRY_PTX, chip->capability)};

    choice.compiles =
        choice.text < none && (choice.cubin == none || prefers_text(archive, choice.cubin, chip, jit));
    return choice;
}

static cudaError_t best_code(const struct hw_archive *archive, const struct hw_chip_info *chip,
                             struct hw_cuda_jit *jit, struct hw_cuda_image *cubin, struct hw_error *error)
{
    const struct code_choice choice = choose(archive, chip, jit);
    struct hw_cuda_image ptx = {NULL, 0};

    if (!choice.compiles)
        return choice.cubin < archive->entry_count ? unpack(archive, choice.cubin, cubin, error)
                                                   : no_entry(archive, chip, error);
    cudaError_t result = unpack(archive, choice.text, &ptx, error);
    if (result == cudaSuccess)
        result = compile(&ptx, chip, jit, cubin, error);
    hw_cuda_image_free(&ptx);
    return result;
}

bool hw_cuda_container_text(const struct hw_cuda_image *image, const struct hw_chip_info *chip,
                            struct hw_cuda_image *ptx)
{
    struct hw_archive *archive = NULL;

    *ptx = (struct hw_cuda_image){NULL, 0};
    if (hw_archive_open(image->bytes, image->length, &archive, NULL) != HW_OK)
        return false;
    const struct code_choice choice = choose(archive, chip, NULL);
    const bool is_text = choice.compiles && unpack(archive, choice.text, ptx, NULL) == cudaSuccess;
    hw_archive_close(archive);
    return is_text;
}

cudaError_t hw_cuda_container_cubin(const void *image, size_t length, const struct hw_chip_info *chip,
                                    struct hw_cuda_jit *jit, struct hw_cuda_image *cubin,
                                    struct hw_error *error)
{
    struct hw_archive *archive = NULL;
    cudaError_t result = cudaErrorInvalidKernelImage;

    *cubin = (struct hw_cuda_image){NULL, 0};
    if (image && length > 0 && hw_cuda_image_is_ptx(image)) {
        const struct hw_cuda_image ptx = {(uint8_t *)(uintptr_t)image, length};
        return compile(&ptx, chip, jit, cubin, error);
    }
    if (hw_archive_open(image, length, &archive, error) == HW_OK)
        result = best_code(archive, chip, jit, cubin, error);
    hw_archive_close(archive);
    return result;
}

cudaError_t hw_cuda_container_read(const void *image, size_t length, const struct hw_chip_info *chip,
                                   struct hw_cuda_jit *jit, struct hw_module **code, struct hw_error *error)
{
    struct hw_cuda_image cubin;
    cudaError_t result = hw_cuda_container_cubin(image, length, chip, jit, &cubin, error);

    if (result == cudaSuccess && hw_module_read(cubin.bytes, cubin.length, code, error) != HW_OK)
        result = cudaErrorInvalidKernelImage;
    hw_cuda_image_free(&cubin);
    return result;
}

/* Text by itself. */
static bool text_target(const struct hw_cuda_image *ptx, struct hw_cuda_targets *targets)
{
    struct hw_target_name name;

    if (!hw_cuda_ptx_target(ptx, &name) || name.capability >= HW_CUDA_TARGETS)
        return false;
    targets->ptx[name.suffix][name.capability] = true;
    return true;
}

bool hw_cuda_container_targets(const void *image, size_t length, struct hw_cuda_targets *targets)
{
    struct hw_archive *archive;
    bool any = false;

    *targets = (struct hw_cuda_targets){.cubin = {{false}}};
    if (image && length > 0 && hw_cuda_image_is_ptx(image))
        return text_target(&(struct hw_cuda_image){(uint8_t *)(uintptr_t)image, length}, targets);
    if (!image || hw_archive_open(image, length, &archive, NULL) != HW_OK)
        return false;
    for (size_t i = 0; i < archive->entry_count; i++) {
        const enum hw_entry_kind kind = archive->entries[i].kind;
        struct hw_target_name name;
        if (!target_of(&archive->entries[i], kind, &name) || name.capability >= HW_CUDA_TARGETS ||
            hw_cuda_entry_is_empty(archive, i))
            continue;
        (kind == HW_ENTRY_CUBIN ? targets->cubin : targets->ptx)[name.suffix][name.capability] = true;
        any = true;
    }
    hw_archive_close(archive);
    return any;
}
