/* SPDX-License-Identifier: MIT */
/* Parses and folds constant expressions of PTX.
 *
 * Integers have 64 bits, and are unsigned if one of them has a suffix U or a cast says so; floats are
 * doubles.  Overflow wraps; a division by 0 is an error; shifts by 64 and more shift everything out. */
#include "compiler/ptx/ptx_parser.h"

#include "decimal.h"

#include <math.h>
#include <string.h>

enum precedence { ALTERNATIVE = 0, OR_ELSE, AND_ALSO, OR, XOR, AND, EQUAL, LESS, SHIFT, SUM, PRODUCT };

static const struct {
    const char *sign;
    enum precedence level;
} operators[] = {
    {"||", OR_ELSE}, {"&&", AND_ALSO}, {"|", OR},    {"^", XOR},     {"&", AND},     {"==", EQUAL},
    {"!=", EQUAL},   {"<=", LESS},     {">=", LESS}, {"<", LESS},    {">", LESS},    {"<<", SHIFT},
    {">>", SHIFT},   {"+", SUM},       {"-", SUM},   {"*", PRODUCT}, {"/", PRODUCT}, {"%", PRODUCT},
};

static struct hw_ptx_constant expression(struct hw_ptx_parser *parser, unsigned level);

static bool is_float(struct hw_ptx_constant constant)
{
    return constant.kind >= HW_PTX_CONSTANT_SINGLE;
}

static struct hw_ptx_constant of_integer(uint64_t bits, bool is_unsigned)
{
    return (struct hw_ptx_constant){is_unsigned ? HW_PTX_CONSTANT_UNSIGNED : HW_PTX_CONSTANT_SIGNED, bits};
}

static struct hw_ptx_constant of_double(double value)
{
    struct hw_ptx_constant made = {.kind = HW_PTX_CONSTANT_DOUBLE};
    memcpy(&made.bits, &value, sizeof value);
    return made;
}

static double to_double(struct hw_ptx_constant constant)
{
    double value;
    if (constant.kind == HW_PTX_CONSTANT_SINGLE) {
        uint32_t bits = (uint32_t)constant.bits;
        float single;
        memcpy(&single, &bits, sizeof single);
        return (double)single;
    }
    if (constant.kind == HW_PTX_CONSTANT_UNSIGNED)
        return (double)constant.bits;
    if (constant.kind == HW_PTX_CONSTANT_SIGNED)
        return (double)(int64_t)constant.bits;
    memcpy(&value, &constant.bits, sizeof value);
    return value;
}

static bool is_true(struct hw_ptx_constant constant)
{
    return is_float(constant) ? to_double(constant) != 0 : constant.bits != 0;
}

static struct hw_ptx_constant decimal(struct hw_ptx_parser *parser)
{
    const char *text = hw_arena_text(parser->arena, parser->token.text, parser->token.length);
    return of_double(hw_decimal_double(text, NULL));
}

static struct hw_ptx_constant cast_or_group(struct hw_ptx_parser *parser)
{
    bool is_unsigned = hw_ptx_is_dotted(parser, "u64");
    struct hw_ptx_constant inner;
    if (is_unsigned || hw_ptx_is_dotted(parser, "s64")) {
        struct hw_source_location location = hw_ptx_here(parser);
        hw_ptx_advance(parser);
        hw_ptx_expect_sign(parser, ")");
        inner = expression(parser, PRODUCT + 1);
        if (is_float(inner))
            hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "a float is cast, expected an integer");
        return of_integer(inner.bits, is_unsigned);
    }
    inner = expression(parser, ALTERNATIVE);
    hw_ptx_expect_sign(parser, ")");
    return inner;
}

