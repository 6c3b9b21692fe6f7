/* SPDX-License-Identifier: MIT */
/* C++ symbols (Itanium C++ ABI, chapter 5.1 "External Names"): what the parser makes of one, and the printer
 * writes.
 *
 * The C++ library's __cxa_demangle is not used: it refuses symbols of more than some 1,000 bytes, which those
 * of CUTLASS and Thrust are, and its output has no bound, while names in cubins come from anywhere. */
#ifndef HW_NAMES_ITANIUM_H
#define HW_NAMES_ITANIUM_H

#include "names/demangle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hw_itanium_kind {
    HW_ITANIUM_NAME,             /* text */
    HW_ITANIUM_NESTED,           /* left::right */
    HW_ITANIUM_TEMPLATE,         /* left<right> */
    HW_ITANIUM_CONSTRUCTOR,      /* of left, a class */
    HW_ITANIUM_DESTRUCTOR,       /* the same */
    HW_ITANIUM_OPERATOR,         /* operator and text */
    HW_ITANIUM_CONVERSION,       /* operator left */
    HW_ITANIUM_LITERAL_OPERATOR, /* operator"" left */
    HW_ITANIUM_LAMBDA,           /* {lambda(left)#number} */
    HW_ITANIUM_UNNAMED,          /* {unnamed type#number} */
    HW_ITANIUM_TAGGED,           /* left[abi:text] */
    HW_ITANIUM_SPECIAL,          /* text left */
    HW_ITANIUM_FUNCTION,         /* left: its name; right: its type */
    HW_ITANIUM_QUALIFIED,        /* left and `qualifiers` */
    HW_ITANIUM_SUFFIXED,         /* left text: of a type: _Complex */
    HW_ITANIUM_POINTER,
    HW_ITANIUM_REFERENCE,
    HW_ITANIUM_RVALUE_REFERENCE,
    HW_ITANIUM_MEMBER_POINTER, /* left: the class; right: the member's type */
    HW_ITANIUM_FUNCTION_TYPE,  /* left: the result, if it is known; right: the parameters */
    HW_ITANIUM_ARRAY,          /* of left; right: how many */
    HW_ITANIUM_VECTOR,         /* of left; right: how many */
    HW_ITANIUM_LIST,           /* left, then the list right; left may be missing: an empty list */
    HW_ITANIUM_PACK,           /* the list left as one argument of a template */
    HW_ITANIUM_PACK_PARAMETER, /* a parameter that stands for left, a pack */
    HW_ITANIUM_EXPANSION,      /* left for each element of its packs */
    HW_ITANIUM_PACK_SIZE,      /* of left, a parameter */
    HW_ITANIUM_LITERAL,        /* text of type left */
    HW_ITANIUM_PREFIX,         /* text (left) */
    HW_ITANIUM_POSTFIX,        /* (left) text */
    HW_ITANIUM_BINARY,         /* (left) text (right) */
    HW_ITANIUM_MEMBER,         /* left text right: . or -> */
    HW_ITANIUM_CONDITIONAL,    /* left ? right's first : right's second */
    HW_ITANIUM_CALL,           /* left(right) */
    HW_ITANIUM_SUBSCRIPT,      /* left[right] */
    HW_ITANIUM_CAST,           /* (left)(right) */
    HW_ITANIUM_NAMED_CAST,     /* text<left>(right) */
    HW_ITANIUM_OF,             /* text (left): sizeof, decltype */
    HW_ITANIUM_BRACES,         /* left{right}; left may be missing */
    HW_ITANIUM_PARAMETER,      /* {parm#number} */
    HW_ITANIUM_FOLD            /* (left text ...), (... text left), (left text ... text right) */
};

enum {
    HW_QUALIFY_CONST = 1,
    HW_QUALIFY_VOLATILE = 2,
    HW_QUALIFY_RESTRICT = 4,
    HW_QUALIFY_AMPERSAND = 8, /* of a member function: f() & */
    HW_QUALIFY_AMPERSANDS = 16,
    HW_QUALIFY_NOEXCEPT = 32,
    HW_QUALIFY_LEFT_FOLD = 64
};

/* Nodes are shared: a substitution is the node again that it stands for. */
struct hw_itanium_node {
    enum hw_itanium_kind kind;
    unsigned qualifiers;
    const struct hw_itanium_node *left, *right;
    const char *text;
    size_t length, number; /* of the text */
};

