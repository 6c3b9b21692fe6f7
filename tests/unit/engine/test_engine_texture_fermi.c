/* SPDX-License-Identifier: MIT */
/* Texture lookups of Fermi and Kepler: every shape, where each kind finds its sources, slots and handles,
 * what is refused.  The sequences are those that compilers write for tex*() of CUDA C, on GF100, GK104 and
 * GK110.
 *
 * In a case's code %T is the texture and, where the text has one, the sampler; %U the texture alone; %I what
 * says that the handle is in a register, %H what then stands in the place of %T; %B what GF100 alone writes
 * for source 2. */
#include "fermi.h"

#include <halfwarp/isa.h>
#include <halfwarp/surface.h>

#define F(value) value##0000u /* a float's bits by their upper half */
#define ENTRIES  130
#define CLEAR    "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n"

/* The textures, by their entries. */
enum { PLANE = 1, LINE, SPACE, LINES, PLANES, CUBE, CUBES, LAST_ENTRY = HW_TEXTURES - 1 };

static float plane[2][4][4], numbers[64];

static struct hw_texture texture_of(unsigned entry)
{
    struct hw_texture made = {
        .data = numbers,
        .bytes = sizeof numbers,
        .width = 4,
        .height = 2,
        .depth = 2,
        .row_pitch = 16,
        .slice_pitch = 32,
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    switch (entry) {
    case LINE: made.dimensions = 1; break;
    case SPACE: made.dimensions = 3; break;
    case LINES:
        made.dimensions = 1;
        made.layers = 2;
        made.slice_pitch = 16;
        break;
    case PLANES: made.layers = 2; break;
    case CUBE:
    case CUBES:
        made.width = made.height = 1;
        made.slice_pitch = 4;
        made.layers = entry == CUBE ? 6 : 12;
        made.cube = made.normalized = true;
        break;
    default:
        made.data = plane;
        made.bytes = sizeof plane;
        made.row_pitch = 64;
        made.channels = 4;
    }
    return made;
}

/* Texel (x, y) of the plane is (x, y, 10 x + y, 0.5); elsewhere a texel is its number. */
static void fill(void)
{
    for (unsigned n = 0; n < 64; n++)
        numbers[n] = (float)n;
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 4; x++) {
            const float texel[4] = {(float)x, (float)y, (float)(10 * x + y), 0.5f};
            memcpy(plane[y][x], texel, sizeof texel);
        }
}

static int put(char *to, size_t size, char what, unsigned chip, unsigned entry)
{
    static const char *const of_chip[FERMI_CHIPS][3] = {
        {".I", "0x0, 0x0", "R6, "}, {".I", "0xff, 0x1f", ""}, {".B", "0x0", ""}};
    const unsigned number = chip == GF100 ? entry : 0x52 + entry; /* later: word of bank 0 */

    switch (what) {
    case 'I': return snprintf(to, size, "%s", of_chip[chip][0]);
    case 'H': return snprintf(to, size, "%s", of_chip[chip][1]);
    case 'B': return snprintf(to, size, "%s", of_chip[chip][2]);
    case 'U': return snprintf(to, size, "0x%x", number);
    default:
        return chip == GK110 ? snprintf(to, size, "0x%x", number)
                             : snprintf(to, size, "0x%x, 0x%x", number, chip == GF100 ? entry & 0x1f : 0);
    }
}

