/* SPDX-License-Identifier: MIT */
/* A longer fatbin in a program or shared library: in a read-only segment at the end of the file, to which the
 * program's pointers are changed.
 *
 * A new segment needs a program header, and behind the table of them there is no room.  Where the last
 * segment is read-only, as one is that was made here before, it becomes longer, and needs none.  Else the
 * header takes the place of a PT_NOTE that says no more than a PT_GNU_PROPERTY does, which loaders look at
 * first.  Else the table moves to the end of the new segment.  Linux before 5.18 takes the table's address
 * from its offset in the file and the address of the file's first segment (AT_PHDR), so a new segment's
 * address has the same distance from its offset, where that takes no more than HOLE_MAX bytes of zeros.  A
 * section header for the fatbin is appended, so that readers of sections find it, with the table of them
 * behind the segment.  The old fatbin becomes zeros: whoever still points there finds nothing old. */
#include "archive/replace.h"

#include "archive/elf_pointers.h"
#include "archive/fatbin.h"
#include "archive/host_file.h"
#include "module/elf_file.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, PAGE = 0x1000, PAGE_MAX = 0x10000, HOLE_MAX = 64 << 20 };
enum { PROGRAMS_MAX = 1024, SECTIONS_MAX = SHN_LORESERVE - 1 };

struct linked {
    const struct hw_archive *archive;
    const struct hw_longer_fatbin *fatbin;
    struct hw_error *error;
    struct hw_linked_elf elf; /* the original's headers; the bytes that are made */
    Elf64_Phdr *programs;     /* with room for one more */
    uint64_t old_section;     /* offset of the header of the section that holds the old fatbin; 0 for none */
    uint64_t old_address;     /* of the fatbin */
    uint64_t offset, address; /* of the new fatbin */
    uint64_t align;           /* of both, in a new segment */
    unsigned last;            /* the last segment that is loaded */
    bool extends;             /* that one, rather than a new one */
    unsigned note;            /* the header that the new one takes the place of; e_phnum for none */
    uint64_t table_bytes;     /* of the table of program headers behind the fatbin, 0 where it stays */
    uint64_t sections_at;     /* offset of the new table of section headers */
};

/* The headers once more, since files without sections come here too. */
static hw_status read_headers(struct linked *linked)
{
    const struct hw_archive *archive = linked->archive;
    Elf64_Ehdr *header = &linked->elf.header;
    if (archive->length < sizeof *header)
        return hw_fail(linked->error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR, "the file ends inside the ELF header");
    memcpy(header, archive->bytes, sizeof *header);
    const uint64_t bytes = (uint64_t)header->e_phnum * sizeof(Elf64_Phdr);
    if (header->e_phentsize != sizeof(Elf64_Phdr) || !header->e_phnum || header->e_phnum >= PROGRAMS_MAX ||
        header->e_phoff > archive->length || bytes > archive->length - header->e_phoff)
        return hw_fail(linked->error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                       "the program headers (%u from byte 0x%llx) are none that a segment can be added to",
                       header->e_phnum, (unsigned long long)header->e_phoff);
    linked->programs = calloc(header->e_phnum + 1u, sizeof(Elf64_Phdr));
    if (!linked->programs)
        return hw_module_no_memory(linked->error);
    memcpy(linked->programs, archive->bytes + header->e_phoff, (size_t)bytes);
    linked->elf.programs = linked->programs;
    for (unsigned i = 0; i < header->e_phnum; i++)
        if (linked->programs[i].p_offset > archive->length ||
            linked->programs[i].p_filesz > archive->length - linked->programs[i].p_offset)
            return hw_fail(linked->error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                           "program header %u describes a segment that passes the end of the file", i);
    return HW_OK;
}

