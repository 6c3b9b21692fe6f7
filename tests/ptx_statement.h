/* SPDX-License-Identifier: MIT */
/* What the statements of a random program are, for those who make, write and run them. */
#ifndef HW_TESTS_PTX_STATEMENT_H
#define HW_TESTS_PTX_STATEMENT_H

#include "ptx_operations.h"
#include "ptx_program.h"

enum ptx_kind {
    PTX_DO, /* an operation */
    PTX_TWO_WAYS,
    PTX_LOOP,
    PTX_LEAVE,
    PTX_LOCAL_STORE,
    PTX_LOCAL_LOAD,
    PTX_ACCESS,
    PTX_CALL,
    PTX_EXCHANGE
};
enum ptx_class { PTX_CLASS_W, PTX_CLASS_D, PTX_CLASS_F, PTX_CLASS_G, PTX_CLASS_P };

#define PTX_ONE(text, classes, value) +1
enum { PTX_OPERATION_COUNT = 0 PTX_OPERATIONS(PTX_ONE) };
#undef PTX_ONE
struct ptx_operation {
    const char *text, *classes;
};
extern const struct ptx_operation ptx_operations[PTX_OPERATION_COUNT];

enum ptx_class ptx_class(char letter);
/* Where a register lies among a thread's words. */
unsigned ptx_class_word(enum ptx_class class, unsigned reg);

/* How a function is called: it may become a copy, is called by address, or leads to itself. */
enum ptx_call { PTX_CALL_COPIED, PTX_CALL_BY_ADDRESS, PTX_CALL_NESTED, PTX_CALL_WAYS };
#define PTX_NESTED_CALLS 2
enum ptx_call ptx_statement_call(const struct ptx_program *program, const struct ptx_statement *s);

/* Which of a thread's own bytes an access is about. */
unsigned ptx_statement_place(const struct ptx_statement *s);

/* The text of a program whose statements are made. */
void ptx_program_write(struct ptx_program *program, const char *target);

#endif
