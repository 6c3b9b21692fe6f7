/* SPDX-License-Identifier: MIT */
/* An instruction that is changed by hand behind hw_parse or hw_decode is stored as it was changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/scheduling_bits.h>

static struct hw_target target_of(const char *name)
{
    struct hw_target target;
    struct hw_error error;
    assert_int_equal(hw_target_find(name, &target, &error), HW_OK);
    return target;
}

static struct hw_insn parse(const struct hw_target *target, const char *text)
{
    struct hw_insn insn;
    struct hw_error error;
    if (hw_parse(target, HW_SYNTAX_NV, text, 0, &insn, &error))
        fail_msg("%s: %s", text, error.text);
    return insn;
}

static uint32_t schedule(const struct hw_target *target, unsigned stall)
{
    const struct hw_sched sched = {
        .stall = (uint8_t)stall, .write = HW_SCHED_NO_BARRIER, .read = HW_SCHED_NO_BARRIER, .wait = 5};
    return hw_sched_pack(hw_sched_kind(target), &sched);
}

static void scheduling_bits_hold(void **state)
{
    (void)state;
    static const char *const targets[] = {"sm_70", "sm_75", "sm_80", "sm_86", "sm_89"};
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct hw_target target = target_of(targets[i]);
        struct hw_insn insn = parse(&target, "FADD R1, R2, R3"), again;
        uint8_t code[16];
        insn.control = schedule(&target, 7);
        hw_insn_store(&insn, code);
        assert_int_equal(hw_decode(&target, code, sizeof code, &again), HW_OK);
        assert_int_equal(again.control, insn.control);
        again.control = schedule(&target, 3);
        hw_insn_store(&again, code);
        assert_int_equal(hw_decode(&target, code, sizeof code, &insn), HW_OK);
        assert_int_equal(insn.control, again.control);
    }
}

static void fields_hold(void **state)
{
    (void)state;
    static const char *const targets[] = {"sm_10", "sm_20", "sm_35", "sm_61", "sm_80"};
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct hw_target target = target_of(targets[i]);
        struct hw_insn insn = parse(&target, "FADD R1, R2, R3"), again;
        char text[HW_TEXT_MAX];
        uint8_t code[16];
        for (unsigned f = 0; f < hw_form_field_count(insn.form); f++)
            if (!strcmp(hw_form_field_name(insn.form, f), "dst"))
                insn.field[f] = 9;
        hw_insn_store(&insn, code);
        assert_int_equal(hw_decode(&target, code, insn.bytes, &again), HW_OK);
        hw_print(&again, HW_SYNTAX_NV, 0, text, sizeof text);
        assert_memory_equal(text, "FADD R9, R2, R3", 15);
    }
}

/* In a group the bits lie in a word of their own, which is set behind all instructions of the group. */
static void groups_have_their_own_word(void **state)
{
    (void)state;
    static const char *const targets[] = {"sm_35", "sm_52", "sm_61"};
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct hw_target target = target_of(targets[i]);
        const struct hw_insn insn = parse(&target, "FADD R1, R2, R3");
        const uint64_t word = hw_code_control_word(&target);
        const unsigned group = hw_target_group(&target), bytes = (group + 1) * 8;
        uint8_t code[64] = {0};
        assert_true(bytes <= sizeof code);
        memcpy(code, &word, sizeof word);
        for (unsigned at = 8; at < bytes; at += 8)
            hw_insn_store(&insn, code + at);
        for (unsigned at = 8; at < bytes; at += 8)
            hw_code_set_control(&target, code, at, schedule(&target, at / 8));
        for (size_t at = 0, n = 1; n <= group; n++, at += 8) {
            struct hw_insn again;
            assert_int_equal(hw_decode_code(&target, code, bytes, &at, &again), HW_OK);
            assert_int_equal(again.control, schedule(&target, (unsigned)n));
        }
    }
}

/* A word that no form accepts has no fields: it is stored as it is. */
static void unknown_words_are_kept(void **state)
{
    (void)state;
    const struct hw_insn insn = {.bytes = 16, .word = {0x0123456789abcdef, 0xfedcba9876543210}};
    uint64_t code[2];
    hw_insn_store(&insn, code);
    assert_memory_equal(code, insn.word, sizeof code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scheduling_bits_hold),
        cmocka_unit_test(fields_hold),
        cmocka_unit_test(groups_have_their_own_word),
        cmocka_unit_test(unknown_words_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
