/* SPDX-License-Identifier: MIT */
/* For tests of cubins: modules from listings, and the files they are written to. */
#ifndef HW_TESTS_CUBIN_LISTING_H
#define HW_TESTS_CUBIN_LISTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <halfwarp/listing.h>

struct file {
    uint8_t *bytes;
    size_t size;
};

static inline struct hw_module *from_listing(const char *text)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error))
        fail_msg("line %u: %s", error.line, error.text);
    return module;
}

#endif
