/* SPDX-License-Identifier: MIT */
/* Records of .nv.info, attributes by name. */
#include "cli/info_elf.h"

#include "module/nv_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PARAM_BYTES = 12, HEAD_BYTES = 4 };

static const char *const formats[] = {"NVAL", "NVAL", "BVAL", "HVAL", "SVAL"};
enum { FORMAT_NONE = 1 };

static void put_word(const struct hw_elf_file *file, const struct hw_nv_info *info, size_t index)
{
    const uint32_t word = hw_get32(info->data + 4 * index);
    struct hw_elf_symbol symbol;

    if (hw_nv_info_word(info, index) == HW_WORD_SYMBOL && word < file->symbol_count &&
        hw_elf_symbol(file, word, &symbol, NULL) == HW_OK && symbol.name[0])
        printf(" %s", symbol.name);
    else
        printf(" 0x%" PRIx32, word);
}

static void put_data(const struct hw_elf_file *file, const struct hw_nv_info *info)
{
    if (info->attribute == HW_ATTRIBUTE_PARAM && info->value == PARAM_BYTES) {
        printf(" index 0x%" PRIx32 " ordinal %" PRIu32 " offset 0x%" PRIx32 " size 0x%" PRIx32,
               hw_get32(info->data), hw_get16(info->data + 4), hw_get16(info->data + 6),
               hw_get32(info->data + 8) >> HW_PARAM_FLAG_BITS);
        return;
    }
    for (size_t i = 0; i < info->value / 4u; i++)
        put_word(file, info, i);
    for (size_t i = info->value / 4u * 4u; i < info->value; i++)
        printf(" 0x%02x", info->data[i]);
}

static void put_record(const struct hw_elf_file *file, const struct hw_nv_info *info)
{
    const char *name = hw_attribute_name(info->attribute);
    char label[64];

    if (name)
        snprintf(label, sizeof label, "EIATTR_%s", name);
    else
        snprintf(label, sizeof label, "attribute 0x%02x", info->attribute);
    printf("    %-36s EIFMT_%s ", label, info->format <= HW_FORMAT_DATA ? formats[info->format] : "?");
    if (info->format == HW_FORMAT_DATA)
        put_data(file, info);
    else if (info->format > FORMAT_NONE)
        printf(" 0x%x", info->value);
    printf("\n");
}

/* The records of a section; what is cut off or has a format that is not known ends them. */
static void put_section(const struct hw_elf_file *file, const struct hw_elf_section *section)
{
    size_t at = 0;

    printf("\n%s:\n", section->name);
    while (at + HEAD_BYTES <= section->size) {
        const uint8_t *bytes = section->data + at;
        struct hw_nv_info info = {
            .format = bytes[0], .attribute = bytes[1], .value = (uint16_t)hw_get16(bytes + 2)};
        at += HEAD_BYTES;
        if (info.format == HW_FORMAT_DATA && info.value > section->size - at) {
            printf("    the record at 0x%zx is cut off\n", at - HEAD_BYTES);
            return;
        }
        if (info.format == HW_FORMAT_DATA) {
            info.data = (uint8_t *)(uintptr_t)(section->data + at);
            at += hw_round_up4(info.value);
        }
        put_record(file, &info);
    }
}

void hw_info_records(const struct hw_elf_file *file)
{
    for (uint32_t i = 0; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        if (section->data && !strncmp(section->name, ".nv.info", 8))
            put_section(file, section);
    }
}
