/* SPDX-License-Identifier: MIT */
/* A module is the content of a cubin, of either kind.
 *
 * A text cubin (CUDA 1.x and 2.x) and an ELF cubin (CUDA 3.0 on) hold the same information in two layouts:
 * kernels with their code and resource numbers, constant segments, addresses to be relocated, texture
 * samplers. hw_module_read turns either into one struct hw_module, hw_module_write turns it back, and the
 * hw_module_add_* functions build one from nothing, as an assembler does.
 *
 * Kernels, constants and records of .nv.info are the same for all generations.  The rest differs: sm_1x has
 * an ordered list of declarations (variables, samplers), which text cubins have too.  From sm_20 on there are
 * ELF's symbols, relocations and sections, which refer to each other by name.
 *
 * The structures are public: callers may read them and change their numbers.  The module owns everything that
 * is reached through a pointer; it was made with malloc, and hw_module_free frees it.  Pointers that the
 * functions return stay valid until then. Nothing here keeps global state: different modules may be used from
 * different threads.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_MODULE_H
#define HALFWARP_MODULE_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A constant address is c[bank][offset]: on Tesla 16 banks of at most 64 KiB each, later 32 (Fermi's literals
 * are in bank 16). */
#define HW_CONST_BANKS      32
#define HW_CONST_BANK_BYTES 65536
/* More items than this in one module are refused as hostile. */
#define HW_MODULE_ITEMS_MAX 16384
/* Names longer than this are refused. */
#define HW_MODULE_NAME_MAX 4095
/* The largest alignment of a section: the limit of NVIDIA's assembler (PTX's .align). */
#define HW_SECTION_ALIGN_MAX 0x80000000u

enum hw_container { HW_CONTAINER_TEXT = 0, HW_CONTAINER_ELF32, HW_CONTAINER_ELF64 };

/* A part of a text cubin that this version does not know ("params_SMEM { ... }", a new key), kept verbatim so
 * that writing gives it back.  `slot` counts its block's known members before it. */
struct hw_extra {
    uint32_t slot;
    char *text;
};

struct hw_extras {
    struct hw_extra *list;
    size_t count;
};

/* A piece of a constant bank.  With module scope it is a __constant__ variable and has a name (bank 0 on
 * Tesla); with kernel scope it holds the kernel's literals (bank 1) and has none. */
struct hw_const {
    char *name;      /* NULL where the container gives none */
    uint32_t bank;   /* 0..31; on Tesla 0..15 */
    uint32_t offset; /* byte offset in the bank */
    uint32_t bytes;  /* offset + bytes <= 65536 */
    uint8_t *data;   /* NULL: no initial value; else `bytes` rounded up to 4 bytes, the rest being padding */
    struct hw_extras extras;
};

/* sm_1x: a variable in global memory whose address the loader stores as 32 bits into c[bank][offset]
 * (bank 14, the "reloc" blocks of a text cubin). */
struct hw_variable {
    char *name;
    uint32_t bank;
    uint32_t offset;  /* where in the bank the address goes */
    uint32_t bytes;   /* size of the variable itself */
    uint32_t addend;  /* added to the address; only in ELF cubins */
    bool unaddressed; /* no code takes the address: bank and offset mean nothing; only in ELF cubins */
    uint8_t *data;    /* initial value of the variable (`bytes` bytes), or NULL; only in ELF cubins */
    struct hw_extras extras;
};

/* A texture reference and the texture unit that code reads it through. */
struct hw_sampler {
    char *name;
    uint32_t unit; /* where an ELF cubin's kernels differ, that of the last; infos have each kernel's own */
    bool unread;   /* no kernel reads it: the unit means nothing; only in ELF cubins */
    struct hw_extras extras;
};

/* A kernel parameter; offsets count from the first parameter's address (shared byte 16 on Tesla). */
struct hw_param {
    uint16_t ordinal;
    uint16_t offset;
    uint16_t bytes; /* at most 16383 unless it is wide */
    uint32_t flags; /* the 18 low bits beside the size in the ELF record, of a wide one 16; meaning unknown */
    uint32_t index; /* the record's first word: 0, in cubins before CUDA 4.2 all ones */
    bool wide;      /* its record is KPARAM_INFO_V2, with 16 bits for the size */
};

