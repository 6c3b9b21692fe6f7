/* SPDX-License-Identifier: MIT */
/* Fuzz the names of symbols: any symbol has a name, which is bounded and does nothing to a terminal, and a
 * search for a name finds it among others.
 *
 * The input is what is searched for, a NUL, and symbols with NULs between them; without a NUL one symbol. */
#include "names/search.h"
#include "names/name_text.h"

#include <halfwarp/names.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const char *symbol)
{
    char *name = hw_readable_name(symbol);

    if (!name || (strlen(name) > HW_NAME_TEXT_MAX + 32 && strcmp(name, symbol) != 0))
        abort();
    for (const char *c = name; *c && strcmp(name, symbol) != 0; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            abort();
    free(name);
}

/* A symbol that is there is found by itself. */
static void check_search(const char *wanted, const char *symbols, const char *end)
{
    struct hw_name_search search;
    struct hw_error error = {.text = ""};
    const char *found;
    bool known = false, certain;

    hw_name_search_begin(&search, wanted, "kernel");
    for (const char *symbol = symbols; symbol < end; symbol += strlen(symbol) + 1) {
        if (hw_name_search_offer(&search, symbol, symbol[0] == 'f', &certain, &error) != HW_OK)
            abort();
        known = known || certain;
    }
    const hw_status status = hw_name_search_end(&search, &found, &error);
    if (status == HW_OK ? !found : known || !error.text[0])
        abort();
    if (known && strcmp(found, wanted) != 0)
        abort();
    hw_name_search_free(&search);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (const char *symbol = text; symbol < text + size; symbol += strlen(symbol) + 1)
        check_name(symbol);
    check_search(text, text + strlen(text) + (strlen(text) < size), text + size);
    free(text);
    return 0;
}
