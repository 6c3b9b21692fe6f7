/* SPDX-License-Identifier: MIT */
/* Surface accesses of Volta to Ada: which operand is what.  The surface is a plane of 4 by 2 words; its
 * handle is 1, in R8 and behind the output's address in the parameters: index 0x5a.  Expected values follow
 * the PTX ISA's suld, sust and sured. */
#include "surface_cases.h"

/* The order that all chips know. */
#define S ".STRONG.SYS"

/* R4 x, R5 y, R8 the handle, R9:R10 data; results in R12.. come out. */
#define AT(x, y) "MOV R4, " x "\nMOV R5, " y "\n"

static const char *const chips[] = {"gv100", "tu102", "ga100", "ga102", "ad102"};
static const struct surface_generation volta = {
    "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R8, 0x1\nMOV R9, 0x5\nMOV R10, 0x7\n"
    "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n",
    "STG.E.128" S " [R2], R12\nEXIT\n"};

static void accesses(void **state)
{
    static const struct surface_case cases[] = {
        {AT("0x8", "0x1") "SULD.D.BA.2D" S ".IGN R12, [R4], R8", {0x70}, -1, 0},
        {AT("0x8", "0x1") "SULD.D.BA.2D" S ".IGN R12, [R4], 0x0, 0x5a", {0x70}, -1, 0},
        {AT("0x8", "0x1") "SULD.D.BA.2D.64" S ".IGN R12, [R4], R8", {0x70, 0x80}, -1, 0},
        {AT("0x0", "0x0") "SULD.D.BA.2D.128" S ".TRAP R12, [R4], 0x0, 0x5a",
         {0x10, 0x80ff7f81, 0x30, 0x40},
         -1,
         0},
        {AT("0x4", "0x0") "SULD.D.BA.2D.U8" S ".IGN R12, [R4], R8", {0x81}, -1, 0},
        {AT("0x6", "0x0") "SULD.D.BA.2D.S16" S ".IGN R12, [R4], R8", {0xffff80ff}, -1, 0},
        {AT("0x2", "0x1") "SULD.D.2D" S ".IGN R12, [R4], R8", {0x70}, -1, 0},
        {AT("0x10", "0x0") "MOV R12, 0x1\nSULD.D.BA.2D" S ".IGN R12, [R4], R8", {0}, -1, 0},
        {AT("0x20", "0x9") "SULD.D.BA.2D" S " R12, [R4], R8", {0x80}, -1, 0},
        {AT("0x2", "0x1") "SULD.P.2D" S ".R.IGN R12, [R4], R8", {0x70}, -1, 0},
        {AT("0x2", "0x1") "SULD.P.2D" S ".IGN R12, [R4], R8", {0x70, 0, 0, 1}, -1, 0},
        {AT("0x8", "0x1") "SUST.D.BA.2D" S ".IGN [R4], R9, R8", {0}, 6, 5},
        {AT("0x4", "0x0") "SUST.D.BA.2D.U8" S ".IGN [R4], R9, 0x0, 0x5a", {0}, 1, 0x80ff7f05},
        {AT("0x1", "0x1") "SUST.P.2D" S ".R.IGN [R4], R9, R8", {0}, 5, 5},
        {AT("0x8", "0x1") "SURED.D.BA.2D.ADD" S ".IGN [R4], R9, 0x0, 0x5a", {0}, 6, 0x75},
        {AT("0x8", "0x1") "SUATOM.D.BA.2D.ADD" S ".IGN R12, [R4], R9, 0x0, 0x5a", {0x70}, 6, 0x75},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.MAX.S32" S ".IGN R12, [R4], R9, R8", {0xffffffff}, 5, 5},
        {AT("0x8", "0x1") "MOV R9, 0x70\nSUATOM.D.BA.2D.CAS" S ".IGN R12, [R4], R9, R8", {0x70}, 6, 7},
        /* pairs of words: data in R10:R11 */
        {AT("0x8", "0x0") "MOV R10, 0x31\nMOV R11, 0x40\nSUATOM.D.BA.2D.MAX.U64" S ".IGN R12, [R4], R10, R8",
         {0x30, 0x40},
         2,
         0x31},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases) * COUNT(chips); i++)
        check_surface(&volta, chips[i % COUNT(chips)], &cases[i / COUNT(chips)], HW_TEXEL_U32, 1);
}

static void expect_trouble(const char *chip, const char *code, unsigned kind, const char *says)
{
    check_surface_fault(&volta, chip, code, kind, says);
}

/* What a predicate would say, and how else surfaces are named, is not public. */
static void faults(void **state)
{
    (void)state;
    expect_trouble("ga100", AT("0x10", "0x1") "SULD.D.BA.2D" S ".TRAP R12, [R4], R8", HW_FAULT_ADDRESS,
                   "nothing at byte 16, y 1");
    expect_trouble("ga100", AT("0x0", "0x0") "SULD.D.BA.2D" S ".IGN R12, [R4], R9", HW_FAULT_UNBOUND,
                   "handle of no surface");
    expect_trouble("ga100", AT("0x0", "0x0") "SULD.D.BA.2D.128" S ".IGN R16, [R4], R8", HW_FAULT_OPERAND, "");
    expect_trouble("gv100", AT("0x0", "0x0") "SULD.D.BA.2D" S ".IGN P0, R12, [R4], R8", HW_FAULT_ILLEGAL, "");
    expect_trouble("gv100", AT("0x0", "0x0") "SULD.D.BA.2D" S ".IGN R12, [R4], 0x0, 0x1, 0x1",
                   HW_FAULT_ILLEGAL, "public");
    expect_trouble("tu102", AT("0x0", "0x0") "SUST.D.BA.2D" S ".IGN [R4], R9, UR4, 0x5a", HW_FAULT_ILLEGAL,
                   "public");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(accesses), cmocka_unit_test(faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