/* Run `code`; each thread's R12 to R15 come out. */
static void launch(struct kernel *k, unsigned chip, unsigned entry, uint32_t threads, const char *code)
{
    struct hw_texture texture[ENTRIES];
    struct hw_bindless bindless[ENTRIES] = {{NULL, NULL}};
    char source[2048] = START "ISCADD R2, R0, R2, 0x4\nIMUL32I R4, R0, 0x4\nISUB R2, R2, R4\n" CLEAR;
    size_t used = strlen(source);

    for (const char *at = code; *at; at++)
        if (*at == '%')
            used += (size_t)put(source + used, sizeof source - used, *++at, chip, entry);
        else
            source[used++] = *at;
    snprintf(source + used, sizeof source - used, "\nST.E.128 [R2], R12\n%s", END);
    fill();
    for (unsigned n = PLANE; n < ENTRIES; n++) {
        texture[n] = texture_of(n);
        assert_int_equal(hw_texture_check(&texture[n], NULL), HW_OK);
        bindless[n].texture = &texture[n];
    }
    fermi_make(k, chip, threads, source);
    for (unsigned n = PLANE; n <= CUBES; n++)
        k->params[2 + n] = n;
    k->launch.param_bytes = 16 * 4;
    k->launch.textures.bindless = bindless;
    k->launch.textures.bindless_count = ENTRIES;
    kernel_run(k);
    k->launch.textures.bindless = NULL;
}

#define FERMI  1u
#define KEPLER 6u
#define ALL    7u

struct lookup {
    unsigned chips, entry;
    const char *code;
    uint32_t result[4];
};

static void check_all(const struct lookup *lookup, size_t count)
{
    for (size_t i = 0; i < count * FERMI_CHIPS; i++) {
        const struct lookup *c = &lookup[i / FERMI_CHIPS];
        const unsigned chip = i % FERMI_CHIPS;
        struct kernel k;

        if (!(c->chips >> chip & 1))
            continue;
        launch(&k, chip, c->entry, 1, c->code);
        if (k.result.fault.kind || k.error.text[0])
            fail_msg("%s: %s: %s", fermi_chips[chip].chip, c->code, k.error.text);
        for (unsigned n = 0; n < 4; n++)
            if (k.out[n] != c->result[n])
                fail_msg("%s: %s: result %u is 0x%x, expected 0x%x", fermi_chips[chip].chip, c->code, n,
                         k.out[n], c->result[n]);
        kernel_free(&k);
    }
}

#define CHECK(lookups) check_all(lookups, sizeof(lookups) / sizeof((lookups)[0]))

#define NUMBERS(a, b, c) "MOV32I R4, " a "\nMOV32I R5, " b "\nMOV32I R6, " c "\n"
#define OFFSET           "MOV32I R4, 0x40600000\nMOV32I R5, 0x3fc00000\n" /* 3.5, 1.5 */

/* One lookup of each shape; layers come before the coordinates. */
static void shapes(void **state)
{
    static const struct lookup lookups[] = {
        {ALL, LINE, NUMBERS("0x40200000", "0x0", "0x0") "TEX.T R12, R4, %T, 1D, 0x1", {F(0x4000)}},
        {ALL, LINE, NUMBERS("0x40200000", "0x0", "0x0") "TEX.P R12, R4, %T, 2D, 0x1", {F(0x4000)}},
        {ALL, PLANE, OFFSET "TEX.T R12, R4, %T, 2D, 0xf", {F(0x4040), F(0x3f80), F(0x41f8), F(0x3f00)}},
        {ALL,
         SPACE,
         NUMBERS("0x40200000", "0x3fc00000", "0x3fc00000") "TEX R12, R4, %T, 3D, 0x1",
         {F(0x4160)}},
        {ALL, LINES, NUMBERS("0x1", "0x40200000", "0x0") "TEX.T R12, R4, %T, ARRAY_1D, 0x1", {F(0x40c0)}},
        {ALL,
         PLANES,
         NUMBERS("0x1", "0x40200000", "0x3fc00000") "TEX.T R12, R4, %T, ARRAY_2D, 0x1",
         {F(0x4160)}},
        {ALL, CUBE, NUMBERS("0x0", "0x0", "0xbf800000") "TEX.T R12, R4, %T, CUBE, 0x1", {F(0x40a0)}},
        {ALL,
         CUBES,
         "MOV R7, RZ\n" NUMBERS("0x1", "0x0", "0x3f800000") "TEX.T R12, R4, %T, ARRAY_CUBE, 0x1",
         {F(0x4100)}},
        /* linear memory, and texels by number; outside is the border */
        {ALL, LINE, NUMBERS("0x3", "0x0", "0x0") "TLD.LZ.T R12, R4, %U, 1D, 0x1", {F(0x4040)}},
        {ALL, LINE, NUMBERS("0x4", "0x0", "0x0") "TLD.LZ.T R12, R4, %U, 1D, 0x1", {0}},
        {ALL,
         PLANE,
         NUMBERS("0x2", "0x1", "0x0") "TLD.LZ.P R12, R4, %U, 2D, 0xf",
         {F(0x4000), F(0x3f80), F(0x41a8), F(0x3f00)}},
        {ALL, PLANES, NUMBERS("0x1", "0x2", "0x1") "TLD.LZ.T R12, R4, %U, ARRAY_2D, 0x1", {F(0x4160)}},
    };
    (void)state;
    CHECK(lookups);
}

