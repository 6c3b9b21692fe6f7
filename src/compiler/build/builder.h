/* SPDX-License-Identifier: MIT */
/* The state of lowering, and what its parts offer each other.
 *
 * The row of an instruction names a function; that reads the operands as values, makes operations at the end
 * of the block at hand and assigns results to registers.  An error fills the caller's hw_error and jumps to
 * `failed`.  A guard is not its business: either it becomes a branch around the whole, or each result is
 * selected from the new value and what the register had. */
#ifndef HW_COMPILER_BUILD_BUILDER_H
#define HW_COMPILER_BUILD_BUILDER_H

#include <setjmp.h>

#include <halfwarp/status.h>

#include "compiler/build/build_rows.h"
#include "compiler/ir/ir_module.h"
#include "compiler/ptx/ptx_tree.h"

#define HW_BUILD_MOST_SOURCES         8
#define HW_BUILD_MOST_PARAMETER_BYTES 32764
#define HW_BUILD_MOST_MOVED           (1u << 19) /* words that go into and out of functions and calls */
#define HW_BUILD_MOST_DATA            (1u << 26) /* bytes of variables with initial values */
#define HW_BUILD_FUSES                20 /* from PTX 2.0 for sm_20 on mad of floats needs a rounding */
#define HW_BUILD_KEEPS_DENORMALS      14 /* PTX before 1.4 flushes denormals of .f32 */

/* From a node of the tree, or a register's number, to what became of it. */
struct hw_build_map {
    struct hw_build_pair {
        uint64_t key; /* never 0 */
        union {
            void *node;
            uint32_t number;
        } to;
    } * pair;
    size_t count, room; /* room is a power of two */
};

/* A .param variable of a device function or a call: words, each a variable of the function. */
struct hw_build_block {
    uint64_t first; /* the number of its first word, among those of all blocks of the function */
    uint32_t words;
    struct hw_ir_symbol *memory; /* of an argument whose address is taken: a copy on the stack */
};

struct hw_builder {
    struct hw_arena *arena;
    struct hw_error *error;
    hw_status status;
    jmp_buf failed;
    const struct hw_build_rows *rows;
    const struct hw_ptx_module *tree;
    struct hw_ir_module *module;
    struct hw_build_map symbols; /* variables and functions of the tree: struct hw_ir_symbol */
    enum hw_ir_kind address;     /* of an address in a register */
    uint32_t moved;              /* words, up to HW_BUILD_MOST_MOVED */
    uint64_t data;               /* bytes, up to HW_BUILD_MOST_DATA */
    /* the function at hand */
    struct hw_ir_routine *routine;
    const struct hw_ptx_function *from;
    struct hw_ir_function *function;
    struct hw_ir_block *block;     /* that operations go to; it has no end yet */
    struct hw_ir_insn *entered;    /* the last that takes arguments */
    struct hw_ir_block **label;    /* by number */
    struct hw_build_map blocks;    /* .param variables: struct hw_build_block */
    struct hw_build_map registers; /* 1 + the number of a register, or of a block's word: its variable */
    uint64_t words;                /* of blocks */
    uint32_t variables;            /* numbers that are taken */
    uint32_t carry;                /* the variable of the condition code */
    /* the instruction at hand */
    const struct hw_ptx_insn *insn;
    struct hw_ptx_place place;
    const struct hw_build_row *row;
    uint8_t types[HW_BUILD_MOST_TYPES];
    struct hw_build_says says;
    struct hw_ir_value *guard; /* of one that selects; NULL: none */
};

/* --- errors: build_operand.c ------------------------------------------------------------------------- */

#define HW_BUILD_PRINTF(text, first) __attribute__((noreturn, format(printf, text, first)))

void hw_build_fail(struct hw_builder *builder, struct hw_ptx_place place, hw_status status,
                   const char *format, ...) HW_BUILD_PRINTF(4, 5);

/* What an operand names, as the text has it. */
const char *hw_build_name(struct hw_builder *builder, const struct hw_ptx_operand *operand);

/* A copy in the arena of the module: the tree may go. */
const char *hw_build_text(struct hw_builder *builder, const char *text);

/* --- maps: build_map.c ------------------------------------------------------------------------------- */

/* What a key leads to; if there was nothing, it is of zeros and may be filled. */
struct hw_build_pair *hw_build_entry(struct hw_arena *arena, struct hw_build_map *map, uint64_t key);
/* The node that one became, or NULL. */
void *hw_build_find(const struct hw_build_map *map, const void *from);
void hw_build_enter(struct hw_arena *arena, struct hw_build_map *map, const void *from, void *to);

/* --- types: build_types.c ---------------------------------------------------------------------------- */

