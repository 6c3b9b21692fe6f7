/* SPDX-License-Identifier: MIT */
/* Matrices and what lanes hold together, where they go wrong: lanes that are missing, shapes that no chip
 * has. Results are tested by compiled programs (tests/programs: match, tensor, tensor_integer, wmma), and
 * here where no compiler at hand makes the instruction. */
#include "kernel.h"
#include "ops/scalar/fp64.h"
#include "ops/uop.h"
#include "unit/ops/splitmix.h"

#define START "S2R R0, SR_TID.X\nISETP.LT.U32.AND P0, PT, R0, 0x8, PT\n"
#define STORE                                                             \
    "IMAD.SHL.U32 R1, R0, 0x4, RZ\nIADD3 R2, P1, R1, c[0x0][0x160], RZ\n" \
    "IMAD.X R3, RZ, RZ, c[0x0][0x164], P1\n"

static void run(struct kernel *k, const char *chip, unsigned threads, const char *source)
{
    kernel_make(k, chip, source);
    k->launch.block[0] = threads;
}

static void expect_fault(const char *chip, unsigned threads, const char *source, unsigned kind,
                         const char *sentence)
{
    struct kernel k;

    run(&k, chip, threads, source);
    kernel_expect_fault(&k, kind);
    if (!strstr(k.result.fault.sentence, sentence))
        fail_msg("expected '%s' in: %s", sentence, k.result.fault.sentence);
    kernel_free(&k);
}

/* Everything on matrices needs the whole warp. */
static void test_missing_lanes(void **state)
{
    static const struct {
        const char *chip, *text;
    } each[] = {
        {"gv100", "HMMA.884.F32.F32.STEP0 R8, R4.ROW, R6.COL, R8\n"},
        {"tu102", "HMMA.1688.F32 R8, R4, R6, R8\n"},
        {"tu102", "HMMA.16816.F16 R8, R4, R2, R8\n"},
        {"tu102", "IMMA.8816.S8.S8 R8, R4.ROW, R6.COL, R8\n"},
        {"tu102", "BMMA.88128.XOR.POPC R8, R4.ROW, R6.COL, R8\n"},
        {"ga100", "HMMA.SP.16816.F32 R8, R4, R6, R8, R0, 0x3\n"},
        {"ga102", "IMMA.SP.16832.S8.S8 R8, R4.ROW, R6.COL, R8, R0, 0x1\n"},
        {"ga100", "DMMA.884 R8, R4, R6, R8\n"},
        {"ad102", "QMMA.16832.F32.E4M3.E4M3 R8, R4.ROW, R2.COL, R8\n"},
        {"tu102", "MOVM.16.MT88 R8, R4\n"},
        {"tu102", "LDSM.16.M88 R8, [RZ]\n"},
    };
    char source[256];

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        snprintf(source, sizeof source, START "@P0 %sEXIT\n", each[i].text);
        expect_fault(each[i].chip, 32, source, HW_FAULT_OPERAND, "needs all lanes of the warp");
        snprintf(source, sizeof source, "%sEXIT\n", each[i].text);
        expect_fault(each[i].chip, 16, source, HW_FAULT_OPERAND, "0x0000ffff");
    }
}

/* A guard that holds nowhere skips it all. */
static void test_guard(void **state)
{
    struct kernel k;

    (void)state;
    run(&k, "ga100", 32, "@!PT HMMA.16816.F32 R8, R4, R2, R8\n@!PT REDUX.SUM UR4, R0\nEXIT\n");
    kernel_expect_ok(&k);
    kernel_free(&k);
}

