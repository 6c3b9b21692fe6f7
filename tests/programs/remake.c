/* SPDX-License-Identifier: MIT */
/* A cubin made anew, as `halfwarp dis FILE | halfwarp as` makes it: through a listing without scheduling.
 *
 * The assembler computes every control word and places all sections itself, so a program that still runs
 * right proves the text, the assembler and the writer.  Results do not depend on the schedule here: that it
 * is safe is what test_sched_corpus shows. */
#include "device.h"

#include <halfwarp/listing.h>

static void must(hw_status status, const struct hw_error *error, const char *what)
{
    if (status != HW_OK)
        fail_msg("%s, line %u: %s", what, error->line, error->text);
}

void device_assemble(struct device *device, const char *text, struct remade *made)
{
    struct hw_error *error = &device->error;
    struct hw_module *assembled;

    must(hw_listing_read(text, HW_LISTING_NATIVE, NULL, &assembled, error), error, "assembling");
    must(hw_module_write(assembled, assembled->container, &made->bytes, &made->length, error), error,
         "writing");
    hw_module_free(assembled);
}

static void reassemble(struct device *device, struct remade *remade)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE};
    char *text;
    size_t length;

    must(hw_listing_write(device->module, &options, &text, &length, &device->error), &device->error,
         "listing");
    device_assemble(device, text, remade);
    free(text);
}

void device_reassemble(struct device *device, struct remade *remade)
{
    if (!remade->bytes)
        reassemble(device, remade);
    hw_module_free(device->module);
    must(hw_module_read(remade->bytes, remade->length, &device->module, &device->error), &device->error,
         "reading back");
}
