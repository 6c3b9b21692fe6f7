/* SPDX-License-Identifier: MIT */
/* Surfaces of GF100, by slots, and of GK104 and GK110, whose code computes addresses from descriptors in bank
 * 0.  The sequences are those that compilers write for surf*() of CUDA C; expected values follow the PTX
 * ISA's suld, sust and sured
 * (.trap, .clamp, .zero).  Rows are longer than a tile is wide and there are more of them than it has. */
#include "fermi.h"

#include <halfwarp/listener.h>
#include <halfwarp/surface.h>

#define WIDTH      40u /* words: two and a half tiles */
#define HEIGHT     10u
#define SLICES     3u
#define ENTRY      5u
#define DESCRIPTOR 0x150u

#define CLEAR         "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n"
#define SET(r, value) "MOV32I " r ", " value "\n"
#define AT(x, y, z)   SET("R4", x) SET("R5", y) SET("R6", z)
#define DATA          SET("R8", "0x11111111") SET("R9", "0x22222222") SET("R10", "0x33333333") SET("R11", "0x44444444")

enum shape { LINE, PLANE, LAYERS, SPACE };

static uint32_t number_of(uint32_t x, uint32_t y, uint32_t z)
{
    return 0x80 + ((z * HEIGHT + y) * WIDTH + x) * 0x01010101u;
}

static struct hw_surface surface_of(enum shape shape, uint32_t *words)
{
    struct hw_surface made = {.data = words,
                              .bytes = (size_t)WIDTH * HEIGHT * SLICES * 4,
                              .width = WIDTH,
                              .height = HEIGHT,
                              .depth = SLICES,
                              .row_pitch = WIDTH * 4,
                              .slice_pitch = (uint64_t)WIDTH * HEIGHT * 4,
                              .dimensions = 2,
                              .type = HW_TEXEL_U32,
                              .channels = 1};

    made.dimensions = shape == LINE ? 1 : shape == SPACE ? 3 : 2;
    made.layers = shape == LAYERS ? SLICES : 0;
    return made;
}

struct run {
    struct kernel k;
    uint32_t *words; /* of the surface, which lies in device memory */
    unsigned told;   /* accesses to surfaces that a listener heard of */
};

static void hear(void *context, const struct hw_access_event *event)
{
    if (event->kind == HW_ACCESS_SURFACE && event->lanes == 1 && event->address[0] != HW_NO_ADDRESS)
        ++*(unsigned *)context;
}

/* Run `code` by one thread on a surface that is slot or entry ENTRY; R12 to R15 come out. */
static void launch(struct run *r, unsigned chip, enum shape shape, const char *code)
{
    struct hw_bindless bindless[ENTRY + 1] = {{NULL, NULL}};
    const struct hw_reference reference = {"surface", DESCRIPTOR, ENTRY, HW_REFERENCE_DESCRIPTOR};
    const struct hw_listener listener = {.context = &r->told, .access = hear};
    const size_t bytes = (size_t)WIDTH * HEIGHT * SLICES * 4;
    uint64_t address;
    char source[4096];

    snprintf(source, sizeof source, "%s%s%s\nST.E.128 [R2], R12\n%s", START, CLEAR DATA, code, END);
    fermi_make(&r->k, chip, 1, source);
    r->k.launch.code.registers = 32;
    assert_int_equal(hw_memory_alloc(r->k.memory, bytes, &address, NULL), HW_OK);
    r->words = (uint32_t *)(void *)hw_memory_host(r->k.memory, address, bytes);
    for (uint32_t z = 0; z < SLICES; z++)
        for (uint32_t y = 0; y < HEIGHT; y++)
            for (uint32_t x = 0; x < WIDTH; x++)
                r->words[(z * HEIGHT + y) * WIDTH + x] = number_of(x, y, z);
    const struct hw_surface surface = surface_of(shape, r->words);
    bindless[ENTRY].surface = &surface;
    r->told = 0;
    r->k.launch.listeners = &listener;
    r->k.launch.listener_count = 1;
    r->k.launch.param_bytes = 64;
    r->k.launch.textures.bindless = bindless;
    r->k.launch.textures.bindless_count = ENTRY + 1;
    if (chip != GF100) {
        r->k.launch.textures.references = &reference;
        r->k.launch.textures.reference_count = 1;
    }
    kernel_run(&r->k);
    r->k.launch.textures.bindless = NULL;
    r->k.launch.listener_count = 0;
}