/* How an operator is written, in names of functions and in expressions. */
struct hw_itanium_operator {
    char code[3];
    unsigned char operands; /* in expressions; 0: none of these is one */
    const char *text;
};

/* NULL where these two bytes are none. */
const struct hw_itanium_operator *hw_itanium_operator(const char *code);

/* What S_ and its like stand for.  A parameter stands for the argument of the template that it is used in,
 * which need not be the one where it was read first. */
struct hw_itanium_substitution {
    const struct hw_itanium_node *node;
    bool is_parameter;
    size_t number;
};

/* A symbol while it is read. */
struct hw_itanium_parser {
    const char *at, *end;
    struct hw_itanium_node *nodes;
    size_t node_count, node_room;
    struct hw_itanium_substitution *substitutions;
    size_t substitution_count;
    const struct hw_itanium_node *parameter; /* what one stood for that was read just now, and its number */
    size_t parameter_number;
    const struct hw_itanium_node **parameters; /* of the template whose symbol is read: T_, T0_ */
    size_t parameter_base, parameter_count;    /* those of outer symbols come first */
    unsigned depth;
    bool in_lambda;    /* where T_ is a parameter `auto` */
    bool no_arguments; /* of a conversion operator: I begins the operator's own arguments, not its type's */
};

/* What a name says of the function that has it. */
struct hw_itanium_naming {
    bool arguments; /* ends with template arguments: the result's type follows */
    bool no_result; /* a constructor or conversion */
    unsigned qualifiers;
};

/* The pieces of the grammar that refer to each other.  They return NULL where the symbol is malformed, or has
 * what is not known here. */
const struct hw_itanium_node *hw_itanium_encoding(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_name(struct hw_itanium_parser *p, struct hw_itanium_naming *naming);
const struct hw_itanium_node *hw_itanium_unqualified(struct hw_itanium_parser *p,
                                                     const struct hw_itanium_node *scope,
                                                     struct hw_itanium_naming *naming);
const struct hw_itanium_node *hw_itanium_tags(struct hw_itanium_parser *p,
                                              const struct hw_itanium_node *node);
const struct hw_itanium_node *hw_itanium_source_name(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_substitution(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_arguments(struct hw_itanium_parser *p, bool own);
const struct hw_itanium_node *hw_itanium_parameter(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_type(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_decltype(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_expression(struct hw_itanium_parser *p);
const struct hw_itanium_node *hw_itanium_literal(struct hw_itanium_parser *p);
unsigned hw_itanium_qualifiers(struct hw_itanium_parser *p);

/* The reading itself.  hw_itanium_take takes `text` if it comes next. */
char hw_itanium_next(const struct hw_itanium_parser *p);
bool hw_itanium_is(const struct hw_itanium_parser *p, const char *text);
bool hw_itanium_take(struct hw_itanium_parser *p, const char *text);
bool hw_itanium_number(struct hw_itanium_parser *p, size_t *number);
bool hw_itanium_sequence(struct hw_itanium_parser *p, unsigned base, size_t *number);
bool hw_itanium_deeper(struct hw_itanium_parser *p);
bool hw_itanium_substitute(struct hw_itanium_parser *p, const struct hw_itanium_node *node);

/* A new node; NULL where a part that it must have is NULL, or there are too many. */
struct hw_itanium_node *hw_itanium_make(struct hw_itanium_parser *p, enum hw_itanium_kind kind);
struct hw_itanium_node *hw_itanium_text(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                        const char *text, const struct hw_itanium_node *left);
const struct hw_itanium_node *hw_itanium_one(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                             const struct hw_itanium_node *left);
const struct hw_itanium_node *hw_itanium_two(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                             const struct hw_itanium_node *left,
                                             const struct hw_itanium_node *right);

/* One more element, which `element` reads, behind the last node of a list; the first goes into that node.
 * The new last node. */
typedef const struct hw_itanium_node *hw_itanium_rule(struct hw_itanium_parser *p);
struct hw_itanium_node *hw_itanium_append(struct hw_itanium_parser *p, struct hw_itanium_node *last,
                                          hw_itanium_rule *element);
/* A list that ends with `E`. */
const struct hw_itanium_node *hw_itanium_list(struct hw_itanium_parser *p, hw_itanium_rule *element);

void hw_itanium_print(struct hw_name_text *out, const struct hw_itanium_node *symbol,
                      struct hw_name_parts *parts);

#endif
