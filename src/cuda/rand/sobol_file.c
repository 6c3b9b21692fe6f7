/* SPDX-License-Identifier: MIT */
/* See sobol_file.h. */
#include "cuda/rand/sobol_file.h"

#include "cuda/base/message.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define VARIABLE   "HALFWARP_SOBOL"
#define NAME       "new-joe-kuo-6.21201"
#define LINE_BYTES 512

static bool tell(unsigned wanted, const char *path, const char *trouble)
{
    static bool told;

    if (!told && path)
        hw_cuda_message("%s, which " VARIABLE
                        " names, %s; cuRAND's Sobol sequences of %u dimensions need " NAME
                        " of S. Joe and F. Y. Kuo",
                        path, trouble, wanted);
    else if (!told)
        hw_cuda_message("cuRAND's Sobol sequences of %u dimensions need the file " NAME
                        " of S. Joe and F. Y. Kuo; " VARIABLE " names it",
                        wanted);
    told = true;
    return false;
}

/* Something else, such as a pipe, might never end. */
static FILE *open_regular(const char *path)
{
    struct stat facts;
    const int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (number < 0)
        return NULL;
    FILE *stream = fstat(number, &facts) == 0 && S_ISREG(facts.st_mode) ? fdopen(number, "r") : NULL;
    if (!stream)
        close(number);
    return stream;
}

static bool read_line(struct hw_sobol_file *file, char line[LINE_BYTES])
{
    if (!fgets(line, LINE_BYTES, file->stream))
        return hw_sobol_file_wrong(file, "is not there");
    return strchr(line, '\n') ? true : hw_sobol_file_wrong(file, "is cut off, or too long");
}

bool hw_sobol_file_open(struct hw_sobol_file *file, unsigned wanted)
{
    const char *path = getenv(VARIABLE);
    char titles[LINE_BYTES];

    *file = (struct hw_sobol_file){.path = path, .wanted = wanted, .dimension = 1};
    if (!path || !*path)
        return tell(wanted, NULL, NULL);
    file->stream = open_regular(path);
    if (!file->stream)
        return tell(wanted, path, "is no file that can be read");
    return read_line(file, titles);
}

bool hw_sobol_file_wrong(const struct hw_sobol_file *file, const char *trouble)
{
    char text[128];

    snprintf(text, sizeof text, "has no row of dimension %u: its line %u %s", file->dimension,
             file->dimension, trouble);
    return tell(file->wanted, file->path, text);
}

void hw_sobol_file_close(struct hw_sobol_file *file)
{
    if (file->stream)
        fclose(file->stream);
    file->stream = NULL;
}

/* The next number of a line, without a sign. */
static bool take_number(const char **text, uint32_t most, uint32_t *number)
{
    uint64_t value = 0;

    *text += strspn(*text, " \t");
    const size_t digits = strspn(*text, "0123456789");
    for (size_t i = 0; i < digits && value <= most; i++)
        value = value * 10 + (uint64_t)((*text)[i] - '0');
    *text += digits;
    *number = (uint32_t)value;
    return digits > 0 && value <= most;
}

static bool parse(const char *line, unsigned dimension, struct hw_sobol_row *row)
{
    uint32_t number, degree;

    if (!take_number(&line, dimension, &number) || number != dimension)
        return false;
    if (!take_number(&line, HW_SOBOL_DEGREES, &degree) || degree == 0)
        return false;
    row->degree = degree;
    if (!take_number(&line, (1u << (degree - 1)) - 1, &row->coefficients))
        return false;
    for (unsigned i = 0; i < degree; i++)
        if (!take_number(&line, (2u << i) - 1, &row->first[i]) || row->first[i] % 2 == 0)
            return false;
    return line[strspn(line, " \t\r")] == '\n';
}

bool hw_sobol_file_row(struct hw_sobol_file *file, struct hw_sobol_row *row)
{
    char line[LINE_BYTES];

    file->dimension++;
    *row = (struct hw_sobol_row){0};
    if (!read_line(file, line))
        return false;
    return parse(line, file->dimension, row) ||
           hw_sobol_file_wrong(file, "is not its dimension, degree, coefficients and odd first numbers");
}
