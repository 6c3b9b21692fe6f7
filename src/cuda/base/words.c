/* SPDX-License-Identifier: MIT */
/* See words.h. */
#include "cuda/base/words.h"

#include "cuda/base/say.h"

#include <stdlib.h>
#include <string.h>

void hw_cuda_words(const char *variable, const struct hw_cuda_word *words, size_t count, const char *expected,
                   bool *seen)
{
    const char *text = getenv(variable);

    while (text && *text) {
        const size_t length = strcspn(text, ",");
        size_t i = 0;
        while (i < count && (strlen(words[i].text) != length || memcmp(words[i].text, text, length) != 0))
            i++;
        if (i < count)
            seen[words[i].number] = true;
        else if (length)
            hw_cuda_say("%s: \"%.*s\" is none of %s", variable, (int)length, text, expected);
        text += length + (text[length] == ',');
    }
}
