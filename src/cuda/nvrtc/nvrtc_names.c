/* SPDX-License-Identifier: MIT */
/* See nvrtc_names.h. */
#include "cuda/nvrtc/nvrtc_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "halfwarp_name_expression_" /* and its number */

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression)
        return NVRTC_ERROR_INVALID_INPUT;
    if (program->tried)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    struct hw_nvrtc_name *grown = realloc(program->names, (program->name_count + 1) * sizeof *program->names);
    if (!grown)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    program->names = grown;
    grown[program->name_count] = (struct hw_nvrtc_name){.expression = strdup(expression)};
    return grown[program->name_count].expression ? (program->name_count++, NVRTC_SUCCESS)
                                                 : NVRTC_ERROR_OUT_OF_MEMORY;
}

/* Blanks mean nothing. */
static bool is_same(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\n");
        b += strspn(b, " \t\n");
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || !name)
        return NVRTC_ERROR_INVALID_INPUT;
    if (!program->compiled)
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (size_t i = 0; i < program->name_count; i++)
        if (program->names[i].lowered && is_same(program->names[i].expression, expression)) {
            *name = program->names[i].lowered;
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* --- to the compiler and back --- */

/* An expression on a line of its own, which an error then names. */
static void write_variable(FILE *to, size_t number, const char *expression)
{
    const char *ampersand = expression + strspn(expression, " \t");

    fprintf(to, "__device__ const volatile auto " VARIABLE "%zu =\n", number);
    fprintf(to, "#line %zu \"name expression\"\n%s(", number + 1, *ampersand == '&' ? "" : "&");
    for (; *expression; expression++)
        putc(*expression == '\n' ? ' ' : *expression, to);
    fputs(");\n", to);
}

char *hw_nvrtc_names_add(const struct hw_nvrtc_program *program)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);

    if (!to)
        return NULL;
    fputs(program->source, to);
    putc('\n', to);
    for (size_t i = 0; i < program->name_count; i++)
        write_variable(to, i, program->names[i].expression);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

/* The name that an initial value is the address of: NAME, or generic(NAME). */
static char *name_in(const char *value)
{
    static const char generic[] = "generic(";

    value += strspn(value, " =");
    if (strncmp(value, generic, sizeof generic - 1) == 0)
        value += sizeof generic - 1;
    return strndup(value, strcspn(value, " );\n"));
}

bool hw_nvrtc_names_take(struct hw_nvrtc_program *program, char *ptx)
{
    char *found;

    while ((found = strstr(ptx, VARIABLE)) != NULL) {
        char *line = found, *end = found + strcspn(found, "\n");
        const size_t number = strtoul(found + sizeof VARIABLE - 1, &found, 10);
        while (line > ptx && line[-1] != '\n')
            line--;
        if (*found == ' ' && number < program->name_count && !program->names[number].lowered &&
            !(program->names[number].lowered = name_in(found)))
            return false;
        end += *end == '\n';
        memmove(line, end, strlen(end) + 1);
    }
    return true;
}
