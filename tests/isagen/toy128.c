/* SPDX-License-Identifier: MIT */
/* Uses the tables generated from toy128.isa: decode, print, parse and encode 128-bit words.
 *
 * Built by test_toy128.py with the library, whose instruction sets are all replaced by the toy. */
#include <halfwarp/isa.h>
#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include <stdio.h>
#include <stdlib.h>
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

#define FADD 0x0000000702010221ull /* FADD R1, R2, R7 */
#define MUFU 0x0000000005010203ull /* MUFU R1, R5 */
#define EXIT 0x0000000000000204ull

/* An instruction's text and its scheduling, as a listing shows them. */
static void print_both(const struct hw_target *target, const struct hw_insn *insn, char text[2 * HW_TEXT_MAX])
{
    const size_t length = hw_print(insn, HW_SYNTAX_NV, 0, text, HW_TEXT_MAX);
    struct hw_insn again;
    uint32_t shown = 0;
    if (insn->control == HW_NO_CONTROL)
        return;
    if (hw_parse(target, HW_SYNTAX_NV, text, 0, &again, NULL) == HW_OK && again.control != HW_NO_CONTROL)
        shown = again.control & HW_CONTROL_REUSE;
    char *notes = strstr(text, " # "), kept[HW_TEXT_MAX];
    snprintf(kept, sizeof kept, "%s", notes ? notes : "");
    notes = notes ? notes : text + length;
    *notes++ = ' ';
    notes += hw_sched_print(hw_sched_kind(target), insn->control, shown, notes, HW_SCHED_TEXT_MAX);
    strcpy(notes, kept);
}

/* The word that such a text means. */
static bool parse_both(const struct hw_target *target, char *text, struct hw_insn *insn)
{
    const size_t length = strlen(text), at = hw_sched_find(text, length), bytes = strcspn(text + at, "#");
    struct hw_error error;
    uint32_t control = HW_NO_CONTROL;
    if (at < length && hw_sched_parse(hw_sched_kind(target), text + at, bytes, &control, &error) != HW_OK)
        return false;
    memset(text + at, ' ', bytes);
    if (hw_parse(target, HW_SYNTAX_NV, text, 0, insn, &error) != HW_OK)
        return false;
    if (control != HW_NO_CONTROL) {
        insn->control = control | (insn->control == HW_NO_CONTROL ? 0 : insn->control & HW_CONTROL_REUSE);
        hw_encode(insn);
    }
    return true;
}

/* A word decodes to its bits, is encoded from its fields and them alone, and comes back from text. */
static void check_round_trip(const struct hw_target *target, const uint64_t word[2], const char *expected)
{
    struct hw_insn insn, again;
    char text[2 * HW_TEXT_MAX];
    check(hw_decode(target, word, 16, &insn) == HW_OK, "a word decodes");
    print_both(target, &insn, text);
    if (expected && strcmp(text, expected))
        printf("%s, expected %s\n", text, expected);
    check(!expected || !strcmp(text, expected), "the text with scheduling");
    check(parse_both(target, text, &again) && !memcmp(again.word, word, 16), "the text gives the word");
    insn.word[0] = insn.word[1] = insn.form ? 0 : insn.word[0];
    hw_encode(&insn);
    check(!insn.form || !memcmp(insn.word, word, 16), "fields and scheduling give the word");
}

