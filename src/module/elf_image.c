/* Building ELF files: string tables, symbols, and the final layout (header, contents, section headers). */
#include "module/elf_image.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

void hw_elf_image_free(struct hw_elf_image *image)
{
    for (uint32_t i = 0; i < image->section_count; i++)
        free(image->sections[i].data.bytes);
    free(image->sections);
}

struct hw_elf_image_section *hw_elf_image_section(struct hw_elf_image *image, const char *prefix,
                                                  const char *suffix, uint32_t type, uint64_t flags,
                                                  uint64_t align)
{
    if (image->section_count >= SHN_LORESERVE ||
        !hw_module_grow(&image->sections, image->section_count, sizeof image->sections[0])) {
        /* Whoever adds a section may fill it without looking; a failed buffer takes nothing. */
        image->failed = true;
        image->nowhere.data.failed = true;
        return &image->nowhere;
    }
    struct hw_elf_image_section *section = &image->sections[image->section_count++];
    *section = (struct hw_elf_image_section){.type = type, .flags = flags, .align = align};
    if (image->section_count > HW_ELF_NAMES) {
        struct hw_buffer *names = &image->sections[HW_ELF_NAMES].data;
        if (!names->length)
            hw_buffer_zero(names, 1); /* name 0 is the empty one */
        section->name = (uint32_t)names->length;
        hw_buffer_add(names, prefix, strlen(prefix));
        hw_buffer_add(names, suffix, strlen(suffix) + 1);
    }
    return section;
}

void hw_elf_image_start(struct hw_elf_image *image, bool wide)
{
    *image = (struct hw_elf_image){.layout = &hw_elf_layouts[wide]};
    hw_elf_image_section(image, "", "", SHT_NULL, 0, 0);
    hw_elf_image_section(image, ".shstrtab", "", SHT_STRTAB, 0, 1);
    struct hw_elf_image_section *strings = hw_elf_image_section(image, ".strtab", "", SHT_STRTAB, 0, 1);
    hw_buffer_zero(&strings->data, 1);
    struct hw_elf_image_section *symbols =
        hw_elf_image_section(image, ".symtab", "", SHT_SYMTAB, 0, image->layout->word_bytes);
    symbols->link = HW_ELF_STRINGS;
    symbols->entry_bytes = image->layout->symbol_bytes;
    static const struct hw_elf_symbol none = {.name = ""};
    hw_elf_image_symbol(image, &none);
}

uint32_t hw_elf_image_symbol(struct hw_elf_image *image, const struct hw_elf_symbol *symbol)
{
    const struct hw_elf_layout *layout = image->layout;
    uint8_t entry[24] = {0};
    if (image->failed)
        return 0;
    if (symbol->name[0]) {
        struct hw_buffer *strings = &image->sections[HW_ELF_STRINGS].data;
        hw_put32(entry, (uint32_t)strings->length);
        hw_buffer_add(strings, symbol->name, strlen(symbol->name) + 1);
    }
    hw_elf_put_word(layout, entry + layout->st_value, symbol->value);
    hw_elf_put_word(layout, entry + layout->st_size, symbol->size);
    entry[layout->st_info] = (uint8_t)ELF64_ST_INFO(symbol->binding, symbol->type);
    entry[layout->st_other] = symbol->other;
    hw_put16(entry + layout->st_shndx, symbol->section);
    hw_buffer_add(&image->sections[HW_ELF_SYMBOLS].data, entry, layout->symbol_bytes);
    if (symbol->binding == STB_LOCAL)
        image->local_count++;
    return image->symbol_count++;
}

void hw_elf_image_rel(const struct hw_elf_image *image, struct hw_buffer *data, const struct hw_elf_rel *rel)
{
    const struct hw_elf_layout *layout = image->layout;
    uint8_t entry[16];
    hw_elf_put_word(layout, entry, rel->offset);
    hw_elf_put_word(layout, entry + layout->r_info,
                    (uint64_t)rel->symbol << layout->r_symbol_shift | rel->type);
    hw_buffer_add(data, entry, layout->rel_bytes);
}

