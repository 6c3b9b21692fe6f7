/* SPDX-License-Identifier: MIT */
/* Prints variables and initializers as PTX text.  Omitted elements between others are written as 0. */
#include "compiler/ptx/ptx_print.h"

#include <inttypes.h>

void hw_ptx_print_constant(struct hw_ptx_constant constant, FILE *to)
{
    switch (constant.kind) {
    case HW_PTX_CONSTANT_SIGNED:
        if (constant.bits == UINT64_C(1) << 63)
            fputs("(.s64)0x8000000000000000", to); /* as a decimal its digits are beyond the signed */
        else
            fprintf(to, "%" PRId64, (int64_t)constant.bits);
        return;
    case HW_PTX_CONSTANT_UNSIGNED: fprintf(to, "%" PRIu64 "U", constant.bits); return;
    case HW_PTX_CONSTANT_SINGLE: fprintf(to, "0f%08" PRIX64, constant.bits); return;
    case HW_PTX_CONSTANT_DOUBLE: fprintf(to, "0d%016" PRIX64, constant.bits); return;
    }
}

static void print_value(const struct hw_ptx_initial *initial, FILE *to)
{
    if (!initial->symbol) {
        hw_ptx_print_constant(initial->constant, to);
        return;
    }
    if (initial->mask)
        fprintf(to, "0x%" PRIX64 "(", initial->mask);
    fprintf(to, initial->generic ? "generic(%s)" : "%s", initial->symbol->name);
    if (initial->constant.bits)
        fprintf(to, "+%" PRId64, (int64_t)initial->constant.bits);
    if (initial->mask)
        fputc(')', to);
}

/* How many elements one step of dimension `depth` is. */
static uint64_t step_of(const struct hw_ptx_variable *variable, unsigned depth)
{
    uint64_t elements = depth < variable->dims ? variable->vector : 1;
    for (unsigned i = depth + 1; i < variable->dims; i++)
        elements *= variable->dim[i];
    return elements;
}

/* Prints the elements from `at` on, `elements` of them; initial numbers from *which on are theirs. */
static void print_level(const struct hw_ptx_variable *variable, unsigned depth, uint64_t at,
                        uint64_t elements, size_t *which, FILE *to)
{
    if (depth == variable->dims + (variable->vector > 1)) {
        if (*which < variable->initials && variable->initial[*which].at == at)
            print_value(&variable->initial[(*which)++], to);
        else
            fputc('0', to);
        return;
    }
    uint64_t step = step_of(variable, depth), end = at + elements;
    fputc('{', to);
    for (uint64_t next = at; *which < variable->initials && variable->initial[*which].at < end;
         next += step) {
        if (next > at)
            fputs(", ", to);
        if (variable->initial[*which].at >= next + step && step > 1)
            fputs("{}", to);
        else
            print_level(variable, depth + 1, next, step, which, to);
    }
    fputc('}', to);
}

void hw_ptx_print_initial(const struct hw_ptx_variable *variable, FILE *to)
{
    size_t which = 0;
    if (variable->fields) {
        for (size_t i = 0; i < variable->fields; i++) {
            const struct hw_ptx_field *field = &variable->field[i];
            fprintf(to, "%s%s = ", i ? ", " : "{", field->name);
            if (field->word)
                fputs(field->word, to);
            else
                fprintf(to, "%" PRIu64, field->number);
        }
        fputc('}', to);
        return;
    }
    print_level(variable, 0, 0, UINT64_MAX, &which, to);
}

static void print_shared(const struct hw_ptx_variable *variable, FILE *to)
{
    fprintf(to, ".%s", hw_ptx_space_name(variable->space));
    if (variable->bank)
        fprintf(to, "[%u]", variable->bank);
    if (variable->is_managed)
        fputs(" .attribute(.managed)", to);
    if (variable->align)
        fprintf(to, " .align %" PRIu64, variable->align);
    if (variable->vector > 1)
        fprintf(to, " .v%u", variable->vector);
    fprintf(to, " .%s", hw_ptx_type_name(variable->type));
    if (!variable->is_pointer)
        return;
    fputs(" .ptr", to);
    if (variable->pointer_space)
        fprintf(to, " .%s", hw_ptx_space_name(variable->pointer_space));
    if (variable->pointer_align)
        fprintf(to, " .align %" PRIu64, variable->pointer_align);
}

void hw_ptx_print_variable(const struct hw_ptx_variable *variable, FILE *to)
{
    if (variable->linkage)
        fprintf(to, ".%s ", hw_ptx_linkage_name(variable->linkage));
    print_shared(variable, to);
    fprintf(to, " %s", variable->symbol->name);
    if (variable->is_range)
        fprintf(to, "<%" PRIu32 ">", variable->count);
    for (unsigned i = 0; i < variable->dims; i++)
        if (i || variable->dim[i])
            fprintf(to, "[%" PRIu64 "]", variable->dim[i]);
        else
            fputs("[]", to);
    if (variable->is_initialized) {
        fputs(" = ", to);
        hw_ptx_print_initial(variable, to);
    }
}