/* One record of an ELF cubin's .nv.info; hw_attribute_name has the names of the attributes. */
struct hw_nv_info {
    uint8_t format; /* 1..3: `value` is all there is; 4: `value` bytes of data follow */
    uint8_t attribute;
    uint16_t value;
    uint8_t *data;
    char **symbols; /* what those words of data stand for that hw_nv_info_word calls symbols; a file's numbers
                       of them are not kept, the words are 0 */
    size_t symbol_count;
};

struct hw_nv_infos {
    struct hw_nv_info *list;
    size_t count;
};

struct hw_kernel {
    char *name;
    uint8_t *code;
    size_t code_bytes;      /* a multiple of 4 */
    uint32_t registers;     /* per thread */
    int32_t code_registers; /* what the header of its code says instead, -1: the same (functions that it
                               calls are counted in `registers` alone, and from sm_90 on it is 0) */
    uint8_t banks;          /* how many constant banks its code can name */
    bool function;          /* code that kernels call; it cannot be launched */
    uint32_t shared_bytes;  /* per block; on Tesla with the 16-byte launch header and the parameters */
    uint32_t local_bytes; /* per thread, as the container says it; from sm_20 on MIN_STACK_SIZE, which is all
                             ones where calls may nest without end */
    uint32_t crs_bytes;   /* control-flow stack of a warp beyond what the chip holds (CRS_STACK_SIZE) */
    uint32_t barriers;    /* text cubins: the highest barrier used; ELF cubins: 1 where only barrier 0 is */
    int32_t param_bytes;  /* -1 where the container does not say: text cubins never do */
    uint32_t param_base;  /* where they begin in bank 0; 0 on Tesla, whose parameters lie in shared memory */
    struct hw_param *params; /* empty where the container does not say */
    size_t param_count;
    size_t param_slot; /* how many of the records stand before the parameters */
    struct hw_const **consts;
    size_t const_count;
    struct hw_nv_infos infos;
    struct hw_extras extras;
};

enum hw_declaration_kind {
    HW_DECLARATION_CONST,
    HW_DECLARATION_VARIABLE,
    HW_DECLARATION_SAMPLER,
    HW_DECLARATION_KERNEL,
    HW_DECLARATION_EXTRA
};

/* The items of a module in the order of its file: `index` counts within the array of that kind. */
struct hw_declaration {
    enum hw_declaration_kind kind;
    uint32_t index;
};

/* From sm_20 on: a symbol of an ELF cubin, in the file's order; those of sections too.  Names are unique: if
 * a file has a local name more than once, `#2` and so on is appended here, and omitted in writing.  The same
 * holds for sections, and for the functions whose code they hold. */
struct hw_symbol {
    char *name;
    char *section; /* where it is defined; NULL: elsewhere (vprintf), or nowhere but a number */
    uint8_t type, binding, other; /* as in ELF; HW_SYMBOL_* */
    bool absolute;                /* a number */
    bool common;                  /* a variable that a linker places: value is its alignment */
    uint64_t value;               /* offset in its section */
    uint64_t bytes;               /* of the symbol of a kernel or function 0: all its code */
};

enum {
    HW_SYMBOL_OBJECT = 1,
    HW_SYMBOL_FUNCTION = 2,
    HW_SYMBOL_SECTION = 3,
    HW_SYMBOL_TEXTURE =
        10, /* nowhere, as surfaces are: a record or relocation says where a kernel finds it */
    HW_SYMBOL_SURFACE = 12
};
enum { HW_BINDING_LOCAL = 0, HW_BINDING_GLOBAL = 1, HW_BINDING_WEAK = 2 };
#define HW_SYMBOL_ENTRY   0x10 /* in `other`: a kernel */
#define HW_SYMBOL_MANAGED 0x04 /* in `other`: a variable that host and devices share (__managed__) */

/* From sm_20 on: a relocation, a field that the loader stores the address of a symbol into; hw_reloc_kind
 * says how. */
