/* SPDX-License-Identifier: MIT */
/* Printing and parsing at their edges: errors with their place, notes, .word, small buffers, truncated
 * code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

static struct hw_target target_named(const char *name, uint8_t program)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    target.program = program;
    return target;
}

static struct hw_insn parse(const char *chip, const char *text)
{
    struct hw_target target = target_named(chip, HW_PROGRAM_CP);
    struct hw_insn insn;
    struct hw_error error;
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error))
        fail_msg("`%s`:%u: %s", text, error.column, error.text);
    return insn;
}

/* ---------------------------------------------------------------- errors */

static const char contradiction[] =
    "expected the value that the text before the notes gives: they contradict";

static void errors_say_where_and_what(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *text;
        hw_status status;
        unsigned column;
        const char *sentence;
    } invalid[] = {
        {"sm_10", "", HW_ERR_NOT_FOUND, 1, "expected an instruction"},
        {"sm_10", "  ,", HW_ERR_NOT_FOUND, 3, "expected an instruction"},
        {"sm_10", "FOO R1, R2", HW_ERR_NOT_FOUND, 1, "'FOO' is no instruction of sm_10"},
        {"sm_10", "mov R1, R2", HW_ERR_NOT_FOUND, 1, "'mov' is no instruction of sm_10; did you mean MOV?"},
        {"sm_12", "DADD R2, R4, R6", HW_ERR_NOT_FOUND, 1,
         "this chip or program type has no 'DADD'; sm_13 and later have it"},
        {"sm_10", "VOTE.ANY C0", HW_ERR_NOT_FOUND, 1,
         "this chip or program type has no 'VOTE'; sm_12 and later have it"},
        {"sm_52", "HMMA R0, R1", HW_ERR_NOT_FOUND, 1,
         "'HMMA' is no instruction of sm_52; sm_70 and later have it"},
        {"sm_75", "XMAD R0, R1", HW_ERR_NOT_FOUND, 1,
         "'XMAD' is no instruction of sm_75; sm_50 to sm_62 have it"},
        {"sm_61", "@P0 MUFUU R0, R1", HW_ERR_NOT_FOUND, 5,
         "'MUFUU' is no instruction of sm_61; did you mean MUFU?"},
        {"sm_80", "IMAD.IADD R3, R2, 0x5, R4", HW_ERR_SYNTAX, 26,
         "expected factors that fit the name: RZ or 0 for .MOV, 1 for .IADD, a power of two for .SHL"},
        {"sm_80", "IMAD.MOV R3, R2, R5, R4", HW_ERR_SYNTAX, 24,
         "expected factors that fit the name: RZ or 0 for .MOV, 1 for .IADD, a power of two for .SHL"},
        {"sm_80", "IMMA.8816.S8.S8 R62, R54, R52.COL, R62", HW_ERR_SYNTAX, 25, "expected a modifier: .ROW"},
        {"sm_90", "FENCE.VIEW.ASYNC", HW_ERR_SYNTAX, 17, "expected a modifier: .S or .G"},
        {"sm_120", "QMMA.16832.F32.E4M3 R12, R76, R74, R12", HW_ERR_SYNTAX, 20,
         "expected a modifier: .E4M3, .E5M2, .E3M2, .E2M3 or .E2M1"},
        {"sm_90", "LDSM.M88.4 R0, [R2]", HW_ERR_SYNTAX, 5, "expected a modifier: .16"},
        {"sm_90", "MUFU R0, R1", HW_ERR_SYNTAX, 5,
         "expected a modifier: .COS, .SIN, .EX2, .LG2, .RCP, .RSQ, .RCP64H, .RSQ64H or 2 more"},
        {"sm_90", "BAR", HW_ERR_SYNTAX, 4,
         "expected another modifier (.SYNC, .ARV, .RED, .SCAN or .SYNCALL), or none"},
        {"sm_100", "MOV R0, c[0x0][0x37c]", HW_ERR_SYNTAX, 9,
         "expected a number; this chip loads constants by LDC and LDCU"},
        {"sm_70", "MUFU.RCP c[0x0][0x0], R1", HW_ERR_SYNTAX, 10, "expected a register, not constant memory"},
        {"sm_52", "IADD.STA R0, R1, R2", HW_ERR_SYNTAX, 5, "'.STA' is no modifier here; did you mean .SAT?"},
        {"sm_80", "FFMA.FTX.SAT R0, R1, R2, R3", HW_ERR_SYNTAX, 5,
         "'.FTX' is no modifier here; did you mean .FTZ or .FMZ?"},
        {"sm_86", "LDGSTS.BYPASS [R0], [R2]", HW_ERR_SYNTAX, 7,
         "'.BYPASS' is no modifier here; expected .E or none"},
        {"sm_120", "LDGMC.E.ADD.32.STRONG.SYS R4, [R255.64+UR0]", HW_ERR_SYNTAX, 32,
         "expected a register below this one, or RZ"},
        {"sm_120", "QSPC.E.G P0, R4, [R255.U32+UR0]", HW_ERR_SYNTAX, 19,
         "expected a register below this one, or RZ"},
        {"sm_90", "LDG.E R0, [R255.64+UR5]", HW_ERR_SYNTAX, 12, "expected a register below this one, or RZ"},
        {"sm_35", "FADD R8, R8, R9.reuse", HW_ERR_SYNTAX, 16,
         "expected no .reuse: code of this chip has no bits for it"},
        {"sm_35", "IADD R8, R8.reuse, R9", HW_ERR_SYNTAX, 12,
         "expected no .reuse: code of this chip has no bits for it"},
        {"sm_20", "FADD R8, R8.reuse, R9", HW_ERR_SYNTAX, 12,
         "expected no .reuse: code of this chip has no bits for it"},
        {"sm_10", "MOV R1", HW_ERR_SYNTAX, 7, "expected a comma"},
        {"sm_10", "MOV R1 R2", HW_ERR_SYNTAX, 8, "expected a comma"},
        {"sm_10", "MOV R1, R2 R3", HW_ERR_SYNTAX, 12, "expected the end of the instruction"},
        {"sm_10", "MOV R1 (C1.XX), R2", HW_ERR_SYNTAX, 9, "expected a condition, as in C0.NE"},
        {"sm_10", "MOV R1 (C1.NE, R2", HW_ERR_SYNTAX, 14, "expected ')'"},
        {"sm_10", "MOV32 R64, R2", HW_ERR_RANGE, 7, "expected a value that fits its field"},
        {"sm_10", "MOV.U16 R1, R2L", HW_ERR_SYNTAX, 9, "expected a half register"},
        {"sm_10", "FMIN R1, |R2, R3", HW_ERR_SYNTAX, 13, "expected a closing |"},
        {"sm_10", "IADD32 R1, R2, c[0x2][0x4]", HW_ERR_SYNTAX, 23,
         "expected constant bank 0 or 1: short instructions reach no other"},
        {"sm_10", "BRA (C0.XX), 0x60", HW_ERR_SYNTAX, 6, "expected a condition, as in C0.NE"},
        {"sm_10", "BRA (C0.EQU, 0x60", HW_ERR_SYNTAX, 12, "expected ')'"},
        {"sm_10", "BRA (C52.EQU), 0x60", HW_ERR_RANGE, 15, "expected a value that fits its field"},
        {"sm_10", "BRA 0x1001", HW_ERR_SYNTAX, 11, "expected a code address that is a multiple of 4"},
        {"sm_10", "S2R R1, SR_NONE", HW_ERR_SYNTAX, 9, "expected a special register"},
        {"sm_10", "TEX R0, 0x1, 0x2, 0x3, RGBA, [0x8,0x0,0x0]", HW_ERR_SYNTAX, 34,
         "expected a texel offset from -8 to 7"},
        {"sm_10", "MOV R1, R2 # nonsense", HW_ERR_SYNTAX, 13,
         "expected a note: exit, FIELD=VALUE, ignored bits MASK or unknown bits MASK"},
        {"sm_10", "MOV R1, R2 # lanes=0x10", HW_ERR_RANGE, 24, "expected a value that fits its field"},
        {"sm_10", "MOV R1, R2 # unknown bits 0x", HW_ERR_SYNTAX, 27,
         "expected a hexadecimal mask no wider than the instruction"},
        {"sm_10", "BRA 0x10 # exit", HW_ERR_SYNTAX, 16,
         "expected a note that this instruction can have: it cannot carry an exit"},
        {"sm_120", "UFSEL UR16, UR21, -QNAN, UP0 # literal=0x400", HW_ERR_SYNTAX, 40, contradiction},
        {"sm_120", "UFSEL UR16, UR21, -QNAN, UP0 # literal=0x7fffff01", HW_ERR_SYNTAX, 40, contradiction},
        {"sm_120", "UFSEL UR16, UR21, 1.5, UP0 # literal=0xffffff01", HW_ERR_SYNTAX, 38, contradiction},
        {"sm_90", "HADD2 R0, R1, 1, +QNAN # literal=0x40007e01", HW_ERR_SYNTAX, 34, contradiction},
        {"sm_90", "MOV R1, R2 # dst=0x3", HW_ERR_SYNTAX, 18, contradiction},
        {"sm_10", ".word", HW_ERR_SYNTAX, 6, NULL},
        {"sm_10", ".word 0x10008004 x", HW_ERR_SYNTAX, 18, "expected the end of the line"},
        {"sm_10", ".word 0x10008005", HW_ERR_SYNTAX, 7,
         "expected as many digits as the instruction that the word begins has"},
    };
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        struct hw_target target = target_named(invalid[i].chip, HW_PROGRAM_CP);
        struct hw_insn insn;
        struct hw_error error;
        hw_status status = hw_parse(&target, HW_SYNTAX_NV, invalid[i].text, 0, &insn, &error);
        if (status != invalid[i].status || error.status != status || error.column != invalid[i].column ||
            (invalid[i].sentence && strcmp(error.text, invalid[i].sentence)))
            fail_msg("`%s`: %s at column %u: %s", invalid[i].text, hw_status_name(status), error.column,
                     error.text);
        assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, invalid[i].text, 0, &insn, NULL), status);
    }
}

