/* SPDX-License-Identifier: MIT */
/* The state of IR generation, and the functions that its files share.
 *
 * The table row of an instruction names a function; that reads the operands as values, appends operations to
 * the current block and assigns results to registers.  An error fills the caller's hw_error and jumps to
 * `failed`.  The function need not handle a guard: either it becomes a branch around the entire instruction,
 * or each result is selected from the new value and the register's old one. */
#ifndef HW_COMPILER_IRGEN_IRGEN_STATE_H
#define HW_COMPILER_IRGEN_IRGEN_STATE_H

#include <setjmp.h>

#include <halfwarp/status.h>

#include "compiler/irgen/ptx_table.h"
#include "compiler/ir/ir_module.h"
#include "compiler/ptx/ptx_ast.h"

#define HW_IRGEN_MAX_SOURCES         8
#define HW_IRGEN_MAX_PARAMETER_BYTES 32764
#define HW_IRGEN_MAX_MOVED           (1u << 19) /* words that go into and out of functions and calls */
#define HW_IRGEN_MAX_DATA            (1u << 26) /* bytes of variables with initial values */
#define HW_IRGEN_FUSES               20         /* from PTX 2.0 for sm_20 on mad of floats needs a rounding */
#define HW_IRGEN_KEEPS_DENORMALS     14         /* PTX before 1.4 flushes denormals of .f32 */

/* From a node of the tree, or a register's number, to what became of it. */
struct hw_irgen_map {
    struct hw_irgen_pair {
        uint64_t key; /* never 0 */
        union {
            void *node;
            uint32_t number;
        } to;
    } * pair;
    size_t count, capacity; /* room is a power of two */
};

/* A .param variable of a device function or a call: words, each a variable of the function. */
struct hw_irgen_block {
    uint64_t first; /* the number of its first word, among those of all blocks of the function */
    uint32_t words;
    struct hw_ir_symbol *memory; /* of an argument whose address is taken: a copy on the stack */
};

struct hw_irgen {
    struct hw_arena *arena;
    struct hw_error *error;
    hw_status status;
    jmp_buf failed;
    const struct hw_irgen_rows *rows;
    const struct hw_ptx_module *tree;
    struct hw_ir_module *module;
    struct hw_irgen_map symbols; /* variables and functions of the tree: struct hw_ir_symbol */
    enum hw_ir_kind address;     /* of an address in a register */
    uint32_t moved;              /* words, up to HW_IRGEN_MAX_MOVED */
    uint64_t data;               /* bytes, up to HW_IRGEN_MAX_DATA */
    /* the current function */
    struct hw_ir_routine *routine;
    const struct hw_ptx_function *from;
    struct hw_ir_function *function;
    struct hw_ir_block *block;     /* that operations go to; it has no end yet */
    struct hw_ir_insn *entered;    /* the last that takes arguments */
    struct hw_ir_block **label;    /* by number */
    struct hw_irgen_map blocks;    /* .param variables: struct hw_irgen_block */
    struct hw_irgen_map registers; /* 1 + the number of a register, or of a block's word: its variable */
    uint64_t words;                /* of blocks */
    uint32_t variables;            /* numbers that are taken */
    uint32_t carry;                /* the variable of the condition code */
    /* the current instruction */
    const struct hw_ptx_insn *insn;
    struct hw_source_location location;
    const struct hw_irgen_row *row;
    uint8_t types[HW_IRGEN_MAX_TYPES];
    struct hw_irgen_modifiers says;
    struct hw_ir_value *guard; /* of one that selects; NULL: none */
};

/* --- errors: irgen_operand.c ------------------------------------------------------------------------- */

#define HW_IRGEN_PRINTF(text, first) __attribute__((noreturn, format(printf, text, first)))

void hw_irgen_fail(struct hw_irgen *builder, struct hw_source_location location, hw_status status,
                   const char *format, ...) HW_IRGEN_PRINTF(4, 5);

/* What an operand names, as the text has it. */
const char *hw_irgen_name(struct hw_irgen *builder, const struct hw_ptx_operand *operand);

/* A copy in the arena of the module: the tree may go. */
const char *hw_irgen_text(struct hw_irgen *builder, const char *text);

/* --- maps: irgen_map.c ------------------------------------------------------------------------------- */

/* What a key leads to; if there was nothing, it is of zeros and may be filled. */
struct hw_irgen_pair *hw_irgen_map_entry(struct hw_arena *arena, struct hw_irgen_map *map, uint64_t key);
/* The node that one became, or NULL. */
void *hw_irgen_map_find(const struct hw_irgen_map *map, const void *from);
void hw_irgen_map_add(struct hw_arena *arena, struct hw_irgen_map *map, const void *from, void *to);

/* --- types: irgen_types.c ---------------------------------------------------------------------------- */

