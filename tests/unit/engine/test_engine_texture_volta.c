/* SPDX-License-Identifier: MIT */
/* Texture lookups of Volta to Ada: which registers hold what, as NVIDIA's compilers assign them, and what is
 * refused.  The texture's handle is the word behind the output's address in the parameters: index 0x5a. */
#include "texture_cases.h"

#define COORDINATES \
    "MOV R4, 0x40600000\nMOV R5, 0x3fc00000\nMOV R6, 0xf\nMOV R7, RZ\nMOV R8, 0x1\n" /* 3.5, 1.5 */
#define NUMBERS "MOV R4, 0x2\nMOV R5, 0x1\nMOV R6, 0xf\nMOV R8, 0x1\n"

static const char *const chips[] = {"gv100", "tu102", "ga100", "ga102", "ad102"};

static const struct texture_generation volta = {"MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n",
                                                "STG.E.128.STRONG.SYS [R2], R12\nEXIT\n"};

/* The same texels as two lines. */
static struct hw_texture lines(void)
{
    struct hw_texture texture = texture_plane();

    texture.dimensions = 1;
    texture.height = 0;
    texture.layers = 2;
    texture.slice_pitch = 64;
    return texture;
}

/* And as two planes of height 1. */
static struct hw_texture planes(void)
{
    struct hw_texture texture = lines();

    texture.dimensions = 2;
    texture.height = 1;
    return texture;
}

static void check(const struct texture_case *cases, size_t count, const struct hw_texture *texture)
{
    for (size_t i = 0; i < count * COUNT(chips); i++)
        check_texture(&volta, chips[i % COUNT(chips)], &cases[i / COUNT(chips)], texture);
}

static void results(void **state)
{
    static const struct texture_case cases[] = {
        /* the wanted ones of four: two from the second register on, two from the first */
        {COORDINATES "TEX.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D", {F(0x4040), F(0x3f80), F(0x41f8), ALPHA}},
        {COORDINATES "TEX.SCR.LZ R12, R14, R4, R5, 0x0, 0x5a, 2D", {F(0x41f8), ALPHA, F(0x4040), F(0x3f80)}},
        {COORDINATES "TEX.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D, 0xd", {F(0x4040), F(0x41f8), ALPHA, 0}},
        {COORDINATES "TEX.SCR.LZ RZ, R12, R4, R5, 0x0, 0x5a, 2D, 0xa", {F(0x3f80), ALPHA, 0, 0}},
        /* halves: two in a register */
        {COORDINATES "TEX.SCR.F16.RN.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D", {0x3c004200, 0, 0x68024fc0, 0}},
        {COORDINATES "TEX.SCR.F16.RZ.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D", {0x3c004200, 0, 0x68014fc0, 0}},
        {COORDINATES "TEX.SCR.F16.RN.LZ RZ, R12, R4, R5, 0x0, 0x5a, 2D, 0xc", {0x68024fc0, 0, 0, 0}},
        /* the predicate says where no texel is */
        {COORDINATES "ISETP.EQ.AND P0, PT, RZ, RZ, PT\n"
                     "TEX.SCR.LZ P0, RZ, R12, R4, R5, 0x0, 0x5a, 2D, 0x1\n@P0 MOV R12, RZ",
         {F(0x4040), 0, 0, 0}},
        {NUMBERS "TLD.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D", {F(0x4000), F(0x3f80), F(0x41a8), ALPHA}},
        {"MOV R4, 0x4\nMOV R5, RZ\nTLD.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D", {0, 0, 0, 0}},
        /* of the four around (3, 1): below are those at y 0 */
        {"MOV R4, 0x40400000\nMOV R5, 0x3f800000\nTLD4.SCR.G R14, R12, R4, R5, 0x0, 0x5a, 2D",
         {F(0x3f80), F(0x3f80), 0, 0}},
        {"MOV R4, 0x40400000\nMOV R5, 0x3f800000\nTLD4.R R14, R12, R4, 0x0, 0x5a, 2D",
         {F(0x4000), F(0x4040), F(0x4040), F(0x4000)}},
        {"TXQ R14, R12, RZ, TEX_HEADER_DIMENSION, 0x0, 0x5a, 0x3", {4, 2, 0, 0}},
        {"TXQ RZ, R12, RZ, TEX_HEADER_DIMENSION, 0x0, 0x5a, 0x2", {2, 0, 0, 0}},
    };
    const struct hw_texture texture = texture_plane();

    (void)state;
    check(cases, COUNT(cases), &texture);
}