enum hw_ir_kind hw_build_kind(unsigned type); /* of a register of enum hw_ptx_type */
uint8_t hw_build_type(unsigned type);         /* enum hw_type, of enum hw_ptx_type */
uint8_t hw_build_type_of_letter(const struct hw_builder *builder, char letter); /* enum hw_ptx_type */
bool hw_build_is_float(unsigned type);
bool hw_build_is_signed(unsigned type);
/* Whether a register of one type may stand where the other is needed; a wider one, too. */
bool hw_build_agrees(unsigned type, unsigned reg, bool may_be_wider);

/* --- operations: build_make.c ------------------------------------------------------------------------ */

/* `how` of an operation of the instruction's first type, as its modifiers say. */
struct hw_ir_how hw_build_how(const struct hw_builder *builder);

/* An operation at the end of the block; its first result. */
struct hw_ir_value *hw_build_op(struct hw_builder *builder, enum hw_ir_op op, const struct hw_ir_how *how,
                                enum hw_ir_kind kind, unsigned count, struct hw_ir_value *const *operand);
struct hw_ir_value *hw_build_op1(struct hw_builder *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a);
struct hw_ir_value *hw_build_op2(struct hw_builder *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a, struct hw_ir_value *b);
/* With several results, or none. */
struct hw_ir_insn *hw_build_ops(struct hw_builder *builder, enum hw_ir_op op, const struct hw_ir_how *how,
                                unsigned results, const uint8_t *kind, unsigned count,
                                struct hw_ir_value *const *operand);
struct hw_ir_value *hw_build_constant(struct hw_builder *builder, enum hw_ir_kind kind, uint64_t bits);
/* A value of one number of bits as one of another: cut, or extended by sign or with zeros. */
struct hw_ir_value *hw_build_resize(struct hw_builder *builder, struct hw_ir_value *value,
                                    enum hw_ir_kind kind, bool is_signed);
/* Write a variable at this point. */
void hw_build_write(struct hw_builder *builder, uint32_t variable, struct hw_ir_value *value);
struct hw_ir_value *hw_build_variable_value(struct hw_builder *builder, uint32_t variable,
                                            enum hw_ir_kind kind);

/* What stands before it is seen by others, in the scope that is said, before what stands behind it. */
void hw_build_fence(struct hw_builder *builder, enum hw_ir_scope otherwise);

/* End the block at hand; what comes behind goes to `next`. */
void hw_build_end(struct hw_builder *builder, enum hw_ir_op op, struct hw_ir_value *operand,
                  struct hw_ir_block *const *to, unsigned count, struct hw_ir_block *next);

/* --- operands: build_operand.c, build_register.c ----------------------------------------------------- */

/* A register that an operand names. */
struct hw_build_register {
    uint32_t variable;
    uint8_t type; /* enum hw_ptx_type, as declared */
    enum hw_ir_kind kind;
};
bool hw_build_is_register(const struct hw_ptx_operand *operand);
struct hw_build_register hw_build_register(struct hw_builder *builder, const struct hw_ptx_operand *operand);

/* The elements of {...}, or of a register that is a vector; one is the operand itself. */
void hw_build_elements(struct hw_builder *builder, const struct hw_ptx_operand *operand, unsigned count,
                       const struct hw_ptx_operand **element);
const struct hw_ptx_operand *hw_build_operand(struct hw_builder *builder, size_t which);

/* An operand as a value of a type; a register may be wider if `may_be_wider`, and is taken as it is. */
struct hw_ir_value *hw_build_source(struct hw_builder *builder, const struct hw_ptx_operand *operand,
                                    unsigned type, bool may_be_wider);
/* As before, of operand number `which`. */
struct hw_ir_value *hw_build_read(struct hw_builder *builder, size_t which, unsigned type);
struct hw_ir_value *hw_build_special(struct hw_builder *builder, const struct hw_ptx_operand *operand,
                                     enum hw_ir_kind kind, bool is_float);
/* A constant as bits of a type. */
uint64_t hw_build_bits(struct hw_builder *builder, struct hw_ptx_place place, struct hw_ptx_constant constant,
                       unsigned type);

/* Give an operand that is written its value, of this type; a sink takes nothing.  A wider register gets it
 * extended, if it may be wider. */
void hw_build_assign(struct hw_builder *builder, const struct hw_ptx_operand *operand, unsigned type,
                     struct hw_ir_value *value, bool may_be_wider);
/* Several at once, `count` operands of one type: all values are made before the first is written. */
void hw_build_assign_all(struct hw_builder *builder, const struct hw_ptx_operand *const *operand,
                         unsigned count, unsigned type, struct hw_ir_value *const *value, bool may_be_wider);

/* An address: what is added to it goes to *offset. */
struct hw_ir_value *hw_build_address(struct hw_builder *builder, const struct hw_ptx_operand *operand,
                                     uint64_t *offset);
