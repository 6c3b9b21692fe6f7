/* SPDX-License-Identifier: MIT */
/* Texture instructions that compilers rarely write: results as halves, masks, offsets, and what is refused.
 * The texture's handle is the word behind the output's address in the parameters: index 0x52. */
#include "maxwell.h"
#include "texture_cases.h"

#define COORDINATES \
    "MOV32I R4, 0x40600000\nMOV32I R5, 0x3fc00000\nMOV32I R6, 0xf\nMOV32I R7, 0x0\n" /* 3.5, 1.5 */
#define NUMBERS "MOV32I R4, 0x2\nMOV32I R5, 0x1\nMOV32I R6, 0xf\n"

static const struct texture_generation maxwell = {START, "STG.E.128 [R2], R12\n" END};

static void results(void **state)
{
    static const struct texture_case cases[] = {
        /* two halves a register: red and green in the first, blue and alpha in the second */
        {COORDINATES "TEXS.F16.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA", {0x3c004200, 0, 0x68024fc0, 0}},
        {COORDINATES "TEXS.F16.LZ.T R14, R12, R4, R5, 0x52, 2D, RGB", {0x3c004200, 0, 0x00004fc0, 0}},
        {COORDINATES "TEXS.F16.LZ.T RZ, R12, R4, R5, 0x52, 2D, RG", {0x3c004200, 0, 0, 0}},
        {COORDINATES "TEXS.F16.LZ.T RZ, R12, R4, R5, 0x52, 2D, A", {0x00006802, 0, 0, 0}},
        {COORDINATES "TEXS.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA", {F(0x4040), F(0x3f80), F(0x41f8), ALPHA}},
        {COORDINATES "TEXS.T RZ, R12, R4, R5, 0x52, 2D, GA", {F(0x3f80), ALPHA, 0, 0}},
        /* only the components of the mask, one behind the other */
        {COORDINATES "TEX.LZ.T R12, R4, 0x52, 2D, 0xf", {F(0x4040), F(0x3f80), F(0x41f8), ALPHA}},
        {COORDINATES "TEX.T R12, R4, 0x52, 2D, 0xa", {F(0x3f80), ALPHA, 0, 0}},
        /* the predicate says where no texel is */
        {COORDINATES "ISETP.EQ.AND P0, PT, RZ, RZ, PT\nTEX.LZ.T P0, R12, R4, 0x52, 2D, 0x1\n@P0 MOV R12, RZ",
         {F(0x4040), 0, 0, 0}},
        /* the level, then the offsets, -1 and 0 */
        {COORDINATES "TEX.LZ.AOFFI.T R12, R4, R6, 0x52, 2D, 0x7", {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        {COORDINATES "MOV R8, R7\nMOV R9, R6\nTEX.LL.AOFFI.T R12, R4, R8, 0x52, 2D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        /* with gradients the offsets stand above the layer, behind the coordinates */
        {COORDINATES "MOV32I R6, 0xf0000\nTXD.AOFFI.T R12, R4, R8, 0x52, 2D, 0x1", {F(0x4000), 0, 0, 0}},
        /* by numbers; outside is the border */
        {NUMBERS "TLD.LZ.T R12, R4, 0x52, 2D, 0xf", {F(0x4000), F(0x3f80), F(0x41a8), ALPHA}},
        {NUMBERS "TLD.LZ.AOFFI.T R12, R4, R6, 0x52, 2D, 0xf", {F(0x3f80), F(0x3f80), F(0x4130), ALPHA}},
        {"MOV32I R4, 0x4\nMOV R5, RZ\nTLD.LZ.T R12, R4, 0x52, 2D, 0xf", {0, 0, 0, 0}},
        {NUMBERS "TLDS.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA", {F(0x4000), F(0x3f80), F(0x41a8), ALPHA}},
        /* green of the four around (3, 1): below are those at y 0 */
        {"MOV32I R4, 0x40400000\nMOV32I R5, 0x3f800000\nTLD4.G.T R12, R4, 0x52, 2D, 0xf",
         {F(0x3f80), F(0x3f80), 0, 0}},
        {"MOV32I R4, 0x40400000\nMOV32I R5, 0x3f800000\nTLD4S.R.T R14, R12, R4, R5, 0x52",
         {F(0x4000), F(0x4040), F(0x4040), F(0x4000)}},
        {"TXQ.T R12, RZ, TEX_HEADER_DIMENSION, 0x52, 0x3", {4, 2, 0, 0}},
        {"TXQ.T R12, RZ, TEX_HEADER_DIMENSION, 0x52, 0x2", {2, 0, 0, 0}},
        {"MOV32I R4, 0x1\nMOV R5, RZ\nTXQ.B.T R12, R4, TEX_HEADER_DIMENSION, 0x0, 0x1", {4, 0, 0, 0}},
    };
    const struct hw_texture texture = texture_plane();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_texture(&maxwell, "gm107", &cases[i], &texture);
}

static void expect_trouble(const char *code, const struct hw_texture *texture, uint32_t handle, unsigned kind,
                           const char *says)
{
    check_texture_fault(&maxwell, "gm107", code, texture, handle, kind, says);
}

/* Depth comparison, several samples a texel, four offsets, the level that a lookup would use and sampler
 * state are not modelled. */
static void refused(void **state)
{
    /* clang-format off */
    static const char *const code[] = {
        "TEX.DC.T R12, R4, R6, 0x52, 2D, 0x1",
        "TEXS.DC.T RZ, R12, R4, R6, 0x52, 2D, R",
        "TLD.LZ.MS.T R12, R4, R6, 0x52, 2D, 0x1",
        "TLD4.R.PTP.T R12, R4, R6, 0x52, 2D, 0xf",
        "TMML.LOD.T R12, R4, 0x52, 2D, 0x3",
        "TXQ.T R12, R4, TEX_HEADER_SAMPLER_POS, 0x52, 0x1",
    };
    /* clang-format on */
    const struct hw_texture texture = texture_plane();

    (void)state;
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++)
        expect_trouble(code[i], &texture, 1, HW_FAULT_ILLEGAL, "");
}

static void faults(void **state)
{
    const struct hw_texture texture = texture_plane();
    struct hw_texture line = texture_plane();

    (void)state;
    line.dimensions = 1;
    line.height = 0;
    expect_trouble("TEX.T R12, R4, 0x52, 2D, 0x1", &texture, 0, HW_FAULT_UNBOUND, "handle of no texture");
    expect_trouble("TEX.T R12, R4, 0x52, 2D, 0x1", &texture, 7, HW_FAULT_UNBOUND, "handle of no texture");
    expect_trouble("TXQ.T R12, R4, TEX_HEADER_DIMENSION, 0x52, 0x1", &texture, 7, HW_FAULT_UNBOUND, "handle");
    expect_trouble("TLD4.R.T R12, R4, 0x52, 2D, 0xf", &line, 1, HW_FAULT_ADDRESS, "gathered");
    expect_trouble("TEX.T R16, R4, 0x52, 2D, 0xf", &texture, 1, HW_FAULT_OPERAND, "");
    expect_trouble("TEXS.T R16, R12, R4, R5, 0x52, 2D, RGBA", &texture, 1, HW_FAULT_OPERAND, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results),
        cmocka_unit_test(refused),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