enum hw_ir_kind hw_irgen_kind(unsigned type); /* of a register of enum hw_ptx_type */
uint8_t hw_irgen_type(unsigned type);         /* enum hw_type, of enum hw_ptx_type */
uint8_t hw_irgen_type_of_letter(const struct hw_irgen *builder, char letter); /* enum hw_ptx_type */
bool hw_irgen_is_float(unsigned type);
bool hw_irgen_is_signed(unsigned type);
/* Whether a register of one type may stand where the other is needed; a wider one, too. */
bool hw_irgen_agrees(unsigned type, unsigned reg, bool may_be_wider);

/* --- operations: irgen_ops.c ------------------------------------------------------------------------ */

/* `how` of an operation of the instruction's first type, as its modifiers say. */
struct hw_ir_modifiers hw_irgen_how(const struct hw_irgen *builder);

/* An operation at the end of the block; its first result. */
struct hw_ir_value *hw_irgen_op(struct hw_irgen *builder, enum hw_ir_op op, const struct hw_ir_modifiers *how,
                                enum hw_ir_kind kind, unsigned count, struct hw_ir_value *const *operand);
struct hw_ir_value *hw_irgen_op1(struct hw_irgen *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a);
struct hw_ir_value *hw_irgen_op2(struct hw_irgen *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a, struct hw_ir_value *b);
/* With several results, or none. */
struct hw_ir_insn *hw_irgen_ops(struct hw_irgen *builder, enum hw_ir_op op, const struct hw_ir_modifiers *how,
                                unsigned results, const uint8_t *kind, unsigned count,
                                struct hw_ir_value *const *operand);
struct hw_ir_value *hw_irgen_constant(struct hw_irgen *builder, enum hw_ir_kind kind, uint64_t bits);
/* A value of one number of bits as one of another: cut, or extended by sign or with zeros. */
struct hw_ir_value *hw_irgen_resize(struct hw_irgen *builder, struct hw_ir_value *value, enum hw_ir_kind kind,
                                    bool is_signed);
/* Write a variable at this point. */
void hw_irgen_write(struct hw_irgen *builder, uint32_t variable, struct hw_ir_value *value);
struct hw_ir_value *hw_irgen_variable_value(struct hw_irgen *builder, uint32_t variable,
                                            enum hw_ir_kind kind);

/* Orders memory accesses: those before it are visible to other threads, in the stated scope, before those
 * after it. */
void hw_irgen_fence(struct hw_irgen *builder, enum hw_ir_scope otherwise);

/* Ends the current block; what follows goes to `next`. */
void hw_irgen_end(struct hw_irgen *builder, enum hw_ir_op op, struct hw_ir_value *operand,
                  struct hw_ir_block *const *to, unsigned count, struct hw_ir_block *next);

/* --- operands: irgen_operand.c, irgen_register.c ----------------------------------------------------- */

/* A register that an operand names. */
struct hw_irgen_register {
    uint32_t variable;
    uint8_t type; /* enum hw_ptx_type, as declared */
    enum hw_ir_kind kind;
};
bool hw_irgen_is_register(const struct hw_ptx_operand *operand);
struct hw_irgen_register hw_irgen_register(struct hw_irgen *builder, const struct hw_ptx_operand *operand);

/* The elements of {...}, or of a register that is a vector; one is the operand itself. */
void hw_irgen_elements(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned count,
                       const struct hw_ptx_operand **element);
const struct hw_ptx_operand *hw_irgen_operand(struct hw_irgen *builder, size_t which);

/* An operand as a value of a type; a register may be wider if `may_be_wider`, and is taken as it is. */
struct hw_ir_value *hw_irgen_source(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                    unsigned type, bool may_be_wider);
/* As before, of operand number `which`. */
struct hw_ir_value *hw_irgen_read(struct hw_irgen *builder, size_t which, unsigned type);
struct hw_ir_value *hw_irgen_special(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                     enum hw_ir_kind kind, bool is_float);
/* A constant as bits of a type. */
uint64_t hw_irgen_bits(struct hw_irgen *builder, struct hw_source_location location,
                       struct hw_ptx_constant constant, unsigned type);

/* Give an operand that is written its value, of this type; a sink takes nothing.  A wider register gets it
 * extended, if it may be wider. */
void hw_irgen_assign(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned type,
                     struct hw_ir_value *value, bool may_be_wider);
/* Several at once, `count` operands of one type: all values are made before the first is written. */
void hw_irgen_assign_all(struct hw_irgen *builder, const struct hw_ptx_operand *const *operand,
                         unsigned count, unsigned type, struct hw_ir_value *const *value, bool may_be_wider);

