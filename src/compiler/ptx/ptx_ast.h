/* SPDX-License-Identifier: MIT */
/* The abstract syntax tree (AST) of PTX, in the order of the text: hw_ptx_parse creates it and IR generation
 * reads it.
 *
 * Names are resolved: an operand points to its symbol, and a symbol to its declaration or, if there is one,
 * its definition.  Modifiers stand in their order.  Constant expressions are folded.  Nothing else is
 * interpreted.  Debug sections (.section, @@DWARF) are left out.
 *
 * All of it lies in the arena that the parser was given, and nodes are immutable afterwards. */
#ifndef HW_COMPILER_PTX_PTX_AST_H
#define HW_COMPILER_PTX_PTX_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/ptx/ptx_modifiers.h"
#include "compiler/ptx/ptx_ops.h"

enum hw_ptx_space {
    HW_PTX_SPACE_NONE = 0,
    HW_PTX_SPACE_REG,
    HW_PTX_SPACE_CONST,
    HW_PTX_SPACE_GLOBAL,
    HW_PTX_SPACE_LOCAL,
    HW_PTX_SPACE_PARAM,
    HW_PTX_SPACE_SHARED,
    HW_PTX_SPACE_TEX,
    HW_PTX_SPACE_COUNT
};

enum hw_ptx_linkage {
    HW_PTX_LINK_LOCAL = 0,
    HW_PTX_LINK_VISIBLE,
    HW_PTX_LINK_EXTERN,
    HW_PTX_LINK_WEAK,
    HW_PTX_LINK_COMMON,
    HW_PTX_LINK_COUNT
};

struct hw_source_location {
    unsigned line, column;
};

/* What a name stands for. */
enum hw_ptx_symbol_kind {
    HW_PTX_SYMBOL_VARIABLE, /* registers, too */
    HW_PTX_SYMBOL_FUNCTION,
    HW_PTX_SYMBOL_LABEL,
    HW_PTX_SYMBOL_PROTOTYPE,
    HW_PTX_SYMBOL_TARGETS /* a list of .calltargets or .branchtargets */
};
struct hw_ptx_symbol {
    enum hw_ptx_symbol_kind kind;
    const char *name;
    struct hw_source_location location;
    union {
        struct hw_ptx_variable *variable;
        struct hw_ptx_function *function; /* of prototypes: without body */
        struct hw_ptx_targets *targets;
        uint32_t label; /* its number in the function */
    };
};

/* A name that is used; of registers that were declared as NAME<COUNT>, which of them. */
struct hw_ptx_name {
    const struct hw_ptx_symbol *symbol;
    uint32_t index;
};

enum hw_ptx_constant_kind {
    HW_PTX_CONSTANT_SIGNED = 0,
    HW_PTX_CONSTANT_UNSIGNED,
    HW_PTX_CONSTANT_SINGLE, /* `bits` is a pattern of 32 */
    HW_PTX_CONSTANT_DOUBLE
};
struct hw_ptx_constant {
    enum hw_ptx_constant_kind kind;
    uint64_t bits;
};

/* A word of an initializer: a constant, or an address plus offset, or a byte of one. */
struct hw_ptx_initial {
    uint64_t at; /* which element of the variable's; a part of a vector is one */
    struct hw_ptx_constant constant;
    const struct hw_ptx_symbol *symbol; /* its address, plus constant.bits */
    bool generic;                       /* generic(symbol) */
    uint64_t mask;                      /* 0xFF00(symbol): which byte of it; 0: all */
};

/* A field of an opaque variable's initializer: `filter_mode = nearest`. */
struct hw_ptx_field {
    const char *name, *word; /* word: NULL for a number */
    uint64_t number;
};

struct hw_ptx_variable {
    struct hw_ptx_symbol *symbol;
    enum hw_ptx_linkage linkage;
    enum hw_ptx_space space;
    enum hw_ptx_type type;
    unsigned bank;   /* .const[bank] */
    unsigned vector; /* 1, 2, 4, 8 */
    uint64_t align;  /* 0: not said */
    bool is_managed;
    bool is_pointer; /* .ptr of a kernel's parameter */
    enum hw_ptx_space pointer_space;
    uint64_t pointer_align;
    bool is_range;   /* NAME<count> */
    uint32_t count;  /* of registers */
    uint32_t number; /* of the first register in its function, each part of a vector being one */
    bool is_in_function;
    unsigned dims;
    uint64_t *dim; /* the first may be 0: unknown */
    struct hw_ptx_initial *initial;
    size_t initials, initial_capacity;
    bool is_initialized;
    struct hw_ptx_field *field;
    size_t fields, field_capacity;
};

