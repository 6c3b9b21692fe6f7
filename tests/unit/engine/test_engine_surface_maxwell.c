/* SPDX-License-Identifier: MIT */
/* Surfaces by handle in ways that compilers rarely write: coordinates outside, all atomic operations,
 * formats, RZ as data, and what faults.  The surface is a plane of 4 by 2 words unless a case says otherwise;
 * expected values follow the PTX ISA's suld, sust and sured (.trap, .clamp, .zero) and its atom. */
#include "maxwell.h"
#include "surface_cases.h"

/* R4 x, R5 y, R8 handle 1 (2 is none), R9:R10 data, R11 handle 2; results in R12.. come out. */
#define AT(x, y) "MOV32I R4, " x "\nMOV32I R5, " y "\n"
#define CLEAR    "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n"

static const struct surface_generation maxwell = {
    START "MOV32I R8, 0x1\nMOV32I R11, 0x2\nMOV32I R9, 0x5\nMOV32I R10, 0x7\n" CLEAR,
    "STG.E.128 [R2], R12\n" END};

static void check_case(const struct surface_case *c, unsigned type, unsigned channels)
{
    check_surface(&maxwell, "gm204", c, type, channels);
}

static void check_all(const struct surface_case *cases, size_t count, unsigned type, unsigned channels)
{
    for (size_t i = 0; i < count; i++)
        check_case(&cases[i], type, channels);
}

static void loads(void **state)
{
    static const struct surface_case cases[] = {
        {AT("0x8", "0x1") "SULD.D.BA.2D.IGN R12, [R4], R8", {0x70}, -1, 0},
        {AT("0x8", "0x1") "SULD.D.BA.2D.64.IGN R12, [R4], R8", {0x70, 0x80}, -1, 0},
        {AT("0x0", "0x0") "SULD.D.BA.2D.128.IGN R12, [R4], R8", {0x10, 0x80ff7f81, 0x30, 0x40}, -1, 0},
        {AT("0x4", "0x0") "SULD.D.BA.2D.U8.IGN R12, [R4], R8", {0x81}, -1, 0},
        {AT("0x4", "0x0") "SULD.D.BA.2D.S8.IGN R12, [R4], R8", {0xffffff81}, -1, 0},
        {AT("0x6", "0x0") "SULD.D.BA.2D.U16.IGN R12, [R4], R8", {0x80ff}, -1, 0},
        {AT("0x6", "0x0") "SULD.D.BA.2D.S16.IGN R12, [R4], R8", {0xffff80ff}, -1, 0},
        /* without .BA in texels */
        {AT("0x2", "0x1") "SULD.D.2D.IGN R12, [R4], R8", {0x70}, -1, 0},
        /* outside: nothing with .IGN, the nearest without */
        {AT("0x10", "0x0") "MOV32I R12, 0x1\nSULD.D.BA.2D.IGN R12, [R4], R8", {0}, -1, 0},
        {AT("0x0", "0xffffffff") "MOV32I R12, 0x1\nSULD.D.BA.2D.IGN R12, [R4], R8", {0}, -1, 0},
        {AT("0x20", "0x9") "SULD.D.BA.2D R12, [R4], R8", {0x80}, -1, 0},
        {AT("0xfffffff8", "0x1") "SULD.D.BA.2D R12, [R4], R8", {0x50}, -1, 0},
        {AT("0x40", "0x0") "SULD.D.BA.2D.64 R12, [R4], R8", {0x30, 0x40}, -1, 0},
    };
    (void)state;
    check_all(cases, COUNT(cases), HW_TEXEL_U32, 1);
}

static void stores(void **state)
{
    static const struct surface_case cases[] = {
        {AT("0x8", "0x1") "SUST.D.BA.2D.IGN [R4], R9, R8", {0}, 6, 5},
        {AT("0x4", "0x0") "SUST.D.BA.2D.U8.IGN [R4], R9, R8", {0}, 1, 0x80ff7f05},
        {AT("0x6", "0x0") "SUST.D.BA.2D.U16.IGN [R4], R9, R8", {0}, 1, 0x00057f81},
        {AT("0x10", "0x0") "SUST.D.BA.2D.IGN [R4], R9, R8", {0}, -1, 0},
        {AT("0x40", "0x40") "SUST.D.BA.2D [R4], R9, R8", {0}, 7, 5},
        {AT("0x1", "0x1") "SUST.P.2D.R.IGN [R4], R9, R8", {0}, 5, 5},
    };
    /* RZ is zero in all words of a vector: the second word of the store is what is looked at. */
    static const struct surface_case zero = {
        AT("0x0", "0x0") "SUST.D.BA.2D.64.IGN [R4], RZ, R8\nMOV32I R9, 0x10\nSUST.D.BA.2D.IGN [R4], R9, R8\n",
        {0},
        1,
        0};
    (void)state;
    check_all(cases, COUNT(cases), HW_TEXEL_U32, 1);
    check_case(&zero, HW_TEXEL_U32, 1);
}