/* Results are packed; level and offsets follow the coordinates, on GF100 from source 2 on. */
static void sources(void **state)
{
    /* clang-format off */
    static const struct lookup lookups[] = {
        {ALL, PLANE, OFFSET "TEX.T R12, R4, %T, 2D, 0xa", {F(0x3f80), F(0x3f00)}},
        {ALL, PLANE, OFFSET "TEX.T R12, R4, %T, 2D, 0x0", {0}},
        {ALL, PLANE, OFFSET "MOV32I R6, 0xf\nTEX.LZ.AOFFI.T R12, R4, %B%T, 2D, 0x7", {F(0x4000), F(0x3f80), F(0x41a8)}},
        {ALL, PLANE, OFFSET "MOV R6, RZ\nMOV32I R7, 0xf\nTEX.LL.AOFFI.T R12, R4, %B%T, 2D, 0x7",
         {F(0x4000), F(0x3f80), F(0x41a8)}},
        {ALL, PLANE, OFFSET "MOV R6, RZ\nTEX.LB.T R12, R4, %B%T, 2D, 0x1", {F(0x4040)}},
        {ALL, PLANE, NUMBERS("0x2", "0x1", "0xf") "TLD.LZ.AOFFI.T R12, R4, %B%U, 2D, 0x1", {F(0x3f80)}},
        {ALL, PLANE, "MOV R7, RZ\n" NUMBERS("0x2", "0x1", "0x0") "TLD.LL.T R12, R4, %B%U, 2D, 0x1", {F(0x4000)}},
        /* green of the four around (3, 1), then the same moved by (-1, 0) */
        {ALL, PLANE, NUMBERS("0x40400000", "0x3f800000", "0x0") "TLD4.G.T R12, R4, %T, 2D, 0xf",
         {F(0x3f80), F(0x3f80)}},
        {ALL, PLANE, NUMBERS("0x40400000", "0x3f800000", "0x3f") "TLD4.R.AOFFI.T R12, R4, %B%T, 2D, 0xf",
         {F(0x3f80), F(0x4000), F(0x4000), F(0x3f80)}},
        /* gradients have no effect; the offset is above the layer, on GF100 behind the coordinates */
        {ALL, PLANE, OFFSET "TXD.T R12, R4, R8, %T, 2D, 0x1", {F(0x4040)}},
        {FERMI, PLANE, OFFSET "MOV32I R6, 0xf\nTXD.AOFFI.T R12, R4, R8, %T, 2D, 0x1", {F(0x4000)}},
        {KEPLER, PLANE, NUMBERS("0xf0000", "0x40600000", "0x3fc00000") "TXD.AOFFI.T R12, R4, R8, %T, 2D, 0x1",
         {F(0x4000)}},
        {ALL, PLANES, NUMBERS("0x1", "0x40200000", "0x3fc00000") "TXD.T R12, R4, R8, %T, ARRAY_2D, 0x1", {F(0x4160)}},
        {KEPLER, PLANES, NUMBERS("0xf0001", "0x40200000", "0x3fc00000") "TXD.AOFFI.T R12, R4, R8, %T, ARRAY_2D, 0x1",
         {F(0x4150)}},
        /* the fifth source is behind source 2 */
        {KEPLER, SPACE, "MOV R7, RZ\nMOV32I R8, 0x0f0\n" NUMBERS("0x40200000", "0x3fc00000", "0x3fc00000")
         "TEX.LL.AOFFI.T R12, R4, R8, %T, 3D, 0x1", {F(0x4120)}},
        {FERMI, SPACE, "MOV R7, RZ\nMOV32I R8, 0x0f0\n" NUMBERS("0x40200000", "0x3fc00000", "0x3fc00000")
         "TEX.LL.AOFFI.T R12, R4, R7, %T, 3D, 0x1", {F(0x4120)}},
        {ALL, PLANE, "TXQ.T R12, RZ, TEX_HEADER_DIMENSION, %T, 0x3", {4, 2}},
        {ALL, SPACE, "TXQ.T R12, RZ, TEX_HEADER_DIMENSION, %T, 0x4", {2}},
    };
    /* clang-format on */
    (void)state;
    CHECK(lookups);
}