/* ---------------------------------------------------------------- floats */

/* A decimal number is the nearest float; a field that has only its upper bits must have all that are set. */
static void decimals_are_the_nearest_floats(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *text;
        unsigned shift; /* of the word's field; 64: no field has the number */
        uint32_t bits;
    } floats[] = {
        {"sm_90", "FADD R0, R1, 0.1", 32, 0x3dcccccd},
        {"sm_90", "FADD R0, R1, 0.10000000149011611938", 32, 0x3dcccccd}, /* as printed: not exact either */
        {"sm_90", "FADD R0, R1, 16777217", 32, 0x4b800000},
        {"sm_52", "FADD32I R0, R1, 0.1", 20, 0x3dcccccd},
        {"sm_52", "FADD R0, R1, 0.1", 64, 0},
        {"sm_90", "DADD R0, R2, 0.1", 64, 0},
        {"sm_90", "HADD2 R0, R1, 0.1, 0.1", 64, 0},
        {"sm_90", "FADD R0, R1, 1e39", 64, 0},
        {"sm_90", "FADD R0, R1, 1e-60", 64, 0},
    };
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        struct hw_target target = target_named(floats[i].chip, HW_PROGRAM_CP);
        struct hw_insn insn;
        const hw_status status = hw_parse(&target, HW_SYNTAX_NV, floats[i].text, 0, &insn, NULL);
        assert_int_equal(status, floats[i].shift == 64 ? HW_ERR_RANGE : HW_OK);
        if (status == HW_OK)
            assert_int_equal((uint32_t)(insn.word[0] >> floats[i].shift), floats[i].bits);
    }
}

