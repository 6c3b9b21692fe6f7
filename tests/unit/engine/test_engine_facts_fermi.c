/* SPDX-License-Identifier: MIT */
/* What the source documents state about Fermi's instructions and text: registers, special registers, and the
 * listings of the third document, which are assembled, disassembled and, where they are a whole kernel,
 * run. */
#include "kernel.h"

#include <inttypes.h>

#include "isa_corpus.h"

static bool is_instruction(const char *chip, const char *text)
{
    struct hw_target target = target_named(chip);
    struct hw_insn insn;
    return hw_parse(&target, HW_SYNTAX_NV, text, 0x520, &insn, NULL) == HW_OK;
}

/* In the dialect of the documents' listings. */
static void print_word(const char *chip, uint64_t word, char text[HW_TEXT_MAX])
{
    struct hw_target target = target_named(chip);
    struct hw_insn insn = decode_word(&target, word);
    hw_print(&insn, HW_SYNTAX_NV42, 0, text, HW_TEXT_MAX);
}

/* ---------------------------------------------------------------- families, sizes, registers */

static void instruction_sets_by_chip(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *isa;
        /* clang-format off */
    } families[] = {
        {"sm_13", "tesla"},   {"gf100", "fermi"},   {"gf104", "fermi"},  {"gf108", "fermi"},  {"gf110", "fermi"},
        {"gf119", "fermi"},   {"gk104", "fermi"},   {"gk107", "fermi"},  {"gk110", "kepler"}, {"sm_35", "kepler"},
        {"sm_50", "maxwell"}, {"sm_52", "maxwell"}, {"sm_60", "maxwell"}, {"sm_62", "maxwell"}, {"sm_70", "volta"},
        {"sm_90", "volta"},   {"sm_100", "blackwell"}, {"sm_121", "blackwell"},
    };
    /* clang-format on */
    struct hw_target target;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        target = target_named(families[i].chip);
        assert_string_equal(hw_isa_name(target.isa), families[i].isa);
    }
    hw_fact("SF-160");
    hw_fact("SF-378");
}

/* Vertex, tessellation control and evaluation, geometry, fragment and compute programs; Tesla had no
 * tessellation. */
static void six_program_types(void **state)
{
    (void)state;
    static const char *const names[] = {"vp", "tcp", "tep", "gp", "fp", "cp"};
    struct hw_target target = target_named("gf100"), older = target_named("sm_13");
    struct hw_insn insn;
    uint8_t nop[8];
    assert_int_equal(HW_PROGRAM_COUNT, 6);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(hw_program_find(names[i], &target.program, NULL), HW_OK);
        assert_true(hw_isa_has_program(target.isa, target.program));
        assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, "NOP", 0, &insn, NULL), HW_OK);
        hw_insn_store(&insn, nop);
        assert_int_equal(hw_decode(&target, nop, sizeof nop, &insn), HW_OK);
        assert_non_null(insn.form);
        older.program = target.program;
        assert_int_equal(hw_isa_has_program(older.isa, older.program), names[i][0] != 't');
        assert_int_equal(hw_decode(&older, nop, sizeof nop, &insn), HW_OK);
        if (names[i][0] == 't')
            assert_null(insn.form);
    }
    hw_fact("SF-164");
}

/* And Volta's twice as many. */
static void instructions_are_64_bits(void **state)
{
    (void)state;
    const struct hw_isa *isa;
    const struct hw_form *row;
    for (unsigned i = 1; (isa = hw_isa_at(i)); i++)
        for (unsigned r = 0; (row = hw_isa_form(isa, r)); r++) {
            const bool is_short = strstr(hw_form_mnemonic(row), "_N"); /* Fermi's that no compiler makes */
            const bool is_long = !strcmp(hw_isa_name(isa), "volta") || !strcmp(hw_isa_name(isa), "blackwell");
            assert_int_equal(hw_form_bytes(row), is_short ? 4 : is_long ? 16 : 8);
        }
    hw_fact("SF-379");
}