/* Handles in registers come before everything else.  TEXDEPBAR has nothing to wait for. */
static void handles(void **state)
{
    static const struct lookup lookups[] = {
        {KEPLER,
         PLANE,
         NUMBERS("0x1", "0x40600000", "0x3fc00000") "TEX%I.P R12, R4, %H, 2D, 0x1\nTEXDEPBAR 0x0",
         {F(0x4040)}},
        {KEPLER, PLANE, NUMBERS("0x300001", "0x2", "0x1") "TLD%I.LZ.T R12, R4, %U, 2D, 0x1", {F(0x4000)}},
        {KEPLER,
         PLANES,
         "MOV32I R8, 0x0\nMOV32I R9, 0xf\nMOV32I R7, 0x3fc00000\n" NUMBERS(
             "0x5", "0x1", "0x40200000") "TEX%I.LL.AOFFI.P R12, R4, R8, %H, ARRAY_2D, 0x1",
         {F(0x4150)}},
        {KEPLER, PLANE, NUMBERS("0x1", "0x0", "0x0") "TXQ%I.T R12, R4, TEX_HEADER_DIMENSION, %H, 0x1", {4}},
    };
    (void)state;
    CHECK(lookups);
}

/* Offsets stand in a register, so each lane has its own: here from -1 on. */
static void offsets_of_lanes(void **state)
{
    static const char *const code[] = {
        "MOV32I R5, 0x3fc00000\nIADD R6, R0, -0x1\nLOP.AND R6, R6, 0xf\nTEX.LZ.AOFFI.T R12, R4, %B%T, 2D, "
        "0x3",
        "MOV32I R5, 0x1\nIADD R6, R0, -0x1\nLOP.AND R6, R6, 0xf\nTLD.LZ.AOFFI.T R12, R4, %B%U, 2D, 0x3",
    };

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned i = 0; i < 2; i++) {
            char source[256];
            struct kernel k;

            snprintf(source, sizeof source, "MOV32I R4, %s\n%s", i ? "0x1" : "0x3fc00000", code[i]);
            launch(&k, chip, PLANE, 4, source);
            for (unsigned thread = 0; thread < 4; thread++) {
                const float expected[2] = {(float)thread, 1};
                if (memcmp(&k.out[4 * thread], expected, sizeof expected) != 0)
                    fail_msg("%s: %s: thread %u found texel (%08x, %08x)", fermi_chips[chip].chip, code[i],
                             thread, k.out[4 * thread], k.out[4 * thread + 1]);
            }
            kernel_free(&k);
        }
}