struct hw_reloc {
    char *section; /* ".text.KERNEL", ".nv.constant4", ".nv.global.init" */
    uint64_t offset;
    uint32_t type;
    char *symbol;         /* its name, or NULL for none */
    bool explicit_addend; /* ELF's RELA; else the addend stands in the field itself */
    int64_t addend;
};

/* A section of an ELF cubin.  On sm_1x these are the ones that are none of the known ones (debug data).  From
 * sm_20 on all are here, in the file's order; those with `modelled` have their contents in the structures
 * above and no data.  Other sections are carried as bytes. */
struct hw_section {
    char *name;
    uint32_t type;
    uint64_t flags;
    uint64_t align; /* 0 or a power of two, at most HW_SECTION_ALIGN_MAX; of a file's other number the largest
                       that divides it */
    uint64_t entry_bytes;
    uint8_t *data; /* NULL for a section without file contents */
    size_t bytes;
    char *link, *info; /* the sections that these header fields name (info of code: a symbol that is not the
                          kernel's; of .nv.capmerc and .nv.merc.symtab: a number), or NULL; from sm_20 on */
    bool modelled;
    uint64_t
        of_code; /* of a capsule out of a listing: a hash of the code that it stood beside, 0: not known */
};

struct hw_module {
    enum hw_container container; /* what it was read from; built from nothing: text for sm_1x, ELF64 later */
    char *target;                /* "sm_10", "sm_100a" */
    uint8_t program; /* 0: compute; else enum hw_program_type: graphics programs stand in listings only */
    uint32_t abi_version;
    char *name;         /* the text cubin's modname, or NULL: it may be absent */
    uint32_t elf_flags; /* e_flags of an ELF cubin without what says its target or counts sections; 0: the
                           default */
    uint32_t os_abi;    /* 0x33; 0x41 from sm_100 on, and from CUDA 13 on; 0: the default */
    uint32_t toolkit;   /* e_version: 118 is CUDA 11.8; 0: the default */
    bool relocatable;   /* not linked yet (ET_REL) */
    bool nameless;      /* in an ELF cubin from sm_20 on, symbols of sections have no names (CUDA 4, NVIDIA's
                           internal assembler); here they have those of their sections */

    struct hw_declaration *items;
    size_t item_count;
    struct hw_kernel **kernels;
    size_t kernel_count;
    struct hw_const **consts;
    size_t const_count;
    struct hw_variable **variables;
    size_t variable_count;
    struct hw_sampler **samplers;
    size_t sampler_count;
    struct hw_extra *extras; /* unknown top-level parts; slot is unused */
    size_t extra_count;

    struct hw_nv_infos infos; /* of the module as a whole */
    struct hw_section *sections;
    size_t section_count;
    struct hw_symbol **symbols;
    size_t symbol_count;
    struct hw_reloc *relocs;
    size_t reloc_count;
};

/* --- reading and writing ---------------------------------------------------------------------- */

/* Read a module from `length` bytes at `bytes`, which need not outlive the call.  The content decides the
 * kind of container.  Unknown parts are kept and never an error. Errors: HW_ERR_FORMAT or HW_ERR_SYNTAX
 * (malformed; error->line and column in text, error->offset in ELF), HW_ERR_RANGE (a number that does not fit
 * its field), HW_ERR_UNSUPPORTED (ELF for another machine or chip family), HW_ERR_NO_MEMORY.  On error
 * *module is NULL. */
hw_status hw_module_read(const void *bytes, size_t length, struct hw_module **module, struct hw_error *error);

/* Write a module as a container of kind `container` into *bytes, made with malloc for the caller to free. A
 * text cubin that was read is written back byte for byte if it was in NVIDIA's own layout.  Text omits what
 * only ELF can express (parameter records, initial values of global variables, foreign sections).  ELF has a
 * note section for what only text can express, so text -> ELF -> text loses nothing. From sm_20 on there are
 * only ELF cubins; a module that was read is written back with the same sections, symbols, relocations and
 * records in the same order, and one built from nothing gets all sections that a loader needs.  Errors:
 * HW_ERR_RANGE or HW_ERR_UNSUPPORTED if the module cannot be expressed, HW_ERR_NOT_FOUND if it refers to a
 * section or symbol that it does not have, HW_ERR_NO_MEMORY. */