/* ---------------------------------------------------------------- notes */

static void notes_carry_what_text_cannot(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t word;
    } notes[] = {
        {"MOV R1, R2", 0x0403c78010000405},
        {"MOV R1, R2 # exit", 0x0403c78110000405},
        {"MOV.S R1, R2", 0x0403c78210000405},
        {"MOV R1, R2 # cond=0x2", 0x0403e78010000405},
        {"MOV R1, R2 # unknown bits 0x1000000000000000", 0x1403c78010000405},
        {"MOV R1, R2 # exit, cond=0x1, unknown bits 0x1000000000000000", 0x1403d78110000405},
        {"MOV R1, R2 # ignored bits 0x0000000001000000", 0x0403c78011000405},
        {"NOP # test=0xf", 0xe0000780f0000001},
        {"CAL 0x40 # ignored bits 0x0000078000000000", 0x0000000020008003},
    };
    struct hw_target target = target_named("sm_10", HW_PROGRAM_CP);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        struct hw_insn insn = parse("sm_10", notes[i].text), again;
        char text[HW_TEXT_MAX];
        assert_int_equal(insn.word[0], notes[i].word);
        assert_int_equal(hw_decode(&target, &notes[i].word, 8, &again), HW_OK);
        hw_print(&again, HW_SYNTAX_NV, 0, text, sizeof text);
        assert_string_equal(text, notes[i].text);
    }
}

static void blanks_are_free(void **state)
{
    (void)state;
    uint64_t word = parse("sm_10", "IADD R1 (C2.NE), R2, c[0x1][0x4]").word[0];
    assert_int_equal(parse("sm_10", "  IADD\tR1(C2.NE),R2,c[0x1][0x4]  ").word[0], word);
    assert_int_equal(parse("sm_10", "IADD R1 ( C2.NE ) , R2 , c [ 0x1 ] [ 0x4 ]").word[0], word);
    assert_int_equal(parse("sm_10", "IADD R1 (C2.NE), R2, c[1][4]").word[0], word);
}

