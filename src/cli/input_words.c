/* SPDX-License-Identifier: MIT */
/* This parser reads numeric input lists on the command line: `--attribute 0=1.5,2,3` and `--varying
 * 4=@words.bin`. */
#include "cli/run_graphics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hw_status read_float(const char *text, uint32_t *value, struct hw_error *error)
{
    char *end;
    const float number = strtof(text, &end);

    if (end == text || *end || !isfinite(number))
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "`%.40s` is no number", text);
    memcpy(value, &number, sizeof *value);
    return HW_OK;
}

/* A value with a point is a float, another one a whole number. */
static hw_status read_value(const char *text, bool floats, uint32_t *value, struct hw_error *error)
{
    const bool negative = *text == '-';
    uint64_t number;

    if (floats || strchr(text, '.'))
        return read_float(text, value, error);
    const hw_status status = hw_number(text + negative, UINT32_MAX, false, &number, error);
    *value = negative ? 0 - (uint32_t)number : (uint32_t)number;
    return status;
}

static uint32_t count_parts(const char *text)
{
    uint32_t count = 1;

    while ((text = strchr(text, ',')) != NULL) {
        text++;
        count++;
    }
    return count;
}

/* The parts of `list`, which is cut up. */
static hw_status read_parts(char *list, bool floats, uint32_t *value, struct hw_error *error)
{
    hw_status status = HW_OK;
    char *part;

    while (status == HW_OK && (part = strsep(&list, ",")) != NULL)
        status = read_value(part, floats, value++, error);
    return status;
}

static hw_status read_list(const char *text, bool floats, struct hw_input_words *words,
                           struct hw_error *error)
{
    char *list = strdup(text);

    words->count = count_parts(text);
    words->value = malloc(words->count * sizeof *words->value);
    const hw_status status = list && words->value ? read_parts(list, floats, words->value, error)
                                                  : hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory");
    free(list);
    return status;
}

static hw_status read_words_file(const char *name, struct hw_input_words *words, struct hw_error *error)
{
    void *data;
    size_t size;
    const hw_status status = hw_read_file(name, HW_FILE_MAX, &data, &size, error);

    if (status != HW_OK)
        return status;
    words->value = data;
    words->count = (uint32_t)(size / sizeof *words->value);
    if (size == 0 || size % sizeof *words->value)
        return hw_fail(error, HW_ERR_FORMAT, "cli", "%s has %zu bytes; expected words of 4 bytes", name,
                       size);
    return HW_OK;
}

hw_status hw_input_words_read(const char *text, bool floats, struct hw_input_words *words,
                              struct hw_error *error)
{
    const char *rest;
    uint64_t word;

    *words = (struct hw_input_words){.value = NULL};
    hw_status status = hw_run_number(text, "=", HW_VARYINGS_MAX - 1, false, &word, &rest, error);
    if (status == HW_OK && *rest != '=')
        status = hw_fail(error, HW_ERR_SYNTAX, "cli",
                         "`%s` is no input; expected WORD=VALUE,VALUE,... or WORD=@FILE", text);
    if (status != HW_OK)
        return status;
    words->word = (uint32_t)word;
    status =
        rest[1] == '@' ? read_words_file(rest + 2, words, error) : read_list(rest + 1, floats, words, error);
    if (status != HW_OK) {
        free(words->value);
        words->value = NULL;
    }
    return status;
}

hw_status hw_floats_read(const char *text, uint32_t count, float *value, struct hw_error *error)
{
    struct hw_input_words words = {.value = NULL};
    hw_status status = read_list(text, true, &words, error);

    if (status == HW_OK && words.count != count)
        status = hw_fail(error, HW_ERR_SYNTAX, "cli", "`%s` has %u numbers; expected %u", text, words.count,
                         count);
    if (status == HW_OK)
        memcpy(value, words.value, count * sizeof *value);
    free(words.value);
    return status;
}
