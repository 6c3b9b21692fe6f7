/* SPDX-License-Identifier: MIT */
/* The lexer of PTX: each kind of token with its value and source location, and malformed tokens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/ptx/lex.h"

/* The tokens of `text` with their kinds, one blank between them. */
static void assert_tokens(const char *text, const char *expected)
{
    static const char letters[] = "endisdcq'";
    char found[512] = "";
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token;
    struct hw_error error;
    hw_ptx_lex_start(&lexer, text, strlen(text));
    for (;;) {
        assert_int_equal(hw_ptx_lex(&lexer, &token, &error), HW_OK);
        if (token.kind == HW_PTX_TOKEN_END)
            break;
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%c:%.*s", used ? " " : "", letters[token.kind],
                 (int)token.length, token.text);
    }
    assert_string_equal(found, expected);
}

static void assert_bits(const char *text, enum hw_ptx_token_kind kind, uint64_t bits, bool is_unsigned)
{
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token;
    hw_ptx_lex_start(&lexer, text, strlen(text));
    assert_int_equal(hw_ptx_lex(&lexer, &token, NULL), HW_OK);
    assert_int_equal(token.kind, kind);
    assert_true(token.bits == bits);
    assert_int_equal(token.is_unsigned, is_unsigned);
    assert_int_equal(token.length, strlen(text));
}

static void assert_refused(const char *text, hw_status status, unsigned line, unsigned column,
                           const char *sentence)
{
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token;
    struct hw_error error;
    hw_status found;
    hw_ptx_lex_start(&lexer, text, strlen(text));
    while (!(found = hw_ptx_lex(&lexer, &token, &error)))
        assert_int_not_equal(token.kind, HW_PTX_TOKEN_END);
    assert_int_equal(found, status);
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

static void words_and_dots(void **state)
{
    (void)state;
    assert_tokens("@!%p1 tex.1d.v4.f32 {_, $a}",
                  "':@ ':! n:%p1 n:tex d:.1d d:.v4 d:.f32 ':{ n:_ ':, n:$a ':}");
    assert_tokens("mov %tid.x;[%r1+-4]", "n:mov n:%tid d:.x ':; ':[ n:%r1 ':+ ':- i:4 ':]");
    assert_tokens("st.shared::cta.b32 p|q", "n:st d:.shared::cta d:.b32 n:p ':| n:q");
    assert_tokens(".reg .f32 %f<10>;", "d:.reg d:.f32 n:%f ':< i:10 ':> ':;");
    assert_tokens("7 % 3 << 1 != 2", "i:7 ':% i:3 ':<< i:1 ':!= i:2");
}

static void space_and_comments(void **state)
{
    (void)state;
    assert_tokens("# 1 \"a.cu\"\n  #line 3\na// b\n/* c\n*/d", "n:a n:d");
    assert_tokens(".file 1 \"a \\\" b\"", "d:.file i:1 q:\"a \\\" b\"");
}

static void numbers(void **state)
{
    (void)state;
    assert_bits("0", HW_PTX_TOKEN_INTEGER, 0, false);
    assert_bits("017", HW_PTX_TOKEN_INTEGER, 15, false);
    assert_bits("0b101U", HW_PTX_TOKEN_INTEGER, 5, true);
    assert_bits("0XffffFFFFffffFFFFU", HW_PTX_TOKEN_INTEGER, UINT64_MAX, true);
    assert_bits("18446744073709551615", HW_PTX_TOKEN_INTEGER, UINT64_MAX, false);
    assert_bits("0f3F800000", HW_PTX_TOKEN_SINGLE, 0x3f800000, false);
    assert_bits("0Dbff0000000000000", HW_PTX_TOKEN_DOUBLE, 0xbff0000000000000, false);
    assert_tokens("1.5e-3 2e5 3.", "c:1.5e-3 c:2e5 c:3.");
}

static void malformed(void **state)
{
    (void)state;
    assert_refused("a\n /* b", HW_ERR_SYNTAX, 2, 2, "a comment has no end, expected */");
    assert_refused("\"a\n\"", HW_ERR_SYNTAX, 1, 1, "a string has no end in its line, expected \"");
    assert_refused("a . b", HW_ERR_SYNTAX, 1, 3, "a dot stands alone, expected a word behind it");
    assert_refused("a `", HW_ERR_SYNTAX, 1, 3, "a character that PTX does not use");
    assert_refused("0f3F80000", HW_ERR_SYNTAX, 1, 1, "0f needs 8 hexadecimal digits behind it");
    assert_refused("0d3F800000", HW_ERR_SYNTAX, 1, 1, "0d needs 16 hexadecimal digits behind it");
    assert_refused("0x", HW_ERR_SYNTAX, 1, 1, "a number has a base but no digits");
    assert_refused("089", HW_ERR_SYNTAX, 1, 1, "a number goes on with a character that is no digit of it");
    assert_refused("18446744073709551616", HW_ERR_RANGE, 1, 1, "an integer has more than 64 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_dots),
        cmocka_unit_test(space_and_comments),
        cmocka_unit_test(numbers),
        cmocka_unit_test(malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
