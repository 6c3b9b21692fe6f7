/* SPDX-License-Identifier: MIT */
/* Fuzz the assembler's instruction parser: any text gives an instruction or an error, never worse.
 *
 * The first byte chooses chip, program type and dialect; the rest is one line.  What parses must
 * print, and the print must parse to the same instruction. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const struct hw_error *error, size_t length)
{
    if (!error->text[0] || error->column > length + 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[1024];
    if (size < 1 || size > sizeof line)
        return 0;
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';

    struct hw_target target;
    enum hw_syntax syntax;
    choose(data[0], &target, &syntax);

    struct hw_insn insn, again;
    struct hw_error error = {.status = HW_OK};
    char text[HW_TEXT_MAX];
    if (hw_parse(&target, syntax, line, 0, &insn, &error)) {
        check_error(&error, strlen(line));
        return 0;
    }
    if (hw_print(&insn, syntax, 0, text, sizeof text) >= sizeof text)
        abort();
    if (hw_parse(&target, syntax, text, 0, &again, &error))
        abort();
    if (again.bytes != insn.bytes || memcmp(again.word, insn.word, sizeof insn.word))
        abort();
    return 0;
}
