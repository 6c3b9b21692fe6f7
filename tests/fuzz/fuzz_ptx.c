/* SPDX-License-Identifier: MIT */
/* Fuzz the lexer of PTX: any bytes give tokens that lie in order within the text, or an error that says
 * where. */
#include "compiler/ptx/lex.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *behind = text;
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token;
    struct hw_error error = {.status = HW_OK};
    hw_status status;
    hw_ptx_lex_start(&lexer, text, size);
    while (!(status = hw_ptx_lex(&lexer, &token, &error)) && token.kind != HW_PTX_TOKEN_END) {
        if (!token.length || token.text < behind || token.length > size - (size_t)(token.text - text))
            abort();
        behind = token.text + token.length;
    }
    if (status && (!error.text[0] || !error.line || !error.column))
        abort();
    return 0;
}
