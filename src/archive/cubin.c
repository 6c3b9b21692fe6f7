/* SPDX-License-Identifier: MIT */
/* This reader takes cubins and PTX as files of their own: containers of one entry. */
#include "archive/cubin.h"
#include "module/elf_flags.h"

#include <stdio.h>
#include <string.h>

bool hw_scan_is_elf(const struct hw_scan *scan)
{
    return hw_scan_has(scan, scan->begin, sizeof(Elf32_Ehdr)) &&
           memcmp(hw_scan_at(scan, scan->begin), ELFMAG, SELFMAG) == 0;
}

bool hw_scan_is_cubin(const struct hw_scan *scan)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    return hw_scan_is_elf(scan) && hw_get16(bytes + offsetof(Elf64_Ehdr, e_machine)) == EM_CUDA;
}

/* White space and comments, then `.version`. */
bool hw_scan_is_ptx(const struct hw_scan *scan)
{
    static const char first[] = ".version";
    const char *at = (const char *)hw_scan_at(scan, scan->begin), *end = at + (scan->end - scan->begin);
    while (at < end && (strchr(" \t\r\n", *at) || *at == '/')) {
        if (*at == '\0')
            return false;
        if (*at == '/')
            while (at < end && *at != '\n')
                at++;
        else
            at++;
    }
    return (size_t)(end - at) >= sizeof first - 1 && memcmp(at, first, sizeof first - 1) == 0;
}

/* The word behind `key` as far as it is letters, digits and underscores, within the first `room` bytes. */
static void find_word(const struct hw_scan *scan, const char *key, char *word, size_t size)
{
    size_t room = (size_t)(scan->end - scan->begin), length = strlen(key);
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    const uint8_t *at = memmem(bytes, room < 65536 ? room : 65536, key, length);
    size_t count = 0;
    if (at)
        for (at += length; at < bytes + room && (*at == ' ' || *at == '{'); at++)
            ;
    while (at && at < bytes + room && count + 1 < size &&
           (*at == '_' || (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z')))
        word[count++] = (char)*at++;
    word[count] = '\0';
}

uint64_t hw_cubin_length(const uint8_t *bytes, size_t room)
{
    struct hw_elf_file file;
    uint64_t end = 0;
    if (hw_elf_open(&file, bytes, room, EM_CUDA, NULL) == HW_OK) {
        for (uint32_t i = 0; i < file.section_count; i++) {
            const struct hw_elf_section *section = &file.sections[i];
            uint64_t data = section->data ? section->offset + section->size : 0;
            uint64_t header = section->header + (file.wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
            end = data > end ? data : end;
            end = header > end ? header : end;
        }
        end = file.program_end > end ? file.program_end : end;
    }
    hw_elf_close(&file);
    return end;
}

bool hw_cubin_has_capsule(const uint8_t *bytes, size_t size)
{
    struct hw_elf_file file;
    bool found = false;
    if (hw_elf_open(&file, bytes, size, EM_CUDA, NULL) == HW_OK)
        for (uint32_t i = 0; i < file.section_count && !found; i++)
            found = hw_cubin_skip_prefix(file.sections[i].name, CUBIN_CAPSULE) != NULL;
    hw_elf_close(&file);
    return found;
}

/* As far as the header says it: of a damaged file. */
static void find_chip(const struct hw_scan *scan, char *target, size_t size)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    bool wide = bytes[EI_CLASS] == ELFCLASS64;
    if (!hw_scan_has(scan, scan->begin, wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)))
        return;
    uint32_t flags = hw_get32(bytes + (wide ? offsetof(Elf64_Ehdr, e_flags) : offsetof(Elf32_Ehdr, e_flags)));
    hw_cubin_target_print(bytes[EI_OSABI], flags, target, size);
}

static void find_target(const struct hw_scan *scan, char *target, size_t size)
{
    struct hw_elf_file file;
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    if (hw_elf_open(&file, bytes, (size_t)(scan->end - scan->begin), EM_CUDA, NULL) == HW_OK)
        hw_cubin_target_read(&file, target, size);
    else
        find_chip(scan, target, size);
    hw_elf_close(&file);
}

hw_status hw_scan_cubin(const struct hw_scan *scan)
{
    struct hw_entry entry = {.kind = HW_ENTRY_CUBIN,
                             .offset = scan->begin,
                             .bytes = scan->end - scan->begin,
                             .unpacked_bytes = scan->end - scan->begin};
    if (hw_scan_is_cubin(scan))
        find_target(scan, entry.target, sizeof entry.target);
    else
        find_word(scan, "architecture", entry.target, sizeof entry.target);
    return hw_scan_add(scan, &entry, NULL, 0);
}

hw_status hw_scan_ptx(const struct hw_scan *scan)
{
    struct hw_entry entry = {.kind = HW_ENTRY_PTX,
                             .offset = scan->begin,
                             .bytes = scan->end - scan->begin,
                             .unpacked_bytes = scan->end - scan->begin};
    char word[16];
    find_word(scan, ".target", word, sizeof word);
    if (strncmp(word, "sm_", 3) == 0)
        snprintf(entry.target, sizeof entry.target, "compute_%.6s", word + 3);
    return hw_scan_add(scan, &entry, NULL, 0);
}