static void test_undocumented(void **state)
{
    static const struct {
        const char *chip, *text;
    } each[] = {
        {"gv100", "HMMA.444.F32.F32.STEP0 R8, R4.ROW, R6.COL, R8"},
        {"tu102", "HMMA.16816.F32 R8, R4, R2, R8"},
        {"tu102", "HMMA.1684.F32 R8, R4, R2, R8"},
        {"ga100", "HMMA.1684.F32 R8, R4, R2, R8"},
        {"ga100", "HMMA.16816.F32.TF32 R8, R4, R2, R8"},
        {"ga100", "HMMA.1688.F16.BF16 R8, R4, R2, R8"},
        {"ga100", "HMMA.SP.1688.F32 R8, R4, R2, R8, R1, 0x0"},
        {"ga100", "HMMA.SP.16832.F32 R8, R4, R12, R8, R1, 0x2"},
        {"ga100", "HMMA.SP.16832.F32.TF32 R8, R4, R12, R8, R1, 0x0"},
        {"ga102", "HMMA.SP.16816.F32 R8, R4, R2, R8, !UPT, R1, 0x0"},
        {"ga100", "IMMA.SP.8832.S8.S8 R8, R4.ROW, R2.COL, R8, R1, 0x0"},
        {"ga100", "IMMA.SP.16864.S8.S8 R8, R4.ROW, R12.COL, R8, R1, 0x1"},
        {"ad102", "QMMA.SP.16832.F32.E4M3.E4M3 R8, R4.ROW, R2.COL, R8, R1, 0x0"},
        {"ad102", "QMMA.SP.REGOFFSET.16864.F32.E4M3.E4M3 R8, R4.ROW, R12.COL, R8, R1, 0x0"},
        {"ga102", "HMMA.16816.F32 R8, R4, R2, R8, !UPT"},
        {"ga100", "IMMA.16864.S8.S8 R8, R4.ROW, R2.COL, R8"},
        {"ga100", "IMMA.8816.S8.U4 R8, R4.ROW, R2.COL, R8"},
        {"ga100", "BMMA.168256.INVALID3.POPC R8, R4.ROW, R2.COL, R8"},
        {"ga100", "MOVM.16.M832 R8, R4"},
        {"ga100", "LDSM.16.M816 R8, [RZ]"},
    };
    char source[256];

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        snprintf(source, sizeof source, "%s\nEXIT\n", each[i].text);
        expect_fault(each[i].chip, 32, source, HW_FAULT_ILLEGAL, "");
    }
    expect_fault("ga100", 32, "REDUX.INVALID6 UR4, R0\nEXIT\n", HW_FAULT_ILLEGAL, "");
}

/* Lines of matrices must be in shared memory, and aligned. */
static void test_lines(void **state)
{
    (void)state;
    expect_fault("tu102", 32, START "IMAD R1, R0, 0x8, RZ\nLDSM.16.M88 R8, [R1]\nEXIT\n", HW_FAULT_MISALIGNED,
                 "s[0x8]");
    expect_fault("tu102", 32, START "IMAD R1, R0, 0x10, RZ\nLDSM.16.M88 R8, [R1+0x3a0]\nEXIT\n",
                 HW_FAULT_ADDRESS, "s[0x400]");
}

/* A matrix of line * 8 + column, transposed by MOVM and by LDSM.  Every lane's two words are stored. */
static void test_transposed(void **state)
{
    static const char source[] = START STORE /* lane l has halves 2 l and 2 l + 1 */
        "IMAD R4, R0, 0x20002, RZ\nIADD3 R4, R4, 0x10000, RZ\n"
        "STS [R1], R4\nIMAD R5, R0, 0x10, RZ\nLOP3.LUT R5, R5, 0x70, RZ, 0xc0, !PT\n"
        "LDSM.16.MT88 R6, [R5]\nMOVM.16.MT88 R7, R4\nLDSM.16.M88 R8, [R5]\n"
        "ST.E.SYS [R2], R6\nST.E.SYS [R2+0x80], R7\nST.E.SYS [R2+0x100], R8\nEXIT\n";
    struct kernel k;

    (void)state;
    run(&k, "tu102", 32, source);
    kernel_expect_ok(&k);
    for (uint32_t lane = 0; lane < 32; lane++) {
        const uint32_t line = lane / 4, column = lane % 4 * 2,
                       transposed = (column * 8 + line) | ((column + 1) * 8 + line) << 16;
        assert_int_equal(k.out[lane], transposed);
        assert_int_equal(k.out[32 + lane], transposed);
        assert_int_equal(k.out[64 + lane], (2 * lane) | (2 * lane + 1) << 16);
    }
    kernel_free(&k);
}

