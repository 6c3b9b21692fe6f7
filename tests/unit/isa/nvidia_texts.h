/* SPDX-License-Identifier: MIT */
/* Tables of words and of the texts that NVIDIA's nvdisasm prints for them. */
#ifndef HW_TESTS_NVIDIA_TEXTS_H
#define HW_TESTS_NVIDIA_TEXTS_H

#include <stdint.h>
#include <string.h>

#include <halfwarp/isa.h>

#include "isa_corpus.h"

struct nvidia_text {
    const char *chip;
    uint64_t high, low;
    const char *text;
};

/* Each word has its text, notes apart (they are ours), and comes back from it. */
static inline void assert_nvidia_texts(const struct nvidia_text *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct hw_target target = target_named(words[i].chip);
        const uint64_t word[2] = {words[i].low, words[i].high};
        struct hw_insn insn, again;
        char text[HW_TEXT_MAX], *note;
        assert_int_equal(hw_decode(&target, word, sizeof word, &insn), HW_OK);
        hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
        if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, NULL) != HW_OK)
            fail_msg("%s: %s: not read back", words[i].chip, text);
        assert_memory_equal(again.word, word, sizeof word);
        note = strstr(text, " # ");
        if (note)
            *note = '\0';
        assert_string_equal(text, words[i].text);
    }
}

#endif
