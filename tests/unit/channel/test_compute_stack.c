/* SPDX-License-Identifier: MIT */
/* A kernel that changes its own control-flow stack while that lies in memory: the document's "hackish
 * indirect jumping".  Thirteen entries are pushed, so that the first four are in memory; the kernel
 * overwrites the first, joins twelve times, and leaves by the one that it has written. */
#include "channel.h"

#include "machine/chip/sm_location.h"

#include <string.h>

/* The new entry's word is at AT_PLAY.  What stands at the end no path reaches; it writes 0x123 to out. */
static void make(struct channel *c)
{
    char source[2048] = "BRA @go\nNOP\ngo:\n";

    for (unsigned i = 0; i < 13; i++)
        sprintf(source + strlen(source), "SSY @j%u\n", i);
    sprintf(source + strlen(source),
            "MVI R1, 0x%x\nGLD.U32 R4, global14[R1]\nMVI R1, 0x%x\nGST.U32 global14[R1], R4\n", AT_PLAY,
            AT_STACK);
    for (unsigned i = 13; i-- > 1;)
        sprintf(source + strlen(source), "j%u: NOP.S\n", i);
    sprintf(source + strlen(source),
            "j0: RET\nTRAP\nMVI R4, 0x123\nMVI R1, 0x%x\nGST.U32 global14[R1], R4 # exit\n", AT_OUT);
    channel_make(c, "g80", source);
    channel_prepare(c, 32, 1);
}

/* The entry's word: of a kind, with an address so many bytes before the code's end. */
static void put_entry(struct channel *c, unsigned kind, uint32_t before_end)
{
    const uint32_t pc = (uint32_t)c->k.launch.code.bytes - before_end;

    channel_put(c, AT_PLAY, hw_stack_entry_pack(pc, 0xffffffff, kind, 0, 0).word[0]);
}

/* A return address may lead to code that nothing else leads to.  What stands at the code's eighth byte is
 * none: a short instruction, and half of a long one, the other half of which would lie in code. */
static void test_unreached_code(void **state)
{
    struct channel c;

    (void)state;
    make(&c);
    channel_put(&c, AT_CODE + 8, 0);
    channel_put(&c, AT_CODE + 12, 0xffffffff);
    put_entry(&c, HW_SPILLED_CALL, 24);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_OUT), 0x123);
    channel_free(&c);
}

/* An address within an instruction, and a kind that does not exist. */
static void test_wrong_entries(void **state)
{
    struct channel c;

    (void)state;
    make(&c);
    put_entry(&c, HW_SPILLED_CALL, 20);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_MP_DECODE_ERROR);
    assert_non_null(strstr(c.report[0].sentence, "where no instruction begins"));
    channel_free(&c);
    make(&c);
    put_entry(&c, 0, 24);
    channel_launch(&c);
    channel_expect(&c, HW_REPORT_TRAP, HW_MP_STACK_MISMATCH);
    assert_non_null(strstr(c.report[0].sentence, "which is no entry"));
    channel_free(&c);
}

/* RET unwinds to a call, past entries of other kinds; without a call threads end (docs/methods.md). */
static void test_return_without_call(void **state)
{
    struct channel c;

    (void)state;
    make(&c);
    put_entry(&c, HW_SPILLED_JOIN, 24);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(channel_word(&c, AT_OUT), 0);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreached_code),
        cmocka_unit_test(test_wrong_entries),
        cmocka_unit_test(test_return_without_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