/* The fatbin's address and the section that it is in. */
static hw_status find_fatbin(struct linked *linked)
{
    const uint64_t offset = linked->fatbin->offset;
    struct hw_elf_file file;
    for (unsigned i = 0; i < linked->elf.header.e_phnum; i++) {
        const Elf64_Phdr *program = &linked->programs[i];
        if (program->p_type == PT_LOAD && offset >= program->p_offset &&
            offset - program->p_offset < program->p_filesz)
            linked->old_address = program->p_vaddr + (offset - program->p_offset);
    }
    const struct hw_elf_section *section = NULL;
    if (hw_elf_open(&file, linked->archive->bytes, linked->archive->length, EM_NONE, NULL) == HW_OK)
        section = hw_elf_fatbin_section(&file, offset, linked->fatbin->bytes);
    linked->old_section = section ? section->header : 0;
    hw_elf_close(&file);
    if (linked->old_section && linked->elf.header.e_shnum >= SECTIONS_MAX)
        return hw_fail(linked->error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                       "there are %u sections, too many to add one for a longer fatbin",
                       linked->elf.header.e_shnum);
    return linked->old_address ? HW_OK
                               : hw_fail(linked->error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                                         "the fatbin at byte 0x%llx lies in no segment that is loaded",
                                         (unsigned long long)offset);
}

/* The last segment, whether it can become longer, and the note that can go. */
static void choose_segment(struct linked *linked)
{
    const unsigned count = linked->elf.header.e_phnum;
    const Elf64_Phdr *programs = linked->programs;
    linked->note = linked->last = count;
    for (unsigned i = 0; i < count; i++) /* there is one: the fatbin lies in it */
        if (programs[i].p_type == PT_LOAD &&
            (linked->last == count || programs[i].p_vaddr >= programs[linked->last].p_vaddr))
            linked->last = i;
    const Elf64_Phdr *last = &programs[linked->last];
    linked->extends = last->p_flags == PF_R && last->p_filesz == last->p_memsz;
    for (unsigned note = 0; note < count; note++)
        for (unsigned i = 0; i < count; i++)
            if (programs[note].p_type == PT_NOTE && programs[i].p_type == PT_GNU_PROPERTY &&
                programs[note].p_offset == programs[i].p_offset &&
                programs[note].p_filesz == programs[i].p_filesz)
                linked->note = note;
}

/* Where a new segment goes: behind all others, in the file and in memory. */
static void choose_addresses(struct linked *linked)
{
    const Elf64_Phdr *last = &linked->programs[linked->last];
    uint64_t align = PAGE, distance = 0;
    for (unsigned i = linked->elf.header.e_phnum; i-- > 0;) {
        const Elf64_Phdr *program = &linked->programs[i];
        if (program->p_type != PT_LOAD)
            continue;
        distance = program->p_vaddr - program->p_offset;
        align = program->p_align > align && program->p_align <= PAGE_MAX ? program->p_align : align;
    }
    linked->align = align;
    linked->offset = hw_round_up(linked->archive->length, align);
    linked->address = hw_round_up(last->p_vaddr + last->p_memsz, align);
    if (distance % align == 0 && linked->address < linked->offset + distance)
        linked->address = linked->offset + distance;
    if (distance % align == 0 && linked->address - distance - linked->offset <= HOLE_MAX)
        linked->offset = linked->address - distance;
}

static void lay_out(struct linked *linked)
{
    const Elf64_Phdr *last = &linked->programs[linked->last];
    const unsigned count = linked->elf.header.e_phnum;
    if (linked->extends) {
        linked->offset = hw_round_up(linked->archive->length, ALIGN);
        linked->address = last->p_vaddr + (linked->offset - last->p_offset);
    } else {
        choose_addresses(linked);
        linked->table_bytes = linked->note < count ? 0 : (count + 1u) * sizeof(Elf64_Phdr);
    }
    linked->sections_at = hw_round_up(
        linked->offset + hw_round_up(linked->fatbin->made.length, ALIGN) + linked->table_bytes, ALIGN);
}

static hw_status copy_file(struct linked *linked, struct hw_made_file *made)
{
    const size_t sections = linked->old_section ? (linked->elf.header.e_shnum + 1u) * sizeof(Elf64_Shdr) : 0;
    made->length = (size_t)linked->sections_at + sections;
    made->bytes = calloc(1, made->length + 1);
    if (!made->bytes)
        return hw_module_no_memory(linked->error);
    linked->elf.bytes = made->bytes;
    memcpy(made->bytes, linked->archive->bytes, linked->archive->length);
    memset(made->bytes + linked->fatbin->offset, 0, (size_t)linked->fatbin->bytes);
    memcpy(made->bytes + linked->offset, linked->fatbin->made.bytes, linked->fatbin->made.length);
    return HW_OK;
}