struct access {
    enum shape shape;
    const char *code;
    uint32_t result[4];
    int changed; /* the word of the surface that changes, or -1 */
    uint32_t to;
};

static void check(unsigned chip, const struct access *c, const char *code)
{
    struct run r;

    launch(&r, chip, c->shape, code);
    if (r.k.result.fault.kind || r.k.error.text[0])
        fail_msg("%s: %s: %s", fermi_chips[chip].chip, code, r.k.error.text);
    if (strstr(code, ".TRAP") && r.told != 1)
        fail_msg("%s: %s: a listener heard of %u accesses", fermi_chips[chip].chip, code, r.told);
    for (unsigned i = 0; i < 4; i++)
        if (r.k.out[i] != c->result[i])
            fail_msg("%s: %s: result %u is 0x%x, expected 0x%x", fermi_chips[chip].chip, code, i, r.k.out[i],
                     c->result[i]);
    for (uint32_t i = 0; i < WIDTH * HEIGHT * SLICES; i++) {
        const uint32_t was = number_of(i % WIDTH, i / WIDTH % HEIGHT, i / WIDTH / HEIGHT);
        if (r.words[i] != ((int)i == c->changed ? c->to : was))
            fail_msg("%s: %s: word %u has become 0x%x", fermi_chips[chip].chip, code, i, r.words[i]);
    }
    kernel_free(&r.k);
}

static void expect_fault(unsigned chip, const char *code, unsigned kind, const char *says)
{
    struct run r;

    launch(&r, chip, PLANE, code);
    if (r.k.result.fault.kind != kind || !strstr(r.k.result.fault.sentence, says))
        fail_msg("%s: %s: fault %u, '%s', expected %u", fermi_chips[chip].chip, code, r.k.result.fault.kind,
                 r.k.result.fault.sentence, kind);
    kernel_free(&r.k);
}

#define WORD(x, y, z) (int)(((z)*HEIGHT + (y)) * WIDTH + (x))
#define IS(x, y, z)   (0x80 + (uint32_t)WORD(x, y, z) * 0x01010101u)

/* --- GF100 --- */

