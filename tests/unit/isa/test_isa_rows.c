/* SPDX-License-Identifier: MIT */
/* Every form of every instruction set: encoded with its fields at zero, and with each field in turn at its
 * greatest value, it decodes to itself and comes back from its text, on every chip and program type that has
 * it. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

/* Calls `visit` for every form with the first chip and program type that have it. */
static void each_register(void (*visit)(const struct hw_target *target, const struct hw_form *form))
{
    const struct hw_isa *isa;
    const struct hw_form *form;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned r = 0; (form = hw_isa_form(isa, r)); r++) {
            struct hw_target target = {.isa = isa};
            while (!hw_form_legal(form, target.chip, target.program)) {
                target.program = (uint8_t)((target.program + 1) % HW_PROGRAM_COUNT);
                target.chip = (uint8_t)(target.chip + (target.program == 0));
                assert_non_null(hw_isa_chip(isa, target.chip));
            }
            visit(&target, form);
        }
}

static struct hw_insn decode(const struct hw_target *target, const struct hw_insn *from)
{
    struct hw_insn insn;
    uint8_t code[16];
    hw_insn_store(from, code);
    assert_int_equal(hw_decode(target, code, from->bytes, &insn), HW_OK);
    return insn;
}

static void check_texts(const struct hw_target *target, const struct hw_insn *insn)
{
    for (unsigned syntax = HW_SYNTAX_NV; syntax <= HW_SYNTAX_DECUDA; syntax++) {
        struct hw_insn again;
        struct hw_error error;
        char text[HW_TEXT_MAX];
        assert_true(hw_print(insn, syntax, 0, text, sizeof text) < sizeof text);
        if (hw_parse(target, syntax, text, 0, &again, &error))
            fail_msg("%s: `%s`: %s", hw_form_name(insn->form), text, error.text);
        if (memcmp(again.word, insn->word, sizeof again.word) || again.form != insn->form)
            fail_msg("%s: `%s` of 0x%016" PRIx64 "%016" PRIx64 " comes back as %s 0x%016" PRIx64
                     "%016" PRIx64,
                     hw_form_name(insn->form), text, insn->word[1], insn->word[0], hw_form_name(again.form),
                     again.word[1], again.word[0]);
    }
}

/* Encode these fields; where the word is not another form's, it must be this form with these fields. */
static bool check_fields(const struct hw_target *target, const struct hw_insn *wanted)
{
    struct hw_insn insn = *wanted;
    hw_encode(&insn);
    struct hw_insn again = decode(target, &insn);
    if (again.form != insn.form)
        return false;
    for (unsigned i = 0; i < hw_form_field_count(insn.form); i++)
        assert_int_equal(again.field[i], insn.field[i]);
    assert_int_equal(again.ignored[0] | again.ignored[1] | again.unknown[0] | again.unknown[1], 0);
    check_texts(target, &again);
    return true;
}

/* A form that excludes a zero (`for a!=000`, or a value that is `never`) must be itself when that field is 1.
 * Returns the word that is itself. */
static struct hw_insn check_least(const struct hw_target *target, const struct hw_form *form)
{
    const struct hw_insn zero = {.form = form, .control = HW_NO_CONTROL};
    if (check_fields(target, &zero))
        return zero;
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        struct hw_insn insn = zero;
        insn.field[i] = 1;
        if (check_fields(target, &insn))
            return insn;
    }
    fail_msg("%s with fields of zero is another form", hw_form_name(form));
    return zero;
}

static void check_zero(const struct hw_target *target, const struct hw_form *form)
{
    check_least(target, form);
}

static void fields_at_zero(void **state)
{
    (void)state;
    each_register(check_zero);
}

/* Exclusions (`never`) may make the word another form's, or no form's: then it must really be not this
 * one. */
static void check_greatest(const struct hw_target *target, const struct hw_form *form)
{
    const struct hw_insn least = check_least(target, form);
    unsigned kept = 0;
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        struct hw_insn insn = least;
        unsigned bits = hw_form_field_bits(form, i);
        insn.field[i] = bits < 64 ? (1ull << bits) - 1 : ~0ull;
        kept += check_fields(target, &insn);
    }
    if (!kept && hw_form_field_count(form))
        fail_msg("%s is another form with each field", hw_form_name(form));
}

static void each_field_at_its_greatest(void **state)
{
    (void)state;
    each_register(check_greatest);
}

/* The whole word is owned: fixed bits, fields and what is left as ignored or unknown, by the picture's own
 * count. */
static void check_picture(const struct hw_target *target, const struct hw_form *form)
{
    (void)target;
    const char *picture = hw_form_picture(form);
    unsigned fixed = 0, letters = 0, fields = 0;
    uint64_t mask[2], value[2];
    assert_int_equal(strlen(picture), 8 * hw_form_bytes(form));
    hw_form_fixed(form, mask, value);
    for (unsigned i = 0; picture[i]; i++) {
        unsigned bit = (unsigned)strlen(picture) - 1 - i;
        bool is_fixed = picture[i] == '0' || picture[i] == '1';
        assert_int_equal(mask[bit / 64] >> bit % 64 & 1, is_fixed);
        assert_int_equal(value[bit / 64] >> bit % 64 & 1, picture[i] == '1');
        fixed += is_fixed;
        letters += !strchr("01-+?=", picture[i]);
    }
    for (unsigned i = 0; i < hw_form_field_count(form); i++)
        fields += hw_form_field_bits(form, i);
    assert_int_equal(fields, letters);
    assert_true(fixed > 0);
}

static void pictures_agree_with_the_tables(void **state)
{
    (void)state;
    each_register(check_picture);
}

static void names_are_unique(void **state)
{
    (void)state;
    const struct hw_isa *isa;
    const struct hw_form *a, *b;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned r = 0; (a = hw_isa_form(isa, r)); r++)
            for (unsigned s = 0; s < r && (b = hw_isa_form(isa, s)); s++)
                assert_string_not_equal(hw_form_name(a), hw_form_name(b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_at_zero),
        cmocka_unit_test(each_field_at_its_greatest),
        cmocka_unit_test(pictures_agree_with_the_tables),
        cmocka_unit_test(names_are_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