static struct hw_ptx_constant primary(struct hw_ptx_parser *parser)
{
    const struct hw_ptx_token token = parser->token;
    struct hw_ptx_constant made = {HW_PTX_CONSTANT_SIGNED, token.bits};
    switch (token.kind) {
    case HW_PTX_TOKEN_INTEGER: made.kind = token.is_unsigned || token.bits > INT64_MAX; break;
    case HW_PTX_TOKEN_SINGLE: made.kind = HW_PTX_CONSTANT_SINGLE; break;
    case HW_PTX_TOKEN_DOUBLE: made.kind = HW_PTX_CONSTANT_DOUBLE; break;
    case HW_PTX_TOKEN_DECIMAL: made = decimal(parser); break;
    case HW_PTX_TOKEN_NAME:
        if (token.length == 7 && !memcmp(token.text, "WARP_SZ", 7)) {
            made.bits = 32;
            break;
        }
        hw_ptx_expected(parser, "a constant");
    default:
        if (hw_ptx_accept_sign(parser, "("))
            return cast_or_group(parser);
        hw_ptx_expected(parser, "a constant");
    }
    hw_ptx_advance(parser);
    return made;
}

static struct hw_ptx_constant negated(struct hw_ptx_constant of)
{
    static const uint64_t sign[] = {
        [HW_PTX_CONSTANT_SINGLE] = UINT64_C(1) << 31, [HW_PTX_CONSTANT_DOUBLE] = UINT64_C(1) << 63};
    of.bits = is_float(of) ? of.bits ^ sign[of.kind] : 0 - of.bits;
    return of;
}

static struct hw_ptx_constant unary(struct hw_ptx_parser *parser)
{
    struct hw_source_location location = hw_ptx_here(parser);
    if (hw_ptx_accept_sign(parser, "+"))
        return expression(parser, PRODUCT + 1);
    if (hw_ptx_accept_sign(parser, "-"))
        return negated(expression(parser, PRODUCT + 1));
    if (hw_ptx_accept_sign(parser, "!"))
        return of_integer(!is_true(expression(parser, PRODUCT + 1)), false);
    if (!hw_ptx_accept_sign(parser, "~"))
        return primary(parser);
    struct hw_ptx_constant of = expression(parser, PRODUCT + 1);
    if (is_float(of))
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "~ stands before a float, expected an integer");
    return of_integer(~of.bits, true);
}

/* -1, 0 or 1; 2 if one of the two is no number. */
static int compared(struct hw_ptx_constant a, struct hw_ptx_constant b)
{
    if (is_float(a) || is_float(b)) {
        double x = to_double(a), y = to_double(b);
        return isunordered(x, y) ? 2 : (x > y) - (x < y);
    }
    if (a.kind == HW_PTX_CONSTANT_UNSIGNED || b.kind == HW_PTX_CONSTANT_UNSIGNED)
        return (a.bits > b.bits) - (a.bits < b.bits);
    return ((int64_t)a.bits > (int64_t)b.bits) - ((int64_t)a.bits < (int64_t)b.bits);
}

static bool holds(const char *sign, int order)
{
    switch (sign[0]) {
    case '=': return order == 0;
    case '!': return order != 0;
    case '<': return order == -1 || (sign[1] && order == 0);
    default: return order == 1 || (sign[1] && order == 0);
    }
}

static struct hw_ptx_constant of_doubles(struct hw_ptx_parser *parser, struct hw_source_location location,
                                         char sign, double a, double b)
{
    switch (sign) {
    case '+': return of_double(a + b);
    case '-': return of_double(a - b);
    case '*': return of_double(a * b);
    case '/': return of_double(a / b);
    default:
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "%c stands beside a float, expected integers", sign);
    }
}

static uint64_t shifted(char sign, struct hw_ptx_constant a, uint64_t by)
{
    bool is_negative = a.kind == HW_PTX_CONSTANT_SIGNED && a.bits >> 63;
    if (sign == '<')
        return by < 64 ? a.bits << by : 0;
    uint64_t filled = is_negative ? ~UINT64_C(0) : 0;
    return by > 63 ? filled : by ? a.bits >> by | filled << (64 - by) : a.bits;
}

static uint64_t divided(char sign, uint64_t a, uint64_t b, bool is_unsigned)
{
    if (is_unsigned)
        return sign == '/' ? a / b : a % b;
    if (b == UINT64_MAX)
        return sign == '/' ? 0 - a : 0;
    return (uint64_t)(sign == '/' ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b);
}