enum hw_ptx_operand_kind {
    HW_PTX_OPERAND_NAME,      /* a register, variable, function, label; + constant.bits, or [constant.bits] */
    HW_PTX_OPERAND_SPECIAL,   /* a special register: `word` */
    HW_PTX_OPERAND_IMMEDIATE, /* constant */
    HW_PTX_OPERAND_ADDRESS, /* [name + constant.bits] or [constant.bits], [first item, the other items...] */
    HW_PTX_OPERAND_VECTOR,  /* {items} */
    HW_PTX_OPERAND_GROUP,   /* (items) of a call */
    HW_PTX_OPERAND_PAIR,    /* item | item */
    HW_PTX_OPERAND_SINK     /* _ */
};
struct hw_ptx_operand {
    uint8_t kind;    /* enum hw_ptx_operand_kind */
    bool negated;    /* !p */
    bool is_minus;   /* -r, of vmad */
    bool is_element; /* name[constant.bits] */
    uint32_t items;
    struct hw_source_location location;
    struct hw_ptx_name name; /* of special registers and constants: no symbol */
    const char *part;        /* x, b0, h1 of what stands before a dot; NULL: all of it */
    struct hw_ptx_constant constant;
    union {
        struct hw_ptx_operand **item;
        const char *word; /* of special registers, which have no items: %tid */
    };
};

#define HW_PTX_MAX_MODIFIERS 12
struct hw_ptx_insn {
    uint8_t op; /* enum hw_ptx_op */
    bool guard_negated;
    uint8_t modifiers, bank; /* bank: of .const[bank] */
    uint32_t operands;
    struct hw_ptx_operand **operand;
    struct hw_ptx_name guard;               /* symbol NULL: none */
    uint8_t modifier[HW_PTX_MAX_MODIFIERS]; /* enum hw_ptx_modifier */
};

struct hw_ptx_targets {
    struct hw_ptx_symbol *symbol;
    bool is_call;
    struct hw_ptx_operand **target;
    size_t count, capacity;
};

struct hw_ptx_loc {
    uint64_t file, line, column;
    const char *function_name; /* of inlined code; NULL: not inlined */
    uint64_t name_offset;
    uint64_t at_file, at_line, at_column;
};

struct hw_ptx_file {
    uint64_t number;
    const char *name; /* with its quotes, like all strings */
    bool has_stamp;
    uint64_t stamp, bytes;
};

struct hw_ptx_alias {
    const struct hw_ptx_symbol *alias, *of;
};

enum hw_ptx_statement_kind {
    HW_PTX_STATEMENT_VARIABLE,
    HW_PTX_STATEMENT_FUNCTION,
    HW_PTX_STATEMENT_INSN,
    HW_PTX_STATEMENT_LABEL,
    HW_PTX_STATEMENT_SCOPE,
    HW_PTX_STATEMENT_PROTOTYPE,
    HW_PTX_STATEMENT_TARGETS,
    HW_PTX_STATEMENT_PRAGMA,
    HW_PTX_STATEMENT_LOC,
    HW_PTX_STATEMENT_FILE,
    HW_PTX_STATEMENT_ALIAS
};
struct hw_ptx_statement {
    enum hw_ptx_statement_kind kind;
    struct hw_source_location location;
    union {
        struct hw_ptx_variable *variable;
        struct hw_ptx_function *function; /* of prototypes, too */
        struct hw_ptx_insn *insn;
        struct hw_ptx_symbol *label;
        struct hw_ptx_scope *scope;
        struct hw_ptx_targets *targets;
        const char *pragma;
        struct hw_ptx_loc *loc;
        struct hw_ptx_file *file;
        struct hw_ptx_alias *alias;
    };
};
struct hw_ptx_scope {
    struct hw_ptx_statement *statement;
    size_t count;
};

/* A directive of a function with its numbers: .maxntid 16, 16, 1. */
struct hw_ptx_limit {
    const char *name;
    uint64_t number[3];
    unsigned numbers;
};

struct hw_ptx_function {
    struct hw_ptx_symbol *symbol; /* of prototypes: the label's */
    bool is_entry;
    enum hw_ptx_linkage linkage;
    struct hw_ptx_variable **result;
    size_t results, result_capacity;
    struct hw_ptx_variable **parameter;
    size_t parameters, parameter_capacity;
    bool has_parameters; /* the list stands there, maybe empty */
    struct hw_ptx_limit *limit;
    size_t limits, limit_capacity;
    const char **pragma;
    size_t pragmas, pragma_capacity;
    struct hw_ptx_scope *body; /* NULL: a declaration */
    uint32_t registers;        /* declared in it */
    uint32_t labels;
};

struct hw_ptx_module {
    unsigned major, minor;
    const char **target; /* sm_61, debug, ... */
    size_t targets, target_capacity;
    unsigned address_size; /* 0: not said */
    struct hw_ptx_scope top;
};

const char *hw_ptx_space_name(enum hw_ptx_space space);
const char *hw_ptx_linkage_name(enum hw_ptx_linkage linkage); /* without a dot; local: "" */

#endif