/* The address of the variable or function that an operand names, plus its offset. */
struct hw_ir_value *hw_build_symbol_address(struct hw_builder *builder, const struct hw_ptx_operand *operand,
                                            enum hw_ir_kind kind);
/* Whether an operand names a texture, sampler or surface: which, enum hw_ir_opaque. */
unsigned hw_build_is_opaque(const struct hw_ptx_operand *operand);
/* Its handle: the name in a register of 64 bits. */
struct hw_ir_value *hw_build_handle(struct hw_builder *builder, const struct hw_ptx_operand *operand,
                                    enum hw_ir_kind kind);
/* The symbol of a variable or function of the tree. */
const struct hw_ir_symbol *hw_build_symbol(struct hw_builder *builder, const struct hw_ptx_symbol *symbol,
                                           struct hw_ptx_place place);

/* The variable of a number: of a register, or HW_BUILD_WORDS and that of a block's word.  Variables are
 * numbered as they are used. */
#define HW_BUILD_WORDS (UINT64_C(1) << 40)
uint32_t hw_build_variable(struct hw_builder *builder, uint64_t number);
uint32_t hw_build_word(struct hw_builder *builder, const struct hw_build_block *block, uint32_t word);

/* --- parameters as values: build_param.c --------------------------------------------------------------- */

/* Count words that go into or out of a function or call: text of a few bytes may move many. */
void hw_build_move(struct hw_builder *builder, uint32_t words);
uint64_t hw_build_bytes(const struct hw_ptx_variable *variable);
uint64_t hw_build_align(const struct hw_ptx_variable *variable);
/* The copy of an argument in memory, made where the function begins. */
const struct hw_ir_symbol *hw_build_argument_memory(struct hw_builder *builder,
                                                    const struct hw_ptx_variable *variable);
struct hw_build_block *hw_build_block(struct hw_builder *builder, const struct hw_ptx_variable *variable);
/* Whether the operand of a ld or st is in a block of values. */
bool hw_build_is_value(struct hw_builder *builder, const struct hw_ptx_operand *operand);
void hw_build_ld_values(struct hw_builder *builder, const struct hw_ptx_operand *from,
                        const struct hw_ptx_operand *const *to, unsigned count);
void hw_build_st_values(struct hw_builder *builder, const struct hw_ptx_operand *to,
                        struct hw_ir_value *const *value, unsigned count);
/* A parameter's values, from a block or into one. */
void hw_build_read_parcel(struct hw_builder *builder, const struct hw_build_block *block,
                          const struct hw_ir_parameter *parameter, struct hw_ir_value **value);
void hw_build_write_parcel(struct hw_builder *builder, const struct hw_build_block *block,
                           const struct hw_ir_parameter *parameter, struct hw_ir_value *const *value);
struct hw_ir_signature hw_build_signature(struct hw_builder *builder, const struct hw_ptx_function *from);

/* --- memory: build_memory.c --------------------------------------------------------------------------- */

/* The space that the modifiers say. */
uint8_t hw_build_space(const struct hw_builder *builder);
/* `how` of an access, as the modifiers say. */
struct hw_ir_how hw_build_access(struct hw_builder *builder, const struct hw_ptx_operand *address,
                                 uint64_t offset);
/* The space of an access: that of the variable that its address names, where no other is said. */
uint8_t hw_build_space_at(struct hw_builder *builder, const struct hw_ptx_operand *address);
uint8_t hw_build_space_of(enum hw_ptx_space space); /* enum hw_ir_space */

/* --- instructions: what rows name -------------------------------------------------------------------- */

void hw_build_plain(struct hw_builder *builder); /* operands and result as the row has them, one operation */

/* --- parts ------------------------------------------------------------------------------------------- */

void hw_build_function(struct hw_builder *builder, const struct hw_ptx_function *from,
                       struct hw_ir_routine *routine);
void hw_build_insn(struct hw_builder *builder, const struct hw_ptx_insn *insn, struct hw_ptx_place place);
/* What a guard holds. */
struct hw_ir_value *hw_build_guard(struct hw_builder *builder);
/* Leave the function with what its results hold; a kernel ends. */
void hw_build_return(struct hw_builder *builder);
/* Enter a symbol that a function has on its stack, or one of the module. */
void hw_build_add_variable(struct hw_builder *builder, struct hw_ir_symbol *made, bool is_in_function);
void hw_build_initial(struct hw_builder *builder, const struct hw_ptx_variable *variable);
uint8_t hw_build_linkage(enum hw_ptx_linkage linkage); /* enum hw_ir_linkage */
uint8_t hw_build_opaque(enum hw_ptx_type type);        /* enum hw_ir_opaque */

#endif
