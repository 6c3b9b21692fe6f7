/* SPDX-License-Identifier: MIT */
/* Formatting for kernels: the host's printf does each conversion, with its argument fetched from device
 * memory. */
#include "machine/kernel_printf.h"

#include <stdlib.h>
#include <string.h>

#define SPEC_MAX       64 /* characters of one conversion; a longer one is printed as it stands */
#define TAKES_ARGUMENT "diouxXfFeEgGaAcsp"

struct job {
    hw_printf_read *read;
    void *context;
    uint64_t format, arguments; /* next character, next argument */
    FILE *out;
    unsigned taken;      /* arguments */
    uint64_t unreadable; /* address that could not be read */
};

static bool fetch_argument(struct job *job, uint64_t address, void *to, size_t bytes)
{
    if (job->read(job->context, address, to, bytes))
        return true;
    job->unreadable = address;
    return false;
}

/* The next argument, of 4 or 8 bytes. */
static bool next_argument(struct job *job, void *to, size_t bytes)
{
    job->arguments = (job->arguments + bytes - 1) & ~(uint64_t)(bytes - 1);
    if (!fetch_argument(job, job->arguments, to, bytes))
        return false;
    job->arguments += bytes;
    job->taken++;
    return true;
}

/* Whether a call has no more arguments, however many follow. */
static bool is_full(const struct job *job)
{
    return job->taken == HW_PRINTF_ARGUMENTS;
}

/* A conversion as it stands in the format: its text without length modifiers, and what it needs. */
struct spec {
    char text[SPEC_MAX];
    unsigned length;
    char conversion; /* 0: the format ended */
    unsigned longs;  /* l or ll, j, z, t: an argument of 8 bytes */
    unsigned shorts; /* h: 1, hh: 2 */
    int stars[2];
    unsigned star_count;
    bool lacks; /* a star needs an argument beyond the last */
};

static bool add_character(struct spec *spec, char c)
{
    if (spec->length + 4 >= SPEC_MAX)
        return false;
    spec->text[spec->length++] = c;
    spec->text[spec->length] = 0;
    return true;
}

/* Read a conversion behind its `%`; false when memory ends.  The text of an overlong one ends where it is
 * full. */
static bool read_spec(struct job *job, struct spec *spec)
{
    char c;

    memset(spec, 0, sizeof *spec);
    add_character(spec, '%');
    for (;;) {
        if (!fetch_argument(job, job->format, &c, 1))
            return false;
        if (!c)
            return true;
        job->format++;
        if (strchr("ljzt", c)) {
            spec->longs++;
        } else if (c == 'h') {
            spec->shorts++;
        } else if (c == '*' && spec->star_count < 2) {
            if (is_full(job))
                spec->lacks = true;
            else if (!next_argument(job, &spec->stars[spec->star_count++], 4))
                return false;
            add_character(spec, c);
        } else if (strchr("+-# 0123456789.", c)) {
            if (!add_character(spec, c))
                return true;
        } else {
            spec->conversion = c;
            return true;
        }
    }
}

/* One fprintf with zero, one or two stars in front of the value. */
#define PRINT_WITH_STARS(job, spec, value)                              \
    ((spec)->star_count == 0 ? fprintf((job)->out, (spec)->text, value) \
     : (spec)->star_count == 1                                          \
         ? fprintf((job)->out, (spec)->text, (spec)->stars[0], value)   \
         : fprintf((job)->out, (spec)->text, (spec)->stars[0], (spec)->stars[1], value))