/* The new segment's header behind the last that is loaded, since those are in the order of addresses; a note
 * goes, where one is to. */
static void add_program(struct linked *linked, uint64_t size)
{
    Elf64_Phdr *programs = linked->programs;
    unsigned count = linked->elf.header.e_phnum, last = linked->last;
    if (!linked->table_bytes) {
        memmove(&programs[linked->note], &programs[linked->note + 1],
                (count - linked->note - 1u) * sizeof *programs);
        count--;
        last -= linked->note < last;
    }
    memmove(&programs[last + 2], &programs[last + 1], (count - last - 1u) * sizeof *programs);
    programs[last + 1] = (Elf64_Phdr){.p_type = PT_LOAD,
                                      .p_flags = PF_R,
                                      .p_offset = linked->offset,
                                      .p_vaddr = linked->address,
                                      .p_paddr = linked->address,
                                      .p_filesz = size,
                                      .p_memsz = size,
                                      .p_align = linked->align};
    linked->elf.header.e_phnum = (Elf64_Half)(count + 1);
}

static void put_programs(struct linked *linked)
{
    Elf64_Ehdr *header = &linked->elf.header;
    Elf64_Phdr *last = &linked->programs[linked->last];
    const uint64_t table = hw_round_up(linked->fatbin->made.length, ALIGN);
    if (linked->extends)
        last->p_filesz = last->p_memsz = linked->offset + linked->fatbin->made.length - last->p_offset;
    else
        add_program(linked, table + linked->table_bytes);
    if (linked->table_bytes)
        header->e_phoff = linked->offset + table;
    for (unsigned i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr *program = &linked->programs[i];
        if (program->p_type != PT_PHDR || !linked->table_bytes)
            continue;
        program->p_offset = header->e_phoff;
        program->p_vaddr = program->p_paddr = linked->address + table;
        program->p_filesz = program->p_memsz = linked->table_bytes;
    }
    memcpy(linked->elf.bytes + header->e_phoff, linked->programs, header->e_phnum * sizeof(Elf64_Phdr));
}

/* The table of sections with one more, which is the old one's likeness. */
static void put_sections(struct linked *linked)
{
    Elf64_Ehdr *header = &linked->elf.header;
    uint8_t *table = linked->elf.bytes + linked->sections_at;
    Elf64_Shdr added;
    if (!linked->old_section)
        return;
    memcpy(table, linked->archive->bytes + header->e_shoff, header->e_shnum * sizeof added);
    memcpy(&added, linked->archive->bytes + linked->old_section, sizeof added);
    added.sh_addr = linked->address;
    added.sh_offset = linked->offset;
    added.sh_size = linked->fatbin->made.length;
    memcpy(table + header->e_shnum * sizeof added, &added, sizeof added);
    header->e_shnum++;
    header->e_shoff = linked->sections_at;
}

static hw_status replace(struct linked *linked, struct hw_made_file *made)
{
    hw_status status = read_headers(linked);
    if (!status)
        status = find_fatbin(linked);
    if (status)
        return status;
    choose_segment(linked);
    lay_out(linked);
    status = copy_file(linked, made);
    if (status)
        return status;
    if (!hw_elf_redirect(&linked->elf, linked->old_address, linked->address))
        return hw_fail(
            linked->error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
            "the fatbin at byte 0x%llx would be 0x%zx bytes longer than its place, and no pointer to it "
            "is known in the program (at address 0x%llx), so it cannot be elsewhere",
            (unsigned long long)linked->fatbin->offset,
            linked->fatbin->made.length - (size_t)linked->fatbin->bytes,
            (unsigned long long)linked->old_address);
    put_programs(linked);
    put_sections(linked);
    memcpy(made->bytes, &linked->elf.header, sizeof linked->elf.header);
    return HW_OK;
}

hw_status hw_replace_in_linked_elf(const struct hw_archive *archive, const struct hw_longer_fatbin *fatbin,
                                   struct hw_made_file *made, struct hw_error *error)
{
    struct linked linked = {.archive = archive, .fatbin = fatbin, .error = error};
    const hw_status status = replace(&linked, made);
    free(linked.programs);
    return status;
}
