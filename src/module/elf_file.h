/* The ELF file below a cubin: headers, sections, symbols and relocations of both classes, checked so that
 * whoever reads a cubin never looks outside of it.  Little-endian, as all cubins are. */
#ifndef HW_MODULE_ELF_FILE_H
#define HW_MODULE_ELF_FILE_H

#include "module/internal.h"

/* Where the fields of one ELF class stand (System V ABI, "Object Files"). */
struct hw_elf_layout {
    unsigned word_bytes; /* of addresses, offsets and sizes */
    unsigned header_bytes, e_phoff, e_shoff, e_flags,
        e_ehsize; /* the six counts follow e_ehsize, 16 bits each */
    unsigned program_bytes;
    unsigned section_bytes, sh_flags, sh_offset, sh_size, sh_link, sh_info, sh_addralign, sh_entsize;
    unsigned symbol_bytes, st_value, st_size, st_info, st_other, st_shndx;
    unsigned rel_bytes, r_info, r_symbol_shift;
};

extern const struct hw_elf_layout hw_elf_layouts[2]; /* [wide] */

uint64_t hw_elf_get_word(const struct hw_elf_layout *layout, const uint8_t *p);
void hw_elf_put_word(const struct hw_elf_layout *layout, uint8_t *p, uint64_t value);

struct hw_elf_section {
    const char *name; /* in the file, always terminated */
    uint32_t type, link, info;
    uint64_t flags, align, entry_bytes, size;
    const uint8_t *data; /* `size` bytes; NULL for a section without contents in the file */
    uint64_t header;     /* offset of its header, for error messages */
};

struct hw_elf_symbol {
    const char *name;
    uint8_t type, binding, other;
    uint32_t section;
    uint64_t value, size;
};

struct hw_elf_rel {
    uint64_t offset;
    uint32_t symbol, type;
};

struct hw_elf_file {
    const struct hw_elf_layout *layout;
    const uint8_t *bytes;
    size_t length;
    bool wide;
    uint32_t flags;
    uint32_t abi_version;
    struct hw_elf_section *sections;
    uint32_t section_count;
    uint32_t symbols; /* index of the symbol table's section; 0 where there is none */
    uint32_t symbol_count;
};

/* Check the headers and index the sections; hw_elf_close frees the index, also after a failure. */
hw_status hw_elf_open(struct hw_elf_file *file, const uint8_t *bytes, size_t length, struct hw_error *error);
void hw_elf_close(struct hw_elf_file *file);

/* Symbol `index` (below symbol_count) of the symbol table. */
hw_status hw_elf_symbol(const struct hw_elf_file *file, uint32_t index, struct hw_elf_symbol *symbol,
                        struct hw_error *error);

/* How many relocations a section holds, and one of them. */
uint64_t hw_elf_rel_count(const struct hw_elf_file *file, const struct hw_elf_section *section);
struct hw_elf_rel hw_elf_rel(const struct hw_elf_file *file, const struct hw_elf_section *section,
                             uint64_t index);

/* Fail, naming a byte offset in the file. */
hw_status hw_elf_fail(struct hw_error *error, hw_status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
