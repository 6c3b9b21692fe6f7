/* SPDX-License-Identifier: MIT */
/* Products of a warpgroup: which registers they read and write, as compiled code for sm_90a has them, and how
 * long other instructions must leave those alone: until WARPGROUP.DEPBAR has waited for their group. */
#include "scheduled.h"

/* R24-R55 R88-R91: the runs of registers of a list. */
static void print_runs(const struct hw_register_range *list, unsigned count, char text[64])
{
    bool member[257] = {false};
    size_t used = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned r = list[i].first; r < list[i].first + list[i].count && r < 255; r++)
            member[r] = true;
    text[0] = 0;
    for (unsigned r = 0, first = 0; r < 255; r++) {
        first = r && member[r - 1] ? first : r;
        if (member[r] && !member[r + 1])
            used += (size_t)snprintf(text + used, 64 - used, "%sR%u-R%u", used ? " " : "", first, r);
    }
}

/* Kernels of tests/oracle/warpgroup_registers.py by ptxas 13.5: each loads all accumulators and the matrix
 * that is in registers with LDG, has one product, and stores all accumulators with STG.  These are the
 * product, the registers that have been loaded before it, and those that are stored behind it. */
static void fragments_have_the_registers_of_compiled_code(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *product, *loaded, *stored;
    } cases[] = {
        {"f32_f16_8_shared", "HGMMA.64x8x16.F32 R24, gdesc[UR4], R24, gsb0", "R24-R27", "R24-R27"},
        {"f32_f16_8_registers", "HGMMA.64x8x16.F32 R24, R28, gdesc[UR4], R24, gsb0", "R24-R31", "R24-R27"},
        {"f32_f16_24_shared", "HGMMA.64x24x16.F32 R24, gdesc[UR4], R24, gsb0", "R24-R35", "R24-R35"},
        {"f32_f16_24_registers", "HGMMA.64x24x16.F32 R24, R36, gdesc[UR4], R24, gsb0", "R24-R39", "R24-R35"},
        {"f32_f16_64_shared", "HGMMA.64x64x16.F32 R24, gdesc[UR4], R24, gsb0", "R24-R55", "R24-R55"},
        {"f32_f16_64_registers", "HGMMA.64x64x16.F32 R24, R56, gdesc[UR4], R24, gsb0", "R24-R59", "R24-R55"},
        {"f32_f16_128_shared", "HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0", "R24-R87", "R24-R87"},
        {"f32_f16_128_registers", "HGMMA.64x128x16.F32 R24, R88, gdesc[UR4], R24, gsb0", "R24-R91",
         "R24-R87"},
        {"f32_f16_256_shared", "HGMMA.64x256x16.F32 R24, gdesc[UR4], R24, gsb0", "R24-R151", "R24-R151"},
        {"f32_f16_256_registers", "HGMMA.64x256x16.F32 R24, R152, gdesc[UR4], R24, gsb0", "R24-R155",
         "R24-R151"},
        {"f16_f16_8_shared", "HGMMA.64x8x16.F16 R24, gdesc[UR4], R24, gsb0", "R24-R25", "R24-R25"},
        {"f16_f16_8_registers", "HGMMA.64x8x16.F16 R28, R24, gdesc[UR4], R28, gsb0", "R24-R29", "R28-R29"},
        {"f16_f16_24_shared", "HGMMA.64x24x16.F16 R24, gdesc[UR4], R24, gsb0", "R24-R29", "R24-R29"},
        {"f16_f16_24_registers", "HGMMA.64x24x16.F16 R24, R32, gdesc[UR4], R24, gsb0", "R24-R29 R32-R35",
         "R24-R29"},
        {"f16_f16_64_shared", "HGMMA.64x64x16.F16 R24, gdesc[UR4], R24, gsb0", "R24-R39", "R24-R39"},
        {"f16_f16_64_registers", "HGMMA.64x64x16.F16 R24, R40, gdesc[UR4], R24, gsb0", "R24-R43", "R24-R39"},
        {"f16_f16_128_shared", "HGMMA.64x128x16.F16 R24, gdesc[UR4], R24, gsb0", "R24-R55", "R24-R55"},
        {"f16_f16_128_registers", "HGMMA.64x128x16.F16 R24, R56, gdesc[UR4], R24, gsb0", "R24-R59",
         "R24-R55"},
        {"f16_f16_256_shared", "HGMMA.64x256x16.F16 R24, gdesc[UR4], R24, gsb0", "R24-R87", "R24-R87"},
        {"f16_f16_256_registers", "HGMMA.64x256x16.F16 R24, R88, gdesc[UR4], R24, gsb0", "R24-R91",
         "R24-R87"},
        {"f32_tf32_64_shared", "HGMMA.64x64x8.F32.TF32 R24, gdesc[UR4], R24, gsb0", "R24-R55", "R24-R55"},
        {"f32_tf32_64_registers", "HGMMA.64x64x8.F32.TF32 R24, R56, gdesc[UR4], R24, gsb0", "R24-R59",
         "R24-R55"},
        {"f32_tf32_256_shared", "HGMMA.64x256x8.F32.TF32 R24, gdesc[UR4], R24, gsb0", "R24-R151", "R24-R151"},
        {"f32_tf32_256_registers", "HGMMA.64x256x8.F32.TF32 R24, R152, gdesc[UR4], R24, gsb0", "R24-R155",
         "R24-R151"},
        {"f32_e4m3_64_shared", "QGMMA.64x64x32.F32.E4M3.E4M3 R24, gdesc[UR4], R24, gsb0", "R24-R55",
         "R24-R55"},
        {"f32_e4m3_64_registers", "QGMMA.64x64x32.F32.E4M3.E4M3 R24, R56, gdesc[UR4], R24, gsb0", "R24-R59",
         "R24-R55"},
        {"f32_e4m3_256_shared", "QGMMA.64x256x32.F32.E4M3.E4M3 R24, gdesc[UR4], R24, gsb0", "R24-R151",
         "R24-R151"},
        {"f32_e4m3_256_registers", "QGMMA.64x256x32.F32.E4M3.E4M3 R24, R152, gdesc[UR4], R24, gsb0",
         "R24-R155", "R24-R151"},
        {"f16_e4m3_64_shared", "QGMMA.64x64x32.F16.E4M3.E4M3 R24, gdesc[UR4], R24, gsb0", "R24-R39",
         "R24-R39"},
        {"f16_e4m3_64_registers", "QGMMA.64x64x32.F16.E4M3.E4M3 R24, R40, gdesc[UR4], R24, gsb0", "R24-R43",
         "R24-R39"},
        {"f16_e4m3_256_shared", "QGMMA.64x256x32.F16.E4M3.E4M3 R24, gdesc[UR4], R24, gsb0", "R24-R87",
         "R24-R87"},
        {"f16_e4m3_256_registers", "QGMMA.64x256x32.F16.E4M3.E4M3 R24, R88, gdesc[UR4], R24, gsb0", "R24-R91",
         "R24-R87"},
        {"s32_s8_64_shared", "IGMMA.64x64x32.S8.S8 R24, gdesc[UR4], R24, gsb0", "R24-R55", "R24-R55"},
        {"s32_s8_64_registers", "IGMMA.64x64x32.S8.S8 R24, R56, gdesc[UR4], R24, gsb0", "R24-R59", "R24-R55"},
        {"s32_s8_256_shared", "IGMMA.64x256x32.S8.S8 R24, gdesc[UR4], R24, gsb0", "R24-R151", "R24-R151"},
        {"s32_s8_256_registers", "IGMMA.64x256x32.S8.S8 R24, R152, gdesc[UR4], R24, gsb0", "R24-R155",
         "R24-R151"},
        {"f32_f16_64_overwrites", "HGMMA.64x64x16.F32 R24, gdesc[UR4], RZ, !UPT, gsb0", "", "R24-R55"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = make("sm_90a", cases[i].product);
        struct hw_insn insn;
        struct hw_effects effects;
        char read[64], written[64];
        assert_int_equal(hw_decode(&made.target, made.code, 16, &insn), HW_OK);
        hw_insn_effects(&insn, &effects);
        print_runs(effects.read, effects.read_count, read);
        print_runs(effects.write, effects.write_count, written);
        if (strcmp(read, cases[i].loaded) != 0 || strcmp(written, cases[i].stored) != 0)
            fail_msg("%s: %s reads %s, writes %s", cases[i].kernel, cases[i].product, read, written);
        hw_module_free(made.module);
    }
}