static uint64_t next_random(void)
{
    static uint64_t state = 88172645463325252ull;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static void check_own_bits(const struct hw_target *target)
{
    const uint32_t control = 6 | 7 << 5 | 3 << 8 | 5 << 11; /* stalls 6, yields, reads 3, waits for 0 and 2 */
    const uint64_t high = (uint64_t)control << 41;
    struct hw_insn insn;
    check_round_trip(target, (const uint64_t[]){FADD, high}, "FADD R1, R2, R7 &req={0,2} &rd=3 ?W6_Y");
    check_round_trip(
        target, (const uint64_t[]){FADD, high | 1ull << 58 | 1ull << 16},
        "FADD R1, R2.reuse, R7 &req={0,2} &rd=3 ?W6_Y # unknown bits 0x00000000000100000000000000000000");
    check_round_trip(target, (const uint64_t[]){EXIT, high | 1ull << 58},
                     "EXIT &req={0,2} &rd=3 ?W6_Y &bits=0x20000");
    check_round_trip(target, (const uint64_t[]){2, high}, NULL);
    hw_decode(target, (const uint64_t[]){2, high}, 16, &insn);
    check(!insn.form && insn.control == HW_NO_CONTROL, "an unknown word has no scheduling");
    for (unsigned i = 0; i < 100000; i++) {
        static const uint8_t low[] = {0x21, 0x02, 0x03, 0x04};
        const uint64_t word[2] = {(next_random() & ~0xfffull) | 0x200 | low[i % 4], next_random()};
        check_round_trip(target, word, NULL);
    }
}

/* Code without groups: an instruction may begin anywhere, and its bits are set in place. */
static void check_code(const struct hw_target *target)
{
    uint64_t code[4] = {FADD, 0, EXIT, UINT64_MAX};
    check(hw_target_group(target) == 0 && hw_sched_kind(target) == HW_SCHED_SCOREBOARDS,
          "there are no groups");
    check(hw_code_next_offset(target, 0) == 0 && hw_code_entry(target, 16) == 16, "no control words");
    check(hw_code_whole(target, 16) == 16 && !hw_code_is_control(target, code, 0), "no control words");
    check(hw_code_control(target, code, 16) == 0x1fffff, "the bits of the second");
    hw_code_set_control(target, code, 16, 0x123456 & 0x1fffff);
    check(hw_code_control(target, code, 16) == 0x123456 && hw_code_control(target, code, 0) == 0, "set");
    check(code[3] == ((uint64_t)0x123456 << 41 | ~(0x1fffffull << 41)) && code[2] == EXIT, "and no others");
}

static void count_hazard(void *context, const struct hw_hazard *hazard)
{
    (void)hazard;
    ++*(unsigned *)context;
}

/* An approximation, an addition of its result, the end; a word that nobody knows. */
static void check_schedule(const struct hw_target *target)
{
    uint64_t code[8] = {MUFU, 0, 0x0000000201020221, 0, EXIT, 0, 2, 5ull << 41};
    unsigned hazards = 0;
    check(hw_sched_check(target, code, sizeof code, count_hazard, &hazards, NULL) == HW_OK && hazards > 0,
          "code that states nothing is unsafe");
    check(hw_schedule(target, code, sizeof code, NULL) == HW_OK, "it is scheduled");
    struct hw_sched first = hw_sched_unpack(HW_SCHED_SCOREBOARDS, hw_code_control(target, code, 0));
    struct hw_sched second = hw_sched_unpack(HW_SCHED_SCOREBOARDS, hw_code_control(target, code, 16));
    struct hw_sched third = hw_sched_unpack(HW_SCHED_SCOREBOARDS, hw_code_control(target, code, 32));
    check(first.write < HW_SCOREBOARD_COUNT && first.stall == 2, "the result has a scoreboard");
    check(second.wait == 1u << first.write, "which the second waits for");
    check(third.stall == 9, "the smallest count of the end");
    check(code[6] == 2 && code[7] == 5ull << 41, "an unknown word stays");
    hazards = 0;
    check(hw_sched_check(target, code, sizeof code, count_hazard, &hazards, NULL) == HW_OK && !hazards,
          "it is safe");
}

/* The listing of a kernel, read. */
static struct hw_module *read_listing(const char *text)
{
    struct hw_module *module = NULL;
    struct hw_error error = {.text = ""};
    if (hw_listing_read(text, HW_SYNTAX_NV, NULL, &module, &error) != HW_OK)
        printf("%u:%u: %s\n", error.line, error.column, error.text);
    return module;
}

static void check_listing(void)
{
    static const char source[] = ".target one\n.kernel k\n.code\n"
                                 "MUFU R1, R5 &wr=3 ?W2\nFADD R2, R1.reuse, R2 &req={3} ?W15_Y\nEXIT ?W9\n"
                                 ".word 0x00000a00000000000000000000000002\n.end\n";
    const struct hw_listing_options options = {.syntax = HW_SYNTAX_NV, .hex = true, .sched = true};
    struct hw_module *module = read_listing(source), *again;
    char *text = NULL;
    size_t length;
    if (!module || hw_listing_write(module, &options, &text, &length, NULL) != HW_OK) {
        check(false, "a listing is read and written");
        return;
    }
    check(strstr(text, "MUFU R1, R5                                       &wr=3 ?W2\n") != NULL,
          "scheduling in it");
    check(strstr(text, "/*0x04") != NULL && strstr(text, "0000000005010203*/") != NULL,
          "both halves of a word");
    again = read_listing(text);
    check(again && again->kernels[0]->code_bytes == 64 &&
              !memcmp(again->kernels[0]->code, module->kernels[0]->code, 64),
          "it gives the same code");
    hw_module_free(again);
    hw_module_free(module);
    free(text);
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
    check_text(&target, 0x8000000000000000, 0x0000000702010221,
               "FADD R1, R2, R7 # ignored bits 0x80000000000000000000000000000000");
    check_text(&target, 0x0000000000020000, 0x8000000702010221,
               "FADD R1, R2, R7 # unknown bits 0x00000000000200008000000000000000");
    check_text(&target, 0x000001100000dead, 0xbeef400000090202, "MOV R9, 0xdeadbeef");
    check_text(&target, 0xc00001100000dead, 0xbeefc00000090202, "MOV R9, 0xdeadbeef # part=0x1f");
    check_text(&target, 0x800001000000dead, 0xbeef400000090202,
               "MOV R9, 0xdeadbeef # part=0x15, ignored bits 0x00000010000000000000000000000000");
    check_text(&target, 1, 2, ".word 0x00000000000000010000000000000002 # unknown");
    check_own_bits(&target);
    check_code(&target);
    check_schedule(&target);
    check_listing();
    return failures != 0;
}