static void no_halves_of_registers(void **state)
{
    (void)state;
    assert_true(is_instruction("sm_13", "MOV.U16 R0L, R1H"));
    assert_false(is_instruction("sm_20", "MOV R0L, R1"));
    assert_false(is_instruction("sm_20", "MOV R0, R1H"));
    assert_true(is_instruction("sm_20", "MOV R62, R1"));
    assert_false(is_instruction("sm_20", "MOV R63, R1")); /* its name is RZ */
    hw_fact("SF-169");
    hw_fact("SF-236");
}

/* ---------------------------------------------------------------- special registers */

static void expect_special(const char *name, unsigned number)
{
    struct hw_target target = target_named("sm_20");
    struct hw_semantics view;
    char text[HW_TEXT_MAX], expected[HW_TEXT_MAX];
    uint64_t word = 0x2c00000000001c04 | (uint64_t)number << 26;
    struct hw_insn insn = decode_word(&target, word);
    hw_print(&insn, HW_SYNTAX_NV42, 0, text, sizeof text);
    snprintf(expected, sizeof expected, "S2R R0, %s", name);
    assert_string_equal(text, expected);
    assert_int_equal(parse_in(&target, HW_SYNTAX_NV42, text).word[0], word);
    hw_insn_semantics(&insn, &view);
    assert_int_equal(view.operand[1].reg, number);
}