/* Halves between 1 and 2, other ones in each lane and word: as Turing's product of 16 columns, as Ampere's,
 * and as two products of 8, of which a's are its registers 0, 1 and 2, 3. */
static void test_deep_product_of_turing(void **state)
{
    static const struct {
        const char *chip, *text, *store;
    } each[] = {
        {"ga100", "HMMA.16816.F16 R8, R4, R10, R8\n", "STG.E [R2.64"},
        {"tu102", "HMMA.16816.F16 R8, R4, R10, R8\n", "STG.E.SYS [R2"},
        {"tu102", "HMMA.1688.F16 R8, R4, R10, R8\nHMMA.1688.F16 R8, R6, R11, R8\n", "STG.E.SYS [R2"},
    };
    uint32_t expected[64];
    char source[2048];

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        struct kernel k;
        size_t used = (size_t)snprintf(source, sizeof source, START STORE);
        for (unsigned reg = 4; reg < 12; reg++)
            used += (size_t)snprintf(source + used, sizeof source - used,
                                     "IMAD R%u, R0, 0x%x, RZ\n"
                                     "LOP3.LUT R%u, R%u, 0x3ff03ff, RZ, 0xc0, !PT\n"
                                     "IADD3 R%u, R%u, 0x3c003c00, RZ\n",
                                     reg, 0x9e3779b1u * reg, reg, reg, reg, reg);
        snprintf(source + used, sizeof source - used, "%s%s], R8\n%s+0x80], R9\nEXIT\n", each[i].text,
                 each[i].store, each[i].store);
        run(&k, each[i].chip, 32, source);
        kernel_expect_ok(&k);
        if (i == 0)
            memcpy(expected, k.out, sizeof expected);
        assert_memory_equal(k.out, expected, sizeof expected);
        assert_int_not_equal(k.out[0], k.out[1]);
        kernel_free(&k);
    }
}

/* Metadata that name a chunk's first part twice: both stored elements meet the same row of b, and what is in
 * other rows does not count, even if it is a NaN. */
static void test_repeated_columns(void **state)
{
    static const struct {
        const char *text;
        uint32_t a, b, expected;
    } each[] = {
        {"HMMA.SP.16816.F32 R8, R4, R6, R8, R1, 0x0", 0x3c003c00, 0x7e003c00, 0x41000000},
        {"IMMA.SP.16832.S8.S8 R8, R4.ROW, R6.COL, R8, R1, 0x0", 0x01010101, 0x7f7f7f02, 32},
    };
    char source[2048];

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        struct kernel k;
        size_t used = (size_t)snprintf(source, sizeof source, START STORE "MOV R1, RZ\n");

        for (unsigned reg = 4; reg < 12; reg++)
            used += (size_t)snprintf(source + used, sizeof source - used, "MOV R%u, 0x%x\n", reg,
                                     reg < 6   ? each[i].a
                                     : reg < 8 ? each[i].b
                                               : 0);
        used += (size_t)snprintf(source + used, sizeof source - used, "%s\n", each[i].text);
        for (unsigned reg = 0; reg < 4; reg++)
            used += (size_t)snprintf(source + used, sizeof source - used, "STG.E [R2.64+0x%x], R%u\n",
                                     0x80 * reg, 8 + reg);
        snprintf(source + used, sizeof source - used, "EXIT\n");
        run(&k, "ga100", HW_LANES, source);
        kernel_expect_ok(&k);
        for (unsigned word = 0; word < 4 * HW_LANES; word++)
            assert_int_equal(k.out[word], each[i].expected);
        kernel_free(&k);
    }
}

