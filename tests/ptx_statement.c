/* SPDX-License-Identifier: MIT */
/* See ptx_statement.h. */
#include "ptx_statement.h"

#include <string.h>

const struct ptx_operation ptx_operations[PTX_OPERATION_COUNT] = {
#define ENTRY(text, classes, value) {text, classes},
    PTX_OPERATIONS(ENTRY)
#undef ENTRY
};

enum ptx_class ptx_class(char letter)
{
    static const char letters[] = "wdfgp";

    return (enum ptx_class)(strchr(letters, letter) - letters);
}

unsigned ptx_class_word(enum ptx_class class, unsigned reg)
{
    static const unsigned first[] = {0, 1, 3, 4, 6};

    return PTX_EACH * first[class] + reg * (class == PTX_CLASS_D || class == PTX_CLASS_G ? 2 : 1);
}

enum ptx_call ptx_statement_call(const struct ptx_program *program, const struct ptx_statement *s)
{
    return program->has_stack ? (enum ptx_call)((s->a + s->b + s->d) % PTX_CALL_WAYS) : PTX_CALL_COPIED;
}

unsigned ptx_statement_place(const struct ptx_statement *s)
{
    return ptx_access_place(ptx_access(s->op), (unsigned)s->b * PTX_EACH + s->c);
}
