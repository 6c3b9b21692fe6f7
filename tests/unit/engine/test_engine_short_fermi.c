/* SPDX-License-Identifier: MIT */
/* Fermi's short instructions do what the long ones of the same name do: each beside its long form on many
 * lanes, and in code where short and long ones are mixed. */
#include "fermi_lanes.h"

#define FERMI_AND_GK104 2 /* of fermi_chips: those that have short instructions */

struct pair {
    const char *narrow, *wide;
};

static void run_on(unsigned chip, const char *text, const struct lane *before, struct lane *after)
{
    memcpy(lanes, before, sizeof lanes);
    run_lanes(chip, text);
    memcpy(after, lanes, sizeof lanes);
}

static void check_pair(unsigned chip, const struct pair *pair, enum kind kind)
{
    static struct lane before[LANES], narrow[LANES], wide[LANES];
    char text[400];

    snprintf(text, sizeof text, "%s\nNOP_N", pair->narrow); /* long ones follow */
    fill_lanes(kind);
    memcpy(before, lanes, sizeof lanes);
    run_on(chip, text, before, narrow);
    run_on(chip, pair->wide, before, wide);
    for (unsigned i = 0; i < LANES; i++)
        if (narrow[i].d != wide[i].d || narrow[i].pr != wide[i].pr)
            fail_msg(
                "%s, %s: a %016llx b %016llx c %016llx PR %04x gives %016llx PR %04x, %s %016llx PR %04x",
                fermi_chips[chip].chip, pair->narrow, (unsigned long long)before[i].a,
                (unsigned long long)before[i].b, (unsigned long long)before[i].c, before[i].pr,
                (unsigned long long)narrow[i].d, narrow[i].pr, pair->wide, (unsigned long long)wide[i].d,
                wide[i].pr);
    check_effects(chip, text, before, narrow);
}

static void check_pairs(const struct pair *pair, unsigned count, enum kind kind)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++)
            check_pair(chip, &pair[i], kind);
}

#define CHECK_PAIRS(table, kind) check_pairs(table, sizeof table / sizeof *table, kind)
/* Short forms whose text differs only in the suffix, and a form with more operands than the short one shows.
 */
#define SAME(name, rest)          \
    {                             \
        name "_N" rest, name rest \
    }

static void floats(void **state)
{
    static const struct pair table[] = {
        SAME("FADD", " R14, R8, R10"),
        SAME("FADD", " R14, -R8, c[0x0][0x8]"),
        SAME("@!P1 FADD", " R14, R8, RZ"),
        SAME("FMUL", " R14, R8, R10"),
        SAME("FMUL", " R14, R8, c[0x0][0x2c]"),
        SAME("FFMA", " R14, R8, R10, R12"),
        SAME("FFMA", " R14, -R8, R10, R12"),
        SAME("FFMA", " R14, R8, c[0x0][0x28], R12"),
        SAME("FFMA", " R14, -R8, R10, c[0x0][0x28]"),
        SAME("FSETP", ".LT.AND P1, PT, R8, R10, PT"),
        SAME("FSETP", ".NEU.AND P6, PT, R8, R10, PT"),
        SAME("@P0 FSETP", ".GE.AND P2, PT, R8, c[0x0][0x8], PT"),
        SAME("RRO", ".SINCOS R14, R8"),
        SAME("RRO", ".EX2 R14, R8"),
        SAME("MUFU", ".COS R14, R8"),
        SAME("MUFU", ".SIN R14, |R8|"),
        SAME("MUFU", ".EX2 R14, R8"),
        SAME("MUFU", ".LG2 R14, |R8|"),
        SAME("MUFU", ".RCP R14, R8"),
        SAME("MUFU", ".RSQ R14, R8"),
        SAME("MUFU", ".RCP64H R14, R8"),
        SAME("MUFU", ".RSQ64H R14, |R8|"),
        SAME("F2I", ".S32.F32.TRUNC R14, -R8"),
        SAME("F2I", ".U32.F32.CEIL R14.CC, |R8|"),
        SAME("F2F", ".F32.F32 R14, -R8"),
        SAME("F2F", ".F32.F32.SAT R14.CC, |R8|"),
        SAME("F2F", ".F32.F32.ROUND R14, R8"),
        SAME("F2F", ".F32.F32.FLOOR.SAT R14, -|R8|"),
    };

    (void)state;
    CHECK_PAIRS(table, FLOATS);
}

