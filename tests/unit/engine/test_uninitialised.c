/* SPDX-License-Identifier: MIT */
/* Definite assignment: a register that a thread reads before it has written it is zero, whatever an earlier
 * warp has left there; and which registers the start of a warp clears for that.
 *
 * The address and what leads to it are in R0 to R3 and R9; the kernels below compute with R4 to R8. */
#include "engine/executable.h"
#include "engine/launch/execution_context.h"
#include "generations.h"
#include "random_kernel.h"

#define BLOCKS  4
#define THREADS 64
#define KERNELS 300u

/* R2:R3 = the output, the same for all threads. */
#define BUFFER "MOV R2, OUT_LOW\nMOV R3, OUT_HIGH\n"

/* --- which registers --- */

#define ALL ~0u

/* A bit for each general register that a start clears; ALL: so are others. */
static uint32_t cleared_of(struct kernel *k)
{
    uint32_t cleared = 0;

    assert_int_equal(hw_execution_context_create(&k->launch.host.execution_context, &k->error), HW_OK);
    kernel_expect_ok(k);
    const struct hw_program *program = &k->launch.host.execution_context->cached[0]->code->program;
    for (uint32_t i = 0; i < program->cleared_count; i++) {
        const struct hw_register_range range = program->cleared[i];
        for (unsigned reg = range.first; reg < range.first + range.count; reg++)
            cleared |= reg < program->numbering.cond ? 1u << reg % 32 : 0;
        if (range.count == program->state_registers)
            cleared = ALL;
    }
    hw_execution_context_destroy(k->launch.host.execution_context);
    k->launch.host.execution_context = NULL;
    return cleared;
}

static void expect_cleared(unsigned generation, const char *source, uint32_t expected)
{
    struct kernel k;

    make_on(&k, generation, 32, source);
    const uint32_t cleared = cleared_of(&k);
    if (cleared != expected)
        fail_msg("%s: 0x%x are cleared, expected 0x%x\n%s", generations[generation].chip, cleared, expected,
                 source);
    kernel_free(&k);
}

static void expect_cleared_on_all(const char *source, uint32_t expected)
{
    for (unsigned i = 0; i < GENERATIONS; i++)
        expect_cleared(i, source, expected);
}

static void test_straight_code(void **state)
{
    (void)state;
    expect_cleared_on_all(START "MOV R4, R0\nIADD R5, R4, R4\n" STORE("R5") END, 0);
    expect_cleared_on_all(START "IADD R5, R4, R0\n" STORE("R5") END, 1 << 4);
    expect_cleared_on_all(START "IADD R4, R4, R0\n" STORE("R4") END, 1 << 4);
    expect_cleared_on_all(START "LD_WORD R4, [R2]\nLD_WORD R5, [R2+0x4]\n" END, 0);
}

static void test_wide_operands(void **state)
{
    (void)state;
    expect_cleared_on_all(BUFFER "LD_WORD.64 R4, [R2]\nIADD R5, R5, R4\n" STORE("R5") END, 0);
    expect_cleared_on_all(BUFFER "MOV R4, R2\nST_WORD.64 [R2], R4\n" END, 1 << 5);
    expect_cleared_on_all(BUFFER "MOV R4, R2\n@!PT LD_WORD R6, [R4]\n" END, 1 << 5);
    expect_cleared_on_all(START "MOV R4, R0\nMOV R5, R0\nDADD R6, R4, R4\n" STORE("R7") END, 0);
    expect_cleared_on_all(START "MOV R4, R0\nDADD R6, R4, R4\n" STORE("R7") END, 1 << 5);
    expect_cleared_on_all(START "MOV R4, R0\nF2F.F32.F64 R6, R4\n" STORE("R6") END, 1 << 5);
}