/* A run of names by number. */
static void expect_specials(unsigned first, const char *const names[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        expect_special(names[i], first + i);
}
#define EXPECT_SPECIALS(first, ...)                            \
    expect_specials(first, (const char *const[]){__VA_ARGS__}, \
                    sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* Each has NVIDIA's name; behind it stands the document's, where that tells more. */
static void special_registers_by_number(void **state)
{
    (void)state;
    EXPECT_SPECIALS(0, "SR_LaneId");
    EXPECT_SPECIALS(2, "SR_VirtCfg", "SR_VirtId"); /* nphysid, physid */
    EXPECT_SPECIALS(4, "SR_PM0", "SR_PM1", "SR_PM2", "SR_PM3", "SR_PM4", "SR_PM5", "SR_PM6", "SR_PM7");
    EXPECT_SPECIALS(16, "SR_PRIM_TYPE", "SR_INVOCATION_ID", "SR_Y_DIRECTION"); /* vtxcnt, invoc, ydir */
    EXPECT_SPECIALS(24, "SR_MACHINE_ID_0", "SR_MACHINE_ID_1", "SR_MACHINE_ID_2", "SR_MACHINE_ID_3",
                    "SR_AFFINITY");
    EXPECT_SPECIALS(32, "SR_Tid", "SR_Tid_X", "SR_Tid_Y", "SR_Tid_Z");
    EXPECT_SPECIALS(36, "SR_CTAParam"); /* launcharg */
    EXPECT_SPECIALS(37, "SR_CTAid_X", "SR_CTAid_Y", "SR_CTAid_Z");
    EXPECT_SPECIALS(40, "SR_NTid", "SR_NTid_X", "SR_NTid_Y", "SR_NTid_Z");
    EXPECT_SPECIALS(44, "SR_GridParam", "SR_NCTAid_X", "SR_NCTAid_Y", "SR_NCTAid_Z"); /* gridid */
    EXPECT_SPECIALS(48, "SR_SWinLo", "SR_SWINSZ", "SR_SMemSz", "SR_SMemBanks");
    EXPECT_SPECIALS(52, "SR_LWinLo", "SR_LWINSZ", "SR_LMemLoSz", "SR_LMemHiOff"); /* lpossz, lnegsz */
    EXPECT_SPECIALS(56, "SR_EqMask", "SR_LtMask", "SR_LeMask", "SR_GtMask", "SR_GeMask");
    EXPECT_SPECIALS(64, "SR_GlobalErrorStatus"); /* trapstat */
    EXPECT_SPECIALS(66, "SR_WarpErrorStatus");
    EXPECT_SPECIALS(80, "SR_ClockLo", "SR_ClockHi");
    hw_fact("SF-176");
    hw_fact("SF-177");
    hw_fact("SF-178");
    hw_fact("SF-179");
    hw_fact("SF-180");
    hw_fact("SF-181");
    hw_fact("SF-182");
    hw_fact("SF-183");
    hw_fact("SF-184");
    hw_fact("SF-185");
    hw_fact("SF-186");
    hw_fact("SF-187");
    hw_fact("SF-188");
}

/* The warp's number has no register of its own: it stands in bits 12:8 of SR_VIRTID. */
static void special_registers_of_the_text(void **state)
{
    (void)state;
    static const char *const names[] = {"SR_TID.X",   "SR_TID.Y",  "SR_TID.Z",   "SR_NTID.X",
                                        "SR_NTID.Y",  "SR_NTID.Z", "SR_CTAID.X", "SR_CTAID.Y",
                                        "SR_CTAID.Z", "SR_LANEID", "SR_VIRTID"};
    char text[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(text, sizeof text, "S2R R0, %s", names[i]);
        assert_true(is_instruction("sm_20", text));
        assert_true(is_instruction("sm_30", text));
    }
    struct kernel k;
    kernel_make(&k, "gf100",
                "S2R R0, SR_VIRTID\nBFE.U32 R0, R0, 0x508\nS2R R1, SR_TID.X\nSHL R1, R1, 0x2\n"
                "IADD R1, R1, c [0x0] [0x20]\nST [R1], R0\nEXIT\n");
    k.launch.block[0] = 96;
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < 96; i++)
        assert_int_equal(k.out[i], i / 32);
    kernel_free(&k);
    hw_fact("SF-383");
    hw_fact("SF-426");
}

/* ---------------------------------------------------------------- the third document's listings */

/* Words as printed: the low half first. */
static void encodings_as_printed(void **state)
{
    (void)state;
    static const struct {
        uint64_t printed;
        const char *text;
    } lines[] = {
        {0x10019de218000000, "MOV32I R6, 0x4"},
        {0xfc30dc034800ffff,
         "IADD R3, R3, 0xfffff"}, /* printed 0xffff; the word has 20 bits, as its sixteen last say */
        {0x1023608584000000, "@!P0 LD.E R13, [R2+0x4]"},
        {0x10348485c1000000, "@P1 LDS R18, [R3+0x4]"},
        {0x00209c8584000000, "LD.E R2, [R2]"},
        {0x00125e85c0000000, "LDL.LU R9, [R1]"},
    };
    struct hw_target target = target_named("sm_20");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[HW_TEXT_MAX];
        uint64_t word = lines[i].printed << 32 | lines[i].printed >> 32;
        print_word("sm_20", word, text);
        assert_string_equal(text, lines[i].text);
        assert_int_equal(parse_in(&target, HW_SYNTAX_NV42, text).word[0], word);
    }
    hw_fact("SF-395");
    hw_fact("SF-396");
    hw_fact("SF-397");
    hw_fact("SF-398");
    hw_fact("SF-399");
    hw_fact("SF-400");
    hw_fact("SF-423");
    hw_fact("SF-429");
}

static const char demo_const[] = "MOV R1, c [0x1] [0x100]\n"
                                 "NOP CC.T\n"
                                 "MOV32I R6, 0x4\n"
                                 "S2R R0, SR_CTAid.X\n"
                                 "S2R R2, SR_Tid.X\n"
                                 "IMAD R2, R0, c [0x0] [0x8], R2\n"
                                 "IMUL.HI R3, R2, 0x4\n"
                                 "IMAD R4.CC, R2, R6, c [0x0] [0x20]\n"
                                 "IADD.X R5, R3, c [0x0] [0x24]\n"
                                 "IMAD R2.CC, R2, R6, c [0x0] [0x28]\n"
                                 "LD.E R0, [R4]\n"
                                 "IADD.X R3, R3, c [0x0] [0x2c]\n"
                                 "FMUL.FTZ R0, R0, c [0x2] [0x30]\n"
                                 "ST.E [R2], R0\n"
                                 "EXIT\n";

