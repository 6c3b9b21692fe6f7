/* SPDX-License-Identifier: MIT */
/* How a program says where its fatbin is.
 *
 * Host code registers a wrapper of 24 bytes in .nvFatBinSegment: 0 u32 magic, 4 u32 version, 8 u64 address of
 * the fatbin, 16 u64 another.  A program at a fixed address has the address there.  Elsewhere the dynamic
 * loader writes it, as a relocation of type RELATIVE says (DT_RELA), whose addend is the address and which
 * may stand in the place, too, or a bit in DT_RELR, which says that the place has the address.  Both are
 * addresses for certain, so any of them that is the fatbin's is one to it; in other words of the program only
 * those of wrappers are. */
#include "archive/elf_pointers.h"

#include <string.h>

enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER = 24, WRAPPER_FATBIN = 8, WORD = 8 };

#ifndef DT_RELR /* glibc's elf.h has it from 2.36 on */
#define DT_RELRSZ 35
#define DT_RELR   36
#endif

/* Where `size` bytes at an address of the program are in the file, NULL where they are not. */
static uint8_t *bytes_at(const struct hw_linked_elf *elf, uint64_t address, uint64_t size)
{
    for (unsigned i = 0; i < elf->header.e_phnum; i++) {
        const Elf64_Phdr *program = &elf->programs[i];
        const uint64_t inside = address - program->p_vaddr;
        if (program->p_type == PT_LOAD && address >= program->p_vaddr && inside < program->p_filesz &&
            size <= program->p_filesz - inside)
            return elf->bytes + program->p_offset + inside;
    }
    return NULL;
}

static bool redirect_word(uint8_t *word, uint64_t from, uint64_t to)
{
    if (!word || hw_get64(word) != from)
        return false;
    hw_put64(word, to);
    return true;
}

/* A value of the dynamic section, 0 where it has none. */
static uint64_t dynamic(const struct hw_linked_elf *elf, int64_t tag)
{
    for (unsigned i = 0; i < elf->header.e_phnum; i++) {
        const Elf64_Phdr *program = &elf->programs[i];
        if (program->p_type != PT_DYNAMIC)
            continue;
        for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= program->p_filesz; at += sizeof(Elf64_Dyn)) {
            const uint8_t *entry = elf->bytes + program->p_offset + at;
            if ((int64_t)hw_get64(entry) == tag)
                return hw_get64(entry + WORD);
        }
    }
    return 0;
}

static size_t redirect_rela(const struct hw_linked_elf *elf, uint64_t from, uint64_t to)
{
    const uint64_t bytes = dynamic(elf, DT_RELASZ);
    const uint32_t relative = elf->header.e_machine == EM_AARCH64 ? R_AARCH64_RELATIVE : R_X86_64_RELATIVE;
    uint8_t *table = bytes ? bytes_at(elf, dynamic(elf, DT_RELA), bytes) : NULL;
    size_t count = 0;
    for (uint64_t at = 0; table && at + sizeof(Elf64_Rela) <= bytes; at += sizeof(Elf64_Rela)) {
        uint8_t *entry = table + at;
        if (ELF64_R_TYPE(hw_get64(entry + offsetof(Elf64_Rela, r_info))) != relative ||
            !redirect_word(entry + offsetof(Elf64_Rela, r_addend), from, to))
            continue;
        redirect_word(bytes_at(elf, hw_get64(entry), WORD), from, to);
        count++;
    }
    return count;
}

/* Each word of the table is an address, which is even, or a map of the 63 words behind those that the words
 * before it were about. */
static size_t redirect_relr(const struct hw_linked_elf *elf, uint64_t from, uint64_t to)
{
    const uint64_t bytes = dynamic(elf, DT_RELRSZ);
    const uint8_t *table = bytes ? bytes_at(elf, dynamic(elf, DT_RELR), bytes) : NULL;
    uint64_t address = 0;
    size_t count = 0;
    for (uint64_t at = 0; table && at + WORD <= bytes; at += WORD) {
        uint64_t word = hw_get64(table + at);
        if (word & 1) {
            for (unsigned bit = 1; bit < 64; bit++)
                if (word >> bit & 1)
                    count += redirect_word(bytes_at(elf, address + (bit - 1) * WORD, WORD), from, to);
            address += 63 * WORD;
        } else {
            count += redirect_word(bytes_at(elf, word, WORD), from, to);
            address = word + WORD;
        }
    }
    return count;
}

static size_t redirect_wrappers(const struct hw_linked_elf *elf, uint64_t from, uint64_t to)
{
    size_t count = 0;
    for (unsigned i = 0; i < elf->header.e_phnum; i++) {
        const Elf64_Phdr *program = &elf->programs[i];
        if (program->p_type != PT_LOAD)
            continue;
        for (uint64_t at = -program->p_vaddr % WORD; at + WRAPPER <= program->p_filesz; at += WORD) {
            uint8_t *wrapper = elf->bytes + program->p_offset + at;
            if (hw_get32(wrapper) == WRAPPER_MAGIC)
                count += redirect_word(wrapper + WRAPPER_FATBIN, from, to);
        }
    }
    return count;
}

size_t hw_elf_redirect(const struct hw_linked_elf *elf, uint64_t from, uint64_t to)
{
    return redirect_rela(elf, from, to) + redirect_relr(elf, from, to) + redirect_wrappers(elf, from, to);
}