static void integers(void **state)
{
    static const struct pair table[] = {
        SAME("IADD", " R14, R8, R10"),
        SAME("IADD", " R14, R8, c[0x0][0x8]"),
        SAME("IADD", " R14, R8, -0x80"),
        SAME("IADD", " R14, -R8, R10"),
        SAME("ISUB", " R14, c[0x0][0x8], R8"),
        SAME("@P3 ISUB", " R14, 0x7f, R8"),
        SAME("IMUL", " R14, R8, R10"),
        SAME("IMUL", ".U32.U32 R14, R8, c[0x0][0x8]"),
        SAME("IMUL", " R14, R8, -0x3"),
        SAME("IMAD", " R14, R8, R10, R12"),
        SAME("IMAD", ".U32.U32 R14, R8, c[0x0][0x8], R12"),
        SAME("ISETP", ".GE.AND P2, PT, R8, R10, PT"),
        SAME("ISETP", ".LT.AND P0, PT, R8, -0x80, PT"),
        SAME("ISETP", ".NE.AND P5, PT, R8, c[0x0][0x8], PT"),
        SAME("LOP", ".AND R14, R8, R10"),
        SAME("LOP", ".OR R14, R8, c[0x0][0x8]"),
        SAME("LOP", ".XOR R14, R8, -0x40"),
        SAME("LOP", ".PASS_B R14, R8, R10"),
        SAME("SHL", " R14, R8, 0x1f"),
        SAME("SHL", " R14, R8, 0x0"),
        SAME("SHR", " R14, R8, 0x1f"),
        SAME("SHR", " R14, R8, 0x5"),
        SAME("MOV", " R14, R8"),
        SAME("MOV", " R14, c[0x0][0xc]"),
        SAME("MOV", " R14, -0x800"),
        SAME("MOV32I", " R14, 0xbf800000"),
        SAME("S2R", " R14, SR_TID.X"),
        SAME("LDC", " R14, c[0x0][RZ+0x8]"),
        SAME("I2I", ".U16.S32 R14, -R8"),
        SAME("I2I", ".S16.U16 R14, |R8|"),
        SAME("I2I", ".S32.S16 R14.CC, -|R8|"),
        SAME("I2I", ".U32.U32 R14, R8"),
        SAME("I2F", ".F32.U32 R14, R8"),
        SAME("I2F", ".F32.S32.RP R14, -R8"),
    };

    (void)state;
    CHECK_PAIRS(table, INTEGERS);
}

static void predicates(void **state)
{
    static const struct pair table[] = {
        SAME("CSETP", ".GE.AND P3, PT, CC, PT"),        SAME("@P1 CSETP", ".OFT.AND P0, PT, CC, PT"),
        SAME("PSETP", ".AND.AND P2, PT, P0, !P1, PT"),  SAME("PSETP", ".OR.AND P2, PT, !P5, P6, PT"),
        SAME("PSETP", ".XOR.AND P2, PT, !P0, !PT, PT"),
    };

    (void)state;
    CHECK_PAIRS(table, INTEGERS);
}

static void video(void **state)
{
    static const struct pair table[] = {
        SAME("VADD2", ".UD.U16.U16 R14, R8, R10, RZ"),  SAME("VADD2", " R14, -R8, R10, RZ"),
        SAME("VABSDIFF2", ".U16.S16 R14, R8, R10, RZ"), SAME("VABSDIFF2", ".SD R14, R8, R10, RZ"),
        SAME("VADD4", ".UD.U8.U8 R14, -R8, R10, RZ"),   SAME("VADD4", " R14, R8, R10, RZ"),
        SAME("VABSDIFF4", ".S8.U8 R14, R8, R10, RZ"),   SAME("VABSDIFF4", ".SD.U8.U8 R14, R8, R10, RZ"),
    };

    (void)state;
    CHECK_PAIRS(table, INTEGERS);
}

/* R2:R3 is the lane's record, of which word 12 on is free; R0 its number. */
static void memory(void **state)
{
    static const struct pair table[] = {
        {"ST_N.E [R2+0x3c], R8\nNOP_N\nLD.E R14, [R2+0x3c]\nNOP_N", "MOV R14, R8"},
        {"ST.E.64 [R2+0x38], R8\nLD_N.E.64 R14, [R2+0x38]", "LOP.OR R14, R8, RZ\nLOP.OR R15, R9, RZ"},
        {"IADD R4, R2, 0x40\nMOV R5, R3\nST_N.E.64 [R4+-0x8], R8\nNOP_N\nLD_N.E R14, [R4+-0x4]",
         "MOV R14, R9"},
        {"SHL_N R4, R0, 0x3\nSTS_N.64 [R4], R8\nLDS_N R14, [R4+0x4]", "MOV R14, R9"},
        {"SHL_N R4, R0, 0x2\nSTS_N [R4+0x40], R8\nLDS_N R14, [R4+0x40]", "MOV R14, R8"},
    };

    (void)state;
    CHECK_PAIRS(table, INTEGERS);
}

static uint32_t three_times(uint32_t thread)
{
    return 3 * thread;
}

