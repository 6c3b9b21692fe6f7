/* SPDX-License-Identifier: MIT */
/* Fuzz the assembler with whole listings: any text gives a module or errors that say where, by their lines.
 *
 * What is a module must print as a listing, and that listing must be the same module again. */
#include <halfwarp/listing.h>

#include <stdlib.h>
#include <string.h>

#define ERRORS_MAX 20

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *listing_of(const struct hw_module *module, bool sched, size_t *length)
{
    const struct hw_listing_options options = {.syntax = HW_SYNTAX_NV, .sched = sched};
    struct hw_error error;
    char *text;
    if (hw_listing_write(module, &options, &text, length, &error))
        abort();
    return text;
}

static void check_errors(const struct hw_listing_errors *errors)
{
    if (!errors->count || errors->count > ERRORS_MAX)
        abort();
    for (size_t i = 0; i < errors->count; i++)
        if (!errors->list[i].text[0] || (i && errors->list[i].line < errors->list[i - 1].line))
            abort();
}

/* The first byte chooses the form of listing that is read (bit 0), and whether scheduling is written (bit
 * 1). */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_module *module, *again;
    struct hw_error error = {.status = HW_OK}, list[ERRORS_MAX];
    struct hw_listing_errors errors = {.list = list, .most = ERRORS_MAX};
    if (size < 1)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    hw_status status =
        hw_listing_read_on(text, data[0] & 1 ? HW_SYNTAX_DECUDA : HW_SYNTAX_NV, NULL, &module, &errors);
    free(text);
    if (status) {
        check_errors(&errors);
        return 0;
    }
    size_t length, length_again;
    bool sched = data[0] & 2;
    char *first = listing_of(module, sched, &length);
    if (hw_listing_read(first, HW_SYNTAX_NV, NULL, &again, &error))
        abort();
    char *second = listing_of(again, sched, &length_again);
    if (length != length_again || memcmp(first, second, length))
        abort();
    free(first);
    free(second);
    hw_module_free(module);
    hw_module_free(again);
    return 0;
}
