/* SPDX-License-Identifier: MIT */
/* Records of .nv.info, of its copy for capsules (.nv.merc.nv.info), and of .nv.compat, attributes by name. */
#include "cli/info_elf.h"

#include "module/elf_compat.h"
#include "module/elf_cubin.h"
#include "module/nv_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PARAM_BYTES = 12, HEAD_BYTES = 4 };

/* What kind of records a section has. */
struct record_kind {
    const char *section, *prefix;
    const char *(*name)(unsigned attribute);
    bool parts;   /* a section has a name behind it: a kernel's */
    bool symbols; /* numbers of symbols are those of .symtab */
};

static const struct record_kind kinds[] = {
    {CUBIN_INFO, "EIATTR_", hw_attribute_name, true, true},
    {CUBIN_CAPSULE_DATA "nv.info", "EIATTR_", hw_attribute_name, true, false},
    {CUBIN_COMPAT, "EICOMPAT_ATTR_", hw_compat_attribute_name, false, false},
};

static const char *const formats[] = {"NVAL", "NVAL", "BVAL", "HVAL", "SVAL"};
enum { FORMAT_NONE = 1 };

static void put_word(const struct hw_elf_file *file, const struct record_kind *kind,
                     const struct hw_nv_info *info, size_t index)
{
    const uint32_t word = hw_get32(info->data + 4 * index);
    struct hw_elf_symbol symbol;

    if (kind->symbols && hw_nv_info_word(info, index) == HW_WORD_SYMBOL && word < file->symbol_count &&
        hw_elf_symbol(file, word, &symbol, NULL) == HW_OK && symbol.name[0])
        printf(" %s", symbol.name);
    else
        printf(" 0x%" PRIx32, word);
}

static void put_data(const struct hw_elf_file *file, const struct record_kind *kind,
                     const struct hw_nv_info *info)
{
    if (kind->parts && info->attribute == HW_ATTRIBUTE_PARAM && info->value == PARAM_BYTES) {
        printf(" index 0x%" PRIx32 " ordinal %" PRIu32 " offset 0x%" PRIx32 " size 0x%" PRIx32,
               hw_get32(info->data), hw_get16(info->data + 4), hw_get16(info->data + 6),
               hw_get32(info->data + 8) >> HW_PARAM_FLAG_BITS);
        return;
    }
    for (size_t i = 0; i < info->value / 4u; i++)
        put_word(file, kind, info, i);
    for (size_t i = info->value / 4u * 4u; i < info->value; i++)
        printf(" 0x%02x", info->data[i]);
}

static void put_record(const struct hw_elf_file *file, const struct record_kind *kind,
                       const struct hw_nv_info *info)
{
    const char *name = kind->name(info->attribute);
    char label[64];

    if (name)
        snprintf(label, sizeof label, "%s%s", kind->prefix, name);
    else
        snprintf(label, sizeof label, "attribute 0x%02x", info->attribute);
    printf("    %-36s EIFMT_%s ", label, info->format <= HW_FORMAT_DATA ? formats[info->format] : "?");
    if (info->format == HW_FORMAT_DATA)
        put_data(file, kind, info);
    else if (info->format > FORMAT_NONE)
        printf(" 0x%x", info->value);
    printf("\n");
}

/* The records of a section; what is cut off or has a format that is not known ends them. */
static void put_section(const struct hw_elf_file *file, const struct record_kind *kind,
                        const struct hw_elf_section *section)
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
        put_record(file, kind, &info);
    }
}

static const struct record_kind *kind_of(const char *section)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *rest = hw_cubin_skip_prefix(section, kinds[i].section);
        if (rest && (!*rest || (kinds[i].parts && *rest == '.')))
            return &kinds[i];
    }
    return NULL;
}

void hw_info_records(const struct hw_elf_file *file)
{
    for (uint32_t i = 0; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        const struct record_kind *kind = section->data ? kind_of(section->name) : NULL;
        if (kind)
            put_section(file, kind, section);
    }
}