hw_status hw_module_write(const struct hw_module *module, enum hw_container container, uint8_t **bytes,
                          size_t *length, struct hw_error *error);

/* Free a module and everything in it; NULL is allowed. */
void hw_module_free(struct hw_module *module);

/* "text cubin", "ELF32 cubin", "ELF64 cubin". */
const char *hw_container_name(enum hw_container container);

/* --- looking things up ------------------------------------------------------------------------ */

/* The kernel or function of that name; with name NULL the only kernel, or the first of several.  NULL if
 * there is none. */
struct hw_kernel *hw_module_find_kernel(const struct hw_module *module, const char *name);

/* The kernel or function that somebody means: by its symbol; else by its name as hw_readable_name has it,
 * with or without the result's type, the parameters, the template arguments and the outer scopes; else by a
 * part of either.  Of several that fit, the one that fits better in this order is taken, and kernels before
 * functions. HW_ERR_NOT_FOUND, with a sentence that lists them, if several fit as well, or none does. */
hw_status hw_module_find_kernel_by_text(const struct hw_module *module, const char *text,
                                        const struct hw_kernel **kernel, struct hw_error *error);

/* Remove all other kernels with their items; functions stay, because the kernel may call them.
 * HW_ERR_NOT_FOUND if there is no such kernel. */
hw_status hw_module_extract_kernel(struct hw_module *module, const char *name, struct hw_error *error);

/* Remove capsules (.nv.capmerc, from sm_100 on) and their data: the code once more, in a form that nothing
 * here changes with it. */
void hw_module_drop_capsules(struct hw_module *module);
/* Whether a kernel needs more of the module than its own code: relocations, or constants and variables that
 * are no kernel's. */
bool hw_module_kernel_refers(const struct hw_module *module, const struct hw_kernel *kernel);

/* Set the address that a variable in global memory gets when the module is loaded.  The file may define the
 * variable; its initial value is not used then.  From sm_20 on the file may also leave it to another file.
 * The caller provides the memory.  Errors: HW_ERR_NOT_FOUND if there is no such variable, HW_ERR_RANGE if its
 * addresses have 32 bits and this one needs more. */
hw_status hw_module_place_variable(struct hw_module *module, const char *name, uint64_t address,
                                   struct hw_error *error);

/* The symbol or section of that name, or NULL; NULL for a name that is NULL. */
struct hw_symbol *hw_module_find_symbol(const struct hw_module *module, const char *name);
struct hw_section *hw_module_find_section(const struct hw_module *module, const char *name);

/* --- records and relocations by name ------------------------------------------------------------- */

/* What the words of an attribute's data mean. */
enum hw_word { HW_WORD_NUMBER = 0, HW_WORD_SYMBOL, HW_WORD_CODE /* an offset in the kernel's code */ };

/* "EXIT_INSTR_OFFSETS" for 0x1c, without NVIDIA's EIATTR_; NULL if the number has no known name. */
const char *hw_attribute_name(unsigned attribute);
/* The attribute of that name, or -1. */
int hw_attribute_find(const char *name);
/* What word `index` of a record's data is. */
enum hw_word hw_nv_info_word(const struct hw_nv_info *info, size_t index);

/* What a relocation does: value = symbol + addend, shifted right by `shift`, goes into `bits` bits from bit
 * `position` of the little-endian word of `bytes` at the relocation's offset. */
enum hw_reloc_value {
    HW_RELOC_NOTHING = 0,
    HW_RELOC_ADDRESS,  /* in the symbol's own space: global, shared, code, constant bank */
    HW_RELOC_GENERIC,  /* the generic address */
    HW_RELOC_FUNCTION, /* what a pointer to the function holds */
    HW_RELOC_RELATIVE, /* the address from behind the instruction on */
    HW_RELOC_CONSTANT, /* of a constant: its bank above 16 bits of offset */
    HW_RELOC_HANDLE,   /* where in bank 0 a texture's or surface's handle is */
    HW_RELOC_OTHER     /* texture headers and the like; not a matter of one number */
};
struct hw_reloc_kind {
    const char *name; /* "ABS32_LO_20", without NVIDIA's R_CUDA_ */
    enum hw_reloc_value value;
    uint8_t bytes, position, bits, shift;
    uint8_t high_bit; /* where the field's highest bit lies, if not behind the others; else 0 */
    uint8_t low_bits,
        low_position; /* its lowest bits, and where they lie, if not before the others; else 0 */
};

