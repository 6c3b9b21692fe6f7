/* SPDX-License-Identifier: MIT */
/* Texture and surface binding of a module of sm_20 or later: the references that its file names (texture<>
 * and surface<> of CUDA C).
 *
 * GF100: the numbers of slots are in the code, and records IMAGE_SLOT name their references.  Later a
 * relocation names the offset in bank 0 where a handle or a descriptor goes.  Loading decides which entry of
 * the table that is: references get entries from the last one down, the same ones in all kernels of a file.
 */
#include "machine/image/image_link.h"

#include <stdlib.h>
#include <string.h>

#define IMAGE_SLOT "IMAGE_SLOT"

/* Where the driver describes a surface to GF100's code, as IMAGE_OFFSET says: an offset in this bank, and how
 * many words are there.  Code of volumes and layers multiplies z or the layer by the last of the words that
 * compilers of CUDA 4.2 ask for before it gives it to SUST.E2D (seen in the SDK's volumeFiltering): what a
 * slice counts, 1 here. */
#define IMAGE_OFFSET "IMAGE_OFFSET"
#define IMAGE_BANK   14u
#define IMAGE_WORDS  7u

static const struct {
    const char *reloc;
    uint8_t kind;
} by_reloc[] = {
    {"TEX_HEADER_INDEX", HW_REFERENCE_HANDLE},
    {"SURF_HEADER_INDEX", HW_REFERENCE_HANDLE},
    {"SURF_HW_DESC", HW_REFERENCE_DESCRIPTOR},
    {"SURF_HW_SW_DESC", HW_REFERENCE_DESCRIPTOR},
};

/* The kind of reference that a relocation writes; HW_REFERENCE_SLOT: none. */
static uint8_t kind_of(const struct hw_reloc *reloc)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);

    if (!kind || kind->value != HW_RELOC_OTHER)
        return HW_REFERENCE_SLOT;
    for (size_t i = 0; i < sizeof by_reloc / sizeof *by_reloc; i++)
        if (strcmp(kind->name, by_reloc[i].reloc) == 0)
            return by_reloc[i].kind;
    return HW_REFERENCE_SLOT;
}

/* The symbols that relocations of the file name, each once. */
struct names {
    const char *name[HW_TEXTURES];
    uint32_t count;
};

/* The number of a symbol, which is a new one where it has none; HW_TEXTURES: there are too many. */
static uint32_t number_of(struct names *names, const char *name)
{
    uint32_t number = 0;

    while (number < names->count && strcmp(names->name[number], name) != 0)
        number++;
    if (number == names->count && number < HW_TEXTURES)
        names->name[names->count++] = name;
    return number;
}

static void add_reference(struct hw_image *image, const char *name, uint8_t kind, uint32_t offset,
                          uint32_t entry)
{
    image->reference[image->reference_count++] =
        (struct hw_reference){.name = name, .kind = kind, .offset = offset, .entry = entry};
}

static bool is_of_kernel(const struct hw_image *image, const struct hw_reloc *reloc)
{
    static const char bank[] = ".nv.constant0.";

    return strncmp(reloc->section, bank, sizeof bank - 1) == 0 &&
           strcmp(reloc->section + sizeof bank - 1, image->kernel->name) == 0;
}

/* Whether it is the attribute of that name, for a symbol and with so many bytes. */
static bool is_image(const struct hw_nv_info *info, const char *attribute, uint32_t bytes)
{
    const char *name = hw_attribute_name(info->attribute);

    return name && strcmp(name, attribute) == 0 && info->format == 4 && info->value >= bytes &&
           info->symbol_count > 0;
}

static uint32_t word_of(const struct hw_nv_info *info, unsigned number)
{
    const uint8_t *byte = info->data + 4 * (size_t)number;

    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

/* Write the unit of a slice to the word that IMAGE_OFFSET names. */
static hw_status set_slice(struct hw_image *image, const struct hw_nv_info *info, struct hw_error *error)
{
    const uint32_t offset = (word_of(info, 1) & 0xffff) + 4 * (IMAGE_WORDS - 1), one = 1;

    if (word_of(info, 2) < IMAGE_WORDS)
        return HW_OK;
    const hw_status status = hw_image_extend_bank(image, IMAGE_BANK, offset + 4, error);
    if (status == HW_OK)
        memcpy(image->bank[IMAGE_BANK].data + offset, &one, sizeof one);
    return status;
}

static hw_status add_by_reloc(struct hw_image *image, const struct hw_module *module, struct hw_error *error)
{
    struct names names = {.count = 0};

    for (size_t i = 0; i < module->reloc_count; i++) {
        const struct hw_reloc *reloc = &module->relocs[i];
        const uint8_t kind = kind_of(reloc);
        if (kind == HW_REFERENCE_SLOT || !reloc->symbol)
            continue;
        const uint32_t number = number_of(&names, reloc->symbol);
        if (number >= HW_TEXTURES - 1)
            return hw_fail(error, HW_ERR_UNSUPPORTED, "image",
                           "the file names more than %u textures and surfaces", HW_TEXTURES - 1);
        if (is_of_kernel(image, reloc) && reloc->offset <= UINT32_MAX)
            add_reference(image, reloc->symbol, kind, (uint32_t)reloc->offset, HW_TEXTURES - 1 - number);
    }
    return HW_OK;
}

hw_status hw_image_find_references(struct hw_image *image, const struct hw_module *module,
                                   struct hw_error *error)
{
    const struct hw_nv_infos *infos = &image->kernel->infos;

    image->reference = calloc(module->reloc_count + infos->count + 1, sizeof *image->reference);
    if (!image->reference)
        return hw_fail(error, HW_ERR_NO_MEMORY, "image", "no memory for %zu relocations",
                       module->reloc_count);
    for (size_t i = 0; i < infos->count; i++) {
        const struct hw_nv_info *info = &infos->list[i];
        if (is_image(info, IMAGE_SLOT, 8))
            add_reference(image, info->symbols[0], HW_REFERENCE_SLOT, 0, word_of(info, 1));
        const hw_status status = is_image(info, IMAGE_OFFSET, 12) ? set_slice(image, info, error) : HW_OK;
        if (status != HW_OK)
            return status;
    }
    return add_by_reloc(image, module, error);
}

const struct hw_reference *hw_image_reference(const struct hw_image *image, const char *name)
{
    for (size_t i = 0; i < image->reference_count; i++)
        if (strcmp(image->reference[i].name, name) == 0)
            return &image->reference[i];
    return NULL;
}
