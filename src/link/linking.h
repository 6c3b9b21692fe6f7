/* SPDX-License-Identifier: MIT */
/* The linker's state is a list of input objects, which are the relocatable cubins taken, with their sections,
 * symbols, relocations and functions (kernels included).  Each stage fills in some of it, in the order of
 * hw_linker_finish. */
#ifndef HW_LINK_LINKING_H
#define HW_LINK_LINKING_H

#include "module/module_internal.h"
#include "module/name_index.h"

#include <halfwarp/linker.h>

#define HW_LINK_ERROR       "link"
#define HW_LINK_WITHOUT_END UINT32_MAX /* bytes of a stack if calls are recursive */

/* The kinds of section. */
enum hw_link_space {
    HW_LINKED_DISCARDED = 0, /* made anew, or of no use */
    HW_LINKED_CODE,
    HW_LINKED_MEMORY,   /* variables in global memory */
    HW_LINKED_CONSTANT, /* a constant bank of the module: __constant__ variables */
    HW_LINKED_LITERAL,  /* a constant bank of one code */
    HW_LINKED_SHARED
};

struct hw_link_reloc {
    const struct hw_reloc *from;
    struct hw_link_symbol *symbol; /* NULL: none */
    struct hw_link_reloc *next;    /* of the same section */
};

struct hw_link_section {
    const struct hw_section *from;
    enum hw_link_space space;
    uint32_t bank;                 /* of constants and literals */
    struct hw_link_function *code; /* the function that it belongs to, or NULL */
    uint64_t base;                 /* its offset in the output section or bank */
    struct hw_link_reloc *relocs;
};

struct hw_link_symbol {
    const struct hw_symbol *from;
    struct hw_link_object *unit;
    struct hw_link_section *section; /* the section that defines it, or NULL */
    struct hw_link_symbol *meant; /* the definition of its name, maybe itself; of a name that none defines the
                                     first use */
    uint64_t address; /* of shared and common variables and handles: the address that the link assigns */
    uint64_t common_bytes, common_align;
    char *name; /* in the output, once it is in it */
    uint32_t number;
    uint32_t handle_reloc; /* the relocation type by which a loader stores the handle; 0: no code wants it */
    bool used;             /* by a relocation or record of the output */
    bool reported;
};

/* Codes that one may call, or that are called. */
struct hw_link_functions {
    struct hw_link_function **list;
    size_t count;
};

struct hw_link_function {
    struct hw_link_object *unit;
    struct hw_kernel *kernel; /* of the unit's module; in the end moved to the output's */
    struct hw_link_section *section;
    struct hw_link_symbol *symbol;
    char *name; /* in the output */
    bool lost;  /* another definition of the name is chosen */
    bool live;
    struct hw_link_functions calls;  /* live ones, once names are resolved */
    struct hw_link_symbol **callees; /* that it calls, as its unit names them */
    size_t callee_count;
    struct hw_name_index taken;    /* prototypes under which its address is taken, by any input object */
    struct hw_name_index indirect; /* and of the functions that it calls by address */
    uint32_t frame, registers, barriers;
    uint64_t stack, crs;                           /* with those of the deepest calls */
    uint64_t *kernels;                             /* bits: the kernels that may run it */
    uint32_t kernel_number;                        /* of a kernel */
    uint64_t shared_top, bank_top[HW_CONST_BANKS]; /* of a kernel: the end of what it uses */
    bool dynamic_shared;            /* a kernel whose code uses memory behind what is allocated */
    struct hw_link_function *group; /* of kernels whose dynamic shared memory begins at the same address */
    size_t number, waits_for;       /* while stacks are worked out */
    bool done;
};

/* A function whose address an input object takes: its prototype, or NULL and the function that takes it. */
struct hw_link_address_taken {
    struct hw_link_symbol *symbol, *taker;
    const char *prototype;
};

struct hw_link_object {
    char *name; /* "file" or "library(member)" */
    struct hw_module *module;
    bool wanted; /* not, or not yet: a member of a library */
    struct hw_link_section *sections;
    struct hw_link_symbol *symbols;
    struct hw_link_reloc *relocs;
    struct hw_link_function *codes; /* as many as the module has kernels */
    struct hw_link_address_taken *taken;
    size_t taken_count;
    struct hw_name_index section_names, symbol_names, code_names;
};