static void expect_fault(unsigned chip, unsigned entry, const char *code, unsigned kind)
{
    struct kernel k;

    launch(&k, chip, entry, 1, code);
    if (k.result.fault.kind != kind)
        fail_msg("%s: %s: fault %u, expected %u", fermi_chips[chip].chip, code, k.result.fault.kind, kind);
    kernel_free(&k);
}

/* Depth comparison, several samples a texel, four offsets, levels of detail and sampler state are not
 * modelled. */
static void refused(void **state)
{
    static const char *const code[] = {
        "TEX.DC.T R12, R4, R6, %T, 2D, 0x1",
        "TLD.LZ.MS.T R12, R4, R6, %U, 2D, 0x1",
        "TLD4.R.PTP.T R12, R4, R6, %T, 2D, 0xf",
        "TMML.LOD.T R12, R4, %T, 2D, 0x3",
        "TXQ.T R12, RZ, TEX_HEADER_SAMPLER_POS, %T, 0x1",
    };
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        for (size_t i = 0; i < sizeof code / sizeof code[0]; i++)
            expect_fault(chip, PLANE, code[i], HW_FAULT_ILLEGAL);
        expect_fault(chip, PLANE, "MOV32I R4, 0x0\nTEX.T R16, R4, %T, 2D, 0xf", HW_FAULT_OPERAND);
    }
    expect_fault(GF100, PLANE, "TEX.I.T R12, R4, %T, 2D, 0x1", HW_FAULT_ILLEGAL);
    expect_fault(GF100, 0, "TEX.T R12, R4, %T, 2D, 0x1", HW_FAULT_UNBOUND);
    expect_fault(GK104, PLANE, "TEX.I.T R12, RZ, %H, 2D, 0x1", HW_FAULT_UNBOUND);
    expect_fault(GK110, PLANE, "TEX.B.T R12, RZ, %H, 2D, 0x1", HW_FAULT_UNBOUND);
}

/* Whether GF100 has this instruction in text and words. */
static void expect_text(const char *text, bool valid)
{
    struct hw_target target;
    struct hw_insn insn;
    char back[HW_TEXT_MAX];

    assert_int_equal(hw_target_find("gf100", &target, NULL), HW_OK);
    const hw_status status = hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, NULL);
    if ((status == HW_OK) != valid)
        fail_msg("%s: status %d", text, status);
    if (!valid)
        return;
    hw_print(&insn, HW_SYNTAX_NV, 0, back, sizeof back);
    assert_string_equal(back, text);
}

/* GF100 has 128 textures in compute programs and 130 elsewhere; samplers are linked to them, and a sampler's
 * number, of which there are more than 18, says nothing then. */
static void numbers_of_things(void **state)
{
    static const struct lookup last[] = {
        {FERMI, LAST_ENTRY, OFFSET "TEX.T R12, R4, %T, 2D, 0x1", {F(0x4040)}},
        {FERMI, PLANE, OFFSET "TEX.T R12, R4, %U, 0x11, 2D, 0x1", {F(0x4040)}},
        {FERMI, PLANE, OFFSET "TEX.T R12, R4, %U, 0xf, 2D, 0x1", {F(0x4040)}},
    };
    (void)state;
    CHECK(last);
    expect_fault(GF100, HW_TEXTURES, OFFSET "TEX.T R12, R4, %T, 2D, 0x1", HW_FAULT_UNBOUND);
    expect_text("TEX.T R12, R4, 0x81, 0x11, 2D, 0x1", true);
    expect_text("TEX.T R12, R4, 0x100, 0x0, 2D, 0x1", false);
    expect_text("TEX.T R12, R4, 0x0, 0x20, 2D, 0x1", false);
    hw_fact("SF-196");
    hw_fact("SF-197");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),  cmocka_unit_test(sources),           cmocka_unit_test(handles),
        cmocka_unit_test(refused), cmocka_unit_test(numbers_of_things), cmocka_unit_test(offsets_of_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