static void slots(void **state)
{
    static const struct access accesses[] = {
        {LINE, AT("0x8c", "0x0", "0x0") "SULD.1D.B.32.TRAP R12, 0x5, R4", {IS(35, 0, 0)}, -1, 0},
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.CA.32.TRAP R12, 0x5, R4", {IS(35, 9, 0)}, -1, 0},
        {PLANE,
         AT("0x88", "0x9", "0x0") "SULD.2D.B.64.TRAP R12, 0x5, R4",
         {IS(34, 9, 0), IS(35, 9, 0)},
         -1,
         0},
        {PLANE, AT("0x8f", "0x9", "0x0") "SULD.2D.B.U8.TRAP R12, 0x5, R4", {IS(35, 9, 0) >> 24}, -1, 0},
        {SPACE, AT("0x8c", "0x9", "0x2") "SULD.3D.B.32.TRAP R12, 0x5, R4", {IS(35, 9, 2)}, -1, 0},
        {LAYERS, AT("0x8c", "0x9", "0x2") "SULD.E2D.B.32.TRAP R12, 0x5, R4", {IS(35, 9, 2)}, -1, 0},
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, RZ", {IS(0, 0, 0)}, -1, 0},
        /* the slot in a register */
        {PLANE,
         AT("0x8c", "0x9", "0x0") SET("R7", "0x5") "SULD.2D.B.32.TRAP R12, R7, R4",
         {IS(35, 9, 0)},
         -1,
         0},
        /* outside */
        {PLANE, AT("0xa0", "0x9", "0x0") SET("R12", "0x1") "SULD.2D.B.32.IGN R12, 0x5, R4", {0}, -1, 0},
        {PLANE, AT("0xa0", "0xa", "0x0") "SULD.2D.B.32 R12, 0x5, R4", {IS(39, 9, 0)}, -1, 0},
        {PLANE, AT("0xfffffffc", "0x1", "0x0") "SULD.2D.B.32 R12, 0x5, R4", {IS(0, 1, 0)}, -1, 0},
        {PLANE, AT("0xa0", "0x9", "0x0") "SUST.2D.B.32.IGN 0x5, R4, R8", {0}, -1, 0},
        {PLANE, AT("0xa0", "0x9", "0x0") "SUST.2D.B.32 0x5, R4, R8", {0}, WORD(39, 9, 0), 0x11111111},
        {PLANE, AT("0x84", "0x9", "0x0") "SUST.2D.B.WB.32.TRAP 0x5, R4, R8", {0}, WORD(33, 9, 0), 0x11111111},
        {LAYERS,
         AT("0x84", "0x9", "0x1") "SUST.E2D.B.WB.32.TRAP 0x5, R4, R8",
         {0},
         WORD(33, 9, 1),
         0x11111111},
        {SPACE,
         AT("0x84", "0x9", "0x2") "SUST.E2D.B.WB.32.TRAP 0x5, R4, R8",
         {0},
         WORD(33, 9, 2),
         0x11111111},
        /* formatted: x counts texels */
        {PLANE, AT("0x21", "0x9", "0x0") "SUST.2D.P.R.TRAP 0x5, R4, R8", {0}, WORD(33, 9, 0), 0x11111111},
        {PLANE,
         AT("0x21", "0x9", "0x0") "SURED.ADD.2D.P.TRAP 0x5, R4, R8",
         {0},
         WORD(33, 9, 0),
         IS(33, 9, 0) + 0x11111111},
        {PLANE, AT("0x21", "0x9", "0x0") "SURED.MIN.2D.P.IGN 0x5, R4, R8", {0}, WORD(33, 9, 0), 0x11111111},
        {PLANE, AT("0x28", "0x9", "0x0") "SURED.MAX.2D.P.IGN 0x5, R4, R8", {0}, -1, 0},
        /* an address, at which loads and stores find the same memory */
        {PLANE,
         AT("0x84", "0x9",
            "0x0") "SULEA.2D.B.32.IGN P0, R16, 0x5, R4\n@!P0 LD.E R12, [R16]\n@!P0 ST.E [R16], R8",
         {IS(33, 9, 0)},
         WORD(33, 9, 0),
         0x11111111},
        {PLANE,
         AT("0xa0", "0x9", "0x0") "SULEA.2D.B.32.IGN P0, R16, 0x5, R4\n@P0 MOV R12, R8",
         {0x11111111},
         -1,
         0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        check(GF100, &accesses[i], accesses[i].code);
    expect_fault(GF100, AT("0xa0", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4", HW_FAULT_ADDRESS,
                 "nothing at byte 160, y 9");
    expect_fault(GF100, AT("0x2", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4", HW_FAULT_MISALIGNED, "");
    expect_fault(GF100, AT("0x0", "0x0", "0x0") "SULD.2D.B.32.TRAP R12, 0x4, R4", HW_FAULT_UNBOUND, "");
    expect_fault(GF100, "SUQ.DIM R12, 0x5", HW_FAULT_ILLEGAL, "");
    expect_fault(GF100, "SURED.INVALIDATOMOP10.2D.P.TRAP 0x5, R4, R8", HW_FAULT_ILLEGAL, "");
    hw_fact("SF-161");
}

/* SULD's x may be moved by up to eight elements, each as wide as the access, before it is brought inside.
 * CUDA 7.5 makes (x + 1) * 4 and (x - 1) * 4 into 1 and -1. */
static void offsets(void **state)
{
    static const struct access accesses[] = {
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, 0x1", {IS(36, 9, 0)}, -1, 0},
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, -0x1", {IS(34, 9, 0)}, -1, 0},
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, -0x8", {IS(27, 9, 0)}, -1, 0},
        {LINE, AT("0x10", "0x0", "0x0") "SULD.1D.B.32.TRAP R12, 0x5, R4, 0x7", {IS(11, 0, 0)}, -1, 0},
        {SPACE, AT("0x10", "0x9", "0x2") "SULD.3D.B.32.TRAP R12, 0x5, R4, 0x2", {IS(6, 9, 2)}, -1, 0},
        {LAYERS, AT("0x10", "0x9", "0x2") "SULD.E2D.B.32.TRAP R12, 0x5, R4, 0x2", {IS(6, 9, 2)}, -1, 0},
        {PLANE, AT("0x8c", "0x9", "0x0") "SULD.2D.B.U8.TRAP R12, 0x5, R4, -0x1", {IS(34, 9, 0) >> 24}, -1, 0},
        {PLANE,
         AT("0x88", "0x9", "0x0") "SULD.2D.B.64.TRAP R12, 0x5, R4, 0x1",
         {IS(36, 9, 0), IS(37, 9, 0)},
         -1,
         0},
        {PLANE,
         AT("0x80", "0x9", "0x0") SET("R7", "0x5") "SULD.2D.B.128.TRAP R12, R7, R4, -0x1",
         {IS(28, 9, 0), IS(29, 9, 0), IS(30, 9, 0), IS(31, 9, 0)},
         -1,
         0},
        /* the sum is what lies outside, or inside */
        {PLANE, AT("0x9c", "0x9", "0x0") "SULD.2D.B.32 R12, 0x5, R4, 0x1", {IS(39, 9, 0)}, -1, 0},
        {PLANE, AT("0x0", "0x1", "0x0") "SULD.2D.B.32 R12, 0x5, R4, -0x1", {IS(0, 1, 0)}, -1, 0},
        {PLANE, AT("0x9c", "0x9", "0x0") SET("R12", "0x1") "SULD.2D.B.32.IGN R12, 0x5, R4, 0x1", {0}, -1, 0},
        {PLANE, AT("0xa0", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, -0x1", {IS(39, 9, 0)}, -1, 0},
        {PLANE, AT("0xfffffffc", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, 0x1", {IS(0, 9, 0)}, -1, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        check(GF100, &accesses[i], accesses[i].code);
    expect_fault(GF100, AT("0x9c", "0x9", "0x0") "SULD.2D.B.32.TRAP R12, 0x5, R4, 0x1", HW_FAULT_ADDRESS,
                 "nothing at byte 160, y 9");
}

/* The offset is written as SUCLAMP's is, behind the coordinates, and not at all where it is 0. */
static void offsets_as_text(void **state)
{
    static const struct {
        uint64_t word;
        const char *text[3]; /* CUDA 5, 4.2, 4.0 */
    } words[] = {
        {0xd400900110602085u,
         {"@!P0 SULD.2D.B.CA.32 R0, R4, R6, 0x1", "@!P0 SULD.2D.B.CA.32 R0, R4, R6, 0x1",
          "@!P0 SULD.2D.B.CA.32 R0, R4, R6, 0x1"}},
        {0xd400900f10602085u,
         {"@!P0 SULD.2D.B.CA.32 R0, R4, R6, -0x1", "@!P0 SULD.2D.B.CA.32 R0, R4, R6, 0xf",
          "@!P0 SULD.2D.B.CA.32 R0, R4, R6, 0xf"}},
        {0xd40110001060a085u,
         {"@!P0 SULD.2D.B.CA.32.TRAP R2, R4, R6", "@!P0 SULD.2D.B.CA.32.TRAP R2, R4, R6",
          "@!P0 SULD.2D.B.CA.32.TRAP R2, R4, R6"}},
    };
    static const enum hw_syntax syntaxes[] = {HW_SYNTAX_NV, HW_SYNTAX_NV42, HW_SYNTAX_NV40};
    struct hw_target target;
    struct hw_insn insn;
    char text[HW_TEXT_MAX];

    (void)state;
    assert_int_equal(hw_target_find("sm_20", &target, NULL), HW_OK);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(hw_decode(&target, &words[i].word, 8, &insn), HW_OK);
            hw_print(&insn, syntaxes[k], 0, text, sizeof text);
            assert_string_equal(text, words[i].text[k]);
            assert_int_equal(hw_parse(&target, syntaxes[k], text, 0, &insn, NULL), HW_OK);
            assert_true(insn.word[0] == words[i].word);
        }
    for (unsigned k = 0; k < 2; k++)
        assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV,
                                      k ? "SULD.2D.B.32 R0, R4, R6, 0x8" : "SULD.2D.B.32 R0, R4, R6, -0x9", 0,
                                      &insn, NULL),
                             HW_OK);
}

/* Surfaces have eight slots: the number in the word has three bits. */
static void eight_slots(void **state)
{
    struct hw_target target;
    struct hw_insn insn;

    (void)state;
    assert_int_equal(hw_target_find("gf100", &target, NULL), HW_OK);
    assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, "SUST.2D.B.32.TRAP 0x7, R4, R8", 0, &insn, NULL), HW_OK);
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, "SUST.2D.B.32.TRAP 0x8, R4, R8", 0, &insn, NULL),
                         HW_OK);
    hw_fact("SF-198");
}

/* --- GK104 and GK110 --- */

/* %s: what GK104 writes for signed coordinates.  The descriptor: base, format, x, pitch, y, layers, z, tiles
 * down. */
#define CLAMP_X "SUCLAMP%s.SD.R4 PT, R16, R4, c[0x0][0x158], 0x0\n"
#define CLAMP_Y "SUCLAMP%s PT, R17, R5, c[0x0][0x160], 0x0\n"
#define PLANE_ADDRESS                                                                \
    CLAMP_X                                                                          \
    CLAMP_Y "IMADSP.SD R19, R17, c[0x0][0x15c], R16\nSUBFM P0, R20, R16, R17, R19\n" \
            "SUEAU R21, R19, R20, c[0x0][0x150]\n"
#define LINE_ADDRESS                                                                         \
    CLAMP_X "SUBFM P0, R20, R16, RZ, RZ\nLOP32I.AND R19, R16, 0xffff\nSUEAU R21, R19, R20, " \
            "c[0x0][0x150]\n"
#define SPACE_ADDRESS                                                                                  \
    CLAMP_X                                                                                            \
    CLAMP_Y "SUCLAMP%s PT, R18, R6, c[0x0][0x168], 0x0\n"                                              \
            "IMADSP.U16H0.U16H0.U16H0 R19, R18, c[0x0][0x16c], R17\nSUBFM.3D P0, R20, R16, R17, R18\n" \
            "IMADSP.U32.U16H0.U16H0 R19, R19, c[0x0][0x15c], R16\nSUEAU R21, R19, R20, c[0x0][0x150]\n"
#define LAYER_ADDRESS                                                                                      \
    PLANE_ADDRESS "SUCLAMP.U32 P1, R18, R6, c[0x0][0x168], 0x0\nMOV R22, c[0x0][0x164]\nPSETP.OR.AND P0, " \
                  "PT, P0, P1, PT\n"                                                                       \
                  "IMADSP.U32.U24.U32 R21, R22, R18, R21\n"

/* The address of what it lies at, for reductions: the pair's bytes in order. */
#define MEMORY_ADDRESS "PRMT R22, R20, 0x6540, R21\nPRMT R23, RZ, 0x7, R21\n"

#define LOAD(how, outside) "SULDGA.B.CA." how ".U8 R12, [R20], c[0x0][0x154], " outside
#define STORE_AT(how)      "SUSTGA." how ".U8 [R20], c[0x0][0x154], R8, P0"

static void computed(void **state)
{
    static const struct access accesses[] = {
        {PLANE, AT("0x8c", "0x9", "0x0") PLANE_ADDRESS LOAD("32.TRAP", "P0"), {IS(35, 9, 0)}, -1, 0},
        {PLANE, AT("0x4", "0x2", "0x0") PLANE_ADDRESS LOAD("32.TRAP", "P0"), {IS(1, 2, 0)}, -1, 0},
        {PLANE,
         AT("0x50", "0x7", "0x0") PLANE_ADDRESS LOAD("128.TRAP", "P0"),
         {IS(20, 7, 0), IS(21, 7, 0), IS(22, 7, 0), IS(23, 7, 0)},
         -1,
         0},
        {PLANE,
         AT("0x8c", "0x9", "0x0") PLANE_ADDRESS
         "MOV R7, c[0x0][0x154]\nSULDGA.B.CA.S8.TRAP.U8 R12, [R20], R7, P0",
         {(uint32_t)(int32_t)(int8_t)IS(35, 9, 0)},
         -1,
         0},
        {LINE, AT("0x9c", "0x0", "0x0") LINE_ADDRESS LOAD("32.TRAP", "P0"), {IS(39, 0, 0)}, -1, 0},
        {SPACE, AT("0x8c", "0x9", "0x2") SPACE_ADDRESS LOAD("32.TRAP", "P0"), {IS(35, 9, 2)}, -1, 0},
        {LAYERS, AT("0x8c", "0x9", "0x2") LAYER_ADDRESS LOAD("32.TRAP", "P0"), {IS(35, 9, 2)}, -1, 0},
        /* outside: nothing, or with !PT where the clamped coordinates lie */
        {PLANE, AT("0xa0", "0x9", "0x0") SET("R12", "0x1") PLANE_ADDRESS LOAD("32.Z", "P0"), {0}, -1, 0},
        {PLANE, AT("0x0", "0xa", "0x0") SET("R12", "0x1") PLANE_ADDRESS LOAD("32.Z", "P0"), {0}, -1, 0},
        {LAYERS, AT("0x0", "0x0", "0x3") SET("R12", "0x1") LAYER_ADDRESS LOAD("32.Z", "P0"), {0}, -1, 0},
        {PLANE, AT("0xa0", "0xa", "0x0") PLANE_ADDRESS LOAD("32.Z", "!PT"), {IS(39, 9, 0)}, -1, 0},
        {PLANE,
         AT("0xfffffff8", "0xffffffff", "0x0") PLANE_ADDRESS LOAD("32.SDCL", "P0"),
         {IS(0, 0, 0)},
         -1,
         0},
        {PLANE, AT("0xa0", "0x9", "0x0") PLANE_ADDRESS STORE_AT("B.32.IGN"), {0}, -1, 0},
        {PLANE,
         AT("0x84", "0x9", "0x0") PLANE_ADDRESS STORE_AT("B.32.TRAP") "\nTEXDEPBAR 0x0",
         {0},
         WORD(33, 9, 0),
         0x11111111},
        {SPACE,
         AT("0x84", "0x9", "0x1") SPACE_ADDRESS STORE_AT("B.32.TRAP"),
         {0},
         WORD(33, 9, 1),
         0x11111111},
        {PLANE, AT("0x84", "0x9", "0x0") PLANE_ADDRESS STORE_AT("P.R.TRAP"), {0}, WORD(33, 9, 0), 0x11111111},
        /* a reduction goes to the address itself */
        {PLANE,
         AT("0x84", "0x9", "0x0") PLANE_ADDRESS MEMORY_ADDRESS "@!P0 RED.E.ADD [R22], R8",
         {0},
         WORD(33, 9, 0),
         IS(33, 9, 0) + 0x11111111},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof accesses / sizeof accesses[0]; i++) {
        const struct access *c = &accesses[i / 2];
        const char *sign = i % 2 ? "" : ".S32";
        char code[2048];

        snprintf(code, sizeof code, "%s", c->code);
        for (char *at; (at = strstr(code, "%s")) != NULL;) {
            memmove(at + strlen(sign), at + 2, strlen(at + 2) + 1);
            memcpy(at, sign, strlen(sign));
        }
        check(i % 2 ? GK110 : GK104, c, code);
    }
    hw_fact("SF-162");
}

static void computed_faults(void **state)
{
    (void)state;
    for (unsigned chip = GK104; chip <= GK110; chip++) {
        const char *load = LOAD("32.TRAP", "PT");
        char code[256];
        expect_fault(chip, load, HW_FAULT_ADDRESS, "outside the surface");
        snprintf(code, sizeof code, "%s%s", SET("R20", "0x0") SET("R21", "0x12345"), LOAD("32.TRAP", "!PT"));
        expect_fault(chip, code, HW_FAULT_ADDRESS, "no address of a surface");
        snprintf(code, sizeof code, "%s%s", SET("R20", "0x2") "MOV R21, c[0x0][0x150]\n",
                 LOAD("32.TRAP", "!PT"));
        expect_fault(chip, code, HW_FAULT_MISALIGNED, "");
        snprintf(code, sizeof code, "%s%s", SET("R20", "0x0") SET("R21", "0x8500ffff"),
                 LOAD("32.TRAP", "!PT"));
        expect_fault(chip, code, HW_FAULT_ADDRESS, "outside the surface's memory");
        expect_fault(chip, "SUCLAMP.U32.INVALID15 PT, R12, R4, R5, 0x0", HW_FAULT_ILLEGAL, "");
    }
}

/* What no descriptor can say has that of no surface. */
static void impossible_descriptors(void **state)
{
    static uint32_t words[WIDTH * HEIGHT * SLICES];
    uint32_t word[HW_SURFACE_WORDS];
    struct hw_error error;
    struct hw_surface surface = surface_of(PLANE, words);

    (void)state;
    assert_int_equal(hw_surface_describe(&surface, ENTRY, word, &error), HW_OK);
    assert_int_equal(word[1], 0);
    assert_int_equal(hw_surface_describe(&surface, HW_TEXTURES, word, &error), HW_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, "expected an entry below 128"));
    assert_true(word[1] >> 31);
    assert_int_not_equal(hw_surface_describe(NULL, ENTRY, word, &error), HW_OK);
    assert_true(word[1] >> 31);
}

/* The three instructions alone, pitch-linear too, against NAK's model of them. */
static void parts(void **state)
{
    static const struct access accesses[] = {
        /* bound 0x3f, tiles of 8, elements of 4 bytes: tile 3, byte 0x70 of the tile's rows */
        {PLANE,
         SET("R4", "0x1c") SET("R5", "0x08c0003f") "SUCLAMP.U32 P0, R12, R4, R5, 0x0",
         {0x00700003},
         -1,
         0},
        {PLANE,
         SET("R4", "0x1c") SET("R5", "0x08c0003f") "SUCLAMP.U32.BL.R16 P0, R12, R4, R5, 0x1f",
         {0x80c00006},
         -1,
         0},
        {PLANE,
         SET("R4", "0x0") SET("R5", "0x08c0003f") "SUCLAMP.U32 P0, R12, R4, R5, -0x1\n@P0 MOV R13, R8",
         {0x80000000, 0x11111111},
         -1,
         0},
        /* pitch-linear, with one coordinate and two */
        {PLANE,
         SET("R4", "0x50") SET("R5", "0x0820003f") "SUCLAMP.U32 P0, R12, R4, R5, 0x0",
         {0xd000003f},
         -1,
         0},
        {PLANE,
         SET("R4", "0x50") SET("R5", "0x1820003f") "SUCLAMP.1D.U32 P0, R12, R4, R5, 0x0",
         {0x50},
         -1,
         0},
        {PLANE,
         SET("R4", "0x50") SET("R5", "0x3f") "SUCLAMP.U32.PL.R1 P0, R12, R4, R5, 0x0",
         {0xc000003f},
         -1,
         0},
        {PLANE,
         SET("R4", "0x50") SET("R5", "0x0020003f") "SUCLAMP.U32.BL.R1 P0, R12, R4, R5, 0x0",
         {0x803f003f},
         -1,
         0},
        {PLANE,
         AT("0x50000000", "0x0", "0x1234")
             SET("R7", "0x1000") "SUBFM P0, R12, R4, R5, R6\nSUEAU R13, R6, R12, R7",
         {0x000028d0, 0x1048},
         -1,
         0},
        /* blocks of two by four tiles: the last byte of the last one */
        {PLANE,
         AT("0x08ff0000", "0x10ff0000", "0x5")
             SET("R7", "0x1000") "SUBFM P0, R12, R4, R5, R6\nSUEAU R13, R6, R12, R7",
         {0x000731ff, 0x105f},
         -1,
         0},
        {PLANE,
         AT("0x0", "0x0", "0x80000000") "SUBFM P0, R12, R4, R5, R6\nSUBFM.3D P1, R13, R4, R5, R6\n@!P0 MOV "
                                        "R14, R8\n@P1 MOV R15, R9",
         {0, 0, 0x11111111, 0x22222222},
         -1,
         0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        for (unsigned chip = GK104; chip <= GK110; chip++)
            check(chip, &accesses[i], accesses[i].code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots),           cmocka_unit_test(offsets),
        cmocka_unit_test(offsets_as_text), cmocka_unit_test(eight_slots),
        cmocka_unit_test(computed),        cmocka_unit_test(computed_faults),
        cmocka_unit_test(parts),           cmocka_unit_test(impossible_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