/* The code's text again, one instruction a line; the document writes `.X` where CUDA 4 has `_X`. */
static void print_code(const struct kernel *k, char *text)
{
    for (size_t at = 0; at < k->launch.code.bytes; at += 8) {
        struct hw_insn insn;
        assert_int_equal(hw_decode(&k->target, k->code + at, 8, &insn), HW_OK);
        text += hw_print(&insn, HW_SYNTAX_NV42, at, text, HW_TEXT_MAX);
        char *axis = strstr(text - 4, "id_X");
        if (axis)
            axis[2] = '.';
        *text++ = '\n';
    }
    *text = '\0';
}

static void demo_const_as_printed_and_run(void **state)
{
    (void)state;
    struct kernel k;
    char text[4096];
    float constants[13] = {[12] = 2.5f}; /* some_constant is c[2][0x30] */
    kernel_make(&k, "gf100", demo_const);
    assert_int_equal(k.launch.code.bytes, 15 * 8);
    print_code(&k, text);
    assert_string_equal(text, demo_const);
    k.params[2] = (uint32_t)k.out_address + 4096; /* array_out; array_in is what every kernel gets */
    k.params[3] = 0;
    k.launch.bank[2].data = constants;
    k.launch.bank[2].bytes = sizeof constants;
    k.launch.grid[0] = 3;
    k.launch.block[0] = 64;
    for (unsigned i = 0; i < 3 * 64; i++)
        ((float *)k.out)[i] = (float)i;
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < 3 * 64; i++)
        assert_true(((float *)k.out)[1024 + i] == 2.5f * (float)i);
    kernel_free(&k);
    hw_fact("SF-389");
    hw_fact("SF-390");
    hw_fact("SF-391");
    hw_fact("SF-392");
    hw_fact("SF-393");
    hw_fact("SF-394");
}

static void forms_of_memory_access(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *text;
        /* clang-format off */
    } forms[] = {
        {"sm_20", "LDS R0, [R8+0x4]"}, {"sm_20", "STS [R5], R13"},        {"sm_20", "LDC R39, c[0x3][R28+0x4]"},
        {"sm_20", "LDL.64 R2, [R9]"},  {"sm_20", "STL [R14+0x4], R7"},    {"sm_20", "LD.E R7, [R2+0x4]"},
        {"sm_20", "ST.E [R6], R0"},    {"sm_50", "LDG.E.CT.32 R2, [R6]"}, {"sm_20", "TLD.LZ.T R4, R0, 0x0, 1D, 0x9"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (!is_instruction(forms[i].chip, forms[i].text))
            fail_msg("%s has no `%s`", forms[i].chip, forms[i].text);
    hw_fact("SF-403");
}

static void literals_and_offsets_of_constants(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_20");
    struct hw_insn insn = parse_in(&target, HW_SYNTAX_NV42, "IADD R2, R4, c [0x0] [0xa]");
    struct hw_semantics view;
    hw_insn_semantics(&insn, &view);
    assert_int_equal(view.operand[2].kind, HW_OPERAND_CONST);
    assert_int_equal(view.operand[2].offset, 0xa);
    assert_true(is_instruction("sm_20", "IADD32I R0, R1, 0x7fffffff"));
    assert_true(is_instruction("sm_35", "IADD32I R0, R1, -0x7fffffff"));
    assert_true(is_instruction("sm_30", "LD.E R0, [R2+0x7fffffff]"));
    assert_false(is_instruction("sm_30", "IADD32I R0, R1, 0x100000000"));
    hw_fact("SF-409");
    hw_fact("SF-401");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instruction_sets_by_chip),    cmocka_unit_test(six_program_types),
        cmocka_unit_test(instructions_are_64_bits),    cmocka_unit_test(no_halves_of_registers),
        cmocka_unit_test(special_registers_by_number), cmocka_unit_test(special_registers_of_the_text),
        cmocka_unit_test(encodings_as_printed),        cmocka_unit_test(demo_const_as_printed_and_run),
        cmocka_unit_test(forms_of_memory_access),      cmocka_unit_test(literals_and_offsets_of_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