/* Doubles of all kinds, most of them of about one size; or no NaNs and infinities. */
static uint64_t random_double(uint64_t *state, bool finite)
{
    static const uint64_t ends[] = {0,
                                    1,
                                    0x3ff0000000000000u,
                                    0x0010000000000000u,
                                    0x7fefffffffffffffu,
                                    HW_FP64_INFINITY,
                                    0x7ff8000000000123u,
                                    0x7ff0000000000456u};
    const uint64_t r = splitmix64(state), sign = r & HW_FP64_SIGN;

    return r % 16 == 0 ? ends[(r >> 8) % (finite ? 4 : sizeof ends / sizeof *ends)] | sign
                       : (splitmix64(state) & 0x800fffffffffffffu) | (1020 + (r >> 8) % 8) << 52;
}

static uint64_t pair_at(const uint32_t *row, unsigned lane)
{
    return row[lane] | (uint64_t)row[HW_LANES + lane] << 32;
}

/* A lane has an element of a, at the first row, one of b and two of c; its two results come behind. */
static void check_doubles(const uint32_t *row, unsigned round, bool negates)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        for (unsigned i = 0; i < 2; i++) {
            const unsigned line = lane / 4, column = lane % 4 * 2 + i;
            uint64_t sum =
                hw_fp64_modify(pair_at(row + (4 + 2 * i) * HW_LANES, lane), negates ? HW_OPERAND_NEG : 0);
            for (unsigned k = 0; k < 4; k++)
                sum = hw_fp64_fma(hw_fp64_modify(pair_at(row, line * 4 + k), negates ? HW_OPERAND_NEG : 0),
                                  pair_at(row + 2 * HW_LANES, column * 4 + k), sum, round);
            assert_int_equal(pair_at(row + (8 + 2 * i) * HW_LANES, lane), sum);
        }
}

static void test_doubles(void **state)
{
    static const char *const roundings[] = {
        [HW_ROUND_RN] = "", [HW_ROUND_RM] = ".RM", [HW_ROUND_RP] = ".RP", [HW_ROUND_RZ] = ".RZ"};
    uint64_t random = 884;
    char source[2048];

    (void)state;
    for (unsigned variant = 0; variant < 8; variant++) {
        const unsigned round = variant % 4;
        const bool negates = variant >= 4;
        struct kernel k;
        size_t used = (size_t)snprintf(source, sizeof source, START STORE);
        for (unsigned i = 0; i < 8; i++)
            used += (size_t)snprintf(source + used, sizeof source - used, "LDG.E R%u, [R2.64+0x%x]\n", 4 + i,
                                     0x80 * i);
        used += (size_t)snprintf(source + used, sizeof source - used, "DMMA.884%s R12, %sR4, R6, %sR8\n",
                                 roundings[round], negates ? "-" : "", negates ? "-" : "");
        for (unsigned i = 0; i < 4; i++)
            used += (size_t)snprintf(source + used, sizeof source - used, "STG.E [R2.64+0x%x], R%u\n",
                                     0x400 + 0x80 * i, 12 + i);
        snprintf(source + used, sizeof source - used, "EXIT\n");
        run(&k, "ga100", HW_LANES, source);
        for (unsigned launch = 0; launch < 40; launch++) {
            for (unsigned i = 0; i < 8 * HW_LANES; i += 2 * HW_LANES)
                for (unsigned lane = 0; lane < HW_LANES; lane++) {
                    const uint64_t x = random_double(&random, launch % 2);
                    k.out[i + lane] = (uint32_t)x;
                    k.out[i + HW_LANES + lane] = (uint32_t)(x >> 32);
                }
            kernel_expect_ok(&k);
            check_doubles(k.out, round, negates);
        }
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_lanes),    cmocka_unit_test(test_guard),
        cmocka_unit_test(test_undocumented),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_transposed),       cmocka_unit_test(test_deep_product_of_turing),
        cmocka_unit_test(test_repeated_columns), cmocka_unit_test(test_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