static void put_header(const struct hw_elf_image *image, uint32_t flags, uint8_t os_abi, uint8_t abi_version,
                       uint64_t section_headers, struct hw_buffer *out)
{
    const struct hw_elf_layout *layout = image->layout;
    uint8_t header[64] = {0x7f, 'E', 'L', 'F'};
    header[EI_CLASS] = layout->word_bytes == 8 ? ELFCLASS64 : ELFCLASS32;
    header[EI_DATA] = ELFDATA2LSB;
    header[EI_VERSION] = EV_CURRENT;
    header[EI_OSABI] = os_abi;
    header[EI_ABIVERSION] = abi_version;
    hw_put16(header + 16, ET_EXEC);
    hw_put16(header + 18, EM_CUDA);
    hw_put32(header + 20, EV_CURRENT);
    hw_elf_put_word(layout, header + layout->e_shoff, section_headers);
    hw_put32(header + layout->e_flags, flags);
    uint8_t *counts = header + layout->e_ehsize;
    hw_put16(counts, layout->header_bytes);
    hw_put16(counts + 2, layout->program_bytes);
    hw_put16(counts + 6, layout->section_bytes);
    hw_put16(counts + 8, image->section_count);
    hw_put16(counts + 10, HW_ELF_NAMES);
    hw_buffer_add(out, header, layout->header_bytes);
}

static void put_section_header(const struct hw_elf_layout *layout, const struct hw_elf_image_section *section,
                               uint64_t offset, struct hw_buffer *out)
{
    uint8_t header[64] = {0};
    hw_put32(header, section->name);
    hw_put32(header + 4, section->type);
    hw_elf_put_word(layout, header + layout->sh_flags, section->flags);
    hw_elf_put_word(layout, header + layout->sh_offset, offset);
    hw_elf_put_word(layout, header + layout->sh_size,
                    section->type == SHT_NOBITS ? section->size : section->data.length);
    hw_put32(header + layout->sh_link, section->link);
    hw_put32(header + layout->sh_info, section->info);
    hw_elf_put_word(layout, header + layout->sh_addralign, section->align);
    hw_elf_put_word(layout, header + layout->sh_entsize, section->entry_bytes);
    hw_buffer_add(out, header, layout->section_bytes);
}

static uint64_t aligned(uint64_t offset, uint64_t align)
{
    return align > 1 ? (offset + align - 1) / align * align : offset;
}

/* No section is aligned to more than this: a foreign one may ask for anything. */
#define ALIGN_MAX 64

void hw_elf_image_finish(struct hw_elf_image *image, uint32_t flags, uint8_t os_abi, uint8_t abi_version,
                         struct hw_buffer *out)
{
    uint64_t offset = image->layout->header_bytes;
    for (uint32_t i = 0; i < image->section_count; i++) {
        struct hw_elf_image_section *section = &image->sections[i];
        out->failed |= section->data.failed;
        if (section->align > ALIGN_MAX)
            section->align = ALIGN_MAX;
        offset = aligned(offset, section->align) + section->data.length;
    }
    out->failed |= image->failed;
    if (out->failed)
        return;
    uint64_t section_headers = aligned(offset, 8);
    image->sections[HW_ELF_SYMBOLS].info = image->local_count;
    put_header(image, flags, os_abi, abi_version, section_headers, out);
    for (uint32_t i = 0; i < image->section_count; i++) {
        hw_buffer_zero(out, aligned(out->length, image->sections[i].align) - out->length);
        hw_buffer_add(out, image->sections[i].data.bytes, image->sections[i].data.length);
    }
    hw_buffer_zero(out, section_headers - out->length);
    offset = image->layout->header_bytes;
    for (uint32_t i = 0; i < image->section_count; i++) {
        const struct hw_elf_image_section *section = &image->sections[i];
        offset = aligned(offset, section->align);
        put_section_header(image->layout, section, section->type == SHT_NULL ? 0 : offset, out);
        offset += section->data.length;
    }
}
