/* SPDX-License-Identifier: MIT */
/* The table of operations (operations.h) against itself, and against what the forms of every instruction set
 * decode to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#define BIT(n) (1u << (n))

/* ---------------------------------------------------------------- the lines */

static void every_operation_has_a_line(void **state)
{
    (void)state;
    for (unsigned op = 0; op < HW_OP_COUNT; op++) {
        const struct hw_operation_info *info = hw_operation_info(op);
        assert_true(*info->name && *info->summary && strcmp(info->name, "?"));
        for (unsigned other = 0; other < op; other++)
            assert_string_not_equal(info->name, hw_operation_info(other)->name);
    }
    assert_string_equal(hw_operation_info(HW_OP_FADD)->name, "FADD");
    assert_string_equal(hw_operation_info(HW_OP_COUNT)->name, "?");
    assert_int_equal(hw_operation_info(HW_OP_COUNT)->writes, HW_WRITES_NONE);
}

/* Whether a list of operands, such as "[pred,] d, a, b", names this one. */
static bool names(const char *operands, const char *wanted)
{
    const size_t length = strlen(wanted);
    for (const char *at = strstr(operands, wanted); at; at = strstr(at + 1, wanted))
        if ((at == operands || strchr(" [", at[-1])) && strchr(",] ", at[length]))
            return true;
    return false;
}

static bool begins(const char *operands, const char *with)
{
    return !strncmp(operands, with, strlen(with));
}

/* What is written is said twice, for programs and for people. */
static void the_list_of_operands_says_what_is_written(void **state)
{
    (void)state;
    for (unsigned op = 0; op < HW_OP_COUNT; op++) {
        const struct hw_operation_info *info = hw_operation_info(op);
        const char *list = info->operands;
        bool right = true;
        switch (info->writes) {
        case HW_WRITES_NONE: right = !names(list, "d"); break;
        case HW_WRITES_ONE:
            right = begins(list, "d,") || begins(list, "d [,") || !strcmp(list, "d") ||
                    begins(list, "cond") || begins(list, "addr");
            break;
        case HW_WRITES_TWO: right = begins(list, "d, d,") || begins(list, "d, pred,"); break;
        case HW_WRITES_ONE_PRED:
            right = begins(list, "[d, pred] |") || begins(list, "[d, pred, pred] |");
            break;
        case HW_WRITES_PREDS: right = begins(list, "pred,") || begins(list, "[pred,]"); break;
        case HW_WRITES_TWO_PREDS: right = begins(list, "pred, pred,") && !names(list, "d"); break;
        case HW_WRITES_PREDS_TWO: right = names(list, "d") && strstr(list, "d, d,"); break;
        case HW_WRITES_PREDS_ONE: right = names(list, "d"); break;
        case HW_WRITES_RESULT: right = begins(list, "[d, pred,]"); break;
        default: break;
        }
        if (!right)
            fail_msg("%s writes otherwise than its operands say: %s", info->name, list);
    }
}

/* ---------------------------------------------------------------- control flow */

/* The tokens that operations of this kind have, as bits. */
static unsigned tokens_of(enum hw_flow_kind kind)
{
    unsigned tokens = 0;
    for (unsigned op = 0; op < HW_OP_COUNT; op++)
        if (hw_operation_info(op)->flow == kind)
            tokens |= BIT(hw_operation_info(op)->token);
    return tokens;
}

static void what_is_left_has_been_pushed(void **state)
{
    (void)state;
    assert_int_equal(tokens_of(HW_FLOW_PUSH),
                     tokens_of(HW_FLOW_LEAVE) | tokens_of(HW_FLOW_RETURN) | tokens_of(HW_FLOW_END));
    assert_int_equal(tokens_of(HW_FLOW_CALL), tokens_of(HW_FLOW_RETURN));
    assert_int_equal(tokens_of(HW_FLOW_WIDEN), tokens_of(HW_FLOW_NARROW));
    assert_int_equal(tokens_of(HW_FLOW_LEAVE) & tokens_of(HW_FLOW_RETURN), 0);
    for (unsigned kind = 0; kind < HW_FLOW_COUNT; kind++) {
        bool has_token = kind >= HW_FLOW_CALL && kind <= HW_FLOW_END;
        has_token |= kind == HW_FLOW_WIDEN || kind == HW_FLOW_NARROW;
        assert_true(tokens_of(kind) != 0);
        assert_int_equal(tokens_of(kind) & BIT(HW_TOKEN_NONE), has_token ? 0 : BIT(HW_TOKEN_NONE));
    }
}

