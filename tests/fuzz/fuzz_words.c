/* SPDX-License-Identifier: MIT */
/* Fuzz the decoder: any bytes, for every chip and program type, print and parse back to the same bytes.
 *
 * The first byte chooses chip, program type and dialect; the rest is code. */
#include "choose.h"
#include "own_control.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct hw_target target;
    enum hw_syntax syntax;
    choose(data[0], &target, &syntax);

    struct hw_insn insn, again;
    for (size_t at = 1; !hw_decode(&target, data + at, size - at, &insn); at += insn.bytes) {
        char text[HW_TEXT_MAX];
        struct hw_error error;
        uint8_t code[16];
        if (hw_print(&insn, syntax, at - 1, text, sizeof text) >= sizeof text)
            abort();
        if (hw_parse(&target, syntax, text, at - 1, &again, &error))
            abort();
        if (!own_control_agrees(&target, &insn, &again))
            abort();
        hw_insn_store(&again, code);
        if (again.bytes != insn.bytes || memcmp(code, data + at, insn.bytes))
            abort();
        struct hw_semantics view;
        if (insn.form)
            hw_insn_semantics(&insn, &view);
    }
    return 0;
}
