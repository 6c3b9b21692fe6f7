/* SPDX-License-Identifier: MIT */
/* The symbol table: names that a PTX text declares, in nested scopes. */
#ifndef HW_COMPILER_PTX_PTX_NAMES_H
#define HW_COMPILER_PTX_PTX_NAMES_H

#include "compiler/arena.h"
#include "compiler/ptx/ptx_ast.h"

#define HW_PTX_MAX_SCOPES 64

/* A name that means something within a scope. */
struct hw_ptx_binding {
    struct hw_ptx_symbol *symbol;
    unsigned depth;
    struct hw_ptx_word *word;
    struct hw_ptx_binding *outer; /* what the word means outside */
    struct hw_ptx_binding *next;  /* another one of the scope */
};
struct hw_ptx_word {
    const char *text;
    uint32_t hash;
    uint8_t op;                     /* 1 + enum hw_ptx_op; 0: none */
    uint8_t modifier;               /* enum hw_ptx_modifier; 0: none */
    bool goes_on;                   /* a prefix of opcodes that continue with a dot */
    bool is_special;                /* a special register */
    struct hw_ptx_binding *binding; /* the innermost */
};

/* A name that was used before it was declared. */
struct hw_ptx_pending {
    struct hw_ptx_name *name;
    const char *text;
    struct hw_source_location location;
    struct hw_ptx_pending *next;
};

struct hw_ptx_names {
    struct hw_arena *arena;
    struct hw_ptx_word **slot; /* a hash table; slots is a power of two */
    size_t slots, words;
    unsigned depth;
    struct hw_ptx_binding *bound[HW_PTX_MAX_SCOPES];
    struct hw_ptx_pending *pending[HW_PTX_MAX_SCOPES];
};

/* The word of `length` characters, made if there is none and `is_wanted`; else NULL. */
struct hw_ptx_word *hw_ptx_word(struct hw_ptx_names *names, const char *text, size_t length, bool is_wanted);
/* Enter the names of operations and modifiers. */
void hw_ptx_add_ops(struct hw_ptx_names *names);
void hw_ptx_add_specials(struct hw_ptx_names *names);
/* Let a word mean a symbol in the current scope. */
void hw_ptx_bind(struct hw_ptx_names *names, struct hw_ptx_word *word, struct hw_ptx_symbol *symbol);
/* What a name means in the innermost scope that knows it: itself, or one of a range of registers. */
const struct hw_ptx_binding *hw_ptx_find(struct hw_ptx_names *names, const char *text, uint32_t *index);
/* End the current scope: its names mean what they meant outside. */
void hw_ptx_unbind(struct hw_ptx_names *names);

#endif
