/* SPDX-License-Identifier: MIT */
/* This parser reads the text of a method's data: words with blanks between them. */
#include "decimal.h"
#include "channel/methods/method_fields.h"
#include "channel/methods/method_text.h"

#include <string.h>

static const char module[] = "methods";

/* Data while it is read. */
struct method_data {
    const struct hw_method *method; /* may be NULL */
    uint32_t word;
    uint32_t given; /* a bit for each field, by its index: a row has at most 32 */
    uint32_t rest;  /* bits that no field owns */
    struct hw_error *error;
};

struct method_word {
    const char *text;
    size_t length;
};

static hw_status refuse(struct method_data *data, hw_status status, const struct method_word *word,
                        const char *expected)
{
    return hw_fail(data->error, status, module, "'%.*s' is no data of %s; expected %s",
                   (int)(word->length < 40 ? word->length : 40), word->text,
                   data->method ? data->method->name : "this method", expected);
}

/* "1.5" or "1e20". */
static bool take_float(const struct method_word *word, uint32_t *value)
{
    char text[64], *end;

    if (word->length >= sizeof text || strspn(word->text, "0123456789+-.eE") < word->length)
        return false;
    memcpy(text, word->text, word->length);
    text[word->length] = 0;
    if (!strpbrk(text, ".eE"))
        return false;
    const float number = hw_decimal_float(text, &end);
    memcpy(value, &number, sizeof number);
    return *end == 0;
}

/* What stands for a value of the field.  False: nothing that it could be. */
static bool take_value(const struct hw_method_field *field, const struct method_word *word, int64_t *value)
{
    const bool negative = field->kind == HW_FIELD_SIGNED && word->length && word->text[0] == '-';
    uint32_t number;

    for (uint32_t i = 0; i < field->name_count; i++)
        if (hw_method_same(field->names[i].name, word->text, word->length)) {
            *value = field->names[i].value;
            return true;
        }
    if (!(field->kind == HW_FIELD_FLOAT && take_float(word, &number)) &&
        !hw_method_integer(word->text + negative, word->length - negative, &number))
        return false;
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

/* Values with a sign may be given as their bits, too. */
static bool fits(const struct hw_method_field *field, int64_t value)
{
    return value < (int64_t)1 << field->bits && value >= -((int64_t)1 << (field->bits - 1));
}

static hw_status read_value(struct method_data *data, const struct hw_method_field *field,
                            const struct method_word *word)
{
    int64_t value;
    if (!take_value(field, word, &value))
        return refuse(data, HW_ERR_SYNTAX, word,
                      field->kind == HW_FIELD_ENUM ? "the name of a value, or a number"
                      : field->kind == HW_FIELD_FLOAT
                          ? "a number such as 1.5, or the word of one such as 0x3fc00000"
                          : "a number");
    if (!fits(field, value))
        return hw_fail(data->error, HW_ERR_RANGE, module, "%.*s does not fit: %s%s%s has %u bits%s%s%s",
                       (int)(word->length < 40 ? word->length : 40), word->text, data->method->name,
                       *field->name ? ", field " : "", field->name, field->bits, *field->what ? " (" : "",
                       field->what, *field->what ? ")" : "");
    data->word |= hw_in_field((uint32_t)value, field->low, field->bits);
    data->given |= 1u << (field - data->method->field);
    return HW_OK;
}

/* NAME=VALUE, with `equal` at its sign; the name "?" is for bits that no field owns. */
static hw_status read_named(struct method_data *data, const struct method_word *word, const char *equal)
{
    const struct method_word name = {word->text, (size_t)(equal - word->text)};
    const struct method_word value = {equal + 1, word->length - name.length - 1};

    if (hw_method_same("?", name.text, name.length) && !data->rest) {
        if (!hw_method_integer(value.text, value.length, &data->rest))
            return refuse(data, HW_ERR_SYNTAX, word, "a number behind '?='");
        return HW_OK;
    }
    for (uint32_t i = 0; data->method && i < data->method->field_count; i++) {
        const struct hw_method_field *field = &data->method->field[i];
        if (!*field->name || !hw_method_same(field->name, name.text, name.length))
            continue;
        if (data->given >> i & 1)
            return refuse(data, HW_ERR_SYNTAX, word, "each field once");
        return read_value(data, field, &value);
    }
    return refuse(data, HW_ERR_NOT_FOUND, word, "the name of a field before '='");
}

/* A word by itself: the whole of the data. */
static hw_status read_whole(struct method_data *data, const struct method_word *word)
{
    static const struct hw_method_field plain = {.name = "", .what = "", .bits = 32};
    int64_t value;

    if (data->method && data->method->field_count == 1 && !*data->method->field->name)
        return read_value(data, data->method->field, word);
    if (!take_value(&plain, word, &value))
        return refuse(data, HW_ERR_SYNTAX, word,
                      data->method && data->method->field_count ? "FIELD=VALUE, or a number" : "a number");
    data->word = (uint32_t)value;
    return HW_OK;
}

/* What only holds or fails when all fields are known. */
static hw_status check_whole(const struct method_data *data)
{
    uint32_t owned = 0;

    for (uint32_t i = 0; data->method && i < data->method->field_count; i++) {
        const struct hw_method_field *field = &data->method->field[i];
        if (hw_field_exists(data->method, field, data->word))
            owned |= hw_field_bits(field);
        else if (data->given >> i & 1)
            return hw_fail(data->error, HW_ERR_SYNTAX, module, "%s has no field %s where %s has this value",
                           data->method->name, field->name, data->method->field[field->when - 1].name);
    }
    if (data->rest & owned)
        return hw_fail(data->error, HW_ERR_RANGE, module,
                       "'?=0x%x': bits 0x%x belong to fields of %s; expected others", data->rest,
                       data->rest & owned, data->method->name);
    return HW_OK;
}

hw_status hw_method_parse_value(const struct hw_method *method, const char *text, uint32_t *data,
                                struct hw_error *error)
{
    static const char blanks[] = " \t";
    struct method_data read = {.method = method, .error = error};
    unsigned words = 0;
    bool whole = false;

    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const struct method_word word = {text, strcspn(text, blanks)};
        const char *equal = memchr(word.text, '=', word.length);
        whole |= !equal;
        if (whole && words)
            return refuse(&read, HW_ERR_SYNTAX, &word, "nothing beside a value of the whole word");
        const hw_status status = equal ? read_named(&read, &word, equal) : read_whole(&read, &word);
        if (status != HW_OK)
            return status;
        words++;
        text += word.length;
    }
    if (!words)
        return refuse(&read, HW_ERR_SYNTAX, &(struct method_word){"", 0}, "FIELD=VALUE, or a number");
    const hw_status status = check_whole(&read);
    if (status == HW_OK)
        *data = read.word | read.rest;
    return status;
}
