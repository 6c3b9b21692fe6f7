/* SPDX-License-Identifier: MIT */
/* See environment.h.  A program that runs with the rights of another user reads none of them. */
#include "environment.h"

#include "memory_size.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum environment_kind {
    ANY = 0, /* read, and checked, elsewhere */
    WORD,    /* one of a list */
    WORDS,   /* some, with commas between them */
    WHOLE,   /* a number without a point */
    WORD_OR_WHOLE,
    NUMBER,
    SIZES, /* of memory, with commas between them */
    FOLDER,
    OUTPUT,      /* a file that is written */
    WORD_OR_FILE /* a path, or a name that the loader looks for */
};

static const struct {
    const char *name, *which;
    double least, most;
    enum environment_kind kind;
} rows[HW_ENVIRONMENT_COUNT] = {
#define ROW(name, kind, which, least, most) {"HALFWARP_" #name, which, least, most, kind},
    HW_ENVIRONMENT(ROW)
#undef ROW
};

const char *hw_environment(enum hw_environment variable)
{
    const char *value = secure_getenv(rows[variable].name);

    return value && *value ? value : NULL;
}

/* --- words --- */

/* Whether a word is in a list with bars between its words; then its index. */
static bool find_word(const char *list, const char *word, size_t length, unsigned *index)
{
    *index = 0;
    for (const char *at = list; *at; at += *at == '|', ++*index) {
        const size_t whole = strcspn(at, "|");
        if (whole == length && memcmp(at, word, length) == 0)
            return true;
        at += whole;
    }
    return false;
}

unsigned hw_environment_word(enum hw_environment variable, unsigned otherwise)
{
    const char *value = hw_environment(variable);
    unsigned index;

    return value && find_word(rows[variable].which, value, strlen(value), &index) ? index : otherwise;
}

bool hw_environment_is_on(enum hw_environment variable)
{
    return hw_environment_word(variable, 0) == 1;
}

bool hw_environment_has(enum hw_environment variable, const char *word)
{
    for (const char *at = hw_environment(variable); at && *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (strlen(word) == length && memcmp(at, word, length) == 0)
            return true;
        at += length;
    }
    return false;
}

static bool are_words(const char *list, const char *value)
{
    unsigned index;

    for (const char *at = value; *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (length && !find_word(list, at, length, &index))
            return false;
        at += length;
    }
    return true;
}

/* --- numbers --- */

/* Digits, and a point where one may be: no sign, no exponent, whatever the locale has. */
static bool read_number(enum hw_environment variable, const char *text, double *number)
{
    const size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    double value = 0, unit = 1;

    for (size_t i = 0; i < digits; i++)
        value = value * 10 + (text[i] - '0');
    if (*rest == '.' && rows[variable].kind == NUMBER)
        for (rest++; *rest >= '0' && *rest <= '9'; rest++)
            value += (*rest - '0') * (unit /= 10);
    *number = value;
    return digits && !*rest && value >= rows[variable].least && value <= rows[variable].most;
}

double hw_environment_number(enum hw_environment variable, double otherwise)
{
    const char *value = hw_environment(variable);
    double number;

    return value && read_number(variable, value, &number) ? number : otherwise;
}

/* --- checks --- */

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether a file may be made there, or replaced. */
static bool is_output(const char *path)
{
    const char *name = strrchr(path, '/');
    char folder[PATH_MAX];
    struct stat status;

    if (stat(path, &status) == 0)
        return S_ISREG(status.st_mode);
    if (!name)
        return true;
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path) + 1, path);
    return name[1] != '\0' && is_folder(folder);
}

static bool is_file(const char *path)
{
    struct stat status;

    return !strchr(path, '/') || (stat(path, &status) == 0 && S_ISREG(status.st_mode));
}

static bool is_allowed(enum hw_environment variable, const char *value)
{
    uint64_t bytes;
    unsigned index;
    double number;

    switch (rows[variable].kind) {
    case ANY: return true;
    case WORD: return find_word(rows[variable].which, value, strlen(value), &index);
    case WORDS: return are_words(rows[variable].which, value);
    case WORD_OR_WHOLE:
        return find_word(rows[variable].which, value, strlen(value), &index) ||
               read_number(variable, value, &number);
    case WHOLE:
    case NUMBER: return read_number(variable, value, &number);
    case SIZES: return hw_memory_size(value, INT_MAX, &bytes);
    case FOLDER: return is_folder(value);
    case OUTPUT: return is_output(value);
    case WORD_OR_FILE: return find_word(rows[variable].which, value, strlen(value), &index) || is_file(value);
    }
    return true;
}

/* "auto, interpreter, jit or baseline" */
static void list_words(const char *list, char *text, size_t size)
{
    size_t used = 0;

    for (const char *at = list; *at && used < size; at += *at == '|') {
        const size_t length = strcspn(at, "|");
        const char *before = at == list ? "" : at[length] ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", before, (int)length, at);
        at += length;
    }
}

/* What is allowed, in words. */
static void describe(enum hw_environment variable, char *text, size_t size)
{
    char words[96];

    list_words(rows[variable].which, words, sizeof words);
    switch (rows[variable].kind) {
    case ANY:
    case FOLDER: snprintf(text, size, "a folder that is there"); break;
    case OUTPUT: snprintf(text, size, "a file in a folder that is there, no device, pipe or folder"); break;
    case SIZES:
        snprintf(text, size,
                 "sizes from 1M to 256G with commas between them, such as 8G or 8G,4G; a "
                 "number alone is MiB");
        break;
    case WORD: snprintf(text, size, "%s", words); break;
    case WORD_OR_FILE: snprintf(text, size, "%s or a file that is there", words); break;
    case WORD_OR_WHOLE:
        snprintf(text, size, "%s, or a number from %.0f to %.0f", words, rows[variable].least,
                 rows[variable].most);
        break;
    case WORDS: snprintf(text, size, "%s, several with commas between them", words); break;
    case WHOLE:
    case NUMBER:
        snprintf(text, size, "a number of %s from %.0f to %.0f", words, rows[variable].least,
                 rows[variable].most);
        break;
    }
}

hw_status hw_environment_check_one(enum hw_environment variable, struct hw_error *error)
{
    const char *value = hw_environment(variable);
    char expected[160];

    if (!value || is_allowed(variable, value))
        return HW_OK;
    describe(variable, expected, sizeof expected);
    return hw_fail(error, HW_ERR_ARGUMENT, "environment", "%s is `%.80s`; expected %s", rows[variable].name,
                   value, expected);
}

hw_status hw_environment_check(struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; status == HW_OK && i < HW_ENVIRONMENT_COUNT; i++)
        status = hw_environment_check_one(i, error);
    return status;
}
