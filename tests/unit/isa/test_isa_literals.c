/* SPDX-License-Identifier: MIT */
/* A source that may be a literal is as wide as the register that may stand in its place: a word that is a
 * literal is not one half of it.
 *
 * Every form with a literal among its sources is printed with random fields, the literal in the text is made
 * a register, and what the assembler makes of that is compared with the form. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "unit/ops/splitmix.h"

enum { WORDS = 12 };

static const char *const targets[] = {"sm_10", "sm_13", "sm_20", "sm_30", "sm_35", "sm_50",
                                      "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89"};

static unsigned compared, wide;

/* Literals, possibly two of them (halves): where they begin and how long they are; NULL at the end. */
static const char *find_literal(const char *text, size_t *length)
{
    for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
        const char *start = comma + 2, *digits = start + (*start == '-');
        if (!isdigit((unsigned char)*digits) && strncmp(digits, "INF", 3) != 0 && strncmp(start, "+", 1) != 0)
            continue;
        *length = strcspn(start, ", ");
        return start;
    }
    return NULL;
}

/* Whether both are one operation with these modifiers on operands of the same kinds, but for literals of the
 * first that are registers in the second. */
static bool are_equal(const struct hw_semantics *view, const struct hw_semantics *other)
{
    if (view->op != other->op || view->operand_count != other->operand_count ||
        memcmp(view->mod, other->mod, sizeof view->mod) != 0)
        return false;
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind != other->operand[i].kind &&
            !(view->operand[i].kind == HW_OPERAND_IMM &&
              (other->operand[i].kind == HW_OPERAND_REG || other->operand[i].kind == HW_OPERAND_UREG)))
            return false;
    return true;
}

static void compare(const struct hw_target *target, const struct hw_insn *insn)
{
    char text[HW_TEXT_MAX], changed[HW_TEXT_MAX + 8];
    struct hw_semantics view, other;
    struct hw_insn again;
    struct hw_error error;
    size_t length;

    hw_print(insn, HW_SYNTAX_NV, 0, text, sizeof text);
    const char *literal = find_literal(text, &length);
    if (!literal)
        return;
    const bool uniform = strncmp(hw_form_mnemonic(insn->form), "U", 1) == 0;
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(literal - text), text, uniform ? "UR4" : "R4",
             literal + length);
    changed[strcspn(changed, "#")] = '\0';
    if (hw_parse(target, HW_SYNTAX_NV, changed, 0, &again, &error) != HW_OK)
        return;
    hw_insn_semantics(insn, &view);
    hw_insn_semantics(&again, &other);
    if (!are_equal(&view, &other))
        return;
    for (unsigned i = 0; i < view.operand_count; i++) {
        if (view.operand[i].kind == other.operand[i].kind)
            continue;
        compared++;
        wide += other.operand[i].bytes == 8;
        if ((view.operand[i].bytes == 8) != (other.operand[i].bytes == 8))
            fail_msg("`%s` has a literal of %u bytes where `%s` has a register of %u", text,
                     view.operand[i].bytes, changed, other.operand[i].bytes);
    }
}

static void compare_form(const struct hw_target *target, const struct hw_form *form, uint64_t *state)
{
    uint64_t mask[2], value[2], word[2];
    struct hw_insn insn;

    hw_form_fixed(form, mask, value);
    for (unsigned n = 0; n < WORDS; n++) {
        for (unsigned i = 0; i < 2; i++)
            word[i] = value[i] | (splitmix64(state) & ~mask[i]);
        if (hw_decode_word(target, word, hw_form_bytes(form), &insn) == HW_OK && insn.form == form)
            compare(target, &insn);
    }
}

static void literals_are_as_wide_as_registers(void **state)
{
    (void)state;
    uint64_t seed = 49;
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        struct hw_target target;
        struct hw_error error;
        const struct hw_form *form;
        assert_int_equal(hw_target_find(targets[i], &target, &error), HW_OK);
        compared = wide = 0;
        for (unsigned r = 0; (form = hw_isa_form(target.isa, r)); r++)
            if (hw_form_legal(form, target.chip, target.program))
                compare_form(&target, form, &seed);
        assert_true(compared > 10);
        print_message("%s: %u literals, %u of 64 bits\n", targets[i], compared, wide);
    }
}

/* A literal of 20 bits is extended, then it is the high word of a source of 64 bits. */
static void the_literal_of_a_source_of_64_bits_is_its_high_word(void **state)
{
    (void)state;
    static const struct {
        const char *target, *text;
        int64_t value;
    } rows[] = {
        {"sm_20", "I2F.F64.S64 R4, -0x2", -0x200000000},
        {"sm_20", "I2I.S32.S64 R4, 0x7", 0x700000000},
        {"sm_30", "I2F.F32.U64.RP R4, 0x3", 0x300000000},
        {"sm_35", "I2F.F32.U64.RP R4, 0x3", 0x300000000},
        {"sm_50", "I2F.F64.U64 R4, -0x1", -0x100000000},
        {"sm_61", "I2F.F32.S64 R4, 0x10000", 1ll << 48},
        {"sm_35", "I2I.S32.S64 R4, -0x2", -0x200000000},
        {"sm_75", "I2F.S64 R4, 0x7", 0x700000000},
        {"sm_89", "I2F.F64.U64 R4, 0xffffffff", -0x100000000},
        {"sm_50", "I2F.F64.U32 R4, -0x1", -1},
        {"sm_86", "I2F.F64 R4, 0x7", 7},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hw_target target;
        struct hw_error error;
        struct hw_insn insn;
        struct hw_semantics view;
        assert_int_equal(hw_target_find(rows[i].target, &target, &error), HW_OK);
        if (hw_parse(&target, HW_SYNTAX_NV, rows[i].text, 0, &insn, &error))
            fail_msg("%s: %s", rows[i].text, error.text);
        hw_insn_semantics(&insn, &view);
        assert_int_equal(view.operand[1].offset, rows[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_are_as_wide_as_registers),
        cmocka_unit_test(the_literal_of_a_source_of_64_bits_is_its_high_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
