/* SPDX-License-Identifier: MIT */
/* Faults of kernels of Maxwell and Pascal, their sentences, and traces. */
#include "maxwell.h"

/* A fault names the instruction, its text, block, thread, warp and lane. */
static void test_names(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 16,
         START "S2R R5, SR_CTAID.X\nISETP.EQ.AND P0, PT, R5, 0x1, PT\nISETP.EQ.AND P1, PT, R0, 0x7, P0\n"
               "S2R R6, SR_TID.Z\nISETP.EQ.AND P1, PT, R6, 0x2, P1\n@P1 STG.E [RZ+0x4], R0\n" END);
    k.launch.block[1] = 2;
    k.launch.block[2] = 3;
    k.launch.grid[0] = 3;
    k.launch.grid[1] = 2;
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    const struct hw_fault *fault = &k.result.fault;
    assert_string_equal(fault->instruction, "@P1 STG.E [0x4], R0");
    assert_int_equal(fault->pc, 0x70);
    assert_int_equal(fault->address, 4);
    assert_int_equal(fault->block[0], 1);
    assert_int_equal(fault->block[1], 0);
    assert_int_equal(fault->block[2], 0);
    assert_int_equal(fault->thread[0], 7);
    assert_int_equal(fault->thread[1], 0);
    assert_int_equal(fault->thread[2], 2);
    assert_int_equal(fault->warp, 2);
    assert_int_equal(fault->lane, 7);
    kernel_free(&k);
}

static void expect_fault(const char *source, unsigned kind, const char *says)
{
    struct kernel k;

    make(&k, 32, source);
    kernel_expect_fault(&k, kind);
    if (!strstr(k.result.fault.sentence, says))
        fail_msg("'%s' does not say '%s'", k.result.fault.sentence, says);
    kernel_free(&k);
}

static void test_traps(void **state)
{
    (void)state;
    expect_fault(START "BPT.TRAP 0x1\n" END, HW_FAULT_TRAP, "trap");
    expect_fault(START "BPT.PAUSE\n" END, HW_FAULT_BREAKPOINT, "breakpoint");
    expect_fault(START "RTT\n" END, HW_FAULT_ILLEGAL, "trap handlers");
    expect_fault(START "GETCRSPTR R4\n" END, HW_FAULT_ILLEGAL, "trap handlers");
    expect_fault(START "SETLMEMBASE R4\n" END, HW_FAULT_ILLEGAL, "trap handlers");
    expect_fault(START "PEXIT 0x8\n" END, HW_FAULT_ILLEGAL, "described");
    expect_fault(START "OUT.EMIT R4, R5, R6\n" END, HW_FAULT_ILLEGAL, "compute programs");
}

/* Interrupts, barriers of memory, scoreboards and caches: nothing to do. */
static uint32_t same(uint32_t i)
{
    return i;
}

static void test_nothing_to_do(void **state)
{
    (void)state;
    expect(64,
           START "IDE.DI 0x0\nIDE.EN 0x0\nMEMBAR.GL\nMEMBAR.SYS\nDEPBAR.LE SB0, 0x0\nNOP\n" STORE("R0") END,
           same);
}

/* A word that is no instruction stops the kernel when it is reached, and only then. */
static void test_unknown_word(void **state)
{
    struct kernel k;
    const uint64_t word = 0xffffffffffffffffull;

    (void)state;
    make(&k, 32,
         START "@P0 BRA 0x58\n"
               "BRA @end\nNOP\nend: " STORE("R0") END);
    memcpy(k.code + 0x50, &word, 8);
    kernel_expect_ok(&k);
    k.launch.code.entry = 0x50;
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    assert_non_null(strstr(k.result.fault.sentence, "0xffffffffffffffff"));
    assert_int_equal(k.result.fault.pc, 0x50);
    kernel_free(&k);
}

static void test_past_the_end(void **state)
{
    (void)state;
    expect_fault(START STORE("R0"), HW_FAULT_JUMP, "past the end");
    expect_fault(START "BRA 0x1000\n", HW_FAULT_JUMP, "0x1000");
}

/* The entry may be the address of a word of scheduling bits. */
static void test_entry(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 32, START STORE("R0") END);
    k.launch.code.entry = 8;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[31], 31);
    k.launch.code.entry = 0;
    kernel_expect_ok(&k);
    kernel_free(&k);
}

/* What a trace shows. */
struct seen {
    uint32_t events, predicates, registers, codes;
    uint32_t p0, p1, executed;
};

static uint32_t as_mask(const uint32_t *lanes)
{
    uint32_t mask = 0;
    for (unsigned l = 0; l < 32; l++)
        mask |= lanes[l] << l;
    return mask;
}

static void watch(void *context, const struct hw_written_event *event)
{
    struct seen *seen = context;

    seen->events++;
    for (unsigned i = 0; i < event->written_count; i++) {
        const uint32_t *lanes = event->written[i].lanes;
        seen->registers += event->written[i].kind == HW_OPERAND_REG;
        seen->codes += event->written[i].kind == HW_OPERAND_COND;
        seen->predicates += event->written[i].kind == HW_OPERAND_PRED;
        if (event->written[i].kind == HW_OPERAND_PRED && event->written[i].number == 0)
            seen->p0 = as_mask(lanes);
        if (event->written[i].kind == HW_OPERAND_PRED && event->written[i].number == 1)
            seen->p1 = as_mask(lanes);
    }
    if (event->insn->form && strcmp(hw_form_mnemonic(event->insn->form), "MOV") == 0)
        seen->executed = event->executed;
}

static void test_trace(void **state)
{
    struct kernel k;
    struct seen seen = {0};

    (void)state;
    make(&k, 32, START "ISETP.LT.AND P0, P1, R0, 0x5, PT\n@P0 MOV R4, R0\nR2P PR, R0, 0x3\n" END);
    kernel_listen(&k, watch, &seen);
    kernel_expect_ok(&k);
    assert_int_equal(seen.events, 9);
    assert_int_equal(seen.registers,
                     6); /* START writes five, one of them by the side of the condition code */
    assert_int_equal(seen.codes, 1);
    assert_int_equal(seen.predicates, 4);
    assert_int_equal(seen.executed, 0x1f);
    assert_int_equal(seen.p0, 0xaaaaaaaa); /* R2P: bit 0 of the thread's number */
    assert_int_equal(seen.p1, 0xcccccccc);
    kernel_free(&k);
}

/* LEPC: the instruction's own address. */
static uint32_t own_address(uint32_t i)
{
    (void)i;
    return 0x38;
}

static void test_program_counter(void **state)
{
    (void)state;
    expect(32, START "LEPC R4\n" STORE("R4") END, own_address);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),         cmocka_unit_test(test_traps),
        cmocka_unit_test(test_nothing_to_do), cmocka_unit_test(test_unknown_word),
        cmocka_unit_test(test_past_the_end),  cmocka_unit_test(test_entry),
        cmocka_unit_test(test_trace),         cmocka_unit_test(test_program_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
