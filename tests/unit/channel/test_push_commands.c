/* SPDX-License-Identifier: MIT */
/* Commands of push buffers: what words mean, and that every word comes back from its command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <halfwarp/push.h>

static void test_forms(void **state)
{
    static const struct {
        uint32_t word[2];
        struct hw_push_command command;
    } form[] = {
        {{0x00042004, 0}, {HW_PUSH_INCREASING, 1, 0x0004, 1, 0, 0, 1}},
        {{0x1ffdfffc & ~0x30000u, 0}, {HW_PUSH_INCREASING, 7, 0x1ffc, 0x7ff, 0, 0, 1}},
        {{0x4008c23c, 0}, {HW_PUSH_FIXED, 6, 0x023c, 2, 0, 0, 1}},
        {{0x0003c23c, 0x00ffffff}, {HW_PUSH_LONG, 6, 0x023c, 0xffffff, 0, 0, 2}},
        {{0x0003c23c, 0xab000001}, {HW_PUSH_LONG, 6, 0x023c, 1, 0, 0xab000000, 2}},
        {{0x0001123c, 0}, {HW_PUSH_SLI, 0, 0, 0, 0x123, 0xc, 1}},
        {{0x00020000, 0}, {HW_PUSH_RETURN, 0, 0, 0, 0, 0, 1}},
        {{0x3ffffffc, 0}, {HW_PUSH_OLD_JUMP, 0, 0, 0, 0x1ffffffc, 0, 1}},
        {{0x80000005, 0}, {HW_PUSH_JUMP, 0, 0, 0, 0x80000004, 0, 1}},
        {{0x80000006, 0}, {HW_PUSH_CALL, 0, 0, 0, 0x80000004, 0, 1}},
        {{0x60000000, 0}, {HW_PUSH_INVALID, 0, 0, 0, 0, 0x60000000, 1}},
        {{0x00020004, 0}, {HW_PUSH_INVALID, 0, 0, 0, 0, 0x00020004, 1}},
        {{0x00000003, 0}, {HW_PUSH_INVALID, 0, 0, 0, 0, 0x00000003, 1}},
    };
    struct hw_push_command command;
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < sizeof form / sizeof form[0]; i++) {
        uint32_t back[2] = {0, 0};
        assert_true(hw_push_decode(form[i].word, 2, &command));
        assert_int_equal(command.kind, form[i].command.kind);
        assert_int_equal(command.subchannel, form[i].command.subchannel);
        assert_int_equal(command.method, form[i].command.method);
        assert_int_equal(command.count, form[i].command.count);
        assert_int_equal(command.target, form[i].command.target);
        assert_int_equal(command.spare, form[i].command.spare);
        assert_int_equal(command.words, form[i].command.words);
        assert_int_equal(hw_push_encode(&command, back, &error), HW_OK);
        assert_int_equal(back[0], form[i].word[0]);
        assert_int_equal(back[1], form[i].word[1]);
    }
}

/* Every pattern of the bits that tell kinds apart, with others at random. */
static void test_every_word_comes_back(void **state)
{
    uint64_t random = 1;
    struct hw_push_command command;
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < 2000000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t word[2] = {(uint32_t)(random >> 32), (uint32_t)random}, back[2] = {0, word[1]};
        if (i & 1)
            word[0] &= ~(0xfffcu << (random >> 60) % 16 << 2); /* forms with many zeros */
        assert_true(hw_push_decode(word, 2, &command));
        assert_int_equal(hw_push_encode(&command, back, &error), HW_OK);
        assert_int_equal(back[0], word[0]);
        assert_int_equal(back[1], word[1]);
    }
}

static void test_what_cannot_be(void **state)
{
    static const uint32_t cut[1] = {0x0003c23c};
    struct hw_push_command command;
    struct hw_error error;
    uint32_t word[2];

    (void)state;
    assert_false(hw_push_decode(cut, 1, &command));
    assert_int_equal(command.kind, HW_PUSH_LONG);
    command = (struct hw_push_command){.kind = HW_PUSH_INCREASING, .count = 0x800};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_FIXED, .method = 0x2000};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_FIXED, .method = 0x101};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_FIXED, .subchannel = 8};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_LONG, .count = 0x1000000};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_OLD_JUMP, .target = 0x20000000};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
    command = (struct hw_push_command){.kind = HW_PUSH_JUMP, .target = 2};
    assert_int_equal(hw_push_encode(&command, word, &error), HW_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_every_word_comes_back),
        cmocka_unit_test(test_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