/* The kind of that number, or NULL. */
const struct hw_reloc_kind *hw_reloc_kind(uint32_t type);
/* The number of that name, or -1. */
int hw_reloc_find(const char *name);
/* The number that stands in a relocation's field, as an addend does: shifted back, not extended by sign. */
uint64_t hw_reloc_get(const struct hw_reloc_kind *kind, const uint8_t *target);
/* Apply the relocation: store the number in its field. */
void hw_reloc_put(const struct hw_reloc_kind *kind, uint8_t *target, uint64_t value);

/* --- building --------------------------------------------------------------------------------- */

/* An empty module for `target` ("sm_10").  Strings and data are copied by all functions below.
 * Names must be 1..HW_MODULE_NAME_MAX bytes without blanks, control characters and braces (a module's name
 * may hold blanks): HW_ERR_RANGE otherwise.  Except for relocations they must be unique among the items of
 * their kind: HW_ERR_FORMAT otherwise. */
hw_status hw_module_create(const char *target, uint32_t abi_version, struct hw_module **module,
                           struct hw_error *error);

/* The text cubin's modname; NULL takes it away. */
hw_status hw_module_set_name(struct hw_module *module, const char *name, struct hw_error *error);

/* Append an item.  If `out` is not NULL it gets the new structure. */
hw_status hw_module_add_kernel(struct hw_module *module, const char *name, struct hw_kernel **out,
                               struct hw_error *error);
/* `data` is NULL (no initial value) or `data_bytes` bytes, which is `bytes` or that rounded up to 4.
 * `name` may be NULL. */
hw_status hw_module_add_const(struct hw_module *module, const char *name, uint32_t bank, uint32_t offset,
                              uint32_t bytes, const void *data, size_t data_bytes, struct hw_const **out,
                              struct hw_error *error);
hw_status hw_module_add_variable(struct hw_module *module, const char *name, uint32_t bank, uint32_t offset,
                                 uint32_t bytes, struct hw_variable **out, struct hw_error *error);
hw_status hw_module_add_sampler(struct hw_module *module, const char *name, uint32_t unit,
                                struct hw_sampler **out, struct hw_error *error);
/* Text that only a text cubin can hold, written verbatim. */
hw_status hw_module_add_extra(struct hw_module *module, const char *text, size_t length,
                              struct hw_error *error);
hw_status hw_extras_add(struct hw_extras *extras, uint32_t slot, const char *text, size_t length,
                        struct hw_error *error);

/* Replace a kernel's code; `bytes` must be a multiple of 4. */
hw_status hw_kernel_set_code(struct hw_kernel *kernel, const void *code, size_t bytes,
                             struct hw_error *error);
hw_status hw_kernel_add_const(struct hw_kernel *kernel, uint32_t bank, uint32_t offset, uint32_t bytes,
                              const void *data, size_t data_bytes, struct hw_const **out,
                              struct hw_error *error);
hw_status hw_kernel_add_param(struct hw_kernel *kernel, const struct hw_param *param, struct hw_error *error);
/* A record of .nv.info; `symbols` are the names that its data refers to, and may be NULL. */
hw_status hw_nv_infos_add(struct hw_nv_infos *infos, uint8_t format, uint8_t attribute, uint16_t value,
                          const void *data, const char *const *symbols, size_t symbol_count,
                          struct hw_error *error);
/* Append copies of these, with everything that they point to. */
hw_status hw_module_add_symbol(struct hw_module *module, const struct hw_symbol *symbol,
                               struct hw_error *error);
hw_status hw_module_add_reloc(struct hw_module *module, const struct hw_reloc *reloc, struct hw_error *error);
hw_status hw_module_add_section(struct hw_module *module, const struct hw_section *section,
                                struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