/* ---------------------------------------------------------------- words that are no instruction */

static void unknown_words(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_10", HW_PROGRAM_CP);
    struct hw_insn insn = parse("sm_10", ".word 0xf0000001ffffffff"), again;
    char text[HW_TEXT_MAX];
    assert_null(insn.form);
    assert_int_equal(insn.bytes, 8);
    assert_int_equal(hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text), 34);
    assert_string_equal(text, ".word 0xf0000001ffffffff # unknown");
    assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, NULL), HW_OK);
    assert_int_equal(again.word[0], insn.word[0]);
    /* A word that is an instruction is decoded as one. */
    insn = parse("sm_10", ".word 0x10008404");
    assert_non_null(insn.form);
    assert_int_equal(insn.bytes, 4);
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    assert_string_equal(text, "MOV32 R1, R2");
}

static void truncated_code(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_10", HW_PROGRAM_CP);
    static const uint8_t longer[8] = {0x05, 0x04, 0x00, 0x10, 0x80, 0xc7, 0x03, 0x04},
                         shorter[4] = {0x04, 0x84, 0, 0x10};
    struct hw_insn insn;
    for (size_t length = 0; length < 8; length++)
        assert_int_equal(hw_decode(&target, longer, length, &insn), HW_ERR_FORMAT);
    assert_int_equal(hw_decode(&target, longer, 8, &insn), HW_OK);
    assert_int_equal(insn.bytes, 8);
    for (size_t length = 0; length < 4; length++)
        assert_int_equal(hw_decode(&target, shorter, length, &insn), HW_ERR_FORMAT);
    assert_int_equal(hw_decode(&target, shorter, 4, &insn), HW_OK);
    assert_int_equal(insn.bytes, 4);
}

/* ---------------------------------------------------------------- small buffers */

static void print_into(const struct hw_insn *insn, size_t size, const char *whole)
{
    char buffer[48];
    memset(buffer, '~', sizeof buffer);
    assert_int_equal(hw_print(insn, HW_SYNTAX_NV, 0, buffer, size), strlen(whole));
    for (size_t i = size; i < sizeof buffer; i++)
        assert_int_equal(buffer[i], '~');
    if (size) {
        size_t kept = strlen(whole) < size ? strlen(whole) : size - 1;
        assert_memory_equal(buffer, whole, kept);
        assert_int_equal(buffer[kept], '\0');
    }
}

static void small_buffers_are_not_overrun(void **state)
{
    (void)state;
    static const char *const texts[] = {"IADD.S R10, R11, c[0x1][0x4]", ".word 0xf0000001ffffffff # unknown",
                                        "RET # cond=0x1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct hw_insn insn = parse("sm_10", texts[i]);
        for (size_t size = 0; size <= 40; size++)
            print_into(&insn, size, texts[i]);
        assert_int_equal(hw_print(&insn, HW_SYNTAX_NV, 0, NULL, 0), strlen(texts[i]));
    }
}

/* ---------------------------------------------------------------- names of targets */

static void unknown_names_list_what_there_is(void **state)
{
    (void)state;
    struct hw_target target;
    struct hw_error error;
    uint8_t program;
    assert_int_equal(hw_target_find("sm_55", &target, &error), HW_ERR_NOT_FOUND);
    assert_non_null(strstr(error.text, "'sm_55' is no target; there are: sm_10 sm_11"));
    assert_non_null(strstr(error.text, "sm_121, and chips by name, as gf100"));
    assert_int_equal(hw_target_find("sm_90f", &target, &error), HW_ERR_NOT_FOUND);
    assert_string_equal(error.text, "'sm_90f' is no target; did you mean sm_90 or sm_90a?");
    assert_int_equal(hw_target_find("compute_100b", &target, &error), HW_ERR_NOT_FOUND);
    assert_non_null(strstr(error.text, "did you mean sm_100 or sm_100f or sm_100a?"));
    assert_int_equal(hw_program_find("xp", &program, &error), HW_ERR_NOT_FOUND);
    assert_string_equal(error.text, "'xp' is no program type; there are: cp vp gp fp tcp tep");
    for (unsigned i = 0; i < HW_PROGRAM_COUNT; i++) {
        assert_int_equal(hw_program_find(hw_program_name(i), &program, &error), HW_OK);
        assert_int_equal(program, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(decimals_are_the_nearest_floats),
        cmocka_unit_test(notes_carry_what_text_cannot),
        cmocka_unit_test(blanks_are_free),
        cmocka_unit_test(unknown_words),
        cmocka_unit_test(truncated_code),
        cmocka_unit_test(small_buffers_are_not_overrun),
        cmocka_unit_test(unknown_names_list_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