/* An operation computes, steers or accesses memory, and its barrier alone among those that steer writes. */
static void an_operation_is_of_one_sort(void **state)
{
    (void)state;
    for (unsigned op = 0; op < HW_OP_COUNT; op++) {
        const struct hw_operation_info *info = hw_operation_info(op);
        assert_true((info->takes != 0) + (info->flow != 0) + (info->space != 0) <= 1);
        assert_true(!info->flow || info->writes == HW_WRITES_NONE || info->flow == HW_FLOW_BARRIER);
        assert_true(!info->takes || info->writes != HW_WRITES_NONE || op == HW_OP_R2P);
    }
}

/* ---------------------------------------------------------------- memory */

static void what_loads_writes(void **state)
{
    (void)state;
    for (unsigned op = 0; op < HW_OP_COUNT; op++) {
        const struct hw_operation_info *info = hw_operation_info(op);
        assert_true(info->memory != HW_EFFECT_LOAD || info->writes != HW_WRITES_NONE);
        assert_true(info->memory != HW_EFFECT_STORE || !names(info->operands, "d"));
        assert_true(!info->memory || info->space != HW_SPACE_NONE);
        if (names(info->operands, "memory"))
            assert_int_equal(info->space, HW_SPACE_DATA);
        if (names(info->operands, "texture"))
            assert_int_equal(info->space, HW_SPACE_TEXTURE);
        if (names(info->operands, "surface"))
            assert_int_equal(info->space, HW_SPACE_SURFACE);
    }
}

/* ---------------------------------------------------------------- forms */

static bool is_destination(const struct hw_operand *operand)
{
    return BIT(operand->kind) & (BIT(HW_OPERAND_REG) | BIT(HW_OPERAND_PRED) | BIT(HW_OPERAND_COND) |
                                 BIT(HW_OPERAND_ADDR) | BIT(HW_OPERAND_OUT) | BIT(HW_OPERAND_DISCARD) |
                                 BIT(HW_OPERAND_UREG) | BIT(HW_OPERAND_UPRED) | BIT(HW_OPERAND_BREG));
}

static bool has_target(const struct hw_operation_info *info)
{
    return BIT(info->flow) &
           (BIT(HW_FLOW_JUMP) | BIT(HW_FLOW_INDIRECT) | BIT(HW_FLOW_CALL) | BIT(HW_FLOW_PUSH));
}

static void check_view(const struct hw_semantics *view, const char *form)
{
    const struct hw_operation_info *info = hw_operation_info(view->op);
    const unsigned written = hw_semantics_written(view);
    bool code = false, elsewhere = false;
    if (info->writes != HW_WRITES_ANY && written > view->operand_count)
        fail_msg("%s writes %u operands of %u", form, written, view->operand_count);
    for (unsigned i = 0; i < view->operand_count; i++) {
        const struct hw_operand *operand = &view->operand[i];
        if (i < written && info->writes != HW_WRITES_ANY && !is_destination(operand))
            fail_msg("%s writes operand %u, which is no destination", form, i);
        code |= operand->kind == HW_OPERAND_CODE;
        elsewhere |= operand->kind == HW_OPERAND_CONST || operand->kind == HW_OPERAND_REG;
    }
    if (code && !has_target(info) && view->op != HW_OP_LEPC) /* which takes the address of code */
        fail_msg("%s has a target and does not steer", form);
    if (has_target(info) && !code && !elsewhere)
        fail_msg("%s steers and has no target", form);
}

/* With all fields at zero, and with each in turn at its greatest value. */
static void check_form(const struct hw_form *form)
{
    struct hw_insn insn = {.form = form, .bytes = (uint8_t)hw_form_bytes(form)};
    struct hw_semantics view;
    hw_insn_semantics(&insn, &view);
    check_view(&view, hw_form_name(form));
    for (unsigned field = 0; field < hw_form_field_count(form); field++) {
        const unsigned bits = hw_form_field_bits(form, field);
        insn.field[field] = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
        hw_insn_semantics(&insn, &view);
        check_view(&view, hw_form_name(form));
        insn.field[field] = 0;
    }
}

static void forms_agree_with_their_operation(void **state)
{
    (void)state;
    const struct hw_isa *isa;
    const struct hw_form *form;
    bool used[HW_OP_COUNT] = {false};
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned f = 0; (form = hw_isa_form(isa, f)); f++) {
            check_form(form);
            used[hw_form_op(form)] = true;
        }
    for (unsigned op = 0; op < HW_OP_COUNT; op++)
        if (!used[op])
            fail_msg("no row does %s", hw_operation_info(op)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_has_a_line),
        cmocka_unit_test(the_list_of_operands_says_what_is_written),
        cmocka_unit_test(what_is_left_has_been_pushed),
        cmocka_unit_test(an_operation_is_of_one_sort),
        cmocka_unit_test(what_loads_writes),
        cmocka_unit_test(forms_agree_with_their_operation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