/* A variable's section, or bank, of the output. */
struct hw_link_output {
    struct hw_buffer bytes;
    uint64_t size; /* no bytes are in the file */
    uint64_t align;
};

struct hw_linker {
    struct hw_linker_options options;
    char *target;
    struct hw_link_object **units;
    size_t unit_count;
    struct hw_link_object *whole; /* a file that is linked already */
    size_t library_members;
    struct hw_link_functions codes; /* live ones */
    struct hw_link_functions kernels;
    struct hw_link_output initialised, zeroed, bank[HW_CONST_BANKS];
    struct hw_module *out;
    struct hw_buffer messages;
    struct hw_error first; /* error */
    bool finished;
};

/* --- units (link_object.c, link_input.c) --- */

hw_status hw_link_set_target(struct hw_linker *linker, const char *target, struct hw_error *error);
/* Take a module, also on failure. */
hw_status hw_link_add_object(struct hw_linker *linker, const char *name, struct hw_module *module,
                             bool wanted, struct hw_error *error);
void hw_link_object_free(struct hw_link_object *unit);
/* Read calls from the call graph, or without one from relocations. */
hw_status hw_link_read_calls(struct hw_link_object *unit, struct hw_error *error);
bool hw_link_functions_add(struct hw_link_functions *codes, struct hw_link_function *code);

/* --- what symbols are (link_symbol.c) --- */

bool hw_link_is_defined(const struct hw_link_symbol *symbol);
bool hw_link_is_dynamic_shared(const struct hw_link_symbol *symbol);
bool hw_link_is_texture(const struct hw_link_symbol *symbol); /* or surface */
/* The code that a symbol stands for, or NULL. */
struct hw_link_function *hw_link_function_of(const struct hw_link_symbol *symbol);
/* Functions that a driver defines, such as vprintf. */
bool hw_link_is_external(const char *name);

/* --- stages --- */

hw_status hw_link_resolve(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_mark_live(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_count_resources(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_rename_all(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_layout_all(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_allocate_all(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_make_functions(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_make_output(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_make_symbols(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_make_records(struct hw_linker *linker, struct hw_error *error);
hw_status hw_link_make_call_graph(struct hw_linker *linker, struct hw_error *error);

/* --- records of .nv.info (link_functions.c) --- */

typedef bool hw_link_record_fn(const struct hw_nv_info *info, const struct hw_link_object *unit);

/* Append the wanted ones of an input object, with the output's names. */
hw_status hw_link_copy_records(struct hw_nv_infos *to, const struct hw_nv_infos *from,
                               const struct hw_link_object *unit, hw_link_record_fn *wanted,
                               struct hw_error *error);

/* --- relocations (link_relocate.c) --- */

/* The name of a unit's section in the output. */
void hw_link_output_section(const struct hw_link_section *section, char *name, size_t size);

/* The bytes that a section's relocations are for. */
struct hw_link_target {
    const char *section; /* of the output */
    uint64_t base;       /* where the bytes begin in it */
    uint8_t *bytes;
    uint64_t length;
    const struct hw_link_function *code; /* whose code it is, or NULL */
};
hw_status hw_link_relocate(struct hw_linker *linker, const struct hw_link_section *section,
                           const struct hw_link_target *target, struct hw_error *error);

/* --- the rest (linker.c) --- */

/* Whether a kernel is among those of a set of bits. */
static inline bool hw_link_has(const uint64_t *bits, uint32_t number)
{
    return bits[number / 64] >> number % 64 & 1;
}

static inline uint64_t hw_link_round_up(uint64_t value, uint64_t align)
{
    return align > 1 ? (value + align - 1) / align * align : value;
}

hw_status hw_link_no_memory(struct hw_error *error);
/* Keep an error for the messages; the first is the link's. */
void hw_link_complain(struct hw_linker *linker, hw_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void hw_link_note(struct hw_linker *linker, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