static void atomics(void **state)
{
    static const struct surface_case cases[] = {
        {AT("0x8", "0x1") "SUATOM.D.BA.2D.ADD.IGN R12, [R4], R9, R8", {0x70}, 6, 0x75},
        {AT("0x2", "0x1") "SUATOM.D.2D.MIN.IGN R12, [R4], R9, R8", {0x70}, 6, 5},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.MAX.S32.IGN R12, [R4], R9, R8", {0xffffffff}, 5, 5},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.MAX.IGN R12, [R4], R9, R8", {0xffffffff}, -1, 0},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.INC.IGN R12, [R4], R9, R8", {0xffffffff}, 5, 0},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.DEC.IGN R12, [R4], R9, R8", {0xffffffff}, 5, 5},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.AND.IGN R12, [R4], R9, R8", {0xffffffff}, 5, 5},
        {AT("0x8", "0x1") "SUATOM.D.BA.2D.OR.IGN R12, [R4], R9, R8", {0x70}, 6, 0x75},
        {AT("0x4", "0x1") "SUATOM.D.BA.2D.XOR.IGN R12, [R4], R9, R8", {0xffffffff}, 5, 0xfffffffa},
        {AT("0x8", "0x1") "SUATOM.D.BA.2D.EXCH.IGN R12, [R4], R9, R8", {0x70}, 6, 5},
        {AT("0x8", "0x1") "MOV32I R9, 0x70\nSUATOM.D.BA.2D.CAS.IGN R12, [R4], R9, R8", {0x70}, 6, 7},
        {AT("0x8", "0x1") "SUATOM.D.BA.2D.CAS.IGN R12, [R4], R9, R8", {0x70}, -1, 0},
        {AT("0x10", "0x1") "MOV32I R12, 0x9\nSUATOM.D.BA.2D.ADD.IGN R12, [R4], R9, R8", {0}, -1, 0},
        {AT("0x8", "0x1") "SURED.D.BA.2D.ADD.IGN [R4], R9, R8", {0}, 6, 0x75},
        /* pairs of words: data in R10:R11 */
        {AT("0x8", "0x0") "MOV32I R10, 0x31\nMOV32I R11, 0x40\nSUATOM.D.BA.2D.MAX.U64.IGN R12, [R4], R10, R8",
         {0x30, 0x40},
         2,
         0x31},
    };
    (void)state;
    check_all(cases, COUNT(cases), HW_TEXEL_U32, 1);
}

/* Formats: a store of floats is converted and clamped, a load converts back. */
static void formats(void **state)
{
    static const struct {
        unsigned type, channels;
        struct surface_case c;
        /* clang-format off */
    } cases[] = {
        {HW_TEXEL_UNORM16, 2, {AT("0x2", "0x0") "MOV32I R12, 0x40000000\nMOV32I R13, 0xc0000000\nSUST.P.2D.RG.IGN [R4], R12, R8\n" CLEAR,
                               {0}, 2, 0x0000ffff}},
        {HW_TEXEL_SNORM16, 2, {AT("0x2", "0x0") "MOV32I R12, 0x40000000\nMOV32I R13, 0xc0000000\nSUST.P.2D.RG.IGN [R4], R12, R8\n" CLEAR,
                               {0}, 2, 0x80017fff}},
        /* NaN is 0 */
        {HW_TEXEL_SNORM8, 4, {AT("0x1", "0x0") "MOV32I R12, 0x7fffffff\nMOV32I R13, 0x3f800000\n"
                              "SUST.P.2D.IGN [R4], R12, R8\n" CLEAR, {0}, 1, 0x00007f00}},
        {HW_TEXEL_UNORM8, 4, {AT("0x1", "0x0") "SULD.P.2D.IGN R12, [R4], R8",
                              {0x3f018182, 0x3efefeff, 0x3f800000, 0x3f008081}, -1, 0}},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_case(&cases[i].c, cases[i].type, cases[i].channels);
}

static void expect_trouble(const char *code, unsigned kind, const char *says)
{
    check_surface_fault(&maxwell, "gm107", code, kind, says);
}

static void faults(void **state)
{
    (void)state;
    expect_trouble(AT("0x10", "0x1") "SULD.D.BA.2D.TRAP R12, [R4], R8", HW_FAULT_ADDRESS,
                   "nothing at byte 16, y 1");
    expect_trouble(AT("0x4", "0x0") "SUST.D.2D.TRAP [R4], R9, R8", HW_FAULT_ADDRESS, "nothing at x 4, y 0");
    expect_trouble(AT("0x2", "0x0") "SULD.D.BA.2D.IGN R12, [R4], R8", HW_FAULT_MISALIGNED,
                   "no multiple of 4");
    expect_trouble(AT("0x0", "0x0") "SULD.D.BA.2D.IGN R12, [R4], R11", HW_FAULT_UNBOUND,
                   "handle of no surface");
    expect_trouble(AT("0x0", "0x0") "SULD.D.BA.INVALIDSURFACEDIM6.IGN R12, [R4], R8", HW_FAULT_ILLEGAL, "");
    expect_trouble(AT("0x0", "0x0") "SUATOM.D.BA.2D.ADD.IGN P0, R12, [R4], R9, R8", HW_FAULT_ILLEGAL, "");
    expect_trouble(AT("0x0", "0x0") "SULD.D.BA.2D.128.IGN R16, [R4], R8", HW_FAULT_OPERAND, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads),   cmocka_unit_test(stores), cmocka_unit_test(atomics),
        cmocka_unit_test(formats), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
