/* SPDX-License-Identifier: MIT */
/* Texture instructions that compilers rarely write: results as halves, masks, offsets, and what is refused.
 * The texture is a plane of 4 by 2 texels, read without filtering by texel numbers; texel (x, y) is
 * (x, y, 10 x + y, 0.5).  Its handle is the word behind the output's address in the parameters: index
 * 0x52. */
#include "maxwell.h"

#include <halfwarp/surface.h>

#define F(value) value##0000 /* a float's bits by their upper half */
#define COORDINATES \
    "MOV32I R4, 0x40600000\nMOV32I R5, 0x3fc00000\nMOV32I R6, 0xf\nMOV32I R7, 0x0\n" /* 3.5, 1.5 */
#define NUMBERS "MOV32I R4, 0x2\nMOV32I R5, 0x1\nMOV32I R6, 0xf\n"
#define CLEAR   "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n"

static float texels[2][4][4];

static struct hw_texture plane(void)
{
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 4; x++)
            for (int c = 0; c < 4; c++)
                texels[y][x][c] = c == 0 ? (float)x : c == 1 ? (float)y : c == 2 ? (float)(10 * x + y) : 0.5f;
    return (struct hw_texture){
        .data = texels,
        .bytes = sizeof texels,
        .width = 4,
        .height = 2,
        .row_pitch = 64,
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 4,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
}

static void launch(struct kernel *k, const char *code, const struct hw_texture *texture, uint32_t handle)
{
    const struct hw_bindless bindless[2] = {{NULL, NULL}, {texture, NULL}};
    char source[1024];

    assert_int_equal(hw_texture_check(texture, NULL), HW_OK);
    snprintf(source, sizeof source, "%s%s%s%s%s", START, CLEAR, code, "\nSTG.E.128 [R2], R12\n", END);
    kernel_make(k, "gm107", source);
    k->params[2] = handle;
    k->launch.param_bytes = 16;
    k->launch.textures.bindless = bindless;
    k->launch.textures.bindless_count = 2;
    kernel_run(k);
    k->launch.textures.bindless = NULL;
}

static void results(void **state)
{
    static const struct {
        const char *code;
        uint32_t result[4];
    } cases[] = {
        /* two halves a register: red and green in the first, blue and alpha in the second */
        {COORDINATES "TEXS.F16.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA", {0x3c004200, 0, 0x38004fc0, 0}},
        {COORDINATES "TEXS.F16.LZ.T R14, R12, R4, R5, 0x52, 2D, RGB", {0x3c004200, 0, 0x00004fc0, 0}},
        {COORDINATES "TEXS.F16.LZ.T RZ, R12, R4, R5, 0x52, 2D, RG", {0x3c004200, 0, 0, 0}},
        {COORDINATES "TEXS.F16.LZ.T RZ, R12, R4, R5, 0x52, 2D, A", {0x00003800, 0, 0, 0}},
        {COORDINATES "TEXS.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA",
         {F(0x4040), F(0x3f80), F(0x41f8), F(0x3f00)}},
        {COORDINATES "TEXS.T RZ, R12, R4, R5, 0x52, 2D, GA", {F(0x3f80), F(0x3f00), 0, 0}},
        /* only the components of the mask, one behind the other */
        {COORDINATES "TEX.LZ.T R12, R4, 0x52, 2D, 0xf", {F(0x4040), F(0x3f80), F(0x41f8), F(0x3f00)}},
        {COORDINATES "TEX.T R12, R4, 0x52, 2D, 0xa", {F(0x3f80), F(0x3f00), 0, 0}},
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
        {NUMBERS "TLD.LZ.T R12, R4, 0x52, 2D, 0xf", {F(0x4000), F(0x3f80), F(0x41a8), F(0x3f00)}},
        {NUMBERS "TLD.LZ.AOFFI.T R12, R4, R6, 0x52, 2D, 0xf", {F(0x3f80), F(0x3f80), F(0x4130), F(0x3f00)}},
        {"MOV32I R4, 0x4\nMOV R5, RZ\nTLD.LZ.T R12, R4, 0x52, 2D, 0xf", {0, 0, 0, 0}},
        {NUMBERS "TLDS.LZ.T R14, R12, R4, R5, 0x52, 2D, RGBA", {F(0x4000), F(0x3f80), F(0x41a8), F(0x3f00)}},
        /* green of the four around (3, 1): below are those at y 0 */
        {"MOV32I R4, 0x40400000\nMOV32I R5, 0x3f800000\nTLD4.G.T R12, R4, 0x52, 2D, 0xf",
         {F(0x3f80), F(0x3f80), 0, 0}},
        {"MOV32I R4, 0x40400000\nMOV32I R5, 0x3f800000\nTLD4S.R.T R14, R12, R4, R5, 0x52",
         {F(0x4000), F(0x4040), F(0x4040), F(0x4000)}},
        {"TXQ.T R12, RZ, TEX_HEADER_DIMENSION, 0x52, 0x3", {4, 2, 0, 0}},
        {"TXQ.T R12, RZ, TEX_HEADER_DIMENSION, 0x52, 0x2", {2, 0, 0, 0}},
        {"MOV32I R4, 0x1\nMOV R5, RZ\nTXQ.B.T R12, R4, TEX_HEADER_DIMENSION, 0x0, 0x1", {4, 0, 0, 0}},
    };
    const struct hw_texture texture = plane();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kernel k;
        launch(&k, cases[i].code, &texture, 1);
        if (k.result.fault.kind)
            fail_msg("%s: %s", cases[i].code, k.result.fault.sentence);
        for (unsigned n = 0; n < 4; n++)
            if (k.out[n] != cases[i].result[n])
                fail_msg("%s: result %u is 0x%x, expected 0x%x", cases[i].code, n, k.out[n],
                         cases[i].result[n]);
        kernel_free(&k);
    }
}

static void expect_trouble(const char *code, const struct hw_texture *texture, uint32_t handle, unsigned kind,
                           const char *says)
{
    struct kernel k;

    launch(&k, code, texture, handle);
    if (k.result.fault.kind != kind || !strstr(k.result.fault.sentence, says))
        fail_msg("%s: fault %u, '%s', expected %u, '%s'", code, k.result.fault.kind, k.result.fault.sentence,
                 kind, says);
    kernel_free(&k);
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
    const struct hw_texture texture = plane();

    (void)state;
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++)
        expect_trouble(code[i], &texture, 1, HW_FAULT_ILLEGAL, "");
}

static void faults(void **state)
{
    const struct hw_texture texture = plane();
    struct hw_texture line = plane();

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