#define PRODUCT "HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24 ?W1\n"
#define CLOSING "HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24, gsb0 ?W1\n"
#define WAIT(n) "WARPGROUP.DEPBAR.LE gsb0, " n " ?W15_Y\n"

static void groups_are_waited_for(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *name; /* the first finding's, NULL: none */
        unsigned kind;
    } cases[] = {
        {CLOSING WAIT("0x0") "FADD R0, R55, R1 ?W1", NULL, 0},
        {CLOSING "@P0 " WAIT("0x0") "FADD R0, R55, R1 ?W1", "R55", HW_HAZARD_READ}, /* not all have waited */
        {CLOSING "FADD R0, R55, R1 ?W1", "R55", HW_HAZARD_READ},
        {CLOSING "FADD R0, R56, R1 ?W1", NULL, 0}, /* the register behind its last */
        {CLOSING "MOV R30, R1 ?W1", "R30", HW_HAZARD_WRITE},
        {CLOSING "MOV R7, R1 ?W1", "R7", HW_HAZARD_SOURCE},
        {CLOSING "MOV R8, R1 ?W1", NULL, 0},
        {CLOSING "FADD R0, R4, R1 ?W1", NULL, 0}, /* sources may be read */
        {CLOSING WAIT("0x1") "FADD R0, R24, R1 ?W1", "R24", HW_HAZARD_READ},
        {CLOSING "HGMMA.64x8x16.F32 R56, gdesc[UR8], RZ, !UPT, gsb0 ?W1\n" WAIT("0x1") "FADD R0, R24, R1 ?W1",
         NULL, 0},
        {CLOSING "HGMMA.64x8x16.F32 R56, gdesc[UR8], RZ, !UPT, gsb0 ?W1\n" WAIT("0x1") "FADD R0, R59, R1 ?W1",
         "R59", HW_HAZARD_READ},
        {PRODUCT CLOSING WAIT("0x0") "FADD R0, R24, R1 ?W1", NULL, 0},       /* products are in order */
        {PRODUCT WAIT("0x0") "FADD R0, R24, R1 ?W1", "R24", HW_HAZARD_READ}, /* its group is not closed */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = make("sm_90a", cases[i].lines);
        const struct found found = check(&made.target, made.code, made.length);
        if (found.count != (cases[i].name != NULL) ||
            (cases[i].name &&
             (strcmp(found.first.name, cases[i].name) != 0 || found.first.kind != cases[i].kind)))
            fail_msg("%s: %u, %s, kind %u", cases[i].lines, found.count, found.first.name, found.first.kind);
        hw_module_free(made.module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fragments_have_the_registers_of_compiled_code),
        cmocka_unit_test(groups_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