/* A value that the first round of a loop reads from before it. */
static void test_loops(void **state)
{
    (void)state;
    expect_cleared_on_all(START "MOV R4, RZ\nMOV R5, RZ\nagain: IADD R4, R4, R0\nIADD R5, R5, 0x1\n" LESS(
                              "R5", "0x4") "@P0 BRA @again\n" STORE("R4") END,
                          0);
    expect_cleared_on_all(START "MOV R5, RZ\nagain: IADD R4, R4, R0\nIADD R5, R5, 0x1\n" LESS(
                              "R5", "0x4") "@P0 BRA @again\n" STORE("R4") END,
                          1 << 4);
    expect_cleared_on_all(START "MOV R5, RZ\nagain: MOV R7, R6\nMOV R6, R0\nIADD R5, R5, 0x1\n" LESS(
                              "R5", "0x4") "@P0 BRA @again\n" STORE("R7") END,
                          1 << 6);
    /* The loop may be left before it has written. */
    expect_cleared_on_all(START "MOV R5, RZ\nBRA @test\nagain: MOV R6, R0\nIADD R5, R5, 0x1\ntest: " LESS(
                              "R5", "0x4") "@P0 BRA @again\n" STORE("R6") END,
                          1 << 6);
    /* Two loops: what the inner one's end reads comes from the outer one's second round, or from nowhere. */
    expect_cleared_on_all(START "MOV R5, RZ\nouter: MOV R4, RZ\ninner: IADD R4, R4, 0x1\n" LESS(
                              "R4", "0x3") "@P0 BRA @inner\nIADD R8, R8, R4\nMOV R7, R8\nIADD R5, R5, "
                                           "0x1\n" LESS("R5", "0x3") "@P0 BRA @outer\n" STORE("R7") END,
                          1 << 8);
}

static void test_guards(void **state)
{
    (void)state;
    expect_cleared_on_all(START LESS("R0", "0x5") "@P0 MOV R4, R0\n" STORE("R4") END, 1 << 4);
    expect_cleared_on_all(START LESS("R0", "0x5") "@P0 MOV R4, R0\n@!P0 MOV R4, R2\n" STORE("R4") END,
                          1 << 4);
    expect_cleared_on_all(START "MOV R4, RZ\n" LESS("R0", "0x5") "@P0 MOV R4, R0\n" STORE("R4") END, 0);
    expect_cleared_on_all(START LESS("R0", "0x5") "@P0 EXIT\nMOV R4, R0\n" STORE("R4") END, 0);
}

/* What one side of a branch has written, the other has not. */
static void test_branches(void **state)
{
    (void)state;
    expect_cleared_on_all(START LESS("R0", "0x5") "SSY @both\n@P0 BRA @less\nMOV R4, R0\nJOIN\n"
                                                  "less: MOV R5, R4\nJOIN\nboth: " STORE("R5") END,
                          1 << 4 | 1 << 5);
    expect_cleared_on_all(START "MOV R5, RZ\n" LESS("R0", "0x5") "@P0 BRA @less\nMOV R4, R0\n"
                                                                 "less: MOV R5, R4\n" STORE("R5") END,
                          1 << 4);
    expect_cleared_on_all(START LESS("R0", "0x5") "@P0 BRA @less\nMOV R4, R0\nBRA @both\n"
                                                  "less: MOV R4, R2\nboth: " STORE("R4") END,
                          0);
    expect_cleared_on_all(START "PBK @out\nMOV R4, R0\nBRK\nout: " STORE("R4") END, 1 << 4);
}

/* Code that is reached from behind it. */
static void test_backwards(void **state)
{
    (void)state;
    expect_cleared_on_all(START "BRA @first\nsecond: " STORE("R4") END "first: BRA @second\n", 1 << 4);
    expect_cleared_on_all(START "MOV R5, R0\nBRA @first\nthird: " STORE("R4") END
                          "second: IADD R4, R4, R5\nBRA @third\nfirst: BRA @second\n",
                          1 << 4);
    expect_cleared_on_all(START "BRA @first\nsecond: " STORE("R4") END "first: MOV R4, R0\nBRA @second\n", 0);
}

static void test_calls(void **state)
{
    (void)state;
    expect_cleared_on_all(START "CAL @function\n" STORE("R0") END "function: MOV R5, R4\nRET\n", 1 << 4);
    expect_cleared_on_all(START "MOV R4, R0\nCAL @function\n" STORE("R0") END "function: MOV R5, R4\nRET\n",
                          0);
    expect_cleared_on_all(START "CAL @function\n" STORE("R4") END "function: MOV R4, R0\nRET\n", 1 << 4);
}