/* The formats are put together here from pieces that read_spec has checked. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static bool print_integer(struct job *job, struct spec *spec)
{
    const bool is_signed = spec->conversion == 'd' || spec->conversion == 'i';
    int64_t value;
    int32_t word;

    if (spec->longs) {
        if (!next_argument(job, &value, 8))
            return false;
    } else {
        if (!next_argument(job, &word, 4))
            return false;
        if (spec->shorts == 1)
            word = is_signed ? (int16_t)word : (uint16_t)word;
        else if (spec->shorts > 1)
            word = is_signed ? (int8_t)word : (uint8_t)word;
        value = is_signed ? word : (int64_t)(uint32_t)word;
    }
    add_character(spec, 'l');
    add_character(spec, 'l');
    add_character(spec, spec->conversion);
    PRINT_WITH_STARS(job, spec, (long long)value);
    return true;
}

static bool print_double(struct job *job, struct spec *spec)
{
    double value;

    if (!next_argument(job, &value, 8))
        return false;
    add_character(spec, spec->conversion);
    PRINT_WITH_STARS(job, spec, value);
    return true;
}

static bool print_char(struct job *job, struct spec *spec)
{
    int value;

    if (!next_argument(job, &value, 4))
        return false;
    add_character(spec, 'c');
    PRINT_WITH_STARS(job, spec, value);
    return true;
}

static bool print_pointer(struct job *job, struct spec *spec)
{
    uint64_t value;

    if (!next_argument(job, &value, 8))
        return false;
    add_character(spec, 'p');
    PRINT_WITH_STARS(job, spec, (void *)(uintptr_t)value);
    return true;
}

/* The string is copied into host memory first, since width and precision count its characters. */
static bool print_string(struct job *job, struct spec *spec)
{
    uint64_t address;
    char *text = NULL;
    size_t bytes;

    if (!next_argument(job, &address, 8))
        return false;
    FILE *copy = open_memstream(&text, &bytes);
    if (!copy)
        return true;
    bool ok = hw_kernel_puts(job->read, job->context, address, SIZE_MAX, copy, &job->unreadable);
    fclose(copy);
    if (ok) {
        add_character(spec, 's');
        PRINT_WITH_STARS(job, spec, text);
    }
    free(text);
    return ok;
}

#pragma GCC diagnostic pop

/* The text of the format from an address to the next character. */
static bool print_as_it_stands(struct job *job, uint64_t from)
{
    char c;

    for (; from < job->format; from++) {
        if (!fetch_argument(job, from, &c, 1))
            return false;
        fputc(c, job->out);
    }
    return true;
}

/* `from`: where its `%` is. */
static bool print_spec(struct job *job, struct spec *spec, uint64_t from)
{
    if (spec->lacks || (is_full(job) && spec->conversion && strchr(TAKES_ARGUMENT, spec->conversion)))
        return print_as_it_stands(job, from);
    switch (spec->conversion) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X': return print_integer(job, spec);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return print_double(job, spec);
    case 'c': return print_char(job, spec);
    case 's': return print_string(job, spec);
    case 'p': return print_pointer(job, spec);
    case '%': fputc('%', job->out); return true;
    default: return print_as_it_stands(job, from);
    }
}

bool hw_kernel_printf(hw_printf_read *read, void *context, uint64_t format, uint64_t arguments, FILE *out,
                      int *count, uint64_t *address)
{
    struct job job = {.read = read, .context = context, .format = format, .arguments = arguments, .out = out};
    struct spec spec;
    bool ok;
    char c;

    *count = -1;
    if (!format)
        return true;
    while ((ok = fetch_argument(&job, job.format, &c, 1)) && c) {
        const uint64_t from = job.format++;
        if (c != '%')
            fputc(c, out);
        else if (!(ok = read_spec(&job, &spec) && print_spec(&job, &spec, from)))
            break;
    }
    *count = (int)job.taken;
    *address = job.unreadable;
    return ok;
}

bool hw_kernel_puts(hw_printf_read *read, void *context, uint64_t string, size_t most, FILE *out,
                    uint64_t *address)
{
    char c;

    for (size_t i = 0; i < most; i++) {
        *address = string + i;
        if (!read(context, string + i, &c, 1))
            return false;
        if (!c)
            return true;
        fputc(c, out);
    }
    return true;
}
