/* Uses the tables generated from toy128.isa: decode, print, parse and encode 128-bit words.
 *
 * Built by test_toy128.py with src/isa, whose instruction sets are all replaced by the toy. */
#include <halfwarp/isa.h>

#include <stdio.h>
#include <string.h>

static int failures;

static void check(bool good, const char *what)
{
    if (!good) {
        failures++;
        printf("failed: %s\n", what);
    }
}

/* What `word` prints as; it must come back from that text, and be encoded again from its fields alone. */
static void check_text(const struct hw_target *target, uint64_t high, uint64_t low, const char *expected)
{
    uint64_t word[2] = {low, high};
    struct hw_insn insn, again;
    struct hw_error error;
    char text[HW_TEXT_MAX];
    if (hw_decode(target, word, sizeof word, &insn)) {
        check(false, expected);
        return;
    }
    check(insn.bytes == 16, "the length is 16 bytes");
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    if (strcmp(text, expected))
        printf("%s, expected %s\n", text, expected);
    check(!strcmp(text, expected), "the text");
    check(hw_parse(target, HW_SYNTAX_NV, text, 0, &again, &error) == HW_OK, "the text is read");
    check(!memcmp(again.word, word, sizeof word), "the text gives the same word");
    insn.word[0] = insn.word[1] = insn.form ? 0 : insn.word[0];
    hw_encode(&insn);
    check(!insn.form || !memcmp(insn.word, word, sizeof word), "the fields give the same word");
}

int main(void)
{
    struct hw_target target;
    struct hw_insn insn;
    uint8_t code[16] = {0};
    check(hw_target_find("one", &target, NULL) == HW_OK, "the chip is found");
    check(hw_decode(&target, code, 15, &insn) == HW_ERR_FORMAT, "15 bytes are too few");
    check_text(&target, 0x0000000000000000, 0x0000000702010221, "FADD R1, R2, R7");
    check_text(&target, 0x000000000000c100, 0x000000ff02010221, "FADD.RZ R1, -R2, R255");
    check_text(&target, 0x1000000000000000, 0x0000000702010221,
               "FADD R1, R2, R7 # ignored bits 0x10000000000000000000000000000000");
    check_text(&target, 0x0000000000020000, 0x8000000702010221,
               "FADD R1, R2, R7 # unknown bits 0x00000000000200008000000000000000");
    check_text(&target, 0x010000100000dead, 0xbeef400000090202, "MOV R9, 0xdeadbeef");
    check_text(&target, 0xc10000100000dead, 0xbeefc00000090202, "MOV R9, 0xdeadbeef # part=0x1f");
    check_text(&target, 0x810000000000dead, 0xbeef400000090202,
               "MOV R9, 0xdeadbeef # part=0x15, ignored bits 0x00000010000000000000000000000000");
    check_text(&target, 1, 2, ".word 0x00000000000000010000000000000002 # unknown");
    return failures != 0;
}