/* Other lanes' words are read, of threads that may not have come so far; nobody knows where a jump leads. */
static void test_other_lanes(void **state)
{
    (void)state;
    expect_cleared(GM107, START "MOV R4, R0\nSHFL.BFLY PT, R5, R4, 0x1, 0x1f\n" STORE("R5") END, 1 << 4);
    expect_cleared(GK110, START "MOV R4, R0\nSHFL.BFLY PT, R5, R4, 0x1, 0x1f\n" STORE("R5") END, 1 << 4);
    expect_cleared(GM107, START "MOV32I R4, @on\nJMX R4\non: " STORE("R0") END, ALL);
}

/* A half of the register stays as it was. */
static void test_merged_halves(void **state)
{
    struct kernel k;
    static char text[1024];

    (void)state;
    generation_text(GM107, START "HADD2.MRG_H0 R4, R0, R0\n" STORE("R4") END, text, sizeof text);
    kernel_make(&k, "gp100", text);
    assert_int_equal(cleared_of(&k), 1 << 4);
    kernel_free(&k);
}

/* --- Tesla --- */

static void expect_on_tesla(const char *source, uint32_t expected)
{
    struct kernel k;

    kernel_make(&k, "g80", source);
    assert_int_equal(cleared_of(&k), expected);
    kernel_free(&k);
}

static void test_halves(void **state)
{
    (void)state;
    expect_on_tesla("MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nGST.U32 global14[R1], R0\nNOP # exit\n", 0);
    expect_on_tesla(
        "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMOV.U16 R4L, R0L\nGST.U32 global14[R1], R4\nNOP # exit\n",
        1 << 4);
    expect_on_tesla("MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R4, 0x1\nMOV.U16 R4L, R0L\nGST.U32 "
                    "global14[R1], R4\nNOP # exit\n",
                    0);
    expect_on_tesla("MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nADA A1, A2, 0x4\nA2R R5, A1\nIADD R5, R5, "
                    "R4\nGST.U32 global14[R1], R5\nNOP # exit\n",
                    1 << 4);
}

/* Threads for which the guard does not hold go on. */
static void test_guarded_ends(void **state)
{
    (void)state;
    expect_on_tesla("MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R2, 0x5\nISET.S32.C0 o[0x7f], R0, R2, GT\n"
                    "MOV R3 (C0.NE), R0 # exit\nIADD R5, R4, R1\nGST.U32 global14[R1], R5\nNOP # exit\n",
                    1 << 4);
}

/* --- what they hold --- */

/* Warps that come after others find zero where those have left something. */
static void test_zero_on_all(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;

        make_on(&k, i, THREADS,
                START OF_BLOCK
                "IADD R4, R10, R11\n" LESS("R0", "0x7") "@P0 MOV R5, R0\nIADD R4, R4, R5\n"
                                                        "MOV R10, R3\nMOV R11, R2\nMOV R5, R2\n" STORE("R4")
                                                            END);
        k.launch.grid[0] = BLOCKS;
        kernel_expect_ok(&k);
        for (unsigned word = 0; word < BLOCKS * THREADS; word++)
            assert_int_equal(k.out[word], word % THREADS < 7 ? word % THREADS : 0);
        kernel_free(&k);
    }
}

static void test_zero_on_tesla(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "gt200",
                "MOV32 R1, g [0x4]\nMOV32 R3, g [0x4]\nI2I.U32.U16 R2, g [0x6].U16\nSHL R2, R2, 0x6\nIADD "
                "R2, R2, R0\n"
                "SHL R2, R2, 0x2\nIADD R1, R1, R2\nC2R R4, C2\nA2R R5, A3\nIADD R4, R4, R5\nIADD R4, R4, R6\n"
                "MVI R6, 0x99\nR2C C2, R6\nR2A A3, R6\nMOV.U16 R4L, R7L\nIADD R4, R4, R8\nMVI R7, 0x99\n"
                "MVI R8, 0x98\nGST.U32 global14[R1], R4\nNOP # exit\n");
    k.launch.grid[0] = BLOCKS;
    k.launch.block[0] = THREADS;
    memset(k.out, 0xff, BLOCKS * THREADS * 4);
    kernel_expect_ok(&k);
    for (unsigned word = 0; word < BLOCKS * THREADS; word++)
        assert_int_equal(k.out[word], 0);
    kernel_free(&k);
}