static uint64_t of_integers(char sign, uint64_t a, uint64_t b)
{
    switch (sign) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '&': return a & b;
    case '|': return a | b;
    default: return a ^ b;
    }
}

static struct hw_ptx_constant folded(struct hw_ptx_parser *parser, struct hw_source_location location,
                                     size_t which, struct hw_ptx_constant a, struct hw_ptx_constant b)
{
    const char *sign = operators[which].sign;
    enum precedence level = operators[which].level;
    bool is_unsigned = a.kind == HW_PTX_CONSTANT_UNSIGNED || b.kind == HW_PTX_CONSTANT_UNSIGNED;
    if (level == OR_ELSE || level == AND_ALSO)
        return of_integer(level == OR_ELSE ? is_true(a) || is_true(b) : is_true(a) && is_true(b), false);
    if (level == EQUAL || level == LESS)
        return of_integer(holds(sign, compared(a, b)), false);
    if (is_float(a) || is_float(b))
        return of_doubles(parser, location, *sign, to_double(a), to_double(b));
    if (level == SHIFT)
        return of_integer(shifted(*sign, a, b.bits), a.kind == HW_PTX_CONSTANT_UNSIGNED);
    if (*sign != '/' && *sign != '%')
        return of_integer(of_integers(*sign, a.bits, b.bits), is_unsigned || level < EQUAL);
    if (!b.bits)
        hw_ptx_fail(parser, location, HW_ERR_RANGE, "a constant is divided by 0");
    return of_integer(divided(*sign, a.bits, b.bits, is_unsigned), is_unsigned);
}

static bool find_operator(const struct hw_ptx_parser *parser, unsigned level, size_t *which)
{
    for (*which = 0; *which < sizeof operators / sizeof *operators; ++*which)
        if (operators[*which].level >= level && hw_ptx_is_sign(parser, operators[*which].sign))
            return true;
    return false;
}

static struct hw_ptx_constant expression(struct hw_ptx_parser *parser, unsigned level)
{
    size_t which;
    if (++parser->expression_depth > HW_PTX_MAX_EXPRESSION_DEPTH)
        hw_ptx_fail(parser, hw_ptx_here(parser), HW_ERR_RANGE,
                    "a constant expression is nested too deep, expected at most %d",
                    HW_PTX_MAX_EXPRESSION_DEPTH);
    struct hw_ptx_constant made = unary(parser);
    while (find_operator(parser, level ? level : 1, &which)) {
        struct hw_source_location location = hw_ptx_here(parser);
        hw_ptx_advance(parser);
        made = folded(parser, location, which, made, expression(parser, operators[which].level + 1));
    }
    if (level == ALTERNATIVE && hw_ptx_accept_sign(parser, "?")) {
        struct hw_ptx_constant yes = expression(parser, ALTERNATIVE);
        hw_ptx_expect_sign(parser, ":");
        struct hw_ptx_constant no = expression(parser, ALTERNATIVE);
        made = is_true(made) ? yes : no;
    }
    parser->expression_depth--;
    return made;
}

struct hw_ptx_constant hw_ptx_parse_constant(struct hw_ptx_parser *parser)
{
    return expression(parser, ALTERNATIVE);
}

uint64_t hw_ptx_parse_integer(struct hw_ptx_parser *parser, uint64_t least, uint64_t most)
{
    struct hw_source_location location = hw_ptx_here(parser);
    struct hw_ptx_constant made = expression(parser, ALTERNATIVE);
    if (is_float(made))
        hw_ptx_fail(parser, location, HW_ERR_SYNTAX, "found a float, expected an integer");
    if (made.bits < least || made.bits > most)
        hw_ptx_fail(parser, location, HW_ERR_RANGE, "found %lld, expected an integer from %llu to %llu",
                    (long long)made.bits, (unsigned long long)least, (unsigned long long)most);
    return made.bits;
}