/* An address: what is added to it goes to *offset. */
struct hw_ir_value *hw_irgen_address(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                     uint64_t *offset);
/* The address of the variable or function that an operand names, plus its offset. */
struct hw_ir_value *hw_irgen_symbol_address(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                            enum hw_ir_kind kind);
/* Whether an operand names a texture, sampler or surface: which, enum hw_ir_opaque. */
unsigned hw_irgen_is_opaque(const struct hw_ptx_operand *operand);
/* Its handle: the name in a register of 64 bits. */
struct hw_ir_value *hw_irgen_handle(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                    enum hw_ir_kind kind);
/* The symbol of a variable or function of the tree. */
const struct hw_ir_symbol *hw_irgen_symbol(struct hw_irgen *builder, const struct hw_ptx_symbol *symbol,
                                           struct hw_source_location location);

/* The variable of a number: of a register, or HW_IRGEN_WORDS and that of a block's word.  Variables are
 * numbered as they are used. */
#define HW_IRGEN_WORDS (UINT64_C(1) << 40)
uint32_t hw_irgen_variable(struct hw_irgen *builder, uint64_t number);
uint32_t hw_irgen_word(struct hw_irgen *builder, const struct hw_irgen_block *block, uint32_t word);

/* --- parameters as values: irgen_param.c --------------------------------------------------------------- */

/* Count words that go into or out of a function or call: text of a few bytes may move many. */
void hw_irgen_move(struct hw_irgen *builder, uint32_t words);
uint64_t hw_irgen_bytes(const struct hw_ptx_variable *variable);
uint64_t hw_irgen_align(const struct hw_ptx_variable *variable);
/* The copy of an argument in memory, made where the function begins. */
const struct hw_ir_symbol *hw_irgen_argument_memory(struct hw_irgen *builder,
                                                    const struct hw_ptx_variable *variable);
struct hw_irgen_block *hw_irgen_block(struct hw_irgen *builder, const struct hw_ptx_variable *variable);
/* Whether the operand of a ld or st is in a block of values. */
bool hw_irgen_is_value(struct hw_irgen *builder, const struct hw_ptx_operand *operand);
void hw_irgen_ld_values(struct hw_irgen *builder, const struct hw_ptx_operand *from,
                        const struct hw_ptx_operand *const *to, unsigned count);
void hw_irgen_st_values(struct hw_irgen *builder, const struct hw_ptx_operand *to,
                        struct hw_ir_value *const *value, unsigned count);
/* A parameter's values, from a block or into one. */
void hw_irgen_read_parcel(struct hw_irgen *builder, const struct hw_irgen_block *block,
                          const struct hw_ir_parameter *parameter, struct hw_ir_value **value);
void hw_irgen_write_parcel(struct hw_irgen *builder, const struct hw_irgen_block *block,
                           const struct hw_ir_parameter *parameter, struct hw_ir_value *const *value);
struct hw_ir_signature hw_irgen_signature(struct hw_irgen *builder, const struct hw_ptx_function *from);

/* --- memory: irgen_memory.c --------------------------------------------------------------------------- */

/* The space that the modifiers say. */
uint8_t hw_irgen_space(const struct hw_irgen *builder);
/* `how` of an access, as the modifiers say. */
struct hw_ir_modifiers hw_irgen_access(struct hw_irgen *builder, const struct hw_ptx_operand *address,
                                       uint64_t offset);
/* The space of an access: that of the variable that its address names, where no other is said. */
uint8_t hw_irgen_space_at(struct hw_irgen *builder, const struct hw_ptx_operand *address);
uint8_t hw_irgen_space_of(enum hw_ptx_space space); /* enum hw_ir_space */

/* --- instructions: what rows name -------------------------------------------------------------------- */

void hw_irgen_plain(struct hw_irgen *builder); /* operands and result as the row has them, one operation */

/* --- parts ------------------------------------------------------------------------------------------- */

void hw_irgen_function(struct hw_irgen *builder, const struct hw_ptx_function *from,
                       struct hw_ir_routine *routine);
void hw_irgen_insn(struct hw_irgen *builder, const struct hw_ptx_insn *insn,
                   struct hw_source_location location);
/* What a guard holds. */
struct hw_ir_value *hw_irgen_guard(struct hw_irgen *builder);
/* Leave the function with what its results hold; a kernel ends. */
void hw_irgen_return(struct hw_irgen *builder);
/* Enter a symbol that a function has on its stack, or one of the module. */
void hw_irgen_add_variable(struct hw_irgen *builder, struct hw_ir_symbol *made, bool is_in_function);
void hw_irgen_initial(struct hw_irgen *builder, const struct hw_ptx_variable *variable);
uint8_t hw_irgen_linkage(enum hw_ptx_linkage linkage); /* enum hw_ir_linkage */
uint8_t hw_irgen_opaque(enum hw_ptx_type type);        /* enum hw_ir_opaque */

#endif