/* --- random kernels: as they run where everything is cleared, since somebody listens --- */

static uint8_t start[RANDOM_BLOCKS * RANDOM_PART], ended[RANDOM_BLOCKS * RANDOM_PART];
static uint32_t bank[65536 / 4];

static void hear_nothing(void *context, const char *text, size_t bytes)
{
    (void)context;
    (void)text;
    (void)bytes;
}

static void make_random(struct kernel *k, uint64_t seed)
{
    static struct random_kernel random;

    random_kernel_make(&random, seed);
    kernel_make(k, random.chip, random.text);
    k->launch.code.registers = RANDOM_REGISTERS;
    k->launch.code.turn = random.turn;
    k->launch.code.calls_out = random.calls_out;
    k->launch.host.output = k->launch.host.assertions = hear_nothing;
    k->launch.grid[0] = RANDOM_BLOCKS;
    k->launch.block[0] = random.block[0];
    k->launch.block[1] = random.block[1];
    k->launch.lanes = random.lanes;
    k->launch.shared_bytes = 2048;
    k->launch.local_bytes = RANDOM_LOCAL_BYTES;
    k->launch.host.workers = 1;
    k->launch.limits.stack_entries = random.stack_entries;
    k->launch.limits.max_instructions = random.max_instructions;
    for (unsigned i = 2; i < 16; i++)
        k->launch.bank[i] = (struct hw_bank){.data = bank, .bytes = sizeof bank};
}

static hw_status run_random(struct kernel *k, uint64_t address)
{
    memcpy(hw_memory_host(k->memory, address, sizeof start), start, sizeof start);
    memset(k->out, 0, OUT_WORDS * 4);
    k->params[0] = (uint32_t)address;
    k->params[1] = (uint32_t)(address >> 32);
    return kernel_run(k);
}

static void test_random_kernels(void **state)
{
    static const struct hw_listener idle;

    (void)state;
    for (size_t i = 0; i < sizeof start; i++)
        start[i] = (uint8_t)(i * 0x9e3779b1u >> 24);
    for (uint64_t seed = 0; seed < KERNELS; seed++) {
        struct hw_launch_result result;
        uint64_t address;
        struct kernel k;

        make_random(&k, seed);
        assert_int_equal(hw_memory_alloc(k.memory, sizeof start, &address, &k.error), HW_OK);
        const hw_status status = run_random(&k, address);
        result = k.result;
        memcpy(ended, hw_memory_host(k.memory, address, sizeof ended), sizeof ended);
        k.launch.listeners = &idle;
        k.launch.listener_count = 1;
        if (run_random(&k, address) != status ||
            k.result.stats.thread_instructions != result.stats.thread_instructions ||
            strcmp(k.result.fault.sentence, result.fault.sentence) != 0 ||
            memcmp(hw_memory_host(k.memory, address, sizeof ended), ended, sizeof ended) != 0)
            fail_msg("random kernel %u reads what was not cleared", (unsigned)seed);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_code), cmocka_unit_test(test_wide_operands),
        cmocka_unit_test(test_loops),         cmocka_unit_test(test_guards),
        cmocka_unit_test(test_branches),      cmocka_unit_test(test_calls),
        cmocka_unit_test(test_other_lanes),   cmocka_unit_test(test_halves),
        cmocka_unit_test(test_backwards),     cmocka_unit_test(test_merged_halves),
        cmocka_unit_test(test_zero_on_all),   cmocka_unit_test(test_zero_on_tesla),
        cmocka_unit_test(test_guarded_ends),  cmocka_unit_test(test_random_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