static void local_memory(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++) {
        struct kernel k;
        fermi_make(&k, chip, 64,
                   START "MOV R4, STACK\nIMUL_N R6, R0, 0x3\nMOV_N R7, R0\nSTL_N.64 [R4+-0x8], R6\n"
                         "LDL_N R5, [R4+-0x8]\n" STORE("R5") END);
        k.launch.local_bytes = 64;
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 64; i++)
            assert_int_equal(k.out[i], three_times(i));
        kernel_free(&k);
    }
}

/* Without .E an address is 32 bits, of which those in the window are shared memory. */
static void window(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++)
        fermi_expect(chip, 64,
                     START
                     "MOV R6, SWIN\nSHL_N R4, R0, 0x3\nIADD_N R4, R4, R6\nIMUL_N R7, R0, 0x3\nMOV_N R6, R0\n"
                     "ST_N.64 [R4], R6\nLD_N R5, [R4+0x4]\n" STORE("R5") END,
                     three_times);
}

/* ---------------------------------------------------------------- control */

static uint32_t odd_or_even(uint32_t thread)
{
    return thread & 1 ? thread + 100 : thread * 2 + 1;
}

static uint32_t sum_below(uint32_t thread)
{
    return thread * (thread + 1) / 2;
}

/* Lanes part and meet again, among instructions of both lengths; distances count from the end of each. */
static void control_flow(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++) {
        fermi_expect(
            chip, 64,
            START "LOP_N.AND R4, R0, 0x1\nSSY_N @join\nISETP_N.NE.AND P0, PT, R4, 0x0, PT\n@P0 BRA_N @odd\n"
                  "SHL_N R5, R0, 0x1\nIADD_N R5, R5, 0x1\nBRA_N @meet\nNOP_N\n"
                  "odd: IADD_N R5, R0, 0x64\nNOP_N\nmeet: JOIN\njoin: IADD R5, R5, RZ\n" STORE("R5") END,
            odd_or_even);
        fermi_expect(chip, 64,
                     START "MOV_N R4, 0x0\nMOV_N R5, R0\nPBK @out\n"
                           "loop: ISETP_N.LE.AND P0, PT, R5, 0x0, PT\nIADD_N R4, R4, R5\n@P0 BRK\n"
                           "IADD_N R5, R5, -0x1\nBRA_N @loop\nout: IADD R4, R4, RZ\n" STORE("R4") END,
                     sum_below);
        fermi_expect(chip, 64,
                     START "CAL_N @times\nMOV_N R6, R4\n" STORE("R6") "EXIT_N\nNOP_N\n"
                                                                      "times: IMUL_N R4, R0, 0x3\nRET_N\n",
                     three_times);
    }
}

static uint32_t other_half(uint32_t thread)
{
    return thread ^ 64;
}

static void barriers(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++)
        fermi_expect(
            chip, 128,
            START "SHL_N R4, R0, 0x2\nMOV_N R7, 0x40\nSTS_N [R4], R0\nBAR_N.SYNC 0x1\nLOP_N.XOR R5, R0, R7\n"
                  "SHL_N R5, R5, 0x2\nLDS_N R6, [R5]\nNOP_N\n" STORE("R6") END,
            other_half);
}

/* A warp that arrives does not wait for the others. */
static uint32_t constant_of_warp(uint32_t thread)
{
    return thread < 32 ? 7 : 9;
}

static void arrivals(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++)
        fermi_expect(chip, 64,
                     START
                     "ISETP_N.LT.AND P0, PT, R0, 0x20, PT\nMOV_N R5, 0x7\n@P0 BAR_N.ARV 0x2\nMOV_N R4, 0x2\n"
                     "@!P0 BAR_N.SYNC R4\n@!P0 MOV_N R5, 0x9\n" STORE("R5") END,
                     constant_of_warp);
}

/* ---------------------------------------------------------------- what is refused */

static void refused(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_AND_GK104; chip++) {
        fermi_expect_fault(chip, "VMAD_N.U8.U8 R4, R5, R6.B1\nNOP_N", HW_FAULT_ILLEGAL,
                           "not been described in public");
        fermi_expect_fault(chip, "IPA_N.MUL R4, a[0x10], R6\nNOP_N", HW_FAULT_ILLEGAL,
                           "does not exist in compute programs");
        fermi_expect_fault(chip, "BPT_N.TRAP 0x1\nNOP_N", HW_FAULT_TRAP, "trap");
        fermi_expect_fault(chip, "NOP_N\nMOV R4, R5\nNOP_N", HW_FAULT_ILLEGAL, "which is no multiple of 8");
        fermi_expect_fault(chip, ".word 0x08000278\nNOP_N", HW_FAULT_ILLEGAL, "0x08000278");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats),   cmocka_unit_test(integers),     cmocka_unit_test(predicates),
        cmocka_unit_test(video),    cmocka_unit_test(memory),       cmocka_unit_test(local_memory),
        cmocka_unit_test(window),   cmocka_unit_test(control_flow), cmocka_unit_test(barriers),
        cmocka_unit_test(arrivals), cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
