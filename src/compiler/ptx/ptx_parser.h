/* SPDX-License-Identifier: MIT */
/* The state of the recursive-descent parser of PTX, and the functions that its files share.
 *
 * Each function parses from the current token on and leaves the one after what it parsed.  An error fills the
 * caller's hw_error and jumps to `failed`; so no function has to return a status. */
#ifndef HW_COMPILER_PTX_PTX_PARSER_H
#define HW_COMPILER_PTX_PTX_PARSER_H

#include <setjmp.h>

#include <halfwarp/status.h>

#include "compiler/arena.h"
#include "compiler/ptx/lex.h"
#include "compiler/ptx/ptx_names.h"
#include "compiler/ptx/ptx_ast.h"

#define HW_PTX_MAX_EXPRESSION_DEPTH 100
#define HW_PTX_MAX_ITEMS            4096 /* operands, modifiers, names of one list */
#define HW_PTX_MAX_REGISTERS        (1u << 24)
#define HW_PTX_MAX_BYTES            (UINT64_C(1) << 40) /* of a variable */

struct hw_ptx_parser {
    struct hw_arena *arena;
    struct hw_error *error;
    hw_status status;
    jmp_buf failed;
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token; /* at hand */
    struct hw_ptx_names names;
    struct hw_ptx_module *module;
    struct hw_ptx_function *function; /* whose body is read */
    unsigned expression_depth;
    struct hw_ptx_statement *statement; /* of all open scopes, a linked list */
    size_t statements, statement_capacity;
    struct hw_ptx_operand **operand; /* of all lists that are open */
    size_t operands, operand_capacity;
};

/* --- tokens: ptx_parser.c -------------------------------------------------------------------------- */

#define HW_PTX_PRINTF(text, first) __attribute__((noreturn, format(printf, text, first)))

void hw_ptx_advance(struct hw_ptx_parser *parser);
/* An error at a source location, without a line of its own: the sentence says what was found and expected. */
void hw_ptx_fail(struct hw_ptx_parser *parser, struct hw_source_location location, hw_status status,
                 const char *format, ...) HW_PTX_PRINTF(4, 5);
/* "found X, expected ..." at the current token. */
void hw_ptx_expected(struct hw_ptx_parser *parser, const char *what) __attribute__((noreturn));

struct hw_source_location hw_ptx_here(const struct hw_ptx_parser *parser);
bool hw_ptx_is_sign(const struct hw_ptx_parser *parser, const char *sign);
bool hw_ptx_is_dotted(const struct hw_ptx_parser *parser, const char *word); /* without its dot */
bool hw_ptx_is_name(const struct hw_ptx_parser *parser);
/* Whether the current token is this sign; if so, it is consumed. */
bool hw_ptx_accept_sign(struct hw_ptx_parser *parser, const char *sign);
bool hw_ptx_accept_dotted(struct hw_ptx_parser *parser, const char *word);
void hw_ptx_expect_sign(struct hw_ptx_parser *parser, const char *sign);
/* The current token as a text in the arena; a dotted one without its dot. */
const struct hw_ptx_word *hw_ptx_parse_word(struct hw_ptx_parser *parser);
const char *hw_ptx_parse_text(struct hw_ptx_parser *parser);
const char *hw_ptx_expect_name(struct hw_ptx_parser *parser, const char *what);
const char *hw_ptx_expect_string(struct hw_ptx_parser *parser);

/* The type or space that the current token is; 0: none. */
enum hw_ptx_type hw_ptx_type_here(const struct hw_ptx_parser *parser);
enum hw_ptx_space hw_ptx_space_here(const struct hw_ptx_parser *parser);

/* --- parts ----------------------------------------------------------------------------------------- */

struct hw_ptx_constant hw_ptx_parse_constant(struct hw_ptx_parser *parser);
/* An integer constant expression between the two. */
uint64_t hw_ptx_parse_integer(struct hw_ptx_parser *parser, uint64_t least, uint64_t most);

/* Enter an operand in the list that is open since `first` were there; take that list. */
void hw_ptx_gather(struct hw_ptx_parser *parser, struct hw_ptx_operand *operand, size_t first);
struct hw_ptx_operand **hw_ptx_gathered(struct hw_ptx_parser *parser, size_t first, uint32_t *count);
/* An operand of an instruction. */
struct hw_ptx_operand *hw_ptx_parse_operand(struct hw_ptx_parser *parser);
/* The instruction whose name was read, up to its semicolon. */
void hw_ptx_parse_insn(struct hw_ptx_parser *parser, struct hw_ptx_insn *insn, const char *name,
                       struct hw_source_location location);

/* Declarations of variables, from the space on up to the semicolon. */
void hw_ptx_parse_variables(struct hw_ptx_parser *parser, enum hw_ptx_linkage linkage);
/* One parameter of a list. */
struct hw_ptx_variable *hw_ptx_parse_parameter(struct hw_ptx_parser *parser, bool is_declared);
void hw_ptx_parse_initial(struct hw_ptx_parser *parser, struct hw_ptx_variable *variable);

/* A function from .entry or .func on; a prototype from its lists on. */
void hw_ptx_parse_function(struct hw_ptx_parser *parser, enum hw_ptx_linkage linkage);
void hw_ptx_parse_prototype(struct hw_ptx_parser *parser, const char *name,
                            struct hw_source_location location);
/* Statements up to the brace that ends them. */
void hw_ptx_parse_body(struct hw_ptx_parser *parser, struct hw_ptx_scope *scope);
/* .pragma, .loc, .file, .section, @@DWARF: false if none stands there. */
bool hw_ptx_parse_debug(struct hw_ptx_parser *parser);

/* Enter one in the scope that is read; it may move when the next is. */
struct hw_ptx_statement *hw_ptx_add_statement(struct hw_ptx_parser *parser, enum hw_ptx_statement_kind kind,
                                              struct hw_source_location location);
/* A scope gets what was entered since `first` were there. */
void hw_ptx_end_scope(struct hw_ptx_parser *parser, struct hw_ptx_scope *scope, size_t first);

/* --- names: ptx_resolve.c ---------------------------------------------------------------------------- */

/* Declare a name; one that the scope has already is an error, except a function or variable of the module
 * that is declared again: then the symbol is the first one's, and *is_again. */
struct hw_ptx_symbol *hw_ptx_declare(struct hw_ptx_parser *parser, enum hw_ptx_symbol_kind kind,
                                     const char *name, struct hw_source_location location, bool *is_again);
/* What a name means; a name that is not declared yet is looked up again when its scopes end. */
void hw_ptx_resolve(struct hw_ptx_parser *parser, struct hw_ptx_name *name, const char *text,
                    struct hw_source_location location);
/* As before, but the name has to be declared. */
void hw_ptx_resolve_now(struct hw_ptx_parser *parser, struct hw_ptx_name *name, const char *text,
                        struct hw_source_location location);
void hw_ptx_enter_scope(struct hw_ptx_parser *parser);
void hw_ptx_leave_scope(struct hw_ptx_parser *parser);

#endif
