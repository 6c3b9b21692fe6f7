/* SPDX-License-Identifier: MIT */
/* Lexes numbers of PTX text.
 *
 * Integers have 64 bits in four bases, and a suffix U makes them unsigned.  0f and 0d are followed by the
 * digits of a bit pattern, all 8 or 16 of them: how compilers write floats, so that no bit gets
 * lost.  Decimal floats stay text; their reader knows the type they become. */
#include "compiler/ptx/lex_number.h"

hw_status hw_ptx_fail_at(const struct hw_ptx_token *token, struct hw_error *error, hw_status status,
                         const char *sentence)
{
    hw_fail(error, status, "ptx", "%s", sentence);
    if (error) {
        error->line = token->line;
        error->column = token->column;
    }
    return status;
}

/* The value of a digit of any base up to 16; 16 for what is none. */
static unsigned digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return (unsigned)(character - '0');
    char lower = (char)(character | 0x20);
    return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10 : 16;
}

bool hw_ptx_is_name_character(char character)
{
    char lower = (char)(character | 0x20);
    return digit_of(character) < 10 || (lower >= 'a' && lower <= 'z') || character == '_' || character == '$';
}

/* Digits of `base` from *at on, into *value; false if they are more than 64 bits. */
static bool lex_digits(const char **at, const char *end, unsigned base, uint64_t *value)
{
    bool fits = true;
    for (*value = 0; *at < end && digit_of(**at) < base; ++*at) {
        unsigned digit = digit_of(**at);
        fits = fits && *value <= (UINT64_MAX - digit) / base;
        *value = *value * base + digit;
    }
    return fits;
}

static const char *skip_decimal_digits(const char *at, const char *end)
{
    while (at < end && digit_of(*at) < 10)
        at++;
    return at;
}

/* Where the decimal float that begins at `at` ends; NULL if an integer stands there. */
static const char *decimal_end(const char *at, const char *end)
{
    const char *stop = skip_decimal_digits(at, end);
    bool is_float = stop < end && *stop == '.';
    if (is_float)
        stop = skip_decimal_digits(stop + 1, end);
    if (stop < end && (*stop | 0x20) == 'e') {
        const char *exponent = stop + 1;
        if (exponent < end && (*exponent == '+' || *exponent == '-'))
            exponent++;
        const char *next = skip_decimal_digits(exponent, end);
        if (next > exponent)
            return next;
    }
    return is_float ? stop : NULL;
}

/* The text of the number ends at `at`, and no word may go on there. */
static hw_status finish_number(struct hw_ptx_token *token, const char *at, const char *end,
                               struct hw_error *error)
{
    token->length = (size_t)(at - token->text);
    if (at < end && hw_ptx_is_name_character(*at))
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX,
                              "a number goes on with a character that is no digit of it");
    return HW_OK;
}

static hw_status pattern(struct hw_ptx_token *token, const char *end, bool is_single, struct hw_error *error)
{
    const char *digits = token->text + 2, *at = digits;
    lex_digits(&at, end, 16, &token->bits);
    token->kind = is_single ? HW_PTX_TOKEN_SINGLE : HW_PTX_TOKEN_DOUBLE;
    if (at - digits != (is_single ? 8 : 16))
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX,
                              is_single ? "0f needs 8 hexadecimal digits behind it"
                                        : "0d needs 16 hexadecimal digits behind it");
    return finish_number(token, at, end, error);
}

static hw_status integer(struct hw_ptx_token *token, const char *digits, const char *end, unsigned base,
                         struct hw_error *error)
{
    const char *at = digits;
    bool fits = lex_digits(&at, end, base, &token->bits);
    token->kind = HW_PTX_TOKEN_INTEGER;
    if (at == digits)
        return hw_ptx_fail_at(token, error, HW_ERR_SYNTAX, "a number has a base but no digits");
    if (!fits)
        return hw_ptx_fail_at(token, error, HW_ERR_RANGE, "an integer has more than 64 bits");
    token->is_unsigned = at < end && *at == 'U';
    return finish_number(token, at + token->is_unsigned, end, error);
}

hw_status hw_ptx_lex_number(struct hw_ptx_token *token, const char *end, struct hw_error *error)
{
    const char *text = token->text;
    char prefix = *text == '0' && text + 1 < end ? (char)(text[1] | 0x20) : '\0';
    if (prefix == 'f' || prefix == 'd')
        return pattern(token, end, prefix == 'f', error);
    if (prefix == 'x' || prefix == 'b')
        return integer(token, text + 2, end, prefix == 'x' ? 16 : 2, error);
    const char *stop = decimal_end(text, end);
    if (stop) {
        token->kind = HW_PTX_TOKEN_DECIMAL;
        return finish_number(token, stop, end, error);
    }
    return integer(token, text, end, *text == '0' ? 8 : 10, error);
}