/* The offsets in R6 are -1 and 0, the handle in R8 is 1. */
static void sources(void **state)
{
    static const struct texture_case cases[] = {
        /* coordinates | level, offsets; the others share them out evenly, two and one, two and two */
        {COORDINATES "TEX.LZ RZ, R12, R4, 0x0, 0x5a, 2D, 0x3", {F(0x4040), F(0x3f80), 0, 0}},
        {COORDINATES "TEX.LZ.AOFFI RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x3", {F(0x4000), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R9, R6\nTEX.LL.AOFFI RZ, R12, R4, R8, 0x0, 0x5a, 2D, 0x3",
         {F(0x4000), F(0x3f80), 0, 0}},
        {COORDINATES "TEX.SCR.LZ.AOFFI RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x3", {F(0x4000), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R9, R6\nTEX.SCR.LL.AOFFI RZ, R12, R4, R8, 0x0, 0x5a, 2D, 0x3",
         {F(0x4000), F(0x3f80), 0, 0}},
        /* a handle in a register stands in front of the level */
        {COORDINATES "TEX.B.LZ RZ, R12, R4, R8, 2D, 0x3", {F(0x4040), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R10, R6\nMOV R9, RZ\nTEX.B.LL.AOFFI RZ, R12, R4, R8, 2D, 0x3",
         {F(0x4000), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R9, RZ\nTEX.SCR.B.LL RZ, R12, R4, R8, 2D, 0x3", {F(0x4040), F(0x3f80), 0, 0}},
        {NUMBERS "MOV R9, R6\nTLD.SCR.B.LZ.AOFFI RZ, R12, R4, R8, 2D, 0x3", {F(0x3f80), F(0x3f80), 0, 0}},
        /* with gradients in front of all, and the offsets above a layer */
        {COORDINATES "TXD RZ, R12, R4, R8, 0x0, 0x5a, 2D, 0x3", {F(0x4040), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R6, 0xf0000\nTXD.AOFFI RZ, R12, R4, R8, 0x0, 0x5a, 2D, 0x3",
         {F(0x4000), F(0x3f80), 0, 0}},
        {COORDINATES "MOV R6, R5\nMOV R5, R4\nMOV R4, R8\nMOV R7, 0xf0000\n"
                     "TXD.B.AOFFI RZ, R12, R4, R8, 2D, 0x3",
         {F(0x4000), F(0x3f80), 0, 0}},
        {"MOV R4, 0x1\nMOV R5, RZ\nTXQ.B RZ, R12, R4, TEX_HEADER_DIMENSION, 0x3", {4, 2, 0, 0}},
    };
    const struct hw_texture texture = texture_plane();

    (void)state;
    check(cases, COUNT(cases), &texture);
}

/* Layer 1; the handle of one coordinate, with more behind it, is in the first half of the list. */
static void layers(void **state)
{
    static const struct texture_case line_cases[] = {
        {"MOV R4, 0x1\nMOV R5, 0x2\nTLD.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, ARRAY_1D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        {"MOV R4, 0x1\nMOV R5, 0x40200000\nMOV R6, RZ\nTEX.SCR.LL R14, R12, R4, R6, 0x0, 0x5a, ARRAY_1D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        {"MOV R4, 0x40200000\nMOV R5, 0x1\nTXD R14, R12, R4, R8, 0x0, 0x5a, ARRAY_1D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        {"MOV R4, 0x40200000\nMOV R5, 0xf0001\nTXD.AOFFI R14, R12, R4, R8, 0x0, 0x5a, ARRAY_1D, 0x7",
         {F(0x3f80), F(0x3f80), F(0x4130), 0}},
    };
    static const struct texture_case plane_cases[] = {
        {"MOV R4, 0x1\nMOV R5, 0x2\nMOV R6, RZ\nTLD.SCR.LZ R14, R12, R4, R6, 0x0, 0x5a, ARRAY_2D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
        {"MOV R4, 0x1\nMOV R5, 0x2\nMOV R6, RZ\nMOV R7, 0x1\nTLD.SCR.B.LZ R14, R12, R4, R6, ARRAY_2D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8), 0}},
    };
    static const struct texture_case single_cases[] = {
        {"MOV R4, 0x2\nMOV R5, 0x1\nMOV R6, RZ\nTLD.SCR.B.LL.CL R14, R12, R4, R6, 1D, 0x7",
         {F(0x4000), 0, F(0x41a0), 0}},
        {"MOV R4, 0x2\nMOV R5, RZ\nTLD.SCR.LL.CL R14, R12, R4, R5, 0x0, 0x5a, 1D, 0x7",
         {F(0x4000), 0, F(0x41a0), 0}},
        {"MOV R4, 0x2\nTLD.SCR.LZ R14, R12, R4, 0x0, 0x5a, 1D, 0x7", {F(0x4000), 0, F(0x41a0), 0}},
    };
    const struct hw_texture of_lines = lines(), of_planes = planes();
    struct hw_texture single = lines();

    (void)state;
    single.layers = 0;
    check(line_cases, COUNT(line_cases), &of_lines);
    check(plane_cases, COUNT(plane_cases), &of_planes);
    check(single_cases, COUNT(single_cases), &single);
}

/* A listener is told of the registers that hold results. */
static void count_register(void *context, const struct hw_written_event *event)
{
    unsigned *told = context;

    for (unsigned i = 0; i < event->written_count && hw_form_op(event->insn->form) == HW_OP_LOOKUP; i++)
        if (event->written[i].kind == HW_OPERAND_REG)
            *told |= 1u << event->written[i].number;
}

static void told(void **state)
{
    const struct hw_texture texture = texture_plane();
    const struct hw_bindless bindless[2] = {{NULL, NULL}, {&texture, NULL}};
    unsigned registers = 0;
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100", "TEX.SCR.LZ R14, R12, R4, R5, 0x0, 0x5a, 2D, 0x7\nEXIT\n");
    k.params[2] = 1;
    k.launch.param_bytes = 16;
    k.launch.textures.bindless = bindless;
    k.launch.textures.bindless_count = 2;
    kernel_listen(&k, count_register, &registers);
    kernel_expect_ok(&k);
    assert_int_equal(registers, 7u << 12);
    kernel_free(&k);
}

static void expect_trouble(const char *chip, const char *code, uint32_t handle, unsigned kind,
                           const char *says)
{
    const struct hw_texture texture = texture_plane();

    check_texture_fault(&volta, chip, code, &texture, handle, kind, says);
}

/* Depth comparison, limits of the level, several samples a texel, four offsets, the level that a lookup would
 * use and sampler state are not modelled; how else textures are named is not public. */
static void refused(void **state)
{
    static const char *const graphics[] = {
        "TEX.SCR.LZ.DC RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x1",
        "TEX.LC RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x1",
        "TLD.SCR.LZ.MS RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x1",
        "TLD4.R.PTP R14, R12, R4, R6, 0x0, 0x5a, 2D",
        "TMML.LOD RZ, R12, R4, 0x0, 0x5a, 2D, 0x3",
        "TXQ RZ, R12, R4, TEX_HEADER_SAMPLER_POS, 0x0, 0x5a, 0x1",
    };
    static const char *const unknown[] = {
        "TEX.B.LZ RZ, R12, R4, R6, 0x0, 0x5a, 2D, 0x1",
        "TEX.B.LZ RZ, R12, R4, R6, 0x0, 0x1, 0x1, 2D, 0x1",
        "TXQ.B RZ, R12, R4, TEX_HEADER_DIMENSION, 0x0, 0x1, 0x1, 0x1",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(graphics); i++)
        expect_trouble("gv100", graphics[i], 1, HW_FAULT_ILLEGAL, "compute");
    for (size_t i = 0; i < COUNT(unknown); i++)
        expect_trouble("tu102", unknown[i], 1, HW_FAULT_ILLEGAL, "public");
    expect_trouble("tu102", "TEX.LZ RZ, R12, R4, R6, UR4, 0x5a, 2D, 0x1", 1, HW_FAULT_ILLEGAL, "public");
}

static void faults(void **state)
{
    static const char lookup[] = "TEX.SCR.LZ R14, R12, R4, R6, 0x0, 0x5a, 2D";

    (void)state;
    expect_trouble("ga100", lookup, 0, HW_FAULT_UNBOUND, "handle of no texture");
    expect_trouble("ga100", lookup, 7, HW_FAULT_UNBOUND, "handle of no texture");
    expect_trouble("ga100", "TXQ RZ, R12, R4, TEX_HEADER_DIMENSION, 0x0, 0x5a, 0x1", 7, HW_FAULT_UNBOUND,
                   "handle");
    expect_trouble("ga100", "TEX.SCR.LZ R16, R12, R4, R6, 0x0, 0x5a, 2D", 1, HW_FAULT_OPERAND, "");
    expect_trouble("ga100", "TEX.SCR.LZ R14, R16, R4, R6, 0x0, 0x5a, 2D", 1, HW_FAULT_OPERAND, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results), cmocka_unit_test(sources), cmocka_unit_test(layers),
        cmocka_unit_test(told),    cmocka_unit_test(refused), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
